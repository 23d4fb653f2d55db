package knights

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The tests of the turn start from sets A (seat 0), B (seat 1) and C (table):
//
//	A  yellow 4 4 1, violet 3 1, orange 3 2 2, red 3, green 4 2, blue 1
//	B  violet 4 4 1, orange 3 1, red 3 2 2, green 3, blue 4 2, yellow 1
//	C  orange 4 4 1, red 3 1, green 3 2 2, blue 3, yellow 4 2, violet 1
//
// and change what a rule needs.

func TestK8CollectPaysEachOwnedLand(t *testing.T) {
	g := deal(t, 2, "crown")
	refused(t, g, "0 collect", "nothing_due", "K8")
	g.owner[Red], g.owner[Orange], g.owner[Blue] = 0, 0, 1
	after, news := plays(t, g, "0 collect")
	if after.chips != [4]int{3} {
		t.Errorf("Burgenland pays 1 and Goldland 2, to seat 0 alone: %v", after.chips)
	}
	if want := []Happened{{What: Collected, Seat: 0, Chips: 3, From: -1}}; !cmp.Equal(news, want) {
		t.Error(cmp.Diff(want, news))
	}
	refused(t, after, "0 collect", "too_late", "K8")
	refused(t, g, "1 collect", "not_your_turn", "K8")
}

func TestK7TheSupplyOfFameDoesNotRunOut(t *testing.T) {
	g := deal(t, 2, "crown")
	g.owner[Red] = 0
	g.chips = [4]int{500, 500}
	if g, _ = plays(t, g, "0 collect"); g.chips[0] != 501 {
		t.Errorf("%d chips", g.chips[0])
	}
}

func TestK8aAnyOtherActionForfeitsCollecting(t *testing.T) {
	base := deal(t, 2, "reverse")
	for _, c := range []Colour{Red, Green, Yellow} {
		base.owner[c] = 0
	}
	base.chips[0] = 9
	put(t, &base, "free", "1 orange C")
	put(t, &base, "troop 0 blue", "1 blue A")
	for _, first := range []string{"0 lay 3 violet", "0 recruit 1 orange", "0 power kornland 1 blue from blue", "0 power waldland 4 yellow on green"} {
		if !offered(t, base, "0 collect") {
			t.Fatal("collecting is not offered first")
		}
		g, news := plays(t, base, first)
		refused(t, g, "0 collect", "too_late", "K8")
		if len(happened(news, Collected)) != 0 {
			t.Errorf("%s: collected all the same", first)
		}
	}
	g, _ := plays(t, base, "0 lay 3 violet", "0 end turn")
	if g.ToMove() != 1 || g.chips[0] != 9 {
		t.Errorf("seat 0 goes empty for this round: seat %d, %v", g.ToMove(), g.chips)
	}
}

func TestK8aAutoCollect(t *testing.T) {
	g := deal(t, 2, "crown")
	g.auto = true
	g.owner[Orange], g.owner[Red] = 1, 1
	g, news := plays(t, g, "0 lay 4 yellow")
	if got := happened(news, Collected); g.chips[1] != 3 || len(got) != 1 || got[0].Seat != 1 {
		t.Errorf("%v, %v", g.chips, news)
	}
	refused(t, g, "1 collect", "too_late", "K8")
	if g, news = plays(t, g, "1 lay 4 violet"); len(happened(news, Collected)) != 0 || g.acted {
		t.Error("seat 0 owns nothing and collected")
	}
	made, err := New(sidesOf(t, "crown"), 2, least, Options{AutoCollect: true})
	if err != nil || !made.auto {
		t.Errorf("the option is lost: %v", err)
	}
}

