package fate

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// exact is how near the sums of floating-point chances must come to a count of all orders.
const exact = 1e-9

func TestOddsByHand(t *testing.T) {
	for _, c := range []struct {
		rule, hand, unseen, discard string
		deck, target, edge          int
		alone, best                 float64
		then                        string
	}{
		// No trump: certain or impossible.
		{"R3.5", "8 Mind", "9 Reflex, 9 Mind", "", 2, 14, 1, 1, 1, ""},
		{"R3.5", "8 Mind", "9 Reflex, 9 Mind", "", 2, 15, 1, 0, 0, ""},
		// A trump that lacks 5, and one of three cards has it.
		{"R4.3", "3 Reflex", "5 Mind, 4 Mind, 4 Body", "", 3, 14, 1, 1.0 / 3, 1.0 / 3, ""},
		// It lacks 7: the 4 of Reflex first (1/2), then the 3 of Mind.
		{"R4.3", "3 Reflex", "4 Reflex, 3 Mind", "", 2, 16, 1, 0.5, 0.5, ""},
		{"R4.3b", "5 Karma", "9 Mind, 9 Reflex", "", 2, 12, 1, 0, 0, ""},
		// One of the two unseen cards lies in another hand: after the 4 of Reflex nothing comes (R1.4c),
		{"R1.4c", "3 Reflex", "4 Reflex, 3 Mind", "", 1, 16, 1, 0, 0, ""},
		// or the discard pile (R1.4b), where one card of two is enough.
		{"R1.4b", "3 Reflex", "4 Reflex, 3 Mind", "1 Mind, 3 Body", 1, 16, 1, 0.25, 0.25, ""},
		{"R1.4", "3 Reflex", "4 Reflex, 3 Mind", "1 Mind, 3 Body", 0, 12, 1, 0.5, 0.5, ""},
		{"R1.4c", "3 Reflex", "4 Reflex, 3 Mind", "", 0, 10, 1, 0, 0, ""},
	} {
		a := action("Quickness", c.edge, Modifier{"difficulty", c.target})
		got := Odds(a, cards(t, c.hand), Unknown{Unseen: cards(t, c.unseen), Deck: c.deck, Discard: cards(t, c.discard)})[0]
		if math.Abs(got.Alone-c.alone) > exact || math.Abs(got.Best-c.best) > exact || got.Then.String() != c.then {
			t.Errorf("%s: %s against %d: %+v", c.rule, c.hand, c.target, got)
		}
	}
}

// R4.2, R4.3a.
func TestOddsR42ShortestBestChain(t *testing.T) {
	for _, c := range []struct {
		rule, hand string
		target     int
		then       string
		alone      float64
		best       float64
	}{
		{"R4.2", "1 Mind, 9 Spirit", 16, "9 Spirit", 0, 1},
		{"R4.2", "1 Mind, 1 Karma, 9 Spirit", 16, "9 Spirit", 0, 1},
		{"R4.2", "1 Mind, 1 Karma, 9 Spirit", 17, "1 Karma, 9 Spirit", 0, 1},
		{"R4.2", "1 Mind, 2 Mind, 9 Spirit", 7, "", 1, 1}, // alone it is as good
		{"R4.2", "3 Mind, 2 Mind, 9 Spirit", 18, "", 0, 0},
		// R4.3a: the trump must come last to flip: 6 + 2 + 1 and then 9 for sure.
		{"R4.3a", "1 Mind, 2 Reflex, 1 Body", 18, "2 Reflex", 0, 1},
		{"R4.3a", "1 Mind, 2 Reflex, 1 Body", 19, "1 Body, 2 Reflex", 0, 1},
		{"R4.3a", "2 Reflex, 1 Body", 17, "", 1, 1},
		{"R4.3a", "2 Reflex, 1 Body", 18, "", 0, 0}, // begun with the trump, the last one is another
	} {
		a := action("Quickness", 2, Modifier{"difficulty", c.target})
		got := Odds(a, cards(t, c.hand), Unknown{Unseen: cards(t, "9 Mind, 9 Body"), Deck: 2})[0]
		want := Chance{Card: cards(t, c.hand)[0], Alone: c.alone, Best: c.best, Then: cards(t, c.then)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s against %d:\n%s", c.rule, c.hand, c.target, diff)
		}
	}
}

