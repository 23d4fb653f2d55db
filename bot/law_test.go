package bot_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// marked is a deck in which no two cards are equal, so that a card that is named can be told from all
// others: by its suit and value, and by the word on its face.
func marked() *fate.DeckList {
	d := &fate.DeckList{Name: "marked", Abilities: fate.Standard(), Faces: map[fate.Card]fate.Face{}}
	for _, suit := range []fate.Suit{"Body", "Reflex", "Mind", "Spirit", "Karma"} {
		def := fate.SuitDef{Name: suit, Mishap: suit == "Karma"}
		for _, a := range d.Abilities {
			if a.Trait == string(suit) {
				def.Trumps = append(def.Trumps, a.Name)
			}
		}
		d.Suits = append(d.Suits, def)
		for _, v := range []int{1, 2, 3, 4, 5, 6, 7, 9, 10} { // the 8 stands in examples
			c := fate.Card{Suit: suit, Value: v}
			n := len(d.Cards)
			d.Cards = append(d.Cards, c)
			d.Faces[c] = fate.Face{Name: fmt.Sprintf("Zq%dz", n), Aura: []fate.Aura{"+", "-", "0"}[n%3], Event: fmt.Sprintf("Zq%dz happens", n)}
		}
	}
	return d
}

// secretRating and secretScore are numbers that stand nowhere but in secret difficulties.
const secretRating, secretScore = "97", "89"

// world is a server under test: two channels and a thread of one game, a narrator and three players.
type world struct {
	*rapid.T
	hub     *bot.Hub
	journal *memory
	list    *fate.DeckList
	n       int
	before  map[int]string // the state before each entry
	ever    map[fate.Card]bool
	open    map[fate.Card]bool
	moved   map[fate.Card]bool            // in the newest entry, to an open place or from one
	shown   map[string]map[fate.Card]bool // to each user, since the card was last hidden
	once    map[string]map[fate.Card]bool // to each user, at any time
	last    *bot.Request
	seen    []bot.Reply
	counts  map[string]int
	seed    uint64
	luck    *rand.Rand // of this step
}

// pick takes one of a list. Rapid's own draws prefer what comes first.
func pick[T any](w *world, list []T) T { return list[w.luck.IntN(len(list))] }

func (w *world) chance(percent int) bool { return w.luck.IntN(100) < percent }

var users = []string{"narrator", "alice", "bob", "carol"}

func newWorld(t *rapid.T, outer *testing.T) *world {
	w := &world{T: t, list: marked(), before: map[int]string{}, ever: map[fate.Card]bool{}, open: map[fate.Card]bool{}, shown: map[string]map[fate.Card]bool{}, once: map[string]map[fate.Card]bool{}, counts: map[string]int{}, seed: rapid.Uint64().Draw(t, "seed")}
	w.hub, w.journal = newHub(outer, w.seed)
	w.hub.Extra = []*bot.Command{
		{Name: "test panic", Run: func(t *bot.Turn) (bot.Reply, error) {
			t.Table.Begin("half done")
			panic("on purpose")
		}},
		{Name: "test lose", Run: func(t *bot.Turn) (bot.Reply, error) {
			t.Table.Begin("a card is gone")
			t.Table.Zones[table.Deck] = t.Table.Zones[table.Deck][1:]
			return bot.Reply{Body: "gone"}, nil
		}},
	}
	game := table.Game{Name: "Moss", Channels: []string{"table", "side"}, Narrators: []table.User{{ID: "narrator", Name: "narrator"}}}
	tb := table.Open(table.Saga, game, w.list, table.Luck{Seed: w.hub.Seed})
	e, err := tb.Commit(table.Entry{At: w.hub.Now(), By: table.User{ID: "narrator", Name: "narrator"}, Command: "/game new name:Moss"})
	if err == nil {
		err = w.journal.Append("t1", e, tb)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"alice: /hero new name:Jack edge:3", "alice: /game join", "bob: /hero new name:Bren", "bob: /game join",
		"carol: /hero new name:Ada", "carol: /hero new name:Una edge:5", "carol: /game join hero:Ada", "carol: /game join hero:Una",
		"alice: /hero skill name:Jack skill:Boxing trait:Body degree:master",
	} {
		user, rest, _ := strings.Cut(line, ": ")
		w.do(w.request(user, "table", rest))
	}
	if w.seed%3 == 0 {
		w.do(w.request("narrator", "table", "/game options option:karma_bank value:yes"))
		w.do(w.request("narrator", "table", "/game options option:results value:window"))
	}
	if w.seed%2 == 0 {
		w.do(w.request("narrator", "table", "/foe add name:Hound count:3 health:6 damage:4 strength:7"))
		w.do(w.request("narrator", "table", "/combat start range:close-combat"))
	}
	return w
}

