package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/knights"
	"skald/table"
)

// sat lists who sits at the table, as they are called there.
func sat(t *testing.T, hub *bot.Hub) []string {
	t.Helper()
	var names []string
	for _, s := range matchOf(t, hub).Match.Sitting() {
		names = append(names, s.User.Name)
	}
	return names
}

// asUser carries a line out for somebody whose name is not their id.
func asUser(t *testing.T, hub *bot.Hub, id, name, line string) bot.Reply {
	t.Helper()
	r := at(t, id, line)
	r.User = table.User{ID: id, Name: name}
	reply, err := hub.Do(r)
	if err != nil {
		t.Fatalf("%s: %s: %v", id, line, err)
	}
	return reply
}

// K5: a table is filled by those who sit at it, who opened it, and who may manage the server; by nobody else.
func TestK5WhoSeatsComputerPlayers(t *testing.T) {
	const no = "Only who sits at the table, who opened it or someone who may manage the server seats a computer player; /knights join sits down."
	hub, _ := newHub(t, 5)
	must(t, hub, "bob: /knights new")
	deniedAs(t, hub, "cyd", "/knights join bot:baron", no)
	must(t, hub, "bob: /knights join bot:page", "narrator: /knights join bot:page", "bob: /knights resign")
	must(t, hub, "bob: /knights join bot:page") // who opened the table need not sit
	if diff := cmp.Diff([]string{"Page", "Page 2", "Page 3"}, sat(t, hub)); diff != "" {
		t.Error(diff)
	}
	must(t, hub, "cyd: /knights join", "narrator: /knights resign player:Page", "cyd: /knights join bot:squire", "cyd: /knights resign")
	deniedAs(t, hub, "cyd", "/knights join bot:squire", no)
}

