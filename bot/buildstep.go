package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// chosenSteps are the steps that show what there is to choose where no value is given.
var chosenSteps = []string{"assign", "role", "race", "nature", "demeanor", "advantage", "hindrance", "gear"}

// stepOrder is the order in which the steps come.
var stepOrder = []string{
	"scores", "points", "assign", "skill", "role", "race", "nature", "demeanor", "advantage", "hindrance", "gear", "describe",
}

// parts cuts a value at its commas, unless the whole of it is a known name.
func parts(value string, known func(string) bool) []string {
	if known(value) {
		return []string{value}
	}
	return splitList(value)
}

// each carries a step out for each value; none may stand twice.
func each(h hero.Hero, values []string, do func(hero.Hero, string) (hero.Hero, error)) (hero.Hero, error) {
	if err := once(values); err != nil {
		return h, err
	}
	after, err := h, error(nil)
	for _, value := range values {
		if after, err = do(after, value); err != nil {
			return h, err
		}
	}
	return after, nil
}

// once refuses a value that stands twice.
func once(values []string) error {
	for i, v := range values {
		if slices.ContainsFunc(values[:i], func(w string) bool { return strings.EqualFold(v, w) }) {
			return fate.Refuse("twice", "%s stands twice; write it once.", short(v, 40))
		}
	}
	return nil
}

// stepsOpen are the steps of a draft that are not done, in the order in which they come.
func (t *Turn) stepsOpen(d table.Draft) []string {
	h := d.Hero
	fresh := hero.New(h.Name, t.Table.List.Abilities)
	_, left := t.account(d)
	missing := func(f hero.Feature) bool { return f.Name == "" }
	var open []string
	for _, one := range []struct {
		step string
		open bool
	}{
		{"scores", len(d.Dealt) == 0 && t.scoreLine(h) == t.scoreLine(fresh)},
		{"assign", t.unassignedYet(d)},
		{"skill", len(h.Skills) == 0 && t.Table.Option("skills") != "none"},
		{"role", missing(h.Role)},
		{"race", missing(h.Race)},
		{"nature", missing(h.Nature)},
		{"demeanor", missing(h.Demeanor)},
		{"advantage", len(h.Advantages) == 0 && left > 0},
		{"gear", len(h.Gear) == 0},
		{"describe", h.Description == ""},
	} {
		if one.open {
			open = append(open, one.step)
		}
	}
	return open
}

// stepAfter is the step that comes after one that was done: the next of those that are open, else the first of
// them, else that the draft goes to the narrator.
func (t *Turn) stepAfter(d table.Draft, done string) string {
	if done == "deal" {
		done = "points"
	}
	open := t.stepsOpen(d)
	for _, step := range open {
		if slices.Index(stepOrder, step) > slices.Index(stepOrder, done) || step == "assign" && done == "assign" {
			return step
		}
	}
	return append(open, "submit")[0]
}

// stepReply answers a step: what changed, what is left and open, and what the step that comes now offers.
func (t *Turn) stepReply(d table.Draft, step, changed string) Reply {
	r := Reply{Private: true, Update: true, Title: "Building " + d.Hero.Name, Body: changed}
	_, left := t.account(d)
	r.Fields = []Field{{Name: "Points", Value: leftText(left), Inline: true}}
	r.Fields = append(r.Fields, Field{Name: "Still to do", Value: t.toDo(d)})
	t.offer(&r, d, step)
	for _, b := range buildButtons {
		if b.step == step && step != "submit" && len(r.Selects) == 0 || b.step == "skill" && step == "skill" {
			r.Buttons = append(r.Buttons, t.stepButton(d, b.label, b.step))
		}
	}
	r.Buttons = append(r.Buttons, t.stepButton(d, "Whole draft", "show"), t.stepButton(d, "To the narrator", "submit"))
	r.Buttons[len(r.Buttons)-1].Style = Main
	return r
}

// toDo names the steps that are open.
func (t *Turn) toDo(d table.Draft) string {
	if steps := t.stepsOpen(d); len(steps) > 0 {
		return strings.Join(steps, ", ") + "; step:submit when it is done"
	}
	return "nothing that must be; step:submit lays it before the narrator"
}

// leftText says how many building points are left.
func leftText(left int) string {
	if left < 0 {
		return fmt.Sprintf("**%d too many**; take something away, or a Hindrance more", -left)
	}
	return fmt.Sprintf("**%d left**", left)
}

func (t *Turn) stepButton(d table.Draft, label, step string) Button {
	return Button{Label: label, Line: Line("hero build", "hero", d.Hero.Name, "step", step)}
}

// offer adds the menu of a step that has one.
func (t *Turn) offer(r *Reply, d table.Draft, step string) {
	choices := capChoices(t.catalogue(d, step))
	if len(choices) == 0 {
		return
	}
	menu := Select{Label: upper(step), Line: Line("hero build", "hero", d.Hero.Name, "step", step), Option: "value"}
	if step == "assign" {
		a := t.unmade(d)
		menu = Select{Label: "Card for " + a.Name, Line: Line("hero build", "hero", d.Hero.Name, "step", step, "value", a.Name), Option: "card"}
	}
	menu.Choices = choices
	r.Selects = append(r.Selects, menu)
}

