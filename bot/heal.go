package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

// healText says what a hero gets back, of which kind, and how the hero fares where that changes.
func (t *Turn) healText(h combat.Healing) string {
	if h.After.Locked() > h.Before.Locked() || h.After.Dying && !h.Before.Dying {
		return fmt.Sprintf("%s loses again what the healing gave; %s now (R4.5).", h.Who, h.Status)
	}
	text := fmt.Sprintf("%s gets %s back", h.Who, plural(h.Cards, "card"))
	if there := len(t.Table.Zones[table.Deck]) + len(t.Table.Zones[table.Discard]); h.Cards > there {
		text += fmt.Sprintf(" (%d of them when there are cards again)", h.Cards-there)
	}
	var slots []string
	for _, kind := range []struct {
		name  string
		freed int
	}{{"stunning", h.Before.Stunning - h.After.Stunning}, {"killing", h.Before.Killing - h.After.Killing}} {
		if kind.freed > 0 {
			slots = append(slots, plural(kind.freed, kind.name+" slot"))
		}
	}
	if len(slots) > 0 {
		text += ", " + join(slots) + " free again"
	}
	if h.Stabilized {
		text += ", and is no longer dying"
	}
	if s, ok := t.Table.Hero(h.Who); ok && h.Status == "up" && s.Hero.Status(h.Before) == "up" {
		return text + "."
	}
	return fmt.Sprintf("%s; %s now.", text, h.Status)
}

func recoverHero(t *Turn) (Reply, error) {
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	if t.Table.Fight.Stage == combat.After {
		if err := t.mustPay(s.Hero.Name); err != nil {
			return Reply{}, err
		}
	}
	f, h, err := t.Table.Fight.Recover(t.Table.FightScene(), s.Hero.Name)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	t.Table.Mend(h, t.luck())
	return Reply{Title: "Heroic recovery", Body: t.healText(h), Tone: Good, Buttons: []Button{handButton()}}, nil
}

// healByAction has a hero heal another by an action: first aid or magic (R9.3, R9.5).
func (t *Turn) healByAction(action string) (Reply, error) {
	patient, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	seat, absent, err := t.helper().seat()
	if helpers := t.helpers(patient); err != nil && t.Text("by") == "" && len(helpers) > 0 {
		return Reply{}, fate.Refuse("which_hero", "Say who helps %s: %s.", patient.Hero.Name, heroChoices("by", helpers))
	}
	if err != nil {
		return Reply{}, err
	}
	return t.deed(seat, absent, combat.Declaration{
		Action: action, For: patient.Hero.Name, Skill: t.Text("skill"), Ability: t.Text("ability"), Harm: hero.Harm(strings.ToLower(t.Text("type"))),
	}, "act")
}

// helpers are the heroes beside the patient of whom the user may say that they help: the user's own; of a narrator who
// plays none, all at the table.
func (t *Turn) helpers(patient table.Seat) []table.Seat {
	seats := t.Table.Played(t.User.ID)
	if len(seats) == 0 && t.Narrates() {
		seats = t.Table.Heroes()
	}
	return slices.DeleteFunc(seats, func(s table.Seat) bool { return !s.Joined || s.ID == patient.ID })
}

// helper is the turn as of who helps: for first aid and magic, the option hero names the patient.
func (t *Turn) helper() *Turn {
	line := t.Without("hero", "by")
	if by := t.Text("by"); by != "" {
		line = line.With("hero", by)
	}
	return line.on(t)
}

// asHelper suggests for who helps, not for the patient.
func asHelper(suggest func(*Turn) []Choice) func(*Turn) []Choice {
	return func(t *Turn) []Choice { return suggest(t.helper()) }
}

func rest(t *Turn) (Reply, error) {
	if t.Table.Fight.Stage == combat.Fighting {
		return Reply{}, fate.Refuse("fight_on", "Nobody rests in a fight (R9.4); /combat end ends it first.")
	}
	hours, weeks := t.Number("hours", 0), t.Number("weeks", 0)
	if hours+weeks == 0 {
		return Reply{}, fate.Refuse("missing_option", "Say how much time passes: hours or weeks of rest (R9.4).")
	}
	return t.healSeats("Time passes", func(s combat.Scene, who string) (combat.Healing, error) { return s.Rest(who, hours, weeks) })
}

func healFully(t *Turn) (Reply, error) {
	return t.healSeats("Healed", func(s combat.Scene, who string) (combat.Healing, error) { return s.Full(who) })
}

// healSeats heals one hero, or all who can be.
func (t *Turn) healSeats(title string, heal func(combat.Scene, string) (combat.Healing, error)) (Reply, error) {
	seats := t.Table.Heroes()
	name := t.Text("hero")
	if name != "" {
		s, err := t.seatNamed(name)
		if err != nil {
			return Reply{}, err
		}
		seats = []table.Seat{s}
	}
	var lines, dead []string
	for _, s := range seats {
		if !s.Joined {
			continue
		}
		if err := t.unhurtMustPay(s.Hero.Name); err != nil {
			if name != "" {
				return Reply{}, err
			}
			lines = append(lines, err.Error())
			continue
		}
		h, err := heal(t.Table.FightScene(), s.Hero.Name)
		if err != nil {
			if name != "" {
				return Reply{}, err
			}
			if s.Wounds.Dead {
				dead = append(dead, err.Error()+".")
			} else if s.Wounds.Dying {
				lines = append(lines, fmt.Sprintf("%s, %s or %s.", strings.TrimSuffix(err.Error(), "."), Line("heal aid", "hero", s.Hero.Name), Line("heal magic", "hero", s.Hero.Name)))
			}
			continue
		}
		switch {
		case h.Before != h.After:
			t.Table.Mend(h, t.luck())
			lines = append(lines, t.healText(h))
		case h.After.Locked() > 0: // of a killing slot, and hours
			lines = append(lines, fmt.Sprintf("%s gets no card back: a card that was lost to a killing wound takes a week of rest (R9.4).", s.Hero.Name))
		}
	}
	if len(lines) == 0 {
		lines = append(dead, "Nobody else has lost a card to wounds.")
		if len(dead) == 0 {
			lines = []string{"Nobody has lost a card to wounds."}
		}
	}
	return Reply{Title: title, Body: strings.Join(lines, "\n"), Tone: Good}, nil
}

func suggestFallen(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, s := range t.Table.Fight.Spoils() {
		list = append(list, Choice{Label: s.Foe, Value: s.Foe})
	}
	return list
}
