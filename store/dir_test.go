package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestServerNamesAreNoPaths(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "data")
	d := openDir(t, dir, Options{})
	for _, id := range []string{
		"", ".", "..", "../x", "a/b", `a\b`, "/etc/passwd", "a.b", "a b", "a\x00b", "ä", "a:b", "~a", strings.Repeat("x", 65),
	} {
		s := d.Server(id)
		mustRefuse(t, s.Append("a", newGame("a").log[0], newGame("a").table), "bad_server")
		_, err := s.Tables()
		mustRefuse(t, err, "bad_server")
		_, err = s.Load("a")
		mustRefuse(t, err, "bad_server")
		_, err = s.Log("a", 1)
		mustRefuse(t, err, "bad_server")
		_, err = s.Keep("x")
		mustRefuse(t, err, "bad_server")
		_, err = s.Kept("x")
		mustRefuse(t, err, "bad_server")
		mustRefuse(t, d.Backup(id, filepath.Join(outer, "copy")), "bad_server")
	}
	for _, in := range []string{outer, dir} {
		left, err := os.ReadDir(in)
		if err != nil || in == dir && len(left) > 0 || len(left) > 1 {
			t.Errorf("in %s there is %v, %v", in, left, err)
		}
	}
	for _, id := range []string{"local", "1234567890123456789", "My-Server_2", strings.Repeat("x", 64)} {
		stored(t, d.Server(id), "a", 1).mustHold(t, d.Server(id))
	}
}

func TestServersAreListedInOrder(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	for _, id := range []string{"b", "c", "a"} {
		stored(t, d.Server(id), "t", 1)
	}
	for _, odd := range []string{"x y.db", "a.db.v1.bak", "z.db.tmp-1", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, odd), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(dbFile(dir, "c"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	got, err := d.Servers()
	if err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%v, %v: c is missed", got, err)
	}
	if err := os.Remove(filepath.Join(dir, knownName)); err != nil {
		t.Fatal(err)
	}
	fresh := openDir(t, dir, Options{})
	got, err = fresh.Servers()
	if err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%v, %v", got, err)
	}
}

// openFiles counts the files that are open.
func (d *Dir) openFiles() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, f := range d.files {
		if f.users == 0 && f.db != nil {
			n++
		}
	}
	return n
}

func TestNoMoreFilesAreOpenThanAllowed(t *testing.T) {
	const most, servers = 4, 25
	d := openDir(t, t.TempDir(), Options{Open: most})
	games := make([]*game, servers)
	id := func(i int) string { return fmt.Sprintf("s%d", i) }
	for i := range games {
		games[i] = stored(t, d.Server(id(i)), "t", 2)
	}
	var wg sync.WaitGroup
	for i, g := range games {
		wg.Go(func() {
			for range 5 {
				g.playOn(t, d.Server(id(i)), 1)
				d.mu.Lock()
				if n := len(d.files); n > most {
					t.Errorf("%d files", n)
				}
				d.mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i, g := range games {
		g.mustHold(t, d.Server(id(i)))
	}
	if n := d.openFiles(); n != most {
		t.Errorf("%d files are open", n)
	}
	for i := range most { // the one used last stays, the one not used for the longest time goes
		if _, err := d.Server(id(i)).Tables(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Server(id(0)).Tables(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Server(id(9)).Tables(); err != nil {
		t.Fatal(err)
	}
	if d.files[id(0)] == nil || d.files[id(1)] != nil || d.files[id(9)] == nil {
		t.Error("another one than the oldest was closed")
	}
}

func TestIdleFilesAreClosed(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{Idle: 20 * time.Millisecond})
	g := stored(t, d.Server("s1"), "t", 2)
	for end := time.Now().Add(5 * time.Second); d.openFiles() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("still open")
		}
	}
	if _, err := Check(dbFile(dir, "s1")); err != nil {
		t.Errorf("another program cannot have it: %v", err)
	}
	g.playOn(t, d.Server("s1"), 2)
	g.mustHold(t, d.Server("s1"))
}

func TestCloseWaitsAndEndsAll(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{Open: 2})
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			s := d.Server(fmt.Sprintf("s%d", i))
			g := newGame("t")
			for err := s.Append("t", g.log[0], g.table); ; err = s.Append("t", g.step(len(g.log)), g.table) {
				if errors.Is(err, ErrClosed) {
					g.log = g.log[:len(g.log)-1]
					after := openDir(t, dir, Options{})
					if len(g.log) > 0 {
						g.mustHold(t, after.Server(fmt.Sprintf("s%d", i)))
					}
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for _, err := range []error{
		func() error { _, err := d.Server("s0").Load("t"); return err }(),
		d.Backup("s0", filepath.Join(dir, "copy")),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	}
}

func TestLeftoversOfACrashDoNoHarmAndGo(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{ // whether it stays
		"s1.db.tmp-123": false, "s2.db.tmp-9": false, "s1.db.v1.bak.tmp-77": false,
		"s3.db.tmp-new": true, "s1.db.v1.bak": true, "letter.tmp-1": true, "my letters.db.tmp-1": true,
	}
	for name := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if name != "s3.db.tmp-new" {
			old := time.Now().Add(-2 * time.Hour)
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	d = openDir(t, dir, Options{})
	for name, stays := range files {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
	g.mustHold(t, d.Server("s1"))
	stored(t, d.Server("s2"), "t", 3).mustHold(t, d.Server("s2"))
	stored(t, d.Server("s3"), "t", 3).mustHold(t, d.Server("s3"))
	if got, err := d.Servers(); err != nil || !slices.Equal(got, []string{"s1", "s2", "s3"}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNothingUnfinishedIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	stored(t, d.Server("s1"), "t", 3)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 || left[0].Name() != "s1.db" || left[1].Name() != knownName {
		t.Errorf("%v, %v", left, err)
	}
	for _, e := range left {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is open to others: %v, %v", e.Name(), info.Mode(), err)
		}
	}
}

func TestTwoWhoMakeAFileAtTheSameTime(t *testing.T) {
	for range 20 {
		dir := t.TempDir()
		var wg sync.WaitGroup
		for i := range 2 {
			d := openDir(t, dir, Options{Wait: 5 * time.Second})
			wg.Go(func() {
				g := stored(t, d.Server("s1"), fmt.Sprintf("t%d", i), 1)
				g.mustHold(t, d.Server("s1"))
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if r, err := Check(dbFile(dir, "s1")); err != nil || r.Tables != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
	}
}

func TestTheListOfServers(t *testing.T) {
	dir := t.TempDir()
	k := known{path: filepath.Join(dir, knownName)}
	if err := os.WriteFile(k.path, []byte("old\n../evil\ntor"), 0o600); err != nil { // the last line was torn by a crash
		t.Fatal(err)
	}
	for _, id := range []string{"new", "old", "new"} {
		if err := k.add(id); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(k.path)
	if err != nil || string(text) != "old\n../evil\ntor\nnew\n" {
		t.Errorf("%q, %v", text, err)
	}
	got, err := k.all()
	if err != nil || !slices.Equal(got, []string{"old", "tor", "new"}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.Remove(k.path); err != nil {
		t.Fatal(err)
	}
	if had, err := k.has("old"); err != nil || !had {
		t.Errorf("%v, %v: without the list what is remembered counts", had, err)
	}
	if err := os.WriteFile(k.path, []byte("new\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if had, err := k.has("old"); err != nil || had {
		t.Errorf("%v, %v: its line was taken out", had, err)
	}
}
