package fate

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// action is an attempt with a score of 6, as most examples have it.
func action(ability string, edge int, against ...Modifier) Action {
	return Action{Ability: ability, Score: 6, Edge: edge, Trumps: PlayingCards().Trumps(ability), Against: against}
}

// flip turns up cards as long as the action asks for them, and reshuffles the discard pile when the next
// card is needed and the deck is empty (R1.4a), as a table does.
func flip(a Action, deck, discard Pile, shuffle func(Pile) Pile) (Action, Pile, Pile) {
	for a.Flipping() {
		if len(deck) == 0 {
			if len(discard) == 0 {
				break // R1.4c
			}
			deck, discard = shuffle(discard), nil
		}
		a.Flips, deck = a.Flips.With(deck[0]), deck[1:]
	}
	return a, deck, discard
}

// asItLies is a shuffle that changes nothing.
func asItLies(p Pile) Pile { return p }

// result is what a played action came to.
type result struct {
	Flips                 string
	Total, Target, Margin int
	Success               bool
}

func resultOf(a Action) result {
	return result{a.Flips.String(), a.Total(), a.Target(), a.Margin(), a.Success()}
}

// played checks the hand cards, turns up the flips and gives the result.
func played(t *testing.T, a Action, hand, deck string) result {
	t.Helper()
	a.Cards = cards(t, hand)
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	a, _, _ = flip(a, cards(t, deck), nil, asItLies)
	return resultOf(a)
}

func check(t *testing.T, want, got result) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGolden1(t *testing.T) {
	got := played(t, action("Quickness", 1, Modifier{"challenging", 12}), "8 Mind", "4 Spirit")
	check(t, result{"", 14, 12, 2, true}, got)
}

func TestGolden2(t *testing.T) {
	got := played(t, action("Quickness", 1, Modifier{"challenging", 12}), "3 Reflex", "4 Spirit, 9 Reflex")
	check(t, result{"4 Spirit", 13, 12, 1, true}, got)
}

// R3.5b: the printed example forgets the ability score and calls it a failure.
func TestGolden3R35b(t *testing.T) {
	got := played(t, action("Quickness", 2, Modifier{"daunting", 16}), "1 Body, 3 Reflex", "7 Karma, 9 Reflex")
	check(t, result{"7 Karma", 17, 16, 1, true}, got)
}

func TestGolden4(t *testing.T) {
	for _, c := range []struct {
		edge int
		hand string
		code string
	}{
		{1, "1 Mind, 1 Karma, 9 Spirit", ""},
		{1, "2 Mind, 9 Spirit", "above_edge"},
		{0, "1 Mind, 5 Mind", "above_edge"},
	} {
		a := action("Quickness", c.edge)
		a.Cards = cards(t, c.hand)
		if got := refused(t, a.Check()); got != c.code {
			t.Errorf("Edge %d, %s: %q, want %q", c.edge, c.hand, got, c.code)
		}
	}
}

func TestGolden5(t *testing.T) {
	got := played(t, action("Quickness", 2, Modifier{"challenging", 12}), "2 Reflex, 5 Mind", "9 Reflex")
	check(t, result{"", 13, 12, 1, true}, got)
}

func TestGolden6(t *testing.T) {
	got := played(t, action("Quickness", 2, Modifier{"challenging", 12}), "2 Reflex", "1 Mind, 9 Mind")
	check(t, result{"1 Mind", 9, 12, -3, false}, got)
}

func TestGolden7(t *testing.T) {
	got := played(t, action("Quickness", 1, Modifier{"legendary", 28}), "5 Reflex", "4 Reflex, 6 Reflex, 5 Karma, 9 Reflex")
	check(t, result{"4 Reflex, 6 Reflex, 5 Karma", 26, 28, -2, false}, got)
}

func TestGolden8(t *testing.T) {
	a := action("Quickness", 1, Modifier{"daunting", 16})
	a.Wide = PlayingCards().TrumpsWhere(always)
	check(t, result{"4 Mind", 15, 16, -1, false}, played(t, a, "5 Mind", "4 Mind, 9 Reflex"))
	check(t, result{"4 Reflex, 7 Mind", 22, 16, 6, true}, played(t, a, "5 Mind", "4 Reflex, 7 Mind, 9 Reflex"))
}

