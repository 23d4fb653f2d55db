package realm_test

import (
	"strings"
	"testing"

	"skald/realm"
)

func TestC1TheFactionIsForTheWholeCampaign(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.now(g.Muster("purple", "Crusaders", "Baltic"))
	same(t, "faction", g.find("Purple").Faction+", "+g.find("Purple").Division, "Crusaders, Baltic")
	c, _, err := g.Join(realm.Realm{Name: "Green", Player: "g"}, nil)
	g.now(c, err)
	g.begin()

	_, err = g.Muster("Purple", "Crusaders", "Levantine")
	refused(t, "faction_fixed", err)
	_, err = g.Muster("Purple", "Irish", "")
	refused(t, "faction_fixed", err)
	g.now(g.Muster("Green", "Moors", ""))
	g.now(g.Muster("Green", "Moors", "Berbers"))
	_, err = g.Muster("Green", "Irish", "Berbers")
	refused(t, "faction_fixed", err)
}

func TestC1aTwoPlayersMayHaveTheSameFaction(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	same(t, "factions", g.find("Purple").Faction, g.find("Blue").Faction)
}

func TestC2MercenariesAndLegendsAreDecidedOnce(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.now(g.Adopt(realm.Rules{Mercenaries: true, Legendary: true}))
	g.now(g.Lead("Purple", "Harald"))
	g.now(g.Adopt(realm.Rules{Mercenaries: true}))
	same(t, "a warlord that is no longer allowed", g.find("Purple").Legend, "")
	g.begin()
	for _, rules := range []realm.Rules{{}, {Mercenaries: true, Legendary: true}} {
		_, err := g.Adopt(rules)
		refused(t, "decided_already", err)
	}
	g.now(g.Adopt(realm.Rules{Mercenaries: true, Unnested: true}))
	same(t, "settings", g.Rules.Unnested, true)
}

func TestC2WithoutLegendsNobodyHasOne(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	_, err := g.Lead("Purple", "Harald")
	refused(t, "no_legends", err)
	_, _, err = g.Join(realm.Realm{Name: "Green", Legend: "Harald"}, nil)
	refused(t, "no_legends", err)
	g.begin()
	g.attack("Purple", "Blue")
	_, _, err = g.Report("Purple", realm.Result{Outcome: realm.AttackerWins, DefenderLegend: "Harald"}, "Blue")
	refused(t, "no_legends", err)
}

func TestC2ASlainLegendIsGoneForThatRealm(t *testing.T) {
	attacker, defender, draw := realm.AttackerWins, realm.DefenderWins, realm.Draw
	for _, test := range []struct {
		name          string
		result        realm.Result
		purple, blue  []string // slain
		warlord       bool
		leadsPurple   string // afterwards
		leadsBlue     string
		refusesPurple string // the code for choosing Harald again
	}{
		{"nobody", realm.Result{Outcome: attacker}, nil, nil, false, "Harald", "Cnut", ""},
		{"the loser's by name", realm.Result{Outcome: attacker, DefenderLegend: "cnut"}, nil, []string{"Cnut"}, true, "Harald", "", ""},
		{"the loser's as its warlord", realm.Result{Outcome: attacker, WarlordSlain: true}, nil, []string{"Cnut"}, true, "Harald", "", ""},
		{"the attacker's, who lost", realm.Result{Outcome: defender, WarlordSlain: true}, []string{"Harald"}, nil, true, "", "Cnut", "legend_slain"},
		{"the winner's", realm.Result{Outcome: attacker, AttackerLegend: "Harald"}, []string{"Harald"}, nil, false, "", "Cnut", "legend_slain"},
		{"both in a draw", realm.Result{Outcome: draw, AttackerLegend: "Harald", DefenderLegend: "Cnut"}, []string{"Harald"}, []string{"Cnut"}, false, "", "", "legend_slain"},
		{"one that was not written down", realm.Result{Outcome: defender, AttackerLegend: "Erik"}, []string{"Erik"}, nil, true, "Harald", "Cnut", ""},
	} {
		g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue")
		g.now(g.Lead("Purple", "Harald"))
		g.now(g.Lead("Blue", "Cnut"))
		g.begin()
		g.attack("Purple", "Blue")
		g.settle("Purple", test.result)
		same(t, test.name+": warlord", g.Battles[0].Result.WarlordSlain, test.warlord)
		g.score()
		same(t, test.name+": slain of Purple", g.find("Purple").Slain, test.purple)
		same(t, test.name+": slain of Blue", g.find("Blue").Slain, test.blue)
		same(t, test.name+": leads Purple", g.find("Purple").Legend, test.leadsPurple)
		same(t, test.name+": leads Blue", g.find("Blue").Legend, test.leadsBlue)
		_, err := g.Lead("Purple", " HARALD ")
		refused(t, test.refusesPurple, err)
	}
}

