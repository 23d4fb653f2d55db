package combat

import "testing"

// R6.0: who comes back in the exchange of leaving has had what was had then, and owes what was owed.
func TestR60OutAndInAgain(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f, _ := play(t, stage(t, s, 2), s, "Bren", Declaration{Action: Strike, Target: "Guard 1"}, "9 Mind")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Bren"})
	f, _ = play(t, f, s, "Bren", Declaration{Action: Parry, Target: "Guard 2"}, "9 Mind")
	f = afflicted(t, f, s, Condition{State: Disarmed, Who: "Bren"})
	f = afflicted(t, f, s, Condition{State: Covered, Who: "Guard 2", With: "Bren", Name: "bow"})
	f, err := f.Initiative("Bren", 3)
	must(t, err)

	out, err := f.Leave("Bren")
	must(t, err)
	roundTrip(t, out)
	equal(t, "nobody attacks who is out", dues(out, s), "Ada: act")
	g, err := out.Join(s, "bren")
	must(t, err)
	roundTrip(t, g)
	equal(t, "as it was left", g.Heroes[g.hero("Bren")], f.Heroes[f.hero("Bren")])
	equal(t, "the counterattack waits", dues(g, s), dues(f, s))
	equal(t, "the other is answered", len(g.Incoming), 2)
	equal(t, "disarmed as before", states(g, s, "Bren"), "disarmed (sword)")
	equal(t, "a cover is over", states(g, s, "Guard 2"), "")
	_, err = g.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 1"})
	refused(t, err, "has_acted")
	_, _, err = g.FoeDoes(s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Bren"})
	refused(t, err, "has_attacked")
	if _, ok := g.Last("Bren"); !ok {
		t.Error("the last action cannot be amended")
	}
	again, err := g.Leave("Bren")
	must(t, err)
	again, err = again.Join(s, "Bren")
	must(t, err)
	equal(t, "twice", toJSON(t, again), toJSON(t, g))

	aims := afflicted(t, f, s, Condition{State: Aiming, Who: "Bren", With: "Guard 1"})
	aims, err = aims.Leave("Bren")
	must(t, err)
	aims, err = aims.Join(s, "Bren")
	must(t, err)
	equal(t, "who aims has no defense in this exchange (R7.1)", dues(aims, s), "Ada: act")

	later, _ := next(t, out, s, true)
	later, err = later.Join(s, "Bren")
	must(t, err)
	equal(t, "in a later exchange", later.Heroes[later.hero("Bren")], Fighter{Name: "Bren", Joined: 2})
	equal(t, "nothing is kept", len(later.Gone), 0)

	alone, _, err := out.RemoveFoes("Guard 1")
	must(t, err)
	alone, err = alone.Join(s, "Bren")
	must(t, err)
	equal(t, "a foe that is away does not strike", dues(alone, s), "Ada: act")

	called, err := out.Rename("Bren", "Bryn")
	must(t, err)
	s.Seats[0].Hero.Name = "Bryn"
	called, err = called.Join(s, "Bryn")
	must(t, err)
	equal(t, "by another name", dues(called, s), "Bryn: answer Guard 1 (strike); Ada: act")
}

// R7.5: a foe stays disarmed when the hero leaves who has disarmed it.
func TestR75DisarmedByWhoHasLeft(t *testing.T) {
	s := scene(newHero("Bren", score("Dexterity", 9)), newHero("Ada"))
	f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Disarm}, "9 Mind")
	equal(t, "disarmed", states(f, s, "Guard"), "disarmed (sabre)")
	f, err := f.Leave("Bren")
	must(t, err)
	equal(t, "still", states(f, s, "Guard"), "disarmed (sabre)")
	f, err = f.Join(s, "Bren")
	must(t, err)
	equal(t, "once", states(f, s, "Guard"), "disarmed (sabre)")
}

// outAndIn has a hero leave and come back.
func outAndIn(t *testing.T, f Fight, s Scene, who string) Fight {
	t.Helper()
	f, err := f.Leave(who)
	must(t, err)
	roundTrip(t, f)
	f, err = f.Join(s, who)
	must(t, err)
	roundTrip(t, f)
	return f
}

// R7.5: a hero's lost weapon does not come back by leaving, not for longer than the exchange either.
func TestR75LeavingBringsNoWeaponBack(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f := afflicted(t, stage(t, s, 1), s, Condition{State: Disarmed, Who: "Bren"})
	equal(t, "in the exchange", states(outAndIn(t, f, s, "Bren"), s, "Bren"), "disarmed (sword)")
	f, err := f.Leave("Bren")
	must(t, err)
	f, _ = next(t, f, s, true)
	f, err = f.Join(s, "Bren")
	must(t, err)
	equal(t, "in a later one", states(f, s, "Bren"), "disarmed (sword)")
	f, _, err = f.Lift(s, "Bren", Disarmed, "")
	must(t, err)
	equal(t, "lifted", states(f, s, "Bren"), "")
}

