package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// buildSkill adds a skill, "Boxing (Body) master", changes its degree, or takes it away; as many as the codes give
// (R14.5), or, with trades, as many as Edge (R14.4).
func (t *Turn) buildSkill(h hero.Hero, value string) (hero.Hero, error) {
	k, err := t.readSkill(h, value)
	if err != nil {
		return h, err
	}
	if had, has := h.Skill(k.Name); has && (k.Degree == "" || k.Degree == had.Degree) {
		h, _ = h.WithoutSkill(k.Name)
		return h, nil
	}
	if h, err = h.WithSkill(k, t.Table.List.Abilities); err != nil {
		return h, err
	}
	return h, t.tooManySkills(h)
}

// traitOf is a skill's name and Trait: the Trait that was written, or the one of the lists.
func (t *Turn) traitOf(name, trait string) (string, string, error) {
	if trait != "" {
		return name, trait, nil
	}
	all := t.lists()
	for _, s := range all.Skills {
		if strings.EqualFold(s.Name, name) {
			return s.Name, s.Trait, nil
		}
	}
	first := t.Table.List.Traits()[0]
	return "", "", fate.Refuse("not_listed", "The lists have no skill %q: write its Trait behind it, like \"%s (%s)\" or \"%s (%s) master\", or choose one of /lists kind:skills.",
		name, name, first, name, first)
}

// tooManySkills refuses more skills than the game's way with them gives a beginner.
func (t *Turn) tooManySkills(h hero.Hero) error {
	switch t.Table.Option("skills") {
	case "none":
		if len(h.Skills) > 0 {
			return fate.Refuse("too_many_skills", "This game has no skills; only codes count (R14.3).")
		}
	case "trade":
		if n := len(h.Skills); n > h.Edge {
			return fate.Refuse("too_many_skills", "%s has %s; as many as Edge %d is the limit (R14.4).", h.Name, plural(n, "trade"), h.Edge)
		}
	default:
		if n := trades(h); n > h.Edge {
			return fate.Refuse("too_many_skills", "%s has %s; as many as Edge %d is the limit (R14.4).", h.Name, plural(n, "trade"), h.Edge)
		}
		for _, trait := range t.Table.List.Traits() {
			if n, most := count(h, trait), h.Codes[trait].Skills(); n > most {
				return fate.Refuse("too_many_skills", "Code %s gives %s of %s; that would be %d (R14.5).", h.Codes[trait], plural(most, "skill"), trait, n)
			}
		}
	}
	return nil
}

// skillParts cuts skills at the commas that stand outside brackets: "Boxing (Body, master), Lore".
func skillParts(value string) []string {
	var list []string
	open := ""
	for _, part := range splitList(value) {
		if open != "" {
			part = open + ", " + part
		}
		if open = ""; strings.Count(part, "(") > strings.Count(part, ")") {
			open = part
			continue
		}
		list = append(list, part)
	}
	if open != "" {
		list = append(list, open)
	}
	return list
}

// degreeOf is the degree that a user's words name; "" for none.
func degreeOf(words string) hero.Degree {
	d := hero.Degree(strings.Join(strings.Fields(strings.ToLower(words)), "-"))
	if d == "worldclass" {
		d = hero.WorldClass
	}
	if !slices.Contains(hero.Degrees(), d) {
		return ""
	}
	return d
}

// cutDegree cuts a degree from the end of a skill's name: "Stealth master", "Stealth world class".
func cutDegree(name string) (string, hero.Degree) {
	words := strings.Fields(name)
	for n := min(2, len(words)-1); n > 0; n-- {
		if d := degreeOf(strings.Join(words[len(words)-n:], " ")); d != "" {
			return strings.Join(words[:len(words)-n], " "), d
		}
	}
	return name, ""
}

// readSkill reads "Stealth", "Stealth (Reflex)", "Stealth master", "Stealth (Reflex) master" and "Stealth (Reflex,
// master)". Without a degree a new skill has the game's first, and one that the hero has none.
func (t *Turn) readSkill(h hero.Hero, value string) (hero.Skill, error) {
	name, rest, _ := strings.Cut(value, "(")
	inside, after, _ := strings.Cut(rest, ")")
	k := hero.Skill{Degree: degreeOf(after)}
	bad := k.Degree == "" && strings.TrimSpace(after) != ""
	for _, word := range splitList(inside) {
		switch d := degreeOf(word); {
		case d != "" && k.Degree == "":
			k.Degree = d
		case d == "" && k.Trait == "":
			k.Trait = word
		default:
			bad = true
		}
	}
	if bad {
		return k, fate.Refuse("bad_value", "Write a skill with its Trait and its degree, like \"%s\"; the degree is %s, and normal if left out.", t.skillExample(), degreeWords())
	}
	if !t.skillCalled(h, name) && k.Degree == "" {
		name, k.Degree = cutDegree(name)
	}
	var err error
	if k.Name, err = cleanName("skill", name); err != nil {
		return k, err
	}
	had, has := h.Skill(k.Name)
	if has {
		k.Name, k.Trait = had.Name, had.Trait
	} else if k.Name, k.Trait, err = t.traitOf(k.Name, k.Trait); err != nil {
		return k, err
	}
	return t.fitDegree(k, has)
}

// skillCalled reports whether the hero or the lists have a skill of just that name.
func (t *Turn) skillCalled(h hero.Hero, name string) bool {
	name = strings.TrimSpace(name)
	_, has := h.Skill(name)
	all := t.lists()
	return has || slices.ContainsFunc(all.Skills, func(s listedSkill) bool { return strings.EqualFold(s.Name, name) })
}

// fitDegree gives a new skill the degree that the game's skills begin with, and refuses one that they do not
// have (R14.4, R14.6).
func (t *Turn) fitDegree(k hero.Skill, has bool) (hero.Skill, error) {
	way := t.Table.Option("skills")
	first := hero.Normal
	if way == "trade" {
		first = hero.Trade
	}
	if !has && k.Degree == "" {
		k.Degree = first
	}
	if k.Degree != "" && (way == "trade" && k.Degree != hero.Trade || way == "multiple" && k.Degree == hero.Trade) {
		return k, fate.Refuse("other_degree", "Skills of this game are not %s: the option skills is %s.", k.Degree, way)
	}
	return k, nil
}

// degreeRank is how many skills' worth a degree is: 1 for a normal skill and a trade, 2 for a Master, 3 for World-Class.
func degreeRank(d hero.Degree) int {
	return map[hero.Degree]int{hero.Master: 2, hero.WorldClass: 3}[d] + map[hero.Degree]int{hero.Normal: 1, hero.Trade: 1}[d]
}

func degreeWords() string {
	names := degreeNames()
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// skillExample is how a skill of this game is written: "Stealth (Reflex) master".
func (t *Turn) skillExample() string {
	name, trait, degree := "Boxing", t.Table.List.Traits()[0], " master"
	all := t.lists()
	if i := slices.IndexFunc(all.Skills, func(s listedSkill) bool { return slices.Contains(t.Table.List.Traits(), s.Trait) }); i >= 0 {
		name, trait = all.Skills[i].Name, all.Skills[i].Trait
	}
	if t.Table.Option("skills") == "trade" {
		degree = ""
	}
	return fmt.Sprintf("%s (%s)%s", name, trait, degree)
}
