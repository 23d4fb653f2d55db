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

var heroCommands = []*Command{
	{
		Name: "hero new", Short: "Make a hero; without a name a form asks for it",
		Options: slices.Concat(
			[]Option{{Name: "name", Short: "the hero's name"}},
			scoreOptions(), codeOptions(),
			[]Option{
				{Name: "scores", Short: "where a game has its own abilities: Agility 7, Body B", Max: 400},
				{Name: "edge", Short: "experience, 0 to 9; 1 if left out", Kind: Number, Min: hero.MinEdge, Max: hero.MaxEdge},
				{Name: "hand-size", Short: "cards in hand; Edge + 2 if left out", Kind: Number, Min: hero.MinHand, Max: hero.MaxHand},
				{Name: "points", Short: "hero points; 3 if left out", Kind: Number, Min: hero.MinPoints, Max: hero.MaxPoints},
				{Name: "description", Short: "who the hero is", Max: hero.MaxDescription},
				{Name: "player", Short: "who plays it (for the narrator)", Kind: Person},
			},
		),
		Run: newHero,
	},
	{
		Name: "hero show", Short: "A hero's sheet, from any channel of the server", On: hereIfAny,
		Options: []Option{
			{Name: "name", Short: "the hero; yours if you leave it out", Suggest: suggestEverywhere},
			{Name: "game", Short: "the game it belongs to", Suggest: suggestGames},
		},
		Run: showHero,
	},
	{
		Name: "hero list", Short: "The heroes of this channel's game, or of all games", On: hereIfAny,
		Options: []Option{{Name: "player", Short: "only this user's heroes", Kind: Person}},
		Run:     listHeroes,
	},
	{
		Name: "hero set", Short: "Change one thing on a hero's sheet",
		Options: []Option{
			{Name: "name", Short: "the hero", Required: true, Suggest: suggestHeroes},
			{Name: "field", Short: "what to change", Required: true, Suggest: suggestFields},
			{Name: "value", Short: "what it becomes", Max: hero.MaxDescription},
			{Name: "player", Short: "the new player, with field:player", Kind: Person},
		},
		Run: setHero,
	},
	{
		Name: "hero skill", Short: "Give a hero a skill, change it or take it away",
		Options: []Option{
			{Name: "name", Short: "the hero", Required: true, Suggest: suggestHeroes},
			{Name: "skill", Short: "the skill", Required: true, Suggest: suggestSkillsOfNamed},
			{Name: "trait", Short: "the Trait it belongs to", Suggest: suggestTraits},
			{Name: "degree", Short: "as it is if you leave it out; normal for a new skill", Choices: degreeNames()},
			{Name: "remove", Short: "true takes the skill away", Kind: Switch},
		},
		Run: setSkill,
	},
	{
		Name: "hero export", Short: "A hero's sheet as a file", Private: true,
		Options: []Option{{Name: "name", Short: "the hero", Required: true, Suggest: suggestHeroes}},
		Run:     exportHero,
	},
	{
		Name: "hero import", Short: "Bring a hero in from a file", Slow: true,
		Options: []Option{
			{Name: "file", Short: "a sheet, as /hero export gives it", Kind: Attachment, Required: true},
			{Name: "name", Short: "another name than the file has"},
			{Name: "replace", Short: "true overwrites the sheet of that name", Kind: Switch},
		},
		Run: importHero,
	},
	{
		Name: "hero retire", Short: "Take a hero out of the game; the log keeps it",
		Options: []Option{{Name: "name", Short: "the hero", Required: true, Suggest: suggestHeroes}},
		Run:     retireHero,
	},
}

func scoreOptions() []Option {
	var list []Option
	for _, a := range fate.Standard() {
		list = append(list, Option{Name: strings.ToLower(a.Name), Short: "1 to 10; 5 if left out", Kind: Number, Min: hero.MinScore, Max: hero.MaxScore})
	}
	return list
}

// codeOptions take a code, and from the form a whole line: "Endurance 5, Strength 6, B".
func codeOptions() []Option {
	var list []Option
	for _, trait := range []string{"Body", "Reflex", "Mind", "Spirit"} {
		list = append(list, Option{Name: strings.ToLower(trait), Short: "code, A (best) to X; C if left out", Suggest: suggestCodes})
	}
	return list
}

func suggestCodes(*Turn) []Choice {
	var list []Choice
	for _, c := range hero.Codes() {
		list = append(list, Choice{Label: string(c) + " (" + c.Training() + ")", Value: string(c)})
	}
	return list
}

func degreeNames() []string {
	var names []string
	for _, d := range hero.Degrees() {
		names = append(names, string(d))
	}
	return names
}

