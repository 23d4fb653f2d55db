package store

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"skald/fate"
	"skald/table"
)

// mustSpeak checks the words of an error: users read a kind sentence or three with the file's bare name,
// the operator the full path, and whoever knows refusals only finds one.
func mustSpeak(t testing.TB, b *Broken) {
	t.Helper()
	text, base := b.Error(), filepath.Base(b.Path)
	if !strings.HasPrefix(text, "The ") || !strings.Contains(text, base) || !strings.HasSuffix(text, ".") ||
		strings.Contains(text, filepath.Dir(b.Path)) || strings.Count(text, ". ") < 1 || strings.Count(text, ". ") > 3 || b.Cure == "" {
		t.Errorf("users read: %s", text)
	}
	if op := b.Operator(); !strings.Contains(op, b.Path) || b.Err != nil && !strings.Contains(op, b.Err.Error()) {
		t.Errorf("the operator reads: %s", op)
	}
	var r *fate.Refusal
	if !errors.As(b, &r) || r.Message != text || r.Code != b.Code {
		t.Errorf("no refusal in %v", b)
	}
}

func writeFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// badFiles are what a file can become, and what is said of it.
var badFiles = map[string]struct {
	code  string
	spoil func(t *testing.T, path string, good []byte)
}{
	"missing": {"file_missing", func(t *testing.T, path string, _ []byte) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}},
	"empty":             {"file_empty", func(t *testing.T, path string, _ []byte) { writeFile(t, path, nil) }},
	"a letter":          {"file_garbage", func(t *testing.T, path string, _ []byte) { writeFile(t, path, []byte("Dear reader")) }},
	"long garbage":      {"file_garbage", func(t *testing.T, path string, _ []byte) { writeFile(t, path, bytes.Repeat([]byte("moon"), 20000)) }},
	"zeros":             {"file_garbage", func(t *testing.T, path string, g []byte) { writeFile(t, path, make([]byte, len(g))) }},
	"cut to half":       {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:len(g)/2]) }},
	"cut by a page":     {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:usedBytes(t, g)-4096]) }},
	"cut by a byte":     {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:usedBytes(t, g)-1]) }},
	"cut to a page":     {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:4096]) }},
	"cut to less":       {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:100]) }},
	"cut to a few":      {"file_cut_short", func(t *testing.T, path string, g []byte) { writeFile(t, path, g[:30]) }},
	"both metas bad":    {"file_damaged", func(t *testing.T, path string, g []byte) { writeFile(t, path, flipped(g, 60, 4096+60)) }},
	"the tree is zeros": {"file_damaged", func(t *testing.T, path string, g []byte) { writeFile(t, path, zeroed(g, 8192, usedBytes(t, g))) }},
	"another bolt file": {"file_garbage", func(t *testing.T, path string, _ []byte) { foreign(t, path) }},
	"another server's": {"file_misplaced", func(t *testing.T, path string, _ []byte) {
		writeFile(t, path, readFile(t, dbFile(filepath.Dir(path), "s2")))
	}},
	"a folder":            {"file_unusable", func(t *testing.T, path string, _ []byte) { folder(t, path) }},
	"a link to nothing":   {"file_missing", func(t *testing.T, path string, _ []byte) { link(t, path) }},
	"of a newer schema":   {"file_newer", func(t *testing.T, path string, _ []byte) { restamp(t, path, `{"schema":2,"server":"s1"}`) }},
	"of a schema below 1": {"file_damaged", func(t *testing.T, path string, _ []byte) { restamp(t, path, `{"schema":0,"server":"s1"}`) }},
}

func usedBytes(t *testing.T, file []byte) int {
	m, err := findMeta(bytes.NewReader(file), "x", int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return int(m.pages * m.pageSize)
}

func flipped(file []byte, at ...int) []byte {
	file = bytes.Clone(file)
	for _, i := range at {
		file[i] ^= 0x10
	}
	return file
}

func zeroed(file []byte, from, to int) []byte {
	file = bytes.Clone(file)
	clear(file[from:to])
	return file
}

func foreign(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("recipes")); return err })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func folder(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.Remove(path), os.Symlink(path+".gone", path)); err != nil {
		t.Fatal(err)
	}
}

func restamp(t *testing.T, path, text string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(metaBucket).Put(stampKey, seal(metaBucket, stampKey, []byte(text)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A file that cannot be used stops its server only, nothing is overwritten, and the mended file works at
// once. It is all the same whether it is found at the start or was open when it went bad.
func TestABadFileStopsItsServerOnly(t *testing.T) {
	for name, bad := range badFiles {
		for _, open := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, open %v", name, open), func(t *testing.T) {
				t.Parallel()
				if open && (name == "of a newer schema" || name == "of a schema below 1") {
					t.Skip("nobody else can write to it while it is open")
				}
				testBadFile(t, bad.code, bad.spoil, open)
			})
		}
	}
}

