package fate

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a deck list.
const (
	MaxSuits     = 20
	MaxCards     = 500
	MaxAbilities = 20
	MaxValue     = 99
	MaxWord      = 32  // letters of a name
	MaxLine      = 200 // letters of an event or a concept
	MaxAbout     = 300
	maxSymbol    = 4
)

// Part tells which part of a deck list a fault is in.
type Part string

// The parts of a deck list. A fault of Whole is in no line of its own.
const (
	Whole       Part = ""
	AbilityPart Part = "ability"
	SuitPart    Part = "suit"
	CardPart    Part = "card"
)

// Fault is one thing that is wrong with a deck list.
type Fault struct {
	Part  Part
	Index int    // among the list's abilities, suits or cards
	Field string // of the part, or the list, in which it is, as a deck's file calls it: "trumps"
	Text  string
}

// Check refuses a deck list with which a game could not be played, with everything that is wrong with it,
// a line each (R1.2).
func (d *DeckList) Check() error {
	faults := d.Faults()
	if len(faults) == 0 {
		return nil
	}
	lines := make([]error, len(faults))
	for i, f := range faults {
		lines[i] = Refuse("bad_deck", "%s", f.Text)
	}
	return Refuse("bad_deck", "%s", errors.Join(lines...).Error())
}

// Faults lists all that is wrong with a deck list, in the order of its parts.
func (d *DeckList) Faults() []Fault {
	c := checker{list: d}
	c.whole()
	c.abilities()
	c.suits()
	c.cards()
	return c.faults
}

// checker gathers what is wrong.
type checker struct {
	list   *DeckList
	faults []Fault
}

func (c *checker) fault(p Part, i int, field, format string, args ...any) {
	c.faults = append(c.faults, Fault{p, i, field, Refuse("", format, args...).Error()})
}

// name notes a name that cannot be shown or written.
func (c *checker) name(p Part, i int, field, what, name string) bool {
	err := checkWord(what, name, MaxWord)
	if err != nil {
		c.fault(p, i, field, "%s", err)
	}
	return err == nil
}

func (c *checker) whole() {
	d := c.list
	c.name(Whole, 0, "name", "name of the deck", d.Name)
	if err := checkLine("about", d.About, MaxAbout); err != nil {
		c.fault(Whole, 0, "about", "%s", err)
	}
	if n := len(d.Abilities); n < 1 || n > MaxAbilities {
		c.fault(Whole, 0, "abilities", "A deck has 1 to %d abilities; this has %d", MaxAbilities, n)
	}
	if n := len(d.Suits); n < 1 || n > MaxSuits {
		c.fault(Whole, 0, "suits", "A deck has 1 to %d suits; this has %d", MaxSuits, n)
	}
	if n := len(d.Cards); n < 1 || n > MaxCards {
		c.fault(Whole, 0, "cards", "A deck has 1 to %d cards; this has %d", MaxCards, n)
	}
	if !slices.ContainsFunc(d.Suits, func(s SuitDef) bool { return !s.Mishap }) {
		c.fault(Whole, 0, "suits", "A deck needs a suit that is not of the mishap kind")
	}
}

// plainAbility is a name that an action's notation can hold: one word (R3.7).
var plainAbility = regexp.MustCompile(`^\p{L}[\p{L}\p{M}\p{N}'’-]*$`)

