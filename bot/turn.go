package bot

import (
	"slices"
	"strconv"

	"skald/fate"
	"skald/table"
)

// Turn is one request being carried out: what was asked, and the table to do it at.
type Turn struct {
	*Request
	Hub    *Hub
	Server *Server
	// Table is a copy that the command may change; nil for commands that are at no table.
	Table *table.Table
	// Typed is what stands so far in the option to suggest for.
	Typed string

	command *Command
	game    *Game
	masked  *Request
	undoes  int
	failed  error // what luck could not do
}

// find gives the table that the command is for.
func (t *Turn) find() (*Game, error) {
	if t.command.On != nil {
		return t.command.On(t)
	}
	return here(t)
}

// here is the game of the channel.
func here(t *Turn) (*Game, error) {
	if g := t.Server.here(table.Saga, t.Request); g != nil {
		return g, nil
	}
	return nil, fate.Refuse("no_game", "There is no game in this channel. Someone who may manage the server begins one with /game new.")
}

// nowhere is for commands that are at no table.
func nowhere(*Turn) (*Game, error) { return nil, nil }

// library is what the server keeps for all its games.
func library(t *Turn) (*Game, error) { return t.Server.library, nil }

// hereIfAny is the game of the channel, or none.
func hereIfAny(t *Turn) (*Game, error) { return t.Server.here(table.Saga, t.Request), nil }

// Narrates reports whether the user is a narrator of the table.
func (t *Turn) Narrates() bool {
	ruled := t.ruled()
	return ruled != nil && ruled.Narrates(t.User.ID, t.Roles)
}

// Viewer is the user as one who looks at the log.
func (t *Turn) Viewer() table.Viewer {
	return table.Viewer{User: t.User.ID, Narrator: t.Narrates()}
}

// Number is the value of a number option, or what it is without one.
func (t *Turn) Number(name string, without int) int {
	text := t.Text(name)
	if text == "" {
		return without
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return without
	}
	return n
}

// Switch is the value of a true-or-false option; false without one.
func (t *Turn) Switch(name string) bool {
	on, _ := strconv.ParseBool(t.Text(name))
	return on
}

// Mask sets the line that players read in the log instead of the one with the narrator's secret in it.
func (t *Turn) Mask(r *Request) { t.masked = r }

// logged is a line as the log has it: cards that it names and that not everybody has seen are left out
// (R1.6b).
func (t *Turn) logged(r *Request) string {
	if t.Table.List == nil {
		return r.String()
	}
	seen := t.Table.Seen()
	for _, name := range []string{"card", "cards", "then"} {
		hidden := func(word string) bool { _, ok := t.Table.List.Find(word, seen); return !ok }
		if slices.ContainsFunc(splitList(r.Text(name)), hidden) {
			r = r.Without(name)
		}
	}
	return r.String()
}

// fits refuses a deck that cannot be stacked as the console was told.
func (t *Turn) fits(list *fate.DeckList) error {
	if t.Hub.Fits == nil {
		return nil
	}
	return t.Hub.Fits(list)
}

// luck is what the turn's shuffles take from outside.
func (t *Turn) luck() table.Luck {
	luck := table.Luck{Seed: t.Hub.Seed, Request: t.ID}
	if t.Hub.Stack != nil {
		luck.Stack = func(p fate.Pile) (fate.Pile, bool) {
			q, stacked, err := t.Hub.Stack(t.Table.List, p)
			if err != nil {
				t.failed = err
				return p, false
			}
			return q, stacked
		}
	}
	return luck
}
