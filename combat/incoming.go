package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// Incoming is a foe's attack on a hero in this exchange, or another action of a foe that the hero resists
// (R6.4, R7.19). No cards are played for it: the hero's answer decides (R3.10).
type Incoming struct {
	ID int `json:"id"`
	// Foe attacks; in a massed attack it is the strongest, and With are the others (R6.4a).
	Foe    string   `json:"foe"`
	With   []string `json:"with,omitempty"`
	On     string   `json:"on"`
	Action string   `json:"action"`
	// Of a power: the ability it is done with, what resists it, its rating, its harm (R7.18a).
	Ability    string    `json:"ability,omitempty"`
	Opposition string    `json:"opposition,omitempty"`
	Power      int       `json:"power,omitempty"`
	Harm       hero.Harm `json:"type,omitempty"`
	Mental     bool      `json:"mental,omitempty"`
	Range      Range     `json:"range,omitempty"` // where a maneuver leads
	// Rating is a difficulty that the narrator set for the answer.
	Rating *int `json:"rating,omitempty"`
	Aimed  bool `json:"aimed,omitempty"` // one level easier for the foe (R7.1)
	Best   bool `json:"best,omitempty"`  // an escape by Quickness, the foe's better ability (R7.7)
	Sure   bool `json:"sure,omitempty"`  // out of a cover: nothing helps (R7.3)
	// Answer says how it ended; "" while it waits.
	Answer string   `json:"answer,omitempty"`
	Tried  []string `json:"tried,omitempty"` // who failed to intercept it
	Deed   int      `json:"deed,omitempty"`  // the action that provoked it
	Last   int      `json:"last,omitempty"`  // the action that last changed it
}

func (in *Incoming) renamed(swap func(*string)) *Incoming {
	copied := *in
	swap(&copied.Foe)
	swap(&copied.On)
	copied.With, copied.Tried = each(in.With, swap), each(in.Tried, swap)
	return &copied
}

// by reports whether the foe takes part in the attack.
func (in *Incoming) by(foe string) bool {
	return identical(in.Foe, foe) || len(in.With) > 0 && slices.Contains(in.With, foe)
}

// harmed is the foe against whom one has no defense while holding it; "" where one only resists (R7.11a).
func (in *Incoming) harmed() string {
	if in.harmful() {
		return in.Foe
	}
	return ""
}

// harmful reports whether it is an attack that damages.
func (in *Incoming) harmful() bool { return harmful(in.Action) }

func harmful(action string) bool {
	switch action {
	case Strike, Shoot, Fling, Power:
		return true
	}
	return false
}

// incoming is the index of an attack by its number, -1 of none.
func (f *Fight) incoming(id int) int {
	for i := range f.Incoming {
		if f.Incoming[i].ID == id {
			return i
		}
	}
	return -1
}

// weaponOf is what a foe fights with now: its weapon, or bare hands without one or disarmed (R7.5).
func (f *Fight) weaponOf(s *Scene, foe string) hero.Gear {
	if i := f.foe(foe); i >= 0 {
		return f.wielded(s, &f.Foes[i])
	}
	return s.Rules.unarmed()
}

func (f *Fight) wielded(s *Scene, o *Foe) hero.Gear {
	w := &f.sheet(o).Weapon
	if w.Name == "" && w.Damage == 0 || f.is(Disarmed, o.Name, "") || slices.Contains(o.Taken, w.Name) {
		return s.Rules.unarmed()
	}
	full := weapon(*w)
	if full.Name == "" {
		full.Name = innate
	}
	return full
}

// actionWith is what an attack with a weapon is called.
func actionWith(w *hero.Gear) string {
	switch w.Style {
	case hero.Missile:
		return Shoot
	case hero.Thrown:
		return Fling
	}
	return Strike
}

