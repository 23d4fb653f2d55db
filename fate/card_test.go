package fate

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// cards reads a pile as a log writes it: "8 Mind, 3 Reflex".
func cards(t testing.TB, text string) Pile {
	t.Helper()
	var p Pile
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "" {
			continue
		}
		c, err := ParseCard(strings.TrimSpace(word))
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, c)
	}
	return p
}

// refused tells the code of a refusal, "" of none.
func refused(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	if r.Message == "" || r.Code == "" {
		t.Fatalf("%#v lacks its sentence or code", r)
	}
	return r.Code
}

// R1.1.
func TestR11CardInWriting(t *testing.T) {
	for _, c := range []struct {
		card                Card
		string, short, long string
	}{
		{Card{"Mind", 8, 0}, "8 Mind", "8 Mind", "8 of Mind"},
		{Card{"Mind", 8, 1}, "8 Mind b", "8 Mind", "8 of Mind"},
		{Card{"Night Sky", 10, 25}, "10 Night Sky z", "10 Night Sky", "10 of Night Sky"},
		{Card{"Body", 5, 26}, "5 Body ba", "5 Body", "5 of Body"},
		{Card{"Body", 5, MaxCopy}, "5 Body zz", "5 Body", "5 of Body"},
		{Card{}, "?", "?", "a card face down"},
	} {
		got := []string{c.card.String(), c.card.Short(), c.card.Long()}
		if diff := cmp.Diff([]string{c.string, c.short, c.long}, got); diff != "" {
			t.Errorf("%#v:\n%s", c.card, diff)
		}
		if back, err := ParseCard(c.string); err != nil || back != c.card {
			t.Errorf("%q is read as %#v, %v", c.string, back, err)
		}
	}
}

// R1.1.
func TestR11ParseCard(t *testing.T) {
	for text, want := range map[string]Card{
		"8 of Mind":         {"Mind", 8, 0},
		"  8   OF  Mind  ":  {"Mind", 8, 0},
		"8 of Mind c":       {"Mind", 8, 2},
		"8 of Night Sky b":  {"Night Sky", 8, 1},
		"8 of b":            {"b", 8, 0},
		"8 Mind a":          {"Mind a", 8, 0}, // the first copy has no letter
		"8 Mind B":          {"Mind B", 8, 0},
		"0 Shadow of a Day": {"Shadow of a Day", 0, 0},
	} {
		if got, err := ParseCard(text); err != nil || got != want {
			t.Errorf("%q is read as %#v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", " ", "8", "Mind", "Mind 8", "eight Mind", "8.5 Mind", "99999999999999999999 Mind", strings.Repeat("x", 10000)} {
		_, err := ParseCard(text)
		if refused(t, err) != "no_such_card" || len(err.Error()) > 200 {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// R1.2: any deck is usable, if its cards can be written down.
func TestR12SuitNamesThatReadBack(t *testing.T) {
	for _, s := range []Suit{"Mind", "Night Sky", "Märchen", "Rule of Three", "b", "Plan B", "Mind a", "Long word"} {
		if err := s.Check(); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []Suit{"", " ", "of", "OF", " Mind", "Mind ", "Night  Sky", "Night\nSky", "Plan b", "Top zz", "of Mind", "Of Mind", "Mind, Body", "Mi\xffnd"} {
		if refused(t, s.Check()) != "bad_suit" {
			t.Errorf("%q passes", s)
		}
	}
}

// R1.6b.
func TestR16bHiddenCardsShowNothing(t *testing.T) {
	hand := cards(t, "8 Mind, 3 Reflex, 5 Karma b")
	if got := hand.Hidden().String(); got != "?, ?, ?" {
		t.Errorf("three hidden cards are %q", got)
	}
	text, err := json.Marshal(hand.Hidden())
	if err != nil || string(text) != `["?","?","?"]` {
		t.Errorf("three hidden cards are stored as %s, %v", text, err)
	}
	for _, c := range hand.Hidden() {
		if !c.FaceDown() {
			t.Errorf("%v is not face down", c)
		}
	}
	if hand[0].FaceDown() {
		t.Error("the 8 of Mind is face down")
	}
}

// R4.4.
func TestR44SumOfAPile(t *testing.T) {
	if got := cards(t, "1 Body, 3 Reflex, 7 Karma").Sum(); got != 11 {
		t.Errorf("1 + 3 + 7 is %d", got)
	}
	if got := Pile(nil).Sum(); got != 0 {
		t.Errorf("no cards are worth %d", got)
	}
}

// anyCard is one of few cards, so that piles meet the same card often.
func anyCard() *rapid.Generator[Card] {
	return rapid.Custom(func(t *rapid.T) Card {
		return Card{
			Suit:  rapid.SampledFrom([]Suit{"Body", "Mind", "Night Sky"}).Draw(t, "suit"),
			Value: rapid.IntRange(0, 3).Draw(t, "value"),
			Copy:  rapid.IntRange(0, 2).Draw(t, "copy"),
		}
	})
}

func anyPile() *rapid.Generator[Pile] {
	return rapid.Map(rapid.SliceOfN(anyCard(), 0, 12), func(cards []Card) Pile { return cards })
}

// counts is a pile as a multiset.
func counts(p Pile) map[Card]int {
	m := map[Card]int{}
	for _, c := range p {
		m[c]++
	}
	return m
}

func TestLawPiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := anyPile().Draw(t, "p"), anyPile().Draw(t, "q")
		before := slices.Clone(p)

		both := p.With(q...)
		if !slices.Equal(both[:len(p)], p) || !slices.Equal(both[len(p):], q) {
			t.Fatalf("%v with %v under it is %v", p, q, both)
		}
		if rest, ok := both.Without(q...); !ok || !same(counts(rest), counts(p)) {
			t.Fatalf("%v without %v is %v, %v", both, q, rest, ok)
		}
		rest, ok := p.Without(q...)
		if ok != subset(counts(q), counts(p)) {
			t.Fatalf("%v without %v: %v", p, q, ok)
		}
		if !ok && !slices.Equal(rest, p) {
			t.Fatalf("%v lost cards: %v", p, rest)
		}
		if ok && !same(counts(rest.With(q...)), counts(p)) {
			t.Fatalf("%v and %v are not %v", rest, q, p)
		}
		if p.SameCards(q) != same(counts(p), counts(q)) {
			t.Fatalf("%v and %v: SameCards says %v", p, q, p.SameCards(q))
		}
		sorted := p.Sorted()
		if !slices.IsSortedFunc(sorted, Card.Compare) || !same(counts(sorted), counts(p)) {
			t.Fatalf("%v sorted is %v", p, sorted)
		}
		// What came from a pile shares no memory with it.
		for _, made := range []Pile{both, sorted, p.Hidden(), p.With()} {
			for i := range made {
				made[i] = Card{Suit: "spoilt"}
			}
		}
		if !slices.Equal(p, before) {
			t.Fatalf("the pile was %v and is %v", before, p)
		}
	})
}

func TestLawShuffleKeepsTheCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPile().Draw(t, "p")
		before := slices.Clone(p)
		seed := rapid.Uint64().Draw(t, "seed")
		shuffled := seeded(seed).Shuffle(p)
		if !same(counts(shuffled), counts(p)) {
			t.Fatalf("%v shuffled is %v", p, shuffled)
		}
		if !slices.Equal(p, before) {
			t.Fatalf("the pile was %v and is %v", before, p)
		}
		// The order depends on luck alone, not on how the cards lay.
		if again := seeded(seed).Shuffle(seeded(seed + 1).Shuffle(p)); !slices.Equal(again, shuffled) {
			t.Fatalf("%v, and with the same luck %v", shuffled, again)
		}
	})
}

