package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/table"
)

var combatCommands = []*Command{
	{
		Name: "combat start", Short: "Begin a fight with the heroes at the table and the foes that stand ready", Who: Narrator,
		Options: []Option{
			{Name: "range", Short: "how far the sides are from each other", Suggest: suggestRanges},
			{Name: "terrain", Short: "the place; it gives the first range", Suggest: suggestTerrains},
			{Name: "surprise", Short: "who takes the others unawares", Choices: []string{"heroes", "foes", "none"}},
			{Name: "heroes", Short: "who fights, commas between; all at the table if you leave it out", Max: 700},
			{Name: "tacticians", Short: "who has studied what is to come (Tactics): +4 for all at first, then +2", Max: 200, Suggest: suggestHeroes},
		},
		Run: startCombat,
	},
	{Name: "combat status", Short: "The tracker: order, ranges, conditions, and who is awaited", Run: func(t *Turn) (Reply, error) { return t.tracker(), nil }},
	{
		Name: "combat attack", Short: "Attack a foe",
		Options: fightOptions(
			Option{Name: "target", Short: "the foe", Suggest: suggestOpponents},
			Option{Name: "style", Short: "with a hand weapon or from afar", Choices: []string{"melee", "missile"}},
			Option{Name: "with", Short: "the weapon; the one in hand if you leave it out", Suggest: suggestWeapons},
		),
		Run: attackFoe,
	},
	{
		Name: "combat defend", Short: "Parry or dodge a foe's attack",
		Options: fightOptions(Option{Name: "against", Short: "whose attack; the oldest if you leave it out", Suggest: suggestAttackers}),
		Run:     defend,
	},
	{
		Name: "combat do", Short: "Any other action of a fight, or counteraction",
		Options: slices.Concat([]Option{{Name: "action", Short: "what your hero does", Required: true, Suggest: suggestDeeds}}, fightOptions(
			Option{Name: "target", Short: "the foe, or the hero it is for", Suggest: suggestAnybody},
			Option{Name: "with", Short: "the weapon", Suggest: suggestWeapons},
			Option{Name: "for", Short: "the hero who is protected, aided or healed", Suggest: suggestHeroes},
			Option{Name: "ability", Short: "the ability, where there is a choice or the narrator names it", Suggest: suggestAbilities},
			Option{Name: "opposition", Short: "of a power: the ability that resists", Suggest: suggestAbilities},
			Option{Name: "power", Short: "of a power: its rating", Kind: Number, Min: 0, Max: 99},
			Option{Name: "type", Short: "stunning or killing", Choices: []string{"stunning", "killing"}},
			Option{Name: "mental", Short: "true: the power attacks the mind", Kind: Switch},
			Option{Name: "range", Short: "where a maneuver leads", Suggest: suggestRanges},
			Option{Name: "second", Short: "boxing: the foe of the second punch", Suggest: suggestOpponents},
			Option{Name: "split", Short: "boxing: how much of the total goes into the first punch", Kind: Number, Min: 0, Max: 99},
			Option{Name: "difficulty", Short: "a difficulty that the narrator sets", Kind: Number, Min: 0, Max: 99},
			Option{Name: "allow", Short: "true: the narrator lets it be done against range or code", Kind: Switch},
		)),
		Run: doInCombat,
	},
	{
		Name: "combat split", Short: "Boxing: share the total between your two punches, now that you know it",
		Options: []Option{
			{Name: "points", Short: "how much goes into the first punch; the rest goes into the second", Kind: Number, Min: 1, Max: 999, Required: true},
			{Name: "hero", Short: "which hero", Suggest: suggestHeroes},
		},
		Run: splitPunches,
	},
	{
		Name: "combat foe-does", Short: "A foe acts; the hero answers", Who: Narrator,
		Options: []Option{
			{Name: "foe", Short: "who, or several with commas between", Required: true, Max: 700, Suggest: suggestOpponents},
			{Name: "action", Short: "what it does; attack if you leave it out", Suggest: suggestFoeDeeds},
			{Name: "hero", Short: "on whom", Suggest: suggestHeroes},
			{Name: "massed", Short: "true: all attack as one, answered by one defense", Kind: Switch},
			{Name: "ability", Short: "of a power: what it is done with", Suggest: suggestAbilities},
			{Name: "opposition", Short: "of a power: what resists it", Suggest: suggestAbilities},
			{Name: "power", Short: "of a power: its rating", Kind: Number, Min: 0, Max: 99},
			{Name: "type", Short: "of a power: stunning or killing", Choices: []string{"stunning", "killing"}},
			{Name: "mental", Short: "true: the power attacks the mind", Kind: Switch},
			{Name: "range", Short: "where a maneuver leads", Suggest: suggestRanges},
			{Name: "difficulty", Short: "how hard it is to answer, where you set it", Kind: Number, Min: 0, Max: 99},
		},
		Run: foeDoes,
	},
	{
		Name: "combat range", Short: "Set how far a foe and the heroes are from each other", Who: Narrator,
		Options: []Option{
			{Name: "range", Short: "the range", Required: true, Suggest: suggestRanges},
			{Name: "foe", Short: "which foe; all if you leave it out", Suggest: suggestOpponents},
			{Name: "hero", Short: "from which hero; all if you leave it out", Suggest: suggestHeroes},
		},
		Run: setRange,
	},
	{
		Name: "combat next", Short: "Assess the wounds and end the exchange", Who: Narrator,
		Options: []Option{{Name: "force", Short: "true does not wait for anybody", Kind: Switch}, thatExchange},
		Run:     nextExchange,
	},
	{Name: "combat end", Short: "End the fight, and say what is left to do", Who: Narrator, Run: endCombat},
	{
		Name: "combat condition", Short: "Put a condition on somebody, or lift it", Who: Narrator,
		Options: []Option{
			{Name: "who", Short: "the hero or foe", Required: true, Suggest: suggestAnybody},
			{Name: "condition", Short: "which", Required: true, Suggest: suggestConditions},
			{Name: "with", Short: "the other party, or what the effect is called", Suggest: suggestAnybody},
			{Name: "lift", Short: "true ends it", Kind: Switch},
		},
		Run: condition,
	},
	{
		Name: "combat join", Short: "Bring a hero into the fight, or take one out", Who: Narrator,
		Options: []Option{
			{Name: "hero", Short: "who", Required: true, Suggest: suggestHeroes},
			{Name: "leave", Short: "true takes the hero out", Kind: Switch},
			{Name: "initiative", Short: "what else counts for the place in the order", Kind: Number, Min: -99, Max: 99},
		},
		Run: joinCombat,
	},
	{
		Name: "combat decide", Short: "Say whether a foe that was down dies", Who: Narrator,
		Options: []Option{
			{Name: "foe", Short: "which foe", Required: true, Suggest: suggestOpponents},
			{Name: "dies", Short: "true: it dies", Kind: Switch},
		},
		Run: decideFoe,
	},
	{Name: "combat nudge", Short: "Remind everybody who is awaited", Hidden: true, Run: nudge},
}

