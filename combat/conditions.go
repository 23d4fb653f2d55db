package combat

import (
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
)

// State is what a condition does to whoever bears it.
type State string

// The conditions. Those of the first group are kept in Fight.Lasting, those of the second follow from
// them and from the fight.
const (
	Aiming     State = "aiming"     // at With; no defense, and the next attack on it is easier (R7.1)
	Covered    State = "covered"    // by With, who may hit without a test (R7.3)
	Grappled   State = "grappled"   // held by With, who does Stunning damage (R7.11)
	Strangled  State = "strangled"  // held by With: 4 Stunning an exchange (R7.16)
	Disarmed   State = "disarmed"   // of the weapon Name (R7.5, R7.10)
	Distracted State = "distracted" // loses the next attack (R7.6a)
	Enraged    State = "enraged"    // must attack With at once, without skills (R8.5)
	Leading    State = "leading"    // has inspired the allies (R8.2)
	Analyzed   State = "analyzed"   // has shared insights (R8.4)
	Talking    State = "talking"    // talked up With, which may be taunted next (R8.5)
	Helpless   State = "helpless"   // bound, or such; no action, no defense (R6.4b); the narrator's
	Effect     State = "effect"     // Name lasts until a negative aura (R12.4)

	Holding    State = "holding"    // has With in a grapple or a stranglehold
	Surprised  State = "surprised"  // has no attack in the first exchange (R6.1)
	Inspired   State = "inspired"   // +1 on all actions (R8.2)
	Leaderless State = "leaderless" // -1 on all actions (R8.2)
	Insight    State = "tactics"    // +4 or +2 on all actions (R8.4)
	Fallen     State = "fallen"     // out of the fight: unconscious, dying or dead
)

// Given lists the conditions that the narrator can put on somebody.
func Given() []State {
	return []State{
		Aiming, Covered, Grappled, Strangled, Disarmed, Distracted, Enraged, Leading, Analyzed, Talking,
		Helpless, Effect,
	}
}

// Condition is something that lasts (R7, R8): on whom, from whom, and until when. It works by itself and
// ends by itself.
type Condition struct {
	State State  `json:"state"`
	Who   string `json:"who"`            // whom it is on
	With  string `json:"with,omitempty"` // the other party: whose doing it is, or at whom one aims
	Name  string `json:"name,omitempty"` // of a weapon or an effect
	Since int    `json:"since"`          // the exchange in which it began; 0 is before the fight
	// Until is the exchange with whose end it ends; 0 where something else ends it.
	Until int `json:"until,omitempty"`
	// Value is what it adds to all actions of whoever bears it.
	Value int `json:"value,omitempty"`
	// Deed is the action that brought it about, so that an amended action takes it back (R4.5).
	Deed int `json:"deed,omitempty"`
}

// endings says when each condition ends; the other party's name stands for %.
var endings = map[State]string{
	Aiming:     "until the next action, or damage",
	Covered:    "until % does anything else, falls, is distracted or gets out of range",
	Grappled:   "until an escape, or % lets go",
	Strangled:  "until an escape, or % does anything else",
	Disarmed:   "until the narrator says so, or the fight ends",
	Distracted: "until an attack is lost",
	Enraged:    "until the attack on %",
	Leading:    "until the fight ends",
	Analyzed:   "until the fight ends",
	Talking:    "until the taunt",
	Helpless:   "until the narrator says so",
	Effect:     "until a negative aura",
	Holding:    "until % escapes or is let go",
	Surprised:  "until the first exchange ends",
	Inspired:   "while % leads",
	Leaderless: "until % is back",
	Insight:    "for two exchanges",
	Fallen:     "until healed",
}

// Ends says when the condition ends.
func (k Condition) Ends() string {
	end := "exchange " + strconv.Itoa(k.Until) + " ends"
	text := endings[k.State]
	switch {
	case k.Until == 0 || k.State == Grappled:
	case k.State == Enraged:
		text += ", or " + end
	default:
		return "until " + end
	}
	for i := range text {
		if text[i] == '%' {
			return text[:i] + k.With + text[i+1:]
		}
	}
	return text
}

// String writes the condition for the tracker: "aiming (Guard 2)", "tactics +4".
func (k Condition) String() string {
	text := string(k.State)
	switch {
	case k.Value > 0:
		text += " +" + strconv.Itoa(k.Value)
	case k.Value < 0:
		text += " " + strconv.Itoa(k.Value)
	}
	switch {
	case k.State == Effect:
		return k.Name
	case k.Name != "" && k.State == Disarmed:
		return text + " (" + k.Name + ")"
	case k.With != "":
		return text + " (" + k.With + ")"
	}
	return text
}

