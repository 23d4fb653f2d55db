package combat

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"skald/fate"
	"skald/hero"
)

// Golden test 10, R6.6a: with 7, 4, 2 in hand, 6 wounds are paid by {7} or {4, 2}; {7, 2} is redundant; the
// auto-pick is {7}.
func TestGolden10Payments(t *testing.T) {
	hand := cards(t, "7 Mind, 4 Body, 2 Spirit")
	for paid, code := range map[string]string{
		"7 Mind":                   "",
		"4 Body, 2 Spirit":         "",
		"7 Mind, 2 Spirit":         "redundant",
		"7 Mind, 4 Body":           "redundant",
		"7 Mind, 4 Body, 2 Spirit": "redundant",
		"4 Body":                   "too_little",
		"":                         "too_little",
		"8 Mind":                   "card_not_in_hand",
		"7 Mind, 7 Mind":           "card_not_in_hand",
	} {
		err := CheckPayment(hand, cards(t, paid), 6)
		if code == "" {
			must(t, err)
		} else {
			refused(t, err, code)
		}
	}
	equal(t, "the auto-pick", Pick(hand, 6), cards(t, "7 Mind"))
}

// R6.6b: fewest cards, then the smallest total, then a fixed order; the whole hand where it is not enough.
func TestR66bPick(t *testing.T) {
	hand := cards(t, "7 Mind, 5 Body, 5 Spirit, 2 Spirit, 1 Karma")
	for _, c := range []struct {
		wounds int
		want   string
	}{
		{0, ""},
		{1, "1 Karma"},
		{2, "2 Spirit"},
		{4, "5 Body"}, // before the 5 of Spirit
		{6, "7 Mind"},
		{8, "1 Karma, 7 Mind"},
		{9, "2 Spirit, 7 Mind"},
		{10, "5 Body, 5 Spirit"},
		{13, "1 Karma, 5 Body, 7 Mind"},
		{20, "1 Karma, 2 Spirit, 5 Body, 5 Spirit, 7 Mind"},
		{21, "1 Karma, 2 Spirit, 5 Body, 5 Spirit, 7 Mind"},
	} {
		if got := Pick(hand, c.wounds).String(); got != c.want {
			t.Errorf("%d wounds: picked %s, want %s", c.wounds, got, c.want)
		}
	}
}

// R6.6a, R6.6b as a law: what Pick picks is legal, and of all legal sets none is better.
func TestLawR66bPickIsNeverBeaten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hand := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) fate.Card {
			return fate.Card{
				Suit:  rapid.SampledFrom([]fate.Suit{"Body", "Mind", "Karma"}).Draw(t, "suit"),
				Value: rapid.IntRange(0, 9).Draw(t, "value"), Copy: rapid.IntRange(0, 2).Draw(t, "copy"),
			}
		}), 0, 9, func(c fate.Card) fate.Card { return c }).Draw(t, "hand")
		wounds := rapid.IntRange(1, 50).Draw(t, "wounds")
		got := Pick(hand, wounds)
		if err := CheckPayment(hand, got, wounds); err != nil {
			t.Fatalf("%v for %d: %v: %v", fate.Pile(hand), wounds, got, err)
		}
		var best fate.Pile
		found := false
		for set := range 1 << len(hand) {
			var paid fate.Pile
			for i, c := range hand {
				if set&(1<<i) != 0 {
					paid = append(paid, c)
				}
			}
			if CheckPayment(hand, paid, wounds) != nil {
				continue
			}
			byValue(paid)
			if !found || better(paid, best) {
				best, found = paid, true
			}
		}
		if !slices.Equal(got, best) {
			t.Fatalf("%v for %d wounds: picked %v, the best is %v", fate.Pile(hand), wounds, got, best)
		}
	})
}

func byValue(p fate.Pile) {
	slices.SortFunc(p, func(a, b fate.Card) int { return cmp.Or(cmp.Compare(a.Value, b.Value), a.Compare(b)) })
}

// better is R6.6b: fewer cards, then a smaller total, then earlier in the order of value and card.
func better(a, b fate.Pile) bool {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a.Sum(), b.Sum()), slices.CompareFunc(a, b, func(x, y fate.Card) int {
		return cmp.Or(cmp.Compare(x.Value, y.Value), x.Compare(y))
	})) < 0
}

