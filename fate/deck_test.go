package fate

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nineSuits is a small deck in the manner of R1.2a: two suits to a Trait, and one of the Karma kind.
func nineSuits() *DeckList {
	d := &DeckList{Name: "nine", Abilities: Standard()}
	for _, s := range []SuitDef{
		{Name: "Swords", Trumps: []string{"Endurance", "Strength"}},
		{Name: "Helms", Trumps: []string{"Endurance", "Strength"}},
		{Name: "Shields", Trumps: []string{"Quickness", "Dexterity"}},
		{Name: "Arrows", Trumps: []string{"Quickness", "Dexterity"}},
		{Name: "Orbs", Trumps: []string{"Perception", "Reason"}},
		{Name: "Moons", Trumps: []string{"Perception", "Reason"}},
		{Name: "Hearts", Trumps: []string{"Willpower", "Charisma"}},
		{Name: "Crowns", Trumps: []string{"Willpower", "Charisma"}},
		// That it names an ability changes nothing: Karma is never a trump.
		{Name: "Dragons", Trumps: []string{"Strength"}, Mishap: true},
	} {
		d.Suits = append(d.Suits, s)
		for v := 1; v <= 3; v++ {
			d.Cards = append(d.Cards, Card{Suit: s.Name, Value: v})
		}
	}
	return d
}

func always(Ability) bool { return true }

func mental(a Ability) bool { return a.Mental }

func physical(a Ability) bool { return !a.Mental }

// R2.1.
func TestR21Attributes(t *testing.T) {
	want := []Ability{
		{"Endurance", "Body", false},
		{"Strength", "Body", false},
		{"Quickness", "Reflex", false},
		{"Dexterity", "Reflex", false},
		{"Perception", "Mind", true},
		{"Reason", "Mind", true},
		{"Willpower", "Spirit", true},
		{"Charisma", "Spirit", true},
	}
	if diff := cmp.Diff(want, Standard()); diff != "" {
		t.Error(diff)
	}
	d := PlayingCards()
	if diff := cmp.Diff([]string{"Body", "Reflex", "Mind", "Spirit"}, d.Traits()); diff != "" {
		t.Error(diff)
	}
	if a, ok := d.Ability("charisma"); !ok || a != want[7] {
		t.Errorf("charisma is %v, %v", a, ok)
	}
}

// R1.9a.
func TestR19aEdgeIsNoAbilityAndHasNoSuit(t *testing.T) {
	d := PlayingCards()
	if a, ok := d.Ability("Edge"); ok {
		t.Errorf("Edge is the ability %v", a)
	}
	if got := d.Trumps("Edge"); len(got) != 0 {
		t.Errorf("Edge is trumped by %v", got)
	}
}

// R2.5.
func TestR25SuitByAttribute(t *testing.T) {
	d := PlayingCards()
	for ability, suit := range map[string]Suit{
		"Endurance": "Body", "Strength": "Body",
		"Quickness": "Reflex", "Dexterity": "Reflex",
		"Reason": "Mind", "Perception": "Mind",
		"Willpower": "Spirit", "Charisma": "Spirit",
	} {
		if diff := cmp.Diff([]Suit{suit}, d.Trumps(ability)); diff != "" {
			t.Errorf("%s:\n%s", ability, diff)
		}
	}
}

// R1.2.
func TestR12SuitsAreDataOfTheDeck(t *testing.T) {
	d := &DeckList{
		Abilities: []Ability{{Name: "Wits", Trait: "Mind", Mental: true}, {Name: "Brawn", Trait: "Body"}},
		Suits: []SuitDef{
			{Name: "Suns", Trumps: []string{"Wits", "Brawn"}},
			{Name: "Stones", Trumps: []string{"Brawn"}},
			{Name: "Doom", Mishap: true},
		},
	}
	for ability, want := range map[string][]Suit{"Wits": {"Suns"}, "Brawn": {"Suns", "Stones"}, "Luck": nil} {
		if diff := cmp.Diff(want, d.Trumps(ability)); diff != "" {
			t.Errorf("%s:\n%s", ability, diff)
		}
	}
	if s, ok := d.Suit("Stones"); !ok || s.Name != "Stones" {
		t.Errorf("Stones: %v, %v", s, ok)
	}
	if s, ok := d.Suit("stones"); ok {
		t.Errorf("no suit is written stones, but there is %v", s)
	}
}

