package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
)

// foesNamed lists the foes that a list of names means, commas between; the name of a group means all of it.
func (t *Turn) foesNamed(list string) ([]string, error) {
	if names, err := t.Table.Fight.Group(list); err == nil {
		return names, nil
	}
	var names []string
	for _, name := range splitList(list) {
		more, err := t.Table.Fight.Group(name)
		if err != nil {
			return nil, err
		}
		for _, one := range more {
			if !slices.Contains(names, one) {
				names = append(names, one)
			}
		}
	}
	return names, nil
}

// foeNamed is the one foe that a name means.
func (t *Turn) foeNamed(name string) (string, error) {
	names, err := t.foesNamed(name)
	switch {
	case err != nil:
		return "", err
	case len(names) == 0:
		_, _, err = t.Table.Fight.Foe(name)
		return "", err
	case len(names) > 1:
		return "", whichFoe(name, names)
	}
	return names[0], nil
}

// foeMenu asks which foe is meant, where the rules want one and none was named.
func (t *Turn) foeMenu(d combat.Declaration, err error) (Reply, bool) {
	var refused *fate.Refusal
	if d.Target != "" || !errors.As(err, &refused) || refused.Code != "no_such_foe" {
		return Reply{}, false
	}
	option := "target"
	if t.Command == "combat defend" {
		option = "against"
	}
	menu := Select{Label: "Choose the foe", Line: t.Request.Without(option).String(), Option: option}
	for _, f := range t.Table.Fight.Foes {
		foe, sheet, err := t.Table.Fight.Foe(f.Name)
		if st := foe.Status(sheet); err == nil && (st == combat.Up || st == combat.Hurt) && len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, Choice{Label: f.Name, Value: f.Name})
		}
	}
	if len(menu.Choices) < 2 {
		return Reply{}, false
	}
	return Reply{Private: true, Title: "Which foe?", Selects: []Select{menu}}, true
}

// whichFoe refuses several foes where one is meant.
func whichFoe(name string, names []string) error {
	shown := names[:min(10, len(names))]
	text := strings.Join(shown, ", ")
	if len(shown) < len(names) {
		text += " …"
	}
	return fate.Refuse("which_foe", "%q is more than one foe; write one of these: %s.", short(name, 40), text)
}

// notAHero refuses a foe's name that a hero of the game has.
func (t *Turn) notAHero(names ...string) error {
	for _, name := range names {
		if s, ok := t.Table.Hero(name); ok {
			return fate.Refuse("name_taken", "A hero of this game is called %s; give the foe another name.", s.Hero.Name)
		}
	}
	return nil
}

// notAFoe refuses a hero's name that a foe of the game has.
func (t *Turn) notAFoe(name string) error {
	for _, foe := range t.Table.Fight.Foes {
		if strings.EqualFold(foe.Name, name) || strings.EqualFold(foe.Sheet, name) {
			return fate.Refuse("name_taken", "A foe of this game is called %s; give the hero another name, or rename the foe first: /foe set name:%s field:name.", foe.Name, quoteValue(foe.Name))
		}
	}
	return nil
}

// renamed is the fight with a hero's new name. What a foe of the old name does there stays the foe's.
func (t *Turn) renamed(was, to string) (combat.Fight, error) {
	f := t.Table.Fight
	if _, _, shared := t.Table.Nearby(was); !shared {
		return f.Rename(was, to)
	}
	f.Pending = slices.Clone(f.Pending)
	for i := range f.Pending {
		if f.Pending[i].Who == was {
			f.Pending[i].Who = to
		}
	}
	return f, nil
}

// renameFoe gives one foe another name, and its sheet where no other foe has it.
func (t *Turn) renameFoe(value string) (Reply, error) {
	was, err := t.foeNamed(t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	to, err := cleanName("foe", value)
	if err == nil {
		err = t.notAHero(to)
	}
	if err != nil {
		return Reply{}, err
	}
	f, err := t.Table.Fight.Rename(was, to)
	if err != nil {
		return Reply{}, err
	}
	if group, err := t.Table.Fight.Group(to); err == nil && !slices.Contains(group, was) {
		return Reply{}, fate.Refuse("name_taken", "Foes of a group are called %s; choose another name.", to)
	}
	foe, sheet, err := f.Foe(to)
	if err != nil {
		return Reply{}, err
	}
	alone := func(o combat.Foe) bool { return o.Sheet != foe.Sheet || o.Name == foe.Name }
	free := !slices.ContainsFunc(f.Sheets, func(sh combat.Sheet) bool { return strings.EqualFold(sh.Name, to) && sh.Name != foe.Sheet })
	if free && !slices.ContainsFunc(f.Foes, func(o combat.Foe) bool { return !alone(o) }) {
		f.Sheets, f.Foes = slices.Clone(f.Sheets), slices.Clone(f.Foes)
		for i := range f.Sheets {
			if f.Sheets[i].Name == foe.Sheet {
				f.Sheets[i].Name = to
			}
		}
		for i := range f.Foes {
			if f.Foes[i].Name == to {
				f.Foes[i].Sheet = to
			}
		}
		sheet.Name = to
	}
	t.Table.SetFight(f)
	told := Reply{Body: fmt.Sprintf("%s is called %s from now on.", was, to)}
	return Reply{Private: true, Title: to, Body: t.sheetText(sheet), Outcome: t.foeOutcome(to, true), Also: []Reply{told}}, nil
}

// opponent is the foe that is meant: of a group the only one that is up, or whose attack waits for the hero's
// answer. What is no foe's name stays as it is.
func (t *Turn) opponent(name, hero, kind string) (string, error) {
	names, err := t.foesNamed(name)
	if name == "" || err != nil {
		return name, nil // the rules of combat say what is wrong with it
	}
	var likely []string
	for _, d := range t.Table.Fight.Due(t.Table.FightScene()) {
		if d.Need == combat.ToDefend && d.Who == hero && kind == "defend" && slices.Contains(names, d.Foe) {
			likely = append(likely, d.Foe)
		}
	}
	for _, one := range names {
		foe, sheet, _ := t.Table.Fight.Foe(one)
		if s := foe.Status(sheet); kind != "defend" && (s == combat.Up || s == combat.Hurt) {
			likely = append(likely, one)
		}
	}
	if len(likely) == 1 || len(names) == 1 {
		return append(likely, names...)[0], nil
	}
	return "", whichFoe(name, names)
}
