package fate

import "testing"

// BenchmarkAct plays a whole action by the rules alone: the notation's parts, two hand cards with the
// Edge chain, the flips, and the result.
func BenchmarkAct(b *testing.B) {
	d := PlayingCards()
	hand := cards(b, "2 Mind, 5 Reflex")
	deck := cards(b, "3 Reflex, 4 Reflex b, 6 Spirit, 9 Body")
	n, err := ParseNotation("daunting Quickness (Dexterity 6)", d.Abilities)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		a := Action{
			Ability: n.Ability, Score: 6, Edge: 2, Trumps: d.Trumps(n.Ability), Against: n.Parts(),
			Modifiers: []Modifier{{Name: "skill", Value: 4}}, Cards: hand,
		}
		if err := a.Check(); err != nil {
			b.Fatal(err)
		}
		for top := 0; a.Flipping(); top++ {
			a.Flips = a.Flips.With(deck[top])
		}
		if a.Total() != 30 || a.Margin() != 8 || !a.Success() || a.Mishap(d) {
			b.Fatal(resultOf(a))
		}
	}
}

// BenchmarkOdds works out the odds of a hand of five with Edge 2 on a fresh deck of 86 cards.
func BenchmarkOdds(b *testing.B) {
	d := PlayingCards()
	hand := cards(b, "2 Mind, 5 Reflex, 1 Reflex, 5 Karma, 8 Spirit")
	unseen, _ := d.Cards.Without(hand...)
	a := action("Quickness", 2, Modifier{"legendary", 28}, Modifier{"Dexterity", 6})
	b.ReportAllocs()
	for b.Loop() {
		if got := Odds(a, hand, Unknown{Unseen: unseen, Deck: len(unseen)}); len(got) != len(hand) {
			b.Fatal(got)
		}
	}
}

// BenchmarkOddsBigHand is the largest hand that a sheet gives, where every card chains.
func BenchmarkOddsBigHand(b *testing.B) {
	d := PlayingCards()
	hand := cards(b, "1 Mind, 2 Mind, 3 Mind, 4 Mind, 5 Mind, 6 Mind, 1 Reflex, 2 Reflex, 3 Reflex, 4 Reflex, 5 Reflex, 6 Reflex")
	unseen, _ := d.Cards.Without(hand...)
	a := action("Quickness", 9, Modifier{"legendary", 28}, Modifier{"Dexterity", 60})
	b.ReportAllocs()
	for b.Loop() {
		if got := Odds(a, hand, Unknown{Unseen: unseen, Deck: len(unseen)}); len(got) != len(hand) {
			b.Fatal(got)
		}
	}
}
