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

// buildSteps are the steps of building a hero, as /hero build takes them, with what they do and other words
// that users have for them.
var buildSteps = []struct {
	name, does string
	also       []string
}{
	{"show", "the whole draft", []string{"view", "look", "sheet"}},
	{"name", "give the draft another name", []string{"rename", "called", "title"}},
	{"scores", "set abilities and codes", []string{"abilities", "ability", "attributes", "stats", "codes", "traits", "code", "trait"}},
	{"points", "set abilities and codes, and pay what is above the budget", []string{"buy"}},
	{"deal", "cards to make abilities of, once", []string{"cards", "draw"}},
	{"assign", "a dealt card to an ability", []string{"card"}},
	{"skill", "take skills, or take them away", []string{"degree"}},
	{"role", "choose one", []string{"class", "job", "profession"}},
	{"race", "choose one", []string{"species", "folk"}},
	{"nature", "choose one, or any words", []string{"character"}},
	{"demeanor", "choose one, or any words", []string{"manner", "behavior"}},
	{"label", "another kind of belonging, like Clan: Heron", []string{"clan", "faction"}},
	{"advantage", "take Advantages, or take them away", []string{"perk", "merit", "talent", "edges"}},
	{"hindrance", "take Hindrances, or take them away", []string{"flaw", "weakness", "disadvantage"}},
	{"edge", "the hero's experience", []string{"experience"}},
	{"hand", "the hand size", []string{"hand-size", "handsize"}},
	{"gear", "take things along, or put them down", []string{"weapon", "armor", "equipment", "items", "item", "shield"}},
	{"describe", "who the hero is", []string{"description", "about", "text"}},
	{"submit", "lay the draft before the narrator", []string{"done", "finish", "send", "ready"}},
	{"approve", "for the narrator", []string{"accept", "yes"}},
	{"return", "give the draft back, or take it back", []string{"reject", "refuse", "no"}},
	{"drop", "throw the draft away", []string{"cancel", "delete", "remove"}},
}

func suggestSteps(*Turn) []Choice {
	var list []Choice
	for _, s := range buildSteps {
		list = append(list, Choice{Label: s.name + ": " + s.does, Value: s.name})
	}
	return list
}

// step is the step that the user writes, in any case; "" is none. The refusal says which step is meant, or which
// there are.
func (t *Turn) step() (string, error) {
	word := strings.ToLower(strings.TrimSpace(t.Text("step")))
	var names []string
	meant := ""
	for _, s := range buildSteps {
		if word == s.name || word == "" {
			return word, nil
		}
		if slices.Contains(s.also, word) {
			meant = s.name
		}
		names = append(names, s.name)
	}
	if meant = cmpOr(meant, fate.Near(word, names)); meant != "" {
		return "", fate.Refuse("bad_value", "There is no step %q; did you mean step:%s?", short(word, 40), meant)
	}
	return "", fate.Refuse("bad_value", "There is no step %q; step:show tells what is still to do. The steps are %s.", short(word, 40), join(names))
}

var buildCommands = []*Command{
	{
		Name: "hero build", Short: "Make a hero step by step; a draft until the narrator approves it",
		Options: []Option{
			{Name: "hero", Short: "the hero's name, a new one or yours", Required: true, Suggest: suggestDrafts},
			{Name: "step", Short: "what to do next; leave it out to see the whole draft", Suggest: suggestSteps},
			{Name: "value", Short: "what it becomes, like: Strength 6, Body B; left out, what there is to choose", Max: 400, Suggest: suggestStep},
			{Name: "card", Short: "which dealt card, with step:assign", Suggest: suggestDealt},
		},
		Run: buildHero,
	},
	{
		Name: "hero improve", Short: "Spend hero points on a hero; the narrator approves it",
		Options: []Option{
			{Name: "hero", Short: "whose; yours if you leave it out", Suggest: suggestHeroes},
			{Name: "what", Short: "like: Strength, Body, edge, hand, skill Boxing (Body); leave it out to look", Suggest: suggestImprovements},
			{Name: "approve", Short: "the number of a wish (for the narrator)", Kind: Number, Min: 1, Max: 1000000},
			{Name: "refuse", Short: "the number of a wish (for the narrator)", Kind: Number, Min: 1, Max: 1000000},
		},
		Run: improveHero,
	},
}

