package combat

import (
	"slices"
	"testing"

	"skald/fate"
	"skald/hero"
)

// R7.1, R7.1a: an aim takes the exchange without a test; the very next attack on that target is one level
// easier, and only that.
func TestR71Aim(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2, at(NearMissile))
	f, o := play(t, f, s, "Bren", Declaration{Action: Aim, Target: "Guard 1"}, "")
	equal(t, "without a test", []bool{o.Test, o.Success}, []bool{false, true})
	equal(t, "bears", states(f, s, "Bren"), "aiming (Guard 1)")
	equal(t, "nobody is awaited", dues(f, s), "")
	f, _ = next(t, f, s, false)
	shoot := Declaration{Action: Shoot, Target: "Guard 1"}
	p, err := f.Declare(s, "Bren", shoot)
	must(t, err)
	equal(t, "one level easier", part(p.Action.Against, "aimed"), -4)
	equal(t, "target", p.Action.Target(), 9)
	p, err = f.Declare(s, "Bren", Declaration{Action: Shoot, Target: "Guard 2"})
	must(t, err)
	equal(t, "another target", p.Action.Target(), 13)
	g, _ := play(t, f, s, "Bren", Declaration{Action: Shoot, Target: "Guard 2"}, "2 Mind")
	equal(t, "lost by an attack on another", states(g, s, "Bren"), "")
	g, _ = play(t, f, s, "Bren", shoot, "2 Mind")
	equal(t, "used up", states(g, s, "Bren"), "")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1"}, "2 Mind")
	equal(t, "lost by another action", states(g, s, "Bren"), "")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Wait}, "")
	g, _ = next(t, g, s, false)
	equal(t, "lost by waiting", states(g, s, "Bren"), "")

	g, _ = play(t, f, s, "Bren", Declaration{Action: Aim, Target: "Guard 1"}, "") // again
	g, _ = next(t, g, s, false)
	p, err = g.Declare(s, "Bren", shoot)
	must(t, err)
	equal(t, "not cumulative", p.Action.Target(), 9)

	zero := 2
	shoot.Rating = &zero
	p, err = g.Declare(s, "Bren", shoot)
	must(t, err)
	equal(t, "R3.4a: no rating under 0", part(p.Action.Against, "aimed"), -2)
}

// R7.1b: while aiming an attack hits with margin 0; wounds ruin the aim, a hit that armor takes does not.
func TestR71bAimRuined(t *testing.T) {
	mail := hero.Gear{Name: "mail", Use: hero.Armor, Defense: 9, Worn: true}
	for _, c := range []struct {
		gear hero.Gear
		want string
	}{{bow, ""}, {mail, "aiming (Guard)"}} {
		s := scene(newHero("Bren", carrying(c.gear)))
		f := against(t, s, guard(armed(bow)), 1, at(NearMissile))
		f, _ = play(t, f, s, "Bren", Declaration{Action: Aim}, "")
		f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
		equal(t, "no answer", len(r.Answers[0]), 0)
		_, err := f.Declare(s, "Bren", Declaration{Action: Defend})
		refused(t, err, "aiming")
		f, turn := next(t, f, s, false)
		equal(t, "margin 0", turn.Blows[0].Raw(), 11)
		equal(t, "aim", states(f, s, "Bren"), c.want)
	}
	s := scene(newHero("Bren"))
	f := against(t, s, guard(armed(bow)), 1, at(NearMissile))
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "9 Mind")
	_, err := f.Declare(s, "Bren", Declaration{Action: Aim})
	refused(t, err, "defended")
}

// R7.2, R7.2a: a thrown weapon is caught by the trained in martial arts or the very dextrous.
func TestR72Catch(t *testing.T) {
	attacked := func(h hero.Hero, w hero.Gear) (Scene, Fight) {
		s := scene(h)
		f := against(t, s, guard(armed(w)), 1, at(NearMissile))
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
		return s, f
	}
	s, f := attacked(newHero("Bren"), knife)
	_, err := f.Declare(s, "Bren", Declaration{Action: Catch})
	refused(t, err, "needs_skill")
	s.Rules.CatchDexterity = 6
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Catch}), "daunting Dexterity (Dexterity 5)")

	s, f = attacked(newHero("Bren", skilled("Martial Arts", "Reflex"), score("Dexterity", 8)), knife)
	f, o := play(t, f, s, "Bren", Declaration{Action: Catch}, "9 Mind") // 8 + 4 + 9 against 21
	equal(t, "caught", o.Success, true)
	equal(t, "taken", o.Taken.Name, "knife")
	equal(t, "no damage", len(f.Blows), 0)

	s, f = attacked(newHero("Bren", score("Dexterity", 9)), knife)
	_, o = play(t, f, s, "Bren", Declaration{Action: Catch}, "9 Mind") // 18 against 21
	equal(t, "R7.2b: a bigger risk", part(o.Blows[0].Hit, "missed by"), 3)

	s, f = attacked(newHero("Bren", score("Dexterity", 9)), bow)
	_, err = f.Declare(s, "Bren", Declaration{Action: Catch})
	refused(t, err, "wrong_counter")
}

