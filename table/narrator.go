package table

import (
	"slices"

	"skald/fate"
)

// Raise is Karma from the bank that makes the next action harder (R14.1).
type Raise struct {
	// Foe is whose opposition it strengthens; "" is the world's.
	Foe   string    `json:"foe,omitempty"`
	Cards fate.Pile `json:"cards"`
}

// RaisesSet is the Karma that waits for its action.
type RaisesSet struct {
	Raises []Raise `json:"raises"`
}

func (RaisesSet) kind() string          { return "raises_set" }
func (e RaisesSet) apply(t *Table)      { t.Raises = e.Raises }
func (e RaisesSet) seenBy(Viewer) Event { return e }

// Effect is something that lasts until a negative aura ends it (R12.4).
type Effect struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	On   string `json:"on"` // what or whom it is on
}

// EffectsSet is the list of lasting effects as it is now.
type EffectsSet struct {
	Effects []Effect `json:"effects"`
	Started int      `json:"started"` // the last effect's number
}

func (EffectsSet) kind() string          { return "effects_set" }
func (e EffectsSet) apply(t *Table)      { t.Effects, t.EffectCount = e.Effects, e.Started }
func (e EffectsSet) seenBy(Viewer) Event { return e }

// ActedSet is who has acted since the narrator card was drawn (R14.2).
type ActedSet struct {
	Acted []string `json:"acted"`
}

func (ActedSet) kind() string          { return "acted_set" }
func (e ActedSet) apply(t *Table)      { t.Acted = e.Acted }
func (e ActedSet) seenBy(Viewer) Event { return e }

// Mishap is one that waits: for the narrator, or for the card that it costs the hero (R12.1b).
type Mishap struct {
	Seat string `json:"seat"`
	Card bool   `json:"card,omitempty"`
}

// MishapsSet is the list of mishaps that wait, as it is now.
type MishapsSet struct {
	Mishaps []Mishap `json:"mishaps"`
}

func (MishapsSet) kind() string          { return "mishaps_set" }
func (e MishapsSet) apply(t *Table)      { t.Mishaps = e.Mishaps }
func (e MishapsSet) seenBy(Viewer) Event { return e }

// mishapNow reports whether the hero's last action, as it stands, has a mishap that the narrator has not carried out.
func (t *Table) mishapNow(s Seat) bool {
	r, ok := t.Results[s.ID]
	return ok && !r.Told && r.Action.Mishap(t.List)
}

// MishapsDue is how many mishaps of a hero wait for the narrator (R12.1).
func (t *Table) MishapsDue(s Seat) int {
	n := t.waiting(Mishap{Seat: s.ID})
	if t.mishapNow(s) {
		n++
	}
	return n
}

// CardsLost is how many cards a hero has to give up to mishaps (R12.1b).
func (t *Table) CardsLost(s Seat) int { return t.waiting(Mishap{Seat: s.ID, Card: true}) }

func (t *Table) waiting(m Mishap) int {
	n := 0
	for _, one := range t.Mishaps {
		if one == m {
			n++
		}
	}
	return n
}

// CloseResult ends the time in which a hero's last action can be amended (R4.5); its mishap goes on waiting.
func (t *Table) CloseResult(s Seat) {
	t.keepMishap(s)
	if _, ok := t.Results[s.ID]; ok {
		t.SetResult(s, Result{})
	}
}

// keepMishap keeps the mishap of an action whose result goes.
func (t *Table) keepMishap(s Seat) {
	if t.mishapNow(s) {
		t.record(MishapsSet{slices.Concat(t.Mishaps, []Mishap{{Seat: s.ID}})})
		r := t.Results[s.ID]
		r.Told = true
		t.SetResult(s, r)
	}
}

// CarryOut carries a hero's mishap out, the oldest first; card tells that it costs a card. False where none waits.
func (t *Table) CarryOut(s Seat, card bool) bool {
	switch {
	case t.waiting(Mishap{Seat: s.ID}) > 0:
		t.endMishap(Mishap{Seat: s.ID})
	case t.mishapNow(s):
		r := t.Results[s.ID]
		r.Told = true
		t.SetResult(s, r)
	default:
		return false
	}
	if card {
		t.record(MishapsSet{slices.Concat(t.Mishaps, []Mishap{{Seat: s.ID, Card: true}})})
	}
	return true
}

// LoseCard gives a card up that a mishap costs: it goes to the discard pile, its slot is locked as a stunning wound
// (R12.1b).
func (t *Table) LoseCard(s Seat, c fate.Card) {
	t.endMishap(Mishap{Seat: s.ID, Card: true})
	t.move(fate.Pile{c}, s.Hand(), Discard)
	s.Wounds.Stunning++
	t.record(SeatSet{s})
	if t.Results[s.ID].Told { // the failure has been paid for
		t.SetResult(s, Result{})
	}
}

func (t *Table) endMishap(m Mishap) {
	if i := slices.Index(t.Mishaps, m); i >= 0 {
		t.record(MishapsSet{slices.Delete(slices.Clone(t.Mishaps), i, i+1)})
	}
}

// SceneSet is the title of the scene that begins.
type SceneSet struct {
	Title string `json:"title"`
}

func (SceneSet) kind() string          { return "scene_set" }
func (e SceneSet) apply(t *Table)      { t.Scene = e.Title }
func (e SceneSet) seenBy(Viewer) Event { return e }