func suggestDrafts(t *Turn) []Choice {
	list := suggestHeroes(t)
	if t.Table != nil {
		for _, d := range t.Table.KeptDrafts() {
			list = append(list, Choice{Label: d.Hero.Name + " (draft)", Value: d.Hero.Name})
		}
	}
	return list
}

// suggestStep offers what a step may take.
func suggestStep(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	d, kept := t.Table.Draft(t.Text("hero"))
	if !kept {
		d.Hero = hero.New("", t.Table.List.Abilities)
	}
	var list []Choice
	switch step := strings.ToLower(t.Text("step")); step {
	case "assign":
		for _, a := range t.Table.List.Abilities {
			list = append(list, Choice{Label: a.Name, Value: a.Name})
		}
	case "gear":
		return suggestGear(t)
	default:
		for _, c := range t.catalogue(d, step) {
			list = append(list, Choice{Label: short(c.Label+": "+c.About, 100), Value: c.Value})
		}
		for _, name := range held(d.Hero, step) {
			list = append(list, Choice{Label: name + " (taken away again)", Value: name})
		}
	}
	return list
}

// held names what a hero has of a step that takes several.
func held(h hero.Hero, step string) []string {
	var names []string
	for _, f := range map[string][]hero.Feature{"advantage": h.Advantages, "hindrance": h.Hindrances}[step] {
		names = append(names, f.Name)
	}
	for _, k := range h.Skills {
		if step == "skill" {
			names = append(names, k.Name)
		}
	}
	return names
}

func suggestDealt(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	d, _ := t.Table.Draft(t.Text("hero"))
	var list []Choice
	for _, c := range d.Dealt {
		list = append(list, Choice{Label: c.Long(), Value: c.String()})
	}
	return list
}

func buildHero(t *Turn) (Reply, error) {
	step, err := t.step()
	if err != nil {
		return Reply{}, err
	}
	d, err := t.draft(step)
	if err != nil {
		return Reply{}, err
	}
	value := strings.TrimSpace(t.Text("value"))
	switch step {
	case "approve", "return":
		return t.judge(d, step == "approve")
	case "drop":
		t.Table.DropDraft(d)
		return Reply{Private: true, Update: true, Body: fmt.Sprintf("The draft of %s is thrown away.", d.Hero.Name)}, nil
	case "submit":
		return t.submit(d)
	}
	looks := step == "" || step == "show"
	if d.Submitted && !looks {
		return Reply{}, fate.Refuse("submitted", "%s lies before the narrator; step:return gives the draft back.", d.Hero.Name)
	}
	if form := t.stepForm(d, step); form != nil && value == "" {
		return Reply{Form: form}, nil
	}
	asks := slices.Contains(chosenSteps, step) && value == "" && t.Text("card") == ""
	before, r := d, Reply{}
	switch {
	case looks:
		r = t.draftReply(d)
	case asks:
		r = t.askedReply(d, step)
	default:
		note := ""
		if d, note, err = t.build(d, step, value); err != nil {
			return Reply{}, err
		}
		r = t.stepReply(d, t.stepAfter(d, step), strings.TrimSpace(t.changed(before, d, step)+"\n"+note))
		if step == "deal" {
			r.Also = t.dealtTold(d)
		}
	}
	if _, kept := t.Table.Draft(d.Hero.Name); !kept || !looks && !asks {
		t.Table.KeepDraft(d)
	}
	return r, nil
}

