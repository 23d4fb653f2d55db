package realm_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/realm"
)

// tester is a test, a benchmark or a rapid check.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// game plays a campaign in a test; whatever is refused ends the test.
type game struct {
	tester
	realm.Campaign
	roll realm.Dice
}

// sixes shows a 6 on every die, so that a sum tells the number of dice. Nobody throws no dice.
func sixes(n int) []int {
	if n < 1 {
		panic("no dice were thrown")
	}
	return slices.Repeat([]int{6}, n)
}

func asGiven(names []string) []string { return names }

// campaign starts one with realms of these names, in this order.
func campaign(t tester, rules realm.Rules, names ...string) *game {
	t.Helper()
	c, err := realm.New("The Long War", rules)
	g := &game{t, c, sixes}
	g.ok(err)
	for _, name := range names {
		g.join(name)
	}
	return g
}

func (g *game) ok(err error) {
	g.Helper()
	if err != nil {
		g.Fatalf("refused: %v", err)
	}
}

func (g *game) now(c realm.Campaign, err error) {
	g.Helper()
	g.ok(err)
	g.ok(c.Check())
	g.Campaign = c
}

func (g *game) join(name string) realm.Arrival {
	g.Helper()
	c, a, err := g.Join(realm.Realm{Name: name, Player: "id-" + name, PlayerName: "Player of " + name, Faction: "Vikings"}, g.roll)
	g.now(c, err)
	return a
}

func (g *game) begin(absent ...string) {
	g.Helper()
	g.now(g.Begin(absent, asGiven))
}

func (g *game) attack(by, on string, s ...realm.Stronghold) realm.Battle {
	g.Helper()
	c, b, err := g.Attack(by, on, append(s, "")[0])
	g.now(c, err)
	return b
}

func (g *game) pass(by string) {
	g.Helper()
	g.now(g.Pass(by))
}

func (g *game) arrange(first, second string) {
	g.Helper()
	c, _, err := g.Arrange(first, second, "")
	g.now(c, err)
}

func (g *game) choose(by, scenario string) {
	g.Helper()
	c, _, err := g.Choose(by, scenario)
	g.now(c, err)
}

func (g *game) settle(battle string, r realm.Result) {
	g.Helper()
	c, _, err := g.Settle(battle, r)
	g.now(c, err)
}

// drawn settles as a draw whatever has no result.
func (g *game) drawn() {
	g.Helper()
	for _, b := range g.Battles {
		if !b.Decided() {
			g.settle(b.Defender, realm.Result{Outcome: realm.Draw})
		}
	}
}

func (g *game) score() realm.Turn {
	g.Helper()
	c, turn, err := g.Score(g.roll)
	g.now(c, err)
	return turn
}

func (g *game) amend(name string, h realm.Holdings, vp, missed int) {
	g.Helper()
	c, _, err := g.Amend(name, realm.Figures{Holdings: h, VP: vp, Missed: missed}, "")
	g.now(c, err)
}

func (g *game) find(name string) realm.Realm {
	g.Helper()
	r, err := g.Find(name)
	g.ok(err)
	return r
}

// refused wants an error with the code.
func refused(t tester, code string, err error) {
	t.Helper()
	if realm.Code(err) != code {
		t.Fatalf("got %q (%v), want a refusal with the code %q", realm.Code(err), err, code)
	}
}

// same wants two values to be equal.
func same[V any](t tester, what string, got, want V) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func written(t tester, c realm.Campaign) string {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(text)
}

// keeps wants a call to leave its receiver as it was, to the last nested value.
func keeps(t *testing.T, g *game, call func()) {
	t.Helper()
	before := written(t, g.Campaign)
	call()
	same(t, "the campaign after a refusal", written(t, g.Campaign), before)
}
