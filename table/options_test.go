package table

import "testing"

// TestOptionsLeaveNothingBehind: what only the other reading has a use for goes when an option is switched off (R4.5,
// R14.1, R14.2), and what is set already is not set again.
func TestOptionsLeaveNothingBehind(t *testing.T) {
	tb, luck := small(t, "5 Karma, 8 Mind, 4 Spirit, 1 Body, 5 Karma b, 5 Body, 3 Mind")
	set := func(name, value string) {
		t.Helper()
		if _, err := tb.SetOption(name, value); err != nil {
			t.Fatal(err)
		}
	}
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	set("karma_bank", "yes")
	set("narrator_card", "yes")
	set("results", "window")
	done, err := tb.Act(s, quickness(s, pile(t, "5 Karma"), 4), luck)
	if err != nil {
		t.Fatal(err)
	}
	tb.SetResult(s, Result{Action: done.Action, Open: true, Passed: true, Held: done.Held})
	tb.DrawNarratorCard(luck)
	tb.HasActed(s)
	set("karma_bank", "no")
	set("narrator_card", "no")
	set("results", "at-once")
	if _, lies := tb.Facing(); lies || len(tb.Zones[Narrator]) > 0 || len(tb.Acted) > 0 {
		t.Errorf("a narrator card lies: %v, %v", tb.Zones[Narrator], tb.Acted)
	}
	if len(tb.Zones[Bank])+len(tb.Zones[InPlay]) > 0 || !tb.Whole() {
		t.Errorf("the bank holds %v, in play is %v", tb.Zones[Bank], tb.Zones[InPlay])
	}
	if r := tb.Results[s.ID]; r.Open || r.Passed {
		t.Errorf("the result waits: %+v", r)
	}
	before := len(tb.pending)
	if set("results", "At-Once"); len(tb.pending) != before {
		t.Error("setting what is set already is an event")
	}
}

// R14.1, R14.2: a card that lay when an option was switched off by an older Skald counts for nothing.
func TestNothingCountsWhileItsOptionIsOff(t *testing.T) {
	tb, luck := small(t, "5 Karma, 8 Mind, 4 Spirit, 1 Body")
	seatHero(t, tb, "Jack", 1, 3, luck)
	tb.record(OptionSet{"karma_bank", "yes"})
	tb.record(OptionSet{"narrator_card", "yes"})
	tb.DrawNarratorCard(luck)
	tb.SpendKarma("", pile(t, "5 Karma"))
	if _, lies := tb.Facing(); !lies || tb.Raised("") != 5 {
		t.Fatal("nothing counts")
	}
	tb.record(OptionSet{"karma_bank", "no"})
	tb.record(OptionSet{"narrator_card", "no"})
	if c, lies := tb.Facing(); lies || tb.Raised("") != 0 {
		t.Errorf("%v faces, Karma %d counts", c, tb.Raised(""))
	}
}

// R12.1: each mishap is carried out once, whatever the hero does before; a card that it costs waits until it is given up.
func TestR121EachMishapOnce(t *testing.T) {
	tb, luck := small(t, "5 Karma, 8 Mind, 5 Karma b, 5 Karma c, 4 Spirit, 5 Body, 3 Mind")
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	fail := func(cards string) {
		t.Helper()
		done, err := tb.Act(s, quickness(s, pile(t, cards), 99), luck)
		if err != nil {
			t.Fatal(err)
		}
		tb.SetResult(s, Result{Action: done.Action})
	}
	due := func(want, cards int) {
		t.Helper()
		if n, c := tb.MishapsDue(s), tb.CardsLost(s); n != want || c != cards {
			t.Fatalf("%d mishaps and %d cards wait, want %d and %d", n, c, want, cards)
		}
	}
	due(0, 0)
	if tb.CarryOut(s, true) {
		t.Fatal("a mishap out of nothing")
	}
	fail("5 Karma")
	due(1, 0)
	tb.CarryOut(s, false)
	due(0, 0)
	fail("5 Karma b")
	due(1, 0)
	fail("5 Karma c")
	due(2, 0)
	fail("8 Mind")
	due(2, 0)
	tb.CarryOut(s, true)
	due(1, 1)
	tb.CarryOut(s, false)
	due(0, 1)
	if tb.CarryOut(s, false) {
		t.Error("a mishap is carried out twice")
	}
	c := tb.Hand(s)[0]
	tb.LoseCard(s, c)
	due(0, 0)
	if now, _ := tb.Seat(s.ID); now.Wounds.Stunning != 1 || len(tb.Hand(now)) != 2 {
		t.Errorf("%+v with %v", now.Wounds, tb.Hand(now)) // R12.1b
	}
}
