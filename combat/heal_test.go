package combat

import (
	"testing"

	"skald/hero"
)

// aftermath is a fight that has ended, of heroes with these wounds.
func aftermath(t *testing.T, s Scene) Fight {
	t.Helper()
	f, _, err := stage(t, s, 1).End(s)
	must(t, err)
	return f
}

// R9.2, R9.2a: one Stunning slot after the fight, once; not for the dying before first aid.
func TestR92HeroicRecovery(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"), newHero("Cid"))
	s.Seats[0].Wounds = hero.Wounds{Stunning: 2, Killing: 1, Overflow: 3}
	s.Seats[1].Wounds = hero.Wounds{Killing: 2}
	s.Seats[2].Wounds = hero.Wounds{Stunning: 1, Killing: 2, Dying: true}
	_, _, err := stage(t, s, 1).Recover(s, "Ada")
	refused(t, err, "too_early")
	f := aftermath(t, s)
	equal(t, "who can", f.Aftermath(s).Recover, []string{"Ada"})
	f, h, err := f.Recover(s, "ada")
	must(t, err)
	equal(t, "one slot, and no overflow (R6.8a)", h.After, hero.Wounds{Stunning: 1, Killing: 1})
	equal(t, "it wakes", h.Status, "up")
	equal(t, "R9.7: one card is drawn", h.Cards, 1)
	_, _, err = f.Recover(s, "Ada")
	refused(t, err, "recovered")
	_, _, err = f.Recover(s, "Bea")
	refused(t, err, "nothing_to_recover")
	_, _, err = f.Recover(s, "Cid")
	refused(t, err, "dying")
}

// R9.3, R9.3a: average Dexterity, unopposed; one attempt a helper, one success a patient; Killing slots first;
// it saves the dying.
func TestR93FirstAid(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"), newHero("Cid"))
	s.Seats[0].Wounds = hero.Wounds{Stunning: 1, Killing: 2, Dying: true}
	f := aftermath(t, s)
	d := Declaration{Action: Aid, For: "ada"}
	equal(t, "notation", notation(t, f, s, "Bea", d), "average Dexterity")
	_, err := f.Declare(s, "Bea", Declaration{Action: Aid, For: "Bea"})
	refused(t, err, "not_wounded")
	s.Seats[1].Wounds = hero.Wounds{Killing: 1}
	_, err = f.Declare(s, "Bea", Declaration{Action: Aid, For: "Bea"})
	refused(t, err, "not_oneself")
	s.Seats[1].Wounds = hero.Wounds{}

	g, o := play(t, f, s, "Bea", d, "1 Mind") // 7 against 8
	equal(t, "failed", o.Healed, (*Healing)(nil))
	_, err = g.Declare(s, "Bea", d)
	refused(t, err, "has_helped")
	equal(t, "still to do", g.Aftermath(s).Helpers, []string{"Cid"})
	g, o = play(t, g, s, "Cid", d, "2 Mind")
	equal(t, "R9.3a: lives, Killing first", o.Healed.After, hero.Wounds{Stunning: 1, Killing: 1})
	equal(t, "stabilized", o.Healed.Stabilized, true)
	equal(t, "up with a card", o.Healed.Status, "up")
	s.Seats[0].Wounds = o.Healed.After
	equal(t, "nothing left to do", g.Aftermath(s).Aid, []string(nil))

	_, o = play(t, f, s, "Cid", Declaration{Action: Aid, For: "Ada", Harm: hero.Stunning}, "2 Mind")
	equal(t, "the player chooses the slot", o.Healed.After.Stunning, 0)

	h := aftermath(t, s)
	h, _ = play(t, h, s, "Bea", d, "9 Mind")
	_, err = h.Declare(s, "Cid", d)
	refused(t, err, "aided")
	s.Rules.FirstAid = "free"
	_, err = h.Declare(s, "Cid", d)
	must(t, err)
	_, err = h.Declare(s, "Bea", d)
	must(t, err)
}

// R9.3a: in a fight only the dying are helped, and it is the helper's action.
func TestR93aFirstAidInTheFight(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	s.Seats[0].Wounds = hero.Wounds{Killing: 2}
	f := stage(t, s, 1)
	d := Declaration{Action: Aid, For: "Ada"}
	_, err := f.Declare(s, "Bea", d)
	refused(t, err, "too_early")
	s.Seats[0].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f, o := play(t, f, s, "Bea", d, "2 Mind")
	equal(t, "lives", o.Healed.After, hero.Wounds{Killing: 2})
	_, err = f.Declare(s, "Bea", Declaration{Action: Strike})
	refused(t, err, "has_acted")
	_, err = Fight{}.Declare(s, "Bea", d) // after a trap, without any fight
	must(t, err)
}

