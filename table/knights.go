package table

import (
	"fmt"
	"slices"
	"strings"

	"skald/knights"
)

// Knights is the kind of a table where the card game of knights and lands is played (K1 to K15).
const Knights Kind = "knights"

// Match is a game of knights with who plays it.
type Match struct {
	// Seats begin with those of the game, in its order; who sat down after its end comes behind them.
	Seats       []MatchSeat    `json:"seats,omitempty"`
	Lands       []knights.Land `json:"lands,omitempty"` // a group's own; the standard ones where there are none
	Layout      string         `json:"layout,omitempty"`
	AutoCollect bool           `json:"auto_collect,omitempty"`
	Game        *knights.Game  `json:"game,omitempty"` // nil before the start; never changed in place
	Seen        *knights.View  `json:"seen,omitempty"` // in a log that is shown: what everybody may see
}

// MatchSeat is a player, or a computer player where Bot names one.
type MatchSeat struct {
	User User   `json:"user"`
	Bot  string `json:"bot,omitempty"`
	// Left tells that the player has got up: the game was played in this seat, the next one is dealt without it.
	Left bool `json:"left,omitempty"`
}

// Running reports whether a game is on: it has begun and has not ended.
func (m Match) Running() bool { return m.Game != nil && m.Game.Ended() == knights.Running }

// Sitting lists who sits at the table: to them the next game is dealt (K5).
func (m Match) Sitting() []MatchSeat {
	return slices.DeleteFunc(slices.Clone(m.Seats), func(s MatchSeat) bool { return s.Left })
}

// Sit gives the match with one more at the table, and in which seat: who has got up takes the old one again. Their name becomes one
// that nobody at the table has, by a number behind it.
func (m Match) Sit(s MatchSeat) (Match, int) {
	m.Seats = slices.Clone(m.Seats)
	for i, old := range m.Seats {
		if old.Left && old.Bot == s.Bot && old.User.ID == s.User.ID {
			m.Seats[i].Left = false
			return m, i
		}
	}
	s.User.Name = unlike(s.User.Name, m.Names())
	m.Seats = append(m.Seats, s)
	return m, len(m.Seats) - 1
}

// Rise gives the match when the player of a seat has got up. The seats of a game that has begun stay where they are.
func (m Match) Rise(seat int) Match {
	m.Seats = slices.Clone(m.Seats)
	if m.Game == nil || seat >= m.Game.Players() {
		m.Seats = slices.Delete(m.Seats, seat, seat+1)
	} else {
		m.Seats[seat].Left = true
	}
	return m
}

// Names are what the players are called, by seat, no two alike in any case of letters.
func (m Match) Names() []string {
	var names []string
	for _, s := range m.Seats {
		names = append(names, unlike(s.User.Name, names))
	}
	return names
}

// unlike is a name with the least number behind it that makes it none of those taken, or the name alone where that will do.
func unlike(name string, taken []string) string {
	is := name
	same := func(other string) bool { return strings.EqualFold(other, is) }
	for n := 2; slices.ContainsFunc(taken, same); n++ {
		is = fmt.Sprintf("%s %d", name, n)
	}
	return is
}

// MatchSet is the match as it is now. Shows tells that a knight was shown that was hidden before.
type MatchSet struct {
	Match Match `json:"match"`
	Shows bool  `json:"shows,omitempty"`
}

func (MatchSet) kind() string     { return "match_set" }
func (e MatchSet) apply(t *Table) { m := e.Match; t.Match = &m }

// seenBy leaves what everybody may see of the game.
func (e MatchSet) seenBy(Viewer) Event {
	if e.Match.Game != nil {
		view := e.Match.Game.For(-1)
		e.Match.Seen, e.Match.Game = &view, nil
	}
	return e
}

// SetMatch writes a match down.
func (t *Table) SetMatch(m Match, shows bool) { t.record(MatchSet{m, shows}) }
