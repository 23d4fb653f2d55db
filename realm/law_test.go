package realm_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/realm"
)

// Laws over random campaigns of 2 to 12 realms and up to 50 turns.
func TestLawsOfTheCampaign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
		roll := func(n int) []int { return rapid.SliceOfN(rapid.IntRange(1, 6), n, n).Draw(t, "dice") }
		s := newSeason(t, pick, roll, rapid.IntRange(2, 12).Draw(t, "realms"), true)
		for range rapid.IntRange(1, 50).Draw(t, "turns") {
			s.turn()
		}
		s.points()
		s.roundTrip()
	})
}

// everybodyFightsOnce is C7 and C9: nobody twice, and everybody who is present.
func (s *season) everybodyFightsOnce() {
	s.Helper()
	fights := map[string]int{}
	standIns := 0
	for _, b := range s.Battles {
		fights[b.Attacker]++
		fights[b.Defender]++
		if b.Attacker == realm.StandIn {
			standIns++
		}
	}
	for _, name := range s.Present {
		if fights[name] != 1 {
			s.Fatalf("%s is present and fights %d times", name, fights[name])
		}
	}
	for name, n := range fights {
		if n != 1 {
			s.Fatalf("%s fights %d times", name, n)
		}
	}
	if standIns != fights[realm.StandIn] || standIns > 1 {
		s.Fatalf("the game master's force fights %d times", standIns)
	}
}

// laws is what holds after each turn, given the campaign just before it was closed.
func (s *season) laws(open realm.Campaign, turn realm.Turn) {
	s.Helper()
	s.conserved()
	s.ordered(open)
	for _, name := range open.Names() {
		before, _ := open.Find(name)
		after := s.find(name)
		roll, rolled := turn.Roll(name, realm.VictoryPoints)
		took := slices.Contains(open.Present, name) || slices.Contains(open.Absent, name)
		if rolled != took {
			s.Fatalf("%s rolled %v, took part %v", name, rolled, took)
		}
		if after.VP != before.VP+roll.Sum {
			s.Fatalf("%s had %d VPs, rolled %d and has %d", name, before.VP, roll.Sum, after.VP)
		}
		s.dice(after, roll, open, rolled)
	}
	if c := s.Campaign; c.Turn != open.Turn+1 || c.Phase != realm.Gathering || len(c.Battles) != 0 {
		s.Fatalf("the turn was not closed: %s", s.light())
	}
}

// conserved: strongholds are neither made nor lost (C3, C14).
func (s *season) conserved() {
	s.Helper()
	var sum realm.Holdings
	for _, r := range slices.Concat(s.Realms, s.Departed) {
		sum.Towers += r.Holdings.Towers
		sum.Fortresses += r.Holdings.Fortresses
		sum.Castles += r.Holdings.Castles
	}
	n := len(s.Realms) + len(s.Departed)
	same(s, "all strongholds", sum, realm.Holdings{Towers: 3 * n, Fortresses: 2 * n, Castles: n})
}

// ordered: the order is a permutation, and that of C11, worked out in another way: each realm's place is
// given a weight and the order sorted by it.
func (s *season) ordered(open realm.Campaign) {
	s.Helper()
	weight := map[string]int{}
	for i, name := range open.Order {
		weight[name] = i
		present, absent := slices.Contains(open.Present, name), slices.Contains(open.Absent, name)
		_, fights := open.Battle(name)
		switch {
		case !present && !absent:
			weight[name] += 2000
		case absent && !fights && open.Rules.AbsentLast:
			weight[name] += 3000
		}
	}
	for i, b := range open.Battles {
		if b.Attacker != realm.StandIn {
			weight[b.Attacker] = 1999 - i
		}
	}
	want := slices.Clone(open.Order)
	slices.SortFunc(want, func(a, b string) int { return weight[a] - weight[b] })
	same(s, "order", s.Order, want)
}

// dice: their number follows from the holdings, the battle and the absence, and their sum from the faces
// (C15, C17, C19).
func (s *season) dice(r realm.Realm, roll realm.Roll, open realm.Campaign, rolled bool) {
	s.Helper()
	want := 3*r.Holdings.Castles + 2*r.Holdings.Fortresses + r.Holdings.Towers - min(4, r.Missed)
	if b, ok := open.Battle(r.Name); ok && (b.Attacker != realm.StandIn || !open.Rules.StandInUnpaid) {
		defended := b.Defender == r.Name && b.Result.Outcome == realm.DefenderWins
		won := defended || b.Attacker == r.Name && b.Result.Outcome == realm.AttackerWins
		if defended {
			want++
		}
		if won && b.Result.WarlordSlain {
			want++
		}
	}
	if rolled && len(roll.Dice) != max(0, want) {
		s.Fatalf("%s rolled %d dice, not %d", r.Name, len(roll.Dice), want)
	}
	sum := 0
	for _, face := range roll.Dice {
		sum += face
	}
	if sum != roll.Sum {
		s.Fatalf("%s: the dice show %d and the sum is %d", r.Name, sum, roll.Sum)
	}
}

