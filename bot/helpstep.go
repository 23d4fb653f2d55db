package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/table"
)

// step is what somebody may do next: a sentence that begins with what to type, and the button for it.
type step struct {
	text   string
	button Button
}

// playerSteps are what the user's heroes are awaited for, the most urgent first; where nobody waits for them, what a
// player may do.
func (t *Turn) playerSteps() []step {
	seats := t.Table.Played(t.User.ID)
	var steps []step
	for _, s := range seats {
		steps = append(steps, t.heroSteps(s)...)
	}
	switch {
	case len(steps) > 0:
		return steps
	case len(seats) > 0 && slices.ContainsFunc(seats, func(s table.Seat) bool { return t.fights(s.Hero.Name) }):
		return []step{{text: "Wait: this exchange awaits nothing more of you. `/combat status` shows whom it awaits; the narrator ends it."}}
	case len(seats) > 0:
		line := Line("act", "action", "average "+t.inThisGame("Strength"))
		return append([]step{{text: "`" + line + "` tries something, `/hand show` looks at your hand, `/odds` tells the chances."}}, t.draftSteps()...)
	}
	for _, s := range t.Table.Heroes() {
		if s.Player.ID == t.User.ID {
			line := Line("game join", "hero", s.Hero.Name)
			return append([]step{{fmt.Sprintf("`%s` sits down with %s.", line, s.Hero.Name), Button{Label: "Sit down", Line: line, Style: Main}}}, t.draftSteps()...)
		}
	}
	if steps := t.draftSteps(); len(steps) > 0 {
		return steps
	}
	return []step{{
		"`/hero new name:…` makes a hero; `/hero new` alone asks with a form. Then `/game join` sits down with it.",
		Button{Label: "New hero", Line: "/hero new", Style: Main},
	}}
}

// draftSteps are how the user goes on with heroes in the making (R16.1).
func (t *Turn) draftSteps() []step {
	var steps []step
	for _, d := range t.Table.KeptDrafts() {
		if d.Player.ID != t.User.ID {
			continue
		}
		s := t.typedStep("Go on with "+d.Hero.Name, Line("hero build", "hero", d.Hero.Name), "goes on with the draft of "+d.Hero.Name+"; step:submit lays it before the narrator.")
		if d.Submitted {
			line := Line("hero build", "hero", d.Hero.Name, "step", "return")
			s = step{fmt.Sprintf("Wait: %s lies before the narrator; `%s` takes the draft back.", d.Hero.Name, line), Button{Label: short("Take "+d.Hero.Name+" back", 80), Line: line}}
		}
		steps = append(steps, s)
	}
	return steps
}

// inThisGame is a text whose examples name abilities of this game: for one that its deck does not have the first of the
// same Trait, or of all (R1.2a).
func (t *Turn) inThisGame(text string) string {
	if t.Table == nil || t.Table.List == nil {
		return text
	}
	abilities := t.Table.List.Abilities
	for _, a := range fate.Standard() {
		if _, has := t.Table.List.Ability(a.Name); has {
			continue
		}
		i := slices.IndexFunc(abilities, func(b fate.Ability) bool { return b.Trait == a.Trait })
		text = strings.ReplaceAll(text, a.Name, abilities[max(0, i)].Name)
	}
	return text
}

// abilitiesText tells the abilities of a deck by their Traits.
func abilitiesText(d *fate.DeckList) string {
	var parts []string
	for _, trait := range d.Traits() {
		var names []string
		for _, a := range d.Abilities {
			if a.Trait == trait {
				names = append(names, a.Name)
			}
		}
		parts = append(parts, trait+": "+strings.Join(names, ", ")+".")
	}
	return strings.Join(parts, " ") + " Scores go from 1 to 10; 5 is a hero's average. Each Trait has a code: A is best, X untrained."
}

