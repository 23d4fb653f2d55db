package combat

import (
	"testing"

	"skald/fate"
	"skald/hero"
)

// R4.5, R11.2a: an extra card amends the last action: success, margin, and the damage that hangs on them.
func TestR45Amend(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	f := stage(t, s, 2)
	f, o := play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard 1"}, "5 Mind") // 11 against 13
	equal(t, "missed", o.Success, false)
	last, ok := f.Last("bren")
	equal(t, "can be amended", ok, true)
	a := last.Action
	a.Extra = cards(t, "4 Body")
	g, o, err := f.Amend(s, "Bren", a)
	must(t, err)
	roundTrip(t, g)
	equal(t, "hits now", []any{o.Success, o.Margin}, []any{true, 2})
	equal(t, "with damage", o.Blows[0].Wounds(), 7)
	a.Extra = cards(t, "4 Body, 3 Mind")
	g, o, err = g.Amend(s, "Bren", a)
	must(t, err)
	equal(t, "again: one blow, the new margin", []int{len(g.Blows), o.Margin, g.Blows[0].Wounds()}, []int{1, 5, 10})
	a.Against = append(a.Against[:len(a.Against):len(a.Against)], fate.Modifier{Name: "banked Karma", Value: 6}) // setting window
	g, o, err = g.Amend(s, "Bren", a)
	must(t, err)
	equal(t, "and missed once more", []any{o.Success, len(g.Blows)}, []any{false, 0})
	equal(t, "the receiver is as it was", len(f.Blows), 0)
}

// R4.5: whatever success brought is taken back with it: conditions, ranges, attacks, snatched weapons.
func TestR45AmendTakesBack(t *testing.T) {
	worse := func(a fate.Action) fate.Action {
		a.Against = append(a.Against[:len(a.Against):len(a.Against)], fate.Modifier{Name: "banked Karma", Value: 99})
		return a
	}
	for _, c := range []struct {
		d  Declaration
		at Range
	}{
		{Declaration{Action: Strike}, CloseCombat},
		{Declaration{Action: Cover}, NearMissile},
		{Declaration{Action: Disarm}, CloseCombat},
		{Declaration{Action: Grab}, CloseCombat},
		{Declaration{Action: Distract}, CloseCombat},
		{Declaration{Action: Grapple}, CloseCombat},
		{Declaration{Action: Stranglehold}, CloseCombat},
		{Declaration{Action: Maneuver}, NearMissile},
		{Declaration{Action: Lead}, CloseCombat},
		{Declaration{Action: Defend, Target: "Guard"}, CloseCombat},
		{Declaration{Action: Evade, Target: "Guard"}, CloseCombat},
	} {
		s := scene(newHero("Bren", skilled("Leadership", "Spirit"), score("Strength", 9), score("Dexterity", 9), score("Quickness", 9)))
		f := stage(t, s, 1, at(c.at))
		if c.d.Action == Distract { // an attack waits that success cancels
			f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
		}
		p, err := f.Declare(s, "Bren", c.d)
		must(t, err)
		a := p.Action
		a.Cards = cards(t, "9 Mind")
		won, o := settle(t, f, s, "Bren", p.Declaration, a)
		equal(t, c.d.Action+" succeeds", o.Success, true)
		failed := c.d
		failed.Against = []fate.Modifier{{Name: "banked Karma", Value: 99}}
		p, err = f.Declare(s, "Bren", failed)
		must(t, err)
		b := p.Action
		b.Cards = a.Cards
		lost, _ := settle(t, f, s, "Bren", p.Declaration, b)

		back, o, err := won.Amend(s, "Bren", worse(o.Action))
		must(t, err)
		roundTrip(t, back)
		equal(t, c.d.Action+" fails now", o.Success, false)
		equal(t, c.d.Action+": conditions", states(back, s, "Guard")+"/"+states(back, s, "Bren"), states(lost, s, "Guard")+"/"+states(lost, s, "Bren"))
		equal(t, c.d.Action+": range", back.Between("Bren", "Guard"), lost.Between("Bren", "Guard"))
		equal(t, c.d.Action+": blows", len(back.Blows), len(lost.Blows))
		equal(t, c.d.Action+": the foe", back.Foes, lost.Foes)

		last, _ := back.Last("Bren")
		a = last.Action
		a.Extra = fate.Pile{{Suit: "Mind", Value: 99}}
		again, o, err := back.Amend(s, "Bren", a)
		must(t, err)
		equal(t, c.d.Action+" succeeds again", o.Success, true)
		equal(t, c.d.Action+": conditions again", states(again, s, "Guard")+"/"+states(again, s, "Bren"), states(won, s, "Guard")+"/"+states(won, s, "Bren"))
		equal(t, c.d.Action+": range again", again.Between("Bren", "Guard"), won.Between("Bren", "Guard"))
		equal(t, c.d.Action+": the foe again", again.Foes, won.Foes)
	}
}

