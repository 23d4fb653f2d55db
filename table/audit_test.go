package table

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skald/fate"
)

// playedGame is the log of a game with that many shuffles, in its public form: two heroes act, words are said
// into shuffles, things are taken back, and at the end every seed is told.
func playedGame(t testing.TB, shuffles int, number uint64) []Entry {
	t.Helper()
	source := rand.New(rand.NewPCG(number, 7))
	request := 0
	luck := func() Luck {
		request++
		return Luck{Request: string(rune('A' + request%26)), Seed: func() (s fate.Seed) {
			for i := 0; i < len(s); i += 8 {
				binary.BigEndian.PutUint64(s[i:], source.Uint64())
			}
			return s
		}}
	}
	list := fate.PlayingCards()
	list.Cards = list.Cards[:24]
	tb := Open(Saga, Game{Name: "Moss"}, list, luck())
	log := journal(t, tb, nil, Entry{})
	commit := func(l Luck) {
		tb.Settle(l)
		tb.Unseal()
		log = journal(t, tb, log, Entry{Request: l.Request})
	}
	for _, name := range []string{"Jack", "Bren"} {
		l := luck()
		seatHero(t, tb, name, 2, 4, l)
		commit(l)
	}
	for tb.Ledger.Next.Number <= shuffles {
		l := luck()
		s := tb.Seats[source.IntN(2)]
		hand := tb.Zones[s.Hand()]
		switch source.IntN(40) {
		case 0, 1, 2:
			tb.Cut(Cut{By: s.Player, Word: "moss" + l.Request})
		case 3, 4, 5:
			tb.Reshuffle(l)
		case 6, 7, 8:
			tb.Recall(l)
		case 9:
			if last, ok := Newest(log); ok && last.Seq > 3 {
				tb = Without(log, last.Seq)
				tb.Renew(l)
				tb.Unseal()
				log = journal(t, tb, log, Entry{Undoes: last.Seq, Request: l.Request})
			}
			continue
		default:
			if _, err := tb.Act(s, quickness(s, hand[:1], 12), l); err != nil {
				t.Fatal(err)
			}
		}
		commit(l)
	}
	g := tb.Game
	g.Ended = true
	tb.SetGame(g)
	commit(luck())
	public := make([]Entry, len(log))
	for i, e := range log {
		raw, err := json.Marshal(e.Public())
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &public[i]); err != nil {
			t.Fatal(err)
		}
	}
	return public
}

func TestCheckPassesAGameOf500Shuffles(t *testing.T) {
	log := playedGame(t, 500, 1)
	a := Check(log)
	if len(a.Problems) > 0 {
		t.Fatalf("%d problems, the first: %s", len(a.Problems), a.Problems[0])
	}
	if a.Shuffles < 500 || a.Checked != a.Shuffles {
		t.Errorf("%d shuffles, %d checked, sealed %v", a.Shuffles, a.Checked, a.Sealed)
	}
}

// rechain writes the chain anew, as a forger would who knows how.
func rechain(log []Entry) []Entry {
	before := ""
	for i := range log {
		link, err := log[i].link(before)
		if err != nil {
			panic(err)
		}
		log[i].Chain, before = link, link
	}
	return log
}

// tamper changes the first event for which change says that it did.
func tamper(log []Entry, change func(Event) (Event, bool)) {
	for i, e := range log {
		for j, ev := range e.Events {
			if other, did := change(ev); did && i > 4 {
				log[i].Events = slices.Clone(e.Events)
				log[i].Events[j] = other
				return
			}
		}
	}
}

