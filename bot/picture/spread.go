package picture

import (
	"fmt"
	"image"
	"image/color"

	"skald/bot/picture/internal/canvas"
	"skald/fate"
)

// Most is how many cards and locked slots a [Spread] shows. Of more, the last one shown stands for the rest.
const Most = 30

// Mark is a word below a card.
type Mark string

// Marks with a colour of their own; other short words are welcome.
const (
	Unmarked Mark = ""
	Played   Mark = "played"
	Flip     Mark = "flip"
	Trump    Mark = "trump"
)

// Spread is a picture of cards side by side: a hand, or what was played (R1.1, R1.5, R4.2).
type Spread struct {
	List    *fate.DeckList // what the suits and faces look like; may be nil
	Cards   fate.Pile      // in this order; the zero Card shows its back
	Marks   []Mark         // by the card's place; may be shorter than Cards
	Caption string         // above the cards; may be empty

	Stunning, Killing int // slots locked by either kind of damage, after the cards (R6.6e)
}

var _ Picture = Spread{}

// Cards draws cards of a deck with a caption, which may be empty: [Spread.PNG].
func Cards(list *fate.DeckList, cards fate.Pile, caption string) ([]byte, error) {
	return Spread{List: list, Cards: cards, Caption: caption}.PNG()
}

// AltCards tells what [Cards] shows: [Spread.Alt].
func AltCards(list *fate.DeckList, cards fate.Pile, caption string) string {
	return Spread{List: list, Cards: cards, Caption: caption}.Alt()
}

const (
	gap        = 12
	margin     = 2
	captionHi  = 48
	markHi     = 38
	captionMax = 820
)

// columns is how many cards stand side by side: few enough to be read on a telephone.
func columns(n int) int {
	if n <= 5 {
		return max(n, 1)
	}
	return min((n+1)/2, 6)
}

// tile is one place of a spread.
type tile struct {
	look look
	mark string
}

// tiles is what the spread shows, and how many more there are that it does not.
func (s Spread) tiles() (shown []tile, more int) {
	stunning, killing := max(s.Stunning, 0), max(s.Killing, 0)
	total := len(s.Cards) + min(stunning, 1000) + min(killing, 1000)
	if total > Most {
		more = total - Most + 1
	}
	room := min(total, Most)
	for i := range room {
		t := tile{}
		switch {
		case i < len(s.Cards):
			t.look = lookOf(s.List, s.Cards[i])
			t.mark = canvas.Clean(string(s.mark(i)))
		case i < len(s.Cards)+stunning:
			t.look.kind = stunned
		default:
			t.look.kind = killed
		}
		if more > 0 && i == Most-1 {
			t = tile{look: look{kind: back}, mark: fmt.Sprintf("+ %d", more)}
		}
		shown = append(shown, t)
	}
	if total == 0 {
		shown = []tile{{look: look{kind: nothing}}}
	}
	return shown, more
}

func (s Spread) mark(i int) Mark {
	if i < len(s.Marks) {
		return s.Marks[i]
	}
	return Unmarked
}

// PNG draws the cards in rows of up to six, upon nothing: they have edges of their own.
func (s Spread) PNG() ([]byte, error) {
	tiles, _ := s.tiles()
	caption := canvas.Clean(s.Caption)
	cols := columns(len(tiles))
	rows := (len(tiles) + cols - 1) / cols
	top, rowHi := 0, cardHeight+gap
	if caption != "" {
		top = captionHi + gap
	}
	sprites := make([]*canvas.Sprite, len(tiles))
	marked := false
	for i, t := range tiles {
		sprites[i] = t.look.sprite()
		marked = marked || t.mark != ""
	}
	if marked {
		rowHi += markHi
	}
	wide := cols*(cardWidth+gap) - gap
	if caption != "" {
		wide = max(wide, min(canvas.Width(caption, canvas.Bold, 30)+40, captionMax))
	}
	c := canvas.New(wide+2*margin, top+rows*rowHi-gap+2*margin)
	c.Admit(sprites...)
	for i, t := range tiles {
		at := image.Pt(margin+i%cols*(cardWidth+gap), margin+top+i/cols*rowHi)
		c.Place(sprites[i], at)
		drawMark(c, at.Add(image.Pt(cardWidth/2, cardHeight+3)), t.mark)
	}
	drawCaption(c, caption)
	return c.PNG()
}

func drawCaption(c *canvas.Canvas, caption string) {
	if caption == "" {
		return
	}
	r := box(margin, margin, min(canvas.Width(caption, canvas.Bold, 30)+40, c.Bounds().Dx()-2*margin), captionHi)
	framed(c, r, 12, panel, edge)
	c.Label(canvas.Label{Box: inner(r, 18), Font: canvas.Bold, Size: 30, Least: 24, Color: chalk}, caption)
}

// drawMark draws a word on a little plate below a card.
func drawMark(c *canvas.Canvas, top image.Point, mark string) {
	if mark == "" {
		return
	}
	fill, text := markColours(Mark(mark))
	half := min(canvas.Width(mark, canvas.Bold, 26)/2+16, cardWidth/2)
	r := image.Rect(top.X-half, top.Y, top.X+half, top.Y+markHi-2)
	framed(c, r, markHi/2, fill, edge)
	c.Label(canvas.Label{Box: inner(r, 8), Font: canvas.Bold, Size: 26, Least: 18, Align: canvas.Centre, Color: text}, mark)
}

func markColours(m Mark) (fill, text color.NRGBA) {
	switch m {
	case Trump:
		return gold, ink
	case Flip:
		return canvas.RGB(0x2f4b80), chalk
	}
	return panel, chalk
}