// fightOptions are the options of a hero's action in a fight: its own, then the ones that all have.
func fightOptions(own ...Option) []Option {
	return slices.Concat(own, []Option{
		{Name: "card", Short: "the card from your hand; leave it out to pick", Suggest: suggestCombatCard},
		{Name: "then", Short: "Edge: the cards that follow, commas between", Suggest: suggestThen},
		{Name: "skill", Short: "a skill that helps; none leaves out the one that belongs to it", Suggest: suggestSkill},
		{Name: "using", Short: "what of the hero helps in this situation, commas between", Suggest: suggestUsing},
		{Name: "hero", Short: "which hero acts", Suggest: suggestHeroes},
		{Name: "pick", Short: "go on picking", Kind: Switch, Hidden: true},
		thatExchange,
	})
}

// thatExchange stands in the lines of buttons that count for one exchange only.
var thatExchange = Option{Name: "exchange", Short: "the exchange that is meant", Kind: Number, Min: 1, Max: 1000000, Hidden: true}

// fighting refuses what needs a fight.
func (t *Turn) fighting() error {
	if t.Table.Fight.Stage != combat.Fighting {
		return fate.Refuse("no_fight", "There is no fight here; the narrator begins one with /combat start (R6).")
	}
	return nil
}

func startCombat(t *Turn) (Reply, error) {
	o := combat.Opening{Terrain: t.Text("terrain"), Surprise: combat.Side(strings.ReplaceAll(strings.ToLower(t.Text("surprise")), "none", ""))}
	var err error
	if text := t.Text("range"); text != "" {
		if o.Range, err = combat.ParseRange(text); err != nil {
			return Reply{}, err
		}
	}
	if o.Heroes, err = t.fighters(); err != nil {
		return Reply{}, err
	}
	for _, name := range splitList(t.Text("tacticians")) {
		s, err := t.seatNamed(name)
		if err != nil {
			return Reply{}, err
		}
		o.Tacticians = append(o.Tacticians, s.Hero.Name)
	}
	f, err := t.Table.Fight.Start(t.Table.FightScene(), o)
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	var also []Reply
	if t.Table.Option("narrator_card") == "yes" {
		also = []Reply{t.newNarratorCard("")} // before the tracker, which shows it
	}
	r := t.tracker()
	r.Title, r.Also = "A fight begins", also
	switch f.Surprise {
	case combat.Heroes:
		r.Body = "The heroes take their foes by surprise: they attack, and nobody strikes back in this exchange."
	case combat.Foes:
		r.Body = "The foes take the heroes by surprise: the heroes can only defend themselves in this exchange."
	}
	r.Body = strings.TrimSpace(r.Body + "\n" + whatNext(f))
	return r, nil
}

