package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// A log that lacks its last entries, one in the middle, or has a changed one is never given out.
func TestAHoleInALogIsNoticed(t *testing.T) {
	key := func(log *bbolt.Bucket, n int) []byte { return append([]byte(nil), log.Get(number(n))...) }
	for name, harm := range map[string]func(log *bbolt.Bucket) error{
		"entry 5":  func(log *bbolt.Bucket) error { return log.Delete(number(5)) },
		"entry 10": func(log *bbolt.Bucket) error { return log.Delete(number(10)) },
		"entry 1":  func(log *bbolt.Bucket) error { return log.Delete(number(1)) },
		"entry 7": func(log *bbolt.Bucket) error {
			v := key(log, 7)
			v[40] ^= 1
			return log.Put(number(7), v)
		},
		"entry 3":  func(log *bbolt.Bucket) error { return log.Put(number(3), key(log, 4)) },
		"entry 11": func(log *bbolt.Bucket) error { return log.SetSequence(11) },
		"entry 2":  func(log *bbolt.Bucket) error { return log.Put(number(2), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d := openDir(t, dir, Options{})
			s := d.Server("s1")
			stored(t, s, "moss", 10)
			well := stored(t, s, "well", 10)
			err := d.update("s1", func(tx *bbolt.Tx) error { return harm(tx.Bucket(logsBucket).Bucket([]byte("moss"))) })
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Log("moss", 1)
			b := mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
			if want := "is damaged at " + name + " of table moss"; b.Reason != want {
				t.Errorf("says %q, want %q", b.Reason, want)
			}
			_, err = s.Load("moss")
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
			well.mustHold(t, s)
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			_, err = Check(dbFile(dir, "s1"))
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
		})
	}
}

func TestAnEntryOfALaterSkaldIsNotPlayedOn(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	s := d.Server("s1")
	stored(t, s, "a", 2)
	put := func(text string) {
		t.Helper()
		err := d.update("s1", func(tx *bbolt.Tx) error {
			return tx.Bucket(logsBucket).Bucket([]byte("a")).Put(number(2), seal(under(logsBucket, "a"), number(2), []byte(text)))
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
		"a log is gone":  func(tx *bbolt.Tx) error { return tx.Bucket(logsBucket).DeleteBucket([]byte("b")) },
		"all is gone":    func(tx *bbolt.Tx) error { return tx.DeleteBucket(tablesBucket) },
		"logs are gone":  func(tx *bbolt.Tx) error { return tx.DeleteBucket(logsBucket) },
		"no game inside": func(tx *bbolt.Tx) error { return tx.Bucket(tablesBucket).Put([]byte("b"), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d := openDir(t, dir, Options{})
			s := d.Server("s1")
			stored(t, s, "a", 2)
			g := stored(t, s, "b", 2)
			if err := d.update("s1", harm); err != nil {
				t.Fatal(err)
			}
			_, listing := s.Tables()
			_, loading := s.Load("b")
			e := g.step(4)
			appending := s.Append("b", e, g.table)
			if listing == nil && loading == nil {
				t.Error("neither the list nor the table shows it")
			}
			if name != "a log is gone" {
				mustBreak(t, errors.Join(listing, loading), dbFile(dir, "s1"), "file_damaged")
			}
			mustBreak(t, appending, dbFile(dir, "s1"), "file_damaged")
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			_, err := Check(dbFile(dir, "s1"))
			mustBreak(t, err, dbFile(dir, "s1"), "file_damaged")
		})
	}
}
