package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// setScores reads scores and codes of any abilities and Traits, each once: "Strength 6, Agility 7, Body B".
func (t *Turn) setScores(h hero.Hero, text string) (hero.Hero, error) {
	fields := t.fields()
	var set []string
	for _, part := range splitList(text) {
		i := strings.LastIndex(part, " ")
		name := strings.TrimSpace(part[:max(i, 0)])
		at := slices.IndexFunc(fields, func(f field) bool { return strings.EqualFold(f.name, name) && f.ability })
		if at < 0 {
			var names []string
			for _, f := range fields {
				if f.ability {
					names = append(names, f.name)
				}
			}
			return h, fate.Refuse("bad_value", "%q is no score of this game: write an ability with its number or a Trait with its code, like \"%s 6\"; %s",
				short(part, 40), t.Table.List.Abilities[0].Name, fate.Meant(cmpOr(name, part), names))
		}
		set = append(set, fields[at].name)
		var err error
		if h, err = fields[at].set(h, part[i+1:]); err != nil {
			return h, err
		}
	}
	return h, once(set)
}

// field is one thing on a sheet that can be set by name.
type field struct {
	name string
	set  func(hero.Hero, string) (hero.Hero, error)
	is   func(hero.Hero) string
	// ability marks the scores and codes.
	ability bool
}

// fields lists all that can be set on a sheet of this game.
func (t *Turn) fields() []field {
	list := []field{{"name", setName, func(h hero.Hero) string { return h.Name }, false}}
	for _, a := range t.Table.List.Abilities {
		if a.Name == a.Trait {
			continue // it stands among the Traits
		}
		list = append(list, field{
			a.Name,
			func(h hero.Hero, v string) (hero.Hero, error) {
				return setNumber(a.Name, v, h, func(n int) (hero.Hero, error) { return h.WithScore(a.Name, n) })
			},
			func(h hero.Hero) string { return strconv.Itoa(h.Scores[a.Name]) },
			true,
		})
	}
	for _, trait := range t.Table.List.Traits() {
		list = append(list, field{
			trait,
			func(h hero.Hero, v string) (hero.Hero, error) { return t.setTrait(h, trait, v) },
			func(h hero.Hero) string { return t.traitLine(h, trait) },
			true,
		})
	}
	return append(list,
		field{"edge", func(h hero.Hero, v string) (hero.Hero, error) { return setNumber("Edge", v, h, h.WithEdge) }, func(h hero.Hero) string { return strconv.Itoa(h.Edge) }, false},
		field{"hand-size", func(h hero.Hero, v string) (hero.Hero, error) { return setNumber("The hand size", v, h, h.WithHand) }, func(h hero.Hero) string { return strconv.Itoa(h.HandSize()) }, false},
		field{"points", func(h hero.Hero, v string) (hero.Hero, error) {
			return setNumber("The number of hero points", v, h, h.WithPoints)
		}, func(h hero.Hero) string { return strconv.Itoa(h.Points) }, false},
		field{"description", setDescription, func(h hero.Hero) string { return h.Description }, false},
	)
}

// traitLine is "B (Endurance 5, Strength 6)".
func (t *Turn) traitLine(h hero.Hero, trait string) string {
	var scores []string
	for _, a := range t.Table.List.Abilities {
		if a.Trait == trait {
			scores = append(scores, fmt.Sprintf("%s %d", a.Name, h.Scores[a.Name]))
		}
	}
	return fmt.Sprintf("%s (%s)", h.Codes[trait], strings.Join(scores, ", "))
}

func setName(h hero.Hero, v string) (hero.Hero, error) {
	name, err := cleanName("hero", v)
	h.Name = name
	return h, err
}

func setDescription(h hero.Hero, v string) (hero.Hero, error) {
	text, err := cleanText("description", v, hero.MaxDescription)
	h.Description = text
	return h, err
}

func setNumber(what, v string, h hero.Hero, set func(int) (hero.Hero, error)) (hero.Hero, error) {
	n, err := strconv.Atoi(strings.TrimSpace(v))
	if err != nil {
		return h, fate.Refuse("bad_value", "%s takes a whole number, not %q.", what, short(v, 40))
	}
	return set(n)
}