func testBadFile(t *testing.T, code string, spoil func(*testing.T, string, []byte), open bool) {
	dir := t.TempDir()
	path := dbFile(dir, "s1")
	var said bytes.Buffer
	o := Options{Log: slog.New(slog.NewTextHandler(&said, nil))}
	d := openDir(t, dir, o)
	g, well := stored(t, d.Server("s1"), "t", 12), stored(t, d.Server("s2"), "t", 3)
	good := readFile(t, path)
	if !open {
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		d = openDir(t, dir, o)
	}
	spoil(t, path, good)
	spoilt, _ := os.ReadFile(path)
	s := d.Server("s1")
	errs := useAll(s, d, dir, g)
	for _, err := range errs {
		mustBreak(t, err, path, code)
	}
	if n := strings.Count(said.String(), "The file "+path); n < len(errs) || strings.Contains(said.String(), "what came of") {
		t.Errorf("the log says %s", said.String())
	}
	well.playOn(t, d.Server("s2"), 2)
	well.mustHold(t, d.Server("s2"))
	if now, _ := os.ReadFile(path); !bytes.Equal(now, spoilt) {
		t.Error("the file was changed")
	}
	_ = os.Remove(path)
	writeFile(t, path, good)
	g.mustHold(t, s)
	g.playOn(t, s, 2)
	g.mustHold(t, s)
	if left, err := filepath.Glob(filepath.Join(dir, "*.tmp-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// useAll calls everything that a server can do, and gives the errors.
func useAll(s *Server, d *Dir, dir string, g *game) []error {
	var errs []error
	_, err := s.Tables()
	errs = append(errs, err)
	_, err = s.Load("t")
	errs = append(errs, err)
	_, err = s.Log("t", 1)
	errs = append(errs, err)
	_, err = s.Keep("text")
	errs = append(errs, err)
	_, err = s.Kept("~x")
	errs = append(errs, err)
	errs = append(errs, s.Append("t", g.log[len(g.log)-1], g.table))
	return append(errs, d.Backup(s.id, filepath.Join(dir, "copy")))
}

// After a crash in the middle of writing a meta page the one before counts, as in bbolt.
func TestATornMetaPageIsNoLoss(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 10)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := dbFile(dir, "s1")
	good := readFile(t, path)
	for page := range 2 {
		writeFile(t, path, zeroed(good, page*4096, page*4096+4096))
		d := openDir(t, dir, Options{})
		log, err := d.Server("s1").Log("t", 1)
		if err != nil || len(log) < 9 {
			t.Fatalf("page %d: %d entries, %v", page, len(log), err)
		}
		g.log = g.log[:len(log)]
		g.mustHold(t, d.Server("s1"))
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestALockedFileIsWaitedForAndThenNamed(t *testing.T) {
	dir := t.TempDir()
	first := openDir(t, dir, Options{})
	g := stored(t, first.Server("s1"), "t", 3)
	second := openDir(t, dir, Options{Wait: 30 * time.Millisecond})
	for _, err := range useAll(second.Server("s1"), second, dir, g) {
		mustBreak(t, err, dbFile(dir, "s1"), "file_locked")
	}
	_, err := Check(dbFile(dir, "s1"))
	mustBreak(t, err, dbFile(dir, "s1"), "file_locked")
	stored(t, second.Server("s2"), "t", 2).mustHold(t, second.Server("s2"))
	g.mustHold(t, first.Server("s1"))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	g.mustHold(t, second.Server("s1"))

	patient := openDir(t, dir, Options{Wait: 10 * time.Second})
	time.AfterFunc(100*time.Millisecond, func() { _ = second.Close() })
	g.mustHold(t, patient.Server("s1"))
}

func TestAnOpenFileStaysOpen(t *testing.T) {
	opened := 0
	d := openDir(t, t.TempDir(), Options{openFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		opened++
		return os.OpenFile(name, flag, mode)
	}})
	g := stored(t, d.Server("s1"), "t", 20)
	g.mustHold(t, d.Server("s1"))
	if opened != 2 { // while it is made, and then
		t.Errorf("opened %d times", opened)
	}
}

// A file that is taken away in the very moment is missed and not made.
func TestAFileThatGoesWhileItIsOpened(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := dbFile(dir, "s1")
	d = openDir(t, dir, Options{openFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		if name == path {
			_ = os.Remove(path)
		}
		return os.OpenFile(name, flag, mode)
	}})
	mustBreak(t, d.Server("s1").Append("t", g.step(1), g.table), path, "file_missing")
	if _, err := os.Stat(path); err == nil {
		t.Error("it was made")
	}
}

// Many who wait for the same locked file wait together, not one after the other.
func TestALockedFileIsWaitedForTogether(t *testing.T) {
	dir := t.TempDir()
	first := openDir(t, dir, Options{})
	stored(t, first.Server("s1"), "t", 1)
	var opened atomic.Int32
	o := Options{Wait: 500 * time.Millisecond, openFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		opened.Add(1)
		return os.OpenFile(name, flag, mode)
	}}
	second := openDir(t, dir, o)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := second.Server("s1").Tables()
			mustBreak(t, err, dbFile(dir, "s1"), "file_locked")
		})
	}
	wg.Wait()
	if n := opened.Load(); n > 5 {
		t.Errorf("%d of 20 tried for themselves", n)
	}
}

// A backup put in the place of an open file is what counts from then on.
func TestAReplacedFileIsNoticed(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	g := stored(t, s, "t", 5)
	old := &game{id: "t", log: g.log[:5:5], table: table.Replay(g.log), begun: true}
	copied := filepath.Join(dir, "copy")
	if err := d.Backup("s1", copied); err != nil {
		t.Fatal(err)
	}
	g.playOn(t, s, 5)
	if err := os.Rename(copied, dbFile(dir, "s1")); err != nil {
		t.Fatal(err)
	}
	var o *OutOfOrder
	if err := s.Append("t", g.step(1), g.table); !errors.As(err, &o) || o.Last != 5 {
		t.Errorf("%v", err)
	}
	old.mustHold(t, s)
	old.playOn(t, s, 3)
	old.mustHold(t, s)
}
