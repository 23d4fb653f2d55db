package picture

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"skald/bot/picture/internal/canvas"
)

// Board is a picture of the knights' game (part 2 of the rules): the lands in two rows of three (K2), the
// free knights, and the players. It shows six lands and four players.
type Board struct {
	Title   string // above: "Turn 5"
	Lands   []Land
	Free    []Knight // that may be recruited (K13)
	Players []Player
	Note    string // below, such as whose turn it is; may be empty
}

var _ Picture = Board{}

// Land is one of the six lands and the troop that defends it (K6, K11).
type Land struct {
	Name, Symbol, Color string
	Owner               int      // its player, counted from 1; 0 for the table
	Troop               []Knight // the defence, top knight first
	Strength            int      // of the defence, all told
	Note                string   // what the land's side is or does, in a few words; may be empty
}

// Knight is a knight's card: its value, and the land whose colour it has.
type Knight struct {
	Value int
	Land  int // counted from 1; 0 for a card face down
}

// Player is one player: what lies before them, and counts of what is theirs (K7, K9).
type Player struct {
	Name        string
	Chips, Hand int
	Troops      []Troop
	ToMove      bool
	Score       string // at the end; may be empty
}

// Troop is an attack troop, led by the first of its knights (K9).
type Troop struct {
	Knights  []Knight
	Strength int
}

const (
	boardLands   = 6
	boardPlayers = 4
	boardFree    = 36
	boardTroops  = 12 // of a player
	troopKnights = 12 // of a troop
	boardWidth   = 1120
	boardSide    = 24 // left and right of everything
	landsAcross  = 3
	landGap      = 14
	landHi       = 196 // without a note
	landNote     = 36
	knightWide   = 50
	knightHi     = 72
	knightGap    = 5
	playerHi     = 96
	playerWide   = 296 // of the names
	strengthWide = 56
	noteHi       = 44
	unknown      = -1 // the strength of what has none
)

// playerColours tell the four players apart, apart from the lands' own colours.
var playerColours = [boardPlayers]color.NRGBA{
	canvas.RGB(0x7fd1e6), canvas.RGB(0xf2a7c3), canvas.RGB(0xc6e377), canvas.RGB(0xe8d9b5),
}

// bounded is the board with no more of anything than is drawn.
func (b Board) bounded() Board {
	cut := func(ks []Knight, most int) []Knight { return ks[:min(len(ks), most)] }
	lands := make([]Land, 0, boardLands)
	for _, l := range b.Lands[:min(len(b.Lands), boardLands)] {
		l.Troop = cut(l.Troop, troopKnights)
		lands = append(lands, l)
	}
	players := make([]Player, 0, boardPlayers)
	for _, p := range b.Players[:min(len(b.Players), boardPlayers)] {
		troops := make([]Troop, 0, boardTroops)
		for _, t := range p.Troops[:min(len(p.Troops), boardTroops)] {
			troops = append(troops, Troop{cut(t.Knights, troopKnights), t.Strength})
		}
		p.Troops = troops
		players = append(players, p)
	}
	b.Lands, b.Players, b.Free = lands, players, cut(b.Free, boardFree)
	return b
}

// plan is where the parts of a board lie.
type plan struct {
	lands, bottom int // where the lands begin, and where all but the note ends
	free          flow
	players       []flow
}

func (b Board) plan() plan {
	p := plan{lands: 18}
	if canvas.Clean(b.Title) != "" {
		p.lands = titleHi
	}
	p.bottom = p.lands + (len(b.Lands)+landsAcross-1)/landsAcross*(b.landHi()+landGap)
	if len(b.Free) > 0 {
		p.free = place([]Troop{{Knights: b.Free, Strength: unknown}}, p.bottom)
		p.bottom = p.free.bottom
	}
	for _, player := range b.Players {
		p.players = append(p.players, place(player.Troops, p.bottom))
		p.bottom = p.players[len(p.players)-1].bottom
	}
	return p
}

