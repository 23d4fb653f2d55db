package fate

import (
	"cmp"
	"iter"
	"slices"
)

// Unknown is what a player may know of the cards that a flip can bring.
type Unknown struct {
	// Unseen are the cards that the player has not seen: the deck's and other hands'.
	Unseen Pile
	// Deck is how many of the unseen cards are left in the deck.
	Deck int
	// Discard comes back as a new deck when that one is empty (R1.4).
	Discard Pile
}

// Chance is how likely an action is to succeed if it is begun with one card.
type Chance struct {
	Card Card
	// Alone is the chance, 0 to 1, with this card alone.
	Alone float64
	// Best is the chance with the best Edge chain that begins with this card (R4.2), and Then what
	// follows the card in it, in order: the shortest such chain, empty where the card alone is as good.
	Best float64
	Then Pile
}

// Odds gives the exact chance of each hand card for the action, whose Cards and Flips are still empty:
// trump chain, Edge chain and a reshuffle in mid-chain included (R4.2, R4.3, R1.4b). Card values must
// not be negative.
func Odds(a Action, hand Pile, u Unknown) []Chance {
	a.Cards, a.Flips = nil, nil
	need := a.Target() - a.Total()
	reach := u.reach(a.Trumps, need)
	chance := func(cards Pile) float64 {
		a.Cards = cards
		missing := need - cards.Sum()
		switch {
		case missing <= 0:
			return 1
		case a.Trump():
			return reach[missing]
		}
		return 0
	}
	chances := make([]Chance, len(hand))
	for i, c := range hand {
		alone := chance(Pile{c})
		chances[i] = Chance{Card: c, Alone: alone, Best: alone}
		if c.Value > a.Edge {
			continue
		}
		rest, _ := hand.Without(c)
		for then := range chains(rest, a.Edge) {
			if p := chance(slices.Concat(Pile{c}, then)); p > chances[i].Best+rounding {
				chances[i].Best, chances[i].Then = p, then
			}
		}
	}
	return chances
}

// rounding is more than the sums of a chance can be off by: what lies nearer together is equal.
const rounding = 1e-12

// chains gives the ways to go on after a card at or under Edge, the shortest first. Of those that end
// with the same card and are equally long, only the one with the highest sum: no other can be better.
func chains(rest Pile, edge int) iter.Seq[Pile] {
	low := slices.DeleteFunc(slices.Clone(rest), func(c Card) bool { return c.Value > edge })
	slices.SortStableFunc(low, func(a, b Card) int { return cmp.Compare(b.Value, a.Value) })
	return func(yield func(Pile) bool) {
		for n := range len(low) + 1 {
			for _, last := range rest {
				before, _ := low.Without(last)
				if n <= len(before) && !yield(before[:n].With(last)) {
					return
				}
			}
		}
	}
}

// reach gives, for each number from 0 to need, the chance that the flips of a trump add up to it or more.
func (u Unknown) reach(trumps []Suit, need int) []float64 {
	need = max(need, 0)
	sums := make([]float64, need+1) // the chance of each sum; need stands for need or more
	start := make([]float64, need+1)
	start[0] = 1
	left := flips(trumps, u.Unseen, min(u.Deck, len(u.Unseen)), start, sums)
	left = flips(trumps, u.Discard, len(u.Discard), left, sums)
	for s, p := range left { // R1.4c: both empty, the chain stops
		sums[s] += p
	}
	for s := need - 1; s >= 0; s-- {
		if sums[s] += sums[s+1]; sums[s] > 1-rounding {
			sums[s] = 1 // what is certain is said to be so
		}
	}
	return sums
}

// flips turns up at most n cards of a pool whose order is unknown. It begins with the chances of the
// sums so far, adds to done where the chain stops, and returns the chances with which it goes on past
// the n-th card. Whichever k trumps come first, each k of them are equally likely.
func flips(trumps []Suit, pool Pile, n int, before, done []float64) []float64 {
	top := len(done) - 1
	sums := [][]float64{before} // sums[k][s]: the chance that k of the trumps bring the sum to s
	var others []int
	for _, c := range pool {
		if !slices.Contains(trumps, c.Suit) {
			others = append(others, c.Value)
			continue
		}
		sums = append(sums, make([]float64, top+1))
		m := len(sums) - 1 // trumps so far: c is among k of them with the chance k/m
		for k := m; k > 0; k-- {
			for s := range sums[k] {
				sums[k][s] *= float64(m-k) / float64(m)
			}
			for s, p := range sums[k-1] {
				sums[k][min(top, s+c.Value)] += p * float64(k) / float64(m)
			}
		}
	}
	all := 1.0 // the chance that the first k cards are trumps
	left := make([]float64, top+1)
	for k, sum := range sums[:min(n+1, len(sums))] {
		for s, p := range sum {
			if k == n {
				left[s] = p * all
				continue
			}
			for _, v := range others {
				done[min(top, s+v)] += p * all / float64(len(pool)-k)
			}
		}
		all *= float64(len(sums)-1-k) / float64(max(1, len(pool)-k))
	}
	return left
}
