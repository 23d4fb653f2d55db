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
	_, err := t.Table.SetOption(name, "")
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
	o, err := t.Table.SetOption(name, value)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Body: fmt.Sprintf("From now on **%s** is %s.\n%s", o.Name, t.Table.Option(o.Name), o.Meaning)}, nil
}
