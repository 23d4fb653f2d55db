package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/table"
)

// fights reports whether a hero of the exact name is in a fight that goes on.
func (t *Turn) fights(hero string) bool {
	f := t.Table.Fight
	return f.Stage == combat.Fighting && slices.ContainsFunc(f.Heroes, func(h combat.Fighter) bool { return h.Name == hero })
}

// joinsLate says to a hero who sits down in the middle of a fight how to get into it.
func (t *Turn) joinsLate(hero string) string {
	if t.Table.Fight.Stage != combat.Fighting || t.fights(hero) {
		return ""
	}
	return fmt.Sprintf("\nA fight is on without %s; the narrator brings the hero in with /combat join hero:%s.", hero, quoteValue(hero))
}

// fighters lists who fights, in an order drawn by lot that breaks ties of initiative (R6.2a).
func (t *Turn) fighters() ([]string, error) {
	var names []string
	for _, name := range splitList(t.Text("heroes")) {
		s, err := t.seatNamed(name)
		if err != nil {
			return nil, err
		}
		if !s.Joined {
			return nil, fate.Refuse("not_seated", "%s does not sit at the table; /game join brings the hero in.", s.Hero.Name)
		}
		names = append(names, s.Hero.Name)
	}
	if len(names) == 0 {
		for _, s := range t.Table.Heroes() {
			if s.Joined && !s.Wounds.Dead {
				names = append(names, s.Hero.Name)
			}
		}
	}
	return t.shuffleNames(names), nil
}

func setRange(t *Turn) (Reply, error) {
	to, err := combat.ParseRange(t.Text("range"))
	if err != nil {
		return Reply{}, err
	}
	hero := t.Text("hero")
	if hero != "" {
		s, err := t.seatNamed(hero)
		if err != nil {
			return Reply{}, err
		}
		hero = s.Hero.Name
	}
	foes, err := t.foesNamed(t.Text("foe"))
	if err != nil {
		return Reply{}, err
	}
	f := t.Table.Fight
	var notes []combat.Note
	for _, foe := range append(foes, "")[:max(1, len(foes))] {
		var more []combat.Note
		if f, more, err = f.SetRange(t.Table.FightScene(), hero, foe, to); err != nil {
			return Reply{}, err
		}
		notes = append(notes, more...)
	}
	t.Table.SetFight(f)
	body := fmt.Sprintf("%s and %s are at %s now.", cmpOr(gatherNames(foes), "The foes"), cmpOr(hero, "the heroes"), to)
	if talk := to.Talk(); talk != "" {
		body += " Talk: " + talk + "."
	}
	return Reply{Body: strings.TrimSpace(body + noteLines(notes)), Outcome: t.combatOutcome()}, nil
}

func condition(t *Turn) (Reply, error) {
	if err := t.fighting(); err != nil {
		return Reply{}, err
	}
	state := combat.State(strings.ToLower(t.Text("condition")))
	names, err := t.anybody(t.Text("who"))
	if err != nil {
		return Reply{}, err
	}
	f := t.Table.Fight
	var lines []string
	for _, who := range names {
		line := ""
		if f, line, err = t.conditionOn(f, who, state); err != nil {
			return Reply{}, err
		}
		lines = append(lines, line)
	}
	t.Table.SetFight(f)
	return Reply{Body: strings.Join(lines, "\n"), Outcome: t.combatOutcome()}, nil
}

// conditionOn puts a condition on one fighter, or lifts it, and says so.
func (t *Turn) conditionOn(f combat.Fight, who string, state combat.State) (combat.Fight, string, error) {
	with := t.Text("with")
	if t.Switch("lift") {
		f, notes, err := f.Lift(t.Table.FightScene(), who, state, with)
		said := fmt.Sprintf("%s is no longer %s.", who, state)
		for _, k := range f.Lasting {
			if k.Who == who && k.State == state { // with others it goes on
				said = fmt.Sprintf("That is lifted. %s is still %s.", who, k)
			}
		}
		return f, strings.TrimSpace(said + noteLines(notes)), err
	}
	k := combat.Condition{State: state, Who: who}
	if state == combat.Effect || state == combat.Disarmed {
		k.Name = with
	} else if with != "" {
		others, err := t.anybody(with)
		if err == nil && len(others) > 1 {
			err = whichFoe(with, others)
		}
		if err != nil {
			return f, "", err
		}
		k.With = others[0]
	}
	f, notes, err := f.Afflict(t.Table.FightScene(), k)
	if err != nil {
		return f, "", err
	}
	k = f.Lasting[len(f.Lasting)-1]
	return f, strings.TrimSpace(fmt.Sprintf("%s: %s. It lasts %s.", who, k, k.Ends()) + noteLines(notes)), nil
}

