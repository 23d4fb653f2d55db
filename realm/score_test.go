package realm_test

import (
	"slices"
	"testing"

	"skald/realm"
)

func TestC14OnlyAnAttackersVictorySeizes(t *testing.T) {
	for _, test := range []struct {
		outcome          realm.Outcome
		attacker, defend realm.Holdings
	}{
		{realm.AttackerWins, realm.Holdings{Towers: 3, Fortresses: 3, Castles: 1}, realm.Holdings{Towers: 2, Fortresses: 1, Castles: 1}},
		{realm.DefenderWins, realm.Start(), realm.Holdings{Towers: 2, Fortresses: 2, Castles: 1}},
		{realm.Draw, realm.Start(), realm.Holdings{Towers: 2, Fortresses: 2, Castles: 1}},
	} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue")
		g.amend("Blue", realm.Holdings{Towers: 2, Fortresses: 2, Castles: 1}, 0, 0)
		g.begin()
		g.attack("Purple", "Blue", realm.Fortress)
		g.settle("Purple", realm.Result{Outcome: test.outcome})
		same(t, "nothing moves before the turn is closed", g.find("Purple").Holdings, realm.Start())
		g.score()
		same(t, string(test.outcome), g.find("Purple").Holdings, test.attacker)
		same(t, string(test.outcome), g.find("Blue").Holdings, test.defend)
	}
}

func TestC14AHordePlaysOn(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.amend("Blue", realm.Holdings{Castles: 1}, 7, 0)
	g.begin()
	g.attack("Purple", "Blue", realm.Castle)
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins})
	turn := g.score()
	same(t, "a horde rolls no dice", turn.Rows[1].Dice, 0)
	same(t, "and keeps its VPs", g.find("Blue").VP, 7)
	roll, ok := turn.Roll("Blue", realm.VictoryPoints)
	same(t, "its roll is on record", ok, true)
	same(t, "roll", roll, realm.Roll{Realm: "Blue", Why: realm.VictoryPoints, From: 7, VP: 7})
	g.begin()
	g.attack("Blue", "Purple") // back from the steppe
	g.settle("Blue", realm.Result{Outcome: realm.AttackerWins})
	g.score()
	same(t, "it wins a Tower", g.find("Blue").Holdings, realm.Holdings{Towers: 1})
}

func TestC15AndC17TheDiceOfABattle(t *testing.T) {
	for _, test := range []struct {
		name             string
		result           realm.Result
		attacker, defend []realm.Part
	}{
		{
			"attacker",
			realm.Result{Outcome: realm.AttackerWins},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 4}},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 2}},
		},
		{
			"attacker who slew",
			realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 4}, {Source: realm.SlewWarlord, Dice: 1}},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 2}},
		},
		{
			"defender",
			realm.Result{Outcome: realm.DefenderWins},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}, {Source: realm.Defended, Dice: 1}},
		},
		{
			"defender who slew",
			realm.Result{Outcome: realm.DefenderWins, WarlordSlain: true},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}, {Source: realm.Defended, Dice: 1}, {Source: realm.SlewWarlord, Dice: 1}},
		},
		{
			"draw",
			realm.Result{Outcome: realm.Draw},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}},
			[]realm.Part{{Source: realm.FromCastles, Dice: 3}, {Source: realm.FromFortresses, Dice: 4}, {Source: realm.FromTowers, Dice: 3}},
		},
	} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue")
		g.begin()
		g.attack("Purple", "Blue")
		g.settle("Purple", test.result)
		turn := g.score() // C17b: from the new holdings
		for name, want := range map[string][]realm.Part{"Purple": test.attacker, "Blue": test.defend} {
			roll, _ := turn.Roll(name, realm.VictoryPoints)
			same(t, test.name+": "+name, roll.Parts, want)
			n := 0
			for _, p := range want {
				n += p.Dice
			}
			same(t, test.name+": number of dice of "+name, len(roll.Dice), n)
		}
	}
}

func TestC16ArmiesAreFreshEachTurn(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin()
	g.attack("Purple", "Blue")
	g.settle("Purple", realm.Result{Outcome: realm.DefenderWins, WarlordSlain: true, Note: "Not a man came home."})
	before := g.find("Purple")
	g.score()
	after := g.find("Purple")
	before.VP = after.VP
	same(t, "a lost battle leaves no mark on the realm but its VPs", after, before)
	g.begin()
	g.pass("Blue")
	g.attack("Purple", "Blue")
}

