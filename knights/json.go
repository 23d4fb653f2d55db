package knights

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// gameFile is a game as it is written down. The box is not in it: it holds the knights that lie nowhere else.
type gameFile struct {
	Format    int          `json:"format"`
	Lands     []landFile   `json:"lands"`
	Players   []playerFile `json:"players"`
	Neutral   Set          `json:"neutral"`
	Free      []Knight     `json:"free"`
	Auto      bool         `json:"auto_collect"`
	Turn      int          `json:"turn"`
	Seat      int          `json:"seat"`
	Skips     int          `json:"skips"`
	Acted     bool         `json:"acted"`
	Laid      bool         `json:"laid"`
	Recruited bool         `json:"recruited"`
	Ending    Ending       `json:"ending"`
}

type landFile struct {
	Side    Side     `json:"side"`
	Owner   int      `json:"owner"`
	Defence []Knight `json:"defence"`
	Spent   bool     `json:"spent"`
}

type playerFile struct {
	Set      Set         `json:"set"`
	Chips    int         `json:"chips"`
	Hand     []Knight    `json:"hand"`
	Troops   []troopFile `json:"troops"`
	Resigned bool        `json:"resigned"`
}

type troopFile struct {
	Against Colour   `json:"against"`
	Knights []Knight `json:"knights"`
}

const format = 1

// MarshalJSON writes the whole game, hands included; equal games give equal bytes. The zero Game is null.
func (g Game) MarshalJSON() ([]byte, error) {
	if g.board == nil {
		return []byte("null"), nil
	}
	file := gameFile{
		Format: format, Neutral: g.neutral, Free: g.free.knights(), Auto: g.auto, Turn: g.turn, Seat: g.seat,
		Skips: g.skips, Acted: g.acted, Laid: g.laid, Recruited: g.hired, Ending: g.ended,
	}
	for _, side := range g.board.sides {
		c := side.Colour
		file.Lands = append(file.Lands, landFile{Side: side, Owner: int(g.owner[c]), Defence: g.defence[c].led(c), Spent: g.spent[c]})
	}
	for p := range g.players {
		one := playerFile{Set: g.sets[p], Chips: g.chips[p], Hand: g.hands[p].knights(), Troops: []troopFile{}, Resigned: g.out[p]}
		for c := Red; c <= Yellow; c++ {
			if troop := g.troops[p][c]; troop != 0 {
				one.Troops = append(one.Troops, troopFile{Against: c, Knights: troop.led(c)})
			}
		}
		file.Players = append(file.Players, one)
	}
	return json.Marshal(file)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses a game that cannot be: a knight in two places or missing, two knights of a
// colour in a troop (K10), a land of no player, a player's turn who has resigned, and the like.
func (g *Game) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*g = Game{}
		return nil
	}
	var file gameFile
	if err := json.Unmarshal(data, &file); err != nil {
		return fmt.Errorf("read a game of knights: %w", err)
	}
	read, err := file.game()
	if err != nil {
		return fmt.Errorf("read a game of knights: %w", err)
	}
	*g = read
	return nil
}

func (f gameFile) game() (Game, error) {
	g := Game{
		players: len(f.Players), neutral: f.Neutral, auto: f.Auto, turn: f.Turn, seat: f.Seat, skips: f.Skips,
		acted: f.Acted, laid: f.Laid, hired: f.Recruited, ended: f.Ending,
	}
	if f.Format != format || g.players < 2 || g.players > seats {
		return Game{}, fmt.Errorf("format %d with %d players", f.Format, g.players)
	}
	var sides []Side
	for _, land := range f.Lands {
		sides = append(sides, land.Side)
	}
	if err := checkSides(sides); err != nil {
		return Game{}, err
	}
	g.board = newBoard(sides)
	var z zones
	for _, land := range f.Lands {
		c := land.Side.Colour
		g.defence[c], g.spent[c] = z.put(land.Defence), land.Spent
		if land.Owner < nobody || land.Owner >= g.players {
			return Game{}, fmt.Errorf("%s belongs to seat %d", c.Land(), land.Owner)
		}
		g.owner[c] = int8(land.Owner)
	}
	g.owner[NoColour] = nobody
	g.free = z.put(f.Free)
	for p, one := range f.Players {
		g.sets[p], g.chips[p], g.out[p], g.hands[p] = one.Set, one.Chips, one.Resigned, z.put(one.Hand)
		for _, troop := range one.Troops {
			if troop.Against == NoColour || len(troop.Knights) == 0 || g.troops[p][troop.Against] != 0 {
				return Game{}, errors.New("an attack troop is empty, against no land, or there twice")
			}
			g.troops[p][troop.Against] = z.put(troop.Knights)
		}
	}
	if z.twice != 0 {
		return Game{}, fmt.Errorf("the %v lies in two places", z.twice.knights()[0])
	}
	return g, g.check()
}