// condition finds a lasting condition of somebody; with "" it may be with anybody.
func (f *Fight) condition(state State, who, with string) *Condition {
	for i := range f.Lasting {
		k := &f.Lasting[i]
		if k.State == state && (who == "" || k.Who == who) && (with == "" || k.With == with) {
			return k
		}
	}
	return nil
}

// holds reports whether the condition is a hold (R7.7).
func (k *Condition) holds() bool { return k.State == Grappled || k.State == Strangled }

// is reports whether somebody bears a lasting condition.
func (f *Fight) is(state State, who, with string) bool { return f.condition(state, who, with) != nil }

// aimed reports whether an aim at the target is complete: begun in an earlier exchange (R7.1).
func (f *Fight) aimed(who, target string) bool {
	k := f.condition(Aiming, who, target)
	return k != nil && k.Since < f.Exchange
}

// aimingNow reports whether somebody spends this exchange aiming (R7.1).
func (f *Fight) aimingNow(who string) bool {
	for i := range f.Lasting {
		if k := &f.Lasting[i]; k.State == Aiming && k.Who == who && k.Since == f.Exchange {
			return true
		}
	}
	return false
}

// holds reports whether by has the other in a grapple or a stranglehold.
func (f *Fight) holds(by, other string) bool {
	return f.is(Grappled, other, by) || f.is(Strangled, other, by)
}

// holder is who has somebody in a hold; "" of nobody.
func (f *Fight) holder(who string) string {
	for i := range f.Lasting {
		if k := &f.Lasting[i]; k.Who == who && k.holds() {
			return k.With
		}
	}
	return ""
}

// surprised reports whether a side has no attack in this exchange (R6.1a).
func (f *Fight) surprised(side Side) bool {
	return f.Exchange == 1 && f.Surprise != Nobody && f.Surprise != side
}

// boons lists what leaders and tacticians add to all actions of a hero or foe (R8.2, R8.4), as conditions.
func (f *Fight) boons(s *Scene, who string) []Condition {
	if len(f.Lasting) == 0 {
		return nil
	}
	var list []Condition
	var lead, lost, insight Condition
	for i := range f.Lasting {
		k := &f.Lasting[i]
		if k.State != Leading && k.State != Analyzed || f.side(k.Who) != f.side(who) {
			continue
		}
		switch {
		case k.State == Analyzed:
			if v := f.insight(k, who); v > insight.Value {
				insight = Condition{State: Insight, Who: who, With: k.Who, Since: k.Since, Value: v}
			}
		case k.Who == who: // the leader gets nothing
		case f.present(s, k.Who):
			lead = Condition{State: Inspired, Who: who, With: k.Who, Since: k.Since, Value: 1}
		case s.Rules.Leaderless != 0:
			lost = Condition{State: Leaderless, Who: who, With: k.Who, Since: k.Since, Value: s.Rules.Leaderless}
		}
	}
	if lead.State != "" {
		list = append(list, lead)
	} else if lost.State != "" {
		list = append(list, lost)
	}
	if insight.Value > 0 {
		list = append(list, insight)
	}
	return list
}

// insight is what an analysis is worth to somebody now: +4 in the first exchange after it, or in that of
// entering the fight, +2 in the next (R8.4).
func (f *Fight) insight(k *Condition, who string) int {
	first := k.Since + 1
	if i := f.hero(who); i >= 0 {
		first = max(first, f.Heroes[i].Joined)
	}
	if i := f.foe(who); i >= 0 {
		first = max(first, f.Foes[i].Joined)
	}
	switch f.Exchange - first {
	case 0:
		return 4
	case 1:
		return 2
	}
	return 0
}

// boonParts is what boons add, as parts of a total or of a difficulty.
func (f *Fight) boonParts(s *Scene, who string) []fate.Modifier {
	var parts []fate.Modifier
	for _, k := range f.boons(s, who) {
		parts = append(parts, fate.Modifier{Name: string(k.State), Value: k.Value})
	}
	return parts
}

// Conditions lists all conditions, those that follow from others too, in the order of the fighters: what the
// tracker shows. Heroes who are not at the table have none, and nobody has any with them.
func (f Fight) Conditions(s Scene) []Condition {
	var list []Condition
	for _, who := range append(f.Order(s), f.foeNames()...) {
		if !f.up(&s, who) {
			list = append(list, Condition{State: Fallen, Who: who})
		} else if f.surprised(f.side(who)) {
			list = append(list, Condition{State: Surprised, Who: who, Since: 1, Until: 1})
		}
		for _, k := range f.Lasting {
			if k.Who == who && !f.away(&s, k.With) {
				list = append(list, k)
			}
			if k.With == who && k.holds() && !f.away(&s, k.Who) {
				list = append(list, Condition{State: Holding, Who: who, With: k.Who, Since: k.Since})
			}
		}
		if f.Stage == Fighting {
			list = append(list, f.boons(&s, who)...)
		}
	}
	return list
}

