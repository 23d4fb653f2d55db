package combat

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
)

// Rules are the settings of a game's fights: the readings of the rules that a table may choose. Begin with
// Defaults; the zero Rules is none. In JSON a setting that is missing has its default.
type Rules struct {
	// ImmediateWounds assesses every blow at once instead of all together at the exchange's end (R6.2b).
	ImmediateWounds bool `json:"immediate_wounds"`
	// PileOn is what N attackers on one opponent add each: "n" or "n-1" (R7.14a).
	PileOn string `json:"pile_on"`
	// Defenses is how often a hero may defend in an exchange: "each" attack, or "one" in all (R6.4a).
	Defenses string `json:"defenses"`
	// Margin is what an attack's margin is measured from: the whole "target", or the "rating" alone (R6.3a).
	Margin string `json:"margin"`
	// Turns lets heroes act as they are ready, "free", or only in "order" of initiative (R6.2).
	Turns string `json:"turns"`
	// OverCode is what gear above the hero's code does: "warn", "harder" by one level, or "refuse" (R5.1a).
	OverCode string `json:"over_code"`
	// NearArtillery is by how many levels artillery is harder to use at Near-Missile and closer (R5.3c).
	NearArtillery int `json:"near_artillery"`
	// Unarmed is the harm of bare hands: "stunning" or "killing" (R6.3c).
	Unarmed string `json:"unarmed"`
	// FallenStunned is what Stunning wounds do to an unconscious foe: "ask" the narrator, "spare" or "kill"
	// (R6.5b).
	FallenStunned string `json:"fallen_stunned"`
	// Dying is when a Killing hit makes a hero dying: its wounds exceed the hand's total "value", or the
	// "number" of cards (R6.7a).
	Dying string `json:"dying"`
	// DyingClock reads an aura for each dying hero at the exchange's end; a negative one is death (R6.7b).
	DyingClock bool `json:"dying_clock"`
	// LastConversion is what a hit does when no Stunning slot is left to convert: "dying" or "nothing" (R6.8a).
	LastConversion string `json:"last_conversion"`
	// CatchDexterity is the Dexterity that is enough to catch without martial arts (R7.2a).
	CatchDexterity int `json:"catch_dexterity"`
	// GrabDamage is what a successful Grab costs: "none", or "hit": the foe's own attack hits (R7.10a).
	GrabDamage string `json:"grab_damage"`
	// GrappleDamage is what a grapple does each exchange: a Strike's "strength", or "none" (R7.11a).
	GrappleDamage string `json:"grapple_damage"`
	// InterceptFailed leaves a failed interceptor "unharmed", or has the attack "hit" both (R7.12b).
	InterceptFailed string `json:"intercept_failed"`
	// PowerDefense is what reduces a mental power's damage: "willpower", "endurance" or "nothing" (R7.18a).
	PowerDefense string `json:"power_defense"`
	// Resist is the difficulty of resisting a foe's action: the "mirror" of its rating around average, or
	// the "same" (R7.19a).
	Resist string `json:"resist"`
	// Leaderless is what allies suffer while their leader is gone (R8.2): a modifier, 0 or less.
	Leaderless int `json:"leaderless"`
	// FirstAid allows each helper "one" attempt and each patient one success after a fight, or is "free" (R9.3a).
	FirstAid string `json:"first_aid"`
}

// Defaults are the settings to begin with: what each Option gives as its default.
func Defaults() Rules {
	var r Rules
	for _, o := range options {
		o.put(&r, o.Default)
	}
	return r
}

// UnmarshalJSON reads settings; what is missing has its default.
func (r *Rules) UnmarshalJSON(data []byte) error {
	type plain Rules
	p := plain(Defaults())
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	*r = Rules(p)
	return nil
}

// Option describes one setting of Rules, so that it can be shown and set by name.
type Option struct {
	Name    string
	Rule    string // the number in the catalogue of rules
	Meaning string
	Values  []string // all that it may be
	Default string

	field func(*Rules) any // points to a bool, an int or a string
}

// Options lists the settings, in the order of the rules.
func Options() []Option { return slices.Clone(options) }

// Value is what a setting is now; false where there is none of that name.
func (r Rules) Value(name string) (string, bool) {
	i := find(name)
	if i < 0 {
		return "", false
	}
	switch v := options[i].field(&r).(type) {
	case *bool:
		return yesNo(*v), true
	case *int:
		return strconv.Itoa(*v), true
	case *string:
		return *v, true
	}
	return "", false
}

// With is the settings with one changed. The error lists the values, or names the nearest setting.
func (r Rules) With(name, value string) (Rules, error) {
	i := find(name)
	if i < 0 {
		return r, fate.Refuse("no_such_option", "There is no option %.40q: %s", name, fate.Meant(name, optionNames()))
	}
	o := options[i]
	value = strings.ToLower(strings.TrimSpace(value))
	if !slices.Contains(o.Values, value) {
		return r, fate.Refuse("bad_option", "The option %s is one of %s (%s)", o.Name, strings.Join(o.Values, ", "), o.Rule)
	}
	o.put(&r, value)
	return r, nil
}

