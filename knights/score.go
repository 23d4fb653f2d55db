package knights

// Score is what a player has at the end (K15a), part by part.
type Score struct {
	Seat     int         `json:"seat"`
	Chips    int         `json:"chips"`   // fame taken and not spent
	Defence  int         `json:"defence"` // strength of the knights that defend the player's lands
	Lands    []LandScore `json:"lands"`   // advantages and drawbacks at the end, land by land
	Hand     int         `json:"hand"`    // the value of the knights left in hand, negative or 0
	Total    int         `json:"total"`
	Place    int         `json:"place"` // 1 for the winners; those who tie share a place
	Resigned bool        `json:"resigned"`
}

// LandScore is what an owned land brings at the end (K15); Points may be 0.
type LandScore struct {
	Land   Colour `json:"land"`
	Points int    `json:"points"`
}

// Scores counts the game when it is over, by seat, and gives nil before, when hands are secret. Attack troops count nothing (K15a). A player
// who is left alone has won whatever the total; those who resigned come last.
func (g Game) Scores() []Score {
	if g.ended == Running {
		return nil
	}
	list := make([]Score, g.players)
	for p := range list {
		list[p] = g.score(p)
	}
	for p := range list {
		list[p].Place = 1
		for q := range list {
			if g.beats(q, p, list) {
				list[p].Place++
			}
		}
	}
	return list
}

func (g *Game) beats(q, p int, list []Score) bool {
	if g.out[q] || g.out[p] {
		return !g.out[q] && g.out[p]
	}
	return list[q].Total > list[p].Total
}

func (g *Game) score(p int) Score {
	s := Score{Seat: p, Chips: g.chips[p], Hand: -g.hands[p].strength(), Lands: []LandScore{}, Resigned: g.out[p]}
	s.Total = s.Chips + s.Hand
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			one := LandScore{Land: c, Points: g.bonus(c)}
			s.Lands = append(s.Lands, one)
			s.Defence += g.defence[c].strength()
			s.Total += one.Points
		}
	}
	s.Total += s.Defence
	return s
}

// bonus is what the land brings its owner at the end (K15).
func (g *Game) bonus(land Colour) (points int) {
	p := int(g.owner[land])
	for _, b := range g.board.end[land] {
		n := 1
		switch b.Per {
		case "land":
			n = g.lands(p)
		case "defender":
			n = g.defence[land].size()
		case "hand":
			n = g.hands[p].size()
		case "attacker":
			n = g.attackers(p)
		}
		points += n * b.Points
	}
	return points
}

func (g *Game) lands(p int) (n int) {
	for c := Red; c <= Yellow; c++ {
		if int(g.owner[c]) == p {
			n++
		}
	}
	return n
}

func (g *Game) attackers(p int) (n int) {
	for _, troop := range g.troops[p] {
		n += troop.size()
	}
	return n
}
