package canvas

import (
	"image"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// longest is how much of a text is looked at, in characters. No picture has room for more.
const longest = 400

// Clean makes a text that a stranger wrote fit to be shown in one line: composed, without control
// characters, marks of direction and other invisible ones, with at most one accent on a letter, and single
// spaces between words.
func Clean(text string) string {
	if plain(text) {
		return text
	}
	runes := make([]rune, 0, min(len(text), longest))
	for _, r := range text {
		if len(runes) == longest {
			break
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
		if !invisible(r) {
			runes = append(runes, r)
		}
	}
	var b strings.Builder
	accents, written := 1, 0 // none can sit on nothing
	for _, r := range norm.NFC.String(string(runes)) {
		switch {
		case invisible(r): // norm puts some between very many accents
			continue
		case r == ' ':
			accents = 1
		case unicode.Is(unicode.M, r):
			if accents++; accents > 1 || unicode.Is(unicode.Me, r) {
				continue
			}
		default:
			accents = 0
		}
		if written++; written > longest {
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// plain reports whether a text is ASCII that needs no cleaning.
func plain(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == ' ' && before == ' ' {
			return false
		}
		before = text[i]
	}
	return len(text) <= longest && (text == "" || before != ' ')
}

// invisible tells the characters that have no shape of their own.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// Width is how wide a clean text is drawn, in pixels.
func Width(text string, f Font, size int) int {
	var x fixed.Int26_6
	for _, r := range text {
		x += advance(f, size, r)
	}
	return x.Ceil()
}

// Height is the height of so many lines.
func Height(lines, size int) int { return lines * size * leading / 1000 }

// Clip is the text itself where it fits a width, or as much of it as does, and an ellipsis.
func Clip(text string, f Font, size, width int) string {
	if Width(text, f, size) <= width {
		return text
	}
	room := fixed.I(width) - advance(f, size, '…')
	var x fixed.Int26_6
	for i, r := range text {
		if x += advance(f, size, r); x > room {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// Wrap breaks a text into at most so many lines of a width. A word that is wider than a line, and what has no
// room in the last one, is clipped.
func Wrap(text string, f Font, size, width, lines int) []string {
	got, whole := wrap(text, f, size, width, lines)
	if !whole {
		got[len(got)-1] = Clip(got[len(got)-1], f, size, width)
	}
	return got
}

// Lines is how many lines of a width a text takes, at most so many, where words that are wider break.
func Lines(text string, f Font, size, width, most int) int {
	text = broken(text, f, size, width)
	for n := 1; n < most; n++ {
		if _, whole := wrap(text, f, size, width, n); whole {
			return n
		}
	}
	return most
}

// broken is a text with each word that is wider than a line in pieces that are not.
func broken(text string, f Font, size, width int) string {
	var b strings.Builder
	room := fixed.I(width)
	var x fixed.Int26_6
	for _, r := range text {
		wide := advance(f, size, r)
		switch {
		case r == ' ':
			x = 0
		case x > 0 && x+wide > room:
			b.WriteByte(' ')
			x = wide
		default:
			x += wide
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wrap is Wrap, but for the last line, which has all that is left. It says whether every word had room.
func wrap(text string, f Font, size, width, lines int) ([]string, bool) {
	var got []string
	line, whole := "", true
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		switch {
		case line == "" || len(got) == lines-1 || Width(longer, f, size) <= width:
			line = longer
		default:
			got, line = append(got, Clip(line, f, size, width)), word
		}
		whole = whole && Width(word, f, size) <= width
	}
	return append(got, line), whole && Width(line, f, size) <= width
}

// Align is where in its box a text stands.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

// Label is how and where to write a text. It is written in the middle of the box's height, as large as
// fits between Least and Size in pixels, and never outside the box's width. Lines is how many there may
// be, 1 if left out; Break breaks words that are wider than a line.
type Label struct {
	Box         image.Rectangle
	Font        Font
	Size, Least int
	Align       Align
	Lines       int
	Break       bool
	Color       color.NRGBA
}

// wrap is the text in lines of a size.
func (l Label) wrap(text string, size int) ([]string, bool) {
	if l.Break {
		text = broken(text, l.Font, size, l.Box.Dx())
	}
	return wrap(text, l.Font, size, l.Box.Dx(), max(l.Lines, 1))
}

// Label writes a text, cleaned.
func (c *Canvas) Label(l Label, text string) {
	text = Clean(text)
	if text == "" || l.Box.Empty() {
		return
	}
	size := l.Size
	lines, whole := l.wrap(text, size)
	for !whole && size > l.Least && l.Least > 0 {
		size--
		lines, whole = l.wrap(text, size)
	}
	lines[len(lines)-1] = Clip(lines[len(lines)-1], l.Font, size, l.Box.Dx())
	// The capitals of the lines together are in the middle.
	step := Height(1, size)
	base := (l.Box.Min.Y + l.Box.Max.Y + size*capital/1000 - (len(lines)-1)*step) / 2
	for _, line := range lines {
		c.line(l, line, size, base)
		base += step
	}
}

func (c *Canvas) line(l Label, text string, size, base int) {
	x := l.Box.Min.X
	switch width := Width(text, l.Font, size); l.Align {
	case Centre:
		x += (l.Box.Dx() - width) / 2
	case Right:
		x += l.Box.Dx() - width
	}
	// Signs may reach a little beyond their own width, accents above the capitals.
	clip := image.Rect(l.Box.Min.X-size/8, base-size*leading/1000, l.Box.Max.X+size/8, base+size*descent/1000+1)
	pen := fixed.I(x)
	for _, r := range visual(text) {
		g := glyphOf(l.Font, size, r, pen)
		if g.mask != nil {
			c.stamp(g.mask, g.box.Add(image.Pt(pen.Floor(), base)), clip, l.Color)
		}
		pen += advance(l.Font, size, r)
	}
}

// Sign draws one sign as large as fits the box, in its middle.
func (c *Canvas) Sign(box image.Rectangle, f Font, r rune, col color.NRGBA) {
	size := box.Dy()
	trial := glyphOf(f, size, r, 0).box
	if trial.Empty() {
		return
	}
	size = min(size*box.Dy()/trial.Dy(), size*box.Dx()/trial.Dx(), 2*size)
	g := glyphOf(f, max(size, 1), r, 0)
	at := box.Min.Add(box.Size().Sub(g.box.Size()).Div(2)).Sub(g.box.Min)
	c.stamp(g.mask, g.box.Add(at), c.img.Rect, col)
}

// visual orders a line as the eye meets it from the left: Hebrew and Arabic run from the right. Letters
// are not joined.
func visual(text string) string {
	if !strings.ContainsFunc(text, fromTheRight) {
		return text
	}
	var p bidi.Paragraph
	if _, err := p.SetString(text); err != nil {
		return text
	}
	order, err := p.Order()
	if err != nil {
		return text
	}
	seen := make([]string, order.NumRuns())
	for i := range seen {
		run := order.Run(i)
		s := run.String()
		if run.Direction() == bidi.RightToLeft {
			s = bidi.ReverseString(s)
		}
		if first, _ := utf8.DecodeRuneInString(text); fromTheRight(first) {
			seen[len(seen)-1-i] = s
		} else {
			seen[i] = s
		}
	}
	return strings.Join(seen, "")
}

func fromTheRight(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}
