package combat

import (
	"strings"
	"testing"

	"skald/fate"
	"skald/hero"
)

// R5.3e: ranges that the narrator sets before a fight stay, unless the beginning says where the sides are. Those of a
// fight that is over are forgotten.
func TestR53eRangesSetBeforeTheFight(t *testing.T) {
	s := scene(newHero("Bren"))
	f, _, err := Fight{}.AddFoes(guard(), 2, s.Deck.Abilities)
	must(t, err)
	f, _, err = f.SetRange(s, "", "Guard 2", FarMissile)
	must(t, err)
	ranges := func(f Fight, o Opening) [2]Range {
		o.Heroes = []string{"Bren"}
		g, err := f.Start(s, o)
		must(t, err)
		roundTrip(t, g)
		return [2]Range{g.Between("Bren", "Guard 1"), g.Between("Bren", "Guard 2")}
	}
	equal(t, "kept", ranges(f, Opening{}), [2]Range{CloseCombat, FarMissile})
	equal(t, "a range", ranges(f, Opening{Range: NearMissile}), [2]Range{NearMissile, NearMissile})
	equal(t, "a terrain", ranges(f, Opening{Terrain: "indoors"}), [2]Range{CloseCombat, CloseCombat})
	all, _, err := f.SetRange(s, "", "", NearMissile)
	must(t, err)
	equal(t, "of all", ranges(all, Opening{}), [2]Range{NearMissile, NearMissile})

	g, err := f.Start(s, Opening{Heroes: []string{"Bren"}})
	must(t, err)
	g, _, err = g.End(s)
	must(t, err)
	equal(t, "after another fight", ranges(g, Opening{}), [2]Range{CloseCombat, CloseCombat})
	g, _, err = g.SetRange(s, "Bren", "Guard 1", NearMissile)
	must(t, err)
	equal(t, "set after it", ranges(g, Opening{}), [2]Range{NearMissile, CloseCombat})
}

// R6.9: a fight begins only where somebody stands on each side.
func TestR69NobodyToFight(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	f, _, err := Fight{}.AddFoes(guard(), 2, s.Deck.Abilities)
	must(t, err)
	f, _, err = f.WoundFoe(s, "Guard 1", 12, hero.Killing)
	must(t, err)
	_, err = f.Start(s, Opening{Heroes: []string{"Ada"}})
	must(t, err)
	down, _, err := f.WoundFoe(s, "Guard 2", 12, hero.Killing)
	must(t, err)
	_, err = down.Start(s, Opening{Heroes: []string{"Ada"}})
	refused(t, err, "foes_down")
	s.Seats[0].Wounds = hero.Wounds{Stunning: 3}
	_, err = f.Start(s, Opening{Heroes: []string{"Ada"}})
	refused(t, err, "no_heroes")
	_, err = f.Start(s, Opening{Heroes: []string{"Ada", "Bren"}})
	must(t, err)
}

// R1.2a: the families that ship have something for all that fights are worked out with; a deck that lacks some is refused
// by the names of what it lacks.
func TestR12aAbilitiesThatFightsNeed(t *testing.T) {
	for _, d := range []*fate.DeckList{fate.PlayingCards(), fate.Superhero(), fate.Dragon()} {
		s := scene(hero.New("Bren", d.Abilities))
		s.Deck = d
		if _, err := (Fight{}).Start(s, Opening{Heroes: []string{"Bren"}}); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		for _, row := range actions { // whatever the table of actions names
			for _, ability := range []string{row.Ability, row.Or, row.Opposition} {
				if ability != "" && ability != Attacking && place(d, s.ability(ability)) < 0 {
					t.Errorf("%s has nothing for %s", d.Name, ability)
				}
			}
		}
	}
	s := scene(newHero("Bren"))
	luck := *s.Deck
	luck.Name, luck.Abilities = "luck", []fate.Ability{{Name: "Might", Trait: "Might"}, {Name: "Dexterity", Trait: "Reflex"}, {Name: "Spirit", Trait: "Spirit"}}
	s.Deck = &luck
	_, err := Fight{}.Start(s, Opening{Heroes: []string{"Bren"}})
	refused(t, err, "no_abilities")
	if want := "with Strength, Endurance, Quickness, Reason, Perception, and the deck luck"; !strings.Contains(err.Error(), want) {
		t.Errorf("%q does not name what is missing", err)
	}
}

