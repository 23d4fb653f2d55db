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

var actCommands = []*Command{
	{
		Name: "act", Short: "Try something: play a card for an action",
		Options: []Option{
			{Name: "action", Short: "difficulty and ability, like: average Strength (Quickness 6)", Suggest: suggestAction},
			{Name: "card", Short: "the card from your hand; leave it out to pick", Suggest: suggestCard},
			{Name: "then", Short: "Edge: the cards that follow, commas between", Suggest: suggestThen},
			{Name: "skill", Short: "a skill that helps; none leaves out the one that was called for", Suggest: suggestSkill},
			{Name: "foe", Short: "who resists", Suggest: suggestFoe},
			{Name: "bonus", Short: "what the situation adds or takes", Kind: Number, Min: -20, Max: 20},
			{Name: "using", Short: "what of the hero helps in this situation, commas between", Suggest: suggestUsing},
			{Name: "hero", Short: "which hero acts", Suggest: suggestHeroes},
			{Name: "secret", Short: "true hides the difficulty", Kind: Switch},
			{Name: "call", Short: "the number of the narrator's call", Kind: Number, Min: 1, Max: 1000000},
			{Name: "pick", Short: "go on picking", Kind: Switch, Hidden: true},
			thatExchange,
		},
		Run: act,
	},
	{
		Name: "call", Short: "Ask a hero's player for an action", Who: Narrator,
		Options: []Option{
			{Name: "hero", Short: "who must act", Required: true, Suggest: suggestHeroes},
			{Name: "action", Short: "difficulty and ability, like: challenging Quickness", Required: true, Suggest: suggestAction},
			{Name: "foe", Short: "who resists", Suggest: suggestFoe},
			{Name: "skill", Short: "a skill that helps", Suggest: suggestSkill},
			{Name: "secret", Short: "true hides the difficulty", Kind: Switch},
			{Name: "reason", Short: "why", Max: 300},
		},
		Run: call,
	},
	{
		Name: "odds", Short: "Each card's chance for an action, for your eyes only", Private: true,
		Options: []Option{
			{Name: "action", Short: "difficulty and ability, like: average Strength (Quickness 6)", Suggest: suggestAction},
			{Name: "skill", Short: "a skill that helps", Suggest: suggestSkill},
			{Name: "foe", Short: "who resists", Suggest: suggestFoe},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
			{Name: "using", Short: "what of the hero helps in this situation, commas between", Suggest: suggestUsing},
			{Name: "bonus", Short: "what the situation adds or takes", Kind: Number, Min: -20, Max: 20},
		},
		Run: odds,
	},
}

// attempt is an action as it has been declared, before cards (R3.3, steps 1 to 3).
type attempt struct {
	seat     table.Seat
	absent   bool // the narrator plays it for an absent player
	call     int  // the call that it answers, or 0
	notation fate.Notation
	skill    string
	foe      string // who resists, by name
	secret   bool
	action   fate.Action
	unhelped string // the skill that does not count, for the hero is enraged (R8.5)
	title    string // of the result; the hero and the action where it is empty
	early    string // the title before a card is played
}

// attempt reads what the request declares: an action of its own, or the answer to a call.
func (t *Turn) attempt() (attempt, error) {
	var at attempt
	var err error
	if at.seat, at.absent, err = t.seat(); err != nil {
		return at, err
	}
	text, foe := t.Text("action"), t.Text("foe")
	at.skill, at.secret = t.Text("skill"), t.Switch("secret")
	if _, called := t.Arg("call"); called && text != "" {
		return at, fate.Refuse("call_or_action", "Give either call or action: a call says itself what is tried.")
	}
	if text == "" {
		c, err := t.openCall(at.seat)
		if err != nil {
			return at, err
		}
		at.call, at.notation, at.secret = c.ID, c.Action, at.secret || c.Secret
		if at.skill == "" && t.counted(at.seat.Hero, c.Skill) {
			at.skill = c.Skill
		}
		if foe == "" {
			foe = c.Foe
		}
	} else if at.notation, err = fate.ParseNotation(text, t.Table.List.Abilities); err != nil {
		return at, err
	}
	if at.notation, err = t.oppose(at.seat, at.notation, foe); err != nil {
		return at, err
	}
	at.foe = t.nameOf(foe)
	if isNone(at.skill) {
		at.skill = ""
	}
	return at, t.prepare(&at)
}