func (w *world) request(user, channel, line string) *bot.Request {
	r, err := bot.Parse(line)
	if err != nil {
		w.Fatalf("%s: %v", line, err)
	}
	return w.from(user, channel, r)
}

func (w *world) from(user, channel string, r *bot.Request) *bot.Request {
	w.n++
	r.ID, r.Server, r.User, r.Manager = strconv.Itoa(1000000+w.n), "s", table.User{ID: user, Name: user}, user == "narrator"
	r.Channel, r.Parent = channel, ""
	if parent, _, ok := strings.Cut(channel, "/"); ok {
		r.Parent = parent
	}
	return r
}

// game is the table as it is now.
func (w *world) game() *table.Table {
	s, err := w.hub.Server("s")
	if err != nil {
		w.Fatal(err)
	}
	return s.Games(table.Saga)[0].Table()
}

// state is the table without its ledger, which undo does not touch.
func (w *world) state() string { return stateOf(w, w.game()) }

func stateOf(t interface{ Fatal(...any) }, of *table.Table) string {
	tb := of.Clone()
	tb.Ledger = table.Ledger{}
	raw, err := tb.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// undoneTo compares the states after an undo or a redo and before what it took back: to the byte, unless its entry shuffled
// since the order had been told, which deals anew what is hidden.
func undoneTo(t interface{ Fatal(...any) }, e table.Entry, is, want string) (diff string) {
	if shuffles(e) {
		is, want = loosened(t, is), loosened(t, want)
	}
	if is == want {
		return ""
	}
	return cmp.Diff(strings.Split(want, ","), strings.Split(is, ","))
}

func shuffles(e table.Entry) bool {
	return slices.ContainsFunc(e.Events, func(ev table.Event) bool { _, ok := ev.(table.Shuffled); return ok })
}

func loosened(t interface{ Fatal(...any) }, state string) string {
	tb, err := table.Restore([]byte(state), 0)
	if err != nil {
		t.Fatal(err)
	}
	loosen(tb)
	return stateOf(t, tb)
}

// loosen leaves of what is hidden only what an undo keeps that deals it anew: how many cards each hand has, and which they
// are together with the deck.
func loosen(tb *table.Table) {
	hidden := slices.Clone(tb.Zones[table.Deck])
	for zone, cards := range tb.Zones {
		if zone.IsHand() {
			hidden = append(hidden, cards...)
			tb.Zones[zone] = make(fate.Pile, len(cards))
		}
	}
	tb.Zones[table.Deck], tb.Order, tb.Drawn = hidden.Sorted(), 0, nil
}

// do carries a request out and checks the laws that hold of every single one.
func (w *world) do(r *bot.Request) {
	was, n := w.state(), w.journal.Len("t1")
	w.moved = nil
	reply, err := w.hub.Do(r)
	log, lerr := w.journal.Log("t1", n+1)
	if lerr != nil {
		w.Fatal(lerr)
	}
	switch {
	case err != nil && (len(log) > 0 || w.state() != was):
		w.Fatalf("%s by %s: an error changed something: %v", r, r.User.Name, err)
	case len(log) > 1:
		w.Fatalf("%s by %s: %d entries", r, r.User.Name, len(log))
	case len(log) == 0 && w.state() != was:
		w.Fatalf("%s by %s: the table changed and the log did not", r, r.User.Name)
	}
	var fault *bot.Fault
	if errors.As(err, &fault) && !strings.HasPrefix(r.Command, "test ") {
		w.Fatalf("%s by %s: %v", r, r.User.Name, errors.Unwrap(fault))
	}
	if err != nil {
		w.counts["refused"]++
		w.told(r, r.User.ID, err.Error())
		return
	}
	w.counts[r.Command]++
	for _, e := range log {
		w.before[e.Seq] = was
		w.follow(e)
		w.undone(e)
		w.entry(r, e)
	}
	held := 0
	for _, r := range w.game().Results {
		if held += len(r.Held); len(r.Held) > 0 && !r.Open {
			w.Fatalf("%s: Karma is held for a result that stands (R14.1)", r.Action.Ability)
		}
	}
	if in := w.game().Zones[table.InPlay]; len(in) != held {
		w.Fatalf("%v lies in play, %d are held for results that wait (R14.1)", in, held)
	}
	if !w.game().Whole() {
		w.Fatalf("%s by %s: cards are missing or doubled", r, r.User.Name)
	}
	w.reply(r, reply, false)
	w.last = r
}

// follow keeps account of which cards everybody has seen.
func (w *world) follow(e table.Entry) {
	w.moved = map[fate.Card]bool{}
	for _, ev := range e.Events {
		switch ev := ev.(type) {
		case table.CardsMoved:
			for _, c := range ev.Cards {
				if ev.To.Open() || ev.From.Open() && !ev.To.IsHand() {
					w.ever[c], w.moved[c] = true, true
				}
				if !ev.To.Open() {
					for _, user := range users {
						delete(w.shown[user], c)
					}
				}
				w.open[c] = ev.To.Open()
			}
		case table.Shown:
			for _, c := range ev.Cards {
				if ev.To == "" {
					w.ever[c], w.open[c] = true, true
				} else {
					if w.shown[ev.To] == nil {
						w.shown[ev.To], w.once[ev.To] = map[fate.Card]bool{}, map[fate.Card]bool{}
					}
					w.shown[ev.To][c], w.once[ev.To][c] = true, true
				}
			}
		}
	}
	if e.Undoes > 0 { // the cards lie where they lay
		for z, p := range w.game().Zones {
			for _, c := range p {
				w.open[c] = w.open[c] || z.Open()
			}
		}
	}
	for z, p := range w.game().Zones {
		for _, c := range p {
			if z.Open() {
				w.open[c], w.ever[c] = true, true
			}
		}
	}
}

// undone checks that an undo, or a redo, gives back what was before the entry that it takes back.
func (w *world) undone(e table.Entry) {
	if e.Undoes == 0 {
		return
	}
	w.counts["undone"]++
	if shuffles(e) {
		w.counts["undone over a told seed"]++
	}
	if diff := undoneTo(w, e, w.state(), w.before[e.Undoes]); diff != "" {
		w.Fatalf("undoing entry %d gives another state:\n%s", e.Undoes, diff)
	}
}

// recalls are the commands that may speak of what was seen long ago.
func recalls(command string) bool {
	return slices.Contains([]string{"game log", "game undo", "game redo", "point flip", "narrator karma", "hand look", "combat decide", "combat status", "combat next"}, command)
}

var named = regexp.MustCompile(`Zq(\d+)z|\b(\d+) (?:of )?(Body|Reflex|Mind|Spirit|Karma)\b`)

// cards lists the cards that a text names.
func (w *world) cards(text string) []fate.Card {
	var cards []fate.Card
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			i, _ := strconv.Atoi(m[1])
			cards = append(cards, w.list.Cards[i])
			continue
		}
		v, _ := strconv.Atoi(m[2])
		if c := (fate.Card{Suit: fate.Suit(m[3]), Value: v}); slices.Contains(w.list.Cards, c) {
			cards = append(cards, c)
		}
	}
	return cards
}

