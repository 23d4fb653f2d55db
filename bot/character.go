package bot

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

// character is what a sheet's file has beside numbers, skills and gear (R14.7 to R14.11).
type character struct {
	Role       hero.Feature   `json:"role,omitzero"`
	Race       hero.Feature   `json:"race,omitzero"`
	Nature     hero.Feature   `json:"nature,omitzero"`
	Demeanor   hero.Feature   `json:"demeanor,omitzero"`
	Labels     []hero.Label   `json:"labels,omitempty"`
	Advantages []hero.Feature `json:"advantages,omitempty"`
	Hindrances []hero.Feature `json:"hindrances,omitempty"`
	Aside      hero.Aside     `json:"aside,omitzero"`
}

// writeCharacter gives the part of a sheet's file; an empty node where there is nothing.
func writeCharacter(h hero.Hero) (yaml.Node, error) {
	c := character{h.Role, h.Race, h.Nature, h.Demeanor, h.Labels, h.Advantages, h.Hindrances, h.Aside}
	data, err := writeYAML(c)
	var root yaml.Node
	if err == nil {
		err = yaml.Unmarshal(data, &root)
	}
	switch {
	case err != nil:
		return yaml.Node{}, fmt.Errorf("write the character of %s: %w", h.Name, err)
	case len(root.Content[0].Content) == 0:
		return yaml.Node{}, nil
	}
	return *root.Content[0], nil
}

// readCharacter reads what writeCharacter wrote into a sheet.
func readCharacter(n *yaml.Node, h *hero.Hero) error {
	if n.Kind == 0 {
		return nil
	}
	raw, err := yaml.Marshal(n)
	if err != nil {
		return badYAML("sheet", err)
	}
	var c character
	if err := readYAML("character", raw, 2*maxSheet, &c); err != nil {
		return err
	}
	for _, f := range slices.Concat([]*hero.Feature{&c.Role, &c.Race, &c.Nature, &c.Demeanor}, pointers(c.Advantages), pointers(c.Hindrances)) {
		if err := cleanFeature(f); err != nil {
			return err
		}
	}
	h.Role, h.Race, h.Nature, h.Demeanor = c.Role, c.Race, c.Nature, c.Demeanor
	h.Labels, h.Advantages, h.Hindrances, h.Aside = c.Labels, c.Advantages, c.Hindrances, c.Aside
	for i := range h.Labels {
		if h.Labels[i].Kind, err = cleanName("label", h.Labels[i].Kind); err == nil {
			h.Labels[i].Name, err = cleanName("label", h.Labels[i].Name)
		}
		if err != nil {
			return err
		}
	}
	return cleanAside(h.Aside)
}

