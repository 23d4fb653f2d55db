package realm_test

import (
	"slices"
	"testing"

	"skald/realm"
)

func TestC4OuterRingsShieldTheInner(t *testing.T) {
	tower, fortress, castle := realm.Tower, realm.Fortress, realm.Castle
	for _, test := range []struct {
		towers, fortresses, castles int
		nested, unnested            []realm.Stronghold
	}{
		{3, 2, 1, []realm.Stronghold{tower}, []realm.Stronghold{tower}},
		{4, 2, 1, []realm.Stronghold{tower}, []realm.Stronghold{tower}},
		{2, 2, 1, []realm.Stronghold{tower, fortress}, []realm.Stronghold{tower, fortress}},
		{2, 1, 1, []realm.Stronghold{tower, fortress, castle}, []realm.Stronghold{tower, fortress, castle}},
		{0, 2, 1, []realm.Stronghold{fortress}, []realm.Stronghold{fortress}},
		{0, 1, 1, []realm.Stronghold{fortress, castle}, []realm.Stronghold{fortress, castle}},
		{0, 0, 1, []realm.Stronghold{castle}, []realm.Stronghold{castle}},
		{2, 0, 0, []realm.Stronghold{tower}, []realm.Stronghold{tower}},
		{1, 0, 3, []realm.Stronghold{tower, castle}, []realm.Stronghold{tower, castle}},
		// C4a: three Towers and one Fortress lay the Castle open only by the letter.
		{3, 1, 1, []realm.Stronghold{tower}, []realm.Stronghold{tower, castle}},
		{3, 0, 1, []realm.Stronghold{tower}, []realm.Stronghold{tower, castle}},
		{0, 0, 0, nil, nil},
	} {
		h := realm.Holdings{Towers: test.towers, Fortresses: test.fortresses, Castles: test.castles}
		same(t, "C4a nested: "+h.String(), h.Open(realm.Rules{}), test.nested)
		same(t, "by the letter: "+h.String(), h.Open(realm.Rules{Unnested: true}), test.unnested)
	}
}

func TestC4AttackObeysTheRings(t *testing.T) {
	for _, test := range []struct {
		holdings realm.Holdings
		s        realm.Stronghold
		code     string
		says     string
	}{
		{realm.Start(), realm.Fortress, "ring_stands", "Blue still has 3 Towers before its Fortresses; open to attack: Tower."},
		{realm.Start(), realm.Castle, "ring_stands", "Blue still has 2 Fortresses before its Castles; open to attack: Tower."},
		{realm.Holdings{Towers: 5, Fortresses: 1, Castles: 1}, realm.Castle, "ring_stands", "Blue still has 5 Towers before its Castles; open to attack: Tower."},
		{realm.Holdings{Towers: 2, Fortresses: 2}, realm.Castle, "stronghold_missing", "Blue has no Castle; open to attack: Tower and Fortress."},
		{realm.Holdings{Towers: 2, Fortresses: 2}, "", "stronghold_needed", "Blue offers a choice; name the stronghold: Tower and Fortress."},
		{realm.Holdings{Towers: 2, Fortresses: 2}, "fortress", "", ""},
		{realm.Holdings{Towers: 2, Fortresses: 2}, "Hut", "stronghold_unknown", "There is no stronghold of that name; choose Tower, Fortress or Castle."},
		{realm.Holdings{Castles: 1}, "", "", ""},
		{realm.Holdings{}, realm.Tower, "nothing_to_seize", "Blue has no strongholds; attack it without naming one."},
	} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue")
		g.amend("Blue", test.holdings, 0, 0)
		g.begin()
		keeps(t, g, func() {
			_, _, err := g.Attack("Purple", "Blue", test.s)
			refused(t, test.code, err)
			if err != nil {
				same(t, "sentence", err.Error(), test.says)
			}
		})
	}
}

func TestC4bAHordeMayBeAttackedButLosesNothing(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.amend("Blue", realm.Holdings{}, 0, 0)
	g.begin()
	targets, err := g.Targets("Purple")
	g.ok(err)
	same(t, "targets", targets, []realm.Target{{Realm: "Blue"}})
	g.attack("Purple", "Blue")
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins})
	turn := g.score()
	same(t, "attacker", g.find("Purple").Holdings, realm.Start())
	same(t, "horde", g.find("Blue").Holdings, realm.Holdings{})
	same(t, "won", turn.Rows[0].Won, "")
}

