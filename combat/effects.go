package combat

import (
	"fmt"
	"slices"

	"skald/fate"
	"skald/hero"
)

// change is a fight in the making: its own copy, and what has come of it. Every method replaces a slice
// before it writes into it, for the old fight still has it.
type change struct {
	Fight
	s     Scene
	owned bool  // the scene's seats are a copy of our own
	deed  *Deed // whose effects are being written down, nil for none

	current  int // the deed that is being settled
	notes    []Note
	assessed []*Blow // counted in this call
	drawn    []Incoming
	revised  []Revision
	payments []Payment
	healed   *Healing
	taken    *hero.Gear
}

func (c *change) note(code, who, with, format string, args ...any) {
	c.notes = append(c.notes, Note{code, who, with, fmt.Sprintf(format, args...)})
}

// add puts a condition on somebody, from now on.
func (c *change) add(k Condition) {
	k.Since = c.Exchange
	if c.deed != nil {
		k.Deed = c.deed.ID
	}
	c.Lasting = with(c.Lasting, k)
}

// drop ends conditions, and writes down which.
func (c *change) drop(goes func(Condition) bool) bool {
	var kept []Condition
	n := 0
	for i, k := range c.Lasting {
		if !goes(k) {
			if n > 0 {
				kept = append(kept, k)
			}
			continue
		}
		if n == 0 {
			kept = append(kept, c.Lasting[:i]...)
		}
		n++
		if c.deed != nil && k.Deed != c.deed.ID {
			c.deed.Lost = append(c.deed.Lost, k)
		}
	}
	if n > 0 {
		c.Lasting = kept
	}
	return n > 0
}

// move sets a hero and a foe at a range, and writes down the one before.
func (c *change) move(hero, foe string, r Range) {
	if c.deed != nil {
		c.deed.Ranges = append(c.deed.Ranges, Distance{hero, foe, c.Between(hero, foe)})
	}
	c.setRange(hero, foe, r)
	c.checkCovers()
}

// pair tells hero and foe of two fighters.
func (c *change) pair(a, b string) (hero, foe string) {
	if c.foe(a) >= 0 {
		return b, a
	}
	return a, b
}

// release ends the holds that somebody has, except one; the two are then at Close-Combat (R7.11b).
func (c *change) release(by, keep string) {
	var freed []string
	c.drop(func(k Condition) bool {
		goes := k.With == by && k.Who != keep && (k.State == Grappled || k.State == Strangled)
		if goes {
			freed = append(freed, k.Who)
		}
		return goes
	})
	for _, who := range freed {
		h, foe := c.pair(by, who)
		c.move(h, foe, CloseCombat)
		c.note("let_go", who, by, "%s no longer holds %s.", by, who)
	}
}

// rewrite changes an attack, and writes down how it was.
func (c *change) rewrite(i int, how func(*Incoming)) {
	if c.deed != nil {
		c.deed.Before = append([]*Incoming{c.Incoming[i]}, c.deed.Before...)
	}
	in := *c.Incoming[i]
	how(&in)
	c.Incoming = slices.Clone(c.Incoming)
	c.Incoming[i] = &in
}

// reply marks an attack as answered.
func (c *change) reply(id int, answer string) {
	if i := c.incoming(id); i >= 0 {
		c.rewrite(i, func(in *Incoming) { in.Answer = answer })
	}
}

// How attacks end that no counteraction of that name stopped.
const (
	gotThrough = "hit"
	heldOff    = "lost"
)

// hit writes a blow down for the end of the exchange.
func (c *change) hit(b Blow) {
	c.Blows = with(c.Blows, &b)
	if b.Wounds() == 0 {
		c.note("no_wounds", b.On, b.By, "%s is hit by %s, but the damage of %d does not get through %d.", b.On, b.By, b.Raw(), b.Defense())
	}
}

// carryOut does what a deed's success or failure brings. What it changes is written down in the deed.
func (c *change) carryOut(d *Deed) {
	c.deed = d
	defer func() { c.deed = nil }()
	row, err := action(d.Declaration.Action)
	switch {
	case err != nil:
	case row.Counter:
		c.counter(d)
	case row.Name == Box:
		c.punches(d)
	case d.success():
		c.succeed(d)
	case row.Name == Hold:
		c.release(d.Who, "")
	}
}

