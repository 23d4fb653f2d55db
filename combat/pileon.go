package combat

import (
	"slices"

	"skald/fate"
)

// piled is what N attackers on one opponent add to each attack: nothing below two (R7.14a).
func (r Rules) piled(n int) int {
	switch {
	case n < 2:
		return 0
	case r.PileOn == "n-1":
		return n - 1
	}
	return n
}

// attackers counts the heroes who have attacked a foe in this exchange, and one more, "" of none.
func (f *Fight) attackers(foe, more string) int {
	n := 0
	if more != "" {
		n = 1
	}
	for i, d := range f.Deeds {
		if !d.attacks(foe) || d.Who == more {
			continue
		}
		again := false
		for _, e := range f.Deeds[:i] {
			again = again || e.Who == d.Who && e.attacks(foe)
		}
		if !again {
			n++
		}
	}
	return n
}

// assailing counts the foes that attack a hero in this exchange, and reports whether one is among them.
func (f *Fight) assailing(on, foe string) (n int, among bool) {
	for i := range f.Incoming {
		in := f.Incoming[i]
		if !identical(in.On, on) || !hostile(in.Action) || in.Answer == heldOff {
			continue
		}
		n += 1 + len(in.With)
		among = among || in.by(foe)
	}
	return n, among
}

func hostile(name string) bool {
	switch name {
	case Strike, Shoot, Fling, Box, Power, Cover, Disarm, Grab, Grapple, Hold, Stranglehold:
		return true
	}
	return false
}

// pileOn is what a hero's attack on a foe gains: from the other heroes on the same foe, and +1 against one of
// several foes that set upon the hero (R7.14, R7.14b).
func (f *Fight) pileOn(s *Scene, who, foe string) []fate.Modifier {
	var parts []fate.Modifier
	if v := s.Rules.piled(f.attackers(foe, who)); v != 0 {
		parts = append(parts, fate.Modifier{Name: "Pile-On", Value: v})
	}
	if n, among := f.assailing(who, foe); n >= 2 && among {
		parts = append(parts, fate.Modifier{Name: "set upon", Value: 1})
	}
	return parts
}

// setUpon adds to parts what makes a hero's defense harder: several foes on the hero, or being one of several
// heroes on the foe that strikes back (R7.14b).
func (f *Fight) setUpon(parts []fate.Modifier, s *Scene, who string, in *Incoming) []fate.Modifier {
	if !hostile(in.Action) {
		return parts
	}
	n, among := f.assailing(who, in.Foe)
	if !among {
		n += 1 + len(in.With)
	}
	if v := s.Rules.piled(n); v != 0 {
		parts = append(parts, fate.Modifier{Name: "Pile-On", Value: v})
	}
	if n := f.attackers(in.Foe, ""); n >= 2 && f.attackers(in.Foe, who) == n {
		parts = append(parts, fate.Modifier{Name: "set upon", Value: 1})
	}
	return parts
}

// isPile reports whether a modifier comes from Pile-On, and is worked out anew as attackers come in.
func isPile(m fate.Modifier) bool { return m.Name == "Pile-On" || m.Name == "set upon" }

// revise works out Pile-On anew for the attacks of this exchange that are not assessed yet and that a hero or a
// foe with one of these names has part in: attackers act one after the other, but the rule counts all of them
// (R7.14).
func (c *change) revise(names ...string) {
	for i := range c.Deeds {
		d := c.Deeds[i]
		if !d.Test || d.Assessed || !hostile(d.Declaration.Action) ||
			!slices.Contains(names, d.Who) && !slices.Contains(names, d.Declaration.Target) {
			continue
		}
		parts := c.pileOn(&c.s, d.Who, d.Declaration.Target)
		if samePile(d.Action.Modifiers, parts) {
			continue
		}
		a := d.Action
		a.Modifiers = with(without(a.Modifiers, isPile), parts...)
		c.rework(i, a, d.Declaration)
		if d.ID != c.current {
			c.revised = append(c.revised, c.revision(d.ID))
		}
	}
}

// samePile reports whether the modifiers have these Pile-On parts already.
func samePile(have, parts []fate.Modifier) bool {
	n := 0
	for _, m := range have {
		if !isPile(m) {
			continue
		}
		if n >= len(parts) || parts[n] != m {
			return false
		}
		n++
	}
	return n == len(parts)
}
