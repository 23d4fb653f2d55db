package combat

import (
	"testing"

	"skald/fate"
	"skald/hero"
)

// R8.1: a boxer's total, with the normal +4, is split between two punches, each against its own target; the
// second takes the defense of the exchange.
func TestR81Boxing(t *testing.T) {
	s := scene(newHero("Bren", skilled("Boxing", "Body"), score("Strength", 9), func(h *hero.Hero) { h.Edge = 9 }))
	f := stage(t, s, 2)
	d := Declaration{Action: Box, Target: "Guard 1", Second: "Guard 2"}
	p, err := f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "the normal +4", part(p.Action.Modifiers, "Boxing"), 4)
	equal(t, "the first target", p.Action.Target(), 13)
	equal(t, "the second target", fate.Sum(p.Second), 13)
	f, o := play(t, f, s, "Bren", d, "9 Mind, 9 Spirit") // 9 + 4 + 18, and 1 because both guards strike back: 32
	equal(t, "two punches", len(o.Blows), 2)
	equal(t, "shared evenly", []int{part(o.Blows[0].Hit, "margin"), part(o.Blows[1].Hit, "margin")}, []int{3, 3})
	equal(t, "on two foes", []string{o.Blows[0].On, o.Blows[1].On}, []string{"Guard 1", "Guard 2"})
	equal(t, "bare hands", o.Blows[0].Harm, hero.Stunning)
	equal(t, "both strike back", len(o.Drawn), 2)
	_, err = f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard 1"})
	refused(t, err, "open")
	equal(t, "no defense is awaited", dues(f, s), "")

	g, o, err := f.Split(s, "Bren", 18)
	must(t, err)
	roundTrip(t, g)
	equal(t, "18 and 14", []int{part(o.Blows[0].Hit, "margin"), part(o.Blows[1].Hit, "margin")}, []int{5, 1})
	_, o, err = g.Split(s, "Bren", 25)
	must(t, err)
	equal(t, "25 and 7: one hits", len(o.Blows), 1)
	_, _, err = f.Split(s, "Bren", 33)
	refused(t, err, "out_of_range")

	_, o = play(t, stage(t, s, 2), s, "Bren", d, "3 Mind") // 9 + 4 + 3 + 1 = 17: enough for one
	equal(t, "one punch", len(o.Blows), 1)
	equal(t, "with all of it", part(o.Blows[0].Hit, "margin"), 4)

	f, _ = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "9 Mind")
	_, err = f.Declare(s, "Bren", Declaration{Action: Box})
	refused(t, err, "defended")
	s = scene(newHero("Bren"))
	_, err = stage(t, s, 1).Declare(s, "Bren", Declaration{Action: Box})
	refused(t, err, "needs_skill")
}

// R8.2, D11: allies of a leader have +1 on all actions, the leader nothing; -1 while the leader is down or away,
// until he is back.
func TestR82Leadership(t *testing.T) {
	s := scene(newHero("Lena", skilled("Leadership", "Spirit")), newHero("Bren"))
	f := stage(t, s, 1)
	d := Declaration{Action: Lead}
	equal(t, "notation", notation(t, f, s, "Lena", d), "average Willpower")
	bonus := func(f Fight, who string) int {
		t.Helper()
		p, err := f.Declare(s, who, Declaration{Action: Defend, Target: "Guard"})
		must(t, err)
		return fate.Sum(p.Action.Modifiers)
	}
	g, _ := play(t, f, s, "Lena", d, "2 Mind") // 5 + 4 + 2
	equal(t, "Bren", bonus(g, "Bren"), 1)
	equal(t, "Lena", bonus(g, "Lena"), 0)
	equal(t, "shown", states(g, s, "Bren"), "inspired +1 (Lena)")
	g, _ = next(t, g, s, true)
	equal(t, "until the fight ends", bonus(g, "Bren"), 1)

	gone, err := g.Leave("Lena")
	must(t, err)
	equal(t, "away", bonus(gone, "Bren"), -1)
	equal(t, "shown", states(gone, s, "Bren"), "leaderless -1 (Lena)")
	back, err := gone.Join(s, "Lena")
	must(t, err)
	equal(t, "back", bonus(back, "Bren"), 1)
	s.Seats[0].Wounds = hero.Wounds{Stunning: 3}
	equal(t, "knocked out", bonus(g, "Bren"), -1)
	s.Rules.Leaderless = 0
	equal(t, "by the setting", bonus(g, "Bren"), 0)

	_, o := play(t, f, scene(newHero("Lena", skilled("Leadership", "Spirit")), newHero("Bren")), "Lena", Declaration{Action: Lead, Skill: "none"}, "2 Mind")
	equal(t, "a failure leads nobody", o.Success, false)
	_, err = f.Declare(scene(newHero("Lena"), newHero("Bren")), "Bren", d)
	refused(t, err, "needs_skill")
}

