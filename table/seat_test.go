package table

import (
	"encoding/json"
	"strings"
	"testing"

	"skald/fate"
	"skald/hero"
)

// TestChangesOfASheetLeaveAMendedHandAlone: a card that the narrator gave beyond the hand's size, or took, stays
// so when something else on the sheet changes.
func TestChangesOfASheetLeaveAMendedHandAlone(t *testing.T) {
	for _, tt := range []struct {
		name string
		mend func(*Table, Seat, Luck)
		want int
	}{
		{"given", func(tb *Table, s Seat, luck Luck) { tb.Give(s, fate.Card{}, luck) }, 4},
		{"taken", func(tb *Table, s Seat, _ Luck) { tb.TakeCard(s, tb.Hand(s)[0]) }, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit, 5 Body, 6 Body")
			s := seatHero(t, tb, "Jack", 1, 3, luck)
			tt.mend(tb, s, luck)
			s.Hero.Points++
			tb.SetSeat(s, luck)
			if got := len(tb.Zones[s.Hand()]); got != tt.want {
				t.Errorf("the hand has %d cards, want %d", got, tt.want)
			}
			s.Hero, _ = s.Hero.WithHand(2) // a smaller hand gives up what is too much
			tb.SetSeat(s, luck)
			if got := len(tb.Zones[s.Hand()]); got != 2 {
				t.Errorf("a hand of size 2 has %d cards", got)
			}
		})
	}
}

// TestR14cASmallerHandIsOwedLess: what is owed beyond a hand's new size is forgotten, the oldest debts stay.
func TestR14cASmallerHandIsOwedLess(t *testing.T) {
	tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit")
	s := seatHero(t, tb, "Jack", 1, 5, luck) // three are dealt, two are owed
	o := seatHero(t, tb, "Bren", 1, 1, luck)
	if len(tb.Owed) != 3 {
		t.Fatalf("owed: %v", tb.Owed)
	}
	s.Hero, _ = s.Hero.WithHand(4)
	tb.SetSeat(s, luck)
	if got := strings.Join(tb.Owed, " "); got != s.ID+" "+o.ID {
		t.Errorf("owed: %s", got)
	}
	s.Hero, _ = s.Hero.WithHand(2)
	tb.SetSeat(s, luck) // gives up one card
	tb.Settle(luck)
	if len(tb.Owed) != 0 || len(tb.Hand(s)) != 2 || len(tb.Hand(o)) != 1 {
		t.Errorf("owed %v; hands of %d and %d cards", tb.Owed, len(tb.Hand(s)), len(tb.Hand(o)))
	}
	tb.Leave(o)
	if !tb.Whole() {
		t.Error("cards are missing")
	}
}

// TestAGivenCardIsShownToNobody: not even where everybody saw it on the discard pile; and the audit says what it
// cannot check any more, and finds no fault where there is none.
func TestAGivenCardIsShownToNobody(t *testing.T) {
	seed := byte(0)
	luck := Luck{Seed: func() fate.Seed { seed++; return fate.Seed{seed} }}
	tb := Open(Saga, Game{Name: "Moss"}, fate.PlayingCards(), luck)
	s := seatHero(t, tb, "Jack", 1, 5, luck)
	var log []Entry
	commit := func() Entry {
		e, err := tb.Commit(Entry{By: User{ID: "1"}})
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, e)
		return e
	}
	commit()
	for range 8 {
		tb.Swap(s, tb.Hand(s)[0], luck)
	}
	commit()
	given := tb.Zones[Discard][3]
	if !tb.Give(s, given, luck) {
		t.Fatal("no card was given")
	}
	e := commit()
	for _, v := range []Viewer{{}, {User: s.Player.ID}, {Narrator: true}} {
		raw, err := json.Marshal(e.For(v))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(raw), given.String()) {
			t.Errorf("%+v reads which card was given: %s", v, raw)
		}
	}
	for range 3 { // known cards and unknown ones, in and out of the hand and the deck
		tb.TakeCard(s, given)
		tb.Swap(s, tb.Hand(s)[0], luck)
		tb.Reshuffle(luck)
		commit()
		if tb.Give(s, fate.Card{}, luck); !tb.Whole() {
			t.Fatal("cards are missing")
		}
		given = tb.Hand(s)[1]
		if _, err := tb.Act(s, fate.Action{Ability: "Strength", Cards: tb.Hand(s)[:1], Trumps: []fate.Suit{"Mind"}}, luck); err != nil {
			t.Fatal(err)
		}
		commit()
	}
	tb.SetGame(Game{Name: "Moss", Ended: true})
	tb.Unseal()
	commit()
	for i := range log {
		log[i] = log[i].Public()
	}
	a := Check(log)
	if len(a.Problems) > 0 {
		t.Errorf("the audit finds %v", a.Problems)
	}
	if !strings.Contains(strings.Join(a.Notes, "\n"), "Entry 3: the narrator gave a card from the discard pile unseen") {
		t.Errorf("the audit's notes are %q", a.Notes)
	}
}

func TestNoCardIsPlayedTwice(t *testing.T) {
	tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit, 5 Body")
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	if _, err := tb.Act(s, quickness(s, pile(t, "1 Mind, 1 Mind"), 4), luck); err == nil || err.Error() != "A card can be played only once." {
		t.Errorf("told %v", err)
	}
}

func TestWhoIsDownCannotAct(t *testing.T) { // R3.11
	tb, luck := small(t, "1 Mind, 8 Mind, 4 Spirit, 5 Body")
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	s.Wounds = hero.Wounds{Stunning: 3}
	tb.SetSeat(s, luck)
	if _, err := tb.Act(s, quickness(s, nil, 4), luck); err == nil || err.Error() != "Jack is unconscious and cannot act." {
		t.Errorf("told %v", err)
	}
}

// TestR141RaisedKarmaIsUsedUp: by the next action against the foe, and by no other.
func TestR141RaisedKarmaIsUsedUp(t *testing.T) {
	tb, luck := small(t, "5 Karma c, 5 Karma, 5 Karma b, 5 Body")
	s := seatHero(t, tb, "Jack", 5, 3, luck)
	if _, err := tb.SetOption("karma_bank", "yes"); err != nil {
		t.Fatal(err)
	}
	if _, err := tb.Act(s, quickness(s, pile(t, "5 Karma, 5 Karma b, 5 Karma c"), 4), luck); err != nil {
		t.Fatal(err)
	}
	zone(t, tb, Bank, "5 Karma, 5 Karma b, 5 Karma c")
	tb.SpendKarma("", pile(t, "5 Karma c"))
	tb.SpendKarma("Bren", pile(t, "5 Karma"))
	tb.SpendKarma("Bren", pile(t, "5 Karma b"))
	if tb.Raised("") != 5 || tb.Raising("Ada") != 0 || tb.Raised("Bren") != 10 || tb.Raising("Bren") != 2 {
		t.Errorf("raised for nobody %d, for Ada %d cards, for Bren %d with %d cards", tb.Raised(""), tb.Raising("Ada"), tb.Raised("Bren"), tb.Raising("Bren"))
	}
	if got := tb.RaiseFor("Bren"); got != 10 || tb.Raised("Bren") != 0 || tb.Raised("") != 5 {
		t.Errorf("the action is harder by %d, the next by %d, one that nobody opposes by %d", got, tb.Raised("Bren"), tb.Raised(""))
	}
}
