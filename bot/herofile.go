package bot

import (
	"strings"

	"skald/fate"
	"skald/hero"
)

func exportHero(t *Turn) (Reply, error) {
	s, err := t.mine()
	if err != nil {
		return Reply{}, err
	}
	data, err := writeSheet(s.Hero, t.Table.List)
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Private: true, Body: s.Hero.Name + "'s sheet; /hero import brings it into another game.",
		Files: []File{{Name: fileName(s.Hero.Name) + ".yaml", Data: Bytes(data)}},
	}, nil
}

func importHero(t *Turn) (Reply, error) {
	a, _ := t.Arg("file")
	h, err := readSheet(a.File.Data, t.Table.List)
	if err != nil {
		return Reply{}, err
	}
	if name := t.Text("name"); name != "" {
		h.Name = name
	}
	if h.Name, err = cleanName("hero", h.Name); err != nil {
		return Reply{}, err
	}
	old, exists := t.Table.Hero(h.Name)
	for i, g := range h.Gear {
		had, _ := old.Hero.Item(g.Name)
		h.Gear[i].Allowed = g.Allowed && (t.Narrates() || had.Allowed)
	}
	if !exists {
		if err := t.notAFoe(h.Name); err != nil {
			return Reply{}, err
		}
		s, err := t.Table.AddHero(h, t.User)
		if err != nil {
			return Reply{}, err
		}
		r := t.sheetReply(t.Table, s)
		r.Title = h.Name + " comes in from a file"
		r.Body = strings.TrimSpace(r.Body + t.allowance(hero.Hero{}, h))
		r.Buttons = []Button{{Label: "Sit down", Line: Line("game join", "hero", h.Name), Style: Main}}
		return r, nil
	}
	if old.Player.ID != t.User.ID && !t.Narrates() {
		return Reply{}, notYours(old)
	}
	if !t.Switch("replace") {
		return Reply{}, fate.Refuse("name_taken", "There is a hero called %s already; add replace:true to overwrite the sheet, or name:… to give another name.", h.Name)
	}
	if err := h.Check(t.Table.List.Abilities); err != nil {
		return Reply{}, err
	}
	old.Hero = h
	t.Table.SetSeat(old, t.luck())
	r := t.sheetReply(t.Table, old)
	r.Title = h.Name + "'s sheet is replaced"
	r.Body = strings.TrimSpace(r.Body + t.allowance(hero.Hero{}, h))
	return r, nil
}
