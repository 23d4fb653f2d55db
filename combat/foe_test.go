package combat

import (
	"encoding/json"
	"testing"

	"skald/fate"
	"skald/hero"
)

// R10.1: Extras of a group each have a name and wounds of their own, and share one sheet.
func TestR101ExtrasAreTracked(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 3)
	equal(t, "names", f.foeNames(), []string{"Guard 1", "Guard 2", "Guard 3"})
	equal(t, "one sheet", len(f.Sheets), 1)
	f, names, err := f.AddFoes(guard(), 2, s.Deck.Abilities)
	must(t, err)
	equal(t, "counting on", names, []string{"Guard 4", "Guard 5"})
	f, _, err = f.WoundFoe(s, "GUARD  2", 3, hero.Killing)
	must(t, err)
	equal(t, "one is hurt", []FoeStatus{statusOf(t, f, "Guard 1"), statusOf(t, f, "Guard 2")}, []FoeStatus{Up, Hurt})
	group, err := f.Group("guard")
	must(t, err)
	equal(t, "the group", len(group), 5)
	f, names, err = f.RemoveFoes("Guard 3")
	must(t, err)
	equal(t, "removed", names, []string{"Guard 3"})
	f, names, err = f.AddFoes(guard(), 1, s.Deck.Abilities)
	must(t, err)
	equal(t, "a free number", names, []string{"Guard 3"})
	f, names, err = f.RemoveFoes("Guard")
	must(t, err)
	equal(t, "all", []int{len(names), len(f.Foes), len(f.Sheets)}, []int{5, 0, 0})
	roundTrip(t, f)
}

// R10.2: a Trait's score stands for both its abilities; an ability's own score comes first.
func TestR102Traits(t *testing.T) {
	s := scene(newHero("Bren"))
	sh := Sheet{Name: "Ogre", Scores: map[string]int{"Body": 12, "Reflex": 3, "Mind": 2, "Spirit": 4, "Quickness": 6}, Health: 40} // R10.3
	for ability, want := range map[string]int{
		"Strength": 12, "Endurance": 12, "Quickness": 6, "Dexterity": 3, "Reason": 2, "Perception": 2, "Willpower": 4, "Charisma": 4,
	} {
		equal(t, ability, s.foeScore(&sh, ability), want)
	}
	f := against(t, s, sh, 1)
	parts, err := f.Opposition(s, "ogre", "Strength")
	must(t, err)
	equal(t, "for actions outside the table", parts, []fate.Modifier{{Name: "Strength", Value: 12}})
	_, o := play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Ogre"}, "2 Mind")
	equal(t, "without a weapon it stuns", o.Blows[0].Harm, hero.Stunning)
}

// R2.2a, R10.1, R10.3: what a sheet may hold.
func TestR101SheetChecks(t *testing.T) {
	abilities := fate.Standard()
	must(t, guard().Check(abilities))
	for code, change := range map[string]func(*Sheet){
		"bad_name":     func(sh *Sheet) { sh.Name = "@everyone" },
		"out_of_range": func(sh *Sheet) { sh.Health = 0 },
		"bad_foe":      func(sh *Sheet) { sh.Scores = map[string]int{"Mana": 3} },
		"bad_gear":     func(sh *Sheet) { sh.Weapon.Damage = 100 },
		"bad_skill":    func(sh *Sheet) { sh.Skills = []Skill{{Name: "Magic", Helps: []string{"Mana"}}} },
	} {
		refused(t, guard(change).Check(abilities), code)
	}
	for _, change := range []func(*Sheet){
		func(sh *Sheet) { sh.Scores["Body"] = 100 },
		func(sh *Sheet) { sh.Scores["Body"] = -1 },
		func(sh *Sheet) { sh.Health = 1000 },
		func(sh *Sheet) { sh.Edge = 10 },
		func(sh *Sheet) { sh.Armor = 100 },
	} {
		refused(t, guard(change).Check(abilities), "out_of_range")
	}
	refused(t, guard(func(sh *Sheet) { sh.Scores = nil }).Check(abilities), "bad_foe")
	refused(t, guard(func(sh *Sheet) { sh.Skills = make([]Skill, 13) }).Check(abilities), "bad_foe")
	equal(t, "R10.4: Health of a hero of Edge 1", SuggestHealth(1), 17)
}

