package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
)

// Public is the entry as somebody sees it who plays no hero and does not narrate. It is what a log that is
// exported holds, and what the chain runs over.
func (e Entry) Public() Entry { return e.For(Viewer{}) }

// link is the entry's link in the chain: the SHA-256 of the link before it and of the public entry.
func (e Entry) link(before string) (string, error) {
	e = e.Public()
	e.Chain = ""
	raw, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	sum.Write([]byte(before))
	sum.Write(raw)
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Audit is what checking a log found.
type Audit struct {
	Entries  int
	Shuffles int
	Checked  int // shuffles whose order followed from the seed, card by card
	// Sealed are shuffles whose seeds are still secret.
	Sealed []int
	// Unknown are shuffles whose seeds are told, but not all the cards that went in.
	Unknown []int
	// Problems are what does not fit, with the entry's number.
	Problems []string
	// Notes are what a reader should know without its being wrong.
	Notes []string
	Chain string // the last link
}

// Check checks a log from the first to the last card: that the chain of entries is unbroken, that each seed
// was sealed before its shuffle and fits its seal, that each order follows from its seed and the words that
// were said, and that every card that was seen lay where the order had it. It needs the public form alone.
func Check(log []Entry) Audit {
	c := &checker{log: log, seeds: map[int]fate.Seed{}, seals: map[int]sealedAt{}, states: map[int]*shadow{0: {}}}
	c.collect()
	c.chain()
	c.walk()
	c.Entries = len(log)
	if len(c.again) > 0 {
		which := map[bool]string{true: "entry ", false: "entries "}[len(c.again) == 1] + strings.Join(c.again, ", ")
		c.Notes = append(c.Notes, "Taken back after cards of the deck had been shown or dealt, which then lay there again for whoever had seen them: "+which+".")
	}
	return c.Audit
}

// ReadEntry reads a line of an exported log. The problem is a line that is not to the byte what Skald writes: a key that
// stands twice or that it does not know, or a form of the text that it does not use, behind which other content could
// hide than the one that is checked.
func ReadEntry(line []byte) (e Entry, problem string, err error) {
	if err := json.Unmarshal(line, &e); err != nil {
		return e, "", err
	}
	again, err := json.Marshal(e)
	if err == nil && !bytes.Equal(bytes.TrimSpace(line), again) {
		problem = fmt.Sprintf("Entry %d: its line is not as Skald writes it; something was added to it.", e.Seq)
	}
	return e, problem, err
}

type sealedAt struct {
	hash  string
	entry int
}

type checker struct {
	Audit
	log   []Entry
	seeds map[int]fate.Seed
	seals map[int]sealedAt
	cuts  []Cut    // said since the last seal
	again []string // entries taken back after cards of the deck had been seen
	// states are the cards after each entry, as far as they can be known.
	states map[int]*shadow
}

func (c *checker) problem(entry int, format string, args ...any) {
	c.Problems = append(c.Problems, fmt.Sprintf("Entry %d: ", entry)+fmt.Sprintf(format, args...))
}

// collect finds the seals and the seeds that were told.
func (c *checker) collect() {
	for i, e := range c.log {
		if e.Seq != i+1 {
			c.problem(e.Seq, "it stands where entry %d should be; the log is not whole.", i+1)
			break
		}
		for _, ev := range e.Events {
			switch ev := ev.(type) {
			case Sealed:
				if _, twice := c.seals[ev.Seal.Number]; twice || ev.Seal.Number != len(c.seals)+1 {
					c.problem(e.Seq, "shuffle %d is sealed out of turn.", ev.Seal.Number)
				}
				c.seals[ev.Seal.Number] = sealedAt{ev.Seal.Hash, e.Seq}
			case Unsealed:
				if seal := c.seals[ev.Number]; ev.Seed.Seal() != seal.hash {
					c.problem(e.Seq, "the seed of shuffle %d does not fit its seal in entry %d.", ev.Number, seal.entry)
				}
				c.seeds[ev.Number] = ev.Seed
			}
		}
	}
}

// chain checks each entry's link.
func (c *checker) chain() {
	for _, e := range c.log {
		link, err := e.link(c.Chain)
		if err != nil || link != e.Chain {
			c.problem(e.Seq, "it was changed after it was written, or one before it is missing.")
			c.Chain = e.Chain
			continue
		}
		c.Chain = link
	}
}

// walk follows the cards through the log.
func (c *checker) walk() {
	at := 0 // the entry whose state holds
	for i, e := range c.log {
		if e.Undoes > 0 {
			at = c.before(c.log[:i+1])
			c.shown(e)
		}
		s := c.states[at].clone()
		for _, ev := range e.Events {
			c.follow(s, e, ev)
		}
		c.states[e.Seq], at = s, e.Seq
	}
}

// shown notes an undo of what had shown or dealt cards of the deck, if they lie there again.
func (c *checker) shown(undo Entry) {
	if undo.Undoes < 1 || undo.Undoes > len(c.log) || slices.ContainsFunc(undo.Events, func(ev Event) bool { _, ok := ev.(Shuffled); return ok }) {
		return
	}
	if slices.ContainsFunc(c.log[undo.Undoes-1].Events, func(ev Event) bool {
		m, ok := ev.(CardsMoved)
		return ok && m.From == Deck && (m.To.Open() || m.To.IsHand()) && len(m.Cards) > 0
	}) {
		c.again = append(c.again, strconv.Itoa(undo.Undoes))
	}
}

// before finds the entry whose state comes back when the newest one of the log, an undo, counts.
func (c *checker) before(log []Entry) int {
	undone := log[len(log)-1].Undoes
	for _, e := range slices.Backward(Standing(log)) {
		if e.Seq < undone {
			return e.Seq
		}
	}
	return 0
}

func (c *checker) follow(s *shadow, e Entry, ev Event) {
	switch ev := ev.(type) {
	case DeckSet:
		*s = shadow{list: ev.List, zones: map[Zone]fate.Pile{Deck: slices.Clone(ev.List.Cards)}}
	case CutSaid:
		c.cuts = append(c.cuts, ev.Cut)
	case Sealed:
		c.cuts = nil
	case CardsMoved:
		cards, wrong := s.take(ev)
		if wrong != "" {
			c.problem(e.Seq, "%s", wrong)
		}
		if ev.From == Discard && ev.To.IsHand() {
			c.Notes = append(c.Notes, fmt.Sprintf("Entry %d: the narrator gave a card from the discard pile unseen; shuffles that take in what was left there cannot be checked.", e.Seq))
		}
		s.put(ev.To, cards)
	case Shuffled:
		c.shuffled(s, e, ev)
	}
}

// shuffled checks one shuffle and gives the shadow its order.
func (c *checker) shuffled(s *shadow, e Entry, ev Shuffled) {
	c.Shuffles++
	pile := s.deck()
	if len(pile) != len(ev.Order) {
		c.problem(e.Seq, "%d cards are shuffled, but the deck should have %d.", len(ev.Order), len(pile))
	}
	hidden := func() { s.zones[Deck] = pile.Hidden() }
	seal, ok := c.seals[ev.Number]
	switch {
	case !ok || seal.entry > e.Seq:
		c.problem(e.Seq, "shuffle %d was not sealed before.", ev.Number)
	case seal.entry == e.Seq:
		c.Notes = append(c.Notes, fmt.Sprintf("Entry %d: shuffle %d was sealed in the same entry, being its second shuffle.", e.Seq, ev.Number))
	}
	if !slices.Equal(ev.Cuts, c.cuts) {
		c.problem(e.Seq, "the words that were said since shuffle %d was sealed are not the ones that went into it.", ev.Number)
	}
	if ev.Request != e.Request {
		c.problem(e.Seq, "shuffle %d took another request's id than the entry's.", ev.Number)
	}
	if ev.Stacked {
		c.problem(e.Seq, "shuffle %d was stacked by whoever ran the console.", ev.Number)
		hidden()
		return
	}
	seed, told := c.seeds[ev.Number]
	switch {
	case ev.Version != fate.ShuffleVersion:
		c.problem(e.Seq, "shuffle %d is derived in version %d, which this Skald does not know: check it with the one that wrote it.", ev.Number, ev.Version)
		hidden()
		return
	case !told:
		c.Sealed = append(c.Sealed, ev.Number)
		hidden()
		return
	case slices.ContainsFunc(pile, fate.Card.FaceDown):
		c.Unknown = append(c.Unknown, ev.Number)
		hidden()
		return
	}
	order := seed.Order(pile, ev.texts()...)
	if len(ev.Order) > 0 && !ev.Order[0].FaceDown() && !slices.Equal(order, ev.Order) {
		c.problem(e.Seq, "the order of shuffle %d does not follow from its seed.", ev.Number)
	}
	c.Checked++
	s.zones[Deck] = order
}

// shadow is where the cards lie as far as a reader of the log can know; a card face down is one that
// cannot be known.
type shadow struct {
	list  *fate.DeckList
	zones map[Zone]fate.Pile
}

func (s *shadow) clone() *shadow {
	zones := make(map[Zone]fate.Pile, len(s.zones))
	for z, p := range s.zones {
		zones[z] = p
	}
	return &shadow{s.list, zones}
}

// put lays cards into a zone; whoever is shown nothing of a hand's changes knows it no less.
func (s *shadow) put(z Zone, cards fate.Pile) {
	if s.zones != nil {
		s.zones[z] = s.zones[z].With(cards...)
	}
}

// take takes the cards that an event names out of its zone; wrong says what cannot be.
func (s *shadow) take(ev CardsMoved) (cards fate.Pile, wrong string) {
	from := s.zones[ev.From]
	n := len(ev.Cards)
	if n > len(from) {
		return ev.Cards, fmt.Sprintf("%d cards leave %s, which has %d.", n, ev.From, len(from))
	}
	if ev.From == Deck {
		s.zones[Deck] = from[n:]
		for i, c := range ev.Cards {
			if !c.FaceDown() && !from[i].FaceDown() && c != from[i] {
				wrong = fmt.Sprintf("the card from the deck is %s; by the seed it is %s.", c, from[i])
			}
		}
		if n > 0 && !ev.Cards[0].FaceDown() {
			return ev.Cards, wrong
		}
		return from[:n:n], wrong
	}
	if n < len(from) && slices.ContainsFunc(ev.Cards, fate.Card.FaceDown) {
		from = from.Hidden() // some of them, nobody is told which: what is left is unknown
	}
	for _, c := range ev.Cards {
		i := slices.Index(from, c)
		if i < 0 {
			i = slices.Index(from, fate.Card{})
		}
		switch {
		case i >= 0:
		case c.FaceDown():
			i = 0
		default:
			wrong, i = fmt.Sprintf("%s comes from %s, where it cannot have been.", c, ev.From), 0
		}
		if c.FaceDown() {
			c = from[i]
		}
		cards = append(cards, c)
		from = slices.Delete(slices.Clone(from), i, i+1)
	}
	s.zones[ev.From] = from
	return cards, wrong
}

// deck is the cards that lie in the deck. What is unknown there is known after all where everything else
// is.
func (s *shadow) deck() fate.Pile {
	pile := s.zones[Deck]
	if !slices.ContainsFunc(pile, fate.Card.FaceDown) {
		return pile
	}
	rest := s.list.Cards
	for z, p := range s.zones {
		if z == Deck {
			continue
		}
		left, ok := rest.Without(p...)
		if !ok {
			return pile
		}
		rest = left
	}
	if len(rest) != len(pile) {
		return pile
	}
	return rest
}
