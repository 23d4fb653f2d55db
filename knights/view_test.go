package knights

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// K3: what a side does in a few words.
func TestK3ASideInShort(t *testing.T) {
	for _, c := range []struct {
		side Side
		want string
	}{
		{Side{Crown: true, Effects: Effects{Income: 2}}, "crown, income 2"},
		{Side{Effects: Effects{Income: 1, Power: Power{Kind: RecallPower}, End: []Bonus{{"game", 3}}}}, "reverse, income 1, takes a knight back once, end +3"},
		{Side{Effects: Effects{Power: Power{Kind: ReinforcePower, Where: "here", Times: "owned"}}}, "reverse, income 0, adds to its defence once"},
		{Side{Effects: Effects{Power: Power{Kind: ReinforcePower, Where: "any", Times: "turn"}}}, "reverse, income 0, adds to any defence each turn"},
		{Side{Effects: Effects{Power: Power{Kind: BulwarkPower, Points: 2}}}, "reverse, income 0, defence +2 against attackers"},
		{Side{Effects: Effects{Power: Power{Kind: DiscountPower, Points: 1}, End: []Bonus{{"hand", 1}, {"land", -2}}}}, "reverse, income 0, recruiting -1, end +1 a hand knight, end -2 a land"},
	} {
		if got := c.side.Brief(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// K8, K13: in the first turn nobody owns a land and no knight is free, so that only laying is left; and later what is open
// has all that is legal in it.
func TestK8WhatIsOpenToThePlayerToMove(t *testing.T) {
	if diff := cmp.Diff([]Kind{Lay}, deal(t, 3, "crown").For(-1).Open()); diff != "" {
		t.Error(diff)
	}
	for seed := range uint64(10) {
		over := walk(t, seed, "reverse", []Player{Squire, Page}, func(g, _ Game, _ Move, _ []Happened) {
			open := g.For(-1).Open()
			for _, m := range g.Moves(g.ToMove()) {
				if m.Kind != Resign && !slices.Contains(open, m.Kind) {
					t.Fatalf("%v is legal, but only %v are open", m, open)
				}
			}
		})
		if open := over.For(-1).Open(); open != nil {
			t.Errorf("%v are open after the end", open)
		}
	}
}

// K13: a free knight that is too dear is not open, nor a second one.
func TestK13RecruitingIsOpenWhereItCanBePaid(t *testing.T) {
	g := deal(t, 2, "crown")
	g.free = g.hands[1] & -g.hands[1]
	g.hands[1] &^= g.free
	p, cost := g.ToMove(), g.free.knights()[0].Value
	g.chips[p] = cost - 1
	if open := g.For(-1).Open(); slices.Contains(open, Recruit) {
		t.Errorf("%d fame is not enough, but %v are open", cost-1, open)
	}
	g.chips[p] = cost
	if open := g.For(-1).Open(); !slices.Contains(open, Recruit) {
		t.Errorf("%d fame is enough, but %v are open", cost, open)
	}
	g.hired = true
	if open := g.For(-1).Open(); slices.Contains(open, Recruit) {
		t.Errorf("one was recruited, but %v are open", open)
	}
}
