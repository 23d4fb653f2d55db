package picture

import (
	"image"
	"strconv"

	"skald/bot/picture/internal/canvas"
)

// drawKnights lays knights side by side, one over the other where the room is too small.
func (b Board) drawKnights(c *canvas.Canvas, ks []Knight, at image.Point, room int) {
	step := knightWide + knightGap
	if n := len(ks); n > 1 {
		step = min(step, (room-knightWide)/(n-1))
	}
	for i, k := range ks {
		b.drawKnight(c, k, at.Add(image.Pt(i*step, 0)))
	}
}

func (b Board) drawKnight(c *canvas.Canvas, k Knight, at image.Point) {
	r := image.Rectangle{Min: at, Max: at.Add(image.Pt(knightWide, knightHi))}
	if k.Land < 1 || k.Land > len(b.Lands) {
		framed(c, r, 8, canvas.RGB(0x2f3f66), chalk)
		c.Paint(canvas.Star(float32(r.Min.X+knightWide/2), float32(r.Min.Y+knightHi/2), 16, 6, 8), chalk)
		return
	}
	land, tint := b.Lands[k.Land-1], b.tint(k.Land)
	c.Panel(r, 8, tint)
	c.Panel(image.Rect(r.Min.X+3, r.Min.Y+3, r.Max.X-3, r.Max.Y-25), 5, paper)
	c.Label(canvas.Label{Box: image.Rect(r.Min.X+4, r.Min.Y+2, r.Max.X-4, r.Max.Y-24), Font: canvas.Bold, Size: 46, Least: 14, Align: canvas.Centre, Color: tint}, figure(k.Value))
	drawSymbol(c, image.Rect(r.Min.X+6, r.Max.Y-23, r.Max.X-6, r.Max.Y-3), land.Symbol, land.Name, paper, tint)
}

// drawStrength draws a strength in a shield.
func drawStrength(c *canvas.Canvas, x, y, strength int) {
	shield := func(by float32) canvas.Path {
		cx, cy := float32(x), float32(y)
		return canvas.Path{{Curved: true, Points: []canvas.Point{
			{X: cx - 24 + by, Y: cy - 25 + by},
			{X: cx, Y: cy - 25 + by},
			{X: cx + 24 - by, Y: cy - 25 + by},
			{X: cx + 26 - by, Y: cy + 18 - by},
			{X: cx, Y: cy + 28 - by*1.3},
			{X: cx - 26 + by, Y: cy + 18 - by},
			{X: cx - 24 + by, Y: cy - 25 + by},
		}}}
	}
	c.Paint(shield(0), edge)
	c.Paint(shield(3), chalk)
	c.Label(canvas.Label{Box: box(x-19, y-23, 38, 40), Font: canvas.Bold, Size: 32, Least: 14, Align: canvas.Centre, Color: ink}, figure(strength))
}

func (b Board) drawLand(c *canvas.Canvas, l Land, r image.Rectangle) {
	tint := canvas.Readable(canvas.Hex(l.Color, plain), paper, 3.3)
	c.Panel(r, 12, tint)
	c.Panel(image.Rect(r.Min.X+4, r.Min.Y+54, r.Max.X-4, r.Max.Y-4), 9, raised)
	drawSymbol(c, box(r.Min.X+14, r.Min.Y+9, 38, 38), l.Symbol, l.Name, paper, tint)
	c.Label(canvas.Label{Box: box(r.Min.X+64, r.Min.Y, landWide-64-66, 55), Font: canvas.Bold, Size: 34, Least: 22, Color: paper}, l.Name)
	drawStrength(c, r.Max.X-36, r.Min.Y+31, l.Strength)

	owner := canvas.Label{Box: box(r.Min.X+16, r.Min.Y+58, landWide-80, 46), Font: canvas.Regular, Size: 29, Least: 22, Color: muted}
	if l.Owner >= 1 && l.Owner <= len(b.Players) {
		drawBadge(c, r.Min.X+32, r.Min.Y+82, l.Owner)
		owner.Box.Min.X += 42
		owner.Font, owner.Color = canvas.Bold, playerColours[l.Owner-1]
		c.Label(owner, b.Players[l.Owner-1].Name)
	} else {
		c.Label(owner, "no owner")
	}
	b.drawKnights(c, l.Troop, image.Pt(r.Min.X+14, r.Min.Y+108), landWide-28)
	c.Label(canvas.Label{Box: box(r.Min.X+14, r.Min.Y+184, landWide-28, landNote), Font: canvas.Regular, Size: 25, Least: 20, Color: muted}, l.Note)
}

// drawBadge draws the number of a player in their colour.
func drawBadge(c *canvas.Canvas, x, y, player int) {
	c.Paint(canvas.Circle(float32(x), float32(y), 17), playerColours[player-1])
	c.Label(canvas.Label{Box: box(x-16, y-17, 32, 34), Font: canvas.Bold, Size: 26, Align: canvas.Centre, Color: panel}, strconv.Itoa(player))
}

// draw draws a player's name and counts, left of the troops.
func (p Player) draw(c *canvas.Canvas, i int, f flow) {
	if i%2 == 0 {
		c.Fill(image.Rect(2, f.top, boardWidth-2, f.bottom), raised)
	}
	name := canvas.Label{Box: box(boardSide+44, f.top+4, playerWide-boardSide-56, 46), Font: canvas.Bold, Size: 30, Least: 24, Color: playerColours[i]}
	if p.ToMove {
		c.Fill(image.Rect(2, f.top, 12, f.bottom), gold)
	}
	drawBadge(c, boardSide+17, f.top+28, i+1)
	c.Label(name, p.Name)

	y := f.top + 70
	c.Paint(canvas.Circle(boardSide+17, float32(y), 15), gold)
	c.Paint(canvas.Circle(boardSide+17, float32(y), 10).Ring(canvas.Circle(boardSide+17, float32(y), 7.5)), panel)
	number := canvas.Label{Box: box(boardSide+44, y-22, 56, 44), Font: canvas.Bold, Size: 30, Least: 18, Color: chalk}
	c.Label(number, figure(p.Chips))
	framed(c, box(boardSide+106, y-17, 25, 34), 5, canvas.RGB(0x2f3f66), chalk)
	number.Box = box(boardSide+140, y-22, 40, 44)
	c.Label(number, figure(p.Hand))
	if p.Score != "" {
		c.Label(canvas.Label{Box: box(boardSide+184, y-22, playerWide-boardSide-196, 44), Font: canvas.Bold, Size: 30, Least: 18, Align: canvas.Right, Color: gold}, p.Score)
	}
}
