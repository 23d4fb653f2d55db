package bot

import (
	"fmt"
	"strings"

	"skald/fate"
	"skald/table"
)

var optionCommands = []*Command{{
	Name: "game options", Short: "The readings of the rules that this game has chosen",
	Options: []Option{
		{Name: "option", Short: "which one; all if you leave it out", Suggest: suggestOptions},
		{Name: "value", Short: "what it becomes (for the narrator)", Suggest: suggestOptionValues},
	},
	Run: gameOptions,
}}

func suggestOptions(*Turn) []Choice {
	var list []Choice
	for _, o := range table.Options() {
		list = append(list, Choice{Label: o.Name, Value: o.Name})
	}
	return list
}

func suggestOptionValues(t *Turn) []Choice {
	var list []Choice
	for _, o := range table.Options() {
		if strings.EqualFold(o.Name, t.Text("option")) {
			for _, v := range o.Values {
				list = append(list, Choice{Label: v, Value: v})
			}
		}
	}
	return list
}

func gameOptions(t *Turn) (Reply, error) {
	name, value := t.Text("option"), t.Text("value")
	switch {
	case value != "" && name == "":
		return Reply{}, fate.Refuse("missing_option", "Say which option that is for, with option.")
	case value != "":
		return t.setOption(name, value)
	}
	r := Reply{Private: true, Title: "Options of " + t.Table.Game.Name}
	if name == "" {
		var lines []string
		for _, o := range table.Options() {
			lines = append(lines, t.optionLine(o))
		}
		r.Body = strings.Join(lines, "\n") + "\n/game options option:… tells what one means."
		return r, nil
	}
	for _, o := range table.Options() {
		if strings.EqualFold(o.Name, name) {
			r.Body = fmt.Sprintf("%s\n%s (%s)\nIt takes: %s.", t.optionLine(o), o.Meaning, o.Rule, strings.Join(o.Values, ", "))
			return r, nil
		}
	}
	_, err := t.Table.SetOption(name, "") // refuses the name
	return Reply{}, err
}

func (t *Turn) optionLine(o table.Option) string {
	v := t.Table.Option(o.Name)
	if v == o.Default {
		return fmt.Sprintf("**%s**: %s", o.Name, v)
	}
	return fmt.Sprintf("**%s**: %s (usually %s)", o.Name, v, o.Default)
}

func (t *Turn) setOption(name, value string) (Reply, error) {
	if !t.Narrates() {
		return Reply{}, fate.Refuse("not_narrator", "Only the narrator chooses how the rules are read; leave value out to look.")
	}
	was := t.Table.Clone()
	o, err := t.Table.SetOption(name, value)
	if err != nil {
		return Reply{}, err
	}
	now := t.Table.Option(o.Name)
	if was.Option(o.Name) == now {
		return Reply{Private: true, Body: fmt.Sprintf("**%s** is %s already.", o.Name, now)}, nil
	}
	body := fmt.Sprintf("From now on **%s** is %s.\n%s", o.Name, now, o.Meaning)
	if now == "no" {
		body = strings.TrimSuffix(body, ".") + ": no longer."
	}
	return Reply{Body: body + t.tidied(was)}, nil
}

// tidied says what a change of options took away.
func (t *Turn) tidied(was *table.Table) string {
	text := ""
	if c, lay := was.Facing(); lay && len(t.Table.Zones[table.Narrator]) == 0 {
		text += fmt.Sprintf("\nThe narrator card, the %s, goes to the discard pile.", c.Long())
	}
	if n := len(was.Zones[table.Bank]); n > 0 && len(t.Table.Zones[table.Bank]) == 0 {
		text += fmt.Sprintf("\nThe bank's %s to the discard pile.", goes(n, "card"))
	}
	if len(was.Raises) > len(t.Table.Raises) {
		text += "\nKarma that was spent for an action to come counts no more."
	}
	for _, s := range was.Heroes() {
		if was.Results[s.ID].Open && !t.Table.Results[s.ID].Open {
			text += fmt.Sprintf("\n%s's result waits no longer; a hero point may still amend it.", s.Hero.Name)
		}
	}
	return text
}

// goes is "1 card goes" or "3 cards go".
func goes(n int, one string) string {
	if n == 1 {
		return plural(n, one) + " goes"
	}
	return plural(n, one) + " go"
}