func newHero(t *Turn) (Reply, error) {
	if t.Text("name") == "" && !t.Pressed {
		return heroForm(t), nil
	}
	if t.Text("name") == "" && len(t.Args) == 0 {
		return heroForm(t), nil
	}
	player := t.User
	if a, ok := t.Arg("player"); ok {
		if player = person(a); player.ID != t.User.ID && !t.Narrates() {
			return Reply{}, fate.Refuse("not_narrator", "Only the narrator makes heroes for others; leave player out.")
		}
	}
	h, err := t.sheet()
	if err != nil {
		return Reply{}, err
	}
	if err := t.notAFoe(h.Name); err != nil {
		return Reply{}, err
	}
	s, err := t.Table.AddHero(h, player)
	if err != nil {
		return Reply{}, err
	}
	r := t.sheetReply(t.Table, s)
	r.Title = "A new hero: " + h.Name
	r.Tone = Good
	r.Buttons = []Button{{Label: "Sit down", Line: Line("game join", "hero", h.Name), Style: Main}}
	return r, nil
}

// heroForm asks for a hero in one go: a line for each Trait, or one for all where the Traits are not the
// standard four.
func heroForm(t *Turn) Reply {
	form := &Form{Title: "New hero", Line: "/hero new"}
	form.Fields = append(form.Fields, FormField{Name: "name", Label: "Name"})
	all := ""
	for _, trait := range t.Table.List.Traits() {
		value := ""
		for _, a := range t.Table.List.Abilities {
			if a.Trait == trait {
				value += a.Name + " 5, "
			}
		}
		all += value + trait + " C, "
		form.Fields = append(form.Fields, FormField{Name: strings.ToLower(trait), Label: short(trait+": scores and code", 45), Value: value + "C", Optional: true})
	}
	if !t.standardTraits() {
		form.Fields = append(form.Fields[:1], FormField{Name: "scores", Label: "Scores and codes", Value: strings.TrimSuffix(all, ", "), Long: true, Optional: true})
	}
	return Reply{Form: form}
}

// standardTraits reports whether this game's Traits are options of /hero new.
func (t *Turn) standardTraits() bool {
	for _, trait := range t.Table.List.Traits() {
		if _, ok := t.command.option(strings.ToLower(trait)); !ok {
			return false
		}
	}
	return true
}

// sheet makes the sheet that the options of /hero new tell.
func (t *Turn) sheet() (hero.Hero, error) {
	name, err := cleanName("hero", t.Text("name"))
	if err != nil {
		return hero.Hero{}, err
	}
	h := hero.New(name, t.Table.List.Abilities)
	fields := t.fields()
	for _, o := range slices.Concat(scoreOptions(), codeOptions()) {
		if t.Text(o.Name) != "" && !slices.ContainsFunc(fields, func(f field) bool { return strings.EqualFold(f.name, o.Name) }) {
			return h, fate.Refuse("no_field", "This game has no %s; give its own abilities with scores:\"%s 6\".", o.Name, t.Table.List.Abilities[0].Name)
		}
	}
	for _, field := range fields {
		arg, ok := t.Arg(strings.ToLower(field.name))
		if !ok || field.name == "name" {
			continue
		}
		if h, err = field.set(h, arg.Value); err != nil {
			return h, err
		}
	}
	return t.setScores(h, t.Text("scores"))
}

// sheetReply is a hero's sheet.
func (t *Turn) sheetReply(at *table.Table, s table.Seat) Reply {
	h := s.Hero
	r := Reply{Title: h.Name, Body: h.Description}
	for _, trait := range at.List.Traits() {
		var scores []string
		for _, a := range at.List.Abilities {
			if a.Trait == trait {
				scores = append(scores, fmt.Sprintf("%s **%d**", a.Name, h.Scores[a.Name]))
			}
		}
		code := h.Codes[trait]
		r.Fields = append(r.Fields, Field{Name: fmt.Sprintf("%s %s (%s)", trait, code, code.Training()), Value: strings.Join(scores, ", "), Inline: true})
	}
	r.Fields = append(r.Fields, Field{Name: "Edge", Value: strconv.Itoa(h.Edge), Inline: true},
		Field{Name: "Hand size", Value: strconv.Itoa(h.HandSize()), Inline: true},
		Field{Name: "Hero points", Value: strconv.Itoa(h.Points), Inline: true})
	if len(h.Skills) > 0 {
		var skills []string
		for _, trait := range at.List.Traits() {
			for _, k := range h.Skills {
				if k.Trait == trait {
					skills = append(skills, k.String())
				}
			}
		}
		r.Fields = append(r.Fields, Field{Name: "Skills", Value: strings.Join(skills, ", ")})
	}
	r.Fields = append(r.Fields, characterFields(h)...)
	r.Fields = append(r.Fields, gearFields(h, at.Fight)...)
	state := "played by " + s.Player.Name + " in " + at.Game.Name
	if !s.Joined {
		state += ", not at the table"
	}
	r.Fields = append(r.Fields, Field{Name: "Now", Value: state + woundText(s)})
	return r
}

