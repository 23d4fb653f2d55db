package realm

// Outcome is how a battle ended (C13).
type Outcome string

// The outcomes.
const (
	AttackerWins Outcome = "attacker"
	DefenderWins Outcome = "defender"
	Draw         Outcome = "draw"
)

// ParseOutcome reads "attacker", "defender" or "draw" in any case. The code of its refusal is
// outcome_unknown.
func ParseOutcome(text string) (Outcome, error) {
	for _, o := range []Outcome{AttackerWins, DefenderWins, Draw} {
		if same(text, string(o)) {
			return o, nil
		}
	}
	return "", refuse("outcome_unknown", "A battle ends with attacker, defender or draw; choose one.")
}

// State is how far the result of a battle is.
type State string

// The states; only Confirmed and Settled results count.
const (
	Unfought  State = ""          // no result yet
	Reported  State = "reported"  // by one player
	Disputed  State = "disputed"  // by the other
	Confirmed State = "confirmed" // by the other
	Settled   State = "settled"   // by the game master
)

// Result is what is recorded of a battle (C13).
type Result struct {
	Outcome      Outcome `json:"outcome,omitempty"`
	WarlordSlain bool    `json:"warlord_slain,omitempty"` // the loser's
	// The Legendary warlords who were slain, by name, on each side; empty where none was (C2).
	AttackerLegend string `json:"attacker_legend,omitempty"`
	DefenderLegend string `json:"defender_legend,omitempty"`
	Note           string `json:"note,omitempty"`
}

// Battle is one pair of a turn. The attacker is Player 1 (C12).
type Battle struct {
	Attacker   string     `json:"attacker"` // StandIn for the game master's force
	Defender   string     `json:"defender"`
	Stronghold Stronghold `json:"stronghold,omitempty"` // what is fought for; empty where nothing can be seized (C4b, C9a)
	Forced     bool       `json:"forced,omitempty"`     // the attacker had passed before (C10)
	Arranged   bool       `json:"arranged,omitempty"`   // between two who are absent (C8a)
	Scenario   string     `json:"scenario,omitempty"`
	State      State      `json:"state,omitempty"`
	Reporter   string     `json:"reporter,omitempty"` // whose report it is
	Result     Result     `json:"result"`
	Seized     bool       `json:"seized,omitempty"` // the stronghold has changed hands (C14); set by Score
}

// Decided reports whether the result counts.
func (b Battle) Decided() bool { return b.State == Confirmed || b.State == Settled }

// Has reports whether the realm fights in the battle.
func (b Battle) Has(name string) bool { return same(b.Attacker, name) || same(b.Defender, name) }

// Other is whom the realm fights.
func (b Battle) Other(name string) string {
	if same(b.Attacker, name) {
		return b.Defender
	}
	return b.Attacker
}

// Answers is who is to confirm or to dispute the report; empty unless there is one.
func (b Battle) Answers() string {
	if b.State != Reported {
		return ""
	}
	return b.Other(b.Reporter)
}

// Winner is the realm that won, and empty for a draw or without a result.
func (b Battle) Winner() string {
	switch b.Result.Outcome {
	case AttackerWins:
		return b.Attacker
	case DefenderWins:
		return b.Defender
	}
	return ""
}

// Battle is the one that the realm fights in this turn, on either side; there is never a second (C7).
func (c Campaign) Battle(name string) (Battle, bool) {
	for _, b := range c.Battles {
		if b.Has(name) {
			return b, true
		}
	}
	return Battle{}, false
}

func (c Campaign) fight(name string) (int, error) {
	for i, b := range c.Battles {
		if b.Has(name) {
			return i, nil
		}
	}
	if !same(name, StandIn) {
		r, err := c.Find(name)
		if err != nil {
			return 0, err
		}
		name = r.Name
	}
	return 0, refuse("no_battle", "There is no battle of %s in turn %d; a battle is named by a realm that fights in it.", Called(name), c.Turn)
}

// MostChoices is how often one player may choose the same scenario in a campaign (C12).
const MostChoices = 2

// Choose names the scenario of the battle that by attacks in, StandIn for the game master's force; any
// name will do, and the choice counts also where the battle is drawn (C12, C12a). It may be changed until
// a result is reported. Refusals: campaign_ended, unknown_realm, no_battle, not_attacker, result_final,
// scenario_missing, scenario_used_up, bad_text, text_too_long.
func (c Campaign) Choose(by, scenario string) (Campaign, Battle, error) {
	if err := c.running(); err != nil {
		return c, Battle{}, err
	}
	i, err := c.fight(by)
	if err != nil {
		return c, Battle{}, err
	}
	b := c.Battles[i]
	if !same(b.Attacker, by) {
		return c, Battle{}, refuse("not_attacker", "The scenario is for the attacker to choose, and that is %s.", Called(b.Attacker))
	}
	if b.State != Unfought && b.Scenario != "" {
		return c, Battle{}, refuse("result_final", "The battle was fought as %s and has a result; its scenario stays.", b.Scenario)
	}
	scenario, err = clean("scenario", scenario, MaxText)
	switch {
	case err != nil:
		return c, Battle{}, err
	case scenario == "":
		return c, Battle{}, refuse("scenario_missing", "Name the scenario to be played.")
	case c.times(b.Attacker, scenario) >= MostChoices:
		return c, Battle{}, refuse("scenario_used_up", "%s has chosen %s twice in this campaign; choose another scenario.", b.Attacker, c.spelt(scenario))
	}
	b.Scenario = c.spelt(scenario)
	return c.fought(i, b), b, nil
}

// times is how often a realm chose a scenario in the closed turns.
func (c Campaign) times(name, scenario string) int {
	for _, choice := range c.must(name).Chosen {
		if same(choice.Scenario, scenario) {
			return choice.Times
		}
	}
	return 0
}

// spelt gives a scenario's name as it is listed or was first written in this campaign.
func (c Campaign) spelt(scenario string) string {
	known := added(c.scenarios(), legends()...)
	if i := place(known, scenario); i >= 0 {
		return known[i]
	}
	return scenario
}

// scenarios lists the standard ones and then those that this campaign has added.
func (c Campaign) scenarios() []string {
	names := Scenarios()
	add := func(name string) {
		if name != "" && !has(names, name) {
			names = append(names, name)
		}
	}
	for _, r := range added(c.Realms, c.Departed...) {
		for _, choice := range r.Chosen {
			add(choice.Scenario)
		}
	}
	for _, b := range c.Battles {
		add(b.Scenario)
	}
	return names
}

// ScenariosLeft lists what a realm, or StandIn, may still choose, each with how often it has chosen it: 0
// or 1 (C12). Choose allows other names too.
func (c Campaign) ScenariosLeft(by string) []Choice {
	var left []Choice
	for _, name := range c.scenarios() {
		if n := c.times(by, name); n < MostChoices {
			left = append(left, Choice{Scenario: name, Times: n})
		}
	}
	return left
}

// counted adds this turn's choice of a scenario to a realm.
func (r Realm) counted(scenario string) Realm {
	if scenario == "" {
		return r
	}
	for i, choice := range r.Chosen {
		if same(choice.Scenario, scenario) {
			choice.Times++
			r.Chosen = replaced(r.Chosen, i, choice)
			return r
		}
	}
	r.Chosen = added(r.Chosen, Choice{Scenario: scenario, Times: 1})
	return r
}
