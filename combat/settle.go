package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// Deed is an action that a hero has carried out in this exchange. A settled one can be amended, and Pile-On
// works it out anew, until its damage is assessed (R4.5, R7.14).
type Deed struct {
	ID          int             `json:"id"`
	Who         string          `json:"who"`
	Declaration Declaration     `json:"declaration"`
	Action      fate.Action     `json:"action"`
	Test        bool            `json:"test,omitempty"`
	Weapon      hero.Gear       `json:"weapon,omitzero"`
	Second      []fate.Modifier `json:"second,omitempty"`  // target of a second punch (R8.1)
	Answers     []int           `json:"answers,omitempty"` // the attacks that it answers
	// Assessed tells that its damage has been counted already.
	Assessed bool `json:"assessed,omitempty"`
	// Taken is the weapon that it brought (R7.2, R7.10), Freed what it healed: slots, and whether the patient
	// was dying (R9.3a).
	Taken *hero.Gear   `json:"taken,omitempty"`
	Freed *hero.Wounds `json:"freed,omitempty"`
	// What its success or failure took away, to be put back if it is worked out anew.
	Lost   []Condition `json:"lost,omitempty"`
	Ranges []Distance  `json:"ranges,omitempty"`
	Before []*Incoming `json:"before,omitempty"`
}

// attacks reports whether the deed is an attack on the foe.
func (d *Deed) attacks(foe string) bool {
	return (identical(d.Declaration.Target, foe) || identical(d.Declaration.Second, foe)) && hostile(d.Declaration.Action)
}

// success reports whether the deed came off.
func (d *Deed) success() bool { return !d.Test || d.Action.Success() }

func (d *Deed) renamed(swap func(*string)) *Deed {
	copied := *d
	swap(&copied.Who)
	swap(&copied.Declaration.Target)
	swap(&copied.Declaration.Second)
	swap(&copied.Declaration.For)
	copied.Lost = each(d.Lost, func(k *Condition) { swap(&k.Who); swap(&k.With) })
	copied.Ranges = each(d.Ranges, func(r *Distance) { swap(&r.Hero); swap(&r.Foe) })
	copied.Before = each(d.Before, func(in **Incoming) { *in = (*in).renamed(swap) })
	return &copied
}

// Outcome is what came of a hero's action.
type Outcome struct {
	Deed    int         // its number
	Action  fate.Action // as it counts
	Test    bool        // whether cards decided
	Success bool
	Margin  int
	// Blows it dealt or took, waiting to be assessed unless wounds are immediate.
	Blows []Blow
	Notes []Note
	// Drawn are the attacks that it provoked: the hero must answer them now (R6.4).
	Drawn []Incoming
	// Revised are earlier actions that Pile-On made better (R7.14).
	Revised []Revision
	// Payments are wounds that nobody had a choice about, Healed what first aid or magic gave back.
	Payments []Payment
	Healed   *Healing
	// Taken is a weapon that the hero snatched or caught (R7.2, R7.10), Returned one that is given back because
	// the action has failed after all (R4.5).
	Taken, Returned *hero.Gear
}

// Revision is an earlier action of the exchange as it counts now.
type Revision struct {
	Deed    int
	Who     string
	Action  fate.Action
	Success bool
	Blows   []Blow
	// As in an Outcome.
	Taken, Returned *hero.Gear
}

// Settle declares an action and carries it out at once. The error is Declare's, or that of the Plan's Settle.
func (f Fight) Settle(s Scene, who string, d Declaration, a fate.Action) (Fight, Outcome, error) {
	p, err := f.Declare(s, who, d)
	if err != nil {
		return f, Outcome{}, err
	}
	return p.Settle(a)
}

// Settle carries out the action as it was declared, in the fight and the scene in which it was, with the cards
// and flips of a, and tells what came of it (R3.5, R6.3, R6.4). The plan stays as it is. The error is the one that
// the Edge chain gives.
func (p *Plan) Settle(a fate.Action) (f Fight, o Outcome, err error) {
	x := &p.draft
	var c change
	c.Fight = x.f
	c.s = x.s
	c.Count++
	var made struct { // one piece of memory for what is kept anyway
		Deed
		answers [1]int
	}
	deed := &made.Deed
	deed.ID = c.Count
	deed.Who = x.who
	deed.Declaration = x.d
	deed.Action = x.action
	deed.Test = x.test
	deed.Weapon = x.weapon
	deed.Second = x.second
	if x.test {
		deed.Action.Cards, deed.Action.Flips, deed.Action.Extra = a.Cards, a.Flips, a.Extra
		if err := deed.Action.Check(); err != nil {
			return x.f, Outcome{}, err
		}
	}
	c.current = deed.ID
	c.prepare(x, deed, made.answers[:0:1])
	c.carryOut(deed, x.row)
	c.keep(deed)
	c.finish()
	if x.row.Hostile {
		c.draw(x.foe.Name, x.who)
		if x.d.Second != "" && x.d.Second != x.foe.Name {
			c.draw(x.d.Second, x.who)
		}
		c.revise(x.who, x.foe.Name, x.d.Second)
		c.finish()
	}
	f = c.Fight
	o = c.outcome(deed.ID)
	return f, o, nil
}

