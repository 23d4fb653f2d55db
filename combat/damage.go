package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// Blow is a hit with its sum: what hit, what it met, what remains (R6.3, R6.4). It waits for the end of the
// exchange to be assessed, unless wounds are immediate.
type Blow struct {
	By     string `json:"by"`
	On     string `json:"on"`
	Action string `json:"action"`
	Weapon string `json:"weapon,omitempty"`
	// Hit adds up to the raw damage, Met to the defense.
	Hit  []fate.Modifier `json:"hit"`
	Met  []fate.Modifier `json:"met,omitempty"`
	Harm hero.Harm       `json:"type"`
	Deed int             `json:"deed,omitempty"` // the hero's action that it hangs on
}

// Raw is the damage before any defense.
func (b Blow) Raw() int { return fate.Sum(b.Hit) }

// Defense is what the damage meets.
func (b Blow) Defense() int { return fate.Sum(b.Met) }

// Wounds is what remains; a hit may do nothing (R6.3b).
func (b Blow) Wounds() int { return max(0, b.Raw()-b.Defense()) }

// StrangleDamage is what a stranglehold does in each exchange, whatever it meets (R7.16, R7.16a).
const StrangleDamage = 4

// newBlow is a blow with room for its sums: one piece of memory for what is kept anyway.
func newBlow(by, on, action string) *Blow {
	made := struct {
		Blow
		sums [6]fate.Modifier
	}{Blow: Blow{By: by, On: on, Action: action}}
	made.Hit = made.sums[:0]
	return &made.Blow
}

// sums writes down the raw damage, of the ability that hit and of whatever else is not 0, and what it meets, in one
// list cut in two (R6.3, R6.4).
func (b *Blow) sums(f *Fight, s *Scene, mental bool, ability string, score int, more ...fate.Modifier) {
	parts := append(b.Hit, fate.Modifier{Name: ability, Value: score})
	for _, m := range more {
		if m.Value != 0 {
			parts = append(parts, m)
		}
	}
	b.Hit = slices.Clip(parts)
	if met := f.defense(parts, s, b.On, mental)[len(parts):]; len(met) > 0 {
		b.Met = slices.Clip(met)
	}
}

// defense adds to parts what a blow meets on a hero or a foe: armor and Endurance, or against a mental power only
// what the rules say (R6.3, R6.3d, R7.18a).
func (f *Fight) defense(parts []fate.Modifier, s *Scene, on string, mental bool) []fate.Modifier {
	ability := "Endurance"
	if mental {
		switch s.Rules.PowerDefense {
		case "nothing":
			return parts
		case "willpower":
			ability = "Willpower"
		}
	}
	name := s.ability(ability)
	if i := f.foe(on); i >= 0 {
		sh := f.sheet(&f.Foes[i])
		if sh.Armor != 0 && !mental {
			parts = append(parts, fate.Modifier{Name: "armor", Value: sh.Armor})
		}
		return append(parts, fate.Modifier{Name: name, Value: s.foeScore(sh, name)})
	}
	seat := s.seat(on)
	if seat == nil {
		return parts
	}
	if !mental {
		parts = append(parts, seat.Hero.Defenses()...)
	}
	return append(parts, fate.Modifier{Name: name, Value: seat.Hero.Scores[name]})
}

// strength is a hero's or a foe's score in an ability.
func (f *Fight) strength(s *Scene, who, ability string) int {
	if i := f.foe(who); i >= 0 {
		return s.foeScore(f.sheet(&f.Foes[i]), s.ability(ability))
	}
	if seat := s.seat(who); seat != nil {
		return s.score(&seat.Hero, ability)
	}
	return 0
}

// heroBlow is what a hero's attack does to a foe with a margin (R6.3).
func (c *change) heroBlow(d *Deed, target string, margin int) *Blow {
	mental := d.Declaration.Action == Power && d.Declaration.Mental
	weapon, rating := d.Weapon.Name, d.Weapon.Damage
	if d.Declaration.Action == Power {
		weapon, rating = "power", d.Declaration.Power
	}
	b := newBlow(d.Who, target, d.Declaration.Action)
	b.Weapon, b.Harm, b.Deed = weapon, d.harm(), d.ID
	b.sums(&c.Fight, &c.s, mental, d.Action.Ability, d.Action.Score,
		fate.Modifier{Name: weapon, Value: rating}, fate.Modifier{Name: "margin", Value: margin})
	return b
}

// harm is what kind of wounds the hero's attack makes (R6.3c).
func (d *Deed) harm() hero.Harm {
	switch {
	case d.Declaration.Action != Power:
		return weapon(d.Weapon).Harm
	case d.Declaration.Harm != "":
		return d.Declaration.Harm
	}
	return hero.Killing
}

// foeBlow is what a foe's attack does to a hero who fell so short of a defense; nothing is added where none was
// allowed (R6.4, R6.4b, R6.4c).
func (c *change) foeBlow(in *Incoming, on string, short fate.Modifier) *Blow {
	b := newBlow(in.Foe, on, in.Action)
	o := &c.Foes[c.foe(in.Foe)]
	ability := c.s.ability(c.attacking(in))
	rating := in.Power
	if in.Action == Power {
		b.Weapon, b.Harm = "power", in.Harm
		if b.Harm == "" {
			b.Harm = hero.Killing
		}
	} else {
		w := c.wielded(&c.s, o)
		b.Weapon, rating, b.Harm = w.Name, w.Damage, w.Harm
	}
	b.sums(&c.Fight, &c.s, in.Action == Power && in.Mental, ability, c.s.foeScore(c.sheet(o), ability),
		fate.Modifier{Name: b.Weapon, Value: rating}, short)
	if c.deed != nil {
		b.Deed = c.deed.ID
	}
	return b
}

// grip is what a hold does at the end of an exchange: a grapple as a Strike of rating and margin 0 (R7.11a), a
// stranglehold 4 points that nothing reduces (R7.16a); nil where it does nothing.
func (f *Fight) grip(s *Scene, k *Condition) *Blow {
	switch {
	case k.State == Strangled:
		hit := []fate.Modifier{{Name: Stranglehold, Value: StrangleDamage}}
		return &Blow{By: k.With, On: k.Who, Action: Stranglehold, Hit: hit, Harm: hero.Stunning}
	case s.Rules.GrappleDamage == "none":
		return nil
	}
	b := newBlow(k.With, k.Who, Grapple)
	b.Harm = hero.Stunning
	b.sums(f, s, false, s.ability("Strength"), f.strength(s, k.With, "Strength"))
	return b
}
