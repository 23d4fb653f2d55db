package table

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Draft is a hero in the making, until the narrator approves it (R16.1).
type Draft struct {
	// Seat is the seat whose sheet is made anew; "" makes a new hero.
	Seat   string    `json:"seat,omitempty"`
	Player User      `json:"player"`
	Hero   hero.Hero `json:"hero"`
	// Points are the building points that are there without Hindrances (R16.1).
	Points int `json:"points"`
	// Bought tells that scores above the budget are paid with points.
	Bought bool `json:"bought,omitempty"`
	// Dealt are cards of which abilities are made, Assigned the ones that have theirs.
	Dealt    fate.Pile            `json:"dealt,omitempty"`
	Assigned map[string]fate.Card `json:"assigned,omitempty"`
	// Submitted waits for the narrator.
	Submitted bool `json:"submitted,omitempty"`
	// Dropped is thrown away: no more is left of it than which cards its player was dealt for whom.
	Dropped bool `json:"dropped,omitempty"`
}

// DraftsSet is the list of drafts as it is now.
type DraftsSet struct {
	Drafts []Draft `json:"drafts"`
}

func (DraftsSet) kind() string          { return "drafts_set" }
func (e DraftsSet) apply(t *Table)      { t.Drafts = e.Drafts }
func (e DraftsSet) seenBy(Viewer) Event { return e }

// Draft finds a draft by the hero's name, in any case; one that was thrown away is not found.
func (t *Table) Draft(name string) (Draft, bool) {
	return t.draft(func(d Draft) bool { return !d.Dropped && strings.EqualFold(d.Hero.Name, name) })
}

func (t *Table) draft(is func(Draft) bool) (Draft, bool) {
	i := slices.IndexFunc(t.Drafts, is)
	if i < 0 {
		return Draft{}, false
	}
	return t.Drafts[i], true
}

// KeptDrafts lists the drafts that were not thrown away, the longest untouched first.
func (t *Table) KeptDrafts() []Draft {
	return slices.DeleteFunc(slices.Clone(t.Drafts), func(d Draft) bool { return d.Dropped })
}

// DealtTo is the draft, thrown away or not, for which a user was dealt cards and which is not approved. The
// shared deck gives each user such cards once (R1.2).
func (t *Table) DealtTo(user string) (Draft, bool) {
	return t.draft(func(d Draft) bool { return d.Player.ID == user && len(d.Dealt) > 0 })
}

// KeepDraft writes a draft down in the place of the one of that hero's name. One that has cards takes the place
// of what was thrown away of its player's.
func (t *Table) KeepDraft(d Draft) {
	others := t.otherDrafts(d.Hero.Name)
	if len(d.Dealt) > 0 {
		others = slices.DeleteFunc(others, func(o Draft) bool { return o.Dropped && o.Player.ID == d.Player.ID })
	}
	t.record(DraftsSet{append(others, d)})
}

// RenameDraft writes a draft down under another name, in the place of the one of its old name.
func (t *Table) RenameDraft(d Draft, name string) Draft {
	others := t.otherDrafts(d.Hero.Name)
	d.Hero.Name = name
	t.record(DraftsSet{append(others, d)})
	return d
}

// EndDraft takes a draft away that has become a hero.
func (t *Table) EndDraft(name string) { t.record(DraftsSet{t.otherDrafts(name)}) }

// DropDraft throws a draft away. That cards were dealt for it, and which, is kept.
func (t *Table) DropDraft(d Draft) {
	others := t.otherDrafts(d.Hero.Name)
	if len(d.Dealt) > 0 {
		others = append(others, Draft{Player: d.Player, Hero: hero.Hero{Name: d.Hero.Name}, Dealt: d.Dealt, Dropped: true})
	}
	t.record(DraftsSet{others})
}

func (t *Table) otherDrafts(name string) []Draft {
	return slices.DeleteFunc(slices.Clone(t.Drafts), func(d Draft) bool { return !d.Dropped && strings.EqualFold(d.Hero.Name, name) })
}

// Wish is an improvement that a player asks for and the narrator has not approved (R16.2).
type Wish struct {
	ID   int    `json:"id"`
	Seat string `json:"seat"`
	What string `json:"what"` // as /hero improve reads it
}

// WishesSet is the list of wishes as it is now.
type WishesSet struct {
	Wishes []Wish `json:"wishes"`
	Wished int    `json:"wished"` // the last wish's number
}

func (WishesSet) kind() string          { return "wishes_set" }
func (e WishesSet) apply(t *Table)      { t.Wishes, t.Wished = e.Wishes, e.Wished }
func (e WishesSet) seenBy(Viewer) Event { return e }

// Wish asks for an improvement.
func (t *Table) Wish(s Seat, what string) Wish {
	w := Wish{t.Wished + 1, s.ID, what}
	t.record(WishesSet{slices.Concat(t.Wishes, []Wish{w}), w.ID})
	return w
}

// Grant takes a wish away, granted or not.
func (t *Table) Grant(id int) {
	t.record(WishesSet{slices.DeleteFunc(slices.Clone(t.Wishes), func(w Wish) bool { return w.ID == id }), t.Wished})
}
