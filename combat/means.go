package combat

import (
	"skald/fate"
	"skald/hero"
)

// means finds the weapon that the action is done with, and refuses what the range forbids (R5).
func (x *draft) means() error {
	switch x.row.Name {
	case Strike:
		return x.arm(hero.Melee)
	case Shoot, Cover:
		return x.arm(hero.Missile)
	case Fling:
		return x.arm(hero.Thrown)
	case Disarm:
		return x.arm(x.d.Style)
	case Box:
		x.d.Weapon = "unarmed"
		if err := x.arm(hero.Melee); err != nil {
			return err
		}
		return x.reach(x.second1())
	case Aim:
		return x.aim()
	case Block:
		return x.blocksWith()
	}
	if x.row.Counter || x.foe == nil || x.d.Allowed {
		return nil
	}
	at := x.f.between(x.who, x.foe.Name)
	if x.row.Farthest != 0 && at < x.row.Farthest {
		return fate.Refuse("out_of_range", "%s is at %s from %s: %s takes %s or closer (R5.3)", x.foe.Name, at, x.who, x.row.Name, x.row.Farthest)
	}
	if x.row.Name == Power && at < NearMissile && !x.f.aimed(x.who, x.foe.Name) {
		return fate.Refuse("must_aim", "At %s a power must be aimed first: %s takes an exchange to aim at %s (R5.3)", at, x.who, x.foe.Name)
	}
	return nil
}

// second1 is the foe of the second punch: another one, or the first again.
func (x *draft) second1() string {
	if x.d.Second == "" {
		return x.foe.Name
	}
	return x.d.Second
}

// arm finds the weapon and checks range and code. A covered target can be hit without further ado (R7.3).
func (x *draft) arm(style hero.Style) error {
	if err := x.findWeapon(style); err != nil {
		return err
	}
	if err := x.fits(style); err != nil {
		return err
	}
	x.d.Weapon = x.weapon.Name
	if err := x.code(); err != nil {
		return err
	}
	return x.reach(x.foe.Name)
}

// fits refuses a weapon of another style than the action's.
func (x *draft) fits(style hero.Style) error {
	ok := x.weapon.Style == style || style == ""
	if x.row.Name == Cover {
		ok = x.weapon.Style != hero.Melee
	}
	if !ok {
		return wrongWeapon(x.who, x.row.Name, &x.weapon)
	}
	return nil
}

func wrongWeapon(who, action string, w *hero.Gear) error {
	return fate.Refuse("wrong_weapon", "%s cannot %s with %s, a %s weapon (R5.2)", who, action, called(w), w.Style)
}

// reach refuses a target that the weapon cannot be used on at its range (R5.3).
func (x *draft) reach(target string) error {
	if x.d.Allowed {
		return nil
	}
	at := x.f.between(x.who, target)
	aimed := x.f.aimed(x.who, target) || x.f.is(Covered, target, x.who) && x.row.Name != Cover
	if l := x.s.Rules.levels(&x.weapon, at); l != 0 {
		x.harder = append(x.harder, fate.Modifier{Name: "artillery so near", Value: 4 * l})
	}
	return hindrance(x.who, target, &x.weapon, at, aimed)
}

// findWeapon finds the weapon: the one named; or one that is wielded, of the style, best one that reaches
// the target; or bare hands in melee.
func (x *draft) findWeapon(style hero.Style) error {
	if x.weapon.Name != "" {
		return nil
	}
	h := &x.seat.Hero
	if x.d.Weapon != "" {
		return x.namedWeapon()
	}
	var found *hero.Gear
	for i := range h.Gear {
		g := &h.Gear[i]
		if !g.Worn || g.Use != hero.Weapon || !styled(g.Style, style) || x.lost(g.Name) {
			continue
		}
		if x.foe != nil && hindered(g, x.f.between(x.who, x.foe.Name), true) == none {
			found = g
			break
		}
		if found == nil {
			found = g
		}
	}
	switch {
	case found != nil:
		x.weapon = *found
	case style == "" || style == hero.Melee:
		x.weapon = x.s.Rules.unarmed()
	default:
		return fate.Refuse("no_weapon", "%s wields no %s weapon (R5.2)", x.who, style)
	}
	return nil
}