func TestCheckFindsEveryTampering(t *testing.T) {
	swap := func(p fate.Pile) fate.Pile {
		q := slices.Clone(p)
		q[0] = fate.Card{Suit: "Karma", Value: 5}
		return q
	}
	for _, tt := range []struct {
		name   string
		change func([]Entry) []Entry
		want   string
	}{
		{"a flip swapped", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				m, ok := ev.(CardsMoved)
				if ok = ok && m.From == Deck && m.To == InPlay; ok {
					m.Cards = swap(m.Cards)
				}
				return m, ok
			})
			return log
		}, "by the seed it is"},
		{"another card played", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				m, ok := ev.(CardsMoved)
				if ok = ok && m.From.IsHand() && m.To == InPlay; ok {
					m.Cards = swap(m.Cards)
				}
				return m, ok
			})
			return log
		}, "where it cannot have been"},
		{"a draw left out", func(log []Entry) []Entry {
			for i, e := range log {
				for j, ev := range e.Events {
					if m, ok := ev.(CardsMoved); ok && i > 4 && m.From == Deck && m.To.IsHand() {
						log[i].Events = slices.Delete(slices.Clone(e.Events), j, j+1)
						return log
					}
				}
			}
			return log
		}, "Entry"},
		{"another seed told", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				u, ok := ev.(Unsealed)
				u.Seed[3] ^= 1
				return u, ok
			})
			return log
		}, "does not fit its seal"},
		{"another seed, sealed anew", func(log []Entry) []Entry {
			var forged fate.Seed
			number := 0
			tamper(log, func(ev Event) (Event, bool) {
				u, ok := ev.(Unsealed)
				if ok {
					u.Seed[3] ^= 1
					forged, number = u.Seed, u.Number
				}
				return u, ok
			})
			for i, e := range log {
				for j, ev := range e.Events {
					if s, ok := ev.(Sealed); ok && s.Seal.Number == number {
						s.Seal.Hash = forged.Seal()
						log[i].Events = slices.Clone(e.Events)
						log[i].Events[j] = s
					}
				}
			}
			return log
		}, "Entry"},
		{"a cut left out of the shuffle", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				s, ok := ev.(Shuffled)
				ok = ok && len(s.Cuts) > 0
				s.Cuts = nil
				return s, ok
			})
			return log
		}, "the words that were said"},
		{"a cut left out of the log", func(log []Entry) []Entry {
			for i, e := range log {
				for j, ev := range e.Events {
					if _, ok := ev.(CutSaid); ok {
						log[i].Events = slices.Delete(slices.Clone(e.Events), j, j+1)
						return log
					}
				}
			}
			return log
		}, "the words that were said"},
		{"another request", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				s, ok := ev.(Shuffled)
				s.Request = "mine"
				return s, ok
			})
			return log
		}, "another request's id"},
		{"another version of the derivation", func(log []Entry) []Entry {
			tamper(log, func(ev Event) (Event, bool) {
				s, ok := ev.(Shuffled)
				s.Version++
				return s, ok
			})
			return log
		}, "does not know"},
		{"an entry left out", func(log []Entry) []Entry { return slices.Delete(log, 9, 10) }, "the log is not whole"},
		{"the end cut off and numbers mended", func(log []Entry) []Entry {
			log = slices.Delete(log, 9, 10)
			for i := range log {
				log[i].Seq = i + 1
			}
			return log
		}, "Entry"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log := tt.change(slices.Clone(playedGame(t, 40, 2)))
			a := Check(rechain(log))
			if len(a.Problems) == 0 || !strings.Contains(strings.Join(a.Problems, "\n"), tt.want) {
				t.Errorf("problems: %v", a.Problems)
			}
		})
	}
	t.Run("a result edited", func(t *testing.T) {
		log := playedGame(t, 10, 3)
		log[7].Text += "!"
		if a := Check(log); len(a.Problems) != 1 || !strings.HasPrefix(a.Problems[0], "Entry 8: ") {
			t.Errorf("problems: %v", a.Problems)
		}
	})
}

func TestCheckSaysWhatIsStillSealed(t *testing.T) {
	log := playedGame(t, 10, 4)
	log = log[:len(log)-1] // the game goes on: the last orders are still in play
	a := Check(log)
	if len(a.Problems) > 0 || len(a.Sealed) == 0 || len(a.Unknown) > 0 || a.Checked+len(a.Sealed) != a.Shuffles {
		t.Errorf("%+v", a)
	}
}

