package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// cost is what an option of the game says that something costs.
func (t *Turn) cost(option string) int {
	n, _ := strconv.Atoi(t.Table.Option(option))
	return n
}

// account is how the building points are spent (R16.1): what there is, what goes, what is left.
func (t *Turn) account(d table.Draft) (lines []string, left int) {
	h := d.Hero
	left = d.Points + len(h.Hindrances)
	lines = append(lines, fmt.Sprintf("%d to begin with", d.Points))
	if n := len(h.Hindrances); n > 0 {
		lines = append(lines, fmt.Sprintf("+%d for %s", n, plural(n, "Hindrance")))
	}
	spend := func(n int, what string) {
		if n != 0 {
			left -= n
			lines = append(lines, fmt.Sprintf("%+d for %s", -n, what))
		}
	}
	for _, f := range h.Advantages {
		cost := f.Cost
		if cost == 0 {
			cost = 1
		}
		spend(cost, f.Name)
	}
	spend(h.Role.Cost, h.Role.Name)
	spend(h.Race.Cost, h.Race.Name)
	spend(max(0, h.Edge-1)*t.cost("cost_edge"), fmt.Sprintf("Edge %d", h.Edge))
	spend(max(0, h.HandSize()-h.Edge-2)*t.cost("cost_hand"), fmt.Sprintf("a hand of %d", h.HandSize())) // R1.6a
	if d.Bought {
		sum := 0
		for _, a := range t.Table.List.Abilities {
			sum += h.Scores[a.Name]
		}
		budget := t.cost("build_budget") * len(t.Table.List.Abilities)
		spend(max(0, sum-budget)*t.cost("cost_ability"), fmt.Sprintf("scores of %d together, %d over %d", sum, max(0, sum-budget), budget))
	}
	return lines, left
}

// draftReply shows a draft with the next steps.
func (t *Turn) draftReply(d table.Draft, note string) Reply {
	r := t.sheetReply(t.Table, table.Seat{Hero: d.Hero, Player: d.Player})
	r.Fields = r.Fields[:len(r.Fields)-1]
	r.Private, r.Update = true, true
	r.Title = "Building " + d.Hero.Name
	r.Body = strings.TrimSpace(r.Body + "\n" + note)
	lines, left := t.account(d)
	for i := range r.Fields {
		if r.Fields[i].Name == "Hero points" {
			r.Fields[i].Value = strconv.Itoa(max(0, left))
		}
	}
	rest := fmt.Sprintf(": **%d left**, kept as hero points", left)
	if left < 0 {
		rest = fmt.Sprintf(": **%d too many**; take something away, or a Hindrance more", -left)
	}
	r.Fields = append(r.Fields, gearFields(d.Hero)...)
	r.Fields = append(r.Fields, Field{Name: "Points", Value: strings.Join(lines, ", ") + rest})
	if len(d.Dealt) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Dealt", Value: t.dealtText(d)})
	}
	if d.Submitted {
		r.Body = strings.TrimSpace(r.Body + "\nIt lies before the narrator.")
		return r
	}
	for _, b := range []struct{ label, step string }{
		{"Set scores", "scores"},
		{"By points", "points"},
		{"Deal cards", "deal"},
		{"Skill", "skill"},
		{"Edge", "edge"},
		{"Hand size", "hand"},
		{"Description", "describe"},
		{"Label", "label"},
		{"To the narrator", "submit"},
		{"Throw away", "drop"},
	} {
		r.Buttons = append(r.Buttons, Button{Label: b.label, Line: Line("hero build", "hero", d.Hero.Name, "step", b.step)})
	}
	r.Buttons[8].Style, r.Buttons[9].Style = Main, Danger
	r.Selects = t.buildMenus(d)
	return r
}

// gearFields list what a hero of a draft carries.
func gearFields(h hero.Hero) []Field {
	var lines []string
	for _, g := range h.Gear {
		lines = append(lines, gearText(g))
	}
	if len(lines) == 0 {
		return nil
	}
	return []Field{{Name: "Gear", Value: strings.Join(lines, ", ")}}
}

func (t *Turn) dealtText(d table.Draft) string {
	var lines []string
	free := d.Dealt
	for _, a := range t.Table.List.Abilities {
		if c, has := d.Assigned[a.Name]; has {
			lines = append(lines, fmt.Sprintf("%s: %s", a.Name, c.Long()))
			free, _ = free.Without(c)
		}
	}
	return strings.Join(append(lines, "left: "+cmpOr(longList(free), "none")), "\n")
}

