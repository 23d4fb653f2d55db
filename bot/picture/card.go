package picture

import (
	"image"
	"image/color"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"skald/bot/picture/internal/canvas"
	"skald/fate"
)

// A card's size, and where its parts are, in pixels.
const (
	cardWidth  = 200
	cardHeight = 280
	cardRound  = 16
	cardEdge   = 5
	bandTop    = 112
	bandBottom = 158
)

// look is everything that a drawn card shows.
type look struct {
	kind         kind
	suit, symbol string
	tint         color.NRGBA
	value        int
	aura         fate.Aura
	name, event  string
}

// kind tells faces from what else lies among cards.
type kind uint8

const (
	face kind = iota
	back
	stunned // a slot locked by Stunning damage (R6.6e)
	killed  // a slot locked by Killing damage (R6.6e)
	nothing // in place of cards where there are none
)

// drawn keeps the cards that were drawn last: up to twice as many, of 56 kB each.
var drawn = canvas.Cache[look, *canvas.Sprite]{Keep: 150}

// lookOf is how a card of the deck looks. A card whose suit the list does not know is drawn all the same.
func lookOf(list *fate.DeckList, c fate.Card) look {
	if c.FaceDown() {
		return look{kind: back}
	}
	l := look{suit: short(canvas.Clean(string(c.Suit)), 60), tint: plain, value: c.Value}
	if list == nil {
		return l
	}
	if s, ok := list.Suit(c.Suit); ok {
		l.symbol, l.tint = short(canvas.Clean(s.Symbol), 1), canvas.Hex(s.Color, plain)
	}
	f := list.Faces[c]
	l.aura, l.name, l.event = f.Aura, short(canvas.Clean(f.Name), 80), short(canvas.Clean(f.Event), 120)
	return l
}

// sprite is the drawn card.
func (l look) sprite() *canvas.Sprite {
	return drawn.Of(l, func() *canvas.Sprite {
		c := canvas.New(cardWidth, cardHeight)
		switch l.kind {
		case back:
			drawBack(c)
		case stunned:
			drawSlot(c, "Stunning", "⚡", gold)
		case killed:
			drawSlot(c, "Killing", "☠", blood)
		case nothing:
			drawSlot(c, "No cards", "", muted)
		default:
			l.draw(c)
		}
		return c.Sprite()
	})
}

// draw draws the face: value and symbol above, the suit across, names and aura below.
func (l look) draw(c *canvas.Canvas) {
	tint := canvas.Readable(l.tint, paper, 3.3)
	c.Panel(c.Bounds(), cardRound, tint)
	c.Panel(c.Bounds().Inset(cardEdge), cardRound-cardEdge, paper)
	c.Fill(image.Rect(0, bandTop, cardWidth, bandBottom), tint)
	c.Label(canvas.Label{Box: image.Rect(10, bandTop, cardWidth-10, bandBottom), Font: canvas.Bold, Size: 36, Least: 22, Align: canvas.Centre, Color: paper}, l.suit)

	c.Label(canvas.Label{Box: image.Rect(16, 12, 117, bandTop), Font: canvas.Bold, Size: 106, Least: 24, Color: tint}, figure(l.value))
	drawSymbol(c, image.Rect(128, 30, 186, 94), l.symbol, l.suit, tint, paper)

	below := image.Rect(cardEdge+6, bandBottom+4, cardWidth-cardEdge-6, cardHeight-cardEdge-6)
	if l.aura != fate.NoAura {
		below.Max.Y -= 42
		drawAura(c, float32(cardWidth)/2, cardHeight-cardEdge-24, 19, l.aura)
	}
	l.drawNames(c, below, tint)
}

// drawNames writes the name on the face and the title of its event, and a pale symbol where there is neither.
func (l look) drawNames(c *canvas.Canvas, r image.Rectangle, tint color.NRGBA) {
	name := canvas.Label{Box: r, Font: canvas.Bold, Size: 25, Least: 18, Lines: 2, Align: canvas.Centre, Color: ink}
	event := canvas.Label{Box: r, Font: canvas.Regular, Size: 23, Least: 18, Lines: 2, Align: canvas.Centre, Color: faint}
	switch {
	case l.name != "" && l.event != "":
		middle := r.Min.Y + r.Dy()*3/8
		name.Box.Max.Y, name.Lines, name.Size, name.Least = middle, 1, 22, 17
		event.Box.Min.Y, event.Size, event.Least = middle, 18, 16
		c.Label(name, l.name)
		c.Label(event, l.event)
	case l.name != "":
		c.Label(name, l.name)
	case l.event != "":
		c.Label(event, l.event)
	default:
		drawSymbol(c, r.Inset(r.Dy()/8), l.symbol, l.suit, canvas.Mix(paper, tint, 25), paper)
	}
}

