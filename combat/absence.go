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
			stays := k.State == Leading || k.State == Disarmed && k.Who != name // without the hero too (R7.5, R8.2)
			over := k.State == Covered || k.holds()
			return k.Who != name && k.With != name || stays || over
		}),
		Incoming: without(f.Incoming, func(in *Incoming) bool { return in.On != name }),
		Deeds:    without(f.Deeds, func(d *Deed) bool { return d.Who != name }),
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

// rename gives somebody another name in it.
func (a *Absence) rename(swap func(*string)) {
	swap(&a.Fighter.Name)
	a.Lasting = each(a.Lasting, func(k *Condition) { swap(&k.Who); swap(&k.With) })
	a.Incoming = each(a.Incoming, func(in **Incoming) { *in = (*in).renamed(swap) })
	a.Deeds = each(a.Deeds, func(d **Deed) { *d = (*d).renamed(swap) })
}
