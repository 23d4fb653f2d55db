package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/bot"
	"skald/knights"
	"skald/realm"
	"skald/table"
)

// club is a server with one campaign or one game of knights under test.
type club struct {
	*rapid.T
	hub     *bot.Hub
	journal *memory
	kind    table.Kind
	n       int
}

func newClub(t *rapid.T, outer *testing.T, kind table.Kind) *club {
	c := &club{T: t, kind: kind}
	c.hub, c.journal = newHub(outer, rapid.Uint64().Draw(t, "seed"))
	return c
}

func (c *club) do(user, line string) (bot.Reply, error) {
	r, err := bot.Parse(line)
	if err != nil {
		c.Fatalf("%s: %v", line, err)
	}
	c.n++
	r.ID, r.Server, r.Channel, r.Pressed = strconv.Itoa(c.n), "s", "table", false
	r.User, r.Manager = table.User{ID: user, Name: user}, user == "narrator"
	return c.hub.Do(r)
}

func (c *club) must(user, line string) bot.Reply {
	reply, err := c.do(user, line)
	if err != nil {
		c.Fatalf("%s: %s: %v", user, line, err)
	}
	return reply
}

func (c *club) table() *table.Table {
	s, err := c.hub.Server("s")
	if err != nil {
		c.Fatal(err)
	}
	return s.Games(c.kind)[0].Table()
}

func (c *club) state() string {
	tb := c.table().Clone()
	tb.Ledger = table.Ledger{}
	raw, err := tb.Snapshot()
	if err != nil {
		c.Fatal(err)
	}
	return string(raw)
}

// step carries out a line, checks that an error changes nothing, and now and then takes a change back.
func (c *club) step(user, line, undo string) (bot.Reply, bool) {
	was, n := c.state(), c.journal.Len("t1")
	reply, err := c.do(user, line)
	var fault *bot.Fault
	switch {
	case errors.As(err, &fault):
		c.Fatalf("%s: %s: %v", user, line, errors.Unwrap(fault))
	case err != nil && (c.state() != was || c.journal.Len("t1") != n):
		c.Fatalf("%s: %s: the refusal %q changed something", user, line, err)
	case err != nil:
		return reply, false
	}
	fits(c.T, line, reply)
	// What was taken back already is not taken back again: undo goes one step further back then.
	if line != undo && c.state() != was && rapid.IntRange(0, 4).Draw(c.T, "undo") == 0 {
		c.must("narrator", undo)
		if got := c.state(); got != was {
			c.Fatalf("undo of %s gives another state:\n%s", line, cmp.Diff(strings.Split(was, ","), strings.Split(got, ",")))
		}
		return reply, false
	}
	return reply, true
}

// replays compares the log with the live table.
func (c *club) replays() {
	log, err := c.journal.Log("t1", 1)
	if err != nil {
		c.Fatal(err)
	}
	live, _ := c.table().Snapshot()
	again, _ := table.Replay(log).Snapshot()
	if string(live) != string(again) {
		c.Fatalf("replay is not the live table:\n%s", cmp.Diff(strings.Split(string(live), ","), strings.Split(string(again), ",")))
	}
}

// TestLawOfCampaigns plays random campaigns of 2 to 12 realms: strongholds are conserved, nobody fights twice in a
// turn, undo gives back the state, replay is the live table, an export comes in again as it was, and every message
// fits.
func TestLawOfCampaigns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		if some(rt) {
			return
		}
		c := newClub(rt, t, table.Realms)
		c.must("narrator", "/realm new name:Moors legendary:true")
		count := rapid.IntRange(2, 12).Draw(rt, "realms")
		for i := range count {
			c.must(fmt.Sprintf("p%d", i), fmt.Sprintf("/realm join realm:\"The realm of the house %d\" faction:Vikings", i))
		}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			user, line := c.campaigning()
			c.step(user, line, "/realm undo")
			c.conserved()
		}
		c.replays()
		c.travels()
	})
}

