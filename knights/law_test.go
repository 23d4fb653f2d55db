package knights

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// games gives a number of games for an ordinary run, or the long one when KNIGHTS_LONG is set.
func games(ordinary, long int) int {
	if os.Getenv("KNIGHTS_LONG") != "" {
		return long
	}
	return ordinary
}

// walk plays a game to its end with the seats moved by turns by the players, and shows every state and what led to it.
func walk(t testing.TB, seed uint64, how string, players []Player, show func(before, g Game, m Move, news []Happened)) Game {
	luck := seeded(seed, 9)
	sides, err := LayOut(standard, strings.TrimPrefix(how, "odd "), luck)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(how, "odd ") && seed%2 == 1 { // powers that the standard lands do not have
		sides[0].Effects.Power = Power{Kind: BulwarkPower, Points: 4}
		sides[1].Effects.Power = Power{Kind: ReinforcePower, Where: "any", Times: "turn"}
		sides[2].Effects.Power = Power{Kind: DiscountPower, Points: 4}
		sides[3].Effects.Power = Power{Kind: RecallPower}
		sides[4].Effects.Power = Power{Kind: ReinforcePower, Where: "any", Times: "owned"}
	}
	g, err := New(sides, 2+int(seed%3), luck, Options{AutoCollect: seed%2 == 0})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; g.ended == Running; n++ {
		if n > 5000 {
			t.Fatalf("seed %d: the game does not end", seed)
		}
		m := players[g.seat%len(players)](g.For(g.seat), luck)
		next, news, err := g.Play(m)
		if err != nil {
			t.Fatalf("seed %d: %v: %v", seed, m, err)
		}
		if show != nil {
			show(g, next, m, news)
		}
		g = next
	}
	return g
}

var standard = Standard()

// conserved checks, without help of the rules' own checks, that every knight of the sets in play lies in one place, that no troop has
// two knights of a colour and each its leader, and that a land has at most one owner, who holds its defence.
func conserved(t testing.TB, g *Game) {
	var seen [60]int
	count := func(b band) {
		for ; b != 0; b &= b - 1 {
			seen[bits.TrailingZeros64(uint64(b))]++
		}
	}
	count(g.free)
	for p := range g.hands {
		count(g.hands[p])
		for c := range g.troops[p] {
			count(g.troops[p][c])
			oneOfAColour(t, g.troops[p][c], Colour(c))
		}
	}
	for c := range g.defence {
		count(g.defence[c])
		oneOfAColour(t, g.defence[c], Colour(c))
		if c > 0 && g.defence[c] == 0 || int(g.owner[c]) >= g.players || g.owner[c] < -1 {
			t.Fatalf("%v has no defence or the owner %d", Colour(c), g.owner[c])
		}
	}
	in := append([]Set{g.neutral}, g.sets[:g.players]...)
	for i, n := range seen {
		if want := slices.Contains(in, cards[i].Set); n > 1 || (n == 1) != want {
			t.Fatalf("the %v lies in %d places", cards[i], n)
		}
	}
}

func oneOfAColour(t testing.TB, b band, leader Colour) {
	if b == 0 {
		return
	}
	var n [7]int
	for rest := b; rest != 0; rest &= rest - 1 {
		n[cards[bits.TrailingZeros64(uint64(rest))].Colour]++
	}
	if slices.Max(n[:]) > 1 || n[leader] != 1 {
		t.Fatalf("the troop %v led by %v", b.knights(), leader)
	}
}

// chronicle checks the news of a game against its states: fame collected and paid is what the players have (K7), one knight is laid a
// turn (K9) and one recruited at most (K13).
type chronicle struct {
	chips           [4]int
	turn            int
	laid, recruited int
}

func (c *chronicle) read(t testing.TB, g *Game, news []Happened) {
	for _, h := range news {
		switch h.What {
		case Collected:
			c.chips[h.Seat] += h.Chips
		case Recruited:
			c.chips[h.Seat] -= h.Chips
			c.recruited++
		case Laid:
			c.laid++
		case Skipped:
			c.laid++
		case Began:
			if c.laid != 1 || c.recruited > 1 {
				t.Fatalf("turn %d: %d knights laid or skipped, %d recruited", h.Turn-1, c.laid, c.recruited)
			}
			c.laid, c.recruited = 0, 0
			if h.Turn != c.turn+1 && c.turn != 0 {
				t.Fatalf("turn %d follows %d", h.Turn, c.turn)
			}
			c.turn = h.Turn
		}
	}
	if c.chips != g.chips {
		t.Fatalf("the players have %v, collected less paid is %v", g.chips, c.chips)
	}
	for _, chips := range g.chips {
		if chips < 0 {
			t.Fatalf("chips %v", g.chips)
		}
	}
}

