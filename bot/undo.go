package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/table"
)

func undo(t *Turn) (Reply, error) {
	log, err := t.Server.journal.Log(t.game.ID, 1)
	if err != nil {
		return Reply{}, err
	}
	last, ok := table.Newest(log)
	if !ok || last.Seq == 1 {
		return Reply{}, fate.Refuse("nothing_to_undo", "There is nothing to take back.")
	}
	if t.Switch("preview") {
		return Reply{Private: true, Body: "This would be taken back: " + entryLine(last, t.Viewer()) + "\n" + t.mayUndo(last)}, nil
	}
	if !t.overrules() {
		switch {
		case last.By.ID != t.User.ID:
			return Reply{}, fate.Refuse("not_yours", "The last change was made by %s; only %s can take it back.", last.By.Name, t.takers(last))
		case strings.HasPrefix(last.Command, "/narrator "):
			return Reply{}, fate.Refuse("not_yours", "The narrator asked for the last change; only the narrator can take it back.")
		case last.Reveals():
			return Reply{}, fate.Refuse("cards_seen", "That showed %s; only %s can take it back.", t.hidden(), t.chief())
		}
	}
	renewed, err := t.takeBack(log, last.Seq)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Title: "Taken back", Body: entryLine(last, table.Viewer{}) + renewed, Tone: Warn}
	if g := t.Table.Game; g.Ended { // it was taken up again, and that was taken back
		r.Body += fmt.Sprintf("\n%s has ended; %s takes it up again.", g.Name, Line("game resume", "name", g.Name))
	}
	return r, nil
}

// entryLine is "entry 12, alice: /act card:…".
func entryLine(e table.Entry, v table.Viewer) string {
	return fmt.Sprintf("entry %d, %s: %s", e.Seq, e.By.Name, typed(e.For(v).Command))
}

// takeBack makes the table what it is without an entry. Where that brings an order back whose seed has been
// told, what lies hidden in it is dealt anew; then it gives a sentence that says so. The refusal is a channel in which
// another game is played by now.
func (t *Turn) takeBack(log []table.Entry, seq int) (string, error) {
	t.Table, t.undoes = table.Without(log, seq), seq
	for _, g := range t.Server.Games(t.Table.Game.Kind) {
		other := g.Table().Game
		taken := func(channel string) bool { return slices.Contains(other.Channels, channel) }
		if g.ID != t.game.ID && !t.Table.Game.Ended && slices.ContainsFunc(t.Table.Game.Channels, taken) {
			return "", fate.Refuse("game_here", "That would bring %s back to a channel where %s is played now; end or unlink that one first.", t.Table.Game.Name, other.Name)
		}
	}
	switch hands, renewed := t.Table.Renew(t.luck()); {
	case hands > 0:
		return "\nThe order of those cards has been told by now: the deck is shuffled anew, and " + plural(hands, "hand") + " of it dealt anew.", nil
	case renewed:
		return "\nThe order of the deck has been told by now: it is shuffled anew.", nil
	}
	return "", nil
}

// chief is who has the last word at the table.
func (t *Turn) chief() string {
	switch t.Table.Game.Kind {
	case table.Realms:
		return "the game master"
	case table.Knights:
		return t.matchChief()
	}
	return "the narrator"
}

// overrules reports whether the user has the last word at the table.
func (t *Turn) overrules() bool {
	if t.Table.Game.Kind == table.Knights {
		return t.overrulesMatch()
	}
	return t.Narrates()
}

// takers are all who can take an entry back: who made it, unless it showed something, and the chief.
func (t *Turn) takers(e table.Entry) string {
	narrated := t.Table.Game.Kind != table.Knights && t.Table.Narrates(e.By.ID, nil) // takes anything back
	if e.Reveals() || narrated || strings.HasPrefix(e.Command, "/narrator ") {
		return t.chief()
	}
	return e.By.Name + " or " + t.chief()
}

// hidden is what only the chief may take back, once it was shown.
func (t *Turn) hidden() string {
	switch t.Table.Game.Kind {
	case table.Realms:
		return "dice that were thrown"
	case table.Knights:
		return "knights that were hidden before"
	}
	return "cards that were hidden before"
}

func (t *Turn) mayUndo(e table.Entry) string {
	if e.Reveals() {
		return fmt.Sprintf("It showed %s, so only %s can take it back.", t.hidden(), t.chief())
	}
	return fmt.Sprintf("Only %s can take it back.", t.takers(e))
}

// redo takes back the newest undo that nothing but other redos came after; so every step of several undos can
// be done again. Who took a change of their own back may do it again.
func redo(t *Turn) (Reply, error) {
	log, err := t.Server.journal.Log(t.game.ID, 1)
	if err != nil {
		return Reply{}, err
	}
	for _, e := range slices.Backward(table.Standing(log)) {
		if e.Undoes == 0 {
			break
		}
		again := log[e.Undoes-1]
		if again.Undoes > 0 {
			continue // a redo
		}
		if !t.overrules() && (e.By.ID != t.User.ID || again.By.ID != t.User.ID) {
			return Reply{}, fate.Refuse("not_yours", "That was taken back by %s; only %s can do it again.", e.By.Name, t.chief())
		}
		renewed, err := t.takeBack(log, e.Seq)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Title: "Done again", Body: entryLine(again, table.Viewer{}) + renewed, Tone: Warn}, nil
	}
	return Reply{}, fate.Refuse("nothing_to_redo", "The last thing done was not an undo.")
}