// otherwise spends the attack action of the exchange where a hero who fights does something of their own accord (R6.0):
// the fight as it is then, or why the hero cannot. The answer to a call is the narrator's word, and costs nothing. Begun
// tells that the user has begun it in this exchange, where it comes from a button.
func (t *Turn) otherwise(at attempt, begun bool) (*combat.Fight, error) {
	if at.call > 0 || !t.fights(at.seat.Hero.Name) {
		return nil, nil
	}
	if t.Pressed && !begun {
		return nil, fate.Refuse("exchange_over", "You began that before the fight, where it takes the action of the exchange (R6.0); /act begins it anew.")
	}
	f, _, err := t.Table.Fight.Other(t.Table.FightScene(), at.seat.Hero.Name)
	return &f, err
}

// nameOf is the name of whoever resists as it is written on the sheet, however it was typed.
func (t *Turn) nameOf(foe string) string {
	if s, ok := t.Table.Hero(foe); ok {
		return s.Hero.Name
	}
	return foe
}

// openCall is the call that is answered: the one that is named, or the oldest.
func (t *Turn) openCall(s table.Seat) (table.Call, error) {
	calls := t.Table.CallsFor(s)
	n := t.Number("call", 0)
	switch {
	case n > 0:
		if i := slices.IndexFunc(calls, func(c table.Call) bool { return c.ID == n }); i >= 0 {
			return calls[i], nil
		}
		return table.Call{}, fate.Refuse("no_call", "No call %d waits for %s; it may be answered already.", n, s.Hero.Name)
	case len(calls) == 0:
		return table.Call{}, fate.Refuse("no_call", "Nobody has asked %s for an action; say what to try, like action:\"average Strength\".", s.Hero.Name)
	}
	return calls[0], nil
}

// oppose fills in the opposition's score from whoever resists a hero: a foe or another hero (R3.6, R3.10a).
func (t *Turn) oppose(by table.Seat, n fate.Notation, foe string) (fate.Notation, error) {
	switch {
	case foe == "" && n.Opposed && !n.Scored:
		return n, fate.Refuse("no_opposition", "Give the %s of whoever resists a number, like \"%s %s (%s 6)\", or name them with foe.",
			n.Opposition, strings.Fields(n.String())[0], n.Ability, n.Opposition)
	case foe == "":
		return n, nil
	}
	s, isFoe, err := t.resister(foe)
	switch {
	case err != nil:
		return n, err
	case n.Scored:
		return n, fate.Refuse("no_opposition", "Give either a number in the brackets or a foe, not both.")
	case !n.Opposed:
		return n, fate.Refuse("no_opposition", "Say with what ability %s resists, like \"%s (%s)\".", short(foe, 40), n.String(), t.Table.List.Abilities[0].Name)
	}
	if isFoe {
		parts, err := t.Table.Fight.Opposition(t.Table.FightScene(), foe, n.Opposition)
		n.Resist, n.Scored = fate.Sum(parts), true
		return n, err
	}
	if s.ID == by.ID {
		return n, fate.Refuse("no_opposition", "Nobody resists the own action: another hero or a foe can oppose %s (R3.10a).", s.Hero.Name)
	}
	n.Resist, n.Scored = s.Hero.Scores[n.Opposition], true
	return n, nil
}

// resister is the hero, or reports the foe, that a name means; the refusal names the nearest of both.
func (t *Turn) resister(name string) (s table.Seat, foe bool, err error) {
	if _, _, ok := t.Table.Nearby(name); ok {
		return s, true, nil
	}
	if group, err := t.Table.Fight.Group(name); err == nil {
		return s, false, whichFoe(name, group)
	}
	if s, ok := t.Table.Hero(name); ok {
		return s, false, nil
	}
	var names []string
	for _, f := range t.Table.Fight.Foes {
		names = append(names, f.Name)
	}
	for _, s := range t.Table.Heroes() {
		names = append(names, s.Hero.Name)
	}
	return s, false, fate.Refuse("no_foe", "There is no foe and no hero called %q%s", short(name, 40), mean("", name, names))
}