func TestK9OneKnightMustBeLaid(t *testing.T) {
	g := deal(t, 2, "crown")
	refused(t, g, "0 end turn", "must_lay", "K9")
	refused(t, g, "0 lay 1 red", "not_in_hand", "K9") // set A has the 3 only
	refused(t, g, "0 lay 3 red on green", "no_troop", "K9")
	g.chips[0] = 1
	put(t, &g, "free", "1 red C")
	g, news := plays(t, g, "0 lay 3 red")
	if want := (Happened{What: Laid, Seat: 0, Knight: Knight{3, Red, 1, 0}, Troop: Red, From: -1}); !cmp.Equal(news, []Happened{want}) {
		t.Error(cmp.Diff([]Happened{want}, news))
	}
	if g.ToMove() != 0 || names(g.troops[0][Red].knights()) != "3 red" || g.hands[0].size() != 11 {
		t.Error("the 3 red should lie in a troop and the turn go on, because a knight can be recruited")
	}
	refused(t, g, "0 lay 4 yellow", "already_laid", "K9")
	if g, _ = plays(t, g, "0 end turn"); g.ToMove() != 1 || g.Turn() != 2 {
		t.Errorf("turn %d of seat %d", g.Turn(), g.ToMove())
	}
}

func TestK9ATurnEndsByItselfWhenNothingIsLeft(t *testing.T) {
	g, news := plays(t, deal(t, 2, "crown"), "0 lay 3 red")
	if g.ToMove() != 1 || !cmp.Equal(news[1:], []Happened{{What: Began, Seat: 1, Turn: 2, From: -1}}) {
		t.Errorf("seat %d, %v", g.ToMove(), news)
	}
}

func TestK9SeveralTroopsAndTheFirstColourFixesTheLand(t *testing.T) {
	g := deal(t, 2, "crown")
	g, _ = plays(t, g, "0 lay 1 blue", "1 lay 1 violet", "0 lay 3 violet", "1 lay 3 green", "0 lay 2 green on blue", "1 lay 1 yellow", "0 lay 1 yellow on violet")
	want := []TroopView{
		{Against: Blue, Knights: []Knight{{1, Blue, 1, 0}, {2, Green, 1, 0}}, Strength: 3},
		{Against: Violet, Knights: []Knight{{3, Violet, 1, 0}, {1, Yellow, 1, 0}}, Strength: 4},
	}
	if got := g.For(1).Players[0].Troops; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestK9aOneTroopForEachLand(t *testing.T) {
	g := deal(t, 2, "crown")
	put(t, &g, "troop 0 yellow", "1 yellow A")
	guardWith(t, &g, Yellow, nobody, "4 yellow C", "4 orange C")
	refused(t, g, "0 lay 4 yellow", "troop_exists", "K9a")
	refused(t, g, "0 lay 4 yellow on yellow", "colour_in_troop", "K10")
}

func TestK9aATroopForOnesOwnLandWaitsUntilItIsLost(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Red, 0, "1 red C", "1 blue A")
	g, news := plays(t, g, "0 collect", "0 lay 3 red")
	if len(happened(news, Conquered)) != 0 || g.troops[0][Red].strength() != 3 {
		t.Fatal("a troop for one's own land is legal and conquers nothing")
	}
	// Seat 1 takes the land; the troop of seat 0 is stronger still, but it is not its turn (K11a).
	put(t, &g, "troop 1 red", "2 red B")
	put(t, &g, "troop 0 red", "4 yellow A")
	g, _ = plays(t, g, "1 lay 1 violet on red")
	if g.owner[Red] != 1 || g.guard(Red) != 3 {
		t.Fatalf("Burgenland belongs to %d with %d", g.owner[Red], g.guard(Red))
	}
	g, news = plays(t, g, "0 lay 1 yellow")
	if got := happened(news, Conquered); len(got) != 1 || got[0].Land != Red || got[0].From != 1 || g.owner[Red] != 0 {
		t.Errorf("seat 0 laid elsewhere and takes it back with the waiting troop of 7: %v", got)
	}
}

func TestK9bDefencesAreNotReinforced(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Red, 0, "3 red C")
	refused(t, g, "0 lay 4 green on red", "no_troop", "K9")
	refused(t, g, "0 power burgenland 4 green on red", "no_such_power", "K3")
}

