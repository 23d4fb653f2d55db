package combat

import "slices"

// Absence is a hero who has left in the exchange that is under way: what was done until then, by the hero and to the
// hero. Who comes back before the exchange ends has it again, so that leaving brings no second action and shakes off
// neither an attack nor a loss (R6.0). Covers and holds are over for good.
type Absence struct {
	Fighter  Fighter     `json:"fighter"`
	Lasting  []Condition `json:"lasting,omitempty"`
	Incoming []*Incoming `json:"incoming,omitempty"`
	Deeds    []*Deed     `json:"deeds,omitempty"`
}

// absence is what a hero of the exact name would come back to.
func (f *Fight) absence(name string) Absence {
	return Absence{
		Fighter: f.Heroes[f.hero(name)],
		Lasting: without(f.Lasting, func(k Condition) bool {
			over := k.State == Covered || k.holds()
			return k.Who != name && k.With != name || k.outlasts() || over
		}),
		Incoming: without(f.Incoming, func(in *Incoming) bool { return in.On != name }),
		Deeds:    without(f.Deeds, func(d *Deed) bool { return d.Who != name }),
	}
}

// apart puts a hero at Close-Combat from whom a hold of theirs kept at Personal range (R7.11b).
func (f *Fight) apart(name string) {
	for _, k := range f.Lasting {
		switch {
		case !k.holds():
		case k.Who == name:
			f.setRange(name, k.With, CloseCombat)
		case k.With == name:
			f.setRange(name, k.Who, CloseCombat)
		}
	}
}

// comeBack gives a hero who has joined what was there at leaving in this exchange, as far as it is still about
// somebody who is there.
func (f *Fight) comeBack(name string) {
	i := slices.IndexFunc(f.Gone, func(a Absence) bool { return a.Fighter.Name == name })
	if i < 0 {
		return
	}
	a := f.Gone[i]
	f.Gone = without(f.Gone, func(a Absence) bool { return a.Fighter.Name == name })
	f.Heroes = each(f.Heroes, func(h *Fighter) {
		if h.Name == name {
			*h = a.Fighter
		}
	})
	gone := func(who string) bool { return who != "" && f.hero(who) < 0 && f.foe(who) < 0 }
	f.Lasting = with(f.Lasting, without(a.Lasting, func(k Condition) bool { return gone(k.Who) || gone(k.With) })...)
	f.Incoming = with(f.Incoming, without(a.Incoming, func(in *Incoming) bool {
		return gone(in.Foe) || in.Action == Hold || slices.ContainsFunc(in.With, gone)
	})...)
	f.Deeds = with(f.Deeds, without(a.Deeds, func(d *Deed) bool { return gone(d.Declaration.Target) || gone(d.Declaration.Second) })...)
}

// outlasts reports whether a condition stays while who bears it, or has brought it about, is out of the fight: a weapon
// is still lost, the allies are still leaderless or know what was found out (R7.5, R8.2, R8.4).
func (k *Condition) outlasts() bool {
	return k.State == Disarmed || k.State == Leading || k.State == Analyzed
}

// without takes out what is about a foe that has been removed: a massed attack goes on without it.
func (a *Absence) without(foe string) {
	a.Lasting = without(a.Lasting, func(k Condition) bool { return k.Who == foe || k.With == foe })
	a.Deeds = without(a.Deeds, func(d *Deed) bool { return d.Declaration.Target == foe || d.Declaration.Second == foe })
	left := Fight{Incoming: a.Incoming}
	left.withdraw(foe, func(*Incoming) bool { return true })
	a.Incoming = left.Incoming
}

// Waits reports whether something of this exchange still waits for a hero, in the fight or out of it again: a blow that
// is not assessed, or an attack that is not answered (R6.2b, R6.4). Who goes from the table now would be rid of it.
func (f Fight) Waits(hero string) bool {
	attacks := f.Incoming
	for _, a := range f.Gone {
		attacks = with(attacks, a.Incoming...)
	}
	return slices.ContainsFunc(f.Blows, func(b *Blow) bool { return b.On == hero }) ||
		slices.ContainsFunc(attacks, func(in *Incoming) bool { return in.On == hero && in.Answer == "" && in.Action != Hold })
}

// Forget takes a hero who is not in the fight out of all that the fight remembers: call it when a hero is retired, for
// another one may come to have the name. What the hero has brought about for others stays (R7.5, R8.2, R8.4), and so do
// wounds to be paid.
func (f Fight) Forget(hero string) Fight {
	if f.hero(hero) >= 0 {
		return f
	}
	named := func(name string) bool { return name == hero }
	f.Gone = without(f.Gone, func(a Absence) bool { return a.Fighter.Name == hero })
	f.Lasting = without(f.Lasting, func(k Condition) bool { return k.Who == hero && k.State != Leading && k.State != Analyzed })
	f.Ranges = without(f.Ranges, func(d Distance) bool { return d.Hero == hero })
	f.Helped, f.Aided, f.Recovered = without(f.Helped, named), without(f.Aided, named), without(f.Recovered, named)
	return f
}

// rename gives somebody another name in it.
func (a *Absence) rename(swap func(*string)) {
	swap(&a.Fighter.Name)
	a.Lasting = each(a.Lasting, func(k *Condition) { swap(&k.Who); swap(&k.With) })
	a.Incoming = each(a.Incoming, func(in **Incoming) { *in = (*in).renamed(swap) })
	a.Deeds = each(a.Deeds, func(d **Deed) { *d = (*d).renamed(swap) })
}
