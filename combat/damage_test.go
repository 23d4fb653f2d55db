package combat

import (
	"testing"

	"skald/fate"
	"skald/hero"
)

// Golden test 9: Strength 6, weapon 6, average against Quickness 5: target 13. A score of 16 has margin 3 and
// damage 15; armor 2 and Endurance 5 leave 8 wounds.
func TestGolden9Damage(t *testing.T) {
	s := scene(newHero("Jack", func(h *hero.Hero) { h.Edge = 4 }))
	f := stage(t, s, 1)
	f, o := play(t, f, s, "Jack", Declaration{Action: Attack, Target: "guard"}, "4 Mind, 6 Mind") // 6 + 10
	equal(t, "target", o.Action.Target(), 13)
	equal(t, "total", o.Action.Total(), 16)
	equal(t, "margin", o.Margin, 3)
	b := o.Blows[0]
	equal(t, "what hit", b.Hit, []fate.Modifier{{Name: "Strength", Value: 6}, {Name: "sword", Value: 6}, {Name: "margin", Value: 3}})
	equal(t, "what it met", b.Met, []fate.Modifier{{Name: "armor", Value: 2}, {Name: "Endurance", Value: 5}})
	equal(t, "sums", []int{b.Raw(), b.Defense(), b.Wounds()}, []int{15, 7, 8})
	equal(t, "harm", b.Harm, hero.Killing)
	equal(t, "not before the end of the exchange", foeOf(t, f, "Guard").Wounds, 0)
	f, turn := next(t, f, s, true)
	equal(t, "assessed", turn.Blows[:1], o.Blows)
	equal(t, "wounds of the guard", foeOf(t, f, "Guard").Wounds, 8)
	equal(t, "status", statusOf(t, f, "Guard"), Hurt)
}

// R6.3, R6.3a: an exact hit has margin 0; one short misses.
func TestR63aExactHit(t *testing.T) {
	s := scene(newHero("Jack"))
	f := stage(t, s, 1)
	_, o := play(t, f, s, "Jack", Declaration{Action: Strike}, "7 Mind")
	equal(t, "margin", o.Margin, 0)
	equal(t, "damage", o.Blows[0].Raw(), 12)
	_, o = play(t, f, s, "Jack", Declaration{Action: Strike}, "6 Mind")
	equal(t, "success", o.Success, false)
	equal(t, "blows", len(o.Blows), 0)
}

// R6.3a, D7: by the setting the margin counts from the difficulty rating alone.
func TestR63aMarginFromTheRating(t *testing.T) {
	s := scene(newHero("Jack"))
	s.Rules.Margin = "rating"
	_, o := play(t, stage(t, s, 1), s, "Jack", Declaration{Action: Strike}, "7 Mind") // 13 - 8
	equal(t, "margin in the damage", part(o.Blows[0].Hit, "margin"), 5)
}

// R6.3b: a hit may do nothing, and never less.
func TestR63bNoWounds(t *testing.T) {
	s := scene(newHero("Jack"))
	f := against(t, s, guard(func(sh *Sheet) { sh.Armor = 40 }), 1)
	f, o := play(t, f, s, "Jack", Declaration{Action: Strike}, "7 Mind")
	equal(t, "wounds", o.Blows[0].Wounds(), 0)
	equal(t, "said so", o.Notes[0].Code, "no_wounds")
	f, _ = next(t, f, s, true)
	equal(t, "status", statusOf(t, f, "Guard"), Up)
}

// R6.3c, R6.3e: bare hands have rating 0 and stun; weapons and powers kill.
func TestR63cHarm(t *testing.T) {
	s := scene(newHero("Jack"))
	f := stage(t, s, 1)
	_, o := play(t, f, s, "Jack", Declaration{Action: Strike, Weapon: "unarmed"}, "9 Mind")
	equal(t, "unarmed", o.Blows[0].Harm, hero.Stunning)
	equal(t, "rating 0", o.Blows[0].Raw(), 6+2)
	s.Rules.Unarmed = "killing"
	_, o = play(t, f, s, "Jack", Declaration{Action: Strike, Weapon: "unarmed"}, "9 Mind")
	equal(t, "by the setting", o.Blows[0].Harm, hero.Killing)
	_, o = play(t, f, s, "Jack", Declaration{Action: Power, Ability: "Reason", Power: 3}, "9 Spirit")
	equal(t, "power", o.Blows[0].Harm, hero.Killing)
	_, o = play(t, f, s, "Jack", Declaration{Action: Power, Ability: "Reason", Power: 3, Harm: hero.Stunning}, "9 Spirit")
	equal(t, "a power that stuns", o.Blows[0].Harm, hero.Stunning)
}

