package knights

import (
	"math"
	"os"
	"testing"
)

// sideRate is how the owners of one side of a land fare.
type sideRate struct {
	land       Colour
	crown      bool
	owned, won float64
}

func (s sideRate) rate() float64 { return s.won / max(1, s.owned) }

// ownerRates simulates games of equal players, in turn for two, three and four, with the sides mixed at random. The win rate of a side's owner is:
// of the finished games in which the side lies on the table and a player owns it at the end, the share that this player wins, a victory
// shared by n counting 1/n. Mean is the mean of the twelve sides' rates.
func ownerRates(t testing.TB, player Player, n int) (list []sideRate, mean float64) {
	var sides [2][colours]sideRate
	for i := range uint64(n) {
		g := walk(t, i, "mixed", []Player{player}, nil)
		scores, winners := g.Scores(), 0.0
		for _, s := range scores {
			if s.Place == 1 {
				winners++
			}
		}
		for _, land := range g.For(-1).Lands {
			one := &sides[truth(land.Side.Crown)][land.Side.Colour]
			if land.Owner >= 0 {
				one.owned++
			}
			if land.Owner >= 0 && scores[land.Owner].Place == 1 {
				one.won += 1 / winners
			}
		}
	}
	for crown := range 2 {
		for _, c := range Colours() {
			one := sides[crown][c]
			one.land, one.crown = c, crown == 1
			list = append(list, one)
			mean += one.rate() / 12
		}
	}
	return list, mean
}

// TestK3aNoSideOfALandDecidesTheGame asks that the win rate of each side's owner (ownerRates) lie within 15 % of the mean, the long run's
// games being played by barons who think shortly. A few games of squires, who are weaker judges of a land, may stray further.
func TestK3aNoSideOfALandDecidesTheGame(t *testing.T) {
	player, n, bound := Player(Squire), 300, 0.6
	if os.Getenv("KNIGHTS_LONG") != "" {
		player, n, bound = func(v View, luck Luck) Move { return v.search(luck, 800) }, 2400, 0.15
	}
	t.Parallel()
	list, mean := ownerRates(t, player, n)
	for _, s := range list {
		off := s.rate()/mean - 1
		t.Logf("%-12s crown %-5v owned %4.0f times, owner wins %.3f ± %.3f, %+5.1f %% of the mean",
			s.land.Land(), s.crown, s.owned, s.rate(), math.Sqrt(s.rate()*(1-s.rate())/s.owned), 100*off)
		if math.Abs(off) > bound || s.owned < float64(n)/4 {
			t.Errorf("%s, crown %v: the owner wins %.3f, the mean is %.3f", s.land.Land(), s.crown, s.rate(), mean)
		}
	}
	t.Logf("%d games, mean %.3f", n, mean)
}