func TestC17DiceByStronghold(t *testing.T) {
	same(t, "C17a", []int{realm.Tower.Dice(), realm.Fortress.Dice(), realm.Castle.Dice()}, []int{1, 2, 3})
	for _, test := range []struct {
		holdings realm.Holdings
		dice     int
	}{
		{realm.Start(), 10},
		{realm.Holdings{Towers: 1}, 1},
		{realm.Holdings{Fortresses: 1}, 2},
		{realm.Holdings{Castles: 1}, 3},
		{realm.Holdings{Towers: 7, Fortresses: 5, Castles: 2}, 23},
		{realm.Holdings{}, 0},
	} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue")
		g.amend("Purple", test.holdings, -5, 0)
		g.begin("Blue")
		g.drawn()
		g.score()
		same(t, test.holdings.String(), g.find("Purple").VP, -5+6*test.dice)
	}
}

func TestC17TheSumIsAddedAndShown(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.amend("Purple", realm.Holdings{Fortresses: 1, Towers: 1}, 20, 0)
	g.amend("Blue", realm.Holdings{Castles: 1}, 0, 0)
	next := 0
	g.roll = func(n int) []int {
		faces := make([]int, n)
		for i := range faces {
			faces[i] = next%6 + 1
			next++
		}
		return faces
	}
	g.begin()
	g.attack("Purple", "Blue")
	g.drawn()
	turn := g.score()
	same(t, "rolls", turn.Rolls, []realm.Roll{
		{Realm: "Purple", Why: realm.VictoryPoints, Parts: []realm.Part{{Source: realm.FromFortresses, Dice: 2}, {Source: realm.FromTowers, Dice: 1}}, Dice: []int{1, 2, 3}, Sum: 6, From: 20, VP: 26},
		{Realm: "Blue", Why: realm.VictoryPoints, Parts: []realm.Part{{Source: realm.FromCastles, Dice: 3}}, Dice: []int{4, 5, 6}, Sum: 15, From: 0, VP: 15},
	})
}

func TestC19CalamitiesByMissesInARow(t *testing.T) {
	for missed, want := range []realm.Part{
		{},
		{Source: realm.BarbarianRaid, Dice: 1},
		{Source: realm.Famine, Dice: 2},
		{Source: realm.Pestilence, Dice: 3},
		{Source: realm.CivilWar, Dice: 4},
		{Source: realm.CivilWar, Dice: 4},
	} {
		source, dice := realm.Calamity(missed)
		same(t, "calamity", realm.Part{Source: source, Dice: dice}, want)
	}
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	absent := func(want realm.Source, dice int) {
		g.now(g.Reorder([]string{"Purple", "Blue", "Green"}))
		vp := g.find("Green").VP
		g.begin("Green")
		g.attack("Purple", "Blue")
		g.drawn()
		row := g.score().Rows[2]
		same(t, "calamity", row.Calamity, want)
		same(t, "dice", row.Dice, dice)
		same(t, "VPs", row.VP, vp+6*dice)
		same(t, "C19a: strongholds stay", row.Holdings, realm.Start())
	}
	absent(realm.BarbarianRaid, 9)
	absent(realm.Famine, 8)
	absent(realm.Pestilence, 7)
	absent(realm.CivilWar, 6)
	absent(realm.CivilWar, 6)
	g.begin()
	g.attack("Blue", "Green")
	g.drawn()
	turn := g.score()
	same(t, "who shows up earns in full", turn.Rows[2].Dice, 10)
	same(t, "and the count starts anew", g.find("Green").Missed, 0)
	absent(realm.BarbarianRaid, 9)
}

func TestC19aNeverFewerThanNoDice(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.amend("Blue", realm.Holdings{Towers: 2}, 11, 9)
	g.begin("Blue")
	g.drawn()
	turn := g.score()
	roll, _ := turn.Roll("Blue", realm.VictoryPoints)
	same(t, "roll", roll, realm.Roll{
		Realm: "Blue", Why: realm.VictoryPoints, From: 11, VP: 11,
		Parts: []realm.Part{{Source: realm.FromTowers, Dice: 2}, {Source: realm.CivilWar, Dice: -4}},
	})
	same(t, "missed", g.find("Blue").Missed, 10)
}

