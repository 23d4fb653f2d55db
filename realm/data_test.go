package realm_test

import (
	"slices"
	"strings"
	"testing"

	"skald/realm"
)

func TestSuggestionsAreData(t *testing.T) {
	same(t, "scenarios for a battle", len(realm.Scenarios()), 12)
	same(t, "the first", realm.Scenarios()[0], "Clash of Warlords")
	var names []string
	for _, b := range realm.Books() {
		if !slices.IsSortedFunc(b.Factions, func(a, b realm.Faction) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("the factions of %s are not in order", b.Book)
		}
		for _, f := range b.Factions {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	same(t, "no faction twice", len(slices.Compact(slices.Clone(names))), len(names))
	same(t, "divisions", realm.Divisions("crusaders"), []string{"Baltic", "Levantine"})
	same(t, "a faction of one's own has none", realm.Divisions("Moon People"), nil)
	same(t, "no divisions", realm.Divisions("Vikings"), nil)
	realm.Books()[0].Factions[0].Name = "changed"
	same(t, "the list is not shared", realm.Books()[0].Factions[0].Name, "Anglo-Danish")
	realm.Scenarios()[0] = "changed"
	same(t, "nor is this one", realm.Scenarios()[0], "Clash of Warlords")
}
