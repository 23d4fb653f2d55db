package combat

import (
	"testing"
)

// R6.2, R6.4: a hero who has left the table in mid-fight has no place in the order and no conditions, and nobody has
// any with them; foes cannot act against them. Back at the table, all is as it was.
func TestR62AwayFromTheTable(t *testing.T) {
	s := scene(newHero("Bren", score("Strength", 9)), newHero("Mara"))
	f := stage(t, s, 2)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Grapple, Target: "Guard 1"}, "9 Mind")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Bren"})
	f, _, err := f.Afflict(s, Condition{State: Distracted, Who: "Bren"})
	must(t, err)
	gone := s
	gone.Seats = s.Seats[1:]
	equal(t, "the order", f.Order(gone), []string{"Mara"})
	equal(t, "no conditions", states(f, gone, "Bren"), "")
	equal(t, "nor with them", states(f, gone, "Guard 1"), "")
	equal(t, "nobody waits for them", dues(f, gone), "Mara: act")
	for _, a := range []Assault{
		{Foes: []string{"Guard 2"}, Action: Attack, On: "bren"},
		{Foes: []string{"Guard"}, Action: Strike, On: "Bren", Massed: true},
		{Foes: []string{"Guard 2"}, Action: Aim, On: "Bren"},
	} {
		_, _, err = f.FoeDoes(gone, a)
		refused(t, err, "not_at_table")
		equal(t, "the sentence", err.Error(), "Bren is not at the table")
	}
	g, turn := next(t, f, gone, true)
	for _, b := range turn.Blows {
		if b.On == "Bren" {
			t.Errorf("%s hits somebody who is not there", b.By)
		}
	}
	equal(t, "let go of", states(g, s, "Guard 1"), "")
	equal(t, "back", f.Order(s), []string{"Bren", "Mara"})
	equal(t, "as it was", states(f, s, "Bren"), "holding (Guard 1), distracted")
}