// campaigning draws a command that may fit the campaign as it stands.
func (c *club) campaigning() (user, line string) {
	camp := *c.table().Realm
	names := camp.Names()
	some := func(what string) string { return strconv.Quote(rapid.SampledFrom(names).Draw(c.T, what)) }
	player := func(name string) string {
		if r, err := camp.Find(name); err == nil {
			return r.Player
		}
		return "narrator"
	}
	if rapid.IntRange(0, 9).Draw(c.T, "stray") == 0 {
		return "p1", rapid.SampledFrom([]string{"/realm pass", "/realm turn", "/realm leave", "/realm join realm:Late", "/realm begin", "/realm lead legend:Ivar", "/realm undo"}).Draw(c.T, "line")
	}
	switch camp.Phase {
	case realm.Gathering:
		if rapid.IntRange(0, 3).Draw(c.T, "absent") == 0 {
			return "narrator", "/realm begin absent:" + some("away")
		}
		return "narrator", "/realm begin"
	case realm.Declaring:
		next, _ := camp.Next()
		if rapid.IntRange(0, 3).Draw(c.T, "pass") == 0 {
			return player(next), "/realm pass"
		}
		targets, _ := camp.Targets(next)
		for _, t := range targets {
			if t.Err == nil && len(t.Open) > 0 {
				return player(next), fmt.Sprintf("/realm attack realm:%q stronghold:%s", t.Realm, t.Open[len(t.Open)-1])
			}
		}
		return player(next), "/realm attack realm:" + some("target")
	case realm.Fighting:
		for _, b := range camp.Battles {
			if !b.Decided() {
				outcome := rapid.SampledFrom([]string{"attacker", "attacker", "defender", "draw"}).Draw(c.T, "outcome")
				return "narrator", fmt.Sprintf("/realm result battle:%q outcome:%s", cmpName(b), outcome)
			}
		}
		return "narrator", "/realm turn"
	}
	return "narrator", "/realm status"
}

// cmpName names a battle by a realm that is no stand-in.
func cmpName(b realm.Battle) string {
	if b.Attacker == realm.StandIn {
		return b.Defender
	}
	return b.Attacker
}

func (c *club) conserved() {
	camp := *c.table().Realm
	count := len(camp.Realms) + len(camp.Departed)
	var all realm.Holdings
	for _, r := range slices.Concat(camp.Realms, camp.Departed) {
		all.Towers += r.Holdings.Towers
		all.Fortresses += r.Holdings.Fortresses
		all.Castles += r.Holdings.Castles
	}
	if all.Towers != 3*count || all.Fortresses != 2*count || all.Castles != count {
		c.Fatalf("strongholds of %d realms: %+v", count, all)
	}
	if len(camp.Past) != camp.Turn-1 {
		c.Fatalf("in turn %d the campaign remembers %d turns", camp.Turn, len(camp.Past))
	}
	seen := map[string]bool{}
	for _, b := range camp.Battles {
		for _, who := range []string{b.Attacker, b.Defender} {
			if who != realm.StandIn && seen[who] {
				c.Fatalf("%s fights twice in a turn", who)
			}
			seen[who] = true
		}
	}
}

// travels exports the campaign and brings it in elsewhere.
func (c *club) travels() {
	reply := c.must("narrator", "/realm export")
	data, err := reply.Files[0].Data()
	if err != nil {
		c.Fatal(err)
	}
	r := &bot.Request{Server: "s", Channel: "elsewhere", User: table.User{ID: "narrator", Name: "narrator"}, Manager: true, Command: "realm import"}
	r.Args = []bot.Arg{{Name: "file", Value: "moors.json", File: &bot.Upload{Name: "moors.json", Data: data}}, {Name: "name", Value: "Far moors"}}
	if _, err := c.hub.Do(r); err != nil {
		c.Fatalf("what was exported does not come in: %v\n%s", err, data)
	}
	s, _ := c.hub.Server("s")
	far := *s.Games(table.Realms)[1].Table().Realm
	far.Name = c.table().Realm.Name
	is, _ := json.Marshal(far)
	want, _ := json.Marshal(c.table().Realm)
	if string(is) != string(want) {
		c.Fatalf("the campaign changed on its way:\n%s", cmp.Diff(strings.Split(string(want), ","), strings.Split(string(is), ",")))
	}
}

