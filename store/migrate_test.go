package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"skald/table"
)

var record = flag.Bool("record", false, "write testdata for the newest schema, once for each")

const recordedText, recordedKey = "a kept text", "~8qJCphz9Ejbai7Rr_fpq2A"

// recordedGame is what the recorded files hold.
func recordedGame() *game {
	g := newGame("moss")
	for n := range 30 {
		if n == 20 {
			g.undo()
		} else {
			g.step(n)
		}
	}
	return g
}

// The file of each schema that ever was is read by this Skald, to the same table.
func TestRecordedFilesAreRead(t *testing.T) {
	newest := len(migrations) + 1
	if *record {
		recordFile(t, newest)
	}
	for schema := 1; schema <= newest; schema++ {
		dir := t.TempDir()
		base := filepath.Join("testdata", fmt.Sprintf("v%d", schema))
		writeFile(t, dbFile(dir, "s1"), readFile(t, base+".db"))
		s := openDir(t, dir, Options{}).Server("s1")
		is, err := s.Load("moss")
		if err != nil {
			t.Fatal(err)
		}
		var want, got any
		if err := errors.Join(json.Unmarshal(readFile(t, base+".json"), &want), json.Unmarshal([]byte(asJSON(t, is)), &got)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, common(want, got)); diff != "" {
			t.Errorf("schema %d:\n%s", schema, diff)
		}
		log, err := s.Log("moss", 1)
		if err != nil || len(log) != 31 {
			t.Errorf("schema %d: %d entries, %v", schema, len(log), err)
		}
		(&game{id: "moss", log: log}).mustLoad(t, s)
		if text, err := s.Kept(recordedKey); err != nil || text != recordedText {
			t.Errorf("schema %d: kept %q, %v", schema, text, err)
		}
	}
}

// common leaves out of an object the fields that were added since.
func common(was, is any) any {
	switch is := is.(type) {
	case map[string]any:
		was, _ := was.(map[string]any)
		for name := range is {
			if _, ok := was[name]; !ok {
				delete(is, name)
			} else {
				is[name] = common(was[name], is[name])
			}
		}
	case []any:
		was, _ := was.([]any)
		for i := range min(len(was), len(is)) {
			is[i] = common(was[i], is[i])
		}
	}
	return is
}

func recordFile(t *testing.T, schema int) {
	t.Helper()
	d := openDir(t, t.TempDir(), Options{every: 25})
	s := d.Server("s1")
	g := recordedGame()
	for i, e := range g.log {
		if err := s.Append("moss", e, table.Replay(g.log[:i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if key, err := s.Keep(recordedText); err != nil || key != recordedKey {
		t.Fatal(key, err)
	}
	base := filepath.Join("testdata", fmt.Sprintf("v%d", schema))
	_ = os.Remove(base + ".db")
	if err := d.Backup("s1", base+".db"); err != nil {
		t.Fatal(err)
	}
	writeFile(t, base+".json", []byte(asJSON(t, g.table)))
}

// note is a migration that a test can see.
func note(text string) migration {
	return func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put([]byte(text), []byte("was here")) }
}

func notes(t *testing.T, d *Dir, server string) string {
	t.Helper()
	var found []string
	var is stamp
	err := d.view(server, func(tx *bbolt.Tx) (err error) {
		is, err = readStamp(tx, d.file(server))
		for _, text := range []string{"first", "second"} {
			if tx.Bucket(metaBucket).Get([]byte(text)) != nil {
				found = append(found, text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(is.Schema, found)
}

func TestAnOlderFileIsMigratedAfterACopyWasSetAside(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{migrations: []migration{}})
	g := stored(t, d.Server("s1"), "t", 12)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := check(dbFile(dir, "s1"), dbFile(dir, "s1"), Options{migrations: []migration{note("first")}}.withDefaults()); err != nil || r.Schema != 1 {
		t.Errorf("before its migration: %+v, %v", r, err)
	}
	d = openDir(t, dir, Options{migrations: []migration{note("first"), note("second")}})
	g.mustHold(t, d.Server("s1"))
	if got := notes(t, d, "s1"); got != "3 [first second]" {
		t.Error(got)
	}
	g.playOn(t, d.Server("s1"), 3)
	fresh := stored(t, d.Server("s2"), "t", 1) // a new file is of the newest schema at once
	fresh.mustHold(t, d.Server("s2"))
	if got := notes(t, d, "s2"); got != "3 []" {
		t.Error(got)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}

	old := openDir(t, dir, Options{migrations: []migration{}}) // the Skald from before
	_, err := old.Server("s1").Load("t")
	mustBreak(t, err, dbFile(dir, "s1"), "file_newer")
	_, err = Check(dbFile(dir, "s1"))
	mustBreak(t, err, dbFile(dir, "s1"), "file_newer")
	if err := os.Rename(dbFile(dir, "s1")+".v1.bak", dbFile(dir, "s1")); err != nil {
		t.Fatal(err)
	}
	g.log = g.log[:12]
	g.mustHold(t, old.Server("s1"))
}

func TestAMigrationBeginsWhereTheFileIs(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{migrations: []migration{note("first")}})
	stored(t, d.Server("s1"), "t", 2)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = openDir(t, dir, Options{migrations: []migration{note("first"), note("second")}})
	if got := notes(t, d, "s1"); got != "3 [second]" {
		t.Error(got)
	}
	if _, err := os.Stat(dbFile(dir, "s1") + ".v2.bak"); err != nil {
		t.Error(err)
	}
}

// A migration that fails, by an error or a panic, leaves the file as it was, and copies do not pile up.
func TestAFailedMigrationChangesNothing(t *testing.T) {
	for name, bad := range map[string]migration{
		"error": func(*bbolt.Tx) error { return errors.New("moon") },
		"panic": func(*bbolt.Tx) error { panic("moon") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d := openDir(t, dir, Options{migrations: []migration{}})
			g := stored(t, d.Server("s1"), "t", 12)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			path := dbFile(dir, "s1")
			for range 3 {
				d := openDir(t, dir, Options{migrations: []migration{note("first"), bad}})
				_, err := d.Server("s1").Load("t")
				if b := mustBreak(t, err, path, "file_not_migrated"); !strings.Contains(b.Operator(), "moon") {
					t.Error(b.Operator())
				}
				if err := d.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if left, err := filepath.Glob(path + "*"); err != nil || !slices.Equal(left, []string{path, path + ".v1.bak"}) {
				t.Errorf("%v, %v", left, err)
			}
			d = openDir(t, dir, Options{migrations: []migration{}})
			if got := notes(t, d, "s1"); got != "1 []" {
				t.Error(got)
			}
			g.mustHold(t, d.Server("s1"))
		})
	}
}

// A copy that was set aside before is never overwritten.
func TestACopySetAsideStays(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{migrations: []migration{}})
	g := stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	path := dbFile(dir, "s1")
	writeFile(t, path+".v1.bak", []byte("an older one"))
	d = openDir(t, dir, Options{migrations: []migration{note("first")}})
	g.mustHold(t, d.Server("s1"))
	if got := readFile(t, path+".v1.bak"); !bytes.Equal(got, []byte("an older one")) {
		t.Error("it was overwritten")
	}
	if r, err := Check(path + ".v1.bak2"); err != nil || r.Entries != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}
