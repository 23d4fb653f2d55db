package table

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"skald/fate"
	"skald/hero"
)

// pile reads cards: "8 Mind, 3 Reflex".
func pile(t testing.TB, text string) fate.Pile {
	t.Helper()
	var p fate.Pile
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		c, err := fate.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, c)
	}
	return p
}

// stacked is luck that puts the named cards on top of every shuffle that has them all.
func stacked(t testing.TB, text string) Luck {
	top := pile(t, text)
	n := byte(0)
	return Luck{
		Seed: func() fate.Seed { n++; return fate.Seed{n} },
		Stack: func(p fate.Pile) (fate.Pile, bool) {
			rest, ok := p.Without(top...)
			if !ok {
				return p, false
			}
			return slices.Concat(top, rest), true
		},
	}
}

// small is a game with a deck of the named cards, and luck that deals them in that order.
func small(t testing.TB, text string) (*Table, Luck) {
	t.Helper()
	list := fate.PlayingCards()
	list.Cards = pile(t, text)
	luck := stacked(t, text)
	return Open(Saga, Game{Name: "Moss"}, list, luck), luck
}

// seatHero brings a hero with 6 in everything, the given Edge and hand size to the table.
func seatHero(t testing.TB, tb *Table, name string, edge, hand int, luck Luck) Seat {
	t.Helper()
	h := hero.New(name, tb.List.Abilities)
	for _, a := range tb.List.Abilities {
		h.Scores[a.Name] = 6
	}
	h.Edge, h.Hand = edge, hand
	s, err := tb.AddHero(h, User{ID: name + "'s player"})
	if err != nil {
		t.Fatal(err)
	}
	return tb.Join(s, luck)
}

func quickness(s Seat, cards fate.Pile, target int) fate.Action {
	return fate.Action{
		Ability: "Quickness", Score: 6, Edge: s.Hero.Edge, Trumps: []fate.Suit{"Reflex"}, Cards: cards,
		Against: []fate.Modifier{{Name: "difficulty", Value: target}},
	}
}

func zone(t testing.TB, tb *Table, z Zone, want string) {
	t.Helper()
	if got := tb.Zones[z]; !got.SameCards(pile(t, want)) {
		t.Errorf("%s holds %v, want %s", z, got, want)
	}
}

func TestR16JoiningDealsTheHand(t *testing.T) {
	tb, luck := small(t, "8 Mind, 3 Reflex, 1 Body, 2 Spirit")
	s := seatHero(t, tb, "Jack", 1, 0, luck)
	zone(t, tb, s.Hand(), "8 Mind, 3 Reflex, 1 Body") // R1.6a: Edge 1 + 2
	zone(t, tb, Deck, "2 Spirit")
}

func TestR13aCardsInPlayAreNotReshuffled(t *testing.T) { // and golden test 12
	tb, luck := small(t, "3 Reflex, 2 Reflex, 4 Body, 5 Body, 6 Body, 4 Mind, 5 Mind, 6 Mind, 4 Spirit, 5 Spirit, 6 Spirit, 7 Body")
	s := seatHero(t, tb, "Jack", 0, 1, luck)
	tb.move(tb.Zones[Deck][1:], Deck, Discard) // one card is left in the deck, ten lie on the discard pile
	luck.Stack = nil
	p, err := tb.Act(s, quickness(s, pile(t, "3 Reflex"), 12), luck)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Reshuffled || len(p.Action.Flips) != 2 {
		t.Fatalf("reshuffled %v, flips %v: the chain goes on into the new deck (R1.4b)", p.Reshuffled, p.Action.Flips)
	}
	if slices.Contains(p.Action.Flips[1:], p.Action.Flips[0]) || slices.Contains(p.Action.Flips, p.Action.Cards[0]) {
		t.Errorf("a card on the table was flipped again: %v", p.Action.Flips)
	}
	if !tb.Whole() {
		t.Error("a card was lost")
	}
}

func TestR14aReshuffleOnDemand(t *testing.T) {
	tb, luck := small(t, "8 Mind, 3 Body, 1 Body")
	s := seatHero(t, tb, "Jack", 0, 1, luck)
	if _, err := tb.Act(s, quickness(s, pile(t, "8 Mind"), 12), luck); err != nil {
		t.Fatal(err)
	}
	if _, err := tb.Act(s, quickness(s, pile(t, "3 Body"), 12), luck); err != nil {
		t.Fatal(err)
	}
	// The last card went to the hand; nothing is shuffled before the next card is needed.
	zone(t, tb, Deck, "")
	zone(t, tb, Discard, "8 Mind, 3 Body")
}

func TestR14cBothEmptyEndsTheChainAndOwesCards(t *testing.T) {
	tb, luck := small(t, "3 Reflex, 8 Mind")
	s := seatHero(t, tb, "Jack", 0, 2, luck)
	p, err := tb.Act(s, quickness(s, pile(t, "3 Reflex"), 12), luck)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Stopped || len(p.Action.Flips) != 0 {
		t.Errorf("stopped %v, flips %v", p.Stopped, p.Action.Flips)
	}
	zone(t, tb, s.Hand(), "3 Reflex, 8 Mind") // redrawn from the reshuffled discard pile
}