// hurtBy is what wounds do to a hero with this hand, Endurance 4, who pays as Pick chooses.
func hurtBy(t *testing.T, rules Rules, hand string, w hero.Wounds, amount int, harm hero.Harm) (hero.Wounds, Payment) {
	t.Helper()
	s := scene(newHero("Jack", score("Endurance", 4)))
	s.Rules = rules
	held := cards(t, hand)
	s.Seats[0].Hero.Hand = max(1, len(held)+w.Locked())
	s.Seats[0].Wounds, s.Seats[0].Hand = w, held
	f, payments, err := Fight{}.Wound(s, "jack", amount, harm, "a trap")
	must(t, err)
	if payments == nil {
		_, payments, err = f.Pay(s, "Jack", Pick(held, amount), false)
		must(t, err)
	}
	return payments[0].After, payments[0]
}

// Golden test 11, R6.7a, R6.8a: hand 3, 2: 5 Killing knock out, 6 make dying; Endurance 4: 9 Stunning overflow
// by 4 and convert nothing, 10 overflow by 5 and turn one slot into Killing.
func TestGolden11Knockouts(t *testing.T) {
	for _, c := range []struct {
		amount int
		harm   hero.Harm
		want   hero.Wounds
		status string
	}{
		{5, hero.Killing, hero.Wounds{Killing: 2}, "unconscious"},
		{6, hero.Killing, hero.Wounds{Killing: 2, Dying: true}, "dying"},
		{5, hero.Stunning, hero.Wounds{Stunning: 2}, "unconscious"},
		{9, hero.Stunning, hero.Wounds{Stunning: 2, Overflow: 4}, "unconscious"},
		{10, hero.Stunning, hero.Wounds{Stunning: 1, Killing: 1, Overflow: 5}, "unconscious"},
		{3, hero.Killing, hero.Wounds{Killing: 1}, "up"},
	} {
		got, p := hurtBy(t, Defaults(), "3 Mind, 2 Body", hero.Wounds{}, c.amount, c.harm)
		equal(t, string(c.harm), got, c.want)
		equal(t, "status", p.Status, c.status)
	}
}

// R6.6c, R6.6e, R6.7a: overflow, locked slots by kind, and Killing wounds on the unconscious.
func TestR67Dying(t *testing.T) {
	_, p := hurtBy(t, Defaults(), "3 Mind, 2 Body", hero.Wounds{Stunning: 1}, 7, hero.Killing)
	equal(t, "overflow", p.Overflow, 2)
	equal(t, "all cards", p.Paid.Sum(), 5)
	equal(t, "slots by kind", p.After, hero.Wounds{Stunning: 1, Killing: 2, Dying: true})
	got, p := hurtBy(t, Defaults(), "", hero.Wounds{Stunning: 2}, 1, hero.Killing)
	equal(t, "any Killing wound on the unconscious", got, hero.Wounds{Stunning: 2, Dying: true})
	equal(t, "said", p.Notes[0].Code, "dying")

	rules := Defaults()
	rules.Dying = "number" // D6
	got, _ = hurtBy(t, rules, "9 Mind, 8 Body", hero.Wounds{}, 2, hero.Killing)
	equal(t, "as many as cards", got, hero.Wounds{Killing: 1})
	got, _ = hurtBy(t, rules, "9 Mind, 8 Body", hero.Wounds{}, 3, hero.Killing)
	equal(t, "more than cards", got, hero.Wounds{Killing: 1, Dying: true})
}

// R6.8a, R6.8b: while unconscious, every further damaging hit converts one more Stunning slot; when none is left
// the next one makes dying.
func TestR68Conversion(t *testing.T) {
	w := hero.Wounds{Stunning: 3, Overflow: 4}
	for _, c := range []struct {
		amount int
		harm   hero.Harm
		want   hero.Wounds
	}{
		{1, hero.Stunning, hero.Wounds{Stunning: 2, Killing: 1, Overflow: 5}}, // the running overflow exceeds Endurance 4
		{1, hero.Stunning, hero.Wounds{Stunning: 1, Killing: 2, Overflow: 6}},
		{9, hero.Stunning, hero.Wounds{Stunning: 0, Killing: 3, Overflow: 15}}, // one a hit, whatever its size
		{1, hero.Stunning, hero.Wounds{Stunning: 0, Killing: 3, Overflow: 16, Dying: true}},
	} {
		var p Payment
		w, p = hurtBy(t, Defaults(), "", w, c.amount, c.harm)
		equal(t, "after "+p.Status, w, c.want)
	}
	got, _ := hurtBy(t, Defaults(), "", hero.Wounds{Stunning: 2, Killing: 1, Overflow: 5}, 1, hero.Killing)
	equal(t, "any type converts", got, hero.Wounds{Stunning: 1, Killing: 2, Overflow: 5, Dying: true})
	got, _ = hurtBy(t, Defaults(), "", hero.Wounds{Stunning: 2, Killing: 1, Overflow: 2}, 1, hero.Killing)
	equal(t, "R6.8b: not before Endurance is exceeded", got, hero.Wounds{Stunning: 2, Killing: 1, Overflow: 2, Dying: true})
	rules := Defaults()
	rules.LastConversion = "nothing"
	got, _ = hurtBy(t, rules, "", hero.Wounds{Killing: 3, Overflow: 9}, 1, hero.Stunning)
	equal(t, "by the setting", got, hero.Wounds{Killing: 3, Overflow: 10})
}

