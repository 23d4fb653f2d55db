package knights

import (
	"errors"
	"math"
	"os"
	"slices"
	"testing"
)

func TestPlayersHaveNames(t *testing.T) {
	for _, name := range []string{"page", "Squire ", "BARON"} {
		if p, err := PlayerNamed(name); err != nil || p == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var r Refusal
	if _, err := PlayerNamed("king"); !errors.As(err, &r) || r.Code != "no_player" {
		t.Errorf("king: %v", err)
	}
	if len(Players()) != 3 {
		t.Errorf("%v", Players())
	}
}

func TestPlayersMoveOnlyInTheirTurnAndAlike(t *testing.T) {
	for _, name := range Players() {
		p, err := PlayerNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		g := deal(t, 3, "reverse")
		if m := p(g.For(1), least); m.Kind != NoKind {
			t.Errorf("%s moves out of turn: %v", name, m)
		}
		if m := p(g.For(-1), least); m.Kind != NoKind {
			t.Errorf("%s moves without a seat: %v", name, m)
		}
		a, b := p(g.For(0), seeded(5, 5)), p(g.For(0), seeded(5, 5))
		if a != b || !slices.Contains(g.Moves(0), a) || a.Kind == Resign {
			t.Errorf("%s chooses %v and %v with the same luck", name, a, b)
		}
	}
}

func TestThePageTriesEveryMoveButResigning(t *testing.T) {
	g := deal(t, 2, "crown")
	seen := map[Move]bool{}
	for i := range uint64(2000) {
		seen[Page(g.For(0), seeded(i, 1))] = true
	}
	if want := len(g.Moves(0)) - 1; len(seen) != want {
		t.Errorf("%d of %d moves", len(seen), want)
	}
}

func TestTheSquireTakesWhatItCan(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Orange, nobody, "3 orange B", "1 violet C")
	put(t, &g, "troop 0 orange", "3 orange A")
	g.owner[Red] = 0
	if m := Squire(g.For(0), least); m.Kind != Collect {
		t.Errorf("%v, but it should collect first", m)
	}
	g, _ = plays(t, g, "0 collect")
	m := Squire(g.For(0), least)
	if next, _, err := g.Play(m); err != nil || next.owner[Orange] != 0 {
		t.Errorf("%v, but any other colour laid on its troop takes Goldland", m)
	}
}

func TestTheBaronEndsAWonGame(t *testing.T) {
	// Seat 0 leads by far and has one knight, seat 1 could take lands back next: the baron plays its last knight where it wins.
	g := deal(t, 2, "crown")
	clearHand(&g, 0)
	put(t, &g, "hand 0", "1 blue A")
	put(t, &g, "free", "4 orange C", "1 violet C")
	guardWith(t, &g, Red, 0, "3 red A", "4 yellow A")
	g.chips = [4]int{20, 0}
	g.acted = true
	if m := Baron(g.For(0), least); m.Kind != Lay {
		t.Errorf("%v, but laying the 1 blue ends the game 26 to -30", m)
	}
}

// match plays each deal twice, a and b changing seats, and gives the share of games won by a with its standard error. A tie counts half.
// The two games of a deal are one observation, because they are not independent.
func match(t testing.TB, a, b Player, deals int, seed uint64) (mean, sigma float64) {
	var sum, squares float64
	for d := range deals {
		share := (shareOf(t, a, b, 0, d, seed) + shareOf(t, a, b, 1, d, seed)) / 2
		sum += share
		squares += share * share
	}
	n := float64(deals)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / (n - 1))
}

// shareOf plays a deal for two with a at the seat.
func shareOf(t testing.TB, a, b Player, seat, deal int, seed uint64) float64 {
	luck := seeded(seed, uint64(deal))
	sides, err := LayOut(standard, "mixed", luck)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(sides, 2, luck, Options{})
	if err != nil {
		t.Fatal(err)
	}
	players := [2]Player{b, b}
	players[seat] = a
	for g.ended == Running {
		g.carry(players[g.seat](g.For(g.seat), luck), nil)
	}
	switch s := g.Scores(); {
	case s[seat].Place > 1:
		return 0
	case s[1-seat].Place > 1:
		return 1
	}
	return 0.5
}

// TestPlayersInMirroredGames is the match of 2,000 games for each pair when KNIGHTS_LONG is set, and a short one, with a thinking time to
// suit, otherwise: too short for three standard errors, long enough for a search that has gone blind.
func TestPlayersInMirroredGames(t *testing.T) {
	baron, deals := Player(Baron), 1000
	long := os.Getenv("KNIGHTS_LONG") != ""
	if !long {
		baron, deals = func(v View, luck Luck) Move { return v.search(luck, 2000) }, 8
	}
	for _, c := range []struct {
		name  string
		a, b  Player
		deals int
	}{{"squire against page", Squire, Page, max(deals, 100)}, {"baron against squire", baron, Squire, deals}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			mean, sigma := match(t, c.a, c.b, c.deals, 2004)
			t.Logf("%d games: %.4f ± %.4f, %.1f standard errors over one half", 2*c.deals, mean, sigma, (mean-0.5)/sigma)
			if mean < 0.6 || c.deals >= 100 && mean < 0.5+3*sigma {
				t.Errorf("won %.4f ± %.4f", mean, sigma)
			}
		})
	}
}
