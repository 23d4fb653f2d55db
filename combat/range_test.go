package combat

import (
	"testing"

	"skald/hero"
)

var (
	catapult = hero.Gear{Name: "catapult", Use: hero.Weapon, Class: "L", Damage: 9, Harm: hero.Killing, Style: hero.Missile, Artillery: true, Worn: true}
	seeker   = hero.Gear{Name: "seeker", Use: hero.Weapon, Class: "L", Damage: 9, Harm: hero.Killing, Style: hero.Missile, Guided: true, Range: "visual", Worn: true}
	dirk     = hero.Gear{Name: "dirk", Use: hero.Weapon, Class: "VL", Damage: 2, Harm: hero.Killing, Style: hero.Melee, Personal: true, Worn: true}
)

// R5.3: what can be used at which range: y yes, a only aimed, - not at all. R5.3a: shots at Close-Combat are
// allowed. R5.3d: at Personal only what is made for it.
func TestR53WeaponsByRange(t *testing.T) {
	for _, c := range []struct {
		weapon hero.Gear
		want   string // from Beyond-Visual to Personal
	}{
		{sword, "-----y-"},
		{dirk, "-----yy"},
		{hero.Gear{Name: "unarmed"}, "-----y-"},
		{knife, "----yy-"},
		{bow, "---ayy-"},
		{catapult, "--aayy-"},
		{seeker, "-aaayy-"},
	} {
		s := scene(newHero("Bren", carrying(c.weapon)))
		got := ""
		for _, r := range Distances() {
			f := stage(t, s, 1, at(r))
			aimed, _, err := f.Afflict(s, Condition{State: Aiming, Who: "Bren", With: "Guard"})
			must(t, err)
			aimed.Exchange++
			d := Declaration{Action: Attack, Weapon: c.weapon.Name}
			_, now := f.Declare(s, "Bren", d)
			_, then := aimed.Declare(s, "Bren", d)
			switch {
			case now == nil:
				got += "y"
			case then == nil:
				got += "a"
			default:
				got += "-"
			}
		}
		equal(t, c.weapon.Name, got, c.want)
	}
}

func TestR53Refusals(t *testing.T) {
	s := scene(newHero("Bren"))
	_, err := stage(t, s, 1, at(FarMissile)).Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "out_of_range")
	_, err = stage(t, s, 1, at(FarMissile)).Declare(s, "Bren", Declaration{Action: Shoot})
	refused(t, err, "must_aim") // R5.3b
	_, err = stage(t, s, 1, at(Personal)).Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "too_close")
	_, err = stage(t, s, 1, at(NearMissile)).Declare(s, "Bren", Declaration{Action: Grapple})
	refused(t, err, "out_of_range")
	_, err = stage(t, s, 1, at(Artillery)).Declare(s, "Bren", Declaration{Action: Power, Ability: "Willpower"})
	refused(t, err, "out_of_range") // psychic attacks reach to Far-Missile
	_, err = stage(t, s, 1, at(FarMissile)).Declare(s, "Bren", Declaration{Action: Power, Ability: "Willpower"})
	refused(t, err, "must_aim")
	_, err = stage(t, s, 1, at(FarMissile)).Declare(s, "Bren", Declaration{Action: Shoot, Allowed: true})
	must(t, err) // the narrator's word
}

// R5.3, R7.1: no aim at Close-Combat and closer; at Visual only with a guided weapon.
func TestR53WhereOneCanAim(t *testing.T) {
	for _, c := range []struct {
		gear hero.Gear
		want string
	}{{bow, "--yyy--"}, {seeker, "-yyyy--"}} {
		s := scene(newHero("Bren", carrying(c.gear)))
		got := ""
		for _, r := range Distances() {
			_, err := stage(t, s, 1, at(r)).Declare(s, "Bren", Declaration{Action: Aim})
			if err != nil {
				refused(t, err, "no_aim")
				got += "-"
			} else {
				got += "y"
			}
		}
		equal(t, c.gear.Name, got, c.want)
	}
}

// R5.3c: artillery is one level harder at Near-Missile; a setting.
func TestR53cArtilleryNear(t *testing.T) {
	s := scene(newHero("Bren", carrying(catapult)))
	f := stage(t, s, 1, at(NearMissile))
	p, err := f.Declare(s, "Bren", Declaration{Action: Shoot})
	must(t, err)
	equal(t, "one level", part(p.Action.Against, "artillery so near"), 4)
	s.Rules.NearArtillery = 0
	p, err = f.Declare(s, "Bren", Declaration{Action: Shoot})
	must(t, err)
	equal(t, "by the setting", p.Action.Target(), 13)
}

