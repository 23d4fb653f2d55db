package combat

import (
	"fmt"
	"strings"
	"testing"

	"skald/fate"
	"skald/hero"
)

// The table of combat actions, as the rules write it: R6.3, R6.4, R7.1 to R7.18, R8.1 to R8.5, R9.3, R9.5.
// Counteractions are marked; Pile-On (R7.14) is a modifier and has no row.
func TestR7TableOfActions(t *testing.T) {
	want := []string{
		"R7.17 strike: average Strength (Quickness)",
		"R7.15 shoot: average Dexterity (Quickness)",
		"R7.9 fling: average Dexterity (Quickness)",
		"R8.1 box: average Strength (Quickness)",
		"R7.18 power: average as the narrator says",
		"R7.1 aim: no test",
		"R7.3 cover: average Dexterity (Quickness)", // the normal attack test of a missile weapon
		"R7.5 disarm: challenging Dexterity (Strength)",
		"R7.10 grab: challenging Dexterity (Strength)",
		"R7.6 distract: average Quickness (Reason)",
		"R7.11 grapple: challenging Strength (Strength)",
		"R7.11 hold: average Strength (Strength)",
		"R7.16 stranglehold: challenging Strength (Endurance)",
		"R7.7 escape: average Strength or Quickness (Strength)",
		"R7.13 maneuver: easy Quickness (Quickness)",
		"R8.2 lead: average Willpower",
		"R8.4 analyze: no test",
		"R8.5 talk: no test",
		"R8.5 taunt: average Willpower (Willpower)",
		"R9.3 aid: average Dexterity",
		"R9.5 mend: challenging Willpower, or as the narrator says",
		"R6.3 wait: no test",
		"R6.4 parry: average Quickness (Strength), counter",
		"R6.4 dodge: average Quickness (Dexterity), counter",
		"R7.4 block: challenging Quickness (attacking ability), counter",
		"R7.2 catch: daunting Dexterity (attacking ability), counter",
		"R7.8 evade: challenging Quickness (attacking ability), counter",
		"R7.12 intercept: average Quickness (attacking ability), counter",
		"R7.19 resist: as the narrator says, counter",
	}
	var got []string
	for _, a := range Actions() {
		text := "no test"
		switch {
		case a.Name == Resist:
			text = "as the narrator says"
		case a.Named && a.Ability == "":
			text = "average as the narrator says"
		case a.Tested():
			text = a.Notation().String()
			if a.Or != "" {
				text = strings.Replace(text, a.Ability, a.Ability+" or "+a.Or, 1)
			}
		}
		if a.Named && a.Ability != "" {
			text += ", or as the narrator says"
		}
		if a.Counter {
			text += ", counter"
		}
		got = append(got, fmt.Sprintf("%s %s: %s", a.Rule, a.Name, text))
		if a.Effect == "" {
			t.Errorf("%s has no effect", a.Name)
		}
	}
	equal(t, "the table", got, want)
}

// R6.0, R6.3, R6.4: what may be done instead of the attack, and what instead of the defense.
func TestR60CountersAreAnswersToAttacks(t *testing.T) {
	for _, a := range Actions() {
		if a.Counter != (a.At == AtAttack) {
			t.Errorf("%s: counter %v, aimed at %q", a.Name, a.Counter, a.At)
		}
	}
}

func TestFindActionNamesTheNearest(t *testing.T) {
	a, err := FindAction(" Disarm ")
	must(t, err)
	equal(t, "action", a.Name, Disarm)
	_, err = FindAction("disram")
	refused(t, err, "no_such_action")
	if !strings.Contains(err.Error(), "disarm?") {
		t.Errorf("%q does not name disarm", err)
	}
}

// notation is what an action takes as the rules write it, with the score that resists.
func notation(t *testing.T, f Fight, s Scene, who string, d Declaration) string {
	t.Helper()
	p, err := f.Declare(s, who, d)
	must(t, err)
	return p.Notation.String()
}