// PNG draws the board.
func (b Board) PNG() ([]byte, error) {
	b = b.bounded()
	p, high := b.plan(), 16
	if canvas.Clean(b.Note) != "" {
		high += noteHi
	}
	c := ground(boardWidth, p.bottom+high)
	for i := range b.Lands {
		c.Ramp(paper, b.tint(i+1))
	}
	drawTitle(c, b.Title)
	for i, l := range b.Lands {
		x, y := boardSide+i%landsAcross*(landWide+landGap), p.lands+i/landsAcross*(b.landHi()+landGap)
		b.drawLand(c, l, box(x, y, landWide, b.landHi()))
	}
	if len(b.Free) > 0 {
		c.Label(canvas.Label{Box: box(boardSide, p.free.top, playerWide-boardSide-10, playerHi), Font: canvas.Bold, Size: 30, Least: 24, Color: muted}, "Free knights")
		b.drawFlow(c, p.free)
	}
	for i, player := range b.Players {
		player.draw(c, i, p.players[i])
		b.drawFlow(c, p.players[i])
	}
	c.Label(canvas.Label{Box: box(boardSide, p.bottom, boardWidth-2*boardSide, noteHi), Font: canvas.Regular, Size: 28, Least: 22, Color: chalk}, b.Note)
	return c.PNG()
}

const landWide = (boardWidth - 2*boardSide - (landsAcross-1)*landGap) / landsAcross

// landHi is how high a land is: higher where any of them has a note.
func (b Board) landHi() int {
	for _, l := range b.Lands {
		if canvas.Clean(l.Note) != "" {
			return landHi + landNote
		}
	}
	return landHi
}

// tint is the colour of a land, dark enough for paper.
func (b Board) tint(land int) color.NRGBA {
	if land < 1 || land > len(b.Lands) {
		return plain
	}
	return canvas.Readable(canvas.Hex(b.Lands[land-1].Color, plain), paper, 3.3)
}

// flow is where troops lie beside a name, in as many rows as they need.
type flow struct {
	top, bottom int
	troops      []Troop
	at          []image.Point
}

func place(troops []Troop, top int) flow {
	f := flow{top: top, troops: troops}
	x, y := playerWide, top+(playerHi-knightHi)/2
	for _, t := range troops {
		wide := t.width()
		if x > playerWide && x+wide > boardWidth-boardSide {
			x, y = playerWide, y+knightHi+8
		}
		f.at = append(f.at, image.Pt(x, y))
		x += wide + 20
	}
	f.bottom = y + knightHi + (playerHi-knightHi)/2
	return f
}

// width is how wide a troop lies, its strength included.
func (t Troop) width() int {
	wide := min(len(t.Knights)*(knightWide+knightGap), boardWidth-boardSide-playerWide-strengthWide-10)
	if t.Strength != unknown {
		wide += strengthWide
	}
	return wide
}

func (b Board) drawFlow(c *canvas.Canvas, f flow) {
	for i, t := range f.troops {
		at := f.at[i]
		room := t.width()
		if t.Strength != unknown {
			room -= strengthWide
			drawStrength(c, at.X+room+26, at.Y+knightHi/2, t.Strength)
		}
		b.drawKnights(c, t.Knights, at, room)
	}
}

// knights tells knights by value and land.
func (b Board) knights(ks []Knight) string {
	var words []string
	for _, k := range ks {
		if k.Land < 1 || k.Land > len(b.Lands) {
			words = append(words, "one face down")
			continue
		}
		words = append(words, figure(k.Value)+" "+short(canvas.Clean(b.Lands[k.Land-1].Name), 20))
	}
	return strings.Join(words, ", ")
}

// Alt tells lands, free knights and players, as far as there is room.
func (b Board) Alt() string {
	b = b.bounded()
	var parts []string
	if note := canvas.Clean(b.Note); note != "" {
		parts = append(parts, short(note, 100))
	}
	for _, l := range b.Lands {
		owner := "no owner"
		if l.Owner >= 1 && l.Owner <= len(b.Players) {
			owner = short(canvas.Clean(b.Players[l.Owner-1].Name), 30)
		}
		parts = append(parts, fmt.Sprintf("%s, %s, strength %d", short(canvas.Clean(l.Name), 20), owner, l.Strength))
	}
	for _, p := range b.Players {
		text := fmt.Sprintf("%s has %d chips, %d in hand", short(canvas.Clean(p.Name), 30), p.Chips, p.Hand)
		if p.Score != "" {
			text += ", score " + short(canvas.Clean(p.Score), 20)
		}
		for _, t := range p.Troops {
			text += fmt.Sprintf(", troop of %d (%s)", t.Strength, b.knights(t.Knights))
		}
		parts = append(parts, text)
	}
	if len(b.Free) > 0 {
		parts = append(parts, "free knights "+b.knights(b.Free))
	}
	return alt(b.Title, parts)
}