// No two at a table go by one name: on Discord users may, and a computer player may have a user's name.
func TestPlayersOfOneNameAreToldApart(t *testing.T) {
	hub, j := newHub(t, 5)
	asUser(t, hub, "1", "Squire", "/knights new")
	asUser(t, hub, "1", "Squire", "/knights join bot:squire")
	if r := asUser(t, hub, "2", "squire", "/knights join"); r.Body != "squire 3 sits down. At the table: Squire, Squire 2 and squire 3." {
		t.Error(r.Body)
	}
	asUser(t, hub, "1", "Squire", "/knights start")
	board := asUser(t, hub, "1", "Squire", "/knights status")
	raw, err := json.Marshal(board.Outcome)
	if err != nil {
		t.Fatal(err)
	}
	var o struct {
		ToMove  string `json:"to_move"`
		Players []struct{ Name string }
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	if len(o.Players) != 3 || o.Players[1].Name != "Squire 2" || o.Players[2].Name != "squire 3" || o.ToMove != "Squire" && o.ToMove != "squire 3" {
		t.Errorf("%s", raw)
	}
	for name, id := range map[string]string{"Squire": "1", "squire 3": "2"} { // each is found by the name of the table
		reply := asUser(t, hub, "1", "Squire", "/knights resign player:\""+name+"\"")
		if own := id == "1"; own != strings.HasPrefix(reply.Body, "You give") {
			t.Errorf("%s: %s", name, reply.Body)
		}
	}
	if log, err := j.Log("t1", 1); err != nil || !strings.Contains(log[2].Text, "squire 3") {
		t.Errorf("%v %v", log, err)
	}
}

// A log that was written when names could be the same, and nobody could get up, gives the table that it gave: byte for byte, with names
// of which no two are alike.
func TestOldLogsOfKnightsAreRead(t *testing.T) {
	const old = `[{"match_set":{"match":{"seats":[{"user":{"id":"1","name":"Squire"}},{"user":{"id":"","name":"Squire"},"bot":"squire"},{"user":{"id":"2","name":"Squire 2"}}],"layout":"crown"}}}]`
	var events table.Batch
	if err := json.Unmarshal([]byte(old), &events); err != nil {
		t.Fatal(err)
	}
	tb := table.Replay([]table.Entry{{Seq: 1, Events: events}})
	if diff := cmp.Diff([]string{"Squire", "Squire 2", "Squire 2 2"}, tb.Match.Names()); diff != "" {
		t.Error(diff)
	}
	if got := len(tb.Match.Sitting()); got != 3 {
		t.Errorf("%d sit", got)
	}
	again, err := json.Marshal(events)
	if err != nil || string(again) != old {
		t.Errorf("%s, %v", again, err)
	}
	for _, m := range []table.Match{tb.Match.Rise(0)} {
		if len(m.Seats) != 2 || len(tb.Match.Seats) != 3 {
			t.Errorf("getting up changes the table it came from: %+v", tb.Match.Seats)
		}
	}
}

// toEnd has the players move, each as the first legal move has it, until the game is over.
func toEnd(t *testing.T, hub *bot.Hub) {
	t.Helper()
	for n := 0; n < 400; n++ {
		m := matchOf(t, hub).Match
		seat := m.Game.ToMove()
		if seat < 0 {
			return
		}
		must(t, hub, m.Seats[seat].User.ID+": /knights "+lineOf(m.Game.Moves(seat)[0]))
	}
	t.Fatal("the game does not end")
}

func lineOf(m knights.Move) string {
	switch verb, rest, _ := strings.Cut(m.String(), " "); m.Kind {
	case knights.Lay, knights.Recruit:
		return verb + ` knight:"` + rest + `"`
	case knights.EndTurn:
		return "end-turn"
	}
	return m.String()
}

// K5: after the end others sit down and players get up; the next game is dealt to who sits then, and the board of the last one still
// tells who played it.
func TestK5TheNextGameIsDealtToWhoSits(t *testing.T) {
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "alice: /knights start")
	deniedAs(t, hub, "carl", "/knights join", "The game has begun; wait for the next one.")
	toEnd(t, hub)
	before := must(t, hub, "alice: /knights status")
	must(t, hub, "carl: /knights join", "bob: /knights resign")
	after := must(t, hub, "alice: /knights status")
	if diff := cmp.Diff(before.Outcome, after.Outcome); diff != "" {
		t.Errorf("the game that is over changed: %s", diff)
	}
	if !strings.HasSuffix(after.Body, "\nAt the table: alice and carl. /knights start deals anew.") || !strings.Contains(after.Body, "**bob**") {
		t.Error(after.Body)
	}
	deniedAs(t, hub, "bob", "/knights start", "Only who sits at the table begins the game; /knights join sits down.")
	deniedAs(t, hub, "bob", "/knights resign", "You do not play at this table.")
	deniedAs(t, hub, "carl", "/knights hand", "The next game has not begun; /knights start deals.")
	deniedAs(t, hub, "carl", "/knights lay knight:\"1 red\"", "The next game has not begun; /knights start deals.")
	must(t, hub, "carl: /knights start")
	if diff := cmp.Diff([]string{"alice", "carl"}, sat(t, hub)); diff != "" || matchOf(t, hub).Match.Game.Players() != 2 {
		t.Error(diff)
	}
	deniedAs(t, hub, "bob", "/knights hand", "You do not play at this table.")
}

// Who has got up and comes back has the old seat again; four sit at most, and who has got up takes no place.
func TestK5WhoComesBackHasTheOldSeat(t *testing.T) {
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "alice: /knights join bot:page", "alice: /knights join bot:page", "alice: /knights start",
		"alice: /knights resign sure:true", "bob: /knights resign sure:true")
	if diff := cmp.Diff([]string{"alice", "bob", "Page", "Page 2"}, sat(t, hub)); diff != "" { // who has resigned may want the next game
		t.Error(diff)
	}
	must(t, hub, "alice: /knights resign player:\"Page 2\"", "bob: /knights resign", "carl: /knights join", "bob: /knights join")
	deniedAs(t, hub, "alice", "/knights join bot:page", "Four sit at the table already; that is the most (K5).")
	must(t, hub, "carl: /knights resign", "alice: /knights join bot:page")
	if diff := cmp.Diff([]string{"alice", "bob", "Page", "Page 2"}, sat(t, hub)); diff != "" {
		t.Error(diff)
	}
}

