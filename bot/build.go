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

// stepForm asks for what a step needs in writing; nil for steps that need nothing so.
func (t *Turn) stepForm(d table.Draft, step string) *Form {
	labels := map[string]string{
		"scores": "Scores and codes", "points": "Scores and codes, by points", "label": "Kind: name, like Clan: Heron", "describe": "Who the hero is",
		"edge": "Edge", "hand": "Hand size; 0 is Edge + 2", "skill": "Skill, like: " + t.skillExample(),
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

// deal turns up four cards more than there are abilities, to make abilities of them (published use; our own
// number). They lie on the discard pile; the draft remembers them. A user is dealt such cards once, until the
// narrator deals anew or the hero is approved; who threw the draft away has the same cards again.
func (t *Turn) deal(d table.Draft) (table.Draft, string, error) {
	was, dealt := t.Table.DealtTo(d.Player.ID)
	if dealt {
		_, dealt = t.Table.List.Cards.Without(was.Dealt...) // another deck has other cards
	}
	again := ""
	switch {
	case t.Narrates() || !dealt:
		d.Dealt = t.Table.Read(len(t.Table.List.Abilities)+4, t.luck())
	case was.Dropped:
		d.Dealt, again = was.Dealt, fmt.Sprintf("These are the cards that were dealt for %s; only the narrator deals anew.\n", was.Hero.Name)
	default:
		return d, "", fate.Refuse("dealt", "Cards were dealt for %s already; only the narrator deals anew.", was.Hero.Name)
	}
	d.Assigned, d.Bought = nil, false
	return d, again + "Choose a card and then the ability it is for: step:assign card:\"" + firstCard(d.Dealt) + "\" value:" + t.Table.List.Abilities[0].Name + ".", nil
}

// dealtTold tells all that cards of the shared deck were dealt for a draft; nothing where they are the ones that
// its player had already.
func (t *Turn) dealtTold(d table.Draft) []Reply {
	if was, dealt := t.Table.DealtTo(d.Player.ID); dealt && slices.Equal(was.Dealt, d.Dealt) {
		return nil
	}
	what := d.Hero.Name
	if d.Seat == "" {
		what = "a new hero, " + what
	}
	return []Reply{{Body: fmt.Sprintf("%s is dealt %s for %s; the cards are discarded.", d.Player.Name, plural(len(d.Dealt), "card"), what)}}
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

// buildFeature chooses a role, race, nature or demeanor, or adds Advantages or Hindrances or takes them away.
func (t *Turn) buildFeature(h hero.Hero, step, value string) (hero.Hero, error) {
	all := t.lists()
	known := func(name string) bool {
		is := func(f hero.Feature) bool { return strings.EqualFold(f.Name, name) }
		return slices.ContainsFunc(*all.of(step + "s"), is) || slices.ContainsFunc(h.Features(), is)
	}
	values := parts(value, known)
	if step == "advantage" || step == "hindrance" {
		return each(h, values, func(h hero.Hero, value string) (hero.Hero, error) { return t.addFeature(h, step, value) })
	}
	if len(values) > 1 {
		return h, fate.Refuse("bad_value", "A hero has one %s at a time; write one, without a comma.", step)
	}
	one := map[string]*hero.Feature{"role": &h.Role, "race": &h.Race, "nature": &h.Nature, "demeanor": &h.Demeanor}[step]
	if strings.EqualFold(value, "none") {
		*one = hero.Feature{}
		return h, nil
	}
	f, err := t.feature(h, step, value)
	if err == nil {
		*one = f
	}
	return h, err
}

// addFeature adds an Advantage or a Hindrance, or takes it away.
func (t *Turn) addFeature(h hero.Hero, step, name string) (hero.Hero, error) {
	list := map[string]*[]hero.Feature{"advantage": &h.Advantages, "hindrance": &h.Hindrances}[step]
	is := func(f hero.Feature) bool { return strings.EqualFold(f.Name, name) }
	if slices.ContainsFunc(*list, is) {
		*list = slices.DeleteFunc(slices.Clone(*list), is)
		return h, nil
	}
	f, err := t.feature(h, step, name)
	switch {
	case err != nil:
		return h, err
	case len(*list) >= hero.MaxFeatures:
		return h, fate.Refuse("too_many", "A hero has at most %d of them.", hero.MaxFeatures)
	case step == "advantage" && len(h.Advantages) >= h.Edge:
		return h, fate.Refuse("too_many", "A hero has as many Advantages as Edge at most: %d (R14.11).", h.Edge)
	}
	*list = append(slices.Clone(*list), f)
	return h, nil
}

// feature is one of the lists that the hero may have; a nature or a demeanor may be any word.
func (t *Turn) feature(h hero.Hero, step, name string) (hero.Feature, error) {
	all := t.lists()
	var names []string
	for _, f := range *all.of(step + "s") {
		if strings.EqualFold(f.Name, name) {
			return f, t.suits(h, f)
		}
		if t.suits(h, f) == nil {
			names = append(names, f.Name)
		}
	}
	if step == "nature" || step == "demeanor" {
		word, err := cleanName(step, name)
		return hero.Feature{Name: word}, err
	}
	return hero.Feature{}, fate.Refuse("not_listed", "There is no %s %q%s /lists kind:%ss shows them.", step, short(name, 40), mean("", name, names), step)
}

// suits refuses a feature that this game's deck knows nothing of (R1.2a) or whose needs the hero lacks (R14.7).
func (t *Turn) suits(h hero.Hero, f hero.Feature) error {
	if foreign := f.Foreign(t.Table.List.Abilities); len(foreign) > 0 {
		return fate.Refuse("other_family", "%s speaks of %s, and the deck of this game, %s, has no such thing; choose another.", f.Name, join(foreign), t.Table.List.Name)
	}
	if unmet := h.Unmet(f); len(unmet) > 0 {
		return fate.Refuse("unmet", "%s needs %s.", f.Name, join(unmet))
	}
	return nil
}
