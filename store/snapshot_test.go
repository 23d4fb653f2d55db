package store

import (
	"bytes"
	"fmt"
	"log/slog"
	"testing"

	"go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"skald/table"
)

// shots lists the numbers of a table's good snapshots, the newest first.
func shots(t testing.TB, d *Dir, server, id string) []int {
	t.Helper()
	var seqs []int
	err := d.view(server, func(tx *bbolt.Tx) error {
		all, err := readSnapshots(tx, d.file(server), id)
		for _, s := range all {
			if s.body != nil {
				seqs = append(seqs, s.seq)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seqs
}

func TestSnapshotsAreWrittenAndTheNewestFewKept(t *testing.T) {
	d := openDir(t, t.TempDir(), Options{every: 10})
	g := stored(t, d.Server("s1"), "a", 55)
	if got := fmt.Sprint(shots(t, d, "s1", "a")); got != "[50 40 30]" {
		t.Error(got)
	}
	g.mustHold(t, d.Server("s1"))
}

func TestASnapshotIsWrittenEveryThousandEntries(t *testing.T) {
	if every := (Options{}).withDefaults().every; every != 1000 {
		t.Error(every)
	}
}

// marked makes a stored snapshot recognizable by another game name, so that a test sees which was used.
func marked(t *testing.T, d *Dir, id string, seq int) {
	t.Helper()
	err := d.update("s1", func(tx *bbolt.Tx) error {
		b := tx.Bucket(snapshotsBucket).Bucket([]byte(id))
		where := under(snapshotsBucket, id)
		body, ok := unseal(where, number(seq), b.Get(number(seq)))
		if !ok {
			return fmt.Errorf("no snapshot %d", seq)
		}
		body = bytes.Replace(body, []byte(`"kind":"game"`), fmt.Appendf(nil, `"kind":"from %d"`, seq), 1)
		return b.Put(number(seq), seal(where, number(seq), body))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// quiet plays entries that leave the game's own value alone.
func quiet(t *testing.T, g *game, s *Server, n int) {
	t.Helper()
	for range n {
		g.write(t, s, g.step(1))
	}
}

func TestLoadUsesTheNewestSnapshot(t *testing.T) {
	d := openDir(t, t.TempDir(), Options{every: 10})
	s := d.Server("s1")
	g := stored(t, s, "a", 31)
	quiet(t, g, s, 3)
	marked(t, d, "a", 20)
	marked(t, d, "a", 30)
	is, err := s.Load("a")
	if err != nil || is.Seq != 34 {
		t.Fatalf("%v, %v", is, err)
	}
	if is.Game.Kind != "from 30" {
		t.Errorf("from %q", is.Game.Kind)
	}
}

// An undo after a snapshot that takes back an entry before it: the table in the snapshot is not what the
// log tells.
func TestAnUndoThatReachesBackOverASnapshot(t *testing.T) {
	d := openDir(t, t.TempDir(), Options{every: 10})
	s := d.Server("s1")
	g := stored(t, s, "a", 31)
	for range 3 { // takes back 31, 30, 29
		g.write(t, s, g.undo())
	}
	g.mustLoad(t, s)
	for range 12 { // back over 20 too
		g.write(t, s, g.undo())
	}
	g.mustLoad(t, s)
	for range 40 { // back to the beginning, over all that are kept
		g.write(t, s, g.undo())
	}
	g.mustHold(t, s)
}

// An undo that is itself undone leaves the snapshot good.
func TestARedoneEntryBeforeASnapshot(t *testing.T) {
	d := openDir(t, t.TempDir(), Options{every: 10})
	s := d.Server("s1")
	g := stored(t, s, "a", 30)
	undo := g.undo()
	g.write(t, s, undo)
	g.mustLoad(t, s)
	g.table = table.Without(g.log, undo.Seq)
	g.write(t, s, g.commit("/game redo", undo.Seq))
	g.mustLoad(t, s)
	if undone(g.log[30:], 30) {
		t.Error("the snapshot after entry 30 holds again, but is not used")
	}
}

// The law: whatever is played and taken back, at whatever moment it is loaded, a table is what its log
// tells.
func TestLoadIsReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		d, err := OpenDir(dir, Options{every: rapid.IntRange(1, 7).Draw(rt, "every")})
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = d.Close() }()
		s := d.Server(fmt.Sprintf("s%d", n))
		g := newGame("a")
		g.write(t, s, g.log[0])
		for i, do := range rapid.SliceOfN(rapid.IntRange(0, 9), 1, 25).Draw(rt, "what") {
			switch {
			case do < 5:
				g.write(t, s, g.step(i))
			case do < 8:
				g.write(t, s, g.undo())
			case g.log[len(g.log)-1].Undoes > 0:
				seq := g.log[len(g.log)-1].Seq
				g.table = table.Without(g.log, seq)
				g.write(t, s, g.commit("/game redo", seq))
			}
			if do == 0 {
				g.mustLoad(t, s)
			}
		}
		g.mustHold(t, s)
	})
}

func TestADamagedSnapshotIsPassedOverAndReplaced(t *testing.T) {
	for name, harm := range map[string]func(b *bbolt.Bucket) error{
		"changed": func(b *bbolt.Bucket) error { return b.Put(number(30), append(bytes.Clone(b.Get(number(30))), 'x')) },
		"empty":   func(b *bbolt.Bucket) error { return b.Put(number(30), nil) },
		"no table in it": func(b *bbolt.Bucket) error {
			return b.Put(number(30), seal(under(snapshotsBucket, "a"), number(30), []byte("{")))
		},
		"another's": func(b *bbolt.Bucket) error { return b.Put(number(30), bytes.Clone(b.Get(number(20)))) },
		"of the future": func(b *bbolt.Bucket) error {
			return b.Put(number(99), seal(under(snapshotsBucket, "a"), number(99), []byte("{}")))
		},
		"oddly named": func(b *bbolt.Bucket) error { return b.Put([]byte("zzz"), []byte("zzz")) },
	} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			d := openDir(t, t.TempDir(), Options{every: 10, Log: slog.New(slog.NewTextHandler(&said, nil))})
			s := d.Server("s1")
			g := stored(t, s, "a", 35)
			err := d.update("s1", func(tx *bbolt.Tx) error { return harm(tx.Bucket(snapshotsBucket).Bucket([]byte("a"))) })
			if err != nil {
				t.Fatal(err)
			}
			g.mustLoad(t, s)
			if !bytes.Contains(said.Bytes(), []byte("snapshot is damaged")) {
				t.Errorf("the log says %s", said.String())
			}
			if got := shots(t, d, "s1", "a"); got[0] != 35 {
				t.Errorf("snapshots %v", got)
			}
			g.playOn(t, s, 10)
			g.mustHold(t, s)
		})
	}
}

func TestSnapshotsAreDroppedWithoutLoss(t *testing.T) {
	d := openDir(t, t.TempDir(), Options{every: 10})
	s := d.Server("s1")
	g := stored(t, s, "a", 35)
	err := d.update("s1", func(tx *bbolt.Tx) error { return tx.Bucket(snapshotsBucket).DeleteBucket([]byte("a")) })
	if err != nil {
		t.Fatal(err)
	}
	g.mustHold(t, s)
	if got := fmt.Sprint(shots(t, d, "s1", "a")); got != "[35]" {
		t.Errorf("after a long way a snapshot is written; there is %s", got)
	}
}
