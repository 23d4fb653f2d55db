package combat

import (
	"fmt"
	"testing"

	"skald/fate"
	"skald/hero"
)

// Whatever a hero declares wrongly is refused in a sentence, by Declare and by Settle alike, and changes nothing.
func TestRefusalsOfDeclarations(t *testing.T) {
	rope := hero.Gear{Name: "rope", Use: hero.Sundry}
	s := scene(newHero("Bren", carrying(sword, rope)), newHero("Mara"), newHero("Late"))
	s.Seats[1].Wounds = hero.Wounds{Killing: 1}
	f := stage(t, s, 2, func(o *Opening) { o.Heroes = []string{"Bren", "Mara"} })
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Distract, On: "Bren"})
	before := toJSON(t, f)
	for _, c := range []struct {
		who  string
		d    Declaration
		code string
	}{
		{"Zoe", Declaration{Action: Strike}, "not_in_fight"},
		{"", Declaration{Action: Strike}, "no_such_hero"},
		{"Zoe", Declaration{Action: Aid, For: "Mara"}, "no_such_hero"},
		{"Late", Declaration{Action: Mend, For: "Mara"}, "not_in_fight"},
		{"Bren", Declaration{Action: "dance"}, "no_such_action"},
		{"Bren", Declaration{Action: Attack, Target: "Goblin"}, "no_such_foe"},
		{"Bren", Declaration{Action: Strike, Target: "Guard 1", Weapon: "rope"}, "no_weapon"},
		{"Bren", Declaration{Action: Strike, Target: "Guard 1", Skill: "Swords"}, "no_such_skill"},
		{"Bren", Declaration{Action: Strike, Target: "Guard 1", Ability: "Reason"}, "wrong_ability"},
		{"Bren", Declaration{Action: Defend, Target: "Goblin"}, "no_such_foe"},
		{"Bren", Declaration{Action: Intercept, For: "Zoe"}, "not_in_fight"},
		{"Bren", Declaration{Action: Intercept}, "which_attack"},
		{"Bren", Declaration{Action: Intercept, Target: "Guard 1", For: "Bren"}, "no_attack"},
		{"Bren", Declaration{Action: Parry}, "wrong_counter"},
		{"Bren", Declaration{Action: Block}, "wrong_counter"},
		{"Bren", Declaration{Action: Aid}, "no_such_hero"},
		{"Bren", Declaration{Action: Aid, For: "Zoe"}, "no_such_hero"},
		{"Bren", Declaration{Action: Hold, Target: "Guard 1"}, "not_held"},
		{"Bren", Declaration{Action: Escape, Target: "Guard 1"}, "not_held"},
		{"Bren", Declaration{Action: Maneuver, Target: "Guard 1", Range: CloseCombat}, "too_far"},
		{"Bren", Declaration{Action: Analyze}, "needs_skill"},
		{"Bren", Declaration{Action: Talk, Target: "Guard 1"}, "needs_skill"},
	} {
		_, err := f.Declare(s, c.who, c.d)
		if err == nil {
			t.Fatalf("%s: %+v is not refused", c.who, c.d)
		}
		refused(t, err, c.code)
		_, _, again := f.Settle(s, c.who, c.d, fate.Action{})
		equal(t, c.d.Action, fmt.Sprint(again), fmt.Sprint(err))
	}
	equal(t, "the fight is as it was", toJSON(t, f), before)
}

