package table

import (
	"encoding/json"
	"testing"
	"time"

	"skald/fate"
	"skald/hero"
)

// played is a game in which a hero acts, and its log.
type played struct {
	t    *Table
	seat Seat
	luck Luck
	log  []Entry
}

func newPlayed(b *testing.B, acts int) *played {
	b.Helper()
	n := byte(0)
	p := &played{luck: Luck{Seed: func() (s fate.Seed) { n++; s[0] = n; return s }}}
	p.t = Open(Saga, Game{Name: "Moss", Channels: []string{"table"}}, fate.PlayingCards(), p.luck)
	s, err := p.t.AddHero(hero.New("Jack", fate.Standard()), User{ID: "1", Name: "alice"})
	if err != nil {
		b.Fatal(err)
	}
	p.seat = p.t.Join(s, p.luck)
	p.commit(b)
	for range acts {
		p.act(b)
	}
	return p
}

func (p *played) act(b *testing.B) {
	p.t = p.t.Clone()
	a := fate.Action{Ability: "Strength", Score: 5, Edge: 1, Trumps: []fate.Suit{"Body"}, Against: []fate.Modifier{{Name: "average", Value: 8}}}
	a.Cards = p.t.Hand(p.seat)[:1]
	done, err := p.t.Act(p.seat, a, p.luck)
	if err != nil {
		b.Fatal(err)
	}
	p.t.SetResult(p.seat, Result{Action: done.Action})
	p.commit(b)
}

func (p *played) commit(b *testing.B) {
	e, err := p.t.Commit(Entry{At: time.Unix(0, 0).UTC(), By: User{ID: "1", Name: "alice"}, Command: `/act action:"average Strength"`, Text: "Jack: average Strength"})
	if err != nil {
		b.Fatal(err)
	}
	p.log = append(p.log, e)
}

// BenchmarkAct is an action at a table, with its entry and its link in the chain, before it goes to disk.
func BenchmarkAct(b *testing.B) {
	p := newPlayed(b, 20)
	for b.Loop() {
		p.act(b)
		p.log = p.log[:1]
	}
}

func BenchmarkReplayOf10000(b *testing.B) {
	p := newPlayed(b, 10000)
	for b.Loop() {
		Replay(p.log)
	}
}

func BenchmarkCheckOf10000(b *testing.B) {
	p := newPlayed(b, 10000)
	for b.Loop() {
		if a := Check(p.log); len(a.Problems) > 0 {
			b.Fatal(a.Problems)
		}
	}
}

func BenchmarkSnapshot(b *testing.B) {
	p := newPlayed(b, 100)
	var data []byte
	for b.Loop() {
		var err error
		if data, err = p.t.Snapshot(); err != nil {
			b.Fatal(err)
		}
	}
	if !json.Valid(data) {
		b.Fatal("no JSON")
	}
	b.ReportMetric(float64(len(data)), "bytes")
}
