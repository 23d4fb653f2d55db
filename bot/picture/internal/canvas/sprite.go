package canvas

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// Sprite is a finished drawing that can be placed on canvases. It is never changed, so that several may use
// it at once.
type Sprite struct {
	size    image.Point
	pix     []uint8
	colours []color.NRGBA
	counts  []int // of the pixels of each colour
}

// Sprite finishes the canvas, which must not be drawn on afterwards.
func (c *Canvas) Sprite() *Sprite {
	s := &Sprite{size: c.img.Rect.Size(), pix: c.img.Pix, colours: c.colours, counts: make([]int, len(c.colours))}
	for i := range s.counts {
		s.counts[i] = bytes.Count(s.pix, []byte{uint8(i)})
	}
	return s
}

// Size is the sprite's size in pixels.
func (s *Sprite) Size() image.Point { return s.size }

// Admit makes room for the colours of sprites, before they are placed. Where there are too many the rarest
// are left out, and will be replaced by the nearest.
func (c *Canvas) Admit(sprites ...*Sprite) {
	type need struct {
		color color.NRGBA
		count int
	}
	var needs []need
	at := map[color.NRGBA]int{}
	for _, s := range sprites {
		for i, col := range s.colours {
			j, ok := at[col]
			if !ok {
				j = len(needs)
				at[col] = j
				needs = append(needs, need{color: col})
			}
			needs[j].count += s.counts[i]
		}
	}
	if len(needs) > palette-spare-len(c.colours) {
		slices.SortStableFunc(needs, func(a, b need) int { return cmp.Compare(b.count, a.count) })
	}
	for _, n := range needs {
		c.place(n.color, palette-spare)
	}
}

// Place copies a sprite, its transparent pixels too, with its upper left corner at a point; it must lie
// within the canvas.
func (c *Canvas) Place(s *Sprite, at image.Point) {
	var to [palette]uint8
	for i, col := range s.colours {
		to[i] = c.place(col, palette-spare)
	}
	for y := range s.size.Y {
		from := s.pix[y*s.size.X : (y+1)*s.size.X]
		start := c.img.PixOffset(at.X, at.Y+y)
		recolour(c.img.Pix[start:start+len(from)], from, &to)
	}
}

// recolour copies a row of pixels into another palette, eight at a time where they are alike, which is most
// of a picture.
func recolour(row, from []uint8, to *[palette]uint8) {
	const ones = 0x0101010101010101
	for len(from) >= 8 && len(row) >= 8 {
		eight := binary.LittleEndian.Uint64(from)
		if first := uint8(eight); eight == uint64(first)*ones {
			binary.LittleEndian.PutUint64(row, uint64(to[first])*ones)
		} else {
			row[0], row[1], row[2], row[3] = to[from[0]], to[from[1]], to[from[2]], to[from[3]]
			row[4], row[5], row[6], row[7] = to[from[4]], to[from[5]], to[from[6]], to[from[7]]
		}
		row, from = row[8:], from[8:]
	}
	for x, i := range from {
		row[x] = to[i]
	}
}
