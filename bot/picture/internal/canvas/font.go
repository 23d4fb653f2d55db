package canvas

import (
	"image"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusanscondensed"
	"codeberg.org/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is one of the two fonts.
type Font uint8

// The fonts. Both know Latin, Greek and Cyrillic letters and many signs, and no CJK and no emoji.
const (
	Regular Font = iota
	Bold
)

// Of the fonts, in thousandths of their size: the height of a capital, what hangs below the baseline, and
// the height of a line.
const (
	capital = 729
	descent = 240
	leading = 1180
)

var fonts = sync.OnceValue(func() (both [2]*sfnt.Font) {
	for i, data := range [2][]byte{dejavusanscondensed.TTF, dejavusanscondensedbold.TTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		both[i] = f
	}
	return both
})

// Has reports whether the fonts can draw a sign.
func Has(r rune) bool {
	if r == unicode.ReplacementChar || unicode.Is(unicode.Co, r) {
		return false
	}
	i, err := fonts()[Bold].GlyphIndex(nil, r)
	return err == nil && i != 0
}

// em is the size of both fonts in their own units.
const em = 2048

// boxAdvance is how much room the box for a missing sign takes, in the fonts' units.
const boxAdvance = em * 3 / 4

type signKey struct {
	r    rune
	font Font
}

// advances holds how much room a sign takes, in the fonts' units; it is small, for every text is measured.
var advances = Cache[signKey, int]{Keep: 10000}

// advance is how much room a sign takes at a size in pixels.
func advance(f Font, size int, r rune) fixed.Int26_6 {
	units := advances.Of(signKey{r, f}, func() int {
		if !Has(r) {
			return boxAdvance
		}
		var buf sfnt.Buffer
		i, err := fonts()[f].GlyphIndex(&buf, r)
		if err != nil || i == 0 {
			return boxAdvance
		}
		a, err := fonts()[f].GlyphAdvance(&buf, i, fixed.I(em), font.HintingNone)
		if err != nil {
			return boxAdvance
		}
		return a.Round()
	})
	return fixed.Int26_6(units * size * 64 / em)
}

// glyph is a drawn sign: its mask, and where that lies about the sign's origin.
type glyph struct {
	mask []uint8
	box  image.Rectangle
}

type glyphKey struct {
	r     rune
	size  int16
	font  Font
	phase uint8
}

// glyphs holds up to twice as many signs: some megabytes.
var glyphs = Cache[glyphKey, *glyph]{Keep: 2000}

// phases is in how many places within a pixel a sign may begin.
const phases = 4

func glyphOf(f Font, size int, r rune, x fixed.Int26_6) *glyph {
	key := glyphKey{r: r, size: int16(size), font: f, phase: uint8((x & 63) * phases / 64)}
	return glyphs.Of(key, func() *glyph { return draw(key) })
}

// draw draws a sign, and a box in place of one that the font has not.
func draw(k glyphKey) *glyph {
	if !Has(k.r) {
		return drawBox(k)
	}
	f, size := fonts()[k.font], fixed.I(int(k.size))
	var buf sfnt.Buffer
	i, err := f.GlyphIndex(&buf, k.r)
	if err != nil || i == 0 {
		return drawBox(k)
	}
	outline, err := f.LoadGlyph(&buf, i, size, nil)
	if err != nil {
		return drawBox(k)
	}
	return drawOutline(outline, fixed.Int26_6(k.phase)*64/phases)
}

func drawOutline(outline sfnt.Segments, shift fixed.Int26_6) *glyph {
	b := outline.Bounds()
	box := image.Rect((b.Min.X + shift).Floor(), b.Min.Y.Floor(), (b.Max.X + shift).Ceil(), b.Max.Y.Ceil())
	g := &glyph{box: box}
	if box.Empty() {
		return g
	}
	t := tracers.Get().(*tracer)
	defer tracers.Put(t)
	t.begin(box.Size())
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X+shift-fixed.I(box.Min.X)) / 64, float32(p.Y-fixed.I(box.Min.Y)) / 64
	}
	for _, s := range outline {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			t.raster.ClosePath()
			t.raster.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			t.raster.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			x1, y1 := at(s.Args[1])
			t.raster.QuadTo(x, y, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x1, y1 := at(s.Args[1])
			x2, y2 := at(s.Args[2])
			t.raster.CubeTo(x, y, x1, y1, x2, y2)
		}
	}
	t.raster.ClosePath()
	g.mask = append([]uint8(nil), t.end()...)
	return g
}

// drawBox draws the neutral box that stands for a sign that the fonts have not.
func drawBox(k glyphKey) *glyph {
	w, h := max(int(k.size)*6/10, 3), max(int(k.size)*capital/1000, 4)
	line := max(int(k.size)/14, 1)
	g := &glyph{box: image.Rect(line, -h, line+w, 0), mask: make([]uint8, w*h)}
	for i := range g.mask {
		if x, y := i%w, i/w; x < line || x >= w-line || y < line || y >= h-line {
			g.mask[i] = 0xff
		}
	}
	return g
}