func TestR63AttackByStyle(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	equal(t, "melee", notation(t, f, s, "Bren", Declaration{Action: Attack, Style: hero.Melee}), "average Strength (Quickness 5)")
	equal(t, "missile", notation(t, f, s, "Bren", Declaration{Action: Attack, Style: hero.Missile}), "average Dexterity (Quickness 5)")
	equal(t, "thrown", notation(t, f, s, "Bren", Declaration{Action: Attack, Weapon: "Knife"}), "average Dexterity (Quickness 5)")
	p, err := f.Declare(s, "bren", Declaration{Action: "Attack"}) // the first weapon that reaches: the sword
	must(t, err)
	equal(t, "the action of a sword", p.Declaration.Action, Strike)
	equal(t, "its target", p.Declaration.Target, "Guard")
	equal(t, "its trumps", p.Action.Trumps, []fate.Suit{"Body"})
	equal(t, "its score", p.Action.Score, 6)
	equal(t, "its Edge", p.Action.Edge, 1)
	equal(t, "the target number", p.Action.Target(), 13)
	equal(t, "and nothing else", p.Action.Against, []fate.Modifier{{Name: "average", Value: 8}, {Name: "Quickness", Value: 5}})

	_, err = f.Declare(s, "Bren", Declaration{Action: Shoot, Weapon: "sword"})
	refused(t, err, "wrong_weapon")
	_, err = f.Declare(s, "Bren", Declaration{Action: Attack, Weapon: "axe"})
	refused(t, err, "no_weapon")
	bare := scene(newHero("Bren", carrying()))
	_, err = f.Declare(bare, "Bren", Declaration{Action: Shoot})
	refused(t, err, "no_weapon")
}

// R5.1, R5.1a: a weapon above the code is a warning; by the settings one level harder, or not allowed; the
// narrator may always allow it.
func TestR51aWeaponAboveTheCode(t *testing.T) {
	maul := hero.Gear{Name: "maul", Use: hero.Weapon, Class: "VH", Damage: 10, Harm: hero.Killing, Style: hero.Melee, Worn: true}
	s := scene(newHero("Bren", carrying(maul))) // Body code C: VL, L, M
	f := stage(t, s, 1)
	d := Declaration{Action: Strike}

	p, err := f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "warnings", p.Warnings, []string{"maul is of class VH, more than Bren's Body code C allows (R5.1)."})
	equal(t, "target by default", p.Action.Target(), 13)

	s.Rules.OverCode = "harder"
	p, err = f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "one level", part(p.Action.Against, "above the code"), 4)
	equal(t, "target one level harder", p.Action.Target(), 17)

	s.Rules.OverCode = "refuse"
	_, err = f.Declare(s, "Bren", d)
	refused(t, err, "over_code")

	d.Allowed = true
	p, err = f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "allowed once", p.Action.Target(), 13)
	maul.Allowed = true
	s.Seats[0].Hero = newHero("Bren", carrying(maul))
	p, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	must(t, err)
	equal(t, "allowed for good", len(p.Warnings), 0)
}

// R3.8, R3.8a: one fitting skill adds 4. R14.4: a trade widens the trump instead.
func TestR38Skills(t *testing.T) {
	smith := hero.Skill{Name: "Smith", Trait: "Body", Degree: hero.Trade}
	s := scene(newHero("Bren", skilled("Swords", "Body"), func(h *hero.Hero) { h.Skills = append(h.Skills, smith) }))
	f := stage(t, s, 1)
	p, err := f.Declare(s, "Bren", Declaration{Action: Strike, Skill: "swords"})
	must(t, err)
	equal(t, "modifiers", p.Action.Modifiers, []fate.Modifier{{Name: "Swords", Value: 4}})
	equal(t, "no wider trump", len(p.Action.Wide), 0)
	p, err = f.Declare(s, "Bren", Declaration{Action: Strike, Skill: "Smith"})
	must(t, err)
	equal(t, "no bonus of a trade", len(p.Action.Modifiers), 0)
	equal(t, "wider trump of a trade", len(p.Action.Wide), 4)
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike, Skill: "Sword"})
	refused(t, err, "no_such_skill")
}

// R3.10a: a hero is no target in a fight, and nothing breaks when one is named.
func TestR310aHeroAgainstHero(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f := stage(t, s, 1)
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike, Target: "mara"})
	refused(t, err, "hero_against_hero")
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Bren"})
	refused(t, err, "hero_against_hero")
}