// R8.2, R7.19: foes have leaders and tacticians too; no card is played for them.
func TestR82FoesAreLed(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1"}, Action: Lead})
	p, err := f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 2"})
	must(t, err)
	equal(t, "inspired", part(p.Action.Against, "inspired"), 1)
	p, err = f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 1"})
	must(t, err)
	equal(t, "not the leader", part(p.Action.Against, "inspired"), 0)
	f, _, err = f.WoundFoe(s, "Guard 1", 12, hero.Killing)
	must(t, err)
	p, err = f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 2"})
	must(t, err)
	equal(t, "leaderless", part(p.Action.Against, "leaderless"), -1)
}

// R8.3: martial artists strike unarmed with Quickness, which then also does the damage and sets the trump.
func TestR83MartialArts(t *testing.T) {
	s := scene(newHero("Bren", skilled("Martial Arts", "Reflex"), score("Quickness", 8)))
	f := stage(t, s, 1)
	d := Declaration{Action: Strike, Weapon: "unarmed", Ability: "Quickness"}
	p, err := f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "notation", p.Notation.String(), "average Quickness (Quickness 5)")
	equal(t, "trumps", p.Action.Trumps, []fate.Suit{"Reflex"})
	equal(t, "the skill helps", part(p.Action.Modifiers, "Martial Arts"), 4)
	_, o := play(t, f, s, "Bren", d, "2 Mind") // 14
	equal(t, "damage", o.Blows[0].Hit, []fate.Modifier{{Name: "Quickness", Value: 8}, {Name: "margin", Value: 1}})
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike, Weapon: "sword", Ability: "Quickness"})
	refused(t, err, "wrong_ability")
	s = scene(newHero("Bren"))
	_, err = f.Declare(s, "Bren", d)
	refused(t, err, "needs_skill")
}

// R8.4: an exchange of analysis gives all allies +4 in their next exchange and +2 in the one after; who comes
// later has it from then on; two tacticians do not add up.
func TestR84Tactics(t *testing.T) {
	s := scene(newHero("Tara", skilled("Tactics", "Mind")), newHero("Bren"), newHero("Late"), newHero("Toni", skilled("Tactics", "Mind")))
	f := stage(t, s, 1, func(o *Opening) { o.Heroes = []string{"Tara", "Bren", "Toni"} })
	bonus := func(f Fight, who string) int {
		t.Helper()
		p, err := f.Declare(s, who, Declaration{Action: Strike})
		must(t, err)
		return part(p.Action.Modifiers, "tactics")
	}
	f, o := play(t, f, s, "Tara", Declaration{Action: Analyze}, "")
	equal(t, "without a test", o.Test, false)
	f, _ = play(t, f, s, "Toni", Declaration{Action: Analyze}, "")
	equal(t, "not yet", bonus(f, "Bren"), 0)
	f, _ = next(t, f, s, true)
	equal(t, "first", []int{bonus(f, "Bren"), bonus(f, "Tara"), bonus(f, "Toni")}, []int{4, 4, 4})
	equal(t, "shown", states(f, s, "Bren"), "tactics +4 (Tara)")
	f, _ = next(t, f, s, true)
	equal(t, "second", bonus(f, "Bren"), 2)
	f, _ = next(t, f, s, true)
	equal(t, "third", bonus(f, "Bren"), 0)
	f, err := f.Join(s, "Late")
	must(t, err)
	equal(t, "in reserve until now", bonus(f, "Late"), 4)
	f, _ = next(t, f, s, true)
	equal(t, "and then", []int{bonus(f, "Late"), bonus(f, "Bren")}, []int{2, 0})

	f = stage(t, s, 1, func(o *Opening) { o.Tacticians = []string{"tara"} })
	equal(t, "an anticipated fight", bonus(f, "Bren"), 4)
}