// attacking is the ability with which a foe's action is done: Strength in melee, Dexterity for missiles, or
// as the table of actions says (R6.4c, R7.19a).
func (f *Fight) attacking(in *Incoming) string {
	switch in.Action {
	case Strike:
		return "Strength"
	case Power:
		return in.Ability
	case Escape:
		if in.Best {
			return "Quickness"
		}
	}
	row, err := action(in.Action)
	if err != nil {
		return "Strength"
	}
	return row.Ability
}

// better is the ability in which a foe is the better of the two that an escape may be done with (R7.7).
func (f *Fight) better(s *Scene, foe string) string {
	if f.strength(s, foe, "Quickness") > f.strength(s, foe, "Strength") {
		return "Quickness"
	}
	return "Strength"
}

// hindrance says in a sentence what keeps a weapon from being used.
func hindrance(who, target string, w *hero.Gear, at Range, aimed bool) error {
	switch hindered(w, at, aimed) {
	case tooFar:
		return fate.Refuse("out_of_range", "%s is at %s from %s: with %s one reaches no farther than %s (R5.3)", target, at, who, called(w), farthest(w))
	case tooClose:
		return fate.Refuse("too_close", "%s and %s are at Personal range, where %s of no use: grapple, or get to Close-Combat first, out of a hold by an escape and else by a maneuver (R5.3)", who, target, calledIs(w))
	case mustAim:
		return fate.Refuse("must_aim", "At %s an attack must be aimed first: %s takes an exchange to aim at %s (R5.3)", at, who, target)
	}
	return nil
}

// called is a weapon as a sentence speaks of it.
func called(w *hero.Gear) string {
	switch {
	case w.Name == "unarmed":
		return bareHands
	case natural(w):
		return "what nature gave it"
	}
	return "the " + w.Name
}

// calledIs is called with the verb that goes with it.
func calledIs(w *hero.Gear) string {
	if w.Name == "unarmed" {
		return bareHands + " are"
	}
	return called(w) + " is"
}

// bareHands is what sentences call the weapon "unarmed"; users may call it so too.
const bareHands = "bare hands"

// innate names the weapon of a foe that has damage and no weapon of a name: claws, teeth, a sting.
const innate = "attack"

// natural reports whether a foe's weapon is part of it: it cannot be knocked away, snatched or carried off.
func natural(w *hero.Gear) bool { return w.Name == innate || w.Name == "" && w.Damage > 0 }

// loose is what a foe fights with now and can lose; false where it has nothing in hand (R7.5, R7.10).
func (f *Fight) loose(s *Scene, foe string) (hero.Gear, bool) {
	w := f.weaponOf(s, foe)
	return w, w.Name != "unarmed" && !natural(&w)
}

// powers completes the abilities of a power: done with Willpower, resisted with Willpower by the mind and
// Quickness by the body, if the narrator names no others (R7.18).
func powers(ability, opposition string, mental bool) (string, string) {
	if ability == "" {
		ability = "Willpower"
	}
	switch {
	case opposition != "":
	case mental:
		opposition = "Willpower"
	default:
		opposition = "Quickness"
	}
	return ability, opposition
}

// Answers lists the actions that can answer an attack, the usual one first (R6.4, R7, R7.19a).
func (f Fight) Answers(s Scene, in Incoming) []string { return f.answers(&s, &in) }

func (f *Fight) answers(s *Scene, in *Incoming) []string {
	if !f.defends(s, in) {
		return nil
	}
	list := append(make([]string, 0, 4), answer(in))
	if in.harmful() && !in.Mental {
		list = append(list, Block)
		if seat := s.seat(in.On); in.Action == Fling && seat != nil && canCatch(s, &seat.Hero) {
			list = append(list, Catch)
		}
	}
	return append(list, Evade)
}

// answer is the usual answer to an attack (R6.4, R7.19a).
func answer(in *Incoming) string {
	switch in.Action {
	case Strike:
		return Parry
	case Shoot, Fling:
		return Dodge
	}
	return Resist
}

