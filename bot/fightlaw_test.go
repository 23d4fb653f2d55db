package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/bot"
	"skald/combat"
	"skald/table"
)

// battle is a server with one fight under test.
type battle struct {
	*rapid.T
	hub     *bot.Hub
	journal *memory
	n       int
}

var fighters = map[string]string{"alice": "Jack", "bob": "Bren", "cid": "Cleo"}

func newBattle(t *rapid.T, outer *testing.T, foes ...string) *battle {
	b := &battle{T: t}
	b.hub, b.journal = newHub(outer, rapid.Uint64().Draw(t, "seed"))
	setup := []string{
		"narrator: /game new name:Moss",
		"narrator: /hero new name:Jack player:alice hand-size:6 edge:2", "narrator: /hero new name:Bren player:bob hand-size:4 edge:1",
		"narrator: /hero new name:Cleo player:cid hand-size:3 edge:0",
		"narrator: /game join hero:Jack player:alice", "narrator: /game join hero:Bren player:bob", "narrator: /game join hero:Cleo player:cid",
		"alice: /hero gear item:broadsword", "bob: /hero gear item:\"long bow\"", "cid: /hero gear item:\"throwing knife\"",
		"narrator: /hero skill name:Jack skill:Wrestling trait:Body", "narrator: /hero skill name:Bren skill:Leadership trait:Spirit",
	}
	for _, line := range append(setup, foes...) {
		user, rest, _ := strings.Cut(line, ": ")
		if _, err := b.do(user, rest); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return b
}

func (b *battle) do(user, line string) (bot.Reply, error) {
	r, err := bot.Parse(line)
	if err != nil {
		b.Fatalf("%s: %v", line, err)
	}
	b.n++
	r.ID, r.Server, r.Channel = strconv.Itoa(b.n), "s", "table"
	r.User, r.Manager = table.User{ID: user, Name: user}, user == "narrator"
	return b.hub.Do(r)
}

func (b *battle) table() *table.Table {
	s, err := b.hub.Server("s")
	if err != nil {
		b.Fatal(err)
	}
	return s.Games(table.Saga)[0].Table()
}

// state is the table without the ledger, which undo does not touch.
func (b *battle) state() string { return stateOf(b, b.table()) }

// anything draws a command of a fight by somebody, often one that is refused.
func (b *battle) anything() (user, line string) {
	tb := b.table()
	foes := []string{"Nobody"}
	for _, f := range tb.Fight.Foes {
		foes = append(foes, f.Name)
	}
	heroes := []string{"Jack", "Bren", "Cleo"}
	user = rapid.SampledFrom([]string{"alice", "bob", "cid"}).Draw(b.T, "user")
	pick := func(what string, list []string) string { return strconv.Quote(rapid.SampledFrom(list).Draw(b.T, what)) }
	card := ""
	if s, ok := tb.Hero(fighters[user]); ok {
		if hand := tb.Hand(s); len(hand) > 0 {
			card = fmt.Sprintf(" card:%q", rapid.SampledFrom(hand).Draw(b.T, "card"))
		}
	}
	var actions []string
	for _, a := range combat.Actions() {
		actions = append(actions, a.Name)
	}
	n := rapid.IntRange(1, 12).Draw(b.T, "number")
	switch rapid.IntRange(0, 19).Draw(b.T, "command") {
	case 0, 1, 2:
		return user, "/combat attack target:" + pick("foe", foes) + card
	case 3, 4, 5:
		return user, "/combat defend against:" + pick("foe", foes) + card
	case 6, 7:
		return user, "/combat do action:" + pick("action", actions) + " target:" + pick("foe", foes) + card
	case 8:
		return user, "/combat do action:" + pick("action", actions) + " for:" + pick("hero", heroes) + card
	case 9, 10, 11:
		return "narrator", "/combat foe-does foe:" + pick("foe", foes) + " hero:" + pick("hero", heroes) + " action:" + pick("action", append(actions, "attack", "attack", "attack"))
	case 12, 13:
		return user, "/wound pay hero:" + fighters[user] + " cards:" + strconv.Quote(b.payment(fighters[user]))
	case 14:
		return "narrator", fmt.Sprintf("/wound give hero:%s wounds:%d type:%s", pick("hero", heroes), n, pick("harm", []string{"stunning", "killing"}))
	case 15:
		return "narrator", "/combat next force:" + rapid.SampledFrom([]string{"true", "false"}).Draw(b.T, "force")
	case 16:
		return "narrator", "/combat range range:" + pick("range", []string{"close", "near", "far", "personal"}) + " foe:" + pick("foe", foes)
	case 17:
		return user, "/point soak" + card
	case 18:
		return "narrator", rapid.SampledFrom([]string{"/wound forgive hero:Jack", "/heal rest hours:1", "/heal full hero:Bren", "/combat join hero:Cleo leave:true", "/combat join hero:Cleo"}).Draw(b.T, "word")
	}
	return user, rapid.SampledFrom([]string{"/point flip", "/point flip", "/heal aid hero:Bren" + card, "/heal magic hero:Jack" + card, "/combat status", "/combat end", "/heal recover", "/foe list"}).Draw(b.T, "other")
}

// payment is what Pick would pay for a hero's next wounds.
func (b *battle) payment(who string) string {
	s, _ := b.table().Hero(who)
	return combat.Pick(b.table().Hand(s), combat.Owed(b.table().Fight.Owes(who, false))).String()
}

func (b *battle) pending() map[string]int {
	sum := map[string]int{}
	for _, w := range b.table().Fight.Pending {
		sum[w.Who] += w.Amount
	}
	return sum
}

var (
	assessed = regexp.MustCompile(`\*\*([^*]+)\*\* hits? \*\*(Jack|Bren|Cleo)\*\*(?:, each)?: .*\*\*(\d+) (?:stunning|killing) wounds?\*\*`)
	another  = regexp.MustCompile(`, | and `) // "Guard 1, 2 and Archer" are three
	settled  = regexp.MustCompile(`\*\*(Jack|Bren|Cleo)\*\* (?:pays|has no card for) (\d+) `)
	forgiven = regexp.MustCompile(`takes back (\d+) wounds? of (Jack|Bren|Cleo)`)
	given    = regexp.MustCompile(`^(\d+) (?:stunning|killing) wounds?`)
)

// account checks that no wound is lost or paid twice: what a hero owed and what came is what was paid, taken
// back, soaked, or is still owed.
func (b *battle) account(line string, before map[string]int, reply bot.Reply) {
	text := ""
	for _, p := range reply.Public() {
		text += p.Body + "\n"
	}
	want := map[string]int{}
	for who, n := range before {
		want[who] = n
	}
	if strings.HasPrefix(line, "/combat next") || strings.HasPrefix(line, "/combat end") {
		for _, m := range assessed.FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(m[3])
			want[m[2]] += n * len(another.Split(m[1], -1))
		}
	}
	for _, m := range settled.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[2])
		want[m[1]] -= n
	}
	for _, m := range forgiven.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		want[m[2]] -= n
	}
	if rest, ok := strings.CutPrefix(line, "/wound give hero:\""); ok {
		n, _ := strconv.Atoi(given.FindStringSubmatch(reply.Body)[1])
		want[strings.SplitN(rest, `"`, 2)[0]] += n
	}
	for who, now := range b.pending() {
		want[who] -= now
	}
	for who, rest := range want {
		soaked := strings.HasPrefix(line, "/point soak") && rest > 0 && rest <= 10
		if s, _ := b.table().Hero(who); rest != 0 && !soaked && !s.Wounds.Dead {
			b.Fatalf("%s: %d wounds of %s are lost\n%s", line, rest, who, text)
		}
	}
}

