package knights

import (
	"slices"
	"strings"
)

// Player is a computer player: it looks at what its seat may see and chooses one of the view's moves. It never
// resigns, and when it is not that seat's turn it has no move and gives one of no kind. The same luck gives the same choice.
type Player func(v View, luck Luck) Move

// Players lists the names of the computer players, the weakest first.
func Players() []string { return []string{"page", "squire", "baron"} }

// PlayerNamed finds a computer player by its name in any case.
func PlayerNamed(name string) (Player, error) {
	all := []Player{Page, Squire, Baron}
	i := slices.Index(Players(), strings.ToLower(strings.TrimSpace(name)))
	if i < 0 {
		return nil, refusal("no_player", "K5", "The computer players are page, squire and baron; %q is none of them.", clip(name))
	}
	return all[i], nil
}

// Page plays any legal move, each as likely.
func Page(v View, luck Luck) Move {
	moves := v.turnMoves(nil)
	if len(moves) == 0 {
		return Move{Seat: v.Seat}
	}
	return moves[luck.below(len(moves))]
}

// Squire is greedy: it collects when it can, and otherwise makes the move after which its own prospects stand best against the best of
// the others', looking no further.
func Squire(v View, luck Luck) Move {
	moves := v.turnMoves(nil)
	if len(moves) == 0 {
		return Move{Seat: v.Seat}
	}
	g := v.known
	g.dealHidden(v.backs, luck.below)
	return g.greedy(moves, luck.below)
}

// turnMoves appends the moves of the seat that looks if it is its turn, without resigning.
func (v View) turnMoves(list []Move) []Move {
	if v.Seat != v.ToMove {
		return list
	}
	return v.known.moves(list)
}

// greedy chooses the squire's move among moves of the seat to move; luck chooses among equals.
func (g *Game) greedy(moves []Move, below func(int) int) Move {
	if moves[0].Kind == Collect {
		return moves[0]
	}
	best, value, equals := moves[0], 0, 0
	for _, m := range moves {
		h := *g
		h.carry(m, nil)
		switch v := h.standing(m.Seat); {
		case equals == 0 || v > value:
			best, value, equals = m, v, 1
		case v == value:
			equals++
			if below(equals) == 0 {
				best = m
			}
		}
	}
	return best
}

// standing is how p stands against the best of the others, in sixteenths of a point.
func (g *Game) standing(p int) int {
	own, others := 0, -1<<30
	left := g.left()
	for q := range g.players {
		switch {
		case q == p:
			own = g.prospects(q, left)
		case !g.out[q]:
			others = max(others, g.prospects(q, left))
		}
	}
	return own - others
}

// left guesses how many turns each player still has: as many as the smallest hand has knights (K14).
func (g *Game) left() int {
	left := handful
	for p := range g.players {
		if !g.out[p] {
			left = min(left, g.hands[p].size())
		}
	}
	if g.ended != Running {
		return 0
	}
	return left
}

// prospects guesses the score that p will have, in sixteenths of a point: what counts now, the income of the turns left, and
// something for attack troops, the more the nearer they are to a conquest. With no turns left it is the score.
func (g *Game) prospects(p, left int) int {
	sum := 16 * (g.chips[p] - g.hands[p].strength())
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			sum += 16*(g.defence[c].strength()+g.bonus(c)) + 4*g.board.income[c]*left
		} else if troop := g.troops[p][c]; troop != 0 && left > 0 {
			s := troop.strength()
			sum += 12 * s * s / max(s, g.guard(c)+1)
		}
	}
	return sum
}