// R4.5: until the hero's next action, or the end of the exchange; what is assessed stays.
func TestR45HowLong(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1)
	_, _, err := f.Amend(s, "Bren", fate.Action{})
	refused(t, err, "nothing_to_amend")
	f, o := play(t, f, s, "Bren", Declaration{Action: Strike}, "2 Mind")
	f, p := play(t, f, s, "Bren", Declaration{Action: Defend}, "2 Mind")
	last, _ := f.Last("Bren")
	equal(t, "the last action", []int{last.ID, len(f.Deeds)}, []int{p.Deed, 2})
	if last.ID == o.Deed {
		t.Error("the earlier action can still be amended")
	}
	f, _ = next(t, f, s, true)
	_, _, err = f.Amend(s, "Bren", last.Action)
	refused(t, err, "nothing_to_amend")

	f, _ = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Wait}, "")
	_, _, err = f.Amend(s, "Bren", fate.Action{})
	refused(t, err, "nothing_to_amend")
	f, o = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Strike}, "2 Mind")
	bad := o.Action
	bad.Cards = cards(t, "9 Mind, 9 Body")
	_, _, err = f.Amend(s, "Bren", bad)
	refused(t, err, "above_edge")
	s.Rules.ImmediateWounds = true
	f, o = play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Strike}, "9 Mind")
	_, _, err = f.Amend(s, "Bren", o.Action)
	refused(t, err, "assessed")
}

// R9.3, R4.5: first aid that an extra card turns into a success heals then.
func TestR45AmendFirstAid(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	s.Seats[0].Wounds = hero.Wounds{Killing: 1}
	f := aftermath(t, s)
	f, o := play(t, f, s, "Bea", Declaration{Action: Aid, For: "Ada"}, "1 Mind")
	a := o.Action
	a.Extra = cards(t, "1 Body")
	f, o, err := f.Amend(s, "Bea", a)
	must(t, err)
	equal(t, "healed", o.Healed.After, hero.Wounds{})
	equal(t, "counted", []int{len(f.Helped), len(f.Aided)}, []int{1, 1})
}

// R4.5, R9.3: what first aid or magic gave comes once, and is lost again where it has failed after all.
func TestR45AmendHealingOnce(t *testing.T) {
	for _, action := range []string{Aid, Mend} {
		s := scene(newHero("Ada", score("Dexterity", 9)), newHero("Bea"))
		s.Seats[1].Wounds = hero.Wounds{Killing: s.Seats[1].Hero.HandSize(), Dying: true, Overflow: 7}
		hurt := s.Seats[1].Wounds
		f := aftermath(t, s)
		f, o := play(t, f, s, "Ada", Declaration{Action: action, For: "Bea"}, "9 Mind")
		equal(t, action+" heals", o.Healed.Cards, 1)
		s.Seats[1].Wounds = o.Healed.After

		better := o.Action
		better.Extra = cards(t, "1 Body")
		f, o, err := f.Amend(s, "Ada", better)
		must(t, err)
		equal(t, action+" heals no second time", o.Healed, (*Healing)(nil))

		worse := better
		worse.Against = append(worse.Against[:len(worse.Against):len(worse.Against)], fate.Modifier{Name: "Karma", Value: 99})
		f, o, err = f.Amend(s, "Ada", worse)
		must(t, err)
		roundTrip(t, f)
		equal(t, action+" has failed: as before", o.Healed.After, hurt)
		equal(t, action+": a card is lost", []any{o.Healed.Cards, o.Healed.Status, len(f.Aided)}, []any{-1, "dying", 0})
		s.Seats[1].Wounds = o.Healed.After

		f, o, err = f.Amend(s, "Ada", better)
		must(t, err)
		equal(t, action+" helps after all", []any{o.Healed.Cards, o.Healed.Stabilized}, []any{1, true})
		_ = f
	}
}

