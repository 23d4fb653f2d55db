package bot_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"skald/bot"
	"skald/store"
	"skald/store/storetest"
	"skald/table"
)

// scene is a game over a real store, or in memory, in which Jack acts.
type scene struct {
	hub *bot.Hub
	n   int
}

func newScene(b *testing.B, journal bot.Journal) *scene {
	b.Helper()
	s := &scene{}
	s.hub, _ = newHub(b, 1)
	s.hub.Journal = func(string) (bot.Journal, error) { return journal, nil }
	must(b, s.hub, "narrator: /game new name:Moss")
	for _, user := range []string{"alice", "bob", "carol", "dan"} {
		must(b, s.hub, user+": /hero new name:"+user+" hand-size:5", user+": /game join")
	}
	return s
}

func onDisk(b *testing.B) bot.Journal {
	b.Helper()
	dir, err := store.OpenDir(storetest.Dir(b), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = dir.Close() })
	return dir.Server("s")
}

// act plays the first card of alice's hand, as Discord would ask for it: with an id of its own.
func (s *scene) act(b *testing.B) {
	server, err := s.hub.Server("s")
	if err != nil {
		b.Fatal(err)
	}
	t := server.Games(table.Saga)[0].Table()
	card := t.Hand(t.Played("alice")[0])[0]
	s.n++
	r := at(b, "alice", "/act action:\"average Strength (Quickness 4)\"")
	r.ID = fmt.Sprint(1400000000000000000 + s.n)
	r.Args = append(r.Args, bot.Arg{Name: "card", Value: card.String()})
	if _, err := s.hub.Do(r); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkBareCommit(b *testing.B) {
	commit := storetest.BareCommit(b)
	for b.Loop() {
		commit()
	}
}

// BenchmarkCommandBesideBareCommit compares a command with a bare commit on the same disk, and one in a game of
// 10,000 entries with one in a new game.
func BenchmarkCommandBesideBareCommit(b *testing.B) {
	young, old := newScene(b, onDisk(b)), newScene(b, onDisk(b))
	for range 10000 {
		old.act(b)
	}
	storetest.Beside(b, 3,
		storetest.Thing{Name: "bare", Do: storetest.BareCommit(b)}, storetest.Thing{Name: "bare-append", Do: storetest.BareAppend(b)},
		storetest.Thing{Name: "command", Do: func() { young.act(b) }}, storetest.Thing{Name: "at10000", Do: func() { old.act(b) }})
}

func benchCommand(b *testing.B, journal bot.Journal, before int) {
	s := newScene(b, journal)
	for range before {
		s.act(b)
	}
	log, err := journal.Log("t1", 1)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.act(b)
	}
	b.StopTimer()
	end, err := journal.Log("t1", len(log)+1)
	if err != nil || len(end) == 0 {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(asJSON(b, end)))/float64(len(end)), "bytes/entry")
}

// BenchmarkCommand is an action from the request to the reply, durable.
func BenchmarkCommand(b *testing.B) { benchCommand(b, onDisk(b), 20) }

// BenchmarkCommandAt10000 is the same in a game that has been played for long.
func BenchmarkCommandAt10000(b *testing.B) { benchCommand(b, onDisk(b), 10000) }

// BenchmarkCommandInMemory is what of it is not the disk's.
func BenchmarkCommandInMemory(b *testing.B) { benchCommand(b, &memory{}, 20) }

// BenchmarkSuggest is what a user waits for while typing: each card with its chance.
func BenchmarkSuggest(b *testing.B) {
	s := newScene(b, &memory{})
	r := at(b, "alice", "/act action:\"average Strength (Quickness 4)\"")
	r.Args = append(r.Args, bot.Arg{Name: "card"})
	for b.Loop() {
		if got := s.hub.Suggest(r, "card"); len(got) != 5 {
			b.Fatal(got)
		}
	}
}

// BenchmarkUndoAt10000 reads the whole log.
func BenchmarkUndoAt10000(b *testing.B) {
	s := newScene(b, onDisk(b))
	for range 10000 {
		s.act(b)
	}
	b.ResetTimer()
	for b.Loop() {
		must(b, s.hub, "narrator: /game undo")
	}
}

func asJSON(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