// some leaves three of four cases out: each of these is a long play, and 25 of them are enough for one run.
func some(t *rapid.T) bool { return rapid.IntRange(0, 3).Draw(t, "some") > 0 }

// TestLawOfFights plays random fights by several users: the cards are whole at every step, no wound is lost or
// paid twice, an error changes nothing, undo and redo give back the state, replay is the live table, and the
// fight ends when one side is down (R6.6, R6.9).
func TestLawOfFights(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		if some(rt) {
			return
		}
		b := newBattle(rt, t, "narrator: /foe add name:Guard count:3 body:6 reflex:5 mind:3 spirit:3 health:14 weapon:\"short sword\" armor:1",
			"narrator: /foe add name:Archer body:4 reflex:6 mind:4 spirit:4 health:12 weapon:\"long bow\" skills:\"Bows (shoot)\"",
			"narrator: /combat start range:close-combat")
		for range rapid.IntRange(5, 25).Draw(rt, "steps") {
			user, line := b.anything()
			was, owed, entries := b.state(), b.pending(), b.journal.Len("t1")
			reply, err := b.do(user, line)
			var fault *bot.Fault
			switch {
			case errors.As(err, &fault):
				rt.Fatalf("%s: %s: %v", user, line, errors.Unwrap(fault))
			case err != nil && (b.state() != was || b.journal.Len("t1") != entries):
				rt.Fatalf("%s: %s: the refusal %q changed something", user, line, err)
			case err != nil:
				continue
			case !b.table().Whole():
				rt.Fatalf("%s: %s: cards are missing or doubled", user, line)
			}
			b.account(line, owed, reply)
			if is := b.state(); is != was && rapid.IntRange(0, 3).Draw(rt, "undo") == 0 {
				b.thereAndBack(was, is)
			}
		}
		b.finish()
	})
}