func TestK9bALandsPowerReinforces(t *testing.T) {
	g := deal(t, 2, "crown")
	b := *g.board
	b.power[Green] = Power{Kind: ReinforcePower, Where: "any", Times: "owned"}
	g.board = &b
	guardWith(t, &g, Red, 0, "3 red C")
	refused(t, g, "0 power waldland 4 green on red", "not_your_land", "K3")
	guardWith(t, &g, Green, 0, "3 green C")
	g, news := plays(t, g, "0 power waldland 4 green on red")
	if g.guard(Red) != 7 || !cmp.Equal(news, []Happened{{What: Reinforced, Seat: 0, Knight: Knight{4, Green, 1, 0}, Land: Red, From: -1}}) {
		t.Errorf("defence %d, %v", g.guard(Red), news)
	}
	refused(t, g, "0 power waldland 4 yellow on red", "power_spent", "K3")
	g.spent[Green] = false
	refused(t, g, "0 power waldland 2 green on red", "colour_in_defence", "K10")
	refused(t, g, "0 power waldland 1 red on red", "not_in_hand", "K9")
	refused(t, g, "0 power waldland 1 blue on blue", "not_your_defence", "K9b")
	refused(t, g, "0 power waldland 1 blue from red", "no_such_power", "K3")
	// Once while owned: not again in the next turn, but again when the land has been lost and retaken.
	g.spent[Green] = true
	g, _ = plays(t, g, "0 lay 1 yellow", "1 lay 4 violet")
	refused(t, g, "0 power waldland 1 blue on red", "power_spent", "K3")
	g.owner[Green] = 1
	put(t, &g, "troop 0 green", "2 green A", "4 yellow A")
	g, _ = plays(t, g, "0 lay 1 blue")
	if g.owner[Green] != 0 || !offered(t, g, "0 power waldland 3 violet on red") {
		t.Error("a land taken anew brings its power anew")
	}
}

func TestK9bAPowerOnceATurnForItsOwnLandOnly(t *testing.T) {
	g := deal(t, 2, "crown")
	b := *g.board
	b.power[Green] = Power{Kind: ReinforcePower, Where: "here", Times: "turn"}
	g.board = &b
	guardWith(t, &g, Green, 0, "3 green C")
	guardWith(t, &g, Red, 0, "3 red C")
	refused(t, g, "0 power waldland 1 blue on red", "other_land", "K9b")
	g, _ = plays(t, g, "0 power waldland 1 blue on green")
	refused(t, g, "0 power waldland 1 yellow on green", "power_spent", "K3")
	g, _ = plays(t, g, "0 lay 3 violet", "1 lay 4 violet")
	if g, _ = plays(t, g, "0 power waldland 1 yellow on green"); g.guard(Green) != 5 {
		t.Errorf("defence %d", g.guard(Green))
	}
}

func TestK10OneKnightOfAColourInATroop(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Green, nobody, "3 green C", "4 orange C", "4 yellow C")
	put(t, &g, "troop 0 green", "2 green A", "4 yellow A")
	refused(t, g, "0 lay 1 yellow on green", "colour_in_troop", "K10")
	refused(t, g, "0 lay 4 green on green", "colour_in_troop", "K10")
	for _, ok := range []string{"0 lay 3 red on green", "0 lay 1 yellow", "0 lay 3 violet on green"} {
		if !offered(t, g, ok) {
			t.Errorf("%s should be legal", ok)
		}
	}
}

