package picture

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"skald/bot/picture/internal/canvas"
)

// Table is a picture of rows and columns, such as a campaign's standings. It shows up to ten columns and
// thirty rows, and says how many rows are left out. A cell that is too narrow for its text has up to three lines.
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
	Below  string // what stands under the cells, across the row; may be empty
}

const (
	tableColumns = 10
	tableRows    = 30
	tableWidth   = 1080
	tableLeast   = 560
	storyLeast   = 720 // how wide a table is at least that has something below its rows
	cellLines    = 3
	storyLines   = 4
	storySize    = 26
	cellSize     = 30
	cellLeast    = 27
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
	below  []string
	widths []int
	left   int // where the first column begins
}

// wide is how wide the picture is.
func (g grid) wide() int {
	least := tableLeast
	if slices.ContainsFunc(g.below, func(s string) bool { return s != "" }) {
		least = storyLeast
	}
	return max(g.left+sum(g.widths)+rowGap*max(len(g.widths)-1, 0)+24, least)
}

// cellsHi is how high the cells of a row are.
func (g grid) cellsHi(row int) int {
	lines := 1
	for i, text := range g.rows[row] {
		lines = max(lines, canvas.Lines(text, canvas.Bold, cellLeast, g.widths[i], cellLines))
	}
	return rowHi + canvas.Height(lines-1, cellSize)
}

// belowHi is how high that is which stands below them.
func (g grid) belowHi(row int) int {
	if g.below[row] == "" {
		return 0
	}
	return canvas.Height(canvas.Lines(g.below[row], canvas.Regular, storySize, g.wide()-g.left-24, storyLines), storySize) + 12
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
		g.rows, g.below = append(g.rows, cells), append(g.below, canvas.Clean(r.Below))
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
	wide := g.wide()
	top, high := 14, 14
	if canvas.Clean(t.Title) != "" {
		top = titleHi
	}
	high += top + headHi
	for i := range g.rows {
		high += g.cellsHi(i) + g.belowHi(i)
	}
	if note != "" {
		high += 46
	}
	c := ground(wide, high)
	drawTitle(c, t.Title)
	t.drawHead(c, g, top)
	y := top + headHi
	for i, r := range t.shown() {
		cells, below := g.cellsHi(i), g.belowHi(i)
		if i%2 == 0 {
			c.Fill(box(2, y, wide-4, cells+below), raised)
		}
		if r.Strong {
			c.Fill(box(2, y, 8, cells+below), gold)
		}
		if r.Swatch != "" {
			framed(c, box(24, y+12, 30, 30), 8, canvas.Hex(r.Swatch, plain), edge)
		}
		t.drawCells(c, g, i, box(0, y, wide, cells))
		c.Label(canvas.Label{
			Box: box(g.left, y+cells-6, wide-g.left-24, below-6), Font: canvas.Regular, Size: storySize, Lines: storyLines, Break: true, Color: muted,
		}, g.below[i])
		y += cells + below
	}
	c.Label(canvas.Label{Box: box(24, y, wide-48, 46), Font: canvas.Regular, Size: 26, Least: 20, Color: muted}, note)
	return c.PNG()
}

// drawTitle writes a title over a panel.
func drawTitle(c *canvas.Canvas, title string) {
	c.Label(canvas.Label{Box: image.Rect(24, 8, c.Bounds().Dx()-24, titleHi), Font: canvas.Bold, Size: 36, Least: 24, Color: chalk}, title)
}

func (t Table) drawHead(c *canvas.Canvas, g grid, y int) {
	x := g.left
	for i, text := range g.heads {
		c.Label(canvas.Label{
			Box: box(x, y, g.widths[i], headHi), Font: canvas.Bold, Size: headSize, Least: 18, Align: t.align(i), Lines: min(1+len(text)/15, 2), Color: muted,
		}, text)
		x += g.widths[i] + rowGap
	}
}

// drawCells draws the cells of a row between the top and the bottom of a box.
func (t Table) drawCells(c *canvas.Canvas, g grid, row int, in image.Rectangle) {
	x := g.left
	for i, text := range g.rows[row] {
		l := canvas.Label{
			Box: box(x, in.Min.Y, g.widths[i], in.Dy()), Font: canvas.Regular, Size: cellSize, Least: cellLeast, Align: t.align(i), Break: true, Color: chalk,
			Lines: canvas.Lines(text, canvas.Bold, cellLeast, g.widths[i], cellLines),
		}
		if t.Rows[row].Strong {
			l.Font, l.Color = canvas.Bold, gold
		}
		c.Label(l, text)
		x += g.widths[i] + rowGap
	}
}

func (t Table) align(column int) canvas.Align {
	if t.Columns[column].Numbers {
		return canvas.Right
	}
	return canvas.Left
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
		if g.below[i] != "" {
			cells = append(cells, short(g.below[i], 160))
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