// thereAndBack takes the last change back and does it again.
func (b *battle) thereAndBack(was, is string) {
	for _, step := range []struct{ line, want string }{{"/game undo", was}, {"/game redo", is}} {
		if _, err := b.do("narrator", step.line); err != nil {
			b.Fatalf("%s: %v", step.line, err)
		}
		log, err := b.journal.Log("t1", b.journal.Len("t1"))
		if err != nil {
			b.Fatal(err)
		}
		if diff := undoneTo(b, log[0], b.state(), step.want); diff != "" {
			b.Fatalf("%s gives another state:\n%s", step.line, diff)
		}
	}
}

// finish brings a fight to its end and compares the log with the live table.
func (b *battle) finish() {
	if b.table().Fight.Stage == combat.Fighting {
		for _, f := range b.table().Fight.Foes {
			if _, err := b.do("narrator", fmt.Sprintf("/foe wound name:%q wounds:99", f.Name)); err != nil {
				b.Fatal(err)
			}
		}
		reply, err := b.do("narrator", "/combat next force:true")
		if err != nil || !strings.Contains(reply.Body, "/combat end closes the fight") {
			b.Fatalf("with all foes down the fight is not over: %q, %v", reply.Body, err)
		}
		if _, err := b.do("narrator", "/combat end"); err != nil || b.table().Fight.Stage != combat.After {
			b.Fatalf("the fight does not end: %v", err)
		}
	}
	log, err := b.journal.Log("t1", 1)
	if err != nil {
		b.Fatal(err)
	}
	live, _ := b.table().Snapshot()
	again, _ := table.Replay(log).Snapshot()
	if string(live) != string(again) {
		b.Fatalf("replay is not the live table:\n%s", cmp.Diff(strings.Split(string(live), ","), strings.Split(string(again), ",")))
	}
}

var health = regexp.MustCompile(`"target_health":\d+|"chain":"[0-9a-f]+"|[0-9a-f]{64}`)

