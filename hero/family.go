package hero

import (
	"maps"
	"slices"

	"skald/fate"
)

// Aside is what of a sheet has no place among the abilities of the game that the hero is in now: another
// Saga family's. It is kept for the way back (R1.2a).
type Aside struct {
	Scores map[string]int  `json:"scores,omitempty"`
	Codes  map[string]Code `json:"codes,omitempty"`
	Skills []Skill         `json:"skills,omitempty"`
}

// Fits reports whether the sheet has exactly these abilities and their Traits.
func (h Hero) Fits(abilities []fate.Ability) bool {
	scores, codes := map[string]bool{}, map[string]bool{}
	for _, a := range abilities {
		scores[a.Name], codes[a.Trait] = true, true
	}
	return sameKeys(h.Scores, scores) && sameKeys(h.Codes, codes)
}

func sameKeys[A, B any](a map[string]A, b map[string]B) bool {
	return slices.Equal(slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)))
}

// Fitted is the sheet in a game with these abilities. What they do not know is put aside; what the sheet
// lacks is taken from what lies aside, or is 5 and C as on a new sheet (R16.2a).
func (h Hero) Fitted(abilities []fate.Ability) Hero {
	fresh := New(h.Name, abilities)
	scores, codes, skills := both(h.Aside.Scores, h.Scores), both(h.Aside.Codes, h.Codes), h.Skills
	for _, s := range h.Aside.Skills {
		if !slices.ContainsFunc(skills, func(k Skill) bool { return k.Name == s.Name }) {
			skills = append(skills[:len(skills):len(skills)], s)
		}
	}
	h.Aside = Aside{}
	h.Scores, h.Aside.Scores = share(fresh.Scores, scores)
	h.Codes, h.Aside.Codes = share(fresh.Codes, codes)
	h.Skills = nil
	for _, s := range skills {
		if _, known := h.Codes[s.Trait]; known && len(h.Skills) < MaxSkills {
			h.Skills = append(h.Skills, s)
		} else {
			h.Aside.Skills = append(h.Aside.Skills, s)
		}
	}
	return h
}

// both is two maps in one; the second's values count.
func both[V any](a, b map[string]V) map[string]V {
	c := map[string]V{}
	maps.Copy(c, a)
	maps.Copy(c, b)
	return c
}

// share gives a fresh sheet's values with those that are known already, and the rest.
func share[V any](fresh, known map[string]V) (kept, rest map[string]V) {
	for key, v := range known {
		if _, here := fresh[key]; here {
			fresh[key] = v
			continue
		}
		if rest == nil {
			rest = map[string]V{}
		}
		rest[key] = v
	}
	return fresh, rest
}
