package table

import (
	"slices"

	"skald/fate"
)

// Result is a hero's last action as it stands (R4.5). It can be amended until the hero acts again, or with
// the option results=window until player and narrator have passed.
type Result struct {
	Action   fate.Action   `json:"action"`
	Notation fate.Notation `json:"notation"`
	Skill    string        `json:"skill,omitempty"`
	Foe      string        `json:"foe,omitempty"`
	Secret   bool          `json:"secret,omitempty"`
	Played   bool          `json:"played,omitempty"` // by the narrator, for an absent player
	// Told is a mishap that the narrator has carried out (R12.1).
	Told bool `json:"told,omitempty"`
	// Karma is how many banked cards made it harder (R14.1).
	Karma int `json:"karma,omitempty"`
	// Fight is the kind of the action's outcome where it was done in a fight.
	Fight string `json:"fight,omitempty"`
	// Open is a window that waits; Passed and NarratorPassed are who let it close.
	Open           bool `json:"open,omitempty"`
	Passed         bool `json:"passed,omitempty"`
	NarratorPassed bool `json:"narrator_passed,omitempty"`
	// Held is Karma of the action that lies in play while the window waits, and goes to the bank when the result
	// stands: none of it is spent against its own action (R14.1).
	Held fate.Pile `json:"held,omitempty"`
}

// ResultSet is a seat's last action; a zero Action takes it away.
type ResultSet struct {
	Seat   string `json:"seat"`
	Result Result `json:"result"`
}

func (ResultSet) kind() string { return "result_set" }
func (e ResultSet) apply(t *Table) {
	if t.Results == nil {
		t.Results = map[string]Result{}
	}
	t.Results[e.Seat] = e.Result
	if e.Result.Action.Ability == "" {
		delete(t.Results, e.Seat)
	}
}

// seenBy hides from players how hard a secret action was.
func (e ResultSet) seenBy(v Viewer) Event {
	if e.Result.Secret && !v.Narrator {
		e.Result.Notation = fate.Notation{Ability: e.Result.Notation.Ability}
		e.Result.Action.Against = nil
		e.Result.Foe = ""
	}
	return e
}

// SetResult writes down a seat's last action. What was held of the one before, or of a window that waits no longer,
// goes to the Karma bank (R14.1).
func (t *Table) SetResult(s Seat, r Result) {
	held := t.Results[s.ID].Held
	if !r.Open {
		r.Held = nil
	}
	t.record(ResultSet{s.ID, r})
	for _, c := range held {
		if !slices.Contains(r.Held, c) && slices.Contains(t.Zones[InPlay], c) {
			t.move(fate.Pile{c}, InPlay, Bank)
		}
	}
}

// dropHeld puts Karma that was held for the bank on the discard pile.
func (t *Table) dropHeld() {
	for _, s := range t.Seats {
		if r := t.Results[s.ID]; len(r.Held) > 0 {
			t.move(r.Held, InPlay, Discard)
			r.Held = nil
			t.SetResult(s, r)
		}
	}
}

// FlipFor turns the top card up for a hero point: it adds to the action and never counts for trump (R11.2a).
// False where there is no card.
func (t *Table) FlipFor(s Seat, luck Luck) (Result, bool) {
	r := t.Results[s.ID]
	cards := t.Read(1, luck)
	if len(cards) == 0 {
		return r, false
	}
	r.Action.Extra = r.Action.Extra.With(cards...)
	r.Passed, r.NarratorPassed = false, false
	t.SetResult(s, r)
	return r, true
}

// Swap discards a card of a hand and draws another for a hero point (R11.2b). It is not played: Karma is
// neither banked nor a mishap.
func (t *Table) Swap(s Seat, c fate.Card, luck Luck) {
	t.move(fate.Pile{c}, s.Hand(), Discard)
	t.draw(s, 1, luck)
}
