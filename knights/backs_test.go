package knights

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// K5: the sets differ by their backs, so that all see how many knights of each set a hand holds.
func TestK5BacksAreOpen(t *testing.T) {
	g := deal(t, 3, "crown") // sets A, B, C and D on the table
	put(t, &g, "hand 1", "3 red A", "2 violet D")
	put(t, &g, "box", "1 yellow B")
	for _, seat := range []int{-1, 0, 1} {
		v := g.For(seat)
		if got, want := v.Backs(0), []Back{{1, 11}}; !cmp.Equal(got, want) {
			t.Errorf("seat %d sees of seat 0 %v", seat, got)
		}
		if got, want := v.Backs(1), []Back{{2, 11}, {1, 1}, {4, 1}}; !cmp.Equal(got, want) {
			t.Errorf("seat %d sees of seat 1 %v", seat, got)
		}
	}
	put(t, &g, "box", g.hands[2].texts()...)
	if got := g.For(0).Backs(2); len(got) != 0 {
		t.Errorf("an empty hand shows the backs %v", got)
	}
}

func (b band) texts() (list []string) {
	for _, k := range b.knights() {
		list = append(list, k.String())
	}
	return list
}

// What everybody may see of a game is in the chain of its log, so that it is written as ever; what came later is told by methods.
func TestWhatAGameShowsIsWrittenAsEver(t *testing.T) {
	raw, err := json.Marshal(deal(t, 2, "crown").For(-1))
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		All     map[string]json.RawMessage `json:"-"`
		Lands   []map[string]any           `json:"lands"`
		Players []map[string]any           `json:"players"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &v.All); err != nil {
		t.Fatal(err)
	}
	got := []any{slices.Sorted(maps.Keys(v.All)), slices.Sorted(maps.Keys(v.Lands[0])), slices.Sorted(maps.Keys(v.Players[0]))}
	want := []any{
		[]string{"free", "lands", "neutral", "phase", "players", "seat", "to_move", "turn"},
		[]string{"defence", "owner", "side", "spent", "strength"},
		[]string{"chips", "held", "resigned", "seat", "set", "troops"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// K15a: a land that adds to its own defence says that this holds off attackers only, in both languages; its points are in
// no score.
func TestK15aABulwarkSaysThatItDoesNotScore(t *testing.T) {
	for _, side := range sidesOf(t, "reverse") {
		if side.Effects.Power.Kind != BulwarkPower {
			continue
		}
		want := Words{"Income 1. Its defence counts 1 more against attackers, not at the end.", "Einkommen 1. Die Verteidigung zählt gegen Angreifer 1 mehr, am Ende nicht."}
		if side.Effects.Text != want || side.Brief() != "reverse, income 1, defence +1 against attackers" {
			t.Errorf("%v, %s", side.Effects.Text, side.Brief())
		}
		return
	}
	t.Error("no land is a bulwark")
}