func TestC2AnotherRealmMayStillChooseTheSlainLegend(t *testing.T) {
	g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue")
	g.now(g.Lead("Purple", "Harald"))
	g.begin()
	g.attack("Purple", "Blue")
	g.settle("Purple", realm.Result{Outcome: realm.DefenderWins, WarlordSlain: true})
	g.score()
	g.now(g.Lead("Blue", "Harald"))
	g.begin()
	g.attack("Blue", "Purple")
	_, _, err := g.Settle("Blue", realm.Result{Outcome: realm.AttackerWins, DefenderLegend: "Harald"})
	refused(t, "legend_slain", err)
	g.now(g.Spare("Purple", "harald"))
	g.drawn()
	g.score()
	g.now(g.Lead("Purple", "Harald"))
	_, err = g.Spare("Purple", "Harald")
	refused(t, "legend_alive", err)
}

// Nobody saves a Legendary warlord by giving the lead to another once the battle is known.
func TestC2TheLeaderOfABattleStays(t *testing.T) {
	g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue", "Green", "Red")
	g.now(g.Lead("Blue", "Cnut"))
	g.arrange("Green", "Red")
	g.now(g.Lead("Red", "Erik")) // arranged, but the turn has not begun
	g.begin()
	g.now(g.Lead("Blue", "Harald")) // not matched yet
	g.attack("Purple", "Blue")
	for _, legend := range []string{"", "Cnut"} {
		_, err := g.Lead("Blue", legend)
		refused(t, "leader_matched", err)
		_, err = g.Lead("Red", legend)
		refused(t, "leader_matched", err)
	}
	g.now(g.Lead("Blue", "harald")) // who leads it already
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true})
	_, err := g.Lead("Blue", "")
	refused(t, "leader_matched", err)
	g.drawn()
	g.score()
	same(t, "slain", g.find("Blue").Slain, []string{"harald"})
	g.now(g.Lead("Blue", "Cnut"))
}

func TestC1ADivisionHasAFaction(t *testing.T) {
	g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue")
	_, _, err := g.Join(realm.Realm{Name: "Red", Player: "red", Division: "Levantine"}, sixes)
	refused(t, "faction_missing", err)
	join := func(r realm.Realm) error {
		r.Name, r.Player = "Red", "red"
		c, _, err := g.Join(r, sixes)
		if err == nil {
			g.now(c, nil)
		}
		return err
	}
	g.ok(join(realm.Realm{Faction: "Crusaders", Division: "Levantine"}))
	g.begin()
	g.now(g.Leave("Red"))
	for _, test := range []struct {
		with realm.Realm
		what string
	}{
		{realm.Realm{Division: "Baltic"}, "the division"},
		{realm.Realm{Faction: "Huns"}, "the faction"},
		{realm.Realm{Faction: "Huns", Division: "Baltic", Legend: "Cnut"}, "the faction and the division"},
	} {
		err := join(test.with)
		refused(t, "faction_fixed", err)
		same(t, "sentence", err.Error(), "Red comes back as it left, with Crusaders (Levantine); leave "+test.what+" out.")
	}
	g.ok(join(realm.Realm{Division: "levantine", Legend: "Cnut"}))
	same(t, "led by", g.find("Red").Legend, "Cnut")
}

