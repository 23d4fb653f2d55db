package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"skald/bot/picture/internal/canvas"
)

// Chart is a picture of numbers that go up and down, such as the VPs of a campaign over its turns (C17). It
// shows up to twelve lines.
type Chart struct {
	Title  string // above; may be empty
	Across string // what is counted from left to right: "Turn"
	Lines  []Series
}

var _ Picture = Chart{}

// Series is one line of a chart.
type Series struct {
	Name   string
	Color  string // "#rrggbb"; "" for one of our own
	From   int    // the turn of the first value; later than the others' for who joined later (C18)
	Turns  []int  // the turn of each value, rising, where there are gaps between them; nil: one after the other
	Values []int
}

const (
	chartLines  = 12
	chartPoints = 400 // of one line; the oldest are left out
	chartWidth  = 1000
	plotHi      = 430
	legendHi    = 44
	legendCols  = 3
	legendSize  = 27
	legendLeast = 22
	axisSize    = 25
)

// lineColours tell lines apart for those too who see fewer colours: they differ in lightness, and each line has
// marks of its own.
var lineColours = []color.NRGBA{
	canvas.RGB(0x56b4e9), canvas.RGB(0xe69f00), canvas.RGB(0x3fc48f), canvas.RGB(0xf0e442),
	canvas.RGB(0xe8685f), canvas.RGB(0xd58be0), canvas.RGB(0x9aa7ff), canvas.RGB(0xb5dd5a),
	canvas.RGB(0x5fd9d9), canvas.RGB(0xc99b6b), canvas.RGB(0xf3ecdc), canvas.RGB(0x98a2b3),
}

// line is a series made ready to be drawn.
type line struct {
	name   string
	color  color.NRGBA
	turns  []int // of the values
	values []int
	shape  int
}

// frame is where the lines' numbers lie on the picture.
type frame struct {
	plot         image.Rectangle
	first, last  int // turns
	low, high    int // values, at the bottom and the top
	step, stride int // between the ticks of values and of turns
}

func (ch Chart) lines() []line {
	var ls []line
	for i, s := range ch.Lines[:min(len(ch.Lines), chartLines)] {
		l := line{name: canvas.Clean(s.Name), color: lineColours[i], shape: i}
		if s.Color != "" {
			l.color = upon(s.Color)
		}
		for j, v := range s.Values {
			turn := s.From + j
			if j < len(s.Turns) {
				turn = s.Turns[j]
			}
			l.turns, l.values = append(l.turns, clamp(turn)), append(l.values, clamp(v))
		}
		over := max(len(s.Values)-chartPoints, 0)
		l.turns, l.values = l.turns[over:], l.values[over:]
		ls = append(ls, l)
	}
	return ls
}

// clamp keeps a number so small that sums of several cannot overflow.
func clamp(v int) int { return max(min(v, 1e9), -1e9) }

// final is the line's newest value.
func (l line) final() int {
	if len(l.values) == 0 {
		return math.MinInt
	}
	return l.values[len(l.values)-1]
}

// fit finds a frame that holds all lines; false where there is nothing to show.
func fit(ls []line, plot image.Rectangle) (frame, bool) {
	f := frame{plot: plot, first: math.MaxInt, last: math.MinInt}
	for _, l := range ls {
		if len(l.values) == 0 {
			continue
		}
		f.first, f.last = min(f.first, slices.Min(l.turns)), max(f.last, slices.Max(l.turns))
		f.low, f.high = min(f.low, slices.Min(l.values)), max(f.high, slices.Max(l.values))
	}
	if f.first > f.last {
		return f, false
	}
	f.step = nice(f.high-f.low, 5)
	room := max((f.high-f.low)/20, 1)
	f.high += room
	if f.low < 0 {
		f.low -= room
	}
	f.stride = nice(f.last-f.first, 12)
	return f, true
}

// nice is a round step, at least 1, that divides a span into at most so many parts.
func nice(span, parts int) int {
	for scale := 1; ; scale *= 10 {
		for _, m := range []int{1, 2, 5} {
			if span <= m*scale*parts {
				return m * scale
			}
		}
	}
}

// down rounds towards the smaller multiple.
func down(v, step int) int {
	r := v % step
	if r < 0 {
		r += step
	}
	return v - r
}

func (f frame) x(turn int) float32 {
	if f.first == f.last {
		return float32(f.plot.Min.X+f.plot.Max.X) / 2
	}
	return float32(f.plot.Min.X) + float32(float64(f.plot.Dx())*float64(turn-f.first)/float64(f.last-f.first))
}