// points: a realm's VPs are the dice that were shown, from its base on.
func (s *season) points() {
	s.Helper()
	points := map[string]int{}
	for _, turn := range append(slices.Clone(s.Past), s.Now()) {
		for _, roll := range turn.Rolls {
			sum := 0
			for _, face := range roll.Dice {
				sum += face
			}
			if roll.Why == realm.Joining {
				points[roll.Realm] = roll.From - sum
			} else {
				points[roll.Realm] += sum
			}
			if points[roll.Realm] != roll.VP {
				s.Fatalf("%s has %d VPs by its dice, and %d were shown", roll.Realm, points[roll.Realm], roll.VP)
			}
		}
	}
	for _, r := range slices.Concat(s.Realms, s.Departed) {
		if r.VP != points[r.Name] {
			s.Fatalf("%s has %d VPs, and its dice show %d", r.Name, r.VP, points[r.Name])
		}
	}
}

// roundTrip: a campaign read back equals the one written, and is written the same.
func (s *season) roundTrip() {
	s.Helper()
	text := written(s, s.Campaign)
	var back realm.Campaign
	if err := json.Unmarshal([]byte(text), &back); err != nil {
		s.Fatalf("%v", err)
	}
	if !reflect.DeepEqual(s.Campaign, back) { // quicker than cmp for 50 turns
		s.Fatalf("read back (-written +read):\n%s", cmp.Diff(s.Campaign, back))
	}
	same(s, "written again", written(s, back), text)
}

// In the middle of a turn as well.
func TestLawTheJSONOfAnOpenTurnGivesItBack(t *testing.T) {
	g := sixPlayers(t)
	s := &season{game: g, strict: true}
	s.roundTrip()
	g.choose("Purple", "Ambush!")
	c, _, err := g.Report("Purple", realm.Result{Outcome: realm.AttackerWins, Note: "In the snow."}, "Orange")
	g.now(c, err)
	s.roundTrip()
}

var tokens = regexp.MustCompile(`"[^"]*"|-?\d+|true|false`)

// A campaign whose text was tampered with, each word replaced by another from the same text: what passes
// Check can be looked at and played on without a panic.
func TestLawWhatPassesCheckCanBePlayedOn(t *testing.T) {
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
		s := newSeason(t, pick, sixes, 2+pick(6), false)
		for range pick(3) {
			s.turn()
		}
		s.gather()
		if pick(2) == 0 {
			s.declare()
		}
		for range 8 {
			text := written(t, s.Campaign)
			for range 1 + pick(3) {
				words := tokens.FindAllStringIndex(text, -1)
				at, with := words[pick(len(words))], words[pick(len(words))]
				text = text[:at[0]] + text[with[0]:with[1]] + text[at[1]:]
			}
			var c realm.Campaign
			if json.Unmarshal([]byte(text), &c) == nil && c.Check() == nil {
				passed++
				playOn(c)
			}
		}
	})
	if passed < 10 {
		t.Errorf("only %d of the tampered campaigns were sound", passed)
	}
}

// The same for any text.
func FuzzCheck(f *testing.F) {
	g := sixPlayers(f)
	f.Add(written(f, g.Campaign))
	g.drawn()
	f.Add(written(f, g.Campaign))
	g.score()
	f.Add(written(f, g.Campaign))
	g.begin("Red")
	f.Add(written(f, g.Campaign))
	f.Fuzz(func(_ *testing.T, text string) {
		var c realm.Campaign
		if json.Unmarshal([]byte(text), &c) == nil && c.Check() == nil {
			playOn(c)
		}
	})
}

// playOn tries everything once; it panics or it does not.
func playOn(c realm.Campaign) {
	next, _ := c.Next()
	_, _ = c.Targets(next)
	_, _ = c.Pass(next)
	for _, name := range append(c.Names(), realm.StandIn) {
		_, _, _ = c.Attack(next, name, "")
		_, _, _ = c.Report(name, realm.Result{Outcome: realm.DefenderWins}, name)
		_, _, _ = c.Choose(name, "Ambush!")
		_, _, _ = c.Arrange(next, name, "")
		_, _ = c.CallOff(name)
		_, _ = c.Leave(name)
		_ = c.ScenariosLeft(name)
	}
	_, _ = c.Now(), c.Standings()
	_, _ = c.Abandon()
	_, _, _ = c.Join(realm.Realm{Name: "New"}, sixes)
	if opened, err := c.Begin(nil, asGiven); err == nil {
		c = opened
	}
	for _, b := range c.Battles {
		if settled, _, err := c.Settle(b.Defender, realm.Result{Outcome: realm.AttackerWins, WarlordSlain: true}); err == nil {
			c = settled
		}
	}
	_, _, _ = c.Score(sixes)
}