// heroSteps are what a hero is awaited for.
func (t *Turn) heroSteps(s table.Seat) []step {
	var steps []step
	add := func(label, line, text string) { steps = append(steps, t.typedStep(label, line, text)) }
	name := s.Hero.Name
	for _, d := range t.Table.Fight.Due(t.Table.FightScene()) {
		if d.Who == name && len(steps) == 0 { // wounds come first
			steps = append(steps, t.dueStep(d))
		}
	}
	if err := up(s); err != nil && len(steps) == 0 {
		return []step{t.downStep(s)}
	}
	if t.Table.CardsLost(s) > 0 {
		add("Give up a card", Line("point lose", "hero", name), "gives up a card: a mishap costs "+name+" one.")
	}
	if calls := t.openCalls(s); len(calls) > 0 && t.able(s) == nil {
		action := t.callAction(calls[0])
		add(name+": "+action, Line("act", "hero", name, "call", strconv.Itoa(calls[0].ID)), fmt.Sprintf("opens your hand: the narrator waits for %s to try %s.", name, action))
	}
	if r := t.Table.Results[s.ID]; r.Open && !r.Passed {
		add("Let it stand", Line("point pass", "hero", name), fmt.Sprintf("lets %s's result stand; `/point flip` changes it for a hero point.", name))
	}
	if _, _, err := t.Table.Fight.Recover(t.Table.FightScene(), name); err == nil {
		add("Recover", Line("heal recover", "hero", name), fmt.Sprintf("gives %s a card back after the fight.", name))
	}
	if t.Table.MishapsDue(s) > 0 && len(steps) == 0 {
		line := Line("act", "action", "average "+t.inThisGame("Strength"))
		steps = append(steps, step{text: fmt.Sprintf("`%s` and all else goes on; the narrator says what goes wrong by %s's Karma.", line, name)})
	}
	return steps
}

// typedStep begins with the line to type, without what Skald knows: the only hero that the user plays, the oldest call.
func (t *Turn) typedStep(label, line, text string) step {
	typed, _ := Parse(line)
	typed = typed.Without("call")
	if len(t.Table.Played(t.User.ID)) == 1 {
		typed = typed.Without("hero")
	}
	return step{"`" + typed.String() + "` " + text, Button{Label: short(label, 80), Line: line, Style: Main}}
}

// dueStep says how to give the answer that a fight or a wound awaits of a hero.
func (t *Turn) dueStep(d combat.Due) step {
	line, text := Line("combat attack", "hero", d.Who), "attacks a foe: "+d.Who+"'s action is awaited. `/help topic:\"combat do\"` lists all else that a hero can do."
	label := "attack"
	switch {
	case d.Need == combat.ToPay:
		line, label = Line("wound pay", "hero", d.Who), "pay"
		text = fmt.Sprintf("pays %d %s with cards of the hand; before that %s does nothing else.", d.Amount, woundWord(d.Amount, string(d.Harm)), d.Who)
	case d.Need == combat.ToDefend:
		line, label = Line("combat defend", "hero", d.Who, "against", d.Foe), "defend"
		text = fmt.Sprintf("answers %s (%s)", d.Foe, d.Action)
		if len(d.Answers) > 1 {
			text += "; `/combat do` has other answers: " + strings.Join(d.Answers[1:], ", ")
		}
		text += "."
	case d.Later:
		return step{text: "Wait: others act before " + d.Who + "; `/combat status` shows who."}
	}
	return t.typedStep(d.Who+": "+label, line, text)
}

// downStep is for the player of a hero who is down.
func (t *Turn) downStep(s table.Seat) step {
	name := s.Hero.Name
	if s.Wounds.Dead {
		return step{"`/hero new name:…` makes another hero, for " + name + " is dead.", Button{Label: "New hero", Line: "/hero new", Style: Main}}
	}
	if _, _, err := t.Table.Fight.Recover(t.Table.FightScene(), name); err == nil {
		return t.typedStep("Recover", Line("heal recover", "hero", name), "gives "+name+" a card back after the fight.")
	}
	helps := fmt.Sprintf("another hero may help with `%s`", Line("heal magic", "hero", name))
	switch {
	case s.Wounds.Dying || t.aidable(name): // R9.3a
		helps = fmt.Sprintf("another hero may help with `%s` or `%s`", Line("heal aid", "hero", name), Line("heal magic", "hero", name))
	case t.Table.Fight.Stage == combat.Fighting:
		helps += "; first aid comes when the fight is over"
	default:
		helps += "; with time the narrator's `/heal rest` gives cards back"
	}
	return step{text: fmt.Sprintf("Wait, for %s is %s: %s.", name, s.Hero.Status(s.Wounds), helps)}
}