// R7.11b: whom the narrator has held is at Personal range, and at Close-Combat when the hold is lifted.
func TestR711bTheNarratorsHolds(t *testing.T) {
	s := scene(newHero("Bren"))
	for _, state := range []State{Grappled, Strangled} {
		f := stage(t, s, 1, at(NearMissile))
		f, notes, err := f.Afflict(s, Condition{State: state, Who: "Bren", With: "Guard"})
		must(t, err)
		equal(t, "held", f.Between("Bren", "Guard"), Personal)
		equal(t, "said", notes[0].Code, "held")
		f, _, err = f.Afflict(s, Condition{State: Strangled, Who: "Bren", With: "Guard"})
		must(t, err)
		equal(t, "one hold", states(f, s, "Bren"), "strangled (Guard)")
		f, _, err = f.Lift(s, "Bren", Strangled, "")
		must(t, err)
		equal(t, "let go", f.Between("Bren", "Guard"), CloseCombat)
		equal(t, "free", states(f, s, "Bren"), "")
	}
}

// R7.5: disarmed is somebody of a weapon: the one that is named, or the one in hand.
func TestR75DisarmedOfAWeapon(t *testing.T) {
	spare := sword
	spare.Name, spare.Worn = "spare sword", false
	claws := guard(func(sh *Sheet) {
		sh.Name, sh.Weapon = "Wolf", hero.Gear{}
		var err error
		*sh, err = sh.With("damage", "3", fate.Standard())
		must(t, err)
	})
	s := scene(newHero("Bren", carrying(spare, bow, hero.Gear{Name: "rope", Use: hero.Sundry, Worn: true})), newHero("Ada", carrying()))
	f := stage(t, s, 1)
	f, _, err := f.AddFoes(claws, 1, s.Deck.Abilities)
	must(t, err)
	for _, c := range []struct{ who, weapon, want string }{
		{"Bren", "", "disarmed (bow)"},
		{"Bren", "SPARE sword", "disarmed (spare sword)"},
		{"Guard", "", "disarmed (sabre)"},
		{"Guard", "sabre", "disarmed (sabre)"},
	} {
		g := afflicted(t, f, s, Condition{State: Disarmed, Who: c.who, Name: c.weapon})
		equal(t, c.who+" of "+c.weapon, states(g, s, c.who), c.want)
	}
	for _, c := range [][2]string{{"Bren", "rope"}, {"Bren", "Guard"}, {"Ada", ""}, {"Ada", "bow"}, {"Guard", "axe"}, {"Wolf", ""}, {"Wolf", "attack"}} {
		_, _, err := f.Afflict(s, Condition{State: Disarmed, Who: c[0], Name: c[1]})
		refused(t, err, "no_weapon")
	}
	g := afflicted(t, f, s, Condition{State: Disarmed, Who: "Bren"})
	_, _, err = g.Afflict(s, Condition{State: Disarmed, Who: "Bren", Name: "bow"})
	refused(t, err, "no_weapon")

	// Claws are no weapon in the hand: nobody knocks them away, snatches them or carries them off (R7.5, R7.10, R9.6).
	for _, action := range []string{Disarm, Grab} {
		_, err := f.Declare(s, "Bren", Declaration{Action: action, Target: "Wolf"})
		refused(t, err, "no_weapon")
	}
	f, _, err = f.WoundFoe(s, "Wolf", 12, hero.Killing)
	must(t, err)
	for _, spoil := range f.Spoils() {
		if spoil.Foe == "Wolf" && spoil.Gear.Use == hero.Weapon {
			t.Errorf("the %s of the Wolf is loot", spoil.Gear.Name)
		}
	}
}

// R7.13: a maneuver without a range leads away from Personal, where nobody can be closer; it does not lead an enraged hero
// away from who has taunted (R8.5).
func TestR713OutOfPersonalRange(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1, at(Personal))
	g, _ := play(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard"}, "9 Mind")
	equal(t, "away", g.Between("Bren", "Guard"), CloseCombat)
	rage := afflicted(t, f, s, Condition{State: Enraged, Who: "Bren", With: "Guard"})
	_, err := rage.Declare(s, "Bren", Declaration{Action: Maneuver, Target: "Guard"})
	refused(t, err, "enraged")
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "too_close")
	if !strings.Contains(err.Error(), "maneuver") {
		t.Errorf("%q does not say how to get away", err)
	}
}