// prepare makes the fate action of an attempt: score, trumps, skill, what must be reached.
func (t *Turn) prepare(at *attempt) error {
	h, n := at.seat.Hero, at.notation
	at.action = fate.Action{
		Ability: n.Ability, Score: h.Scores[n.Ability], Edge: h.Edge,
		Trumps: t.Table.List.Trumps(n.Ability), Against: n.Parts(),
	}
	boons, skilled := t.Table.Fight.Everywhere(t.Table.FightScene(), h.Name)
	if !skilled {
		at.skill, at.unhelped = "", at.skill
	}
	if at.skill != "" {
		k, ok := h.Skill(at.skill)
		if !ok {
			return t.noSkill(h.Name, at.skill, at.seat)
		}
		if err := t.countsHere(k); err != nil {
			return err
		}
		at.skill = k.Name
		at.action.Wide = k.Wide(t.Table.List)
		if k.Bonus() != 0 {
			at.action.Modifiers = append(at.action.Modifiers, fate.Modifier{Name: "skill", Value: k.Bonus()})
		}
	}
	at.action.Modifiers = append(at.action.Modifiers, boons...)
	if bonus := t.Number("bonus", 0); bonus != 0 {
		at.action.Modifiers = append(at.action.Modifiers, fate.Modifier{Name: "bonus", Value: bonus})
	}
	if err := t.help(at); err != nil {
		return err
	}
	at.action.Against = append(at.action.Against, t.harder(at.action, at.foe)...)
	return nil
}

// counted reports whether a skill that was called for still counts: the narrator may have left it out since (R14.3).
func (t *Turn) counted(h hero.Hero, skill string) bool {
	k, ok := h.Skill(skill)
	return !ok || t.countsHere(k) == nil
}

// countsHere refuses a skill that the game's way with skills leaves out (R14.3 to R14.5).
func (t *Turn) countsHere(k hero.Skill) error {
	way := t.Table.Option("skills")
	trade := k.Degree == hero.Trade
	if way == "all" || way == "trade" && trade || way == "multiple" && !trade {
		return nil
	}
	return fate.Refuse("no_skill", "%s does not count in this game: its option skills is %s (R14.3).", k.Name, way)
}

// harder is what the narrator's tools add to the difficulty of an action: banked Karma (R14.1) and the
// narrator card (R14.2), which spares actions of its own suit.
func (t *Turn) harder(a fate.Action, foe string) []fate.Modifier {
	var parts []fate.Modifier
	if karma := t.Table.Raised(foe); karma > 0 {
		parts = append(parts, fate.Modifier{Name: "Karma", Value: karma})
	}
	if c, ok := t.Table.Facing(); ok && !slices.Contains(a.Trumps, c.Suit) {
		parts = append(parts, fate.Modifier{Name: "narrator card", Value: c.Value})
	}
	return parts
}

func (t *Turn) noSkill(hero, skill string, s table.Seat) error {
	var names []string
	for _, k := range s.Hero.Skills {
		names = append(names, k.Name)
	}
	if len(names) == 0 {
		return fate.Refuse("no_skill", "%s has no skills; /hero skill gives one.", hero)
	}
	return fate.Refuse("no_skill", "%s has no skill %q%s", hero, short(skill, 40), mean("", skill, names))
}

// isNone reports whether the word says that no skill is used.
func isNone(word string) bool { return strings.EqualFold(word, "none") }

// up refuses a hero who is down.
func up(s table.Seat) error {
	if status := s.Hero.Status(s.Wounds); status != "up" {
		return fate.Refuse("hero_down", "%s is %s and cannot act.", s.Hero.Name, status)
	}
	return nil
}

