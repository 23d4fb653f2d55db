package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
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
			Option{Name: "with", Short: "the weapon, or unarmed; the one in hand if you leave it out", Suggest: suggestWeapons},
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
			Option{Name: "with", Short: "the weapon, or unarmed", Suggest: suggestWeapons},
			Option{Name: "for", Short: "the hero who is protected, aided or healed", Suggest: suggestHeroes},
			Option{Name: "ability", Short: "the ability, where there is a choice or the narrator names it", Suggest: suggestAbilities},
			Option{Name: "opposition", Short: "of a power: the ability that resists", Suggest: suggestAbilities},
			Option{Name: "power", Short: "of a power: its rating", Kind: Number, Min: 0, Max: 99},
			Option{Name: "type", Short: "stunning or killing", Choices: []string{"stunning", "killing"}},
			Option{Name: "mental", Short: "true: the power attacks the mind", Kind: Switch},
			Option{Name: "range", Short: "where a maneuver leads; one range closer if you leave it out, away from Personal", Suggest: suggestRanges},
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
var thatExchange = Option{Name: "exchange", Short: "which fight and exchange is meant, like 2.5", Max: 20, Hidden: true}

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
	was := t.Table.Fight
	f, err := was.Start(t.Table.FightScene(), o)
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
	if set := was.Range.Known() || len(was.Ranges) > 0; set && (o.Range.Known() || o.Terrain != "") {
		r.Body += fmt.Sprintf("\nThe ranges that were set before count no more: all begin at %s.", f.Range)
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