func TestC20TheTableOfATurn(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Yellow", "Red")
	g.begin("Red")
	g.attack("Purple", "Green")
	g.pass("Blue")
	g.choose("Purple", "Desecration")
	g.attack("Yellow", "Blue")
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true})
	row := func(name string) realm.Row {
		return realm.Row{Realm: name, Player: "id-" + name, PlayerName: "Player of " + name, Holdings: realm.Start()}
	}
	purple, blue, green, yellow, red := row("Purple"), row("Blue"), row("Green"), row("Yellow"), row("Red")
	purple.Action, purple.Versus, purple.VersusPlayer = realm.Attacked, "Green", "Player of Green"
	purple.Result, purple.WarlordSlain, purple.Scenario = realm.Won, true, "Desecration"
	green.Action, green.Versus, green.VersusPlayer = realm.Defending, "Purple", "Player of Purple"
	green.Result, green.WarlordSlain, green.Scenario = realm.Lost, true, "Desecration"
	yellow.Action, yellow.Versus, yellow.VersusPlayer = realm.Attacked, "Blue", "Player of Blue"
	blue.Action, blue.Versus, blue.VersusPlayer, blue.Passed = realm.Defending, "Yellow", "Player of Yellow", true
	red.Absent = true
	same(t, "the open turn", g.Now().Rows, []realm.Row{purple, blue, green, yellow, red})

	g.drawn()
	turn := g.score()
	purple.Holdings.Towers, purple.Won, purple.Dice, purple.Roll, purple.VP = 4, realm.Tower, 12, 72, 72
	green.Holdings.Towers, green.Lost, green.Dice, green.Roll, green.VP = 2, realm.Tower, 9, 54, 54
	yellow.Result, yellow.Dice, yellow.Roll, yellow.VP = realm.Drew, 10, 60, 60
	blue.Result, blue.Dice, blue.Roll, blue.VP = realm.Drew, 10, 60, 60
	red.Calamity, red.Dice, red.Roll, red.VP = realm.BarbarianRaid, 9, 54, 54
	want := []realm.Row{purple, blue, green, yellow, red}
	same(t, "the closed turn", turn.Rows, want)

	again, err := g.At(1)
	g.ok(err)
	same(t, "the same later", again, turn)
	now, err := g.At(2)
	g.ok(err)
	same(t, "the next turn has no battles", now.Battles, nil)
	for _, number := range []int{0, 3, -1} {
		_, err = g.At(number)
		refused(t, "no_such_turn", err)
	}
}

func TestLuckOutOfRangeIsABug(t *testing.T) {
	for name, roll := range map[string]realm.Dice{
		"too few": func(int) []int { return []int{6} },
		"a 7":     func(n int) []int { return slices.Repeat([]int{7}, n) },
		"a 0":     func(n int) []int { return make([]int, n) },
	} {
		g := sixPlayers(t)
		g.drawn()
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the dice were believed", name)
				}
			}()
			_, _, _ = g.Score(roll)
		}()
	}
	defer func() {
		if recover() == nil {
			t.Error("a shuffle that loses a realm was believed")
		}
	}()
	g := campaign(t, realm.Rules{}, colours...)
	_, _ = g.Begin(nil, func(names []string) []string { return names[1:] })
}

// The game master's own force is called as sentences have it (C9a).
func TestC9aTheForceHasItsArticle(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	g.begin()
	g.attack("Purple", "Blue")
	_, err := g.Pass("Green")
	same(t, "matched", err.Error(), "Green is matched with the game master this turn; everybody fights once.")
	_, _, err = g.Choose("Green", "Ambush!")
	same(t, "scenario", err.Error(), "The scenario is for the attacker to choose, and that is the game master.")
	same(t, "due", g.Due().Error(), "No result that counts yet: Purple against Blue and the game master against Green. Report and confirm, or let the game master settle.")
	c, _, err := g.Report("Green", realm.Result{Outcome: realm.Draw}, "Green")
	g.now(c, err)
	_, _, err = g.Confirm("Green", "Green")
	same(t, "own report", err.Error(), "This result stands by the word of Green; it is for the game master to answer.")
	_, _, err = g.Confirm("Green", "Blue")
	same(t, "strangers", err.Error(), "The result of the game master against Green is for these two to report and to answer, and for the game master to settle.")
	same(t, "a realm", realm.Called("Green"), "Green")
}
