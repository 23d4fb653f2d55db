package table

import (
	"slices"
	"strconv"

	"skald/fate"
	"skald/hero"
)

// Open begins a table with a game and, for a Saga game, a deck. The seal of the first shuffle is in the
// log from now on; the deck is shuffled when the first card is needed, so that nobody can know then what
// goes into the order.
func Open(id Kind, g Game, list *fate.DeckList, luck Luck) *Table {
	t := &Table{}
	g.Kind = id
	t.record(GameSet{g})
	if list != nil {
		t.record(DeckSet{list})
		t.seal(luck)
	}
	return t
}

// SetGame changes the game's name, channels, narrators or end.
func (t *Table) SetGame(g Game) { t.record(GameSet{g}) }

// move takes cards from one zone to another.
func (t *Table) move(cards fate.Pile, from, to Zone) {
	if len(cards) > 0 {
		t.record(CardsMoved{Cards: cards, From: from, To: to})
	}
}

// turn takes the top card of the deck to a zone. When the deck is empty the discard pile is shuffled and
// becomes the deck, when the card is needed and not before (R1.4, R1.4a). False where both are empty
// (R1.4c).
func (t *Table) turn(to Zone, luck Luck) (fate.Card, bool) {
	if len(t.Zones[Deck]) == 0 || t.Order == 0 {
		t.Reshuffle(luck)
	}
	deck := t.Zones[Deck]
	if len(deck) == 0 {
		return fate.Card{}, false
	}
	t.move(deck[:1:1], Deck, to)
	return deck[0], true
}

// Reshuffle puts the discard pile back and shuffles the deck. Cards in play, in hands, banked or with
// the narrator stay where they are (R1.3a).
func (t *Table) Reshuffle(luck Luck) {
	t.move(t.Zones[Discard], Discard, Deck)
	if len(t.Zones[Deck]) > 0 {
		t.shuffle(luck)
	}
}

// Recall takes every card back, shuffles and deals new hands; what was owed is forgotten.
func (t *Table) Recall(luck Luck) {
	for _, z := range t.zones() {
		if z != Deck {
			t.move(t.Zones[z], z, Deck)
		}
	}
	t.afresh(luck)
}

// UseDeck changes to another deck list and deals new hands from it.
func (t *Table) UseDeck(list *fate.DeckList, luck Luck) {
	t.record(DeckSet{list})
	t.afresh(luck)
}

func (t *Table) afresh(luck Luck) {
	if len(t.Owed) > 0 {
		t.record(OwedSet{})
	}
	for _, s := range t.Seats {
		if r := t.Results[s.ID]; len(r.Held) > 0 { // those cards lie in the deck now
			r.Held = nil
			t.SetResult(s, r)
		}
	}
	t.shuffle(luck)
	for _, s := range t.Heroes() {
		t.fill(s, luck)
	}
}

// zones lists the zones that hold cards, in the order of their names.
func (t *Table) zones() []Zone {
	zones := make([]Zone, 0, len(t.Zones))
	for z := range t.Zones {
		zones = append(zones, z)
	}
	slices.Sort(zones)
	return zones
}

// fill draws until the hand has as many cards as the seat may hold (R1.6, R3.9a).
func (t *Table) fill(s Seat, luck Luck) {
	if s.Joined {
		t.draw(s, s.Capacity()-len(t.Zones[s.Hand()])-t.CardsOwed(s), luck)
	}
}

// draw takes n cards into a hand. What cannot be drawn is owed (R1.4c).
func (t *Table) draw(s Seat, n int, luck Luck) {
	t.Settle(luck) // older debts come first
	for i := range n {
		if _, ok := t.turn(s.Hand(), luck); !ok {
			t.record(OwedSet{slices.Concat(t.Owed, slices.Repeat([]string{s.ID}, n-i))})
			return
		}
	}
}

// CardsOwed is how many cards a hand is to draw as soon as there are any (R1.4c).
func (t *Table) CardsOwed(s Seat) int {
	n := 0
	for _, id := range t.Owed {
		if id == s.ID {
			n++
		}
	}
	return n
}

