package combat

import (
	"slices"
	"strings"

	"skald/fate"
)

// The actions by name. Attack and Defend stand for the one that weapon and range, or the incoming attack,
// make of them.
const (
	Attack = "attack"
	Defend = "defend"

	Strike       = "strike"
	Shoot        = "shoot"
	Fling        = "fling"
	Box          = "box"
	Power        = "power"
	Aim          = "aim"
	Cover        = "cover"
	Disarm       = "disarm"
	Distract     = "distract"
	Escape       = "escape"
	Grab         = "grab"
	Grapple      = "grapple"
	Hold         = "hold"
	Stranglehold = "stranglehold"
	Maneuver     = "maneuver"
	Wait         = "wait"
	Parry        = "parry"
	Dodge        = "dodge"
	Block        = "block"
	Catch        = "catch"
	Evade        = "evade"
	Intercept    = "intercept"
	Resist       = "resist"
	Lead         = "lead"
	Analyze      = "analyze"
	Talk         = "talk"
	Taunt        = "taunt"
	Aid          = "aid"
	Mend         = "mend"
)

// Attacking stands in the table for the score that a foe attacks with: Strength in melee, Dexterity for
// missiles, or a power's ability (R7).
const Attacking = "attacking ability"

// Action is one row of the table of combat actions (R6.3, R6.4, R7, R8, R9).
type Action struct {
	Name string
	Rule string // its number in the catalogue of rules
	// Rating is the difficulty rating, Ability what is tested and Opposition what resists (R3.7). Without an
	// ability there is no test, unless Named says that the narrator names them.
	Rating     int
	Ability    string
	Or         string // another ability that may be tested instead
	Opposition string
	Named      bool
	// Counter marks what is done instead of the defense, all others take the attack action (R6.0).
	Counter bool
	// Hostile marks attacks: they count for Pile-On (R7.14), and the foe strikes back (R6.4).
	Hostile bool
	// At is what it is aimed at: a foe, a foe's attack, a hero, or nothing.
	At Object
	// Skill is the skill of R8 that belongs to it; Needs tells that it cannot be done without.
	Skill string
	Needs bool
	// Farthest is the farthest range between hero and foe, 0 where the weapon decides or nothing does.
	Farthest Range
	// Effect says what success brings.
	Effect string
}

// Object is what an action is aimed at.
type Object string

// What actions are aimed at.
const (
	AtNothing Object = ""
	AtFoe     Object = "foe"
	AtAttack  Object = "attack"
	AtHero    Object = "hero"
)

// Actions lists the actions of the rules, attacks first.
func Actions() []Action { return slices.Clone(actions) }

// FindAction looks an action up by its name, in any case. The error names the nearest.
func FindAction(name string) (Action, error) {
	a, err := action(name)
	if err != nil {
		return Action{}, err
	}
	return *a, nil
}

func action(name string) (*Action, error) {
	if row, ok := rows[name]; ok {
		return row, nil
	}
	name = strings.TrimSpace(name)
	for i := range actions {
		if same(actions[i].Name, name) {
			return &actions[i], nil
		}
	}
	names := []string{Attack, Defend}
	for _, a := range actions {
		names = append(names, a.Name)
	}
	return nil, fate.Refuse("no_such_action", "%.40q is no action of a fight: %s (R7)", name, fate.Meant(name, names))
}

// Notation is the action as the rules write it; Attacking stands for the foe's attacking ability (R3.7).
func (a Action) Notation() fate.Notation {
	return fate.Notation{Rating: a.Rating, Ability: a.Ability, Opposition: a.Opposition, Opposed: a.Opposition != ""}
}

// Tested reports whether the action needs cards.
func (a Action) Tested() bool { return a.Ability != "" || a.Named }

// The ratings of R3.4 that the table uses.
const (
	easy        = 4
	average     = 8
	challenging = 12
	daunting    = 16
)

// rows finds the rows of the table by their names.
var rows = func() map[string]*Action {
	byName := make(map[string]*Action, len(actions))
	for i := range actions {
		byName[actions[i].Name] = &actions[i]
	}
	return byName
}()