// R7.3, R7.3a: a cover is an attack test without a shot; later the target is hit by itself with margin 0.
func TestR73Cover(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f := stage(t, s, 2, at(NearMissile))
	cover := Declaration{Action: Cover, Target: "Guard 1"}
	equal(t, "notation", notation(t, f, s, "Bren", cover), "average Dexterity (Quickness 5)")
	f, o := play(t, f, s, "Bren", cover, "9 Mind")
	equal(t, "no shot", len(o.Blows), 0)
	equal(t, "the guard is", states(f, s, "Guard 1"), "covered (Bren)")
	f, _ = next(t, f, s, true)

	p, err := f.Declare(s, "Bren", Declaration{Action: Shoot, Target: "Guard 1"})
	must(t, err)
	equal(t, "needs no cards", p.Test, false)
	g, o := play(t, f, s, "Bren", p.Declaration, "")
	equal(t, "margin 0", o.Blows[0].Hit, []fate.Modifier{{Name: "Dexterity", Value: 6}, {Name: "bow", Value: 6}})
	equal(t, "over then", states(g, s, "Guard 1"), "")

	g, _ = play(t, f, s, "Bren", Declaration{Action: Wait}, "")
	equal(t, "waiting keeps it", states(g, s, "Guard 1"), "covered (Bren)")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Shoot, Target: "Guard 2"}, "2 Mind")
	equal(t, "another action cancels it", states(g, s, "Guard 1"), "")
	g, _, err = f.SetRange(s, "", "Guard 1", Artillery)
	must(t, err)
	equal(t, "out of range", states(g, s, "Guard 1"), "")
	s2 := s
	s2.Seats = slices.Clone(s.Seats)
	s2.Seats[0].Wounds = hero.Wounds{Stunning: 3}
	g, _ = next(t, f, s2, true)
	equal(t, "the coverer falls", states(g, s2, "Guard 1"), "")
	_, o = play(t, stage(t, s, 1, at(NearMissile)), s, "Bren", Declaration{Action: Cover}, "2 Mind")
	equal(t, "a failure covers nobody", o.Success, false)
	melee := scene(newHero("Bren", carrying(sword)))
	_, err = stage(t, melee, 1).Declare(melee, "Bren", Declaration{Action: Cover})
	refused(t, err, "no_weapon")
}

// R7.3a: defending does not end a cover.
func TestR73aDefendingWhileCovering(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Cover, Target: "Guard 1"}, "9 Mind")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard 2"}, "9 Mind")
	equal(t, "covered", states(f, s, "Guard 1"), "covered (Bren)")
}

// R7.4, R7.4a: a block is harder; failing it costs the shortfall against its own target.
func TestR74Block(t *testing.T) {
	s := scene(newHero("Bren"))
	d := Declaration{Action: Block, Target: "Guard"}
	f := stage(t, s, 1)
	equal(t, "notation", notation(t, f, s, "Bren", d), "challenging Quickness (Strength 5)")
	_, o := play(t, f, s, "Bren", d, "9 Mind") // 14 against 17
	equal(t, "missed by", part(o.Blows[0].Hit, "missed by"), 3)
	s = scene(newHero("Bren", score("Quickness", 8)))
	_, o = play(t, f, s, "Bren", d, "9 Mind")
	equal(t, "blocked", o.Notes[0].Code, "blocked")
	equal(t, "no damage", len(o.Blows), 0)
}

