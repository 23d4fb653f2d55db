package combat

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Tick is what ends an exchange.
type Tick struct {
	// Force does not wait for anybody: unpaid wounds are paid as Pick chooses, attacks that nobody answered
	// are met without a card, the narrator's questions are answered by sparing the foe.
	Force bool
	// Auras are read for whatever Readings lists, one for each; or a single one for all of them, such as that
	// of the Narrator's card (R12.4, R14.2).
	Auras []fate.Aura
}

// Turn is what the end of an exchange brought.
type Turn struct {
	Exchange int       // the one that begins, or goes on
	Payments []Payment // that were forced, or left no choice
	Blows    []Blow    // all that were assessed
	Notes    []Note
	// Deaths are heroes whose time ran out, after whatever they paid (R6.7b).
	Deaths []string
	// Over tells that a side is out of the fight, Left which one is not (R6.9).
	Over bool
	Left Side
}

// Reading is something for which an aura is read at the end of an exchange: an effect that lasts, or a hero
// who is dying.
type Reading struct {
	Who  string
	Name string // of the effect; "" for the dying
}

// Readings lists what auras are read for (R6.7b, R12.4).
func (f Fight) Readings(s Scene) []Reading {
	var list []Reading
	if f.Stage != Fighting {
		return nil
	}
	for _, k := range f.Lasting {
		if k.State == Effect {
			list = append(list, Reading{k.Who, k.Name})
		}
	}
	if s.Rules.DyingClock {
		for _, h := range f.Heroes {
			if seat := s.seat(h.Name); seat != nil && seat.Wounds.Dying && !seat.Wounds.Dead {
				list = append(list, Reading{Who: h.Name})
			}
		}
	}
	return list
}

// Next ends the exchange and begins another (R6.0): attacks that cannot be answered hit, holds do their
// damage, all blows are assessed together, what lasts ticks, and everybody has an action again. Unless it is
// forced it is refused while anybody is awaited.
func (f Fight) Next(s Scene, t Tick) (Fight, Turn, error) {
	if f.Stage != Fighting {
		return f, Turn{}, noFight()
	}
	readings := f.Readings(s)
	switch due := f.Due(s); {
	case len(due) > 0 && !t.Force:
		var names []string
		for _, d := range due {
			names = append(names, d.String())
		}
		return f, Turn{}, fate.Refuse("awaited", "Still awaited are %s. The exchange ends without them only if it is forced", strings.Join(shorten(names, 10), "; "))
	case len(readings) > 0 && len(t.Auras) != 1 && len(t.Auras) != len(readings):
		return f, Turn{}, fate.Refuse("auras_needed", "%d %s to be read at the end of this exchange (R12.4)", len(readings), plural(len(readings), "aura"))
	}
	c := change{Fight: f, s: s}
	c.payForced()
	c.rule(func(Question) bool { return false })
	c.collect()
	c.unanswered()
	c.grips()
	turn := Turn{Blows: values(c.Blows)}
	c.assess()
	c.payUnchosen()
	turn.Deaths = c.read(readings, t.Auras)
	c.expire()
	c.tidy()
	c.begin()
	turn.Exchange, turn.Payments, turn.Notes = c.Exchange, c.payments, c.notes
	turn.Left, turn.Over = c.Over(c.s)
	return c.Fight, turn, nil
}

func shorten(names []string, most int) []string {
	if len(names) > most {
		return append(slices.Clone(names[:most]), "…")
	}
	return names
}

// payForced pays what is left from the exchange before, as Pick chooses (R6.6b).
func (c *change) payForced() {
	for len(c.Pending) > 0 {
		w := c.Pending[0]
		seat := c.s.seat(w.Who)
		if seat == nil || seat.Wounds.Dead {
			c.Pending = without(c.Pending, func(p Wound) bool { return p.ID == w.ID })
			continue
		}
		c.pay(w.Who, []Wound{w}, Pick(seat.Hand, w.Amount))
	}
}

// collect ends the distraction of heroes who have lost the attack of this exchange by it; who had none to lose, or
// had it before, loses the next one (R7.6a).
func (c *change) collect() {
	c.drop(func(k Condition) bool {
		i := c.hero(k.Who)
		return k.State == Distracted && i >= 0 && !c.Heroes[i].Acted && !c.surprised(Heroes) && !c.is(Helpless, k.Who, "")
	})
}

// unanswered lets attacks through that nobody answered (R6.4b).
func (c *change) unanswered() {
	for _, in := range c.Incoming {
		if in.Answer == "" && c.s.seat(in.On) != nil {
			short := c.undefended(in)
			c.reply(in.ID, gotThrough)
			c.lands(in, in.On, short)
		}
	}
}

