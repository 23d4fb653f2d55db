package combat

import (
	"fmt"
	"slices"

	"skald/hero"
)

// change is a fight in the making: its own copy, and what has come of it. Every method replaces a slice
// before it writes into it, for the old fight still has it.
type change struct {
	Fight
	s      Scene
	owned  bool  // the scene's seats are a copy of our own
	listed bool  // the list of attacks is one of our own
	deed   *Deed // whose effects are being written down, nil for none

	current  int // the deed that is being settled
	notes    []Note
	assessed []*Blow // counted in this call
	drawn    []Incoming
	revised  []Revision
	payments []Payment
	healed   *Healing
	before   map[int]*hero.Gear // what deeds had taken that are worked out anew
}

func (c *change) note(code, who, with, format string, args ...any) {
	c.notes = append(c.notes, Note{code, who, with, fmt.Sprintf(format, args...)})
}

// noted reports whether there is a note of the code.
func (c *change) noted(code string) bool {
	return slices.ContainsFunc(c.notes, func(n Note) bool { return n.Code == code })
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
		c.deed.Ranges = append(c.deed.Ranges, Distance{hero, foe, c.between(hero, foe)})
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

// release ends holds, and what was to keep them up; the two are then at Close-Combat (R7.11b).
func (c *change) release(which func(Condition) bool) {
	var over []Condition
	c.drop(func(k Condition) bool {
		goes := k.holds() && which(k)
		if goes {
			over = append(over, k)
		}
		return goes
	})
	for _, k := range over {
		h, foe := c.pair(k.With, k.Who)
		c.move(h, foe, CloseCombat)
		c.cancel(k.With, k.Who, func(in *Incoming) bool { return in.Action == Hold })
		c.note("let_go", k.Who, k.With, "%s no longer holds %s.", k.With, k.Who)
	}
}

// free ends the hold that one has on another.
func (c *change) free(who, by string) {
	c.release(func(k Condition) bool { return k.Who == who && k.With == by })
}

// rewrite changes an attack, and writes down how it was.
func (c *change) rewrite(i int, how func(*Incoming)) {
	var kept struct { // one piece of memory for what is kept anyway
		in     Incoming
		before [1]*Incoming
	}
	kept.in = *c.Incoming[i]
	how(&kept.in)
	if d := c.deed; d != nil {
		kept.before[0], kept.in.Last = c.Incoming[i], d.ID
		d.Before = append(kept.before[:], d.Before...)
	}
	if !c.listed {
		c.Incoming, c.listed = slices.Clone(c.Incoming), true
	}
	c.Incoming[i] = &kept.in
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
