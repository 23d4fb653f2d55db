// Package combat plays whole fights: exchanges, ranges, every action of the rules, foes and Extras,
// conditions, damage, wounds, and what comes after (R5 to R10). It is pure. A Fight is a value that can be
// kept as JSON; a method gives a new one and tells what happened, or says in a sentence why not.
//
// A fight owns what happens in it. Sheets, wounds and hands belong to the table and come in with each call as
// a Scene, for they may change at any time; heroes are known by their names. One action goes like this:
//
//	plan, err := fight.Declare(scene, "Bren", Declaration{Action: "attack", Target: "Guard 2"})
//	a := plan.Action          // abilities, trumps, modifiers, difficulty: all named
//	a.Cards = …               // the table plays and flips, if plan.Test
//	fight, outcome, err := plan.Settle(a)
//
// Due lists whose answer is awaited; prompts, suggestions and refusals read it. Next ends the exchange: it
// assesses what was dealt, and the wounds of heroes wait until Pay turns them into cards. Nothing here is
// final: the narrator can set, add and lift whatever the rules brought about.
package combat

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Side is one of the two sides of a fight.
type Side string

// The sides. Nobody stands for neither.
const (
	Nobody Side = ""
	Heroes Side = "heroes"
	Foes   Side = "foes"
)

// Limits of a fight.
const (
	MaxHeroes = 20
	MaxFoes   = 60
)

// Seat is a hero as the table has it now: the sheet, the wounds, the cards in hand.
type Seat struct {
	Hero   hero.Hero
	Wounds hero.Wounds
	Hand   fate.Pile
	// Owed is how many more cards the hand would have if deck and discard pile were not empty (R1.4c).
	Owed int
}

// Up reports whether the hero can act.
func (s Seat) Up() bool { return s.up() }

// up is Up; nothing keeps a hero without wounds down.
func (s *Seat) up() bool {
	return s.Wounds == (hero.Wounds{}) || s.Hero.Status(s.Wounds) == "up"
}

// Scene is what a fight is played with and does not own. It is never changed.
type Scene struct {
	Rules Rules
	Deck  *fate.DeckList
	Seats []Seat
	// Card is the Narrator's card, whose value makes every action of another suit harder (R14.2); the zero
	// Card where none lies.
	Card fate.Card
}

// seat finds a hero's seat by its name.
func (s *Scene) seat(name string) *Seat {
	for i := range s.Seats {
		if identical(s.Seats[i].Hero.Name, name) {
			return &s.Seats[i]
		}
	}
	return nil
}

// named finds a hero's seat for what a user wrote.
func (s *Scene) named(who string) (*Seat, error) {
	if seat := s.seat(who); seat != nil {
		return seat, nil
	}
	for i := range s.Seats {
		if same(s.Seats[i].Hero.Name, who) {
			return &s.Seats[i], nil
		}
	}
	return nil, fate.Refuse("no_such_hero", "There is no hero %.40q at this table", who)
}

// likeness names, for each ability that the combat rules speak of, what stands for it in a game of another
// family that does not have it.
var likeness = map[string][]string{
	"Strength":   {"Physique", "Body"},
	"Endurance":  {"Strength", "Physique", "Body"},
	"Quickness":  {"Agility", "Coordination", "Reflex"},
	"Dexterity":  {"Agility", "Coordination", "Reflex"},
	"Reason":     {"Intellect", "Mind"},
	"Perception": {"Intellect", "Reason", "Mind"},
	"Willpower":  {"Spirit", "Essence"},
	"Charisma":   {"Presence", "Willpower", "Spirit", "Essence"},
}

// ability names an ability as this game does: itself, or what stands for it.
func (s *Scene) ability(name string) string {
	if place(s.Deck, name) >= 0 {
		return name
	}
	for _, other := range likeness[name] {
		if place(s.Deck, other) >= 0 {
			return other
		}
	}
	return name
}

// worksOut refuses a game that has nothing for an ability with which fights are worked out, and what could stand for
// it neither: its scores would all be 0 (R1.2a).
func (s *Scene) worksOut() error {
	names := []string{"Strength", "Endurance", "Quickness", "Dexterity", "Reason", "Perception", "Willpower"}
	missing := without(names, func(name string) bool { return place(s.Deck, s.ability(name)) >= 0 })
	if len(missing) == 0 {
		return nil
	}
	return fate.Refuse("no_abilities", "Fights are worked out with %s, and the deck %.40s has nothing for that: /deck use brings a deck of another family in, such as playing-cards, superhero or dragon, once the foes are removed (R1.2)", strings.Join(missing, ", "), s.Deck.Name)
}

// place is the index of an ability in a deck list, -1 of none.
func place(d *fate.DeckList, ability string) int {
	if i := usualPlace(ability); i < len(d.Abilities) && d.Abilities[i].Name == ability {
		return i
	}
	for i := range d.Abilities {
		if d.Abilities[i].Name == ability {
			return i
		}
	}
	return -1
}

// usualPlace is where an ability stands in the standard list: the first place to look for it.
func usualPlace(ability string) int {
	switch ability {
	case "Strength":
		return 1
	case "Quickness":
		return 2
	case "Dexterity":
		return 3
	case "Perception":
		return 4
	case "Reason":
		return 5
	case "Willpower":
		return 6
	}
	return 0
}

// trait names the Trait of an ability of the game, "" of none.
func (s *Scene) trait(ability string) string {
	if i := place(s.Deck, ability); i >= 0 {
		return s.Deck.Abilities[i].Trait
	}
	return ""
}

// score is a hero's score in an ability that the rules name.
func (s *Scene) score(h *hero.Hero, ability string) int { return h.Scores[s.ability(ability)] }

// Note is something that happened, in a sentence that everybody may read.
type Note struct {
	Code string `json:"code"` // snake_case, such as "foe_down"
	Who  string `json:"who,omitempty"`
	With string `json:"with,omitempty"` // the other party
	Text string `json:"text"`
}

// with is a list with more at its end; the old one is not changed.
func with[T any](list []T, more ...T) []T {
	if len(list)+len(more) == 0 {
		return nil
	}
	longer := make([]T, len(list)+len(more))
	copy(longer[copy(longer, list):], more)
	return longer
}

// without is a list without what does not stay, nil where nothing stays; the old one is not changed.
func without[T any](list []T, goes func(T) bool) []T {
	first := slices.IndexFunc(list, goes)
	switch {
	case first < 0:
		return list
	case len(list) == 1:
		return nil
	}
	kept := append(make([]T, 0, len(list)-1), list[:first]...)
	for _, one := range list[first+1:] {
		if !goes(one) {
			kept = append(kept, one)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// values copies what a list points to.
func values[T any](list []*T) []T {
	if len(list) == 0 {
		return nil
	}
	copies := make([]T, 0, len(list))
	for _, one := range list {
		copies = append(copies, *one)
	}
	return copies
}

// identical compares exact names. Those of a group, such as "Guard 1" and "Guard 2", differ at their ends: there it
// looks first.
func identical(a, b string) bool {
	n := len(a)
	return n == len(b) && (n == 0 || a[n-1] == b[n-1]) && a == b
}

// same compares names in any case.
func same(a, b string) bool { return a == b || strings.EqualFold(a, b) }

// listed writes names with commas, cut short after most.
func listed(names []string, most int) string {
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}
