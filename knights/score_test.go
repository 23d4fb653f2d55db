package knights

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestK15aScoresPartByPart(t *testing.T) {
	g := deal(t, 3, "crown")
	for p := range 3 {
		clearHand(&g, p)
	}
	// Seat 0: 9 chips, lands of 3+4 and 2, a hand of 4+1, attack troops that count nothing: 9 + 9 - 5 = 13.
	g.chips = [4]int{9, 6, 0}
	guardWith(t, &g, Red, 0, "3 red A", "4 yellow A")
	guardWith(t, &g, Green, 0, "2 green A")
	put(t, &g, "hand 0", "4 yellow A b", "1 blue A")
	put(t, &g, "troop 0 violet", "3 violet A", "4 green A")
	// Seat 1: 6 chips, a land of 4+4, a hand of 1: 6 + 8 - 1 = 13, a tie with seat 0.
	guardWith(t, &g, Blue, 1, "4 blue B", "4 violet B")
	put(t, &g, "hand 1", "1 yellow B")
	// Seat 2: nothing but a hand of 4: -4.
	put(t, &g, "hand 2", "4 orange C")
	if g.Scores() != nil {
		t.Error("scores would show what the hands hold while the game goes on")
	}
	g.ended = LastKnight
	want := []Score{
		{Seat: 0, Chips: 9, Defence: 9, Lands: []LandScore{{Red, 0}, {Green, 0}}, Hand: -5, Total: 13, Place: 1},
		{Seat: 1, Chips: 6, Defence: 8, Lands: []LandScore{{Blue, 0}}, Hand: -1, Total: 13, Place: 1},
		{Seat: 2, Chips: 0, Defence: 0, Lands: []LandScore{}, Hand: -4, Total: -4, Place: 3},
	}
	if got := g.Scores(); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestK15LandsCountAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		per    string
		points int
		want   int
	}{{"game", -3, -3}, {"land", 2, 4}, {"defender", 1, 3}, {"hand", -2, -4}, {"attacker", 1, 2}} {
		g := deal(t, 2, "crown")
		clearHand(&g, 0)
		put(t, &g, "hand 0", "4 yellow A", "1 blue A")
		guardWith(t, &g, Red, 0, "3 red A", "4 yellow A b", "1 violet A")
		guardWith(t, &g, Green, 0, "2 green A")
		put(t, &g, "troop 0 orange", "3 orange A", "4 green A")
		b := *g.board
		b.end[Red] = []Bonus{{Per: c.per, Points: c.points}}
		g.board = &b
		g.ended = LastKnight
		s := g.Scores()[0]
		if !cmp.Equal(s.Lands, []LandScore{{Red, c.want}, {Green, 0}}) || s.Total != 10-5+c.want {
			t.Errorf("%d for each %s: %+v, want %d", c.points, c.per, s, c.want)
		}
		if got := g.prospects(0, 0); got != 16*s.Total {
			t.Errorf("the computer players count %d sixteenths, the score is %d", got, s.Total)
		}
	}
}

func TestK15aABulwarkScoresNothing(t *testing.T) {
	g := deal(t, 2, "reverse")
	b := *g.board
	b.bulwark[Red] = 4
	g.board = &b
	clearHand(&g, 0)
	guardWith(t, &g, Red, 0, "3 red A")
	g.ended = LastKnight
	if s := g.Scores()[0]; s.Defence != 3 || g.guard(Red) != 7 || g.prospects(0, 0) != 16*s.Total {
		t.Errorf("defence scores %d, holds %d", s.Defence, g.guard(Red))
	}
}