// able refuses a hero who is down, or has wounds to pay, which come first outside fights too (R6.6).
func (t *Turn) able(s table.Seat) error {
	if err := up(s); err != nil {
		return err
	}
	return t.mustPay(s.Hero.Name)
}

func act(t *Turn) (Reply, error) {
	_, begun := t.Arg("exchange")
	if err := t.thisExchange(); err != nil {
		return Reply{}, err
	}
	s, _, err := t.seat()
	if err == nil {
		err = up(s)
	}
	if err == nil && (t.Text("action") == "" || !t.fights(s.Hero.Name)) {
		err = t.able(s)
	}
	if err != nil {
		return Reply{}, err
	}
	at, err := t.attempt()
	if err != nil {
		return Reply{}, err
	}
	fight, err := t.otherwise(at, begun)
	if err != nil {
		return Reply{}, err
	}
	picked, reply, err := t.chooseCards(&at)
	if picked || err != nil {
		return reply, err
	}
	t.maskSecret(at)
	if fight != nil {
		t.Table.SetFight(*fight)
	}
	return t.play(at)
}

// chosen is the cards that the request names, in their order: card, then the ones that follow by Edge. The
// narrator who plays for somebody names none, and so learns nothing of the hand (R1.6b).
func (t *Turn) chosen(at attempt) (fate.Pile, error) {
	s := at.seat
	card, then := t.Text("card"), t.Text("then")
	if at.absent && card+then != "" {
		return nil, unnamed(s, "plays the best")
	}
	if card == "" && then != "" {
		return nil, fate.Refuse("no_card", "Say which card comes first, with card; then holds the ones that follow.")
	}
	if card == "" {
		return nil, nil
	}
	cards, err := t.fromHand(s, card+","+then)
	if err == nil {
		at.action.Cards = cards
		err = at.action.Check()
	}
	return cards, err
}

// bestCard is the card that is played for an absent player, so that the narrator need not see the hand:
// the lowest of those with the best chance.
func (t *Turn) bestCard(at attempt, hand fate.Pile) fate.Pile {
	chances := fate.Odds(at.action, hand, t.Table.Unknown(at.seat))
	best := chances[0]
	for _, c := range chances[1:] {
		if c.Alone > best.Alone || c.Alone == best.Alone && c.Card.Value < best.Card.Value {
			best = c
		}
	}
	return fate.Pile{best.Card}
}

// maskSecret keeps a secret difficulty out of the line that players read in the log.
func (t *Turn) maskSecret(at attempt) {
	if at.secret {
		line := t.Without("action", "foe")
		line.Args = slices.Insert(line.Args, 0, Arg{Name: "action", Value: at.notation.Ability})
		t.Mask(line)
	}
}

// play lays the cards down and tells what came of it.
func (t *Turn) play(at attempt) (Reply, error) {
	if at.call > 0 {
		t.Table.Answer(at.call)
	}
	played, err := t.Table.Act(at.seat, at.action, t.luck())
	if err != nil {
		return Reply{}, err
	}
	karma := t.Table.Raising(at.foe)
	t.Table.RaiseFor(at.foe)
	t.Table.SetResult(at.seat, table.Result{
		Action: played.Action, Notation: at.notation, Skill: at.skill, Foe: at.foe, Secret: at.secret, Played: at.absent,
		Karma: karma, Open: t.Table.Option("results") == "window", Held: played.Held,
	})
	result := t.result(at, played)
	if at.unhelped != "" {
		result.Body += fmt.Sprintf("\n%s is enraged: %s does not help (R8.5).", at.seat.Hero.Name, at.unhelped)
	}
	fighting := t.Table.Fight.Stage == combat.Fighting // a fight has its own time for a new card (R14.2)
	if !fighting && t.Table.Option("narrator_card") == "yes" && t.Table.HasActed(at.seat) {
		result.Also = append(result.Also, t.newNarratorCard("Every hero has acted."))
	}
	if !t.Pressed {
		return result, nil
	}
	return Reply{Private: true, Update: true, Body: "Played.", Buttons: []Button{handButton()}, Also: []Reply{result}}, nil
}
