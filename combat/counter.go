package combat

import (
	"skald/fate"
	"skald/hero"
)

// counter ends the attacks that a counteraction answers, or lets them through with what it missed by (R6.4,
// R7.2b).
func (c *change) counter(d *Deed) {
	margin := 0
	if d.Test {
		margin = d.Action.Margin()
	}
	for _, id := range d.Answers {
		i := c.incoming(id)
		if i < 0 {
			continue
		}
		in := c.Incoming[i]
		switch {
		case in.Answer != "": // by another hero, before this action was amended
			c.note("too_late", d.Who, in.Foe, "The attack of %s is over already, so nothing comes of it (R4.5).", in.Foe)
		case d.Declaration.Action == Intercept:
			c.intercepted(d, in)
		case margin >= 0:
			c.stopped(d, in)
		default:
			c.reply(id, gotThrough)
			c.lands(in, d.Who, fate.Modifier{Name: "missed by", Value: -margin})
		}
	}
}

// stopped is an attack that a counteraction stopped.
func (c *change) stopped(d *Deed, in *Incoming) {
	c.reply(in.ID, d.Declaration.Action)
	c.calm(in)
	switch {
	case gripping(in.Action):
		c.free(in.On, in.Foe)
	case d.Declaration.Action == Catch:
		w, armed := c.loose(&c.s, in.Foe)
		if !armed {
			c.emptyHanded(in.Foe, d.Who)
			return
		}
		w.Worn = false
		d.Taken = &w
		c.note("caught", d.Who, in.Foe, "%s catches the %s (R7.2).", d.Who, w.Name)
	case d.Declaration.Action == Block:
		c.note("blocked", d.Who, in.Foe, "%s blocks the attack; what it was blocked with may be damaged (R7.4).", d.Who)
	}
}

// calm ends a foe's rage with its attack, and with a taunt the talk that led up to it (R8.5).
func (c *change) calm(in *Incoming) {
	c.drop(func(k Condition) bool {
		return k.Who == in.Foe && k.With == in.On && (k.State == Enraged || k.State == Talking && in.Action == Taunt)
	})
}

// intercepted is an attack into which another hero leaps: it does its damage with margin 0 there, or goes on
// to whom it was meant for (R7.12b).
func (c *change) intercepted(d *Deed, in *Incoming) {
	i := c.incoming(in.ID)
	if d.success() {
		c.reply(in.ID, Intercept)
		c.note("intercepted", d.Who, in.On, "%s takes the attack meant for %s (R7.12).", d.Who, in.On)
		c.lands(in, d.Who, fate.Modifier{})
		return
	}
	c.rewrite(i, func(in *Incoming) { in.Tried = with(in.Tried, d.Who) })
	if c.s.Rules.InterceptFailed == "hit" {
		c.hit(c.foeBlow(in, d.Who, fate.Modifier{}))
	}
}

// lands is a foe's action that nothing stopped; by how much a defense fell short adds to its damage (R6.4, R7.19a).
func (c *change) lands(in *Incoming, on string, short fate.Modifier) {
	c.calm(in)
	foe := in.Foe
	switch in.Action {
	case Strike, Shoot, Fling, Power:
		c.hit(c.foeBlow(in, on, short))
	case Disarm, Grab:
		c.disarmed(on, foe, in.Action)
	case Distract:
		c.distracted(on, foe)
	case Escape:
		c.free(foe, on)
	case Grapple:
		c.seize(on, foe, Condition{State: Grappled, Until: c.Exchange + 1})
	case Hold:
		c.drop(func(k Condition) bool { return k.State == Grappled && k.Who == on && k.With == foe })
		c.add(Condition{State: Grappled, Who: on, With: foe, Until: c.Exchange + 1})
	case Stranglehold:
		c.seize(on, foe, Condition{State: Strangled})
	case Maneuver:
		c.move(on, foe, in.Range)
		c.note("moved", foe, on, "%s and %s are at %s.", foe, on, in.Range)
	case Cover:
		c.add(Condition{State: Covered, Who: on, With: foe, Name: c.weaponOf(&c.s, foe).Name})
		c.note("covered", on, foe, "%s has %s covered (R7.3).", foe, on)
	case Taunt:
		c.drop(func(k Condition) bool { return k.State == Enraged && k.Who == on })
		c.add(Condition{State: Enraged, Who: on, With: foe, Until: c.Exchange + 1})
		c.note("enraged", on, foe, "%s is enraged and must attack %s at once, without skills (R8.5).", on, foe)
	}
}

// disarmed takes the weapon that a hero wields: knocked away, or grabbed (R7.5, R7.10).
func (c *change) disarmed(who, by, how string) {
	weapon := c.wields(&c.s, who)
	if weapon == "" {
		c.emptyHanded(who, by)
		return
	}
	c.add(Condition{State: Disarmed, Who: who, With: by, Name: weapon})
	c.unarms(who, by, weapon, how)
}

// unarms tells how somebody loses a weapon: to who grabs it, to nobody where it is only knocked away.
func (c *change) unarms(who, by, weapon, how string) {
	if how == Grab {
		c.note("disarmed", who, by, "%s loses the %s to %s.", who, weapon, by)
		return
	}
	c.note("disarmed", who, by, "%s knocks the %s out of %s's hand.", by, weapon, who)
}

// wields is the first weapon that a hero wields and has not lost; "" of none.
func (f *Fight) wields(s *Scene, who string) string {
	seat := s.seat(who)
	if seat == nil {
		return ""
	}
	for _, g := range seat.Hero.Gear {
		if g.Worn && g.Use == hero.Weapon && !f.hasLost(who, g.Name) {
			return g.Name
		}
	}
	return ""
}

// distracted frees the foe from the hero's cover, or costs the hero the next attack action, whenever it comes
// (R7.6a).
func (c *change) distracted(who, by string) {
	if c.drop(func(k Condition) bool { return k.State == Covered && k.Who == by && k.With == who }) {
		c.note("uncovered", by, who, "%s is out of the cover of %s (R7.6).", by, who)
		return
	}
	c.add(Condition{State: Distracted, Who: who, With: by})
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
		return w.Name == "" || hindered(&w, c.between(h, foe), true) != none
	})
}
