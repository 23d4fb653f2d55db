package table

import (
	"slices"

	"skald/fate"
)

// Luck is what a shuffle takes from outside: a new secret seed, and the id of the request that shuffles.
type Luck struct {
	Seed    func() fate.Seed
	Request string
	// Stack, where it is not nil, may put cards on top of a shuffled deck: for trying things out in a
	// console. It reports whether it did.
	Stack func(fate.Pile) (fate.Pile, bool)
}

// Ledger is what makes a shuffle checkable afterwards. The seal of the next seed is known before anything
// else that goes into the order; the seed itself is told when its order is spent. Undo does not touch the
// ledger: a seed that has been used is never used again.
type Ledger struct {
	Next Seal  `json:"next"`
	Cuts []Cut `json:"cuts,omitempty"` // said since the last shuffle
	// Used are the shuffles whose seeds are still secret.
	Used []Seal `json:"used,omitempty"`
	// Chain is the last entry's link.
	Chain string `json:"chain,omitempty"`
}

// Seal is a seed with its commitment.
type Seal struct {
	Number int       `json:"number"` // of the shuffle, from 1
	Hash   string    `json:"hash"`
	Seed   fate.Seed `json:"seed"`
}

// Cut is a word that a player said into the next shuffle.
type Cut struct {
	By   User   `json:"by"`
	Word string `json:"word"`
}

// ledgered marks events that undo does not touch.
type ledgered interface{ ledgered() }

// Sealed is the seal of the next shuffle. The seed is for nobody's eyes.
type Sealed struct {
	Seal Seal `json:"seal"`
}

func (Sealed) kind() string { return "sealed" }
func (Sealed) ledgered()    {}
func (e Sealed) apply(t *Table) {
	if used := t.Ledger.Next; used.Number > 0 {
		t.Ledger.Used = append(t.Ledger.Used[:len(t.Ledger.Used):len(t.Ledger.Used)], used)
	}
	t.Ledger.Next, t.Ledger.Cuts = e.Seal, nil
}

func (e Sealed) seenBy(Viewer) Event {
	e.Seal.Seed = fate.Seed{}
	return e
}

// CutSaid is a word that goes into the next shuffle.
type CutSaid struct {
	Cut Cut `json:"cut"`
}

func (CutSaid) kind() string { return "cut_said" }
func (CutSaid) ledgered()    {}
func (e CutSaid) apply(t *Table) {
	t.Ledger.Cuts = append(t.Ledger.Cuts[:len(t.Ledger.Cuts):len(t.Ledger.Cuts)], e.Cut)
}
func (e CutSaid) seenBy(Viewer) Event { return e }

// Unsealed is a seed that is told, because nothing of its order is hidden any more.
type Unsealed struct {
	Number int       `json:"number"`
	Seed   fate.Seed `json:"seed"`
}

func (Unsealed) kind() string { return "unsealed" }
func (Unsealed) ledgered()    {}
func (e Unsealed) apply(t *Table) {
	var used []Seal
	for _, s := range t.Ledger.Used {
		if s.Number != e.Number {
			used = append(used, s)
		}
	}
	t.Ledger.Used = used
}
func (e Unsealed) seenBy(Viewer) Event { return e }

// seal draws the seed of the next shuffle.
func (t *Table) seal(luck Luck) {
	seed := luck.Seed()
	t.record(Sealed{Seal{Number: t.Ledger.Next.Number + 1, Hash: seed.Seal(), Seed: seed}})
}

// shuffle puts the deck in the order of the sealed seed, and seals the next one.
func (t *Table) shuffle(luck Luck) {
	next := t.Ledger.Next
	e := Shuffled{Number: next.Number, Version: fate.ShuffleVersion, Request: luck.Request, Cuts: t.Ledger.Cuts}
	e.Order = next.Seed.Order(t.Zones[Deck], e.texts()...)
	if luck.Stack != nil {
		e.Order, e.Stacked = luck.Stack(e.Order)
	}
	t.record(e)
	t.seal(luck)
}

// texts is what goes into the order beside the seed.
func (e Shuffled) texts() []string {
	texts := []string{e.Request}
	for _, c := range e.Cuts {
		texts = append(texts, c.By.ID, c.Word)
	}
	return texts
}

// follow keeps account of which shuffle a card in a hand came with.
func (t *Table) follow(e CardsMoved) {
	for _, c := range e.Cards {
		if e.From.IsHand() {
			delete(t.Drawn, c)
		}
		if e.From == Deck && e.To.IsHand() {
			if t.Drawn == nil {
				t.Drawn = map[fate.Card]int{}
			}
			t.Drawn[c] = t.Order
		}
	}
}

// Unseal tells the seeds of all orders of which nothing is hidden any more: neither does the deck lie in
// them, nor is a card in a hand that came with them. At the end of a game all are told.
func (t *Table) Unseal() {
	hidden := map[int]bool{t.Order: true}
	for _, n := range t.Drawn {
		hidden[n] = true
	}
	for _, s := range t.Ledger.Used {
		if !hidden[s.Number] || t.Game.Ended {
			t.record(Unsealed{Number: s.Number, Seed: s.Seed})
		}
	}
}

// told reports whether the seed of a shuffle has been told.
func (t *Table) told(shuffle int) bool {
	return shuffle > 0 && !slices.ContainsFunc(t.Ledger.Used, func(s Seal) bool { return s.Number == shuffle })
}

// Renew shuffles and deals anew what lies hidden in an order that everybody can work out by now, after an undo that
// went back over the telling of its seed: the deck, and every hand with a card that came with it. It reports whether
// there was any, and how many hands.
func (t *Table) Renew(luck Luck) (hands int, any bool) {
	var known []Seat
	for _, s := range t.Heroes() {
		if slices.ContainsFunc(t.Zones[s.Hand()], func(c fate.Card) bool { return t.told(t.Drawn[c]) }) {
			known = append(known, s)
		}
	}
	if len(known) == 0 && !t.told(t.Order) {
		return 0, false
	}
	sizes := make([]int, len(known))
	for i, s := range known {
		sizes[i] = len(t.Zones[s.Hand()])
		t.move(t.Zones[s.Hand()], s.Hand(), Deck)
	}
	t.shuffle(luck)
	for i, s := range known {
		for range sizes[i] {
			t.turn(s.Hand(), luck)
		}
	}
	return len(known), true
}

// Cut says a word into the next shuffle.
func (t *Table) Cut(c Cut) { t.record(CutSaid{c}) }