// undefended is by how much a hero falls short who could have defended and did not: as one who plays no card
// (R3.11), so that it is never the better defense. Where no defense is allowed there is nothing to fall short of
// (R6.4b).
func (c *change) undefended(in *Incoming) fate.Modifier {
	if !in.harmful() || !c.defends(&c.s, in) {
		return fate.Modifier{}
	}
	x := draft{f: c.Fight, s: c.s, who: in.On, hero: c.hero(in.On), seat: c.s.seat(in.On), in: in}
	x.d.Action = answer(in)
	var err error
	if x.row, err = action(x.d.Action); err == nil {
		err = x.numbers()
	}
	if err != nil {
		return fate.Modifier{}
	}
	x.act(x.ability)
	x.difficulty()
	return fate.Modifier{Name: "no defense", Value: max(0, -x.action.Margin())}
}

// grips does the damage of holds (R7.11a, R7.16a). A grapple that was not kept up in this exchange does none.
func (c *change) grips() {
	for i := range c.Lasting {
		k := &c.Lasting[i]
		if k.State != Strangled && (k.State != Grappled || k.Until <= c.Exchange) || !c.up(&c.s, k.With) {
			continue
		}
		if b := c.grip(&c.s, k); b != nil {
			c.Blows = with(c.Blows, b)
		}
	}
}

// assess turns all blows into wounds at once (R6.2b, R6.5): a foe that a blow of this exchange brings down is
// not killed by another one of it, for death takes a later attack.
func (c *change) assess() {
	var buffer [MaxFoes]FoeStatus
	before := buffer[:0] // of the foes, if any of them is hit
	if slices.ContainsFunc(c.Blows, func(b *Blow) bool { return c.foe(b.On) >= 0 }) {
		c.Foes = slices.Clone(c.Foes)
		for i := range c.Foes {
			before = append(before, c.Foes[i].status(c.sheet(&c.Foes[i])))
		}
	}
	c.Pending = slices.Grow(slices.Clip(c.Pending), len(c.Blows)) // what is appended from here on is our own
	for _, b := range c.Blows {
		wounds := b.Wounds()
		if wounds == 0 {
			continue
		}
		c.ruinAim(b.On)
		if i := c.foe(b.On); i >= 0 {
			c.woundFoe(&c.Foes[i], c.Foes[i].struck(b, before[i]), wounds, b.Harm)
		} else if seat := c.s.seat(b.On); seat != nil && !seat.Wounds.Dead {
			c.wound(b.On, wounds, b.Harm, b.By)
		}
	}
	for i := range before {
		c.settleFoe(&c.Foes[i], before[i] == Down || before[i] == Dead)
	}
	c.Blows = nil
	if len(c.Pending) == 0 {
		c.Pending = nil
	}
}

// struck is how a foe was when a blow struck it: one that has fallen since, by the narrator's word, was not down yet
// (R6.5b).
func (o *Foe) struck(b *Blow, before FoeStatus) FoeStatus {
	if before == Down && b.Deed > 0 && b.Deed <= o.Fell {
		return Hurt
	}
	return before
}

// ruinAim ends an aim that is being taken when damage comes through (R7.1, R7.1b).
func (c *change) ruinAim(who string) {
	if c.aimingNow(who) {
		c.drop(func(k Condition) bool { return k.State == Aiming && k.Who == who })
		c.note("aim_ruined", who, "", "The aim of %s is ruined by the damage (R7.1).", who)
	}
}

// woundFoe gives a foe wounds. One that was down before is killed by Killing ones; about Stunning ones the
// settings decide (R6.5, R6.5b).
func (c *change) woundFoe(o *Foe, before FoeStatus, wounds int, harm hero.Harm) {
	if before == Dead {
		return
	}
	o.Wounds += wounds
	switch {
	case before != Down || o.Dead:
	case harm == hero.Killing || c.s.Rules.FallenStunned == "kill":
		o.Dead = true
		c.note("foe_dead", o.Name, "", "%s is dead (R6.5).", o.Name)
	case c.s.Rules.FallenStunned == "ask":
		c.Count++
		c.Questions = with(c.Questions, Question{ID: c.Count, Foe: o.Name, Wounds: wounds})
	}
}

// settleFoe tells when a foe falls (R6.5a).
func (c *change) settleFoe(o *Foe, fallen bool) {
	if !fallen && !o.Dead && o.status(c.sheet(o)) == Down {
		o.Fell = c.Count
		c.note("foe_down", o.Name, "", "%s falls unconscious (R6.5).", o.Name)
	}
}

// read has auras end effects and lives (R6.7b, R12.4). It tells who dies.
func (c *change) read(readings []Reading, auras []fate.Aura) []string {
	var deaths []string
	for i, r := range readings {
		aura := auras[min(i, len(auras)-1)]
		if aura != fate.Negative {
			continue
		}
		if r.Name == "" {
			deaths = append(deaths, r.Who)
			c.ownSeat(r.Who).Wounds.Dead = true
			c.Pending = without(c.Pending, func(w Wound) bool { return w.Who == r.Who })
			c.note("dead", r.Who, "", "%s dies (R6.7).", r.Who)
			continue
		}
		c.drop(func(k Condition) bool { return k.State == Effect && k.Who == r.Who && k.Name == r.Name })
		c.note("effect_ends", r.Who, "", "%s on %s ends (R12.4).", r.Name, r.Who)
	}
	return deaths
}