// told checks what one user reads, or with "" everybody: no card that is hidden from them, no seed that is
// not told yet, no secret difficulty.
func (w *world) told(r *bot.Request, user, text string) {
	if r.Command == "deck export" {
		return // what a deck is made of is no secret, only where its cards lie
	}
	tb := w.game()
	own := func(c fate.Card) bool {
		for _, s := range tb.Played(user) {
			if slices.Contains(tb.Zones[s.Hand()], c) {
				return true
			}
		}
		return false
	}
	typed := w.cards(r.String())
	for _, c := range w.cards(text) {
		switch {
		case w.open[c], w.moved[c], w.ever[c] && recalls(r.Command):
		case r.Command == "narrator take" && slices.Contains(typed, c): // all are told what the narrator asks for, held or not
		case r.Command == "hand look" && w.once[user][c]:
		case user != "" && (own(c) || w.shown[user][c] || slices.Contains(typed, c) || w.ever[c]):
		default:
			w.Fatalf("%s by %s: %q reads of the %s, which is hidden:\n%s", r, r.User.Name, user, c.Long(), text)
		}
	}
	w.sealed(r, text)
	if user != "narrator" && secretNumber.MatchString(chance.ReplaceAllString(text, "")) {
		w.Fatalf("%s by %s: %q reads a secret difficulty:\n%s", r, r.User.Name, user, text)
	}
}

