package knights

import (
	_ "embed"
	"slices"
	"strings"
)

// Luck gives a whole number from 0 to n-1, each as likely; n is at least 1. It is the only source of chance.
type Luck func(n int) int

// Words are one text in the two languages of the game.
type Words struct {
	English string `json:"en"`
	German  string `json:"de"`
}

// Land is one of the six land cards with both its sides (K2, K3).
type Land struct {
	Colour  Colour  `json:"colour"`
	Name    Words   `json:"name"`
	Symbol  string  `json:"symbol"` // a short picture, such as an emoji
	Tint    string  `json:"tint"`   // "#rrggbb"
	Crown   Effects `json:"crown"`  // the plain side, for first games (K4)
	Reverse Effects `json:"reverse"`
}

// Side is a land card as it lies on the table, one side up (K3).
type Side struct {
	Colour  Colour  `json:"colour"`
	Name    Words   `json:"name"`
	Symbol  string  `json:"symbol"`
	Tint    string  `json:"tint"`
	Crown   bool    `json:"crown"` // the side with the crown (K4)
	Effects Effects `json:"effects"`
}

// Effects are what a side does for its owner (K3).
type Effects struct {
	Income int     `json:"income"`         // fame at the start of each turn (K8), 0 to 5
	Power  Power   `json:"power,omitzero"` // during the turn or while owned
	End    []Bonus `json:"end,omitempty"`  // at the end (K15), at most three
	Text   Words   `json:"text"`           // what the side says
	Ours   bool    `json:"ours,omitempty"` // invented here, not known from the printed game
}

// PowerKind is one of the effects of a land during the game. The set is closed; lands choose among them.
type PowerKind string

// The kinds of powers (K3a).
const (
	NoPower        PowerKind = ""
	RecallPower    PowerKind = "recall"    // once while owned: take a knight of an own attack troop back to the hand, the first one only when it stands alone
	ReinforcePower PowerKind = "reinforce" // lay an additional hand knight into an own defence (K9b), under K10
	BulwarkPower   PowerKind = "bulwark"   // the land's defence counts Points more against attackers
	DiscountPower  PowerKind = "discount"  // recruiting (K13) costs Points less, not less than 0
)

// Power is a kind with its parameters.
type Power struct {
	Kind   PowerKind `json:"kind"`
	Points int       `json:"points,omitempty"` // bulwark, discount: 1 to 4
	Where  string    `json:"where,omitempty"`  // reinforce: "here" or "any" land of the owner
	Times  string    `json:"times,omitempty"`  // reinforce: once a "turn" or once while "owned"
}

// Bonus is an advantage or drawback at the end (K3, K15): Points, -10 to 10, for each of what Per names.
type Bonus struct {
	Per    string `json:"per"` // "game" (once), "land" owned, "defender" of this land, "attacker" laid in one's attack troops, "hand" knight left
	Points int    `json:"points"`
}

//go:embed data/lands.json
var standardLands []byte

//go:embed data/lands.schema.json
var landSchema string

// LandSchema gives the JSON schema of the file that [LoadLands] reads.
func LandSchema() string { return landSchema }

// Standard gives the six lands of the game: plain crown sides, and reverse sides that are ours.
func Standard() []Land {
	lands, err := LoadLands(standardLands)
	if err != nil {
		panic(err) // the file is part of the package and tested
	}
	return lands
}

// Side gives the land with the crown side or the reverse side up.
func (l Land) Side(crown bool) Side {
	effects := l.Reverse
	if crown {
		effects = l.Crown
	}
	effects.End = slices.Clone(effects.End)
	return Side{Colour: l.Colour, Name: l.Name, Symbol: l.Symbol, Tint: l.Tint, Crown: crown, Effects: effects}
}

// LayOut chooses the side of each land (K3): how is "crown", "reverse", "mixed" for a side by luck each, or one of the
// first two words for each land in order, separated by commas or spaces. Luck is asked for "mixed" only.
func LayOut(lands []Land, how string, luck Luck) ([]Side, error) {
	words := strings.FieldsFunc(strings.ToLower(how), func(r rune) bool { return r == ',' || r == ' ' })
	if len(words) == 1 {
		words = slices.Repeat(words, len(lands))
	} else if slices.Contains(words, "mixed") {
		words = nil
	}
	if len(words) != len(lands) {
		return nil, badLayout(how)
	}
	var sides []Side
	for i, land := range lands {
		switch words[i] {
		case "crown", "reverse":
			sides = append(sides, land.Side(words[i] == "crown"))
		case "mixed":
			sides = append(sides, land.Side(luck.below(2) == 0))
		default:
			return nil, badLayout(how)
		}
	}
	return sides, nil
}

func badLayout(how string) Refusal {
	return refusal("bad_sides", "K3", "The lands lie \"crown\", \"reverse\" or \"mixed\", or you name \"crown\" or \"reverse\" six times, once for each land; %q is neither.", clip(how))
}

// below asks for a number under n and holds even a faulty source to it.
func (l Luck) below(n int) int {
	return ((l(n) % n) + n) % n
}