func TestR14cDebtsArePaidInTheirOrder(t *testing.T) {
	tb, luck := small(t, "1 Body, 2 Body, 3 Body")
	jack := seatHero(t, tb, "Jack", 0, 2, luck)
	bren := seatHero(t, tb, "Bren", 0, 2, luck)
	if got := len(tb.Zones[bren.Hand()]); got != 1 || len(tb.Owed) != 1 {
		t.Fatalf("Bren holds %d, owed %v", got, tb.Owed)
	}
	if bren.Hero.Status(bren.Wounds) != "up" {
		t.Error("a hand that is short of cards for want of a deck is no wound")
	}
	tb.Leave(jack)
	tb.Settle(luck)
	if got := len(tb.Zones[bren.Hand()]); got != 2 || len(tb.Owed) != 0 {
		t.Errorf("Bren holds %d, owed %v after cards came back", got, tb.Owed)
	}
}

func TestR39ReplacesOnlyCardsFromTheHand(t *testing.T) {
	tb, luck := small(t, "3 Reflex, 8 Mind, 4 Spirit, 5 Body, 6 Body")
	s := seatHero(t, tb, "Jack", 0, 2, luck)
	p, err := tb.Act(s, quickness(s, pile(t, "3 Reflex"), 12), luck)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Action.Flips.SameCards(pile(t, "4 Spirit")) || p.Action.Total() != 13 {
		t.Errorf("flips %v, total %d", p.Action.Flips, p.Action.Total())
	}
	zone(t, tb, s.Hand(), "8 Mind, 5 Body")
	zone(t, tb, Discard, "3 Reflex, 4 Spirit")
}

func TestR39aWoundedHandsAreDrawnUpToTheirSlots(t *testing.T) {
	tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit, 5 Body, 6 Body, 7 Body")
	s := seatHero(t, tb, "Jack", 1, 4, luck)
	s.Wounds = hero.Wounds{Stunning: 1}
	tb.SetSeat(s, luck) // the hand gives up its least card; R3.9a then holds it to three
	if got := len(tb.Zones[s.Hand()]); got != 3 {
		t.Fatalf("the hand has %d cards with one of four slots locked", got)
	}
	if _, err := tb.Act(s, quickness(s, pile(t, "8 Mind"), 12), luck); err != nil {
		t.Fatal(err)
	}
	if got := len(tb.Zones[s.Hand()]); got != 3 {
		t.Errorf("the hand has %d cards after redrawing, want 3", got)
	}
}

func TestR16aRaisingEdgeFillsTheNewSlot(t *testing.T) {
	tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit, 5 Body, 6 Body")
	s := seatHero(t, tb, "Jack", 1, 0, luck)
	s.Hero, _ = s.Hero.WithEdge(2)
	tb.SetSeat(s, luck)
	if got := len(tb.Zones[s.Hand()]); got != 4 {
		t.Errorf("Edge 2 holds %d cards, want 4", got)
	}
}

func TestR311AnActionTakesACard(t *testing.T) {
	tb, luck := small(t, "1 Mind, 8 Mind")
	s := seatHero(t, tb, "Jack", 0, 2, luck)
	if _, err := tb.Act(s, quickness(s, nil, 4), luck); err == nil {
		t.Error("no card was played, and it passed")
	}
	s.Wounds = hero.Wounds{Killing: 2}
	tb.SetSeat(s, luck)
	if _, err := tb.Act(s, quickness(s, nil, 4), luck); err == nil {
		t.Error("an unconscious hero acted")
	}
}

func TestRefusedPlaysChangeNothing(t *testing.T) {
	tb, luck := small(t, "2 Mind, 9 Spirit, 1 Body, 4 Body")
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	before := state(t, tb)
	for _, cards := range []string{"4 Body", "2 Mind, 9 Spirit", "1 Body, 1 Body"} {
		if _, err := tb.Act(s, quickness(s, pile(t, cards), 4), luck); err == nil {
			t.Errorf("%s was played", cards)
		}
	}
	if after := state(t, tb); after != before {
		t.Errorf("the table changed:\n%s\n%s", before, after)
	}
}

