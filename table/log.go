package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"skald/fate"
)

// Entry is one line of a table's log: who did what, and all that came of it.
type Entry struct {
	Seq int       `json:"seq"` // from 1
	At  time.Time `json:"at"`
	By  User      `json:"by"`
	// Request is the id of the interaction, where there is one; the same is carried out once.
	Request string `json:"request,omitempty"`
	Channel string `json:"channel,omitempty"`
	// Command is the line as it was given; Masked the same without its secrets, where it has any.
	Command string `json:"command"`
	Masked  string `json:"masked,omitempty"`
	// Undoes is the number of the entry that this one takes back.
	Undoes  int             `json:"undoes,omitempty"`
	Events  Batch           `json:"events,omitempty"`
	Text    string          `json:"text,omitempty"` // the result as everybody read it
	Outcome json.RawMessage `json:"outcome,omitempty"`
	// Chain is the SHA-256 of the entry before it and of this one's public form, so that nobody changes a log
	// unseen.
	Chain string `json:"chain,omitempty"`
}

// For is the entry as a viewer may see it. It is the one place where the log's secrets turn face down:
// hands, the deck's order, secret difficulties. The narrator is shown no hand either (R1.6b).
func (e Entry) For(v Viewer) Entry {
	if e.Masked != "" && !v.Narrator {
		e.Command = e.Masked
	}
	e.Masked = ""
	e.Events = slices.Clone(e.Events)
	for i, ev := range e.Events {
		e.Events[i] = ev.seenBy(v)
	}
	return e
}

// Reveals reports whether the entry showed anybody a card that was hidden from them before: then only
// the narrator may take it back.
func (e Entry) Reveals() bool {
	return slices.ContainsFunc(e.Events, func(ev Event) bool {
		switch ev := ev.(type) {
		case CardsMoved:
			hidden := !ev.From.Open()
			seen := ev.To.Open() || ev.To.IsHand()
			return hidden && seen
		case Shown:
			return true
		case MatchSet:
			return ev.Shows
		case RealmSet:
			return ev.Rolled
		}
		return false
	})
}

// ErrNotWhole is a command that would have lost or doubled a card; it is refused.
var ErrNotWhole = errors.New("the zones together are not the deck list")

// Changed reports whether anything was recorded since the last commit.
func (t *Table) Changed() bool { return len(t.pending) > 0 }

// Commit makes an entry of what was recorded; e holds who did it and how. The error is ErrNotWhole.
func (t *Table) Commit(e Entry) (Entry, error) {
	if !t.Whole() {
		return e, ErrNotWhole
	}
	t.Seq++
	e.Seq = t.Seq
	e.Events = t.pending
	t.pending = nil
	link, err := e.link(t.Ledger.Chain)
	if err != nil {
		return e, fmt.Errorf("write entry %d: %w", e.Seq, err)
	}
	e.Chain, t.Ledger.Chain = link, link
	return e, nil
}

// Seen lists the cards that everybody was shown since the last commit.
func (t *Table) Seen() fate.Pile {
	var seen fate.Pile
	for _, ev := range t.pending {
		switch ev := ev.(type) {
		case CardsMoved:
			if ev.To.Open() {
				seen = append(seen, ev.Cards...)
			}
		case Shown:
			if ev.To == "" {
				seen = append(seen, ev.Cards...)
			}
		}
	}
	return seen
}

// record is the one door for change.
func (t *Table) record(e Event) {
	e.apply(t)
	t.pending = append(t.pending, e)
}

// Replay gives the table that a log tells of.
func Replay(log []Entry) *Table {
	t := &Table{}
	t.Continue(log)
	return t
}

// Continue plays the entries that follow on this table. None of them may take back one from before. What
// the ledger tells is never taken back.
func (t *Table) Continue(log []Entry) {
	stands := map[int]bool{}
	for _, e := range Standing(log) {
		stands[e.Seq] = true
	}
	for _, e := range log {
		for _, ev := range e.Events {
			if _, kept := ev.(ledgered); kept || stands[e.Seq] {
				ev.apply(t)
			}
		}
		t.Seq = e.Seq
		if e.Chain != "" {
			t.Ledger.Chain = e.Chain
		}
	}
}

// Undone tells which entries are taken back: read backwards, those that an entry undoes which is not taken back itself.
// An undone undo is taken back too, so that what it took back holds again: that is redo.
func Undone(log []Entry) map[int]bool {
	undone := map[int]bool{}
	for _, e := range slices.Backward(log) {
		if e.Undoes > 0 && !undone[e.Seq] {
			undone[e.Undoes] = true
		}
	}
	return undone
}

// Standing lists the entries whose changes hold: those that are not taken back. Of the undos among them, which change
// something where they dealt anew (see Table.Renew), one holds only as long as nothing from before what it took back is
// taken back too.
func Standing(log []Entry) []Entry {
	undone := Undone(log)
	var kept []Entry
	least := math.MaxInt
	for _, e := range slices.Backward(log) {
		if undone[e.Seq] {
			continue
		}
		if e.Undoes > 0 {
			if e.Undoes > least {
				continue
			}
			least = e.Undoes
		}
		kept = append(kept, e)
	}
	slices.Reverse(kept)
	return kept
}

// Newest is the newest entry that holds and changed something: what undo takes back. False where there is
// none.
func Newest(log []Entry) (Entry, bool) {
	for _, e := range slices.Backward(Standing(log)) {
		if e.Undoes == 0 && slices.ContainsFunc(e.Events, func(ev Event) bool { _, kept := ev.(ledgered); return !kept }) {
			return e, true
		}
	}
	return Entry{}, false
}

// Without is the table as it would be if the entry seq were taken back now.
func Without(log []Entry, seq int) *Table {
	next := log[len(log)-1].Seq + 1
	t := Replay(append(slices.Clone(log), Entry{Seq: next, Undoes: seq}))
	t.Seq = next - 1
	return t
}
