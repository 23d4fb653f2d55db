package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/hero"
	"skald/table"
)

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
	var lines []string
	for i, p := range d.Punches() {
		came := "a miss"
		if p.Hits {
			came = "a hit"
		}
		lines = append(lines, fmt.Sprintf("%s punch at %s: %d of %d against %d, %s.", []string{"First", "Second"}[i], p.Foe, p.Points, d.Action.Total(), p.Target, came))
	}
	return lines
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