// succeed does what the success of an action brings (R7).
func (c *change) succeed(d *Deed) {
	who, target := d.Who, d.Declaration.Target
	switch d.Declaration.Action {
	case Strike, Shoot, Fling, Power:
		c.hit(c.heroBlow(d, target, c.margin(d)))
	case Aim:
		c.add(Condition{State: Aiming, Who: who, With: target, Until: c.Exchange + 1})
	case Cover:
		c.add(Condition{State: Covered, Who: target, With: who, Name: d.Weapon.Name})
		c.note("covered", target, who, "%s has %s covered (R7.3).", who, target)
	case Disarm:
		c.disarm(target, who)
	case Grab:
		c.grab(d)
	case Distract:
		c.distract(target, who)
	case Escape:
		c.release(target, "")
		c.cancel(target, who, func(in *Incoming) bool { return in.Action == Hold })
	case Grapple:
		c.add(Condition{State: Grappled, Who: target, With: who, Until: c.Exchange + 1})
		c.closeIn(who, target)
	case Hold:
		c.drop(func(k Condition) bool { return k.State == Grappled && k.Who == target && k.With == who })
		c.add(Condition{State: Grappled, Who: target, With: who, Until: c.Exchange + 1})
	case Stranglehold:
		c.add(Condition{State: Strangled, Who: target, With: who})
		c.closeIn(who, target)
	case Maneuver:
		c.maneuver(d)
	case Lead, Analyze, Talk:
		c.rally(d)
	case Taunt:
		c.enrage(target, who)
	case Aid, Mend:
		c.heal(d)
	}
}

// margin is by how much an attack beats what it is measured from (R6.3a).
func (c *change) margin(d *Deed) int {
	switch {
	case !d.Test:
		return 0 // R7.3a
	case c.s.Rules.Margin == "rating":
		return d.Action.Total() - d.Action.Against[0].Value
	}
	return d.Action.Margin()
}

// punches shares a boxer's total between two blows (R8.1).
func (c *change) punches(d *Deed) {
	total, t1, t2 := d.Action.Total(), d.Action.Target(), max(0, fate.Sum(d.Second))
	first := min(d.Declaration.Split, total)
	switch {
	case first > 0:
	case total >= t1+t2:
		first = t1 + (total-t1-t2+1)/2
	case total < t1 && total >= t2:
		first = 0
	default:
		first = total
	}
	other := d.Declaration.Second
	if other == "" {
		other = d.Declaration.Target
	}
	if first >= t1 {
		c.hit(c.heroBlow(d, d.Declaration.Target, first-t1))
	}
	if rest := total - first; rest >= t2 && rest > 0 {
		c.hit(c.heroBlow(d, other, rest-t2))
	}
}

// disarm knocks a weapon away; attacks that it was to be used for are made with bare hands, or not at all
// (R7.5).
func (c *change) disarm(foe, by string) {
	w := c.weaponOf(&c.s, foe)
	c.add(Condition{State: Disarmed, Who: foe, With: by, Name: w.Name})
	c.note("disarmed", foe, by, "%s loses %s (%s).", foe, w.Name, by)
	bare := c.s.Rules.unarmed()
	for i := range c.Incoming {
		in := c.Incoming[i]
		switch {
		case in.Foe != foe || in.Answer != "" || len(in.With) > 0 || in.Action != Strike && in.Action != Shoot && in.Action != Fling:
		case hindered(&bare, c.Between(in.On, foe), false) == none:
			c.rewrite(i, func(in *Incoming) { in.Action = Strike })
		default:
			c.rewrite(i, func(in *Incoming) { in.Answer = heldOff })
		}
	}
}

// grab snatches a weapon away (R7.10); by the settings the foe's own attack may hit for it (R7.10a).
func (c *change) grab(d *Deed) {
	foe := d.Declaration.Target
	w := c.weaponOf(&c.s, foe)
	own, able := c.usual(&c.s, foe, d.Who)
	if able && c.s.Rules.GrabDamage == "hit" {
		c.hit(c.foeBlow(&own, d.Who, 0))
	}
	c.disarm(foe, d.Who)
	i := c.foe(foe)
	c.Foes = slices.Clone(c.Foes)
	c.Foes[i].Taken = with(c.Foes[i].Taken, w.Name)
	c.taken = &w
}

// distract frees from a cover, or costs the opponent its next attack (R7.6, R7.6a).
func (c *change) distract(foe, by string) {
	if c.drop(func(k Condition) bool { return k.State == Covered && k.Who == by && k.With == foe }) {
		c.note("uncovered", by, foe, "%s is out of the cover of %s (R7.6).", by, foe)
		return
	}
	c.note("distracted", foe, by, "%s is distracted by %s and loses its next attack (R7.6).", foe, by)
	if c.cancel(foe, by, nil) || c.cancel(foe, "", nil) {
		return
	}
	c.add(Condition{State: Distracted, Who: foe, With: by})
}

