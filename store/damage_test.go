package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"skald/table"
)

const keptText = "what a button does"

// sample is a file with everything in it, and what it holds.
func sample(t testing.TB) (file []byte, games []*game, key string) {
	t.Helper()
	dir := t.TempDir()
	d := openDir(t, dir, Options{every: 20})
	s := d.Server("s1")
	for _, id := range []string{"moss", "well", "x"} {
		games = append(games, stored(t, s, id, 1))
	}
	games[0].playOn(t, s, 60)
	games[1].playOn(t, s, 5)
	for i := range 20 {
		if _, err := s.Keep(fmt.Sprint("another ", i)); err != nil {
			t.Fatal(err)
		}
	}
	key, err := s.Keep(keptText)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return readFile(t, dbFile(dir, "s1")), games, key
}

// written is a game as JSON.
type written struct{ table, log string }

// mustBeTrue is the law of damage: what is read of a file is what was written, or an error.
func mustBeTrue(t testing.TB, dir string, games []*game, want []written, key string) (told bool) {
	t.Helper()
	d := openDir(t, dir, Options{every: 20})
	defer func() { _ = d.Close() }()
	s := d.Server("s1")
	ok := func(err error) bool {
		var b *Broken
		if err != nil && !errors.As(err, &b) {
			t.Fatalf("not a broken file: %v", err)
		}
		told = told || err != nil
		return err == nil
	}
	if all, err := s.Tables(); ok(err) && len(all) != len(games) {
		t.Fatalf("%d tables", len(all))
	}
	for i, g := range games {
		if is, err := s.Load(g.id); ok(err) && asJSON(t, is) != want[i].table {
			t.Fatalf("table %s is not as it was", g.id)
		}
		if log, err := s.Log(g.id, 1); ok(err) && asJSON(t, log) != want[i].log {
			t.Fatalf("log of %s is not as it was", g.id)
		}
		next := g.table.Clone()
		next.SetGame(next.Game)
		e, err := next.Commit(table.Entry{Command: "/next"})
		if err != nil {
			t.Fatal(err)
		}
		if ok(s.Append(g.id, e, next)) {
			if log, err := s.Log(g.id, e.Seq); ok(err) && (len(log) != 1 || log[0].Command != "/next") {
				t.Fatalf("the new entry of %s is not there", g.id)
			}
		}
	}
	if text, err := s.Kept(key); ok(err) && text != "" && text != keptText { // "" is a stale button
		t.Fatalf("kept %q", text)
	}
	return told
}

// Any byte of the file, any page of it, changed in any way: never is anything else read than what was
// written, never is a good part overwritten, never does the process end.
func TestDamageIsNeverTakenForTruth(t *testing.T) {
	t.Parallel()
	file, games, key := sample(t)
	used := usedBytes(t, file)
	rounds := 120
	if testing.Short() {
		rounds = 30
	}
	luck := rand.New(rand.NewPCG(1, 2))
	told := 0
	var want []written
	for _, g := range games {
		want = append(want, written{asJSON(t, table.Replay(g.log)), asJSON(t, g.log)})
	}
	for range rounds {
		dir := t.TempDir()
		writeFile(t, dbFile(dir, "s1"), damage(luck, bytes.Clone(file), used))
		if mustBeTrue(t, dir, games, want, key) {
			told++
		}
	}
	if told < rounds/4 {
		t.Errorf("of %d damaged files only %d were noticed", rounds, told)
	}
	t.Logf("%d of %d damaged files were noticed, the others' damage lay where nothing is kept", told, rounds)
}

func damage(luck *rand.Rand, file []byte, used int) []byte {
	page := luck.IntN(used/4096) * 4096
	switch luck.IntN(6) {
	case 0: // a bit
		file[luck.IntN(used)] ^= 1 << luck.IntN(8)
	case 1: // a bit where structure is dense
		file[page+luck.IntN(64)] ^= 1 << luck.IntN(8)
	case 2: // a page of noise
		for i := range 4096 {
			file[page+i] = byte(luck.Uint32())
		}
	case 3: // a page that was never written
		clear(file[page : page+4096])
	case 4: // a page in the place of another
		copy(file[page:page+4096], file[luck.IntN(used/4096)*4096:])
	case 5: // some bytes
		for range 8 {
			file[page+luck.IntN(4096)] = byte(luck.Uint32())
		}
	}
	return file
}

// The structure is examined without ever trusting it.
func FuzzExamine(f *testing.F) {
	file, _, _ := sample(f)
	used := len(file)
	f.Add(uint32(0), []byte{})
	f.Add(uint32(8192), []byte{2, 0, 0, 0, 0, 0, 0, 0, 1, 0})
	f.Add(uint32(4096+16), []byte("moon"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, at uint32, bytes []byte) {
		bad := append([]byte(nil), file...)
		copy(bad[int(at)%used:], bytes)
		path := filepath.Join(dir, "fuzzed.db")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Check(path)
		var b *Broken
		if err != nil && !errors.As(err, &b) {
			t.Error(err)
		}
	})
}