func TestK11StrongerTakesTheLandAtOnce(t *testing.T) {
	for _, c := range []struct {
		lay  string
		want int8
	}{{"0 lay 1 yellow on red", nobody}, {"0 lay 2 orange on red", nobody}, {"0 lay 3 orange on red", 0}} {
		g := deal(t, 2, "crown")
		guardWith(t, &g, Red, nobody, "3 red C", "2 green C") // 5
		put(t, &g, "troop 0 red", "3 red A")
		g, news := plays(t, g, c.lay)
		if g.owner[Red] != c.want || len(happened(news, Conquered)) != int(c.want)+1 {
			t.Errorf("%s against 5 (K11a: 5 does not conquer): owner %d", c.lay, g.owner[Red])
		}
		if c.want == 0 && (names(g.defence[Red].led(Red)) != "3 red, 3 orange" || g.troops[0][Red] != 0) {
			t.Errorf("the troop should have become the defence: %s", names(g.defence[Red].led(Red)))
		}
	}
}

func TestK11aOnlyThePlayerToMoveConquers(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Red, nobody, "1 red C", "2 green C")
	put(t, &g, "troop 1 red", "3 red B", "4 violet B")
	g, news := plays(t, g, "0 lay 4 yellow")
	if g.owner[Red] != nobody || len(happened(news, Conquered)) != 0 {
		t.Error("seat 1 conquered in the turn of seat 0")
	}
	if g, _ = plays(t, g, "1 lay 1 yellow"); g.owner[Red] != 1 {
		t.Error("seat 1 should take Burgenland when it has laid a knight")
	}
}

func TestK11SeveralLandsMayFallTogether(t *testing.T) {
	g := deal(t, 2, "crown")
	guardWith(t, &g, Red, 1, "2 red B")
	guardWith(t, &g, Blue, nobody, "3 blue C", "1 red C")
	put(t, &g, "troop 0 red", "3 red A")
	put(t, &g, "troop 0 blue", "1 blue A", "2 green A")
	g, news := plays(t, g, "0 lay 4 yellow on blue")
	if got := happened(news, Conquered); len(got) != 2 || g.owner[Red] != 0 || g.owner[Blue] != 0 {
		t.Errorf("%v", got)
	}
}

func TestK12FromTheTableFreeFromAPlayerBackToHand(t *testing.T) {
	for owner, place := range map[int8]string{nobody: "free", 1: "hand"} {
		g := deal(t, 2, "crown")
		guardWith(t, &g, Red, int(owner), "2 red B", "1 yellow B")
		put(t, &g, "troop 0 red", "3 red A")
		g, news := plays(t, g, "0 lay 1 blue on red")
		got := happened(news, Conquered)
		if len(got) != 1 || got[0].From != int(owner) || names(got[0].Knights) != "2 red, 1 yellow" {
			t.Errorf("%s: %v", place, got)
		}
		lost := knight(t, "2 red B") | knight(t, "1 yellow B")
		if (place == "free") != (g.free&lost == lost) || (place == "hand") != (g.hands[1]&lost == lost) {
			t.Errorf("the knights should be in %s", place)
		}
	}
}

func TestK13OneFreeKnightATurnForItsValue(t *testing.T) {
	g := deal(t, 2, "crown")
	put(t, &g, "free", "4 orange C", "2 yellow C", "1 violet C")
	g.chips[0] = 3
	refused(t, g, "0 recruit 4 orange", "too_dear", "K13")
	refused(t, g, "0 recruit 3 blue", "not_free", "K13")
	g, news := plays(t, g, "0 recruit 2 yellow")
	if g.chips[0] != 1 || g.hands[0]&knight(t, "2 yellow C") == 0 || g.free&knight(t, "2 yellow C") != 0 {
		t.Errorf("%d chips, hand %s", g.chips[0], names(g.hands[0].knights()))
	}
	if want := []Happened{{What: Recruited, Seat: 0, Knight: Knight{2, Yellow, 3, 0}, Chips: 2, From: -1}}; !cmp.Equal(news, want) {
		t.Error(cmp.Diff(want, news))
	}
	refused(t, g, "0 recruit 1 violet", "already_recruited", "K13")
	// "Or laid at once as action 2" is the move lay: nothing comes between.
	if g, _ = plays(t, g, "0 lay 2 yellow"); g.troops[0][Yellow] != knight(t, "2 yellow C") {
		t.Error("the recruited knight should lie in a troop")
	}
	if g.ToMove() != 1 {
		t.Error("nothing was left to do")
	}
}

