package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"skald/table"
)

func TestWhatWasAppendedIsThereAfterReopening(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	a := stored(t, d.Server("s1"), "a", 40)
	b := stored(t, d.Server("s1"), "b", 3)
	other := stored(t, d.Server("s2"), "a", 5)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = openDir(t, dir, Options{})
	a.mustHold(t, d.Server("s1"))
	b.mustHold(t, d.Server("s1"))
	other.mustHold(t, d.Server("s2"))
	a.playOn(t, d.Server("s1"), 5)
	a.mustHold(t, d.Server("s1"))
}

func TestLogReadsFromANumberOn(t *testing.T) {
	s := openDir(t, t.TempDir(), Options{}).Server("s1")
	g := stored(t, s, "a", 20)
	for _, from := range []int{-3, 0, 1, 2, 19, 20, 21, 500} {
		log, err := s.Log("a", from)
		if err != nil {
			t.Fatalf("from %d: %v", from, err)
		}
		want := g.log[min(len(g.log), max(0, from-1)):]
		if diff := cmp.Diff(asJSON(t, want), asJSON(t, append([]table.Entry{}, log...))); diff != "" {
			t.Errorf("from %d:\n%s", from, diff)
		}
	}
}

func TestTablesAreListedTheOldestFirstAndAsTheyAreNow(t *testing.T) {
	s := openDir(t, t.TempDir(), Options{}).Server("s1")
	var games []*game
	for _, id := range []string{"t9", "t10", "t1"} {
		games = append(games, stored(t, s, id, 2))
	}
	is := games[0].table.Game
	is.Name, is.Ended = "The Jade Throne", true
	games[0].table.SetGame(is)
	games[0].write(t, s, games[0].commit("/game end", 0))
	games[1].playOn(t, s, 10)
	games[2].playOn(t, s, 3)
	is = games[2].table.Game
	is.Name = "Renamed and named back"
	games[2].table.SetGame(is)
	games[2].write(t, s, games[2].commit("/game rename", 0))
	games[2].write(t, s, games[2].undo())
	var want []table.Listed
	for _, g := range games {
		want = append(want, table.Listed{ID: g.id, Game: g.table.Game})
	}
	got, err := s.Tables()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnEntryThatDoesNotFollowIsRefused(t *testing.T) {
	s := openDir(t, t.TempDir(), Options{}).Server("s1")
	g := stored(t, s, "a", 5)
	try := func(id string, seq, last int) {
		t.Helper()
		e, tb := g.log[4], g.table.Clone()
		e.Seq, tb.Seq = seq, seq
		var o *OutOfOrder
		if err := s.Append(id, e, tb); !errors.As(err, &o) || o.Last != last || o.Seq != seq || o.Table != id {
			t.Errorf("entry %d of %s: %v", seq, id, err)
		}
	}
	try("a", 1, 5) // the id is taken
	try("a", 5, 5)
	try("a", 4, 5)
	try("a", 7, 5)
	try("b", 2, 0)
	for _, seq := range []int{0, -1} {
		if err := s.Append("a", table.Entry{Seq: seq}, &table.Table{Seq: seq}); err == nil {
			t.Errorf("entry %d was taken", seq)
		}
	}
	if err := s.Append("a", table.Entry{Seq: 6}, g.table); err == nil {
		t.Error("a table of another entry was taken")
	}
	if err := s.Append("", table.Entry{Seq: 1}, &table.Table{Seq: 1}); err == nil {
		t.Error("a table without an id was taken")
	}
	g.mustHold(t, s)
	if all, err := s.Tables(); err != nil || len(all) != 1 {
		t.Errorf("tables %v, %v", all, err)
	}
}

func TestNothingIsMadeByReading(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	if all, err := s.Tables(); err != nil || len(all) != 0 {
		t.Errorf("tables %v, %v", all, err)
	}
	if text, err := s.Kept("~abc"); err != nil || text != "" {
		t.Errorf("kept %q, %v", text, err)
	}
	_, err := s.Log("a", 1)
	mustRefuse(t, err, "no_table")
	_, err = s.Load("a")
	mustRefuse(t, err, "no_table")
	mustRefuse(t, d.Backup("s1", filepath.Join(dir, "copy")), "no_server")
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("there is %v", left)
	}
	stored(t, s, "b", 1)
	_, err = s.Log("a", 1)
	mustRefuse(t, err, "no_table")
	_, err = s.Load("a")
	mustRefuse(t, err, "no_table")
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	d := openDir(t, t.TempDir(), Options{Open: 3, every: 10})
	var wg sync.WaitGroup
	games := make([]*game, 12)
	for i := range games {
		wg.Go(func() {
			s := d.Server(fmt.Sprintf("s%d", i%6))
			games[i] = stored(t, s, fmt.Sprintf("t%d", i), 25)
			games[i].mustLoad(t, s)
			key, err := s.Keep(games[i].id)
			if err != nil {
				t.Error(err)
			}
			if text, err := s.Kept(key); err != nil || text != games[i].id {
				t.Errorf("kept %q, %v", text, err)
			}
			if all, err := s.Tables(); err != nil || len(all) == 0 || len(all) > 2 {
				t.Errorf("tables %v, %v", all, err)
			}
		})
	}
	wg.Wait()
	for i, g := range games {
		g.mustHold(t, d.Server(fmt.Sprintf("s%d", i%6)))
	}
}

