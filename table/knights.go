package table

import "skald/knights"

// Knights is the kind of a table where the card game of knights and lands is played (K1 to K15).
const Knights Kind = "knights"

// Match is a game of knights with who plays it.
type Match struct {
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
