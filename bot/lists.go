package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

var listCommands = []*Command{{
	Name: "lists", Short: "Roles, races, advantages and the rest that games of this server offer heroes", On: library, Slow: true,
	Options: []Option{
		{Name: "kind", Short: "which list", Choices: listKinds},
		{Name: "show", Short: "one thing of the list", Suggest: suggestListed},
		{Name: "export", Short: "true gives the list as a file", Kind: Switch},
		{Name: "import", Short: "a file of lists that comes into the server's library (for the narrator)", Kind: Attachment},
		{Name: "remove", Short: "a thing of the server's own that goes (for the narrator)", Suggest: suggestListed},
	},
	Run: showLists,
}}

// listShelf is where a server's own things of a kind stand.
func listShelf(kind string) table.Shelf {
	if kind == "gear" {
		return gearShelf
	}
	return table.Shelf("list-" + kind)
}

// lists are the general lists with the server's own in them: one of the same name takes the other's place.
func (t *Turn) lists() lists {
	l := generalLists()
	shelves := t.Server.Library()
	for _, kind := range listKinds {
		if at := l.of(kind); at != nil {
			*at = merged(shelves, listShelf(kind), *at, func(f hero.Feature) string { return f.Name })
		}
	}
	l.Skills = merged(shelves, listShelf("skills"), l.Skills, func(s listedSkill) string { return s.Name })
	l.Gear = merged(shelves, listShelf("gear"), l.Gear, func(g hero.Gear) string { return g.Name })
	return l
}

func merged[T any](shelves *table.Table, shelf table.Shelf, general []T, name func(T) string) []T {
	list := slices.Clone(general)
	for _, key := range shelves.OnShelf(shelf) {
		var own T
		if ok, err := shelves.Take(shelf, key, &own); !ok || err != nil {
			continue
		}
		i := slices.IndexFunc(list, func(one T) bool { return strings.EqualFold(name(one), name(own)) })
		if i >= 0 {
			list[i] = own
		} else {
			list = append(list, own)
		}
	}
	return list
}

// entry is a thing of a list in words.
type entry struct{ name, text string }

// entries are the things of a kind in words.
func (l *lists) entries(kind string) []entry {
	var list []entry
	if features := l.of(kind); features != nil {
		for _, f := range *features {
			list = append(list, entry{f.Name, featureText(f)})
		}
	}
	switch kind {
	case "skills":
		for _, s := range l.Skills {
			list = append(list, entry{s.Name, strings.TrimSpace(s.Trait + ". " + s.About)})
		}
	case "gear":
		for _, g := range l.Gear {
			list = append(list, entry{g.Name, strings.Trim(strings.TrimPrefix(gearText(g), g.Name), " ()")})
		}
	}
	return list
}

// featureText is what a feature is, asks and does: "Light on the feet. Needs Quickness 6. +2 Quickness when dodging."
func featureText(f hero.Feature) string {
	parts := []string{strings.TrimSuffix(f.About, ".")}
	if f.Cost != 0 {
		parts = append(parts, fmt.Sprintf("Costs %s", plural(f.Cost, "point")))
	}
	var needs, effects []string
	for _, n := range f.Needs {
		needs = append(needs, n.String())
	}
	for _, e := range f.Effects {
		effects = append(effects, strings.TrimSuffix(e.String(), "."))
	}
	if len(needs) > 0 {
		parts = append(parts, "Needs "+join(needs))
	}
	parts = append(parts, upper(strings.Join(effects, "; ")))
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return "No more is told."
	}
	return strings.Join(parts, ". ") + "."
}

func suggestListed(t *Turn) []Choice {
	all := t.lists()
	var list []Choice
	for _, kind := range listKinds {
		if k := t.Text("kind"); k != "" && !strings.EqualFold(k, kind) {
			continue
		}
		for _, e := range all.entries(kind) {
			list = append(list, Choice{Label: e.name, Value: e.name})
		}
	}
	return list
}

