package knights

import (
	"fmt"
	"strings"
)

// Sentence tells what happened in English, with the players' names by seat; a seat without a name is called "Seat 2".
func (h Happened) Sentence(names []string) string {
	who := called(names, h.Seat)
	knight := h.Knight.Face().String()
	switch h.What {
	case Collected:
		return fmt.Sprintf("%s collects %d fame.", who, h.Chips)
	case Laid:
		if h.Knight.Colour == h.Troop {
			return fmt.Sprintf("%s starts a troop against %s with the %s.", who, h.Troop.Land(), knight)
		}
		return fmt.Sprintf("%s lays the %s on the troop against %s.", who, knight, h.Troop.Land())
	case Conquered:
		return h.conquest(names)
	case Recruited:
		return fmt.Sprintf("%s recruits the %s for %d fame.", who, knight, h.Chips)
	case Recalled:
		return fmt.Sprintf("%s takes the %s back from the troop against %s.", who, knight, h.Troop.Land())
	case Reinforced:
		return fmt.Sprintf("%s adds the %s to the defence of %s.", who, knight, h.Land.Land())
	case Skipped:
		return fmt.Sprintf("%s cannot lay a knight.", who)
	case Began:
		return fmt.Sprintf("Turn %d: %s.", h.Turn, who)
	case Resigned:
		return fmt.Sprintf("%s resigns; the lands go back to the table as they are defended.", who)
	}
	return h.finish(who)
}

func (h Happened) conquest(names []string) string {
	var list []string
	for _, k := range h.Knights {
		list = append(list, k.Face().String())
	}
	losers := strings.Join(list, ", ")
	who, land := called(names, h.Seat), h.Land.Land()
	if h.From == nobody {
		return fmt.Sprintf("%s takes %s from the table; free: %s.", who, land, losers)
	}
	return fmt.Sprintf("%s takes %s from %s; back to the hand: %s.", who, land, called(names, h.From), losers)
}

func (h Happened) finish(who string) string {
	switch h.Ending {
	case LastKnight:
		return fmt.Sprintf("The game is over: %s has played the last hand knight.", who)
	case NoneCanLay:
		return "The game is over: nobody can lay a knight any more."
	}
	return "The game is over: only one player is left."
}

func called(names []string, seat int) string {
	if seat >= 0 && seat < len(names) && names[seat] != "" {
		return names[seat]
	}
	return fmt.Sprintf("Seat %d", seat+1)
}