func TestC4bSettingHordesLast(t *testing.T) {
	h := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Red")
	h.amend("Blue", realm.Holdings{}, 0, 0)
	h.begin()
	h.attack("Purple", "Blue") // by default a horde is a target like others

	g := campaign(t, realm.Rules{HordesLast: true}, "Purple", "Blue", "Green", "Red")
	g.amend("Blue", realm.Holdings{}, 0, 0)
	g.begin()
	_, _, err := g.Attack("Purple", "Blue", "")
	refused(t, "horde_last", err)
	g.attack("Purple", "Red")
	g.attack("Blue", "Green")

	g = campaign(t, realm.Rules{HordesLast: true}, "Purple", "Blue", "Green", "Red")
	g.amend("Blue", realm.Holdings{}, 0, 0)
	g.begin()
	g.attack("Purple", "Red")
	g.pass("Blue")
	g.attack("Green", "Blue") // nobody else is left
}

func TestC5AnyoneMayAttackAnyone(t *testing.T) {
	for i, by := range colours {
		for _, on := range colours {
			if on == by {
				continue
			}
			g := campaign(t, realm.Rules{}, colours...)
			g.now(g.Reorder(append([]string{by}, slices.Delete(slices.Clone(colours), i, i+1)...)))
			g.begin()
			g.attack(by, on)
		}
	}
}

func TestC6DeclarationsGoDownTheOrder(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	_, _, err := g.Attack("Purple", "Blue", "")
	refused(t, "turn_not_open", err)
	g.begin()
	_, _, err = g.Attack("Blue", "Red", "")
	refused(t, "not_your_declaration", err)
	_, err = g.Pass("Blue")
	refused(t, "not_your_declaration", err)
	_, err = g.Targets("Blue")
	refused(t, "not_your_declaration", err)
	_, _, err = g.Attack("Purple", "Mauve", "")
	refused(t, "unknown_realm", err)
	_, _, err = g.Attack("Purple", "purple", "")
	refused(t, "own_realm", err)
	_, _, err = g.Attack("Purple", realm.StandIn, "")
	refused(t, "unknown_realm", err)
	g.attack(" purple ", "BLUE", "tower")
	same(t, "battle", g.Battles[0], realm.Battle{Attacker: "Purple", Defender: "Blue", Stronghold: realm.Tower})
}

func TestC6aAPasserWhoIsAttackedDefends(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin()
	g.pass("Purple")
	b := g.attack("Blue", "Purple")
	same(t, "defender", b.Defender, "Purple")
	g.settle("Blue", realm.Result{Outcome: realm.DefenderWins})
	turn := g.score()
	same(t, "dice of the passer", turn.Rows[0].Dice, 11)
	same(t, "order: the passer keeps the top", g.Order, []string{"Purple", "Blue"})
}

func TestC7EverybodyFightsOnce(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	g.begin()
	g.attack("Purple", "Blue")
	targets, err := g.Targets("Green")
	g.ok(err)
	var free []string
	for _, target := range targets {
		if target.Err == nil {
			free = append(free, target.Realm)
			continue
		}
		refused(t, "already_matched", target.Err)
	}
	same(t, "free", free, []string{"Yellow", "Orange", "Red"})
	for _, matched := range []string{"Purple", "Blue"} {
		_, _, err := g.Attack("Green", matched, "") // neither the attacker nor the target
		refused(t, "already_matched", err)
		_, _, err = g.Attack(matched, "Green", "")
		refused(t, "already_matched", err)
		_, err = g.Pass(matched)
		refused(t, "already_matched", err)
	}
}

func TestC8TheAbsentNeitherAttackNorAreAttacked(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	keeps(t, g, func() {
		_, err := g.Begin([]string{"Mauve"}, asGiven)
		refused(t, "unknown_realm", err)
		_, err = g.Begin([]string{"Red", "red"}, asGiven)
		refused(t, "named_twice", err)
		_, err = g.Begin(colours, asGiven)
		refused(t, "nobody_present", err)
	})
	g.begin("purple", "Red")
	same(t, "present", g.Present, []string{"Blue", "Green", "Yellow", "Orange"})
	next, _ := g.Next()
	same(t, "the first who is there", next, "Blue")
	_, _, err := g.Attack("Blue", "Red", "")
	refused(t, "realm_absent", err)
	_, _, err = g.Attack("Purple", "Blue", "")
	refused(t, "realm_absent", err)
	_, err = g.Pass("Purple")
	refused(t, "realm_absent", err)
	_, err = g.Begin(nil, asGiven)
	refused(t, "turn_open", err)
}

