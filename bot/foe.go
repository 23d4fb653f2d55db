package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

// bestiary is where a server's foes stand.
const bestiary table.Shelf = "bestiary"

var foeCommands = []*Command{
	{
		Name: "foe add", Short: "Bring foes in", Who: Narrator, Private: true,
		Options: slices.Concat(
			[]Option{
				{Name: "name", Short: "what it is called; of several, each has a number", Suggest: suggestBestiary},
				{Name: "count", Short: "how many; Extras share a sheet", Kind: Number, Min: 1, Max: combat.MaxFoes},
			},
			foeScores(),
			[]Option{
				{Name: "scores", Short: "where a game has its own abilities, commas between: Agility 7, Intellect 3", Max: 400},
				{Name: "edge", Short: "0 if you leave it out; it bounds banked Karma", Kind: Number, Min: 0, Max: 9},
				{Name: "health", Short: "wounds until it falls; 5 a card of Edge + 2, and 2 more", Kind: Number, Min: 1, Max: 999},
				{Name: "weapon", Short: "what it fights with", Suggest: suggestGear},
				{Name: "damage", Short: "the weapon's damage rating", Kind: Number, Min: 0, Max: 99},
				{Name: "damage-type", Short: "killing or stunning", Choices: []string{"killing", "stunning"}},
				{Name: "armor", Short: "its defense rating", Kind: Number, Min: 0, Max: 99},
				{Name: "skills", Short: "like: Swords, Acrobatics (Quickness)", Max: 300},
				{Name: "from", Short: "an entry of the bestiary", Suggest: suggestBestiary},
			},
		),
		Run: addFoes,
	},
	{
		Name: "foe show", Short: "How a foe fares; its numbers are the narrator's", On: here,
		Options: []Option{{Name: "name", Short: "the foe", Required: true, Suggest: suggestFoes}},
		Run:     showFoe,
	},
	{Name: "foe list", Short: "The foes that are there", Run: listFoes},
	{
		Name: "foe set", Short: "Change a foe, or a group", Who: Narrator, Private: true,
		Options: []Option{
			{Name: "name", Short: "the foe or its group", Required: true, Suggest: suggestFoes},
			{Name: "field", Short: "what: an ability, health, armor, weapon, shown (to all) …", Required: true, Suggest: suggestFoeFields},
			{Name: "value", Short: "what it becomes", Required: true},
		},
		Run: setFoe,
	},
	{
		Name: "foe wound", Short: "Give a foe wounds, or take some away", Who: Narrator,
		Options: []Option{
			{Name: "name", Short: "the foe", Required: true, Suggest: suggestFoes},
			{Name: "wounds", Short: "how many; a negative number heals", Kind: Number, Min: -999, Max: 999, Required: true},
			{Name: "type", Short: "killing if you leave it out", Choices: []string{"stunning", "killing"}},
		},
		Run: woundFoe,
	},
	{
		Name: "foe remove", Short: "Take a foe, or a group, away", Who: Narrator,
		Options: []Option{{Name: "name", Short: "the foe or its group", Required: true, Suggest: suggestFoes}},
		Run:     removeFoe,
	},
	{
		Name: "foe save", Short: "Keep a foe in this server's bestiary", Who: Narrator, On: library, Private: true,
		Options: []Option{
			{Name: "name", Short: "the foe", Required: true, Suggest: suggestFoesHere},
			{Name: "forget", Short: "true takes the entry out of the bestiary", Kind: Switch},
		},
		Run: saveFoe,
	},
	{
		Name: "foe export", Short: "This server's bestiary as a file", Who: Narrator, On: library, Private: true,
		Run: exportFoes,
	},
	{
		Name: "foe import", Short: "Take foes from a file into the bestiary", Who: Narrator, On: library, Private: true, Slow: true,
		Options: []Option{{Name: "file", Short: "a bestiary, as /foe export gives it", Kind: Attachment, Required: true}},
		Run:     importFoes,
	},
}

// foeScores are the options for abilities and Traits (R10.1, R10.2).
func foeScores() []Option {
	var list []Option
	for _, a := range fate.Standard() {
		list = append(list, Option{Name: strings.ToLower(a.Name), Short: a.Name + ", 0 to 99", Kind: Number, Min: 0, Max: combat.MaxScore})
	}
	for _, trait := range []string{"Body", "Reflex", "Mind", "Spirit"} {
		list = append(list, Option{Name: strings.ToLower(trait), Short: trait + ", for both its abilities", Kind: Number, Min: 0, Max: combat.MaxScore})
	}
	return list
}

// foeOutcome is the outcome "foe" of the console's contract; what players may not know is left out.
type foeOutcome struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Health *int   `json:"health,omitempty"`
	Wounds *int   `json:"wounds,omitempty"`
	Status string `json:"status"`
	Range  string `json:"range"`
}

