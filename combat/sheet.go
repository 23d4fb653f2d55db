package combat

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Limits of a foe's sheet (R2.2a, R10.3).
const (
	MaxScore  = 99
	MaxHealth = 999
	MaxSkills = 12
)

// Skill is a skill of a foe. It adds 4 where it is relevant, and only there (R7.20):
//   - with Helps, where the foe attacks or resists with one of those abilities (or with one of that Trait), or does
//     or resists one of those actions;
//   - without Helps, where a word of its name names the ability or its Trait, the action, or, where the foe attacks,
//     its weapon: by name ("Bows": a long bow), kind ("Swords": a sabre) or style ("Melee", "Throwing");
//   - where it is the skill of R8 that belongs to the action: Wrestling to a grapple, Boxing and Martial Arts to
//     blows with bare hands.
//
// Strikes, shots, throws and powers it helps to make, not to avoid, unless it helps the ability that avoids them.
// Any other skill, such as "Cooking", is for the narrator alone.
type Skill struct {
	Name  string   `json:"name"`
	Helps []string `json:"helps,omitempty"`
}

// String writes the skill as ParseSkills reads it: "Acrobatics (Quickness)".
func (k Skill) String() string {
	if len(k.Helps) == 0 {
		return k.Name
	}
	return k.Name + " (" + strings.Join(k.Helps, " ") + ")"
}

// ParseSkills reads "Swords, Acrobatics (Quickness)": in brackets stand the abilities or actions that a
// skill helps.
func ParseSkills(text string, abilities []fate.Ability) ([]Skill, error) {
	var list []Skill
	for part := range strings.SplitSeq(text, ",") {
		name, inner, _ := strings.Cut(part, "(")
		name = strings.Join(strings.Fields(name), " ")
		if name == "" && strings.TrimSpace(inner) == "" {
			continue
		}
		if err := hero.CheckName("skill", name); err != nil {
			return nil, err
		}
		k := Skill{Name: name}
		for _, word := range strings.Fields(strings.TrimSuffix(strings.TrimSpace(inner), ")")) {
			helps, err := helped(word, abilities)
			if err != nil {
				return nil, err
			}
			k.Helps = append(k.Helps, helps)
		}
		list = append(list, k)
	}
	return list, nil
}

// helped is the ability or action that a word in a skill's brackets means.
func helped(word string, abilities []fate.Ability) (string, error) {
	var names []string
	for _, a := range abilities {
		names = append(names, a.Name, a.Trait)
	}
	for _, a := range actions {
		names = append(names, a.Name)
	}
	for _, name := range names {
		if same(name, word) {
			return name, nil
		}
	}
	return "", fate.Refuse("bad_skill", "%.40q is no ability or action that a skill can help: %s (R7.20)", word, fate.Meant(word, names))
}

// Sheet is what a foe is, apart from what has befallen it: what a bestiary keeps (R10.1, R10.2). All the
// Extras of a group share one. Maps and slices in it are never changed in place.
type Sheet struct {
	Name string `json:"name"`
	// Scores are by ability, or by Trait for both its abilities; 0 to MaxScore.
	Scores map[string]int `json:"scores"`
	Edge   int            `json:"edge,omitempty"` // limit of banked Karma only (R10.1a)
	Health int            `json:"health"`         // 1 to MaxHealth (R6.5)
	// Weapon is what it fights with; without a style it is used in melee, without a harm it kills.
	Weapon hero.Gear `json:"weapon,omitzero"`
	Armor  int       `json:"armor,omitempty"` // 0 to hero.MaxRating
	Skills []Skill   `json:"skills,omitempty"`
	// Shown lets everybody see the numbers.
	Shown bool `json:"shown,omitempty"`
}

// SuggestHealth is a Health to begin with: 5 a card of a hand of Edge + 2, and 2 more (R10.4).
func SuggestHealth(edge int) int { return 5*(edge+2) + 2 }

// Check refuses a sheet that is out of range or has scores that the game does not know.
func (sh Sheet) Check(abilities []fate.Ability) error {
	if err := hero.CheckName("foe", sh.Name); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(sh.Scores)) {
		if err := outside(name, sh.Scores[name], 0, MaxScore); err != nil {
			return err
		}
		if !slices.ContainsFunc(abilities, func(a fate.Ability) bool { return a.Name == name || a.Trait == name }) {
			return fate.Refuse("bad_foe", "%.40q is neither an ability nor a Trait here (R10.2)", name)
		}
	}
	if len(sh.Scores) == 0 {
		return fate.Refuse("bad_foe", "%s needs scores: the abilities, or the Traits (R10.1)", sh.Name)
	}
	if err := sh.checkSkills(abilities); err != nil {
		return err
	}
	for _, n := range []struct {
		name             string
		value, from, end int
	}{
		{"Health", sh.Health, 1, MaxHealth},
		{"Edge", sh.Edge, 0, hero.MaxEdge},
		{"armor", sh.Armor, 0, hero.MaxRating},
	} {
		if err := outside(n.name, n.value, n.from, n.end); err != nil {
			return err
		}
	}
	if sh.Weapon != (hero.Gear{}) {
		return CheckGear(weapon(sh.Weapon))
	}
	return nil
}

func (sh *Sheet) checkSkills(abilities []fate.Ability) error {
	if len(sh.Skills) > MaxSkills {
		return fate.Refuse("bad_foe", "A foe has at most %d skills", MaxSkills)
	}
	for i, k := range sh.Skills {
		if err := hero.CheckName("skill", k.Name); err != nil {
			return err
		}
		if slices.ContainsFunc(sh.Skills[:i], func(other Skill) bool { return same(other.Name, k.Name) }) {
			return fate.Refuse("bad_foe", "The skill %s stands twice: once is enough", k.Name)
		}
		for _, word := range k.Helps {
			if _, err := helped(word, abilities); err != nil {
				return err
			}
		}
	}
	return nil
}