// sealed checks that a text has no seed in it that is still secret.
func (w *world) sealed(r *bot.Request, text string) {
	ledger := w.game().Ledger
	for _, s := range append([]table.Seal{ledger.Next}, ledger.Used...) {
		if s.Number > 0 && strings.Contains(text, hex.EncodeToString(s.Seed[:])) {
			w.Fatalf("%s by %s: the seed of shuffle %d is told", r, r.User.Name, s.Number)
		}
	}
}

var chance = regexp.MustCompile(`\d+ %`)

var secretNumber = regexp.MustCompile(`\b(?:` + secretRating + `|` + secretScore + `)\b`)

// entry checks how a new entry of the log looks to everybody.
func (w *world) entry(r *bot.Request, e table.Entry) {
	for _, v := range []table.Viewer{{}, {User: "alice"}, {User: "bob"}, {User: "carol"}, {User: "narrator", Narrator: true}} {
		raw, err := json.Marshal(e.For(v))
		if err != nil {
			w.Fatal(err)
		}
		text := string(raw)
		w.sealed(r, text)
		for _, c := range w.cards(text) {
			if !w.open[c] && !w.moved[c] && !w.shown[v.User][c] && !(w.ever[c] && (recalls(r.Command) || e.Undoes > 0 || strings.Contains(text, "result_set") || strings.Contains(text, "fight_set") || strings.Contains(text, "drafts_set"))) {
				w.Fatalf("%s by %s: in the log %q reads of the %s, which is hidden:\n%s", r, r.User.Name, v.User, c.Long(), text)
			}
		}
		if !v.Narrator && secretNumber.MatchString(text) {
			w.Fatalf("%s by %s: in the log %q reads a secret difficulty:\n%s", r, r.User.Name, v.User, text)
		}
	}
}

// reply checks all that a reply shows, and that its buttons can be pressed.
func (w *world) reply(r *bot.Request, reply bot.Reply, also bool) {
	reader := ""
	if reply.Private || reply.Form != nil {
		reader = r.User.ID
	}
	parts := []string{reply.Text()}
	lines := []string{}
	for _, b := range reply.Buttons {
		parts, lines = append(parts, b.Label, b.Line), append(lines, b.Line)
	}
	for _, s := range reply.Selects {
		parts, lines = append(parts, s.Label, s.Line), append(lines, s.Line)
		for _, c := range s.Choices {
			parts = append(parts, c.Label, c.Value, c.About)
		}
		if len(s.Choices) > 25 || len(s.Choices) == 0 {
			w.Fatalf("%s: a menu of %d choices", r, len(s.Choices))
		}
	}
	for _, f := range reply.Files {
		parts = append(parts, f.Name, f.Alt)
		if !strings.HasSuffix(f.Name, ".png") {
			data, err := f.Data()
			if err != nil {
				w.Fatal(err)
			}
			parts = append(parts, string(data))
		}
	}
	if reply.Outcome != nil {
		raw, err := json.Marshal(reply.Outcome)
		if err != nil {
			w.Fatal(err)
		}
		parts = append(parts, string(raw))
	}
	if r.Command != "help" && !strings.Contains(strings.Join(parts, "\n"), `"deck_set"`) {
		w.told(r, reader, strings.Join(parts, "\n"))
	}
	for _, line := range lines {
		b, err := bot.Parse(line)
		if err == nil {
			_, err = w.hub.Find(b.Command)
		}
		if err != nil {
			w.Fatalf("%s: a button says %s: %v", r, line, err)
		}
	}
	if len(reply.Buttons)+len(reply.Selects) > 0 {
		w.seen = append(w.seen, reply)
	}
	for _, more := range reply.Also {
		w.reply(r, more, true)
	}
}

// replayed checks that the log tells the table.
func (w *world) replayed() {
	log, err := w.journal.Log("t1", 1)
	if err != nil {
		w.Fatal(err)
	}
	told, live := table.Replay(log), w.game()
	a, aerr := told.Snapshot()
	b, berr := live.Snapshot()
	if err := errors.Join(aerr, berr); err != nil {
		w.Fatal(err)
	}
	if string(a) != string(b) || told.Seq != live.Seq {
		w.Fatalf("the log tells another table:\n%s", cmp.Diff(strings.Split(string(a), ","), strings.Split(string(b), ",")))
	}
	if a := table.Check(log); len(a.Problems) > 0 {
		w.Fatalf("the audit finds %v", a.Problems)
	}
}

