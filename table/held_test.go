package table

import (
	"testing"

	"skald/fate"
)

// windowed is a table with a Karma bank whose results wait in a window, and one hero who has played Karma.
func windowed(t *testing.T) (*Table, Seat, Result) {
	t.Helper()
	tb, luck := small(t, "5 Karma, 2 Body, 4 Mind, 1 Body")
	for option, value := range map[string]string{"karma_bank": "yes", "results": "window"} {
		if _, err := tb.SetOption(option, value); err != nil {
			t.Fatal(err)
		}
	}
	s := seatHero(t, tb, "Jack", 1, 3, luck)
	played, err := tb.Act(s, quickness(s, pile(t, "5 Karma"), 9), luck)
	if err != nil {
		t.Fatal(err)
	}
	r := Result{Action: played.Action, Open: true, Held: played.Held}
	tb.SetResult(s, r)
	return tb, s, r
}

// R14.1: while a result waits, the Karma that was played for it lies in play; it goes to the bank when the result
// stands, in whatever way that comes about.
func TestR141KarmaIsBankedWhenItsResultStands(t *testing.T) {
	for name, closes := range map[string]func(*Table, Seat, Result){
		"both pass": func(tb *Table, s Seat, r Result) { r.Open = false; tb.SetResult(s, r) },
		"it closes": func(tb *Table, s Seat, _ Result) { tb.CloseResult(s) },
		"leaves":    func(tb *Table, s Seat, _ Result) { tb.Leave(s) },
		"acts again": func(tb *Table, s Seat, _ Result) {
			tb.SetResult(s, Result{Action: fate.Action{Ability: "Reason"}, Open: true})
		},
		"at once": func(tb *Table, _ Seat, _ Result) {
			if _, err := tb.SetOption("results", "at-once"); err != nil {
				t.Error(err)
			}
		},
	} {
		tb, s, r := windowed(t)
		if tb.Zones[InPlay].String() != "5 Karma" || len(tb.Zones[Bank]) > 0 {
			t.Fatalf("in play %s, in the bank %s", tb.Zones[InPlay], tb.Zones[Bank])
		}
		closes(tb, s, r)
		if tb.Zones[Bank].String() != "5 Karma" || len(tb.Zones[InPlay]) > 0 || !tb.Whole() {
			t.Errorf("%s: in play %s, in the bank %s", name, tb.Zones[InPlay], tb.Zones[Bank])
		}
	}
}

// R14.1: an amended result keeps its Karma in play.
func TestR141AmendingKeepsKarmaInPlay(t *testing.T) {
	tb, s, r := windowed(t)
	r.Karma = 1
	tb.SetResult(s, r)
	if tb.Zones[InPlay].String() != "5 Karma" {
		t.Errorf("in play %s", tb.Zones[InPlay])
	}
}

// Where no Karma is kept any more, and where all cards come back, none stays in play for a bank.
func TestHeldKarmaGoesWithTheBank(t *testing.T) {
	tb, s, _ := windowed(t)
	if _, err := tb.SetOption("karma_bank", "no"); err != nil {
		t.Fatal(err)
	}
	tb.CloseResult(s)
	if len(tb.Zones[InPlay])+len(tb.Zones[Bank]) > 0 || len(tb.Zones[Discard]) != 1 {
		t.Errorf("in play %s, in the bank %s, discarded %s", tb.Zones[InPlay], tb.Zones[Bank], tb.Zones[Discard])
	}
	tb, s, _ = windowed(t)
	tb.Recall(stacked(t, ""))
	tb.CloseResult(s)
	if len(tb.Zones[InPlay])+len(tb.Zones[Bank]) > 0 || !tb.Whole() {
		t.Errorf("in play %s, in the bank %s", tb.Zones[InPlay], tb.Zones[Bank])
	}
}

// A log from before tells of Karma that was banked although its result waits; closing that window moves nothing more.
func TestOldWindowsMoveNoKarma(t *testing.T) {
	tb, s, r := windowed(t)
	tb.move(r.Held, InPlay, Bank)
	old := r
	old.Held = nil
	tb.Results = map[string]Result{s.ID: old}
	before := len(tb.pending)
	tb.CloseResult(s)
	for _, ev := range tb.pending[before:] {
		if m, moved := ev.(CardsMoved); moved {
			t.Errorf("%v moves", m)
		}
	}
	if tb.Zones[Bank].String() != "5 Karma" || !tb.Whole() {
		t.Errorf("in the bank %s", tb.Zones[Bank])
	}
}
