package realm_test

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"skald/realm"
)

// season plays a campaign by chance: everything that a group may do and much that it may not.
type season struct {
	*game
	pick    func(n int) int // from 0 to n-1
	strict  bool            // check each step
	players int
	text    string // the campaign as light writes it
}

func newSeason(t tester, pick func(n int) int, roll realm.Dice, realms int, strict bool) *season {
	rules := realm.Rules{
		Legendary: pick(2) == 0, Unnested: pick(2) == 0, HordesLast: pick(2) == 0,
		StandInUnpaid: pick(2) == 0, AbsentLast: pick(2) == 0,
	}
	g := campaign(t, rules)
	g.roll = roll
	s := &season{game: g, pick: pick, strict: strict}
	for range realms {
		s.newcomer()
	}
	return s
}

func (s *season) chance(oneIn int) bool { return s.pick(oneIn) == 0 }

func (s *season) newcomer() {
	s.players++
	name := fmt.Sprintf("Realm %d", s.players)
	s.step("Join", func(c realm.Campaign) (realm.Campaign, error) {
		c, _, err := c.Join(realm.Realm{Name: name, Player: name}, s.roll)
		return c, err
	})
}

// step tries something and takes what came of it. The receiver never changes, a refusal changes nothing and
// is one sentence with a code, and what is left is always a sound campaign.
func (s *season) step(what string, do func(realm.Campaign) (realm.Campaign, error)) bool {
	s.Helper()
	if !s.strict {
		c, err := do(s.Campaign)
		if err == nil {
			s.Campaign = c
		}
		return err == nil
	}
	before := s.text
	if before == "" {
		before = s.light()
	}
	c, err := do(s.Campaign)
	if after := s.light(); after != before {
		s.Fatalf("%s changed its receiver:\n%s\n%s", what, before, after)
	}
	if err != nil {
		s.sentence(what, err)
		same(s, what+" was refused and still changed the campaign", light(s, c), before)
		return false
	}
	if err := c.Check(); err != nil {
		s.Fatalf("after %s: %v", what, err)
	}
	s.Campaign, s.text = c, light(s, c)
	return true
}

// light is the campaign written without its closed turns.
func (s *season) light() string { return light(s, s.Campaign) }

func light(t tester, c realm.Campaign) string {
	c.Past = nil
	return written(t, c)
}

func (s *season) sentence(what string, err error) {
	s.Helper()
	text := err.Error()
	first, _ := utf8.DecodeRuneInString(text)
	if realm.Code(err) == "" || text == "" || unicode.IsLower(first) || text[len(text)-1] != '.' {
		s.Fatalf("%s was refused without a code or a whole sentence: %q", what, text)
	}
}

// anyone is a realm, or sometimes somebody who is none.
func (s *season) anyone() string {
	names := append(s.Names(), realm.StandIn, "Nobody")
	return names[s.pick(len(names))]
}

func (s *season) anyResult() realm.Result {
	r := realm.Result{Outcome: []realm.Outcome{realm.AttackerWins, realm.DefenderWins, realm.Draw}[s.pick(3)]}
	r.WarlordSlain = r.Outcome != realm.Draw && s.chance(2)
	if s.Rules.Legendary && s.chance(4) {
		r.AttackerLegend = fmt.Sprintf("Legend %d", s.pick(20))
	}
	return r
}

// gather is what may happen between turns, and ends with the turn opened.
func (s *season) gather() {
	if s.players < 12 && s.chance(5) {
		s.newcomer()
	}
	if len(s.Realms) > 2 && s.chance(15) {
		name := s.Names()[s.pick(len(s.Realms))]
		s.step("Leave", func(c realm.Campaign) (realm.Campaign, error) { return c.Leave(name) })
	}
	if len(s.Departed) > 0 && s.chance(4) {
		name := s.Departed[0].Name
		s.step("Join", func(c realm.Campaign) (realm.Campaign, error) {
			c, _, err := c.Join(realm.Realm{Name: name, Player: name}, s.roll)
			return c, err
		})
	}
	if s.chance(3) {
		s.arranges()
	}
	for !s.opened() {
	}
}

// opened tries to open the turn with any of the realms absent.
func (s *season) opened() bool {
	var absent []string
	for _, name := range s.Names() {
		if s.chance(5) {
			absent = append(absent, name)
		}
	}
	return s.step("Begin", func(c realm.Campaign) (realm.Campaign, error) { return c.Begin(absent, s.shuffled) })
}

func (s *season) shuffled(names []string) []string {
	for i := len(names) - 1; i > 0; i-- {
		j := s.pick(i + 1)
		names[i], names[j] = names[j], names[i]
	}
	return names
}

func (s *season) arranges() {
	first, second := s.anyone(), s.anyone()
	size := append(realm.Strongholds(), "")[s.pick(4)]
	s.step("Arrange", func(c realm.Campaign) (realm.Campaign, error) {
		c, _, err := c.Arrange(first, second, size)
		return c, err
	})
}

