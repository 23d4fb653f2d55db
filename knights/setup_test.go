package knights

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestK2SixLandsInSixColours(t *testing.T) {
	want := map[Colour]string{
		Red: "Burgenland", Green: "Waldland", Blue: "Seenland", Orange: "Goldland", Violet: "Schattenland", Yellow: "Kornland",
	}
	for i, side := range deal(t, 2, "crown").Sides() {
		if side.Colour != Colours()[i] || side.Name.German != want[side.Colour] || side.Colour.Land() != want[side.Colour] {
			t.Errorf("place %d: %v %q", i, side.Colour, side.Name.German)
		}
	}
}

func TestK3EachGameChoosesTheSides(t *testing.T) {
	lands := Standard()
	for how, want := range map[string]string{
		"crown": "cccccc", "reverse": "rrrrrr", "Mixed": "crcrcr",
		"crown,reverse, reverse crown crown,reverse": "crrccr",
	} {
		n := 0
		sides, err := LayOut(lands, how, func(int) int { n++; return (n + 1) % 2 })
		got := ""
		for i, side := range sides {
			got += map[bool]string{true: "c", false: "r"}[side.Crown]
			if side.Crown != cmp.Equal(side, lands[i].Side(true)) {
				t.Errorf("%s: side %d is neither of its land's sides", how, i)
			}
		}
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v; want %s", how, got, err, want)
		}
	}
	for _, how := range []string{"", "heads", "crown crown", "mixed mixed mixed mixed mixed mixed", "crown crown crown crown crown crown crown"} {
		var r Refusal
		if _, err := LayOut(lands, how, least); !errors.As(err, &r) || r.Rule != "K3" {
			t.Errorf("%q: %v", how, err)
		}
	}
}

func TestK4CrownSidesArePlain(t *testing.T) {
	for _, land := range Standard() {
		want := 1
		if land.Colour == Orange {
			want = 2 // the one exception seen
		}
		e := land.Crown
		if e.Income != want || e.Power != (Power{}) || e.End != nil || e.Ours {
			t.Errorf("%s: %+v", land.Name.English, e)
		}
		if !land.Reverse.Ours {
			t.Errorf("%s: the reverse side is not marked as ours", land.Name.English)
		}
	}
}

func TestK5EachPlayerHasASetAndTheTableOne(t *testing.T) {
	for players := 2; players <= 4; players++ {
		seen := map[Set]int{}
		for seed := range uint64(200) {
			g, err := New(sidesOf(t, "crown"), players, seeded(seed, 1), Options{})
			if err != nil {
				t.Fatal(err)
			}
			in := []Set{g.neutral}
			for p := range players {
				in = append(in, g.sets[p])
				if !slices.Equal(g.hands[p].knights(), g.sets[p].Knights()) {
					t.Errorf("seat %d holds %v of set %v", p, g.hands[p].knights(), g.sets[p])
				}
			}
			var all band
			for _, s := range in {
				seen[s]++
				all |= setBands[s]
			}
			if g.lying() != all || all.size() != 12*(players+1) {
				t.Errorf("%d knights are in play, not all of the sets %v", g.lying().size(), in)
			}
			slices.Sort(in)
			if len(slices.Compact(in)) != players+1 {
				t.Errorf("%d players: a set was dealt twice", players)
			}
		}
		if len(seen) != 5 {
			t.Errorf("%d players: in 200 games only %d sets", players, len(seen))
		}
	}
}

func TestK5SetsMayBeChosen(t *testing.T) {
	g, err := New(sidesOf(t, "crown"), 2, least, Options{Sets: []Set{4, 2, 5}})
	if err != nil || g.sets[0] != 4 || g.sets[1] != 2 || g.neutral != 5 {
		t.Errorf("got %v %v, %v", g.sets, g.neutral, err)
	}
	for _, wrong := range [][]Set{{1}, {1, 1}, {0, 1}, {1, 6}, {1, 2, 3, 4}} {
		var r Refusal
		if _, err := New(sidesOf(t, "crown"), 2, least, Options{Sets: wrong}); !errors.As(err, &r) || r.Rule != "K5" {
			t.Errorf("sets %v: %v", wrong, err)
		}
	}
	for _, players := range []int{-1, 0, 1, 5} {
		var r Refusal
		if _, err := New(sidesOf(t, "crown"), players, least, Options{}); !errors.As(err, &r) || r.Rule != "K5" {
			t.Errorf("%d players: %v", players, err)
		}
	}
}

