package realm_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skald/realm"
)

// luck is fair dice and choices from a fixed seed.
func luck(seed uint64) (pick func(int) int, roll realm.Dice) {
	r := rand.New(rand.NewPCG(seed, 0x5A6A))
	return r.IntN, func(n int) []int {
		faces := make([]int, n)
		for i := range faces {
			faces[i] = r.IntN(6) + 1
		}
		return faces
	}
}

// sums gives the exact chance of each sum of n dice, from n up.
func sums(n int) []float64 {
	chance := []float64{1}
	for range n {
		next := make([]float64, len(chance)+5)
		for i, p := range chance {
			for face := range 6 {
				next[i+face] += p / 6
			}
		}
		chance = next
	}
	return chance
}

// fit is the chi-square of sums seen against those of n dice, as a standard normal (Wilson and Hilferty);
// neighbours expected fewer than 8 times are counted together.
func fit(seen []int, n int) float64 {
	counts := make([]float64, 5*n+1)
	for _, sum := range seen {
		counts[sum-n]++
	}
	var chi, got, want float64
	bins := 0
	total := float64(len(seen))
	left := total
	for i, p := range sums(n) {
		got, want = got+counts[i], want+p*total
		left -= p * total
		if want >= 8 && left >= 8 {
			chi += (got - want) * (got - want) / want
			got, want = 0, 0
			bins++
		}
	}
	chi += (got - want) * (got - want) / want
	k := float64(bins) // degrees of freedom: bins + 1 − 1
	return (math.Cbrt(chi/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
}

// kind names what is special about a roll.
func kind(r realm.Roll) string {
	if r.Why == realm.Joining {
		return "joining"
	}
	name := "strongholds"
	for _, p := range r.Parts {
		switch p.Source {
		case realm.FromCastles, realm.FromFortresses, realm.FromTowers:
		default:
			name += " + " + string(p.Source)
		}
	}
	return name
}

// key is a kind of roll with a number of dice.
type key struct {
	kind string
	dice int
}

func (k key) name() string { return fmt.Sprintf("%s, %2dd6", k.kind, k.dice) }

// Over 10,000 turns the mean, the spread and the shape of each kind of roll are those of its dice (C15,
// C17, C18, C19). The bounds are 4.5 standard errors.
func TestChanceOfEachKindOfRoll(t *testing.T) {
	if testing.Short() {
		t.Skip("10,000 turns")
	}
	seen := map[key][]int{}
	var faces [6]int
	pick, roll := luck(1)
	for range 200 { // campaigns of 50 turns
		s := newSeason(t, pick, roll, 2+pick(7), false)
		for range 50 {
			for _, r := range s.turn().Rolls {
				k := key{kind(r), len(r.Dice)}
				seen[k] = append(seen[k], r.Sum)
				for _, face := range r.Dice {
					faces[face-1]++
				}
			}
		}
	}
	tested := map[string]bool{}
	keys := slices.SortedFunc(maps.Keys(seen), func(a, b key) int { return strings.Compare(a.name(), b.name()) })
	for _, k := range keys {
		list := seen[k]
		if k.dice == 0 || len(list) < 300 {
			continue
		}
		tested[k.kind] = true
		mean, variance := moments(list)
		n, count := float64(k.dice), float64(len(list))
		trueVariance := n * 35 / 12
		if z := (mean - 3.5*n) / math.Sqrt(trueVariance/count); math.Abs(z) > 4.5 {
			t.Errorf("%s: mean %.3f of %d rolls, not %.1f (z %.1f)", k.name(), mean, len(list), 3.5*n, z)
		}
		if z := (variance/trueVariance - 1) / math.Sqrt(2/count); math.Abs(z) > 4.5 {
			t.Errorf("%s: variance %.3f of %d rolls, not %.3f (z %.1f)", k.name(), variance, len(list), trueVariance, z)
		}
		if z := fit(list, k.dice); z > 4.5 {
			t.Errorf("%s: %d rolls do not fit their dice (z %.1f)", k.name(), len(list), z)
		}
	}
	for _, want := range []string{
		"joining", "strongholds", "strongholds + Won as Defender", "strongholds + Slew the warlord",
		"strongholds + Won as Defender + Slew the warlord", "strongholds + Barbarian Raid", "strongholds + Famine",
	} {
		if !tested[want] {
			t.Errorf("too few rolls of the kind %q", want)
		}
	}
	chi := 0.0
	mean := float64(sum(faces[:])) / 6
	for _, n := range faces {
		chi += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	if chi > 30 { // 5 degrees of freedom: fewer than 2 in 100,000
		t.Errorf("faces %v: chi-square %.1f", faces, chi)
	}
	t.Logf("%d kinds of rolls by number of dice, faces %v", len(keys), faces)
}

// Pestilence and Civil War are rare where absence is rare, so one realm stays away here.
func TestChanceOfTheCalamities(t *testing.T) {
	_, roll := luck(2)
	seen := map[realm.Source][]int{}
	start := campaign(t, realm.Rules{}, "Purple", "Blue", "Green")
	for range 1000 {
		g := &game{t, start.Campaign, roll}
		for range 5 {
			g.Campaign, _ = g.Begin([]string{"Green"}, asGiven)
			next, _ := g.Next()
			other := map[string]string{"Purple": "Blue", "Blue": "Purple"}[next]
			g.Campaign, _, _ = g.Attack(next, other, realm.Tower)
			g.drawn()
			turn := g.score()
			row := turn.Rows[slices.Index(turn.Order, "Green")]
			seen[row.Calamity] = append(seen[row.Calamity], row.Roll)
		}
	}
	for missed := 1; missed <= 4; missed++ {
		source, fewer := realm.Calamity(missed)
		list, n := seen[source], 10-fewer
		mean, variance := moments(list)
		if z := fit(list, n); z > 4.5 || math.Abs(mean-3.5*float64(n)) > 0.8 || math.Abs(variance/(float64(n)*35/12)-1) > 0.2 {
			t.Errorf("%s: mean %.2f, variance %.2f, z %.1f of %d rolls of %d dice", source, mean, variance, z, len(list), n)
		}
	}
}

// The first order is as fair as the shuffle that is passed in: each realm as often on each place (C9).
func TestChanceOfTheFirstOrder(t *testing.T) {
	pick, _ := luck(3)
	s := &season{pick: pick}
	places := map[string][]int{}
	g := campaign(t, realm.Rules{}, colours...)
	for range 6000 {
		c, err := g.Begin(nil, s.shuffled)
		g.ok(err)
		for i, name := range c.Order {
			if places[name] == nil {
				places[name] = make([]int, 6)
			}
			places[name][i]++
		}
	}
	for _, name := range colours {
		chi := 0.0
		for _, n := range places[name] {
			chi += float64((n-1000)*(n-1000)) / 1000
		}
		if chi > 30 {
			t.Errorf("%s: places %v, chi-square %.1f", name, places[name], chi)
		}
	}
}

func moments(list []int) (mean, variance float64) {
	for _, n := range list {
		mean += float64(n)
	}
	mean /= float64(len(list))
	for _, n := range list {
		variance += (float64(n) - mean) * (float64(n) - mean)
	}
	return mean, variance / float64(len(list)-1)
}

func sum(list []int) (n int) {
	for _, e := range list {
		n += e
	}
	return n
}