// seeded is luck that a test can repeat.
func seeded(seed uint64) Luck { return rand.New(rand.NewPCG(seed, 1)).IntN }

// R1.4.
func TestR14ShuffleGivesEveryOrderAlike(t *testing.T) {
	p := cards(t, "1 Body, 2 Body, 3 Body")
	seen := map[string]int{}
	// All the luck that three cards ask for: a number under 3, then one under 2.
	for first := range 3 {
		for second := range 2 {
			answers := []int{first, second}
			seen[Luck(func(n int) int {
				answer := answers[0]
				answers = answers[1:]
				if answer >= n {
					t.Fatalf("luck is asked for a number under %d, then under 2", n)
				}
				return answer
			}).Shuffle(p).String()]++
		}
	}
	if len(seen) != 6 {
		t.Errorf("6 ways of luck give these orders: %v", seen)
	}
}

func same(m, n map[Card]int) bool { return subset(m, n) && subset(n, m) }

// subset reports whether each card is in n as often as in m, or more often.
func subset(m, n map[Card]int) bool {
	for c, k := range m {
		if n[c] < k {
			return false
		}
	}
	return true
}

func FuzzParseCard(f *testing.F) {
	f.Add("8 Mind", "Mind", 8, 0)
	f.Add("8 of Night Sky b", "Night Sky", 10, 1)
	f.Add("5 Mind aa", "Plan b", 0, 675)
	f.Add("8 of of b zz", "of", -3, 26)
	f.Fuzz(func(t *testing.T, text, suit string, value, number int) {
		if c, err := ParseCard(text); err == nil {
			again, err := ParseCard(c.String())
			if err != nil || again != c {
				t.Errorf("%q is %#v, which reads back as %#v, %v", text, c, again, err)
			}
		} else if refused(t, err) == "" {
			t.Errorf("%q is neither a card nor refused", text)
		}

		c := Card{Suit: Suit(suit), Value: value, Copy: number}
		if c.Suit.Check() != nil || number < 0 || number > MaxCopy {
			return
		}
		text2, err := c.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Card
		if err := back.UnmarshalText(text2); err != nil || back != c {
			t.Errorf("%#v is written as %q and read as %#v, %v", c, text2, back, err)
		}
	})
}
