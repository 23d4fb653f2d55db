package bot_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"skald/bot"
	"skald/store"
	"skald/table"
)

// benchDir is a folder on the disk that SKALD_BENCH_DIR names, or where temporary files lie.
func benchDir(b *testing.B) string {
	b.Helper()
	base := os.Getenv("SKALD_BENCH_DIR")
	if base == "" {
		return b.TempDir()
	}
	dir, err := os.MkdirTemp(base, "bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

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
	dir, err := store.OpenDir(benchDir(b), store.Options{})
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

// bareCommit is the measure: one bbolt Update of one key, as large as an entry, always the same one.
func bareCommit(b *testing.B) func() { return bare(b, func() []byte { return []byte("key") }) }

// bareAppend is the measure for what must not forget what came before: each Update is of a new key.
func bareAppend(b *testing.B) func() {
	n := uint64(0)
	return bare(b, func() []byte { n++; return binary.BigEndian.AppendUint64(nil, n) })
}

func bare(b *testing.B, key func() []byte) func() {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(benchDir(b), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	value := make([]byte, 1400)
	return func() {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("bucket"))
			if err != nil {
				return err
			}
			return bucket.Put(key(), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBareCommit(b *testing.B) {
	commit := bareCommit(b)
	for b.Loop() {
		commit()
	}
}

// sideBySide does several things in turn, so that whatever else the machine does falls on all of them, and
// reports the median time of each and how it compares with those of the measures, which come first.
func sideBySide(b *testing.B, measures int, names []string, do ...func()) {
	times := make([][]float64, len(do))
	for b.Loop() {
		for i, f := range do {
			began := time.Now()
			f()
			times[i] = append(times[i], float64(time.Since(began).Microseconds()))
		}
	}
	b.ReportMetric(0, "ns/op")
	median := make([]float64, len(do))
	for i, name := range names {
		slices.Sort(times[i])
		median[i] = times[i][len(times[i])/2]
		b.ReportMetric(median[i], name+"-µs")
		for m := range min(i, measures) {
			b.ReportMetric(median[i]/median[m], name+"/"+names[m])
		}
	}
}

// BenchmarkCommandBesideBareCommit compares a command with a bare commit on the same disk, and one in a game of
// 10,000 entries with one in a new game.
func BenchmarkCommandBesideBareCommit(b *testing.B) {
	young, old := newScene(b, onDisk(b)), newScene(b, onDisk(b))
	for range 10000 {
		old.act(b)
	}
	sideBySide(b, 3, []string{"bare", "append", "command", "old"}, bareCommit(b), bareAppend(b), func() { young.act(b) }, func() { old.act(b) })
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
