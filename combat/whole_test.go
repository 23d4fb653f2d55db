package combat

import (
	"testing"

	"skald/hero"
)

// R7.1, R8.2, R8.4: to aim, to lead and to analyze take a foe's whole exchange. What it had begun is withdrawn, and nothing
// else comes of it.
func TestR82AWholeExchangeOfAFoe(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	for _, does := range []Assault{
		{Foes: []string{"Guard 1"}, Action: Lead},
		{Foes: []string{"Guard 1"}, Action: Analyze},
		{Foes: []string{"Guard 1"}, Action: Aim, On: "Bren"},
	} {
		f := against(t, s, guard(armed(bow)), 2, at(NearMissile))
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1", "Guard 2"}, Massed: true, Action: Attack, On: "Ada"})
		f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
		f = afflicted(t, f, s, Condition{State: Covered, Who: "Bren", With: "Guard 1", Name: "bow"})
		f, r := foeDoes(t, f, s, does)
		equal(t, does.Action+": withdrawn", dues(f, s)[:len("Ada: answer Guard 2 (shoot)")], "Ada: answer Guard 2 (shoot)")
		last := r.Notes[len(r.Notes)-1]
		equal(t, does.Action+": said", last.Text, "It takes the place of what Guard 1 had begun against Ada, Bren.")
		equal(t, does.Action+": a cover ends", f.is(Covered, "Bren", ""), false)
		for _, more := range []string{Attack, Lead, Analyze, Aim, Talk, Maneuver} {
			_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard 1"}, Action: more, On: "Bren"})
			if err == nil {
				t.Errorf("%s and %s in one exchange", does.Action, more)
			}
		}
		_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard 1", "Guard 2"}, Massed: true, Action: Attack, On: "Bren"})
		if err == nil {
			t.Errorf("%s and a massed attack in one exchange", does.Action)
		}
		g, o := play(t, f, s, "Bren", Declaration{Action: Shoot, Target: "Guard 1"}, "2 Mind")
		equal(t, does.Action+": no counterattack", len(o.Drawn), 0)
		_, err = g.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard 1"})
		refused(t, err, "no_attack")
		f, _ = next(t, f, s, true)
		_, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
		equal(t, does.Action+": in the next", len(r.Incoming), 1)
	}
}

// It is refused where a hero has answered the foe in this exchange already, or lost it; against another hero it may act
// (R7.19).
func TestR82NoWholeExchangeIsLeft(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	f := against(t, s, guard(armed(bow)), 1, at(NearMissile))
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Ada"})
	f, _ = play(t, f, s, "Ada", Declaration{Action: Defend}, "2 Mind")
	for _, does := range []string{Lead, Analyze, Aim} {
		_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: does, On: "Bren"})
		refused(t, err, "has_acted")
	}
	_, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	equal(t, "against another", len(r.Incoming), 1)

	// What the narrator says of a foe costs it nothing, and a new fight begins afresh.
	f = afflicted(t, f, s, Condition{State: Leading, Who: "Guard"})
	_, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	equal(t, "said to lead", len(r.Incoming), 1)
	f, _ = next(t, f, s, true)
	f, _, err := f.End(s)
	must(t, err)
	f, err = f.Start(s, Opening{Heroes: []string{"Ada"}})
	must(t, err)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Lead})
	f, _, err = f.End(s)
	must(t, err)
	f, err = f.Start(s, Opening{Heroes: []string{"Ada"}})
	must(t, err)
	_, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Ada"})
	equal(t, "in a new fight", len(r.Incoming), 1)
}

// R8.5, R7.19: a foe taunts after an exchange of talk with that hero; talk is what it does against the hero then.
func TestR85AFoeTalksFirst(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	f := stage(t, s, 1)
	taunt := func(f Fight, on string) error {
		_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Taunt, On: on})
		return err
	}
	refused(t, taunt(f, "Bren"), "must_talk")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Talk, On: "Bren"})
	equal(t, "nothing to answer", len(r.Incoming), 0)
	equal(t, "in the place of the attack", r.Notes[len(r.Notes)-1].Code, "replaced")
	equal(t, "it shows", states(f, s, "Guard"), "talking (Bren)")
	refused(t, taunt(f, "Bren"), "must_talk")
	_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	refused(t, err, "has_attacked")
	g, o := play(t, f, s, "Bren", Declaration{Action: Strike}, "2 Mind")
	equal(t, "nor does it strike back", len(o.Drawn), 0)
	_, err = g.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard"})
	refused(t, err, "no_attack")
	_, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Ada"})
	equal(t, "another hero it attacks", len(r.Incoming), 1)

	f, turn := next(t, f, s, true)
	equal(t, "talk hurts nobody", len(turn.Blows), 0)
	refused(t, taunt(f, "Ada"), "must_talk")
	f, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Taunt, On: "Bren"})
	equal(t, "now", len(r.Incoming), 1)
	g, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Wait})
	equal(t, "withdrawn, it has not used up the talk", taunt(g, "Bren"), nil)
	for _, card := range []string{"1 Mind", "9 Mind"} {
		g, _ = play(t, f, s, "Bren", Declaration{Action: Defend}, card)
		equal(t, "answered, the talk is over", g.is(Talking, "Guard", ""), false)
	}
	f, _ = next(t, f, s, true)
	refused(t, taunt(f, "Bren"), "must_talk")
}

// R6.5b: a blow that was dealt before a foe fell, by the narrator's word, only knocks it out with the rest, amended or
// not. One that found it on the ground kills.
func TestR65bABlowBeforeTheFallDoesNotKill(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bren"))
	f, _ := play(t, stage(t, s, 1), s, "Ada", Declaration{Action: Strike}, "9 Mind")
	f, _, err := f.WoundFoe(s, "Guard", 100, hero.Killing)
	must(t, err)
	g, _ := next(t, f, s, true)
	equal(t, "down", statusOf(t, g, "Guard"), Down)

	last, _ := f.Last("Ada")
	last.Action.Extra = cards(t, "5 Body")
	amended, _, err := f.Amend(s, "Ada", last.Action)
	must(t, err)
	amended, _ = next(t, amended, s, true)
	equal(t, "amended since", statusOf(t, amended, "Guard"), Down)

	late, _ := play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard"}, "9 Mind")
	late, _ = next(t, late, s, true)
	equal(t, "struck on the ground", statusOf(t, late, "Guard"), Dead)

	g, _ = g.Forgive("Ada")
	g, _ = play(t, g, s, "Ada", Declaration{Action: Strike, Target: "Guard"}, "9 Mind")
	g, _ = next(t, g, s, true)
	equal(t, "in a later exchange", statusOf(t, g, "Guard"), Dead)

	up, _, err := f.WoundFoe(s, "Guard", -100, hero.Killing)
	must(t, err)
	up, _ = next(t, up, s, true)
	equal(t, "healed meanwhile", statusOf(t, up, "Guard"), Hurt)
}