// R1.4c, R6.6c: a hero short of cards because the deck is empty gives what there is, and no slot is locked for a card
// that never came: what the hand does not cover is lost.
func TestR14cShortHand(t *testing.T) {
	s := scene(newHero("Jack"))
	s.Seats[0].Hand, s.Seats[0].Owed = cards(t, "4 Mind"), 2 // of 3
	for _, c := range []struct {
		name   string
		wounds int
		harm   hero.Harm
		after  hero.Wounds
	}{
		{"covered", 4, hero.Killing, hero.Wounds{Killing: 1}},
		{"not covered", 5, hero.Killing, hero.Wounds{Killing: 1}},
		{"far from covered", 99, hero.Killing, hero.Wounds{Killing: 1}},
		{"stunning", 99, hero.Stunning, hero.Wounds{Stunning: 1}},
	} {
		f, _, err := Fight{}.Wound(s, "Jack", c.wounds, c.harm, "a trap")
		must(t, err)
		f, p, err := f.Pay(s, "Jack", cards(t, "4 Mind"), false)
		must(t, err)
		equal(t, c.name, p[0].After, c.after)
		equal(t, c.name+": not unconscious", p[0].Status, "up")
		equal(t, c.name+": nothing is left to pay", len(f.Pending), 0)
	}
	for wounds, dying := range map[int]bool{3: false, 4: true, 10: true} { // of cards held and owed, R6.7a
		s.Rules.Dying, s.Seats[0].Hand = "number", cards(t, "9 Mind")
		f, _, err := Fight{}.Wound(s, "Jack", wounds, hero.Killing, "a trap")
		must(t, err)
		_, p, err := f.Pay(s, "Jack", cards(t, "9 Mind"), false)
		must(t, err)
		equal(t, "dying by the number", p[0].After.Dying, dying)
	}
}

// R1.4c: who holds no card because the deck is empty has nothing to choose: the wounds are over at once, and so are those
// that a forced end of the exchange pays. A hand that is empty for another reason is none: unconscious (R6.6).
func TestR14cAnEmptyHandThatIsOwedCards(t *testing.T) {
	s := scene(newHero("Jack"))
	s.Seats[0].Hand, s.Seats[0].Owed = nil, 3
	f, p, err := Fight{}.Wound(s, "Jack", 9, hero.Killing, "a trap")
	must(t, err)
	equal(t, "at once", len(p), 1)
	equal(t, "no slot", p[0].After, hero.Wounds{})
	equal(t, "what is lost", p[0].Overflow, 9)
	equal(t, "nothing waits", dues(f, s), "")
	equal(t, "said", p[0].Notes[0].Code, "short")
	s.Seats[0].Owed = 0
	f, p, err = Fight{}.Wound(s, "Jack", 9, hero.Stunning, "a trap")
	must(t, err)
	equal(t, "waits", len(p), 0)
	_, p, err = f.Pay(s, "Jack", nil, false)
	must(t, err)
	equal(t, "an empty hand", p[0].Status, "unconscious")
}

// R6.6d: hits are paid in the order suffered, one by one, or those of one kind together.
func TestR66dSeveralHits(t *testing.T) {
	s := scene(newHero("Jack", func(h *hero.Hero) { h.Hand = 5 }))
	s.Seats[0].Hand = cards(t, "9 Mind, 5 Body, 3 Mind, 2 Spirit, 1 Body")
	var f Fight
	var err error
	for _, w := range []struct {
		n    int
		harm hero.Harm
	}{{4, hero.Stunning}, {5, hero.Stunning}, {2, hero.Killing}, {1, hero.Stunning}} {
		f, _, err = f.Wound(s, "Jack", w.n, w.harm, "arrows")
		must(t, err)
	}
	equal(t, "one", Owed(f.Owes("Jack", false)), 4)
	equal(t, "together", Owed(f.Owes("jack", true)), 9)
	g, p, err := f.Pay(s, "Jack", cards(t, "9 Mind"), true)
	must(t, err)
	equal(t, "both paid by one card", p[0].After, hero.Wounds{Stunning: 1})
	equal(t, "from", p[0].From, []string{"arrows", "arrows"})
	equal(t, "the Killing hit is next", g.Owes("Jack", true)[0].Harm, hero.Killing)
	_, _, err = f.Pay(s, "Jack", cards(t, "9 Mind"), false)
	must(t, err)
	_, _, err = f.Pay(s, "Jack", cards(t, "9 Mind, 5 Body"), false)
	refused(t, err, "redundant")
	_, _, err = f.Pay(s, "Zoe", nil, false)
	refused(t, err, "no_such_hero")
	_, _, err = Fight{}.Pay(s, "Jack", nil, false)
	refused(t, err, "nothing_to_pay")
	equal(t, "the overpay is shown", func() int { _, p, _ := f.Pay(s, "Jack", cards(t, "9 Mind"), false); return p[0].Overpay }(), 5)
}

