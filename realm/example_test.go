package realm_test

import (
	"testing"

	"skald/realm"
)

var colours = []string{"Purple", "Blue", "Green", "Yellow", "Orange", "Red"}

// sixPlayers is the example of the source up to the end of its declarations.
func sixPlayers(t tester) *game {
	g := campaign(t, realm.Rules{}, colours...)
	g.now(g.Reorder(colours))
	g.begin()
	g.attack("Purple", "Orange")
	g.pass("Blue")
	g.attack("Green", "Red")
	g.attack("Yellow", "Blue")
	return g
}

// Golden test 15.
func TestC11TheExampleOfSixPlayers(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	g.now(g.Reorder(colours))
	g.begin()
	for _, step := range []struct{ who, on string }{
		{"Purple", "Orange"},
		{"Blue", ""},
		{"Green", "Red"},
		{"Yellow", "Blue"},
	} {
		next, forced := g.Next()
		same(t, "whose declaration it is", next, step.who)
		same(t, "forced", forced, false)
		if step.on == "" {
			g.pass(step.who)
			continue
		}
		same(t, "phase", g.Phase, realm.Declaring)
		b := g.attack(step.who, step.on)
		same(t, "battle", b, realm.Battle{Attacker: step.who, Defender: step.on, Stronghold: realm.Tower})
	}
	same(t, "phase when all are matched", g.Phase, realm.Fighting)
	next, _ := g.Next()
	same(t, "nobody declares any more", next, "")
	want := []string{"Blue", "Orange", "Red", "Yellow", "Green", "Purple"}
	same(t, "the order to come, before the turn is closed", g.NextOrder(), want)

	g.drawn()
	turn := g.score()
	same(t, "the new order", g.Order, want)
	same(t, "the order in the record", turn.Next, want)
	same(t, "the order that was", turn.Order, colours)
	same(t, "the next turn", g.Turn, 2)
	for _, row := range turn.Rows {
		same(t, "dice of "+row.Realm, row.Dice, 10)
		same(t, "VPs of "+row.Realm, row.VP, 60)
	}
	g.begin()
	next, _ = g.Next()
	same(t, "the passer declares first in the next turn", next, "Blue")
}

// Golden test 16.
func TestC17AndC19TheExampleOfDice(t *testing.T) {
	for _, test := range []struct {
		name     string
		holdings realm.Holdings
		missed   int // before this turn
		absent   bool
		dice     int
	}{
		{"a realm at the start", realm.Start(), 0, false, 10},
		{"the same with Famine", realm.Start(), 1, true, 8},
		{"a horde with Civil War", realm.Holdings{}, 3, true, 0},
	} {
		g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
		g.amend("Purple", test.holdings, 0, test.missed)
		if test.absent {
			g.begin("Purple")
		} else {
			g.begin("Green")
		}
		next, _ := g.Next()
		for _, other := range []string{"Purple", "Blue", "Green"} {
			if _, _, err := g.Attack(next, other, ""); err == nil {
				g.attack(next, other)
				break
			}
		}
		g.drawn()
		turn := g.score()
		roll, _ := turn.Roll("Purple", realm.VictoryPoints)
		same(t, test.name, len(roll.Dice), test.dice)
		same(t, test.name, roll.Sum, 6*test.dice)
		same(t, test.name, g.find("Purple").VP, 6*test.dice)
	}
}
