package knights

// What says which of the things that can happen a [Happened] is.
type What string

// What can happen.
const (
	Collected  What = "collected"
	Laid       What = "laid"
	Conquered  What = "conquered"
	Recruited  What = "recruited"
	Recalled   What = "recalled"
	Reinforced What = "reinforced"
	Skipped    What = "skipped" // K13b
	Began      What = "began"   // the next turn
	Resigned   What = "resigned"
	Finished   What = "finished"
)

// Happened is one thing that came of a move, public in all its parts. Fields that do not belong to it are zero.
type Happened struct {
	What    What     `json:"what"`
	Seat    int      `json:"seat"`              // whose it is; Finished: who moved last
	Knight  Knight   `json:"knight,omitzero"`   // laid, recruited, recalled or added to a defence
	Troop   Colour   `json:"troop,omitzero"`    // Laid, Recalled: the troop's leading colour
	Land    Colour   `json:"land,omitzero"`     // Conquered, Reinforced
	From    int      `json:"from"`              // Conquered: the seat that lost the land, -1 for the table
	Knights []Knight `json:"knights,omitempty"` // Conquered: the knights that went free or back to that seat's hand (K12)
	Chips   int      `json:"chips,omitempty"`   // Collected: taken; Recruited: paid
	Turn    int      `json:"turn,omitempty"`    // Began
	Ending  Ending   `json:"ending,omitempty"`  // Finished
}

// Play carries out a move that [Game.Moves] offers and says what happened, the beginning of the next turn included: a turn ends by
// itself when nothing optional is left. Any other move is refused with a [Refusal], and the game comes back as it was.
func (g Game) Play(m Move) (Game, []Happened, error) {
	if v := g.judge(m); v != legal {
		return g, nil, g.refuse(v, m)
	}
	var news []Happened
	g.carry(m, &news)
	return g, news, nil
}

// Opening gives what happened before the first move: the first turn began.
func (g Game) Opening() []Happened {
	return []Happened{{What: Began, Seat: g.seat, Turn: g.turn, From: nobody}}
}

func tell(news *[]Happened, h Happened) {
	if news != nil {
		if h.What != Conquered {
			h.From = nobody
		}
		*news = append(*news, h)
	}
}

// carry carries out a legal move in place. News may be nil: the computer players' searches have no use for it.
func (g *Game) carry(m Move, news *[]Happened) {
	switch m.Kind {
	case Resign:
		g.resign(m.Seat, news)
	case EndTurn:
		g.pass(news)
	default:
		g.act(m, news)
	}
	for g.ended == Running && !g.choice() {
		g.pass(news)
	}
}

// act carries out what a player does within a turn.
func (g *Game) act(m Move, news *[]Happened) {
	p := m.Seat
	switch m.Kind {
	case Collect:
		g.collect(news)
	case Lay:
		g.lay(m, news)
	case Recruit:
		one, cost := g.free.one(m.Knight), g.cost(p, m.Knight)
		g.free &^= one
		g.hands[p] |= one
		g.chips[p] -= cost
		g.hired = true
		tell(news, Happened{What: Recruited, Seat: p, Knight: cards[one.first()], Chips: cost})
	case Recall:
		one := g.troops[p][m.Troop].one(m.Knight)
		g.troops[p][m.Troop] &^= one
		g.hands[p] |= one
		g.spent[m.Land] = true
		tell(news, Happened{What: Recalled, Seat: p, Knight: cards[one.first()], Troop: m.Troop})
	case Reinforce:
		one := g.hands[p].one(m.Knight)
		g.hands[p] &^= one
		g.defence[m.Troop] |= one
		g.spent[m.Land] = true
		tell(news, Happened{What: Reinforced, Seat: p, Knight: cards[one.first()], Land: m.Troop})
		g.emptied(news)
	}
	g.acted = true // K8a: any action forfeits collecting
}

func (g *Game) collect(news *[]Happened) {
	fame := g.due(g.seat)
	g.chips[g.seat] += fame
	g.acted = true
	tell(news, Happened{What: Collected, Seat: g.seat, Chips: fame})
}

// lay is action 2 with the conquest that follows at once (K9, K11), and perhaps the end (K14).
func (g *Game) lay(m Move, news *[]Happened) {
	p, troop := m.Seat, m.Troop
	if troop == NoColour {
		troop = m.Knight.Colour
	}
	one := g.hands[p].one(m.Knight)
	g.hands[p] &^= one
	g.troops[p][troop] |= one
	g.laid = true
	g.skips = 0
	tell(news, Happened{What: Laid, Seat: p, Knight: cards[one.first()], Troop: troop})
	last := g.hands[p] == 0
	g.conquer(news)
	if last {
		g.finish(LastKnight, news)
	}
}

// emptied ends the game if the player to move has just played the last hand knight (K14).
func (g *Game) emptied(news *[]Happened) {
	if g.hands[g.seat] == 0 {
		g.finish(LastKnight, news)
	}
}

// conquer takes every land that a troop of the player to move now beats (K11, K11a, K12).
func (g *Game) conquer(news *[]Happened) {
	p := g.seat
	for c := Red; c <= Yellow; c++ {
		troop, from := g.troops[p][c], int(g.owner[c])
		if from == p || troop.strength() <= g.guard(c) {
			continue
		}
		losers := g.defence[c]
		if from == nobody {
			g.free |= losers
		} else {
			g.hands[from] |= losers
		}
		g.defence[c], g.troops[p][c] = troop, 0
		g.owner[c] = int8(p)
		g.spent[c] = false
		g.skips = 0
		if news != nil {
			tell(news, Happened{What: Conquered, Seat: p, Land: c, From: from, Knights: losers.led(c)})
		}
	}
}

// choice says whether the player to move can do anything but end the turn.
func (g *Game) choice() bool {
	if !g.laid && !g.blocked() || g.judgeCollect() == legal {
		return true
	}
	var room [32]Move
	return len(g.extras(room[:0], true)) > 0
}

// pass ends the turn and begins the next. Where laying had to be skipped (K13b), what the troops beat is taken now (K11).
func (g *Game) pass(news *[]Happened) {
	if !g.laid {
		g.skips++
		tell(news, Happened{What: Skipped, Seat: g.seat})
		g.conquer(news)
		if g.skips >= g.active() {
			g.finish(NoneCanLay, news)
			return
		}
	}
	g.begin(g.next(g.seat), news)
}

// begin starts the turn of p, and collects if that goes by itself (K8a).
func (g *Game) begin(p int, news *[]Happened) {
	g.seat = p
	g.turn++
	g.acted, g.laid, g.hired = false, false, false
	for c := range g.spent {
		if g.board.power[c].Times == "turn" {
			g.spent[c] = false
		}
	}
	tell(news, Happened{What: Began, Seat: p, Turn: g.turn})
	if g.auto && g.due(p) > 0 {
		g.collect(news)
	}
}

// resign takes p out of the game: the lands go back to the table as they are defended, the rest to the box and the supply.
func (g *Game) resign(p int, news *[]Happened) {
	g.out[p] = true
	g.hands[p] = 0
	g.troops[p] = [colours]band{}
	g.chips[p] = 0
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			g.owner[c] = nobody
		}
	}
	g.skips = 0 // the table has changed, so the others may try again
	tell(news, Happened{What: Resigned, Seat: p})
	switch {
	case g.active() == 1:
		g.finish(LeftAlone, news)
	case p == g.seat:
		g.begin(g.next(p), news)
	}
}

func (g *Game) finish(why Ending, news *[]Happened) {
	g.ended = why
	tell(news, Happened{What: Finished, Seat: g.seat, Ending: why})
}