// The same for everything else that names heroes, foes or numbers.
func TestRefusalsOfEverythingElse(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"), newHero("Guard"))
	s.Seats[1].Wounds = hero.Wounds{Killing: 3, Dead: true}
	f := stage(t, s, 1, func(o *Opening) { o.Heroes = []string{"Bren", "Mara"} })
	over, _, err := f.End(s)
	must(t, err)
	done := over
	done.Stage = After
	for name, c := range map[string]struct {
		do   func() error
		code string
	}{
		"join twice":      {func() error { _, err := f.Join(s, "bren"); return err }, "in_fight"},
		"join as a foe":   {func() error { _, err := f.Join(s, "Guard"); return err }, "name_taken"},
		"join no fight":   {func() error { _, err := over.Join(s, "Bren"); return err }, "no_fight"},
		"leave":           {func() error { _, err := f.Leave("Zoe"); return err }, "not_in_fight"},
		"initiative":      {func() error { _, err := f.Initiative("Zoe", 1); return err }, "not_in_fight"},
		"range of nobody": {func() error { _, _, err := f.SetRange(s, "Zoe", "", CloseCombat); return err }, "not_in_fight"},
		"afflict":         {func() error { _, _, err := f.Afflict(s, Condition{State: Helpless, Who: "Zoe"}); return err }, "no_such_foe"},
		"afflict with": {func() error {
			_, _, err := f.Afflict(s, Condition{State: Aiming, Who: "Bren", With: "Zoe"})
			return err
		}, "no_such_foe"},
		"lift":           {func() error { _, _, err := f.Lift(s, "Zoe", Aiming, ""); return err }, "no_such_foe"},
		"decide":         {func() error { _, _, err := f.Decide("Zoe", true); return err }, "no_such_foe"},
		"reshape":        {func() error { _, err := f.Reshape("Zoe", guard(), s.Deck.Abilities); return err }, "no_such_foe"},
		"remove":         {func() error { _, _, err := f.RemoveFoes("Zoe"); return err }, "no_such_foe"},
		"wound foe":      {func() error { _, _, err := f.WoundFoe(s, "Zoe", 1, hero.Killing); return err }, "no_such_foe"},
		"opposition":     {func() error { _, err := f.Opposition(s, "Zoe", "Strength"); return err }, "no_such_foe"},
		"bad sheet":      {func() error { _, _, err := f.AddFoes(Sheet{}, 1, s.Deck.Abilities); return err }, "bad_name"},
		"take":           {func() error { _, _, err := f.Take("Zoe", "sabre"); return err }, "no_such_foe"},
		"wound nobody":   {func() error { _, _, err := f.Wound(s, "Zoe", 1, hero.Killing, ""); return err }, "no_such_hero"},
		"wound the dead": {func() error { _, _, err := f.Wound(s, "Mara", 1, hero.Killing, ""); return err }, "dead"},
		"attack the dead": {func() error {
			_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
			return err
		}, "dead"},
		"aim at nobody": {func() error { _, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Aim}); return err }, "no_such_hero"},
		"do nothing known": {func() error {
			_, _, err := f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: "dance", On: "Bren"})
			return err
		}, "no_such_action"},
		"recover nobody":   {func() error { _, _, err := over.Recover(s, "Zoe"); return err }, "no_such_hero"},
		"recover outsider": {func() error { _, _, err := over.Recover(s, "Guard"); return err }, "not_in_fight"},
		"recover the dead": {func() error { _, _, err := done.Recover(s, "Mara"); return err }, "dead"},
		"rest nobody":      {func() error { _, err := s.Rest("Zoe", 1, 0); return err }, "no_such_hero"},
		"rest the dead":    {func() error { _, err := s.Rest("Mara", 1, 0); return err }, "dead"},
		"heal nobody":      {func() error { _, err := s.Full("Zoe"); return err }, "no_such_hero"},
		"bury nobody":      {func() error { _, err := s.Die("Zoe"); return err }, "no_such_hero"},
		"split nothing": {func() error {
			g, _ := play(t, f, s, "Bren", Declaration{Action: Strike}, "2 Mind")
			_, _, err := g.Split(s, "Bren", 3)
			return err
		}, "nothing_to_split"},
	} {
		err := c.do()
		if err == nil {
			t.Fatalf("%s is not refused", name)
		}
		refused(t, err, c.code)
	}
	many := make([]hero.Hero, MaxHeroes+1)
	var names []string
	for i := range many {
		many[i] = newHero(fmt.Sprintf("Hero %d", i))
		names = append(names, many[i].Name)
	}
	_, err = Fight{}.Start(scene(many...), Opening{Heroes: names})
	refused(t, err, "too_many_heroes")
	_, err = Fight{}.Start(scene(many...), Opening{Heroes: names[:1], Tacticians: []string{"Zoe"}})
	refused(t, err, "not_in_fight")
}