// R7.5: disarmed, a foe fights with bare hands until the narrator says otherwise.
func TestR75Disarm(t *testing.T) {
	s := scene(newHero("Bren", score("Dexterity", 9)))
	f := stage(t, s, 1)
	d := Declaration{Action: Disarm}
	equal(t, "notation", notation(t, f, s, "Bren", d), "challenging Dexterity (Strength 5)")
	f, o := play(t, f, s, "Bren", d, "9 Mind") // 18 against 17
	equal(t, "success", o.Success, true)
	equal(t, "the guard is", states(f, s, "Guard"), "disarmed (sabre)")
	f, o = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	equal(t, "strikes with bare hands", o.Blows[0].Weapon, "unarmed")
	equal(t, "which stun", o.Blows[0].Harm, hero.Stunning)
	f, _ = next(t, f, s, true)
	f, _ = f.Forgive("Bren")
	equal(t, "lasts", states(f, s, "Guard"), "disarmed (sabre)")
	f, _, err := f.Lift(s, "Guard", Disarmed, "")
	must(t, err)
	_, o = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "2 Mind")
	equal(t, "armed again", o.Blows[0].Weapon, "sabre")

	// What waits and needs the weapon is lost, or made with bare hands; what needs none goes on.
	archer := against(t, s, guard(armed(bow)), 2, at(NearMissile))
	archer, _ = foeDoes(t, archer, s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
	archer, _ = foeDoes(t, archer, s, Assault{Foes: []string{"Guard 2"}, Action: Distract, On: "Bren"})
	shot := Declaration{Action: Disarm, Target: "Guard 1", Style: hero.Missile}
	gone, _ := play(t, archer, s, "Bren", shot, "9 Mind")
	equal(t, "the shot is lost", dues(gone, s), "Bren: answer Guard 2 (distract)")
	shot.Target = "Guard 2"
	gone, _ = play(t, archer, s, "Bren", shot, "9 Mind")
	equal(t, "the distraction is not", dues(gone, s), "Bren: answer Guard 1 (shoot); Bren: answer Guard 2 (distract)")

	bare := against(t, s, guard(armed(hero.Gear{})), 1)
	_, err = bare.Declare(s, "Bren", d)
	refused(t, err, "no_weapon")
}

// R7.5, R7.19: a hero who is disarmed has to fight with something else.
func TestR75HeroDisarmed(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Disarm, On: "Bren"})
	equal(t, "answers", r.Answers[0], []string{Resist, Evade})
	equal(t, "R7.19a: mirrored", notation(t, f, s, "Bren", Declaration{Action: Defend}), "easy Strength (Dexterity 5)")
	f, o := play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind") // 8 against 9
	equal(t, "resisted", o.Success, false)
	equal(t, "Bren is", states(f, s, "Bren"), "disarmed (sword)")
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike, Weapon: "sword"})
	refused(t, err, "disarmed")
	p, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	must(t, err)
	equal(t, "what else is wielded", p.Declaration.Weapon, "unarmed") // the bow is no melee weapon
	f, _ = next(t, f, s, true)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grab, On: "Bren"})
	f, _ = next(t, f, s, true)
	equal(t, "the next weapon", states(f, s, "Bren"), "disarmed (sword), disarmed (bow)")
}

// R7.6, R7.6a: a distracted foe loses its next counterattack: the one that waits, or the next one.
func TestR76Distract(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	d := Declaration{Action: Distract, Target: "Guard"}
	f := stage(t, s, 1)
	equal(t, "notation", notation(t, f, s, "Bren", d), "average Quickness (Reason 4)")
	g, _ := play(t, f, s, "Bren", d, "9 Mind")
	equal(t, "the guard is", states(g, s, "Guard"), "distracted (Bren)")
	_, err := g.Declare(s, "Mara", Declaration{Action: Defend, Target: "Guard"})
	refused(t, err, "no_attack")
	g, o := play(t, g, s, "Mara", Declaration{Action: Strike}, "2 Mind")
	equal(t, "does not strike back", len(o.Drawn), 0)
	equal(t, "once", states(g, s, "Guard"), "")

	g, _ = play(t, f, s, "Mara", Declaration{Action: Strike}, "2 Mind") // the guard strikes back
	g, o = play(t, g, s, "Bren", d, "9 Mind")
	equal(t, "the attack that waited is lost", dues(g, s), "")
	equal(t, "once", states(g, s, "Guard"), "")
	equal(t, "said", o.Notes[0].Code, "distracted")

	g, _ = play(t, f, s, "Bren", d, "9 Mind")
	g, r := foeDoes(t, g, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	equal(t, "an attack that is announced is lost", len(r.Incoming), 0)
	equal(t, "said", r.Notes[0].Code, "action_lost")
	equal(t, "once", states(g, s, "Guard"), "")
}

// R7.6, R7.3a: a distraction gets one out of a cover.
func TestR76OutOfACover(t *testing.T) {
	s := scene(newHero("Bren", score("Reason", 3)))
	f := against(t, s, guard(armed(bow)), 1, at(NearMissile))
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Cover, On: "Bren"})
	equal(t, "to resist a cover", notation(t, f, s, "Bren", Declaration{Action: Defend}), "average Quickness (Dexterity 5)")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	equal(t, "Bren is", states(f, s, "Bren"), "covered (Guard)")
	f, _ = next(t, f, s, true)
	g, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Shoot, On: "Bren"})
	equal(t, "the shot is sure", len(r.Answers[0]), 0)
	_, err := g.Declare(s, "Bren", Declaration{Action: Dodge, Target: "Guard"})
	refused(t, err, "covered")
	_, turn := next(t, g, s, true)
	equal(t, "margin 0", turn.Blows[0].Raw(), 11)
	g, o := play(t, f, s, "Bren", Declaration{Action: Distract}, "9 Mind")
	equal(t, "out of it", o.Notes[0].Code, "uncovered")
	equal(t, "Bren is", states(g, s, "Bren"), "")
	equal(t, "the guard keeps its action", states(g, s, "Guard"), "")

	// And the other way round: a covered foe distracts.
	f = stage(t, s, 1, at(NearMissile))
	f, _ = play(t, f, s, "Bren", Declaration{Action: Cover}, "9 Mind")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Distract, On: "Bren"})
	equal(t, "to resist a distraction", notation(t, f, s, "Bren", Declaration{Action: Defend}), "average Reason (Quickness 5)")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Body")
	equal(t, "the guard is out of it", states(f, s, "Guard"), "")
}

