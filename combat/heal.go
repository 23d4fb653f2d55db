package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// Healing is what a hero gets back (R9): Cards slots are free again and as many cards are drawn (R9.7). Where
// Cards is negative, healing has failed after all, and as many slots are locked again (R4.5).
type Healing struct {
	Who           string
	Cards         int
	Stabilized    bool // no longer dying (R9.3a)
	Before, After hero.Wounds
	Status        string
}

// HoursInWeek is how many hours a week of rest has.
const HoursInWeek = 7 * 24

// free unlocks up to so many slots, of the kind asked for first, then of the other. Whoever regains a card
// starts with no overflow (R6.8a).
func free(w hero.Wounds, first hero.Harm, n int) (hero.Wounds, int) {
	stunning, killing := 0, 0
	if first == hero.Stunning {
		stunning = min(n, w.Stunning)
		killing = min(n-stunning, w.Killing)
	} else {
		killing = min(n, w.Killing)
		stunning = min(n-killing, w.Stunning)
	}
	w.Stunning -= stunning
	w.Killing -= killing
	if stunning+killing > 0 {
		w.Overflow = 0
	}
	return w, stunning + killing
}

func isDead(who string) error {
	return fate.Refuse("dead", "%s is dead: nothing hurts or heals any more", who)
}

// healing puts a healing together.
func (seat *Seat) healing(after hero.Wounds, cards int) Healing {
	return Healing{
		Who: seat.Hero.Name, Cards: cards, Stabilized: seat.Wounds.Dying && !after.Dying,
		Before: seat.Wounds, After: after, Status: seat.Hero.Status(after),
	}
}

// heals checks first aid and magical healing: another hero's or, for magic, also one's own wounds; first aid
// right after the fight, or on the dying at any time; once a helper and a patient (R9.3, R9.3a, R9.5).
func (x *draft) heals() error {
	f, p := &x.f, x.patient
	name := p.Hero.Name
	switch {
	case p.Wounds.Dead:
		return isDead(name)
	case p.Wounds.Locked() == 0 && !p.Wounds.Dying:
		return fate.Refuse("not_wounded", "%s is not wounded", name)
	case x.row.Name == Mend:
		return nil
	case name == x.who:
		return fate.Refuse("not_oneself", "First aid takes another hero: %s cannot give it to himself or herself (R9.3)", name)
	case f.Stage != After && !p.Wounds.Dying && !x.d.Allowed:
		return fate.Refuse("too_early", "First aid comes right after a fight; before that, only the dying get it (R9.3)")
	case x.s.Rules.FirstAid == "free" || x.d.Allowed:
	case slices.Contains(f.Helped, x.who):
		return fate.Refuse("has_helped", "%s has tried first aid after this fight already (R9.3)", x.who)
	case slices.Contains(f.Aided, name) && !p.Wounds.Dying:
		return fate.Refuse("aided", "%s has had first aid after this fight already (R9.3)", name)
	}
	return nil
}

// heal frees one slot of the patient, of the kind asked for or else Killing, and keeps the dying alive (R9.3a,
// R9.5, R9.7).
func (c *change) heal(d *Deed) {
	patient := c.s.seat(d.Declaration.For)
	if patient == nil {
		return
	}
	after := patient.Wounds
	after.Dying = false
	first := d.Declaration.Harm
	if first == "" {
		first = hero.Killing
	}
	after, n := free(after, first, 1)
	h := patient.healing(after, n)
	c.healed = &h
	was := patient.Wounds
	d.Freed = &hero.Wounds{
		Stunning: was.Stunning - after.Stunning, Killing: was.Killing - after.Killing,
		Overflow: was.Overflow - after.Overflow, Dying: was.Dying,
	}
	if d.Declaration.Action == Aid {
		c.Aided = with(c.Aided, h.Who)
	}
	c.note("healed", h.Who, d.Who, "%s gets %d %s back (R9).", h.Who, n, plural(n, "card"))
}