func (f frame) y(value int) float32 {
	return float32(f.plot.Max.Y) - float32(float64(f.plot.Dy())*float64(value-f.low)/float64(f.high-f.low))
}

// PNG draws the lines, the earlier ones above, and a legend with the newest values, the highest first.
func (ch Chart) PNG() ([]byte, error) {
	ls := ch.lines()
	top := 30
	if canvas.Clean(ch.Title) != "" {
		top = titleHi + 16
	}
	legend := legendRows(ls) * legendHi
	if len(ch.Lines) > chartLines {
		legend += legendHi
	}
	bottom := top + plotHi
	c := ground(chartWidth, bottom+70+legend+16)
	for _, l := range ls {
		c.Ramp(panel, l.color)
	}
	drawTitle(c, ch.Title)
	f, ok := fit(ls, image.Rect(24, top, chartWidth-40, bottom))
	if !ok {
		c.Label(canvas.Label{Box: f.plot, Font: canvas.Bold, Size: 34, Align: canvas.Centre, Color: muted}, "Nothing to show yet")
		return c.PNG()
	}
	f = f.axes(c, ch.Across)
	for _, l := range slices.Backward(ls) {
		l.draw(c, f)
	}
	ch.legend(c, ls, bottom+70)
	return c.PNG()
}

// axes draws ticks and their numbers, and gives the frame that is left for the lines.
func (f frame) axes(c *canvas.Canvas, across string) frame {
	wide := 0
	lowest := -down(-f.low, f.step)
	for v := lowest; v <= f.high; v += f.step {
		wide = max(wide, canvas.Width(figure(v), canvas.Regular, axisSize))
	}
	left := f.plot.Min.X
	f.plot.Min.X += wide + 26
	for v := lowest; v <= f.high; v += f.step {
		y := int(f.y(v))
		rule := raised
		if v == 0 {
			rule = edge
		}
		c.Fill(image.Rect(f.plot.Min.X-12, y-1, f.plot.Max.X+12, y+1), rule)
		c.Label(canvas.Label{Box: box(left, y-20, wide, 40), Font: canvas.Regular, Size: axisSize, Align: canvas.Right, Color: muted}, figure(v))
	}
	for turn := -down(-f.first, f.stride); turn <= f.last; turn += f.stride {
		x := int(f.x(turn))
		c.Fill(image.Rect(x-1, f.plot.Max.Y, x+1, f.plot.Max.Y+8), edge)
		c.Label(canvas.Label{Box: box(x-45, f.plot.Max.Y+6, 90, 36), Font: canvas.Regular, Size: axisSize, Align: canvas.Centre, Color: muted}, figure(turn))
	}
	c.Label(canvas.Label{Box: box(24, f.plot.Max.Y+36, chartWidth-48, 34), Font: canvas.Regular, Size: axisSize, Align: canvas.Centre, Color: muted}, across)
	return f
}

// draw draws a line through its values, broken where turns lie between them. Marks stand some way apart, each line's at
// places of its own.
func (l line) draw(c *canvas.Canvas, f frame) {
	points := make([]canvas.Point, len(l.values))
	for i, v := range l.values {
		points[i] = canvas.Point{X: f.x(l.turns[i]), Y: f.y(v)}
	}
	alone := func(i int) bool { // no line leads to the point nor away from it
		return (i == 0 || l.turns[i] > l.turns[i-1]+1) && (i == len(points)-1 || l.turns[i+1] > l.turns[i]+1)
	}
	for i := 1; i < len(points); i++ {
		if l.turns[i] > l.turns[i-1]+1 {
			continue
		}
		c.Paint(canvas.Line(5, points[i-1], points[i]), l.color)
	}
	every := 1
	if f.last > f.first {
		apart := max(float64(f.plot.Dx())/float64(f.last-f.first), 0.1)
		every = int(math.Ceil(48 / apart))
	}
	for i, p := range points {
		if i == len(points)-1 || (i+l.shape)%every == 0 || alone(i) {
			drawMarker(c, l.shape, p, 10, l.color)
		}
	}
}

