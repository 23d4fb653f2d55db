package bot

import (
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/realm"
)

// led is a side of a battle that a Legendary warlord leads.
type led struct {
	realm, legend string
	lost          bool
	fallen        *string // where the result says that the warlord fell
}

// ledSides are the sides that Legendary warlords lead, the loser first.
func ledSides(c realm.Campaign, b realm.Battle, r *realm.Result) []led {
	attacker, _ := c.Find(b.Attacker)
	defender, _ := c.Find(b.Defender)
	sides := []led{
		{attacker.Name, attacker.Legend, r.Outcome == realm.DefenderWins, &r.AttackerLegend},
		{defender.Name, defender.Legend, r.Outcome == realm.AttackerWins, &r.DefenderLegend},
	}
	if sides[1].lost {
		slices.Reverse(sides)
	}
	return slices.DeleteFunc(sides, func(s led) bool { return s.legend == "" })
}

// slain writes into a result which Legendary warlords fell, each named by itself or by its realm. Where both sides may be
// meant, the loser's is (C2, C13).
func (t *Turn) slain(c realm.Campaign, b realm.Battle, r realm.Result) (realm.Result, error) {
	names, err := t.namesIn("legend-slain")
	if on, no := strconv.ParseBool(t.Text("legend-slain")); err != nil || no == nil && !on {
		return r, err
	}
	for _, name := range names {
		sides := ledSides(c, b, &r)
		meant := slices.DeleteFunc(slices.Clone(sides), func(s led) bool {
			return *s.fallen != "" || !strings.EqualFold(name, s.legend) && !strings.EqualFold(name, s.realm)
		})
		if on, _ := strconv.ParseBool(name); on && len(meant) == 0 {
			meant = slices.DeleteFunc(slices.Clone(sides), func(s led) bool { return !s.lost && r.Outcome != realm.Draw })
		}
		switch {
		case len(meant) == 0 && !c.Rules.Legendary:
			r.AttackerLegend = name // which the rules refuse (C2)
		case len(meant) == 0:
			return r, notLed(b, name, sides)
		case r.Outcome == realm.Draw && len(meant) > 1:
			return r, fate.Refuse("which_legend", "A draw has no loser: say by the realm's name whose Legendary warlord fell, %s or %s.", meant[0].realm, meant[1].realm)
		default:
			*meant[0].fallen = meant[0].legend
		}
	}
	return r, nil
}

// notLed says what to write in place of a name that no Legendary warlord of the battle has.
func notLed(b realm.Battle, name string, sides []led) error {
	if len(sides) == 0 {
		return fate.Refuse("no_legends", "No Legendary warlord leads a side of that battle, so leave legend-slain out; /realm lead puts one at the head of a realm before it is matched.")
	}
	var write []string
	for _, s := range sides {
		write = append(write, s.legend+" for "+s.realm+"'s")
	}
	if on, _ := strconv.ParseBool(name); on {
		return fate.Refuse("no_legends", "No Legendary warlord leads %s, who lost; leave legend-slain out, or write %s.", realm.Called(b.Other(sides[0].realm)), join(write))
	}
	return fate.Refuse("no_legends", "No Legendary warlord %q leads a side of that battle; write %s, or true for the loser's.", short(name, 40), strings.Join(write, " or "))
}