// TestLawOfMatches plays games of knights: the private hand offers exactly the legal moves (K8 to K13), computer
// players play on by themselves, no hand is in a public reply or a log before the end, undo gives back the state,
// replay is the live table.
func TestLawOfMatches(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		if some(rt) {
			return
		}
		c := newClub(rt, t, table.Knights)
		c.must("narrator", "/knights new lands:"+rapid.SampledFrom([]string{"crown", "reverse", "mixed"}).Draw(rt, "lands"))
		for i := range rapid.IntRange(1, 3).Draw(rt, "others") {
			if rapid.Bool().Draw(rt, "bot") {
				c.must("narrator", "/knights join bot:"+rapid.SampledFrom([]string{"page", "squire"}).Draw(rt, "player"))
			} else {
				c.must("narrator", fmt.Sprintf("/knights join player:p%d", i))
			}
		}
		c.must("narrator", "/knights start")
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			g := *c.table().Match.Game
			seat := g.ToMove()
			if seat < 0 {
				break
			}
			if c.table().Match.Seats[seat].Bot != "" {
				rt.Fatalf("a computer player is waited for")
			}
			user := c.table().Match.Seats[seat].User.ID
			offers := c.offers(user, g.Moves(seat))
			line := rapid.SampledFrom(offers).Draw(rt, "move")
			if rapid.IntRange(0, 30).Draw(rt, "resigns") == 0 {
				line = "/knights resign sure:true"
			}
			reply, _ := c.step(user, line, "/knights undo")
			c.hidden(line, reply)
		}
		c.replays()
	})
}

// TestLawOfSeats has users and computer players sit down and get up before the start and after the end, and resign in between, for
// themselves and for others: no two go by one name, at most four sit, nobody twice (K5); a game keeps the players that it was dealt
// to, and the next one is dealt to who sits; refusals change nothing, undo gives back the state, replay is the live table.
func TestLawOfSeats(t *testing.T) {
	users := []string{"alice", "Page", "page 2", "dora", "narrator"}
	rapid.Check(t, func(rt *rapid.T) {
		if some(rt) {
			return
		}
		c := newClub(rt, t, table.Knights)
		c.must("alice", "/knights new")
		var dealt []string
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			user := rapid.SampledFrom(users).Draw(rt, "user")
			was := *c.table().Match
			line := c.seating(was)
			if was.Running() && rapid.IntRange(0, 3).Draw(rt, "moves") == 0 {
				if seat := was.Game.ToMove(); was.Seats[seat].Bot == "" {
					user = was.Seats[seat].User.ID
					line = rapid.SampledFrom(c.offers(user, was.Game.Moves(seat))).Draw(rt, "move")
				}
			}
			reply, done := c.step(user, line, "/knights undo")
			m := *c.table().Match
			if done && line == "/knights start" {
				dealt = nil
				for _, s := range was.Sitting() {
					dealt = append(dealt, s.User.Name)
				}
			}
			if line == "/knights undo" {
				dealt = nil
			}
			c.seats(m, dealt)
			if m.Game != nil {
				c.hidden(line, reply)
			}
		}
		c.replays()
	})
}

// seating draws a line about who sits at the table.
func (c *club) seating(m table.Match) string {
	name := rapid.SampledFrom(append(m.Names(), "page 2", "nobody")).Draw(c.T, "name")
	if m.Running() {
		return rapid.SampledFrom([]string{
			"/knights resign sure:true", "/knights resign sure:true", "/knights resign", fmt.Sprintf("/knights resign player:%q sure:true", name),
			"/knights join", "/knights start", "/knights undo", "/knights hand",
		}).Draw(c.T, "line")
	}
	return rapid.SampledFrom([]string{
		"/knights join", "/knights join", "/knights join bot:page", "/knights join bot:squire", "/knights join player:dora",
		"/knights resign", "/knights resign sure:true", fmt.Sprintf("/knights resign player:%q", name),
		"/knights start", "/knights start", "/knights undo", "/knights hand", "/knights status",
	}).Draw(c.T, "line")
}