// TestFoesNumbersStayHidden plays with foes whose numbers occur nowhere else: no player reads one of them, in
// no reply, log or export, until the narrator shows them (R6.5).
func TestFoesNumbersStayHidden(t *testing.T) {
	const armor, life = "83", "887"
	rapid.Check(t, func(rt *rapid.T) {
		if some(rt) {
			return
		}
		b := newBattle(rt, t, "narrator: /foe add name:Guard count:2 body:6 reflex:5 mind:3 spirit:3 health:"+life+" weapon:\"short sword\"",
			"narrator: /combat start range:close-combat")
		read := func(line, text string) {
			text = health.ReplaceAllString(text, "")
			if strings.Contains(text, armor) || strings.Contains(text, life) {
				rt.Fatalf("after %s players read a foe's numbers:\n%s", line, text)
			}
		}
		lines := []string{
			`/foe set name:Guard field:edge value:7`, `/foe show name:"Guard 1"`, `/foe wound name:"Guard 1" wounds:4`, `/foe list`, `/combat status`,
			`/combat next force:true`, `/foe remove name:"Guard 2"`, `/combat attack target:"Guard 1"`, `/combat defend`, `/combat foe-does foe:"Guard 1" hero:Jack power:83 action:power`,
			`/foe save name:"Guard 1"`, `/foe set name:"Guard 1" field:armor value:` + armor, `/foe add name:Wolf body:3 health:` + life,
		}
		for range 7 {
			user := rapid.SampledFrom([]string{"narrator", "alice"}).Draw(rt, "user")
			line := rapid.SampledFrom(lines).Draw(rt, "line")
			reply, err := b.do(user, line)
			if err != nil {
				read(line, err.Error())
				continue
			}
			if user == "alice" {
				read(line, reply.Text())
			}
			for _, p := range reply.Public() {
				raw, err := json.Marshal(p.Outcome)
				if err != nil {
					rt.Fatal(err)
				}
				if !strings.Contains(p.Text(), "hits") { // a blow's sum names what hit and what it met
					read(line, p.Text()+string(raw))
				}
			}
			for _, s := range []string{"json", "text"} {
				log, err := b.do("alice", "/game log count:1 format:"+s)
				if err != nil {
					rt.Fatal(err)
				}
				text := log.Body
				for _, f := range log.Files {
					data, _ := f.Data()
					text += string(data)
				}
				if !strings.Contains(text, "hits") {
					read(line+", in the log", text)
				}
			}
		}
		if _, err := b.do("narrator", `/foe set name:"Guard 1" field:shown value:yes`); err != nil {
			rt.Fatal(err)
		}
		reply, err := b.do("alice", `/foe show name:"Guard 1"`)
		if err != nil || !strings.Contains(reply.Body, life) {
			rt.Fatalf("a foe that is shown: %q, %v", reply.Body, err)
		}
	})
}

