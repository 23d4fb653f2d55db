package combat

import (
	"errors"
	"testing"

	"skald/fate"
	"skald/hero"
)

// R6.0: whatever else a hero does takes the attack action of the exchange, and is refused in the words in which an attack
// is.
func TestR60AnythingElseIsRefusedAsAnAttack(t *testing.T) {
	s := scene(newHero("Ada", score("Perception", 9)), newHero("Bren"))
	for name, c := range map[string]struct {
		change func(*Fight, *Scene)
		code   string
	}{
		"acted": {func(f *Fight, s *Scene) { *f, _ = play(t, *f, *s, "Bren", Declaration{Action: Wait}, "") }, "has_acted"},
		"aiming now": {func(f *Fight, s *Scene) {
			*f, _ = play(t, *f, *s, "Bren", Declaration{Action: Aim, Target: "Guard"}, "")
		}, "has_acted"},
		"distracted": {func(f *Fight, s *Scene) { *f = afflicted(t, *f, *s, Condition{State: Distracted, Who: "Bren"}) }, "distracted"},
		"helpless":   {func(f *Fight, s *Scene) { *f = afflicted(t, *f, *s, Condition{State: Helpless, Who: "Bren"}) }, "helpless"},
		"enraged": {func(f *Fight, s *Scene) {
			*f = afflicted(t, *f, *s, Condition{State: Enraged, Who: "Bren", With: "Guard"})
		}, "enraged"},
		"held": {func(f *Fight, s *Scene) {
			*f = afflicted(t, *f, *s, Condition{State: Grappled, Who: "Bren", With: "Guard"})
		}, "held"},
		"surprised": {func(f *Fight, _ *Scene) { f.Surprise = Foes }, "surprised"},
		"must pay": {func(f *Fight, s *Scene) {
			var err error
			*f, _, err = f.Wound(*s, "Bren", 3, hero.Stunning, "")
			must(t, err)
		}, "must_pay"},
		"not yet":       {func(_ *Fight, s *Scene) { s.Rules.Turns = "order" }, "not_your_turn"},
		"down":          {func(_ *Fight, s *Scene) { s.Seats[1].Wounds = hero.Wounds{Killing: 3} }, "not_up"},
		"not in it":     {func(f *Fight, _ *Scene) { *f, _ = f.Leave("Bren") }, "not_in_fight"},
		"without fight": {func(f *Fight, s *Scene) { *f, _, _ = f.End(*s) }, "no_fight"},
	} {
		f, s := stage(t, s, 1, at(NearMissile)), s
		s.Seats = append([]Seat{}, s.Seats...)
		c.change(&f, &s)
		g, _, err := f.Other(s, "Bren")
		refused(t, err, c.code)
		equal(t, name+": nothing is spent", toJSON(t, g), toJSON(t, f))
		_, attack := f.Declare(s, "Bren", Declaration{Action: Shoot, Target: "Guard", Allowed: true})
		if name != "enraged" && name != "held" && attack == nil || attack != nil && attack.Error() != err.Error() {
			t.Errorf("%s: an attack is refused with %v, anything else with %v", name, attack, err)
		}
	}
}

func afflicted(t *testing.T, f Fight, s Scene, k Condition) Fight {
	t.Helper()
	f, _, err := f.Afflict(s, k)
	must(t, err)
	return f
}

// R6.0, R7.1, R7.3, R7.16a: it is one an exchange, and ends what lasts only while its hero does nothing else.
func TestR60AnythingElseIsOneAnExchange(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f := stage(t, s, 3, at(NearMissile))
	f = afflicted(t, f, s, Condition{State: Aiming, Who: "Bren", With: "Guard 1"})
	f = afflicted(t, f, s, Condition{State: Covered, Who: "Guard 2", With: "Bren", Name: "bow"})
	f = afflicted(t, f, s, Condition{State: Strangled, Who: "Guard 3", With: "Bren"})
	before := toJSON(t, f)
	g, parts, err := f.Other(s, "Bren")
	must(t, err)
	roundTrip(t, g)
	equal(t, "the fight before", toJSON(t, f), before)
	equal(t, "aim, cover, hold", len(g.Lasting), 0)
	equal(t, "awaited", dues(g, s), "Ada: act")
	equal(t, "nothing counts", len(parts), 0)
	_, _, err = g.Other(s, "Bren")
	refused(t, err, "has_acted")
	_, err = g.Declare(s, "Bren", Declaration{Action: Shoot, Target: "Guard 1"})
	refused(t, err, "has_acted")
	g, _ = next(t, g, s, true)
	if _, _, err = g.Other(s, "Bren"); err != nil {
		t.Errorf("in the next exchange: %v", err)
	}
}

// R8.2, R8.4, R8.5: what counts for all actions counts for anything else, and for what the narrator calls for in whatever
// state the hero is; the enraged have no skills.
func TestR82EverywhereCountsForAnythingElse(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Ada"))
	f := stage(t, s, 1)
	f = afflicted(t, f, s, Condition{State: Leading, Who: "Ada"})
	f = afflicted(t, f, s, Condition{State: Analyzed, Who: "Ada"})
	f, _ = next(t, f, s, true)
	want := []fate.Modifier{{Name: "inspired", Value: 1}, {Name: "tactics", Value: 4}}
	_, parts, err := f.Other(s, "Bren")
	must(t, err)
	equal(t, "of the own accord", parts, want)
	parts, skilled := f.Everywhere(s, "Bren")
	equal(t, "called for", parts, want)
	equal(t, "with skills", skilled, true)

	rage := afflicted(t, f, s, Condition{State: Enraged, Who: "Bren", With: "Guard"})
	parts, skilled = rage.Everywhere(s, "Bren")
	equal(t, "enraged", parts, want)
	equal(t, "without skills", skilled, false)
	_, parts, err = rage.Other(s, "Bren")
	var r *fate.Refusal
	if !errors.As(err, &r) {
		t.Fatal("an enraged hero does something else")
	}
	equal(t, "for the odds", parts, want)

	s.Seats[1].Wounds = hero.Wounds{Killing: 3}
	parts, _ = f.Everywhere(s, "Bren")
	equal(t, "leaderless", part(parts, "leaderless"), -1)
	over, _, err := f.End(s)
	must(t, err)
	parts, skilled = over.Everywhere(s, "Bren")
	equal(t, "after the fight", len(parts), 0)
	equal(t, "with skills", skilled, true)
}