// seats checks who is at the table; dealt are the names of those to whom the last game was dealt, nil where that is not known.
func (c *club) seats(m table.Match, dealt []string) {
	names, ids := map[string]bool{}, map[string]bool{}
	for i, name := range m.Names() {
		s := m.Seats[i]
		if names[strings.ToLower(name)] || s.Bot == "" && ids[s.User.ID] || name != s.User.Name {
			c.Fatalf("%s sits there twice, or two are called so: %+v", name, m.Seats)
		}
		names[strings.ToLower(name)], ids[s.User.ID] = true, true
	}
	if len(m.Sitting()) > 4 {
		c.Fatalf("%d sit at the table", len(m.Sitting()))
	}
	if m.Game == nil {
		return
	}
	n := m.Game.Players()
	if len(m.Seats) < n || m.Running() && len(m.Seats) > n {
		c.Fatalf("%d seats for a game of %d", len(m.Seats), n)
	}
	if dealt != nil && !slices.Equal(dealt, m.Names()[:n]) {
		c.Fatalf("the game of %v is one of %v now", dealt, m.Names()[:n])
	}
}

// offers are the lines behind the buttons and menus of a private hand; they must be the legal moves, each once.
func (c *club) offers(user string, legal []knights.Move) []string {
	hand := c.must(user, "/knights hand")
	if !hand.Private {
		c.Fatal("a hand is shown to all")
	}
	fits(c.T, "/knights hand", hand)
	var lines, moves []string
	add := func(line, move string) { lines, moves = append(lines, line), append(moves, move) }
	for _, b := range hand.Buttons {
		add(b.Line, strings.ReplaceAll(strings.TrimPrefix(b.Line, "/knights "), "-", " "))
	}
	var walk func(list []bot.Select)
	walk = func(list []bot.Select) {
		for _, s := range list {
			for _, choice := range s.Choices {
				r, err := bot.Parse(s.Line)
				if err != nil {
					c.Fatal(err)
				}
				line := r.With(s.Option, choice.Value).String()
				switch r.Command {
				case "knights where":
					walk(c.must(user, line).Selects)
				case "knights move":
					add(line, "power "+choice.Value)
				default:
					add(line, strings.TrimPrefix(r.Command, "knights ")+" "+choice.Value)
				}
			}
		}
	}
	walk(hand.Selects)
	var want []string
	for _, m := range legal {
		if m.Kind != knights.Resign {
			want = append(want, m.String())
		}
	}
	slices.Sort(want)
	slices.Sort(moves)
	if diff := cmp.Diff(want, moves); diff != "" {
		c.Fatalf("the hand offers other moves than the rules (-rules +hand):\n%s", diff)
	}
	return lines
}

// hidden checks that neither a public reply nor the log that players read has a hand in it, or the state from
// which one could be read.
func (c *club) hidden(line string, reply bot.Reply) {
	if c.table().Match.Game.Ended() != knights.Running {
		return
	}
	log, err := c.journal.Log("t1", c.table().Seq)
	if err != nil {
		c.Fatal(err)
	}
	for _, viewer := range []table.Viewer{{}, {User: "p0"}, {User: "narrator", Narrator: true}} {
		raw, err := json.Marshal(log[len(log)-1].For(viewer))
		if err != nil {
			c.Fatal(err)
		}
		for _, secret := range []string{`"hand":[`, `"game":`, `"hands"`} {
			if strings.Contains(string(raw), secret) {
				c.Fatalf("after %s the log shows %s:\n%s", line, secret, raw)
			}
		}
	}
	for _, p := range reply.Public() {
		raw, _ := json.Marshal(p.Outcome)
		if strings.Contains(string(raw), `"hand":[`) || strings.Contains(p.Text(), "Your knights") {
			c.Fatalf("after %s everybody reads a hand: %s", line, raw)
		}
	}
}