func (c *checker) abilities() {
	traits := map[string]string{} // by folded name
	mental := map[string]bool{}
	for i, a := range c.list.Abilities[:min(len(c.list.Abilities), MaxAbilities)] {
		if c.name(AbilityPart, i, "name", "name of an ability", a.Name) && !plainAbility.MatchString(a.Name) {
			c.fault(AbilityPart, i, "name", "The ability %s must be one word that begins with a letter", quote(a.Name))
		}
		if c.name(AbilityPart, i, "trait", "Trait of an ability", a.Trait) && strings.Contains(a.Trait, ",") {
			c.fault(AbilityPart, i, "trait", "The Trait %s must have no comma", quote(a.Trait))
		}
		for _, b := range c.list.Abilities[:i] {
			if strings.EqualFold(a.Name, b.Name) {
				c.fault(AbilityPart, i, "name", "The ability %s stands twice", quote(a.Name))
				break
			}
		}
		key := strings.ToLower(a.Trait)
		if first, known := traits[key]; known && first != a.Trait {
			c.fault(AbilityPart, i, "trait", "The Trait %s is written %s elsewhere", quote(a.Trait), quote(first))
		} else if known && mental[key] != a.Mental {
			c.fault(AbilityPart, i, "mental", "The Trait %s is mental for one ability and physical for another", quote(a.Trait))
		}
		traits[key], mental[key] = a.Trait, a.Mental
	}
	for i, a := range c.list.Abilities[:min(len(c.list.Abilities), MaxAbilities)] {
		if trait, is := traits[strings.ToLower(a.Name)]; is && (trait != a.Trait || trait != a.Name) {
			c.fault(AbilityPart, i, "name", "The ability %s has the name of a Trait that is not its own", quote(a.Name))
		}
	}
}

var color = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

func (c *checker) suits() {
	have := map[Suit]bool{}
	for _, card := range c.list.Cards {
		have[card.Suit] = true
	}
	for i, s := range c.list.Suits[:min(len(c.list.Suits), MaxSuits)] {
		if c.name(SuitPart, i, "name", "name of a suit", string(s.Name)) {
			if err := s.Name.Check(); err != nil {
				c.fault(SuitPart, i, "name", "%s", err)
			}
			if !have[s.Name] {
				c.fault(SuitPart, i, "cards", "The suit %s has no card", s.Name)
			}
		}
		for _, other := range c.list.Suits[:i] {
			if strings.EqualFold(string(s.Name), string(other.Name)) {
				c.fault(SuitPart, i, "name", "The suit %s stands twice", quote(string(s.Name)))
				break
			}
		}
		if s.Color != "" && !color.MatchString(s.Color) {
			c.fault(SuitPart, i, "color", "The color of %s is written like \"#2e8b57\", not %s", s.called("", "this suit"), quote(s.Color))
		}
		if !goodSymbol(s.Symbol) {
			c.fault(SuitPart, i, "symbol", "The symbol of %s is one sign, such as ♣", s.called("", "this suit"))
		}
		c.trumps(i, s)
	}
}

// called is a suit's name with what stands before it; without is said of one whose name could not be read.
func (s SuitDef) called(before, without string) string {
	if s.Name == "" {
		return without
	}
	return before + quote(string(s.Name))
}

func (c *checker) trumps(i int, s SuitDef) {
	if s.Mishap && len(s.Trumps) > 0 {
		c.fault(SuitPart, i, "trumps", "%s is of the mishap kind and trumps nothing (R1.7)", s.called("The suit ", "This suit"))
	}
	for j, name := range s.Trumps[:min(len(s.Trumps), MaxAbilities)] {
		switch {
		case slices.Contains(s.Trumps[:j], name):
			c.fault(SuitPart, i, "trumps", "%s names %s twice", s.called("The suit ", "This suit"), quote(name))
		case !slices.ContainsFunc(c.list.Abilities, func(a Ability) bool { return a.Name == name }):
			c.fault(SuitPart, i, "trumps", "%s trumps %s, which is no ability of this deck", s.called("The suit ", "This suit"), quote(name))
		}
	}
	if len(s.Trumps) > MaxAbilities {
		c.fault(SuitPart, i, "trumps", "%s trumps %d abilities; at most %d", s.called("The suit ", "This suit"), len(s.Trumps), MaxAbilities)
	}
}

