package combat

import (
	"slices"

	"skald/fate"
)

// object finds what the action is aimed at.
func (x *draft) object() error {
	switch x.row.At {
	case AtFoe:
		if x.row.Name == Maneuver && x.d.Target == "" {
			return x.quickest()
		}
		if err := x.findFoe(); err != nil {
			return err
		}
		if x.row.Name == Box && x.d.Second != "" {
			var err error
			x.d.Second, err = x.f.foeName(x.d.Second)
			return err
		}
	case AtAttack:
		return x.findAttack()
	case AtHero:
		return x.findPatient()
	}
	return nil
}

// findFoe finds the target: the one named, the one that the hero has hold of or is held by, or the only one
// there is.
func (x *draft) findFoe() error {
	if x.foe != nil {
		return nil
	}
	f := &x.f
	name := x.d.Target
	if name == "" {
		name = x.obvious()
	}
	i := f.foe(name)
	if i < 0 {
		if f.isHero(name) {
			return fate.Refuse("hero_against_hero", "%s is a hero: hero against hero is an ordinary action, opposed by the other's score (R3.10a)", name)
		}
		exact, err := f.foeName(name)
		if err != nil {
			return err
		}
		i, name = f.foe(exact), exact
	}
	o := &f.Foes[i]
	if o.Dead {
		return fate.Refuse("foe_dead", "%s is dead: nothing more is to be done to it", name)
	}
	x.foe, x.d.Target = o, name
	return nil
}

// obvious is the target that needs no naming; "" of none.
func (x *draft) obvious() string {
	f := &x.f
	if x.d.Action == Escape {
		return f.holder(x.who)
	}
	for i := range f.Lasting {
		k := &f.Lasting[i]
		if k.State == Grappled && k.With == x.who && x.d.Action == Hold {
			return k.Who
		}
		if k.State == Enraged && k.Who == x.who {
			return k.With
		}
	}
	only := ""
	for i := range f.Foes {
		if f.stands(&f.Foes[i]) {
			if only != "" {
				return ""
			}
			only = f.Foes[i].Name
		}
	}
	return only
}

// quickest takes the foe that is the quickest as opposition to a move against all (R7.13).
func (x *draft) quickest() error {
	best := -1
	for i := range x.f.Foes {
		o := &x.f.Foes[i]
		if !x.f.stands(o) {
			continue
		}
		if best < 0 || x.quick(o) > x.quick(&x.f.Foes[best]) {
			best = i
		}
	}
	if best < 0 {
		return fate.Refuse("no_such_foe", "There is no foe to move against (R7.13)")
	}
	x.foe = &x.f.Foes[best]
	return nil
}

func (x *draft) quick(o *Foe) int {
	return fate.Sum(x.f.opposition(nil, &x.s, o, "Quickness", Maneuver, ""))
}

// findAttack finds the attack to be answered: the one of the foe named, or the only one. A foe that has not
// attacked the hero yet attacks now (R6.4).
func (x *draft) findAttack() error {
	if x.in != nil {
		return nil
	}
	var buffer [4]*Incoming
	foe, open, answered, err := x.attacks(buffer[:0])
	switch {
	case err != nil:
		return err
	case len(open) == 1 || len(open) > 1 && x.d.Action == Evade:
		x.take(open[0])
		return nil
	case len(open) > 1:
		return x.whichAttack(open)
	case answered && foe != "":
		return fate.Refuse("answered", "The attack of %s is dealt with already (R6.4a)", foe)
	case x.d.Action == Intercept || foe == "":
		return fate.Refuse("no_attack", "No attack waits for an answer by %s", x.who)
	}
	in := x.f.strikesBack(&x.s, foe, x.who)
	if in == nil || x.f.is(Distracted, foe, "") {
		return fate.Refuse("no_attack", "%s does not attack %s now", foe, x.who)
	}
	x.fresh, in.ID = true, x.f.Count+2 // the deed comes first
	x.take(in)
	return nil
}