func TestK13aRecruitingBeforeOrAfterLaying(t *testing.T) {
	base := deal(t, 2, "crown")
	put(t, &base, "free", "1 violet C")
	base.chips[0] = 2
	before, _ := plays(t, base, "0 recruit 1 violet", "0 lay 4 yellow")
	after, _ := plays(t, base, "0 lay 4 yellow", "0 recruit 1 violet")
	if !before.Equal(after) || before.ToMove() != 1 {
		t.Error("both orders should lead to the same game")
	}
	// With the last hand knight laid the game is over: recruiting cannot avert it. Recruiting before it can.
	base.hands[0] = 0
	put(t, &base, "hand 0", "4 yellow A")
	g, _ := plays(t, base, "0 lay 4 yellow")
	refused(t, g, "0 recruit 1 violet", "over", "K14")
	if g, _ = plays(t, base, "0 recruit 1 violet", "0 lay 4 yellow"); g.Ended() != Running {
		t.Error("a knight is left in hand")
	}
}

// blockedGame gives seat 0 a hand of which nothing can be laid: yellow only, and yellow leads one troop and stands in the other.
func blockedGame(t *testing.T) Game {
	g := deal(t, 2, "crown")
	clearHand(&g, 0)
	g.troops[0] = [colours]band{}
	put(t, &g, "hand 0", "4 yellow A b", "1 blue A")
	put(t, &g, "box", "1 blue A")
	put(t, &g, "troop 0 yellow", "1 yellow A", "1 violet A")
	put(t, &g, "troop 0 green", "2 green A", "4 yellow A")
	guardWith(t, &g, Yellow, nobody, "4 yellow C", "4 orange C")
	guardWith(t, &g, Green, nobody, "3 green C", "4 orange C b", "2 yellow C")
	return g
}

func TestK13bNobodyToLayAndNothingToPayWith(t *testing.T) {
	g := blockedGame(t)
	g.owner[Blue] = 0
	moves := g.Moves(0)
	if want := []Move{{Kind: Collect}, {Kind: EndTurn}, {Kind: Resign}}; !cmp.Equal(moves, want) {
		t.Fatal(cmp.Diff(want, moves))
	}
	g, news := plays(t, g, "0 collect") // and the turn ends by itself
	if got := happened(news, Skipped); len(got) != 1 || got[0].Seat != 0 || g.ToMove() != 1 {
		t.Errorf("%v", news)
	}
}

func TestK13bATurnWithNothingToDoIsSkipped(t *testing.T) {
	g := blockedGame(t)
	g.seat = 1
	g, news := plays(t, g, "1 lay 4 violet")
	if got := happened(news, Skipped); len(got) != 1 || got[0].Seat != 0 || g.ToMove() != 1 || g.Turn() != 3 {
		t.Errorf("%v", news)
	}
}

func TestK13bWhoCanPayForAPlayableKnightMust(t *testing.T) {
	g := blockedGame(t)
	put(t, &g, "free", "1 red C", "2 yellow C", "3 blue C")
	g.chips[0] = 2
	refused(t, g, "0 end turn", "must_recruit", "K13b")
	refused(t, g, "0 recruit 2 yellow", "must_be_playable", "K13b") // yellow is what is stuck
	refused(t, g, "0 recruit 3 blue", "too_dear", "K13")
	g, _ = plays(t, g, "0 recruit 1 red")
	refused(t, g, "0 end turn", "must_lay", "K9")
	if g, _ = plays(t, g, "0 lay 1 red on green"); g.ToMove() != 1 {
		t.Error("the knight is laid and the turn over")
	}
	// Who can pay only for a knight that does not help may recruit it or skip.
	g = blockedGame(t)
	put(t, &g, "free", "2 yellow C", "3 blue C")
	g.chips[0] = 2
	if !offered(t, g, "0 recruit 2 yellow") || !offered(t, g, "0 end turn") {
		t.Errorf("moves: %v", g.Moves(0))
	}
	if g, news := plays(t, g, "0 recruit 2 yellow"); len(happened(news, Skipped)) != 1 || g.ToMove() != 1 {
		t.Error("and then the turn is skipped")
	}
}