func (t *Turn) foeOutcome(name string, numbers bool) *foeOutcome {
	foe, sheet, err := t.Table.Fight.Foe(name)
	if err != nil {
		return nil
	}
	o := &foeOutcome{Kind: "foe", Name: foe.Name, Status: string(foe.Status(sheet)), Range: usualRange(t.Table.Fight, foe.Name).String()}
	if numbers || sheet.Shown {
		o.Health, o.Wounds = &sheet.Health, &foe.Wounds
	}
	return o
}

// foesOutcome is the outcome of what concerns several foes: the first one's fields, and all of them.
type foesOutcome struct {
	foeOutcome
	Foes []foeOutcome `json:"foes"`
}

func (t *Turn) foesOutcome(names []string, numbers bool) foesOutcome {
	all := foesOutcome{foeOutcome{Kind: "foe"}, []foeOutcome{}}
	for _, name := range names {
		if o := t.foeOutcome(name, numbers); o != nil {
			all.Foes = append(all.Foes, *o)
		}
	}
	if len(all.Foes) > 0 {
		all.foeOutcome = all.Foes[0]
	}
	return all
}

func addFoes(t *Turn) (Reply, error) {
	sheet, err := t.foeSheet()
	if err != nil {
		return Reply{}, err
	}
	if err := t.notAHero(sheet.Name); err != nil {
		return Reply{}, err
	}
	f, names, err := t.Table.Fight.AddFoes(sheet, t.Number("count", 1), t.Table.List.Abilities)
	if err != nil {
		return Reply{}, err
	}
	if err := t.notAHero(names...); err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	told := Reply{Body: fmt.Sprintf("%s: %s.", groupText(sheet.Name, names), map[bool]string{true: "a new foe", false: plural(len(names), "new foe")}[len(names) == 1])}
	t.Mask(&Request{Command: t.Command, Args: []Arg{{Name: "name", Value: sheet.Name}, {Name: "count", Value: strconv.Itoa(len(names))}}})
	return Reply{
		Private: true, Title: sheet.Name, Body: t.sheetText(sheet), Outcome: t.foesOutcome(names, true), Also: []Reply{told},
		Buttons: []Button{{Label: "Keep in the bestiary", Line: Line("foe save", "name", names[0])}},
	}, nil
}

// foeSheet makes the sheet that the options of /foe add tell.
func (t *Turn) foeSheet() (combat.Sheet, error) {
	name := cmpOr(t.Text("name"), t.Text("from"))
	name, err := cleanName("foe", name)
	if err != nil {
		return combat.Sheet{}, err
	}
	sheet := combat.Sheet{}
	if from := t.Text("from"); from != "" {
		found, err := t.fromBestiary(from, &sheet)
		if err != nil || !found {
			return sheet, cmpErr(err, fate.Refuse("no_foe", "The bestiary has no %q; /foe save keeps one there.", short(from, 40)))
		}
	}
	sheet.Name = name
	_, rated := t.Arg("damage")
	switch g := t.listed(t.Text("weapon")); {
	case g.Use != "":
		sheet.Weapon = g
	case g.Name != "" && sheet.Weapon.Damage == 0 && !rated:
		if near := fate.Near(g.Name, t.weapons()); near != "" {
			return sheet, fate.Refuse("no_item", "The list has no weapon %q: did you mean %s? One of your own takes damage:4 or the like as well.", short(g.Name, 40), near)
		}
		return sheet, fate.Refuse("no_item", "The list has no weapon %q; for one of your own write its damage as well, like damage:4.", short(g.Name, 40))
	}
	var stood []string // R10.2: each score stands once
	for _, a := range t.Args {
		if slices.ContainsFunc(foeScores(), func(o Option) bool { return o.Name == a.Name }) {
			stood = append(stood, a.Name)
		}
		if slices.Contains([]string{"name", "count", "from", "scores"}, a.Name) || a.Name == "weapon" && sheet.Weapon.Name != "" && strings.EqualFold(sheet.Weapon.Name, a.Value) {
			continue
		}
		if sheet, err = sheet.With(a.Name, a.Value, t.Table.List.Abilities); err != nil {
			return sheet, err
		}
	}
	for _, part := range splitList(t.Text("scores")) {
		i := strings.LastIndex(part, " ")
		if i < 0 {
			return sheet, fate.Refuse("bad_value", "%q is no score: write an ability or a Trait with its number, like \"%s 6\".", short(part, 40), t.Table.List.Abilities[0].Name)
		}
		name := strings.TrimSpace(part[:i])
		if sheet, err = t.scored(sheet, name, part[i+1:]); err != nil {
			return sheet, err
		}
		stood = append(stood, name)
	}
	if err := once(stood); err != nil {
		return sheet, err
	}
	for _, a := range t.Table.List.Abilities {
		_, own := sheet.Scores[a.Name]
		_, trait := sheet.Scores[a.Trait]
		if !own && !trait {
			if sheet, err = sheet.With(a.Name, "5", t.Table.List.Abilities); err != nil {
				return sheet, err
			}
		}
	}
	if sheet.Health == 0 {
		sheet.Health = combat.SuggestHealth(sheet.Edge)
	}
	return sheet, nil
}