// SpendKarma takes cards from the bank for the next action that a foe opposes, or with "" the next that
// nobody does. They are spent whether the action comes or not.
func (t *Table) SpendKarma(foe string, cards fate.Pile) {
	t.move(cards, Bank, Discard)
	t.record(RaisesSet{slices.Concat(t.Raises, []Raise{{foe, cards}})})
}

// RaiseFor is how much banked Karma makes an action harder, and uses it up.
func (t *Table) RaiseFor(foe string) int {
	var left []Raise
	for _, r := range t.Raises {
		if r.Foe != foe {
			left = append(left, r)
		}
	}
	raised := t.Raised(foe)
	if len(left) < len(t.Raises) {
		t.record(RaisesSet{left})
	}
	return raised
}

// Raised is how much Karma waits for an action.
func (t *Table) Raised(foe string) int { return t.raising(foe).Sum() }

// Raising is how many banked cards wait for an action.
func (t *Table) Raising(foe string) int { return len(t.raising(foe)) }

func (t *Table) raising(foe string) fate.Pile {
	var cards fate.Pile
	if t.Option("karma_bank") != "yes" {
		return nil
	}
	for _, r := range t.Raises {
		if r.Foe == foe {
			cards = cards.With(r.Cards...)
		}
	}
	return cards
}

// Facing is the narrator card, where the game has one and it lies (R14.2).
func (t *Table) Facing() (fate.Card, bool) {
	if p := t.Zones[Narrator]; len(p) > 0 && t.Option("narrator_card") == "yes" {
		return p[0], true
	}
	return fate.Card{}, false
}

// DrawNarratorCard puts the narrator card away and draws a new one (R14.2). False where there is none to
// draw.
func (t *Table) DrawNarratorCard(luck Luck) (fate.Card, bool) {
	t.DropNarratorCard()
	return t.turn(Narrator, luck)
}

// DropNarratorCard puts the narrator card on the discard pile.
func (t *Table) DropNarratorCard() {
	t.move(t.Zones[Narrator], Narrator, Discard)
	if len(t.Acted) > 0 {
		t.record(ActedSet{})
	}
}

// HasActed notes that a hero acted. It reports whether every hero at the table that can act now has: then a
// new narrator card is due outside a fight (R14.2).
func (t *Table) HasActed(s Seat) bool {
	if !slices.Contains(t.Acted, s.ID) {
		t.record(ActedSet{slices.Concat(t.Acted, []string{s.ID})})
	}
	for _, other := range t.Heroes() {
		if other.Joined && other.Hero.Status(other.Wounds) == "up" && !slices.Contains(t.Acted, other.ID) {
			return false
		}
	}
	return true
}

// Begin begins a scene.
func (t *Table) Begin(title string) { t.record(SceneSet{title}) }

// Read turns cards up for their auras and puts them on the discard pile (R12.3, R12.3a).
func (t *Table) Read(n int, luck Luck) fate.Pile {
	var cards fate.Pile
	for range n {
		c, ok := t.turn(InPlay, luck)
		if !ok {
			break
		}
		cards = append(cards, c)
	}
	t.move(cards, InPlay, Discard)
	return cards
}

// HasAuras reports whether the deck has cards with auras, so that they can be read (R12.3).
func (t *Table) HasAuras() bool {
	for _, c := range t.List.Cards {
		if t.List.Faces[c].Aura != fate.NoAura {
			return true
		}
	}
	return false
}

// Lasts starts an effect that lasts.
func (t *Table) Lasts(name, on string) Effect {
	e := Effect{t.EffectCount + 1, name, on}
	t.record(EffectsSet{slices.Concat(t.Effects, []Effect{e}), e.ID})
	return e
}

// Over ends an effect.
func (t *Table) Over(id int) {
	t.record(EffectsSet{slices.DeleteFunc(slices.Clone(t.Effects), func(e Effect) bool { return e.ID == id }), t.EffectCount})
}

// Reading is what was read for one lasting effect.
type Reading struct {
	Effect Effect
	Card   fate.Card
	Ended  bool
}

// ReadEffects reads each lasting effect: a negative aura ends it (R12.4). With the option duration_card the
// narrator card is read for all of them.
func (t *Table) ReadEffects(luck Luck) []Reading {
	var readings []Reading
	if !t.HasAuras() {
		return nil
	}
	for _, e := range t.Effects {
		card, ok := t.Facing()
		if t.Option("duration_card") != "yes" || !ok {
			cards := t.Read(1, luck)
			if len(cards) == 0 {
				continue // R1.4c: with no card left nothing is read
			}
			card = cards[0]
		}
		r := Reading{e, card, t.List.Faces[card].Aura == fate.Negative}
		if r.Ended {
			t.Over(e.ID)
		}
		readings = append(readings, r)
	}
	return readings
}

// Give moves a card to a hand to mend a mistake: the named one from the discard pile, or the top card of
// the deck. False where there is none.
func (t *Table) Give(s Seat, c fate.Card, luck Luck) bool {
	if c.FaceDown() {
		_, ok := t.turn(s.Hand(), luck)
		return ok
	}
	if !slices.Contains(t.Zones[Discard], c) {
		return false
	}
	t.move(fate.Pile{c}, Discard, s.Hand())
	return true
}

// TakeCard puts a card of a hand under the deck, to mend a mistake; nobody is shown which.
func (t *Table) TakeCard(s Seat, c fate.Card) { t.move(fate.Pile{c}, s.Hand(), Deck) }
