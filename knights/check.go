package knights

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of lands that a group brings along.
const (
	MostBytes   = 64 << 10 // of the file
	MostName    = 24       // characters of a name
	MostText    = 200      // characters of a side's text
	MostSymbol  = 8        // characters of a symbol
	MostIncome  = 5
	MostPower   = 4  // points of a bulwark or discount
	MostPoints  = 10 // points of a bonus, either way
	MostBonuses = 3  // of a side
)

// check notes what is wrong with a land.
func (l Land) check(at string, p *Problems) {
	l.Side(true).checkTitle(at, p)
	l.Crown.check(at+".crown", p)
	l.Reverse.check(at+".reverse", p)
}

// checkSides asks of sides that lie on the table what [LoadLands] asks of a file.
func checkSides(sides []Side) error {
	var p Problems
	var lands []Land
	for i, side := range sides {
		at := fmt.Sprintf("lands[%d]", i)
		side.checkTitle(at, &p)
		side.Effects.check(at, &p)
		lands = append(lands, Land{Colour: side.Colour, Name: side.Name})
	}
	if len(p) == 0 {
		checkSix(lands, &p)
	}
	if len(p) > 0 {
		return p
	}
	return nil
}

// checkSix notes what is wrong with the lands together: one of each colour, no two of a name.
func checkSix(lands []Land, p *Problems) {
	var seen [colours]int
	var names []string
	for i, land := range lands {
		seen[land.Colour]++
		for _, name := range slices.Compact([]string{strings.ToLower(land.Name.English), strings.ToLower(land.Name.German)}) {
			if slices.Contains(names, name) {
				p.add(fmt.Sprintf("lands[%d].name", i), "is %q, like another land", name)
			}
			names = append(names, name)
		}
	}
	for _, c := range Colours() {
		if seen[c] != 1 {
			p.add("lands", "should have one %s land, not %d", c, seen[c])
		}
	}
}

func (s Side) checkTitle(at string, p *Problems) {
	if s.Colour < Red || s.Colour > Yellow {
		p.add(at+".colour", "should be red, green, blue, orange, violet or yellow")
	}
	checkText(at+".name.en", s.Name.English, MostName, p)
	checkText(at+".name.de", s.Name.German, MostName, p)
	if !isSymbol(s.Symbol) {
		p.add(at+".symbol", "should be 1 to %d characters of picture, not text", MostSymbol)
	}
	if !isTint(s.Tint) {
		p.add(at+".tint", "should be like #a0b1c2")
	}
}

func (e Effects) check(at string, p *Problems) {
	checkRange(at+".income", e.Income, 0, MostIncome, p)
	checkText(at+".text.en", e.Text.English, MostText, p)
	checkText(at+".text.de", e.Text.German, MostText, p)
	if e.Power != (Power{}) {
		e.Power.check(at+".power", p)
	}
	if len(e.End) > MostBonuses {
		p.add(at+".end", "should have at most %d entries", MostBonuses)
	}
	for i, b := range e.End {
		at := fmt.Sprintf("%s.end[%d]", at, i)
		checkRange(at+".points", b.Points, -MostPoints, MostPoints, p)
		checkChoice(at+".per", b.Per, p, "game", "land", "defender", "attacker", "hand")
	}
}

// check asks for the parameters of the kind and for no others.
func (w Power) check(at string, p *Problems) {
	rest := w
	rest.Kind = NoPower
	switch w.Kind {
	case ReinforcePower:
		checkChoice(at+".where", w.Where, p, "here", "any")
		checkChoice(at+".times", w.Times, p, "turn", "owned")
		rest.Where, rest.Times = "", ""
	case BulwarkPower, DiscountPower:
		checkRange(at+".points", w.Points, 1, MostPower, p)
		rest.Points = 0
	case RecallPower:
	default:
		p.add(at+".kind", "should be recall, reinforce, bulwark or discount")
		return
	}
	if rest != (Power{}) {
		p.add(at, "has points, where or times, which %s does not use", w.Kind)
	}
}

func checkRange(at string, n, low, high int, p *Problems) {
	if n < low || n > high {
		p.add(at, "should be from %d to %d, not %d", low, high, n)
	}
}

func checkChoice(at, word string, p *Problems, among ...string) {
	if !slices.Contains(among, word) {
		p.add(at, "should be one of %s", strings.Join(among, ", "))
	}
}

// checkText notes what may not stand in a text that is shown to others: control and invisible characters, and marks that the
// places where it is shown would take for a mention, a link or a format.
func checkText(at, text string, most int, p *Problems) {
	if n := utf8.RuneCountInString(text); n == 0 || n > most || strings.TrimSpace(text) != text {
		p.add(at, "should have 1 to %d characters and no spaces around it", most)
	}
	if strings.Contains(text, "//") {
		p.add(at, "should have no link")
	}
	for _, c := range text {
		plain := c >= ' ' && c <= '~' || unicode.In(c, unicode.L, unicode.N, unicode.Pd, unicode.Pi, unicode.Pf) || c == '„'
		if !plain || strings.ContainsRune("@<>`*_~|\\#[]{}", c) {
			p.add(at, "should have letters, figures and plain punctuation only, not %+q", c)
			return
		}
	}
}

// isSymbol allows the marks that make up an emoji, and no text.
func isSymbol(text string) bool {
	shown := false
	for _, c := range text {
		joins := c == '\u200d' || c == '\ufe0f'
		if !joins && !unicode.In(c, unicode.So, unicode.Sk) {
			return false
		}
		shown = shown || !joins
	}
	return shown && utf8.RuneCountInString(text) <= MostSymbol
}

func isTint(text string) bool {
	return len(text) == 7 && text[0] == '#' && strings.Trim(text[1:], "0123456789abcdef") == ""
}
