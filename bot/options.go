package bot

import (
	"fmt"
	"strconv"
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
	return Reply{Body: fmt.Sprintf("From now on **%s** is %s.\n%s", o.Name, now, holds(o, now)) + t.tidied(was)}, nil
}

// holds says what an option means with a value: what was read differently before is left out.
func holds(o table.Option, value string) string {
	if text := meant[o.Name][value]; text != "" {
		return text
	}
	switch {
	case value == "no":
		return strings.TrimSuffix(o.Meaning, ".") + ": no longer."
	case o.Name == "point_cap":
		n, _ := strconv.Atoi(value)
		return fmt.Sprintf("A hero may spend %s in an adventure.", plural(n, "hero point"))
	}
	return o.Meaning
}

// meant says what each value of an option means that is a word; numbers speak for themselves, and of yes and no the
// option does.
var meant = map[string]map[string]string{
	"skills": {
		"all": "Skills and trades count.", "none": "No skill counts, codes alone do.",
		"trade": "Trades count, other skills do not.", "multiple": "Skills with +4 count, trades do not.",
	},
	"results": {
		"at-once": "A result stands at once; a hero point may amend it until the hero's next action.",
		"window":  "A result waits until player and narrator have both let it stand; before that, hero points and banked Karma may change it.",
	},
	"point_cap": {
		"none": "A hero may spend as many hero points in an adventure as there are.",
		"edge": "A hero may spend as many hero points in an adventure as the hero has Edge.",
	},
	"over_code": {
		"warn":   "Who uses a weapon, a power or magic above the code is told so, and no more.",
		"harder": "A weapon, a power or magic above the hero's code is one level harder to use.",
		"refuse": "A weapon, a power or magic above the hero's code cannot be used, unless the narrator allows it.",
	},
	"turns": {
		"free":  "Heroes act when they are ready.",
		"order": "Heroes act in the order of their initiative.",
	},
	"margin": {
		"target": "An attack's margin is what the total is over the whole target.",
		"rating": "An attack's margin is what the total is over the difficulty rating alone.",
	},
	"unarmed": {
		"stunning": "Bare hands make stunning wounds.",
		"killing":  "Bare hands make killing wounds.",
	},
	"defenses": {
		"each": "A hero may defend against each attack that comes.",
		"one":  "A hero may defend once in an exchange.",
	},
	"fallen_stunned": {
		"ask":   "When stunning wounds hit a foe that is down, the narrator says whether it dies.",
		"spare": "Stunning wounds do not kill a foe that is down.",
		"kill":  "Stunning wounds kill a foe that is down.",
	},
	"dying": {
		"value":  "A killing hit makes a hero dying when its wounds exceed the total value of the hand.",
		"number": "A killing hit makes a hero dying when its wounds exceed the number of cards in the hand.",
	},
	"last_conversion": {
		"dying":   "A further hit on a hero who is knocked out and has no stunning slot left to convert makes the hero dying.",
		"nothing": "A further hit on a hero who is knocked out and has no stunning slot left to convert does nothing more.",
	},
	"grab_damage": {
		"none": "A successful Grab costs nothing.",
		"hit":  "In a successful Grab the foe's own attack hits.",
	},
	"grapple_damage": {
		"strength": "A grapple does stunning damage each exchange, like a Strike.",
		"none":     "A grapple does no damage.",
	},
	"intercept_failed": {
		"unharmed": "A hero who fails to intercept is unharmed.",
		"hit":      "A hero who fails to intercept is hit by the attack too.",
	},
	"pile_on": {
		"n":   "Of N attackers on one opponent each adds N.",
		"n-1": "Of N attackers on one opponent each adds N - 1.",
	},
	"power_defense": {
		"willpower": "Willpower reduces the damage of a mental power.",
		"endurance": "Endurance reduces the damage of a mental power.",
		"nothing":   "Nothing reduces the damage of a mental power.",
	},
	"resist": {
		"mirror": "What is hard for a foe to do is as easy to resist: the rating is mirrored around average.",
		"same":   "A foe's action is as hard to resist as it is to do.",
	},
	"leaderless": {
		"-1": "Allies have 1 less on all actions while their leader is gone.",
		"0":  "Allies suffer nothing while their leader is gone.",
	},
	"first_aid": {
		"one":  "After a fight each helper has one attempt at first aid, and each patient one success.",
		"free": "After a fight first aid is tried and given without limit.",
	},
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
	for _, s := range was.Heroes() {
		switch held := was.Results[s.ID].Held; {
		case len(held) == 0 || len(t.Table.Results[s.ID].Held) > 0:
		case t.Table.Option("karma_bank") == "yes":
			text += "\n" + upper(banked(held)) + "."
		default:
			text += fmt.Sprintf("\nWhat waited for the bank, the %s, goes to the discard pile.", longList(held))
		}
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
