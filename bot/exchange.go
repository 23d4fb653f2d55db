package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
)

// noteLines are what happened, each on a line of its own.
func noteLines(notes []combat.Note) string {
	return "\n" + strings.Join(noteTexts(notes), "\n")
}

// noteTexts are the sentences of what happened, without those that a blow's or a healing's own line says.
func noteTexts(notes []combat.Note) []string {
	var texts []string
	for _, n := range notes {
		if n.Code != "no_wounds" && n.Code != "healed" {
			texts = append(texts, n.Text)
		}
	}
	return texts
}

func nextExchange(t *Turn) (Reply, error) {
	if err := t.fighting(); err != nil {
		return Reply{}, err
	}
	if err := t.thisExchange(); err != nil {
		return Reply{}, err
	}
	f, s := t.Table.Fight, t.Table.FightScene()
	tick := combat.Tick{Force: t.Switch("force")}
	if due := t.due(); len(due) > 0 && !tick.Force {
		return t.stillAwaited(due), nil
	}
	var read []string
	for _, reading := range f.Readings(s) {
		card, ok := t.readOne()
		if !ok {
			tick.Auras = append(tick.Auras, fate.Neutral)
			continue
		}
		a := t.Table.List.Faces[card].Aura
		tick.Auras = append(tick.Auras, a)
		read = append(read, fmt.Sprintf("%s: %s, aura %s", cmpOr(reading.Name, reading.Who+" is dying"), card.Long(), cmpOr(auraSign[a], "none")))
	}
	f, turn, err := f.Next(s, tick)
	if err != nil {
		return Reply{}, err
	}
	forced := 0
	if tick.Force {
		forced = len(t.Table.Fight.Pending)
	}
	t.Table.SetFight(f)
	t.closeResults()
	body, late := t.turnText(turn, forced)
	if readings := t.Table.ReadEffects(t.luck()); len(readings) > 0 {
		read = append(read, t.durationLines(readings))
	}
	r := Reply{
		Title: fmt.Sprintf("Exchange %d is over", turn.Exchange-1), Body: strings.TrimSpace(body + "\n" + strings.Join(append(read, late...), "\n")),
		Outcome: t.turnOutcome(turn), Buttons: t.payButtons(),
	}
	for _, q := range f.Questions {
		r.Buttons = append(r.Buttons, decideButtons(q)...)
	}
	if r.Body == "" {
		r.Body = "Nobody was hurt."
		if s.Rules.ImmediateWounds {
			r.Body = "Every blow has counted already (R6.2b)."
		}
	}
	if turn.Over {
		r.Body += "\n**" + sideText(turn.Left) + "** /combat end closes the fight."
	}
	if t.Table.Option("narrator_card") == "yes" {
		r.Also = append(r.Also, t.newNarratorCard(""))
	}
	r.Also = append(r.Also, t.tracker())
	return r, nil
}

// closeResults ends the time in which actions of the exchange can be amended: those of the fight, and what else was
// done by who fights (R4.5).
func (t *Turn) closeResults() {
	for _, s := range t.Table.Heroes() {
		if t.Table.Results[s.ID].Fight != "" || t.fights(s.Hero.Name) {
			t.Table.CloseResult(s)
		}
	}
}

func sideText(left combat.Side) string {
	switch left {
	case combat.Heroes:
		return "The foes are out of the fight."
	case combat.Foes:
		return "The heroes are out of the fight."
	}
	return "Both sides are out of the fight."
}

// readOne turns one card up for its aura, or takes the narrator card's where the game reads that.
func (t *Turn) readOne() (fate.Card, bool) {
	if c, ok := t.Table.Facing(); ok && t.Table.Option("duration_card") == "yes" {
		return c, true
	}
	cards := t.Table.Read(1, t.luck())
	if len(cards) == 0 {
		return fate.Card{}, false
	}
	return cards[0], true
}

func (t *Turn) stillAwaited(due []combat.Due) Reply {
	return Reply{
		Private: true, Title: "The exchange is not over", Body: dueLines(due), Tone: Warn, Outcome: t.combatOutcome(),
		Buttons: []Button{{Label: "End it all the same", Line: t.inExchange(&Request{Command: "combat next", Args: []Arg{{Name: "force", Value: "true"}}}).String(), Style: Danger}, {Label: "Nudge who is awaited", Line: "/combat nudge"}},
	}
}

func dueLines(due []combat.Due) string {
	var lines []string
	for len(due) > 0 {
		first, same := due[0], []combat.Due{}
		for len(due) > 0 && due[0].Who == first.Who && due[0].Need == first.Need {
			same, due = append(same, due[0]), due[1:]
		}
		lines = append(lines, dueLine(same)...)
	}
	return fit(lines)
}