// Fields of a sheet are set from what a user writes.
func TestSheetFields(t *testing.T) {
	abilities := fate.Standard()
	sh := Sheet{Name: "Yeti"}
	var err error
	for _, f := range [][2]string{
		{"body", "16"},
		{"Quickness", "4"},
		{"health", "22"},
		{"armor", "2"},
		{"edge", "1"},
		{"weapon", "claws"},
		{"damage", "6"},
		{"damage-type", "Stunning"},
		{"skills", "Hunting, Ice (Quickness)"},
		{"shown", "yes"},
	} {
		sh, err = sh.With(f[0], f[1], abilities)
		must(t, err)
	}
	must(t, sh.Check(abilities))
	equal(t, "the sheet", sh, Sheet{
		Name: "Yeti", Scores: map[string]int{"Body": 16, "Quickness": 4}, Health: 22, Armor: 2, Edge: 1, Shown: true,
		Weapon: hero.Gear{Name: "claws", Use: hero.Weapon, Damage: 6, Harm: hero.Stunning, Style: hero.Melee},
		Skills: []Skill{{Name: "Hunting"}, {Name: "Ice", Helps: []string{"Quickness"}}},
	})
	was := toJSON(t, sh)
	for field, value := range map[string]string{
		"body": "lots", "health": "0", "damage": "-1", "damage-type": "cold", "style": "juggling", "horns": "2", "skills": "Ice (Snow)",
	} {
		if _, err := sh.With(field, value, abilities); err == nil {
			t.Errorf("%s %s is not refused", field, value)
		}
	}
	_, err = sh.With("Body", "3", abilities)
	must(t, err)
	equal(t, "the receiver is as it was", toJSON(t, sh), was)
	for _, field := range Fields() {
		if _, err := sh.With(field, "?", abilities); field != "weapon" && field != "skills" && field != "shown" && err == nil {
			t.Errorf("%s takes anything", field)
		}
	}
	var back Sheet
	must(t, json.Unmarshal([]byte(was), &back))
	equal(t, "a bestiary entry survives JSON", back, sh)
}

// One of a group can get a sheet of its own, or all of them a new one.
func TestReshape(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 3)
	tough := guard(func(sh *Sheet) { sh.Health = 30 })
	g, err := f.Reshape("Guard 2", tough, s.Deck.Abilities)
	must(t, err)
	health := func(f Fight, name string) int { _, sh, _ := f.Foe(name); return sh.Health }
	equal(t, "one", []int{health(g, "Guard 1"), health(g, "Guard 2")}, []int{12, 30})
	g, err = f.Reshape("guard", tough, s.Deck.Abilities)
	must(t, err)
	equal(t, "all", []int{health(g, "Guard 1"), health(g, "Guard 2")}, []int{30, 30})
	equal(t, "receiver", health(f, "Guard 1"), 12)
	_, err = f.Reshape("Guard", Sheet{}, s.Deck.Abilities)
	refused(t, err, "bad_foe")
	_, _, err = f.AddFoes(tough, 1, s.Deck.Abilities)
	refused(t, err, "name_taken")
	_, _, err = f.AddFoes(guard(func(sh *Sheet) { sh.Name = "Bren" }), 1, s.Deck.Abilities)
	refused(t, err, "name_taken")
	_, _, err = f.AddFoes(guard(), 58, s.Deck.Abilities)
	refused(t, err, "too_many_foes")
	_, _, err = f.AddFoes(guard(), 0, s.Deck.Abilities)
	refused(t, err, "too_many_foes")
}

// The narrator heals foes and raises the dead; every automatic result can be overridden.
func TestNarratorMendsFoes(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	f, _, err := f.WoundFoe(s, "Guard", 12, hero.Killing)
	must(t, err)
	f, notes, err := f.WoundFoe(s, "Guard", 1, hero.Killing)
	must(t, err)
	equal(t, "said", notes[0].Code, "foe_dead")
	equal(t, "dead", statusOf(t, f, "Guard"), Dead)
	f, _, err = f.WoundFoe(s, "Guard", -13, hero.Killing)
	must(t, err)
	equal(t, "up", statusOf(t, f, "Guard"), Up)
	for _, n := range []int{0, 1000, -1000} {
		_, _, err = f.WoundFoe(s, "Guard", n, hero.Killing)
		refused(t, err, "out_of_range")
	}
}

