package bot_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"skald/bot"
	"skald/bot/bottest"
	"skald/fate"
	"skald/table"
)

// deniedAs demands a refusal with a sentence.
func deniedAs(t *testing.T, hub *bot.Hub, user, line, want string) {
	t.Helper()
	_, err := hub.Do(at(t, user, line))
	var no *fate.Refusal
	if !errors.As(err, &no) || no.Message != want {
		t.Errorf("%s: %s: %v, want %q", user, line, err, want)
	}
}

// K8, K9: who opened the table plays too, so that they take back no move of another player's, no resignation and no deal; a
// manager of the server may, and who opened the table does as long as they do not play.
func TestK8WhoTakesMovesBack(t *testing.T) {
	const manager = "someone who may manage the server"
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "carol: /knights join")
	deniedAs(t, hub, "alice", "/knights undo", "The last change was made by carol; only carol or "+manager+" can take it back.")
	must(t, hub, "alice: /knights start")
	deniedAs(t, hub, "alice", "/knights undo", "That showed knights that were hidden before; only "+manager+" can take it back.")
	must(t, hub, "bob: /knights resign sure:true")
	deniedAs(t, hub, "alice", "/knights undo", "The last change was made by bob; only bob or "+manager+" can take it back.")
	must(t, hub, "bob: /knights undo", "bob: /knights resign sure:true", "narrator: /knights undo", "carol: /knights resign sure:true", "bob: /knights resign sure:true")
	deniedAs(t, hub, "bob", "/knights undo", "That showed knights that were hidden before; only "+manager+" can take it back.") // the scores tell of hands
	must(t, hub, "narrator: /knights undo", "narrator: /knights undo", "narrator: /knights undo")
	if m := matchOf(t, hub); m.Match.Game != nil || len(m.Match.Seats) != 3 {
		t.Errorf("the start is not taken back: %+v", m.Match)
	}

	must(t, hub, "alice: /knights start", "bob: /knights resign sure:true")
	m := matchOf(t, hub)
	m.Match.Seats[0].User = table.User{ID: "dora", Name: "dora"} // so that alice only opened the table
	deniedAs(t, hub, "carol", "/knights undo", "The last change was made by bob; only bob or who opened the table or "+manager+" can take it back.")
	must(t, hub, "alice: /knights undo")
}

// matchOf is the table of knights.
func matchOf(t *testing.T, hub *bot.Hub) *table.Table {
	t.Helper()
	server, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	return server.Games(table.Knights)[0].Table()
}

// A reminder calls somebody, so that only who is at the table sends one, and a table only one in ten minutes, after a
// restart too.
func TestRemindersAreForThoseAtTheTableAndRare(t *testing.T) {
	for _, game := range []struct {
		name, line, who string
		setup           []string
		among           []string
	}{
		{
			"knights", "/knights remind", "the players, who opened the table or someone who may manage the server",
			[]string{"alice: /knights new", "bob: /knights join", "alice: /knights start"},
			[]string{"alice", "bob", "narrator"},
		},
		{
			"combat", "/combat nudge", "the narrator and the players",
			[]string{
				"narrator: /game new name:Moss", "alice: /hero new name:Jack", "alice: /game join", "bob: /hero new name:Bren", "bob: /game join",
				"narrator: /foe add name:Guard body:4 reflex:4 mind:3 spirit:3 health:10", "narrator: /combat start range:near-missile",
			},
			[]string{"alice", "bob", "narrator"},
		},
	} {
		t.Run(game.name, func(t *testing.T) {
			m := &memory{}
			start := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
			clock := start
			begin := func() *bot.Hub {
				hub := bottest.Hub(func(string) (bot.Journal, error) { return m, nil }, 1)
				hub.Now = func() time.Time { return clock }
				return hub
			}
			hub := begin()
			must(t, hub, game.setup...)
			deniedAs(t, hub, "dora", game.line, "Only "+game.who+" can send a reminder.")
			for i, user := range game.among {
				clock = start.Add(time.Duration(i) * time.Hour)
				if r := must(t, hub, user+": "+game.line); len(r.Ping) == 0 {
					t.Errorf("%s's reminder calls nobody", user)
				}
				clock = clock.Add(90 * time.Second)
				hub = begin()
				deniedAs(t, hub, "alice", game.line, "A reminder was sent already; the next one can be sent in 9 minutes.")
				clock = clock.Add(8*time.Minute + 29*time.Second)
				deniedAs(t, hub, "bob", game.line, "A reminder was sent already; the next one can be sent in 1 minute.")
				clock = clock.Add(time.Second)
				must(t, hub, "alice: "+game.line)
			}
		})
	}
}

// Scripts compare the codes: small letters with underscores, in all packages the same.
func TestCodesOfKnightsAreWrittenAsAllOthers(t *testing.T) {
	snake := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, s := range knightSentences(t) {
		if !snake.MatchString(s.code) {
			t.Errorf("the code %s has something else in it than small letters and underscores", s.code)
		}
	}
}

// K3: what a menu offers begins with a capital and says what is done.
func TestK3MenusSayWhatIsDone(t *testing.T) {
	hub, _ := newHub(t, 5)
	must(t, hub, "alice: /knights new", "bob: /knights join", "alice: /knights start")
	m := matchOf(t, hub)
	mover := m.Match.Seats[m.Match.Game.ToMove()].User.Name
	hand := must(t, hub, mover+": /knights hand")
	var labels []string
	for _, s := range hand.Selects {
		for _, c := range s.Choices {
			labels = append(labels, c.Label)
		}
	}
	if len(labels) == 0 {
		t.Fatal("no menus")
	}
	said := regexp.MustCompile(`^Lay the [1-4] [a-z]+: a new troop against [A-Z][a-z]+land( \([A-Z][a-z]+land\))?$`)
	if i := slices.IndexFunc(labels, func(s string) bool { return !said.MatchString(s) }); i >= 0 {
		t.Errorf("a menu offers %q", labels[i])
	}
	if status := must(t, hub, "alice: /knights status"); !strings.Contains(status.Body, "**"+mover+"** lays a knight.") {
		t.Error(status.Body)
	}
}
