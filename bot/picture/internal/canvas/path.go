package canvas

import (
	"image"
	"image/color"
	"math"
	"sync"

	"golang.org/x/image/vector"
)

// Point is a place on a canvas in pixels, 0, 0 being its upper left corner.
type Point struct{ X, Y float32 }

// Path is one or more closed outlines. Outlines that turn the same way add up; one that turns the other way
// inside another cuts a hole.
type Path []Outline

// Outline is a closed line; every second of its points, from the second on, may be a curve's control point.
type Outline struct {
	Points []Point
	Curved bool
}

// Polygon is the outline through the points.
func Polygon(points ...Point) Path { return Path{{Points: points}} }

// bend is how far the control points of a quarter circle, as two quadratic curves, lie from its ends.
const bend = 0.41421356 // tan 22.5°

// Circle is a circle.
func Circle(x, y, r float32) Path {
	return RoundRect(x-r, y-r, 2*r, 2*r, r)
}

// RoundRect is a rectangle with round corners.
func RoundRect(x, y, w, h, r float32) Path {
	const diagonal = 0.70710678
	var points []Point
	corner := func(cx, cy, fromX, fromY, toX, toY float32) {
		at := func(ax, ay float32) { points = append(points, Point{cx + r*ax, cy + r*ay}) }
		at(fromX, fromY)
		at(fromX+bend*toX, fromY+bend*toY)
		at(diagonal*(fromX+toX), diagonal*(fromY+toY))
		at(toX+bend*fromX, toY+bend*fromY)
		at(toX, toY)
		next := points[len(points)-1]
		points = append(points, next) // a straight side: the control point is an end
	}
	corner(x+w-r, y+r, 0, -1, 1, 0)
	corner(x+w-r, y+h-r, 1, 0, 0, 1)
	corner(x+r, y+h-r, 0, 1, -1, 0)
	corner(x+r, y+r, -1, 0, 0, -1)
	return Path{{Points: points, Curved: true}}
}

// Ring is the path with another cut out of it.
func (p Path) Ring(hole Path) Path {
	ring := append(Path{}, p...)
	for _, o := range hole {
		ring = append(ring, o.reversed())
	}
	return ring
}

// reversed turns the other way. A curved outline closes by a straight line, so its last control point
// falls away.
func (o Outline) reversed() Outline {
	points := make([]Point, 0, len(o.Points))
	last := len(o.Points) - 1
	if o.Curved {
		last--
	}
	for i := last; i >= 0; i-- {
		points = append(points, o.Points[i])
	}
	if o.Curved {
		points = append(points, points[len(points)-1])
	}
	return Outline{Points: points, Curved: o.Curved}
}

// Line is a stroke of a width through the points, its ends and bends round.
func Line(width float32, points ...Point) Path {
	r := width / 2
	var p Path
	for i, a := range points {
		p = append(p, Circle(a.X, a.Y, r)...)
		if i == 0 {
			continue
		}
		b := points[i-1]
		dx, dy := a.X-b.X, a.Y-b.Y
		length := float32(math.Hypot(float64(dx), float64(dy)))
		if length == 0 {
			continue
		}
		nx, ny := -dy/length*r, dx/length*r
		p = append(p, Polygon(Point{a.X + nx, a.Y + ny}, Point{b.X + nx, b.Y + ny}, Point{b.X - nx, b.Y - ny}, Point{a.X - nx, a.Y - ny})...)
	}
	return p
}

// Star is a star of so many points, one of them up; inner is the radius of the dents.
func Star(x, y, outer, inner float32, points int) Path {
	var ps []Point
	for i := range 2 * points {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(points))
		ps = append(ps, Point{x + r*float32(sin), y - r*float32(cos)})
	}
	return Polygon(ps...)
}

func (p Path) bounds() image.Rectangle {
	lo, hi := Point{1e6, 1e6}, Point{-1e6, -1e6}
	for _, o := range p {
		for _, q := range o.Points {
			lo.X, lo.Y = min(lo.X, q.X), min(lo.Y, q.Y)
			hi.X, hi.Y = max(hi.X, q.X), max(hi.Y, q.Y)
		}
	}
	floor, ceil := func(v float32) int { return int(math.Floor(float64(v))) }, func(v float32) int { return int(math.Ceil(float64(v))) }
	return image.Rect(floor(lo.X), floor(lo.Y), ceil(hi.X), ceil(hi.Y))
}

// tracer turns outlines into masks.
type tracer struct {
	raster vector.Rasterizer
	mask   image.Alpha
}

var tracers = sync.Pool{New: func() any { return new(tracer) }}

// begin readies the tracer for a mask of a size.
func (t *tracer) begin(size image.Point) {
	t.raster.Reset(size.X, size.Y)
	if n := size.X * size.Y; cap(t.mask.Pix) < n {
		t.mask.Pix = make([]uint8, n)
	}
	t.mask = image.Alpha{Pix: t.mask.Pix[:size.X*size.Y], Stride: size.X, Rect: image.Rectangle{Max: size}}
	clear(t.mask.Pix)
}

// end gives the mask; it is the tracer's own, until the next begin.
func (t *tracer) end() []uint8 {
	t.raster.Draw(&t.mask, t.mask.Rect, image.Opaque, image.Point{})
	return t.mask.Pix
}

// Paint fills a path.
func (c *Canvas) Paint(p Path, col color.NRGBA) { c.paint(p, c.img.Rect, col) }

// paint fills that part of a path that lies within clip.
func (c *Canvas) paint(p Path, clip image.Rectangle, col color.NRGBA) {
	r := p.bounds()
	if r.Intersect(clip).Empty() {
		return
	}
	t := tracers.Get().(*tracer)
	defer tracers.Put(t)
	t.begin(r.Size())
	dx, dy := float32(r.Min.X), float32(r.Min.Y)
	for _, o := range p {
		q := o.Points
		t.raster.MoveTo(q[0].X-dx, q[0].Y-dy)
		if o.Curved {
			for i := 1; i+1 < len(q); i += 2 {
				t.raster.QuadTo(q[i].X-dx, q[i].Y-dy, q[i+1].X-dx, q[i+1].Y-dy)
			}
		} else {
			for _, a := range q[1:] {
				t.raster.LineTo(a.X-dx, a.Y-dy)
			}
		}
		t.raster.ClosePath()
	}
	c.stamp(t.end(), r, clip, col)
}

// Panel fills a rectangle with round corners; of any size, quickly.
func (c *Canvas) Panel(r image.Rectangle, radius int, col color.NRGBA) {
	d := min(radius, r.Dx()/2, r.Dy()/2)
	c.Fill(image.Rect(r.Min.X+d, r.Min.Y, r.Max.X-d, r.Max.Y), col)
	for _, side := range [2][3]int{{r.Min.X, r.Min.X + d, r.Min.X + d}, {r.Max.X - d, r.Max.X, r.Max.X - d}} {
		left, right, middle := side[0], side[1], side[2]
		c.Fill(image.Rect(left, r.Min.Y+d, right, r.Max.Y-d), col)
		c.paint(Circle(float32(middle), float32(r.Min.Y+d), float32(d)), image.Rect(left, r.Min.Y, right, r.Min.Y+d), col)
		c.paint(Circle(float32(middle), float32(r.Max.Y-d), float32(d)), image.Rect(left, r.Max.Y-d, right, r.Max.Y), col)
	}
}
