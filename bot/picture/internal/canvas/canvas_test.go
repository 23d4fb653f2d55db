package canvas

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	white = RGB(0xffffff)
	black = RGB(0)
	red   = RGB(0xc0392b)
)

func TestCleanMakesStrangersTextFit(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Jack of Hearts", "Jack of Hearts"},
		{"", ""},
		{"  two\t\n words\u2028\u00a0here ", "two words here"},
		{"\u202eevil\u202c \u2066iso\u2069 \u200bzero\ufeff", "evil iso zero"},
		{"a\x00b\x1b[31m\x7f", "ab[31m"},
		{"Zoe\u0308", "Zoë"},
		{"q\u0336\u0335\u0301x", "q\u0336x"},
		{"\u0301lone", "lone"},
		{"♥\ufe0f 👩\u200d🚀", "♥ 👩🚀"},
		{"\u3164\u115f\u034f\U000e0041", ""},
		{"bad\xffbyte", "bad\ufffdbyte"},
		{strings.Repeat("x", 1000), strings.Repeat("x", 400)},
		{strings.Repeat("\u0958", 400), strings.Repeat("\u0915\u093c", 200)},
	} {
		if got := Clean(c.text); got != c.want {
			t.Errorf("Clean(%q) is %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCleanTextStaysAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := Clean(rapid.String().Draw(t, "text"))
		if twice := Clean(once); twice != once {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func TestClipKeepsWithinTheWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Clean(rapid.String().Draw(t, "text"))
		size, width := rapid.IntRange(10, 100).Draw(t, "size"), rapid.IntRange(120, 400).Draw(t, "width")
		got := Clip(text, Bold, size, width)
		if Width(got, Bold, size) > width {
			t.Fatalf("%q is %d wide", got, Width(got, Bold, size))
		}
		if got != text && !strings.HasSuffix(got, "…") {
			t.Fatalf("%q became %q without an ellipsis", text, got)
		}
		for _, line := range Wrap(text, Bold, size, width, 3) {
			if Width(line, Bold, size) > width {
				t.Fatalf("the line %q is %d wide", line, Width(line, Bold, size))
			}
		}
	})
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	width := Width("Incomprehensible", Bold, 20)
	got := Wrap("Of an Incomprehensible length and so on for ever", Bold, 20, width, 3)
	if want := "Of an|Incomprehensible|length and so…"; strings.Join(got, "|") != want && !strings.HasSuffix(got[2], "…") {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(got) != 3 || got[0] != "Of an" || got[1] != "Incomprehensible" || !strings.HasPrefix(got[2], "length and") {
		t.Errorf("got %q", got)
	}
}

// drawnBox is the smallest rectangle around what was drawn.
func drawnBox(c *Canvas) image.Rectangle {
	var r image.Rectangle
	for y := range c.Bounds().Dy() {
		for x := range c.Bounds().Dx() {
			if c.At(x, y).A > 0 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestLabelsStayInTheirPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(300, 200)
		l := Label{
			Box: image.Rect(100, 70, 200, 130), Font: Bold, Size: rapid.IntRange(12, 40).Draw(t, "size"), Least: 12,
			Align: Align(rapid.IntRange(0, 2).Draw(t, "align")), Color: red,
		}
		c.Label(l, rapid.String().Draw(t, "text"))
		if got := drawnBox(c); !got.In(image.Rect(94, 62, 206, 142)) {
			t.Fatalf("the label lies at %v", got)
		}
	})
}

func TestLabelsAreInTheMiddle(t *testing.T) {
	for _, lines := range []string{"H", "HHH HHH"} {
		c := New(200, 200)
		c.Label(Label{Box: image.Rect(50, 50, 150, 150), Font: Bold, Size: 30, Lines: 2, Align: Centre, Color: red}, lines)
		got := drawnBox(c)
		if x, y := got.Min.X+got.Max.X, got.Min.Y+got.Max.Y; x < 198 || x > 202 || y < 198 || y > 202 {
			t.Errorf("%q lies at %v", lines, got)
		}
	}
}

func TestUnknownSignsAreTheSameNeutralBox(t *testing.T) {
	paint := func(text string) *Canvas {
		c := New(80, 60)
		c.Label(Label{Box: c.Bounds(), Font: Regular, Size: 40, Color: red}, text)
		return c
	}
	box := paint("漢")
	if at := drawnBox(box); at.Empty() || box.At(at.Min.X+8, at.Min.Y+8).A != 0 {
		t.Errorf("no box, or a full one, at %v", at)
	}
	for _, text := range []string{"🎲", "\ufffd", "\ue000", "\U0010fffe"} {
		c := paint(text)
		if string(c.img.Pix) != string(box.img.Pix) {
			t.Errorf("%q looks otherwise", text)
		}
	}
}

func TestHebrewRunsFromTheRight(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Jack", "Jack"},
		{"שלום", "םולש"},
		{"Jack שלום", "Jack םולש"},
		{"שלום Jack", "Jack םולש"},
	} {
		if got := visual(c.text); got != c.want {
			t.Errorf("%q is seen as %q, want %q", c.text, got, c.want)
		}
	}
}

func TestReadableKeepsContrast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		col := RGB(rapid.Uint32Range(0, 0xffffff).Draw(t, "colour"))
		for _, ground := range []color.NRGBA{white, black, RGB(0x262a33), RGB(0xfbf6ea)} {
			if got := Contrast(Readable(col, ground, 3.5), ground); got < 3.5 {
				t.Fatalf("%v upon %v has a contrast of %.2f", col, ground, got)
			}
		}
	})
	if got := Contrast(white, black); got < 20.99 || got > 21.01 {
		t.Errorf("black and white have a contrast of %v, want 21", got)
	}
}

