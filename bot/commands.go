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
		fairCommands,
		optionCommands,
		narratorCommands,
		pointCommands,
		combatCommands,
		foeCommands,
		gearCommands,
		woundCommands,
		realmCommands,
		knightsCommands,
	)
}

var all []*Command

func init() { all = All() }

// Commands lists the hub's commands: All and its own.
func (h *Hub) Commands() []*Command { return slices.Concat(all, h.Extra) }

// Find finds a command by its name; the refusal names the nearest one.
func (h *Hub) Find(name string) (*Command, error) {
	name = strings.ToLower(strings.Join(strings.Fields(name), " "))
	var names []string
	for _, c := range h.Commands() {
		if c.Name == name {
			return c, nil
		}
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return nil, fate.Refuse("unknown_command", "There is no command /%s; did you mean /%s? /help lists them all.", short(name, 40), fate.Nearest(name, names))
}