// step does something at random: a command that is typed, a button, a menu, the same request again.
func (w *world) step(luck uint64, commands []string) {
	w.luck = rand.New(rand.NewPCG(luck, w.seed))
	user, channel := pick(w, users), pick(w, []string{"table", "side", "table/thread"})
	switch {
	case w.chance(20) && len(w.seen) > 0:
		w.press(user, channel)
	case w.chance(5) && w.last != nil:
		w.again()
	case w.chance(2):
		w.fails(user, channel)
	default:
		c, err := w.hub.Find(pick(w, commands))
		if err != nil {
			w.Fatal(err)
		}
		r := w.typed(user, channel, c)
		before := len(w.seen)
		w.do(r)
		if c.Name == "narrator take" && len(w.seen) > before { // the player whom that asks gives up what is there
			seat, _ := w.game().Hero(r.Text("hero"))
			gives := w.request(seat.Player.ID, channel, w.seen[before].Buttons[0].Line)
			gives.Pressed = true
			w.do(gives)
		}
	}
}

// press uses one of the last buttons or menus, as anybody.
func (w *world) press(user, channel string) {
	from := w.seen[max(0, len(w.seen)-8):]
	reply := pick(w, from)
	var r *bot.Request
	if i := w.luck.IntN(len(reply.Buttons) + len(reply.Selects)); i < len(reply.Buttons) {
		r = w.request(user, channel, reply.Buttons[i].Line)
	} else {
		s := reply.Selects[i-len(reply.Buttons)]
		c := pick(w, s.Choices)
		r = w.from(user, channel, w.request(user, channel, s.Line).With(s.Option, c.Value))
	}
	r.Pressed = true
	w.do(r)
}

// again sends the last request once more: it acts once.
func (w *world) again() {
	n, was := w.journal.Len("t1"), w.state()
	log, err := w.journal.Log("t1", n)
	if err != nil {
		w.Fatal(err)
	}
	changed := len(log) == 1 && log[0].Request == w.last.ID
	reply, err := w.hub.Do(w.last)
	if changed && (err != nil || reply.Body != "That is done already.") {
		w.Fatalf("%s again: %+v, %v", w.last, reply, err)
	}
	if changed && (w.journal.Len("t1") != n || w.state() != was) {
		w.Fatalf("%s acted twice", w.last)
	}
	if w.journal.Len("t1") != n { // it changed nothing the first time
		w.Fatalf("%s acted the second time", w.last)
	}
}

// fails carries out a command that goes wrong inside: it changes nothing and is a fault.
func (w *world) fails(user, channel string) {
	if len(w.game().Zones[table.Deck]) == 0 {
		return
	}
	line := pick(w, []string{"/test panic", "/test lose"})
	was, n := w.state(), w.journal.Len("t1")
	_, err := w.hub.Do(w.request(user, channel, line))
	var fault *bot.Fault
	if !errors.As(err, &fault) || w.journal.Len("t1") != n || w.state() != was {
		w.Fatalf("%s: %v; %d entries, %d before", line, err, w.journal.Len("t1"), n)
	}
}

// typed makes a command with random options; most of their values are ones that are suggested.
func (w *world) typed(user, channel string, c *bot.Command) *bot.Request {
	if c.Who != bot.Anyone && w.chance(85) {
		user = "narrator"
	}
	r := w.from(user, channel, &bot.Request{Command: c.Name})
	for _, o := range c.Options {
		if o.Kind == bot.Attachment || !o.Required && !w.chance(chances(o)) {
			continue
		}
		r.Args = append(r.Args, w.value(r, o))
	}
	if c.Name == "act" || c.Name == "call" {
		w.secretly(r)
	}
	return r
}

// chances is how often an option is given, in percent.
func chances(o bot.Option) int {
	switch {
	case o.Hidden:
		return 3
	case slices.Contains([]string{"card", "action", "cards", "spend", "hero", "name"}, o.Name):
		return 75
	case slices.Contains([]string{"bonus", "difficulty", "skill", "foe", "then", "call", "massed"}, o.Name):
		return 7
	}
	return 20
}