// Many who append to one table: one entry of each number is written, the others are told.
func TestAppendsToOneTableAreInOneOrder(t *testing.T) {
	s := openDir(t, t.TempDir(), Options{}).Server("s1")
	g := stored(t, s, "a", 1)
	e := g.step(1)
	var wg sync.WaitGroup
	var mu sync.Mutex
	written := 0
	for range 16 {
		wg.Go(func() {
			err := s.Append("a", e, g.table)
			var o *OutOfOrder
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				written++
			} else if !errors.As(err, &o) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if written != 1 {
		t.Errorf("written %d times", written)
	}
	g.mustHold(t, s)
}

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
		"log is gone":    func(tx *bbolt.Tx) error { return tx.Bucket(logsBucket).DeleteBucket([]byte("b")) },
		"all is gone":    func(tx *bbolt.Tx) error { return tx.DeleteBucket(tablesBucket) },
		"logs are gone":  func(tx *bbolt.Tx) error { return tx.DeleteBucket(logsBucket) },
		"no game inside": func(tx *bbolt.Tx) error { return tx.Bucket(tablesBucket).Put([]byte("b"), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d := openDir(t, dir, Options{})
			s := d.Server("s1")
			stored(t, s, "a", 30)
			g := stored(t, s, "b", 30)
			if err := d.update("s1", harm); err != nil {
				t.Fatal(err)
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

// Entries of several tables lie together until they move; a long one moves at once.
func TestTheNewestEntriesMoveToTheirLogs(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	games := []*game{stored(t, s, "a", 1), stored(t, s, "b", 1), stored(t, s, "c", 1)}
	for i := range 60 {
		g := games[i%3]
		e := g.step(1)
		if i == 20 {
			e.Text = strings.Repeat("long ", 2000)
			g.log[len(g.log)-1] = e
		}
		g.write(t, s, e)
		for _, g := range games {
			log, err := s.Log(g.id, len(g.log)-1)
			if err != nil || len(log) > 2 || log[len(log)-1].Seq != len(g.log) {
				t.Fatalf("after %d: %v, %v", i, log, err)
			}
		}
	}
	for _, g := range games {
		g.mustHold(t, s)
	}
	err := d.view("s1", func(tx *bbolt.Tx) error {
		all, err := readNewest(tx, d.file("s1"))
		size := 0
		for _, a := range all {
			size += a.size
		}
		if len(all) == 0 || size > pageRoom {
			t.Errorf("%d entries of %d bytes have not moved", len(all), size)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
