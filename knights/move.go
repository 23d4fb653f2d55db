package knights

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind says which of the seven things a move is.
type Kind uint8

// The kinds of moves: action 1 (K8), action 2 (K9), action 4 (K13), the two powers of lands that are used by a move (K3), and two
// that are no actions.
const (
	NoKind Kind = iota
	Collect
	Lay
	Recruit
	Recall    // take a laid knight back to the hand
	Reinforce // add a hand knight to a defence
	EndTurn
	Resign
)

var kindWords = [...]string{"", "collect", "lay", "recruit", "recall", "reinforce", "end turn", "resign"}

// String gives the kind's word: "lay".
func (k Kind) String() string {
	if int(k) >= len(kindWords) {
		return fmt.Sprintf("move %d", uint8(k))
	}
	return kindWords[k]
}

// MarshalText writes the word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, word := range kindWords {
		if i > 0 && word == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no kind of move", clip(string(text)))
}

// Move is one move of a seat. Fields that its kind does not use are zero. Moves are comparable with ==.
type Move struct {
	Seat   int    `json:"seat"`
	Kind   Kind   `json:"kind"`
	Knight Face   `json:"knight,omitzero"` // the knight laid, recruited, taken back or added
	Troop  Colour `json:"troop,omitzero"`  // Lay: the troop strengthened, none for a new one; Recall: the troop taken from; Reinforce: the land defended
	Land   Colour `json:"land,omitzero"`   // Recall, Reinforce: the land whose power it is
}

// String gives the textual form, which [Parse] reads and which can end a command line: "collect", "recruit 4 red", "lay 3 green" (a
// new troop), "lay 3 green on red", "power kornland 3 green from red" (Recall), "power waldland 2 blue on red" (Reinforce), "end turn",
// "resign". The seat is not in it.
func (m Move) String() string {
	land := strings.ToLower(m.Land.Land())
	switch m.Kind {
	case Lay:
		if m.Troop == NoColour {
			return fmt.Sprintf("lay %s", m.Knight)
		}
		return fmt.Sprintf("lay %s on %s", m.Knight, m.Troop)
	case Recruit:
		return fmt.Sprintf("recruit %s", m.Knight)
	case Recall:
		return fmt.Sprintf("power %s %s from %s", land, m.Knight, m.Troop)
	case Reinforce:
		return fmt.Sprintf("power %s %s on %s", land, m.Knight, m.Troop)
	}
	return m.Kind.String()
}

// Parse reads the textual form of a move of the seat, in any case and spacing. Colours may be English or German or the name of a
// land, a knight may be "red 4". The error is a [Refusal]; whether the move is legal is for [Game.Play] to say.
func Parse(seat int, text string) (Move, error) {
	if !utf8.ValidString(text) {
		return Move{}, unreadable(text)
	}
	words := strings.Fields(strings.ToLower(text))
	m := Move{Seat: seat}
	if len(words) == 0 {
		return Move{}, unreadable(text)
	}
	verb, rest := words[0], words[1:]
	switch strings.Join(words, " ") {
	case "collect":
		m.Kind = Collect
	case "resign":
		m.Kind = Resign
	case "end turn", "end-turn":
		m.Kind = EndTurn
	default:
		return parseKnight(m, verb, rest, text)
	}
	return m, nil
}

// parseKnight reads what follows recruit, lay and power: for a power its land, then a knight, then perhaps the troop.
func parseKnight(m Move, verb string, rest []string, text string) (_ Move, err error) {
	if verb == "power" && len(rest) > 0 {
		if m.Land, err = ParseColour(rest[0]); err != nil {
			return Move{}, spoken(err)
		}
		rest = rest[1:]
	}
	preposition := ""
	if len(rest) == 4 {
		if m.Troop, err = ParseColour(rest[3]); err != nil {
			return Move{}, spoken(err)
		}
		preposition, rest = rest[2], rest[:2]
	}
	switch verb + " " + preposition {
	case "recruit ":
		m.Kind = Recruit
	case "lay ", "lay on":
		m.Kind = Lay
	case "power from":
		m.Kind = Recall
	case "power on":
		m.Kind = Reinforce
	default:
		return Move{}, unreadable(text)
	}
	if m.Knight, err = ParseFace(strings.Join(rest, " ")); err != nil {
		return Move{}, spoken(err)
	}
	return m, nil
}

func unreadable(text string) Refusal {
	return Refusal{Code: "unreadable", Rule: "K8", Message: fmt.Sprintf("%q is no move: write \"collect\", \"recruit 4 red\", \"lay 3 green\", "+
		"\"lay 3 green on red\", \"power kornland 3 green from red\", \"power waldland 2 blue on red\", \"end turn\" or \"resign\" (K8).", clip(text))}
}

// spoken turns an error of a part of a move into a refusal with a sentence.
func spoken(err error) Refusal {
	text := err.Error()
	return Refusal{Code: "unreadable", Rule: "K2", Message: strings.ToUpper(text[:1]) + text[1:] + " (K2)."}
}
