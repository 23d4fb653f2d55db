package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
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
	for _, k := range h.Skills {
		spend((degreeRank(k.Degree)-1)*t.cost("cost_skill"), fmt.Sprintf("%s (%s)", k.Name, k.Degree)) // R14.6
	}
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

// buildButtons are the steps that a button begins.
var buildButtons = []struct{ label, step string }{
	{"Set scores", "scores"},
	{"By points", "points"},
	{"Deal cards", "deal"},
	{"Skill", "skill"},
	{"Role", "role"},
	{"Race", "race"},
	{"Advantage", "advantage"},
	{"Hindrance", "hindrance"},
	{"Gear", "gear"},
	{"Edge", "edge"},
	{"Hand size", "hand"},
	{"Description", "describe"},
	{"Label", "label"},
	{"To the narrator", "submit"},
	{"Throw away", "drop"},
}

// draftReply shows a whole draft with the next steps.
func (t *Turn) draftReply(d table.Draft) Reply {
	r := t.sheetReply(t.Table, table.Seat{Hero: d.Hero, Player: d.Player})
	r.Fields = r.Fields[:len(r.Fields)-1]
	r.Private, r.Update = true, true
	r.Title = "Building " + d.Hero.Name
	lines, left := t.account(d)
	for i := range r.Fields {
		if r.Fields[i].Name == "Hero points" {
			r.Fields[i].Value = strconv.Itoa(max(0, left))
		}
	}
	rest := ": " + leftText(left)
	if left >= 0 {
		rest += ", kept as hero points"
	}
	r.Fields = append(r.Fields, Field{Name: "Points", Value: strings.Join(lines, ", ") + rest})
	if len(d.Dealt) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Dealt", Value: t.dealtText(d)})
	}
	if d.Submitted {
		r.Body = strings.TrimSpace(r.Body + "\nIt lies before the narrator; step:return takes it back, to go on with it.")
		r.Buttons = []Button{t.stepButton(d, "Take it back", "return")}
		if t.Narrates() {
			r.Buttons = t.judgeButtons(d)
		}
		return r
	}
	r.Fields = append(r.Fields, Field{Name: "Still to do", Value: t.toDo(d)})
	for _, b := range buildButtons {
		r.Buttons = append(r.Buttons, t.stepButton(d, b.label, b.step))
	}
	last := len(r.Buttons) - 1
	r.Buttons[last-1].Style, r.Buttons[last].Style = Main, Danger
	t.offer(&r, d, t.stepAfter(d, ""))
	return r
}

// dealtText tells what is made of dealt cards: each ability's card, its score where that is another by now, and which
// abilities have none and stay as they were.
func (t *Turn) dealtText(d table.Draft) string {
	var lines, none []string
	for _, a := range t.Table.List.Abilities {
		score := d.Hero.Scores[a.Name]
		c, has := d.Assigned[a.Name]
		if !has {
			none = append(none, fmt.Sprintf("%s %d", a.Name, score))
			continue
		}
		line := fmt.Sprintf("%s: %s", a.Name, c.Long())
		if score != scoreOf(c) {
			line += fmt.Sprintf(", but set to %d", score)
		}
		lines = append(lines, line)
	}
	if len(none) > 0 {
		lines = append(lines, "without a card, as they are otherwise: "+strings.Join(none, ", "))
	}
	return strings.Join(append(lines, "left: "+cmpOr(longList(unassigned(d)), "none")), "\n")
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
		if err := t.suits(h, f); err != nil {
			return left, err
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
	if t.unassignedYet(d) {
		return Reply{}, fate.Refuse("unassigned", "%s has dealt cards left that abilities can be made of: step:assign card:\"%s\" value:%s goes on.",
			d.Hero.Name, firstCard(unassigned(d)), t.unmade(d).Name)
	}
	if s, there := t.Table.Seat(d.Seat); !there || s.Retired {
		if err := t.nameFree(d.Hero.Name); err != nil {
			return Reply{}, renames(d, err)
		}
	}
	d.Submitted = true
	t.Table.KeepDraft(d)
	shown := d
	shown.Hero.Points = left
	r := t.sheetReply(t.Table, table.Seat{Hero: shown.Hero, Player: d.Player})
	lines, _ := t.account(d)
	r.Fields = append(r.Fields[:len(r.Fields)-1], Field{Name: "Points", Value: strings.Join(lines, ", ")})
	if len(d.Dealt) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Dealt", Value: t.dealtText(d)})
	}
	r.Title = d.Hero.Name + " lies before the narrator"
	r.Buttons = t.judgeButtons(d)
	return r, nil
}

// judgeButtons are the narrator's answers to a draft.
func (t *Turn) judgeButtons(d table.Draft) []Button {
	approve := t.stepButton(d, "Approve", "approve")
	approve.Style = Main
	return []Button{approve, t.stepButton(d, "Give back", "return")}
}

// renames adds to the refusal of a draft's name how the draft gets another one.
func renames(d table.Draft, err error) error {
	line := "/hero build hero:" + quoteValue(d.Hero.Name) + " step:name value:…"
	if d.Submitted {
		return fate.Refuse("name_taken", "%s For this draft: step:return gives it back, and then %s gives it another name.", err, line)
	}
	return fate.Refuse("name_taken", "%s For this draft: %s gives it another name.", err, line)
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
		h.Name = s.Hero.Name // it may have another by now
		h.Points = max(h.Points, s.Hero.Points)
		s.Hero = h
		t.Table.SetSeat(s, t.luck())
	} else if err = t.nameFree(h.Name); err != nil {
		return Reply{}, renames(d, err)
	} else if s, err = t.Table.AddHero(h, d.Player); err != nil {
		return Reply{}, err
	}
	t.Table.EndDraft(d.Hero.Name)
	r := t.sheetReply(t.Table, s)
	r.Title, r.Tone = h.Name+" is approved", Good
	if !s.Joined {
		r.Buttons = []Button{{Label: "Sit down", Line: Line("game join", "hero", h.Name), Style: Main}}
	}
	return r, nil
}
