package bot

import (
	"fmt"
	"strings"

	"skald/combat"
	"skald/fate"
)

func (t *Turn) fromBestiary(name string, into *combat.Sheet) (bool, error) {
	shelf := t.Server.Library()
	for _, entry := range shelf.OnShelf(bestiary) {
		if strings.EqualFold(entry, name) {
			return shelf.Take(bestiary, entry, into)
		}
	}
	return false, nil
}

// saveFoe keeps a foe of this channel's game in the library.
func saveFoe(t *Turn) (Reply, error) {
	name := t.Text("name")
	if t.Switch("forget") {
		for _, entry := range t.Table.OnShelf(bestiary) {
			if strings.EqualFold(entry, name) {
				t.Table.Remove(bestiary, entry)
				return Reply{Private: true, Body: entry + " is out of the bestiary."}, nil
			}
		}
		return Reply{}, fate.Refuse("no_foe", "The bestiary has no %q.", short(name, 40))
	}
	game, err := here(t)
	if err != nil {
		return Reply{}, err
	}
	names, err := game.Table().Fight.Group(name)
	if err != nil {
		return Reply{}, err
	}
	_, sheet, err := game.Table().Fight.Foe(names[0])
	if err != nil {
		return Reply{}, err
	}
	if len(t.Table.OnShelf(bestiary)) >= 500 {
		return Reply{}, fate.Refuse("too_many", "The bestiary holds 500 foes; forget one first.")
	}
	if err := t.Table.Put(bestiary, sheet.Name, sheet); err != nil {
		return Reply{}, err
	}
	return Reply{Private: true, Body: fmt.Sprintf("%s is in the bestiary; /foe add from:%s brings one in.", sheet.Name, quoteValue(sheet.Name))}, nil
}

func exportFoes(t *Turn) (Reply, error) {
	sheets := []combat.Sheet{}
	for _, name := range t.Table.OnShelf(bestiary) {
		var sh combat.Sheet
		if _, err := t.Table.Take(bestiary, name, &sh); err != nil {
			return Reply{}, fmt.Errorf("read %q of the bestiary: %w", name, err)
		}
		sheets = append(sheets, sh)
	}
	if len(sheets) == 0 {
		return Reply{}, fate.Refuse("no_foe", "The bestiary is empty; /foe save keeps a foe there.")
	}
	data, err := writeYAML(sheets)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Private: true, Body: fmt.Sprintf("The bestiary: %s.", plural(len(sheets), "foe")), Files: []File{{Name: "bestiary.yaml", Data: Bytes(data)}}}, nil
}

func importFoes(t *Turn) (Reply, error) {
	a, _ := t.Arg("file")
	var sheets []combat.Sheet
	if err := readYAML("bestiary", a.File.Data, 1<<20, &sheets); err != nil {
		return Reply{}, err
	}
	if len(sheets)+len(t.Table.OnShelf(bestiary)) > 500 {
		return Reply{}, fate.Refuse("too_many", "The bestiary holds at most 500 foes.")
	}
	abilities := fate.Standard()
	if g, err := here(t); err == nil {
		abilities = g.Table().List.Abilities
	}
	for _, sh := range sheets {
		name, err := cleanName("foe", sh.Name)
		if err != nil {
			return Reply{}, err
		}
		sh.Name = name
		if err := sh.Check(abilities); err != nil {
			return Reply{}, err
		}
		if err := t.Table.Put(bestiary, sh.Name, sh); err != nil {
			return Reply{}, err
		}
	}
	return Reply{Private: true, Body: fmt.Sprintf("%s in the bestiary now.", plural(len(t.Table.OnShelf(bestiary)), "foe"))}, nil
}

func suggestBestiary(t *Turn) []Choice {
	var list []Choice
	for _, name := range t.Server.Library().OnShelf(bestiary) {
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}