func showLists(t *Turn) (Reply, error) {
	kind := t.Text("kind")
	_, file := t.Arg("import")
	switch {
	case file || t.Text("remove") != "":
		if !t.Narrates() && !t.Manager {
			return Reply{}, fate.Refuse("not_narrator", "Only the narrator changes what games offer; leave import and remove out to look.")
		}
		if file {
			return t.importLists()
		}
		return t.removeListed(kind, t.Text("remove"))
	case t.Switch("export"):
		return t.exportLists(kind)
	case t.Text("show") != "":
		return t.showListed(kind, t.Text("show"))
	}
	all := t.lists()
	r := Reply{Private: true, Title: "What games here offer"}
	if kind != "" {
		r.Title = upper(kind)
		var lines []string
		for _, e := range all.entries(kind) {
			lines = append(lines, fmt.Sprintf("**%s**: %s", e.name, e.text))
		}
		r.Body = cmpOr(strings.Join(lines, "\n"), "Nothing yet.")
		return r, nil
	}
	for _, kind := range listKinds {
		var names []string
		for _, e := range all.entries(kind) {
			names = append(names, e.name)
		}
		r.Fields = append(r.Fields, Field{Name: upper(kind), Value: cmpOr(strings.Join(names, ", "), "Nothing yet.")})
	}
	return r, nil
}

func (t *Turn) showListed(kind, name string) (Reply, error) {
	all := t.lists()
	var names []string
	for _, k := range listKinds {
		if kind != "" && k != kind {
			continue
		}
		for _, e := range all.entries(k) {
			if strings.EqualFold(e.name, name) {
				return Reply{Private: true, Title: e.name, Body: e.text}, nil
			}
			names = append(names, e.name)
		}
	}
	return Reply{}, fate.Refuse("not_listed", "The lists have no %q%s", short(name, 40), mean("", name, names))
}

func (t *Turn) exportLists(kind string) (Reply, error) {
	all := t.lists()
	what := "lists"
	if kind != "" {
		what = kind
		for _, k := range listKinds {
			if at := all.of(k); at != nil && k != kind {
				*at = nil
			}
		}
		if kind != "skills" {
			all.Skills = nil
		}
		if kind != "gear" {
			all.Gear = nil
		}
	}
	data, err := writeLists(all)
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Private: true, Body: fmt.Sprintf("The %s that games here offer; /lists import:… brings such a file in.", what),
		Files: []File{{Name: what + ".yaml", Data: Bytes(data)}},
	}, nil
}

func (t *Turn) importLists() (Reply, error) {
	a, _ := t.Arg("import")
	l, err := readLists(a.File.Data)
	if err != nil {
		return Reply{}, err
	}
	var lines []string
	for _, kind := range listKinds {
		n, err := t.shelve(kind, l)
		if err != nil {
			return Reply{}, err
		}
		if n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d", kind, n))
		}
	}
	return Reply{Title: "New in the lists", Body: join(lines) + ". /lists shows them.", Tone: Good}, nil
}

// shelve puts the things of a kind into the library. What is there already under the same name goes.
func (t *Turn) shelve(kind string, l lists) (int, error) {
	items := map[string]any{}
	if features := l.of(kind); features != nil {
		for _, f := range *features {
			items[f.Name] = f
		}
	}
	if kind == "skills" {
		for _, s := range l.Skills {
			items[s.Name] = s
		}
	}
	if kind == "gear" {
		for _, g := range l.Gear {
			items[g.Name] = g
		}
	}
	shelf := listShelf(kind)
	for _, e := range l.entries(kind) {
		if old, ok := onShelf(t.Table, shelf, e.name); ok {
			t.Table.Remove(shelf, old)
		}
		if err := t.Table.Put(shelf, e.name, items[e.name]); err != nil {
			return 0, err
		}
	}
	if len(t.Table.OnShelf(shelf)) > mostListed {
		return 0, fate.Refuse("too_many", "The library holds at most %d of the %s; remove some first.", mostListed, kind)
	}
	return len(items), nil
}

func (t *Turn) removeListed(kind, name string) (Reply, error) {
	for _, k := range listKinds {
		if kind != "" && k != kind {
			continue
		}
		if have, ok := onShelf(t.Table, listShelf(k), name); ok {
			t.Table.Remove(listShelf(k), have)
			return Reply{Body: fmt.Sprintf("%s is out of the %s. Sheets that have it keep it.", have, k)}, nil
		}
	}
	return Reply{}, fate.Refuse("not_listed", "The server has no %q of its own in the lists.", short(name, 40))
}