// Settle draws the cards that are owed as far as there are cards again, the oldest debt first (R1.4c).
func (t *Table) Settle(luck Luck) {
	paid := 0
	for _, id := range t.Owed {
		s, _ := t.Seat(id)
		if _, ok := t.turn(s.Hand(), luck); !ok {
			break
		}
		paid++
	}
	if paid > 0 {
		t.record(OwedSet{slices.Clone(t.Owed[paid:])})
	}
}

// AddHero writes a new sheet down. The error is a sheet that is out of range or a name that is taken.
func (t *Table) AddHero(h hero.Hero, player User) (Seat, error) {
	if err := h.Check(t.List.Abilities); err != nil {
		return Seat{}, err
	}
	if other, taken := t.Hero(h.Name); taken {
		return Seat{}, fate.Refuse("name_taken", "There is a hero called %s already; choose another name.", other.Hero.Name)
	}
	s := Seat{ID: strconv.Itoa(len(t.Seats) + 1), Hero: h, Player: player}
	t.record(SeatSet{s})
	return s, nil
}

// SetSeat changes a seat. A hand that may hold more cards than before is filled at once where the hero is
// unwounded (R1.6a); one that may hold fewer gives the cards of least value to the discard pile. Where it
// may hold as many as before the hand stays as it is: the narrator may have given or taken a card.
func (t *Table) SetSeat(s Seat, luck Luck) {
	before, _ := t.Seat(s.ID)
	t.record(SeatSet{s})
	switch grown := s.Capacity() - before.Capacity(); {
	case !s.Joined:
	case grown > 0 && s.Wounds.Locked() == 0:
		t.fill(s, luck)
	case grown < 0:
		t.trim(s)
	}
}

func (t *Table) trim(s Seat) {
	hand := t.Zones[s.Hand()]
	extra := len(hand) - s.Capacity()
	if extra > 0 {
		least := slices.Clone(hand)
		slices.SortStableFunc(least, func(a, b fate.Card) int { return a.Value - b.Value })
		t.move(least[:extra], s.Hand(), Discard)
	}
	if room := max(0, -extra); t.CardsOwed(s) > room {
		t.owe(s, room)
	}
}

// owe sets how many cards are owed to a seat to fewer than before; the oldest debts stay.
func (t *Table) owe(s Seat, n int) {
	var owed []string
	for _, id := range t.Owed {
		if id != s.ID || n > 0 {
			owed = append(owed, id)
		}
		if id == s.ID {
			n--
		}
	}
	t.record(OwedSet{owed})
}

// Join seats a hero: the hand is dealt (R1.6).
func (t *Table) Join(s Seat, luck Luck) Seat {
	s.Joined = true
	t.record(SeatSet{s})
	t.fill(s, luck)
	return s
}

// Leave ends a seat's play: the hand goes to the discard pile, what is owed to it is forgotten.
func (t *Table) Leave(s Seat) Seat {
	t.move(t.Zones[s.Hand()], s.Hand(), Discard)
	if t.CardsOwed(s) > 0 {
		t.owe(s, 0)
	}
	t.setCalls(slices.DeleteFunc(slices.Clone(t.Calls), func(c Call) bool { return c.Seat == s.ID }))
	if t.Results[s.ID].Open {
		t.CloseResult(s)
	}
	s.Joined = false
	t.record(SeatSet{s})
	return s
}

// Show shows cards of a hand, to one user or, with "", to all.
func (t *Table) Show(s Seat, cards fate.Pile, to string) {
	t.record(Shown{Seat: s.ID, Cards: cards, To: to})
}

// Call asks a seat for an action; the call has its number then.
func (t *Table) Call(c Call) Call {
	c.ID = t.Called + 1
	t.record(CallsSet{Calls: slices.Concat(t.Calls, []Call{c}), Called: c.ID})
	return c
}

// Answer takes an open call away.
func (t *Table) Answer(id int) {
	t.setCalls(slices.DeleteFunc(slices.Clone(t.Calls), func(c Call) bool { return c.ID == id }))
}

