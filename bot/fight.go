package bot

import (
	"fmt"
	"slices"
	"strconv"
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
	if _, err := combat.FindAction(t.Text("action")); err != nil {
		return Reply{}, err
	}
	d := t.declaration()
	if text := t.Text("range"); text != "" {
		var err error
		if d.Range, err = combat.ParseRange(text); err != nil {
			return Reply{}, err
		}
	}
	if err := t.narratorsWord(&d); err != nil {
		return Reply{}, err
	}
	return t.carryOut(d, "act")
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
	seat, absent, err := t.heroMeant()
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
	n := t.Number("exchange", 0)
	if now := t.Table.Fight.Exchange; n > 0 && n != now {
		return fate.Refuse("exchange_over", "That was meant for exchange %d, and this is exchange %d; /combat status shows who is awaited now.", n, now)
	}
	t.Request = t.Without("exchange")
	return nil
}

// inExchange is a line that counts for the exchange under way only.
func (t *Turn) inExchange(r *Request) string {
	return r.Without("exchange").With("exchange", strconv.Itoa(t.Table.Fight.Exchange)).String()
}

// heroMeant is the hero who does something in a fight; a narrator who plays none is told to name one.
func (t *Turn) heroMeant() (table.Seat, bool, error) {
	if t.Text("hero") == "" && t.Narrates() && len(t.Table.Played(t.User.ID)) == 0 {
		var seats []table.Seat
		for _, s := range t.Table.Heroes() {
			if s.Joined {
				seats = append(seats, s)
			}
		}
		if len(seats) > 0 {
			return table.Seat{}, false, fate.Refuse("which_hero", "Say which hero it is: %s.", heroChoices(seats))
		}
	}
	return t.seat()
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
	played := table.Played{Action: plan.Action}
	if plan.Test {
		picked, reply, err := t.chooseCards(&at)
		if picked || err != nil {
			return reply, err
		}
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
			Open: t.Table.Option("results") == "window",
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
			if strings.HasPrefix(t.Command, "combat ") {
				line := *t.Request
				line.Args = append(slices.Clone(line.Args), Arg{Name: "exchange", Value: strconv.Itoa(t.Table.Fight.Exchange)})
				t.Request = &line
			}
			return true, t.picker(*at), nil
		}
		at.action.Cards = t.bestCard(*at, hand)
	}
	return false, Reply{}, nil
}

// healing names the actions that heal.
var healing = map[string]string{combat.Aid: "first aid", combat.Mend: "healing magic"}

// aims says at whom an action is, where it is not against somebody.
var aims = map[string]string{
	combat.Aim: "aim at %s", combat.Cover: "cover %s", combat.Disarm: "disarm %s", combat.Grab: "grab the weapon of %s",
	combat.Distract: "distract %s", combat.Grapple: "grapple %s", combat.Hold: "hold %s", combat.Escape: "escape from %s",
	combat.Talk: "talk to %s", combat.Taunt: "taunt %s", combat.Resist: "resist %s", combat.Stranglehold: "throttle %s",
}

func deedTitle(s table.Seat, plan combat.Plan) string {
	d := plan.Declaration
	title := s.Hero.Name + ": " + cmpOr(healing[d.Action], d.Action)
	if how, ok := aims[d.Action]; ok && d.Target != "" {
		title = s.Hero.Name + ": " + fmt.Sprintf(how, d.Target)
		d.Target = ""
	}
	if d.Weapon != "" && d.Weapon != "unarmed" {
		title += " with " + d.Weapon
	}
	switch {
	case d.For != "":
		title += " for " + d.For
	case d.Target != "":
		title += " against " + d.Target
	}
	if plan.Test {
		title += " — " + plan.Notation.String()
	}
	return title
}

// damageOutcome is the damage of a blow in an outcome.
type damageOutcome struct {
	Raw     int    `json:"raw"`
	Defense int    `json:"defense"`
	Wounds  int    `json:"wounds"`
	Type    string `json:"type"`
}

// deedOutcome is the outcome of a step of combat that plays cards: "act", "attack" or "defend".
type deedOutcome struct {
	actOutcome
	Target  string         `json:"target,omitempty"`
	Damage  *damageOutcome `json:"damage,omitempty"`
	Health  *int           `json:"target_health,omitempty"`
	Pending *int           `json:"pending_wounds,omitempty"`
}

