package table

import (
	"strings"

	"skald/combat"
	"skald/fate"
)

// FightSet is the fight as it is now, foes and unpaid wounds included.
type FightSet struct {
	Fight combat.Fight `json:"fight"`
}

func (FightSet) kind() string     { return "fight_set" }
func (e FightSet) apply(t *Table) { t.Fight = e.Fight }

// seenBy leaves players what everybody may know of a fight; the foes' numbers are the narrator's.
func (e FightSet) seenBy(v Viewer) Event {
	if !v.Narrator {
		e.Fight = combat.Fight{Stage: e.Fight.Stage, Exchange: e.Fight.Exchange}
	}
	return e
}

// SetFight writes the fight down.
func (t *Table) SetFight(f combat.Fight) { t.record(FightSet{f}) }

// FightScene is what a fight is played with: rules, deck, the heroes at the table and the narrator card.
func (t *Table) FightScene() combat.Scene {
	s := combat.Scene{Rules: t.Rules(), Deck: t.List}
	for _, seat := range t.Heroes() {
		if seat.Joined {
			s.Seats = append(s.Seats, combat.Seat{Hero: seat.Hero, Wounds: seat.Wounds, Hand: t.Zones[seat.Hand()], Owed: t.CardsOwed(seat)})
		}
	}
	if t.Option("narrator_card") == "yes" {
		s.Card, _ = t.Facing()
	}
	return s
}

// Suffer carries out what wounds have cost a hero: the cards go to the discard pile at once (R1.3b), their
// slots stay locked (R6.6e).
func (t *Table) Suffer(p combat.Payment) {
	s, ok := t.Hero(p.Who)
	if !ok {
		return
	}
	t.move(p.Paid, s.Hand(), Discard)
	s.Wounds = p.After
	t.record(SeatSet{s})
}

// Mend carries out what a hero gets back: the slots are free again and as many cards are drawn (R9.7). Where
// healing is taken back, the newest cards go for which there is no slot any more (R4.5).
func (t *Table) Mend(h combat.Healing, luck Luck) {
	s, ok := t.Hero(h.Who)
	if !ok {
		return
	}
	s.Wounds = h.After
	t.record(SeatSet{s})
	room := s.Capacity() - len(t.Zones[s.Hand()]) - t.CardsOwed(s)
	if h.Cards >= 0 {
		t.draw(s, min(h.Cards, max(0, room)), luck)
		return
	}
	lost := min(-h.Cards, max(0, -room))
	if owed := min(lost, t.CardsOwed(s)); owed > 0 {
		t.owe(s, t.CardsOwed(s)-owed)
		lost -= owed
	}
	hand := t.Zones[s.Hand()]
	t.move(hand[len(hand)-lost:], s.Hand(), Discard)
}

// Soak plays a card of the hand as damage reduction for a hero point (R11.2d). It was played: its slot is
// not locked, and is drawn up again after the wounds are paid.
func (t *Table) Soak(s Seat, c fate.Card) { t.move(fate.Pile{c}, s.Hand(), Discard) }

// Refill draws a hand up to its unlocked slots (R3.9a).
func (t *Table) Refill(name string, luck Luck) {
	if s, ok := t.Hero(name); ok {
		t.fill(s, luck)
	}
}

// Nearby finds a foe of the fight by its name, in any case.
func (t *Table) Nearby(name string) (combat.Foe, combat.Sheet, bool) {
	for _, f := range t.Fight.Foes {
		if strings.EqualFold(f.Name, strings.TrimSpace(name)) {
			foe, sheet, err := t.Fight.Foe(f.Name)
			return foe, sheet, err == nil
		}
	}
	return combat.Foe{}, combat.Sheet{}, false
}
