package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"skald/table"
)

// Where the system says no.
func TestErrorsOfTheSystem(t *testing.T) {
	for _, c := range []struct {
		err  error
		code string
	}{
		{syscall.EACCES, "file_forbidden"},
		{syscall.EPERM, "file_forbidden"},
		{syscall.EROFS, "file_unusable"},
		{syscall.EMFILE, "file_unusable"},
		{syscall.EIO, "file_unusable"},
		{syscall.ENOSPC, "file_full"},
		{syscall.EDQUOT, "file_full"},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			dir := t.TempDir()
			o := Options{}
			var fault error
			o.openFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
				if fault != nil && strings.HasPrefix(filepath.Base(name), "s1") {
					return nil, &fs.PathError{Op: "open", Path: name, Err: fault}
				}
				return os.OpenFile(name, flag, mode)
			}
			d := openDir(t, dir, o)
			fault = c.err
			g := newGame("t")
			s := d.Server("s1")
			mustBreak(t, s.Append("t", g.log[0], g.table), dbFile(dir, "s1"), c.code) // while it is made
			fault = nil
			g.playOn(t, s, 3)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			d = openDir(t, dir, o)
			fault = c.err
			for _, err := range useAll(d.Server("s1"), d, dir, g) {
				if b := mustBreak(t, err, dbFile(dir, "s1"), c.code); !errors.Is(b, c.err) {
					t.Errorf("no cause in %v", b)
				}
			}
			stored(t, d.Server("s2"), "t", 2).mustHold(t, d.Server("s2"))
			fault = nil
			g.mustHold(t, d.Server("s1"))
		})
	}
}

func TestAWriteThatFailsIsNoLoss(t *testing.T) {
	dir := t.TempDir()
	o := Options{}
	readOnly, opened := false, 0
	o.openFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		opened++
		if readOnly {
			flag = os.O_RDONLY
		}
		return os.OpenFile(name, flag, mode)
	}
	d := openDir(t, dir, o)
	g := stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	readOnly = true
	d = openDir(t, dir, o)
	s := d.Server("s1")
	e := g.step(3)
	opened = 0
	for i := range 3 {
		mustBreak(t, s.Append("t", e, g.table), dbFile(dir, "s1"), "file_unusable")
		if log, err := s.Log("t", 1); err != nil || len(log) != 3 {
			t.Fatalf("%d entries, %v", len(log), err)
		}
		if opened != i+2 {
			t.Errorf("opened %d times: what is on disk after failure %d must be read again", opened, i+1)
		}
	}
	readOnly = false
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = openDir(t, dir, o)
	g.write(t, d.Server("s1"), e)
	g.mustHold(t, d.Server("s1"))
}

func TestAFileThatMayNotGrowSaysSo(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{MaxSize: 64 << 10})
	s := d.Server("s1")
	g := stored(t, s, "t", 2)
	for {
		e := g.step(1)
		err := s.Append("t", e, g.table)
		if err == nil {
			continue
		}
		mustBreak(t, err, dbFile(dir, "s1"), "file_full")
		g.log = g.log[:len(g.log)-1]
		break
	}
	g.mustHold(t, s)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = openDir(t, dir, Options{})
	g.mustHold(t, d.Server("s1"))
	g.table = table.Replay(g.log)
	g.playOn(t, d.Server("s1"), 20)
	g.mustHold(t, d.Server("s1"))
}

func TestAFolderThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	writeFile(t, file, nil)
	for _, path := range []string{file, filepath.Join(file, "under")} {
		_, err := OpenDir(path, Options{})
		if b := mustBreak(t, err, path, "folder_unusable"); !strings.HasPrefix(b.Error(), "The folder ") {
			t.Error(b)
		}
	}
	gone := filepath.Join(dir, "gone")
	d := openDir(t, gone, Options{})
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	g := newGame("t")
	mustBreak(t, d.Server("s1").Append("t", g.log[0], g.table), gone, "folder_unusable")
	if err := os.Mkdir(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	stored(t, d.Server("s1"), "t", 3).mustHold(t, d.Server("s1"))
}

// The folder's disk is not mounted any more: the files are missed, none is made anew.
func TestAFolderThatBecameEmpty(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 3)
	away := t.TempDir()
	for _, name := range []string{"s1.db", knownName} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(away, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range useAll(d.Server("s1"), d, dir, g) {
		mustBreak(t, err, dbFile(dir, "s1"), "file_missing")
	}
	for _, name := range []string{"s1.db", knownName} {
		if err := os.Rename(filepath.Join(away, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	g.mustHold(t, d.Server("s1"))
}

// The way out that the words promise: without its line in the list a missing file begins anew.
func TestAServerBeginsAnewWhenItsLineIsTakenOut(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	stored(t, d.Server("s1"), "t", 3)
	if err := os.Remove(dbFile(dir, "s1")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, knownName), nil)
	stored(t, d.Server("s1"), "t", 2).mustHold(t, d.Server("s1"))
}

// A panic in bbolt: the file is given back, its lock too, and it is not tried again before it is changed
// or a minute has gone.
func TestAPanicOverAFile(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g, well := stored(t, d.Server("s1"), "t", 3), stored(t, d.Server("s2"), "t", 3)
	err := d.update("s1", func(tx *bbolt.Tx) error { panic("moon") })
	b := mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
	if !strings.Contains(b.Operator(), "moon") {
		t.Error(b.Operator())
	}
	for _, err := range useAll(d.Server("s1"), d, dir, g) {
		mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
	}
	well.mustHold(t, d.Server("s2"))
	other := openDir(t, dir, Options{Wait: time.Millisecond})
	g.mustHold(t, other.Server("s1"))
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	d.mu.Lock()
	l := d.lapses["s1"]
	l.at = l.at.Add(-2 * time.Minute)
	d.lapses["s1"] = l
	d.mu.Unlock()
	g.mustHold(t, d.Server("s1"))

	err = d.view("s1", func(tx *bbolt.Tx) error { panic("moon") })
	mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
	now := time.Now().Add(time.Second)
	if err := os.Chtimes(dbFile(dir, "s1"), now, now); err != nil {
		t.Fatal(err)
	}
	g.mustHold(t, d.Server("s1"))
	g.playOn(t, d.Server("s1"), 2)
	g.mustHold(t, d.Server("s1"))
}

// A file cut short under a transaction: reading it is a memory fault, which must end nothing but that.
func TestAMemoryFaultIsAnError(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 200)
	path := dbFile(dir, "s1")
	good := readFile(t, path)
	err := d.view("s1", func(tx *bbolt.Tx) error {
		if err := os.Truncate(path, 0); err != nil {
			return err
		}
		_, _, err := openLogbook(tx, path, "t")
		return err
	})
	mustBreak(t, err, path, "file_damaged")
	_, err = d.Server("s1").Log("t", 1)
	mustBreak(t, err, path, "file_empty")
	writeFile(t, path, good)
	g.mustHold(t, d.Server("s1"))

	err = d.update("s1", func(tx *bbolt.Tx) error {
		if err := tx.Bucket(metaBucket).Put([]byte("x"), []byte("y")); err != nil {
			return err
		}
		return os.Truncate(path, 0)
	})
	var b *Broken
	if !errors.As(err, &b) {
		t.Errorf("%v", err)
	}
	writeFile(t, path, good)
	g.mustHold(t, d.Server("s1"))
}