func TestGolden12(t *testing.T) {
	deck := cards(t, "4 Reflex")
	discard := cards(t, "1 Body, 2 Body, 3 Body, 4 Body, 5 Body, 1 Mind, 2 Mind, 3 Mind, 4 Mind, 5 Mind")
	a := action("Quickness", 1, Modifier{"daunting", 16})
	a.Cards = cards(t, "6 Reflex")
	all := slices.Concat(deck, discard, a.Cards)

	reshuffled := Pile{}
	a, deck, rest := flip(a, deck, discard, func(p Pile) Pile {
		reshuffled = p
		return seeded(3).Shuffle(p)
	})
	if len(a.Flips) != 2 || a.Flips[0].String() != "4 Reflex" {
		t.Errorf("the flips are %v", a.Flips)
	}
	if !reshuffled.SameCards(discard) { // R1.3a: neither the 6 of Reflex nor the flipped 4
		t.Errorf("reshuffled were %v", reshuffled)
	}
	if !slices.Concat(a.Cards, a.Flips, deck, rest).SameCards(all) {
		t.Errorf("played %v, flipped %v, deck %v", a.Cards, a.Flips, deck)
	}
}

// R1.4b, and R1.4a: the pile comes back when the next card is needed.
func TestR14bChainGoesOnAfterTheReshuffle(t *testing.T) {
	a := action("Quickness", 1)
	a.Cards = cards(t, "6 Reflex")
	a, deck, discard := flip(a, nil, cards(t, "2 Reflex, 3 Reflex, 4 Mind, 5 Mind"), asItLies)
	if diff := cmp.Diff([]string{"2 Reflex, 3 Reflex, 4 Mind", "5 Mind", ""}, []string{a.Flips.String(), deck.String(), discard.String()}); diff != "" {
		t.Error(diff)
	}
}

// R1.4c.
func TestR14cChainEndsWithDeckAndDiscardEmpty(t *testing.T) {
	a := action("Quickness", 1, Modifier{"daunting", 16})
	a.Cards = cards(t, "6 Reflex")
	a, _, _ = flip(a, cards(t, "3 Reflex"), nil, asItLies)
	check(t, result{"3 Reflex", 15, 16, -1, false}, resultOf(a))

	// R3.11: with a hand short through exhaustion the score is the ability alone.
	none := action("Quickness", 1, Modifier{"easy", 4})
	if none.Flipping() || none.Trump() || none.Total() != 6 || !none.Success() || none.Check() != nil {
		t.Errorf("without cards: %+v", resultOf(none))
	}
}

// R1.7, R4.3b.
func TestR17R43bKarma(t *testing.T) {
	d := PlayingCards()
	wide := d.TrumpsWhere(always)
	for _, ability := range d.Abilities {
		a := Action{Trumps: d.Trumps(ability.Name), Wide: wide, Cards: cards(t, "5 Karma")}
		if a.Trump() || a.Flipping() {
			t.Errorf("%s: Karma is a trump", ability.Name)
		}
	}
	// A flipped one counts and ends the chain.
	a := action("Quickness", 1)
	a.Wide = wide
	got := played(t, a, "5 Reflex", "5 Karma, 9 Reflex")
	check(t, result{"5 Karma", 16, 0, 16, true}, got)
}

// R1.8, R4.1.
func TestR18AndR41OneCard(t *testing.T) {
	for _, c := range []struct {
		ability, card string
		trump         bool
	}{
		{"Quickness", "5 Reflex", true},
		{"Dexterity", "5 Reflex", true},
		{"Strength", "5 Reflex", false},
		{"Strength", "5 Body", true},
		{"Reason", "5 Mind", true},
		{"Charisma", "5 Spirit", true},
		{"Charisma", "5 Mind", false},
	} {
		a := action(c.ability, 0)
		a.Cards = cards(t, c.card)
		if a.Check() != nil || a.Trump() != c.trump || a.Flipping() != c.trump {
			t.Errorf("%s with the %s: trump %v", c.ability, c.card, a.Trump())
		}
	}
}

// R1.2a.
func TestR12aBothSuitsOfATraitTrumpAndFlip(t *testing.T) {
	a := Action{Trumps: nineSuits().Trumps("Strength"), Cards: cards(t, "2 Helms")}
	a, _, _ = flip(a, cards(t, "1 Swords, 3 Helms, 2 Dragons, 1 Swords"), nil, asItLies)
	if got := a.Flips.String(); got != "1 Swords, 3 Helms, 2 Dragons" {
		t.Errorf("the flips are %s", got)
	}
}