// gearFields list what a hero wields and wears, what is carried beside it, and what was lost in a fight.
func gearFields(h hero.Hero, f combat.Fight) []Field {
	var used, carried, lost []string
	for _, g := range h.Gear {
		at := &carried
		switch {
		case knockedAway(f, h.Name, g.Name):
			at = &lost
		case g.Worn:
			at = &used
		}
		g.Worn = false // it is said once for all
		*at = append(*at, gearText(g))
	}
	return slices.Concat(
		fields("In use", []string{strings.Join(used, ", ")}),
		fields("Carried", []string{strings.Join(carried, ", ")}),
		fields("Knocked away", []string{strings.Join(lost, ", ")}),
	)
}

func showHero(t *Turn) (Reply, error) {
	name := t.Text("name")
	if name == "" {
		if t.Table == nil {
			return Reply{}, fate.Refuse("no_hero", "Say which hero: /hero show name:…; /hero list shows them.")
		}
		s, err := t.onlySeat("name")
		if err != nil {
			return Reply{}, err
		}
		return t.sheetReply(t.Table, s), nil
	}
	var found []*table.Table
	for _, at := range t.tablesHereFirst() {
		if _, ok := at.Hero(name); ok && (t.Text("game") == "" || strings.EqualFold(at.Game.Name, t.Text("game"))) {
			found = append(found, at)
		}
	}
	switch {
	case len(found) == 0:
		return Reply{}, t.noHero(name)
	case len(found) > 1 && (t.Table == nil || found[0].Game.Name != t.Table.Game.Name):
		var games []string
		for _, at := range found {
			games = append(games, at.Game.Name)
		}
		return Reply{}, fate.Refuse("which_game", "There is a hero called %s in %s; say which with game:…", name, join(games))
	}
	s, _ := found[0].Hero(name)
	return t.sheetReply(found[0], s), nil
}

func (t *Turn) noHero(name string) error {
	var names []string
	for _, at := range t.tablesHereFirst() {
		for _, s := range at.Heroes() {
			names = append(names, s.Hero.Name)
		}
	}
	if len(names) == 0 {
		return fate.Refuse("no_hero", "This server has no heroes yet; /hero new makes one.")
	}
	return fate.Refuse("no_hero", "There is no hero called %q%s", short(name, 40), mean("", name, names))
}

// tablesHereFirst lists the server's games, that of this channel first.
func (t *Turn) tablesHereFirst() []*table.Table {
	var list []*table.Table
	if t.Table != nil {
		list = append(list, t.Table)
	}
	for _, g := range t.Server.Games(table.Saga) {
		if g != t.game {
			list = append(list, g.Table())
		}
	}
	return list
}

func suggestEverywhere(t *Turn) []Choice {
	var list []Choice
	for _, at := range t.tablesHereFirst() {
		list = append(list, choices(at.Heroes())...)
	}
	return list
}

func listHeroes(t *Turn) (Reply, error) {
	tables := t.tablesHereFirst()
	if t.Table != nil {
		tables = tables[:1]
	}
	a, only := t.Arg("player")
	r := Reply{Title: "Heroes"}
	for _, at := range tables {
		var lines []string
		for _, s := range at.Heroes() {
			if only && s.Player.ID != person(a).ID {
				continue
			}
			lines = append(lines, fmt.Sprintf("**%s**, Edge %d, played by %s%s", s.Hero.Name, s.Hero.Edge, s.Player.Name, woundText(s)))
		}
		if len(lines) > 0 {
			r.Fields = append(r.Fields, Field{Name: at.Game.Name, Value: strings.Join(lines, "\n")})
		}
	}
	switch {
	case len(r.Fields) == 0 && only:
		r.Body = person(a).Name + " plays no hero here."
	case len(r.Fields) == 0:
		r.Body = "None yet; /hero new makes one."
	}
	return r, nil
}

// mine finds a hero whose sheet the user may change: its player and the narrator.
func (t *Turn) mine() (table.Seat, error) {
	s, err := t.seatNamed(t.Text("name"))
	if err == nil && s.Player.ID != t.User.ID && !t.Narrates() {
		return s, notYours(s)
	}
	return s, err
}

func retireHero(t *Turn) (Reply, error) {
	s, err := t.mine()
	if err != nil {
		return Reply{}, err
	}
	if err := t.mayGo(s.Hero.Name); err != nil {
		return Reply{}, err
	}
	if s.Joined {
		s = t.Table.Leave(s)
	}
	s.Retired = true
	t.Table.SetSeat(s, t.luck())
	t.Table.SetFight(t.Table.Fight.Forget(s.Hero.Name))
	return Reply{Body: fmt.Sprintf("%s retires. The log keeps the sheet; /game undo brings the hero back.", s.Hero.Name)}, nil
}
