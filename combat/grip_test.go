package combat

import (
	"testing"

	"skald/hero"
)

func texts(notes []Note) []string {
	var list []string
	for _, n := range notes {
		list = append(list, n.Text)
	}
	return list
}

// R7.11, R7.16: a hold that is taken anew goes on and is told once; one that fails is lost.
func TestR711HoldTakenAnew(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	first, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	first, _ = next(t, first, s, false)
	for _, c := range []struct{ action, state string }{{Grapple, "grappled (Bren)"}, {Stranglehold, "strangled (Bren)"}} {
		f, o := play(t, first, s, "Bren", Declaration{Action: c.action}, "9 Mind")
		equal(t, c.action, texts(o.Notes), []string{"Bren holds Guard at Personal range (R7.11)."})
		equal(t, "one hold", states(f, s, "Guard"), c.state)
		equal(t, "range", f.Between("Bren", "Guard"), Personal)
		f, turn := next(t, f, s, false)
		equal(t, "its damage, once", len(turn.Blows), 1)
		equal(t, "goes on", states(f, s, "Guard"), c.state)

		f, o = play(t, first, s, "Bren", Declaration{Action: c.action}, "1 Mind")
		equal(t, c.action+" fails", texts(o.Notes), []string{"Bren no longer holds Guard."})
		equal(t, "no hold", states(f, s, "Guard"), "")
		equal(t, "range", f.Between("Bren", "Guard"), CloseCombat)
		a := o.Action
		a.Extra = cards(t, "9 Spirit")
		f, _, err := f.Amend(s, "Bren", a)
		must(t, err)
		equal(t, "R4.5: it comes off after all", states(f, s, "Guard"), c.state)
		equal(t, "range", f.Between("Bren", "Guard"), Personal)
	}

	// The same of a foe.
	s = scene(newHero("Bren"))
	f, _ := foeDoes(t, stage(t, s, 1), s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Bren"})
	f, _ = next(t, f, s, true)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Grapple, On: "Bren"})
	equal(t, "nothing is let go", texts(r.Notes), []string(nil))
	g, o := play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "1 Mind")
	equal(t, "told once", texts(o.Notes), []string{"Guard holds Bren at Personal range (R7.11)."})
	equal(t, "one hold", states(g, s, "Bren"), "grappled (Guard)")
	g, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard"}, "9 Mind")
	equal(t, "resisted, Bren is free", states(g, s, "Bren"), "")
}

// R7.5, R7.10: a disarm knocks the weapon away and gives it to nobody; a grab takes it.
func TestR75WhoHasTheWeapon(t *testing.T) {
	s := scene(newHero("Bren", score("Dexterity", 9)))
	_, o := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Disarm}, "9 Mind")
	equal(t, "a disarm", texts(o.Notes), []string{"Bren knocks the sabre out of Guard's hand."})
	if o.Taken != nil {
		t.Errorf("a disarm brings the %s", o.Taken.Name)
	}
	_, o = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Grab}, "9 Mind")
	equal(t, "a grab", texts(o.Notes), []string{"Guard loses the sabre to Bren."})
	equal(t, "brings it", o.Taken.Name, "sabre")
	for action, want := range map[string]string{
		Disarm: "Guard knocks the sword out of Bren's hand.",
		Grab:   "Bren loses the sword to Guard.",
	} {
		f, _ := foeDoes(t, stage(t, s, 1), s, Assault{Foes: []string{"Guard"}, Action: action, On: "Bren"})
		_, turn := next(t, f, s, true)
		equal(t, "a foe's "+action, turn.Notes[0].Text, want)
	}
}

// R7.5, R7.10, R7.14: what comes off late, by Pile-On or by an amendment, does not take a weapon that is gone already;
// bare hands are none. Failing after all it gives nothing back.
func TestR710NothingLeftToTake(t *testing.T) {
	s := scene(newHero("Jack", score("Dexterity", 9)), newHero("Mira"))
	for _, late := range []string{Grab, Disarm} {
		f, o := play(t, stage(t, s, 1), s, "Mira", Declaration{Action: late}, "9 Mind")
		equal(t, late+" fails at first", o.Success, false)
		f, o = play(t, f, s, "Jack", Declaration{Action: Grab}, "9 Mind")
		equal(t, "Jack has it", o.Taken.Name, "sabre")
		equal(t, late+" succeeds by Pile-On", o.Revised[0].Success, true)
		equal(t, late+" brings nothing", o.Revised[0].Taken == nil, true)
		equal(t, "told once", texts(o.Notes), []string{
			"Guard loses the sabre to Jack.", "Guard has no weapon left to lose, so Mira gets nothing by it (R7.5).",
		})
		equal(t, "of one weapon", states(f, s, "Guard"), "disarmed (sabre)")
		equal(t, "taken once", foeOf(t, f, "Guard").Taken, []string{"sabre"})

		last, _ := f.Last("Mira")
		last.Action.Against = with(last.Action.Against, last.Action.Against...)
		f, o, err := f.Amend(s, "Mira", last.Action)
		must(t, err)
		equal(t, "fails after all", []any{o.Success, o.Returned == nil}, []any{false, true})
		equal(t, "Jack still has it", foeOf(t, f, "Guard").Taken, []string{"sabre"})
	}

	// A foe's second disarm finds bare hands.
	s = scene(newHero("Bren", carrying(sword)))
	f, _ := foeDoes(t, stage(t, s, 2), s, Assault{Foes: []string{"Guard"}, Action: Disarm, On: "Bren"})
	f, turn := next(t, f, s, true)
	equal(t, "told", texts(turn.Notes), []string{
		"Guard 1 knocks the sword out of Bren's hand.", "Bren has no weapon left to lose, so Guard 2 gets nothing by it (R7.5).",
	})
	equal(t, "of one weapon", states(f, s, "Bren"), "disarmed (sword)")
}

// R7.2: a thrown weapon that is part of the foe is not caught to be kept.
func TestR72NothingToCatch(t *testing.T) {
	s := scene(newHero("Bren", score("Quickness", 19), score("Dexterity", 19), skilled("Martial Arts", "Body")))
	f := against(t, s, guard(armed(hero.Gear{Name: innate, Use: hero.Weapon, Damage: 2, Harm: hero.Killing, Style: hero.Thrown})), 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	_, o := play(t, f, s, "Bren", Declaration{Action: Catch}, "9 Mind")
	equal(t, "stopped", []any{o.Success, o.Taken == nil}, []any{true, true})
}

// R7.7: of several holds the narrator lifts the one that with names, or all.
func TestR77LiftOneHold(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2)
	for _, by := range []string{"Guard 1", "Guard 2"} {
		f = afflicted(t, f, s, Condition{State: Strangled, Who: "Bren", With: by})
	}
	g, _, err := f.Lift(s, "Bren", Strangled, "guard 1")
	must(t, err)
	equal(t, "the other goes on", states(g, s, "Bren"), "strangled (Guard 2)")
	_, _, err = g.Lift(s, "Bren", Strangled, "Guard 1")
	refused(t, err, "no_such_condition")
	equal(t, "who it is", err.Error(), `Bren is strangled (Guard 2), not with "Guard 1"; leave the option with out, and all of it is lifted`)
	g, _, err = f.Lift(s, "Bren", Strangled, "")
	must(t, err)
	equal(t, "all", states(g, s, "Bren"), "")
}