func (o Option) put(r *Rules, value string) {
	switch v := o.field(r).(type) {
	case *bool:
		*v = value == "yes"
	case *int:
		*v, _ = strconv.Atoi(value)
	case *string:
		*v = value
	}
}

func find(name string) int {
	return slices.IndexFunc(options, func(o Option) bool { return same(o.Name, name) })
}

func optionNames() []string {
	var names []string
	for _, o := range options {
		names = append(names, o.Name)
	}
	return names
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func numbers(from, to int) []string {
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

var options = []Option{
	{
		"over_code", "R5.1a", "What a weapon, a power or magic above the hero's code does: a warning, one level harder, or not allowed.",
		[]string{"warn", "harder", "refuse"},
		"warn", func(r *Rules) any { return &r.OverCode },
	},
	{
		"near_artillery", "R5.3c", "By how many levels artillery is harder to use at Near-Missile range and closer.",
		numbers(0, 3), "1", func(r *Rules) any { return &r.NearArtillery },
	},
	{
		"turns", "R6.2", "Heroes act when they are ready, or only in the order of their initiative.",
		[]string{"free", "order"},
		"free", func(r *Rules) any { return &r.Turns },
	},
	{
		"immediate_wounds", "R6.2b", "Every blow counts at once, not at the end of the exchange.",
		[]string{"no", "yes"},
		"no", func(r *Rules) any { return &r.ImmediateWounds },
	},
	{
		"margin", "R6.3a", "An attack's margin is measured from the whole target, or from the difficulty rating alone.",
		[]string{"target", "rating"},
		"target", func(r *Rules) any { return &r.Margin },
	},
	{
		"unarmed", "R6.3c", "What kind of wounds bare hands make.",
		[]string{"stunning", "killing"},
		"stunning", func(r *Rules) any { return &r.Unarmed },
	},
	{
		"defenses", "R6.4a", "A hero may defend against each incoming attack, or once in an exchange.",
		[]string{"each", "one"},
		"each", func(r *Rules) any { return &r.Defenses },
	},
	{
		"fallen_stunned", "R6.5b", "What Stunning wounds do to a foe that is down: the narrator is asked, it is spared, or killed.",
		[]string{"ask", "spare", "kill"},
		"ask", func(r *Rules) any { return &r.FallenStunned },
	},
	{
		"dying", "R6.7a", "A Killing hit makes a hero dying when it exceeds the hand's total value, or the number of its cards.",
		[]string{"value", "number"},
		"value", func(r *Rules) any { return &r.Dying },
	},
	{
		"dying_clock", "R6.7b", "An aura is read for each dying hero at the end of an exchange; a negative one is death.",
		[]string{"no", "yes"},
		"no", func(r *Rules) any { return &r.DyingClock },
	},
	{
		"last_conversion", "R6.8a", "What a further hit does when a knocked-out hero has no Stunning slot left to convert.",
		[]string{"dying", "nothing"},
		"dying", func(r *Rules) any { return &r.LastConversion },
	},
	{
		"catch_dexterity", "R7.2a", "The Dexterity with which a hero can catch a weapon without martial arts.",
		numbers(1, 10), "9", func(r *Rules) any { return &r.CatchDexterity },
	},
	{
		"grab_damage", "R7.10a", "What a successful Grab costs: nothing, or the foe's own attack hits.",
		[]string{"none", "hit"},
		"none", func(r *Rules) any { return &r.GrabDamage },
	},
	{
		"grapple_damage", "R7.11a", "What a grapple does each exchange: Stunning damage as a Strike, or none.",
		[]string{"strength", "none"},
		"strength", func(r *Rules) any { return &r.GrappleDamage },
	},
	{
		"intercept_failed", "R7.12b", "A hero who fails to intercept is unharmed, or the attack hits that hero too.",
		[]string{"unharmed", "hit"},
		"unharmed", func(r *Rules) any { return &r.InterceptFailed },
	},
	{
		"pile_on", "R7.14a", "What N attackers on one opponent add to each attack: N, or N - 1.",
		[]string{"n", "n-1"},
		"n", func(r *Rules) any { return &r.PileOn },
	},
	{
		"power_defense", "R7.18a", "What reduces the damage of a mental power.",
		[]string{"willpower", "endurance", "nothing"},
		"willpower", func(r *Rules) any { return &r.PowerDefense },
	},
	{
		"resist", "R7.19a", "How hard it is to resist a foe's action: the mirror of its rating around average, or the same rating.",
		[]string{"mirror", "same"},
		"mirror", func(r *Rules) any { return &r.Resist },
	},
	{
		"leaderless", "R8.2", "What allies suffer on all actions while their leader is gone.",
		[]string{"-1", "0"},
		"-1", func(r *Rules) any { return &r.Leaderless },
	},
	{
		"first_aid", "R9.3a", "First aid: one attempt a helper and one success a patient after each fight, or without limit.",
		[]string{"one", "free"},
		"one", func(r *Rules) any { return &r.FirstAid },
	},
}