func (t *Table) setCalls(calls []Call) {
	if len(calls) != len(t.Calls) {
		t.record(CallsSet{Calls: calls, Called: t.Called})
	}
}

// CallsFor lists the open calls for a seat, the oldest first.
func (t *Table) CallsFor(s Seat) []Call {
	var calls []Call
	for _, c := range t.Calls {
		if c.Seat == s.ID {
			calls = append(calls, c)
		}
	}
	return calls
}

// Played is what came of an action beside its numbers.
type Played struct {
	Action fate.Action
	Mishap bool
	// Reshuffled tells that the discard pile came back in mid-chain, Stopped that deck and discard pile
	// were both empty and the chain ended there (R1.4b, R1.4c).
	Reshuffled, Stopped bool
	// Held is the Karma that stays in play until the result stands (R14.1).
	Held fate.Pile
}

// Act plays an action from a seat's hand (R3.3): the cards are laid down, a trump turns cards up, all of
// them go to the discard pile, and the hand is drawn up again as far as wounds allow (R3.9, R3.9a). Karma for the
// bank goes there, or stays in play as long as the result waits in a window (R14.1). The error is a card that is
// not in the hand or that the Edge chain does not allow; then nothing is changed.
func (t *Table) Act(s Seat, a fate.Action, luck Luck) (Played, error) {
	if err := t.checkPlay(s, a); err != nil {
		return Played{}, err
	}
	t.keepMishap(s)
	p := Played{}
	t.move(a.Cards, s.Hand(), InPlay)
	for a.Flipping() {
		p.Reshuffled = p.Reshuffled || len(t.Zones[Deck]) == 0 && len(t.Zones[Discard]) > 0
		c, ok := t.turn(InPlay, luck)
		if !ok {
			p.Stopped = true
			break
		}
		a.Flips = a.Flips.With(c)
	}
	karma := t.karma(a.Cards)
	if t.Option("results") == "window" {
		p.Held = karma
	} else {
		t.move(karma, InPlay, Bank)
	}
	rest, _ := a.Cards.With(a.Flips...).Without(karma...)
	t.move(rest, InPlay, Discard)
	t.redraw(s, len(a.Cards), luck)
	p.Action, p.Mishap = a, a.Mishap(t.List)
	return p, nil
}

// karma is the Karma among cards played from a hand that the narrator may keep, where the game has a Karma bank;
// flipped Karma is not kept (R14.1).
func (t *Table) karma(played fate.Pile) fate.Pile {
	var kept fate.Pile
	for _, c := range played {
		if t.List.Mishap(c) && t.Option("karma_bank") == "yes" {
			kept = append(kept, c)
		}
	}
	return kept
}

func (t *Table) checkPlay(s Seat, a fate.Action) error {
	hand := t.Zones[s.Hand()]
	if len(a.Cards) == 0 && len(hand) > 0 {
		return fate.Refuse("no_card", "Play a card: an action takes at least one (R3.11).")
	}
	if s.Hero.Status(s.Wounds) != "up" {
		return fate.Refuse("hero_down", "%s is %s and cannot act.", s.Hero.Name, s.Hero.Status(s.Wounds))
	}
	if _, ok := hand.Without(a.Cards...); !ok {
		for _, c := range a.Cards {
			if !slices.Contains(hand, c) {
				return NotInHand(s, c)
			}
		}
		return fate.Refuse("card_not_in_hand", "A card can be played only once.")
	}
	return a.Check()
}

// NotInHand is the refusal of a card that the hero does not hold.
func NotInHand(s Seat, c fate.Card) error {
	return fate.Refuse("card_not_in_hand", "The %s is not in %s's hand.", c.Long(), s.Hero.Name)
}

// redraw replaces the cards played from the hand, up to the unlocked slots (R3.9, R3.9a).
func (t *Table) redraw(s Seat, played int, luck Luck) {
	room := s.Capacity() - len(t.Zones[s.Hand()]) - t.CardsOwed(s)
	t.draw(s, max(0, min(played, room)), luck)
}
