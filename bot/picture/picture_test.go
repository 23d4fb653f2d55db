package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"testing"
	"unicode"

	"skald/bot/picture/internal/canvas"
	"skald/fate"

	"github.com/google/go-cmp/cmp"
)

func draw(t testing.TB, p Picture) []byte {
	t.Helper()
	data, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// bounded wants a file and a text that Discord takes, with nothing in them that could be taken for an order.
func bounded(t testing.TB, p Picture) {
	t.Helper()
	data := draw(t, p)
	size, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || len(data) > 1<<20 || size.Width > 2000 || size.Width == 0 || size.Height == 0 {
		t.Errorf("the picture is %d × %d and %d bytes long (%v)", size.Width, size.Height, len(data), err)
	}
	for rest := data[8:]; len(rest) > 0; rest = rest[12+binary.BigEndian.Uint32(rest):] {
		if kind := string(rest[4:8]); !strings.Contains("IHDR PLTE tRNS IDAT IEND", kind) {
			t.Errorf("the file holds a chunk %s, and ought to hold pixels and a palette only", kind)
		}
	}
	text := p.Alt()
	if text == "" || length(text) > 1024 {
		t.Errorf("the text is %d characters long: %q", length(text), text)
	}
	for _, r := range text {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' {
			t.Errorf("the text holds %U: %q", r, text)
		}
	}
}

func TestPicturesAreBounded(t *testing.T) {
	for name, p := range golden(t) {
		t.Run(name, func(t *testing.T) { bounded(t, p) })
	}
}

// motley is a deck of thirty suits with a colour each, more than a palette holds.
func motley() *fate.DeckList {
	d := &fate.DeckList{Name: "motley"}
	for i := range 30 {
		s := fate.SuitDef{Name: fate.Suit(fmt.Sprintf("Suit %d", i)), Symbol: "♞", Color: fmt.Sprintf("#%02x%02x%02x", i*53%256, i*101%256, i*199%256)}
		d.Suits = append(d.Suits, s)
		d.Cards = append(d.Cards, fate.Card{Suit: s.Name, Value: i})
	}
	return d
}

func TestEverySuitKeepsItsColourWhenThereAreManyColours(t *testing.T) {
	d := motley()
	img := decode(t, draw(t, Spread{List: d, Cards: d.Cards}))
	for i := range d.Cards {
		x, y := margin+i%6*(cardWidth+gap)+cardWidth/2, margin+i/6*(cardHeight+gap)+1
		want := canvas.Readable(canvas.Hex(d.Suits[i].Color, plain), paper, 3.3)
		if got := color.NRGBAModel.Convert(img.At(x, y)); got != want {
			t.Errorf("the edge of the %s is %v, want %v", d.Cards[i], got, want)
		}
	}
}

func TestEqualValuesGiveEqualFiles(t *testing.T) {
	first := map[string][]byte{}
	for name, p := range golden(t) {
		first[name] = draw(t, p)
	}
	for i := range 2 * drawn.Keep { // until every card must be drawn anew
		look{value: i}.sprite()
	}
	for name, p := range golden(t) {
		if !bytes.Equal(first[name], draw(t, p)) {
			t.Errorf("%s was drawn otherwise the second time", name)
		}
	}
}

func TestPicturesMayBeDrawnAllAtOnce(t *testing.T) {
	names := []string{"spread-hand", "spread-foreign", "spread-locked", "table", "chart", "bars", "board"}
	pictures, want := golden(t), map[string][]byte{}
	for _, name := range names {
		want[name] = draw(t, pictures[name])
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for _, name := range names {
				data, err := pictures[name].PNG()
				if err != nil || !bytes.Equal(data, want[name]) {
					t.Errorf("%s was drawn otherwise (%v)", name, err)
				}
			}
		})
	}
	wg.Go(func() {
		for i := range 2 * drawn.Keep { // so that cards are forgotten meanwhile
			look{value: 1000 + i}.sprite()
		}
	})
	wg.Wait()
}

