package combat

import (
	"testing"

	"skald/hero"
)

// talkedAt is a fight in whose first exchange Guard 2 has talked at Bren.
func talkedAt(t *testing.T, s Scene, opening ...func(*Opening)) Fight {
	t.Helper()
	f, _ := foeDoes(t, stage(t, s, 2, opening...), s, Assault{Foes: []string{"Guard 2"}, Action: Talk, On: "Bren"})
	f, _ = next(t, f, s, true)
	return f
}

// enraged is a fight in which Guard 2 has taunted Bren, who failed to resist.
func enraged(t *testing.T, s Scene, opening ...func(*Opening)) Fight {
	t.Helper()
	f, _ := foeDoes(t, talkedAt(t, s, opening...), s, Assault{Foes: []string{"Guard 2"}, Action: Taunt, On: "Bren"})
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	equal(t, "Bren is", states(f, s, "Bren"), "enraged (Guard 2)")
	return f
}

// R8.5: an enraged hero does nothing but attack who has taunted, come closer, and defend.
func TestR85NothingButTheAttack(t *testing.T) {
	s := scene(newHero("Bren", skilled("Leadership", "Spirit"), skilled("Tactics", "Mind"), skilled("Taunting", "Spirit"), skilled("Boxing", "Body")), newHero("Mara"))
	s.Seats[1].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f := enraged(t, s)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
	for _, d := range []Declaration{
		{Action: Wait},
		{Action: Lead},
		{Action: Analyze},
		{Action: Aid, For: "Mara"},
		{Action: Mend, For: "Mara"},
		{Action: Talk, Target: "Guard 2"},
		{Action: Distract, Target: "Guard 2"},
		{Action: Cover, Target: "Guard 2"},
		{Action: Strike, Target: "Guard 1"},
		{Action: Grapple, Target: "Guard 1"},
		{Action: Maneuver, Target: "Guard 1"},
		{Action: Maneuver, Target: "Guard 2", Range: NearMissile},
		{Action: Maneuver, Range: Personal},
	} {
		_, err := f.Declare(s, "Bren", d)
		refused(t, err, "enraged")
	}
	for _, d := range []Declaration{
		{Action: Attack},
		{Action: Strike, Target: "Guard 2"},
		{Action: Shoot, Target: "Guard 2"},
		{Action: Grapple, Target: "Guard 2"},
		{Action: Disarm, Target: "Guard 2"},
		{Action: Maneuver, Target: "Guard 2"},
		{Action: Defend, Target: "Guard 1"},
		{Action: Evade, Target: "Guard 1"},
	} {
		_, err := f.Declare(s, "Bren", d)
		must(t, err)
	}
	_, err := f.Declare(s, "Bren", Declaration{Action: Wait})
	equal(t, "the sentence", err.Error(), "Bren is enraged and must attack Guard 2 at once: nothing else, except to defend (R8.5)")

	fresh, _, err := stage(t, s, 2, at(NearMissile)).Afflict(s, Condition{State: Enraged, Who: "Bren", With: "Guard 2"})
	must(t, err)
	_, err = fresh.Declare(s, "Bren", Declaration{Action: Aim, Target: "Guard 2"})
	refused(t, err, "enraged")
	_, err = fresh.Declare(s, "Bren", Declaration{Action: Shoot, Target: "Guard 2"})
	must(t, err)

	held, _, err := f.Afflict(s, Condition{State: Grappled, Who: "Bren", With: "Guard 1"})
	must(t, err)
	_, err = held.Declare(s, "Bren", Declaration{Action: Escape}) // to get at Guard 2
	must(t, err)
	held, _, err = f.Afflict(s, Condition{State: Grappled, Who: "Bren", With: "Guard 2"})
	must(t, err)
	_, err = held.Declare(s, "Bren", Declaration{Action: Escape})
	refused(t, err, "enraged")
}

