package combat

import (
	"encoding/json"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"skald/hero"
)

// R5.3: the weapons of the list that ships reach as far as their kind does, and each can be used somewhere.
func TestR53RangesOfTheGearThatShips(t *testing.T) {
	data, err := os.ReadFile("../bot/data/gear.yaml")
	must(t, err)
	var raw []map[string]any
	must(t, yaml.Unmarshal(data, &raw))
	var list []hero.Gear
	must(t, json.Unmarshal([]byte(toJSON(t, raw)), &list))
	equal(t, "about forty items", len(list) >= 40, true)
	for _, g := range list {
		must(t, CheckGear(g))
		if g.Use != hero.Weapon {
			continue
		}
		want := map[hero.Style]Range{hero.Melee: CloseCombat, hero.Thrown: NearMissile, hero.Missile: FarMissile}[g.Style]
		if g.Artillery {
			want = Artillery
		}
		if g.Range != "" {
			want, err = ParseRange(g.Range)
			must(t, err)
		}
		equal(t, g.Name, farthest(&g), want)
		for _, r := range Distances() {
			usable := hindered(&g, r, true) == none
			equal(t, g.Name+" at "+r.String(), usable, r >= want && (r != Personal || g.Personal))
		}
	}
	bad := sword
	bad.Range = "yonder"
	refused(t, CheckGear(bad), "no_such_range")
}