// unheal takes back what first aid or magic gave that has failed after all (R4.5): the slot is locked again, if
// the patient still has one, and without any the dying are dying again.
func (c *change) unheal(d *Deed) {
	patient := c.s.seat(d.Declaration.For)
	if i := slices.Index(c.Aided, d.Declaration.For); i >= 0 && d.Declaration.Action == Aid {
		c.Aided = with(c.Aided[:i], c.Aided[i+1:]...)
	}
	if patient == nil || patient.Wounds.Dead {
		return
	}
	after := patient.Wounds
	room := patient.Hero.Capacity(after)
	killing := min(d.Freed.Killing, room)
	stunning := min(d.Freed.Stunning, room-killing)
	after.Killing += killing
	after.Stunning += stunning
	if patient.Hero.Capacity(after) == 0 {
		after.Overflow = max(after.Overflow, d.Freed.Overflow)
		after.Dying = after.Dying || d.Freed.Dying
	}
	h := patient.healing(after, -killing-stunning)
	c.healed = &h
}

// Recover is a hero's heroic recovery (R9.2): after the fight, who has lost a card to Stunning damage gets one
// back, once (R9.2a). The dying need first aid first.
func (f Fight) Recover(s Scene, who string) (Fight, Healing, error) {
	seat, err := s.named(who)
	if err != nil {
		return f, Healing{}, err
	}
	if err := f.recovers(seat); err != nil {
		return f, Healing{}, err
	}
	after, n := free(seat.Wounds, hero.Stunning, 1)
	f.Recovered = with(f.Recovered, seat.Hero.Name)
	return f, seat.healing(after, n), nil
}

func (f *Fight) recovers(seat *Seat) error {
	name := seat.Hero.Name
	switch {
	case f.Stage != After:
		return fate.Refuse("too_early", "Heroic recovery comes after the fight (R9.2)")
	case f.hero(name) < 0:
		return fate.Refuse("not_in_fight", "%s was not in this fight", name)
	case slices.Contains(f.Recovered, name):
		return fate.Refuse("recovered", "%s has recovered after this fight already (R9.2)", name)
	case seat.Wounds.Dead:
		return isDead(name)
	case seat.Wounds.Dying:
		return fate.Refuse("dying", "%s is dying: first aid or magic must come first (R6.7)", name)
	case seat.Wounds.Stunning == 0:
		return fate.Refuse("nothing_to_recover", "%s has lost no card to Stunning damage (R9.2)", name)
	}
	return f.unpaid(name)
}

// Rest is what time gives back (R9.4): a Stunning card an hour, a Killing card a week of rest. Both clocks run
// side by side, and a week has its hours too (R9.4a). The dying do not rest.
func (s Scene) Rest(who string, hours, weeks int) (Healing, error) {
	seat, err := s.named(who)
	switch {
	case err != nil:
		return Healing{}, err
	case hours < 0 || weeks < 0 || hours > 1000*HoursInWeek || weeks > 1000 || hours+weeks == 0:
		return Healing{}, fate.Refuse("out_of_range", "How long? Hours or weeks of rest, from 1 (R9.4)")
	case seat.Wounds.Dead:
		return Healing{}, isDead(seat.Hero.Name)
	case seat.Wounds.Dying:
		return Healing{}, fate.Refuse("dying", "%s is dying, and rest does not help: first aid or magic does (R6.7)", seat.Hero.Name)
	}
	after := seat.Wounds
	stunning := min(after.Stunning, hours+weeks*HoursInWeek)
	killing := min(after.Killing, weeks)
	after.Stunning -= stunning
	after.Killing -= killing
	if stunning+killing > 0 {
		after.Overflow = 0
	}
	return seat.healing(after, stunning+killing), nil
}

// Full heals a hero completely: by magic, or because the narrator says so (R9.1, R9.5). The dead stay dead.
func (s Scene) Full(who string) (Healing, error) {
	seat, err := s.named(who)
	if err != nil {
		return Healing{}, err
	}
	if seat.Wounds.Dead {
		return Healing{}, isDead(seat.Hero.Name)
	}
	return seat.healing(hero.Wounds{}, seat.Wounds.Locked()), nil
}

