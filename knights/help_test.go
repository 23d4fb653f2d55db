package knights

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// least is luck that always gives 0: the sets in order, seat 0 begins, the strongest knights on top.
func least(int) int { return 0 }

func seeded(a, b uint64) Luck { return rand.New(rand.NewPCG(a, b)).IntN }

func sidesOf(t testing.TB, how string) []Side {
	t.Helper()
	sides, err := LayOut(Standard(), how, least)
	if err != nil {
		t.Fatal(err)
	}
	return sides
}

// deal gives a game of players with the sets A, B, … and the next one on the table; seat 0 begins.
func deal(t testing.TB, players int, how string) Game {
	t.Helper()
	g, err := New(sidesOf(t, how), players, least, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func knight(t testing.TB, text string) band {
	t.Helper()
	var k Knight
	if err := k.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return 1 << slices.Index(cards[:], k)
}

// put moves knights from wherever they are to a place: "hand 0", "free", "box", "troop 0 red", "defence red".
func put(t testing.TB, g *Game, place string, list ...string) {
	t.Helper()
	var b band
	for _, text := range list {
		b |= knight(t, text)
	}
	g.free &^= b
	for p := range g.hands {
		g.hands[p] &^= b
		for c := range g.troops[p] {
			g.troops[p][c] &^= b
		}
	}
	for c := range g.defence {
		g.defence[c] &^= b
	}
	words := strings.Fields(place)
	var p int
	var c Colour
	if len(words) > 1 {
		fmt.Sscan(words[1], &p)
		c, _ = ParseColour(words[len(words)-1])
	}
	switch words[0] {
	case "hand":
		g.hands[p] |= b
	case "free":
		g.free |= b
	case "troop":
		g.troops[p][c] |= b
	case "defence":
		g.defence[c] |= b
	}
}

// clear puts a whole place into the box.
func clearHand(g *Game, p int) { g.hands[p] = 0 }

// guardWith sets a land's defence and owner.
func guardWith(t testing.TB, g *Game, c Colour, owner int, list ...string) {
	t.Helper()
	g.defence[c] = 0
	put(t, g, "defence "+c.String(), list...)
	g.owner[c] = int8(owner)
}

// plays carries out moves of the seats in turn, written "0 lay 4 red", and gives all that happened.
func plays(t testing.TB, g Game, lines ...string) (Game, []Happened) {
	t.Helper()
	var all []Happened
	for _, line := range lines {
		m := move(t, line)
		next, news, err := g.Play(m)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		g, all = next, append(all, news...)
	}
	return g, all
}

func move(t testing.TB, line string) Move {
	t.Helper()
	m, err := Parse(int(line[0]-'0'), line[2:])
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return m
}

// refused asserts that a move is refused with the code, that the sentence ends with the rule, and that Moves does not offer it.
func refused(t testing.TB, g Game, line, code, rule string) {
	t.Helper()
	m := move(t, line)
	after, news, err := g.Play(m)
	var r Refusal
	if !errors.As(err, &r) || r.Code != code || r.Rule != rule || !strings.HasSuffix(r.Message, " ("+rule+").") {
		t.Errorf("%s: got %#v, want a refusal %s (%s)", line, err, code, rule)
	}
	if news != nil || !after.Equal(g) {
		t.Errorf("%s: a refused move changed something", line)
	}
	if slices.Contains(g.Moves(m.Seat), m) {
		t.Errorf("%s: Moves offers what Play refuses", line)
	}
}

func offered(t testing.TB, g Game, line string) bool {
	t.Helper()
	m := move(t, line)
	return slices.Contains(g.Moves(m.Seat), m)
}

// happened finds the things of one kind.
func happened(news []Happened, what What) (list []Happened) {
	for _, h := range news {
		if h.What == what {
			list = append(list, h)
		}
	}
	return list
}

func names(list []Knight) string {
	var words []string
	for _, k := range list {
		words = append(words, k.Face().String())
	}
	return strings.Join(words, ", ")
}
