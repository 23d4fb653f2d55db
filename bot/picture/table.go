package picture

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"skald/bot/picture/internal/canvas"
)

// Table is a picture of rows and columns, such as a campaign's standings. It shows up to ten columns and
// thirty rows, and says how many rows are left out.
type Table struct {
	Title   string // above; may be empty
	Columns []Column
	Rows    []Row
	Note    string // below; may be empty
}

var _ Picture = Table{}

// Column is the head of a column.
type Column struct {
	Name    string
	Numbers bool // to be read by their last digits
}

// Row is a row of a table.
type Row struct {
	Swatch string // "#rrggbb", a patch of colour before the row; "" for none
	Strong bool   // stands out: whose turn it is
	Cells  []string
}

const (
	tableColumns = 10
	tableRows    = 30
	tableWidth   = 1080
	tableLeast   = 560
	cellSize     = 30
	headSize     = 25
	rowHi        = 54
	rowGap       = 30
	widestCell   = 420
	widestHead   = 220
	headHi       = 46
	titleHi      = 66
)

// grid is a table made ready: clean, square and within its bounds.
type grid struct {
	heads  []string
	rows   [][]string
	widths []int
	left   int // where the first column begins
}

func (t Table) grid() grid {
	columns := t.Columns[:min(len(t.Columns), tableColumns)]
	g := grid{left: 24}
	for _, c := range columns {
		g.heads = append(g.heads, canvas.Clean(c.Name))
		g.widths = append(g.widths, min(canvas.Width(g.heads[len(g.heads)-1], canvas.Bold, headSize), widestHead))
	}
	for _, r := range t.shown() {
		cells := make([]string, len(columns))
		for i := range cells {
			if i < len(r.Cells) {
				cells[i] = canvas.Clean(r.Cells[i])
			}
			g.widths[i] = min(max(g.widths[i], canvas.Width(cells[i], canvas.Bold, cellSize)), widestCell)
		}
		g.rows = append(g.rows, cells)
		if r.Swatch != "" {
			g.left = 68
		}
	}
	narrow(g.widths, tableWidth-g.left-24-rowGap*max(len(columns)-1, 0))
	return g
}

// shown is the rows that there is room for.
func (t Table) shown() []Row { return t.Rows[:min(len(t.Rows), tableRows)] }

// narrow makes the widest columns equally wide, as wide as leaves room for all.
func narrow(widths []int, room int) {
	for most := slices.Max(append(widths, 0)); most > 0 && sum(widths) > room; most-- {
		for i, w := range widths {
			widths[i] = min(w, most)
		}
	}
}

func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}

// note is what stands below the table.
func (t Table) note() string {
	note := canvas.Clean(t.Note)
	if more := len(t.Rows) - tableRows; more > 0 {
		note = strings.TrimSpace(fmt.Sprintf("and %d more. %s", more, note))
	}
	return note
}

// PNG draws the table.
func (t Table) PNG() ([]byte, error) {
	g, note := t.grid(), t.note()
	wide := max(g.left+sum(g.widths)+rowGap*max(len(g.widths)-1, 0)+24, tableLeast)
	top, high := 14, 14
	if canvas.Clean(t.Title) != "" {
		top = titleHi
	}
	high += top + rowHi*len(g.rows) + headHi
	if note != "" {
		high += 46
	}
	c := ground(wide, high)
	drawTitle(c, t.Title)
	t.drawRow(c, g, top, g.heads, true, false)
	y := top + headHi
	for i, r := range t.shown() {
		if i%2 == 0 {
			c.Fill(box(2, y, wide-4, rowHi), raised)
		}
		if r.Strong {
			c.Fill(box(2, y, 8, rowHi), gold)
		}
		if r.Swatch != "" {
			framed(c, box(24, y+12, 30, 30), 8, canvas.Hex(r.Swatch, plain), edge)
		}
		t.drawRow(c, g, y, g.rows[i], false, r.Strong)
		y += rowHi
	}
	c.Label(canvas.Label{Box: box(24, y, wide-48, 46), Font: canvas.Regular, Size: 26, Least: 20, Color: muted}, note)
	return c.PNG()
}

// drawTitle writes a title over a panel.
func drawTitle(c *canvas.Canvas, title string) {
	c.Label(canvas.Label{Box: image.Rect(24, 8, c.Bounds().Dx()-24, titleHi), Font: canvas.Bold, Size: 36, Least: 24, Color: chalk}, title)
}

func (t Table) drawRow(c *canvas.Canvas, g grid, y int, cells []string, head, strong bool) {
	x := g.left
	for i, text := range cells {
		l := canvas.Label{Box: box(x, y, g.widths[i], rowHi), Font: canvas.Regular, Size: cellSize, Least: 27, Color: chalk}
		switch {
		case head:
			l.Box.Max.Y = y + headHi
			l.Font, l.Size, l.Least, l.Color, l.Lines = canvas.Bold, headSize, 18, muted, min(1+len(text)/15, 2)
		case strong:
			l.Font, l.Color = canvas.Bold, gold
		}
		if t.Columns[i].Numbers {
			l.Align = canvas.Right
		}
		c.Label(l, text)
		x += g.widths[i] + rowGap
	}
}

// Alt tells the table row by row.
func (t Table) Alt() string {
	g := t.grid()
	var parts []string
	for i, r := range g.rows {
		var cells []string
		for j, text := range r {
			if text == "" {
				continue
			}
			if j > 0 && g.heads[j] != "" {
				text = named(g.heads[j]) + " " + text
			}
			cells = append(cells, named(text))
		}
		if t.Rows[i].Strong {
			cells = append(cells, "marked")
		}
		parts = append(parts, strings.Join(cells, ", "))
	}
	if note := t.note(); note != "" {
		parts = append(parts, short(note, 200))
	}
	if len(g.rows) == 0 {
		parts = append([]string{"an empty table"}, parts...)
	}
	return alt(t.Title, parts)
}
