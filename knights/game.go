package knights

import "slices"

const (
	seats  = 4
	nobody = -1
)

// Ending says why a game is over.
type Ending string

// The endings; a game that goes on has none.
const (
	Running    Ending = ""
	LastKnight Ending = "last knight"    // K14
	NoneCanLay Ending = "nobody can lay" // K13b
	LeftAlone  Ending = "left alone"     // all others have resigned
)

// Game is one game as it stands (K1 to K15). It is a value: no method changes its receiver, and its JSON holds all of it. The zero
// Game is none; [New] deals one.
type Game struct {
	board   *board
	auto    bool // K8a
	players int
	sets    [seats]Set
	neutral Set
	chips   [seats]int
	out     [seats]bool // resigned
	hands   [seats]band
	troops  [seats][colours]band // attack troops by the colour that leads them: K9a allows one each
	defence [colours]band
	owner   [colours]int8 // a seat, or nobody
	spent   [colours]bool // the land's power has been used, in this turn or while owned
	free    band
	turn    int // counts from 1
	seat    int // to move
	skips   int // turns in a row without laying
	acted   bool
	laid    bool
	hired   bool
	ended   Ending
}

// board is what stays the same through a game. Games share it and nobody writes to it.
type board struct {
	sides    []Side // as laid out, in two rows of three
	income   [colours]int
	bulwark  [colours]int
	discount [colours]int
	power    [colours]Power
	end      [colours][]Bonus
}

// Options are what a group agrees on before a game.
type Options struct {
	AutoCollect bool  // fame is collected at the start of each turn without being asked for (K8a)
	Sets        []Set // the players' sets by seat and then perhaps the table's (K5); the rest is dealt by luck
}

// New deals a game (K2, K5, K6): six lands as they lie, 2 to 4 players, each with a set, and the table's set in twos under the lands.
// Luck deals the sets that the options leave open, chooses the player who begins and lays out the table's set.
func New(lands []Side, players int, luck Luck, options Options) (Game, error) {
	if players < 2 || players > seats {
		return Game{}, refusal("bad_players", "K5", "Two, three or four can play, not %d.", players)
	}
	if err := checkSides(lands); err != nil {
		return Game{}, err
	}
	dealt, err := dealSets(players, luck, options.Sets)
	if err != nil {
		return Game{}, err
	}
	g := Game{board: newBoard(lands), auto: options.AutoCollect, players: players, neutral: dealt[players]}
	copy(g.sets[:], dealt[:players])
	for p := range players {
		g.hands[p] = setBands[g.sets[p]]
	}
	for c := range g.owner {
		g.owner[c] = nobody
	}
	g.seat = luck.below(players)
	g.defence = layNeutral(setBands[g.neutral], luck)
	g.turn = 1
	return g, nil
}

// dealSets gives each player a set and the table one (K5).
func dealSets(players int, luck Luck, wished []Set) ([]Set, error) {
	if len(wished) != 0 && len(wished) != players && len(wished) != players+1 {
		return nil, refusal("bad_sets", "K5", "Name a set for each of the %d players, and one more for the table if you like, not %d.", players, len(wished))
	}
	dealt := slices.Clone(wished)
	for i, s := range dealt {
		if s < 1 || s > sets || slices.Contains(dealt[:i], s) {
			return nil, refusal("bad_sets", "K5", "The sets are A, B, C, D and E, and each can be chosen once.")
		}
	}
	for len(dealt) < players+1 {
		left := []Set{1, 2, 3, 4, 5}
		left = slices.DeleteFunc(left, func(s Set) bool { return slices.Contains(dealt, s) })
		dealt = append(dealt, left[luck.below(len(left))])
	}
	return dealt, nil
}