// outcome tells what came of the deed.
func (c *change) outcome(id int) (o Outcome) {
	d := c.deeds(id)
	o.Deed = id
	o.Action = d.Action
	o.Test, o.Success = d.Test, true
	o.Blows, o.Notes, o.Drawn, o.Revised = c.dealt(id), c.notes, c.drawn, c.revised
	o.Payments, o.Healed = c.payments, c.healed
	o.Taken, o.Returned = c.prize(d)
	if d.Test {
		o.Margin = d.Action.Margin()
		o.Success = o.Margin >= 0
	}
	return o
}

// finish assesses what was dealt where wounds are immediate (R6.2b).
func (c *change) finish() {
	if c.s.Rules.ImmediateWounds && len(c.Blows) > 0 {
		c.assessed = with(c.assessed, c.Blows...)
		c.counted()
		c.assess()
		c.payUnchosen()
		c.tidy()
	}
}

// counted marks the deeds whose damage is counted.
func (c *change) counted() {
	c.Deeds = slices.Clone(c.Deeds)
	for i, d := range c.Deeds {
		if slices.ContainsFunc(c.Blows, func(b *Blow) bool { return b.Deed == d.ID }) {
			done := *d
			done.Assessed = true
			c.Deeds[i] = &done
		}
	}
}

// dealt lists the blows that hang on a deed, assessed in this call or waiting.
func (c *change) dealt(id int) []Blow {
	var list []Blow
	for _, blows := range [][]*Blow{c.assessed, c.Blows} {
		for _, b := range blows {
			if b.Deed == id {
				list = append(list, *b)
			}
		}
	}
	return list
}

// deeds finds a deed by its number; nil of none.
func (c *change) deeds(id int) *Deed {
	for _, d := range c.Deeds {
		if d.ID == id {
			return d
		}
	}
	return nil
}

func (c *change) revision(id int) Revision {
	d := c.deeds(id)
	r := Revision{Deed: id, Who: d.Who, Action: d.Action, Success: d.success(), Blows: c.dealt(id)}
	r.Taken, r.Returned = c.prize(d)
	return r
}

// keep stores a deed. Of earlier ones of the hero only attacks stay, for Pile-On counts them; amending
// reaches no farther back than the last action (R4.5).
func (c *change) keep(deed *Deed) {
	kept := make([]*Deed, 0, len(c.Deeds)+1)
	for _, d := range c.Deeds {
		if !identical(d.Who, deed.Who) || hostile(d.Declaration.Action) {
			kept = append(kept, d)
		}
	}
	c.Deeds = append(kept, deed)
}

// prepare spends what the action costs whether it succeeds or not: the hero's action or defense, and what
// lasted only while the hero did nothing else.
func (c *change) prepare(x *draft, deed *Deed, answers []int) {
	if x.hero >= 0 && c.Stage == Fighting {
		c.Heroes = slices.Clone(c.Heroes)
		h := &c.Heroes[x.hero]
		if x.row.Counter {
			h.Defended++
		} else {
			h.Acted = true
		}
		h.Open = h.Open || x.row.Name == Box
	}
	if x.row.Counter {
		c.meet(x, deed, answers)
	} else {
		c.letGo(x)
	}
	if x.row.Name == Aid {
		c.Helped = with(c.Helped, x.who)
	}
}

// meet notes which attacks the counteraction answers, a single one in the list given.
func (c *change) meet(x *draft, deed *Deed, answers []int) {
	if x.fresh {
		c.join(x.in)
	}
	switch {
	case x.row.Name != Evade:
		deed.Answers = append(answers, x.in.ID)
	case x.fresh:
		deed.Answers = with(x.evaded, x.in.ID)
	default:
		deed.Answers = x.evaded
	}
}

// letGo ends what a hero gives up by this action: an aim, a cover, a hold (R7.1, R7.3, R7.11, R7.16a).
func (c *change) letGo(x *draft) {
	who, target := x.who, ""
	if x.foe != nil {
		target = x.foe.Name
	}
	if x.row.Name == Wait {
		return
	}
	c.drop(func(k Condition) bool {
		switch {
		case k.State == Aiming && k.Who == who, k.State == Covered && k.With == who:
			return true
		case k.State == Enraged && k.Who == who:
			return k.With == target && x.row.Hostile
		case k.State == Talking && k.Who == who:
			return x.row.Name == Taunt && k.With == target
		}
		return false
	})
	keeps := gripping(x.row.Name) // where it is only the grip that changes
	c.release(func(k Condition) bool { return k.With == who && !(keeps && k.Who == target) })
}

// gripping reports whether an action keeps a hold on whom it is aimed at, as long as it succeeds.
func gripping(action string) bool {
	return action == Grapple || action == Hold || action == Stranglehold
}

// draw has a foe strike back at a hero who attacked it, if it can (R6.4). A distracted one loses that attack
// (R7.6a).
func (c *change) draw(foe, on string) {
	if in := c.strikesBack(&c.s, foe, on); in != nil && !c.loses(foe, on) {
		c.attack(in)
		c.drawn = append(c.drawn, *in)
	}
}