// state is the table without the ledger, which undo does not touch.
func state(t testing.TB, tb *Table) string {
	t.Helper()
	c := tb.Clone()
	c.Ledger = Ledger{}
	raw, err := c.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// journal commits and writes an entry down as a store does.
func journal(t testing.TB, tb *Table, log []Entry, e Entry) []Entry {
	t.Helper()
	e.At = time.Unix(0, 0).UTC()
	e, err := tb.Commit(e)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var read Entry
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	return append(log, read)
}

func TestUndoGivesBackTheStateByteByByte(t *testing.T) {
	tb, luck := small(t, "3 Reflex, 8 Mind, 4 Spirit, 5 Body, 6 Body")
	log := journal(t, tb, nil, Entry{})
	s := seatHero(t, tb, "Jack", 0, 2, luck)
	log = journal(t, tb, log, Entry{})
	before := state(t, tb)
	if _, err := tb.Act(s, quickness(s, pile(t, "3 Reflex"), 12), luck); err != nil {
		t.Fatal(err)
	}
	log = journal(t, tb, log, Entry{})
	after := state(t, tb)
	last, _ := Newest(log)
	tb = Without(log, last.Seq)
	if got := state(t, tb); got != before {
		t.Errorf("undone:\n%s\nbefore:\n%s", got, before)
	}
	log = journal(t, tb, log, Entry{Undoes: last.Seq})
	if got := state(t, Replay(log)); got != before {
		t.Errorf("replayed:\n%s\nbefore:\n%s", got, before)
	}
	tb = Without(log, log[len(log)-1].Seq) // an undone undo stands again
	if got := state(t, tb); got != after {
		t.Errorf("done again:\n%s\nafter:\n%s", got, after)
	}
}

func TestLogShowsNoHiddenCard(t *testing.T) {
	tb, luck := small(t, "3 Reflex, 8 Mind, 4 Spirit, 5 Body, 6 Body")
	s := seatHero(t, tb, "Jack", 0, 2, luck)
	tb.Call(Call{Seat: s.ID, Action: fate.Notation{Rating: 16, Ability: "Reason"}, Secret: true})
	tb.Show(s, pile(t, "8 Mind"), "bob")
	log := journal(t, tb, nil, Entry{Command: "/call action:\"daunting Reason\"", Masked: "/call action:Reason"})
	for _, v := range []Viewer{{User: "Jack's player"}, {User: "ann"}, {User: "nina", Narrator: true}} {
		raw, _ := json.Marshal(log[0].For(v))
		for _, secret := range []string{"3 Reflex\"", "5 Body\"", "01" + strings.Repeat("00", 31)} {
			if events := cutDeck(string(raw)); strings.Contains(events, secret) {
				t.Errorf("%+v sees %s in %s", v, secret, events)
			}
		}
		if got := strings.Contains(string(raw), "daunting") || strings.Contains(string(raw), `"rating":16`); got != v.Narrator {
			t.Errorf("%+v sees the secret difficulty: %v", v, got)
		}
		if strings.Contains(cutDeck(string(raw)), "8 Mind\"") {
			t.Errorf("%+v sees a card that was shown to bob alone", v)
		}
	}
	raw, _ := json.Marshal(log[0].For(Viewer{User: "bob"}))
	if !strings.Contains(cutDeck(string(raw)), "8 Mind") {
		t.Error("bob does not see the card that was shown to him")
	}
	if !strings.Contains(log[0].Command, "daunting") {
		t.Error("For changed its receiver")
	}
}

// cutDeck leaves out the deck list, which everybody may read.
func cutDeck(s string) string {
	i, j := strings.Index(s, `{"deck_set"`), strings.Index(s, `{"sealed"`)
	if i < 0 || j < i {
		return s
	}
	return s[:i] + s[j:]
}

func TestSeedsAreToldOnlyWhenNothingOfTheirOrderIsHidden(t *testing.T) {
	tb, luck := small(t, "3 Body, 8 Mind, 4 Spirit")
	luck.Stack = nil
	s := seatHero(t, tb, "Jack", 0, 1, luck)
	first := tb.Zones[s.Hand()][0]
	for range 2 { // through the whole deck, and into the second order
		tb.Unseal()
		if len(tb.Ledger.Used) != 1 {
			t.Fatalf("the seed of the order in play was told: %+v", tb.Ledger)
		}
		if _, err := tb.Act(s, quickness(s, tb.Zones[s.Hand()], 12), luck); err != nil {
			t.Fatal(err)
		}
	}
	third := tb.Zones[s.Hand()][0]
	if third == first || tb.Order != 1 {
		t.Fatalf("the hand holds %v of order %d", third, tb.Order)
	}
	tb.Reshuffle(luck) // order 2, while a card of order 1 is in the hand
	tb.Unseal()
	if len(tb.Ledger.Used) != 2 {
		t.Fatalf("a seed was told while a card of its order is in a hand: %+v", tb.Ledger)
	}
	if _, err := tb.Act(s, quickness(s, tb.Zones[s.Hand()], 12), luck); err != nil {
		t.Fatal(err)
	}
	tb.Unseal()
	if len(tb.Ledger.Used) != 1 || tb.Ledger.Used[0].Number != 2 {
		t.Errorf("the seed of order 1 should be told now: %+v", tb.Ledger)
	}
}

func TestUnknownEventsAreNotPlayedOn(t *testing.T) {
	var e Entry
	if err := json.Unmarshal([]byte(`{"seq":1,"events":[{"from_the_future":{}}]}`), &e); err == nil {
		t.Error("an event of an unknown kind was read")
	}
}

func TestCommitRefusesALostCard(t *testing.T) {
	tb, luck := small(t, "3 Body, 8 Mind, 4 Spirit")
	seatHero(t, tb, "Jack", 0, 1, luck)
	tb.Zones[Deck] = tb.Zones[Deck][1:]
	if _, err := tb.Commit(Entry{}); err != ErrNotWhole {
		t.Errorf("got %v", err)
	}
}