// A hand is seen by its player alone (R1.6b): face down, all hands look alike.
func TestR16bHiddenHandsLookAlike(t *testing.T) {
	a := Spread{List: deck, Cards: pile(t, "8 Mind", "1 Body").Hidden()}
	b := Spread{List: deck, Cards: pile(t, "Queen of Clubs", "5 Karma").Hidden()}
	if !bytes.Equal(draw(t, a), draw(t, b)) || a.Alt() != b.Alt() {
		t.Error("two hidden hands of two look different")
	}
}

func TestFiveCardsAreWideEnoughForATelephone(t *testing.T) {
	hand := pile(t, "8 Mind", "3 Reflex", "Queen of Clubs", "5 Karma", "6 Spirit")
	img := decode(t, draw(t, Spread{List: deck, Cards: hand}))
	// At 380 pixels a value's digit, 77 pixels of the picture, must keep 25, and a suit's name, 26 pixels, 9.
	if w := img.Bounds().Dx(); 77*380/w < 25 || 26*380/w < 9 {
		t.Errorf("five cards are %d pixels wide", w)
	}
}

func TestManyCardsStandInRows(t *testing.T) {
	for _, c := range []struct{ cards, columns, rows int }{{1, 1, 1}, {5, 5, 1}, {6, 3, 2}, {7, 4, 2}, {12, 6, 2}, {13, 6, 3}, {30, 6, 5}, {31, 6, 5}, {500, 6, 5}} {
		size := decode(t, draw(t, Spread{Cards: make(fate.Pile, c.cards)})).Bounds()
		if c.cards > Most {
			size.Max.Y -= c.rows * markHi
		}
		if w, h := c.columns*(cardWidth+gap)-gap+2*margin, c.rows*(cardHeight+gap)-gap+2*margin; size.Dx() != w || size.Dy() != h {
			t.Errorf("%d cards are %v, want %d × %d", c.cards, size, w, h)
		}
	}
}