// R1.2a.
func TestR12aNineSuits(t *testing.T) {
	d := nineSuits()
	for ability, want := range map[string][]Suit{
		"Strength": {"Swords", "Helms"}, "Quickness": {"Shields", "Arrows"},
		"Reason": {"Orbs", "Moons"}, "Charisma": {"Hearts", "Crowns"},
	} {
		if diff := cmp.Diff(want, d.Trumps(ability)); diff != "" {
			t.Errorf("%s:\n%s", ability, diff)
		}
	}
	if diff := cmp.Diff([]Suit{"Orbs", "Moons", "Hearts", "Crowns"}, d.TrumpsWhere(mental)); diff != "" {
		t.Errorf("the mental half:\n%s", diff)
	}
}

// R1.7.
func TestR17KarmaBelongsToNoTrait(t *testing.T) {
	for _, d := range []*DeckList{PlayingCards(), nineSuits()} {
		karma := d.Suits[len(d.Suits)-1].Name
		for _, a := range d.Abilities {
			if slices.Contains(d.Trumps(a.Name), karma) {
				t.Errorf("%s: %s trumps %s", d.Name, karma, a.Name)
			}
		}
		if !d.Mishap(Card{Suit: karma, Value: 1}) {
			t.Errorf("%s: %s is not of the Karma kind", d.Name, karma)
		}
		if d.Mishap(Card{Suit: d.Suits[0].Name, Value: 1}) || d.Mishap(Card{}) {
			t.Errorf("%s: other cards are of the Karma kind", d.Name)
		}
	}
}

// R1.8.
func TestR18TrumpBonusIsEverySuitButKarma(t *testing.T) {
	if diff := cmp.Diff([]Suit{"Body", "Reflex", "Mind", "Spirit"}, PlayingCards().TrumpsWhere(always)); diff != "" {
		t.Error(diff)
	}
	if got := nineSuits().TrumpsWhere(always); len(got) != 8 || slices.Contains(got, "Dragons") {
		t.Errorf("of nine suits these: %v", got)
	}
}

// R14.6.
func TestR146HalvesOfTheDeck(t *testing.T) {
	d := PlayingCards()
	if diff := cmp.Diff([]Suit{"Body", "Reflex"}, d.TrumpsWhere(physical)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Suit{"Mind", "Spirit"}, d.TrumpsWhere(mental)); diff != "" {
		t.Error(diff)
	}
}

// R1.1: auras, Events and Concepts come back as they were written.
func TestR11DeckListAsData(t *testing.T) {
	d := nineSuits()
	d.Faces = map[Card]Face{
		{"Swords", 2, 0}: {Name: "The Gate", Aura: Negative, Event: "A door opens", Concept: "patience"},
		{"Moons", 1, 3}:  {Aura: Positive},
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back DeckList
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*d, back); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`"no card"`), &Card{}); refused(t, err) != "no_such_card" {
		t.Errorf("a card written as \"no card\": %v", err)
	}
}

