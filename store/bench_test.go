package store

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

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

// bareCommit is the measure: one bbolt Update of one key.
func bareCommit(b *testing.B) func() {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(benchDir(b), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	value := make([]byte, 400)
	return func() {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("bucket"))
			if err != nil {
				return err
			}
			return bucket.Put([]byte("key"), value)
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

// acts are entries of cards being played, made before they are needed.
func acts(b *testing.B, d *Dir, n int) (*Server, *game, table.Entry) {
	b.Helper()
	s := d.Server("s1")
	g := stored(b, s, "t", 20)
	for len(g.log) < n {
		fill(b, s, g, min(1000, n-len(g.log)))
	}
	return s, g, g.log[len(g.log)-1]
}

// fill writes many entries in one transaction.
func fill(b *testing.B, s *Server, g *game, n int) {
	b.Helper()
	err := s.dir.update("s1", func(tx *bbolt.Tx) error {
		for range n {
			e := g.step(1)
			a := appending{path: s.dir.file("s1"), id: []byte("t"), seq: e.Seq, entry: []byte(asJSON(b, e)), game: []byte(asJSON(b, g.table.Game))}
			if err := a.write(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// appendTo appends to a log of n entries.
func appendTo(b *testing.B, n int) func() {
	b.Helper()
	s, g, e := acts(b, openDir(b, benchDir(b), Options{}), n)
	return func() {
		e.Seq++
		g.table.Seq = e.Seq
		if err := s.Append("t", e, g.table); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B)        { benchAppend(b, 20) }
func BenchmarkAppendAt10000(b *testing.B) { benchAppend(b, 10000) }

func benchAppend(b *testing.B, n int) {
	do := appendTo(b, n)
	for b.Loop() {
		do()
	}
}

// BenchmarkBeside does all of it in turn, so that what else the machine does falls on each alike, and
// compares the medians.
func BenchmarkBeside(b *testing.B) {
	all := []func(){bareCommit(b), appendTo(b, 20), appendTo(b, 10000)}
	times := make([][]float64, len(all))
	for b.Loop() {
		for i, do := range all {
			start := time.Now()
			do()
			times[i] = append(times[i], float64(time.Since(start)))
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	median := func(i int) float64 { return times[i][len(times[i])/2] }
	b.ReportMetric(median(0)/1000, "bare-µs")
	b.ReportMetric(median(1)/median(0), "append/bare")
	b.ReportMetric(median(2)/median(1), "at10000/append")
}

// BenchmarkEncode is the part of an Append that is not the disk's.
func BenchmarkEncode(b *testing.B) {
	d := openDir(b, benchDir(b), Options{})
	_, _, e := acts(b, d, 20)
	for b.Loop() {
		_ = asJSON(b, e)
	}
	b.ReportMetric(float64(len(asJSON(b, e))), "bytes/entry")
}

func BenchmarkLoadOf10000(b *testing.B) {
	d := openDir(b, benchDir(b), Options{})
	s, g, _ := acts(b, d, 9500)
	s.renew("t", g.table)
	fill(b, s, g, 500)
	for b.Loop() {
		if _, err := s.Load("t"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLogOf10000(b *testing.B) {
	d := openDir(b, benchDir(b), Options{})
	s, _, _ := acts(b, d, 10000)
	for b.Loop() {
		if _, err := s.Log("t", 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKept(b *testing.B) {
	d := openDir(b, benchDir(b), Options{})
	s := d.Server("s1")
	key, err := s.Keep("what a button does")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Kept(key); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReopen is a miss of the open files: one closed, another examined and opened.
func BenchmarkReopen(b *testing.B) {
	for _, n := range []int{20, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := benchDir(b)
			d := openDir(b, dir, Options{Open: 1})
			acts(b, d, n)
			if err := d.Close(); err != nil {
				b.Fatal(err)
			}
			file, err := os.ReadFile(dbFile(dir, "s1"))
			if err != nil {
				b.Fatal(err)
			}
			d = openDir(b, dir, Options{Open: 1})
			stored(b, d.Server("s2"), "t", 1)
			for i := 0; b.Loop(); i++ {
				if _, err := d.Server([]string{"s1", "s2"}[i%2]).Kept("~x"); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(file))/1024, "KiB")
		})
	}
}