// R7.6a: a hero distracted by a foe loses the next attack: this exchange's, or if that is done, the next one's.
func TestR76aHeroDistracted(t *testing.T) {
	s := scene(newHero("Bren"))
	lose := func(f Fight) Fight {
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Distract, On: "Bren"})
		f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Body")
		return f
	}
	f := lose(stage(t, s, 1))
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "distracted")
	equal(t, "not awaited", dues(f, s), "")
	f, _ = next(t, f, s, false)
	equal(t, "over", states(f, s, "Bren"), "")

	f, _ = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Wait}, "")
	f, _ = next(t, lose(f), s, false)
	equal(t, "in the next exchange", states(f, s, "Bren"), "distracted (Guard)")
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "distracted")
	f, _ = next(t, f, s, false)
	equal(t, "and over", states(f, s, "Bren"), "")
}

// R7.8, R7.8a: one play against the highest attacking score; success avoids all, failure adds the shortfall to
// each.
func TestR78Evade(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	f, _, err := f.AddFoes(guard(func(sh *Sheet) {
		sh.Name, sh.Scores, sh.Weapon = "Archer", map[string]int{"Body": 3, "Dexterity": 7, "Reflex": 5}, bow
	}), 1, s.Deck.Abilities)
	must(t, err)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard", "Archer"}, Action: Attack, On: "Bren"})
	d := Declaration{Action: Evade}
	p, err := f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "notation", p.Notation.String(), "challenging Quickness (Dexterity 7)")
	equal(t, "target with Pile-On", p.Action.Target(), 12+7+2)
	g, o := play(t, f, s, "Bren", d, "9 Mind") // 14
	equal(t, "both hit", len(o.Blows), 2)
	equal(t, "the same shortfall", []int{part(o.Blows[0].Hit, "missed by"), part(o.Blows[1].Hit, "missed by")}, []int{7, 7})
	equal(t, "nothing waits", dues(g, s), "Bren: act")
	s = scene(newHero("Bren", func(h *hero.Hero) { h.Edge = 7 }))
	g, o = play(t, f, s, "Bren", d, "7 Mind, 9 Mind")
	equal(t, "both avoided", len(g.Blows), 0)
	equal(t, "success", o.Success, true)
	equal(t, "nothing waits", dues(g, s), "Bren: act")
}

// R7.9, R7.15, R7.17 are told apart by the weapon.
func TestR79Fling(t *testing.T) {
	s := scene(newHero("Bren"))
	_, o := play(t, stage(t, s, 1, at(NearMissile)), s, "Bren", Declaration{Action: Fling}, "9 Mind")
	equal(t, "damage", o.Blows[0].Hit, []fate.Modifier{{Name: "Dexterity", Value: 6}, {Name: "knife", Value: 4}, {Name: "margin", Value: 2}})
}

// R7.10, R7.10a: the weapon is snatched; the counterattack follows with bare hands. By the setting the foe's
// attack hits for it.
func TestR710Grab(t *testing.T) {
	s := scene(newHero("Bren", score("Dexterity", 9)))
	f := stage(t, s, 1)
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Grab}), "challenging Dexterity (Strength 5)")
	g, o := play(t, f, s, "Bren", Declaration{Action: Grab}, "9 Mind")
	equal(t, "taken", o.Taken.Name, "sabre")
	equal(t, "no damage", len(o.Blows), 0)
	equal(t, "strikes back", dues(g, s), "Bren: answer Guard (strike)")
	equal(t, "nothing to be found on it", len(g.Spoils()), 0)
	s.Rules.GrabDamage = "hit"
	_, o = play(t, f, s, "Bren", Declaration{Action: Grab}, "9 Mind")
	equal(t, "the foe's own attack", o.Blows[0].Raw(), 11)
}