// layNeutral lays two knights of the table's set under each land (K6): on top one of the land's colour, by luck where there
// are several (K6a), and under it one of another colour, all such layouts being as likely.
func layNeutral(set band, luck Luck) (defence [colours]band) {
	rest := set
	for c := Red; c <= Yellow; c++ {
		own := set & colourBands[c]
		for range luck.below(own.size()) {
			own &= own - 1
		}
		defence[c] = own & -own
		rest &^= defence[c]
	}
	ways := seconds(Red, rest, -1, &defence)
	seconds(Red, rest, luck.below(ways), &defence)
	return defence
}

// seconds counts the ways to lay the rest under the lands from c on, and lays the one with number want, unless that is negative.
func seconds(c Colour, rest band, want int, defence *[colours]band) (ways int) {
	if c > Yellow {
		return 1
	}
	for left := rest &^ colourBands[c]; left != 0; left &= left - 1 {
		second := left & -left
		more := seconds(c+1, rest&^second, -1, defence)
		if want >= ways && want < ways+more {
			defence[c] |= second
			seconds(c+1, rest&^second, want-ways, defence)
		}
		ways += more
	}
	return ways
}

func newBoard(lands []Side) *board {
	b := &board{sides: slices.Clone(lands)}
	for i, side := range b.sides {
		c := side.Colour
		b.sides[i].Effects.End = slices.Clone(side.Effects.End)
		b.income[c] = side.Effects.Income
		b.power[c] = side.Effects.Power
		b.end[c] = b.sides[i].Effects.End
		switch side.Effects.Power.Kind {
		case BulwarkPower:
			b.bulwark[c] = side.Effects.Power.Points
		case DiscountPower:
			b.discount[c] = side.Effects.Power.Points
		}
	}
	return b
}

// Equal says whether two games are in the same state, lands included.
func (g Game) Equal(h Game) bool {
	same := g.board == h.board
	if g.board != nil && h.board != nil {
		same = slices.EqualFunc(g.board.sides, h.board.sides, sameSide)
	}
	g.board, h.board = nil, nil
	return same && g == h
}

func sameSide(a, b Side) bool {
	ends := slices.Equal(a.Effects.End, b.Effects.End)
	x, y := a.Effects, b.Effects
	return ends && x.Income == y.Income && x.Power == y.Power && x.Text == y.Text && x.Ours == y.Ours &&
		a.Colour == b.Colour && a.Name == b.Name && a.Symbol == b.Symbol && a.Tint == b.Tint && a.Crown == b.Crown
}

// Players gives the number of seats, which count from 0.
func (g Game) Players() int { return g.players }

// ToMove gives the seat whose turn it is, and -1 when the game is over.
func (g Game) ToMove() int {
	if g.ended != Running {
		return nobody
	}
	return g.seat
}

// Turn counts the turns from 1.
func (g Game) Turn() int { return g.turn }

// Ended says why the game is over, and nothing while it goes on.
func (g Game) Ended() Ending { return g.ended }

// Sides gives the lands as they lie, in two rows of three (K2).
func (g Game) Sides() []Side {
	if g.board == nil {
		return nil
	}
	list := slices.Clone(g.board.sides)
	for i := range list {
		list[i].Effects.End = slices.Clone(list[i].Effects.End)
	}
	return list
}

// next gives the seat after p that has not resigned.
func (g *Game) next(p int) int {
	for range g.players {
		p = (p + 1) % g.players
		if !g.out[p] {
			break
		}
	}
	return p
}

// active counts the players who have not resigned.
func (g *Game) active() (n int) {
	for p := range g.players {
		if !g.out[p] {
			n++
		}
	}
	return n
}

// due is the fame that the lands of p pay (K8).
func (g *Game) due(p int) (fame int) {
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			fame += g.board.income[c]
		}
	}
	return fame
}

// cost is what a free knight costs p (K13).
func (g *Game) cost(p int, f Face) int {
	cost := f.Value
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			cost -= g.board.discount[c]
		}
	}
	return max(0, cost)
}

// guard is what an attack troop must exceed to take the land (K11).
func (g *Game) guard(c Colour) int {
	strength := g.defence[c].strength()
	if g.owner[c] != nobody {
		strength += g.board.bulwark[c]
	}
	return strength
}