// styled reports whether a weapon's style is the one asked for; a thrown weapon is a missile too.
func styled(have, want hero.Style) bool {
	return want == "" || have == want || want == hero.Missile && have == hero.Thrown
}

func (x *draft) namedWeapon() error {
	if same(x.d.Weapon, "unarmed") || same(x.d.Weapon, bareHands) {
		x.weapon = x.s.Rules.unarmed()
		return nil
	}
	g, ok := x.seat.Hero.Item(x.d.Weapon)
	switch {
	case !ok:
		return fate.Refuse("no_weapon", "%s has no %.40q", x.who, x.d.Weapon)
	case g.Use != hero.Weapon:
		return fate.Refuse("no_weapon", "The %s is no weapon (R5.2)", g.Name)
	case x.lost(g.Name):
		return fate.Refuse("disarmed", "%s has lost the %s (R7.5)", x.who, g.Name)
	}
	x.weapon = g
	return nil
}

// lost reports whether the hero has been disarmed of a weapon.
func (x *draft) lost(name string) bool {
	for i := range x.f.Lasting {
		if k := &x.f.Lasting[i]; k.State == Disarmed && k.Who == x.who && same(k.Name, name) {
			return true
		}
	}
	return false
}

// code does what the settings say about a weapon above the hero's code (R5.1a).
func (x *draft) code() error {
	if x.weapon.Allowed || x.d.Allowed || x.seat.Hero.Trained(x.weapon) {
		return nil
	}
	return x.over(x.seat.Hero.Untrained(x.weapon))
}

// potential does the same about a power, or healing magic, that the code of its ability's Trait does not give (R13).
func (x *draft) potential() error {
	if x.row.Name != Power && x.row.Name != Mend || x.d.Allowed {
		return nil
	}
	if text := x.seat.Hero.Unable(x.s.trait(x.s.ability(x.ability))); text != "" {
		return x.over(text)
	}
	return nil
}

// over does what the settings say about what is above the hero's code.
func (x *draft) over(text string) error {
	switch x.s.Rules.OverCode {
	case "refuse":
		return fate.Refuse("over_code", "%s", text)
	case "harder":
		x.harder = append(x.harder, fate.Modifier{Name: "above the code", Value: 4})
	}
	x.warnings = append(x.warnings, text+".")
	return nil
}

// aim checks where one can aim (R5.3). The weapon matters only where one must be guided.
func (x *draft) aim() error {
	if x.d.Weapon != "" {
		if err := x.namedWeapon(); err != nil {
			return err
		}
		x.d.Weapon = x.weapon.Name
		if x.weapon.Style == hero.Melee {
			return wrongWeapon(x.who, Aim, &x.weapon)
		}
	}
	if x.d.Allowed {
		return nil
	}
	guided := false
	for _, g := range x.seat.Hero.Gear {
		guided = guided || g.Guided && g.Use == hero.Weapon && !x.lost(g.Name) && (x.d.Weapon == "" || same(x.d.Weapon, g.Name))
	}
	return aimable(x.f.between(x.who, x.foe.Name), guided)
}

// blocksWith checks with what an attack is blocked, where that is said: an item of the hero's (R7.4).
func (x *draft) blocksWith() error {
	if x.d.Weapon == "" {
		return nil
	}
	g, ok := x.seat.Hero.Item(x.d.Weapon)
	switch {
	case !ok:
		return fate.Refuse("no_weapon", "%s has no %.40q", x.who, x.d.Weapon)
	case x.lost(g.Name):
		return fate.Refuse("disarmed", "%s has lost the %s (R7.5)", x.who, g.Name)
	}
	x.d.Weapon = g.Name
	return nil
}