// A payment that knocks out takes the hits that follow with it: they leave no choice.
func TestR66WhatLeavesNoChoice(t *testing.T) {
	s := scene(newHero("Jack"))
	s.Seats[0].Hand = cards(t, "5 Body, 3 Mind, 2 Spirit")
	f, none, err := Fight{}.Wound(s, "Jack", 12, hero.Stunning, "a club")
	must(t, err)
	equal(t, "a hand is a choice", len(none), 0)
	f, _, err = f.Wound(s, "Jack", 1, hero.Killing, "a knife")
	must(t, err)
	f, p, err := f.Pay(s, "Jack", s.Seats[0].Hand, false)
	must(t, err)
	equal(t, "two payments", len(p), 2)
	equal(t, "unconscious, then dying", []string{p[0].Status, p[1].Status}, []string{"unconscious", "dying"})
	equal(t, "nothing is left", len(f.Pending), 0)
	equal(t, "what it leaves", p[0].Left, 0)
}

// R11.2d: a hero point takes points off the most recent wounds before they are paid.
func TestR112dSoak(t *testing.T) {
	s := scene(newHero("Jack"))
	f, _, err := Fight{}.Wound(s, "Jack", 4, hero.Stunning, "a fall")
	must(t, err)
	f, _, err = f.Wound(s, "Jack", 6, hero.Killing, "a trap")
	must(t, err)
	g, left, err := f.Soak("jack", 5)
	must(t, err)
	equal(t, "left of the last", left.Amount, 1)
	equal(t, "the first as it was", g.Pending[0].Amount, 4)
	equal(t, "receiver as it was", f.Pending[1].Amount, 6)
	g, left, err = g.Soak("Jack", 5)
	must(t, err)
	equal(t, "not below 0", left.Amount, 0)
	equal(t, "gone", len(g.Pending), 1)
	_, _, err = f.Soak("Zoe", 5)
	refused(t, err, "nothing_to_pay")
	g, n := f.Forgive("Jack")
	equal(t, "forgiven", n, 10)
	equal(t, "all", len(g.Pending), 0)
}

// R6.7b: by the setting an aura is read for each dying hero; a negative one is death.
func TestR67bDyingClock(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	s.Rules.DyingClock = true
	s.Seats[0].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f := stage(t, s, 1)
	equal(t, "readings", f.Readings(s), []Reading{{Who: "Ada"}})
	_, turn, err := f.Next(s, Tick{Force: true, Auras: auras("0")})
	must(t, err)
	equal(t, "lives", len(turn.Deaths), 0)
	_, turn, err = f.Next(s, Tick{Force: true, Auras: auras("-")})
	must(t, err)
	equal(t, "dies", turn.Deaths, []string{"Ada"})
	s.Rules.DyingClock = false
	equal(t, "off by default", len(f.Readings(s)), 0)
	owing, _, err := f.Wound(s, "Bea", 2, hero.Stunning, "a fall")
	must(t, err)
	dead := s
	dead.Seats = slices.Clone(s.Seats)
	dead.Seats[1].Wounds.Dead = true
	equal(t, "the dead pay for nothing", dues(owing, dead), "")
	h, err := s.Die("ada")
	must(t, err)
	equal(t, "the narrator's word", h.After.Dead, true)
	_, err = s.Die("Bea")
	refused(t, err, "not_dying")
}

// R6.6: a hero with wounds to pay does nothing else first.
func TestR66PayFirst(t *testing.T) {
	s := scene(newHero("Jack"))
	f := stage(t, s, 1)
	f, _, err := f.Wound(s, "Jack", 1, hero.Stunning, "a fall")
	must(t, err)
	for _, d := range []Declaration{{Action: Strike}, {Action: Wait}, {Action: Defend, Target: "Guard"}} {
		_, err := f.Declare(s, "Jack", d)
		refused(t, err, "must_pay")
	}
	for _, n := range []int{0, 1000} {
		_, _, err := f.Wound(s, "Jack", n, hero.Stunning, "a fall")
		refused(t, err, "out_of_range")
	}
	_, _, err = f.Wound(s, "Jack", 1, "cold", "a fall")
	refused(t, err, "bad_harm")
}
