package combat

import (
	"testing"

	"skald/fate"
	"skald/hero"
)

// R6.4, R6.4b, R3.11: an attack that a hero could have answered, in an exchange that is ended by force, is met
// without a card: the difficulty less the score that would have answered it adds to the damage. It is never better
// than to defend.
func TestR64NoDefenseIsTheWorst(t *testing.T) {
	raw := func(f Fight, s Scene) []fate.Modifier {
		t.Helper()
		_, turn := next(t, f, s, true)
		return turn.Blows[len(turn.Blows)-1].Hit
	}
	s := scene(newHero("Bren"))
	attack := Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"}
	f, _ := foeDoes(t, stage(t, s, 1), s, attack)
	_, o := play(t, f, s, "Bren", Declaration{Action: Defend}, "1 Mind")
	equal(t, "the worst card", o.Blows[0].Hit, []fate.Modifier{{Name: "Strength", Value: 5}, {Name: "sabre", Value: 6}, {Name: "missed by", Value: 7}})
	equal(t, "none", raw(f, s), []fate.Modifier{{Name: "Strength", Value: 5}, {Name: "sabre", Value: 6}, {Name: "no defense", Value: 8}})

	shot := against(t, s, guard(armed(bow), func(sh *Sheet) { sh.Skills = []Skill{{Name: "Bows"}} }), 1, at(NearMissile))
	shot, _ = foeDoes(t, shot, s, attack)
	equal(t, "a missile: Dexterity 5 and its skill", part(raw(shot, s), "no defense"), 8+5+4-5)

	two, _ := foeDoes(t, stage(t, s, 2), s, attack)
	equal(t, "R7.14b: two set upon Bren", part(raw(two, s), "no defense"), 8+2)

	named := 4
	eased := attack
	eased.Rating = &named
	f, _ = foeDoes(t, stage(t, s, 1), s, eased)
	equal(t, "a difficulty that the narrator named", part(raw(f, s), "no defense"), 4)

	power := Assault{Foes: []string{"Guard"}, Action: Power, On: "Bren", Ability: "Reason", Mental: true}
	f, _ = foeDoes(t, stage(t, s, 1), s, power)
	equal(t, "a power: Reason 4 against Willpower 5", part(raw(f, s), "no defense"), 8+4-5)

	quick := scene(newHero("Bren", score("Quickness", 20)))
	f, _ = foeDoes(t, stage(t, quick, 1), quick, attack)
	equal(t, "at least 0: it hits all the same", raw(f, quick), []fate.Modifier{{Name: "Strength", Value: 5}, {Name: "sabre", Value: 6}})

	card := scene(newHero("Bren"))
	card.Card = fate.Card{Suit: "Spirit", Value: 3}
	f, _ = foeDoes(t, stage(t, card, 1), card, attack)
	equal(t, "R14.2: the narrator card", part(raw(f, card), "no defense"), 8+3)
}

// R6.4b, R7.1b, R7.11a, R8.1: margin 0 stays where no defense is allowed.
func TestR64bMarginWithoutADefense(t *testing.T) {
	hand := Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"}
	for what, prepare := range map[string]func(Scene) Fight{
		"aiming": func(s Scene) Fight {
			f, _ := play(t, against(t, s, guard(armed(bow)), 1, at(NearMissile)), s, "Bren", Declaration{Action: Aim}, "")
			return f
		},
		"helpless": func(s Scene) Fight {
			f, _, err := stage(t, s, 1).Afflict(s, Condition{State: Helpless, Who: "Bren"})
			must(t, err)
			return f
		},
		"covered": func(s Scene) Fight {
			f, _, err := against(t, s, guard(armed(bow)), 1, at(NearMissile)).Afflict(s, Condition{State: Covered, Who: "Bren", With: "Guard", Name: "bow"})
			must(t, err)
			return f
		},
		"a second punch": func(s Scene) Fight {
			f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Box}, "2 Mind")
			return f
		},
		"one defense, spent": func(s Scene) Fight {
			f, _, err := stage(t, s, 1).AddFoes(guard(func(sh *Sheet) { sh.Name = "Captain" }), 1, s.Deck.Abilities)
			must(t, err)
			f, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Captain"}, "9 Mind")
			return f
		},
	} {
		s := scene(newHero("Bren", skilled("Boxing", "Body")))
		s.Rules.Defenses = "one"
		f := prepare(s)
		if len(f.Incoming) == 0 || f.Incoming[len(f.Incoming)-1].Answer != "" {
			f, _ = foeDoes(t, f, s, hand)
		}
		_, turn := next(t, f, s, true)
		b := turn.Blows[len(turn.Blows)-1]
		equal(t, what, []any{b.By, b.Raw()}, []any{"Guard", 11})
	}
}