// dueLine is what is awaited of somebody, several wounds or attacks to answer in one.
func dueLine(due []combat.Due) []string {
	first := due[0]
	switch {
	case first.Need == combat.ToAct && first.Foe != "": // R7.11
		return []string{fmt.Sprintf("%s: hold %s (/combat do action:hold), or the hold ends", first.Who, first.Foe)}
	case len(due) == 1 || first.Need != combat.ToPay && first.Need != combat.ToDefend:
		var lines []string
		for _, d := range due {
			lines = append(lines, d.String())
		}
		return lines
	case first.Need == combat.ToPay:
		sum := 0
		for _, d := range due {
			sum += d.Amount
		}
		return []string{fmt.Sprintf("%s: pay %s of %d hits", first.Who, plural(sum, "wound"), len(due))}
	}
	var foes []string
	for _, d := range due {
		foes = append(foes, d.Foe+" ("+d.Action+")")
	}
	return []string{first.Who + ": answer " + join(foes)}
}

// due is who is awaited; of heroes who hold a foe it names that foe, for the hold is to be kept up (R7.11).
func (t *Turn) due() []combat.Due {
	f := t.Table.Fight
	list := f.Due(t.Table.FightScene())
	for i, d := range list {
		for _, k := range f.Lasting {
			if d.Need == combat.ToAct && k.State == combat.Grappled && k.With == d.Who && k.Until <= f.Exchange {
				list[i].Foe = k.Who
			}
		}
	}
	return list
}

// turnText tells what the end of an exchange brought, and carries out what wounds have cost: first those
// from before that were forced to be paid, as many as that. What auras have ended is told apart, to stand after
// them.
func (t *Turn) turnText(turn combat.Turn, forced int) (text string, late []string) {
	var lines []string
	forced = min(forced, len(turn.Payments))
	for _, p := range turn.Payments[:forced] {
		line := t.suffer(p)
		if len(p.Paid) > 0 {
			line += t.paidFor(p.Who)
		}
		lines = append(lines, line)
	}
	lines = append(lines, blowLines(turn.Blows)...)
	ended := func(n combat.Note) bool { return n.Code == "dead" || n.Code == "effect_ends" }
	lines = append(lines, gatheredNotes(slices.DeleteFunc(slices.Clone(turn.Notes), ended))...)
	for _, p := range turn.Payments[forced:] {
		lines = append(lines, t.suffer(p))
	}
	for _, who := range turn.Deaths { // R6.7b
		if h, err := t.Table.FightScene().Die(who); err == nil {
			t.Table.Mend(h, t.luck())
		}
	}
	late = noteTexts(slices.DeleteFunc(slices.Clone(turn.Notes), func(n combat.Note) bool { return !ended(n) }))
	return strings.Join(lines, "\n"), late
}

func endCombat(t *Turn) (Reply, error) {
	if err := t.fighting(); err != nil {
		return Reply{}, err
	}
	f, turn, err := t.Table.Fight.End(t.Table.FightScene())
	if err != nil {
		return Reply{}, err
	}
	t.closeResults()
	t.Table.SetFight(f)
	body, _ := t.turnText(turn, 0)
	r := t.aftermath()
	r.Outcome = t.turnOutcome(turn)
	r.Title = "The fight is over"
	r.Body = strings.TrimSpace(body + "\n" + r.Body)
	if t.Table.Option("narrator_card") == "yes" {
		t.Table.DropNarratorCard()
	}
	return r, nil
}

// aftermath says what is left to do (R9).
func (t *Turn) aftermath() Reply {
	a := t.Table.Fight.Aftermath(t.Table.FightScene())
	r := Reply{Outcome: t.combatOutcome()}
	add := func(name string, list []string) {
		if len(list) > 0 {
			r.Fields = append(r.Fields, Field{Name: name, Value: fit(list)})
		}
	}
	var unpaid, questions, spoils []string
	unpaid = unpaidLines(a.Unpaid)
	for _, q := range a.Questions {
		questions = append(questions, fmt.Sprintf("%s was struck again while down: /combat decide foe:%s dies:true or dies:false", q.Foe, quoteValue(q.Foe)))
	}
	for _, s := range a.Spoils {
		spoils = append(spoils, s.Gear.Name+" of "+s.Foe)
	}
	add("Wounds to pay (/wound pay)", unpaid)
	add("The narrator decides", questions)
	add("Dying: first aid at once (/heal aid)", a.Dying)
	add("Heroic recovery (/heal recover)", a.Recover)
	add("First aid is possible for (/heal aid)", a.Aid)
	add("Spoils (/spoils)", spoils)
	if len(r.Fields) == 0 {
		r.Body = "Nothing is left to do."
	}
	r.Buttons = t.payButtons()
	for _, who := range a.Recover[:min(5, len(a.Recover))] {
		r.Buttons = append(r.Buttons, Button{Label: short(who+": heroic recovery", 80), Line: Line("heal recover", "hero", who)})
	}
	for _, q := range a.Questions {
		r.Buttons = append(r.Buttons, decideButtons(q)...)
	}
	return r
}
