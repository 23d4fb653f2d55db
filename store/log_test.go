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