func (c *checker) cards() {
	seen := map[Card]bool{}
	suits := map[Suit]bool{}
	for _, s := range c.list.Suits[:min(len(c.list.Suits), MaxSuits)] {
		suits[s.Name] = true
	}
	names := c.writtenNames()
	for i, card := range c.list.Cards[:min(len(c.list.Cards), MaxCards)] {
		if !suits[card.Suit] {
			c.fault(CardPart, i, "suit", "The suit %s of this card is not among the suits", quote(string(card.Suit)))
		}
		if card.Value < 0 || card.Value > MaxValue {
			c.fault(CardPart, i, "value", "The value of a card goes from 0 to %d, not %d", MaxValue, card.Value)
		}
		if card.Copy < 0 || card.Copy > MaxCopy || seen[card] {
			c.fault(CardPart, i, "value", "The card %s stands twice", quote(card.String()))
		}
		seen[card] = true
		c.face(i, card, names)
	}
	if len(c.list.Faces) > len(seen) {
		c.fault(Whole, 0, "cards", "The deck has faces of cards that it does not have")
	}
}

// writtenNames are all the ways to write the deck's cards by suit and value, folded, with the card.
func (c *checker) writtenNames() map[string]Card {
	names := map[string]Card{}
	for _, card := range c.list.Cards[:min(len(c.list.Cards), MaxCards)] {
		first := Card{Suit: card.Suit, Value: card.Value}
		for _, name := range []string{card.String(), card.Short(), card.Long()} {
			names[strings.ToLower(name)] = first
		}
	}
	return names
}

func (c *checker) face(i int, card Card, names map[string]Card) {
	f := c.list.Faces[card]
	if f.Name != "" {
		other, taken := names[strings.ToLower(f.Name)]
		switch {
		case !c.name(CardPart, i, "name", "name of a card", f.Name):
		case strings.Contains(f.Name, ","):
			c.fault(CardPart, i, "name", "The name of a card has no comma: %s", quote(f.Name))
		case taken && other != Card{Suit: card.Suit, Value: card.Value}:
			c.fault(CardPart, i, "name", "The card %s is called like another, %s", quote(card.Short()), quote(f.Name))
		}
	}
	if !slices.Contains([]Aura{NoAura, Positive, Negative, Neutral}, f.Aura) {
		c.fault(CardPart, i, "aura", "An aura is +, - or 0, not %s (R12.3)", quote(string(f.Aura)))
	}
	for _, line := range []struct{ what, text string }{{"event", f.Event}, {"concept", f.Concept}} {
		if err := checkLine(line.what, line.text, MaxLine); err != nil {
			c.fault(CardPart, i, line.what, "%s", err)
		}
	}
}

// checkWord refuses a name that is empty, too long, or has in it what pings, hides or breaks a line.
func checkWord(what, s string, most int) error {
	switch {
	case strings.TrimSpace(s) == "":
		return Refuse("bad_name", "The %s is missing", what)
	case utf8.RuneCountInString(s) > most:
		return Refuse("bad_name", "The %s has at most %d characters; %s has more", what, most, quote(s))
	case strings.ContainsAny(s, "@:\"\\`*_~|<>#"):
		return Refuse("bad_name", "The %s is plain words; %s has a sign in it that does not go", what, quote(s))
	case !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return Refuse("bad_name", "The %s has an invisible sign in it: %s", what, quote(s))
	case s != strings.Join(strings.Fields(s), " "):
		return Refuse("bad_name", "The %s has single spaces, and none around it: %s", what, quote(s))
	}
	return nil
}

// joiners may stand in a text: they make letters of some scripts and signs, and keep an @ from pinging.
const joiners = "\u200c\u200d\u2060"

// checkLine refuses a text of more than one line, or with marks in it that hide or turn it about.
func checkLine(what, s string, most int) error {
	hidden := func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joiners, r) || r == '\u2028' || r == '\u2029'
	}
	switch {
	case utf8.RuneCountInString(s) > most:
		return Refuse("bad_text", "The %s has at most %d characters; this has %d", what, most, utf8.RuneCountInString(s))
	case !utf8.ValidString(s) || strings.ContainsFunc(s, hidden):
		return Refuse("bad_text", "The %s is one line of plain text; %s has an invisible sign in it", what, quote(s))
	}
	return nil
}

// goodSymbol reports whether a suit's symbol is one sign that is seen and does nothing.
func goodSymbol(s string) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= maxSymbol && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+'
	})
}
