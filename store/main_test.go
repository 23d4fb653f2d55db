package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// TestMain runs the tests, or, started by one of them, what has to happen in a process of its own.
func TestMain(m *testing.M) {
	if child := children[os.Getenv("SKALD_STORE_CHILD")]; child != nil {
		child(os.Getenv("SKALD_STORE_DIR"))
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

var children = map[string]func(dir string){"append": appendForEver}

func openDir(t testing.TB, path string, o Options) *Dir {
	t.Helper()
	d, err := OpenDir(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return d
}

// game is a table that is played on, and all that its log should hold.
type game struct {
	id    string
	table *table.Table
	log   []table.Entry
	seeds byte
	begun bool // the first entry was written
}

func (g *game) luck() table.Luck {
	return table.Luck{Seed: func() fate.Seed { g.seeds++; return fate.Seed{g.seeds, g.seeds ^ 0xA5} }}
}

func newGame(id string) *game {
	g := &game{id: id}
	g.table = table.Open(table.Saga, table.Game{Name: "Moss " + id, Channels: []string{"c1"}}, fate.PlayingCards(), g.luck())
	g.commit("/game new", 0)
	return g
}

func (g *game) commit(line string, undoes int) table.Entry {
	seq := len(g.log) + 1
	e, err := g.table.Commit(table.Entry{
		At: time.Date(2026, 11, 30, 20, 0, seq, 0, time.UTC), By: table.User{ID: "u1", Name: "Ada"},
		Command: line, Undoes: undoes, Text: fmt.Sprintf("what came of %d", seq),
	})
	if err != nil {
		panic(err)
	}
	g.log = append(g.log, e)
	return e
}

// step does the nth thing that is done in a game: heroes come, cards are played.
func (g *game) step(n int) table.Entry {
	seats := g.table.Heroes()
	switch {
	case n%16 == 0 && len(seats) < 3:
		s, err := g.table.AddHero(hero.New(fmt.Sprintf("Bren %d", len(seats)), g.table.List.Abilities), table.User{ID: "u2"})
		if err != nil {
			panic(err)
		}
		g.table.Join(s, g.luck())
		return g.commit("/game join", 0)
	case n%7 == 3 || len(seats) == 0:
		is := g.table.Game
		is.Name = fmt.Sprintf("Moss %s %d", g.id, n)
		g.table.SetGame(is)
		return g.commit("/game rename", 0)
	}
	s := seats[n%len(seats)]
	if _, err := g.table.Act(s, fate.Action{Ability: "Strength", Score: 5, Edge: 1, Cards: g.table.Hand(s)[:1]}, g.luck()); err != nil {
		panic(err)
	}
	return g.commit("/act", 0)
}

// undo takes back what was done last and still stands.
func (g *game) undo() table.Entry {
	last, ok := table.Newest(g.log)
	if !ok || last.Seq == 1 {
		return g.step(1)
	}
	g.table = table.Without(g.log, last.Seq)
	return g.commit("/game undo", last.Seq)
}

// write appends an entry.
func (g *game) write(t testing.TB, s *Server, e table.Entry) {
	t.Helper()
	if err := s.Append(g.id, e, g.table); err != nil {
		t.Fatalf("append entry %d: %v", e.Seq, err)
	}
}

// playOn appends n steps.
func (g *game) playOn(t testing.TB, s *Server, n int) {
	t.Helper()
	if !g.begun {
		g.write(t, s, g.log[0])
		g.begun = true
	}
	for range n {
		g.write(t, s, g.step(len(g.log)))
	}
}

// stored is a new game of n entries on a server.
func stored(t testing.TB, s *Server, id string, n int) *game {
	t.Helper()
	g := newGame(id)
	g.playOn(t, s, n-1)
	return g
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// mustHold checks that the log and the table are stored as they were played.
func (g *game) mustHold(t testing.TB, s *Server) {
	t.Helper()
	log, err := s.Log(g.id, 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(asJSON(t, g.log), asJSON(t, log)); diff != "" {
		t.Fatalf("log of %s:\n%s", g.id, diff)
	}
	g.mustLoad(t, s)
}

// mustLoad checks the law: a loaded table is what its whole log tells.
func (g *game) mustLoad(t testing.TB, s *Server) {
	t.Helper()
	is, err := s.Load(g.id)
	if err != nil {
		t.Fatal(err)
	}
	want := table.Replay(g.log)
	if diff := cmp.Diff(asJSON(t, want), asJSON(t, is)); diff != "" || is.Seq != want.Seq {
		t.Fatalf("table %s after entry %d, want %d:\n%s", g.id, is.Seq, want.Seq, diff)
	}
}

// mustBreak checks that an error is a *Broken of a kind that speaks as it should.
func mustBreak(t testing.TB, err error, path, code string) *Broken {
	t.Helper()
	var b *Broken
	if !errors.As(err, &b) || b.Code != code || b.Path != path {
		t.Fatalf("got %v (%#v), want a broken file %s with code %s", err, b, path, code)
	}
	mustSpeak(t, b)
	return b
}

func mustRefuse(t testing.TB, err error, code string) {
	t.Helper()
	var r *fate.Refusal
	if !errors.As(err, &r) || r.Code != code {
		t.Fatalf("got %v, want the refusal %s", err, code)
	}
}

func dbFile(dir, server string) string { return filepath.Join(dir, server+".db") }