func TestC18WhoComesInAnOpenTurnWaits(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	g.begin("Green")
	g.join("Red")
	waits := func(turn realm.Turn) (names []string) {
		for _, row := range turn.Rows {
			if row.Waiting {
				names = append(names, row.Realm)
			}
		}
		return names
	}
	same(t, "in the open turn", waits(g.Now()), []string{"Red"})
	g.attack("Purple", "Blue")
	g.drawn()
	same(t, "in its record", waits(g.score()), []string{"Red"})
	same(t, "afterwards", waits(g.Now()), nil)
}

func TestC3EveryRealmStartsAlike(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	for _, r := range g.Realms {
		same(t, r.Name, r.Figures(), realm.Figures{Holdings: realm.Holdings{Towers: 3, Fortresses: 2, Castles: 1}})
	}
	same(t, "in words", realm.Start().String(), "3 Towers, 2 Fortresses, 1 Castle")
}

func TestC18ANewcomerStartsNearTheLast(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	a := g.join("Early")
	same(t, "before the first turn: no roll, 0 VP", a.Roll, realm.Roll{})
	g.begin("Early")
	a = g.join("During")
	same(t, "during the first turn: 0 VP", a.Realm.VP, 0)
	g.attack("Purple", "Blue")
	g.drawn()
	g.score()
	same(t, "who joined during the turn rolls nothing", g.find("During").VP, 0)

	g.amend("Purple", realm.Start(), 30, 0)
	g.amend("Blue", realm.Start(), 25, 0)
	g.amend("Early", realm.Start(), 28, 0)
	g.amend("During", realm.Start(), 41, 0)
	g.roll = func(int) []int { return []int{3, 5} }
	a = g.join("New")
	want := realm.Roll{Realm: "New", Why: realm.Joining, Parts: []realm.Part{{Source: realm.Newcomer, Dice: 2}}, Dice: []int{3, 5}, Sum: 8, From: 25, VP: 17}
	same(t, "roll", a.Roll, want)
	same(t, "figures", g.find("New").Figures(), realm.Figures{Holdings: realm.Start(), VP: 17})
	a = g.join("Newer")
	same(t, "the base is of the turn before, not of another newcomer", a.Roll.From, 25)
	same(t, "kept in the record", g.Rolls, []realm.Roll{want, a.Roll})
	g.roll = sixes
	g.begin("Newer")
	next, _ := g.Next()
	g.attack(next, "New")
	g.now(g.Leave("Newer"))
	for n, _ := g.Next(); n != ""; n, _ = g.Next() {
		targets, err := g.Targets(n)
		g.ok(err)
		for _, target := range targets {
			if target.Err == nil {
				g.attack(n, target.Realm)
				break
			}
		}
	}
	g.drawn()
	turn := g.score()
	roll, _ := turn.Roll("New", realm.Joining)
	same(t, "in the turn's record", roll, want)
}

func TestC18aANewcomerMayStartBelowZero(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	g.begin()
	g.attack("Purple", "Blue")
	g.drawn()
	g.score()
	g.amend("Blue", realm.Start(), 5, 0)
	same(t, "VPs", g.join("New").Realm.VP, 5-12)
	g.amend("Blue", realm.Holdings{}, -20, 0)
	same(t, "VPs", g.join("Newer").Realm.VP, -20-12)
}

func TestC18TheBaseIsOfThoseWhoWereThere(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	turn := func() {
		g.begin()
		for n, _ := g.Next(); n != ""; n, _ = g.Next() {
			for _, other := range g.Present {
				if c, _, err := g.Attack(n, other, ""); err == nil {
					g.now(c, nil)
					break
				}
			}
		}
		g.drawn()
		g.score()
	}
	turn()
	g.amend("Purple", realm.Start(), 50, 0)
	g.amend("Blue", realm.Start(), 60, 0)
	g.amend("Green", realm.Start(), 10, 0)
	g.now(g.Leave("Green"))
	same(t, "who left after the last turn was in it", g.Fewest(), 10)
	g.amend("Purple", realm.Start(), 50, 0)
	turn()
	same(t, "a turn later it is gone", g.Fewest(), min(g.find("Purple").VP, g.find("Blue").VP))
}