// R3.5.
func TestR35Total(t *testing.T) {
	a := action("Quickness", 1)
	a.Cards, a.Flips = cards(t, "1 Body, 3 Reflex"), cards(t, "7 Reflex, 2 Mind")
	a.Modifiers = []Modifier{{"skill", 4}, {"darkness", -2}}
	if got := a.Total(); got != 6+1+3+7+2+4-2 {
		t.Errorf("the total is %d", got)
	}
}

// R3.5a, R6.3a.
func TestR35aEqualIsEnough(t *testing.T) {
	for target, want := range map[int]bool{13: true, 14: true, 15: false} {
		a := action("Quickness", 1, Modifier{"difficulty", target})
		a.Cards = cards(t, "8 Mind")
		if a.Success() != want || a.Margin() != 14-target {
			t.Errorf("14 against %d: success %v, margin %d", target, a.Success(), a.Margin())
		}
	}
}

// R3.6.
func TestR36Target(t *testing.T) {
	for _, c := range []struct {
		notation string
		want     int
	}{
		{"average Strength", 8},
		{"average Strength (Quickness 6)", 14},
		{"13 Strength (6)", 19},
		{"0 Strength (6)", 6},
	} {
		n, err := ParseNotation(c.notation, Standard())
		if err != nil {
			t.Fatal(err)
		}
		if got := action(n.Ability, 1, n.Parts()...).Target(); got != c.want {
			t.Errorf("%s: %d must be reached, want %d", c.notation, got, c.want)
		}
	}
}

// R3.4a: no ceiling, and what makes easier stops at 0 before the opposition is added.
func TestR34aTargetBelowEasy(t *testing.T) {
	for _, c := range []struct {
		against []Modifier
		want    int
	}{
		{nil, 0},
		{[]Modifier{{"easy", 4}, {"aim", -4}}, 0},
		{[]Modifier{{"easy", 4}, {"aim", -4}, {"position", -4}}, 0},
		{[]Modifier{{"easy", 4}, {"aim", -4}, {"position", -4}, {"Quickness", 6}}, 6},
		{[]Modifier{{"legendary", 28}, {"harder", 4}, {"Quickness", 6}}, 38}, // no ceiling
	} {
		if got := action("Strength", 1, c.against...).Target(); got != c.want {
			t.Errorf("%v: %d must be reached, want %d", c.against, got, c.want)
		}
	}
}

// R3.8: the narrator decides that Mind is trump for a Quickness action.
func TestR38SkillWithAnotherSuitTrump(t *testing.T) {
	a := action("Quickness", 1, Modifier{"daunting", 16})
	a.Trumps, a.Modifiers = []Suit{"Mind"}, []Modifier{{"skill", 4}}
	check(t, result{"2 Reflex", 17, 16, 1, true}, played(t, a, "5 Mind", "2 Reflex, 9 Mind"))
	check(t, result{"", 15, 16, -1, false}, played(t, a, "5 Reflex", "2 Reflex, 9 Mind"))
}

// R4.2, R4.2a, R4.2b, R4.2d, R4.2e.
func TestR42EdgeChain(t *testing.T) {
	for _, c := range []struct {
		rule   string
		edge   int
		hand   string
		code   string
		chains bool // another card may follow
	}{
		{"R4.2", 2, "", "", true},
		{"R4.2", 2, "1 Mind", "", true},
		{"R4.2", 2, "3 Mind", "", false},
		{"R4.2", 2, "1 Mind, 2 Body, 1 Spirit, 2 Reflex", "", true},
		{"R4.2", 2, "1 Mind, 2 Body, 9 Spirit", "", false},
		{"R4.2", 2, "1 Mind, 3 Body, 9 Spirit", "above_edge", false},
		{"R4.2", 2, "3 Mind, 1 Body", "above_edge", true},
		{"R4.2a", 1, "1 Mind", "", true},
		{"R4.2a", 1, "1 Mind, 4 Mind", "", false},
		{"R4.2a", 1, "2 Mind, 4 Mind", "above_edge", false},
		{"R4.2a", 0, "1 Mind", "", false},
		{"R4.2a", 0, "1 Mind, 1 Body", "above_edge", false},
		{"R4.2b", 5, "5 Karma, 9 Mind", "", false},
		{"R4.2b", 5, "5 Mind, 5 Karma", "", true},
		{"R4.2b", 4, "5 Karma, 9 Mind", "above_edge", false},
		{"R4.2e", 2, "2 Reflex", "", true},
	} {
		a := action("Quickness", c.edge)
		a.Cards = cards(t, c.hand)
		if got := refused(t, a.Check()); got != c.code {
			t.Errorf("%s: Edge %d, %s: %q, want %q", c.rule, c.edge, c.hand, got, c.code)
		}
		if got := a.Chains(); got != c.chains {
			t.Errorf("%s: Edge %d, %s: another card may follow: %v", c.rule, c.edge, c.hand, got)
		}
	}
}

