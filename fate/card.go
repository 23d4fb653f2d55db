// Package fate holds the Fate deck: cards, deck lists, piles, actions with their trump and Edge
// chains, and exact odds. It is pure: luck comes in as a parameter and every function returns a
// new value.
package fate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Suit names one suit of a deck, such as "Mind" (R1.1). Suits are data of the deck list.
type Suit string

// Check refuses a name with which a card, written down, would not be read back as the same card: an
// empty one, one with a comma, with spaces in the wrong places, with a first word "of" or, after others,
// a last word like a copy's letters ("Plan b").
func (s Suit) Check() error {
	good := utf8.ValidString(string(s)) && !strings.Contains(string(s), ",")
	for n := range 2 {
		c := Card{Suit: s, Value: 1, Copy: n}
		got, err := ParseCard(c.String())
		good = good && err == nil && got == c
	}
	if !good {
		return Refuse("bad_suit", "%s cannot be the name of a suit: take plain words without commas, such as \"Mind\" or \"Night Sky\"", quote(string(s)))
	}
	return nil
}

// Card is one card of a Fate deck (R1.1). Copy, from 0, tells cards of the same suit and value apart:
// R15.2 has six 5s in each Trait suit; it goes up to MaxCopy. The zero Card is a card that lies face down.
type Card struct {
	Suit  Suit
	Value int
	Copy  int
}

// MaxCopy is the last copy of a card that can be written: "zz".
const MaxCopy = 25*26 + 25

// FaceDown reports whether the card is hidden from whoever looks at it.
func (c Card) FaceDown() bool { return c == Card{} }

// String writes the card as the log does: "8 Mind", and "8 Mind b" for the second copy.
func (c Card) String() string {
	if c.FaceDown() {
		return "?"
	}
	s := c.Short()
	if c.Copy > 0 {
		s += " " + copyLetters(c.Copy)
	}
	return s
}

// Short writes the card without its copy: "8 Mind".
func (c Card) Short() string {
	if c.FaceDown() {
		return "?"
	}
	return strconv.Itoa(c.Value) + " " + string(c.Suit)
}

// Long writes the card as it is spoken of: "8 of Mind".
func (c Card) Long() string {
	if c.FaceDown() {
		return "a card face down"
	}
	return strconv.Itoa(c.Value) + " of " + string(c.Suit)
}

// MarshalText writes the card as String does.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Card) UnmarshalText(text []byte) error {
	got, err := ParseCard(string(text))
	if err == nil {
		*c = got
	}
	return err
}

// ParseCard reads "8 Mind", "8 of Mind" or "8 Mind b". It knows no deck; DeckList.Find does.
func ParseCard(s string) (Card, error) {
	if s == "?" {
		return Card{}, nil
	}
	words := strings.Fields(s)
	for len(words) > 2 && strings.EqualFold(words[1], "of") {
		words = slices.Delete(words, 1, 2)
	}
	if len(words) < 2 {
		return Card{}, noCard(s)
	}
	value, err := strconv.Atoi(words[0])
	if err != nil {
		return Card{}, noCard(s)
	}
	c := Card{Value: value}
	if last := words[len(words)-1]; len(words) > 2 && isCopy(last) {
		c.Copy = copyNumber(last)
		words = words[:len(words)-1]
	}
	c.Suit = Suit(strings.Join(words[1:], " "))
	return c, nil
}

func noCard(s string) error {
	return Refuse("no_such_card", "%s is no card: write it like \"8 Mind\"", quote(s))
}

// isCopy reports whether a suit's last word would be read as a copy's letters: "b" to "zz". The first
// copy has none, so that no letters begin with an a.
func isCopy(word string) bool {
	if len(word) == 0 || len(word) > 2 || word[0] == 'a' {
		return false
	}
	for _, r := range word {
		if r < 'a' || r > 'z' {
			return false
		}
	}
	return true
}

// copyLetters counts in letters: 1 is b, 25 is z, 26 is ba.
func copyLetters(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return string(rune('a'+n/26)) + string(rune('a'+n%26))
}

func copyNumber(s string) int {
	n := 0
	for _, r := range s {
		n = n*26 + int(r-'a')
	}
	return n
}

// Compare orders cards by suit name, value and copy.
func (c Card) Compare(d Card) int {
	return cmp.Or(cmp.Compare(c.Suit, d.Suit), cmp.Compare(c.Value, d.Value), cmp.Compare(c.Copy, d.Copy))
}

// Pile is an ordered heap of cards, the top one first. No method changes its receiver.
type Pile []Card

// String lists the cards with commas between.
func (p Pile) String() string {
	names := make([]string, len(p))
	for i, c := range p {
		names[i] = c.String()
	}
	return strings.Join(names, ", ")
}

// Sum adds up the cards' values (R4.4).
func (p Pile) Sum() int {
	sum := 0
	for _, c := range p {
		sum += c.Value
	}
	return sum
}

// Sorted is the pile in the order of Compare.
func (p Pile) Sorted() Pile {
	q := slices.Clone(p)
	slices.SortFunc(q, Card.Compare)
	return q
}

// With is the pile with cards put under it.
func (p Pile) With(cards ...Card) Pile { return slices.Concat(p, cards) }

// Without is the pile without each of the given cards once; false where one is not in it.
func (p Pile) Without(cards ...Card) (Pile, bool) {
	q := slices.Clone(p)
	for _, c := range cards {
		i := slices.Index(q, c)
		if i < 0 {
			return p, false
		}
		q = slices.Delete(q, i, i+1)
	}
	return q, true
}

// Hidden is as many cards, all face down.
func (p Pile) Hidden() Pile { return make(Pile, len(p)) }

// SameCards reports whether both piles hold the same cards, whatever their order.
func (p Pile) SameCards(q Pile) bool { return slices.Equal(p.Sorted(), q.Sorted()) }

// Luck gives a number from 0 up to, not including, n; each equally likely.
type Luck func(n int) int

// Shuffle is the Fisher–Yates shuffle. It sorts first, so that the order depends on luck alone.
func (luck Luck) Shuffle(p Pile) Pile {
	q := p.Sorted()
	for i := len(q) - 1; i > 0; i-- {
		j := luck(i + 1)
		q[i], q[j] = q[j], q[i]
	}
	return q
}