// R7.11, R7.11a, R7.11b: a grapple puts both at Personal range and does Strength less armor and Endurance each
// exchange; it is kept up by a test, and gives up the defense against the held one.
func TestR711Grapple(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	f := stage(t, s, 1)
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Grapple}), "challenging Strength (Strength 5)")
	f, o := play(t, f, s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	equal(t, "success", o.Success, true)
	equal(t, "range", f.Between("Bren", "Guard"), Personal)
	equal(t, "the guard's sabre is useless", len(o.Drawn), 0)
	equal(t, "the guard is", states(f, s, "Guard"), "grappled (Bren)")
	equal(t, "Bren is", states(f, s, "Bren"), "holding (Guard)")
	f, turn := next(t, f, s, false)
	equal(t, "damage in the same exchange", turn.Blows[0].Wounds(), 9-7)
	equal(t, "which stuns", turn.Blows[0].Harm, hero.Stunning)

	equal(t, "upkeep", notation(t, f, s, "Bren", Declaration{Action: Hold}), "average Strength (Strength 5)")
	g, _ := play(t, f, s, "Bren", Declaration{Action: Hold}, "9 Mind")
	g, turn = next(t, g, s, false)
	equal(t, "kept", states(g, s, "Guard"), "grappled (Bren)")
	equal(t, "damage", turn.Blows[0].Wounds(), 2)

	g, o = play(t, f, s, "Bren", Declaration{Action: Hold}, "2 Mind") // 11 against 13
	equal(t, "lost", states(g, s, "Guard"), "")
	equal(t, "range", g.Between("Bren", "Guard"), CloseCombat)
	equal(t, "said", o.Notes[0].Code, "let_go")

	g, _ = play(t, f, s, "Bren", Declaration{Action: Wait}, "")
	g, turn = next(t, g, s, false)
	equal(t, "not kept up", states(g, s, "Guard"), "")
	equal(t, "no damage then", len(turn.Blows), 0)

	_, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "too_close")
	s.Rules.GrappleDamage = "none"
	g, _ = play(t, f, s, "Bren", Declaration{Action: Hold}, "9 Mind")
	_, turn = next(t, g, s, false)
	equal(t, "no damage by the setting", len(turn.Blows), 0)
}

// R7.11a: against the one held there is no defense; its attack hits with margin 0.
func TestR711aNoDefenseAgainstTheHeld(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	f := against(t, s, guard(armed(dirk)), 1) // made for Personal range
	f, o := play(t, f, s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	equal(t, "strikes back", len(o.Drawn), 1)
	equal(t, "no answer", len(f.Answers(s, o.Drawn[0])), 0)
	_, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	refused(t, err, "grappling")
	_, turn := next(t, f, s, false)
	equal(t, "margin 0", turn.Blows[0].Raw(), 5+2)
}

// R7.7, R7.11, R7.19a: a hero who is held escapes by Strength or Quickness; the foe's upkeep is resisted each
// exchange.
func TestR77Escape(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Bren"})
	equal(t, "to resist", notation(t, f, s, "Bren", Declaration{Action: Defend}), "easy Strength (Strength 5)")
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind") // 8 against 9
	equal(t, "Bren is", states(f, s, "Bren"), "grappled (Guard)")
	equal(t, "range", f.Between("Bren", "Guard"), Personal)
	_, err := f.Declare(s, "Bren", Declaration{Action: Maneuver, Target: "Guard", Range: CloseCombat})
	refused(t, err, "held")

	equal(t, "escape", notation(t, f, s, "Bren", Declaration{Action: Escape}), "average Strength (Strength 5)")
	equal(t, "or by Quickness", notation(t, f, s, "Bren", Declaration{Action: Escape, Ability: "quickness"}), "average Quickness (Strength 5)")
	_, err = f.Declare(s, "Bren", Declaration{Action: Escape, Ability: "Reason"})
	refused(t, err, "wrong_ability")
	g, _ := play(t, f, s, "Bren", Declaration{Action: Escape}, "9 Mind")
	equal(t, "free", states(g, s, "Bren"), "")
	equal(t, "range", g.Between("Bren", "Guard"), CloseCombat)

	f, turn := next(t, f, s, true)
	equal(t, "damage: 5 less Endurance 5", turn.Blows[0].Wounds(), 0)
	equal(t, "the upkeep is resisted", dues(f, s), "Bren: answer Guard (hold); Bren: act")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "9 Mind")
	equal(t, "free", states(g, s, "Bren"), "")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	g, _ = next(t, g, s, true)
	equal(t, "held on", states(g, s, "Bren"), "grappled (Guard)")
	equal(t, "at the same range", g.Between("Bren", "Guard"), Personal)
	g, _ = play(t, f, s, "Bren", Declaration{Action: Escape}, "9 Mind")
	equal(t, "an escape ends the upkeep too", dues(g, s), "")
}

