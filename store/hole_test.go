package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// logBucket is a table's log.
func logBucket(tx *bbolt.Tx, id string) *bbolt.Bucket {
	return tx.Bucket(logsBucket).Bucket([]byte(id))
}

// A log that lacks entries, at its ends or in the middle, or has a changed one, is never given out. The
// sample has 40 entries, of which the first moved ones are in the log and the others among the newest.
func TestAHoleInALogIsNoticed(t *testing.T) {
	copied := func(b *bbolt.Bucket, n int) []byte { return append([]byte(nil), b.Get(number(n))...) }
	for name, harm := range map[string]func(log, newest *bbolt.Bucket, moved, last int) (int, error){
		"the first": func(log, _ *bbolt.Bucket, _, _ int) (int, error) { return 1, log.Delete(number(1)) },
		"one":       func(log, _ *bbolt.Bucket, _, _ int) (int, error) { return 5, log.Delete(number(5)) },
		"the last of the log": func(log, _ *bbolt.Bucket, moved, _ int) (int, error) {
			return moved, log.Delete(number(moved))
		},
		"the last": func(_, newest *bbolt.Bucket, _, last int) (int, error) { return 0, newest.Delete(number(last)) },
		"the last but one": func(_, newest *bbolt.Bucket, _, last int) (int, error) {
			return 0, newest.Delete(number(last - 1))
		},
		"the first of the newest": func(log, newest *bbolt.Bucket, moved, _ int) (int, error) {
			k, _ := newest.Cursor().First()
			return moved + 1, newest.Delete(append([]byte(nil), k...))
		},
		"all of the newest": func(_, newest *bbolt.Bucket, moved, last int) (int, error) {
			for n := range last + 1 {
				if err := newest.Delete(number(n)); err != nil {
					return 0, err
				}
			}
			return 0, nil
		},
		"a byte": func(log, _ *bbolt.Bucket, _, _ int) (int, error) {
			v := copied(log, 7)
			v[40] ^= 1
			return 7, log.Put(number(7), v)
		},
		"a byte of the newest": func(_, newest *bbolt.Bucket, _, last int) (int, error) {
			v := copied(newest, last)
			v[40] ^= 1
			return 0, newest.Put(number(last), v)
		},
		"one is another": func(log, _ *bbolt.Bucket, _, _ int) (int, error) { return 3, log.Put(number(3), copied(log, 4)) },
		"one is empty":   func(log, _ *bbolt.Bucket, _, _ int) (int, error) { return 2, log.Put(number(2), nil) },
		"one too many": func(log, _ *bbolt.Bucket, moved, _ int) (int, error) {
			return moved + 1, log.Put(number(moved+1), seal(under(logsBucket, "moss"), number(moved+1), []byte("{}")))
		},
		"the number of them": func(log, _ *bbolt.Bucket, moved, _ int) (int, error) {
			return moved + 2, log.SetSequence(uint64(moved + 1))
		},
		"less of them": func(log, _ *bbolt.Bucket, moved, _ int) (int, error) {
			return moved, log.SetSequence(uint64(moved - 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d := openDir(t, dir, Options{})
			s := d.Server("s1")
			well := stored(t, s, "well", 10)
			stored(t, s, "moss", 40)
			at := 0
			err := d.update("s1", func(tx *bbolt.Tx) (err error) {
				log, newest := logBucket(tx, "moss"), tx.Bucket(newestBucket)
				if log.Sequence() < 20 || log.Sequence() > 38 {
					t.Fatalf("%d entries of 40 are in the log", log.Sequence())
				}
				at, err = harm(log, newest, int(log.Sequence()), int(newest.Sequence()))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Log("moss", 1)
			b := mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
			if want := fmt.Sprintf("is damaged at entry %d of table moss", at); at > 0 && b.Reason != want {
				t.Errorf("says %q, want %q", b.Reason, want)
			}
			_, err = s.Load("moss")
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
			if at > 0 {
				well.mustHold(t, s)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			_, err = Check(dbFile(dir, "s1"))
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
		})
	}
}

// The same for a table of which but one entry is among the newest, or none.
func TestALostEndIsNoticed(t *testing.T) {
	for _, newest := range []int{0, 1} {
		dir := t.TempDir()
		d := openDir(t, dir, Options{})
		s := d.Server("s1")
		well, moss := stored(t, s, "well", 20), stored(t, s, "moss", 30)
		if newest == 1 {
			well.playOn(t, s, 1)
			moss.playOn(t, s, 1)
		}
		err := d.update("s1", func(tx *bbolt.Tx) error {
			book, _, err := openLogbook(tx, d.file("s1"), "well")
			if err != nil || len(book.newest) != newest {
				t.Fatalf("%d entries are among the newest, %v", len(book.newest), err)
			}
			if newest == 1 {
				return tx.Bucket(newestBucket).Delete(number(book.newest[0].number))
			}
			return logBucket(tx, "well").Delete(number(20))
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Log("well", 1)
		mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
	}
}

// The newest entries are not moved behind a hole in their log.
func TestNothingMovesBehindAHole(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	g := stored(t, s, "moss", 30)
	err := d.update("s1", func(tx *bbolt.Tx) error {
		log := logBucket(tx, "moss")
		return log.SetSequence(log.Sequence() - 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err = s.Append("moss", g.step(1), g.table); err != nil {
			break
		}
	}
	mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
}

func TestAnEntryOfALaterSkaldIsNotPlayedOn(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	stored(t, s, "a", 30)
	put := func(text string) {
		t.Helper()
		err := d.update("s1", func(tx *bbolt.Tx) error {
			return logBucket(tx, "a").Put(number(2), seal(under(logsBucket, "a"), number(2), []byte(text)))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put(`{"seq":2,"events":[{"moon_eaten":{}}]}`)
	_, err := s.Load("a")
	mustBreak(t, err, dbFile(dir, "s1"), "entry_unknown")
	put(`{"seq":7}`)
	_, err = s.Load("a")
	mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
}

func TestTheListOfTablesIsChecked(t *testing.T) {
	for name, harm := range map[string]func(tx *bbolt.Tx) error{
		"one is gone": func(tx *bbolt.Tx) error { return tx.Bucket(tablesBucket).Delete([]byte("b")) },
		"one is changed": func(tx *bbolt.Tx) error {
			return tx.Bucket(tablesBucket).Put([]byte("b"), append([]byte(nil), tx.Bucket(tablesBucket).Get([]byte("a"))...))
		},
		"log is gone": func(tx *bbolt.Tx) error { return tx.Bucket(logsBucket).DeleteBucket([]byte("b")) },
		"all is gone": func(tx *bbolt.Tx) error { return tx.DeleteBucket(tablesBucket) },
		"a log too many": func(tx *bbolt.Tx) error {
			_, err := tx.Bucket(logsBucket).CreateBucket([]byte("ghost"))
			return err
		},
		"logs are gone":  func(tx *bbolt.Tx) error { return tx.DeleteBucket(logsBucket) },
		"no game inside": func(tx *bbolt.Tx) error { return tx.Bucket(tablesBucket).Put([]byte("b"), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d := openDir(t, dir, Options{})
			s := d.Server("s1")
			stored(t, s, "a", 30)
			g := stored(t, s, "b", 30)
			if err := d.update("s1", harm); err != nil {
				t.Fatal(err)
			}
			if name == "a log too many" { // which only Check sees
				if err := d.Close(); err != nil {
					t.Fatal(err)
				}
				_, err := Check(dbFile(dir, "s1"))
				mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
				return
			}
			_, listing := s.Tables()
			_, loading := s.Load("b")
			is := g.table.Game
			is.Name = "Another"
			g.table.SetGame(is)
			appending := s.Append("b", g.commit("/game rename", 0), g.table)
			if listing == nil && loading == nil {
				t.Error("neither the list nor the table shows it")
			}
			mustBreak(t, errors.Join(listing, loading), dbFile(dir, "s1"), "file_damaged")
			if strings.Contains(name, "gone") {
				mustBreak(t, loading, dbFile(dir, "s1"), "file_damaged")
			}
			if !strings.HasPrefix(name, "log") { // a log is needed only when the newest entries move to it
				mustBreak(t, appending, dbFile(dir, "s1"), "file_damaged")
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			_, err := Check(dbFile(dir, "s1"))
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
		})
	}
}