// R7.3a: a covered shot needs no cards, succeeds by itself and has margin 0, in its outcome as in its damage.
func TestR73aCoveredShotHasMargin0(t *testing.T) {
	for _, margin := range []string{"target", "rating"} {
		for _, d := range []Declaration{{Action: Shoot}, {Action: Fling}} {
			s := scene(newHero("Bren", score("Dexterity", 9)))
			s.Rules.Margin = margin
			f := stage(t, s, 1, at(NearMissile))
			f, _ = play(t, f, s, "Bren", Declaration{Action: Cover, Weapon: map[string]string{Shoot: "bow", Fling: "knife"}[d.Action]}, "9 Mind")
			f, _ = next(t, f, s, true)
			f, _ = f.Forgive("Bren")
			p, err := f.Declare(s, "Bren", d)
			must(t, err)
			equal(t, "nothing is against it", []any{p.Test, len(p.Action.Against)}, []any{false, 0})
			a := p.Action
			a.Cards = cards(t, "9 Reflex") // a card played all the same does nothing
			_, o := settle(t, f, s, "Bren", d, a)
			equal(t, d.Action+" by margin from "+margin, []any{o.Test, o.Success, o.Margin, len(o.Action.Cards)}, []any{false, true, 0, 0})
			equal(t, "its damage", []int{len(o.Blows), part(o.Blows[0].Hit, "margin")}, []int{1, 0})
		}
	}
}

// R6.3, R6.4: a plan settles as the fight it was made in would; twice the same; what is changed in the plan after it
// was declared does not count.
func TestR33PlanSettles(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f := stage(t, s, 2)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
	for _, c := range []struct {
		d      Declaration
		played string
	}{
		{Declaration{Action: Attack, Target: "guard 1"}, "9 Mind"},
		{Declaration{Action: Attack, Target: "Guard 2"}, "1 Mind"},
		{Declaration{Action: Grapple, Target: "Guard 2"}, "9 Body"},
		{Declaration{Action: Defend}, "3 Mind"},
		{Declaration{Action: Evade}, "9 Mind"},
		{Declaration{Action: Wait}, ""},
	} {
		p, err := f.Declare(s, "Bren", c.d)
		must(t, err)
		a := p.Action
		a.Cards = cards(t, c.played)
		want, wanted := settle(t, f, s, "Bren", p.Declaration, a)

		before := toJSON(t, f)
		for range 2 {
			g, o, err := p.Settle(a)
			must(t, err)
			roundTrip(t, g)
			equal(t, c.d.Action+": the fight", g, want)
			equal(t, c.d.Action+": the outcome", o, wanted)
		}
		p.Who, p.Test, p.Second, p.Warnings = "Mara", !p.Test, []fate.Modifier{{Name: "x", Value: 1}}, []string{"x"}
		p.Notation, p.Declaration = fate.Notation{Rating: 99}, Declaration{Action: Strike, Target: "Guard 1", Power: 9, Harm: hero.Stunning}
		p.Action = fate.Action{Score: 99}
		odd := a
		odd.Score, odd.Edge, odd.Ability = 99, 9, "Charisma"
		odd.Modifiers, odd.Against = []fate.Modifier{{Name: "x", Value: 50}}, nil
		g, o, err := p.Settle(odd)
		must(t, err)
		equal(t, c.d.Action+": a changed plan, the fight", g, want)
		equal(t, c.d.Action+": a changed plan, the outcome", o, wanted)
		equal(t, "the fight before is as it was", toJSON(t, f), before)
	}
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	must(t, err)
	a := p.Action
	a.Cards = cards(t, "9 Mind, 2 Mind")
	g, _, err := p.Settle(a)
	refused(t, err, "above_edge")
	equal(t, "and nothing is done", toJSON(t, g), toJSON(t, f))
}