// R7.13: a maneuver against all foes takes the quickest that is up as opposition, and leads away too.
func TestR713ManeuverAgainstAll(t *testing.T) {
	s := scene(newHero("Bren", score("Quickness", 9)))
	f := stage(t, s, 1)
	f, _, err := f.AddFoes(guard(func(sh *Sheet) { sh.Name, sh.Scores = "Cat", map[string]int{"Body": 2, "Reflex": 8} }), 2, s.Deck.Abilities)
	must(t, err)
	d := Declaration{Action: Maneuver, Range: FarMissile}
	equal(t, "the quickest", notation(t, f, s, "Bren", d), "easy Quickness (Quickness 8)")
	g, _ := play(t, f, s, "Bren", d, "9 Mind")
	equal(t, "one range away from each", []Range{g.Between("Bren", "Guard"), g.Between("Bren", "Cat 1")}, []Range{NearMissile, NearMissile})
	for _, cat := range []string{"Cat 1", "Cat 2"} {
		f, _, err = f.WoundFoe(s, cat, 99, hero.Killing)
		must(t, err)
	}
	equal(t, "of those that are up", notation(t, f, s, "Bren", d), "easy Quickness (Quickness 5)")
	f, _, err = f.WoundFoe(s, "Guard", 99, hero.Killing)
	must(t, err)
	_, err = f.Declare(s, "Bren", d)
	refused(t, err, "no_such_foe")
}

// R7.11b: a foe that is grappled loses the attack that its weapon cannot make at Personal range.
func TestR711bGrappleStopsTheSabre(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)), newHero("Mara"))
	f := stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
	f, _ = play(t, f, s, "Bren", Declaration{Action: Grapple}, "9 Mind")
	equal(t, "only Mara's is left", dues(f, s), "Mara: answer Guard (strike); Mara: act")
}

// R8.1, R14.2: the Narrator's card makes both punches harder; a total that only reaches the easier target hits
// that one.
func TestR81TheSecondTarget(t *testing.T) {
	s := scene(newHero("Bren", skilled("Boxing", "Body")))
	f := stage(t, s, 1)
	f, _, err := f.AddFoes(guard(func(sh *Sheet) { sh.Name, sh.Scores = "Slug", map[string]int{"Body": 2, "Reflex": 1} }), 1, s.Deck.Abilities)
	must(t, err)
	s.Card = cards(t, "2 Mind")[0]
	d := Declaration{Action: Box, Target: "Guard", Second: "Slug"}
	p, err := f.Declare(s, "Bren", d)
	must(t, err)
	equal(t, "both harder", []int{p.Action.Target(), fate.Sum(p.Second)}, []int{15, 11})
	_, o := play(t, f, s, "Bren", d, "2 Body") // 6 + 4 + 2, and 1: set upon
	equal(t, "the easier one", o.Blows[0].On, "Slug")
	equal(t, "with what is left", part(o.Blows[0].Hit, "margin"), 2)
}

// R8.5: a taunted foe that is to attack the taunter anyway attacks once.
func TestR85TauntedOnce(t *testing.T) {
	s := scene(newHero("Bren", skilled("Taunting", "Spirit")))
	f := stage(t, s, 1)
	f, _, err := f.Afflict(s, Condition{State: Talking, Who: "Bren", With: "Guard"})
	must(t, err)
	f, _ = next(t, f, s, true)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	f, o := play(t, f, s, "Bren", Declaration{Action: Taunt}, "9 Mind")
	equal(t, "no second attack", []int{len(o.Drawn), len(f.Incoming)}, []int{0, 1})
}
