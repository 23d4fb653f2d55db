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

// buildSteps are the steps of building a hero, as /hero build takes them.
var buildSteps = []string{
	"scores", "points", "deal", "assign", "skill", "role", "race", "nature", "demeanor", "label", "advantage", "hindrance",
	"edge", "hand", "gear", "describe", "submit", "approve", "return", "drop",
}

var buildCommands = []*Command{
	{
		Name: "hero build", Short: "Make a hero step by step; a draft until the narrator approves it",
		Options: []Option{
			{Name: "hero", Short: "the hero's name, a new one or yours", Required: true, Suggest: suggestDrafts},
			{Name: "step", Short: "what to do next; leave it out to look", Choices: buildSteps},
			{Name: "value", Short: "what it becomes, like: Strength 6, Body B", Max: 400, Suggest: suggestStep},
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
		for _, d := range t.Table.Drafts {
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
	all := t.lists()
	var list []Choice
	switch step := t.Text("step"); step {
	case "assign":
		for _, a := range t.Table.List.Abilities {
			list = append(list, Choice{Label: a.Name, Value: a.Name})
		}
	case "skill":
		for _, s := range all.Skills {
			list = append(list, Choice{Label: s.Name + " (" + s.Trait + ")", Value: s.Name + " (" + s.Trait + ")"})
		}
	default:
		for _, e := range all.entries(step + "s") {
			list = append(list, Choice{Label: short(e.name+": "+e.text, 100), Value: e.name})
		}
		if step == "gear" {
			return suggestGear(t)
		}
	}
	return list
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
	d, err := t.draft()
	if err != nil {
		return Reply{}, err
	}
	step, value := t.Text("step"), t.Text("value")
	switch step {
	case "approve", "return":
		return t.judge(d, step == "approve")
	case "drop":
		t.Table.DropDraft(d.Hero.Name)
		return Reply{Private: true, Update: true, Body: fmt.Sprintf("The draft of %s is thrown away.", d.Hero.Name)}, nil
	case "submit":
		return t.submit(d)
	}
	if d.Submitted && step != "" {
		return Reply{}, fate.Refuse("submitted", "%s lies before the narrator; step:return gives the draft back.", d.Hero.Name)
	}
	note := ""
	if form := t.stepForm(d, step); form != nil && value == "" {
		return Reply{Form: form}, nil
	}
	if step != "" {
		if d, note, err = t.build(d, step, value); err != nil {
			return Reply{}, err
		}
	}
	if _, kept := t.Table.Draft(d.Hero.Name); !kept || step != "" {
		t.Table.KeepDraft(d)
	}
	return t.draftReply(d, note), nil
}

// draft is the draft of the named hero: one that is kept, or a new one of a new hero or of the user's own.
func (t *Turn) draft() (table.Draft, error) {
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
	if slices.Contains([]string{"approve", "return", "drop", "submit"}, t.Text("step")) {
		return table.Draft{}, fate.Refuse("no_draft", "There is no draft of %s.", name)
	}
	if len(t.Table.Drafts) >= 40 {
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

// stepForm asks for what a step needs in writing; nil for steps that need nothing so.
func (t *Turn) stepForm(d table.Draft, step string) *Form {
	labels := map[string]string{
		"scores": "Scores and codes", "points": "Scores and codes, by points", "label": "Kind: name, like Clan: Heron", "describe": "Who the hero is",
		"edge": "Edge", "hand": "Hand size; 0 is Edge + 2", "skill": "Skill (Trait), again to take it away", "nature": "Nature", "demeanor": "Demeanor",
	}
	label, ok := labels[step]
	if !ok {
		return nil
	}
	value := map[string]string{"edge": strconv.Itoa(d.Hero.Edge), "hand": strconv.Itoa(d.Hero.Hand), "describe": d.Hero.Description}[step]
	if step == "scores" || step == "points" {
		value = t.scoreLine(d.Hero)
	}
	return &Form{
		Title: short("Building "+d.Hero.Name, 45), Line: Line("hero build", "hero", d.Hero.Name, "step", step),
		Fields: []FormField{{Name: "value", Label: label, Value: value, Long: step == "describe" || step == "scores" || step == "points"}},
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
	case "scores", "points":
		d.Bought = step == "points"
		h, err = t.setScores(h, value)
	case "deal":
		return t.deal(d)
	case "assign":
		return t.assign(d, t.Text("card"), value)
	case "skill":
		h, err = t.buildSkill(h, value)
	case "label":
		h, err = withLabel(h, value)
	case "edge":
		if h, err = setNumber("Edge", value, h, h.WithEdge); err == nil && h.Edge < 1 {
			return d, "", fate.Refuse("out_of_range", "A hero's Edge starts at 1 (R16.4).")
		}
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

// deal turns up four cards more than there are abilities, to make abilities of them (published use; our own
// number). They lie on the discard pile; the draft remembers them.
func (t *Turn) deal(d table.Draft) (table.Draft, string, error) {
	if len(d.Dealt) > 0 && !t.Narrates() {
		return d, "", fate.Refuse("dealt", "Cards were dealt for %s already; only the narrator deals anew.", d.Hero.Name)
	}
	d.Dealt, d.Assigned, d.Bought = t.Table.Read(len(t.Table.List.Abilities)+4, t.luck()), nil, false
	return d, "Choose a card and then the ability it is for: step:assign card:\"" + firstCard(d.Dealt) + "\" value:" + t.Table.List.Abilities[0].Name + ".", nil
}

func firstCard(p fate.Pile) string {
	if len(p) == 0 {
		return ""
	}
	return p[0].String()
}

// assign makes an ability of a dealt card: the value is its score; the suit makes its code, A where it is the
// ability's own, B another's of its Trait, C another's of its half, D any other, X of the Karma kind. A Trait
// has the better code of its abilities.
func (t *Turn) assign(d table.Draft, card, ability string) (table.Draft, string, error) {
	if len(d.Dealt) == 0 {
		return d, "", fate.Refuse("no_card", "No cards have been dealt for %s: step:deal.", d.Hero.Name)
	}
	free := d.Dealt
	for _, c := range d.Assigned {
		free, _ = free.Without(c)
	}
	c, ok := t.Table.List.Find(card, free)
	if !ok {
		return d, "", fate.Refuse("no_such_card", "%q is not among the dealt cards that are left: %s.", short(card, 40), longList(free))
	}
	a, ok := t.Table.List.Ability(ability)
	if !ok {
		return d, "", fate.Refuse("no_ability", "%q is no ability here; say which with value:%s.", short(ability, 40), t.Table.List.Abilities[0].Name)
	}
	assigned := map[string]fate.Card{a.Name: c}
	for name, other := range d.Assigned {
		if name != a.Name {
			assigned[name] = other
		}
	}
	d.Assigned = assigned
	var err error
	if d.Hero, err = d.Hero.WithScore(a.Name, min(hero.MaxScore, max(hero.MinScore, c.Value))); err != nil {
		return d, "", err
	}
	best := hero.Code("")
	for _, other := range t.Table.List.Abilities {
		if card, has := assigned[other.Name]; has && other.Trait == a.Trait {
			if code := t.codeOf(card, other); best == "" || code < best { // A comes before X
				best = code
			}
		}
	}
	d.Hero, err = d.Hero.WithCode(a.Trait, string(best))
	return d, fmt.Sprintf("%s makes %s %d; the code of %s is %s.", upper(c.Long()), a.Name, d.Hero.Scores[a.Name], a.Trait, best), err
}

// codeOf is the code that a card's suit gives an ability.
func (t *Turn) codeOf(c fate.Card, a fate.Ability) hero.Code {
	list := t.Table.List
	in := func(suits []fate.Suit) bool { return slices.Contains(suits, c.Suit) }
	switch {
	case list.Mishap(c):
		return "X"
	case in(list.Trumps(a.Name)):
		return "A"
	case in(list.TrumpsWhere(func(b fate.Ability) bool { return b.Trait == a.Trait })):
		return "B"
	case in(list.TrumpsWhere(func(b fate.Ability) bool { return b.Mental == a.Mental })):
		return "C"
	}
	return "D"
}

// buildSkill adds a skill, "Boxing (Body)", or takes it away; as many as the codes give (R14.5), or, with trades,
// as many as Edge (R14.4).
func (t *Turn) buildSkill(h hero.Hero, value string) (hero.Hero, error) {
	name, trait := skillAndTrait(value)
	name, err := cleanName("skill", name)
	if err != nil {
		return h, err
	}
	if k, has := h.Skill(name); has {
		h, _ = h.WithoutSkill(k.Name)
		return h, nil
	}
	if name, trait, err = t.traitOf(name, trait); err != nil {
		return h, err
	}
	k := hero.Skill{Name: name, Trait: trait}
	if t.Table.Option("skills") == "trade" {
		k.Degree = hero.Trade
	}
	if h, err = h.WithSkill(k, t.Table.List.Abilities); err != nil {
		return h, err
	}
	return h, t.tooManySkills(h)
}

// traitOf is a skill's name and Trait: the Trait that was written, or the one of the lists.
func (t *Turn) traitOf(name, trait string) (string, string, error) {
	if trait != "" {
		return name, trait, nil
	}
	all := t.lists()
	for _, s := range all.Skills {
		if strings.EqualFold(s.Name, name) {
			return s.Name, s.Trait, nil
		}
	}
	return "", "", fate.Refuse("not_listed", "The lists have no skill %q: write its Trait behind it, like \"%s (%s)\", or choose one of /lists kind:skills.",
		name, name, t.Table.List.Traits()[0])
}

// tooManySkills refuses more skills than the game's way with them gives a beginner.
func (t *Turn) tooManySkills(h hero.Hero) error {
	switch t.Table.Option("skills") {
	case "none":
		if len(h.Skills) > 0 {
			return fate.Refuse("too_many_skills", "This game has no skills; only codes count (R14.3).")
		}
	case "trade":
		if n := len(h.Skills); n > h.Edge {
			return fate.Refuse("too_many_skills", "%s has %s; as many as Edge %d is the limit (R14.4).", h.Name, plural(n, "trade"), h.Edge)
		}
	default:
		for _, trait := range t.Table.List.Traits() {
			if n, most := count(h, trait), h.Codes[trait].Skills(); n > most {
				return fate.Refuse("too_many_skills", "Code %s gives %s of %s; that would be %d (R14.5).", h.Codes[trait], plural(most, "skill"), trait, n)
			}
		}
	}
	return nil
}

// skillAndTrait cuts "Boxing (Body)".
func skillAndTrait(value string) (name, trait string) {
	name, trait, _ = strings.Cut(value, "(")
	return strings.TrimSpace(name), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(trait), ")"))
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

// buildGear takes an item of the list along, or puts it down.
func (t *Turn) buildGear(h hero.Hero, value string) (hero.Hero, string, error) {
	name, err := cleanName("item", value)
	if err != nil {
		return h, "", err
	}
	if g, has := h.Item(name); has {
		h, _ = h.WithoutGear(g.Name)
		return h, "", nil
	}
	g := t.listed(name)
	if g.Use == "" {
		g.Use = hero.Sundry
	}
	g.Worn = g.Use != hero.Sundry
	h, err = h.WithGear(g)
	return h, h.Untrained(g), err
}

// buildFeature chooses a role, race, nature or demeanor, or adds an Advantage or a Hindrance or takes it away.
func (t *Turn) buildFeature(h hero.Hero, step, value string) (hero.Hero, error) {
	single := map[string]*hero.Feature{"role": &h.Role, "race": &h.Race, "nature": &h.Nature, "demeanor": &h.Demeanor}[step]
	several := map[string]*[]hero.Feature{"advantage": &h.Advantages, "hindrance": &h.Hindrances}[step]
	if value == "" {
		return h, fate.Refuse("missing_option", "Say which %s with value:…; /lists kind:%ss shows them.", step, step)
	}
	if single != nil && strings.EqualFold(value, "none") {
		*single = hero.Feature{}
		return h, nil
	}
	if several != nil {
		is := func(f hero.Feature) bool { return strings.EqualFold(f.Name, value) }
		if slices.ContainsFunc(*several, is) {
			*several = slices.DeleteFunc(slices.Clone(*several), is)
			return h, nil
		}
	}
	f, err := t.feature(step, value)
	if err != nil {
		return h, err
	}
	if unmet := h.Unmet(f); len(unmet) > 0 {
		return h, fate.Refuse("unmet", "%s needs %s.", f.Name, join(unmet))
	}
	switch {
	case single != nil:
		*single = f
	case len(*several) >= hero.MaxFeatures:
		return h, fate.Refuse("too_many", "A hero has at most %d of them.", hero.MaxFeatures)
	case step == "advantage" && len(h.Advantages) >= h.Edge:
		return h, fate.Refuse("too_many", "A hero has as many Advantages as Edge at most: %d (R14.11).", h.Edge)
	default:
		*several = append(slices.Clone(*several), f)
	}
	return h, nil
}

// feature is one of the lists; a nature or a demeanor may be any word.
func (t *Turn) feature(step, name string) (hero.Feature, error) {
	all := t.lists()
	var names []string
	for _, f := range *all.of(step + "s") {
		if strings.EqualFold(f.Name, name) {
			return f, nil
		}
		names = append(names, f.Name)
	}
	if step == "nature" || step == "demeanor" {
		word, err := cleanName(step, name)
		return hero.Feature{Name: word}, err
	}
	return hero.Feature{}, fate.Refuse("not_listed", "There is no %s %q; did you mean %s? /lists kind:%ss shows them.", step, short(name, 40), fate.Nearest(name, names), step)
}