// cancel takes away one attack of a foe that waits, on one hero or on any.
func (c *change) cancel(foe, on string, which func(*Incoming) bool) bool {
	for i := range c.Incoming {
		in := c.Incoming[i]
		if in.Answer == "" && in.Foe == foe && len(in.With) == 0 && (on == "" || in.On == on) && (which == nil || which(in)) {
			c.reply(in.ID, heldOff)
			return true
		}
	}
	return false
}

// closeIn puts a holder and the held at Personal range, where most weapons are useless (R5.3, R7.11b).
func (c *change) closeIn(by, held string) {
	h, foe := c.pair(by, held)
	c.move(h, foe, Personal)
	c.note("held", held, by, "%s holds %s at Personal range (R7.11).", by, held)
	w := c.weaponOf(&c.s, foe)
	if !w.Personal {
		c.cancel(foe, h, func(in *Incoming) bool { return in.harmful() && in.Action != Power })
	}
}

// maneuver changes the range by one, to one foe or to all (R7.13).
func (c *change) maneuver(d *Deed) {
	if d.Declaration.Target != "" {
		c.move(d.Who, d.Declaration.Target, d.Declaration.Range)
		c.note("moved", d.Who, d.Declaration.Target, "%s and %s are at %s.", d.Who, d.Declaration.Target, d.Declaration.Range)
		return
	}
	for _, foe := range c.foeNames() {
		if at := c.Between(d.Who, foe); at < d.Declaration.Range {
			c.move(d.Who, foe, at.step(true))
		} else if at > d.Declaration.Range {
			c.move(d.Who, foe, at.step(false))
		}
	}
	c.note("moved", d.Who, "", "%s moves one range towards %s.", d.Who, d.Declaration.Range)
}

// rally does what leaders, tacticians and talkers do (R8.2, R8.4, R8.5).
func (c *change) rally(d *Deed) {
	who := d.Who
	switch d.Declaration.Action {
	case Lead:
		c.drop(func(k Condition) bool { return k.State == Leading && k.Who == who })
		c.add(Condition{State: Leading, Who: who})
		c.note("leading", who, "", "%s leads: all allies have +1 on all actions (R8.2).", who)
	case Analyze:
		c.drop(func(k Condition) bool { return k.State == Analyzed && k.Who == who })
		c.add(Condition{State: Analyzed, Who: who})
		c.note("analyzed", who, "", "%s sees through the fight: +4 for all in their next exchange, +2 in the one after (R8.4).", who)
	case Talk:
		c.add(Condition{State: Talking, Who: who, With: d.Declaration.Target})
	}
}

// enrage makes a taunted foe attack at once, without its skills (R8.5).
func (c *change) enrage(foe, by string) {
	c.add(Condition{State: Enraged, Who: foe, With: by})
	c.note("enraged", foe, by, "%s is enraged and attacks %s at once, without its skills (R8.5).", foe, by)
	for i := range c.Incoming {
		if in := c.Incoming[i]; in.Answer == "" && in.by(foe) && in.On == by {
			return
		}
	}
	if !c.up(&c.s, foe) || c.busy(foe) {
		return
	}
	in, ok := c.usual(&c.s, foe, by)
	if ok {
		in.Deed = c.deed.ID
		c.drawn = append(c.drawn, *c.attack(in))
	}
}

// counter ends the attacks that a counteraction answers, or lets them through with what it missed by (R6.4,
// R7.2b).
func (c *change) counter(d *Deed) {
	missed := 0
	if !d.success() {
		missed = -d.Action.Margin()
	}
	for _, id := range d.Answers {
		i := c.incoming(id)
		if i < 0 {
			continue
		}
		in := c.Incoming[i]
		switch {
		case d.Declaration.Action == Intercept:
			c.intercepted(d, in)
		case d.success():
			c.stopped(d, in)
		default:
			c.reply(id, gotThrough)
			c.lands(in, d.Who, missed)
		}
	}
}

// stopped is an attack that a counteraction stopped.
func (c *change) stopped(d *Deed, in *Incoming) {
	c.reply(in.ID, d.Declaration.Action)
	c.calm(in)
	switch {
	case in.Action == Hold:
		c.release(in.Foe, "")
	case d.Declaration.Action == Catch:
		w := c.weaponOf(&c.s, in.Foe)
		w.Worn = false
		c.taken = &w
		c.note("caught", d.Who, in.Foe, "%s catches %s (R7.2).", d.Who, w.Name)
	case d.Declaration.Action == Block:
		c.note("blocked", d.Who, in.Foe, "%s blocks the attack; what it was blocked with may be damaged (R7.4).", d.Who)
	}
}