// askedReply shows what there is to choose in a step, and in words what its menu has no room for.
func (t *Turn) askedReply(d table.Draft, step string) Reply {
	several := " Write several with commas between; one that the hero has is taken away."
	how := map[string]string{
		"assign":    "Choose a card for the ability, or write card:… and the ability with value:…",
		"role":      "Choose one, or write it with value:…; value:none takes it away.",
		"race":      "Choose one, or write it with value:…; value:none takes it away.",
		"nature":    "Choose one, or write any words with value:…; value:none takes it away.",
		"demeanor":  "Choose one, or write any words with value:…; value:none takes it away.",
		"advantage": "Choose one, or write it with value:…" + several,
		"hindrance": "Choose one, or write it with value:…" + several,
		"gear":      "Choose an item, or write any with value:…" + several,
	}[step]
	r := t.stepReply(d, step, how)
	if len(r.Selects) == 0 {
		r.Body = fmt.Sprintf("There is nothing to choose for step:%s now.", step)
		if step == "assign" && len(d.Dealt) == 0 {
			r.Body += " No cards have been dealt: step:deal."
		}
	}
	var more []string
	all := t.catalogue(d, step)
	for _, c := range all[len(capChoices(all)):] {
		more = append(more, c.Label)
	}
	if len(more) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Besides", Value: short(strings.Join(more, ", "), 1000)})
	}
	return r
}

// catalogue is what a step offers a draft: what fits the hero and the deck, and what it does not have yet.
func (t *Turn) catalogue(d table.Draft, step string) []Choice {
	all := t.lists()
	var list []Choice
	switch step {
	case "assign":
		if a := t.unmade(d); a.Name != "" {
			for _, c := range unassigned(d) {
				list = append(list, Choice{Label: c.Long(), Value: c.String(), About: "code " + string(t.codeOf(c, a))})
			}
		}
	case "skill":
		for _, s := range all.Skills {
			if _, has := d.Hero.Skill(s.Name); !has && slices.Contains(t.Table.List.Traits(), s.Trait) {
				list = append(list, Choice{Label: s.Name, Value: s.Name, About: short(s.Trait+". "+s.About, 100)})
			}
		}
	case "gear":
		for _, g := range t.gear() {
			if _, has := d.Hero.Item(g.Name); !has {
				list = append(list, Choice{Label: g.Name, Value: g.Name, About: strings.Trim(strings.TrimPrefix(gearText(g), g.Name), " ()")})
			}
		}
	default:
		features := all.of(step + "s")
		if features == nil {
			return nil
		}
		has := d.Hero.Features()
		for _, f := range *features {
			held := slices.ContainsFunc(has, func(g hero.Feature) bool { return strings.EqualFold(f.Name, g.Name) })
			if !held && t.suits(d.Hero, f) == nil {
				list = append(list, Choice{Label: f.Name, Value: f.Name, About: short(featureText(f), 100)})
			}
		}
	}
	return list
}

// unassignedYet reports whether abilities can still be made of a draft's dealt cards, where it is not built by points.
func (t *Turn) unassignedYet(d table.Draft) bool {
	return len(d.Dealt) > 0 && len(d.Assigned) < min(len(d.Dealt), len(t.Table.List.Abilities)) && !d.Bought
}

// unassigned are the dealt cards of which nothing is made.
func unassigned(d table.Draft) fate.Pile {
	free := d.Dealt
	for _, c := range d.Assigned {
		free, _ = free.Without(c)
	}
	return free
}

// unmade is the first ability of which no dealt card is made; none where all are.
func (t *Turn) unmade(d table.Draft) fate.Ability {
	for _, a := range t.Table.List.Abilities {
		if _, has := d.Assigned[a.Name]; !has {
			return a
		}
	}
	return fate.Ability{}
}

// changed is the line of a draft that a step changed.
func (t *Turn) changed(before, d table.Draft, step string) string {
	h := d.Hero
	one := func(f hero.Feature) []string {
		return featureNames(slices.DeleteFunc([]hero.Feature{f}, func(f hero.Feature) bool { return f.Name == "" }))
	}
	line := func(what string, words []string) string {
		return what + ": " + cmpOr(strings.Join(words, ", "), "none")
	}
	var words []string
	switch step {
	case "name":
		return fmt.Sprintf("The draft of %s is called %s from now on.", before.Hero.Name, h.Name)
	case "scores", "points":
		for _, trait := range t.Table.List.Traits() {
			if is := t.traitLine(h, trait); is != t.traitLine(before.Hero, trait) {
				words = append(words, trait+" "+is)
			}
		}
		return cmpOr(strings.Join(words, "\n"), "The scores and codes stay as they were.")
	case "deal":
		return "Dealt: " + longList(d.Dealt)
	case "skill":
		for _, k := range h.Skills {
			words = append(words, k.String())
		}
		return line("Skills", words)
	case "role":
		return line("Role", one(h.Role))
	case "race":
		return line("Race", one(h.Race))
	case "nature":
		return line("Nature", one(h.Nature))
	case "demeanor":
		return line("Demeanor", one(h.Demeanor))
	case "label":
		for _, l := range h.Labels {
			words = append(words, l.Kind+" **"+l.Name+"**")
		}
		return line("Labels", words)
	case "advantage":
		return line("Advantages", featureNames(h.Advantages))
	case "hindrance":
		return line("Hindrances", featureNames(h.Hindrances))
	case "edge", "hand":
		return fmt.Sprintf("Edge: %d. Hand size: %d", h.Edge, h.HandSize())
	case "gear":
		for _, g := range h.Gear {
			words = append(words, gearText(g))
		}
		return line("Gear", words)
	case "describe":
		return cmpOr(h.Description, "No description.")
	}
	return ""
}