func TestHexReadsColours(t *testing.T) {
	for text, want := range map[string]color.NRGBA{"#c0392b": red, "#FFFFFF": white, "c0392b": black, "#fff": black, "#+12345": black, "red": black, "": black} {
		if got := Hex(text, black); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
}

func TestBlendLaysColoursOver(t *testing.T) {
	clear := color.NRGBA{}
	for _, c := range []struct {
		under, over color.NRGBA
		shade       int
		want        color.NRGBA
	}{
		{white, black, 8, black},
		{white, black, 4, RGB(0x808080)},
		{clear, red, 8, red},
		{clear, red, 2, color.NRGBA{0xc0, 0x39, 0x2b, 64}},
		{color.NRGBA{0xc0, 0x39, 0x2b, 128}, red, 4, color.NRGBA{0xc0, 0x39, 0x2b, 192}},
	} {
		if got := blend(c.under, c.over, c.shade); got != c.want {
			t.Errorf("%v over %v is %v, want %v", c.over, c.under, got, c.want)
		}
	}
}

func TestPlainColoursHaveRoomWhenEdgesTookTheirs(t *testing.T) {
	c := New(100, 100)
	for i := range 40 {
		c.Paint(Circle(50, 50, 20), color.NRGBA{uint8(i * 6), uint8(255 - i*5), uint8(i * 41), 255})
	}
	if len(c.colours) < palette-spare {
		t.Fatalf("only %d colours were used", len(c.colours))
	}
	s := New(1, 1)
	s.Fill(s.Bounds(), red)
	c.Place(s.Sprite(), image.Point{}) // has no room, and looks like something else
	if c.At(0, 0) == red {
		t.Error("the spare colours were given to a sprite")
	}
	c.Fill(c.Bounds(), red)
	if got := c.At(5, 5); got != red {
		t.Errorf("the plain colour is %v, want %v", got, red)
	}
}

func TestSpritesKeepTheirColours(t *testing.T) {
	s := New(11, 3)
	s.Fill(image.Rect(1, 0, 4, 3), red)
	s.Fill(image.Rect(4, 1, 11, 3), white)
	c := New(30, 30)
	c.Fill(c.Bounds(), black)
	c.Place(s.Sprite(), image.Pt(7, 9))
	for y := range 3 {
		for x := range 11 {
			if got, want := c.At(7+x, 9+y), s.At(x, y); got != want {
				t.Errorf("%d, %d is %v, want %v", x, y, got, want)
			}
		}
	}
	if c.At(6, 9) != black || c.At(18, 9) != black || c.At(7, 12) != black {
		t.Error("something was painted beside the sprite")
	}
}

func TestPanelIsARoundRectangle(t *testing.T) {
	a, b := New(60, 40), New(60, 40)
	a.Panel(a.Bounds(), 12, red)
	b.Paint(RoundRect(0, 0, 60, 40, 12), red)
	for y := range 40 {
		for x := range 60 {
			if d := int(a.At(x, y).A) - int(b.At(x, y).A); d < -32 || d > 32 {
				t.Errorf("at %d, %d the panel has %v, the path %v", x, y, a.At(x, y), b.At(x, y))
			}
		}
	}
}

func TestRingHasAHole(t *testing.T) {
	c := New(40, 40)
	c.Paint(Circle(20, 20, 18).Ring(Circle(20, 20, 10)), red)
	if c.At(20, 20).A != 0 || c.At(20, 6) != red || c.At(1, 1).A != 0 {
		t.Errorf("middle %v, rim %v, corner %v", c.At(20, 20), c.At(20, 6), c.At(1, 1))
	}
}

func TestLinesHaveNoHoles(t *testing.T) {
	c := New(60, 60)
	c.Paint(Line(9, Point{10, 50}, Point{30, 10}, Point{50, 50}, Point{10, 20}), red)
	for _, p := range []image.Point{{10, 50}, {20, 30}, {30, 11}, {40, 30}, {49, 49}, {30, 35}} {
		if c.At(p.X, p.Y) != red {
			t.Errorf("at %v is %v", p, c.At(p.X, p.Y))
		}
	}
}

func TestCacheForgetsWhatIsOld(t *testing.T) {
	cache := Cache[int, int]{Keep: 3}
	made := 0
	of := func(k int) { cache.Of(k, func() int { made++; return k }) }
	for _, k := range []int{1, 2, 3, 1, 2, 3} {
		of(k)
	}
	if made != 3 {
		t.Errorf("three values were made %d times", made)
	}
	made = 0
	of(0)
	for k := range 100 {
		of(k)
		of(0)
	}
	if made != 96+1 { // 4 to 99, and 0 once
		t.Errorf("100 values were made %d times: what is asked for again and again must be kept", made)
	}
	if n := len(cache.young) + len(cache.old); n > 6 {
		t.Errorf("the cache holds %d values", n)
	}
}
