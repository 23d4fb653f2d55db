package realm_test

import (
	"testing"

	"skald/realm"
)

func TestC12AScenarioIsForTheAttackerAndTwiceAtMost(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	attack := func() {
		g.now(g.Reorder([]string{"Purple", "Blue"}))
		g.begin()
		g.attack("Purple", "Blue")
	}
	_, _, err := g.Choose("Purple", "Old Feud")
	refused(t, "no_battle", err)
	for range 2 {
		attack()
		_, _, err = g.Choose("Blue", "Old Feud")
		refused(t, "not_attacker", err)
		g.choose("Purple", "old feud")
		same(t, "spelt as listed", g.Battles[0].Scenario, "Old Feud")
		g.drawn() // C12a: draws count too
		g.score()
	}
	attack()
	keeps(t, g, func() {
		_, _, err = g.Choose("Purple", " OLD  feud ")
		refused(t, "scenario_used_up", err)
	})
	same(t, "sentence", err.Error(), "Purple has chosen Old Feud twice in this campaign; choose another scenario.")
	left := g.ScenariosLeft("Purple")
	same(t, "what is left", len(left), len(realm.Scenarios())-1)
	for _, choice := range left {
		same(t, choice.Scenario, choice.Times, 0)
	}
	g.choose("Purple", "The Crossing")
	g.drawn()
	g.score()

	g.now(g.Reorder([]string{"Blue", "Purple"}))
	g.begin()
	g.attack("Blue", "Purple")
	same(t, "C12a: counted by player", len(g.ScenariosLeft("Blue")), len(realm.Scenarios()))
	g.choose("Blue", "Old Feud")
}

func TestC12aAChoiceCanBeChangedUntilThereIsAResult(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin()
	g.attack("Purple", "Blue")
	_, _, err := g.Choose("Purple", "  ")
	refused(t, "scenario_missing", err)
	g.choose("Purple", "Ambush!")
	g.choose("Purple", "Our own siege")
	g.drawn()
	_, _, err = g.Choose("Purple", "Ambush!")
	refused(t, "result_final", err)
	g.score()
	same(t, "counted", g.find("Purple").Chosen, []realm.Choice{{Scenario: "Our own siege", Times: 1}})
	left := g.ScenariosLeft("Blue")
	same(t, "the group's own scenario is suggested", left[len(left)-1], realm.Choice{Scenario: "Our own siege"})
	left = g.ScenariosLeft("Purple")
	same(t, "once chosen", left[len(left)-1].Times, 1)
}

func TestC12AScenarioCanBeNamedAfterTheResult(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin()
	g.attack("Purple", "Blue")
	g.drawn()
	g.choose("Purple", "Ambush!")
	same(t, "table", g.score().Rows[0].Scenario, "Ambush!")
}

func TestC13OnePlayerReportsTheOtherConfirms(t *testing.T) {
	g := sixPlayers(t)
	won := realm.Result{Outcome: "Attacker", WarlordSlain: true, Note: "  At  dusk. "}
	kept := realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true, Note: "At dusk."}

	_, _, err := g.Confirm("Purple", "Orange")
	refused(t, "no_report", err)
	_, _, err = g.Report("Purple", won, "Red")
	refused(t, "not_in_battle", err)
	_, _, err = g.Report("Mauve", won, "Red")
	refused(t, "unknown_realm", err)
	_, _, err = g.Report("Purple", realm.Result{Outcome: "maybe"}, "Purple")
	refused(t, "outcome_unknown", err)
	_, _, err = g.Report("Purple", realm.Result{}, "Purple")
	refused(t, "outcome_unknown", err)
	c, b, err := g.Report("purple", won, "orange") // the defender may report
	g.now(c, err)
	same(t, "battle", b, realm.Battle{
		Attacker: "Purple", Defender: "Orange", Stronghold: realm.Tower,
		State: realm.Reported, Reporter: "Orange", Result: kept,
	})
	same(t, "who answers", b.Answers(), "Purple")
	_, _, err = g.Confirm("Purple", "Orange")
	refused(t, "own_report", err)
	_, _, err = g.Dispute("Purple", "Green")
	refused(t, "not_in_battle", err)
	_, _, err = g.Score(sixes)
	refused(t, "result_missing", err)
	c, b, err = g.Confirm("Orange", "Purple")
	g.now(c, err)
	same(t, "state", b.State, realm.Confirmed)
	for _, call := range []func() error{
		func() error { _, _, err := g.Report("Purple", won, "Orange"); return err },
		func() error { _, _, err := g.Dispute("Purple", "Purple"); return err },
		func() error { _, _, err := g.Confirm("Purple", "Purple"); return err },
	} {
		refused(t, "result_final", call())
	}
	g.settle("Purple", realm.Result{Outcome: realm.Draw}) // the game master still can
	same(t, "state", g.Battles[0].State, realm.Settled)
}

func TestC13ReportsAreCorrectedAgreedOrDisputed(t *testing.T) {
	report := func(g *game, o realm.Outcome, by string) error {
		c, _, err := g.Report("Purple", realm.Result{Outcome: o, Note: by}, by)
		if err == nil {
			g.now(c, nil)
		}
		return err
	}
	g := sixPlayers(t)
	g.ok(report(g, realm.AttackerWins, "Purple"))
	g.ok(report(g, realm.Draw, "Purple")) // its own report may be corrected
	refused(t, "already_reported", report(g, realm.DefenderWins, "Orange"))
	g.ok(report(g, realm.Draw, "Orange")) // the same again confirms
	same(t, "state", g.Battles[0].State, realm.Confirmed)
	same(t, "the first note stays", g.Battles[0].Result.Note, "Purple")

	g = sixPlayers(t)
	g.ok(report(g, realm.AttackerWins, "Purple"))
	c, b, err := g.Dispute("Purple", "Orange")
	g.now(c, err)
	same(t, "state", b.State, realm.Disputed)
	same(t, "nobody answers a dispute", b.Answers(), "")
	_, _, err = g.Confirm("Purple", "Orange")
	refused(t, "no_report", err)
	_, _, err = g.Score(sixes)
	refused(t, "result_missing", err)
	g.ok(report(g, realm.Draw, "Orange")) // either reports anew
	same(t, "who answers", g.Battles[0].Answers(), "Purple")
	c, _, err = g.Dispute("Purple", "Purple")
	g.now(c, err)
	g.settle("Orange", realm.Result{Outcome: realm.DefenderWins})
	same(t, "winner", g.Battles[0].Winner(), "Orange")
}

func TestC13OnlyALosersWarlordIsRecorded(t *testing.T) {
	g := sixPlayers(t)
	_, _, err := g.Settle("Purple", realm.Result{Outcome: realm.Draw, WarlordSlain: true})
	refused(t, "draw_without_loser", err)
}

func TestC13ATurnClosesOnlyWithAllResults(t *testing.T) {
	g := campaign(t, realm.Rules{}, colours...)
	_, _, err := g.Score(sixes)
	refused(t, "turn_not_open", err)
	g.begin()
	_, _, err = g.Score(sixes)
	refused(t, "declarations_open", err)
	same(t, "sentence", err.Error(), "The declarations are not over; it is for Purple to attack or to pass.")
	g = sixPlayers(t)
	g.settle("Green", realm.Result{Outcome: realm.Draw})
	keeps(t, g, func() { _, _, err = g.Score(sixes) })
	refused(t, "result_missing", err)
	same(t, "sentence", err.Error(), "No result that counts yet: Purple against Orange and Yellow against Blue. Report and confirm, or let the game master settle.")
}
