package realm_test

import (
	"fmt"
	"slices"
	"testing"

	"skald/realm"
)

func TestC14aMostVPsWinAndTiesShare(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue", "Green", "Red")
	for name, vp := range map[string]int{"Purple": 3, "Blue": 40, "Green": 40, "Red": 40} {
		g.amend(name, realm.Start(), vp, 0)
	}
	var ranks []int
	var names []string
	for _, s := range g.Standings() {
		ranks, names = append(ranks, s.Rank), append(names, s.Realm.Name)
	}
	same(t, "ranks", ranks, []int{1, 1, 1, 4})
	same(t, "names", names, []string{"Blue", "Green", "Red", "Purple"})
	same(t, "winners", g.Winners(), []string{"Blue", "Green", "Red"})
	g.now(g.End())
	same(t, "winners", g.Winners(), []string{"Blue", "Green", "Red"})
}

// The game master ends the campaign at any time; what was not closed does not count.
func TestC14aTheCampaignEndsInMidTurn(t *testing.T) {
	g := sixPlayers(t)
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true})
	g.now(g.End())
	same(t, "phase", g.Phase, realm.Ended)
	same(t, "battles", g.Battles, nil)
	same(t, "holdings", g.find("Purple").Holdings, realm.Start())
	same(t, "points", g.find("Purple").VP, 0)
	g.Campaign = g.Reopen()
	g.ok(g.Check())
	same(t, "opened again, between two turns", g.Phase, realm.Gathering)
	g.begin()
}

func TestC14aAfterTheEndNothingChanges(t *testing.T) {
	g := campaign(t, realm.Rules{Legendary: true}, "Purple", "Blue")
	g.now(g.End())
	for name, call := range map[string]func() error{
		"Adopt":   func() error { _, err := g.Adopt(realm.Rules{}); return err },
		"Join":    func() error { _, _, err := g.Join(realm.Realm{Name: "Red"}, sixes); return err },
		"Leave":   func() error { _, err := g.Leave("Blue"); return err },
		"Muster":  func() error { _, err := g.Muster("Blue", "Irish", ""); return err },
		"Lead":    func() error { _, err := g.Lead("Blue", "Brian"); return err },
		"Spare":   func() error { _, err := g.Spare("Blue", "Brian"); return err },
		"Reorder": func() error { _, err := g.Reorder([]string{"Blue", "Purple"}); return err },
		"Begin":   func() error { _, err := g.Begin(nil, asGiven); return err },
		"Arrange": func() error { _, _, err := g.Arrange("Blue", "Purple", ""); return err },
		"CallOff": func() error { _, err := g.CallOff("Blue"); return err },
		"Attack":  func() error { _, _, err := g.Attack("Blue", "Purple", ""); return err },
		"Pass":    func() error { _, err := g.Pass("Blue"); return err },
		"Choose":  func() error { _, _, err := g.Choose("Blue", "Old Feud"); return err },
		"Report":  func() error { _, _, err := g.Report("Blue", realm.Result{Outcome: realm.Draw}, "Blue"); return err },
		"Confirm": func() error { _, _, err := g.Confirm("Blue", "Blue"); return err },
		"Settle":  func() error { _, _, err := g.Settle("Blue", realm.Result{Outcome: realm.Draw}); return err },
		"Score":   func() error { _, _, err := g.Score(sixes); return err },
		"Amend":   func() error { _, _, err := g.Amend("Blue", realm.Figures{}, ""); return err },
		"Abandon": func() error { _, err := g.Abandon(); return err },
		"End":     func() error { _, err := g.End(); return err },
	} {
		if code := realm.Code(call()); code != "campaign_ended" {
			t.Errorf("%s after the end: code %q", name, code)
		}
	}
}

func TestTheGameMasterCorrectsFigures(t *testing.T) {
	g := campaign(t, realm.Rules{}, "Purple", "Blue")
	for _, f := range []realm.Figures{
		{Holdings: realm.Holdings{Towers: -1}},
		{Holdings: realm.Holdings{Castles: realm.MaxStrongholds + 1}},
		{VP: realm.MaxVP + 1},
		{VP: -realm.MaxVP - 1},
		{Missed: -1},
		{Missed: realm.MaxMissed + 1},
	} {
		_, _, err := g.Amend("Purple", f, "")
		refused(t, "bad_number", err)
	}
	to := realm.Figures{Holdings: realm.Holdings{Towers: 5}, VP: 12, Missed: 2}
	c, a, err := g.Amend("purple", to, "A die fell off the table")
	g.now(c, err)
	same(t, "amendment", a, realm.Amendment{Realm: "Purple", From: realm.Figures{Holdings: realm.Start()}, To: to, Note: "A die fell off the table"})
	g.begin()
	g.attack("Purple", "Blue")
	g.drawn()
	same(t, "kept in the record", g.score().Amendments, []realm.Amendment{a})
	same(t, "only there", g.Amendments, nil)
}