func (w *world) value(r *bot.Request, o bot.Option) bot.Arg {
	a := bot.Arg{Name: o.Name}
	switch o.Kind {
	case bot.Number:
		low := max(o.Min, -3)
		high := min(o.Max, low+12)
		a.Value = strconv.Itoa(low + w.luck.IntN(max(0, high-low)+1))
	case bot.Switch:
		a.Value = strconv.FormatBool(w.chance(50))
	case bot.Person, bot.Mention:
		a.Value = pick(w, users)
		a.User = &table.User{ID: a.Value, Name: a.Value}
	default:
		values := slices.Clone(o.Choices)
		if mine := w.game().Played(r.User.ID); o.Name == "hero" && len(mine) > 0 && w.chance(85) {
			a.Value = pick(w, mine).Hero.Name
			return a
		}
		if r.Command == "narrator take" && o.Name == "card" && w.chance(70) { // nothing suggests a card of a hand
			if seat, ok := w.game().Hero(r.Text("hero")); ok && len(w.game().Hand(seat)) > 0 {
				a.Value = pick(w, w.game().Hand(seat)).String()
				return a
			}
		}
		if o.Suggest != nil {
			q := *r
			q.Args = append(slices.Clone(r.Args), a)
			for _, c := range w.hub.Suggest(&q, o.Name) {
				w.told(r, r.User.ID, c.Label+"\n"+c.Value+"\n"+c.About)
				values = append(values, c.Value)
			}
		}
		if len(values) == 0 || w.chance(4) {
			values = []string{"Fog", "Jack", "x", "average Reason", ","}
			if o.Name == "card" || o.Name == "then" {
				values = append(values, "7 Mind", "3 of Body", "Zq5z")
			}
		}
		a.Value = pick(w, values)
	}
	return a
}

// secretly makes an action one whose difficulty is the narrator's secret.
func (w *world) secretly(r *bot.Request) {
	if r.User.ID != "narrator" || w.chance(60) {
		return
	}
	*r = *r.Without("action", "secret", "foe")
	r.Args = append(r.Args, bot.Arg{Name: "action", Value: secretRating + " Reason (" + secretScore + ")"}, bot.Arg{Name: "secret", Value: "true"})
}

// sagaCommands are those of a game that keep its deck and leave it open.
func sagaCommands(h *bot.Hub) []string {
	var list []string
	for _, c := range h.Commands() {
		family, _, _ := strings.Cut(c.Name, " ")
		if slices.Contains([]string{"realm", "knights", "test"}, family) || slices.Contains([]string{
			"deck use", "game new", "game end", "game link", "game unlink", "game resume", "hero import", "foe import", "game narrator", "deck import",
		}, c.Name) {
			continue
		}
		for range 1 + weight[c.Name] {
			list = append(list, c.Name)
		}
	}
	return list
}

// weight makes what matters most come more often.
var weight = map[string]int{
	"act": 12, "call": 3, "game undo": 5, "game redo": 2, "hand reveal": 4, "point swap": 2, "point flip": 3, "game options": 4, "narrator karma": 2,
	"narrator card": 2, "narrator give": 6, "narrator take": 5, "game leave": 1, "game join": 3, "deck shuffle": 2, "deck recall": 1, "deck cut": 2, "aura": 2,
	"combat attack": 3, "combat defend": 3, "combat next": 2, "wound pay": 3, "foe add": 1, "combat start": 1, "game log": 1,
}

// TestLawsOfTheTable: after any commands of anybody the cards are whole and the log tells the table, undo
// gives back what was, nothing secret is told to those whom it is secret from, a request acts once, and
// what is refused or goes wrong changes nothing.
func TestLawsOfTheTable(t *testing.T) {
	counts := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rt, t)
		commands := sagaCommands(w.hub)
		for _, luck := range rapid.SliceOfN(rapid.Uint64(), 40, 80).Draw(rt, "steps") {
			if luck > 0 { // none is what rapid makes of a step that does not matter
				w.step(luck, commands)
			}
		}
		w.replayed()
		for what, n := range w.counts {
			counts[what] += n
		}
	})
	for _, what := range []string{"act", "game undo", "hand reveal", "narrator give", "narrator take", "undone", "refused"} {
		if counts[what] == 0 && !t.Failed() {
			t.Errorf("no %s among the commands: %v", what, counts)
		}
	}
	if testing.Verbose() {
		t.Log(counts)
	}
}