// draft is the draft of the named hero: one that is kept, or a new one of a new hero or of the user's own.
func (t *Turn) draft(step string) (table.Draft, error) {
	name, err := cleanName("hero", t.Text("hero"))
	if err != nil {
		return table.Draft{}, err
	}
	if d, ok := t.Table.Draft(name); ok {
		if d.Player.ID != t.User.ID && !t.Narrates() {
			return d, fate.Refuse("not_yours", "%s is a draft of %s.", d.Hero.Name, d.Player.Name)
		}
		if !d.Hero.Fits(t.Table.List.Abilities) { // the deck is another family's since
			d.Hero, d.Dealt, d.Assigned = d.Hero.Fitted(t.Table.List.Abilities), nil, nil
		}
		return d, nil
	}
	if slices.Contains([]string{"approve", "return", "drop", "submit"}, step) {
		return table.Draft{}, fate.Refuse("no_draft", "There is no draft of %s.", name)
	}
	if len(t.Table.KeptDrafts()) >= 40 {
		return table.Draft{}, fate.Refuse("too_many", "There are 40 drafts at this table; finish some first.")
	}
	points, err := strconv.Atoi(t.Table.Option("build_points"))
	if err != nil {
		return table.Draft{}, err
	}
	s, exists := t.Table.Hero(name)
	if !exists {
		h := hero.New(name, t.Table.List.Abilities)
		h.Points = 0
		return table.Draft{Player: t.User, Hero: h, Points: points}, nil
	}
	if s.Player.ID != t.User.ID && !t.Narrates() {
		return table.Draft{}, notYours(s)
	}
	return table.Draft{Seat: s.ID, Player: s.Player, Hero: s.Hero, Points: points}, nil
}

// renameDraft gives a draft another name: one that no hero, no foe and no other draft has. A hero who is there already
// is renamed by /hero set.
func (t *Turn) renameDraft(d table.Draft, value string) (table.Draft, error) {
	name, err := cleanName("hero", value)
	if err != nil {
		return d, err
	}
	if s, there := t.Table.Seat(d.Seat); there && !s.Retired {
		return d, fate.Refuse("is_hero", "%s is a hero of this game, and the draft only makes the sheet anew: /hero set name:%s field:name gives the hero another name.", s.Hero.Name, quoteValue(s.Hero.Name))
	}
	if other, taken := t.Table.Draft(name); taken && !strings.EqualFold(name, d.Hero.Name) {
		return d, fate.Refuse("name_taken", "There is a draft of %s already; choose another name.", other.Hero.Name)
	}
	if err := t.nameFree(name); err != nil {
		return d, err
	}
	return t.Table.RenameDraft(d, name), nil
}

// nameFree refuses a name that a hero or a foe of the game has.
func (t *Turn) nameFree(name string) error {
	if other, taken := t.Table.Hero(name); taken {
		return fate.Refuse("name_taken", "There is a hero called %s already; choose another name.", other.Hero.Name)
	}
	return t.notAFoe(name)
}

// stepForm asks for what a step needs in writing; nil for steps that need nothing so.
func (t *Turn) stepForm(d table.Draft, step string) *Form {
	labels := map[string]string{
		"scores": "Scores and codes", "points": "Scores and codes, by points", "label": "Kind: name, like Clan: Heron", "describe": "Who the hero is",
		"name": "Name", "edge": "Edge", "hand": "Hand size; 0 is Edge + 2", "skill": "Skill, like: " + t.skillExample(),
	}
	label, ok := labels[step]
	if !ok {
		return nil
	}
	value := map[string]string{"edge": strconv.Itoa(d.Hero.Edge), "hand": strconv.Itoa(d.Hero.Hand), "describe": d.Hero.Description}[step]
	if step == "scores" || step == "points" {
		value = t.scoreLine(d.Hero)
	}
	if step == "name" {
		value = d.Hero.Name
	}
	return &Form{
		Title: short("Building "+d.Hero.Name, 45), Line: Line("hero build", "hero", d.Hero.Name, "step", step),
		Fields: []FormField{{Name: "value", Label: short(label, 45), Value: value, Long: step == "describe" || step == "scores" || step == "points"}},
	}
}