// expire ends what lasts no longer than this exchange.
func (c *change) expire() {
	c.release(func(k Condition) bool { return k.State == Grappled && k.Until <= c.Exchange })
	c.drop(func(k Condition) bool { return k.Until > 0 && k.Until <= c.Exchange })
}

// tidy ends what hangs on somebody who is out of the fight: aims, covers, holds, rage (R7.3a).
func (c *change) tidy() {
	if c.s.Rules.ImmediateWounds { // R6.2b: whom a blow has dropped does not strike any more
		for i := range c.Foes {
			if foe := c.Foes[i].Name; !c.up(&c.s, foe) {
				c.withdraw(foe, func(in *Incoming) bool { return in.Answer == "" })
			}
		}
	}
	if len(c.Lasting) == 0 {
		return
	}
	c.release(func(k Condition) bool { return !c.up(&c.s, k.With) || !c.up(&c.s, k.Who) })
	c.drop(func(k Condition) bool {
		switch k.State {
		case Aiming, Distracted:
			return !c.up(&c.s, k.Who)
		case Covered, Enraged:
			return !c.up(&c.s, k.Who) || !c.up(&c.s, k.With)
		}
		return false
	})
}

// begin opens the next exchange. Foes that hold somebody go on to do so, and are resisted (R7.11, R7.19a).
func (c *change) begin() {
	c.Exchange++
	for _, a := range c.Gone {
		if name := a.Fighter.Name; c.hero(name) < 0 {
			c.Ranges = without(c.Ranges, func(d Distance) bool { return d.Hero == name })
		}
	}
	c.Incoming, c.Deeds, c.Blows, c.Gone = nil, nil, nil, nil
	c.Heroes = slices.Clone(c.Heroes)
	for i := range c.Heroes {
		h := &c.Heroes[i]
		h.Acted, h.Defended, h.Open = false, 0, false
	}
	for _, k := range c.Lasting {
		if k.State == Grappled && c.foe(k.With) >= 0 {
			c.attack(&Incoming{Foe: k.With, On: k.Who, Action: Hold})
		}
	}
}

// Question is asked of the narrator: whether Stunning wounds kill a foe that is down (R6.5b).
type Question struct {
	ID     int    `json:"id"`
	Foe    string `json:"foe"`
	Wounds int    `json:"wounds"`
}

// Decide answers the narrator's questions about a foe: whether it dies (R6.5b).
func (f Fight) Decide(foe string, dies bool) (Fight, []Note, error) {
	foe, err := f.foeName(foe)
	if err != nil {
		return f, nil, err
	}
	if !slices.ContainsFunc(f.Questions, func(q Question) bool { return q.Foe == foe }) {
		return f, nil, fate.Refuse("no_question", "Nothing is to be decided about %s", foe)
	}
	c := change{Fight: f}
	other := without(c.Questions, func(q Question) bool { return q.Foe == foe })
	c.Questions = without(c.Questions, func(q Question) bool { return q.Foe != foe })
	c.rule(func(Question) bool { return dies })
	c.Questions = other
	return c.Fight, c.notes, nil
}

// rule answers all questions.
func (c *change) rule(dies func(Question) bool) {
	for _, q := range c.Questions {
		i := c.foe(q.Foe)
		if i < 0 || c.Foes[i].Dead {
			continue
		}
		if !dies(q) {
			c.note("foe_spared", q.Foe, "", "%s stays unconscious.", q.Foe)
			continue
		}
		c.Foes = slices.Clone(c.Foes)
		c.Foes[i].Dead = true
		c.note("foe_dead", q.Foe, "", "%s is dead (R6.5).", q.Foe)
	}
	c.Questions = nil
}

// End ends the fight (R6.9): what was dealt is assessed, attacks that wait lapse, conditions end, except
// effects that last. What is left to do is the Aftermath. Ended already, it stays as it is.
func (f Fight) End(s Scene) (Fight, Turn, error) {
	switch f.Stage {
	case Peace:
		return f, Turn{}, noFight()
	case After:
		return f, Turn{Exchange: f.Exchange}, nil
	}
	c := change{Fight: f, s: s}
	turn := Turn{Exchange: c.Exchange, Blows: values(c.Blows)}
	c.assess()
	c.payUnchosen()
	turn.Left, turn.Over = c.Over(c.s)
	c.Stage = After
	c.Incoming, c.Deeds, c.Gone = nil, nil, nil
	c.Range, c.Ranges = 0, nil // of what comes after, the narrator says it anew
	c.Lasting = without(c.Lasting, func(k Condition) bool { return k.State != Effect })
	c.Heroes = slices.Clone(c.Heroes)
	for i := range c.Heroes {
		h := &c.Heroes[i]
		h.Acted, h.Defended, h.Open = false, 0, false
	}
	turn.Payments, turn.Notes = c.payments, c.notes
	return c.Fight, turn, nil
}