// K8: a player who is away stops the game for good; who opened the table and who may manage the server resign for them, nobody else
// does, and all are told who did it. The next game is dealt without that player.
func TestK8ResigningForAPlayerWhoIsAway(t *testing.T) {
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "carol: /knights join", "alice: /knights join bot:page", "alice: /knights start")
	for user, line := range map[string]string{
		"carol": "/knights resign player:bob", "dora": "/knights resign player:bob sure:true",
	} {
		deniedAs(t, hub, user, line, "Only who opened the table or someone who may manage the server can do that for somebody else.")
	}
	deniedAs(t, hub, "alice", "/knights resign player:Page sure:true", "Page is a computer player, which plays on by itself.")
	asked := must(t, hub, "alice: /knights resign player:bob")
	if !asked.Private || matchOf(t, hub).Match.Game.For(-1).Players[1].Resigned {
		t.Fatalf("it did not ask first: %+v", asked)
	}
	press := at(t, "alice", asked.Buttons[0].Line)
	press.Pressed = true
	told, err := hub.Do(press)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(told.Public()[0].Body, "alice resigns for bob, who is away.\nbob resigns;") {
		t.Errorf("everybody reads %q", told.Public()[0].Body)
	}
	own := matchOf(t, hub).Match.Game.For(0).Players[0].Set.String()
	if told.Title != "Your knights, set "+own || !told.Private || !matchOf(t, hub).Match.Game.For(-1).Players[1].Resigned {
		t.Errorf("%s", told.Text())
	}
	deniedAs(t, hub, "narrator", "/knights resign player:bob sure:true", "bob has resigned already.")
	deniedAs(t, hub, "bob", "/knights resign", "You have resigned from this game (K8).")
	deniedAs(t, hub, "bob", "/knights join", "The game has begun; wait for the next one.")
	must(t, hub, "narrator: /knights resign player:<@carol> sure:true") // as a user is mentioned
	must(t, hub, "alice: /knights resign sure:true", "alice: /knights start")
	if diff := cmp.Diff([]string{"alice", "Page"}, sat(t, hub)); diff != "" {
		t.Error(diff)
	}
}

// A computer player is offered to be sent away where no game is on, players who can be resigned for where one is.
func TestSuggestedPlayersAreThoseWhoCanLeave(t *testing.T) {
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "alice: /knights join bot:page", "carl: /knights join")
	offered := func() (names []string) {
		for _, c := range hub.Suggest(at(t, "alice", "/knights resign"), "player") {
			names = append(names, c.Value)
		}
		return names
	}
	if got := offered(); !slices.Equal(got, []string{"alice", "bob", "Page", "carl"}) {
		t.Error(got)
	}
	must(t, hub, "alice: /knights start", "carl: /knights resign sure:true")
	if got := offered(); !slices.Equal(got, []string{"alice", "bob"}) {
		t.Error(got)
	}
	must(t, hub, "bob: /knights resign sure:true", "alice: /knights resign sure:true", "carl: /knights resign")
	if got := offered(); !slices.Equal(got, []string{"alice", "bob", "Page"}) {
		t.Error(got)
	}
}

// In a running game resigning asks first; the button of a game that is over does nothing.
func TestResigningAsksFirst(t *testing.T) {
	hub, j := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "alice: /knights start")
	n := j.Len("t1")
	asked := must(t, hub, "bob: /knights resign")
	if !asked.Private || len(asked.Buttons) == 0 || asked.Buttons[0].Style != bot.Danger || j.Len("t1") != n {
		t.Fatalf("it did not ask: %+v", asked)
	}
	press := at(t, "bob", asked.Buttons[0].Line)
	press.Pressed = true
	if _, err := hub.Do(press); err != nil {
		t.Fatal(err)
	}
	if matchOf(t, hub).Match.Running() {
		t.Error("bob plays on")
	}
	deniedAs(t, hub, "bob", asked.Buttons[0].Line, "No game is on; /knights resign gets up from the table.")
}

