package canvas

import (
	"image/color"
	"math"
	"strconv"
)

// Hex reads "#rrggbb"; anything else is the other colour.
func Hex(text string, other color.NRGBA) color.NRGBA {
	if len(text) != 7 || text[0] != '#' {
		return other
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	if err != nil {
		return other
	}
	return RGB(uint32(n))
}

// RGB is an opaque colour written 0xrrggbb.
func RGB(n uint32) color.NRGBA {
	return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}
}

// Mix is part per cent of one colour in another.
func Mix(in, of color.NRGBA, part int) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(100-part) + int(b)*part + 50) / 100) }
	return color.NRGBA{R: mix(in.R, of.R), G: mix(in.G, of.G), B: mix(in.B, of.B), A: 0xff}
}

// luminance is the relative luminance of WCAG 2, from 0 for black to 1 for white.
func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// Contrast is the contrast of two colours by WCAG 2, from 1 for none to 21.
func Contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// Readable moves a colour away from the ground it is to be seen upon until their contrast is at least
// this: darker upon a light ground, lighter upon a dark one.
func Readable(c, ground color.NRGBA, least float64) color.NRGBA {
	end := RGB(0xffffff)
	if luminance(ground) > 0.4 {
		end = RGB(0)
	}
	got := c
	for part := 4; Contrast(got, ground) < least && part <= 100; part += 4 {
		got = Mix(c, end, part)
	}
	return got
}