// R5.3e, R7.11b: who comes back in the exchange of leaving is where the hero was, out of a hold at Close-Combat; in a
// later one the range of all counts.
func TestR53eRangesOfWhoComesBack(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f := stage(t, s, 2)
	f, _, err := f.SetRange(s, "Bren", "Guard 1", FarMissile)
	must(t, err)
	held := afflicted(t, f, s, Condition{State: Grappled, Who: "Bren", With: "Guard 2"})
	held = outAndIn(t, held, s, "Bren")
	equal(t, "as before", held.Between("Bren", "Guard 1"), FarMissile)
	equal(t, "out of the hold", held.Between("Bren", "Guard 2"), CloseCombat)
	out, err := f.Leave("Bren")
	must(t, err)
	out, _ = next(t, out, s, true)
	out, err = out.Join(s, "Bren")
	must(t, err)
	equal(t, "later", out.Between("Bren", "Guard 1"), CloseCombat)
}

// R6.4: what a removed foe had begun does not come from another one that has its name later; a massed attack goes on
// without it.
func TestR64AbsenceForgetsRemovedFoes(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f, _ := foeDoes(t, stage(t, s, 3), s, Assault{Foes: []string{"Guard 1", "Guard 2"}, Action: Attack, On: "Bren", Massed: true})
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 3"}, Action: Attack, On: "Bren"})
	f = afflicted(t, f, s, Condition{State: Aiming, Who: "Guard 3", With: "Bren"})
	f, err := f.Leave("Bren")
	must(t, err)
	for _, name := range []string{"Guard 1", "Guard 3"} {
		f, _, err = f.RemoveFoes(name)
		must(t, err)
	}
	f, _, err = f.AddFoes(guard(), 2, s.Deck.Abilities)
	must(t, err)
	equal(t, "of the same names", f.foe("Guard 1") >= 0 && f.foe("Guard 3") >= 0, true)
	roundTrip(t, f)
	f, err = f.Join(s, "Bren")
	must(t, err)
	equal(t, "who still attacks", dues(f, s), "Ada: act; Bren: answer Guard 2 (strike); Bren: act")
	equal(t, "alone", len(f.Incoming[0].With), 0)
	equal(t, "the new one does not aim", states(f, s, "Guard 3"), "")
}

// R6.0: another hero of the name of one who is forgotten has all before them. What is still to come is told, so that
// nobody goes from it.
func TestR60ForgottenHero(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Strike}, "9 Mind")
	f = afflicted(t, f, s, Condition{State: Disarmed, Who: "Bren"})
	f.Recovered = []string{"Bren", "Ada"}
	equal(t, "an attack waits", f.Waits("Bren"), true)
	equal(t, "not for Ada", f.Waits("Ada"), false)
	equal(t, "in the fight nothing is forgotten", toJSON(t, f.Forget("Bren")), toJSON(t, f))
	out, err := f.Leave("Bren")
	must(t, err)
	equal(t, "nor is it gone with the hero", out.Waits("Bren"), true)
	later, _ := next(t, out, s, true)
	equal(t, "over with the exchange", later.Waits("Bren"), false)

	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "1 Mind")
	out, err = f.Leave("Bren")
	must(t, err)
	equal(t, "a blow waits", out.Waits("Bren"), true)
	out = out.Forget("Bren")
	roundTrip(t, out)
	out, err = out.Join(s, "Bren")
	must(t, err)
	equal(t, "afresh", out.Heroes[out.hero("Bren")], Fighter{Name: "Bren", Joined: 1})
	equal(t, "with a weapon", states(out, s, "Bren"), "")
	equal(t, "of the others nothing is forgotten", out.Recovered, []string{"Ada"})
	held := afflicted(t, stage(t, s, 1), s, Condition{State: Grappled, Who: "Bren", With: "Guard"})
	held, _ = next(t, held, s, true)
	equal(t, "the hold is to be resisted", len(held.Incoming), 1)
	equal(t, "and is over with leaving", held.Waits("Bren"), false)
}

// R8.4: the allies keep what a tactician has found out who leaves, once, and so does one who comes back.
func TestR84TacticianWhoLeaves(t *testing.T) {
	s := scene(newHero("Bren", skilled("Tactics", "Mind")), newHero("Ada"))
	f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Analyze}, "")
	f, _ = next(t, f, s, true)
	in := outAndIn(t, f, s, "Bren")
	equal(t, "in and out", states(in, s, "Bren"), "analyzed, tactics +4 (Bren)")
	f, err := f.Leave("Bren")
	must(t, err)
	equal(t, "first", states(f, s, "Ada"), "tactics +4 (Bren)")
	equal(t, "not the foes", states(f, s, "Guard"), "")
	f, _ = next(t, f, s, true)
	equal(t, "second", states(f, s, "Ada"), "tactics +2 (Bren)")
	f, _ = next(t, f, s, true)
	equal(t, "third", states(f, s, "Ada"), "")
}