// R4.2d.
func TestR42RefusalNamesTheCardAndEdge(t *testing.T) {
	a := action("Quickness", 2)
	a.Cards = cards(t, "1 Mind, 3 Body b, 9 Spirit")
	want := "After the 3 of Body no further card can be played: it is above Edge 2"
	if err := a.Check(); err == nil || err.Error() != want {
		t.Errorf("refused with: %v", err)
	}
}

// R4.2c, R4.2d.
func TestR42cR42dNoHandCardAfterAFlip(t *testing.T) {
	a := action("Quickness", 2)
	a.Cards = cards(t, "2 Reflex")
	if !a.Chains() {
		t.Error("before the flip no card may follow the 2 of Reflex")
	}
	a.Flips = cards(t, "1 Mind") // at or under Edge, and still
	if a.Chains() {
		t.Error("after the flip another card may follow")
	}
}

// R4.2e.
func TestR42eStoppingEarlyOnATrumpFlips(t *testing.T) {
	a := action("Quickness", 2)
	a.Cards = cards(t, "1 Mind, 2 Reflex")
	if a.Check() != nil || !a.Chains() || !a.Flipping() {
		t.Errorf("chains %v, flipping %v", a.Chains(), a.Flipping())
	}
}

// R4.3.
func TestR43TrumpChain(t *testing.T) {
	for _, c := range []struct{ hand, deck, flips string }{
		{"5 Reflex", "2 Mind, 3 Reflex", "2 Mind"},
		{"5 Reflex", "2 Reflex, 3 Reflex, 4 Body, 9 Reflex", "2 Reflex, 3 Reflex, 4 Body"},
		{"5 Mind", "2 Reflex", ""},
		{"5 Karma", "2 Reflex", ""},
	} {
		if got := played(t, action("Quickness", 1), c.hand, c.deck).Flips; got != c.flips {
			t.Errorf("%s on %s: flips %s, want %s", c.hand, c.deck, got, c.flips)
		}
	}
}

// R4.3a.
func TestR43aOnlyTheLastCardTrumps(t *testing.T) {
	for hand, want := range map[string]bool{
		"2 Reflex, 5 Mind":            false,
		"2 Mind, 5 Reflex":            true,
		"1 Reflex, 2 Reflex, 5 Karma": false,
		"1 Karma, 2 Reflex":           true,
	} {
		a := action("Quickness", 2)
		a.Cards = cards(t, hand)
		if a.Trump() != want || a.Flipping() != want {
			t.Errorf("%s: trump %v, flipping %v", hand, a.Trump(), a.Flipping())
		}
	}
}

// R4.3c: flips are not asked for, though the action has succeeded long since.
func TestR43cEveryFlipIsTurnedUpByItself(t *testing.T) {
	a := action("Quickness", 1, Modifier{"easy", 4})
	a.Cards = cards(t, "5 Reflex")
	for range 3 {
		if !a.Success() || !a.Flipping() {
			t.Fatalf("after %v: success %v, flipping %v", a.Flips, a.Success(), a.Flipping())
		}
		a.Flips = a.Flips.With(Card{Suit: "Reflex", Value: 4})
	}
}

