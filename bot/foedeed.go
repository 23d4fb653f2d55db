package bot

import (
	"fmt"
	"strings"

	"skald/combat"
	"skald/hero"
)

// stunts says what a foe tries with a hero, where it is not said like "disarm Bren".
var stunts = map[string]string{
	combat.Grab: "snatch the weapon of %s", combat.Hold: "keep the hold on %s", combat.Stranglehold: "throttle %s",
	combat.Escape: "get out of the hold of %s",
}

// incomingText is a foe's attack that a hero must answer.
func (t *Turn) incomingText(in combat.Incoming) string {
	foe := join(append([]string{in.Foe}, in.With...))
	what := "attacks " + in.On
	switch in.Action {
	case combat.Attack, combat.Strike, combat.Shoot, combat.Fling:
		if len(in.With) > 0 {
			what = "attack " + in.On + " as one"
		}
	case combat.Maneuver:
		what = fmt.Sprintf("tries to get to %s range of %s", in.Range, in.On)
	case combat.Power:
		what = "uses a power on " + in.On
	default:
		what = "tries to " + fmt.Sprintf(cmpOr(stunts[in.Action], in.Action+" %s"), in.On)
	}
	switch answers := t.Table.Fight.Answers(t.Table.FightScene(), in); {
	case len(answers) == 0:
		return fmt.Sprintf("%s %s, who has no answer to it in this exchange (R6.4b).", foe, what)
	case len(answers) == 1:
		return fmt.Sprintf("%s %s: %s answers.", foe, what, in.On)
	default:
		return fmt.Sprintf("%s %s: %s answers (%s).", foe, what, in.On, strings.Join(answers, ", "))
	}
}

// answerButtons let the heroes answer the foes' attacks.
func (t *Turn) answerButtons(drawn []combat.Incoming) []Button {
	var buttons []Button
	for _, in := range drawn {
		if len(buttons) == 5 || len(t.Table.Fight.Answers(t.Table.FightScene(), in)) == 0 {
			continue
		}
		buttons = append(buttons, Button{
			Label: short(fmt.Sprintf("%s: answer %s", in.On, in.Foe), 80), Style: Main,
			Line: t.inExchange(&Request{Command: "combat defend", Args: []Arg{{Name: "hero", Value: in.On}, {Name: "against", Value: in.Foe}}}).String(),
		})
	}
	return buttons
}

func foeDoes(t *Turn) (Reply, error) {
	if err := t.fighting(); err != nil {
		return Reply{}, err
	}
	a := combat.Assault{
		Foes: splitList(t.Text("foe")), Massed: t.Switch("massed"), Action: cmpOr(strings.ToLower(t.Text("action")), combat.Attack),
		On: t.Text("hero"), Ability: t.Text("ability"), Opposition: t.Text("opposition"), Power: t.Number("power", 0),
		Harm: hero.Harm(strings.ToLower(t.Text("type"))), Mental: t.Switch("mental"),
	}
	row, err := combat.FindAction(a.Action)
	if a.Action == combat.Attack {
		row, err = combat.FindAction(combat.Strike)
	}
	if err == nil {
		err = t.noSpare(row, needlessToFoes)
	}
	if err != nil {
		return Reply{}, err
	}
	if text := t.Text("range"); text != "" {
		if a.Range, err = combat.ParseRange(text); err != nil {
			return Reply{}, err
		}
	}
	if _, set := t.Arg("difficulty"); set {
		n := t.Number("difficulty", 0)
		a.Rating = &n
	}
	if a.On != "" {
		s, err := t.seatNamed(a.On)
		if err != nil {
			return Reply{}, err
		}
		a.On = s.Hero.Name
	}
	f, reaction, err := t.Table.Fight.FoeDoes(t.Table.FightScene(), a)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	t.Mask(t.Without("power", "difficulty"))
	var lines []string
	for _, in := range reaction.Incoming {
		lines = append(lines, t.incomingText(in))
	}
	lines = append(lines, noteTexts(reaction.Notes)...)
	lines = append(lines, t.revisedLines(reaction.Revised)...)
	var paid []woundOutcome
	for _, p := range reaction.Payments {
		lines = append(lines, t.suffer(p))
		paid = append(paid, t.woundOutcome(p))
	}
	return Reply{
		Title: strings.Join(a.Foes, ", "), Tone: Warn, Body: cmpOr(strings.Join(lines, "\n"), "Done."),
		Buttons: t.answerButtons(reaction.Incoming), Outcome: t.combatOutcome().paid(paid),
	}, nil
}

func suggestAttackers(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, _, err := t.seat()
	if err != nil {
		return nil
	}
	var list []Choice
	for _, d := range t.Table.Fight.Due(t.Table.FightScene()) {
		if d.Need == combat.ToDefend && d.Who == s.Hero.Name {
			list = append(list, Choice{Label: d.Foe + " (" + d.Action + ")", Value: d.Foe})
		}
	}
	return list
}

func suggestFoeDeeds(*Turn) []Choice {
	var list []Choice
	for _, a := range combat.Actions() {
		list = append(list, Choice{Label: a.Name, Value: a.Name})
	}
	return list
}
