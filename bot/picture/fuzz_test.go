package picture

import (
	"strings"
	"testing"

	"skald/fate"
)

// FuzzNames puts a stranger's text and number wherever a picture takes one.
func FuzzNames(f *testing.F) {
	for _, s := range []string{
		"", "@everyone \u202egnp.exe a\x00b\x1b[31m\r\nc \xff\xfe", "Z̸̡̛͈a̶l̴g̷o̵" + strings.Repeat("\u0336", 200), "漢字かな 👨‍👩‍👧‍👦🏴‍☠️ \ue000\U000e0041",
		"שלום עולם abc مرحبا 12", "abc مرحبا", strings.Repeat("W", 10000), strings.Repeat("a ", 5000), "\ufdfd\u3164\u2800\u034f", "#aabbcc", "♥\ufe0f", "\u0301",
	} {
		f.Add(s, 7)
	}
	f.Add("x", -1<<62)
	f.Add("x", 1<<62)
	f.Fuzz(func(t *testing.T, s string, n int) {
		for _, p := range hostile(s, n) {
			bounded(t, p)
		}
	})
}

func hostile(s string, n int) []Picture {
	c, d := fate.Card{Suit: fate.Suit(s), Value: n, Copy: 1}, fate.Card{Suit: "x", Value: n}
	list := &fate.DeckList{
		Name: s, Suits: []fate.SuitDef{{Name: fate.Suit(s), Symbol: s, Color: s}}, Cards: fate.Pile{c, d},
		Faces: map[fate.Card]fate.Face{c: {Name: s, Aura: fate.Aura(s), Event: s}, d: {Event: s, Aura: fate.Neutral}},
	}
	k := Knight{Value: n, Land: n}
	troop := Troop{Knights: []Knight{k, {n, 1}}, Strength: n}
	return []Picture{
		Spread{List: list, Cards: list.Cards, Caption: s, Marks: []Mark{Mark(s)}, Stunning: n, Killing: n},
		Table{Title: s, Columns: []Column{{Name: s}, {Name: s, Numbers: true}}, Rows: []Row{{Swatch: s, Strong: true, Cells: []string{s, s, s}}, {}}, Note: s},
		Chart{Title: s, Across: s, Lines: []Series{{Name: s, Color: s, From: n, Values: []int{n, 0, -n}}, {Name: s, Values: []int{1}}}},
		Bars{Title: s, Columns: []string{s, s}, Rows: []Tally{{Name: s, Symbol: s, Color: s, Counts: []int{n, 1, n}}}},
		Distribution(list),
		Board{
			Title: s, Lands: []Land{{Name: s, Symbol: s, Color: s, Owner: n, Troop: troop.Knights, Strength: n, Note: s}, {Owner: 1}}, Free: []Knight{k},
			Players: []Player{{Name: s, Chips: n, Hand: n, Troops: []Troop{troop}, ToMove: true, Score: s}}, Note: s,
		},
	}
}