// R5.2: a style that the weapon does not have is refused; bare hands go by that name too.
func TestR52TheStyleOfTheWeapon(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	for _, c := range []struct {
		style  hero.Style
		weapon string
		want   string // "" is refused
	}{
		{hero.Melee, "bow", ""},
		{hero.Melee, "knife", ""},
		{hero.Missile, "sword", ""},
		{hero.Missile, "Bare Hands", ""},
		{hero.Missile, "knife", Fling},
		{hero.Missile, "bow", Shoot},
		{hero.Melee, "bare hands", Strike},
		{"", "bow", Shoot},
	} {
		p, err := f.Declare(s, "Bren", Declaration{Action: Attack, Style: c.style, Weapon: c.weapon})
		if c.want == "" {
			refused(t, err, "wrong_weapon")
			continue
		}
		must(t, err)
		equal(t, c.weapon, p.Declaration.Action, c.want)
	}
}

// R7.1, R8.1, R8.2, R8.5: one aims with what shoots or is thrown, and what is a matter of a skill another does not help.
func TestR82WhatIsAMatterOfASkill(t *testing.T) {
	s := scene(newHero("Bren", skilled("Leadership", "Spirit"), skilled("Tactics", "Mind"), skilled("Boxing", "Body")))
	f := stage(t, s, 1, at(NearMissile))
	for _, d := range []Declaration{
		{Action: Lead, Skill: "Tactics"},
		{Action: Lead, Skill: "boxing"},
	} {
		_, err := f.Declare(s, "Bren", d)
		refused(t, err, "wrong_skill")
	}
	for _, skill := range []string{"", "none", "leadership"} {
		_, err := f.Declare(s, "Bren", Declaration{Action: Lead, Skill: skill})
		must(t, err)
	}
	_, err := f.Declare(s, "Bren", Declaration{Action: Lead, Skill: "Tactics", Allowed: true})
	must(t, err)
	for weapon, code := range map[string]string{"sword": "wrong_weapon", "unarmed": "wrong_weapon", "axe": "no_weapon", "bow": "", "knife": ""} {
		_, err := f.Declare(s, "Bren", Declaration{Action: Aim, Target: "Guard", Weapon: weapon})
		if code == "" {
			must(t, err)
			continue
		}
		refused(t, err, code)
	}
}

// R7.4: an attack is blocked with something that the hero has.
func TestR74WhatItIsBlockedWith(t *testing.T) {
	s := scene(newHero("Bren", carrying(sword, hero.Gear{Name: "kite shield", Use: hero.Shield, Worn: true})))
	f, _ := foeDoes(t, stage(t, s, 1), s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	p, err := f.Declare(s, "Bren", Declaration{Action: Block, Weapon: "Kite Shield"})
	must(t, err)
	equal(t, "with", p.Declaration.Weapon, "kite shield")
	_, err = f.Declare(s, "Bren", Declaration{Action: Block, Weapon: "table"})
	refused(t, err, "no_weapon")
	lost := afflicted(t, f, s, Condition{State: Disarmed, Who: "Bren"})
	_, err = lost.Declare(s, "Bren", Declaration{Action: Block, Weapon: "sword"})
	refused(t, err, "disarmed")
}

// R7.12: to intercept, the target is the attacker.
func TestR712TheTargetOfAnInterception(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	f, _ := foeDoes(t, stage(t, s, 1), s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Ada"})
	_, err := f.Declare(s, "Bren", Declaration{Action: Intercept, Target: "Ada"})
	refused(t, err, "no_such_foe")
	if !strings.Contains(err.Error(), "for is the hero") {
		t.Errorf("%q does not say what target and for are", err)
	}
	_, err = f.Declare(s, "Bren", Declaration{Action: Intercept, Target: "Guard", For: "Ada"})
	must(t, err)
}

// R7.20: a skill stands once on a sheet; what a sheet does not have is refused with all that the game has.
func TestR102WhatASheetHas(t *testing.T) {
	sh := guard(func(sh *Sheet) { sh.Skills = []Skill{{Name: "Swords"}, {Name: "swords"}} })
	refused(t, sh.Check(fate.Standard()), "bad_foe")
	_, err := guard().With("quickness", "9", fate.Superhero().Abilities)
	refused(t, err, "no_such_field")
	for _, name := range []string{"Agility", "Reflex", "health"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
}