// needs checks what else an action asks for.
func (x *draft) needs() error {
	f, who := &x.f, x.who
	if x.row.Counter {
		return x.canAnswer()
	}
	if err := x.rages(); err != nil {
		return err
	}
	if x.row.Needs {
		if _, ok := x.seat.Hero.Skill(x.row.Skill); !ok && !x.d.Allowed {
			return needsSkill(who, x.row.Name, x.row.Skill, x.row.Rule)
		}
	}
	switch x.row.Name {
	case Aid, Mend:
		return x.heals()
	case Hold:
		if !f.is(Grappled, x.foe.Name, who) {
			return fate.Refuse("not_held", "%s does not hold %s: grapple first (R7.11)", who, x.foe.Name)
		}
	case Escape:
		if !f.holds(x.foe.Name, who) {
			return fate.Refuse("not_held", "%s is not held by %s: to get away, maneuver (R7.7)", who, x.foe.Name)
		}
	case Grapple, Stranglehold:
		if by := f.holder(x.foe.Name); by != "" && by != who {
			return fate.Refuse("held", "%s is held by %s already (R7.11)", x.foe.Name, by)
		}
	case Disarm, Grab:
		if _, armed := f.loose(&x.s, x.foe.Name); !armed {
			return fate.Refuse("no_weapon", "%s has no weapon to lose (%s)", x.foe.Name, x.row.Rule)
		}
	case Taunt:
		if !f.talked(who, x.foe.Name) && !x.d.Allowed {
			return mustTalk(who, x.foe.Name)
		}
	case Maneuver:
		return x.moves()
	}
	return nil
}

// talked reports whether one has talked at another in an earlier exchange (R8.5).
func (f *Fight) talked(who, at string) bool {
	k := f.condition(Talking, who, at)
	return k != nil && k.Since < f.Exchange
}

func mustTalk(who, at string) error {
	return fate.Refuse("must_talk", "A taunt needs an exchange of talk at %s first: %s can talk now (R8.5)", at, who)
}

// rages refuses an enraged hero whatever does not lead to the attack on who has taunted: any action but that attack,
// coming closer, or an escape from the hold of somebody else (R8.5).
func (x *draft) rages() error {
	k := x.f.condition(Enraged, x.who, "")
	if k == nil || x.f.Stage != Fighting {
		return nil
	}
	at := x.foe != nil && x.foe.Name == k.With
	switch x.row.Name {
	case Maneuver:
		from := x.f.between(x.who, k.With)
		if to := x.d.Range; at && x.d.Target != "" && (to == 0 && from != Personal || to > from) {
			return nil
		}
	case Escape:
		if !at {
			return nil
		}
	default:
		if at && x.row.Hostile && x.row.Name != Cover {
			return nil
		}
	}
	return fate.Refuse("enraged", "%s is enraged and must attack %s at once: nothing else, except to defend (R8.5)", x.who, k.With)
}

// heldBack refuses what somebody in a hold cannot do before an escape (R7.7).
func (f *Fight) heldBack(who string) error {
	if by := f.holder(who); by != "" {
		return fate.Refuse("held", "%s is held by %s and must escape first (R7.7)", who, by)
	}
	return nil
}

// moves checks where a maneuver leads: one step, closer if nothing else is said and there is a closer one, and not out
// of a hold (R7.13).
func (x *draft) moves() error {
	if err := x.f.heldBack(x.who); err != nil {
		return err
	}
	at := x.f.between(x.who, x.foe.Name)
	switch {
	case x.d.Range == 0:
		x.d.Range = at.step(at != Personal)
	case x.d.Target == "": // R7.13: against all, a step in that direction from each
	default:
		return oneStep(at, x.d.Range)
	}
	return nil
}

// oneStep refuses a maneuver that leads anywhere but one range closer or farther (R7.13).
func oneStep(from, to Range) error {
	if to != from && (to == from.step(true) || to == from.step(false)) {
		return nil
	}
	if from.step(true) == from || from.step(false) == from {
		return fate.Refuse("too_far", "A maneuver leads one range on: from %s there is only %s (R7.13)", from, min(max(from, Visual), CloseCombat))
	}
	return fate.Refuse("too_far", "A maneuver leads one range closer or farther: from %s to %s or %s (R7.13)", from, from.step(true), from.step(false))
}