// R6.3d: a shield adds to armor while it is wielded. R6.4, R6.4c: a failed parry costs the foe's Strength, its
// weapon and what was missed, less armor and Endurance.
func TestR64FailedParry(t *testing.T) {
	mail := hero.Gear{Name: "mail", Use: hero.Armor, Defense: 2, Worn: true}
	shield := hero.Gear{Name: "shield", Use: hero.Shield, Defense: 1, Worn: true}
	spare := hero.Gear{Name: "spare shield", Use: hero.Shield, Defense: 3}
	s := scene(newHero("Jack", carrying(mail, shield, spare)))
	f := stage(t, s, 1)
	equal(t, "notation", notation(t, f, s, "Jack", Declaration{Action: Defend, Target: "Guard"}), "average Quickness (Strength 5)")
	f, o := play(t, f, s, "Jack", Declaration{Action: Defend, Target: "Guard"}, "4 Mind") // 9 against 13
	b := o.Blows[0]
	equal(t, "what hit", b.Hit, []fate.Modifier{{Name: "Strength", Value: 5}, {Name: "sabre", Value: 6}, {Name: "missed by", Value: 4}})
	equal(t, "what it met", b.Met, []fate.Modifier{{Name: "mail", Value: 2}, {Name: "shield", Value: 1}, {Name: "Endurance", Value: 5}})
	equal(t, "wounds", b.Wounds(), 15-8)
	equal(t, "nothing to pay before the end of the exchange", len(f.Pending), 0)
	f, _ = next(t, f, s, true)
	equal(t, "to pay then", dues(f, s), "Jack: pay 7 wounds; Jack: act")

	g, o := play(t, stage(t, s, 1), s, "Jack", Declaration{Action: Parry, Target: "Guard"}, "8 Mind") // 13 against 13
	equal(t, "an exact parry stops it", []int{len(o.Blows), len(g.Blows)}, []int{0, 0})
}

// R6.4: a missile is dodged: Quickness against Dexterity.
func TestR64Dodge(t *testing.T) {
	s := scene(newHero("Jack"))
	f := against(t, s, guard(armed(bow), func(sh *Sheet) { sh.Scores = map[string]int{"Dexterity": 9, "Reflex": 3, "Body": 5} }), 1, at(NearMissile))
	d := Declaration{Action: Defend, Target: "Guard"}
	equal(t, "notation", notation(t, f, s, "Jack", d), "average Quickness (Dexterity 9)")
	f, o := play(t, f, s, "Jack", d, "7 Mind") // 12 against 17
	equal(t, "R6.4c: Dexterity hits", o.Blows[0].Hit[0], fate.Modifier{Name: "Dexterity", Value: 9})
	equal(t, "raw damage", o.Blows[0].Raw(), 9+6+5)
	_, err := f.Declare(s, "Jack", Declaration{Action: Parry, Target: "Guard"})
	refused(t, err, "answered")
}

// R7.18a: a power's damage is its ability, its rating and the margin; the mind resists with Willpower alone.
func TestR718aPowers(t *testing.T) {
	s := scene(newHero("Jack"))
	f := stage(t, s, 1)
	d := Declaration{Action: Power, Ability: "Reason", Power: 7, Mental: true}
	equal(t, "notation", notation(t, f, s, "Jack", d), "average Reason (Willpower 4)")
	_, o := play(t, f, s, "Jack", d, "9 Spirit") // 14 against 12
	equal(t, "what hit", o.Blows[0].Hit, []fate.Modifier{{Name: "Reason", Value: 5}, {Name: "power", Value: 7}, {Name: "margin", Value: 2}})
	equal(t, "what it met", o.Blows[0].Met, []fate.Modifier{{Name: "Willpower", Value: 4}})
	for setting, want := range map[string]int{"endurance": 5, "nothing": 0} {
		s.Rules.PowerDefense = setting
		_, o = play(t, f, s, "Jack", d, "9 Spirit")
		equal(t, setting, o.Blows[0].Defense(), want)
	}
	d.Mental, d.Opposition = false, "Charisma"
	equal(t, "the narrator names both", notation(t, f, s, "Jack", d), "average Reason (Charisma 4)")
	_, o = play(t, f, s, "Jack", d, "9 Spirit")
	equal(t, "the body's defense", o.Blows[0].Defense(), 2+5)
	d.Ability = "Magic"
	_, err := f.Declare(s, "Jack", d)
	refused(t, err, "no_such_ability")
}