func TestFindACard(t *testing.T) {
	d := PlayingCards()
	hand := cards(t, "5 Body e, 8 Mind, 5 Body c, 5 Karma f")
	for text, want := range map[string]string{
		"8 Mind": "8 Mind", " 8  of  mind ": "8 Mind", "EIGHT OF DIAMONDS": "8 Mind",
		"5 body c": "5 Body c", "5 Body": "5 Body e", "queen of clubs": "5 Body e", "five of clubs": "5 Body c",
		"joker": "5 Karma f",
	} {
		if c, ok := d.Find(text, hand); !ok || c.String() != want {
			t.Errorf("%q finds %v, %v; want %s", text, c, ok, want)
		}
	}
	for _, text := range []string{"", " ", "9 Mind", "5 Body b", "Mind", "8", "king of clubs"} {
		if c, ok := d.Find(text, hand); ok {
			t.Errorf("%q finds %v", text, c)
		}
	}
	// Without names on the cards, nothing is still no card.
	if c, ok := nineSuits().Find("", nineSuits().Cards); ok {
		t.Errorf("an empty text finds %v", c)
	}
}

func TestFindSeveralCards(t *testing.T) {
	d := PlayingCards()
	hand := cards(t, "5 Body, 5 Body c, 8 Mind")
	got, err := d.FindAll("5 Body, 8 of Mind,, 5 Body", hand)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("5 Body, 8 Mind, 5 Body c", got.String()); diff != "" {
		t.Error(diff)
	}
	if len(hand) != 3 {
		t.Errorf("the hand is now %v", hand)
	}
	if got, err := d.FindAll(" ", hand); err != nil || len(got) != 0 {
		t.Errorf("no text finds %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"8 Mind, 8 Mind":  `There is no further "8 Mind" among these cards`,
		"8 Mind, 9 Mind ": `There is no "9 Mind" among these cards`,
	} {
		if _, err := d.FindAll(text, hand); refused(t, err) != "no_such_card" || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSortForTheEye(t *testing.T) {
	got := PlayingCards().Sort(cards(t, "5 Karma, 3 Spirit, 5 Body b, 5 Body, 2 Body, 9 Reflex")).String()
	if diff := cmp.Diff("2 Body, 5 Body, 5 Body b, 9 Reflex, 3 Spirit, 5 Karma", got); diff != "" {
		t.Error(diff)
	}
}

func TestCountBySuit(t *testing.T) {
	got := PlayingCards().Count(cards(t, "5 Body, 5 Body b, 2 Body, 5 Karma"))
	want := []SuitCount{
		{"Body", 3, map[int]int{2: 1, 5: 2}},
		{"Reflex", 0, map[int]int{}},
		{"Mind", 0, map[int]int{}},
		{"Spirit", 0, map[int]int{}},
		{"Karma", 1, map[int]int{5: 1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// R1.8, R2.5: the suits of an ability are told without a new list where there is one; what is appended to them, and
// lists of several, are the caller's own.
func TestR18TrumpsAreNotChangedByAppending(t *testing.T) {
	d := PlayingCards()
	if n := testing.AllocsPerRun(10, func() { d.Trumps("Strength") }); n != 0 {
		t.Errorf("%v lists are made for one suit", n)
	}
	var held [][]Suit
	for _, a := range d.Abilities {
		held = append(held, d.Trumps(a.Name))
	}
	for _, suits := range held {
		_ = append(suits, "Other")
	}
	for i, a := range d.Abilities {
		for _, got := range [][]Suit{held[i], d.Trumps(a.Name)} {
			if !slices.Equal(got, []Suit{Suit(a.Trait)}) {
				t.Errorf("after appending, %s has %v", a.Name, got)
			}
		}
	}
	two := DeckList{Suits: []SuitDef{
		{Name: "Body", Trumps: []string{"Strength"}},
		{Name: "Mind", Trumps: []string{"Reason"}, Mishap: true},
		{Name: "Spirit", Trumps: []string{"Strength", "Reason"}},
		{Name: "Swords", Trumps: []string{"Strength"}},
	}}
	for ability, want := range map[string][]Suit{"Strength": {"Body", "Spirit", "Swords"}, "Reason": {"Spirit"}, "Quickness": nil} {
		for range 2 {
			got := two.Trumps(ability)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", ability, got, want)
			}
			if len(got) > 1 {
				got[0] = "Other"
			}
		}
	}
}
