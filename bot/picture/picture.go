// Package picture draws what words show badly: cards, tables, charts, bars and the board of the knights'
// game, as PNG files and as a text for those who do not see them.
//
// Each kind of picture is a value, and neither of its methods changes it. Names in it may come from
// strangers: they are cleaned, clipped to their place, and a sign that the fonts lack is a neutral box.
// Equal values give equal files, which hold pixels and a palette and nothing else: no name, no time. All of
// it may be used by several at once.
package picture

import (
	"image"
	"image/color"

	"skald/bot/picture/internal/canvas"
)

// Picture is a kind of picture: [Spread], [Table], [Chart], [Bars] and [Board].
type Picture interface {
	// PNG draws the picture: at most 2000 pixels wide and 1 MiB long. The error is never the input's fault.
	PNG() ([]byte, error)
	// Alt tells what is to be seen, in at most 1024 characters.
	Alt() string
}

var (
	paper = canvas.RGB(0xfbf6ea) // of cards
	ink   = canvas.RGB(0x2a2622) // upon paper
	faint = canvas.RGB(0x6b6458) // upon paper, for what matters less

	panel  = canvas.RGB(0x262a33) // behind everything that is no card
	raised = canvas.RGB(0x323844) // what stands out from it
	edge   = canvas.RGB(0x59616f)
	chalk  = canvas.RGB(0xf3ecdc) // upon a panel
	muted  = canvas.RGB(0xaab2bf) // upon a panel, for what matters less
	gold   = canvas.RGB(0xe3b341)
	blood  = canvas.RGB(0xe06c5f)

	plain = canvas.RGB(0x6a707a) // for a colour that is missing or cannot be read
)

// upon is a user's colour, made readable upon a panel.
func upon(hex string) color.NRGBA {
	return canvas.Readable(canvas.Hex(hex, muted), panel, 3.5)
}

// ground is a new picture with a panel all over it.
func ground(width, height int) *canvas.Canvas {
	c := canvas.New(width, height)
	framed(c, c.Bounds(), 14, panel, edge)
	return c
}

// framed is a panel with an edge two pixels wide.
func framed(c *canvas.Canvas, r image.Rectangle, radius int, fill, edge color.NRGBA) {
	c.Panel(r, radius, edge)
	c.Panel(r.Inset(2), radius-2, fill)
}

// box is a rectangle by its corner and its size.
func box(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+w, y+h) }

// inner is a rectangle with something taken off its left and right.
func inner(r image.Rectangle, by int) image.Rectangle {
	return image.Rect(r.Min.X+by, r.Min.Y, r.Max.X-by, r.Max.Y)
}