// equal reports whether two sheets say the same.
func (sh *Sheet) equal(other *Sheet) bool {
	return same(sh.Name, other.Name) && maps.Equal(sh.Scores, other.Scores) && sh.Edge == other.Edge &&
		sh.Health == other.Health && sh.Weapon == other.Weapon && sh.Armor == other.Armor && sh.Shown == other.Shown &&
		slices.EqualFunc(sh.Skills, other.Skills, func(a, b Skill) bool {
			return a.Name == b.Name && slices.Equal(a.Helps, b.Helps)
		})
}

func outside(name string, value, from, end int) error {
	if value < from || value > end {
		return fate.Refuse("out_of_range", "A foe's %s goes from %d to %d", name, from, end)
	}
	return nil
}

// Fields lists the fields that With sets, beside the abilities and Traits of the game.
func Fields() []string {
	return []string{"health", "edge", "armor", "weapon", "damage", "damage-type", "style", "skills", "shown"}
}

// fieldsIn lists all that With sets in a game with these abilities.
func fieldsIn(abilities []fate.Ability) []string {
	var names, traits []string
	for _, a := range abilities {
		names = append(names, a.Name)
		traits = append(traits, a.Trait)
	}
	return slices.Concat(names, traits, Fields())
}

// With is the sheet with one field set from what a user wrote: an ability or Trait, or one of Fields. The
// error says what the field takes.
func (sh Sheet) With(field, value string, abilities []fate.Ability) (Sheet, error) {
	value = strings.TrimSpace(value)
	var err error
	for _, a := range abilities {
		for _, name := range []string{a.Name, a.Trait} {
			if same(field, name) {
				score := 0
				if score, err = number(name, value, MaxScore); err != nil {
					return sh, err
				}
				sh.Scores = maps.Clone(sh.Scores)
				if sh.Scores == nil {
					sh.Scores = map[string]int{}
				}
				sh.Scores[name] = score
				return sh, nil
			}
		}
	}
	was := sh
	switch strings.ToLower(field) {
	case "health":
		sh.Health, err = number("Health", value, MaxHealth)
		if err == nil {
			err = outside("Health", sh.Health, 1, MaxHealth)
		}
	case "edge":
		sh.Edge, err = number("Edge", value, hero.MaxEdge)
	case "armor":
		sh.Armor, err = number("armor", value, hero.MaxRating)
	case "skills":
		sh.Skills, err = ParseSkills(value, abilities)
	case "shown":
		sh.Shown = same(value, "yes") || same(value, "true")
	default:
		if !slices.ContainsFunc(Fields(), func(known string) bool { return same(field, known) }) {
			return was, fate.Refuse("no_such_field", "A foe has no %.40q: %s", field, fate.Meant(field, fieldsIn(abilities)))
		}
		sh, err = sh.withWeapon(field, value)
	}
	if err != nil {
		return was, err
	}
	return sh, nil
}

func (sh Sheet) withWeapon(field, value string) (Sheet, error) {
	w := weapon(sh.Weapon)
	if w.Name == "" {
		w.Name = innate
	}
	var err error
	switch strings.ToLower(field) {
	case "weapon":
		w.Name = value
	case "damage":
		w.Damage, err = number("damage", value, hero.MaxRating)
	case "damage-type":
		w.Harm = hero.Harm(strings.ToLower(value))
	case "style":
		w.Style, w.Range = hero.Style(strings.ToLower(value)), ""
	}
	if err == nil {
		err = CheckGear(w)
	}
	sh.Weapon = w
	return sh, err
}

func number(name, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > most {
		return 0, fate.Refuse("out_of_range", "A foe's %s is a number from 0 to %d", name, most)
	}
	return n, nil
}

// weapon completes a weapon: used in melee if nothing else is said, and killing (R6.3c).
func weapon(w hero.Gear) hero.Gear {
	w.Use = hero.Weapon
	if w.Style == "" {
		w.Style = hero.Melee
	}
	if w.Harm == "" {
		w.Harm = hero.Killing
	}
	return w
}

// CheckGear refuses an item of gear whose words or numbers are out of range, the name of its range too (R5.3).
func CheckGear(g hero.Gear) error {
	if err := g.Check(); err != nil || g.Range == "" {
		return err
	}
	_, err := ParseRange(g.Range)
	return err
}

// unarmed is bare hands: rating 0, Stunning by default (R6.3c, R6.3e).
func (r Rules) unarmed() hero.Gear {
	return hero.Gear{Name: "unarmed", Use: hero.Weapon, Style: hero.Melee, Harm: hero.Harm(r.Unarmed)}
}

// foeScore is a foe's score in an ability of the game: in the ability, or in its Trait (R10.2).
func (s *Scene) foeScore(sh *Sheet, ability string) int {
	if v, ok := sh.Scores[ability]; ok {
		return v
	}
	return sh.Scores[s.trait(ability)]
}

// skill finds the foe's skill that is relevant to an action (R7.20). At most one counts (R3.8a).
func (sh *Sheet) skill(a *attempt) *Skill {
	for i := range sh.Skills {
		k := &sh.Skills[i]
		if len(k.Helps) == 0 && a.named(k.Name) || slices.ContainsFunc(k.Helps, a.means) {
			return k
		}
	}
	return nil
}