// declare plays the declarations to their end.
func (s *season) declare() {
	for next, forced := s.Next(); next != ""; next, forced = s.Next() {
		if s.strict {
			if s.chance(5) {
				s.legality(next, forced)
			}
			if s.chance(4) {
				s.meddle()
				continue // it may be for another to declare now
			}
		}
		if s.chance(4) {
			s.step("Pass", func(c realm.Campaign) (realm.Campaign, error) { return c.Pass(next) })
			continue
		}
		targets, err := s.Targets(next)
		s.ok(err)
		if !s.strict {
			targets = slices.DeleteFunc(targets, func(t realm.Target) bool { return t.Err != nil })
		}
		t := targets[s.pick(len(targets))]
		size := realm.Stronghold("")
		if len(t.Open) > 0 {
			size = t.Open[s.pick(len(t.Open))]
		}
		s.step("Attack", func(c realm.Campaign) (realm.Campaign, error) {
			c, _, err := c.Attack(next, t.Realm, size)
			return c, err
		})
	}
}

// legality wants the suggestions and the rulings to be one: what Targets offers Attack accepts, and
// nothing else.
func (s *season) legality(next string, forced bool) {
	s.Helper()
	if mayPass := s.MayPass(next) == nil; mayPass == forced {
		s.Fatalf("%s: forced %v, may pass %v", next, forced, mayPass)
	}
	targets, err := s.Targets(next)
	s.ok(err)
	someone, sibling, before := false, realm.Campaign{}, ""
	for _, t := range targets {
		someone = someone || t.Err == nil
		for _, size := range realm.Strongholds() {
			c, _, err := s.Attack(next, t.Realm, size)
			if err == nil && before == "" {
				sibling, before = c, light(s, c)
			}
			offered := t.Err == nil && slices.Contains(t.Open, size)
			if (err == nil) != offered {
				s.Fatalf("%s on %s of %s: offered %v, ruled %v", next, size, t.Realm, offered, err)
			}
		}
		_, b, err := s.Attack(next, t.Realm, "")
		if offered := t.Err == nil && len(t.Open) < 2; (err == nil) != offered || err == nil && len(t.Open) == 1 && b.Stronghold != t.Open[0] {
			s.Fatalf("%s on %s without a size: offered %v, ruled %v", next, t.Realm, offered, err)
		}
	}
	if before != "" && light(s, sibling) != before {
		s.Fatalf("one attack changed what came of another:\n%s\n%s", before, light(s, sibling))
	}
	if !someone {
		s.Fatalf("%s is to declare and may attack nobody", next)
	}
}

// meddle tries what may or may not be allowed, by anyone.
func (s *season) meddle() {
	by, on := s.anyone(), s.anyone()
	size := append(realm.Strongholds(), "", "Hut")[s.pick(5)]
	switch s.pick(9) {
	case 0:
		s.step("Attack", func(c realm.Campaign) (realm.Campaign, error) {
			c, _, err := c.Attack(by, on, size)
			return c, err
		})
	case 1:
		s.step("Pass", func(c realm.Campaign) (realm.Campaign, error) { return c.Pass(by) })
	case 2:
		s.arranges()
	case 3:
		s.step("CallOff", func(c realm.Campaign) (realm.Campaign, error) { return c.CallOff(by) })
	case 4:
		if len(s.Realms) > 2 && s.chance(8) {
			s.step("Leave", func(c realm.Campaign) (realm.Campaign, error) { return c.Leave(by) })
		}
	case 5:
		if s.players < 12 && s.chance(4) {
			s.newcomer()
		}
	case 6:
		s.step("Score", func(c realm.Campaign) (realm.Campaign, error) {
			if c.Due() == nil {
				return c, nil // it is not for a meddler to close the turn
			}
			c, _, err := c.Score(s.roll)
			return c, err
		})
	case 7:
		s.step("Lead", func(c realm.Campaign) (realm.Campaign, error) {
			return c.Lead(by, fmt.Sprintf("Legend %d", s.pick(20)))
		})
	case 8:
		s.step("Dispute", func(c realm.Campaign) (realm.Campaign, error) {
			c, _, err := c.Dispute(on, by)
			return c, err
		})
	}
}

// fightAll plays the battles of the turn to results that count.
func (s *season) fightAll() {
	for s.Due() != nil {
		for _, b := range s.Battles {
			if !b.Decided() {
				s.fightOne(b)
			}
		}
		if s.strict {
			s.meddle()
		}
	}
}

func (s *season) fightOne(b realm.Battle) {
	if left := s.ScenariosLeft(b.Attacker); len(left) > 0 && s.chance(2) {
		name := left[s.pick(len(left))].Scenario
		s.step("Choose", func(c realm.Campaign) (realm.Campaign, error) {
			c, _, err := c.Choose(b.Attacker, name)
			return c, err
		})
	}
	result, by := s.anyResult(), []string{b.Attacker, b.Defender}[s.pick(2)]
	s.step("Report", func(c realm.Campaign) (realm.Campaign, error) {
		c, _, err := c.Report(b.Defender, result, by)
		return c, err
	})
	s.step("answer", func(c realm.Campaign) (realm.Campaign, error) {
		var err error
		switch s.pick(4) {
		case 0:
			c, _, err = c.Settle(b.Defender, result)
		case 1:
			c, _, err = c.Dispute(b.Defender, b.Other(by))
		default:
			c, _, err = c.Confirm(b.Defender, b.Other(by))
		}
		return c, err
	})
}

// turn plays one whole turn and gives its record.
func (s *season) turn() realm.Turn {
	s.gather()
	s.declare()
	if s.strict {
		s.everybodyFightsOnce()
	}
	s.fightAll()
	open := s.Campaign
	var turn realm.Turn
	s.step("Score", func(c realm.Campaign) (realm.Campaign, error) {
		c, t, err := c.Score(s.roll)
		turn = t
		return c, err
	})
	if s.strict {
		s.laws(open, turn)
	}
	return turn
}
