package store

import (
	"fmt"
	"os"
	"testing"

	"go.etcd.io/bbolt"

	"skald/store/storetest"
	"skald/table"
)

func BenchmarkBareCommit(b *testing.B) {
	commit := storetest.BareCommit(b)
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
	s, g, e := acts(b, openDir(b, storetest.Dir(b), Options{}), n)
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

// BenchmarkBeside compares an Append with what bbolt does by itself, and one to a long log with one to a short one.
func BenchmarkBeside(b *testing.B) {
	storetest.Beside(b, 3,
		storetest.Thing{Name: "bare", Do: storetest.BareCommit(b)}, storetest.Thing{Name: "bare-append", Do: storetest.BareAppend(b)},
		storetest.Thing{Name: "append", Do: appendTo(b, 20)}, storetest.Thing{Name: "at10000", Do: appendTo(b, 10000)})
}

// BenchmarkEncode is the part of an Append that is not the disk's.
func BenchmarkEncode(b *testing.B) {
	d := openDir(b, storetest.Dir(b), Options{})
	_, _, e := acts(b, d, 20)
	for b.Loop() {
		_ = asJSON(b, e)
	}
	b.ReportMetric(float64(len(asJSON(b, e))), "bytes/entry")
}

func BenchmarkLoadOf10000(b *testing.B) {
	d := openDir(b, storetest.Dir(b), Options{})
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
	d := openDir(b, storetest.Dir(b), Options{})
	s, _, _ := acts(b, d, 10000)
	for b.Loop() {
		if _, err := s.Log("t", 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKept(b *testing.B) {
	d := openDir(b, storetest.Dir(b), Options{})
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
			dir := storetest.Dir(b)
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
