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

func attackFoe(t *Turn) (Reply, error) {
	return t.carryOut(t.declaration(), "attack")
}

func defend(t *Turn) (Reply, error) {
	return t.carryOut(t.declaration(), "defend")
}

func doInCombat(t *Turn) (Reply, error) {
	a, err := combat.FindAction(t.Text("action"))
	if err == nil {
		err = t.noSpare(a, needless)
	}
	if err != nil {
		return Reply{}, err
	}
	d := t.declaration()
	if text := t.Text("range"); text != "" {
		if d.Range, err = combat.ParseRange(text); err != nil {
			return Reply{}, err
		}
	}
	if err := t.narratorsWord(&d); err != nil {
		return Reply{}, err
	}
	return t.carryOut(d, "act")
}

// needless tells of options with which actions of heroes they can do nothing, needlessToFoes with which of foes.
var needless = map[string]func(combat.Action) bool{
	"target": func(a combat.Action) bool { return a.At == combat.AtNothing },
	"for":    func(a combat.Action) bool { return a.At != combat.AtHero && a.Name != combat.Intercept },
	"with": func(a combat.Action) bool {
		return !slices.Contains([]string{combat.Strike, combat.Shoot, combat.Fling, combat.Cover, combat.Disarm, combat.Aim, combat.Block}, a.Name)
	},
	"ability":    func(a combat.Action) bool { return !a.Tested() || a.Name == combat.Resist },
	"opposition": notAPower,
	"power":      notAPower,
	"mental":     notAPower,
	"type":       func(a combat.Action) bool { return notAPower(a) && a.At != combat.AtHero },
	"range":      func(a combat.Action) bool { return a.Name != combat.Maneuver },
	"second":     func(a combat.Action) bool { return a.Name != combat.Box },
	"split":      func(a combat.Action) bool { return a.Name != combat.Box },
	"difficulty": untested, "card": untested, "then": untested, "skill": untested, "using": untested,
}

var needlessToFoes = map[string]func(combat.Action) bool{
	"hero":    func(a combat.Action) bool { return a.Name == combat.Lead || a.Name == combat.Analyze },
	"ability": notAPower, "opposition": notAPower, "power": notAPower, "mental": notAPower, "type": notAPower,
	"range": func(a combat.Action) bool { return a.Name != combat.Maneuver },
	"difficulty": func(a combat.Action) bool {
		return slices.Contains([]string{combat.Lead, combat.Analyze, combat.Aim, combat.Talk, combat.Wait}, a.Name)
	},
}

func notAPower(a combat.Action) bool { return a.Name != combat.Power }

func untested(a combat.Action) bool { return !a.Tested() }

// noSpare refuses options that say something of an action that it has no use for, so that nobody believes they count.
func (t *Turn) noSpare(a combat.Action, needless map[string]func(combat.Action) bool) error {
	var spare []string
	for _, arg := range t.Args {
		idle := needless[arg.Name]
		off := strings.TrimSpace(arg.Value) == "" || strings.EqualFold(arg.Value, "false")
		if idle != nil && idle(a) && !off {
			spare = append(spare, arg.Name)
		}
	}
	if len(spare) == 0 {
		return nil
	}
	return fate.Refuse("unused_option", "To %s makes no use of %s; leave that out (%s).", a.Name, join(spare), a.Rule)
}

// declaration is what the options say that a hero sets out to do.
func (t *Turn) declaration() combat.Declaration {
	d := combat.Declaration{
		Action: combat.Attack, Target: t.Text("target"), Style: hero.Style(strings.ToLower(t.Text("style"))),
		Weapon: t.Text("with"), Skill: t.Text("skill"),
	}
	switch t.Command {
	case "combat defend":
		d.Action, d.Target = combat.Defend, t.Text("against")
	case "combat do":
		d.Action, d.For, d.Ability, d.Opposition = strings.ToLower(t.Text("action")), t.Text("for"), t.Text("ability"), t.Text("opposition")
		d.Power, d.Harm, d.Mental = t.Number("power", 0), hero.Harm(strings.ToLower(t.Text("type"))), t.Switch("mental")
		d.Second, d.Split = t.Text("second"), t.Number("split", 0)
		if a, err := combat.FindAction(d.Action); err == nil {
			d.Action = a.Name
			if a.At == combat.AtHero && d.For == "" {
				d.For, d.Target = d.Target, ""
			}
		}
	}
	return d
}

