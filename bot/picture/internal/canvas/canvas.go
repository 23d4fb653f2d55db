// Package canvas draws on pictures of at most 256 colours: shapes, text that strangers wrote, and sprites
// that are drawn once and placed often. The same calls in the same order give the same picture.
//
// A Canvas belongs to one goroutine. What all of them share, the fonts and the glyphs already drawn, is
// safe for all.
package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"sync"
)

const (
	// shades is how many steps an edge is smoothed in. Each costs a colour of the palette.
	shades = 8
	// palette bounds the colours of a picture, as PNG does.
	palette = 256
	// spare colours are kept from smoothed edges, so that there is still room for a plain colour.
	spare = 32
)

// Canvas is a picture in the making. Its first colour is transparent, and at first all of it is.
type Canvas struct {
	img     image.Paletted
	colours []color.NRGBA
	places  map[color.NRGBA]uint8
	brushes map[color.NRGBA]*brush
}

// brush remembers, for a colour that is painted with, which colour each earlier one becomes under each
// shade of it; 0 where that was not asked yet.
type brush struct {
	color color.NRGBA
	after [palette][shades + 1]uint8
}

// New is a transparent canvas, its sides in pixels.
func New(width, height int) *Canvas {
	c := &Canvas{
		colours: make([]color.NRGBA, 1, palette),
		places:  make(map[color.NRGBA]uint8, palette),
		brushes: map[color.NRGBA]*brush{},
	}
	c.img = image.Paletted{Pix: make([]uint8, width*height), Stride: width, Rect: image.Rect(0, 0, width, height)}
	c.places[color.NRGBA{}] = 0
	return c
}

// Bounds is the canvas as a rectangle; its upper left corner is 0, 0.
func (c *Canvas) Bounds() image.Rectangle { return c.img.Rect }

// At is the colour of a pixel.
func (c *Canvas) At(x, y int) color.NRGBA { return c.colours[c.img.Pix[c.img.PixOffset(x, y)]] }

// place finds or makes room for a colour, below a limit on how many there may be. When there is none
// left it is the nearest colour that is there.
func (c *Canvas) place(col color.NRGBA, limit int) uint8 {
	if col.A == 0 {
		return 0
	}
	if i, ok := c.places[col]; ok && (c.colours[i] == col || len(c.colours) >= limit) {
		return i
	}
	i := uint8(len(c.colours) % palette)
	if len(c.colours) < limit {
		c.colours = append(c.colours, col)
	} else {
		i = nearest(c.colours, col)
	}
	c.places[col] = i
	return i
}

// nearest is the colour that looks most like col. Where something should be seen, transparent is no match.
func nearest(colours []color.NRGBA, col color.NRGBA) uint8 {
	best, least := 0, 1<<30
	for i, k := range colours[1:] {
		r, g, b, a := int(k.R)-int(col.R), int(k.G)-int(col.G), int(k.B)-int(col.B), int(k.A)-int(col.A)
		if d := 2*r*r + 4*g*g + b*b + 6*a*a; d < least {
			best, least = i+1, d
		}
	}
	return uint8(best)
}

func (c *Canvas) brush(col color.NRGBA) *brush {
	b, ok := c.brushes[col]
	if !ok {
		b = &brush{color: col}
		if col.A == 0xff {
			c.place(col, palette)
		}
		c.brushes[col] = b
	}
	return b
}

// over is what the colour at a place becomes under a shade, 1 to shades, of the brush.
func (c *Canvas) over(b *brush, under, shade uint8) uint8 {
	if i := b.after[under][shade]; i != 0 {
		return i
	}
	limit := palette - spare
	if shade == shades {
		limit = palette
	}
	i := c.place(blend(c.colours[under], b.color, int(shade)), limit)
	b.after[under][shade] = i
	return i
}

// blend lays a shade of a colour over another.
func blend(under, over color.NRGBA, shade int) color.NRGBA {
	const whole = 255 * 255 * shades
	above := int(over.A) * 255 * shade
	below := int(under.A) * (whole - above) / 255
	sum := above + below
	if sum == 0 {
		return color.NRGBA{}
	}
	mix := func(u, o uint8) uint8 { return uint8((int(o)*above + int(u)*below + sum/2) / sum) }
	return color.NRGBA{mix(under.R, over.R), mix(under.G, over.G), mix(under.B, over.B), uint8((sum + 255*shades/2) / (255 * shades))}
}

// Ramp sees to it that the smoothed edges of a colour upon another have their room in the palette. It is
// for pictures whose lines cross so often that those would be left without.
func (c *Canvas) Ramp(under, over color.NRGBA) {
	b := c.brush(over)
	at := c.place(under, palette)
	for s := uint8(1); s <= shades; s++ {
		c.over(b, at, s)
	}
}

// Fill paints a rectangle.
func (c *Canvas) Fill(r image.Rectangle, col color.NRGBA) {
	r = r.Intersect(c.img.Rect)
	if r.Empty() || col.A == 0 {
		return
	}
	b := c.brush(col)
	plain := bytes.Repeat([]byte{c.over(b, 0, shades)}, r.Dx())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		at := c.img.PixOffset(r.Min.X, y)
		row := c.img.Pix[at : at+r.Dx()]
		if col.A == 0xff {
			copy(row, plain)
			continue
		}
		for x, under := range row {
			row[x] = c.over(b, under, shades)
		}
	}
}

// stamp paints through a mask whose upper left corner is at r.Min, within clip.
func (c *Canvas) stamp(mask []uint8, r, clip image.Rectangle, col color.NRGBA) {
	in := r.Intersect(clip).Intersect(c.img.Rect)
	b := c.brush(col)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		at := c.img.PixOffset(in.Min.X, y)
		row := c.img.Pix[at : at+in.Dx()]
		from := (y-r.Min.Y)*r.Dx() + in.Min.X - r.Min.X
		for x, cover := range mask[from : from+in.Dx()] {
			if shade := (uint32(cover)*shades + 127) / 255; shade > 0 {
				row[x] = c.over(b, row[x], uint8(shade))
			}
		}
	}
}

var (
	encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: new(buffers)}
	outputs = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// buffers lets the encoder use its large buffers again.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *buffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

// PNG encodes the canvas: the pixels and their palette, and nothing else.
func (c *Canvas) PNG() ([]byte, error) {
	c.img.Palette = make(color.Palette, len(c.colours))
	for i, k := range c.colours {
		c.img.Palette[i] = k
	}
	out := outputs.Get().(*bytes.Buffer)
	defer outputs.Put(out)
	out.Reset()
	if err := encoder.Encode(out, &c.img); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}
