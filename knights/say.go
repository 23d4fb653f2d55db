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

// Brief tells in a few English words which side lies and what it does: "reverse, income 1, defence +1 against attackers".
func (s Side) Brief() string {
	word := "reverse"
	if s.Crown {
		word = "crown"
	}
	parts := []string{word, fmt.Sprintf("income %d", s.Effects.Income)}
	if power := s.Effects.Power.brief(); power != "" {
		parts = append(parts, power)
	}
	for _, b := range s.Effects.End {
		per := map[string]string{"land": " a land", "defender": " a defender", "attacker": " an attacker", "hand": " a hand knight"}[b.Per]
		parts = append(parts, fmt.Sprintf("end %+d%s", b.Points, per))
	}
	return strings.Join(parts, ", ")
}

func (w Power) brief() string {
	once := " once"
	if w.Times == "turn" {
		once = " each turn"
	}
	switch w.Kind {
	case RecallPower:
		return "takes a knight back once"
	case ReinforcePower:
		if w.Where == "any" {
			return "adds to any defence" + once
		}
		return "adds to its defence" + once
	case BulwarkPower:
		return fmt.Sprintf("defence +%d against attackers", w.Points)
	case DiscountPower:
		return fmt.Sprintf("recruiting -%d", w.Points)
	}
	return ""
}

func called(names []string, seat int) string {
	if seat >= 0 && seat < len(names) && names[seat] != "" {
		return names[seat]
	}
	return fmt.Sprintf("Seat %d", seat+1)
}