func TestPublicLogHoldsNoSeedInPlay(t *testing.T) {
	log := playedGame(t, 10, 5)
	log = log[:len(log)-1]
	told := map[int]bool{}
	for _, e := range log {
		for _, ev := range e.Events {
			switch ev := ev.(type) {
			case Unsealed:
				told[ev.Number] = true
			case Sealed:
				if ev.Seal.Seed != (fate.Seed{}) {
					t.Errorf("entry %d shows the seed of shuffle %d", e.Seq, ev.Seal.Number)
				}
			case Shuffled:
				if slices.ContainsFunc(ev.Order, func(c fate.Card) bool { return !c.FaceDown() }) {
					t.Errorf("entry %d shows the order of shuffle %d", e.Seq, ev.Number)
				}
			}
		}
	}
	if told[Check(log).Shuffles] {
		t.Error("the seed of the order in play is told")
	}
}

// TestReadEntryRefusesWhatSkaldDoesNotWrite: content that a reader sees and the check does not.
func TestReadEntryRefusesWhatSkaldDoesNotWrite(t *testing.T) {
	line, err := json.Marshal(playedGame(t, 3, 6)[5])
	if err != nil {
		t.Fatal(err)
	}
	if _, problem, err := ReadEntry(line); problem != "" || err != nil {
		t.Fatalf("%s: %q, %v", line, problem, err)
	}
	text := string(line)
	for _, bad := range []string{
		strings.Replace(text, `{"seq"`, `{"text":"forged","seq"`, 1),
		strings.Replace(text, `{"seq"`, `{"seq":1,"seq"`, 1),
		strings.Replace(text, `{"seq"`, `{"note":"x","seq"`, 1),
		strings.Replace(text, `"seq"`, `"Seq"`, 1),
		strings.Replace(text, `"events":[`, `"events":[],"events":[`, 1),
		strings.Replace(text, `{"cards":`, `{"note":"x","cards":`, 1),
		strings.Replace(text, `"seq":`, `"seq": `, 1),
	} {
		if bad == text {
			t.Fatalf("nothing is changed in %s", text)
		}
		if _, problem, err := ReadEntry([]byte(bad)); problem == "" && err == nil {
			t.Errorf("taken: %s", bad)
		}
	}
}

// TestCheckNotesWhatWasSeenAndTakenBack: cards that everybody saw lie in the deck again.
func TestCheckNotesWhatWasSeenAndTakenBack(t *testing.T) {
	tb, luck := small(t, "5 Mind, 5 Body, 5 Spirit, 5 Reflex")
	log := journal(t, tb, nil, Entry{})
	tb.Read(2, luck)
	log = journal(t, tb, log, Entry{})
	tb = Without(log, 2)
	log = journal(t, tb, log, Entry{Undoes: 2})
	for i := range log {
		log[i] = log[i].Public()
	}
	if a := Check(log); len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "entry 2.") {
		t.Errorf("%q", a.Notes)
	}
}

// TestNoHandComesBackFromAnOrderThatWasTold: not by undoing a recall, nor by doing joins again.
func TestNoHandComesBackFromAnOrderThatWasTold(t *testing.T) {
	source := rand.New(rand.NewPCG(9, 9))
	l := Luck{Request: "r", Seed: func() (s fate.Seed) { binary.BigEndian.PutUint64(s[:], source.Uint64()); return s }}
	tb := Open(Saga, Game{Name: "Moss"}, fate.PlayingCards(), l)
	log := journal(t, tb, nil, Entry{})
	commit := func(e Entry) {
		tb.Unseal()
		log = journal(t, tb, log, e)
	}
	s := seatHero(t, tb, "Jack", 3, 4, l)
	commit(Entry{})
	dealt := tb.Hand(s)
	tb.Recall(l)
	commit(Entry{})
	tb = Without(log, len(log))
	if hands, _ := tb.Renew(l); hands != 1 || tb.Hand(s).String() == dealt.String() || len(tb.Hand(s)) != 4 || !tb.Whole() {
		t.Fatalf("the hand is %v, it was %v", tb.Hand(s), dealt)
	}
	commit(Entry{Undoes: len(log)})
	for _, c := range tb.Hand(s) {
		if tb.told(tb.Drawn[c]) {
			t.Errorf("%v comes from shuffle %d, whose seed is told", c, tb.Drawn[c])
		}
	}
	if _, again := tb.Renew(l); again {
		t.Error("once more")
	}
}
