package bot_test

import (
	"strings"
	"testing"

	"skald/table"
)

// oneAndAFoe is a table with Jack, whose cards are known, Bren, and a foe.
var oneAndAFoe = []string{
	"narrator: /game new name:Moss", "alice: /hero new name:Jack hand-size:4 perception:9 points:3", "alice: /game join",
	"bob: /hero new name:Bren hand-size:4", "bob: /game join", "narrator: /foe add name:Guard",
}

const fourCards = "9 Mind, 8 Mind, 7 Mind, 6 Mind"

// R14.2: a fight has a new narrator card with each exchange; that everybody has done something else in it brings none.
func TestR142NoNewNarratorCardInTheMiddleOfAnExchange(t *testing.T) {
	hub, _ := newHub(t, 1)
	hub.Stack = onTop(fourCards)
	must(t, hub, append(oneAndAFoe, "narrator: /game options option:narrator_card value:yes", "narrator: /combat start heroes:Jack")...)
	server, _ := hub.Server("s")
	before, _ := server.Games(table.Saga)[0].Table().Facing()
	r := must(t, hub, `narrator: /act action:"easy Reason" hero:Bren`, `alice: /act action:"easy Reason" card:"9 Mind"`)
	after, _ := server.Games(table.Saga)[0].Table().Facing()
	if len(r.Also) > 0 || before != after {
		t.Errorf("the narrator card was %v and is %v: %+v", before, after, r.Also)
	}
}

// R6.0, R4.5: with the option results=window, what a hero does beside the actions of a fight waits as any result does, is
// amended, and stands; the fight is not worked out anew.
func TestR45AWindowForWhatElseIsDoneInAFight(t *testing.T) {
	hub, _ := newHub(t, 1)
	hub.Stack = onTop(fourCards)
	r := must(t, hub, append(oneAndAFoe, "narrator: /game options option:results value:window", "narrator: /combat start heroes:Jack",
		"narrator: /combat foe-does foe:Guard hero:Jack", `alice: /combat defend card:"9 Mind"`, "alice: /point pass", "narrator: /point pass",
		`alice: /act action:"8 Reason" card:"8 Mind"`, "alice: /point flip")...)
	if !strings.Contains(r.Title, "Jack: average Reason (amended)") || !strings.Contains(r.Body, "(hero point)") {
		t.Errorf("%s: %s", r.Title, r.Body)
	}
	server, _ := hub.Server("s")
	at := func() *table.Table { return server.Games(table.Saga)[0].Table() }
	s, _ := at().Hero("Jack")
	if len(at().Fight.Deeds) != 1 || len(at().Fight.Deeds[0].Action.Extra) != 0 || !at().Fight.Heroes[0].Acted || !at().Results[s.ID].Open {
		t.Errorf("the fight after it: %+v", at().Fight)
	}
	if must(t, hub, "alice: /point pass", "narrator: /point pass"); at().Results[s.ID].Open {
		t.Error("the result does not stand")
	}
	must(t, hub, "narrator: /game undo", "narrator: /game undo", "narrator: /game undo", "narrator: /game undo")
	if at().Fight.Heroes[0].Acted {
		t.Error("what was taken back has been had")
	}
	must(t, hub, `alice: /combat attack target:Guard card:"8 Mind"`)
}
