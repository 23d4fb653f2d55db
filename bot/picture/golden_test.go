package picture

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"skald/fate"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

var deck = fate.PlayingCards()

func pile(t testing.TB, names ...string) fate.Pile {
	t.Helper()
	var p fate.Pile
	for _, n := range names {
		c, ok := deck.Find(n, deck.Cards)
		if !ok {
			t.Fatalf("the deck has no %q", n)
		}
		p = append(p, c)
	}
	return p
}

// foreign is a deck as a stranger may write it.
func foreign() *fate.DeckList {
	d := &fate.DeckList{Name: "foreign", Suits: []fate.SuitDef{
		{Name: "Swords", Symbol: "⚔", Color: "#101010"},
		{Name: "Willpower", Symbol: "☽", Color: "#ffff99"},
		{Name: "Doom", Symbol: "💀", Color: "black"},
		{Name: "A suit with a very long name indeed", Symbol: "", Color: "#aa00aa"},
		{Name: "漢字", Symbol: "漢", Color: "#008080"},
	}, Faces: map[fate.Card]fate.Face{}}
	for i, s := range d.Suits {
		d.Cards = append(d.Cards, fate.Card{Suit: s.Name, Value: []int{10, 3, 100, -5, 7}[i]})
	}
	d.Faces[d.Cards[0]] = fate.Face{Name: "The Lantern Keeper", Event: "A door that was shut stands open", Aura: fate.Positive}
	d.Faces[d.Cards[1]] = fate.Face{Event: "Rain at last"}
	d.Faces[d.Cards[4]] = fate.Face{Name: "Incomprehensibilities \u202eand so on, without an end, for ever", Event: "😀😀😀", Aura: fate.Negative}
	return d
}

func golden(t testing.TB) map[string]Picture {
	other := foreign()
	thirty := fate.Pile{}
	for i := range 30 {
		thirty = append(thirty, deck.Cards[i*85/29])
	}
	return map[string]Picture{
		"spread-hand": Spread{List: deck, Caption: "Jack's hand", Cards: pile(t, "8 Mind", "3 Reflex", "Queen of Clubs", "5 Karma", "6 Spirit")},
		"spread-act": Spread{
			List: deck, Caption: "Jack: challenging Quickness", Cards: pile(t, "1 Mind", "7 Reflex", "4 Spirit"),
			Marks: []Mark{Played, Trump, Flip},
		},
		"spread-locked":  Spread{List: deck, Cards: pile(t, "9 Body", "2 Spirit"), Stunning: 1, Killing: 2},
		"spread-down":    Spread{List: deck, Caption: "Mira's hand", Cards: append(pile(t, "King of Hearts"), make(fate.Pile, 3)...)},
		"spread-empty":   Spread{List: deck, Caption: "Oskar's hand"},
		"spread-eleven":  Spread{List: deck, Cards: thirty[4:15]},
		"spread-thirty":  Spread{List: deck, Cards: thirty, Caption: "The discard pile"},
		"table":          standings(),
		"table-wide":     wideTable(),
		"table-realms":   realms(),
		"table-story":    story(),
		"chart-realms":   season(),
		"chart":          vps(6, 9),
		"chart-twelve":   vps(12, 40),
		"chart-begin":    Chart{Title: "VPs", Across: "Turn", Lines: []Series{{Name: "Blue", Color: "#2255cc", From: 1, Values: []int{7}}, {Name: "Red", Color: "#c0392b", From: 1, Values: []int{-3}}}},
		"chart-empty":    Chart{Title: "VPs over the turns"},
		"board":          board(),
		"board-four":     fullBoard(),
		"bars":           Distribution(deck),
		"bars-nine":      nineSuits(),
		"spread-foreign": Spread{List: other, Cards: other.Cards, Caption: "@everyone \u202egnp.exe 漢字 Zoë ʻÁ̷̡̛lvaro 🎲 שלום", Marks: []Mark{"+ 8", "a mark that is far too long"}},
	}
}

func TestGoldenPictures(t *testing.T) {
	for name, p := range golden(t) {
		t.Run(name, func(t *testing.T) {
			data, err := p.PNG()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name+".png")
			if *update {
				if err := os.WriteFile(file, data, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, decode(t, data), decode(t, want))
		})
	}
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// compare wants equal pixels. Processors that round otherwise when they multiply and add may differ at one
// pixel in a hundred.
func compare(t *testing.T, got, want image.Image) {
	t.Helper()
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	if reflect.DeepEqual(got, want) {
		return
	}
	var differ int
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if got.At(x, y) != want.At(x, y) {
				differ++
			}
		}
	}
	allowed := 0
	if runtime.GOARCH != "amd64" {
		allowed = got.Bounds().Dx() * got.Bounds().Dy() / 100
	}
	if differ > allowed {
		t.Errorf("%d pixels differ from the golden picture; look at it, and run with -update if it is right", differ)
	}
}

