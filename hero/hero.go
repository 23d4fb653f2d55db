// Package hero holds hero sheets: ability scores, codes, Edge, hand size and skills (R2, R13, R14).
// It is pure: a sheet is a value, and every change gives a new one.
package hero

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"skald/fate"
)

// Code is a Trait's training, A to D or X; A is best, X untrained (R2.3).
type Code string

// Codes lists the codes, the best first (R2.3, R13).
func Codes() []Code { return []Code{"A", "B", "C", "D", "X"} }

// Skills is how many starting skills of a Trait the code gives with multiple skills: 4, 3, 2, 1, 0 (R13,
// R14.5); 0 without a code (R2.4).
func (c Code) Skills() int { return c.rank() }

// rank is 4 for A down to 0 for X; 0 without a code too.
func (c Code) rank() int {
	if i := slices.Index(Codes(), c); i >= 0 {
		return 4 - i
	}
	return 0
}

// Training is the code's word (R13).
func (c Code) Training() string {
	words := []string{"expert", "advanced", "competent", "apprentice", "novice"}
	if i := slices.Index(Codes(), c); i >= 0 {
		return words[i]
	}
	return ""
}

// Power is what a code gives in psychic powers (Mind) or magic (Spirit) (R13, R13.2).
func (c Code) Power() string {
	words := []string{"major", "moderate", "minor", "none", "diminished"}
	if i := slices.Index(Codes(), c); i >= 0 {
		return words[i]
	}
	return ""
}

// Class is how heavy a weapon, an armor or a shield is: VL, L, M, H, VH (R13.1).
type Class string

// Classes lists the classes, the lightest first.
func Classes() []Class { return []Class{"VL", "L", "M", "H", "VH"} }

// Allows reports whether a code is enough for gear of the class: A for any, B up to H, C up to M, D up to
// L, X and no code for VL only (R13). The empty class asks nothing.
func (c Code) Allows(class Class) bool {
	i := slices.Index(Classes(), class)
	return class == "" || i >= 0 && i <= c.rank()
}

func (c Code) check(trait string) error {
	if !slices.Contains(Codes(), c) {
		return fate.Refuse("bad_code", "The code of %s is one of A, B, C, D, X", trait)
	}
	return nil
}

// Limits of a sheet. Scores of 10 are rare (R2.2, R2.2a).
const (
	MinScore, MaxScore   = 1, 10
	MinEdge, MaxEdge     = 0, 9
	MinHand, MaxHand     = 1, 12
	MinPoints, MaxPoints = 0, 99
	MaxSkills            = 40
	MaxName              = 32
	MaxDescription       = 1000
)

// Hero is a sheet (R2). Maps and slices in it are never changed in place.
type Hero struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Scores      map[string]int  `json:"scores"` // by ability, MinScore to MaxScore
	Codes       map[string]Code `json:"codes"`  // by Trait
	Edge        int             `json:"edge"`
	// Hand is the hand size where it differs from Edge + 2; 0 means that it does not (R1.6a).
	Hand   int     `json:"hand,omitempty"`
	Points int     `json:"points"` // hero points (R11.1)
	Skills []Skill `json:"skills,omitempty"`
	// Gear is what the hero carries, wields and wears (R5.1, R13.1); at most MaxGear items.
	Gear []Gear `json:"gear,omitempty"`
	// Role, Race, Nature and Demeanor are the hero's archetypes, Labels others of them (R14.7 to R14.10).
	Role     Feature `json:"role,omitzero"`
	Race     Feature `json:"race,omitzero"`
	Nature   Feature `json:"nature,omitzero"`
	Demeanor Feature `json:"demeanor,omitzero"`
	Labels   []Label `json:"labels,omitempty"`
	// Advantages and Hindrances are at most MaxFeatures each (R14.11); those that a race brings are its effects.
	Advantages []Feature `json:"advantages,omitempty"`
	Hindrances []Feature `json:"hindrances,omitempty"`
	// Aside is kept for a game of another family.
	Aside Aside `json:"aside,omitzero"`
}

// New is a sheet to begin with: 5 in every ability, code C everywhere, Edge 1, 3 hero points (R16.2a,
// R16.4, R11.1).
func New(name string, abilities []fate.Ability) Hero {
	h := Hero{Name: name, Scores: map[string]int{}, Codes: map[string]Code{}, Edge: 1, Points: 3}
	for _, a := range abilities {
		h.Scores[a.Name] = 5
		h.Codes[a.Trait] = "C"
	}
	return h
}