// buildMenus offer what is chosen from a list; a message has room for three.
func (t *Turn) buildMenus(d table.Draft) []Select {
	var menus []Select
	free := d.Dealt
	for _, c := range d.Assigned {
		free, _ = free.Without(c)
	}
	if len(free) > 0 && len(d.Assigned) < len(t.Table.List.Abilities) {
		for _, a := range t.Table.List.Abilities {
			if _, has := d.Assigned[a.Name]; has {
				continue
			}
			menu := Select{Label: "Card for " + a.Name, Line: Line("hero build", "hero", d.Hero.Name, "step", "assign", "value", a.Name), Option: "card"}
			for _, c := range free {
				menu.Choices = append(menu.Choices, Choice{Label: c.Long(), Value: c.String(), About: "code " + string(t.codeOf(c, a))})
			}
			menu.Choices = capChoices(menu.Choices)
			return append(menus, menu)
		}
	}
	all := t.lists()
	for _, step := range []string{"role", "race", "advantage"} {
		menu := Select{Label: upper(step), Line: Line("hero build", "hero", d.Hero.Name, "step", step), Option: "value"}
		for _, f := range *all.of(step + "s") {
			if len(d.Hero.Unmet(f)) == 0 {
				menu.Choices = append(menu.Choices, Choice{Label: f.Name, Value: f.Name, About: short(featureText(f), 100)})
			}
		}
		if menu.Choices = capChoices(menu.Choices); len(menu.Choices) > 0 {
			menus = append(menus, menu)
		}
	}
	return menus
}

// ready refuses a draft that breaks a rule of building.
func (t *Turn) ready(d table.Draft) (int, error) {
	h := d.Hero
	_, left := t.account(d)
	if left < 0 {
		return left, fate.Refuse("too_dear", "%s costs %s more than there are; take something away or a Hindrance more (R16.1).", h.Name, plural(-left, "point"))
	}
	if len(h.Advantages) > h.Edge {
		return left, fate.Refuse("too_many", "A hero has as many Advantages as Edge at most: %d (R14.11).", h.Edge)
	}
	for _, f := range h.Features() {
		if unmet := h.Unmet(f); len(unmet) > 0 {
			return left, fate.Refuse("unmet", "%s needs %s.", f.Name, join(unmet))
		}
	}
	if err := t.tooManySkills(h); err != nil {
		return left, err
	}
	return left, h.Check(t.Table.List.Abilities)
}

// submit lays a draft before the narrator.
func (t *Turn) submit(d table.Draft) (Reply, error) {
	left, err := t.ready(d)
	if err != nil {
		return Reply{}, err
	}
	d.Submitted = true
	t.Table.KeepDraft(d)
	shown := d
	shown.Hero.Points = left
	r := t.sheetReply(t.Table, table.Seat{Hero: shown.Hero, Player: d.Player})
	r.Fields = append(r.Fields[:len(r.Fields)-1], gearFields(d.Hero)...)
	lines, _ := t.account(d)
	r.Fields = append(r.Fields, Field{Name: "Points", Value: strings.Join(lines, ", ")})
	r.Title = d.Hero.Name + " lies before the narrator"
	r.Buttons = []Button{
		{Label: "Approve", Line: Line("hero build", "hero", d.Hero.Name, "step", "approve"), Style: Main},
		{Label: "Give back", Line: Line("hero build", "hero", d.Hero.Name, "step", "return")},
	}
	return r, nil
}

// judge approves a draft, or gives it back; the player may take it back too.
func (t *Turn) judge(d table.Draft, approve bool) (Reply, error) {
	if !approve {
		d.Submitted = false
		t.Table.KeepDraft(d)
		return Reply{Body: fmt.Sprintf("The draft of %s goes back to %s: /hero build hero:%s.", d.Hero.Name, d.Player.Name, quoteValue(d.Hero.Name))}, nil
	}
	if !t.Narrates() {
		return Reply{}, fate.Refuse("not_narrator", "Only %s approves a hero.", ruler(t.Table))
	}
	if !d.Submitted {
		return Reply{}, fate.Refuse("not_submitted", "%s has not laid %s before you yet.", d.Player.Name, d.Hero.Name)
	}
	left, err := t.ready(d)
	if err != nil {
		return Reply{}, err
	}
	h := d.Hero
	if h, err = h.WithPoints(left); err != nil {
		return Reply{}, err
	}
	s, known := t.Table.Seat(d.Seat)
	if known && !s.Retired {
		h.Points = max(h.Points, s.Hero.Points)
		s.Hero = h
		t.Table.SetSeat(s, t.luck())
	} else if s, err = t.Table.AddHero(h, d.Player); err != nil {
		return Reply{}, err
	}
	t.Table.DropDraft(h.Name)
	r := t.sheetReply(t.Table, s)
	r.Title, r.Tone = h.Name+" is approved", Good
	if !s.Joined {
		r.Buttons = []Button{{Label: "Sit down", Line: Line("game join", "hero", h.Name), Style: Main}}
	}
	return r, nil
}