// R4.5, R7.5: a blow that another has met since is not met again when the action that changed it is amended.
func TestR45AmendLeavesWhatOthersAnswered(t *testing.T) {
	s := scene(newHero("Bren", score("Dexterity", 9)), newHero("Mara"))
	f := stage(t, s, 1)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
	f, o := play(t, f, s, "Bren", Declaration{Action: Disarm, Target: "Guard"}, "9 Mind")
	equal(t, "disarmed", o.Success, true)
	f, _ = play(t, f, s, "Mara", Declaration{Action: Defend}, "2 Mind")
	equal(t, "one blow", len(f.Blows), 1)
	worse := o.Action
	worse.Against = append(worse.Against[:len(worse.Against):len(worse.Against)], fate.Modifier{Name: "Karma", Value: 99})
	f, _, err := f.Amend(s, "Bren", worse)
	must(t, err)
	for _, d := range f.Due(s) {
		if d.Need == ToDefend && d.Who == "Mara" {
			t.Error("Mara must answer the attack again")
		}
	}
	_, turn := next(t, f, s, true)
	n := 0
	for _, b := range turn.Blows {
		if b.On == "Mara" {
			n++
		}
	}
	equal(t, "one blow on Mara", n, 1)
}

// R4.5: an action that succeeds as before brings nothing again, even where what it brought is over by now.
func TestR45AmendBringsNothingTwice(t *testing.T) {
	for _, c := range []struct {
		d  Declaration
		at Range
	}{
		{Declaration{Action: Cover}, NearMissile},
		{Declaration{Action: Disarm}, CloseCombat},
		{Declaration{Action: Grab}, CloseCombat},
		{Declaration{Action: Distract}, CloseCombat},
		{Declaration{Action: Grapple}, CloseCombat},
		{Declaration{Action: Stranglehold}, CloseCombat},
		{Declaration{Action: Maneuver}, NearMissile},
		{Declaration{Action: Lead}, CloseCombat},
	} {
		s := scene(newHero("Bren", skilled("Leadership", "Spirit"), score("Strength", 9), score("Dexterity", 9), score("Quickness", 9)))
		f, o := play(t, stage(t, s, 1, at(c.at)), s, "Bren", c.d, "9 Mind")
		equal(t, c.d.Action+" succeeds", o.Success, true)
		f.Lasting = nil // it has been lost, used up or lifted since
		f, _, err := f.SetRange(s, "Bren", "Guard", FarMissile)
		must(t, err)
		a := o.Action
		a.Extra = cards(t, "1 Mind")
		g, o, err := f.Amend(s, "Bren", a)
		must(t, err)
		equal(t, c.d.Action+" still succeeds", o.Success, true)
		equal(t, c.d.Action+": no condition comes back", len(g.Lasting), 0)
		equal(t, c.d.Action+": the range stays", g.Between("Bren", "Guard"), FarMissile)
		equal(t, c.d.Action+": nothing is taken", []any{o.Taken, o.Returned, o.Healed}, []any{(*hero.Gear)(nil), (*hero.Gear)(nil), (*Healing)(nil)})
		equal(t, c.d.Action+": the attacks", g.Incoming, f.Incoming)
		equal(t, c.d.Action+": the foes", g.Foes, f.Foes)
	}
}