// R7.7, R7.19a: a foe that is held escapes unless the hero resists.
func TestR77FoeEscapes(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Escape, On: "Bren"})
	equal(t, "to resist", notation(t, f, s, "Bren", Declaration{Action: Resist}), "average Strength (Strength 5)")
	g, _ := play(t, f, s, "Bren", Declaration{Action: Resist}, "9 Mind")
	equal(t, "held", states(g, s, "Guard"), "grappled (Bren)")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Resist}, "2 Mind")
	equal(t, "free", states(g, s, "Guard"), "")
	_, _, err := g.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Escape, On: "Bren"})
	refused(t, err, "not_held")
}

// R7.12, R7.12b: an interceptor takes the attack with margin 0 and his own defense; a failure leaves it where
// it was, and him unharmed unless the setting says otherwise.
func TestR712Intercept(t *testing.T) {
	mail := hero.Gear{Name: "mail", Use: hero.Armor, Defense: 3, Worn: true}
	s := scene(newHero("Bren", carrying(mail)), newHero("Mara"))
	f := stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
	d := Declaration{Action: Intercept, For: "mara"}
	equal(t, "notation", notation(t, f, s, "Bren", d), "average Quickness (Strength 5)")
	g, o := play(t, f, s, "Bren", d, "9 Mind")
	b := o.Blows[0]
	equal(t, "on Bren", b.On, "Bren")
	equal(t, "with margin 0 and his own defense", []int{b.Raw(), b.Defense()}, []int{11, 8})
	equal(t, "Mara is out of it", dues(g, s), "Bren: act; Mara: act")

	g, o = play(t, f, s, "Bren", d, "2 Mind")
	equal(t, "unharmed", len(o.Blows), 0)
	equal(t, "it goes on to Mara", dues(g, s), "Bren: act; Mara: answer Guard (strike); Mara: act")
	_, err := g.Declare(s, "Bren", d)
	refused(t, err, "answered")
	_, err = f.Declare(s, "Mara", Declaration{Action: Intercept, Target: "Guard"})
	refused(t, err, "no_attack")
	s.Rules.InterceptFailed = "hit"
	_, o = play(t, f, s, "Bren", d, "2 Mind")
	equal(t, "by the setting", o.Blows[0].On, "Bren")
}

// R7.14, R7.14a, R7.14b: N heroes on one foe add N each from N = 2, whoever acts first; the foe is +1 harder to
// defend against for each of them.
func TestR714PileOnByHeroes(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"), newHero("Cid"))
	f := stage(t, s, 2)
	strike := Declaration{Action: Strike, Target: "Guard 1"}
	f, o := play(t, f, s, "Ada", strike, "6 Mind") // 12 against 13
	equal(t, "alone: no bonus", part(o.Action.Modifiers, "Pile-On"), 0)
	equal(t, "a miss", o.Success, false)
	f, o = play(t, f, s, "Bea", strike, "6 Mind")
	equal(t, "two: +2", part(o.Action.Modifiers, "Pile-On"), 2)
	equal(t, "Ada's counts too", o.Revised[0].Who, "Ada")
	equal(t, "and hits", o.Revised[0].Success, true)
	equal(t, "with margin 1", part(o.Revised[0].Blows[0].Hit, "margin"), 1)
	f, o = play(t, f, s, "Cid", strike, "6 Mind")
	equal(t, "three: +3", part(o.Action.Modifiers, "Pile-On"), 3)
	equal(t, "all of them", len(o.Revised), 2)
	equal(t, "three blows", len(f.Blows), 3)
	equal(t, "in the order of the attacks", []string{f.Blows[0].By, f.Blows[1].By, f.Blows[2].By}, []string{"Ada", "Bea", "Cid"})
	p, err := f.Declare(s, "Ada", Declaration{Action: Defend, Target: "Guard 1"})
	must(t, err)
	equal(t, "+1 against each", part(p.Action.Against, "set upon"), 1)
	p, err = f.Declare(s, "Ada", Declaration{Action: Defend, Target: "Guard 2"})
	must(t, err)
	equal(t, "not of another foe", part(p.Action.Against, "set upon"), 0)

	s.Rules.PileOn = "n-1"
	f, _ = play(t, stage(t, s, 1), s, "Ada", strike2(), "6 Mind")
	_, o = play(t, f, s, "Bea", strike2(), "6 Mind")
	equal(t, "by the setting", part(o.Action.Modifiers, "Pile-On"), 1)
}

func strike2() Declaration { return Declaration{Action: Strike, Target: "Guard"} }