// TestABigFightFits plays 12 heroes and 60 Extras: each list of choices has at most 25, each field at most
// 1024 characters, each embed at most 6000.
func TestABigFightFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		if rapid.IntRange(0, 19).Draw(rt, "once") > 0 {
			return
		}
		b := newBattle(rt, t)
		for i := range 9 {
			name := fmt.Sprintf("Hero with a long name %c", 'A'+i)
			for _, line := range []string{fmt.Sprintf("/hero new name:%q player:p%d hand-size:12", name, i), fmt.Sprintf("/game join hero:%q player:p%d", name, i)} {
				if _, err := b.do("narrator", line); err != nil {
					rt.Fatal(err)
				}
			}
		}
		for i := range 6 {
			line := fmt.Sprintf(`/foe add name:"Band %d of the Crimson Hand" count:10 body:%d reflex:4 mind:3 spirit:3 health:9 weapon:"short sword"`, i, 3+i)
			if _, err := b.do("narrator", line); err != nil {
				rt.Fatal(err)
			}
		}
		for _, line := range []string{
			"/combat start range:close-combat", "/combat status", "/foe list", "/combat next", "/combat nudge",
			`/combat foe-does foe:"Band 0 of the Crimson Hand" hero:Jack`, `/combat foe-does foe:"Band 1 of the Crimson Hand, Band 2 of the Crimson Hand" hero:Bren`,
			"/combat status", "/combat next force:true", "/combat status", "/wound pay hero:Jack", `/foe wound name:"Band 3 of the Crimson Hand 1" wounds:30`,
			`/foe remove name:"Band 5 of the Crimson Hand"`, "/combat end", "/spoils", "/heal full", "/game status",
		} {
			reply, err := b.do("narrator", line)
			if err != nil {
				rt.Fatalf("%s: %v", line, err)
			}
			fits(rt, line, reply)
		}
		for _, option := range []struct{ line, name string }{
			{"/combat attack", "target"},
			{"/combat do", "action"},
			{"/combat do", "target"},
			{"/combat foe-does", "foe"},
			{"/combat foe-does", "hero"},
			{"/combat condition", "who"},
			{"/foe show", "name"},
			{"/foe set", "field"},
			{"/spoils", "item"},
			{"/wound give", "hero"},
		} {
			r, _ := bot.Parse(option.line)
			r.Server, r.Channel, r.User = "s", "table", table.User{ID: "alice", Name: "alice"}
			choices := b.hub.Suggest(r, option.name)
			if len(choices) > 25 || len(choices) == 0 && option.name != "item" && option.name != "target" {
				rt.Fatalf("%s offers %d choices for %s", option.line, len(choices), option.name)
			}
			for _, c := range choices {
				if len([]rune(c.Label)) > 100 || len([]rune(c.Value)) > 100 {
					rt.Fatalf("%s: %q is too long", option.line, c.Label)
				}
			}
		}
	})
}

// fits checks a reply and what comes after it against Discord's limits.
func fits(t *rapid.T, line string, r bot.Reply) {
	sum := len([]rune(r.Title + r.Body))
	for _, f := range r.Fields {
		if n := len([]rune(f.Value)); n > 1024 {
			t.Fatalf("%s: the field %s has %d characters", line, f.Name, n)
		}
		sum += len([]rune(f.Name + f.Value))
	}
	rows := (len(r.Buttons) + 4) / 5
	for _, s := range r.Selects {
		rows++
		if len(s.Choices) > 25 || len(s.Choices) == 0 {
			t.Fatalf("%s: the menu %s has %d choices", line, s.Label, len(s.Choices))
		}
	}
	labels := []string{}
	for _, b := range r.Buttons {
		labels = append(labels, b.Label)
		if len([]rune(b.Label)) > 80 {
			t.Fatalf("%s: the button %q is too long", line, b.Label)
		}
	}
	if sum > 6000 || len([]rune(r.Body)) > 4096 || rows > 5 || len(r.Ping) > 50 {
		t.Fatalf("%s: %d characters, %d in the body, %d rows, %d mentions\n%v", line, sum, len([]rune(r.Body)), rows, len(r.Ping), labels)
	}
	if slices.Contains(labels, "") {
		t.Fatalf("%s: a button has no label", line)
	}
	for _, also := range r.Also {
		fits(t, line, also)
	}
}

// BenchmarkTracker draws the tracker of 25 fighters as text.
func BenchmarkTracker(b *testing.B) {
	hub, _ := newHub(b, 1)
	say := func(line string) bot.Reply {
		r, err := bot.Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		r.Server, r.Channel, r.User, r.Manager = "s", "table", table.User{ID: "narrator", Name: "narrator"}, true
		reply, err := hub.Do(r)
		if err != nil {
			b.Fatal(line, err)
		}
		return reply
	}
	say("/game new name:Moss")
	for i := range 6 {
		say(fmt.Sprintf("/hero new name:\"Hero %d\" player:p%d", i, i))
		say(fmt.Sprintf("/game join hero:\"Hero %d\" player:p%d", i, i))
	}
	for i := range 19 {
		say(fmt.Sprintf("/foe add name:\"Foe %c\" body:%d reflex:4 mind:3 spirit:3 health:9", 'A'+i, 3+i))
	}
	say("/combat start range:close-combat")
	b.ResetTimer()
	for b.Loop() {
		_ = say("/combat status").Text()
	}
}