// actions is the one table of all combat actions.
var actions = []Action{
	{
		Name: Strike, Rule: "R7.17", Rating: average, Ability: "Strength", Opposition: "Quickness", Hostile: true, At: AtFoe,
		Effect: "A blow with the hand or a melee weapon: damage.",
	},
	{
		Name: Shoot, Rule: "R7.15", Rating: average, Ability: "Dexterity", Opposition: "Quickness", Hostile: true, At: AtFoe,
		Effect: "A shot with a gun, bow or launcher: damage.",
	},
	{
		Name: Fling, Rule: "R7.9", Rating: average, Ability: "Dexterity", Opposition: "Quickness", Hostile: true, At: AtFoe,
		Effect: "A thrown weapon: damage.",
	},
	{
		Name: Box, Rule: "R8.1", Rating: average, Ability: "Strength", Opposition: "Quickness", Hostile: true, At: AtFoe,
		Skill: "Boxing", Needs: true,
		Effect: "Two punches share the total; the second takes the place of the defense.",
	},
	{
		Name: Power, Rule: "R7.18", Rating: average, Named: true, Hostile: true, At: AtFoe, Farthest: FarMissile,
		Effect: "A power or a spell; the narrator names both abilities.",
	},
	{
		Name: Aim, Rule: "R7.1", At: AtFoe,
		Effect: "Nothing else this exchange, no defense either; the next attack on the target is one level easier.",
	},
	{
		Name: Cover, Rule: "R7.3", Rating: average, Ability: "Dexterity", Opposition: "Quickness", Hostile: true, At: AtFoe,
		Effect: "No shot yet: in any later exchange the target can be hit without a test.",
	},
	{
		Name: Disarm, Rule: "R7.5", Rating: challenging, Ability: "Dexterity", Opposition: "Strength", Hostile: true, At: AtFoe,
		Effect: "The opponent's weapon is knocked away.",
	},
	{
		Name: Grab, Rule: "R7.10", Rating: challenging, Ability: "Dexterity", Opposition: "Strength", Hostile: true, At: AtFoe,
		Farthest: CloseCombat,
		Effect:   "The opponent's weapon is snatched away.",
	},
	{
		Name: Distract, Rule: "R7.6", Rating: average, Ability: "Quickness", Opposition: "Reason", At: AtFoe, Farthest: FarMissile,
		Effect: "Out of the opponent's cover; or the opponent loses its next action.",
	},
	{
		Name: Grapple, Rule: "R7.11", Rating: challenging, Ability: "Strength", Opposition: "Strength", Hostile: true, At: AtFoe,
		Farthest: CloseCombat, Skill: "Wrestling",
		Effect: "The opponent is held and suffers Stunning damage each exchange; the hold must be kept up.",
	},
	{
		Name: Hold, Rule: "R7.11", Rating: average, Ability: "Strength", Opposition: "Strength", Hostile: true, At: AtFoe,
		Skill:  "Wrestling",
		Effect: "A grapple goes on.",
	},
	{
		Name: Stranglehold, Rule: "R7.16", Rating: challenging, Ability: "Strength", Opposition: "Endurance", Hostile: true, At: AtFoe,
		Farthest: CloseCombat,
		Effect:   "4 Stunning points each exchange, without a test, while the hero does nothing else.",
	},
	{
		Name: Escape, Rule: "R7.7", Rating: average, Ability: "Strength", Or: "Quickness", Opposition: "Strength", At: AtFoe,
		Effect: "Out of a grapple or a stranglehold.",
	},
	{
		Name: Maneuver, Rule: "R7.13", Rating: easy, Ability: "Quickness", Opposition: "Quickness", At: AtFoe,
		Effect: "One range closer or farther.",
	},
	{
		Name: Lead, Rule: "R8.2", Rating: average, Ability: "Willpower", Skill: "Leadership", Needs: true,
		Effect: "All allies +1 on all actions, until the leader falls or leaves.",
	},
	{
		Name: Analyze, Rule: "R8.4", Skill: "Tactics", Needs: true,
		Effect: "A full exchange of study: all allies +4 in their next exchange, +2 in the one after.",
	},
	{
		Name: Talk, Rule: "R8.5", At: AtFoe, Skill: "Taunting", Needs: true, Farthest: FarMissile,
		Effect: "An exchange of talk; a taunt may follow.",
	},
	{
		Name: Taunt, Rule: "R8.5", Rating: average, Ability: "Willpower", Opposition: "Willpower", At: AtFoe,
		Skill: "Taunting", Needs: true, Farthest: FarMissile,
		Effect: "The opponent attacks at once, without its skills.",
	},
	{
		Name: Aid, Rule: "R9.3", Rating: average, Ability: "Dexterity", At: AtHero,
		Effect: "First aid: one card comes back, and a dying hero lives.",
	},
	{
		Name: Mend, Rule: "R9.5", Rating: challenging, Ability: "Willpower", Named: true, At: AtHero,
		Effect: "Magic heals one card's worth, and a dying hero lives.",
	},
	{
		Name: Wait, Rule: "R6.3", Effect: "No attack this exchange; a cover or a stranglehold goes on.",
	},
	{
		Name: Parry, Rule: "R6.4", Rating: average, Ability: "Quickness", Opposition: "Strength", Counter: true, At: AtAttack,
		Effect: "A melee attack misses.",
	},
	{
		Name: Dodge, Rule: "R6.4", Rating: average, Ability: "Quickness", Opposition: "Dexterity", Counter: true, At: AtAttack,
		Effect: "A missile misses.",
	},
	{
		Name: Block, Rule: "R7.4", Rating: challenging, Ability: "Quickness", Opposition: Attacking, Counter: true, At: AtAttack,
		Effect: "An object stops the attack, and may be damaged.",
	},
	{
		Name: Catch, Rule: "R7.2", Rating: daunting, Ability: "Dexterity", Opposition: Attacking, Counter: true, At: AtAttack,
		Effect: "A thrown weapon is caught.",
	},
	{
		Name: Evade, Rule: "R7.8", Rating: challenging, Ability: "Quickness", Opposition: Attacking, Counter: true, At: AtAttack,
		Effect: "All incoming attacks miss.",
	},
	{
		Name: Intercept, Rule: "R7.12", Rating: average, Ability: "Quickness", Opposition: Attacking, Counter: true, At: AtAttack,
		Effect: "The hero takes an attack meant for another.",
	},
	{
		Name: Resist, Rule: "R7.19", Named: true, Counter: true, At: AtAttack,
		Effect: "A foe's stunt fails.",
	},
}