// The narrator names difficulties, and adds what the rules of combat do not know of.
func TestNarratorSetsRatingAndParts(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	sixteen := 16
	p, err := f.Declare(s, "Bren", Declaration{
		Action: Strike, Rating: &sixteen,
		Modifiers: []fate.Modifier{{Name: "high ground", Value: 2}}, Against: []fate.Modifier{{Name: "banked Karma", Value: 5}},
	})
	must(t, err)
	equal(t, "notation", p.Notation.String(), "daunting Strength (Quickness 5)")
	equal(t, "target", p.Action.Target(), 26)
	equal(t, "total before cards", p.Action.Total(), 8)
	silly := -1
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike, Rating: &silly})
	refused(t, err, "bad_action")
}

// Golden test 14, R14.2: the Narrator's card Five of Reflex leaves a dodge (Quickness) alone and makes a Strike
// (Strength) 5 harder; a 5 of Karma does both. Widened trumps do not count.
func TestGolden14NarratorCard(t *testing.T) {
	expert := hero.Skill{Name: "Swords", Trait: "Body", Degree: hero.WorldClass}
	s := scene(newHero("Bren", func(h *hero.Hero) { h.Skills = append(h.Skills, expert) }))
	f := against(t, s, guard(armed(bow)), 1)
	for _, c := range []struct {
		card          string
		strike, dodge int
	}{
		{"5 Reflex", 5, 0},
		{"5 Karma", 5, 5},
		{"7 Body", 0, 7},
	} {
		s.Card = cards(t, c.card)[0]
		name := "narrator card"
		p, err := f.Declare(s, "Bren", Declaration{Action: Strike, Skill: "Swords"})
		must(t, err)
		equal(t, c.card+" on a strike", part(p.Action.Against, name), c.strike)
		equal(t, c.card+", target of a strike", p.Action.Target(), 13+c.strike)
		p, err = f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard"})
		must(t, err)
		equal(t, c.card+" on a dodge", part(p.Action.Against, name), c.dodge)
		equal(t, c.card+", action of the defense", p.Declaration.Action, Dodge)
	}
}

// R2.2a and the other Saga families: abilities that a game has not are stood for by those that it has.
func TestAbilitiesOfOtherFamilies(t *testing.T) {
	deck := &fate.DeckList{
		Name: "four", Abilities: []fate.Ability{
			{Name: "Strength", Trait: "Strength"},
			{Name: "Agility", Trait: "Agility"},
			{Name: "Intellect", Trait: "Intellect", Mental: true},
			{Name: "Willpower", Trait: "Willpower", Mental: true},
		},
		Suits: []fate.SuitDef{{Name: "Green", Trumps: []string{"Strength"}}, {Name: "Red", Trumps: []string{"Agility"}}},
	}
	h := hero.New("Bren", deck.Abilities)
	h.Scores["Agility"] = 8
	s := Scene{Rules: Defaults(), Deck: deck, Seats: []Seat{{Hero: h}}}
	sh := Sheet{Name: "Thug", Scores: map[string]int{"Strength": 7, "Agility": 3}, Health: 9}
	f := against(t, s, sh, 1)
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Thug"})
	must(t, err)
	equal(t, "parry", p.Notation.String(), "average Agility (Strength 7)")
	equal(t, "its score", p.Action.Score, 8)
	equal(t, "its trumps", p.Action.Trumps, []fate.Suit{"Red"})
	p, err = f.Declare(s, "Bren", Declaration{Action: Escape, Target: "Thug"})
	refused(t, err, "not_held")
	held, _ := foeDoes(t, f, s, Assault{Foes: []string{"Thug"}, Action: Grapple, On: "Bren"})
	held, _ = next(t, held, s, true)
	held, _ = held.Forgive("Bren")
	equal(t, "an ability by its own name", notation(t, held, s, "Bren", Declaration{Action: Escape, Ability: "agility"}), "average Agility (Strength 7)")
	p, err = f.Declare(s, "Bren", Declaration{Action: Distract, Target: "Thug"})
	must(t, err)
	equal(t, "a score that the foe has not", p.Notation.String(), "average Agility (Intellect 0)")
}