func TestLawGamesByAllPlayersKeepTheRules(t *testing.T) {
	rounds := []struct {
		name    string
		players []Player
		n       int
	}{
		{"random", []Player{Page}, games(3000, 100_000)},
		{"greedy", []Player{Squire}, games(300, 100_000)},
		{"both", []Player{Page, Squire}, games(300, 20_000)},
		{"searched", []Player{quickBaron, Squire, Page, quickBaron}, games(6, 100_000)},
	}
	for _, r := range rounds {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			endings := map[Ending]int{}
			for seed := range uint64(r.n) {
				var c chronicle
				g := walk(t, seed, "odd mixed", r.players, func(_, g Game, _ Move, news []Happened) {
					conserved(t, &g)
					c.read(t, &g, news)
					if g.ended == Running && len(g.moves(nil)) == 0 {
						t.Fatalf("seed %d: no moves before the end", seed)
					}
				})
				endings[g.ended]++
				for p := range g.players {
					if g.Moves(p) != nil {
						t.Fatal("moves after the end")
					}
				}
			}
			t.Logf("%d games: %v", r.n, endings)
		})
	}
}

// quickBaron searches, but not for long.
func quickBaron(v View, luck Luck) Move { return v.search(luck, 120) }

func TestLawPlayLeavesItsReceiverAlone(t *testing.T) {
	for seed := range uint64(games(6, 2000)) {
		copies := map[string]Game{}
		var last string
		walk(t, seed, "mixed", []Player{Page, Squire}, func(before, g Game, m Move, _ []Happened) {
			if last != "" && text(t, before) != last {
				t.Fatal("the game is not the one that Play gave")
			}
			copies[text(t, before)] = before
			for _, other := range before.Moves(before.seat) {
				_, _, _ = before.Play(other)
			}
			last = text(t, g)
		})
		for want, g := range copies {
			if got := text(t, g); got != want {
				t.Fatalf("seed %d: a game has changed after its moves were played:\n%s\n%s", seed, want, got)
			}
		}
	}
}

func text(t testing.TB, g Game) string {
	t.Helper()
	data, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLawJSONGivesBackTheGame(t *testing.T) {
	for seed := range uint64(games(15, 3000)) {
		walk(t, seed, "mixed", []Player{Page, Squire}, func(_, g Game, _ Move, news []Happened) {
			data := []byte(text(t, g))
			var back Game
			if err := json.Unmarshal(data, &back); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, data)
			}
			if !back.Equal(g) || !g.Equal(back) || !bytes.Equal(data, []byte(text(t, back))) {
				t.Fatalf("seed %d: another game came back:\n%s\n%s", seed, data, text(t, back))
			}
			if !reflect.DeepEqual(back.For(0), g.For(0)) || !slices.Equal(back.Moves(back.seat), g.Moves(g.seat)) {
				t.Fatalf("seed %d: the game that came back looks different", seed)
			}
			written, err := json.Marshal(news)
			var read []Happened
			if err != nil || json.Unmarshal(written, &read) != nil || !reflect.DeepEqual(read, news) {
				t.Fatalf("seed %d: the news do not come back: %s", seed, written)
			}
		})
	}
}