// zones puts knights into bands and notes those that were put somewhere before.
type zones struct{ all, twice band }

func (z *zones) put(list []Knight) (b band) {
	for _, k := range list {
		one := band(1) << max(0, slices.Index(cards[:], k))
		z.twice |= z.all & one
		z.all |= one
		b |= one
	}
	return b
}

// check says what is impossible about a game; a game that New dealt and Play played has no such fault.
func (g *Game) check() error {
	if err := g.checkKnights(); err != nil {
		return err
	}
	for c := Red; c <= Yellow; c++ {
		if err := checkTroop(g.defence[c], c); err != nil || g.defence[c] == 0 {
			return fmt.Errorf("the defence of %s: %v", c.Land(), err)
		}
		if p := g.owner[c]; p != nobody && g.out[p] {
			return fmt.Errorf("%s belongs to a player who resigned", c.Land())
		}
	}
	for p := range g.players {
		for c := Red; c <= Yellow; c++ {
			if err := checkTroop(g.troops[p][c], c); err != nil {
				return fmt.Errorf("the troop of seat %d against %s: %w", p, c.Land(), err)
			}
		}
		if g.chips[p] < 0 || g.out[p] && (g.chips[p] != 0 || g.hands[p] != 0 || g.troops[p] != [colours]band{}) {
			return fmt.Errorf("seat %d has %d chips or has resigned and holds something", p, g.chips[p])
		}
	}
	return g.checkTurn()
}

// checkTroop asks for the leader and one knight of a colour (K6, K9, K10).
func checkTroop(troop band, leader Colour) error {
	if troop == 0 {
		return nil
	}
	for c := Red; c <= Yellow; c++ {
		if n := (troop & colourBands[c]).size(); n > 1 || c == leader && n == 0 {
			return fmt.Errorf("%d %s knights", n, c)
		}
	}
	return nil
}

// checkKnights asks that the sets be different and every knight of a set in the game lie somewhere; only what players who resigned held
// may be in the box.
func (g *Game) checkKnights() error {
	playing, resigned := setBands[min(g.neutral, sets)], band(0)
	for p := range g.players {
		s := g.sets[p]
		if s < 1 || s > sets || playing&setBands[s] != 0 {
			return errors.New("two players have the same set of knights")
		}
		playing |= setBands[s]
		resigned |= setBands[s] * band(truth(g.out[p]))
	}
	lying := g.lying()
	if g.active() < g.players {
		resigned |= setBands[g.neutral] // who resigned may have recruited
	}
	if lying&^playing != 0 || playing&^lying&^resigned != 0 {
		return errors.New("a knight is missing or should be in the box")
	}
	return nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lying are all knights that are not in the box.
func (g *Game) lying() band {
	all := g.free | g.open()
	for _, hand := range g.hands {
		all |= hand
	}
	return all
}

// open are the knights that lie in troops and defences or are free.
func (g *Game) open() band {
	all := g.free
	for _, defence := range g.defence {
		all |= defence
	}
	for _, troops := range g.troops {
		for _, troop := range troops {
			all |= troop
		}
	}
	return all
}

func (g *Game) checkTurn() error {
	endings := []Ending{Running, LastKnight, NoneCanLay, LeftAlone}
	switch {
	case g.seat < 0 || g.seat >= g.players || g.turn < 1 || g.skips < 0:
		return fmt.Errorf("turn %d of seat %d", g.turn, g.seat)
	case !slices.Contains(endings, g.ended):
		return fmt.Errorf("%q is no ending", clip(string(g.ended)))
	case g.ended != Running:
		return nil
	case g.out[g.seat] || g.active() < 2:
		return errors.New("it is the turn of a player who resigned, or nobody else is left")
	case g.hands[g.seat] == 0:
		return errors.New("the player to move has no knight in hand (K14)")
	case !g.choice():
		return errors.New("the player to move has nothing to do")
	}
	return nil
}