// scored is a foe's sheet with a score: of an ability of the game, or of a Trait for both of its abilities (R10.2).
func (t *Turn) scored(sheet combat.Sheet, name, value string) (combat.Sheet, error) {
	var names []string
	for _, a := range t.Table.List.Abilities {
		names = append(names, a.Name)
	}
	names = append(names, t.Table.List.Traits()...)
	if !slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
		return sheet, fate.Refuse("bad_value", "A foe has no score %q: %s", short(name, 40), fate.Meant(name, names))
	}
	return sheet.With(name, value, t.Table.List.Abilities)
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// sheetText is a foe's numbers for the narrator, or for all where they are shown.
func (t *Turn) sheetText(sh combat.Sheet) string {
	var scores []string
	isAbility := func(name string) bool {
		return slices.ContainsFunc(t.Table.List.Abilities, func(a fate.Ability) bool { return a.Name == name })
	}
	for _, a := range t.Table.List.Abilities {
		v, ok := sh.Scores[a.Name]
		if !ok && isAbility(a.Trait) { // a Trait that has its name from an ability stands for both of its abilities (R10.2)
			v, ok = sh.Scores[a.Trait]
		}
		if ok {
			scores = append(scores, fmt.Sprintf("%s %d", a.Name, v))
		}
	}
	for _, trait := range t.Table.List.Traits() {
		if v, ok := sh.Scores[trait]; ok && !isAbility(trait) {
			scores = append(scores, fmt.Sprintf("%s %d", trait, v))
		}
	}
	lines := []string{strings.Join(scores, ", "), fmt.Sprintf("Edge %d, Health %d, armor %d", sh.Edge, sh.Health, sh.Armor)}
	if sh.Weapon.Name != "" {
		lines = append(lines, "Weapon: "+gearText(sh.Weapon))
	}
	if len(sh.Skills) > 0 {
		var skills []string
		for _, k := range sh.Skills {
			skills = append(skills, k.String())
		}
		lines = append(lines, "Skills: "+strings.Join(skills, ", "))
	}
	return strings.Join(lines, "\n")
}

