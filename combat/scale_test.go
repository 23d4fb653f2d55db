package combat

import (
	"slices"
	"testing"

	"skald/hero"
)

// 12 heroes and 60 Extras: everybody is listed, awaited and answered, and the exchange ends.
func TestCrowd(t *testing.T) {
	s, f := crowd(t)
	roundTrip(t, f)
	due := f.Due(s)
	equal(t, "60 defenses and 12 attacks", len(due), 72)
	equal(t, "spread evenly", len(f.Incoming), 60)
	for _, d := range due {
		decl := Declaration{Action: Wait}
		if d.Need == ToDefend {
			decl = Declaration{Action: Defend, Target: d.Foe}
		}
		p, err := f.Declare(s, d.Who, decl)
		must(t, err)
		f, _, err = f.Settle(s, d.Who, p.Declaration, p.Action)
		must(t, err)
	}
	equal(t, "nobody is awaited", dues(f, s), "")
	f, turn := next(t, f, s, false)
	equal(t, "60 blows", len(turn.Blows), 60)
	equal(t, "60 hits to pay, and 12 attacks", len(f.Due(s)), 72)
	if n := len(toJSON(t, f)); n > 32<<10 {
		t.Errorf("such a fight takes %d bytes in the log", n)
	}
}

// What suggestions offer is what can be done, and on whom.
func TestChoices(t *testing.T) {
	s := scene(newHero("Bren", skilled("Boxing", "Body")), newHero("Mara"))
	s.Seats[1].Wounds = hero.Wounds{Killing: 3, Dying: true}
	f := stage(t, s, 2)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Bren"})
	f, _, err := f.SetRange(s, "", "Guard 1", FarMissile)
	must(t, err)
	got := map[string][]string{}
	for _, c := range f.Choices(s, "bren") {
		got[c.Action] = c.At
	}
	two := []string{"Guard 2"}
	equal(t, "choices", got, map[string][]string{
		Strike: two, Shoot: two, Fling: two, Box: two, Power: two, Cover: two, Disarm: two, Grab: two,
		Aim: {"Guard 1"}, Distract: {"Guard 1", "Guard 2"}, Grapple: two, Stranglehold: two, Maneuver: {"Guard 1", "Guard 2"},
		Aid: {"Mara"}, Mend: {"Mara"}, Wait: nil, Parry: two, Block: two, Evade: two,
	})
	for _, c := range f.Choices(s, "Bren") {
		row, err := FindAction(c.Action)
		must(t, err)
		for _, at := range c.At {
			d := Declaration{Action: c.Action, Target: at}
			if row.At == AtHero {
				d = Declaration{Action: c.Action, For: at}
			}
			_, err := f.Declare(s, "Bren", d)
			must(t, err)
		}
	}
	equal(t, "of the unconscious", len(f.Choices(s, "Mara")), 0)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Mara"})
	equal(t, "an attack on another can be intercepted", slices.ContainsFunc(f.Choices(s, "Bren"), func(c Choice) bool { return c.Action == Intercept }), true)
}

// R7.18, R7.19a: a foe's power is resisted with what the narrator names; a mental one is not blocked.
func TestR718FoePower(t *testing.T) {
	s := scene(newHero("Bren", score("Willpower", 7)))
	f := stage(t, s, 1)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Power, On: "Bren", Ability: "reason", Power: 6, Mental: true, Harm: hero.Stunning})
	equal(t, "answers", r.Answers[0], []string{Resist, Evade})
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Defend}), "average Willpower (Reason 4)")
	_, err := f.Declare(s, "Bren", Declaration{Action: Block})
	refused(t, err, "wrong_counter")
	_, o := play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind") // 9 against 12
	b := o.Blows[0]
	equal(t, "sum", []int{b.Raw(), b.Defense(), b.Wounds()}, []int{4 + 6 + 3, 7, 6})
	equal(t, "harm", b.Harm, hero.Stunning)
	_, _, err = f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Power, On: "Bren", Ability: "Mana"})
	refused(t, err, "no_such_ability")
}

// R7.7: a foe escapes by the better of its two abilities.
func TestR77FoeEscapesByQuickness(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)))
	f := against(t, s, guard(func(sh *Sheet) { sh.Scores["Reflex"] = 8 }), 1)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Maneuver, On: "Bren"})
	refused(t, err, "held")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Escape, On: "Bren"})
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Defend}), "average Strength (Quickness 8)")
}

// R7.13: a foe moves one range at a time.
func TestR713FoeManeuvers(t *testing.T) {
	s := scene(newHero("Bren", carrying()))
	f := stage(t, s, 1, at(NearMissile))
	move := func(to Range) (Fight, error) {
		g, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Maneuver, On: "Bren", Range: to})
		return g, err
	}
	_, err := move(Visual)
	refused(t, err, "too_far")
	g, err := move(FarMissile)
	must(t, err)
	g, _ = next(t, g, s, true)
	equal(t, "away", g.Between("Bren", "Guard"), FarMissile)
	_, _, err = f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Disarm, On: "Bren"})
	refused(t, err, "no_weapon")
	f, _, err = f.SetRange(s, "", "", BeyondVisual)
	must(t, err)
	_, err = f.Declare(s, "Bren", Declaration{Action: Maneuver, Target: "Guard", Range: Artillery})
	refused(t, err, "too_far")
	equal(t, "sentence", err.Error(), "A maneuver leads one range on: from Beyond-Visual there is only Visual (R7.13)")
}

// R6.4a, R6.2b: a massed attack goes on without those that fall.
func TestR64aMassedAttackLosesOne(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara", score("Strength", 10)))
	s.Rules.ImmediateWounds = true
	f := stage(t, s, 3)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Massed: true, Action: Attack, On: "Bren"})
	first := r.Incoming[0].Foe
	f, _, err := f.WoundFoe(s, first, 12, hero.Killing)
	must(t, err)
	equal(t, "the others go on", []int{len(f.Incoming), len(f.Incoming[0].With)}, []int{1, 1})
	if f.Incoming[0].Foe == first {
		t.Error("the fallen one still leads")
	}
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	must(t, err)
	equal(t, "Pile-On of two", part(p.Action.Against, "Pile-On"), 2)
	// One of them then does something else.
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{f.Incoming[0].Foe}, Action: Distract, On: "Bren"})
	equal(t, "two attacks by one foe each", []int{len(f.Incoming), len(f.Incoming[0].With)}, []int{2, 0})
}

// R3.11, R1.4c: an empty hand because the deck is empty still acts, with no cards.
func TestR311NoCards(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	p, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	must(t, err)
	_, o, err := f.Settle(s, "Bren", p.Declaration, p.Action)
	must(t, err)
	equal(t, "score alone", o.Action.Total(), 6)
	p.Action.Cards = cards(t, "9 Mind, 9 Body")
	_, _, err = f.Settle(s, "Bren", p.Declaration, p.Action)
	refused(t, err, "above_edge")
}

// R4.3: flips count, and Settle takes nothing else from the action it is given.
func TestSettleTakesCardsOnly(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	p, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	must(t, err)
	a := p.Action
	a.Score, a.Edge, a.Against = 99, 9, nil
	a.Cards, a.Flips, a.Extra = cards(t, "2 Body"), cards(t, "4 Mind"), cards(t, "1 Mind")
	_, o := settle(t, f, s, "Bren", p.Declaration, a)
	equal(t, "total", []int{o.Action.Total(), o.Action.Target()}, []int{6 + 2 + 4 + 1, 13})
	equal(t, "margin", o.Margin, 0)
}