// R7.14b, R10.3: N foes on one hero make each of his defenses N harder; he attacks them with +1.
func TestR714bPileOnByFoes(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	f := stage(t, s, 4)
	for _, foe := range []string{"Guard 1", "Guard 2", "Guard 3"} {
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{foe}, Action: Attack, On: "Ada"})
	}
	p, err := f.Declare(s, "Ada", Declaration{Action: Defend, Target: "Guard 2"})
	must(t, err)
	equal(t, "three on one", part(p.Action.Against, "Pile-On"), 3)
	stunt, _ := foeDoes(t, f, s, Assault{Foes: []string{"Guard 4"}, Action: Distract, On: "Ada"})
	p, err = stunt.Declare(s, "Ada", Declaration{Action: Resist, Target: "Guard 4"})
	must(t, err)
	equal(t, "on attacks only", part(p.Action.Against, "Pile-On"), 0)
	p, err = f.Declare(s, "Ada", Declaration{Action: Strike, Target: "Guard 2"})
	must(t, err)
	equal(t, "+1 against any of them", part(p.Action.Modifiers, "set upon"), 1)
	p, err = f.Declare(s, "Ada", Declaration{Action: Strike, Target: "Guard 4"})
	must(t, err)
	equal(t, "not against another", len(p.Action.Modifiers), 0)
	p, err = f.Declare(s, "Bea", Declaration{Action: Strike, Target: "Guard 2"})
	must(t, err)
	equal(t, "not for another hero", len(p.Action.Modifiers), 0)
}

// R7.16, R7.16a, R7.11b: 4 points an exchange that nothing reduces, without a test, while the hero does nothing
// else.
func TestR716Stranglehold(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	f := against(t, s, guard(func(sh *Sheet) { sh.Armor = 30 }), 2)
	d := Declaration{Action: Stranglehold, Target: "Guard 1"}
	equal(t, "notation", notation(t, f, s, "Bren", d), "challenging Strength (Endurance 5)")
	f, _ = play(t, f, s, "Bren", d, "9 Mind")
	equal(t, "range", f.Between("Bren", "Guard 1"), Personal)
	f, turn := next(t, f, s, false)
	equal(t, "4 in the same exchange", turn.Blows[0].Wounds(), 4)
	equal(t, "not awaited", dues(f, s), "")
	f, _ = next(t, f, s, false)
	equal(t, "4 more", foeOf(t, f, "Guard 1").Wounds, 8)
	g, _ := play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard 2"}, "2 Mind")
	equal(t, "ended by another action", states(g, s, "Guard 1"), "")
	equal(t, "range", g.Between("Bren", "Guard 1"), CloseCombat)
	f, turn = next(t, f, s, false)
	equal(t, "falls", statusOf(t, f, "Guard 1"), Down)
	equal(t, "and is let go", turn.Notes[len(turn.Notes)-1].Code, "let_go")

	// A foe strangles a hero.
	f = stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Stranglehold, On: "Bren"})
	equal(t, "to resist", notation(t, f, s, "Bren", Declaration{Action: Defend}), "easy Endurance (Strength 5)")
	f, _ = next(t, f, s, true)
	equal(t, "4 to pay", dues(f, s), "Bren: pay 4 wounds; Bren: act")
	equal(t, "no more attacks of it", states(f, s, "Bren"), "strangled (Guard)")
}

// R7.19a: the difficulty of resisting mirrors the rating around average, or is the same; the narrator may name
// any.
func TestR719aMirror(t *testing.T) {
	s := scene(newHero("Bren"))
	rating := func(what string, setting string, named *int) int {
		t.Helper()
		s.Rules.Resist = setting
		f := stage(t, s, 1)
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: what, On: "Bren", Rating: named})
		p, err := f.Declare(s, "Bren", Declaration{Action: Resist})
		must(t, err)
		return p.Notation.Rating
	}
	equal(t, "challenging becomes easy", rating(Disarm, "mirror", nil), 4)
	equal(t, "easy becomes challenging", rating(Maneuver, "mirror", nil), 12)
	equal(t, "average stays", rating(Distract, "mirror", nil), 8)
	equal(t, "the same rating", rating(Disarm, "same", nil), 12)
	twenty := 20
	equal(t, "the narrator's", rating(Disarm, "mirror", &twenty), 20)
}