// deedReply tells what came of an action in a fight.
func (t *Turn) deedReply(at attempt, plan combat.Plan, played table.Played, o combat.Outcome, kind string) Reply {
	r := Reply{Title: at.title}
	played.Action, at.action = o.Action, o.Action
	if plan.Test {
		r = t.result(at, played)
	} else if at.absent {
		r.Body = fmt.Sprintf("Done by %s for %s, who is away.", t.User.Name, at.seat.Player.Name)
	}
	lines := slices.Clone(plan.Warnings)
	if split := plan.Declaration.Split; plan.Declaration.Action == combat.Box && split > o.Action.Total() {
		lines = append(lines, fmt.Sprintf("The total is %d, less than %d: all of it goes into the first punch (R8.1).", o.Action.Total(), split))
	}
	lines = append(lines, t.outcomeLines(o)...)
	if plan.Declaration.Action == combat.Box && t.Table.Fight.Amendable(at.seat.Hero.Name) == nil {
		lines = append(lines, "/combat split points:… shares the total otherwise, until the exchange ends (R8.1).")
	}
	r.Body = cmpOr(strings.TrimSpace(r.Body+"\n"+strings.Join(lines, "\n")), "Done.")
	r.Outcome = t.deedOutcome(at, played, o, kind)
	r.Buttons = append(r.Buttons, t.answerButtons(o.Drawn)...)
	r.Buttons = append(r.Buttons, t.payButtons()...)
	return r
}

// outcomeLines says what an action brought, and carries out what it cost or gave back.
func (t *Turn) outcomeLines(o combat.Outcome) []string {
	lines := t.punchLines(o.Deed)
	for _, b := range o.Blows {
		lines = append(lines, blowText(b))
	}
	lines = append(lines, noteTexts(o.Notes)...)
	lines = append(lines, t.revisedLines(o.Revised)...)
	for _, p := range o.Payments {
		lines = append(lines, t.suffer(p))
	}
	if o.Healed != nil {
		lines = append(lines, t.healText(*o.Healed))
		t.Table.Mend(*o.Healed, t.luck())
	}
	lines = append(lines, t.prize(o.Deed, o.Taken, o.Returned)...)
	for _, in := range o.Drawn {
		lines = append(lines, t.incomingText(in))
	}
	return lines
}

// revisedLines tell of earlier actions that count anew because others piled on (R7.14).
func (t *Turn) revisedLines(revised []combat.Revision) []string {
	var lines []string
	for _, rev := range revised {
		word := "failure"
		if rev.Success {
			word = "success"
		}
		lines = append(lines, fmt.Sprintf("%s's action counts anew: %d against %d, %s.", rev.Who, rev.Action.Total(), rev.Action.Target(), word))
		lines = append(lines, t.punchLines(rev.Deed)...)
		for _, b := range rev.Blows {
			lines = append(lines, blowText(b))
		}
		lines = append(lines, t.prize(rev.Deed, rev.Taken, rev.Returned)...)
		t.recount(rev)
	}
	return lines
}

// deedDone is an action of the exchange by its number.
func (t *Turn) deedDone(id int) combat.Deed {
	for _, d := range t.Table.Fight.Deeds {
		if d.ID == id {
			return *d
		}
	}
	return combat.Deed{}
}

// punchLines show a boxer's two punches, each with its share of the total against its own target (R8.1).
func (t *Turn) punchLines(deed int) []string {
	d := t.deedDone(deed)
	if d.Declaration.Action != combat.Box {
		return nil
	}
	total, first, second := d.Action.Total(), d.Action.Target(), max(0, fate.Sum(d.Second))
	share := min(d.Declaration.Split, total)
	switch {
	case share > 0:
	case total >= first+second:
		share = first + (total-first-second+1)/2
	case total < first && total >= second:
	default:
		share = total
	}
	text := func(which, foe string, points, target int, hits bool) string {
		return fmt.Sprintf("%s punch at %s: %d of %d against %d, %s.", which, foe, points, total, target, map[bool]string{true: "a hit", false: "a miss"}[hits])
	}
	return []string{
		text("First", d.Declaration.Target, share, first, share >= first),
		text("Second", cmpOr(d.Declaration.Second, d.Declaration.Target), total-share, second, total-share >= second && total > share),
	}
}

// recount keeps a hero's result as it counts now, for a hero point may still amend it.
func (t *Turn) recount(rev combat.Revision) {
	s, ok := t.Table.Hero(rev.Who)
	last, _ := t.Table.Fight.Last(rev.Who)
	r, there := t.Table.Results[s.ID]
	if ok && there && r.Fight != "" && last.ID == rev.Deed {
		r.Action = rev.Action
		t.Table.SetResult(s, r)
	}
}