func TestK5aFiveSetsOfALatinSquare(t *testing.T) {
	// Worked out by hand: the six roles in the order 441, 31, 322, 3, 42, 1, and the colours Blue, Yellow, Violet, Orange, Red, Green shifted.
	want := map[Set]string{
		1: "yellow 441 violet 31 orange 322 red 3 green 42 blue 1",
		2: "violet 441 orange 31 red 322 green 3 blue 42 yellow 1",
		3: "orange 441 red 31 green 322 blue 3 yellow 42 violet 1",
		4: "red 441 green 31 blue 322 yellow 3 violet 42 orange 1",
		5: "green 441 blue 31 yellow 322 violet 3 orange 42 red 1",
	}
	used := map[string]bool{}
	for s := Set(1); s <= 5; s++ {
		got, sum := "", 0
		byColour := map[Colour]string{}
		var each [5]int
		for _, k := range s.Knights() {
			byColour[k.Colour] += fmt.Sprint(k.Value)
			each[k.Value]++
			sum += k.Value
		}
		for _, role := range []string{"441", "31", "322", "3", "42", "1"} {
			for _, c := range Colours() {
				if byColour[c] == role {
					got += " " + c.String() + " " + role
					used[c.String()+role] = true
				}
			}
		}
		if got != " "+want[s] || each != [5]int{0, 3, 3, 3, 3} || sum != 30 {
			t.Errorf("set %v:%s, sum %d, values %v", s, got, sum, each)
		}
	}
	if len(used) != 30 {
		t.Errorf("%d pairs of colour and role are used; in a Latin square each one once, 30", len(used))
	}
	for _, sixth := range []string{"blue441", "violet322", "yellow31", "red42", "orange3", "green1"} {
		if used[sixth] {
			t.Errorf("%s belongs to the set that is not in the box", sixth)
		}
	}
}

func TestK6AnyChoiceOnTopLeavesALayout(t *testing.T) {
	layouts := 0
	for s := Set(1); s <= 5; s++ {
		var tops func(c Colour, picks []int)
		tops = func(c Colour, picks []int) {
			if c <= Yellow {
				for i := range len(roleOf(s, c)) {
					tops(c+1, append(slices.Clone(picks), i))
				}
				return
			}
			layouts++
			checkLayout(t, s, picks)
		}
		tops(Red, nil)
	}
	if want := 5 * 3 * 2 * 3 * 1 * 2 * 1; layouts != want {
		t.Errorf("%d choices on top, want %d", layouts, want)
	}
}

// checkLayout lays out a set with the given knights on top and the last of the ways to lay the second ones.
func checkLayout(t *testing.T, s Set, picks []int) {
	t.Helper()
	for _, last := range []bool{false, true} {
		n, ways := 0, 0
		defence := layNeutral(setBands[s], func(most int) int {
			n++
			if n <= 6 {
				return picks[n-1]
			}
			ways = most
			if last {
				return most - 1
			}
			return 0
		})
		var all band
		for c := Red; c <= Yellow; c++ {
			own := defence[c] & colourBands[c]
			if defence[c].size() != 2 || own.size() != 1 || all&defence[c] != 0 {
				t.Fatalf("set %v, tops %v: %s lies under %v", s, picks, names(defence[c].knights()), c)
			}
			all |= defence[c]
		}
		if all != setBands[s] || ways < 1 {
			t.Fatalf("set %v, tops %v: %d knights laid out, %d ways", s, picks, all.size(), ways)
		}
	}
}

func TestK6aEveryLayoutIsAsLikely(t *testing.T) {
	// With the same knights on top, each number that luck can give lays out something different.
	ways := 0
	seen := map[[colours]band]bool{}
	for i := 0; i == 0 || i < ways; i++ {
		n := 0
		seen[layNeutral(setBands[2], func(most int) int {
			if n++; n <= 6 {
				return 0
			}
			ways = most
			return i
		})] = true
	}
	if ways < 100 || len(seen) != ways {
		t.Errorf("%d ways give %d layouts", ways, len(seen))
	}
	// And a colour's knights come on top alike: in set A yellow has 4, 4, 1.
	tops := map[int]int{}
	for seed := range uint64(3000) {
		defence := layNeutral(setBands[1], seeded(seed, 6))
		for _, k := range (defence[Yellow] & colourBands[Yellow]).knights() {
			tops[k.Value]++
		}
	}
	if tops[4] < 1900 || tops[4] > 2100 || tops[1]+tops[4] != 3000 {
		t.Errorf("on top of Kornland: %v, want about 2000 fours and 1000 ones", tops)
	}
}

func TestK5ThePlayerWhoBeginsIsDrawn(t *testing.T) {
	seen := map[int]int{}
	for seed := range uint64(600) {
		g, err := New(sidesOf(t, "crown"), 3, seeded(seed, 2), Options{})
		if err != nil {
			t.Fatal(err)
		}
		seen[g.ToMove()]++
		if want := (Happened{What: Began, Seat: g.ToMove(), Turn: 1, From: -1}); !cmp.Equal(g.Opening(), []Happened{want}) {
			t.Errorf("opening: %v", g.Opening())
		}
	}
	for seat := range 3 {
		if seen[seat] < 150 || seen[seat] > 250 {
			t.Errorf("seat %d begins %d of 600 games", seat, seen[seat])
		}
	}
}

func TestNewRefusesLandsThatCannotBe(t *testing.T) {
	good := sidesOf(t, "reverse")
	twice := slices.Clone(good)
	twice[1].Colour = Red
	odd := slices.Clone(good)
	odd[0].Effects.Power = Power{Kind: "dragon"}
	rich := slices.Clone(good)
	rich[3].Effects.Income = 6
	for name, sides := range map[string][]Side{"none": nil, "five": good[:5], "one twice": twice, "a power that does not exist": odd, "too rich": rich} {
		var p Problems
		if _, err := New(sides, 2, least, Options{}); !errors.As(err, &p) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