// R8.5: after an exchange of talk, a taunted foe attacks at once and without its skills.
func TestR85Taunting(t *testing.T) {
	s := scene(newHero("Bren", skilled("Taunting", "Spirit")))
	f := against(t, s, guard(func(sh *Sheet) { sh.Skills = []Skill{{Name: "Swords"}} }), 1)
	_, err := f.Declare(s, "Bren", Declaration{Action: Taunt})
	refused(t, err, "must_talk")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Talk}, "")
	equal(t, "shown", states(f, s, "Bren"), "talking (Guard)")
	f, _ = next(t, f, s, true)
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Taunt}), "average Willpower (Willpower 4)")
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard"})
	must(t, err)
	equal(t, "its skill before", part(p.Action.Against, "Swords"), 4)
	f, o := play(t, f, s, "Bren", Declaration{Action: Taunt}, "4 Mind")
	equal(t, "attacks at once", o.Drawn[0].Action, Strike)
	equal(t, "shown", states(f, s, "Guard"), "enraged (Bren)")
	p, err = f.Declare(s, "Bren", Declaration{Action: Defend})
	must(t, err)
	equal(t, "its skill now", p.Action.Target(), 13)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "9 Mind")
	equal(t, "over with the attack", states(f, s, "Guard"), "")
	equal(t, "said once", states(f, s, "Bren"), "")
}

// R8.5, R7.19: a hero who is taunted must attack that foe, without skills.
func TestR85HeroEnraged(t *testing.T) {
	s := scene(newHero("Bren", skilled("Swords", "Body")))
	f, _ := foeDoes(t, talkedAt(t, s), s, Assault{Foes: []string{"Guard 2"}, Action: Taunt, On: "Bren"})
	equal(t, "to resist", notation(t, f, s, "Bren", Declaration{Action: Defend}), "average Willpower (Willpower 4)")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	equal(t, "Bren is", states(f, s, "Bren"), "enraged (Guard 2)")
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 1"})
	refused(t, err, "enraged")
	_, err = f.Declare(s, "Bren", Declaration{Action: Wait})
	refused(t, err, "enraged")
	p, err := f.Declare(s, "Bren", Declaration{Action: Attack, Skill: "Swords"})
	must(t, err)
	equal(t, "at whom", p.Declaration.Target, "Guard 2")
	equal(t, "without the skill", len(p.Action.Modifiers), 0)
	f, _ = play(t, f, s, "Bren", p.Declaration, "2 Mind")
	equal(t, "over", states(f, s, "Bren"), "")
}

// R8.6: a wrestler grapples at average and holds at easy; the +4 counts too.
func TestR86Wrestling(t *testing.T) {
	s := scene(newHero("Bren", skilled("Wrestling", "Body")))
	f := stage(t, s, 1)
	p, err := f.Declare(s, "Bren", Declaration{Action: Grapple})
	must(t, err)
	equal(t, "grapple", p.Notation.String(), "average Strength (Strength 5)")
	equal(t, "the skill", part(p.Action.Modifiers, "Wrestling"), 4)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Grapple}, "4 Mind")
	f, _ = next(t, f, s, false)
	equal(t, "hold", notation(t, f, s, "Bren", Declaration{Action: Hold}), "easy Strength (Strength 5)")
}