func TestLeavingAndComingBack(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Red")
	g.now(g.Leave("Red"))
	same(t, "before the first turn nothing is kept", g.Departed, nil)
	g.join("Red")
	g.begin()
	g.attack("Purple", "Red")
	_, err := g.Leave("Red")
	refused(t, "already_matched", err)
	g.choose("Purple", "Ambush!")
	g.now(g.Leave("Green")) // in mid-turn; the last one then meets the game master
	same(t, "phase", g.Phase, realm.Fighting)
	same(t, "Blue", g.Battles[1].Attacker, realm.StandIn)
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins})
	g.drawn()
	g.score()
	g.now(g.Leave("Purple"))
	old := g.Departed[1]
	g.begin()
	g.attack("Blue", "Red", realm.Fortress)
	g.drawn()
	g.score()

	_, _, err = g.Join(realm.Realm{Name: "Mauve", Player: "id-Purple"}, sixes)
	refused(t, "realm_taken", err)
	_, _, err = g.Join(realm.Realm{Name: "Purple", Player: "somebody"}, sixes)
	refused(t, "realm_taken", err)
	_, _, err = g.Join(realm.Realm{Name: "Purple", Player: "id-Purple", Faction: "Irish"}, sixes)
	refused(t, "faction_fixed", err)
	_, _, err = g.Join(realm.Realm{Name: "Purple", Player: "id-Purple", Legend: "Harald"}, sixes)
	refused(t, "no_legends", err)
	c, a, err := g.Join(realm.Realm{Name: "purple", Player: "id-Purple", PlayerName: "New Nick", Faction: "vikings"}, nil)
	g.now(c, err)
	same(t, "returned", a.Returned, true)
	same(t, "under the player's present name", a.Realm.PlayerName, "New Nick")
	same(t, "with its strongholds", a.Realm.Figures(), old.Figures())
	same(t, "with its choices (C12)", a.Realm.Chosen, []realm.Choice{{Scenario: "Ambush!", Times: 1}})
	same(t, "at the bottom (C11a)", g.Order[len(g.Order)-1], "Purple")
	same(t, "no longer departed", len(g.Departed), 1)
}

func TestJoiningIsOncePerPlayerAndName(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple")
	_, _, err := g.Join(realm.Realm{Name: " PURPLE", Player: "x"}, nil)
	refused(t, "realm_taken", err)
	_, _, err = g.Join(realm.Realm{Name: "Blue", Player: "id-Purple"}, nil)
	refused(t, "player_has_realm", err)
	r, ok := g.Of("id-Purple")
	same(t, "the realm of a player", r.Name, "Purple")
	same(t, "found", ok, true)
	_, ok = g.Of("")
	same(t, "nobody's realm", ok, false)
	for _, guest := range []string{"Guest", "Another"} { // players without an account
		c, _, err := g.Join(realm.Realm{Name: guest}, nil)
		g.now(c, err)
	}
	g = campaign(t, realm.Rules{})
	for i := range realm.MaxRealms {
		g.join("Realm " + strings.Repeat("I", i+1)[:min(i+1, 20)] + string(rune('a'+i%26)) + string(rune('a'+i/26)))
	}
	_, _, err = g.Join(realm.Realm{Name: "One too many"}, nil)
	refused(t, "campaign_full", err)
}

