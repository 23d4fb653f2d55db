package picture

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"skald/bot/picture/internal/canvas"
	"skald/fate"
)

// Bars is a picture of counts: a row of bars for each kind, all to one scale. It shows up to twelve rows and
// sixteen columns; what stands in later columns is counted together in the last.
type Bars struct {
	Title   string
	Columns []string
	Rows    []Tally
}

var _ Picture = Bars{}

// Tally is one row of bars.
type Tally struct {
	Name, Symbol, Color string
	Counts              []int // by column; below 0 is 0
}

const (
	barRows    = 12
	barColumns = 16
	barWidth   = 1000
	barLabel   = 250
	barTotal   = 84
)

// Distribution is how a deck's cards are spread over suits and values (R1.2, R15.2).
func Distribution(list *fate.DeckList) Bars {
	var values []int
	for _, c := range list.Cards {
		values = append(values, c.Value)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	b := Bars{Title: list.Name + ": " + strconv.Itoa(len(list.Cards)) + " cards"}
	for _, v := range values {
		b.Columns = append(b.Columns, figure(v))
	}
	for i, row := range list.Count(list.Cards) {
		t := Tally{Name: string(row.Suit), Symbol: list.Suits[i].Symbol, Color: list.Suits[i].Color}
		for _, v := range values {
			t.Counts = append(t.Counts, row.ByValue[v])
		}
		b.Rows = append(b.Rows, t)
	}
	return b
}

// square gives the bars within their bounds: as many counts as columns in each row.
func (b Bars) square() Bars {
	columns := len(b.Columns)
	if columns > barColumns {
		columns = barColumns
		b.Columns = append(slices.Clone(b.Columns[:columns-1]), "more")
	}
	var rows []Tally
	for _, r := range b.Rows[:min(len(b.Rows), barRows)] {
		counts := make([]int, columns)
		for i, n := range r.Counts {
			if columns > 0 {
				counts[min(i, columns-1)] += clamp(max(n, 0))
			}
		}
		r.Counts = counts
		rows = append(rows, r)
	}
	b.Rows = rows
	return b
}

// PNG draws the bars.
func (b Bars) PNG() ([]byte, error) {
	more := len(b.Rows) - barRows
	b = b.square()
	high, most := 92, 1
	if len(b.Rows) > 6 {
		high = 74
	}
	for _, r := range b.Rows {
		for _, n := range r.Counts {
			most = max(most, n)
		}
	}
	top := titleHi + 6
	bottom := top + high*max(len(b.Rows), 1)
	c := ground(barWidth, bottom+64)
	drawTitle(c, b.Title)
	cell := (barWidth - barLabel - barTotal - 24) / max(len(b.Columns), 1)
	for i, r := range b.Rows {
		r.draw(c, box(24, top+i*high, barWidth-48, high), cell, most)
	}
	for i, name := range b.Columns {
		c.Label(canvas.Label{Box: box(barLabel+i*cell, bottom+4, cell, 44), Font: canvas.Bold, Size: 28, Least: 16, Align: canvas.Centre, Color: muted}, name)
	}
	if more > 0 {
		c.Label(canvas.Label{Box: box(24, bottom+4, barLabel-24, 44), Font: canvas.Regular, Size: 26, Color: muted}, fmt.Sprintf("and %d more", more))
	}
	return c.PNG()
}

func (t Tally) draw(c *canvas.Canvas, r image.Rectangle, cell, most int) {
	col := upon(t.Color)
	base := r.Max.Y - 6
	drawSymbol(c, box(r.Min.X, base-46, 42, 42), t.Symbol, t.Name, col, panel)
	c.Label(canvas.Label{Box: image.Rect(r.Min.X+54, base-52, barLabel-8, base+2), Font: canvas.Bold, Size: 30, Least: 20, Color: chalk}, t.Name)
	c.Fill(image.Rect(barLabel, base, barLabel+cell*len(t.Counts), base+2), edge)
	for i, n := range t.Counts {
		if n == 0 {
			continue
		}
		bar := image.Rect(barLabel+i*cell+cell/8, base-max(n*(r.Dy()-38)/most, 3), barLabel+(i+1)*cell-cell/8, base)
		c.Fill(bar, col)
		c.Label(canvas.Label{Box: image.Rect(bar.Min.X-cell/8, bar.Min.Y-28, bar.Max.X+cell/8, bar.Min.Y), Font: canvas.Bold, Size: 24, Least: 12, Align: canvas.Centre, Color: chalk}, strconv.Itoa(n))
	}
	c.Label(canvas.Label{Box: image.Rect(r.Max.X-barTotal+8, base-52, r.Max.X, base+2), Font: canvas.Bold, Size: 32, Least: 18, Align: canvas.Right, Color: col}, strconv.Itoa(sum(t.Counts)))
}

// Alt tells each row's total and counts.
func (b Bars) Alt() string {
	more := len(b.Rows) - barRows
	b = b.square()
	var parts []string
	for _, r := range b.Rows {
		var counts []string
		for i, n := range r.Counts {
			if n > 0 {
				counts = append(counts, fmt.Sprintf("%d × %s", n, named(b.Columns[i])))
			}
		}
		text := fmt.Sprintf("%s %d", named(r.Name), sum(r.Counts))
		if len(counts) > 0 {
			text += " (" + strings.Join(counts, ", ") + ")"
		}
		parts = append(parts, text)
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return alt(b.Title, parts)
}