// drawMarker draws the mark of a line: one of twelve shapes.
func drawMarker(c *canvas.Canvas, shape int, p canvas.Point, r float32, col color.NRGBA) {
	turned := func(corners int, r, by float64) canvas.Path {
		var ps []canvas.Point
		for i := range corners {
			sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(corners) + by)
			ps = append(ps, canvas.Point{X: p.X + float32(r*sin), Y: p.Y - float32(r*cos)})
		}
		return canvas.Polygon(ps...)
	}
	of := func(r float64) canvas.Path {
		switch shape % 4 {
		case 1:
			return turned(4, r*1.3, math.Pi/4)
		case 2:
			return turned(3, r*1.4, 0)
		case 3:
			return turned(4, r*1.35, 0)
		}
		return canvas.Circle(p.X, p.Y, float32(r))
	}
	whole := of(float64(r))
	switch shape / 4 % 3 {
	case 1:
		c.Paint(whole, col)
		c.Paint(of(float64(r)*0.5), panel)
		return
	case 2:
		whole = [4]canvas.Path{
			canvas.Star(p.X, p.Y, r*1.5, r*0.6, 5),
			canvas.Star(p.X, p.Y, r*1.5, r*0.45, 4),
			turned(3, float64(r)*1.4, math.Pi),
			canvas.Star(p.X, p.Y, r*1.5, r*0.7, 8),
		}[shape%4]
	}
	c.Paint(whole, col)
}

// ranked is the lines with the highest newest value first.
func ranked(ls []line) []line {
	ls = slices.Clone(ls)
	slices.SortStableFunc(ls, func(a, b line) int { return cmp.Compare(b.final(), a.final()) })
	return ls
}

// legendColumns is how many columns of the legend leave room for every name.
func legendColumns(ls []line) int {
	for columns := legendCols; columns > 1; columns-- {
		fits := func(l line) bool {
			return canvas.Width(l.name, canvas.Regular, legendLeast) <= legendRoom(l, (chartWidth-48)/columns)
		}
		if !slices.ContainsFunc(ls, func(l line) bool { return !fits(l) }) {
			return columns
		}
	}
	return 1
}

// legendRoom is how wide a line's name may be in a column of the legend: its mark and its number stand there too.
func legendRoom(l line, wide int) int {
	if len(l.values) == 0 {
		return wide - 90
	}
	return wide - 90 - canvas.Width(figure(l.final()), canvas.Bold, legendSize) - 12
}

func legendRows(ls []line) int {
	columns := legendColumns(ls)
	return (len(ls) + columns - 1) / columns
}

func (ch Chart) legend(c *canvas.Canvas, ls []line, top int) {
	wide := (chartWidth - 48) / legendColumns(ls)
	rows := legendRows(ls)
	for i, l := range ranked(ls) {
		x, y := 24+i/max(rows, 1)*wide, top+i%max(rows, 1)*legendHi
		middle := canvas.Point{X: float32(x + 26), Y: float32(y + legendHi/2)}
		c.Paint(canvas.Line(5, canvas.Point{X: middle.X - 22, Y: middle.Y}, canvas.Point{X: middle.X + 22, Y: middle.Y}), l.color)
		drawMarker(c, l.shape, middle, 10, l.color)
		number, room := "", legendRoom(l, wide)
		if len(l.values) > 0 {
			number = figure(l.final())
		}
		c.Label(canvas.Label{Box: box(x+62, y, room, legendHi), Font: canvas.Regular, Size: legendSize, Least: legendLeast, Color: chalk}, l.name)
		used := min(canvas.Width(l.name, canvas.Regular, legendSize), room)
		c.Label(canvas.Label{Box: box(x+62+used+12, y, wide-90-used, legendHi), Font: canvas.Bold, Size: legendSize, Least: 20, Color: l.color}, number)
	}
	if more := len(ch.Lines) - chartLines; more > 0 {
		c.Label(canvas.Label{Box: box(24, top+rows*legendHi, chartWidth-48, legendHi), Font: canvas.Regular, Size: 26, Color: muted}, fmt.Sprintf("and %d more", more))
	}
}

// Alt tells each line's first, lowest, highest and newest value.
func (ch Chart) Alt() string {
	var parts []string
	for _, l := range ranked(ch.lines()) {
		if len(l.values) == 0 {
			parts = append(parts, named(l.name)+" has no values yet")
			continue
		}
		text := named(l.name) + " " + figure(l.final())
		if len(l.values) > 1 {
			text += fmt.Sprintf(" (from %s, between %s and %s)", figure(l.values[0]), figure(slices.Min(l.values)), figure(slices.Max(l.values)))
		}
		parts = append(parts, text)
	}
	if more := len(ch.Lines) - chartLines; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	if len(parts) == 0 {
		parts = []string{"nothing to show yet"}
	}
	return alt(ch.Title, parts)
}