func TestNamesAreHostileText(t *testing.T) {
	g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue")
	long := strings.Repeat("a", 501)
	keeps(t, g, func() {
		for _, test := range []struct{ name, code string }{
			{"", "name_missing"},
			{" \t\n ", "name_missing"},
			{"A,B", "bad_text"},
			{"A\x00B", "bad_text"},
			{"A\u202eB", "bad_text"},
			{"Pur\u200bple", "bad_text"},
			{"\u3164", "bad_text"},
			{"\xff\xfe", "bad_text"},
			{long, "text_too_long"},
		} {
			_, _, err := g.Join(realm.Realm{Name: test.name}, nil)
			refused(t, test.code, err)
			_, err = realm.New(test.name, realm.Rules{})
			if test.name != "A,B" {
				refused(t, test.code, err)
			}
		}
		for _, r := range []realm.Realm{
			{Name: "Red", PlayerName: long},
			{Name: "Red", Faction: long},
			{Name: "Red", Division: long},
			{Name: "Red", Legend: long},
		} {
			_, _, err := g.Join(r, nil)
			refused(t, "text_too_long", err)
		}
		_, err := g.Muster("Purple", "\x1b[2J", "")
		refused(t, "bad_text", err)
		_, err = g.Lead("Purple", "\u2067x")
		refused(t, "bad_text", err)
		_, _, err = g.Amend("Purple", realm.Figures{}, long)
		refused(t, "text_too_long", err)
	})
	g.begin()
	g.attack("Purple", "Blue")
	_, _, err := g.Choose("Purple", long)
	refused(t, "text_too_long", err)
	_, _, err = g.Settle("Purple", realm.Result{Outcome: realm.Draw, Note: long})
	refused(t, "text_too_long", err)
	_, _, err = g.Settle("Purple", realm.Result{Outcome: realm.Draw, AttackerLegend: "\x00"})
	refused(t, "bad_text", err)
	_, _, err = g.Settle("Purple", realm.Result{Outcome: realm.Draw, Note: "a\u2060b"})
	refused(t, "bad_text", err)
	_, err = g.Find(long)
	if got := err.Error(); !strings.Contains(got, strings.Repeat("a", 39)+"…") || strings.Contains(got, strings.Repeat("a", 40)) {
		t.Errorf("a name that is too long is told as %q", got)
	}
	const note = "2*3 _won_ @ the `ford`, 👩\u200d🚀 there"
	g.settle("Purple", realm.Result{Outcome: realm.Draw, Note: note})
	same(t, "a note", g.Battles[0].Result.Note, note)

	g = campaign(t, realm.Rules{})
	same(t, "spaces", g.join("  Ærø \n &  <Jórvík> ").Realm.Name, "Ærø & <Jórvík>")
	same(t, "found in any case", g.find("ÆRØ & <JÓRVÍK>").Name, "Ærø & <Jórvík>")
}

func TestAStrangerIsRefusedEverywhere(t *testing.T) {
	g := sixPlayers(t)
	for name, call := range map[string]func() error{
		"Find":    func() error { _, err := g.Find("Mauve"); return err },
		"Leave":   func() error { _, err := g.Leave("Mauve"); return err },
		"Muster":  func() error { _, err := g.Muster("Mauve", "Irish", ""); return err },
		"Lead":    func() error { _, err := g.Lead("Mauve", "Brian"); return err },
		"Spare":   func() error { _, err := g.Spare("Mauve", "Brian"); return err },
		"Amend":   func() error { _, _, err := g.Amend("Mauve", realm.Figures{}, ""); return err },
		"Arrange": func() error { _, _, err := g.Arrange("Mauve", "Blue", ""); return err },
		"CallOff": func() error { _, err := g.CallOff("Mauve"); return err },
		"Attack":  func() error { _, _, err := g.Attack("Mauve", "Blue", ""); return err },
		"Pass":    func() error { _, err := g.Pass("Mauve"); return err },
		"Targets": func() error { _, err := g.Targets("Mauve"); return err },
		"Choose":  func() error { _, _, err := g.Choose("Mauve", "Ambush!"); return err },
		"Report":  func() error { _, _, err := g.Report("Mauve", realm.Result{Outcome: realm.Draw}, "Mauve"); return err },
		"Confirm": func() error { _, _, err := g.Confirm("Mauve", "Blue"); return err },
		"Settle":  func() error { _, _, err := g.Settle("Mauve", realm.Result{Outcome: realm.Draw}); return err },
	} {
		err := call()
		if code := realm.Code(err); code != "unknown_realm" {
			t.Errorf("%s by a stranger: code %q", name, code)
			continue
		}
		same(t, name, err.Error(), `There is no realm called "Mauve"; the realms are Purple, Blue, Green, Yellow, Orange and Red.`)
	}
}