// K5: what computer players know of the sets players are told: whose each is and how many knights of it a hand holds, to all; what
// can be worked out of the other hands, to each alone; what the sets have, in the rules.
func TestK5PlayersKnowWhatComputerPlayersKnow(t *testing.T) {
	hub, tb := aMatch(t, nil, "/knights new")
	change(t, tb(), func(p *position) { // bob has recruited one of alice's knights
		own := &p.Players[0].Hand
		p.Players[1].Hand = append(p.Players[1].Hand, (*own)[0])
		*own = (*own)[1:]
	})
	v := tb().Match.Game.For(0)
	alice, bob := v.Players[0].Set.String(), v.Players[1].Set.String()
	status := must(t, hub, "bob: /knights status").Text()
	for _, want := range []string{
		"alice, set " + alice + ": 0 fame, 11 knights in hand\n", "bob, set " + bob + ": 0 fame, 13 knights in hand (12 " + bob + ", 1 " + alice + ")\n",
		"The table: set " + v.Neutral.String(),
	} {
		if !strings.Contains(status, want) {
			t.Errorf("no %q in\n%s", want, status)
		}
	}
	if alt := must(t, hub, "bob: /knights status").Files[0].Alt; !strings.Contains(alt, alice+" · alice has") {
		t.Error(alt) // the picture
	}
	hand := must(t, hub, "alice: /knights hand")
	if !hand.Private || hand.Title != "Your knights, set "+alice {
		t.Errorf("%+v", hand)
	}
	theirs := must(t, hub, "bob: /knights hand")
	if !strings.Contains(theirs.Body, " ("+alice+")") || strings.Contains(theirs.Body, "("+bob+")") {
		t.Error(theirs.Body)
	}
	for line, want := range map[string]string{
		"alice: /knights rules":                  "\nA: red 3, green 4 2, blue 1, orange 3 2 2, violet 3 1, yellow 4 4 1",
		"alice: /knights rules language:deutsch": "rot 3, grün 4 2, blau 1, orange 3 2 2, violett 3 1, gelb 4 4 1",
	} {
		text := must(t, hub, line).Text()
		for _, whose := range []string{bob + " (bob): ", alice + " (alice): "} {
			if !strings.Contains(text, whose) {
				t.Errorf("%s: no %q in\n%s", line, whose, text)
			}
		}
		if want = strings.TrimPrefix(want, "\nA: "); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", line, want, text)
		}
	}
}

// K15a: the board tells what a land adds to its own defence, which the scores do not count.
func TestK15aTheBoardTellsWhatABulwarkAdds(t *testing.T) {
	hub, tb := aMatch(t, nil, "/knights new lands:reverse")
	change(t, tb(), func(p *position) { p.Lands[0].Owner = 0 })
	land := tb().Match.Game.For(-1).Lands[0]
	status := must(t, hub, "alice: /knights status").Text()
	if want := ", +1); reverse, income 1, defence +1 against attackers"; strings.Count(status, want) != 1 || land.Side.Colour != knights.Red {
		t.Errorf("no %q in\n%s", want, status)
	}
	for line, want := range map[string]string{
		"alice: /knights rules":                  "what a land adds to its own defence holds off attackers and does not count.",
		"alice: /knights rules language:deutsch": "was ein Land selbst zu seiner Verteidigung gibt, hält Angreifer ab und zählt nicht.",
	} {
		if text := must(t, hub, line).Text(); !strings.Contains(text, want) {
			t.Errorf("%s: %s", line, text)
		}
	}
}
