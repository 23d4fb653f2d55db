package knights

import "math"

// How the baron thinks. Fixed amounts, not a clock, so that the same luck gives the same move.
const (
	thought = 12000 // moves that it imagines for one decision
	glance  = 5     // moves that it considers, by chance, for each imagined one
	daring  = 0.5   // how much a move that was seldom tried is favoured
	gentle  = 8.0   // points of lead that make a win likely, on the logistic curve
)

// Baron searches: it deals what it cannot see as it might be, tries one of its moves, plays that game to the end with every
// seat moved as by a [Squire] who overlooks most of the moves, and does so again, the moves that do well oftener, until it has
// imagined a fixed number of moves. It then makes the move that it tried most. That takes some tens of milliseconds.
func Baron(v View, luck Luck) Move { return v.search(luck, thought) }

func (v View) search(luck Luck, budget int) Move {
	moves := v.turnMoves(nil)
	if len(moves) == 0 {
		return Move{Seat: v.Seat}
	}
	if len(moves) == 1 || moves[0].Kind == Collect {
		return moves[0] // collecting costs nothing
	}
	d := dice(luck.below(1<<30)<<30 | luck.below(1<<30))
	moves = d.shuffled(moves, len(moves)) // so that no colour is always tried first
	trials := make([]trial, len(moves))
	for n := 0; budget > 0; n++ {
		i := promising(trials, n)
		g := v.known
		g.dealHidden(v.backs, d.below)
		g.carry(moves[i], nil)
		budget -= 1 + g.imagine(&d)
		trials[i].tried++
		trials[i].worth += g.worth(v.Seat)
	}
	best := 0
	for i, t := range trials {
		if t.tried > trials[best].tried || t.tried == trials[best].tried && t.worth > trials[best].worth {
			best = i
		}
	}
	return moves[best]
}

// trial is what is known of a move after some imagined games.
type trial struct {
	tried int
	worth float64 // sum of the games' worths
}

// promising chooses the move to try next: each once, then the one with the best upper bound (UCB1).
func promising(trials []trial, n int) (best int) {
	high := -1.0
	for i, t := range trials {
		if t.tried == 0 {
			return i
		}
		tries := float64(t.tried)
		if bound := t.worth/tries + daring*math.Sqrt(math.Log(float64(n))/tries); bound > high {
			best, high = i, bound
		}
	}
	return best
}

// imagine plays the game to its end and says how many moves that took. Each is the squire's choice, but among a few moves only.
func (g *Game) imagine(d *dice) (n int) {
	var room [64]Move
	for ; g.ended == Running; n++ {
		moves := g.moves(room[:0])
		if moves[0].Kind != Collect {
			moves = d.shuffled(moves, glance)
		}
		g.carry(g.greedy(moves, d.below), nil)
	}
	return n
}

// worth is the lead of p at the end over the best of the others, from 0 to 1.
func (g *Game) worth(p int) float64 {
	return 1 / (1 + math.Exp(-float64(g.standing(p))/16/gentle))
}

// dealHidden deals the knights that lie nowhere in the open to the hands that the seat may not see, as many of each set as their
// backs show; what remains is in the box.
func (g *Game) dealHidden(backs [seats][sets]int8, below func(int) int) {
	lying := g.lying()
	for s := range sets {
		hidden := setBands[s+1] &^ lying
		for p := range g.players {
			for range backs[p][s] {
				one := hidden
				for range below(hidden.size()) {
					one &= one - 1
				}
				one &= -one
				hidden &^= one
				g.hands[p] |= one
			}
		}
	}
}

// dice is a fast source of chance for imagined games (SplitMix64), started by a player's luck.
type dice uint64

func (d *dice) below(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z^z>>31)>>33) % n
}

// shuffled brings some of the moves to the front, as many as asked for or all, each choice and order as likely, and gives those.
func (d *dice) shuffled(moves []Move, some int) []Move {
	some = min(some, len(moves))
	for i := range some {
		j := i + d.below(len(moves)-i)
		moves[i], moves[j] = moves[j], moves[i]
	}
	return moves[:some]
}
