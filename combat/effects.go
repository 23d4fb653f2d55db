package combat

import (
	"slices"

	"skald/fate"
)

// hit writes a blow down for the end of the exchange.
func (c *change) hit(b *Blow) {
	c.Blows = with(c.Blows, b)
	if b.Wounds() == 0 {
		c.note("no_wounds", b.On, b.By, "%s is hit by %s, but the damage of %d does not get through %d.", b.On, b.By, b.Raw(), b.Defense())
	}
}

// carryOut does what the success or failure of a deed brings, by the row of its action. What it changes is written
// down in the deed.
func (c *change) carryOut(d *Deed, row *Action) {
	c.deed = d
	switch {
	case row.Counter:
		c.counter(d)
	case row.Name == Box:
		c.punches(d)
	case d.success():
		c.succeed(d)
	case gripping(row.Name):
		c.free(d.Declaration.Target, d.Who)
	}
	c.deed = nil
}

// succeed does what the success of an action brings (R7).
func (c *change) succeed(d *Deed) {
	who, target := d.Who, d.Declaration.Target
	switch d.Declaration.Action {
	case Strike, Shoot, Fling, Power:
		c.hit(c.heroBlow(d, target, c.margin(d)))
	case Aim:
		c.add(Condition{State: Aiming, Who: who, With: target, Until: c.Exchange + 1})
		c.note("aiming", who, target, "%s aims at %s (R7.1).", who, target)
	case Cover:
		c.add(Condition{State: Covered, Who: target, With: who, Name: d.Weapon.Name})
		c.note("covered", target, who, "%s has %s covered (R7.3).", who, target)
	case Disarm:
		c.disarm(target, who, Disarm)
	case Grab:
		c.grab(d)
	case Distract:
		c.distract(target, who)
	case Escape:
		c.free(who, target)
	case Grapple:
		c.seize(target, who, Condition{State: Grappled, Until: c.Exchange + 1})
	case Hold:
		c.drop(func(k Condition) bool { return k.State == Grappled && k.Who == target && k.With == who })
		c.add(Condition{State: Grappled, Who: target, With: who, Until: c.Exchange + 1})
		c.note("kept_up", target, who, "%s keeps the hold on %s (R7.11).", who, target)
	case Wait:
		c.note("waiting", who, "", "%s makes no attack in this exchange.", who)
	case Stranglehold:
		c.seize(target, who, Condition{State: Strangled})
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
	for _, p := range d.Punches() {
		if p.Hits {
			c.hit(c.heroBlow(d, p.Foe, p.Points-p.Target))
		}
	}
}

// Punch is one of a boxer's two: how much of the total goes into it, against what, and whether it hits (R8.1).
type Punch struct {
	Foe            string
	Points, Target int
	Hits           bool
}

// Punches shares the total of a deed of boxing: as its player said, else so that both hit if they can, else all into
// the one that can (R8.1).
func (d *Deed) Punches() [2]Punch {
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
	rest := total - first
	return [2]Punch{{d.Declaration.Target, first, t1, first >= t1}, {other, rest, t2, rest >= t2 && rest > 0}}
}

// disarm knocks a weapon away; attacks that it was to be used for are made with bare hands, or not at all
// (R7.5). Where the foe has nothing to lose any more, by an attack that came before, it brings nothing.
func (c *change) disarm(foe, by, how string) {
	w, armed := c.loose(&c.s, foe)
	if !armed {
		c.emptyHanded(foe, by)
		return
	}
	c.add(Condition{State: Disarmed, Who: foe, With: by, Name: w.Name})
	c.unarms(foe, by, w.Name, how)
	bare := c.s.Rules.unarmed()
	for i := range c.Incoming {
		in := c.Incoming[i]
		switch {
		case in.Foe != foe || in.Answer != "" || len(in.With) > 0 || !in.harmful() || in.Action == Power:
		case hindered(&bare, c.between(in.On, foe), false) == none:
			c.rewrite(i, func(in *Incoming) { in.Action = Strike })
		default:
			c.rewrite(i, func(in *Incoming) { in.Answer = heldOff })
		}
	}
}

// grab snatches a weapon away (R7.10); by the settings the foe's own attack may hit for it (R7.10a).
func (c *change) grab(d *Deed) {
	foe := d.Declaration.Target
	w, armed := c.loose(&c.s, foe)
	if !armed {
		c.emptyHanded(foe, d.Who)
		return
	}
	own := c.usual(&c.s, &c.Foes[c.foe(foe)], d.Who)
	if own != nil && c.s.Rules.GrabDamage == "hit" {
		c.hit(c.foeBlow(own, d.Who, fate.Modifier{}))
	}
	c.disarm(foe, d.Who, Grab)
	i := c.foe(foe)
	c.Foes = slices.Clone(c.Foes)
	c.Foes[i].Taken = with(c.Foes[i].Taken, w.Name)
	d.Taken = &w
}

// emptyHanded tells that somebody has no weapon left to lose (R7.5, R7.10).
func (c *change) emptyHanded(who, by string) {
	c.note("no_weapon", who, by, "%s has no weapon left to lose, so %s gets nothing by it (R7.5).", who, by)
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

// seize puts somebody into a hold, in the place of the one that there is already (R7.11, R7.16).
func (c *change) seize(who, by string, hold Condition) {
	c.drop(func(k Condition) bool { return k.Who == who && k.With == by && k.holds() })
	hold.Who, hold.With = who, by
	c.add(hold)
	c.closeIn(by, who)
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
		if at := c.between(d.Who, foe); at < d.Declaration.Range {
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
		c.note("talking", who, d.Declaration.Target, "%s talks at %s; a taunt may follow in the next exchange (R8.5).", who, d.Declaration.Target)
	}
}

// enrage makes a taunted foe attack at once, without its skills (R8.5).
func (c *change) enrage(foe, by string) {
	c.drop(func(k Condition) bool { return k.State == Enraged && k.Who == foe })
	c.add(Condition{State: Enraged, Who: foe, With: by, Until: c.Exchange + 1})
	c.note("enraged", foe, by, "%s is enraged and attacks %s at once, without its skills (R8.5).", foe, by)
	for i := range c.Incoming {
		if in := c.Incoming[i]; in.Answer == "" && in.by(foe) && in.On == by {
			return
		}
	}
	if !c.up(&c.s, foe) || c.busy(foe) {
		return
	}
	if in := c.usual(&c.s, &c.Foes[c.foe(foe)], by); in != nil {
		in.Deed = c.deed.ID
		c.attack(in)
		c.drawn = append(c.drawn, *in)
	}
}
