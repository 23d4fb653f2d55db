package combat

import (
	"testing"
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