// anybody finds heroes at the table and foes by a list of names; the name of a group means all of it.
func (t *Turn) anybody(list string) ([]string, error) {
	var names []string
	for _, name := range append([]string{list}, splitList(list)...) {
		if s, ok := t.Table.Hero(name); ok {
			if names = append(names, s.Hero.Name); name == list {
				return names, nil
			}
			continue
		}
		foes, err := t.Table.Fight.Group(name)
		switch {
		case err == nil && name == list:
			return foes, nil
		case err == nil:
			names = append(names, foes...)
		case name != list || !strings.Contains(list, ","):
			return nil, err
		}
	}
	return names, nil
}

func joinCombat(t *Turn) (Reply, error) {
	s, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	name := s.Hero.Name
	f, said := t.Table.Fight, name+" joins the fight."
	switch _, modified := t.Arg("initiative"); {
	case t.Switch("leave"):
		f, err = f.Leave(name)
		said = name + " is out of the fight."
	case modified:
		f, err = f.Initiative(name, t.Number("initiative", 0))
		said = fmt.Sprintf("%s's initiative counts %+d.", name, t.Number("initiative", 0))
	default:
		if slices.ContainsFunc(f.Gone, func(a combat.Absence) bool { return a.Fighter.Name == name }) { // R6.0
			said = name + " is back in the fight, and has had in this exchange what was had before."
		}
		f, err = f.Join(t.Table.FightScene(), name)
	}
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	return Reply{Body: said, Outcome: t.combatOutcome()}, nil
}

// decideButtons ask the narrator whether a foe that was struck while down dies (R6.5b).
func decideButtons(q combat.Question) []Button {
	return []Button{
		{Label: short(q.Foe+" dies", 80), Line: Line("combat decide", "foe", q.Foe, "dies", "true"), Style: Danger},
		{Label: short(q.Foe+" lives", 80), Line: Line("combat decide", "foe", q.Foe, "dies", "false")},
	}
}

// askFate asks what becomes of foes about which the narrator was to decide and has not said what.
func (t *Turn) askFate(names []string) Reply {
	r := Reply{Private: true, Title: "Who dies?", Body: "They were struck again while they were down (R6.5); with dies:true or dies:false all of them are decided at once."}
	if len(names) == 1 {
		r.Title, r.Body = fmt.Sprintf("Does %s die?", names[0]), "It was struck again while it was down (R6.5)."
	}
	for _, name := range names[:min(5, len(names))] {
		r.Buttons = append(r.Buttons, decideButtons(combat.Question{Foe: name})...)
	}
	return r
}

func decideFoe(t *Turn) (Reply, error) {
	names, err := t.foesNamed(t.Text("foe"))
	if err != nil {
		return Reply{}, err
	}
	f := t.Table.Fight
	asked := func(name string) bool {
		return slices.ContainsFunc(f.Questions, func(q combat.Question) bool { return q.Foe == name })
	}
	if slices.ContainsFunc(names, asked) { // of a group only those are meant about whom there is a question
		names = slices.DeleteFunc(names, func(name string) bool { return !asked(name) })
	}
	if _, said := t.Arg("dies"); !said && len(names) > 0 && asked(names[0]) {
		return t.askFate(names), nil
	}
	var notes []combat.Note
	for _, name := range names {
		var more []combat.Note
		if f, more, err = f.Decide(name, t.Switch("dies")); err != nil {
			return Reply{}, err
		}
		notes = append(notes, more...)
	}
	t.Table.SetFight(f)
	return Reply{Body: strings.TrimSpace(noteLines(notes)), Outcome: t.foesOutcome(names, false)}, nil
}

func nudge(t *Turn) (Reply, error) {
	due := t.Table.Fight.Due(t.Table.FightScene())
	r := Reply{}
	var names []string
	for _, d := range due {
		users := t.Table.Game.Narrators
		if s, ok := t.Table.Hero(d.Who); ok {
			users = []table.User{s.Player}
		}
		for _, u := range users {
			if !slices.Contains(names, u.Name) {
				r.Ping = append(r.Ping, u)
				names = append(names, u.Name)
			}
		}
	}
	if len(names) == 0 {
		return Reply{}, fate.Refuse("nobody_awaited", "Nobody is awaited.")
	}
	if err := t.mayRemind(t.Narrates() || len(t.Table.Played(t.User.ID)) > 0, "the narrator and the players"); err != nil {
		return Reply{}, err
	}
	r.Body = fmt.Sprintf("The table waits for %s.\n%s", join(names), dueLines(due))
	return r, nil
}