func TestK13bWhatIsStrongerConquersWhereLayingIsSkipped(t *testing.T) {
	g := blockedGame(t)
	guardWith(t, &g, Green, 1, "3 green B") // the troop for Waldland has 6
	g.seat = 1
	g, news := plays(t, g, "1 lay 1 yellow")
	got := happened(news, Conquered)
	if len(got) != 1 || got[0].Seat != 0 || got[0].Land != Green || len(happened(news, Skipped)) != 1 || g.owner[Green] != 0 {
		t.Errorf("%v", news)
	}
}

func TestK13bTheGameEndsWhenNobodyCanLay(t *testing.T) {
	g := blockedGame(t)
	clearHand(&g, 1)
	put(t, &g, "hand 1", "4 violet B", "4 violet B b")
	guardWith(t, &g, Violet, nobody, "1 violet C", "4 orange C", "4 green A")
	g, news := plays(t, g, "0 resign")
	if g.Ended() != LeftAlone {
		t.Fatal(news)
	}
	g = blockedGame(t)
	clearHand(&g, 1)
	put(t, &g, "hand 1", "4 violet B", "4 violet B b")
	guardWith(t, &g, Violet, nobody, "1 violet C", "4 blue B", "3 orange A")
	g.seat = 1
	g, news = plays(t, g, "1 lay 4 violet")
	if got := happened(news, Skipped); len(got) != 2 || got[0].Seat != 0 || got[1].Seat != 1 {
		t.Errorf("seat 0 cannot lay, and then seat 1 cannot either: %v", news)
	}
	if want := (Happened{What: Finished, Seat: 1, Ending: NoneCanLay, From: -1}); news[len(news)-1].Ending != want.Ending || g.Ended() != NoneCanLay {
		t.Errorf("%v", news[len(news)-1])
	}
	if got := g.Scores(); got[0].Hand != -4 || got[1].Hand != -4 {
		t.Errorf("%v", got)
	}
}

func TestK14TheLastHandKnightEndsTheGame(t *testing.T) {
	g := deal(t, 2, "crown")
	clearHand(&g, 0)
	put(t, &g, "hand 0", "4 yellow A")
	put(t, &g, "troop 0 red", "3 red A")
	guardWith(t, &g, Red, 1, "2 red B", "4 blue B")
	put(t, &g, "free", "1 violet C")
	g.chips[0] = 5
	g, news := plays(t, g, "0 lay 4 yellow on red")
	if g.owner[Red] != 0 || len(happened(news, Conquered)) != 1 {
		t.Error("a land that the last knight wins still changes hands")
	}
	if g.Ended() != LastKnight || g.ToMove() != -1 || len(g.Moves(0))+len(g.Moves(1)) != 0 {
		t.Errorf("the game should be over: %q", g.Ended())
	}
	if last := news[len(news)-1]; last.What != Finished || last.Ending != LastKnight {
		t.Errorf("%v", last)
	}
	for _, line := range []string{"0 lay 4 yellow", "1 lay 4 violet", "1 collect", "0 end turn", "1 resign"} {
		refused(t, g, line, "over", "K14")
	}
}

func TestK14aReturnedKnightsDoNotReverseTheEnd(t *testing.T) {
	// Seat 0 takes a land of seat 1 with its last knight; seat 1 has the two knights back, and the game is over all the same.
	g := deal(t, 2, "crown")
	clearHand(&g, 0)
	put(t, &g, "hand 0", "3 red A")
	guardWith(t, &g, Red, 1, "2 red B")
	held := g.hands[1].size()
	g, _ = plays(t, g, "0 lay 3 red")
	if g.Ended() != LastKnight || g.hands[1].size() != held+1 {
		t.Errorf("%q, hand of %d", g.Ended(), g.hands[1].size())
	}
}