func showFoe(t *Turn) (Reply, error) {
	names, err := t.foesNamed(t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	if len(names) > 1 {
		return t.showGroup(names), nil
	}
	foe, sheet, err := t.Table.Fight.Foe(append(names, "")[0])
	if err != nil {
		return Reply{}, err
	}
	state := string(foe.Status(sheet))
	if at := rangeText(t.Table.Fight, foe.Name); at != "" {
		state += ", at " + at
	}
	r := Reply{Title: foe.Name, Body: state + ".", Outcome: t.foeOutcome(foe.Name, t.Narrates())}
	if t.Narrates() || sheet.Shown {
		r.Private = !sheet.Shown
		r.Body = fmt.Sprintf("%s, %d of %d wounds.\n%s", state, foe.Wounds, sheet.Health, t.sheetText(sheet))
	}
	return r, nil
}

// showGroup shows how several foes fare, and the numbers of each sheet to those who may see them.
func (t *Turn) showGroup(names []string) Reply {
	f := t.Table.Fight
	f.Foes = slices.DeleteFunc(slices.Clone(f.Foes), func(o combat.Foe) bool { return !slices.Contains(names, o.Name) })
	r := Reply{Title: "Foes", Body: strings.Join(foeLines(f, map[string][]string{}), "\n"), Outcome: t.foesOutcome(names, t.Narrates())}
	for _, sheet := range f.Sheets {
		has := slices.ContainsFunc(f.Foes, func(o combat.Foe) bool { return o.Sheet == sheet.Name })
		if has && (t.Narrates() || sheet.Shown) {
			r.Private = r.Private || !sheet.Shown
			r.Body += "\n" + sheet.Name + ": " + t.sheetText(sheet)
		}
	}
	return r
}

func listFoes(t *Turn) (Reply, error) {
	lines := foeLines(t.Table.Fight, map[string][]string{})
	var names []string
	for _, foe := range t.Table.Fight.Foes {
		names = append(names, foe.Name)
	}
	return Reply{Title: "Foes", Body: cmpOr(strings.Join(lines, "\n"), "None; the narrator brings them in with /foe add."), Outcome: t.foesOutcome(names, false)}, nil
}

func setFoe(t *Turn) (Reply, error) {
	if strings.EqualFold(t.Text("field"), "name") {
		return t.renameFoe(t.Text("value"))
	}
	names, err := t.Table.Fight.Group(t.Text("name"))
	if several, wrong := t.foesNamed(t.Text("name")); err != nil && wrong == nil && len(several) > 1 {
		err = whichFoe(t.Text("name"), several)
	}
	if err != nil {
		return Reply{}, err
	}
	_, sheet, err := t.Table.Fight.Foe(names[0])
	if err != nil {
		return Reply{}, err
	}
	field, value := t.Text("field"), t.Text("value")
	if g := t.listed(value); strings.EqualFold(field, "weapon") && g.Use != "" {
		sheet.Weapon = g
	} else if sheet, err = sheet.With(field, value, t.Table.List.Abilities); err != nil {
		return Reply{}, err
	}
	f, err := t.Table.Fight.Reshape(t.Text("name"), sheet, t.Table.List.Abilities)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	t.Mask(&Request{Command: t.Command, Args: []Arg{{Name: "name", Value: t.Text("name")}}})
	_, sheet, _ = f.Foe(names[0])
	return Reply{Private: true, Title: groupText(sheet.Name, names), Body: t.sheetText(sheet), Outcome: t.foesOutcome(names, true), Record: t.Text("name") + " is changed."}, nil
}

func woundFoe(t *Turn) (Reply, error) {
	harm := cmpOr(strings.ToLower(t.Text("type")), "killing")
	names, err := t.foesNamed(t.Text("name"))
	if err == nil && len(names) == 0 {
		_, _, err = t.Table.Fight.Foe(t.Text("name"))
	}
	if err != nil {
		return Reply{}, err
	}
	f := t.Table.Fight
	var told Reply
	var public, lines []string
	for _, name := range names {
		var notes []combat.Note
		if f, notes, err = f.WoundFoe(t.Table.FightScene(), name, t.Number("wounds", 0), hero.Harm(harm)); err != nil {
			return Reply{}, err
		}
		foe, sheet, _ := f.Foe(name)
		public = append(public, cmpOr(strings.TrimSpace(noteLines(notes)), fmt.Sprintf("%s is %s.", name, foe.Status(sheet))))
		line := fmt.Sprintf("%d of %d wounds: %s.", foe.Wounds, sheet.Health, foe.Status(sheet))
		if len(names) > 1 {
			line = name + ": " + line
		}
		lines = append(lines, line)
		for _, q := range f.Questions {
			if q.Foe == name && len(told.Buttons) < 4 {
				told.Buttons = append(told.Buttons, decideButtons(q)...)
			}
		}
	}
	t.Table.SetFight(f)
	told.Body = strings.Join(public, "\n")
	t.Mask(t.Without("wounds"))
	return Reply{
		Private: true, Title: gatherNames(names), Body: strings.Join(lines, "\n"), Outcome: t.foesOutcome(names, true), Also: []Reply{told},
	}, nil
}

func removeFoe(t *Turn) (Reply, error) {
	names, err := t.foesNamed(t.Text("name"))
	if err == nil && len(names) == 0 {
		_, _, err = t.Table.Fight.Foe(t.Text("name"))
	}
	if err != nil {
		return Reply{}, err
	}
	gone := t.foesOutcome(names, false)
	gone.Status = "gone"
	f := t.Table.Fight
	for i, name := range names {
		gone.Foes[i].Status = "gone"
		if f, _, err = f.RemoveFoes(name); err != nil {
			return Reply{}, err
		}
	}
	t.Table.SetFight(f)
	return Reply{Body: fmt.Sprintf("%s: gone.", strings.Join(names, ", ")), Outcome: gone}, nil
}

func suggestFoes(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, sh := range t.Table.Fight.Sheets {
		list = append(list, Choice{Label: sh.Name, Value: sh.Name})
	}
	for _, f := range t.Table.Fight.Foes {
		if !strings.EqualFold(f.Name, f.Sheet) {
			list = append(list, Choice{Label: f.Name, Value: f.Name})
		}
	}
	return list
}

// suggestFoesHere offers the foes of the channel's game, from a command of the library.
func suggestFoesHere(t *Turn) []Choice {
	if g, err := here(t); err == nil {
		other := *t
		other.Table = g.Table()
		return suggestFoes(&other)
	}
	return nil
}

func suggestFoeFields(t *Turn) []Choice {
	list := append(suggestAbilities(t), Choice{Label: "name", Value: "name"})
	for _, f := range combat.Fields() {
		list = append(list, Choice{Label: f, Value: f})
	}
	return list
}
