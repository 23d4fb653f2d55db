package bot

import (
	_ "embed"
	"fmt"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

//go:embed data/gear.yaml
var gearFile []byte

// gearShelf is where a server's own gear stands.
const gearShelf table.Shelf = "gear"

var gearCommands = []*Command{{
	Name: "hero gear", Short: "What a hero carries, wields and wears",
	Options: []Option{
		{Name: "name", Short: "the hero; yours if you leave it out", Suggest: suggestHeroes},
		{Name: "item", Short: "from the list, or any name", Suggest: suggestGear},
		{Name: "damage", Short: "a weapon's damage rating", Kind: Number, Min: 0, Max: hero.MaxRating},
		{Name: "damage-type", Short: "killing or stunning", Choices: []string{"killing", "stunning"}},
		{Name: "class", Short: "how heavy it is", Choices: []string{"VL", "L", "M", "H", "VH"}},
		{Name: "style", Short: "how a weapon is used", Choices: []string{"melee", "missile", "thrown"}},
		{Name: "defense", Short: "what armor or a shield takes from damage", Kind: Number, Min: 0, Max: hero.MaxRating},
		{Name: "use", Short: "what it is", Choices: []string{"weapon", "armor", "shield", "sundry"}},
		{Name: "wield", Short: "true wields or wears it, false puts it away", Kind: Switch},
		{Name: "allow", Short: "true: the narrator lets the hero use it against the code", Kind: Switch},
		{Name: "remove", Short: "true puts it down for good", Kind: Switch},
	},
	Run: heroGear,
}}

// gear lists the items that a game offers: the starting list, and the server's own.
func (t *Turn) gear() []hero.Gear {
	var list []hero.Gear
	if err := readYAML("gear list", gearFile, len(gearFile), &list); err != nil {
		panic(err) // the built-in list is tested
	}
	library := t.Server.Library()
	for _, name := range library.OnShelf(gearShelf) {
		var g hero.Gear
		if ok, err := library.Take(gearShelf, name, &g); ok && err == nil {
			list = append(list, g)
		}
	}
	return list
}

func suggestGear(t *Turn) []Choice {
	var list []Choice
	for _, g := range t.gear() {
		list = append(list, Choice{Label: gearText(g), Value: g.Name})
	}
	return list
}

// gearText is "broadsword (M, killing 6, melee)".
func gearText(g hero.Gear) string {
	var notes []string
	if g.Class != "" {
		notes = append(notes, string(g.Class))
	}
	if g.Use == hero.Weapon {
		notes = append(notes, fmt.Sprintf("%s %d", g.Harm, g.Damage), string(g.Style))
	}
	if g.Defense > 0 {
		notes = append(notes, fmt.Sprintf("%s, defense %d", g.Use, g.Defense))
	}
	if g.Worn {
		notes = append(notes, "in use")
	}
	if len(notes) == 0 {
		return g.Name
	}
	return g.Name + " (" + strings.Join(notes, ", ") + ")"
}

func heroGear(t *Turn) (Reply, error) {
	s, err := t.gearBearer()
	if err != nil {
		return Reply{}, err
	}
	name := t.Text("item")
	if name == "" {
		return t.gearList(s), nil
	}
	if name, err = cleanName("item", name); err != nil {
		return Reply{}, err
	}
	if t.Switch("remove") {
		h, had := s.Hero.WithoutGear(name)
		if !had {
			return Reply{}, fate.Refuse("no_item", "%s does not carry %q.", s.Hero.Name, name)
		}
		s.Hero = h
		t.Table.SetSeat(s, t.luck())
		return Reply{Body: fmt.Sprintf("%s puts down the %s.", h.Name, name)}, nil
	}
	g, err := t.item(s.Hero, name)
	if err != nil {
		return Reply{}, err
	}
	if s.Hero, err = s.Hero.WithGear(g); err != nil {
		return Reply{}, err
	}
	t.Table.SetSeat(s, t.luck())
	r := Reply{Body: fmt.Sprintf("%s has the %s.", s.Hero.Name, gearText(g))}
	if g.Use == hero.Sundry && t.listed(name).Use == "" {
		r.Body += " It is a plain thing to carry: the list has no such item" + t.likeItem(name)
	}
	if warning := s.Hero.Untrained(g); warning != "" && !g.Allowed {
		r.Body += "\n" + warning + ". The narrator may allow it with allow:true."
		r.Tone = Warn
	}
	return r, nil
}

// gearBearer is the hero whose gear it is; its player and the narrator may change it.
func (t *Turn) gearBearer() (table.Seat, error) {
	if t.Text("name") == "" {
		return t.onlySeat("name")
	}
	if t.Text("item") == "" {
		return t.seatNamed(t.Text("name"))
	}
	return t.mine()
}

func (t *Turn) gearList(s table.Seat) Reply {
	var lines []string
	for _, g := range s.Hero.Gear {
		lost := knockedAway(t.Table.Fight, s.Hero.Name, g.Name)
		g.Worn = g.Worn && !lost
		line := gearText(g)
		if lost {
			line += " — knocked away"
		}
		if warning := s.Hero.Untrained(g); warning != "" && !g.Allowed {
			line += " — above the hero's code"
		}
		lines = append(lines, line)
	}
	return Reply{Title: s.Hero.Name + "'s gear", Body: cmpOr(strings.Join(lines, "\n"), "Nothing; /hero gear item:… gives something.")}
}

// item is the piece of gear that the options tell: one that the hero has, one of the list, or a new one.
func (t *Turn) item(h hero.Hero, name string) (hero.Gear, error) {
	g, has := h.Item(name)
	if !has {
		g = t.listed(name)
	}
	if _, ok := t.Arg("damage"); ok {
		g.Damage = t.Number("damage", 0)
		g.Use = hero.Weapon
	}
	if v := t.Text("damage-type"); v != "" {
		g.Harm = hero.Harm(strings.ToLower(v))
	}
	if v := t.Text("class"); v != "" {
		g.Class = hero.Class(strings.ToUpper(v))
	}
	if v := t.Text("style"); v != "" {
		g.Style, g.Use = hero.Style(strings.ToLower(v)), hero.Weapon
	}
	if _, ok := t.Arg("defense"); ok {
		g.Defense = t.Number("defense", 0)
		if g.Use == hero.Weapon || g.Use == hero.Sundry || g.Use == "" {
			g.Use = hero.Armor
		}
	}
	if v := t.Text("use"); v != "" {
		g.Use = hero.Use(strings.ToLower(v))
	}
	g.Use = hero.Use(cmpOr(string(g.Use), string(hero.Sundry)))
	if g.Use == hero.Sundry && t.Switch("wield") && t.Text("use") == "" && t.listed(name).Use == "" {
		return g, fate.Refuse("no_item", "The list has no %q to wield%s For one of your own, say what it is with use, damage or style.", name, t.likeItem(name))
	}
	if g.Use == hero.Weapon {
		g.Harm = hero.Harm(cmpOr(string(g.Harm), string(hero.Killing)))
		g.Style = hero.Style(cmpOr(string(g.Style), string(hero.Melee)))
	}
	if _, ok := t.Arg("wield"); ok {
		g.Worn = t.Switch("wield")
	} else if !has {
		g.Worn = g.Use != hero.Sundry
	}
	if _, ok := t.Arg("allow"); ok {
		if !t.Narrates() {
			return g, fate.Refuse("not_narrator", "Only the narrator allows gear against a hero's code.")
		}
		g.Allowed = t.Switch("allow")
	}
	return g, nil
}

// likeItem ends a sentence with the items of the list that have the word in their names, or the one of its letter that
// is written most like it: "; did you mean short bow or long bow?"
func (t *Turn) likeItem(word string) string {
	var names, near []string
	for _, g := range t.gear() {
		if strings.EqualFold(g.Name[:1], word[:1]) {
			names = append(names, g.Name)
		}
		if strings.Contains(strings.ToLower(g.Name), strings.ToLower(word)) && len(near) < 3 {
			near = append(near, g.Name)
		}
	}
	switch last := len(near) - 1; last {
	case -1:
		return mean("", word, names)
	case 0:
		return "; did you mean " + near[0] + "?"
	default:
		return "; did you mean " + strings.Join(near[:last], ", ") + " or " + near[last] + "?"
	}
}

// weapons are the names of the weapons that the game offers.
func (t *Turn) weapons() []string {
	var names []string
	for _, g := range t.gear() {
		if g.Use == hero.Weapon {
			names = append(names, g.Name)
		}
	}
	return names
}

// listed is an item that the game offers; of any other it is the bare name.
func (t *Turn) listed(name string) hero.Gear {
	for _, g := range t.gear() {
		if strings.EqualFold(g.Name, name) {
			return g
		}
	}
	return hero.Gear{Name: name}
}
