package bot

import (
	"slices"
	"strings"

	"skald/fate"
)

// All lists every command, in the order in which help and a medium show them. A new command is one value
// in its family's file; a new family is one line here.
func All() []*Command {
	return slices.Concat(
		helpCommands,
		gameCommands,
		heroCommands,
		handCommands,
		actCommands,
		deckCommands,
		deckFileCommands,
		fairCommands,
		optionCommands,
		narratorCommands,
		pointCommands,
		combatCommands,
		foeCommands,
		gearCommands,
		listCommands,
		buildCommands,
		woundCommands,
		realmCommands,
		knightsCommands,
	)
}

var all []*Command

var byName = map[string]*Command{}

func init() {
	all = All()
	for _, c := range all {
		byName[c.Name] = c
	}
}

// Commands lists the hub's commands: All and its own.
func (h *Hub) Commands() []*Command { return slices.Concat(all, h.Extra) }

// Find finds a command by its name. The refusal says what a family has, how options are written, or the
// nearest name.
func (h *Hub) Find(name string) (*Command, error) {
	name = strings.ToLower(strings.Join(strings.Fields(name), " "))
	if c := byName[name]; c != nil {
		return c, nil
	}
	var names, family []string
	for _, c := range h.Commands() {
		switch rest, inFamily := strings.CutPrefix(c.Name, name+" "); {
		case c.Name == name:
			return c, nil
		case c.Hidden:
			continue
		case inFamily:
			family = append(family, rest)
		case strings.HasPrefix(name, c.Name+" "):
			return nil, fate.Refuse("bad_line", "Write each option as name:value, like /%s%s.", c.Name, example(c))
		}
		names = append(names, c.Name)
	}
	if len(family) > 0 {
		return nil, fate.Refuse("unknown_command", "/%s has %s.", name, join(family))
	}
	if of, exports := strings.CutSuffix(name, " export"); exports && byName[of+" log"] != nil {
		return nil, fate.Refuse("unknown_command", "There is no command /%s; /%s format:json count:100000 gives the whole log as a file.", name, of+" log")
	}
	return nil, fate.Refuse("unknown_command", "There is no command /%s%s /help lists them all.", short(name, 40), mean("/", name, names))
}

// example is how the first option of a command is written.
func example(c *Command) string {
	for _, o := range c.Options {
		if !o.Hidden {
			return " " + o.Name + ":…"
		}
	}
	return ""
}

// mean ends a sentence: "; did you mean /act?", or "." where no name is near. before stands before the name.
func mean(before, word string, names []string) string {
	if best := fate.Near(word, names); best != "" {
		return "; did you mean " + before + best + "?"
	}
	return "."
}
