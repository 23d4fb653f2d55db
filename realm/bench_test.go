package realm_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"skald/realm"
)

// fullTurn opens a turn, declares, reports, confirms and closes it.
func fullTurn(b *testing.B, g *game) realm.Campaign {
	c, err := g.Begin(nil, asGiven)
	for next, _ := c.Next(); err == nil && next != ""; next, _ = c.Next() {
		var targets []realm.Target
		if targets, err = c.Targets(next); err != nil {
			break
		}
		for _, t := range targets {
			if t.Err == nil {
				c, _, err = c.Attack(next, t.Realm, append(t.Open, "")[0])
				break
			}
		}
	}
	for _, battle := range c.Battles {
		if err == nil {
			c, _, err = c.Report(battle.Defender, realm.Result{Outcome: realm.DefenderWins}, battle.Attacker)
		}
		if err == nil {
			c, _, err = c.Confirm(battle.Defender, battle.Defender)
		}
	}
	if err == nil {
		c, _, err = c.Score(sixes)
	}
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// after plays that many turns with that many realms.
func after(b *testing.B, turns, realms int) *game {
	var names []string
	for i := range realms {
		names = append(names, fmt.Sprintf("Realm %d", i+1))
	}
	g := campaign(b, realm.Rules{}, names...)
	for range turns {
		g.Campaign = fullTurn(b, g)
	}
	return g
}

func BenchmarkTurn(b *testing.B) {
	for _, realms := range []int{2, 6, 12, 50} {
		for _, turns := range []int{0, 50} {
			b.Run(fmt.Sprintf("realms=%d/past=%d", realms, turns), func(b *testing.B) {
				g := after(b, turns, realms)
				b.ReportAllocs()
				for b.Loop() {
					fullTurn(b, g)
				}
			})
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	for _, turns := range []int{0, 10, 50} {
		g := after(b, turns, 6)
		text, err := json.Marshal(g.Campaign)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("write/past=%d", turns), func(b *testing.B) {
			for b.Loop() {
				_, _ = json.Marshal(g.Campaign)
			}
			b.ReportMetric(float64(len(text)), "bytes")
		})
		b.Run(fmt.Sprintf("read/past=%d", turns), func(b *testing.B) {
			for b.Loop() {
				var c realm.Campaign
				_ = json.Unmarshal(text, &c)
			}
		})
	}
}

func BenchmarkTargets(b *testing.B) {
	g := after(b, 1, 12)
	c, err := g.Begin(nil, asGiven)
	if err != nil {
		b.Fatal(err)
	}
	next, _ := c.Next()
	for b.Loop() {
		_, _ = c.Targets(next)
	}
}