// aidable reports whether some hero at the table can give a hero first aid now (R9.3).
func (t *Turn) aidable(patient string) bool {
	scene := t.Table.FightScene()
	return slices.ContainsFunc(scene.Seats, func(helper combat.Seat) bool {
		_, err := t.Table.Fight.Declare(scene, helper.Hero.Name, combat.Declaration{Action: combat.Aid, For: patient})
		return err == nil
	})
}

// narratorStep says what waits for the narrator, the most urgent first; where nothing does, how to ask for an action.
func (t *Turn) narratorStep() string {
	var lines, names, awaited []string
	f := t.Table.Fight
	for _, s := range t.Table.Heroes() {
		if !s.Joined {
			continue
		}
		names = append(names, s.Hero.Name)
		for _, c := range t.openCalls(s) {
			awaited = append(awaited, s.Hero.Name+": "+t.callAction(c))
		}
		if t.Table.CardsLost(s) > 0 {
			awaited = append(awaited, s.Hero.Name+": gives up a card to a mishap (/point lose)")
		}
		if t.Table.MishapsDue(s) > 0 {
			lines = append(lines, fmt.Sprintf("`%s` says what goes wrong: %s played Karma and failed.", Line("narrator mishap", "hero", s.Hero.Name), s.Hero.Name))
		}
		if r := t.Table.Results[s.ID]; r.Open && !r.NarratorPassed {
			lines = append(lines, fmt.Sprintf("`%s` lets %s's result stand.", Line("point pass", "hero", s.Hero.Name), s.Hero.Name))
		}
	}
	for _, d := range f.Due(t.Table.FightScene()) {
		if d.Need == combat.ToRule {
			lines = append(lines, fmt.Sprintf("`%s`: does %s die? Otherwise dies:false.", Line("combat decide", "foe", d.Foe, "dies", "true"), d.Foe))
		} else {
			awaited = append(awaited, d.String())
		}
	}
	_, over := f.Over(t.Table.FightScene())
	switch {
	case over:
		lines = append(lines, "`/combat end` closes the fight, for one side is out of it.")
	case f.Stage == combat.Fighting && len(awaited) > 0:
		lines = append(lines, "`/combat foe-does foe:…` has a foe act; `/combat next` ends the exchange when nobody is awaited any more.")
	case f.Stage == combat.Fighting:
		lines = append(lines, "`/combat next` ends the exchange, for nobody is awaited; before it, `/combat foe-does foe:…` has a foe act.")
	case len(f.Foes) > 0 && f.Stage == combat.Peace && len(names) > 0:
		lines = append(lines, "`/combat start` begins a fight with the foes that stand ready.")
	}
	if len(lines) == 0 && len(names) > 0 {
		line := Line("call", "hero", names[0], "action", "challenging "+t.inThisGame("Quickness"))
		lines = append(lines, fmt.Sprintf("`%s` asks for an action; `/game status` shows the table.", line))
	}
	lines = append(lines, t.waitingForNarrator()...)
	if len(awaited) > 0 {
		lines = append(lines, "Awaited: "+strings.Join(awaited, "; ")+". For a player who is away, give the command with `hero:`.")
	}
	if len(names) == 0 {
		lines = append(lines, "Nobody sits at the table yet: players make heroes with `/hero new` and sit down with `/game join`.")
	}
	return strings.Join(lines, "\n")
}