// R5.3e: the fight has one range, pairs have their own; the last that was said stands.
func TestR53eRangePerPair(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f := stage(t, s, 2, at(NearMissile))
	set := func(hero, foe string, r Range) {
		t.Helper()
		var err error
		f, _, err = f.SetRange(s, hero, foe, r)
		must(t, err)
		roundTrip(t, f)
	}
	ranges := func() string {
		got := ""
		for _, h := range []string{"Bren", "Mara"} {
			for _, foe := range []string{"Guard 1", "Guard 2"} {
				got += f.Between(h, foe).String()[:1]
			}
		}
		return got
	}
	equal(t, "at first", ranges(), "NNNN")
	set("Bren", "Guard 1", CloseCombat)
	equal(t, "one pair", ranges(), "CNNN")
	set("", "guard 2", FarMissile)
	equal(t, "one foe and all heroes", ranges(), "CFNF")
	set("Mara", "", Personal)
	equal(t, "one hero and all foes", ranges(), "CFPP")
	set("", "Guard 1", Visual)
	equal(t, "the last stands", ranges(), "VFVP")
	set("", "", NearMissile)
	equal(t, "all", ranges(), "NNNN")
	_, _, err := f.SetRange(s, "", "", 0)
	refused(t, err, "no_such_range")
	_, _, err = f.SetRange(s, "", "Goblin", CloseCombat)
	refused(t, err, "no_such_foe")
}

// R5.3e: a pair has its range before the fight too, and keeps it into the fight.
func TestR53eRangeOfAPairBeforeTheFight(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f, _, err := Fight{}.AddFoes(guard(), 1, s.Deck.Abilities)
	must(t, err)
	f, _, err = f.SetRange(s, "bren", "Guard", FarMissile)
	must(t, err)
	roundTrip(t, f)
	_, _, err = f.SetRange(s, "Zoe", "Guard", FarMissile)
	refused(t, err, "no_such_hero")
	f, err = f.Start(s, Opening{Heroes: []string{"Bren", "Mara"}})
	must(t, err)
	equal(t, "Bren", f.Between("Bren", "Guard"), FarMissile)
	equal(t, "Mara", f.Between("Mara", "Guard"), CloseCombat)
	f, _, err = f.End(s)
	must(t, err)
	_, _, err = f.SetRange(s, "Mara", "Guard", FarMissile)
	must(t, err)
}

// R5.3: a terrain gives its first range.
func TestR53Terrain(t *testing.T) {
	s := scene(newHero("Bren"))
	for name, want := range map[string]Range{
		"desert": Visual, "space": Visual, "Rooftops": Artillery, "savannah": Artillery, "light forest": FarMissile, "road": FarMissile,
		"forest": NearMissile, "swamp": NearMissile, "thick forest": CloseCombat, "around a  corner": CloseCombat,
	} {
		f := stage(t, s, 1, func(o *Opening) { o.Range, o.Terrain = 0, name })
		equal(t, name, f.Range, want)
	}
	equal(t, "terrains", len(Terrains()), 24)
	_, err := Fight{}.Start(s, Opening{Terrain: "dessert", Heroes: []string{"Bren"}})
	refused(t, err, "no_such_terrain")
	f := stage(t, s, 1, func(o *Opening) { o.Range, o.Terrain = Visual, "forest" })
	equal(t, "a range that is said counts", f.Range, Visual)
	f = stage(t, s, 1, func(o *Opening) { o.Range = 0 })
	equal(t, "without either", f.Range, CloseCombat)
}

func TestR53Names(t *testing.T) {
	for _, r := range Distances() {
		for _, text := range []string{r.String(), rangeFacts[r].text} {
			got, err := ParseRange(text)
			must(t, err)
			equal(t, text, got, r)
		}
		if r.Talk() == "" {
			t.Errorf("%s says nothing of talk", r)
		}
	}
	got, err := ParseRange("near missile")
	must(t, err)
	equal(t, "with a space", got, NearMissile)
	_, err = ParseRange("closecombat")
	refused(t, err, "no_such_range")
}

// R7.13, R5.3f: an easy Maneuver changes the range by one, to one foe or to all; a failed one does nothing.
func TestR713Maneuver(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2, at(FarMissile))
	equal(t, "notation", notation(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1"}), "easy Quickness (Quickness 5)")
	g, o := play(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1"}, "4 Mind") // 9 against 9
	equal(t, "success", o.Success, true)
	equal(t, "closer to one", g.Between("Bren", "Guard 1"), NearMissile)
	equal(t, "not to the other", g.Between("Bren", "Guard 2"), FarMissile)

	g, _ = play(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1", Range: Artillery}, "4 Mind")
	equal(t, "away", g.Between("Bren", "Guard 1"), Artillery)

	g, _ = play(t, f, s, "Bren", Declaration{Action: Maneuver}, "4 Mind")
	equal(t, "closer to all", []Range{g.Between("Bren", "Guard 1"), g.Between("Bren", "Guard 2")}, []Range{NearMissile, NearMissile})

	g, o = play(t, f, s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1"}, "3 Mind")
	equal(t, "failure", o.Success, false)
	equal(t, "R5.3f: unchanged", g.Between("Bren", "Guard 1"), FarMissile)
	_, err := g.Declare(s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1"})
	refused(t, err, "has_acted")

	_, err = f.Declare(s, "Bren", Declaration{Action: Maneuver, Target: "Guard 1", Range: CloseCombat})
	refused(t, err, "too_far")
}
