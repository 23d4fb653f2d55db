package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
)

// picker is the hand to choose from, for the player's eyes: the cards with their chances, the skill, and
// the next step.
func (t *Turn) picker(at attempt) Reply {
	hand := t.Table.Hand(at.seat)
	left, _ := hand.Without(at.action.Cards...)
	base := t.pickLine(at)
	r := Reply{Private: true, Update: true, Title: t.pickTitle(at)}
	r.Files = []File{t.picture("hand.png", at.seat.Hero.Name+"'s hand", hand)}
	chosen := len(at.action.Cards) > 0
	if chosen {
		r.Body = "Chosen: **" + longList(at.action.Cards) + "**."
		if !at.secret {
			r.Body += " Chance of success: **" + percent(t.chanceOf(at)) + "**."
		}
	} else {
		r.Body = "Choose the card to play."
	}
	if at.action.Chains() && len(left) > 0 {
		r.Selects = append(r.Selects, t.cardMenu(at, left, base))
	}
	if len(at.seat.Hero.Skills) > 0 && at.skill == "" {
		r.Selects = append(r.Selects, Select{Label: "Add a skill", Line: base.Without("skill").String(), Option: "skill", Choices: capChoices(skillChoices(at.seat.Hero))})
	}
	if chosen {
		label := "Play"
		if at.action.Chains() && len(left) > 0 {
			label = "Resolve"
		}
		r.Buttons = []Button{
			{Label: label, Line: base.Without("pick").String(), Style: Main},
			{Label: "Start over", Line: base.Without("card", "then").String()},
		}
	}
	return r
}

func (t *Turn) pickTitle(at attempt) string {
	at.notation = t.known(at.notation, at.foe)
	return cmpOr(at.early, at.seat.Hero.Name+": "+t.publicAction(at))
}

// pickLine is the line that goes on with the picking, shorter than what was typed where it can be.
func (t *Turn) pickLine(at attempt) *Request {
	line := t.Without("pick", "card", "then", "skill")
	if _, named := t.Arg("hero"); !named && len(t.Table.Played(t.User.ID)) > 1 {
		line = line.With("hero", at.seat.Hero.Name)
	}
	if _, named := t.Arg("call"); !named && at.call > 0 {
		line = line.With("call", strconv.Itoa(at.call))
	}
	switch {
	case at.skill != "":
		line = line.With("skill", at.skill)
	case isNone(t.Text("skill")):
		line = line.With("skill", "none")
	}
	if len(at.action.Cards) > 0 {
		line = line.With("card", at.action.Cards[0].String())
	}
	if len(at.action.Cards) > 1 {
		line = line.With("then", at.action.Cards[1:].String())
	}
	return line.With("pick", "true")
}

func (t *Turn) cardMenu(at attempt, left fate.Pile, base *Request) Select {
	menu := Select{Label: "Choose a card", Line: base.String(), Option: "card"}
	if len(at.action.Cards) > 0 {
		menu.Label, menu.Option = "Play another", "then"
	}
	further := at.action
	further.Score += further.Cards.Sum()
	for _, chance := range fate.Odds(further, left, t.Table.Unknown(at.seat)) {
		c := chance.Card
		choice := Choice{Label: c.Long(), Value: c.String(), About: strings.Trim(t.faceNote(c), " ()")}
		if !at.secret {
			odds := percent(chance.Alone)
			if len(chance.Then) > 0 {
				odds += ", " + percent(chance.Best) + " with more"
			}
			choice.About = strings.Trim(odds+", "+choice.About, " ,")
		}
		menu.Choices = append(menu.Choices, choice)
	}
	menu.Choices = capChoices(menu.Choices)
	return menu
}

func capChoices(list []Choice) []Choice { return list[:min(25, len(list))] }

func longList(p fate.Pile) string {
	var names []string
	for _, c := range p {
		names = append(names, c.Long())
	}
	return strings.Join(names, ", ")
}

// chanceOf is the chance of success with exactly the cards of the attempt.
func (t *Turn) chanceOf(at attempt) float64 {
	a := at.action
	if a.Check() != nil || len(a.Cards) == 0 {
		return 0
	}
	last := a.Cards[len(a.Cards)-1]
	a.Score += a.Cards[:len(a.Cards)-1].Sum()
	a.Edge = -1
	return fate.Odds(a, fate.Pile{last}, t.Table.Unknown(at.seat))[0].Alone
}

func percent(p float64) string {
	switch {
	case p >= 1:
		return "100 %"
	case p <= 0:
		return "0 %"
	case p > 0.995:
		return "over 99 %"
	case p < 0.005:
		return "under 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}
