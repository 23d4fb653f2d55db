package realm

import (
	"cmp"
	"slices"
)

// Standing is a realm's place; who has as many VPs shares it.
type Standing struct {
	Rank  int // from 1
	Realm Realm
}

// Standings lists the realms, the most VPs first; among equals the player order (C14a).
func (c Campaign) Standings() []Standing {
	var list []Standing
	for _, name := range c.Names() {
		list = append(list, Standing{Realm: c.must(name)})
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Compare(b.Realm.VP, a.Realm.VP) })
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && list[i].Realm.VP == list[i-1].Realm.VP {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}

// Winners lists who has the most VPs; several share the victory (C14a).
func (c Campaign) Winners() []string {
	var names []string
	for _, s := range c.Standings() {
		if s.Rank == 1 {
			names = append(names, s.Realm.Name)
		}
	}
	return names
}

// End closes the campaign (C14a). A turn that is open does not count: it is dropped as by Abandon. Refusals:
// campaign_ended.
func (c Campaign) End() (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	if c.Open() {
		c, _ = c.Abandon()
	}
	c.Phase = Ended
	return c, nil
}

// Abandon drops the open turn as if it had never begun, but for who joined or left and what was amended.
// Refusals: campaign_ended, turn_not_open.
func (c Campaign) Abandon() (Campaign, error) {
	if err := c.during(); err != nil {
		return c, err
	}
	c.Phase, c.Present, c.Absent, c.Passed, c.Battles = Gathering, nil, nil, nil, nil
	return c, nil
}

// Figures are the numbers of a realm that the game master may correct.
type Figures struct {
	Holdings Holdings `json:"holdings"`
	VP       int      `json:"vp"`
	Missed   int      `json:"missed,omitempty"` // sessions missed in a row
}

// Largest figures of a correction.
const (
	MaxStrongholds = 999 // of one size
	MaxVP          = 99_999
	MaxMissed      = 999
)

// Figures are the realm's present numbers.
func (r Realm) Figures() Figures { return Figures{r.Holdings, r.VP, r.Missed} }

// Amendment is a correction, kept in the record of its turn.
type Amendment struct {
	Realm string  `json:"realm"`
	From  Figures `json:"from"`
	To    Figures `json:"to"`
	Note  string  `json:"note,omitempty"`
}

// Amend sets a realm's figures: the game master's word goes before any automatic result. Refusals:
// campaign_ended, unknown_realm, bad_number, bad_text, text_too_long.
func (c Campaign) Amend(name string, to Figures, note string) (Campaign, Amendment, error) {
	if err := c.running(); err != nil {
		return c, Amendment{}, err
	}
	r, err := c.Find(name)
	if err != nil {
		return c, Amendment{}, err
	}
	h := to.Holdings
	switch {
	case min(h.Towers, h.Fortresses, h.Castles) < 0 || max(h.Towers, h.Fortresses, h.Castles) > MaxStrongholds:
		err = refuse("bad_number", "A realm has from 0 to %d strongholds of each size.", MaxStrongholds)
	case to.VP < -MaxVP || to.VP > MaxVP:
		err = refuse("bad_number", "Victory points go from %d to %d.", -MaxVP, MaxVP)
	case to.Missed < 0 || to.Missed > MaxMissed:
		err = refuse("bad_number", "A realm has missed from 0 to %d sessions.", MaxMissed)
	default:
		note, err = cleanNote(note)
	}
	if err != nil {
		return c, Amendment{}, err
	}
	a := Amendment{Realm: r.Name, From: r.Figures(), To: to, Note: note}
	r.Holdings, r.VP, r.Missed = to.Holdings, to.VP, to.Missed
	c.Amendments = added(c.Amendments, a)
	return c.changed(r), a, nil
}

// Spare gives a realm back a Legendary warlord who was recorded as slain, by the game master's word.
// Refusals: campaign_ended, unknown_realm, legend_alive.
func (c Campaign) Spare(name, legend string) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	r, err := c.Find(name)
	if err != nil {
		return c, err
	}
	if !has(r.Slain, legend) {
		return c, refuse("legend_alive", "%s has lost no Legendary warlord of that name.", r.Name)
	}
	r.Slain = without(r.Slain, legend)
	return c.changed(r), nil
}