// R7.19: foes move, aim, hold back; what needs no answer takes effect.
func TestR719FoesAct(t *testing.T) {
	s := scene(newHero("Bren"))
	f := against(t, s, guard(armed(bow)), 1, at(FarMissile))
	_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Shoot, On: "Bren"})
	refused(t, err, "must_aim")
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Aim, On: "Bren"})
	equal(t, "nothing to answer", len(r.Incoming), 0)
	equal(t, "the guard is", states(f, s, "Guard"), "aiming (Bren)")
	again, _ := next(t, f, s, true)
	again, _ = foeDoes(t, again, s, Assault{Foes: []string{"Guard"}, Action: Aim, On: "Bren"})
	equal(t, "aiming on", states(again, s, "Guard"), "aiming (Bren)")
	_, _, err = f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Maneuver, On: "Bren"})
	refused(t, err, "aiming")
	f, _ = next(t, f, s, true)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Shoot, On: "Bren"})
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	must(t, err)
	equal(t, "R7.1: one level harder to dodge", part(p.Action.Against, "aimed at"), 4)
	equal(t, "the aim is used up", states(f, s, "Guard"), "")
	f, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Wait})
	equal(t, "holds back", len(f.Incoming), 0)
	equal(t, "said", r.Notes[0].Code, "held_back")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Maneuver, On: "Bren"})
	f, _ = next(t, f, s, true)
	equal(t, "nobody stopped it", f.Between("Bren", "Guard"), NearMissile)
	helpless, _, err := f.Afflict(s, Condition{State: Helpless, Who: "Guard"})
	must(t, err)
	_, _, err = helpless.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	refused(t, err, "cannot_act")
	for code, a := range map[string]Assault{
		"no_counter":    {Foes: []string{"Guard"}, Action: Parry, On: "Bren"},
		"no_foe_action": {Foes: []string{"Guard"}, Action: Aid, On: "Bren"},
		"out_of_range":  {Foes: []string{"Guard"}, Action: Grapple, On: "Bren"},
		"no_weapon":     {Foes: []string{"Guard"}, Action: Strike, On: "Bren"},
		"no_such_foe":   {Foes: []string{"Goblin"}, Action: Attack, On: "Bren"},
		"no_such_hero":  {Foes: []string{"Guard"}, Action: Attack},
		"not_in_fight":  {Foes: []string{"Guard"}, Action: Attack, On: "Zoe"},
	} {
		_, _, err := f.FoeDoes(s, a)
		refused(t, err, code)
	}
}

// R7.20, R8.5: a foe's skill adds 4 to its opposition: to its attacks, or to what it helps.
func TestR720FoeSkills(t *testing.T) {
	s := scene(newHero("Bren"))
	skills, err := ParseSkills("Swords, Acrobatics (quickness), Iron Will (Spirit)", s.Deck.Abilities)
	must(t, err)
	f := against(t, s, guard(func(sh *Sheet) { sh.Skills = skills }), 1)
	target := func(d Declaration) int {
		t.Helper()
		p, err := f.Declare(s, "Bren", d)
		must(t, err)
		return p.Action.Target()
	}
	equal(t, "its attack", target(Declaration{Action: Defend, Target: "Guard"}), 13+4)
	equal(t, "its quickness", target(Declaration{Action: Strike}), 13+4)
	equal(t, "what no skill helps", target(Declaration{Action: Disarm}), 12+5)
	equal(t, "by its Trait", target(Declaration{Action: Power, Ability: "Reason", Mental: true}), 8+4+4)
	_, o := play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "9 Mind") // 14 against 17
	equal(t, "R6.4c: the score alone hits, the skill by the shortfall", o.Blows[0].Raw(), 5+6+3)
	equal(t, "as text", skills[1].String(), "Acrobatics (Quickness)")
	_, err = ParseSkills("Magic (Mana)", s.Deck.Abilities)
	refused(t, err, "bad_skill")
}

// R7.11, R7.7: a foe that turns to another lets go of whom it holds, and does not go on holding; of two that a
// foe has got hold of, one escapes alone.
func TestR711FoeLetsGo(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	f := stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Ada"})
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Bea"})
	f, _ = next(t, f, s, true)
	equal(t, "both held", []string{states(f, s, "Ada"), states(f, s, "Bea")}, []string{"grappled (Guard)", "grappled (Guard)"})
	equal(t, "and held on", dues(f, s), "Ada: answer Guard (hold); Ada: act; Bea: answer Guard (hold); Bea: act")
	g, _ := play(t, f, s, "Ada", Declaration{Action: Escape}, "9 Mind")
	equal(t, "Ada is free", []string{states(g, s, "Ada"), states(g, s, "Bea")}, []string{"", "grappled (Guard)"})
	equal(t, "Bea is held on", dues(g, s), "Bea: answer Guard (hold); Bea: act")
	g, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Distract, On: "Bea"})
	equal(t, "both free", []string{states(g, s, "Ada"), states(g, s, "Bea")}, []string{"", ""})
	g, _ = next(t, g, s, true)
	equal(t, "and stay so", []string{states(g, s, "Ada"), states(g, s, "Bea")}, []string{"", "distracted (Guard)"})
	equal(t, "range", g.Between("Ada", "Guard"), CloseCombat)
}