// R8.5: the rage ends with the attack, or when the exchange after is over, whether the hero acts or not.
func TestR85RageEnds(t *testing.T) {
	s := scene(newHero("Bren"))
	f := enraged(t, s)
	equal(t, "its end", f.condition(Enraged, "Bren", "").Ends(), "until the attack on Guard 2, or exchange 3 ends")
	g, _ := play(t, f, s, "Bren", Declaration{Action: Attack}, "2 Mind")
	equal(t, "with the attack, hit or miss", states(g, s, "Bren"), "")

	f, _ = next(t, f, s, true)
	equal(t, "in the exchange after", states(f, s, "Bren"), "enraged (Guard 2)")
	f, _ = next(t, f, s, true)
	equal(t, "then it is over", states(f, s, "Bren"), "")

	f, _ = foeDoes(t, talkedAt(t, s), s, Assault{Foes: []string{"Guard 2"}, Action: Taunt, On: "Bren"})
	f, _ = next(t, f, s, true) // nobody resisted
	equal(t, "a whole exchange to attack in", states(f, s, "Bren"), "enraged (Guard 2)")
	f, _ = next(t, f, s, true)
	equal(t, "over", states(f, s, "Bren"), "")

	f, _, err := stage(t, s, 2).Afflict(s, Condition{State: Enraged, Who: "Bren", With: "Guard 1"})
	must(t, err)
	f, _ = next(t, f, s, true)
	f, _ = next(t, f, s, true)
	equal(t, "the narrator's too", states(f, s, "Bren"), "")

	s = scene(newHero("Bren", skilled("Taunting", "Spirit"))) // and a foe's
	f = against(t, s, guard(armed(hero.Gear{})), 1, at(NearMissile))
	f, o := play(t, f, s, "Bren", Declaration{Action: Taunt, Allowed: true}, "9 Mind")
	equal(t, "it cannot reach", len(o.Drawn), 0)
	equal(t, "enraged", states(f, s, "Guard"), "enraged (Bren)")
	f, _ = next(t, f, s, true)
	f, _ = next(t, f, s, true)
	equal(t, "a foe is not enraged for ever", states(f, s, "Guard"), "")
}

// R8.5, R8.6: an enraged hero uses no skill: not a wrestler's easier grapple either.
func TestR85NoWrestling(t *testing.T) {
	s := scene(newHero("Bren", skilled("Wrestling", "Body")))
	p, err := enraged(t, s).Declare(s, "Bren", Declaration{Action: Grapple})
	must(t, err)
	equal(t, "challenging, without the skill", []any{p.Notation.Rating, len(p.Action.Modifiers)}, []any{12, 0})
}

// R7.6a: a distracted hero loses the next attack action, whenever it comes: the one of the exchange after where this
// exchange's is done, was not to be had, or is over when the distraction takes hold.
func TestR76aHeroLosesTheNextAttack(t *testing.T) {
	s := scene(newHero("Bren"))
	distracts := Assault{Foes: []string{"Guard"}, Action: Distract, On: "Bren"}
	lost := func(what string, f Fight) {
		t.Helper()
		equal(t, what+": distracted", states(f, s, "Bren"), "distracted (Guard)")
		_, err := f.Declare(s, "Bren", Declaration{Action: Strike})
		refused(t, err, "distracted")
		f, _ = next(t, f, s, true)
		equal(t, what+": once", states(f, s, "Bren"), "")
		_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
		must(t, err)
	}
	f, _ := foeDoes(t, stage(t, s, 1), s, distracts)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Body")
	lost("not acted yet", f)

	f, _ = foeDoes(t, stage(t, s, 1), s, distracts)
	f, _ = next(t, f, s, true)
	lost("nobody answered", f)

	f, _ = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Wait}, "")
	f, _ = foeDoes(t, f, s, distracts)
	f, _ = next(t, f, s, true)
	lost("acted before, nobody answered", f)

	f = stage(t, s, 1, func(o *Opening) { o.Surprise = Foes })
	f, _ = foeDoes(t, f, s, distracts)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Body")
	f, _ = next(t, f, s, true)
	lost("surprised", f)

	f, _, err := stage(t, s, 1).Afflict(s, Condition{State: Distracted, Who: "Bren", With: "Guard"})
	must(t, err)
	lost("by the narrator", f)
	f, _, err = f.Afflict(s, Condition{State: Helpless, Who: "Bren"})
	must(t, err)
	f, _ = next(t, f, s, true)
	f, _, err = f.Lift(s, "Bren", Helpless, "")
	must(t, err)
	lost("helpless meanwhile", f)
}