// attacks adds to a list the attacks that wait for an answer: on the hero, or for an interceptor on others; of
// the foe named, if one is. It reports whether some of them have been answered already.
func (x *draft) attacks(open []*Incoming) (foe string, _ []*Incoming, answered bool, err error) {
	intercept, on := x.d.Action == Intercept, ""
	if x.d.Target != "" {
		if foe, err = x.f.foeName(x.d.Target); err != nil {
			if intercept && x.f.isHero(x.d.Target) {
				err = fate.Refuse("no_such_foe", "To intercept, target is the foe whose attack it is, and for is the hero who is protected, %.40s (R7.12)", x.d.Target)
			}
			return foe, nil, false, err
		}
	}
	if x.d.For != "" && intercept {
		if on, err = x.f.heroName(x.d.For); err != nil {
			return foe, nil, false, err
		}
	}
	for _, in := range x.f.Incoming {
		switch {
		case foe != "" && !in.by(foe), intercept == (in.On == x.who), on != "" && in.On != on, in.Action == Talk:
		case in.Answer == "":
			open = append(open, in)
		default:
			answered = true
		}
	}
	return foe, open, answered, nil
}

// take makes an attack the one that is answered.
func (x *draft) take(in *Incoming) {
	x.in, x.d.Target = in, in.Foe
	if x.d.Action == Intercept {
		x.d.For = in.On
	}
}

func (x *draft) whichAttack(open []*Incoming) error {
	var names []string
	for _, in := range open {
		name := in.Foe
		if in.On != x.who {
			name += " on " + in.On
		}
		names = append(names, name)
	}
	return fate.Refuse("which_attack", "Several attacks wait: which one is answered? %s", listed(names, 10))
}

// findPatient finds the hero to be aided or healed.
func (x *draft) findPatient() error {
	name := x.d.For
	if name == "" {
		name = x.d.Target
	}
	if name == "" {
		return fate.Refuse("no_such_hero", "Whom? First aid and healing take a hero (R9)")
	}
	var err error
	if x.patient, err = x.s.named(name); err != nil {
		return err
	}
	x.d.For, x.d.Target = x.patient.Hero.Name, ""
	return nil
}

// canAnswer refuses a counteraction that does not fit the attack (R6.4, R7, R7.19a).
func (x *draft) canAnswer() error {
	in := x.in
	usual := answer(in)
	switch x.row.Name {
	case Parry, Dodge, Resist:
		if x.row.Name != usual {
			return fate.Refuse("wrong_counter", "Against %s by %s one can %s, not %s (R6.4)", in.Action, in.Foe, usual, x.row.Name)
		}
	case Block, Intercept, Catch:
		if !in.harmful() {
			return fate.Refuse("wrong_counter", "Against %s by %s one can %s or evade, not %s (R7.19)", in.Action, in.Foe, usual, x.row.Name)
		}
		if in.Mental {
			return fate.Refuse("wrong_counter", "What strikes the mind can be resisted or evaded, not met with %s (R7.18)", x.row.Name)
		}
	}
	switch {
	case in.Sure:
		return fate.Refuse("covered", "%s is covered by %s: the shot hits without a test (R7.3)", in.On, in.Foe)
	case x.row.Name == Catch && in.Action != Fling:
		return fate.Refuse("wrong_counter", "Only a thrown weapon can be caught (R7.2)")
	case x.row.Name == Catch && !canCatch(&x.s, &x.seat.Hero):
		return fate.Refuse("needs_skill", "To catch, %s needs Martial Arts or a Dexterity of %d (R7.2)", x.who, x.s.Rules.CatchDexterity)
	case x.row.Name == Intercept && slices.Contains(in.Tried, x.who):
		return fate.Refuse("answered", "%s has tried to intercept this attack already (R7.12)", x.who)
	case x.row.Name == Intercept && in.On == x.who:
		return fate.Refuse("wrong_counter", "An attack on oneself is not intercepted: defend against it (R7.12)")
	}
	foe := in.harmed()
	if x.row.Name == Intercept {
		foe = ""
	}
	return x.f.grappling(x.who, foe) // of the rest free has made sure
}
