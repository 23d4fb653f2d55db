package table

import (
	"slices"

	"skald/realm"
)

// Realms is the kind of a table that keeps a campaign of realms (C1 to C20).
const Realms Kind = "realm"

// RealmSet is the campaign as it is now, without the turns that are closed.
type RealmSet struct {
	Campaign realm.Campaign `json:"campaign"`
	// Rolled tells that dice were thrown: only the game master can take that back.
	Rolled bool `json:"rolled,omitempty"`
}

func (RealmSet) kind() string { return "realm_set" }
func (e RealmSet) apply(t *Table) {
	c := e.Campaign
	if t.Realm != nil {
		c.Past = t.Realm.Past
	}
	t.Realm = &c
}
func (e RealmSet) seenBy(Viewer) Event { return e }

// TurnClosed is a turn that has become history.
type TurnClosed struct {
	Turn realm.Turn `json:"turn"`
}

func (TurnClosed) kind() string { return "turn_closed" }
func (e TurnClosed) apply(t *Table) {
	c := *t.Realm
	c.Past = slices.Concat(c.Past, []realm.Turn{e.Turn})
	t.Realm = &c
}
func (e TurnClosed) seenBy(Viewer) Event { return e }

// SetRealm writes a campaign down. Turns that were closed since are added to its history.
func (t *Table) SetRealm(c realm.Campaign) {
	known, rolls := 0, 0
	if t.Realm != nil {
		known, rolls = len(t.Realm.Past), len(t.Realm.Rolls)
	}
	past := c.Past
	c.Past = nil
	t.record(RealmSet{c, len(c.Rolls) > rolls || len(past) > known})
	for _, turn := range past[min(known, len(past)):] {
		t.record(TurnClosed{turn})
	}
}
