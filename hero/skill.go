package hero

import (
	"cmp"
	"slices"
	"strings"

	"skald/fate"
)

// Degree is how good a hero is at a skill (R14.4, R14.6).
type Degree string

// The degrees. Trade is a Trump bonus instead of the +4 (R14.4).
const (
	Normal     Degree = "normal"
	Master     Degree = "master"
	WorldClass Degree = "world-class"
	Trade      Degree = "trade"
)

// Degrees lists the degrees of R14.4 and R14.6.
func Degrees() []Degree { return []Degree{Normal, Master, WorldClass, Trade} }

// Skill is one skill of a hero (R14.3 to R14.6).
type Skill struct {
	Name string `json:"name"`
	// Trait is where the skill belongs; it decides the half that a Master's trump widens to (R14.6).
	Trait  string `json:"trait"`
	Degree Degree `json:"degree"`
}

// SkillBonus is what a fitting skill adds to the action score (R3.8).
const SkillBonus = 4

// Bonus is what the skill adds: +4 at every degree (R14.5, R14.6), nothing for a trade (R14.4).
func (s Skill) Bonus() int {
	if s.Degree == Trade {
		return 0
	}
	return SkillBonus
}

// Wide lists the suits in which a card played from the hand becomes a trump by the skill: all but Karma
// for a trade (R14.4, R1.8) and World-Class, those of the skill's own half for a Master (R14.6).
func (s Skill) Wide(d *fate.DeckList) []fate.Suit {
	switch s.Degree {
	case Trade, WorldClass:
		return d.TrumpsWhere(func(fate.Ability) bool { return true })
	case Master:
		i := slices.IndexFunc(d.Abilities, func(a fate.Ability) bool { return a.Trait == s.Trait })
		if i < 0 {
			return nil
		}
		half := d.Abilities[i].Mental
		return d.TrumpsWhere(func(a fate.Ability) bool { return a.Mental == half })
	}
	return nil
}

// String writes the skill as a sheet does: Master in parentheses, World-Class underlined (R14.6).
func (s Skill) String() string {
	switch s.Degree {
	case Master:
		return "(" + s.Name + ")"
	case WorldClass:
		return "__" + s.Name + "__"
	case Trade:
		return s.Name + " (trade)"
	}
	return s.Name
}

// Skill finds a skill by its name, in any case.
func (h Hero) Skill(name string) (Skill, bool) {
	i := h.index(name)
	if i < 0 {
		return Skill{}, false
	}
	return h.Skills[i], true
}

func (h Hero) index(skill string) int {
	return slices.IndexFunc(h.Skills, func(s Skill) bool { return strings.EqualFold(s.Name, skill) })
}

// WithSkill is the sheet with a skill added, or changed where it has it; the Trait may be given in any
// case, no degree means normal. The error names a Trait or degree that does not exist.
func (h Hero) WithSkill(s Skill, abilities []fate.Ability) (Hero, error) {
	i := slices.IndexFunc(abilities, func(a fate.Ability) bool { return strings.EqualFold(a.Trait, s.Trait) })
	if i >= 0 {
		s.Trait = abilities[i].Trait
	}
	s.Degree = cmp.Or(s.Degree, Normal)
	if err := s.check(abilities); err != nil {
		return h, err
	}
	skills := slices.Clone(h.Skills)
	switch i := h.index(s.Name); {
	case i >= 0:
		skills[i] = s
	case len(skills) >= MaxSkills:
		return h, fate.Refuse("bad_skill", "%s has %d skills already; take one away first", h.Name, MaxSkills)
	default:
		skills = append(skills, s)
	}
	h.Skills = skills
	return h, nil
}

// check refuses a skill without a good name, or with a Trait or degree that does not exist.
func (s Skill) check(abilities []fate.Ability) error {
	if err := CheckName("skill", s.Name); err != nil {
		return err
	}
	if !slices.ContainsFunc(abilities, func(a fate.Ability) bool { return a.Trait == s.Trait }) {
		var traits []string
		for _, a := range abilities {
			traits = append(traits, a.Trait)
		}
		return fate.Refuse("bad_skill", "%.40q is no Trait here: %s", s.Trait, fate.Meant(s.Trait, traits))
	}
	if !slices.Contains(Degrees(), s.Degree) {
		return fate.Refuse("bad_skill", "%.40q is no degree: it is normal, master, world-class or trade", s.Degree)
	}
	return nil
}

// checkSkills lists what is wrong with the sheet's skills: too many, the same twice, or a wrong one.
func (h Hero) checkSkills(abilities []fate.Ability) []error {
	if len(h.Skills) > MaxSkills {
		return []error{fate.Refuse("bad_skill", "A hero has at most %d skills", MaxSkills)}
	}
	var faults []error
	for i, s := range h.Skills {
		err := s.check(abilities)
		if err == nil && h.index(s.Name) < i {
			err = fate.Refuse("bad_skill", "The skill %s stands twice", s.Name)
		}
		faults = append(faults, err)
	}
	return faults
}

// WithoutSkill is the sheet without a skill; false where it does not have it.
func (h Hero) WithoutSkill(name string) (Hero, bool) {
	kept := slices.DeleteFunc(slices.Clone(h.Skills), func(s Skill) bool { return strings.EqualFold(s.Name, name) })
	found := len(kept) < len(h.Skills)
	if len(kept) == 0 {
		kept = nil
	}
	h.Skills = kept
	return h, found
}