// narratorsWord reads what only the narrator may say of an action: that it is allowed, or how hard it is.
func (t *Turn) narratorsWord(d *combat.Declaration) error {
	_, set := t.Arg("difficulty")
	if !set && !t.Switch("allow") {
		return nil
	}
	if !t.Narrates() {
		return fate.Refuse("not_narrator", "Only the narrator says how hard that is, or allows it against the rules.")
	}
	d.Allowed = t.Switch("allow")
	if set {
		n := t.Number("difficulty", 0)
		d.Rating = &n
	}
	return nil
}

// carryOut plays a hero's action in a fight, from the declaration to what comes of it (R6, R7).
func (t *Turn) carryOut(d combat.Declaration, kind string) (Reply, error) {
	if err := t.fighting(); err != nil {
		return Reply{}, err
	}
	if err := t.thisExchange(); err != nil {
		return Reply{}, err
	}
	seat, absent, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	for _, target := range []*string{&d.Target, &d.Second} {
		if *target, err = t.opponent(*target, seat.Hero.Name, kind); err != nil {
			return Reply{}, err
		}
	}
	return t.deed(seat, absent, d, kind)
}

// thisExchange refuses a button that was meant for another exchange, and takes its number out of the line.
func (t *Turn) thisExchange() error {
	if meant := t.Text("exchange"); meant != "" && meant != t.exchange() {
		return fate.Refuse("exchange_over", "That was meant for an exchange that is over; /combat status shows who is awaited now.")
	}
	t.Request = t.Without("exchange")
	return nil
}

// exchange names the exchange under way among all that this table has fought.
func (t *Turn) exchange() string {
	return fmt.Sprintf("%d.%d", t.Table.Fight.Number, t.Table.Fight.Exchange)
}

// inExchange is a line that counts for the exchange under way only.
func (t *Turn) inExchange(r *Request) *Request {
	return r.Without("exchange").With("exchange", t.exchange())
}

// deed carries an action out for a hero: the cards are chosen and played, the rules of combat say what comes
// of it, and the table carries that out.
func (t *Turn) deed(seat table.Seat, absent bool, d combat.Declaration, kind string) (Reply, error) {
	if d.Action == combat.Aid || d.Action == combat.Mend {
		if err := t.unhurtMustPay(d.For); err != nil {
			return Reply{}, err
		}
	}
	if karma := t.Table.Raised(d.Target); karma > 0 {
		d.Against = append(d.Against, fate.Modifier{Name: "Karma", Value: karma})
	}
	scene := t.Table.FightScene()
	plan, err := t.plan(scene, seat, d)
	if menu, open := t.foeMenu(d, err); open {
		return menu, nil
	}
	if err != nil {
		return Reply{}, err
	}
	at := attempt{
		seat: seat, absent: absent, notation: plan.Notation, skill: strings.TrimSuffix(plan.Declaration.Skill, "none"),
		foe: plan.Declaration.Target, action: plan.Action, title: deedTitle(seat, plan),
	}
	early := plan
	if early.Notation = t.known(plan.Notation, at.foe); at.foe == "" && plan.Notation.Opposed && !t.Narrates() {
		early.Notation.Resist, early.Notation.Scored = 0, false // a move against all names nobody (R7.13)
	}
	at.early = deedTitle(seat, early)
	if row, err := combat.FindAction(plan.Declaration.Action); err == nil && !plan.Test && row.Tested() { // out of a cover
		row.Ability, row.Named = "", false
		if err := t.noSpare(row, needless); err != nil {
			return Reply{}, err
		}
	}
	played, karma := table.Played{Action: plan.Action}, 0
	if plan.Test {
		picked, reply, err := t.chooseCards(&at)
		if picked || err != nil {
			return reply, err
		}
		karma = t.Table.Raising(at.foe)
		t.Table.RaiseFor(at.foe)
		if played, err = t.Table.Act(seat, at.action, t.luck()); err != nil {
			return Reply{}, err
		}
	}
	f, o, err := plan.Settle(played.Action)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	if plan.Test {
		t.Table.SetResult(seat, table.Result{
			Action: o.Action, Notation: plan.Notation, Skill: at.skill, Foe: at.foe, Played: absent, Fight: kind,
			Karma: karma, Open: t.Table.Option("results") == "window", Held: played.Held,
		})
	}
	reply := t.deedReply(at, plan, played, o, kind)
	if !t.Pressed {
		return reply, nil
	}
	return Reply{Private: true, Update: true, Body: "Done.", Buttons: []Button{handButton()}, Also: []Reply{reply}}, nil
}

