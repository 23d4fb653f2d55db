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
