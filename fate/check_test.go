package fate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compositions of the published decks as facts: published.md A1 and A2; by suit, values in order.
func TestR12aCompositionsCardByCard(t *testing.T) {
	main, doom := "1 2 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 8 9", "1 2 3 3 4 4 5 5 6 6 7 7 8 8 9 10"
	nine := "1 2 3 4 5 6 7 8 9"
	for _, test := range []struct {
		list   *DeckList
		suits  []string // "name: values: trumps"
		total  int
		mishap Suit
	}{
		{Superhero(), []string{
			"Strength: " + main + ": Strength", "Agility: " + main + ": Agility", "Intellect: " + main + ": Intellect",
			"Willpower: " + main + ": Willpower", "Doom: " + doom + ": ",
		}, 96, "Doom"},
		{Dragon(), []string{
			"Swords: " + nine + ": Strength", "Helms: " + nine + ": Endurance", "Shields: " + nine + ": Agility",
			"Arrows: " + nine + ": Dexterity", "Orbs: " + nine + ": Perception", "Moons: " + nine + ": Reason",
			"Hearts: " + nine + ": Spirit", "Crowns: " + nine + ": Presence", "Dragons: " + nine + " 10: ",
		}, 82, "Dragons"},
	} {
		t.Run(test.list.Name, func(t *testing.T) {
			var got []string
			for _, s := range test.list.Suits {
				var values []string
				for _, c := range test.list.Cards {
					if c.Suit == s.Name {
						values = append(values, fmt.Sprint(c.Value))
					}
				}
				got = append(got, fmt.Sprintf("%s: %s: %s", s.Name, strings.Join(values, " "), strings.Join(s.Trumps, " ")))
				if s.Mishap != (s.Name == test.mishap) {
					t.Errorf("%s: mishap %v", s.Name, s.Mishap)
				}
			}
			if diff := cmp.Diff(test.suits, got); diff != "" {
				t.Error(diff)
			}
			if len(test.list.Cards) != test.total {
				t.Errorf("%d cards, want %d", len(test.list.Cards), test.total)
			}
			if err := test.list.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// R15.3: as many Jokers as the game chooses; their auras in equal parts.
func TestR153Jokers(t *testing.T) {
	for n := 1; n <= 4; n++ {
		d := PlayingCardsWith(n)
		auras := map[Aura]int{}
		for _, c := range d.Cards {
			if d.Mishap(c) {
				auras[d.Faces[c].Aura]++
			}
		}
		if diff := cmp.Diff(map[Aura]int{Positive: n, Neutral: n, Negative: n}, auras); diff != "" {
			t.Errorf("%d Jokers a pack: %s", n, diff)
		}
		if want := 80 + 3*n; len(d.Cards) != want {
			t.Errorf("%d cards, want %d", len(d.Cards), want)
		}
		if err := d.Check(); err != nil {
			t.Error(err)
		}
	}
}

func small() *DeckList {
	return &DeckList{
		Name:      "small",
		Abilities: []Ability{{Name: "Vigour", Trait: "Body"}, {Name: "Wit", Trait: "Mind", Mental: true}},
		Suits:     []SuitDef{{Name: "Stone", Trumps: []string{"Vigour"}}, {Name: "Water", Trumps: []string{"Wit"}}, {Name: "Ash", Mishap: true}},
		Cards:     Pile{{Suit: "Stone", Value: 3}, {Suit: "Stone", Value: 3, Copy: 1}, {Suit: "Water", Value: 0}, {Suit: "Ash", Value: 99}},
		Faces:     map[Card]Face{{Suit: "Stone", Value: 3}: {Name: "The Mill", Aura: Positive, Event: "A wheel turns"}},
	}
}

// R1.2: each thing that is wrong with a list is named, with the place.
func TestR12CheckNamesEachFault(t *testing.T) {
	if err := small().Check(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		spoil func(*DeckList)
		want  string // "part index: beginning of the text"
	}{
		{"no name", func(d *DeckList) { d.Name = "" }, " 0: The name of the deck is missing"},
		{"pinging name", func(d *DeckList) { d.Name = "@everyone" }, " 0: The name of the deck is plain words"},
		{"about with bidi", func(d *DeckList) { d.About = "a\u202eb" }, " 0: The about is one line"},
		{"no abilities", func(d *DeckList) { d.Abilities = nil }, " 0: A deck has 1 to 20 abilities; this has 0"},
		{"no cards", func(d *DeckList) { d.Cards = nil }, " 0: A deck has 1 to 500 cards; this has 0"},
		{"many suits", func(d *DeckList) { d.Suits = slices.Repeat(d.Suits, 7) }, " 0: A deck has 1 to 20 suits; this has 21"},
		{"only mishaps", func(d *DeckList) { d.Suits[0].Mishap, d.Suits[1].Mishap = true, true }, " 0: A deck needs a suit"},
		{"two words", func(d *DeckList) { d.Abilities[1].Name = "Quick Wit" }, "ability 1: The ability \"Quick Wit\" must be one word"},
		{"a number", func(d *DeckList) { d.Abilities[1].Name = "6" }, "ability 1: The ability \"6\" must be one word"},
		{"twice", func(d *DeckList) { d.Abilities[1].Name = "vigour" }, "ability 1: The ability \"vigour\" stands twice"},
		{"two halves", func(d *DeckList) { d.Abilities[1].Trait = "Body" }, "ability 1: The Trait \"Body\" is mental for one"},
		{"Trait in two ways", func(d *DeckList) { d.Abilities[1].Trait = "body" }, "ability 1: The Trait \"body\" is written \"Body\""},
		{"named like a Trait", func(d *DeckList) { d.Abilities[1].Name = "Body" }, "ability 1: The ability \"Body\" has the name of a Trait"},
		{"copy letters", func(d *DeckList) { d.Suits[0].Name = "Plan b" }, "suit 0: \"Plan b\" cannot be the name of a suit"},
		{"pinging suit", func(d *DeckList) { d.Suits[0].Name = "@everyone" }, "suit 0: The name of a suit is plain words"},
		{"no card", func(d *DeckList) { d.Cards = d.Cards[:3] }, "suit 2: The suit Ash has no card"},
		{"color", func(d *DeckList) { d.Suits[0].Color = "red" }, "suit 0: The color of \"Stone\" is written like"},
		{"symbol", func(d *DeckList) { d.Suits[0].Symbol = "<@1>" }, "suit 0: The symbol of \"Stone\""},
		{"mishap trumps", func(d *DeckList) { d.Suits[2].Trumps = []string{"Wit"} }, "suit 2: The suit \"Ash\" is of the mishap kind"},
		{"trump twice", func(d *DeckList) { d.Suits[1].Trumps = []string{"Wit", "Wit"} }, "suit 1: The suit \"Water\" names \"Wit\" twice"},
		{"unknown trump", func(d *DeckList) { d.Suits[1].Trumps = []string{"Charm"} }, "suit 1: The suit \"Water\" trumps \"Charm\""},
		{"unknown suit", func(d *DeckList) { d.Cards = d.Cards.With(Card{Suit: "Fire", Value: 1}) }, "card 4: The suit \"Fire\" of this card"},
		{"negative", func(d *DeckList) { d.Cards[1].Value = -1 }, "card 1: The value of a card goes from 0 to 99, not -1"},
		{"too high", func(d *DeckList) { d.Cards[1].Value = 100 }, "card 1: The value of a card goes from 0 to 99, not 100"},
		{"card twice", func(d *DeckList) { d.Cards[1].Copy = 0 }, "card 1: The card \"3 Stone\" stands twice"},
		{"comma", func(d *DeckList) { d.Faces[d.Cards[2]] = Face{Name: "Well, Well"} }, "card 2: The name of a card has no comma"},
		{"another's name", func(d *DeckList) { d.Faces[d.Cards[2]] = Face{Name: "3 of Stone"} }, "card 2: The card \"0 Water\" is called like another"},
		{"aura", func(d *DeckList) { d.Faces[d.Cards[2]] = Face{Aura: "!"} }, "card 2: An aura is +, - or 0"},
		{"event", func(d *DeckList) { d.Faces[d.Cards[2]] = Face{Event: "a\nb"} }, "card 2: The event is one line"},
		{"concept", func(d *DeckList) { d.Faces[d.Cards[2]] = Face{Concept: strings.Repeat("x", 201)} }, "card 2: The concept has at most 200"},
		{"face of none", func(d *DeckList) {
			for i := range 4 {
				d.Faces[Card{Suit: "Stone", Value: 50 + i}] = Face{Aura: Positive}
			}
		}, " 0: The deck has faces of cards"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := small()
			test.spoil(d)
			var got []string
			for _, f := range d.Faults() {
				got = append(got, fmt.Sprintf("%s %d: %s", f.Part, f.Index, f.Text))
			}
			if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, test.want) }) {
				t.Errorf("want %q, got %q", test.want, got)
			}
			if d.Check() == nil {
				t.Error("Check lets it pass")
			}
		})
	}
}

// All faults are told at once.
func TestR12CheckTellsAllAtOnce(t *testing.T) {
	d := small()
	d.Name, d.Cards[0].Value, d.Suits[1].Color = "", -1, "blue"
	if got := len(d.Faults()); got != 3 {
		t.Errorf("%d faults, want 3: %v", got, d.Faults())
	}
	if got := strings.Count(d.Check().Error(), "\n"); got != 2 {
		t.Errorf("%d lines more than one, want 2", got)
	}
}
