package fate

import (
	"slices"
	"strings"
)

// Aura is a card's sign (R1.1, R12.3): "+", "-", "0" for neutral, or "" where a deck has none.
type Aura string

// The auras of R12.3.
const (
	NoAura   Aura = ""
	Positive Aura = "+"
	Negative Aura = "-"
	Neutral  Aura = "0"
)

// Ability is something a hero can be tested in: one of the eight attributes of R2.1, or what another
// Saga family has in their place.
type Ability struct {
	Name  string `json:"name"`
	Trait string `json:"trait"`
	// Mental tells the mental half from the physical (R2.1).
	Mental bool `json:"mental,omitempty"`
}

// Standard is the eight attributes with their Traits (R2.1, R2.5).
func Standard() []Ability {
	return []Ability{
		{Name: "Endurance", Trait: "Body"},
		{Name: "Strength", Trait: "Body"},
		{Name: "Quickness", Trait: "Reflex"},
		{Name: "Dexterity", Trait: "Reflex"},
		{Name: "Perception", Trait: "Mind", Mental: true},
		{Name: "Reason", Trait: "Mind", Mental: true},
		{Name: "Willpower", Trait: "Spirit", Mental: true},
		{Name: "Charisma", Trait: "Spirit", Mental: true},
	}
}

// SuitDef is one suit of a deck list.
type SuitDef struct {
	Name   Suit   `json:"name"`
	Symbol string `json:"symbol,omitempty"`
	Color  string `json:"color,omitempty"` // "#rrggbb"
	// Trumps names the abilities whose actions the suit trumps (R1.8, R2.5).
	Trumps []string `json:"trumps,omitempty"`
	// Mishap marks the Karma kind: it trumps nothing, not even with a Trump bonus (R1.7, R4.3b).
	Mishap bool `json:"mishap,omitempty"`
}

// Face is what a card shows beside suit and value (R1.1).
type Face struct {
	Name    string `json:"name,omitempty"`
	Aura    Aura   `json:"aura,omitempty"`
	Event   string `json:"event,omitempty"`
	Concept string `json:"concept,omitempty"`
}

// DeckList says which cards a deck has and what its suits mean (R1.2). It is data, and never changed
// once made.
type DeckList struct {
	Name      string        `json:"name"`
	About     string        `json:"about,omitempty"`
	Abilities []Ability     `json:"abilities"`
	Suits     []SuitDef     `json:"suits"`
	Cards     Pile          `json:"cards"`
	Faces     map[Card]Face `json:"faces,omitempty"`
}

// Suit looks a suit up by its name.
func (d *DeckList) Suit(name Suit) (SuitDef, bool) {
	i := slices.IndexFunc(d.Suits, func(s SuitDef) bool { return s.Name == name })
	if i < 0 {
		return SuitDef{}, false
	}
	return d.Suits[i], true
}

// Mishap reports whether the card is of the Karma kind (R1.7, R12.1).
func (d *DeckList) Mishap(c Card) bool {
	s, _ := d.Suit(c.Suit)
	return s.Mishap
}

// Ability looks an ability up by its name, in any case.
func (d *DeckList) Ability(name string) (Ability, bool) {
	i := slices.IndexFunc(d.Abilities, func(a Ability) bool { return strings.EqualFold(a.Name, name) })
	if i < 0 {
		return Ability{}, false
	}
	return d.Abilities[i], true
}

// usual are the four suits that each trump their abilities alone, in most decks.
var usual = []Suit{"Body", "Reflex", "Mind", "Spirit"}

// Trumps lists the suits that an ability's actions make trump (R1.8, R2.5). The list may be shared: append to it,
// but do not change what is in it.
func (d *DeckList) Trumps(ability string) []Suit {
	var suits []Suit
	for i := range d.Suits {
		s := &d.Suits[i]
		if s.Mishap || !slices.Contains(s.Trumps, ability) {
			continue
		}
		if at := slices.Index(usual, s.Name); at >= 0 && suits == nil {
			suits = usual[at : at+1 : at+1]
		} else {
			suits = append(suits, s.Name)
		}
	}
	return suits
}

// TrumpsWhere lists the suits that trump any ability for which keep says yes: what a Master's skill
// widens the trump to (R14.6).
func (d *DeckList) TrumpsWhere(keep func(Ability) bool) []Suit {
	var suits []Suit
	for _, s := range d.Suits {
		if s.Mishap {
			continue
		}
		if slices.ContainsFunc(d.Abilities, func(a Ability) bool { return keep(a) && slices.Contains(s.Trumps, a.Name) }) {
			suits = append(suits, s.Name)
		}
	}
	return suits
}

// Traits lists the Traits of the deck's abilities, in their order.
func (d *DeckList) Traits() []string {
	var traits []string
	for _, a := range d.Abilities {
		if !slices.Contains(traits, a.Trait) {
			traits = append(traits, a.Trait)
		}
	}
	return traits
}

// Sort orders cards for the eye: by the deck's suits, then value, then copy.
func (d *DeckList) Sort(p Pile) Pile {
	rank := func(s Suit) int {
		return slices.IndexFunc(d.Suits, func(def SuitDef) bool { return def.Name == s })
	}
	q := p.Sorted()
	slices.SortStableFunc(q, func(a, b Card) int { return rank(a.Suit) - rank(b.Suit) })
	return q
}

// Find picks the card that a user means from those given: "8 Mind", "8 of Mind", "8 Mind b", or the
// name on its face ("Queen of Clubs"), in any case. Equal cards are interchangeable: the first is taken.
func (d *DeckList) Find(text string, among Pile) (Card, bool) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" { // a card without a name on its face would match
		return Card{}, false
	}
	for _, c := range among {
		if strings.EqualFold(text, c.String()) {
			return c, true
		}
	}
	for _, c := range among {
		if strings.EqualFold(text, c.Short()) || strings.EqualFold(text, c.Long()) || strings.EqualFold(text, d.Faces[c].Name) {
			return c, true
		}
	}
	return Card{}, false
}

// FindAll picks several cards, commas between them, none twice. The error names the first that is
// not among them, or not that many times.
func (d *DeckList) FindAll(text string, among Pile) (Pile, error) {
	var found Pile
	all := among
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "" {
			continue
		}
		c, ok := d.Find(word, among)
		if _, there := d.Find(word, all); there && !ok {
			return nil, Refuse("no_such_card", "There is no further %s among these cards", quote(strings.TrimSpace(word)))
		}
		if !ok {
			return nil, Refuse("no_such_card", "There is no %s among these cards", quote(strings.TrimSpace(word)))
		}
		among, _ = among.Without(c)
		found = append(found, c)
	}
	return found, nil
}

// Count counts a pile's cards by suit, in the deck's order, and value.
func (d *DeckList) Count(p Pile) []SuitCount {
	var rows []SuitCount
	for _, s := range d.Suits {
		row := SuitCount{Suit: s.Name, ByValue: map[int]int{}}
		for _, c := range p {
			if c.Suit == s.Name {
				row.Total++
				row.ByValue[c.Value]++
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// SuitCount is how many cards of one suit a pile has.
type SuitCount struct {
	Suit    Suit
	Total   int
	ByValue map[int]int
}
