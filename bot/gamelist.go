package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/table"
)

// kinds are all that is played at tables, the role-playing game first.
var kinds = []table.Kind{table.Saga, table.Realms, table.Knights}

func resumeGame(t *Turn) (Reply, error) {
	name := t.Text("name")
	listed, err := t.Server.ended("", name)
	if err != nil {
		return Reply{}, err
	}
	if len(listed) == 0 {
		return Reply{}, fate.Refuse("no_game", "No ended game is called %q; /game list shows them.", short(name, 40))
	}
	l := listed[0]
	if g := t.Server.here(l.Game.Kind, t.Request); g != nil {
		return Reply{}, fate.Refuse("game_here", "%s is played in this channel; end it first, or choose another channel.", g.Table().Game.Name)
	}
	return t.resume(l)
}

// resume opens an ended game again, bound to this channel alone.
func (t *Turn) resume(l table.Listed) (Reply, error) {
	g, err := load(t.Server.journal, l.ID)
	if err != nil {
		return Reply{}, err
	}
	t.game, t.Table = g, g.Table().Clone()
	was := t.Table.Game
	was.Ended = false
	was.Channels = []string{t.Channel}
	t.Table.SetGame(was)
	r := Reply{Title: was.Name + " goes on", Tone: Good}
	switch was.Kind {
	case table.Realms:
		t.Table.SetRealm(t.campaign().Reopen())
		r.Body = "The campaign is kept in this channel now; the game masters: " + narrators(was) + "."
		return t.withBoard(r), nil
	case table.Knights:
		r.Body = "Knights and lands are played in this channel now; /knights status shows the table."
		return r, nil
	}
	t.Table.Recall(t.luck())
	r.Body = fmt.Sprintf("It is played in this channel now; the narrators: %s. Its shuffles were told when it ended, so all cards came back and the deck is shuffled anew.%s", narrators(was), t.newHands())
	return r, nil
}

func listGames(t *Turn) (Reply, error) {
	var open, over []string
	for _, g := range t.Server.Games(table.Saga) {
		tb := g.Table()
		open = append(open, fmt.Sprintf("**%s**: %s, narrated by %s", tb.Game.Name, plural(len(tb.Heroes()), "hero"), narrators(tb.Game)))
	}
	for _, g := range t.Server.Games(table.Realms) {
		tb := g.Table()
		open = append(open, fmt.Sprintf("**%s**: a campaign of %s, run by %s", tb.Game.Name, plural(len(tb.Realm.Realms), "realm"), narrators(tb.Game)))
	}
	for _, g := range t.Server.Games(table.Knights) {
		open = append(open, fmt.Sprintf("**%s**: knights and lands", g.Table().Game.Name))
	}
	ended, err := t.Server.ended("", "")
	if err != nil {
		return Reply{}, err
	}
	for _, l := range ended {
		over = append(over, l.Game.Name+map[table.Kind]string{table.Realms: ", a campaign", table.Knights: ", knights and lands"}[l.Game.Kind])
	}
	r := Reply{Title: "Games of this server"}
	if len(open) == 0 {
		open = []string{"none; someone who may manage the server begins one with /game new"}
	}
	r.Fields = []Field{{Name: "In play", Value: strings.Join(open, "\n")}}
	if len(over) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Ended", Value: strings.Join(over, "\n")})
	}
	return r, nil
}

// ended lists the tables of a kind that are over, the newest first: all, or those of a name. Of the kind "" it lists
// those of all kinds, the role-playing games first.
func (s *Server) ended(kind table.Kind, name string) ([]table.Listed, error) {
	listed, err := s.journal.Tables()
	listed = slices.DeleteFunc(listed, func(l table.Listed) bool {
		return !l.Game.Ended || kind != "" && l.Game.Kind != kind || name != "" && !strings.EqualFold(l.Game.Name, name)
	})
	slices.Reverse(listed)
	slices.SortStableFunc(listed, func(a, b table.Listed) int {
		return slices.Index(kinds, a.Game.Kind) - slices.Index(kinds, b.Game.Kind)
	})
	return listed, err
}