// setTrait reads a code, or a whole line of a form: "Endurance 5, Strength 6, B".
func (t *Turn) setTrait(h hero.Hero, trait, v string) (hero.Hero, error) {
	for _, part := range splitList(v) {
		words := strings.Fields(part)
		var err error
		switch len(words) {
		case 1:
			if n, bad := strconv.Atoi(words[0]); bad == nil && h.Scores[trait] != 0 { // an ability named like its Trait
				h, err = h.WithScore(trait, n)
			} else {
				h, err = h.WithCode(trait, words[0])
			}
		case 2:
			a, ok := t.Table.List.Ability(words[0])
			if !ok || a.Trait != trait {
				return h, fate.Refuse("bad_value", "%q is no ability of %s.", short(words[0], 40), trait)
			}
			h, err = setNumber(a.Name, words[1], h, func(n int) (hero.Hero, error) { return h.WithScore(a.Name, n) })
		default:
			err = fate.Refuse("bad_value", "Write %s as scores and a code, with commas between, like \"Endurance 5, Strength 6, B\".", trait)
		}
		if err != nil {
			return h, err
		}
	}
	return h, nil
}

func setHero(t *Turn) (Reply, error) {
	s, err := t.mine()
	if err != nil {
		return Reply{}, err
	}
	name, value := t.Text("field"), t.Text("value")
	if strings.EqualFold(name, "player") {
		return t.setPlayer(s, value)
	}
	fields := t.fields()
	i := slices.IndexFunc(fields, func(f field) bool { return strings.EqualFold(f.name, name) })
	if i < 0 {
		return Reply{}, fate.Refuse("no_field", "A sheet has no %q; it has %s.", short(name, 40), join(nearestFirst(name, append(fieldNames(fields), "player"))))
	}
	f := fields[i]
	was := s.Hero
	if s.Hero, err = f.set(was, value); err != nil {
		return Reply{}, err
	}
	if other, taken := t.Table.Hero(s.Hero.Name); taken && other.ID != s.ID {
		return Reply{}, fate.Refuse("name_taken", "There is a hero called %s already; choose another name.", other.Hero.Name)
	}
	if s.Hero.Name != was.Name {
		if err := t.notAFoe(s.Hero.Name); err != nil && !strings.EqualFold(s.Hero.Name, was.Name) {
			return Reply{}, err
		}
		fight, err := t.renamed(was.Name, s.Hero.Name)
		if err != nil {
			return Reply{}, err
		}
		t.Table.SetFight(fight)
		if d, ok := t.Table.Draft(was.Name); ok && d.Seat == s.ID {
			if _, taken := t.Table.Draft(s.Hero.Name); !taken {
				t.Table.RenameDraft(d, s.Hero.Name)
			}
		}
	}
	t.Table.SetSeat(s, t.luck())
	return Reply{Body: f.told(was, s.Hero) + t.allowance(was, s.Hero)}, nil
}

func fieldNames(fields []field) []string {
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	return names
}

// nearestFirst puts the name in front that is written most like the word, where one is like it.
func nearestFirst(word string, names []string) []string {
	near := fate.Near(word, names)
	i := max(0, slices.Index(names, near))
	return slices.Concat(names[i:i+1], names[:i], names[i+1:])
}

// told says what a field is now and what it was.
func (f field) told(was, is hero.Hero) string {
	before, now := f.is(was), f.is(is)
	name := cmpOr(map[string]string{"edge": "Edge", "hand-size": "hand size", "points": "hero points"}[f.name], f.name)
	switch {
	case now == before:
		return fmt.Sprintf("**%s**: %s stays as it was.", was.Name, name)
	case f.name == "name":
		return fmt.Sprintf("%s is called %s from now on.", before, now)
	case f.name == "description":
		return fmt.Sprintf("**%s**, from now on: %s", was.Name, cmpOr(now, "nothing is said."))
	}
	return fmt.Sprintf("**%s**: %s %s now, %s before.", was.Name, name, now, before)
}

func (t *Turn) setPlayer(s table.Seat, value string) (Reply, error) {
	if !t.Narrates() {
		return Reply{}, fate.Refuse("not_narrator", "Only the narrator gives a hero to another player.")
	}
	if a, ok := t.Arg("player"); ok {
		s.Player = person(a)
	} else if s.Player, ok = t.userNamed(value); !ok {
		return Reply{}, fate.Refuse("missing_option", "Say who plays %s from now on with the option player.", s.Hero.Name)
	}
	t.Table.SetSeat(s, t.luck())
	return Reply{Body: fmt.Sprintf("%s is played by %s from now on.", s.Hero.Name, s.Player.Name)}, nil
}

// userNamed finds a user of this game by name. Where users' ids are names, as in a console, any good name
// is a user.
func (t *Turn) userNamed(name string) (table.User, bool) {
	users := slices.Concat([]table.User{t.User}, t.Table.Game.Narrators)
	for _, s := range t.Table.Seats {
		users = append(users, s.Player)
	}
	for _, u := range users {
		if name != "" && strings.EqualFold(u.Name, name) {
			return u, true
		}
	}
	clean, err := cleanName("user", name)
	return table.User{ID: clean, Name: clean}, err == nil && t.User.ID == t.User.Name && !strings.Contains(clean, " ")
}