// HandSize is how many cards a hero without wounds holds: its own number, or Edge + 2 (R1.6a).
func (h Hero) HandSize() int {
	if h.Hand > 0 {
		return h.Hand
	}
	return h.Edge + 2
}

// WithScore is the sheet with another score (R2.2a). The error says the range; which abilities there are
// is for Check to say.
func (h Hero) WithScore(ability string, score int) (Hero, error) {
	if score < MinScore || score > MaxScore {
		return h, fate.Refuse("out_of_range", "%s goes from %d to %d", ability, MinScore, MaxScore)
	}
	h.Scores = maps.Clone(h.Scores)
	h.Scores[ability] = score
	return h, nil
}

// WithCode is the sheet with another code for a Trait (R2.3), given in any case. The error lists the
// codes; which Traits there are is for Check to say.
func (h Hero) WithCode(trait, code string) (Hero, error) {
	c := Code(strings.ToUpper(code))
	if err := c.check(trait); err != nil {
		return h, err
	}
	h.Codes = maps.Clone(h.Codes)
	h.Codes[trait] = c
	return h, nil
}

// WithEdge is the sheet with another Edge; a hand size that was Edge + 2 follows it (R1.6a).
func (h Hero) WithEdge(edge int) (Hero, error) {
	if edge < MinEdge || edge > MaxEdge {
		return h, fate.Refuse("out_of_range", "Edge goes from %d to %d", MinEdge, MaxEdge)
	}
	h.Edge = edge
	return h, nil
}

// WithHand is the sheet with a hand size of its own; 0 makes it Edge + 2 again (R1.6a).
func (h Hero) WithHand(size int) (Hero, error) {
	if size != 0 && (size < MinHand || size > MaxHand) {
		return h, fate.Refuse("out_of_range", "The hand size goes from %d to %d; 0 means Edge + 2", MinHand, MaxHand)
	}
	h.Hand = size
	return h, nil
}

// WithPoints is the sheet with another number of hero points (R11.1).
func (h Hero) WithPoints(points int) (Hero, error) {
	if points < MinPoints || points > MaxPoints {
		return h, fate.Refuse("out_of_range", "Hero points go from %d to %d", MinPoints, MaxPoints)
	}
	h.Points = points
	return h, nil
}

// Check refuses a sheet that is out of range or does not fit the abilities of the game. Everything that
// is wrong stands in the error, a line each; one fault alone keeps its code, several are a "bad_sheet".
func (h Hero) Check(abilities []fate.Ability) error {
	faults := []error{CheckName("hero", h.Name), checkText(h.Description)}
	note := func(_ Hero, err error) { faults = append(faults, err) }
	var names, traits []string
	for _, a := range abilities {
		names = append(names, a.Name)
		note(h.WithScore(a.Name, h.Scores[a.Name]))
		if !slices.Contains(traits, a.Trait) {
			traits = append(traits, a.Trait)
			faults = append(faults, h.Codes[a.Trait].check(a.Trait))
		}
	}
	faults = append(faults, unknown("ability", slices.Sorted(maps.Keys(h.Scores)), names))
	faults = append(faults, unknown("Trait", slices.Sorted(maps.Keys(h.Codes)), traits))
	note(h.WithEdge(h.Edge))
	note(h.WithHand(h.Hand))
	note(h.WithPoints(h.Points))
	faults = append(faults, h.checkGear()...)
	faults = append(faults, h.checkFeatures()...)
	return together(append(faults, h.checkSkills(abilities)...))
}

// unknown refuses the first name that is not among those known.
func unknown(what string, names, known []string) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fate.Refuse("bad_sheet", "%.40q is no %s here: %s", name, what, fate.Meant(name, known))
		}
	}
	return nil
}

// together makes one refusal of several; nil of none.
func together(faults []error) error {
	faults = slices.DeleteFunc(faults, func(err error) bool { return err == nil })
	switch len(faults) {
	case 0:
		return nil
	case 1:
		return faults[0]
	}
	return fate.Refuse("bad_sheet", "%s", errors.Join(faults...).Error())
}