// R4.3d, D4.
func TestR43dFlipsDoNotWiden(t *testing.T) {
	d := PlayingCards()
	for _, c := range []struct {
		name  string
		wide  []Suit
		hand  string
		trump bool
	}{
		{"no skill", nil, "5 Body", false},
		{"Master", d.TrumpsWhere(physical), "5 Body", true},
		{"Master", d.TrumpsWhere(physical), "5 Mind", false},
		{"World-Class", d.TrumpsWhere(always), "5 Mind", true},
		{"World-Class", d.TrumpsWhere(always), "5 Karma", false},
	} {
		a := action("Quickness", 1)
		a.Wide, a.Cards = c.wide, cards(t, c.hand)
		if a.Trump() != c.trump {
			t.Errorf("%s with the %s: trump %v", c.name, c.hand, a.Trump())
		}
		for _, suit := range []Suit{"Body", "Reflex", "Mind", "Spirit", "Karma"} {
			a.Flips = Pile{{Suit: suit, Value: 4}}
			if want := c.trump && suit == "Reflex"; a.Flipping() != want {
				t.Errorf("%s with the %s: another flip after %s: %v", c.name, c.hand, suit, a.Flipping())
			}
		}
	}
}

// R4.4.
func TestR44EveryCardOnTheTableCounts(t *testing.T) {
	got := played(t, action("Quickness", 2), "1 Body, 2 Mind, 3 Reflex", "4 Reflex, 5 Body")
	check(t, result{"4 Reflex, 5 Body", 6 + 1 + 2 + 3 + 4 + 5, 0, 21, true}, got)
}

// R4.5, R11.2a.
func TestR45HeroPointAmendsTheResult(t *testing.T) {
	a := action("Quickness", 1, Modifier{"daunting", 16})
	a.Cards = cards(t, "5 Reflex")
	a, _, _ = flip(a, cards(t, "2 Mind"), nil, asItLies)
	check(t, result{"2 Mind", 13, 16, -3, false}, resultOf(a))
	// R11.2a: the extra card adds, though it never counts for a trump and starts no chain.
	a.Extra = a.Extra.With(Card{Suit: "Reflex", Value: 4})
	check(t, result{"2 Mind", 17, 16, 1, true}, resultOf(a))
	if a.Flipping() || a.Chains() {
		t.Errorf("after the extra card: flipping %v, chains %v", a.Flipping(), a.Chains())
	}
}

// R12.1, R12.1a.
func TestR121Mishap(t *testing.T) {
	d := PlayingCards()
	for _, c := range []struct {
		rule, hand, flips string
		target            int
		want              bool
	}{
		{"R12.1", "5 Karma", "", 12, true},
		{"R12.1", "5 Karma", "", 11, false}, // it succeeds
		{"R12.1", "5 Karma, 1 Mind", "", 13, true},
		{"R12.1", "5 Mind", "", 12, false},
		{"R12.1a", "5 Reflex", "2 Karma", 14, false}, // flipped, not played
	} {
		a := action("Quickness", 5, Modifier{"difficulty", c.target})
		a.Cards, a.Flips = cards(t, c.hand), cards(t, c.flips)
		if got := a.Mishap(d); got != c.want {
			t.Errorf("%s: %s, then %s against %d: mishap %v", c.rule, c.hand, c.flips, c.target, got)
		}
		a = action("Quickness", 5, Modifier{"difficulty", 20})
		a.Cards, a.Extra = cards(t, "5 Mind"), cards(t, "5 Karma")
		if a.Mishap(d) {
			t.Error("R12.1a: a hero point's card brings a mishap")
		}
	}
}

// R14.3: everyone can try anything.
func TestR143WithoutSkillsOnlyCardsAndScoresCount(t *testing.T) {
	for _, ability := range Standard() {
		a := action(ability.Name, 1, Modifier{"challenging", 12})
		a.Cards = cards(t, "6 Karma")
		if err := a.Check(); err != nil || !a.Success() {
			t.Errorf("%s without a skill: %v, success %v", ability.Name, err, a.Success())
		}
	}
}

// R14.4.
func TestR144TradeSkillIsATrumpBonusAlone(t *testing.T) {
	d := PlayingCards()
	a := action("Strength", 1, Modifier{"challenging", 12})
	a.Wide = d.TrumpsWhere(always)
	for hand, flips := range map[string]string{"5 Body": "2 Body, 3 Mind", "5 Mind": "2 Body, 3 Mind", "5 Karma": ""} {
		if got := played(t, a, hand, "2 Body, 3 Mind, 4 Mind").Flips; got != flips {
			t.Errorf("with the %s the flips are %q, want %q", hand, got, flips)
		}
	}
}