func TestC8aAnArrangedGameCountsAsPresence(t *testing.T) {
	for _, before := range []bool{true, false} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow", "Red")
		g.amend("Green", realm.Start(), 0, 2)
		if before {
			g.arrange("Green", "Yellow")
			g.begin("Red")
		} else {
			g.begin("Red", "Green", "Yellow")
			g.attack("Purple", "Blue")
			g.arrange("Green", "Yellow")
		}
		same(t, "present", g.Present, []string{"Purple", "Blue"})
		same(t, "absent from the table", g.Absent, []string{"Green", "Yellow", "Red"})
		_, _, err := g.Attack("Purple", "Yellow", "")
		refused(t, "already_matched", err)
		_, _, err = g.Attack("Green", "Purple", "")
		refused(t, "already_matched", err)
		if before {
			g.attack("Purple", "Blue")
		}
		g.choose("Green", "Old Feud")
		g.settle("Green", realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true})
		g.drawn()
		turn := g.score()
		green, yellow, red := g.find("Green"), g.find("Yellow"), g.find("Red")
		same(t, "no calamity, the streak ends", green.Missed+yellow.Missed, 0)
		same(t, "the other absent one", red.Missed, 1)
		same(t, "the usual seizure", []int{green.Holdings.Towers, yellow.Holdings.Towers}, []int{4, 2})
		same(t, "the usual dice", []int{green.VP, yellow.VP, red.VP}, []int{6 * 12, 6 * 9, 6 * 9})
		same(t, "the table", turn.Rows[2].Action, realm.Attacked)
		want := []string{"Blue", "Yellow", "Red", "Green", "Purple"} // Green chose last
		if before {
			want = []string{"Blue", "Yellow", "Red", "Purple", "Green"} // Green chose first
		}
		same(t, "the order", g.Order, want)
	}
}

func TestC8aOnlyTheAbsentArrangeGames(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow")
	_, _, err := g.Arrange("Green", "green", "")
	refused(t, "own_realm", err)
	_, _, err = g.Arrange("Green", "Mauve", "")
	refused(t, "unknown_realm", err)
	g.begin("Green", "Yellow")
	_, _, err = g.Arrange("Purple", "Green", "")
	refused(t, "realm_present", err)
	_, _, err = g.Arrange("Green", "Yellow", realm.Castle)
	refused(t, "ring_stands", err)
	g.join("Red")
	_, _, err = g.Arrange("Green", "Red", "")
	refused(t, "realm_waiting", err)
	g.arrange("Green", "Yellow")
	_, _, err = g.Arrange("Yellow", "Green", "")
	refused(t, "already_matched", err)
}

func TestC8aAnArrangedGameThatWasNotPlayed(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow")
	g.begin("Green", "Yellow")
	g.arrange("Green", "Yellow")
	g.attack("Purple", "Blue")
	g.settle("Purple", realm.Result{Outcome: realm.Draw})
	_, _, err := g.Score(sixes)
	refused(t, "result_missing", err)
	_, err = g.CallOff("Blue")
	refused(t, "not_arranged", err)
	g.now(g.CallOff("yellow"))
	_, err = g.CallOff("Yellow")
	refused(t, "no_battle", err)
	g.score()
	same(t, "missed", []int{g.find("Green").Missed, g.find("Yellow").Missed}, []int{1, 1})
}

func TestC9TheFirstOrderIsDrawn(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow")
	backwards := func(names []string) []string { slices.Reverse(names); return names }
	g.now(g.Begin(nil, backwards))
	want := []string{"Yellow", "Green", "Blue", "Purple"}
	same(t, "order", g.Order, want)
	same(t, "realms", g.Realms[0].Name, "Purple")
	g.attack("Yellow", "Green")
	g.attack("Blue", "Purple")
	g.drawn()
	g.score()
	g.now(g.Begin(nil, backwards)) // drawn only once
	same(t, "order", g.Order, []string{"Green", "Purple", "Blue", "Yellow"})
}

func TestC9TheGameMasterMaySetTheOrder(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	_, err := g.Reorder([]string{"Green", "Blue"})
	refused(t, "order_incomplete", err)
	same(t, "sentence", err.Error(), "The order leaves out Purple; name every realm once, the top first.")
	_, err = g.Reorder([]string{"Green", "Blue", "Green"})
	refused(t, "named_twice", err)
	_, err = g.Reorder([]string{"Green", "Blue", "Mauve"})
	refused(t, "unknown_realm", err)
	g.now(g.Reorder([]string{"green", "BLUE", "Purple"}))
	g.now(g.Begin(nil, func([]string) []string { panic("drawn although it was set") }))
	same(t, "order", g.Order, []string{"Green", "Blue", "Purple"})
	_, err = g.Reorder(g.Order)
	refused(t, "turn_open", err)
}

func TestC9ACampaignNeedsTwoRealms(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple")
	_, err := g.Begin(nil, asGiven)
	refused(t, "too_few_realms", err)
}