// R4.2e: any flip is enough, so that the trump alone cannot fail; a longer chain is no better.
func TestOddsR42CertainCardNeedsNoOther(t *testing.T) {
	d := PlayingCards()
	a := action("Quickness", 2, Modifier{"difficulty", 9})
	hand := cards(t, "2 Reflex, 1 Body, 9 Mind")
	unseen, _ := d.Cards.Without(hand...)
	got := Odds(a, hand, Unknown{Unseen: unseen, Deck: len(unseen)})[0]
	if got.Alone != 1 || got.Best != 1 || len(got.Then) > 0 {
		t.Errorf("%+v", got)
	}
}

func TestOddsCountWhatIsThere(t *testing.T) {
	// A skill, a narrator's card and a hero point's card are in the numbers already; cards that the
	// action already has are not.
	a := action("Quickness", 1, Modifier{"challenging", 12}, Modifier{"narrator card", 5})
	a.Modifiers, a.Extra = []Modifier{{"skill", 4}}, cards(t, "2 Body")
	a.Cards, a.Flips = cards(t, "9 Reflex"), cards(t, "9 Reflex b")
	got := Odds(a, cards(t, "5 Mind, 4 Mind"), Unknown{})
	if got[0].Alone != 1 || got[1].Alone != 0 {
		t.Errorf("%+v", got)
	}
	if len(a.Cards) != 1 || len(a.Flips) != 1 {
		t.Errorf("the action is now %+v", a)
	}
}

// permutations visits every order of a pile; the pile visited is used again.
func permutations(p Pile, visit func(Pile)) {
	p = slices.Clone(p)
	var from func(i int)
	from = func(i int) {
		if i >= len(p)-1 {
			visit(p)
			return
		}
		for j := i; j < len(p); j++ {
			p[i], p[j] = p[j], p[i]
			from(i + 1)
			p[i], p[j] = p[j], p[i]
		}
	}
	from(0)
}

// flipSums plays a trump on every order of the unseen cards and every order of the discard pile, by the
// action's own rules, and counts the sums of the flips.
func flipSums(a Action, u Unknown) (sums map[int]int, orders int) {
	sums = map[int]int{}
	permutations(u.Unseen, func(deck Pile) {
		deck = deck[:min(u.Deck, len(deck))]
		permutations(u.Discard, func(discard Pile) {
			a, _, _ := flip(a, deck, discard, asItLies)
			sums[a.Flips.Sum()]++
			orders++
		})
	})
	return sums, orders
}

// everyChain visits all that the Edge chain allows with the hand, in every order (R4.2d).
func everyChain(a Action, hand Pile, visit func(Action)) {
	for _, c := range hand {
		next := a
		next.Cards = a.Cards.With(c)
		if next.Check() != nil {
			continue
		}
		visit(next)
		rest, _ := hand.Without(c)
		everyChain(next, rest, visit)
	}
}

// play is an action, a hand and what is unknown, all small.
type play struct {
	action Action
	hand   Pile
	Unknown
}

func anyPlay(t *rapid.T) play {
	suits := []Suit{"Reflex", "Body", "Mind", "Karma"}
	number := 0
	pile := func(name string, most int) Pile {
		var p Pile
		for range rapid.IntRange(0, most).Draw(t, name) {
			number++
			p = append(p, Card{
				Suit:  rapid.SampledFrom(suits).Draw(t, "suit"),
				Value: rapid.IntRange(0, 9).Draw(t, "value"),
				Copy:  number,
			})
		}
		return p
	}
	some := func(name string) []Suit {
		return slices.DeleteFunc(slices.Clone(suits), func(Suit) bool { return rapid.Bool().Draw(t, name) })
	}
	p := play{
		action: Action{
			Score:  rapid.IntRange(1, 10).Draw(t, "score"),
			Edge:   rapid.IntRange(0, 9).Draw(t, "edge"),
			Trumps: some("no trump"),
			Wide:   some("not wide"),
			Against: []Modifier{
				{"difficulty", rapid.IntRange(0, 40).Draw(t, "difficulty")},
				{"level", rapid.SampledFrom([]int{0, -4, 4}).Draw(t, "level")},
			},
		},
		hand:    pile("hand", 4),
		Unknown: Unknown{Unseen: pile("unseen", 7), Discard: pile("discard", 4)},
	}
	p.Deck = rapid.IntRange(0, len(p.Unseen)+1).Draw(t, "deck")
	return p
}

// chances gives the chance of any chain, by counting all orders.
func (p play) chances() func(Action) float64 {
	trump := Action{Trumps: append(p.action.Trumps, "any"), Cards: Pile{{Suit: "any"}}}
	sums, orders := flipSums(trump, p.Unknown)
	return func(a Action) float64 {
		sums := sums
		if !a.Trump() {
			sums = map[int]int{0: orders}
		}
		good := 0
		for sum, n := range sums {
			a.Flips = Pile{{Value: sum}}
			if a.Success() {
				good += n
			}
		}
		return float64(good) / float64(orders)
	}
}

func TestLawOddsAreTheShareOfAllOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPlay(t)
		chance := p.chances()
		for i, got := range Odds(p.action, p.hand, p.Unknown) {
			first := p.action
			first.Cards = Pile{p.hand[i]}
			if want := chance(first); got.Card != p.hand[i] || math.Abs(got.Alone-want) > exact {
				t.Fatalf("%v alone: %v, counted %v", got.Card, got.Alone, want)
			}
			best, shortest := 0.0, 0
			rest, _ := p.hand.Without(p.hand[i])
			consider := func(a Action) {
				switch c := chance(a); {
				case shortest == 0 || c > best+exact:
					best, shortest = c, len(a.Cards)
				case c > best-exact:
					shortest = min(shortest, len(a.Cards))
				}
			}
			consider(first)
			everyChain(first, rest, consider)
			if math.Abs(got.Best-best) > exact || len(got.Then) != shortest-1 {
				t.Fatalf("%v: best %v with %v; counted %v with %d cards", got.Card, got.Best, got.Then, best, shortest)
			}
			chain := first
			chain.Cards = first.Cards.With(got.Then...)
			if _, ok := p.hand.Without(chain.Cards...); !ok || chain.Check() != nil || math.Abs(chance(chain)-best) > exact {
				t.Fatalf("%v: %v is no such chain", got.Card, chain.Cards)
			}
		}
	})
}

func TestOddsAgreeWithManyPlays(t *testing.T) {
	d := PlayingCards()
	hand := cards(t, "2 Body, 3 Reflex, 5 Karma, 7 Reflex, 8 Mind")
	discard := cards(t, "9 Body, 9 Reflex, 1 Mind, 5 Spirit b, 4 Reflex")
	unseen, _ := d.Cards.Without(hand.With(discard...)...)
	luck := seeded(11)
	for _, deck := range []int{len(unseen), 1} { // a full deck, and one that runs out in the chain
		a := action("Quickness", 2, Modifier{"daunting", 16}, Modifier{"Dexterity", 3})
		odds := Odds(a, hand, Unknown{Unseen: unseen, Deck: deck, Discard: discard})
		for i, c := range hand {
			const plays = 4_000
			good := 0
			for range plays {
				b := a
				b.Cards = Pile{c}
				if b, _, _ = flip(b, luck.Shuffle(unseen)[:deck], discard, luck.Shuffle); b.Success() {
					good++
				}
			}
			if share := float64(good) / plays; math.Abs(share-odds[i].Alone) > 0.03 {
				t.Errorf("deck of %d, %v: %.3f of %d plays succeed, the odds say %.3f", deck, c, share, plays, odds[i].Alone)
			}
		}
	}
}

// R4.2: with Edge 9 all eleven cards chain, 6 + 48, and only a flip makes it 55.
func TestOddsR42LongChain(t *testing.T) {
	a := action("Quickness", 9, Modifier{"difficulty", 55})
	var hand Pile
	for i := range 11 {
		hand = append(hand, Card{Suit: "Reflex", Value: 1 + i%9, Copy: i})
	}
	for _, c := range Odds(a, hand, Unknown{Unseen: cards(t, "0 Mind, 1 Mind, 2 Mind, 3 Mind"), Deck: 4}) {
		if c.Alone != 0 || math.Abs(c.Best-0.75) > exact || len(c.Then) != 10 {
			t.Errorf("%v: alone %v, best %v with %v", c.Card, c.Alone, c.Best, c.Then)
		}
	}
}

// R1.2: of 4,400 cards 1,100 are trumps. The ways to take some are beyond all floating point, the
// chance is not.
func TestOddsR12OfAHugeDeck(t *testing.T) {
	var unseen Pile
	for i := range 4400 {
		unseen = append(unseen, Card{Suit: []Suit{"Body", "Reflex", "Mind", "Karma"}[i%4], Value: 1, Copy: i})
	}
	a := action("Quickness", 1, Modifier{"difficulty", 9})
	got := Odds(a, cards(t, "1 Reflex"), Unknown{Unseen: unseen, Deck: len(unseen)})[0].Alone
	if want := 1100.0 / 4400; math.Abs(got-want) > exact { // two flips, so that the first must be a trump
		t.Errorf("the chance of a second flip is %v, want %v", got, want)
	}
}
