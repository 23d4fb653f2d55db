package bot

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// buildFeature chooses a role, race, nature or demeanor, or adds Advantages or Hindrances or takes them away.
func (t *Turn) buildFeature(h hero.Hero, step, value string) (hero.Hero, error) {
	all := t.lists()
	known := func(name string) bool {
		is := func(f hero.Feature) bool { return strings.EqualFold(f.Name, name) }
		return slices.ContainsFunc(*all.of(step + "s"), is) || slices.ContainsFunc(h.Features(), is)
	}
	values := parts(value, known)
	if step == "advantage" || step == "hindrance" {
		return each(h, values, func(h hero.Hero, value string) (hero.Hero, error) { return t.addFeature(h, step, value) })
	}
	if len(values) > 1 {
		return h, fate.Refuse("bad_value", "A hero has one %s at a time; write one, without a comma.", step)
	}
	one := map[string]*hero.Feature{"role": &h.Role, "race": &h.Race, "nature": &h.Nature, "demeanor": &h.Demeanor}[step]
	if strings.EqualFold(value, "none") {
		*one = hero.Feature{}
		return h, nil
	}
	f, err := t.feature(h, step, value)
	if err == nil {
		*one = f
	}
	return h, err
}

// addFeature adds an Advantage or a Hindrance, or takes it away.
func (t *Turn) addFeature(h hero.Hero, step, name string) (hero.Hero, error) {
	list := map[string]*[]hero.Feature{"advantage": &h.Advantages, "hindrance": &h.Hindrances}[step]
	is := func(f hero.Feature) bool { return strings.EqualFold(f.Name, name) }
	if slices.ContainsFunc(*list, is) {
		*list = slices.DeleteFunc(slices.Clone(*list), is)
		return h, nil
	}
	f, err := t.feature(h, step, name)
	switch {
	case err != nil:
		return h, err
	case len(*list) >= hero.MaxFeatures:
		return h, fate.Refuse("too_many", "A hero has at most %d of them.", hero.MaxFeatures)
	case step == "advantage" && len(h.Advantages) >= h.Edge:
		return h, fate.Refuse("too_many", "A hero has as many Advantages as Edge at most: %d (R14.11).", h.Edge)
	}
	*list = append(slices.Clone(*list), f)
	return h, nil
}

// feature is one of the lists that the hero may have; a nature or a demeanor may be any word.
func (t *Turn) feature(h hero.Hero, step, name string) (hero.Feature, error) {
	all := t.lists()
	var names []string
	for _, f := range *all.of(step + "s") {
		if strings.EqualFold(f.Name, name) {
			return f, t.suits(h, f)
		}
		if t.suits(h, f) == nil {
			names = append(names, f.Name)
		}
	}
	if step == "nature" || step == "demeanor" {
		word, err := cleanName(step, name)
		return hero.Feature{Name: word}, err
	}
	return hero.Feature{}, fate.Refuse("not_listed", "There is no %s %q%s /lists kind:%ss shows them.", step, short(name, 40), mean("", name, names), step)
}

// suits refuses a feature that this game's deck knows nothing of (R1.2a) or whose needs the hero lacks (R14.7).
func (t *Turn) suits(h hero.Hero, f hero.Feature) error {
	if foreign := f.Foreign(t.Table.List.Abilities); len(foreign) > 0 {
		return fate.Refuse("other_family", "%s speaks of %s, and the deck of this game, %s, has no such thing; choose another.", f.Name, join(foreign), t.Table.List.Name)
	}
	if unmet := h.Unmet(f); len(unmet) > 0 {
		return fate.Refuse("unmet", "%s needs %s.", f.Name, join(unmet))
	}
	return nil
}