// universe lists moves of every kind with every knight, troop and land, legal or not.
func universe(seat int) (all []Move) {
	for kind := NoKind; kind <= Resign+1; kind++ {
		all = append(all, Move{Seat: seat, Kind: kind}, Move{Seat: seat, Kind: kind, Troop: Red}, Move{Seat: seat, Kind: kind, Land: Blue})
		for _, f := range append(slices.Clone(faces[:]), Face{}, Face{5, Red}, Face{0, Red}) {
			for troop := NoColour; troop <= Yellow+1; troop++ {
				for land := NoColour; land <= Yellow; land++ {
					all = append(all, Move{Seat: seat, Kind: kind, Knight: f, Troop: troop, Land: land})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b Move) int { return bytes.Compare([]byte(key(a)), []byte(key(b))) })
	return slices.Compact(all)
}

func key(m Move) string {
	return string([]byte{byte(m.Seat), byte(m.Kind), byte(m.Knight.Value), byte(m.Knight.Colour), byte(m.Troop), byte(m.Land)})
}

// TestLawMovesAreExactlyWhatThePlainRulesAllow compares Moves and Play with the rules written down a second time, plainly, over what the
// seat sees (oracle), for every move that can be written.
func TestLawMovesAreExactlyWhatThePlainRulesAllow(t *testing.T) {
	var all [4][]Move
	for seat := range all {
		all[seat] = universe(seat)
	}
	states := 0
	for seed := range uint64(games(40, 1500)) {
		walk(t, seed, "odd reverse", []Player{Page, Squire, Page}, func(_, g Game, _ Move, _ []Happened) {
			if states++; states%31 != 0 {
				return
			}
			for seat := range g.players {
				v := g.For(seat)
				want := map[Move]bool{}
				for _, m := range all[seat] {
					if oracle(v, m) {
						want[m] = true
					}
					if v := g.judge(m); (v == legal) != want[m] {
						t.Fatalf("seed %d, turn %d: seat %d: %v (%+v): verdict %d, the plain rules say %v\n%s", seed, g.turn, seat, m, m, v, want[m], text(t, g))
					}
				}
				moves := g.Moves(seat)
				if len(moves) != len(want) || !slices.Equal(moves, v.Moves()) {
					t.Fatalf("seed %d: %d moves offered to seat %d, %d legal", seed, len(moves), seat, len(want))
				}
				for _, m := range moves {
					if !want[m] {
						t.Fatalf("seed %d: %v is offered and not legal", seed, m)
					}
				}
			}
		})
	}
	t.Logf("%d states", states/31)
}

func TestLawNoViewTellsOfOtherHands(t *testing.T) {
	for seed := range uint64(games(24, 3000)) {
		luck := seeded(seed, 3)
		walk(t, seed, "mixed", []Player{Squire, Page}, func(_, g Game, _ Move, _ []Happened) {
			if g.ended != Running {
				return
			}
			for seat := -1; seat < g.players; seat++ {
				v := g.For(seat)
				for p := range g.players {
					if p != seat && (v.known.hands[p] != 0 || v.Players[p].Hand != nil || v.Players[p].Held != g.hands[p].size()) {
						t.Fatalf("seat %d sees the hand of %d", seat, p)
					}
				}
				// The hidden knights may be dealt otherwise, and nothing that the seat sees changes.
				other := v.known
				other.dealHidden(v.backs, luck.below)
				conserved(t, &other)
				if !reflect.DeepEqual(other.For(seat), v) {
					t.Fatalf("seed %d: seat %d sees how the hidden knights lie", seed, seat)
				}
				if seat >= 0 && other.hands[seat] != g.hands[seat] {
					t.Fatal("its own hand has changed")
				}
			}
		})
	}
}

func TestLawHiddenKnightsAreKnownButForRecruits(t *testing.T) {
	// Set A of a player is in its hand or in the open: with no recruits in hands every deal is the true one.
	g := deal(t, 3, "crown")
	g, _ = plays(t, g, "0 lay 4 yellow", "1 lay 4 violet")
	v := g.For(2)
	other := v.known
	other.dealHidden(v.backs, seeded(1, 1).below)
	if !other.Equal(g) {
		t.Error("the hands follow from the sets")
	}
	// Two players hold a recruit each: which, is uncertain.
	put(t, &g, "hand 0", "1 violet C")
	put(t, &g, "hand 1", "4 orange C")
	v = g.For(2)
	seen := map[band]bool{}
	for i := range uint64(50) {
		other := v.known
		other.dealHidden(v.backs, seeded(i, 1).below)
		seen[other.hands[0]] = true
	}
	if len(seen) < 2 {
		t.Error("the view knows which recruit is where")
	}
}

func TestLawMovesAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Move{Seat: rapid.IntRange(0, 3).Draw(t, "seat"), Kind: Kind(rapid.IntRange(1, 7).Draw(t, "kind"))}
		colour := func(low Colour, name string) Colour {
			return Colour(rapid.IntRange(int(low), int(Yellow)).Draw(t, name))
		}
		switch m.Kind {
		case Lay, Recruit, Recall, Reinforce:
			m.Knight = Face{rapid.IntRange(1, 4).Draw(t, "value"), colour(Red, "colour")}
		}
		switch m.Kind {
		case Lay:
			m.Troop = colour(NoColour, "troop")
		case Recall, Reinforce:
			m.Troop, m.Land = colour(Red, "troop"), colour(Red, "land")
		}
		if back, err := Parse(m.Seat, m.String()); err != nil || back != m {
			t.Fatalf("%q is read as %+v, %v; want %+v", m.String(), back, err, m)
		}
		data, err := json.Marshal(m)
		var back Move
		if err != nil || json.Unmarshal(data, &back) != nil || back != m {
			t.Fatalf("%s is read as %+v; want %+v", data, back, m)
		}
	})
}

func TestLawAnyTextIsReadOrRefusedWithASentence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.OneOf(rapid.String(), rapid.StringMatching(`(lay|power|recruit|end)( (kornland|rot|4|red|on|from|x)){0,6}`)).Draw(t, "text")
		m, err := Parse(1, line)
		if err == nil {
			if again, err := Parse(1, m.String()); err != nil || again != m || m.Kind == NoKind || m.Seat != 1 {
				t.Fatalf("%q is read as %v, which is read as %v, %v", line, m, again, err)
			}
			return
		}
		if r, ok := err.(Refusal); !ok || m != (Move{}) || r.Code != "unreadable" || len(r.Message) > 500 {
			t.Fatalf("%q: %#v", line, err)
		}
	})
}
