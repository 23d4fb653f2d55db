package fate

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// perTrait is R15.2's row of a Trait suit, perTraitAuras R15.4 in the same order: what each of the 20
// cards is called, is worth and shows.
var perTrait = []struct {
	name  string
	value int
	aura  Aura
}{
	{"Ace", 1, Positive},
	{"Two", 2, Positive},
	{"Three", 3, Positive},
	{"Four", 4, Positive},
	{"Four", 4, Positive},
	{"Four", 4, Neutral},
	{"Five", 5, Positive},
	{"Five", 5, Neutral},
	{"Five", 5, Neutral},
	{"Jack", 5, Neutral},
	{"Queen", 5, Neutral},
	{"King", 5, Neutral},
	{"Six", 6, Neutral},
	{"Six", 6, Neutral},
	{"Six", 6, Negative},
	{"Seven", 7, Negative},
	{"Seven", 7, Negative},
	{"Seven", 7, Negative},
	{"Eight", 8, Negative},
	{"Nine", 9, Negative},
}

type printed struct {
	Card Card
	Face Face
}

func TestGolden13(t *testing.T) {
	var want, got []printed
	for _, s := range []struct {
		suit Suit
		pack string
	}{{"Body", "Clubs"}, {"Reflex", "Spades"}, {"Mind", "Diamonds"}, {"Spirit", "Hearts"}} {
		copies := map[int]int{}
		for _, c := range perTrait {
			want = append(want, printed{Card{s.suit, c.value, copies[c.value]}, Face{Name: c.name + " of " + s.pack, Aura: c.aura}})
			copies[c.value]++
		}
	}
	for i, aura := range []Aura{Positive, Positive, Neutral, Neutral, Negative, Negative} {
		want = append(want, printed{Card{"Karma", 5, i}, Face{Name: "Joker", Aura: aura}})
	}
	d := PlayingCards()
	for _, c := range d.Cards {
		got = append(got, printed{c, d.Faces[c]})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(d.Cards) != 86 || len(d.Faces) != 86 {
		t.Errorf("%d cards with %d faces", len(d.Cards), len(d.Faces))
	}
}

// R15.1, R15.3.
func TestR151R153ThreePacksWithTwoJokersEach(t *testing.T) {
	d := PlayingCards()
	names := map[string]int{}
	for _, c := range d.Cards {
		names[d.Faces[c].Name]++
	}
	for name, want := range map[string]int{"Joker": 6, "Five of Hearts": 3, "King of Spades": 1, "Ace of Clubs": 1, "Ten of Diamonds": 0} {
		if names[name] != want {
			t.Errorf("%s: %d cards, want %d", name, names[name], want)
		}
	}
}

// R15.2.
func TestR152Composition(t *testing.T) {
	d := PlayingCards()
	perValue := map[int]int{1: 1, 2: 1, 3: 1, 4: 3, 5: 6, 6: 3, 7: 3, 8: 1, 9: 1}
	want := []SuitCount{
		{"Body", 20, perValue},
		{"Reflex", 20, perValue},
		{"Mind", 20, perValue},
		{"Spirit", 20, perValue},
		{"Karma", 6, map[int]int{5: 6}},
	}
	if diff := cmp.Diff(want, d.Count(d.Cards)); diff != "" {
		t.Error(diff)
	}
	values := map[int]int{}
	for _, c := range d.Cards {
		values[c.Value]++
	}
	if diff := cmp.Diff(map[int]int{1: 4, 2: 4, 3: 4, 4: 12, 5: 30, 6: 12, 7: 12, 8: 4, 9: 4}, values); diff != "" {
		t.Error(diff)
	}
	if got := d.Cards[:20].Sum(); got != 104 { // a mean of 5.2
		t.Errorf("a Trait suit sums up to %d", got)
	}
	if got := float64(d.Cards.Sum()) / 86; math.Abs(got-5.19) > 0.005 {
		t.Errorf("the mean value is %.3f", got)
	}
}

// R15.4.
func TestR154Auras(t *testing.T) {
	d := PlayingCards()
	all := map[Aura]int{}
	bySuit := map[Suit]map[Aura]int{}
	for _, c := range d.Cards {
		if bySuit[c.Suit] == nil {
			bySuit[c.Suit] = map[Aura]int{}
		}
		bySuit[c.Suit][d.Faces[c].Aura]++
		all[d.Faces[c].Aura]++
	}
	trait := map[Aura]int{Positive: 6, Neutral: 8, Negative: 6}
	want := map[Suit]map[Aura]int{
		"Body": trait, "Reflex": trait, "Mind": trait, "Spirit": trait,
		"Karma": {Positive: 2, Neutral: 2, Negative: 2},
	}
	if diff := cmp.Diff(want, bySuit); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[Aura]int{Positive: 26, Neutral: 34, Negative: 26}, all); diff != "" {
		t.Error(diff)
	}
}

// meanFlips is the exact mean number of flips of a trump over every order of the deck, worked out with
// Odds: with cards that all count 1, the chance to reach n more is the chance of n flips or more.
func meanFlips(d *DeckList, card Suit, wide []Suit) float64 {
	var ones Pile
	for i, c := range d.Cards {
		ones = append(ones, Card{Suit: c.Suit, Value: 1, Copy: i})
	}
	hand := Pile{{Suit: card}}
	mean := 0.0
	for n := 1; n <= len(ones); n++ {
		a := Action{Trumps: d.Trumps("Quickness"), Wide: wide, Against: []Modifier{{"flips", n}}}
		mean += Odds(a, hand, Unknown{Unseen: ones, Deck: len(ones)})[0].Alone
	}
	return mean
}

// R15.2.
func TestR152MeanFlips(t *testing.T) {
	// Of N cards, T of them trumps, the first other one lies in the mean at (N+1)/(N-T+1) = 87/67.
	if got := meanFlips(PlayingCards(), "Reflex", nil); math.Abs(got-87.0/67) > 1e-9 || math.Round(got*100) != 130 {
		t.Errorf("a trump brings %.4f flips in the mean, want 1.30", got)
	}
}

// R4.3d: the mean stays what R15.2 says.
func TestR43dMeanFlipsStayWhenTheTrumpIsWidened(t *testing.T) {
	d := PlayingCards()
	// A Master's 40 trumps would bring 87/47 flips if flips were widened, World-Class 87/7.
	for _, c := range []struct {
		name string
		card Suit
		wide []Suit
	}{{"Master", "Body", d.TrumpsWhere(physical)}, {"World-Class", "Mind", d.TrumpsWhere(always)}} {
		if got := meanFlips(d, c.card, c.wide); math.Abs(got-87.0/67) > 1e-9 {
			t.Errorf("%s: %.4f flips in the mean, want 1.30", c.name, got)
		}
	}
}

// R4.3d.
func TestR43dMeanFlipsAsPlayed(t *testing.T) {
	d := PlayingCards()
	luck := seeded(7)
	for _, c := range []struct {
		name, card string
		wide       []Suit
	}{
		{"trump", "5 Reflex", nil},
		{"World-Class", "5 Mind", d.TrumpsWhere(always)},
	} {
		const plays = 4_000
		flips := 0
		for range plays {
			a := Action{Trumps: d.Trumps("Quickness"), Wide: c.wide, Cards: cards(t, c.card)}
			a, _, _ = flip(a, luck.Shuffle(d.Cards), nil, nil)
			flips += len(a.Flips)
		}
		if mean := float64(flips) / plays; math.Abs(mean-1.30) > 0.04 {
			t.Errorf("%s: %.3f flips in the mean of %d plays", c.name, mean, plays)
		}
	}
}