// drawSymbol draws a suit's symbol; where the fonts lack it, a dot with the suit's first letter.
func drawSymbol(c *canvas.Canvas, r image.Rectangle, symbol, suit string, col, ground color.NRGBA) {
	if s, size := utf8.DecodeRuneInString(symbol); size > 0 && canvas.Has(s) && unicode.IsGraphic(s) && !unicode.IsSpace(s) {
		c.Sign(r, canvas.Bold, s, col)
		return
	}
	radius := float32(min(r.Dx(), r.Dy())) / 2
	x, y := float32(r.Min.X+r.Max.X)/2, float32(r.Min.Y+r.Max.Y)/2
	c.Paint(canvas.Circle(x, y, radius), col)
	letter, _ := utf8.DecodeRuneInString(canvas.Clean(suit))
	if !canvas.Has(letter) {
		return
	}
	half := int(radius)
	c.Label(canvas.Label{
		Box:  box(int(x)-half, int(y)-half, 2*half, 2*half),
		Font: canvas.Bold, Size: half * 4 / 3, Least: half / 2, Align: canvas.Centre, Color: ground,
	}, string(unicode.ToUpper(letter)))
}

// drawAura draws the sign of R12.3: light with a plus, dark with a minus, an empty ring between.
func drawAura(c *canvas.Canvas, x, y, r float32, a fate.Aura) {
	const line = 5
	fill, sign := paper, ink
	if a == fate.Negative {
		fill, sign = ink, paper
	}
	c.Paint(canvas.Circle(x, y, r), ink)
	c.Paint(canvas.Circle(x, y, r-3), fill)
	arm := r * 0.5
	switch a {
	case fate.Positive:
		c.Paint(canvas.Line(line, canvas.Point{X: x, Y: y - arm}, canvas.Point{X: x, Y: y + arm}), sign)
		c.Paint(canvas.Line(line, canvas.Point{X: x - arm, Y: y}, canvas.Point{X: x + arm, Y: y}), sign)
	case fate.Negative:
		c.Paint(canvas.Line(line, canvas.Point{X: x - arm, Y: y}, canvas.Point{X: x + arm, Y: y}), sign)
	case fate.Neutral:
		c.Paint(canvas.Circle(x, y, r*0.45).Ring(canvas.Circle(x, y, r*0.45-3.5)), sign)
	}
}

// drawBack draws the back that all cards share.
func drawBack(c *canvas.Canvas) {
	night, lattice := canvas.RGB(0x2f3f66), canvas.RGB(0x4a5f92)
	c.Panel(c.Bounds(), cardRound, chalk)
	c.Panel(c.Bounds().Inset(cardEdge+1), cardRound-cardEdge, night)
	window := c.Bounds().Inset(18)
	c.Panel(window, 8, lattice)
	c.Panel(window.Inset(2), 6, night)
	for x := window.Min.X + 14; x < window.Max.X; x += 27 {
		for y := window.Min.Y + 14; y < window.Max.Y; y += 27 {
			c.Paint(canvas.Star(float32(x), float32(y), 8, 3, 4), lattice)
		}
	}
	const x, y = cardWidth / 2, cardHeight / 2
	c.Paint(canvas.Circle(x, y, 52), chalk)
	c.Paint(canvas.Circle(x, y, 48), night)
	c.Paint(canvas.Star(x, y, 42, 15, 8), chalk)
	c.Paint(canvas.Circle(x, y, 11), night)
}

// drawSlot draws a place in a hand that holds no card, with a sign where it is locked.
func drawSlot(c *canvas.Canvas, word, sign string, col color.NRGBA) {
	framed(c, c.Bounds(), cardRound, panel, edge)
	framed(c, c.Bounds().Inset(12), cardRound-8, panel, edge)
	l := canvas.Label{Box: c.Bounds().Inset(18), Font: canvas.Bold, Size: 34, Least: 20, Align: canvas.Centre, Color: col}
	if sign == "" {
		c.Label(l, word)
		return
	}
	drawSymbol(c, image.Rect(48, 44, 152, 148), sign, word, col, panel)
	l.Box = image.Rect(18, 165, 182, 215)
	c.Label(l, word)
	l.Box, l.Font, l.Size, l.Color = image.Rect(18, 212, 182, 250), canvas.Regular, 28, chalk
	c.Label(l, "slot locked")
}

// figure writes a number, a negative one with a proper minus.
func figure(n int) string {
	if n < 0 {
		return "−" + strings.TrimPrefix(strconv.Itoa(n), "-")
	}
	return strconv.Itoa(n)
}
