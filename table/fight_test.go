package table

import (
	"testing"

	"skald/combat"
	"skald/hero"
)

// R4.5, R9.7: healing that is taken back costs the newest card; one that is still owed is owed no longer (R1.4c).
func TestR45HealingIsTakenBack(t *testing.T) {
	for _, c := range []struct {
		deck string
		want string
		owed int
	}{
		{"8 Mind, 7 Mind, 6 Mind", "7 Mind, 8 Mind", 0},
		{"8 Mind, 7 Mind", "7 Mind, 8 Mind", 0}, // the third was owed
		{"8 Mind", "8 Mind", 1},                 // two were
	} {
		tb, luck := small(t, c.deck)
		s := seatHero(t, tb, "Jack", 1, 3, luck)
		tb.Mend(combat.Healing{Who: "Jack", Cards: -1, After: hero.Wounds{Killing: 1}}, luck)
		s, _ = tb.Seat(s.ID)
		if got := tb.Hand(s).String(); got != c.want || tb.CardsOwed(s) != c.owed || s.Wounds.Killing != 1 {
			t.Errorf("%s: %s, %d owed, %+v", c.deck, got, tb.CardsOwed(s), s.Wounds)
		}
	}
}