func TestK14ALastKnightLaidIntoADefenceEndsTheGameToo(t *testing.T) {
	g := deal(t, 2, "reverse")
	clearHand(&g, 0)
	put(t, &g, "hand 0", "4 yellow A")
	guardWith(t, &g, Green, 0, "3 green C")
	g, _ = plays(t, g, "0 power waldland 4 yellow on green")
	if g.Ended() != LastKnight || g.guard(Green) != 7 {
		t.Errorf("%q", g.Ended())
	}
}

func TestK3ARecalledKnightComesBackOnceWhileOwned(t *testing.T) {
	g := deal(t, 2, "reverse")
	guardWith(t, &g, Yellow, 0, "4 yellow C", "4 orange C")
	put(t, &g, "troop 0 green", "2 green A", "3 red A")
	put(t, &g, "troop 0 blue", "1 blue A")
	refused(t, g, "0 power kornland 2 green from green", "leads_troop", "K9")
	refused(t, g, "0 power kornland 4 green from green", "not_in_troop", "K3")
	refused(t, g, "0 power kornland 3 red from red", "not_in_troop", "K3")
	refused(t, g, "1 power kornland 3 red from red", "not_your_turn", "K8")
	if !offered(t, g, "0 power kornland 1 blue from blue") {
		t.Error("a leader that stands alone may come back")
	}
	g, news := plays(t, g, "0 power kornland 3 red from green")
	if g.hands[0]&knight(t, "3 red A") == 0 || names(g.troops[0][Green].knights()) != "2 green" {
		t.Error("the 3 red should be in hand again")
	}
	if want := []Happened{{What: Recalled, Seat: 0, Knight: Knight{3, Red, 1, 0}, Troop: Green, From: -1}}; !cmp.Equal(news, want) {
		t.Error(cmp.Diff(want, news))
	}
	refused(t, g, "0 power kornland 1 blue from blue", "power_spent", "K3")
}

func TestK3ABulwarkHoldsForItsOwnerOnly(t *testing.T) {
	for owner, taken := range map[int]bool{nobody: true, 1: false} {
		g := deal(t, 2, "reverse")
		b := *g.board
		b.bulwark[Red] = 1
		g.board = &b
		guardWith(t, &g, Red, owner, "2 red B")
		g, _ = plays(t, g, "0 lay 3 red")
		if got := g.owner[Red] == 0; got != taken {
			t.Errorf("3 against 2 and a bulwark of 1, owner %d: taken %v", owner, got)
		}
	}
}

func TestK3ADiscountMakesRecruitingCheaper(t *testing.T) {
	g := deal(t, 2, "crown")
	b := *g.board
	b.discount[Blue] = 3
	g.board = &b
	put(t, &g, "free", "4 orange C", "1 violet C")
	refused(t, g, "0 recruit 4 orange", "too_dear", "K13")
	g.owner[Blue] = 0
	refused(t, g, "0 recruit 4 orange", "too_dear", "K13")
	if free, news := plays(t, g, "0 recruit 1 violet"); free.chips[0] != 0 || happened(news, Recruited)[0].Chips != 0 {
		t.Error("a discount takes the cost to 0 and no lower")
	}
	g.chips[0] = 1
	if g, _ = plays(t, g, "0 recruit 4 orange"); g.chips[0] != 0 {
		t.Errorf("%d chips", g.chips[0])
	}
}