// standings is the table of the campaign in the rules' example (C11).
func standings() Table {
	t := Table{
		Title:   "The Amber Coast, turn 3",
		Columns: []Column{{Name: "Realm"}, {Name: "Player"}, {Name: "Castles", Numbers: true}, {Name: "Fortresses", Numbers: true}, {Name: "Towers", Numbers: true}, {Name: "VP", Numbers: true}},
		Note:    "Orange declares: attack, or pass.",
	}
	for i, name := range []string{"Blue", "Orange", "Red", "Yellow", "Green", "Purple"} {
		t.Rows = append(t.Rows, Row{
			Swatch: []string{"#3b6fb6", "#e07b1a", "#c0392b", "#e5c72c", "#2e8b57", "#7d4fa6"}[i], Strong: i == 1,
			Cells: []string{name, []string{"alice", "Bren", "Çelik", "Дмитрий", "eve", "Φίλιππος"}[i], "1", figure(2 - i%3), figure(3 + i), figure(41 - 9*i)},
		})
	}
	return t
}

// longNames are as long as names may be, and of one beginning.
func longNames() []string {
	var names []string
	for i := range 12 {
		names = append(names, []string{"KingdomOfTheNorthernMarchesWWWW", "Kingdom of the Northern Marches "}[i%2]+string(rune('A'+i)))
	}
	return names
}

// realms is a turn of twelve realms with such names (C20).
func realms() Table {
	t := story()
	t.Title, t.Rows = "The War of the Northern Marches, turn 12", nil
	names := longNames()
	for i, name := range names {
		t.Rows = append(t.Rows, Row{
			Cells: []string{name, "A player with a name as long " + string(rune('A'+i)), "12", "10", "11", figure(1041 - 9*i), "134"},
			Below: "defends against " + names[11-i] + ", Encounter in an Unknown Land: lose, loses a Fortress, its warlord falls; Barbarian Raid",
		})
	}
	return t
}

// story is a turn of short names.
func story() Table {
	return Table{
		Title:   "Moors, turn 2",
		Columns: []Column{{Name: "Realm"}, {Name: "Player"}, {Name: "T", Numbers: true}, {Name: "F", Numbers: true}, {Name: "C", Numbers: true}, {Name: "VP", Numbers: true}, {Name: "Roll", Numbers: true}},
		Rows: []Row{
			{Cells: []string{"Blue", "ben", "4", "2", "1", "89", "46"}, Below: "attacks Violet, Old Feud: win, takes a Tower, slays the warlord"},
			{Cells: []string{"Gold", "dot", "3", "2", "1", "78", "30"}, Below: "absent; Barbarian Raid"},
			{Cells: []string{"Violet", "eve", "2", "2", "1", "61", "31"}, Below: "defends against Blue, Old Feud: lose, loses a Tower, its warlord falls"},
			{Cells: []string{"Late", "fay", "3", "2", "1", "27", ""}, Below: "plays from turn 3"},
			{Cells: []string{"Red", "ann", "3", "2", "1", "27", "40"}},
		},
	}
}

// season is twelve realms with such names, of which some were away.
func season() Chart {
	ch := vps(12, 8)
	for i, name := range longNames() {
		s := &ch.Lines[i]
		s.Name, s.Color = name+" (left)", ""
		for j := range s.Values {
			turn := s.From + j
			if i%3 == 0 && j > 2 {
				turn += 1 + i/6
			}
			s.Turns = append(s.Turns, turn)
		}
	}
	return ch
}

func wideTable() Table {
	t := Table{Columns: []Column{{Name: "Name"}, {Name: "A long heading over a number", Numbers: true}, {Name: "Remark"}, {Name: "Another"}}}
	for i := range 33 {
		t.Rows = append(t.Rows, Row{Cells: []string{"Someone whose name goes on and on and on and on", figure(i * 1000), "so it is \u202e\u0000 " + figure(i), "漢字🎲"}})
	}
	return t
}