// Afflict has the narrator put a lasting condition on a hero or foe, as the last of Lasting; Since is now. Who is held is
// at Personal range then, and who is disarmed has lost a weapon: the one that Name tells, or the one in hand (R7.5,
// R7.11b). The error says what is missing.
func (f Fight) Afflict(s Scene, k Condition) (Fight, []Note, error) {
	if !slices.Contains(Given(), k.State) {
		var names []string
		for _, state := range Given() {
			names = append(names, string(state))
		}
		return f, nil, fate.Refuse("no_such_condition", "%.40q cannot be given: it is none of the conditions that last, or follows from others. There are %s", string(k.State), strings.Join(names, ", "))
	}
	var err error
	if k.Who, err = f.fighterName(k.Who); err != nil {
		return f, nil, err
	}
	if k.With != "" {
		if k.With, err = f.fighterName(k.With); err != nil {
			return f, nil, err
		}
	}
	switch k.State {
	case Aiming, Covered, Grappled, Strangled, Enraged:
		if k.With == "" || f.side(k.With) == f.side(k.Who) {
			return f, nil, fate.Refuse("no_such_condition", "With whom is %s %s? The option with takes somebody of the other side", k.Who, k.State)
		}
	case Effect:
		if k.Name == "" {
			return f, nil, fate.Refuse("no_such_condition", "An effect that lasts needs a name (R12.4)")
		}
	case Disarmed:
		if k.Name, err = f.canLose(&s, k.Who, k.Name); err != nil {
			return f, nil, err
		}
	}
	k.Since, k.Deed = f.Exchange, 0
	if k.State == Grappled || k.State == Enraged {
		k.Until = f.Exchange + 1
	}
	c := change{Fight: f, s: s}
	if k.holds() {
		c.drop(func(old Condition) bool { return old.Who == k.Who && old.With == k.With && old.holds() })
		c.closeIn(k.With, k.Who)
	}
	c.Lasting = with(c.Lasting, k)
	return c.Fight, c.notes, nil
}

// canLose is the weapon of which somebody can be disarmed: by its name, or without one what is in hand (R7.5).
func (f *Fight) canLose(s *Scene, who, name string) (string, error) {
	var have []string
	inHand := ""
	if f.foe(who) >= 0 {
		if w, ok := f.loose(s, who); ok {
			have, inHand = []string{w.Name}, w.Name
		}
	} else if seat := s.seat(who); seat != nil {
		for _, g := range seat.Hero.Gear {
			if g.Use == hero.Weapon && !f.hasLost(who, g.Name) {
				have = append(have, g.Name)
			}
		}
		inHand = f.wields(s, who)
	}
	for _, one := range have {
		if same(one, name) {
			return one, nil
		}
	}
	switch {
	case name != "" && have != nil:
		return "", fate.Refuse("no_weapon", "%s has no weapon %.40q to lose: %s (R7.5)", who, name, fate.Meant(name, have))
	case inHand == "":
		return "", fate.Refuse("no_weapon", "%s has no weapon to lose (%s)", who, "R7.5")
	}
	return inHand, nil
}

// hasLost reports whether a hero has been disarmed of a weapon.
func (f *Fight) hasLost(who, weapon string) bool {
	return slices.ContainsFunc(f.Lasting, func(k Condition) bool {
		return k.State == Disarmed && k.Who == who && same(k.Name, weapon)
	})
}

// Lift has the narrator end a condition of a hero or foe: all of that state, or those of a name, which is that of the
// effect, of the weapon or of the other party. Who is held no longer is at Close-Combat (R7.11b).
func (f Fight) Lift(s Scene, who string, state State, name string) (Fight, []Note, error) {
	who, err := f.fighterName(who)
	if err != nil {
		return f, nil, err
	}
	lifted := func(k Condition) bool {
		return k.Who == who && k.State == state && (name == "" || same(k.Name, name) || same(k.With, name))
	}
	c := change{Fight: f, s: s}
	switch {
	case slices.ContainsFunc(f.Lasting, lifted):
		c.release(lifted)
		c.drop(lifted)
		return c.Fight, c.notes, nil
	case state == Effect && name != "":
		return f, nil, fate.Refuse("no_such_condition", "No %.40s lasts on %s", name, who)
	}
	if k := f.condition(state, who, ""); k != nil && name != "" {
		return f, nil, fate.Refuse("no_such_condition", "%s is %s, not with %.40q; leave the option with out, and all of it is lifted", who, k, name)
	}
	return f, nil, fate.Refuse("no_such_condition", "%s is not %s", who, state)
}