func TestWhatIsNotAMoveIsRefused(t *testing.T) {
	g := deal(t, 3, "crown")
	g.out[2] = true
	for code, m := range map[string]Move{
		"no_seat":       {Seat: 3, Kind: Resign},
		"resigned":      {Seat: 2, Kind: Resign},
		"not_your_turn": {Seat: 1, Kind: Lay, Knight: Face{4, Violet}},
	} {
		if _, _, err := g.Play(m); err == nil || err.(Refusal).Code != code {
			t.Errorf("%+v: %v", m, err)
		}
	}
	for _, m := range []Move{
		{},
		{Kind: 99},
		{Kind: Lay},
		{Kind: Lay, Knight: Face{5, Red}},
		{Kind: Lay, Knight: Face{3, 9}},
		{Kind: Lay, Knight: Face{3, Red}, Troop: 7},
		{Kind: Lay, Knight: Face{3, Red}, Land: Red},
		{Kind: Recruit, Knight: Face{3, Red}, Troop: Red},
		{Kind: Recall, Knight: Face{3, Red}, Troop: Red},
		{Kind: Reinforce, Knight: Face{3, Red}, Land: 200, Troop: Red},
		{Kind: Collect, Troop: Red},
		{Kind: EndTurn, Knight: Face{3, Red}},
		{Kind: Resign, Land: Red},
	} {
		if _, _, err := g.Play(m); err == nil || err.(Refusal).Code != "no_move" {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if _, _, err := g.Play(Move{Seat: -1, Kind: Collect}); err == nil || err.(Refusal).Code != "no_seat" {
		t.Error(err)
	}
}

func TestResigningLeavesTheLandsToTheTable(t *testing.T) {
	g := deal(t, 3, "crown") // D on the table
	guardWith(t, &g, Red, 1, "2 red B", "1 yellow B")
	put(t, &g, "troop 1 violet", "4 violet B")
	put(t, &g, "troop 0 red", "3 red A")
	g.chips[1] = 7
	g, news := plays(t, g, "1 resign") // out of turn
	if !cmp.Equal(news, []Happened{{What: Resigned, Seat: 1, From: -1}}) || g.ToMove() != 0 || g.Ended() != Running {
		t.Errorf("%v", news)
	}
	if g.owner[Red] != nobody || g.guard(Red) != 3 || g.hands[1] != 0 || g.troops[1][Violet] != 0 || g.chips[1] != 0 {
		t.Error("the land stays on the table, all else leaves the game")
	}
	g, news = plays(t, g, "0 lay 1 blue on red")
	if got := happened(news, Conquered); len(got) != 1 || got[0].From != nobody || names(g.free.knights()) != "2 red, 1 yellow" {
		t.Errorf("taken again, its knights are free (K12): %v, free %s", got, names(g.free.knights()))
	}
	if g.ToMove() != 2 || g.Turn() != 2 || len(happened(news, Skipped)) != 0 {
		t.Errorf("seat 1 has no turn any more, not even to skip: seat %d, turn %d", g.ToMove(), g.Turn())
	}
	refused(t, g, "1 resign", "resigned", "K8")
	g, news = plays(t, g, "2 resign")
	if g.Ended() != LeftAlone || news[len(news)-1].What != Finished {
		t.Errorf("%v", news)
	}
	if s := g.Scores(); s[0].Place != 1 || s[1].Place != 2 || s[2].Place != 2 || !s[1].Resigned {
		t.Errorf("who is left alone has won: %+v", s)
	}
}

func TestResigningInOnesTurnPassesIt(t *testing.T) {
	g, news := plays(t, deal(t, 3, "crown"), "0 resign")
	if g.ToMove() != 1 || g.Turn() != 2 || len(news) != 2 || news[1].What != Began {
		t.Errorf("seat %d, %v", g.ToMove(), news)
	}
}

func TestMovesOfASeatThatWaits(t *testing.T) {
	g := deal(t, 2, "crown")
	if got := g.Moves(1); !slices.Equal(got, []Move{{Seat: 1, Kind: Resign}}) {
		t.Errorf("%v", got)
	}
	if got := g.Moves(2); got != nil {
		t.Errorf("there is no seat 2: %v", got)
	}
	var none Game
	if _, _, err := none.Play(Move{Kind: Collect}); err == nil || none.Moves(0) != nil || none.Scores() != nil || len(none.For(0).Lands) != 0 {
		t.Errorf("the zero Game is none: %v", err)
	}
}