// chooseCards finds the cards that are played: the named ones, the best for an absent player, or the ones
// that the picker in the reply asks for.
func (t *Turn) chooseCards(at *attempt) (picked bool, reply Reply, err error) {
	if at.action.Cards, err = t.chosen(*at); err != nil {
		return false, Reply{}, err
	}
	hand := t.Table.Hand(at.seat)
	if t.Switch("pick") || len(at.action.Cards) == 0 && len(hand) > 0 {
		if !at.absent {
			if strings.HasPrefix(t.Command, "combat ") || t.Command == "act" && at.call == 0 && t.fights(at.seat.Hero.Name) {
				t.Request = t.inExchange(t.Request)
			}
			return true, t.picker(*at), nil
		}
		at.action.Cards = t.bestCard(*at, hand)
	}
	return false, Reply{}, nil
}

// suggestCombatCard offers the cards of the hand, each with its chance where the rules allow the action.
func suggestCombatCard(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, absent, err := t.seat()
	if err != nil || absent {
		return nil
	}
	plan, err := t.plan(t.Table.FightScene(), s, t.declaration())
	at := attempt{seat: s, action: plan.Action}
	var list []Choice
	for _, c := range t.Table.Hand(s) {
		choice := Choice{Label: c.Long() + t.faceNote(c), Value: c.String()}
		if err == nil && plan.Test {
			at.action.Cards = fate.Pile{c}
			choice.Label += " · " + percent(t.chanceOf(at))
		}
		list = append(list, choice)
	}
	return list
}

func suggestWeapons(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, _, err := t.seat()
	if err != nil {
		return nil
	}
	list := []Choice{{Label: "unarmed", Value: "unarmed"}}
	for _, g := range s.Hero.Gear {
		if g.Use == hero.Weapon && !knockedAway(t.Table.Fight, s.Hero.Name, g.Name) {
			list = append(list, Choice{Label: gearText(g), Value: g.Name})
		}
	}
	return list
}

// suggestDeeds offers the actions of the rules, where a fight is on only those that the hero can do now.
func suggestDeeds(t *Turn) []Choice {
	var list []Choice
	var offered []string
	if t.Table != nil {
		if s, _, err := t.seat(); err == nil {
			for _, c := range t.Table.Fight.Choices(t.Table.FightScene(), s.Hero.Name) {
				offered = append(offered, c.Action)
			}
		}
	}
	for _, a := range combat.Actions() {
		if len(offered) == 0 || slices.Contains(offered, a.Name) {
			list = append(list, Choice{Label: a.Name + ": " + short(a.Effect, 60), Value: a.Name})
		}
	}
	return list
}