// calm ends a foe's rage with its attack (R8.5).
func (c *change) calm(in *Incoming) {
	c.drop(func(k Condition) bool { return k.State == Enraged && k.Who == in.Foe && k.With == in.On })
}

// intercepted is an attack into which another hero leaps: it does its damage with margin 0 there, or goes on
// to whom it was meant for (R7.12b).
func (c *change) intercepted(d *Deed, in *Incoming) {
	i := c.incoming(in.ID)
	if d.success() {
		c.reply(in.ID, Intercept)
		c.note("intercepted", d.Who, in.On, "%s takes the attack meant for %s (R7.12).", d.Who, in.On)
		c.lands(in, d.Who, 0)
		return
	}
	c.rewrite(i, func(in *Incoming) { in.Tried = with(in.Tried, d.Who) })
	if c.s.Rules.InterceptFailed == "hit" {
		c.hit(c.foeBlow(in, d.Who, 0))
	}
}

// lands is a foe's action that nothing stopped (R6.4, R7.19a).
func (c *change) lands(in *Incoming, on string, missed int) {
	c.calm(in)
	foe := in.Foe
	switch in.Action {
	case Strike, Shoot, Fling, Power:
		c.hit(c.foeBlow(in, on, missed))
	case Disarm, Grab:
		c.disarmed(on, foe)
	case Distract:
		c.distracted(on, foe)
	case Escape:
		c.release(on, "")
	case Grapple:
		c.add(Condition{State: Grappled, Who: on, With: foe, Until: c.Exchange + 1})
		c.closeIn(foe, on)
	case Hold:
		c.drop(func(k Condition) bool { return k.State == Grappled && k.Who == on && k.With == foe })
		c.add(Condition{State: Grappled, Who: on, With: foe, Until: c.Exchange + 1})
	case Stranglehold:
		c.add(Condition{State: Strangled, Who: on, With: foe})
		c.closeIn(foe, on)
	case Maneuver:
		c.move(on, foe, in.Range)
		c.note("moved", foe, on, "%s and %s are at %s.", foe, on, in.Range)
	case Cover:
		c.add(Condition{State: Covered, Who: on, With: foe, Name: c.weaponOf(&c.s, foe).Name})
		c.note("covered", on, foe, "%s has %s covered (R7.3).", foe, on)
	case Taunt:
		c.add(Condition{State: Enraged, Who: on, With: foe})
		c.note("enraged", on, foe, "%s is enraged and must attack %s at once, without skills (R8.5).", on, foe)
	}
}

// disarmed takes the weapon that a hero wields (R7.5, R7.10).
func (c *change) disarmed(who, by string) {
	if weapon := c.wields(who); weapon != "" {
		c.add(Condition{State: Disarmed, Who: who, With: by, Name: weapon})
		c.note("disarmed", who, by, "%s loses %s (%s).", who, weapon, by)
	}
}

// wields is the first weapon that a hero wields and has not lost; "" of none.
func (c *change) wields(who string) string {
	seat := c.s.seat(who)
	if seat == nil {
		return ""
	}
	for _, g := range seat.Hero.Gear {
		lost := slices.ContainsFunc(c.Lasting, func(k Condition) bool {
			return k.State == Disarmed && k.Who == who && same(k.Name, g.Name)
		})
		if g.Worn && g.Use == hero.Weapon && !lost {
			return g.Name
		}
	}
	return ""
}

// distracted frees the foe from the hero's cover, or costs the hero the next attack: this exchange's, or if
// that is done, the next one's (R7.6a).
func (c *change) distracted(who, by string) {
	if c.drop(func(k Condition) bool { return k.State == Covered && k.Who == by && k.With == who }) {
		c.note("uncovered", by, who, "%s is out of the cover of %s (R7.6).", by, who)
		return
	}
	until := c.Exchange
	if i := c.hero(who); i >= 0 && (c.Heroes[i].Acted || c.surprised(Heroes)) {
		until++
	}
	c.add(Condition{State: Distracted, Who: who, With: by, Until: until})
	c.note("distracted", who, by, "%s is distracted by %s and loses the next attack (R7.6).", who, by)
}

// checkCovers ends covers whose weapon no longer carries (R7.3a).
func (c *change) checkCovers() {
	c.drop(func(k Condition) bool {
		if k.State != Covered {
			return false
		}
		h, foe := c.pair(k.With, k.Who)
		w := c.weaponOf(&c.s, foe)
		if k.With == h {
			seat := c.s.seat(h)
			if seat == nil {
				return true
			}
			w, _ = seat.Hero.Item(k.Name)
		}
		return w.Name == "" || hindered(&w, c.Between(h, foe), true) != none
	})
}
