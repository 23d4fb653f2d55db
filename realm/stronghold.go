package realm

import (
	"fmt"
	"strings"
)

// Stronghold is one of the three sizes, and empty where none is meant (C3).
type Stronghold string

// The sizes, from the rim of a realm to its heart (C3).
const (
	Tower    Stronghold = "Tower"
	Fortress Stronghold = "Fortress"
	Castle   Stronghold = "Castle"
)

// Strongholds lists the sizes, the outermost first.
func Strongholds() []Stronghold { return []Stronghold{Tower, Fortress, Castle} }

// Dice is how many dice one of them brings each turn: 1, 2, 3 (C17, C17a).
func (s Stronghold) Dice() int {
	switch s {
	case Tower:
		return 1
	case Fortress:
		return 2
	case Castle:
		return 3
	}
	return 0
}

// Plural is the word for several of them.
func (s Stronghold) Plural() string {
	if s == Fortress {
		return "Fortresses"
	}
	return string(s) + "s"
}

// ParseStronghold reads "Tower", "Fortress" or "Castle" in any case; nothing is the empty Stronghold. The
// code of its refusal is stronghold_unknown.
func ParseStronghold(text string) (Stronghold, error) {
	for _, s := range append(Strongholds(), "") {
		if same(text, string(s)) {
			return s, nil
		}
	}
	return "", refuse("stronghold_unknown", "There is no stronghold of that name; choose Tower, Fortress or Castle.")
}

// Holdings are the strongholds of a realm: only their numbers count (C5).
type Holdings struct {
	Towers     int `json:"towers"`
	Fortresses int `json:"fortresses"`
	Castles    int `json:"castles"`
}

// Start is what every realm begins with (C3).
func Start() Holdings { return Holdings{Towers: 3, Fortresses: 2, Castles: 1} }

// Count is how many of one size there are.
func (h Holdings) Count(s Stronghold) int {
	switch s {
	case Tower:
		return h.Towers
	case Fortress:
		return h.Fortresses
	case Castle:
		return h.Castles
	}
	return 0
}

// Total is how many there are of all sizes; a realm with 0 is a horde and plays on (C14).
func (h Holdings) Total() int { return h.Towers + h.Fortresses + h.Castles }

// String is "3 Towers, 2 Fortresses, 1 Castle".
func (h Holdings) String() string {
	var parts []string
	for _, s := range Strongholds() {
		word := s.Plural()
		if h.Count(s) == 1 {
			word = string(s)
		}
		parts = append(parts, fmt.Sprintf("%d %s", h.Count(s), word))
	}
	return strings.Join(parts, ", ")
}

// Open lists what may be attacked, the outermost first (C4): a Tower always, a Fortress while there are
// fewer than 3 Towers, a Castle while there are fewer than 2 Fortresses and, by C4a, fewer than 3 Towers.
// Only what the realm has is open, so a horde offers nothing (C4b).
func (h Holdings) Open(rules Rules) []Stronghold {
	return only(Strongholds(), func(s Stronghold) bool { return h.Count(s) > 0 && h.wall(s, rules) == "" })
}

// wall is the ring that still stands before a size, and empty where none does (C4, C4a).
func (h Holdings) wall(s Stronghold, rules Rules) Stronghold {
	towers := h.Towers >= 3
	switch {
	case s == Castle && h.Fortresses >= 2:
		return Fortress
	case s == Castle && towers && !rules.Unnested, s == Fortress && towers:
		return Tower
	}
	return ""
}

func (h Holdings) with(s Stronghold, more int) Holdings {
	switch s {
	case Tower:
		h.Towers += more
	case Fortress:
		h.Fortresses += more
	case Castle:
		h.Castles += more
	}
	return h
}
