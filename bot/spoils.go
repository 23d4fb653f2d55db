package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
)

func takeSpoils(t *Turn) (Reply, error) {
	foe, item := t.Text("foe"), t.Text("item")
	if item == "" {
		names, err := t.foesNamed(foe)
		if err != nil {
			return Reply{}, err
		}
		var lines []string
		for _, s := range t.Table.Fight.Spoils() {
			if foe != "" && !slices.Contains(names, s.Foe) {
				continue
			}
			lines = append(lines, fmt.Sprintf("**%s** of %s: %s", s.Gear.Name, s.Foe, gearText(s.Gear)))
		}
		return Reply{Title: "Spoils", Body: cmpOr(fit(lines), "No fallen foe carries anything (R9.6).")}, nil
	}
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	if foe, item, err = t.spoil(foe, item); err != nil {
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

// spoil finds what is taken, and from whom: an item by its name, or as the list of spoils has it, "armor of Ogg"; of
// several foes that have one the first. The refusal says that it is taken already, or what there is.
func (t *Turn) spoil(foe, item string) (from, what string, err error) {
	var names []string
	if foe != "" {
		if names, err = t.foesNamed(foe); err != nil {
			return "", "", err
		}
	}
	var there []string
	for _, s := range t.Table.Fight.Spoils() {
		if foe != "" && !slices.Contains(names, s.Foe) {
			continue
		}
		label := spoilLabel(s)
		if strings.EqualFold(s.Gear.Name, item) || strings.EqualFold(label, item) {
			return s.Foe, s.Gear.Name, nil
		}
		there = append(there, label)
	}
	for _, f := range t.Table.Fight.Foes {
		for _, gone := range f.Taken {
			named := strings.EqualFold(gone, item) && (foe == "" || slices.Contains(names, f.Name))
			if named || strings.EqualFold(gone+" of "+f.Name, item) {
				return "", "", fate.Refuse("no_spoils", "The %s of %s has been taken already; %s.", gone, f.Name, leftover(there))
			}
		}
	}
	if foe != "" { // the rules of combat say what there is, or that there is no such foe
		return append(names, foe)[0], item, nil
	}
	return "", "", fate.Refuse("no_spoils", "No fallen foe has %q; %s.", short(item, 40), leftover(there))
}

// leftover is "there is armor of Ogg, club of Ogg".
func leftover(labels []string) string {
	if len(labels) == 0 {
		return "nothing is left to take (R9.6)"
	}
	if len(labels) > 10 {
		labels = append(labels[:10:10], "…")
	}
	return "there is " + strings.Join(labels, ", ")
}

// spoilLabel is an item with whom it is from: "armor of Ogg".
func spoilLabel(s combat.Spoil) string { return s.Gear.Name + " of " + s.Foe }

func suggestSpoils(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, s := range t.Table.Fight.Spoils() {
		list = append(list, Choice{Label: spoilLabel(s), Value: s.Gear.Name})
	}
	return list
}