// scoreLine is a sheet's scores and codes as setScores reads them.
func (t *Turn) scoreLine(h hero.Hero) string {
	var parts []string
	for _, a := range t.Table.List.Abilities {
		parts = append(parts, fmt.Sprintf("%s %d", a.Name, h.Scores[a.Name]))
	}
	for _, trait := range t.Table.List.Traits() {
		parts = append(parts, fmt.Sprintf("%s %s", trait, h.Codes[trait]))
	}
	return strings.Join(parts, ", ")
}

// build carries one step out.
func (t *Turn) build(d table.Draft, step, value string) (table.Draft, string, error) {
	var err error
	note := ""
	h := d.Hero
	switch step {
	case "name":
		d, err = t.renameDraft(d, value)
		return d, "", err
	case "scores", "points":
		d.Bought = step == "points"
		h, err = t.setScores(h, value)
	case "deal":
		return t.deal(d)
	case "assign":
		return t.assign(d, t.Text("card"), value)
	case "skill":
		h, err = each(h, skillParts(value), t.buildSkill)
	case "label":
		h, err = each(h, splitList(value), withLabel)
	case "edge":
		h, err = setNumber("Edge", value, h, func(n int) (hero.Hero, error) {
			if n < 1 || n > hero.MaxEdge {
				return h, fate.Refuse("out_of_range", "A hero's Edge goes from 1 to %d (R16.4).", hero.MaxEdge)
			}
			return h.WithEdge(n)
		})
	case "hand":
		h, err = setNumber("The hand size", value, h, h.WithHand)
	case "gear":
		h, note, err = t.buildGear(h, value)
	case "describe":
		h, err = setDescription(h, value)
	default:
		h, err = t.buildFeature(h, step, value)
	}
	d.Hero = h
	return d, note, err
}

// withLabel adds an archetype of another kind, "Clan: Heron", or takes it away (R14.10).
func withLabel(h hero.Hero, value string) (hero.Hero, error) {
	kind, name, ok := strings.Cut(value, ":")
	if !ok {
		return h, fate.Refuse("bad_value", "A label is written with its kind: \"Clan: Heron\".")
	}
	kind, err := cleanName("label", kind)
	if err == nil {
		name, err = cleanName("label", name)
	}
	if err != nil {
		return h, err
	}
	l := hero.Label{Kind: kind, Name: name}
	if slices.Contains(h.Labels, l) {
		h.Labels = slices.DeleteFunc(slices.Clone(h.Labels), func(m hero.Label) bool { return m == l })
		return h, nil
	}
	if len(h.Labels) >= hero.MaxFeatures {
		return h, fate.Refuse("too_many", "A hero has at most %d labels.", hero.MaxFeatures)
	}
	h.Labels = append(slices.Clone(h.Labels), l)
	return h, nil
}

// buildGear takes items of the list along, or puts them down.
func (t *Turn) buildGear(h hero.Hero, value string) (hero.Hero, string, error) {
	var notes []string
	known := func(name string) bool { _, has := h.Item(name); return has || t.listed(name).Use != "" }
	h, err := each(h, parts(value, known), func(h hero.Hero, value string) (hero.Hero, error) {
		name, err := cleanName("item", value)
		if err != nil {
			return h, err
		}
		if g, has := h.Item(name); has {
			h, _ = h.WithoutGear(g.Name)
			return h, nil
		}
		g := t.listed(name)
		if g.Use == "" {
			g.Use = hero.Sundry
			notes = append(notes, fmt.Sprintf("The lists have no %s: it is a name without numbers; /hero gear gives it some once the hero is approved.", name))
		}
		g.Worn = g.Use != hero.Sundry
		if note := h.Untrained(g); note != "" {
			notes = append(notes, note+".")
		}
		return h.WithGear(g)
	})
	return h, strings.Join(notes, "\n"), err
}