// R9.4, R9.4a: a Stunning card an hour, a Killing card a week of rest; both clocks side by side.
func TestR94Rest(t *testing.T) {
	s := scene(newHero("Ada"))
	for _, c := range []struct {
		hours, weeks int
		want         hero.Wounds
		cards        int
	}{
		{1, 0, hero.Wounds{Stunning: 1, Killing: 3}, 1},
		{30, 0, hero.Wounds{Killing: 3}, 2},
		{0, 2, hero.Wounds{Killing: 1}, 4},
		{1, 9, hero.Wounds{}, 5},
	} {
		s.Seats[0].Wounds = hero.Wounds{Stunning: 2, Killing: 3, Overflow: 4}
		h, err := s.Rest("Ada", c.hours, c.weeks)
		must(t, err)
		equal(t, "after", h.After, c.want)
		equal(t, "cards", h.Cards, c.cards)
	}
	s.Seats[0].Wounds = hero.Wounds{Killing: 2, Overflow: 4}
	h, err := s.Rest("Ada", 5, 0)
	must(t, err)
	equal(t, "nothing to heal by the hour", h.After, s.Seats[0].Wounds)
	_, err = s.Rest("Ada", 0, 0)
	refused(t, err, "out_of_range")
	s.Seats[0].Wounds.Dying = true
	_, err = s.Rest("Ada", 1, 0)
	refused(t, err, "dying")
}

// R9.5: magic heals a card by a challenging action, one's own too and in a fight; or completely. R9.1.
func TestR95Magic(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	s.Seats[0].Wounds = hero.Wounds{Killing: 1}
	s.Seats[1].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f := stage(t, s, 1)
	d := Declaration{Action: Mend, For: "Ada"}
	equal(t, "by default", notation(t, f, s, "Ada", d), "challenging Willpower")
	d.Ability = "reason"
	equal(t, "or as the narrator says", notation(t, f, s, "Ada", d), "challenging Reason")
	_, o := play(t, f, s, "Ada", d, "7 Spirit")
	equal(t, "healed", o.Healed.After, hero.Wounds{})
	f = aftermath(t, s)
	f, o = play(t, f, s, "Ada", Declaration{Action: Mend, For: "Bea"}, "9 Mind")
	equal(t, "stabilized", o.Healed.After, hero.Wounds{Killing: 2})
	_, o = play(t, f, s, "Ada", Declaration{Action: Mend, For: "Bea"}, "9 Mind")
	equal(t, "as often as it comes off", o.Success, true)
	h, err := s.Full("bea")
	must(t, err)
	equal(t, "R9.1", h.After, hero.Wounds{})
	equal(t, "cards", h.Cards, 3)
	s.Seats[1].Wounds.Dead = true
	_, err = s.Full("Bea")
	refused(t, err, "dead")
	_, err = f.Declare(s, "Ada", Declaration{Action: Mend, For: "Bea"})
	refused(t, err, "dead")
}

// R9.6: weapon and armor of foes that are down, each once.
func TestR96Spoils(t *testing.T) {
	s := scene(newHero("Ada"))
	f := stage(t, s, 2)
	equal(t, "of those who stand", len(f.Spoils()), 0)
	_, _, err := f.Take("Guard 1", "sabre")
	refused(t, err, "no_spoils")
	f, _, err = f.WoundFoe(s, "Guard 1", 12, hero.Killing)
	must(t, err)
	equal(t, "spoils", len(f.Spoils()), 2)
	g, item, err := f.Take("guard 1", "Sabre")
	must(t, err)
	equal(t, "the weapon", item, hero.Gear{Name: "sabre", Use: hero.Weapon, Damage: 6, Harm: hero.Killing, Style: hero.Melee})
	g, item, err = g.Take("Guard 1", "armor")
	must(t, err)
	equal(t, "the armor", item.Defense, 2)
	equal(t, "the items are sound", item.Check(), error(nil))
	_, _, err = g.Take("Guard 1", "sabre")
	refused(t, err, "no_spoils")
	_, _, err = f.Take("Guard 1", "crown")
	refused(t, err, "no_spoils")
	equal(t, "receiver as it was", len(f.Spoils()), 2)
}

// What is left to do after a fight.
func TestAftermath(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"), newHero("Cid"))
	s.Seats[0].Wounds = hero.Wounds{Stunning: 1}
	s.Seats[1].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f := stage(t, s, 1)
	f, _ = play(t, f, s, "Cid", Declaration{Action: Strike}, "9 Mind")
	f, _, err := f.Wound(s, "Cid", 2, hero.Stunning, "a fall")
	must(t, err)
	f, _, err = f.WoundFoe(s, "Guard", 5, hero.Killing)
	must(t, err)
	f, _, err = f.End(s)
	must(t, err)
	a := f.Aftermath(s)
	equal(t, "unpaid", len(a.Unpaid), 1)
	equal(t, "dying", a.Dying, []string{"Bea"})
	equal(t, "recovery", a.Recover, []string{"Ada"})
	equal(t, "first aid", a.Aid, []string{"Ada", "Bea"})
	equal(t, "helpers", a.Helpers, []string{"Ada", "Cid"})
	equal(t, "spoils of the fallen", len(a.Spoils), 2)
	_, err = f.Declare(s, "Cid", Declaration{Action: Aid, For: "Bea"})
	refused(t, err, "must_pay")
}