func pointers(list []hero.Feature) []*hero.Feature {
	all := make([]*hero.Feature, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// cleanFeature makes the words of a feature from a file safe to show.
func cleanFeature(f *hero.Feature) error {
	if f.Name == "" {
		return nil
	}
	words, texts := []*string{&f.Name}, []*string{&f.About}
	for i := range f.Needs {
		words = append(words, &f.Needs[i].Ability, &f.Needs[i].Trait)
		texts = append(texts, &f.Needs[i].Text)
	}
	for i := range f.Effects {
		words = append(words, &f.Effects[i].Ability, &f.Effects[i].Skill)
		texts = append(texts, &f.Effects[i].When, &f.Effects[i].Text)
	}
	var err error
	for _, w := range words {
		if *w == "" {
			continue
		}
		if *w, err = cleanName("feature", *w); err != nil {
			return err
		}
	}
	for _, text := range texts {
		if *text, err = cleanText("text of a feature", *text, hero.MaxAbout); err != nil {
			return err
		}
	}
	return nil
}

// cleanAside refuses what lies aside on a sheet from a file where it could not have come there.
func cleanAside(a hero.Aside) error {
	bad := len(a.Scores) > 4*fate.MaxAbilities || len(a.Codes) > 4*fate.MaxAbilities || len(a.Skills) > hero.MaxSkills
	for name, score := range a.Scores {
		bad = bad || hero.CheckName("score", name) != nil || score < hero.MinScore || score > hero.MaxScore
	}
	for name, code := range a.Codes {
		bad = bad || hero.CheckName("code", name) != nil || !slices.Contains(hero.Codes(), code)
	}
	for _, s := range a.Skills {
		bad = bad || hero.CheckName("skill", s.Name) != nil || hero.CheckName("trait", s.Trait) != nil || !slices.Contains(hero.Degrees(), s.Degree)
	}
	if bad {
		return fate.Refuse("bad_sheet", "What lies aside on the sheet is not as an export writes it; leave aside out.")
	}
	return nil
}

// characterFields are a hero's archetypes, Advantages and Hindrances for the sheet that is shown.
func characterFields(h hero.Hero) []Field {
	var who []string
	for _, one := range []struct {
		what string
		f    hero.Feature
	}{{"role", h.Role}, {"race", h.Race}, {"nature", h.Nature}, {"demeanor", h.Demeanor}} {
		if one.f.Name != "" {
			who = append(who, one.what+" **"+one.f.Name+"**"+effectNote(one.f))
		}
	}
	for _, l := range h.Labels {
		who = append(who, l.Kind+" **"+l.Name+"**")
	}
	var fields []Field
	for _, part := range []struct {
		name string
		list []string
	}{{"Character", who}, {"Advantages", featureNames(h.Advantages)}, {"Hindrances", featureNames(h.Hindrances)}} {
		if len(part.list) > 0 {
			fields = append(fields, Field{Name: part.name, Value: strings.Join(part.list, ", ")})
		}
	}
	return fields
}

func featureNames(list []hero.Feature) []string {
	var names []string
	for _, f := range list {
		names = append(names, "**"+f.Name+"**"+effectNote(f))
	}
	return names
}

// effectNote is " (+2 Quickness when dodging)".
func effectNote(f hero.Feature) string {
	var notes []string
	for _, e := range f.Effects {
		notes = append(notes, strings.TrimSuffix(e.String(), "."))
	}
	if len(notes) == 0 {
		return ""
	}
	return " (" + short(strings.Join(notes, "; "), 100) + ")"
}

// help adds what a hero's features do to an action that has been declared (R14.11, R1.8). What holds in some
// situations only counts where the user says so with using.
func (t *Turn) help(at *attempt) error {
	h := at.seat.Hero
	used, err := t.using(h)
	if err != nil {
		return err
	}
	parts, trump := h.Helped(at.notation.Ability, at.skill, used)
	at.action.Modifiers = append(at.action.Modifiers, parts...)
	if trump {
		at.action.Wide = t.everySuit()
	}
	return nil
}

// using tells which features of a hero the user says help in this situation: by the feature's name all that it
// does in some situations, or by the situation what helps in that one. The error names what the hero does not
// have, or that needs no saying.
func (t *Turn) using(h hero.Hero) (used func(feature, when string) bool, err error) {
	words := splitList(t.Text("using"))
	for _, word := range words {
		means := func(f hero.Feature) bool {
			return conditional(f) && strings.EqualFold(f.Name, word) ||
				slices.ContainsFunc(f.Situations(), func(when string) bool { return hero.Means(word, when) })
		}
		if !slices.ContainsFunc(h.Features(), means) {
			return nil, fate.Refuse("no_feature", "%s has nothing called %q that helps in some situations only; %s", h.Name, short(word, 40), usable(h))
		}
	}
	return func(feature, when string) bool {
		return slices.ContainsFunc(words, func(word string) bool {
			return strings.EqualFold(word, feature) || hero.Means(word, when)
		})
	}, nil
}

// usable says what a hero has to name with using: "using takes Fighter (attacking) or Nimble (dodging)."
func usable(h hero.Hero) string {
	var names []string
	for _, f := range h.Features() {
		if conditional(f) {
			names = append(names, fmt.Sprintf("%s (%s)", f.Name, strings.Join(f.Situations(), "; ")))
		}
	}
	if len(names) == 0 {
		return "nothing of the sheet does, so leave using out."
	}
	return "using takes " + strings.Join(names, " or ") + "."
}

// everySuit is what a Trump bonus makes trump: all but the Karma kind (R1.8).
func (t *Turn) everySuit() []fate.Suit {
	return t.Table.List.TrumpsWhere(func(fate.Ability) bool { return true })
}

func conditional(f hero.Feature) bool {
	return len(f.Situations()) > 0
}

// suggestUsing offers the hero's features that help in some situations only.
func suggestUsing(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, _, err := t.seat()
	if err != nil {
		return nil
	}
	var list []Choice
	for _, f := range s.Hero.Features() {
		if conditional(f) {
			list = append(list, Choice{Label: short(f.Name+effectNote(f), 100), Value: f.Name})
		}
	}
	return list
}

// plan declares an action of a fight with what the hero's features do to it. Of what holds in some situations
// only, that counts whose situation has the action's name, "dodging" for dodge, and that the user names with using.
func (t *Turn) plan(scene combat.Scene, s table.Seat, d combat.Declaration) (combat.Plan, error) {
	used, err := t.using(s.Hero)
	if err != nil {
		return combat.Plan{}, err
	}
	plan, err := t.Table.Fight.Declare(scene, s.Hero.Name, d)
	if err != nil || !plan.Test {
		return plan, err
	}
	skill := strings.TrimSuffix(plan.Declaration.Skill, "none")
	parts, trump := s.Hero.Helped(plan.Notation.Ability, skill, func(feature, when string) bool {
		return used(feature, when) || doing(when, plan.Declaration.Action)
	})
	if len(parts) > 0 {
		d.Modifiers = append(slices.Clone(d.Modifiers), parts...)
		if plan, err = t.Table.Fight.Declare(scene, s.Hero.Name, d); err != nil {
			return plan, err
		}
	}
	if trump {
		plan.Action.Wide = t.everySuit()
	}
	return plan, nil
}

// doing reports whether a situation is the doing of an action: "when dodging" is dodge.
func doing(when, action string) bool {
	if action == "" {
		return false
	}
	stem := strings.TrimSuffix(action, "e")
	last := action[len(action)-1:]
	for _, form := range []string{action, action + "ing", stem + "ing", action + last + "ing"} {
		if slices.ContainsFunc(strings.Fields(when), func(word string) bool { return strings.EqualFold(word, form) }) {
			return true
		}
	}
	return false
}
