package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// Last is the hero's last action of this exchange, which can still be amended; false where there is none
// (R4.5).
func (f Fight) Last(who string) (Deed, bool) {
	for i := len(f.Deeds) - 1; i >= 0; i-- {
		if d := f.Deeds[i]; same(d.Who, who) {
			return *d, !d.Assessed && d.Test
		}
	}
	return Deed{}, false
}

// Amendable says why a hero's last action cannot be amended, nil where it can (R4.5).
func (f Fight) Amendable(who string) error {
	switch last, open := f.Last(who); {
	case last.ID == 0 || !last.Test:
		return fate.Refuse("nothing_to_amend", "There is no action of %s in this exchange to amend (R4.5)", who)
	case !open:
		return fate.Refuse("assessed", "The damage of that action has been assessed already (R4.5)")
	}
	return nil
}

// Amend works a hero's last action out anew with a changed action: with Extra cards for hero points, or with
// what the narrator adds to its difficulty (R4.5, R11.2a). Success, margin, and whatever hangs on them follow;
// assessed damage does not.
func (f Fight) Amend(s Scene, who string, a fate.Action) (Fight, Outcome, error) {
	return f.again(s, who, func(d *Deed) (fate.Action, Declaration, error) { return a, d.Declaration, nil })
}

// Split shares a boxer's total anew: so many points go into the first punch, the rest into the second (R8.1).
func (f Fight) Split(s Scene, who string, points int) (Fight, Outcome, error) {
	return f.again(s, who, func(d *Deed) (fate.Action, Declaration, error) {
		switch {
		case d.Declaration.Action != Box:
			return d.Action, d.Declaration, fate.Refuse("nothing_to_split", "The last action of %s was no boxing (R8.1)", d.Who)
		case points < 1 || points > d.Action.Total():
			return d.Action, d.Declaration, fate.Refuse("out_of_range", "The total is %d: give the first punch 1 to %d of it (R8.1)", d.Action.Total(), d.Action.Total())
		}
		next := d.Declaration
		next.Split = points
		return d.Action, next, nil
	})
}

// again works the hero's last action out anew.
func (f Fight) again(s Scene, who string, how func(*Deed) (fate.Action, Declaration, error)) (Fight, Outcome, error) {
	if err := f.Amendable(who); err != nil {
		return f, Outcome{}, err
	}
	last, _ := f.Last(who)
	a, d, err := how(&last)
	if err == nil {
		err = a.Check()
	}
	if err != nil {
		return f, Outcome{}, err
	}
	c := change{Fight: f, s: s}
	i := slices.IndexFunc(c.Deeds, func(d *Deed) bool { return d.ID == last.ID })
	c.rework(i, a, d)
	c.finish()
	return c.Fight, c.outcome(last.ID), nil
}

// rework works a deed out anew. Where it succeeds or fails as before, what it brought stays, and is not brought
// again; only blows follow the margin. Otherwise what hung on it is taken back before it is carried out as it is
// now (R4.5).
func (c *change) rework(i int, a fate.Action, declaration Declaration) {
	was := c.Deeds[i]
	now := *was
	now.Action, now.Declaration = a, declaration
	if _, known := c.before[was.ID]; !known && was.ID != c.current {
		if c.before == nil {
			c.before = map[int]*hero.Gear{}
		}
		c.before[was.ID] = was.Taken
	}
	c.Deeds = slices.Clone(c.Deeds)
	c.Deeds[i] = &now
	if now.success() == was.success() && !c.measured(was) {
		return
	}
	place := slices.IndexFunc(c.Blows, func(b *Blow) bool { return b.Deed >= was.ID })
	c.takeBack(was)
	now.Lost, now.Ranges, now.Before, now.Taken, now.Freed = nil, nil, nil, nil, nil
	rest := len(c.Blows)
	if row, err := action(declaration.Action); err == nil {
		c.carryOut(&now, row)
	}
	if place >= 0 && place < rest { // blows count in the order in which they were suffered (R6.6d)
		again := c.Blows[rest:]
		c.Blows = slices.Concat(c.Blows[:place], again, c.Blows[place:rest])
	}
}

// measured reports whether what a deed does follows its margin: blows that it deals, or that its failure lets
// through (R6.3, R6.4).
func (c *change) measured(d *Deed) bool {
	switch d.Declaration.Action {
	case Strike, Shoot, Fling, Power, Box:
		return true
	case Parry, Dodge, Block, Catch, Evade, Resist:
		return slices.ContainsFunc(c.Blows, func(b *Blow) bool { return b.Deed == d.ID })
	}
	return false
}

// prize tells what weapon a deed has brought in this call, or given back.
func (c *change) prize(d *Deed) (taken, returned *hero.Gear) {
	switch had := c.before[d.ID]; {
	case had == nil:
		return d.Taken, nil
	case d.Taken == nil:
		return nil, had
	}
	return nil, nil
}

// takeBack undoes what carryOut did, except what others have changed since.
func (c *change) takeBack(d *Deed) {
	c.Blows = without(c.Blows, func(b *Blow) bool { return b.Deed == d.ID })
	c.Lasting = without(c.Lasting, func(k Condition) bool { return k.Deed == d.ID })
	c.Lasting = with(c.Lasting, d.Lost...)
	c.Incoming = without(c.Incoming, func(in *Incoming) bool { return in.Deed == d.ID && in.Answer == "" })
	for _, old := range d.Before {
		if i := c.incoming(old.ID); i >= 0 && (c.Incoming[i].Last == 0 || c.Incoming[i].Last == d.ID) {
			c.Incoming = slices.Clone(c.Incoming)
			c.Incoming[i] = old
		}
	}
	for i := len(d.Ranges) - 1; i >= 0; i-- {
		c.setRange(d.Ranges[i].Hero, d.Ranges[i].Foe, d.Ranges[i].Range)
	}
	switch {
	case !d.success():
	case d.Declaration.Action == Grab && d.Taken != nil:
		c.untake(d)
	case d.Freed != nil:
		c.unheal(d)
	}
}

// untake gives a snatched weapon back.
func (c *change) untake(d *Deed) {
	if i := c.foe(d.Declaration.Target); i >= 0 {
		c.Foes = slices.Clone(c.Foes)
		c.Foes[i].Taken = without(c.Foes[i].Taken, func(item string) bool { return item == d.Taken.Name })
	}
}