// Names that mean nobody are refused with the nearest, or with those there are.
func TestFoeNames(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2)
	_, _, err := f.Foe("Gaurd 2")
	refused(t, err, "no_such_foe")
	equal(t, "sentence", err.Error(), `There is no foe "Gaurd 2" here: did you mean Guard 2?`)
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "no_such_foe")
	equal(t, "sentence", err.Error(), "Which foe? There are Guard 1, Guard 2")
	_, err = f.Group("Goblins")
	refused(t, err, "no_such_foe")
	_, _, err = Fight{}.Foe("Guard")
	refused(t, err, "no_such_foe")
}

// A hero or foe that leaves takes along what hangs on the name; one that is renamed keeps it.
func TestLeaveAndRename(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)), newHero("Mara"))
	f := stage(t, s, 2)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Grapple, Target: "Guard 1"}, "9 Mind")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 1", "Guard 2"}, Massed: true, Action: Attack, On: "Mara", Rating: nil})
	f, _, err := f.Wound(s, "Bren", 3, hero.Stunning, "Guard 2")
	must(t, err)

	g, err := f.Rename("guard 2", "Captain")
	must(t, err)
	roundTrip(t, g)
	g, err = g.Rename("Bren", "Brennan")
	must(t, err)
	s2 := s
	s2.Seats = []Seat{{Hero: newHero("Brennan", score("Strength", 9))}, s.Seats[1]}
	equal(t, "the hold", states(g, s2, "Guard 1"), "grappled (Brennan)")
	equal(t, "the wounds", g.Owes("Brennan", false)[0].From, "Captain")
	equal(t, "the range", g.Between("Brennan", "Guard 1"), Personal)
	equal(t, "the massed attack", g.Incoming[0].With, []string{"Captain"})
	equal(t, "the deed", g.Deeds[0].Who, "Brennan")
	_, err = f.Rename("Bren", "Guard 1")
	refused(t, err, "name_taken")
	equal(t, "receiver", f.Incoming[0].With, []string{"Guard 2"})

	trap, _, err := Fight{}.Wound(s, "Bren", 2, hero.Killing, "a trap")
	must(t, err)
	trap, err = trap.Rename("Bren", "Brennan") // without a fight
	must(t, err)
	equal(t, "a trap's wounds", trap.Owes("Brennan", false)[0].Amount, 2)

	g, _, err = f.RemoveFoes("Guard 1")
	must(t, err)
	roundTrip(t, g)
	equal(t, "the attack goes on without it", g.Incoming[0].Foe, "Guard 2")
	equal(t, "no hold", states(g, s, "Bren"), "")
	g, err = f.Leave("bren")
	must(t, err)
	equal(t, "wounds stay", dues(g, s), "Mara: answer Guard 1 (strike); Mara: act; Bren: pay 3 wounds")
	_, err = g.Leave("Bren")
	refused(t, err, "not_in_fight")
}

// Conditions that the narrator gives and lifts.
func TestAfflictAndLift(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	for _, state := range Given() {
		k := Condition{State: state, Who: "guard", With: "bren", Name: "sabre"}
		g, _, err := f.Afflict(s, k)
		must(t, err)
		roundTrip(t, g)
		if states(g, s, "Guard") == "" {
			t.Errorf("%s does not show", state)
		}
		for _, k := range g.Conditions(s) {
			if k.Ends() == "" {
				t.Errorf("%s has no end", k.State)
			}
		}
		g, _, err = g.Lift(s, "Guard", state, "")
		must(t, err)
		equal(t, "lifted", states(g, s, "Guard"), "")
		_, _, err = g.Lift(s, "Guard", state, "")
		refused(t, err, "no_such_condition")
	}
	for _, k := range []Condition{
		{State: Inspired, Who: "Bren"},
		{State: "sleepy", Who: "Bren"},
		{State: Grappled, Who: "Bren"},
		{State: Grappled, Who: "Bren", With: "Bren"},
		{State: Effect, Who: "Bren"},
	} {
		_, _, err := f.Afflict(s, k)
		refused(t, err, "no_such_condition")
	}
	s.Seats[0].Wounds = hero.Wounds{Killing: 3}
	equal(t, "fallen", states(f, s, "Bren"), "fallen")
}