// whatNext says what players and narrator type in a fight.
func whatNext(f combat.Fight) string {
	text := "Players: /combat attack, or /combat do for anything else; /combat defend answers a foe's attack.\n" +
		"Narrator: /combat foe-does has a foe act first; /combat next ends the exchange."
	if len(f.Foes) == 0 {
		text += "\nThere are no foes yet: the narrator brings them in with /foe add."
	}
	return text
}

// joinsLate says to a hero who sits down in the middle of a fight how to get into it.
func (t *Turn) joinsLate(hero string) string {
	f := t.Table.Fight
	if f.Stage != combat.Fighting || slices.ContainsFunc(f.Heroes, func(h combat.Fighter) bool { return strings.EqualFold(h.Name, hero) }) {
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

// closeResults ends the time in which actions of the fight can be amended (R4.5).
func (t *Turn) closeResults() {
	for _, s := range t.Table.Heroes() {
		if t.Table.Results[s.ID].Fight != "" {
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
		Buttons: []Button{{Label: "End it all the same", Line: t.inExchange(&Request{Command: "combat next", Args: []Arg{{Name: "force", Value: "true"}}}), Style: Danger}, {Label: "Nudge who is awaited", Line: "/combat nudge"}},
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
		f, err := f.Lift(who, state, with)
		return f, fmt.Sprintf("%s is no longer %s.", who, state), err
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
	f, err := f.Afflict(k)
	return f, fmt.Sprintf("%s: %s. It lasts %s.", who, k, k.Ends()), err
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

func suggestRanges(*Turn) []Choice {
	var list []Choice
	for _, r := range combat.Distances() {
		list = append(list, Choice{Label: r.String(), Value: r.String()})
	}
	return list
}

func suggestTerrains(*Turn) []Choice {
	var list []Choice
	for _, place := range combat.Terrains() {
		list = append(list, Choice{Label: place.Name + " (" + place.Range.String() + ")", Value: place.Name})
	}
	return list
}

func suggestConditions(*Turn) []Choice {
	var list []Choice
	for _, s := range combat.Given() {
		list = append(list, Choice{Label: string(s), Value: string(s)})
	}
	return list
}

func suggestAbilities(t *Turn) []Choice {
	abilities := fate.Standard()
	if t.Table != nil && t.Table.List != nil {
		abilities = t.Table.List.Abilities
	}
	var list []Choice
	for _, a := range abilities {
		list = append(list, Choice{Label: a.Name, Value: a.Name})
	}
	return list
}

func suggestOpponents(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, f := range t.Table.Fight.Foes {
		if _, sheet, err := t.Table.Fight.Foe(f.Name); err == nil {
			if s := f.Status(sheet); s == combat.Up || s == combat.Hurt {
				list = append(list, Choice{Label: f.Name + " (" + string(s) + ", " + t.Table.Fight.Between("", f.Name).String() + ")", Value: f.Name})
			}
		}
	}
	return list
}

func suggestAnybody(t *Turn) []Choice { return slices.Concat(suggestOpponents(t), suggestHeroes(t)) }