func TestAltTellsWhatStandsBelowARow(t *testing.T) {
	table := Table{Columns: []Column{{Name: "Realm"}, {Name: "VP"}}, Rows: []Row{{Cells: []string{"Red", "34"}, Below: "attacks Blue, Old Feud: win"}}}
	if got, want := table.Alt(), "Red, VP 34, attacks Blue, Old Feud: win."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAltTells(t *testing.T) {
	many := Spread{List: deck, Cards: deck.Cards}
	for _, c := range []struct {
		name string
		p    Picture
		want string
	}{
		{"cards", golden(t)["spread-act"], "Jack: challenging Quickness: 1 of Mind (Ace of Diamonds), positive aura, played; 7 of Reflex (Seven of Spades), negative aura, trump; 4 of Spirit (Four of Hearts), positive aura, flip."},
		{"slots (R6.6e)", golden(t)["spread-locked"], "9 of Body (Nine of Clubs), negative aura; 2 of Spirit (Two of Hearts), positive aura; a slot locked by Stunning damage; 2 × a slot locked by Killing damage."},
		{"face down", golden(t)["spread-down"], "Mira's hand: 5 of Spirit (King of Hearts), neutral aura; 3 × a card face down."},
		{"no cards", Spread{List: deck, Caption: "Oskar's hand"}, "Oskar's hand: no cards."},
		{"table", standings(), "The Amber Coast, turn 3: Blue, Player alice, Castles 1, Fortresses 2, Towers 3, VP 41; Orange, Player Bren, Castles 1, Fortresses 1, Towers 4, VP 32, marked; Red, Player Çelik, Castles 1, Fortresses 0, Towers 5, VP 23; Yellow, Player Дмитрий, Castles 1, Fortresses 2, Towers 6, VP 14; Green, Player eve, Castles 1, Fortresses 1, Towers 7, VP 5; Purple, Player Φίλιππος, Castles 1, Fortresses 0, Towers 8, VP −4; Orange declares: attack, or pass."},
		{"chart", Chart{Title: "VPs", Lines: []Series{{Name: "Low", Values: []int{4, -2, 3}}, {Name: "New"}, {Name: "High", Values: []int{9}}}}, "VPs: High 9; Low 3 (from 4, between −2 and 4); New has no values yet."},
		{"bars (R15.2)", Distribution(deck), "playing-cards: 86 cards: Body 20 (1 × 1, 1 × 2, 1 × 3, 3 × 4, 6 × 5, 3 × 6, 3 × 7, 1 × 8, 1 × 9); Reflex 20 (1 × 1, 1 × 2, 1 × 3, 3 × 4, 6 × 5, 3 × 6, 3 × 7, 1 × 8, 1 × 9); Mind 20 (1 × 1, 1 × 2, 1 × 3, 3 × 4, 6 × 5, 3 × 6, 3 × 7, 1 × 8, 1 × 9); Spirit 20 (1 × 1, 1 × 2, 1 × 3, 3 × 4, 6 × 5, 3 × 6, 3 × 7, 1 × 8, 1 × 9); Karma 6 (6 × 5)."},
		{"board", board(), "Knights and lands, turn 3: Ada may recruit, and must lay a knight; Burgenland, Ada, strength 7; Waldland, no owner, strength 3; Seenland, Bren, strength 7; Goldland, no owner, strength 5; Schattenland, no owner, strength 6; Kornland, Ada, strength 7; Ada has 5 chips, 7 in hand, troop of 3 (3 Waldland), troop of 6 (2 Schattenland, 4 Waldland); Bren has 12 chips, 9 in hand; free knights 3 Burgenland, 1 Seenland, 2 Kornland, 2 Schattenland."},
		{"too many", Spread{Cards: many.Cards[:2], Caption: strings.Repeat("x", 300)}, strings.Repeat("x", 199) + "…: 1 of Body; 2 of Body."},
	} {
		if diff := cmp.Diff(c.want, c.p.Alt()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	wide := Table{Title: strings.Repeat("漢", 300), Columns: make([]Column, 10), Rows: []Row{{}, {}}}
	for range 10 {
		wide.Rows[0].Cells = append(wide.Rows[0].Cells, strings.Repeat("🎲", 100))
	}
	if text := wide.Alt(); length(text) > 1024 || length(text) < 900 || !strings.HasSuffix(text, "…") {
		t.Errorf("a table with too long a row is told in %d characters as %q", length(text), text)
	}
	long := foreign()
	hand := Spread{List: long, Caption: "A hand", Cards: append(make(fate.Pile, 0, 30), long.Cards[4])}
	for len(hand.Cards) < 30 {
		hand.Cards = append(hand.Cards, long.Cards[len(hand.Cards)%2*4], fate.Card{})
	}
	text := hand.Alt()
	if n := length(text); !strings.HasPrefix(text, "A hand: 2 × 7 of 漢字") || !strings.HasSuffix(text, " more.") || n > 1024 || n < 900 {
		t.Errorf("30 cards with long names are told as %q", text)
	}
}

// The distribution is the table of R15.2.
func TestR152Distribution(t *testing.T) {
	b := Distribution(deck)
	if want := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}; !cmp.Equal(b.Columns, want) {
		t.Errorf("columns are %v", b.Columns)
	}
	for i, want := range [][]int{{1, 1, 1, 3, 6, 3, 3, 1, 1}, {1, 1, 1, 3, 6, 3, 3, 1, 1}, {1, 1, 1, 3, 6, 3, 3, 1, 1}, {1, 1, 1, 3, 6, 3, 3, 1, 1}, {0, 0, 0, 0, 6, 0, 0, 0, 0}} {
		if diff := cmp.Diff(want, b.Rows[i].Counts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", b.Rows[i].Name, diff)
		}
	}
}

func TestBarsCountTheRestTogether(t *testing.T) {
	var b Bars
	for i := range 20 {
		b.Columns = append(b.Columns, fmt.Sprint(i))
	}
	b.Rows = []Tally{{Name: "a", Counts: []int{1, -4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7}}}
	got := b.square()
	if n := len(got.Columns); n != 16 || got.Columns[15] != "more" || got.Rows[0].Counts[15] != 27 || got.Rows[0].Counts[1] != 0 {
		t.Errorf("got %v and %v", got.Columns, got.Rows[0].Counts)
	}
	if b.Columns[15] != "15" {
		t.Error("the caller's columns were changed")
	}
}

func TestChartsFrameHoldsAllValues(t *testing.T) {
	plot := box(0, 0, 900, 400)
	for _, c := range []struct {
		series                  []Series
		first, last             int
		low, high, step, stride int
	}{
		{[]Series{{From: 1, Values: []int{0, 10, 20, 41}}}, 1, 4, 0, 43, 10, 1},
		{[]Series{{From: 3, Values: []int{-7, 5}}, {From: 1, Values: []int{2}}}, 1, 4, -8, 6, 5, 1},
		{[]Series{{Turns: []int{1, 4}, Values: []int{-7, 5}}}, 1, 4, -8, 6, 5, 1},
		{[]Series{{From: 0, Values: make([]int, 51)}}, 0, 50, 0, 1, 1, 5},
	} {
		lines := Chart{Lines: c.series}.lines()
		f, ok := fit(lines, plot)
		if want := (frame{plot, c.first, c.last, c.low, c.high, c.step, c.stride}); !ok || f != want {
			t.Errorf("%v: got %+v, want %+v", c.series, f, want)
		}
		for _, l := range lines {
			for i, v := range l.values {
				if x, y := f.x(l.turns[i]), f.y(v); x < 0 || x > 900 || y < 0 || y > 400 {
					t.Errorf("%v: %d lies at %v, %v", c.series, v, x, y)
				}
			}
		}
	}
	if _, ok := fit([]line{{}}, plot); ok {
		t.Error("a line without values was framed")
	}
}

// A realm that was away has no line between the turns before and after, and each turn is in its place (C20).
func TestChartsLeaveGaps(t *testing.T) {
	ch := Chart{Lines: []Series{{Color: "#56b4e9", Turns: []int{1, 3}, Values: []int{34, 65}}, {Values: []int{0, 0}, Turns: []int{1, 2}}}}
	img := decode(t, draw(t, ch))
	f, _ := fit(ch.lines(), box(24, 30, chartWidth-64, plotHi))
	f.plot.Min.X += 26 + canvas.Width("60", canvas.Regular, axisSize)
	coloured := func(x, y float32) bool {
		for dx := -3; dx <= 3; dx++ {
			for dy := -3; dy <= 3; dy++ {
				if color.NRGBAModel.Convert(img.At(int(x)+dx, int(y)+dy)) == canvas.RGB(0x56b4e9) {
					return true
				}
			}
		}
		return false
	}
	for _, c := range []struct {
		turn, value int
		want        bool
	}{{1, 34, true}, {3, 65, true}, {2, 65, false}} {
		if got := coloured(f.x(c.turn), f.y(c.value)); got != c.want {
			t.Errorf("turn %d, %d: a mark %v, want %v", c.turn, c.value, got, c.want)
		}
	}
	if coloured((f.x(1)+f.x(3))/2, (f.y(34)+f.y(65))/2) {
		t.Error("a line goes through the turn that is missing")
	}
}

// Names of one beginning can be told apart, also on a telephone: every cell is shown to its end (C20).
func TestC20LongNamesAreShownToTheirEnd(t *testing.T) {
	table := realms()
	g := table.grid()
	for i, cells := range g.rows {
		for j, text := range cells {
			if n := canvas.Lines(text, canvas.Bold, cellLeast, g.widths[j], 100); n > cellLines {
				t.Errorf("%q takes %d lines of %d pixels", text, n, g.widths[j])
			}
		}
		if n := canvas.Lines(g.below[i], canvas.Regular, storySize, g.wide()-g.left-24, 100); n > storyLines {
			t.Errorf("%q takes %d lines", g.below[i], n)
		}
	}
	if wide := g.wide(); wide > tableWidth || cellLeast*400/wide < 9 {
		t.Errorf("the table is %d pixels wide", wide)
	}
	ls := season().lines()
	for _, l := range ls {
		if room := legendRoom(l, (chartWidth-48)/legendColumns(ls)); canvas.Width(l.name, canvas.Regular, legendLeast) > room {
			t.Errorf("the legend has %d pixels for %q", room, l.name)
		}
	}
}

func TestTablesStayWithinTheirWidth(t *testing.T) {
	widths := []int{700, 30, 700, 500, 10}
	narrow(widths, 1000)
	if diff := cmp.Diff([]int{320, 30, 320, 320, 10}, widths); diff != "" {
		t.Error(diff)
	}
}
