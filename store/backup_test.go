package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.etcd.io/bbolt"

	"skald/table"
)

func TestABackupIsTheFileAsItWas(t *testing.T) {
	dir, safe := t.TempDir(), t.TempDir()
	d := openDir(t, dir, Options{every: 10})
	g := stored(t, d.Server("s1"), "t", 40)
	if _, err := d.Server("s1").Keep("text"); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(safe, "s1 of today")
	if err := d.Backup("s1", copied); err != nil {
		t.Fatal(err)
	}
	then := &game{id: "t", log: g.log[:40:40], table: table.Replay(g.log), begun: true}
	g.playOn(t, d.Server("s1"), 3)
	want := Report{Server: "s1", Schema: 1, Tables: 1, Entries: 40, Snapshots: 3, Texts: 1}
	if r, err := Check(copied); err != nil || r != want {
		t.Errorf("%+v, %v", r, err)
	}
	before := readFile(t, copied)
	mustRefuse(t, d.Backup("s1", copied), "backup_exists")
	if !bytes.Equal(before, readFile(t, copied)) {
		t.Error("it was overwritten")
	}
	if left, err := os.ReadDir(safe); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	again := t.TempDir()
	if err := os.Rename(copied, dbFile(again, "s1")); err != nil {
		t.Fatal(err)
	}
	restored := openDir(t, again, Options{})
	then.mustHold(t, restored.Server("s1"))
	then.playOn(t, restored.Server("s1"), 3)
	then.mustHold(t, restored.Server("s1"))
}

func TestBackupsWhilePlayGoesOn(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 2)
	var wg sync.WaitGroup
	wg.Go(func() { g.playOn(t, d.Server("s1"), 60) })
	for i := range 6 {
		path := filepath.Join(dir, fmt.Sprintf("copy%d", i))
		if err := d.Backup("s1", path); err != nil {
			t.Error(err)
		}
		if r, err := Check(path); err != nil || r.Entries < 2 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	wg.Wait()
	g.mustHold(t, d.Server("s1"))
}

func TestABackupThatCannotBeWrittenNamesItsFolder(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 2)
	folder := filepath.Join(dir, "no", "such")
	mustBreak(t, d.Backup("s1", filepath.Join(folder, "copy.db")), folder, "folder_unusable")
	g.mustHold(t, d.Server("s1"))
}

// A damaged file is not copied as if it were a backup.
func TestADamagedFileIsNoBackup(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	stored(t, d.Server("s1"), "t", 30)
	err := d.update("s1", func(tx *bbolt.Tx) error {
		return logBucket(tx, "t").Put(number(4), []byte("nothing"))
	})
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "copy")
	mustBreak(t, d.Backup("s1", copied), dbFile(dir, "s1"), "file_damaged")
	if left, err := filepath.Glob(copied + "*"); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestCheckReadsPinsToo(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	if err := d.Server("s1").Pin("fight 7", "100"); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(dir, "good")
	if err := d.Backup("s1", good); err != nil {
		t.Error(err)
	}
	err := d.update("s1", func(tx *bbolt.Tx) error { return tx.Bucket(pinsBucket).Put([]byte("fight 7"), []byte("nothing")) })
	if err != nil {
		t.Fatal(err)
	}
	mustBreak(t, d.Backup("s1", filepath.Join(dir, "bad")), dbFile(dir, "s1"), "file_damaged")
}

func TestCheckChangesNothing(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{every: 10})
	stored(t, d.Server("s1"), "t", 40)
	err := d.update("s1", func(tx *bbolt.Tx) error {
		return tx.Bucket(snapshotsBucket).Bucket([]byte("t")).Put(number(30), []byte("nothing"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := dbFile(dir, "s1")
	before := readFile(t, path)
	want := Report{Server: "s1", Schema: 1, Tables: 1, Entries: 40, Snapshots: 2, Dropped: 1}
	if r, err := Check(path); err != nil || r != want {
		t.Errorf("%+v, %v", r, err)
	}
	if !bytes.Equal(before, readFile(t, path)) {
		t.Error("the file was changed")
	}
	for _, gone := range []string{filepath.Join(dir, "none.db"), filepath.Join(dir, "none", "none.db")} {
		_, err = Check(gone)
		mustBreak(t, err, gone, "file_missing")
		if _, err := os.Stat(gone); err == nil {
			t.Error("it was made")
		}
	}
	_, err = Check(dir)
	mustBreak(t, err, dir, "file_damaged")
}
