package combat

import (
	"testing"

	"skald/fate"
	"skald/hero"
)

// R7.20: only a relevant skill of a foe adds 4: one that names the ability or its Trait, the action, the weapon that
// it attacks with, or that belongs to the action by R8.
func TestR720OnlyRelevantSkills(t *testing.T) {
	named := func(name, style string) hero.Gear {
		return hero.Gear{Name: name, Use: hero.Weapon, Damage: 4, Style: hero.Style(style), Harm: hero.Killing}
	}
	var (
		sabre, cutlass, longsword = named("sabre", "melee"), named("Cutlass", "melee"), named("longsword", "melee")
		dagger, fire, axes        = named("dagger", "melee"), named("Sword of Fire", "melee"), named("battle axe", "melee")
		longBow, shortBow, cross  = named("long bow", "missile"), named("short bow", "missile"), named("crossbow", "missile")
		pistol, revolver          = named("dueling pistol", "missile"), named("revolver", "missile")
		thrown                    = named("knife", "thrown")
	)
	hand, shot := Declaration{Action: Defend, Target: "Guard"}, at(NearMissile)
	for _, c := range []struct {
		skill  string
		weapon hero.Gear
		want   int
	}{
		{"Cooking", sabre, 0},
		{"Cooking", hero.Gear{}, 0},
		{"Sailing", longBow, 0},
		{"Wrestling", thrown, 0},
		{"Pistols", thrown, 0},
		{"Pistols, Wrestling", thrown, 0},
		{"Shooting", thrown, 0},
		{"Bows", sabre, 0},
		{"Swords", longBow, 0},
		{"Swords", dagger, 0},
		{"Short Swords", shortBow, 0},
		{"Melee", longBow, 0},
		{"Melee", thrown, 0},
		{"Throwing", longBow, 0},
		{"Boxing", sabre, 0},
		{"Martial Arts", sabre, 0},
		{"Quickness", sabre, 0},
		{"Swords (Quickness)", sabre, 0},
		{"Bows (shoot)", sabre, 0},

		{"Sabre", sabre, 4},
		{"SWORDS", sabre, 4},
		{"Swords", cutlass, 4},
		{"Sword Fighting", longsword, 4},
		{"Swords", fire, 4},
		{"Axes", axes, 4},
		{"Knives", dagger, 4},
		{"Melee Weapons", sabre, 4},
		{"Fighting", hero.Gear{}, 4},
		{"Striking", sabre, 4},
		{"Strength", sabre, 4},
		{"Body", sabre, 4},
		{"Unarmed Combat", hero.Gear{}, 4},
		{"Boxing", hero.Gear{}, 4},
		{"martial arts", hero.Gear{}, 4},
		{"Bows", longBow, 4},
		{"Bows", cross, 4},
		{"Long Bows", longBow, 4},
		{"Archery", shortBow, 4},
		{"Missiles", longBow, 4},
		{"Missiles", thrown, 4},
		{"Marksmanship", pistol, 4},
		{"Pistols", pistol, 4},
		{"Pistols", revolver, 4},
		{"Guns", pistol, 4},
		{"Shooting", pistol, 4},
		{"Dexterity", pistol, 4},
		{"Knife Throwing", thrown, 4},
		{"Throwing", thrown, 4},
		{"Cooking, Knives", thrown, 4},
		{"Cooking (Dexterity)", thrown, 4}, // the narrator has said so
		{"Cooking (fling)", thrown, 4},
		{"Knives, Throwing, Dexterity", thrown, 4}, // R3.8a
	} {
		skills, err := ParseSkills(c.skill, fate.Standard())
		must(t, err)
		s, opening := scene(newHero("Bren")), at(CloseCombat)
		if c.weapon.Style == hero.Missile || c.weapon.Style == hero.Thrown {
			opening = shot
		}
		f := against(t, s, guard(armed(c.weapon), func(sh *Sheet) { sh.Skills = skills }), 1, opening)
		p, err := f.Declare(s, "Bren", hand)
		must(t, err)
		equal(t, c.skill+" with the "+c.weapon.Name, p.Action.Target(), 8+5+c.want)
	}
}

// R7.20: a foe that resists is helped by a skill that names the ability, or by the one of R8 for the action, not by
// one for its weapon.
func TestR720SkillsThatResist(t *testing.T) {
	s := scene(newHero("Bren"))
	for _, c := range []struct {
		skill, action string
		want          int
	}{
		{"Cooking", Strike, 0},
		{"Swords", Strike, 0},
		{"Striking", Strike, 0}, // to strike well does not help to avoid a blow
		{"Swords", Disarm, 0},
		{"Wrestling", Strike, 0},
		{"Wrestling", Disarm, 0},
		{"Quickness", Strike, 4},
		{"Lightning Reflexes", Strike, 4},
		{"Wrestling", Grapple, 4},
		{"Disarming", Disarm, 4},
	} {
		target := func(skills ...Skill) int {
			t.Helper()
			f := against(t, s, guard(func(sh *Sheet) { sh.Skills = skills }), 1)
			p, err := f.Declare(s, "Bren", Declaration{Action: c.action})
			must(t, err)
			return p.Action.Target()
		}
		equal(t, c.skill+" against a "+c.action, target(Skill{Name: c.skill})-target(), c.want)
	}
	f := against(t, s, guard(func(sh *Sheet) { sh.Skills = []Skill{{Name: "Wrestling"}, {Name: "Swords"}} }), 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Bren"})
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	must(t, err)
	equal(t, "a wrestler's own grapple", part(p.Action.Against, "Wrestling"), 4)
	parts, err := f.Opposition(s, "Guard", "Strength")
	must(t, err)
	equal(t, "outside the table of actions", parts, []fate.Modifier{{Name: "Strength", Value: 5}})
	f, _, err = against(t, s, guard(func(sh *Sheet) { sh.Skills = []Skill{{Name: "Swords"}} }), 1).
		Afflict(s, Condition{State: Disarmed, Who: "Guard", Name: "sabre"})
	must(t, err)
	p, err = f.Declare(s, "Bren", Declaration{Action: Parry, Target: "Guard"})
	must(t, err)
	equal(t, "disarmed, it is no swordsman", part(p.Action.Against, "Swords"), 0)
}