func TestAnAbandonedTurnCountsForNothing(t *testing.T) {
	g := sixPlayers(t)
	g.settle("Purple", realm.Result{Outcome: realm.AttackerWins})
	g.now(g.Abandon())
	same(t, "phase", g.Phase, realm.Gathering)
	same(t, "turn", g.Turn, 1)
	same(t, "holdings", g.find("Purple").Holdings, realm.Start())
	_, err := g.Abandon()
	refused(t, "turn_not_open", err)
	g.begin("Red")
	next, _ := g.Next()
	same(t, "from the top", next, "Purple")
}

func TestCheckRefusesWhatCannotBePlayedOn(t *testing.T) {
	for name, spoil := range map[string]func(c *realm.Campaign){
		"no name":             func(c *realm.Campaign) { c.Name = "" },
		"unreadable name":     func(c *realm.Campaign) { c.Realms[0].Name = "Pur,ple" },
		"unreadable departed": func(c *realm.Campaign) { c.Departed = []realm.Realm{{Name: "Pur,ple"}} },
		"name of a departed":  func(c *realm.Campaign) { c.Departed = []realm.Realm{{Name: "purple"}} },
		"seated in between":   func(c *realm.Campaign) { c.Phase, c.Battles, c.Passed = realm.Gathering, nil, nil },
		"fight of strangers": func(c *realm.Campaign) {
			c.Battles = append(c.Battles, realm.Battle{Attacker: "Mauve", Defender: "Ochre", Arranged: true})
		},
		"two of a name":    func(c *realm.Campaign) { c.Realms[1].Name = "purple" },
		"no realm's name":  func(c *realm.Campaign) { c.Realms[0].Name = "" },
		"too many castles": func(c *realm.Campaign) { c.Realms[0].Holdings.Castles = 1 << 40 },
		"below 0":          func(c *realm.Campaign) { c.Realms[0].Holdings.Towers = -1 },
		"too many": func(c *realm.Campaign) {
			for i := range realm.MaxRealms {
				c.Departed = append(c.Departed, realm.Realm{Name: fmt.Sprintf("Gone %d", i)})
			}
		},
		"order lacks one":    func(c *realm.Campaign) { c.Order = c.Order[1:] },
		"order has a guest":  func(c *realm.Campaign) { c.Order[0] = "Mauve" },
		"present and absent": func(c *realm.Campaign) { c.Absent = []string{"Purple"} },
		"stranger present":   func(c *realm.Campaign) { c.Present = append(c.Present, "Mauve") },
		"passed":             func(c *realm.Campaign) { c.Passed = []string{"Mauve"} },
		"fights twice":       func(c *realm.Campaign) { c.Battles[1].Defender = "Purple" },
		"fights a stranger":  func(c *realm.Campaign) { c.Battles[1].Defender = "Mauve" },
		"fights nobody":      func(c *realm.Campaign) { c.Battles[1].Defender = "" },
		"a guest's seizure": func(c *realm.Campaign) {
			c.Battles[1].Attacker, c.Absent = realm.StandIn, []string{"Green"}
			c.Present = slices.DeleteFunc(slices.Clone(c.Present), func(n string) bool { return n == "Green" })
		},
		"arranged at table": func(c *realm.Campaign) { c.Battles[1].Arranged = true },
		"a hut":             func(c *realm.Campaign) { c.Battles[1].Stronghold = "Hut" },
		"a state":           func(c *realm.Campaign) { c.Battles[1].State = "odd" },
		"no result":         func(c *realm.Campaign) { c.Battles[1].State = realm.Confirmed },
		"a stranger's report": func(c *realm.Campaign) {
			c.Battles[1].State, c.Battles[1].Reporter, c.Battles[1].Result.Outcome = realm.Reported, "Mauve", realm.Draw
		},
		"turn 0":         func(c *realm.Campaign) { c.Turn = 0 },
		"a turn to come": func(c *realm.Campaign) { c.Past = []realm.Turn{{Number: 1}} },
		"phase":          func(c *realm.Campaign) { c.Phase = "" },
		"declaring":      func(c *realm.Campaign) { c.Phase = realm.Declaring },
		"gathering":      func(c *realm.Campaign) { c.Phase = realm.Gathering },
		"fighting":       func(c *realm.Campaign) { c.Battles = c.Battles[:1] },
	} {
		g := sixPlayers(t)
		g.ok(g.Check())
		spoil(&g.Campaign)
		if code := realm.Code(g.Check()); code != "bad_campaign" {
			t.Errorf("%s: code %q", name, code)
		}
	}
}
