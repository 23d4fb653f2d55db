package bot

import (
	"fmt"
	"slices"
	"strings"
)

func takeSpoils(t *Turn) (Reply, error) {
	foe, item := t.Text("foe"), t.Text("item")
	if foe == "" && item == "" {
		var lines []string
		for _, s := range t.Table.Fight.Spoils() {
			lines = append(lines, fmt.Sprintf("**%s** of %s: %s", s.Gear.Name, s.Foe, gearText(s.Gear)))
		}
		return Reply{Title: "Spoils", Body: cmpOr(fit(lines), "No fallen foe carries anything (R9.6).")}, nil
	}
	for _, s := range t.Table.Fight.Spoils() {
		if foe == "" && strings.EqualFold(s.Gear.Name, item) {
			foe = s.Foe
		}
	}
	s, _, err := t.heroMeant()
	if err != nil {
		return Reply{}, err
	}
	if foe, err = t.carrier(foe, item); err != nil {
		return Reply{}, err
	}
	f, gear, err := t.Table.Fight.Take(foe, item)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	if gear, err = t.receive(s, gear); err != nil {
		return Reply{}, err
	}
	return Reply{Body: fmt.Sprintf("%s takes the %s from %s.", s.Hero.Name, gear.Name, foe), Tone: Good}, nil
}

// carrier is the foe from which something is taken: of a group the first that has it.
func (t *Turn) carrier(name, item string) (string, error) {
	names, err := t.foesNamed(name)
	if err != nil || len(names) == 0 {
		return name, err
	}
	for _, s := range t.Table.Fight.Spoils() {
		if slices.Contains(names, s.Foe) && strings.EqualFold(s.Gear.Name, item) {
			return s.Foe, nil
		}
	}
	return names[0], nil
}

func suggestSpoils(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, s := range t.Table.Fight.Spoils() {
		list = append(list, Choice{Label: s.Gear.Name + " of " + s.Foe, Value: s.Gear.Name})
	}
	return list
}