func vps(lines, turns int) Chart {
	names := []string{"Blue", "Orange", "Red", "Yellow", "Green", "Purple", "The Realm of the Silver Otter", "漢字", "Ice", "Moss", "Bone", "Ash", "Coal"}
	ch := Chart{Title: "VPs over the turns", Across: "Turn"}
	for i := range lines {
		s := Series{Name: names[i], From: 1 + i/4*turns/10}
		if lines < 8 {
			s.Color = standings().Rows[i].Swatch
		}
		v := 0
		for turn := s.From; turn <= turns; turn++ {
			v += (turn*7+i*11)%17 + i%5*2 - 5
			s.Values = append(s.Values, v)
		}
		ch.Lines = append(ch.Lines, s)
	}
	return ch
}

func nineSuits() Bars {
	b := Bars{Title: "dragon: 82 cards"}
	for v := range 10 {
		b.Columns = append(b.Columns, figure(v+1))
	}
	for i, name := range []string{"Swords", "Helms", "Shields", "Arrows", "Orbs", "Moons", "Hearts", "Crowns", "Dragons"} {
		t := Tally{Name: name, Symbol: []string{"⚔", "⛑", "", "➶", "●", "☽", "♥", "♛", "🐉"}[i], Color: []string{"#202020", "#8b1a1a", "#e8e8e8", "#5a7d2a", "#2a6fa8", "#777799", "#c0392b", "#c9a227", "#6b5b95"}[i]}
		for v := range 10 {
			t.Counts = append(t.Counts, min(1+(v+i)%3/2, 9-v+i/8))
		}
		b.Rows = append(b.Rows, t)
	}
	return b
}

// board is the knights' game of two in its third turn.
func board() Board {
	return Board{
		Title: "Knights and lands, turn 3",
		Lands: []Land{
			{Name: "Burgenland", Symbol: "♜", Color: "#c0392b", Owner: 1, Troop: []Knight{{4, 1}, {3, 5}}, Strength: 7, Note: "income 1"},
			{Name: "Waldland", Symbol: "♣", Color: "#2e8b57", Troop: []Knight{{2, 2}, {1, 6}}, Strength: 3, Note: "income 1"},
			{Name: "Seenland", Symbol: "≈", Color: "#3b6fb6", Owner: 2, Troop: []Knight{{4, 3}, {2, 1}, {1, 4}}, Strength: 7, Note: "income 1"},
			{Name: "Goldland", Symbol: "¤", Color: "#d97a1a", Troop: []Knight{{1, 4}, {4, 2}}, Strength: 5, Note: "income 2"},
			{Name: "Schattenland", Symbol: "☾", Color: "#7d4fa6", Troop: []Knight{{3, 5}, {3, 1}}, Strength: 6, Note: "income 1"},
			{Name: "Kornland", Symbol: "❀", Color: "#c9a400", Owner: 1, Troop: []Knight{{1, 6}, {2, 3}, {4, 4}}, Strength: 7, Note: "take back one laid knight"},
		},
		Free: []Knight{{3, 1}, {1, 3}, {2, 6}, {2, 5}},
		Players: []Player{
			{Name: "Ada", Chips: 5, Hand: 7, ToMove: true, Troops: []Troop{{[]Knight{{3, 2}}, 3}, {[]Knight{{2, 5}, {4, 2}}, 6}}},
			{Name: "Bren", Chips: 12, Hand: 9},
		},
		Note: "Ada may recruit, and must lay a knight.",
	}
}

func fullBoard() Board {
	b := board()
	b.Title, b.Note, b.Free = "", "", nil
	b.Players = append(b.Players, Player{Name: "漢字 the Incredibly Long-Winded", Chips: 103, Hand: 0, Score: "−12"}, Player{Name: "\u202eDora", Hand: 12, Score: "41"})
	for i := range b.Lands {
		b.Lands[i].Note, b.Lands[i].Owner = "", i%5
		for land := 1; land <= 6; land++ {
			b.Lands[i].Troop = append(b.Lands[i].Troop, Knight{land%4 + 1, land})
		}
		b.Lands[i].Strength = 7 + 15
	}
	for i := range b.Players {
		for land := range 1 + 2*i {
			t := Troop{Strength: 2 * (land + 1)}
			for k := range 1 + land {
				t.Knights = append(t.Knights, Knight{k%4 + 1, (land + k) % 7})
			}
			b.Players[i].Troops = append(b.Players[i].Troops, t)
		}
	}
	return b
}
