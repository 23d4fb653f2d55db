package knights

import "slices"

// View is what one seat may see of a game, or with Seat -1 what everybody may. Computer players are given nothing else.
type View struct {
	Seat    int          `json:"seat"`
	Turn    int          `json:"turn"`
	ToMove  int          `json:"to_move"` // -1 when the game is over
	Phase   string       `json:"phase"`   // of the turn: "begin" (nothing done yet), "lay" (a knight must be laid), "optional" (laid), "over"
	Lands   []LandView   `json:"lands"`   // in two rows of three
	Players []PlayerView `json:"players"` // by seat
	Free    []Knight     `json:"free"`    // to be recruited
	Neutral Set          `json:"neutral"` // the table's set
	Ending  Ending       `json:"ending,omitempty"`
	Scores  []Score      `json:"scores,omitempty"` // when the game is over

	known Game              // without the hands that the seat may not see
	backs [seats][sets]int8 // how many knights of each set those hands hold
}

// LandView is a land with its defence.
type LandView struct {
	Side     Side     `json:"side"`
	Owner    int      `json:"owner"`    // a seat, -1 for the table
	Defence  []Knight `json:"defence"`  // the one of the land's colour first
	Strength int      `json:"strength"` // what an attack troop must exceed, a bulwark included
	Spent    bool     `json:"spent"`    // the power has been used up
}

// PlayerView is a player as others see them.
type PlayerView struct {
	Seat     int         `json:"seat"`
	Set      Set         `json:"set"`
	Chips    int         `json:"chips"`
	Held     int         `json:"held"`           // knights in hand
	Hand     []Knight    `json:"hand,omitempty"` // one's own, and all when the game is over
	Troops   []TroopView `json:"troops"`         // attack troops
	Resigned bool        `json:"resigned"`
}

// TroopView is an attack troop.
type TroopView struct {
	Against  Colour   `json:"against"`
	Knights  []Knight `json:"knights"` // the leader first
	Strength int      `json:"strength"`
}

// For gives what the seat may see: all but the others' hands, of which it sees how many knights they hold. Any number that is no
// seat gives what everybody may see. When the game is over all hands are shown, because they are counted (K15).
func (g Game) For(seat int) View {
	if seat < 0 || seat >= g.players {
		seat = nobody
	}
	v := View{
		Seat: seat, Turn: g.turn, ToMove: g.ToMove(), Phase: g.phase(), Free: g.free.knights(),
		Neutral: g.neutral, Ending: g.ended, Scores: g.Scores(),
	}
	for _, side := range g.Sides() {
		c := side.Colour
		v.Lands = append(v.Lands, LandView{
			Side: side, Owner: int(g.owner[c]), Defence: g.defence[c].led(c),
			Strength: g.guard(c), Spent: g.spent[c],
		})
	}
	v.known = g
	for p := range g.players {
		open := p == seat || g.ended != Running
		v.Players = append(v.Players, g.playerView(p, open))
		if !open {
			for s := range v.backs[p] {
				v.backs[p][s] = int8((g.hands[p] & setBands[s+1]).size())
			}
			v.known.hands[p] = 0
		}
	}
	return v
}

func (g *Game) playerView(p int, open bool) PlayerView {
	one := PlayerView{
		Seat: p, Set: g.sets[p], Chips: g.chips[p], Held: g.hands[p].size(),
		Troops: []TroopView{}, Resigned: g.out[p],
	}
	if open {
		one.Hand = g.hands[p].knights()
	}
	for c := Red; c <= Yellow; c++ {
		if troop := g.troops[p][c]; troop != 0 {
			one.Troops = append(one.Troops, TroopView{Against: c, Knights: troop.led(c), Strength: troop.strength()})
		}
	}
	return one
}

func (g *Game) phase() string {
	switch {
	case g.ended != Running:
		return "over"
	case g.laid:
		return "optional"
	case g.acted:
		return "lay"
	}
	return "begin"
}

// Open gives the kinds of moves that the player to move may make as far as everybody sees: what depends on the knights in the hand
// counts as possible, so that it tells nothing of them. The ending of a turn is in it when the knight is laid; resigning never is.
func (v View) Open() (kinds []Kind) {
	g, p := &v.known, v.known.seat
	if g.ended != Running {
		return nil
	}
	if g.judgeCollect() == legal {
		kinds = append(kinds, Collect)
	}
	free := func(k Knight) bool { return g.cost(p, k.Face()) <= g.chips[p] }
	if !g.hired && slices.ContainsFunc(v.Free, free) {
		kinds = append(kinds, Recruit)
	}
	for _, land := range v.Lands {
		switch power := land.Side.Effects.Power.Kind; {
		case land.Owner != p || land.Spent:
		case power == RecallPower && g.attackers(p) > 0:
			kinds = append(kinds, Recall)
		case power == ReinforcePower:
			kinds = append(kinds, Reinforce)
		}
	}
	if g.laid {
		return append(kinds, EndTurn)
	}
	return append(kinds, Lay)
}

// Moves gives the legal moves of the seat that looks, as [Game.Moves] does: they depend on nothing that is hidden.
func (v View) Moves() []Move { return v.known.Moves(v.Seat) }