func TestC9aTheLastOfAnOddNumberMeetsTheGameMaster(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	g.begin()
	g.pass("Purple")
	g.attack("Blue", "Green")
	same(t, "all are matched", g.Phase, realm.Fighting)
	same(t, "battle", g.Battles[1], realm.Battle{Attacker: realm.StandIn, Defender: "Purple"})
	g.choose(realm.StandIn, "Ambush!")

	c, _, err := g.Report("Purple", realm.Result{Outcome: realm.DefenderWins, WarlordSlain: true}, "Purple")
	g.now(c, err)
	same(t, "who answers", g.Battles[1].Answers(), realm.StandIn)
	c, _, err = g.Confirm("Purple", realm.StandIn)
	g.now(c, err)
	g.drawn()
	turn := g.score()
	same(t, "bonus dice count", turn.Rows[0].Dice, 12)
	same(t, "no stronghold moves", g.find("Purple").Holdings, realm.Start())
	same(t, "who did not attack stays up", g.Order, []string{"Purple", "Green", "Blue"})
	same(t, "table", turn.Rows[0].Versus, realm.StandIn)
	same(t, "the force is no realm", len(g.Realms), 3)
}

func TestC9aTheGameMasterGainsNothing(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin("Blue")
	same(t, "a single player meets the game master at once", g.Battles, []realm.Battle{{Attacker: realm.StandIn, Defender: "Purple"}})
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true})
	g.score()
	same(t, "holdings", g.find("Purple").Holdings, realm.Start())
	same(t, "VPs", g.find("Purple").VP, 60)
}

func TestC9aSettingStandInUnpaid(t *testing.T) {
	g := campaign(t, realm.Rules{StandInUnpaid: true}, "Purple", "Blue")
	g.begin("Blue")
	g.settle("Purple", realm.Result{Outcome: realm.DefenderWins, WarlordSlain: true})
	same(t, "dice", g.score().Rows[0].Dice, 10)
}

func TestC9aNoRealmBearsTheGameMastersName(t *testing.T) {
	g := campaign(t, realm.Rules{})
	_, _, err := g.Join(realm.Realm{Name: "game  MASTER"}, nil)
	refused(t, "bad_text", err)
}

func TestC10APassIsOnceATurn(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow")
	g.begin()
	g.pass("Purple")
	g.pass("Blue")
	g.pass("Green")
	next, forced := g.Next()
	same(t, "the last one still has the choice", next, "Yellow")
	same(t, "forced", forced, false)
	g.pass("Yellow")
	next, forced = g.Next()
	same(t, "second time round from the top", next, "Purple")
	same(t, "forced", forced, true)
	keeps(t, g, func() {
		_, err := g.Pass("Purple")
		refused(t, "must_attack", err)
		refused(t, "must_attack", g.MayPass("purple"))
	})
	same(t, "forced in the record", g.attack("Purple", "Green").Forced, true)
	g.attack("Blue", "Yellow")
	g.drawn()
	g.score()
	same(t, "forced attackers are choosers at that moment", g.Order, []string{"Green", "Yellow", "Blue", "Purple"})
	g.begin()
	g.pass("Green") // a new turn, a new pass
}

func TestC10aOfTwoPassersTheHigherAttacks(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	g.begin()
	g.attack("Purple", "Orange")
	g.pass("Blue")
	g.attack("Green", "Red")
	g.pass("Yellow")
	next, forced := g.Next()
	same(t, "next", next, "Blue")
	same(t, "forced", forced, true)
	targets, err := g.Targets("Blue")
	g.ok(err)
	for _, target := range targets {
		same(t, target.Realm, target.Err == nil, target.Realm == "Yellow")
	}
	g.attack("Blue", "Yellow")
	g.drawn()
	g.score()
	// Blue chose last, so it is the highest of the attackers.
	same(t, "order", g.Order, []string{"Yellow", "Orange", "Red", "Blue", "Green", "Purple"})
}

func TestC11aAbsentAndNewRealmsInTheOrder(t *testing.T) {
	for _, test := range []struct {
		rules realm.Rules
		want  []string
	}{
		{realm.Rules{}, []string{"Blue", "Green", "Orange", "Yellow", "Purple", "Late", "Between"}},
		{realm.Rules{AbsentLast: true}, []string{"Green", "Orange", "Yellow", "Purple", "Late", "Blue", "Between"}},
	} {
		g := campaign(t, test.rules, "Purple", "Blue", "Green", "Yellow", "Orange")
		g.begin("Blue")
		g.attack("Purple", "Green")
		g.join("Late") // while the turn is open
		same(t, "order", g.Order, []string{"Purple", "Blue", "Green", "Yellow", "Orange", "Late"})
		g.attack("Yellow", "Orange")
		g.drawn()
		g.score()
		g.join("Between")
		same(t, "order", g.Order, test.want)
	}
}
