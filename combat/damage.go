package combat

import (
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

// defense is what a blow meets on a hero or a foe: armor and Endurance, or against a mental power only what
// the rules say (R6.3, R6.3d, R7.18a).
func (f *Fight) defense(s *Scene, on string, mental bool) []fate.Modifier {
	ability := "Endurance"
	if mental {
		switch s.Rules.PowerDefense {
		case "nothing":
			return nil
		case "willpower":
			ability = "Willpower"
		}
	}
	name := s.ability(ability)
	if i := f.foe(on); i >= 0 {
		sh := f.sheet(&f.Foes[i])
		parts := make([]fate.Modifier, 0, 2)
		if sh.Armor != 0 && !mental {
			parts = append(parts, fate.Modifier{Name: "armor", Value: sh.Armor})
		}
		return append(parts, fate.Modifier{Name: name, Value: s.foeScore(sh, ability)})
	}
	seat := s.seat(on)
	if seat == nil {
		return nil
	}
	var parts []fate.Modifier
	if !mental {
		parts = seat.Hero.Defenses()
	}
	return append(parts, fate.Modifier{Name: name, Value: seat.Hero.Scores[name]})
}

// strength is a hero's or a foe's score in an ability.
func (f *Fight) strength(s *Scene, who, ability string) int {
	if i := f.foe(who); i >= 0 {
		return s.foeScore(f.sheet(&f.Foes[i]), ability)
	}
	if seat := s.seat(who); seat != nil {
		return s.score(&seat.Hero, ability)
	}
	return 0
}

// sum is the raw damage: the ability that hit, the weapon, and the margin by its name (R6.3, R6.4).
func (s *Scene) sum(ability string, score int, weapon string, rating int, margin string, by int) []fate.Modifier {
	parts := make([]fate.Modifier, 1, 3)
	parts[0] = fate.Modifier{Name: s.ability(ability), Value: score}
	if rating != 0 {
		parts = append(parts, fate.Modifier{Name: weapon, Value: rating})
	}
	if by != 0 {
		parts = append(parts, fate.Modifier{Name: margin, Value: by})
	}
	return parts
}

// heroBlow is what a hero's attack does to a foe with a margin (R6.3).
func (c *change) heroBlow(d *Deed, target string, margin int) Blow {
	mental := d.Declaration.Action == Power && d.Declaration.Mental
	weapon, rating := d.Weapon.Name, d.Weapon.Damage
	if d.Declaration.Action == Power {
		weapon, rating = "power", d.Declaration.Power
	}
	return Blow{
		By: d.Who, On: target, Action: d.Declaration.Action, Weapon: weapon, Harm: d.harm(), Deed: d.ID,
		Hit: c.s.sum(d.Action.Ability, d.Action.Score, weapon, rating, "margin", margin),
		Met: c.defense(&c.s, target, mental),
	}
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

// foeBlow is what a foe's attack does to a hero who missed the defense by so much, or made none: 0 (R6.4,
// R6.4b, R6.4c).
func (c *change) foeBlow(in *Incoming, on string, missed int) Blow {
	b := Blow{By: in.Foe, On: on, Action: in.Action, Met: c.defense(&c.s, on, in.Action == Power && in.Mental)}
	ability := c.attacking(in)
	rating := in.Power
	if in.Action == Power {
		b.Weapon, b.Harm = "power", in.Harm
		if b.Harm == "" {
			b.Harm = hero.Killing
		}
	} else {
		w := c.weaponOf(&c.s, in.Foe)
		b.Weapon, rating, b.Harm = w.Name, w.Damage, w.Harm
	}
	b.Hit = c.s.sum(ability, c.strength(&c.s, in.Foe, ability), b.Weapon, rating, "missed by", missed)
	if c.deed != nil {
		b.Deed = c.deed.ID
	}
	return b
}

// grip is what a hold does at the end of an exchange: a grapple as a Strike of rating and margin 0 (R7.11a), a
// stranglehold 4 points that nothing reduces (R7.16a).
func (f *Fight) grip(s *Scene, k *Condition) (Blow, bool) {
	b := Blow{By: k.With, On: k.Who, Harm: hero.Stunning}
	switch {
	case k.State == Strangled:
		b.Action = Stranglehold
		b.Hit = []fate.Modifier{{Name: Stranglehold, Value: StrangleDamage}}
		return b, true
	case s.Rules.GrappleDamage == "none":
		return b, false
	}
	b.Action = Grapple
	b.Hit = s.sum("Strength", f.strength(s, k.With, "Strength"), "", 0, "", 0)
	b.Met = f.defense(s, k.Who, false)
	return b, true
}