func suggestFields(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, f := range t.fields() {
		list = append(list, Choice{Label: f.name, Value: f.name})
	}
	return append(list, Choice{Label: "player", Value: "player"})
}

func suggestTraits(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, trait := range t.Table.List.Traits() {
		list = append(list, Choice{Label: trait, Value: trait})
	}
	return list
}

func suggestSkillsOfNamed(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, _ := t.Table.Hero(t.Text("name"))
	return skillChoices(s.Hero)
}

func skillChoices(h hero.Hero) []Choice {
	var list []Choice
	for _, k := range h.Skills {
		list = append(list, Choice{Label: k.Name, Value: k.Name, About: string(k.Degree)})
	}
	return list
}

func setSkill(t *Turn) (Reply, error) {
	s, err := t.mine()
	if err != nil {
		return Reply{}, err
	}
	name, err := cleanName("skill", t.Text("skill"))
	if err != nil {
		return Reply{}, err
	}
	old, has := s.Hero.Skill(name)
	if t.Switch("remove") {
		if !has {
			return Reply{}, fate.Refuse("no_skill", "%s has no skill %s.", s.Hero.Name, name)
		}
		s.Hero, _ = s.Hero.WithoutSkill(name)
		t.Table.SetSeat(s, t.luck())
		return Reply{Body: fmt.Sprintf("%s no longer has the skill %s.", s.Hero.Name, old.Name)}, nil
	}
	k := hero.Skill{Name: name, Trait: t.Text("trait"), Degree: hero.Degree(strings.ToLower(t.Text("degree")))}
	if has { // what is not said stays
		k.Name, k.Trait, k.Degree = old.Name, cmpOr(k.Trait, old.Trait), hero.Degree(cmpOr(string(k.Degree), string(old.Degree)))
	}
	if k.Trait == "" {
		return Reply{}, fate.Refuse("missing_option", "Say which Trait %s belongs to: trait:%s.", name, strings.Join(t.Table.List.Traits(), ", trait:"))
	}
	if s.Hero, err = s.Hero.WithSkill(k, t.Table.List.Abilities); err != nil {
		return Reply{}, err
	}
	k, _ = s.Hero.Skill(name)
	t.Table.SetSeat(s, t.luck())
	r := Reply{Body: fmt.Sprintf("%s has the skill %s (%s, %s) now.", s.Hero.Name, k.Name, k.Trait, k.Degree)}
	switch {
	case has && k == old:
		r.Body = fmt.Sprintf("%s's skill %s stays as it was (%s, %s).", s.Hero.Name, k.Name, k.Trait, k.Degree)
	case has:
		r.Body = fmt.Sprintf("%s's skill %s is %s, %s now; it was %s, %s before.", s.Hero.Name, k.Name, k.Trait, k.Degree, old.Trait, old.Degree)
	}
	for _, note := range beyond(s.Hero, t.Table.List.Traits()) {
		if note.trait == k.Trait && k.Degree != hero.Trade || note.trait == "" && k.Degree == hero.Trade {
			r.Body += " " + note.text
		}
	}
	return r, nil
}

// excess is more skills of a Trait than its code gives, or more trades than Edge; then trait is "".
type excess struct{ trait, text string }

// beyond tells what skills a hero has beyond what codes and Edge give to begin with (R14.4, R14.5).
func beyond(h hero.Hero, traits []string) []excess {
	var list []excess
	for _, trait := range traits {
		if most := h.Codes[trait].Skills(); count(h, trait) > most {
			list = append(list, excess{trait, fmt.Sprintf("Code %s gives %s of %s to begin with; that is the narrator's to allow.", h.Codes[trait], plural(most, "skill"), trait)})
		}
	}
	if n := trades(h); n > h.Edge {
		list = append(list, excess{"", fmt.Sprintf("Edge %d gives %s to begin with, not %d; that is the narrator's to allow (R14.4).", h.Edge, plural(h.Edge, "trade"), n)})
	}
	return list
}

// allowance says in lines what is new of what a hero has beyond codes and Edge, for the narrator to allow.
func (t *Turn) allowance(before, after hero.Hero) string {
	text := ""
	was := beyond(before, t.Table.List.Traits())
	for _, note := range beyond(after, t.Table.List.Traits()) {
		if !slices.Contains(was, note) {
			text += "\n" + note.text
		}
	}
	return text
}

func trades(h hero.Hero) int {
	n := 0
	for _, k := range h.Skills {
		if k.Degree == hero.Trade {
			n++
		}
	}
	return n
}

func count(h hero.Hero, trait string) int {
	n := 0
	for _, k := range h.Skills {
		if k.Trait == trait && k.Degree != hero.Trade {
			n++
		}
	}
	return n
}