// prize gives a weapon that was snatched or caught to the hero who did it, or takes it back where that has failed
// after all (R4.5).
func (t *Turn) prize(deed int, taken, returned *hero.Gear) []string {
	d := t.deedDone(deed)
	if taken == nil && returned == nil {
		return nil
	}
	s, ok := t.Table.Hero(d.Who)
	if !ok {
		return nil
	}
	if returned != nil {
		return t.giveBack(s, *returned)
	}
	g, err := t.receive(s, *taken)
	if err != nil {
		return []string{fmt.Sprintf("%s has no room for the %s.", s.Hero.Name, taken.Name)}
	}
	return []string{fmt.Sprintf("%s has the %s now.", s.Hero.Name, g.Name)}
}

// giveBack takes a snatched weapon from a hero: the newest of its name, for of several that has the last number.
func (t *Turn) giveBack(s table.Seat, g hero.Gear) []string {
	for i := len(s.Hero.Gear) - 1; i >= 0; i-- {
		name := s.Hero.Gear[i].Name
		if number, ok := strings.CutPrefix(name, g.Name); !ok || strings.Trim(number, " 0123456789") != "" {
			continue
		}
		s.Hero, _ = s.Hero.WithoutGear(name)
		t.Table.SetSeat(s, t.luck())
		return []string{fmt.Sprintf("%s has the %s no longer.", s.Hero.Name, name)}
	}
	return nil
}

// receive gives an item to a hero, put away. Where the hero has one of that name the new one has a number.
func (t *Turn) receive(s table.Seat, g hero.Gear) (hero.Gear, error) {
	name := g.Name
	for n := 2; ; n++ {
		if _, has := s.Hero.Item(g.Name); !has {
			break
		}
		g.Name = fmt.Sprintf("%s %d", name, n)
	}
	g.Worn = false
	var err error
	if s.Hero, err = s.Hero.WithGear(g); err == nil {
		t.Table.SetSeat(s, t.luck())
	}
	return g, err
}

func (t *Turn) deedOutcome(at attempt, p table.Played, o combat.Outcome, kind string) deedOutcome {
	out := deedOutcome{actOutcome: t.actOutcome(at, p), Target: at.foe}
	out.Kind, out.Success = kind, o.Success
	if !o.Test {
		none := 0
		out.Action = cmpOr(t.deedDone(o.Deed).Declaration.Action, kind)
		out.Score, out.Total, out.Difficulty, out.Margin, out.Parts = 0, 0, &none, &none, nil
	}
	out.Cards = append([]cardOutcome{}, out.Cards...)
	if len(o.Blows) > 0 {
		b := o.Blows[0]
		out.Damage = &damageOutcome{b.Raw(), b.Defense(), b.Wounds(), string(b.Harm)}
	}
	f := t.Table.Fight
	hurts := kind == "attack" || slices.ContainsFunc(o.Blows, func(b combat.Blow) bool { return b.By == at.seat.Hero.Name })
	if foe, sheet, ok := t.Table.Nearby(at.foe); ok && hurts {
		left := max(0, sheet.Health-foe.Wounds-dealt(f, foe.Name))
		out.Health = &left
	}
	if kind == "defend" || slices.ContainsFunc(o.Blows, func(b combat.Blow) bool { return b.On == at.seat.Hero.Name }) {
		pending := t.pending(at.seat.Hero.Name)
		out.Pending = &pending
	}
	return out
}

// pending is how many wounds a hero has to pay for, those of blows that wait for the end of the exchange
// among them.
func (t *Turn) pending(who string) int {
	sum := dealt(t.Table.Fight, who)
	for _, w := range t.Table.Fight.Pending {
		if w.Who == who {
			sum += w.Amount
		}
	}
	return sum
}

// dealt adds up the wounds of blows that wait for the end of the exchange.
func dealt(f combat.Fight, who string) int {
	sum := 0
	for _, b := range f.Blows {
		if b.On == who {
			sum += b.Wounds()
		}
	}
	return sum
}

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
			Line: t.inExchange(&Request{Command: "combat defend", Args: []Arg{{Name: "hero", Value: in.On}, {Name: "against", Value: in.Foe}}}),
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
	var err error
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

func suggestFoeDeeds(*Turn) []Choice {
	var list []Choice
	for _, a := range combat.Actions() {
		list = append(list, Choice{Label: a.Name, Value: a.Name})
	}
	return list
}