// canCatch reports whether a hero may try to catch a thrown weapon (R7.2, R7.2a, R8.3).
func canCatch(s *Scene, h *hero.Hero) bool {
	_, trained := h.Skill("Martial Arts")
	return trained || s.score(h, "Dexterity") >= s.Rules.CatchDexterity
}

// defends reports whether the hero can answer an attack at all; if not, nothing is added to its damage (R6.4b).
func (f *Fight) defends(s *Scene, in *Incoming) bool {
	return !in.Sure && f.defenseless(s, in.On, in.harmed()) == nil
}

// defenseless says why a hero can make no counteraction against a foe, nil where one can be made (R6.4b,
// R7.1, R7.11a, R8.1).
func (f *Fight) defenseless(s *Scene, who, foe string) error {
	seat, i := s.seat(who), f.hero(who)
	switch {
	case i < 0:
		return fate.Refuse("not_in_fight", "%s is not in this fight", who)
	case seat == nil:
		return notAtTable(who)
	case !seat.up():
		return fate.Refuse("not_up", "%s is %s and cannot act", who, seat.Hero.Status(seat.Wounds))
	case f.is(Helpless, who, ""):
		return fate.Refuse("helpless", "%s is helpless and cannot defend (R6.4b)", who)
	case f.aimingNow(who):
		return fate.Refuse("aiming", "%s is aiming and cannot defend in this exchange (R7.1)", who)
	case f.Heroes[i].Open:
		return fate.Refuse("open", "%s has spent the defense of this exchange on a second punch (R8.1)", who)
	case s.Rules.Defenses == "one" && f.Heroes[i].Defended > 0:
		return fate.Refuse("defended", "%s has had the one defense of this exchange (R6.4a)", who)
	}
	return f.grappling(who, foe)
}

// grappling says that a hero who holds a foe has no defense against it (R7.11a).
func (f *Fight) grappling(who, foe string) error {
	if foe != "" && f.is(Grappled, foe, who) {
		return fate.Refuse("grappling", "%s holds %s and gives up the defense against it (R7.11a)", who, foe)
	}
	return nil
}

// strikesBack is the counterattack of a foe on a hero who attacked it (R6.4); nil where it makes none: it
// has acted against the hero already, cannot reach, or is busy.
func (f *Fight) strikesBack(s *Scene, foe, on string) *Incoming {
	i := f.foe(foe)
	if i < 0 || !f.stands(&f.Foes[i]) || f.surprised(Foes) || f.busy(foe) {
		return nil
	}
	for _, in := range f.Incoming {
		if identical(in.On, on) && in.by(foe) {
			return nil
		}
	}
	return f.usual(s, &f.Foes[i], on)
}

// usual is the attack that a foe makes with its weapon; nil where the range forbids it.
func (f *Fight) usual(s *Scene, o *Foe, on string) *Incoming {
	w := f.wielded(s, o)
	aimed := f.aimed(o.Name, on)
	if hindered(&w, f.between(on, o.Name), aimed) != none {
		return nil
	}
	return &Incoming{Foe: o.Name, On: on, Action: actionWith(&w), Aimed: aimed, Sure: f.is(Covered, on, o.Name)}
}

// spent reports whether a foe has given this exchange to leading or to a study of the fight (R8.2, R8.4).
func (f *Fight) spent(foe string) bool {
	i := f.foe(foe)
	return i >= 0 && f.Foes[i].Spent == f.Exchange && f.Exchange > 0
}

// busy reports whether a foe has no counterattack to give: it aims, leads or studies the fight, keeps a hold, or is
// helpless.
func (f *Fight) busy(foe string) bool {
	if f.spent(foe) {
		return true
	}
	for i := range f.Lasting {
		k := &f.Lasting[i]
		switch {
		case k.State == Helpless && k.Who == foe, k.State == Aiming && k.Who == foe && k.Since == f.Exchange:
			return true
		case k.With == foe && k.holds():
			return true
		}
	}
	return false
}
