package knights

import (
	"fmt"
	"math/bits"
	"strings"
)

// Colour is the colour of a knight and of its land (K2). The zero Colour is none.
type Colour uint8

// The six colours, in the order in which the rules name the lands (K2).
const (
	NoColour Colour = iota
	Red
	Green
	Blue
	Orange
	Violet
	Yellow
)

const colours = 7 // with NoColour, so that arrays are indexed by Colour

var colourWords = [colours][]string{
	{""},
	{"red", "rot", "burgenland", "castleland"},
	{"green", "grün", "waldland", "forestland"},
	{"blue", "blau", "seenland", "lakeland"},
	{"orange", "goldland"},
	{"violet", "violett", "schattenland", "shadowland"},
	{"yellow", "gelb", "kornland", "cornland"},
}

var colourNames = [colours]Words{{"", ""}, {"red", "rot"}, {"green", "grün"}, {"blue", "blau"}, {"orange", "orange"}, {"violet", "violett"}, {"yellow", "gelb"}}

var landWords = [colours]string{"", "Burgenland", "Waldland", "Seenland", "Goldland", "Schattenland", "Kornland"}

// Colours gives the six colours in the order of K2.
func Colours() []Colour { return []Colour{Red, Green, Blue, Orange, Violet, Yellow} }

// String gives the English word of the colour: "red". The zero Colour is "".
func (c Colour) String() string {
	if c >= colours {
		return fmt.Sprintf("colour %d", uint8(c))
	}
	return colourWords[c][0]
}

// Land gives the game's own word for the land of the colour (K2): "Burgenland".
func (c Colour) Land() string {
	if c >= colours {
		return c.String()
	}
	return landWords[c]
}

// Words gives the colour's name in both languages.
func (c Colour) Words() Words {
	if c >= colours {
		return Words{c.String(), c.String()}
	}
	return colourNames[c]
}

// ParseColour reads a colour from its English or German word or from a name of its land, in any case.
func ParseColour(text string) (Colour, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	for c := Red; c <= Yellow; c++ {
		for _, w := range colourWords[c] {
			if w == word {
				return c, nil
			}
		}
	}
	return NoColour, fmt.Errorf("%q is none of the six colours: red, green, blue, orange, violet, yellow", clip(text))
}

// MarshalText writes the English word.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what [ParseColour] reads, and "" as no colour.
func (c *Colour) UnmarshalText(text []byte) (err error) {
	*c = NoColour
	if len(text) > 0 {
		*c, err = ParseColour(string(text))
	}
	return err
}

// Face is what is printed on a knight: a value of 1 to 4 and a colour, written "4 red". Moves name knights by their faces. The zero
// Face is none.
type Face struct {
	Value  int
	Colour Colour
}

// String writes "4 red", and "" for the zero Face.
func (f Face) String() string {
	if f == (Face{}) {
		return ""
	}
	return fmt.Sprintf("%d %s", f.Value, f.Colour)
}

// ParseFace reads "4 red" or "red 4".
func ParseFace(text string) (Face, error) {
	words := strings.Fields(text)
	if len(words) != 2 {
		return Face{}, fmt.Errorf("a knight is written like \"4 red\", not %q", clip(text))
	}
	if isValue(words[1]) {
		words[0], words[1] = words[1], words[0]
	}
	if !isValue(words[0]) {
		return Face{}, fmt.Errorf("a knight's value is 1, 2, 3 or 4, not %q", clip(words[0]))
	}
	colour, err := ParseColour(words[1])
	return Face{Value: int(words[0][0] - '0'), Colour: colour}, err
}

func isValue(word string) bool { return len(word) == 1 && word >= "1" && word <= "4" }

// MarshalText writes "4 red".
func (f Face) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what [ParseFace] reads, and "" as no face.
func (f *Face) UnmarshalText(text []byte) (err error) {
	*f = Face{}
	if len(text) > 0 {
		*f, err = ParseFace(string(text))
	}
	return err
}

// Set is one of the five sets of twelve knights, told apart by their backs (K5) and written A to E. The zero Set is none.
type Set uint8

const sets = 5

// String gives the letter, and "" for no set.
func (s Set) String() string {
	if s == 0 {
		return ""
	}
	return string(rune('A' + s - 1))
}

// Sets gives the five sets, A to E.
func Sets() []Set { return []Set{1, 2, 3, 4, 5} }

// ParseSet reads a letter from A to E.
func ParseSet(text string) (Set, error) {
	word := strings.ToUpper(strings.TrimSpace(text))
	if len(word) != 1 || word < "A" || word > "E" {
		return 0, fmt.Errorf("%q is none of the five sets A, B, C, D, E", clip(text))
	}
	return Set(word[0] - 'A' + 1), nil
}

// MarshalText writes the letter.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what [ParseSet] reads.
func (s *Set) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSet(string(text))
	return err
}