// Die has the narrator pronounce a dying hero dead (R6.7b).
func (s Scene) Die(who string) (Healing, error) {
	seat, err := s.named(who)
	if err != nil {
		return Healing{}, err
	}
	if !seat.Wounds.Dying || seat.Wounds.Dead {
		return Healing{}, fate.Refuse("not_dying", "%s is not dying", seat.Hero.Name)
	}
	after := seat.Wounds
	after.Dead = true
	return Healing{Who: seat.Hero.Name, Before: seat.Wounds, After: after, Status: seat.Hero.Status(after)}, nil
}

// Aftermath is what is left to do when a fight has ended (R9).
type Aftermath struct {
	Unpaid    []Wound
	Questions []Question
	Dying     []string
	Recover   []string // who can have heroic recovery
	Aid       []string // who can be given first aid
	Helpers   []string // who can give it
	Spoils    []Spoil
}

// Aftermath lists what is left to do.
func (f Fight) Aftermath(s Scene) Aftermath {
	a := Aftermath{Unpaid: f.Pending, Questions: f.Questions, Spoils: f.Spoils()}
	for i := range s.Seats {
		seat := &s.Seats[i]
		name := seat.Hero.Name
		if seat.Wounds.Dead {
			continue
		}
		if seat.Wounds.Dying {
			a.Dying = append(a.Dying, name)
		}
		if f.recovers(seat) == nil {
			a.Recover = append(a.Recover, name)
		}
		limited := s.Rules.FirstAid != "free"
		if f.hero(name) >= 0 && (seat.Wounds.Dying || seat.Wounds.Locked() > 0 && !(limited && slices.Contains(f.Aided, name))) {
			a.Aid = append(a.Aid, name)
		}
		if seat.Up() && !(limited && slices.Contains(f.Helped, name)) {
			a.Helpers = append(a.Helpers, name)
		}
	}
	return a
}

// Spoil is an item of a foe that is down, for heroes to take (R9.6).
type Spoil struct {
	Foe  string
	Gear hero.Gear
}

// Spoils lists the gear of foes that are down: the weapon, and the armor where it counts (R9.6).
func (f Fight) Spoils() []Spoil {
	var list []Spoil
	for i := range f.Foes {
		o := &f.Foes[i]
		sh := f.sheet(o)
		if st := o.status(sh); st != Down && st != Dead {
			continue
		}
		for _, g := range sh.gear() {
			if !slices.Contains(o.Taken, g.Name) {
				list = append(list, Spoil{o.Name, g})
			}
		}
	}
	return list
}

// gear lists the items that a foe leaves.
func (sh *Sheet) gear() []hero.Gear {
	var list []hero.Gear
	if sh.Weapon.Name != "" && !natural(&sh.Weapon) {
		w := weapon(sh.Weapon)
		w.Worn = false
		list = append(list, w)
	}
	if sh.Armor > 0 {
		list = append(list, hero.Gear{Name: "armor", Use: hero.Armor, Defense: sh.Armor})
	}
	return list
}

// Take takes an item from a foe that is down (R9.6). The error lists what it has.
func (f Fight) Take(foe, item string) (Fight, hero.Gear, error) {
	foe, err := f.foeName(foe)
	if err != nil {
		return f, hero.Gear{}, err
	}
	var names []string
	for _, one := range f.Spoils() {
		if one.Foe != foe {
			continue
		}
		if same(one.Gear.Name, item) {
			f.Foes = slices.Clone(f.Foes)
			i := f.foe(foe)
			f.Foes[i].Taken = with(f.Foes[i].Taken, one.Gear.Name)
			return f, one.Gear, nil
		}
		names = append(names, one.Gear.Name)
	}
	if names == nil {
		return f, hero.Gear{}, fate.Refuse("no_spoils", "%s has nothing to take, or is not down (R9.6)", foe)
	}
	return f, hero.Gear{}, fate.Refuse("no_spoils", "%s has no %.40q to take; there is: %s (R9.6)", foe, item, listed(names, 10))
}