// Knights gives the twelve knights of the set (K5a), sorted by colour and falling value.
func (s Set) Knights() []Knight {
	if s < 1 || s > sets {
		return nil
	}
	return setBands[s].knights()
}

// Knight is one of the sixty: a face, the set that its back shows, and a Copy of 1 for the second of two alike in a set. It is written
// "4 red A" or, for the second of two alike, "4 red A b".
type Knight struct {
	Value  int
	Colour Colour
	Set    Set
	Copy   int
}

// Face gives what is printed on the knight.
func (k Knight) Face() Face { return Face{k.Value, k.Colour} }

// String writes "4 red A" or "4 red A b".
func (k Knight) String() string {
	text := k.Face().String() + " " + k.Set.String()
	if k.Copy > 0 {
		text += " b"
	}
	return text
}

// MarshalText writes what String writes.
func (k Knight) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes, of a knight that exists.
func (k *Knight) UnmarshalText(text []byte) error {
	one, exists := cardTexts[string(text)]
	if !exists {
		return fmt.Errorf("%q is none of the sixty knights", clip(string(text)))
	}
	*k = one
	return nil
}

var cardTexts = func() map[string]Knight {
	texts := map[string]Knight{}
	for _, k := range cards {
		texts[k.String()] = k
	}
	return texts
}()

// roles are the six hands of values of which every set has one in each colour (K5a), and roleCycle the colours that fill
// them in the sixth set, which is not in the box; the five sets are its cyclic shifts. The sets are our reconstruction.
var (
	roles     = [6][]int{{4, 4, 1}, {3, 1}, {3, 2, 2}, {3}, {4, 2}, {1}}
	roleCycle = [6]Colour{Blue, Yellow, Violet, Orange, Red, Green}
)

const handful = 12 // knights of a set

// cards lists the sixty knights; a knight's place in it is its bit in a band.
var cards = func() (all [sets * handful]Knight) {
	n := 0
	for s := Set(1); s <= sets; s++ {
		for _, c := range Colours() {
			values := roleOf(s, c)
			for i, v := range values {
				twin := 0
				if i > 0 && values[i-1] == v {
					twin = 1
				}
				all[n] = Knight{Value: v, Colour: c, Set: s, Copy: twin}
				n++
			}
		}
	}
	return all
}()

// roleOf gives the values, falling, that the colour has in the set.
func roleOf(s Set, c Colour) []int {
	for i := range roles {
		if roleCycle[(i+int(s))%len(roleCycle)] == c {
			return roles[i]
		}
	}
	return nil
}

// band is a set of knights, one bit each by its place in cards.
type band uint64

var (
	setBands    = [sets + 1]band(bandsBy(func(k Knight) int { return int(k.Set) }, sets+1))
	colourBands = [colours]band(bandsBy(func(k Knight) int { return int(k.Colour) }, colours))
	faceBands   = [24]band(bandsBy(func(k Knight) int { return faceIndex(k.Face()) }, 24))
	valueLow    = bandsBy(func(k Knight) int { return (k.Value - 1) & 1 }, 2)[1]
	valueHigh   = bandsBy(func(k Knight) int { return (k.Value - 1) >> 1 }, 2)[1]
)

func bandsBy(key func(Knight) int, n int) []band {
	bands := make([]band, n)
	for i, k := range cards {
		bands[key(k)] |= 1 << i
	}
	return bands
}

// faces lists the 24 faces by colour and rising value; faceIndex is its inverse.
var faces = func() (all [24]Face) {
	for i := range all {
		all[i] = Face{Value: i%4 + 1, Colour: Colour(i/4 + 1)}
	}
	return all
}()

func faceIndex(f Face) int { return (int(f.Colour)-1)*4 + f.Value - 1 }

func (f Face) valid() bool {
	return f.Value >= 1 && f.Value <= 4 && f.Colour >= Red && f.Colour <= Yellow
}

func (b band) size() int { return bits.OnesCount64(uint64(b)) }

// strength is the sum of the values (K11).
func (b band) strength() int {
	return b.size() + (b & valueLow).size() + 2*(b&valueHigh).size()
}

// one gives the first knight with that face as a band of one, or none.
func (b band) one(f Face) band {
	found := b & faceBands[faceIndex(f)]
	return found & -found
}

// first gives the place of the lowest knight; the band must not be empty.
func (b band) first() int { return bits.TrailingZeros64(uint64(b)) }

func (b band) knights() []Knight {
	list := make([]Knight, 0, b.size())
	for ; b != 0; b &= b - 1 {
		list = append(list, cards[b.first()])
	}
	return list
}

// led lists the knights with the one of the leading colour first, as a troop lies on the table (K9).
func (b band) led(by Colour) []Knight {
	return append((b & colourBands[by]).knights(), (b &^ colourBands[by]).knights()...)
}

// clip keeps a quotation in an error short.
func clip(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
