package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/store"
)

// reopened is a hub over the store in a folder, as after a start.
func reopened(t *testing.T, dir string, seed uint64) (*bot.Hub, func()) {
	t.Helper()
	d, err := store.OpenDir(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hub, _ := newHub(t, seed)
	hub.Journal = func(id string) (bot.Journal, error) { return d.Server(id), nil }
	return hub, func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// told is all that a reply shows and holds.
func told(t *testing.T, r bot.Reply) string {
	t.Helper()
	outcome, err := json.MarshalIndent(r.Outcome, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text := r.Board + "\n" + r.Title + "\n" + r.Body + "\n"
	for _, f := range r.Fields {
		text += f.Name + ":\n" + f.Value + "\n"
	}
	for _, b := range r.Buttons {
		text += "[" + b.Label + "] " + b.Line + "\n"
	}
	return text + string(outcome)
}

// R6.0: several days may pass in an exchange, so what is awaited in a fight, what lasts and what was dealt are the
// same after a restart, and the fight goes on from there to its end.
func TestAFightSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	hub, shut := reopened(t, dir, 3)
	hub.Stack = onTop("9 Mind, 8 Mind, 7 Mind, 6 Mind, 5 Mind, 9 Spirit, 8 Spirit, 7 Spirit, 6 Spirit, 5 Spirit, 9 Body, 8 Body, 7 Body, 6 Body, 5 Body, 4 Mind, 4 Spirit, 4 Body, 4 Mind b, 4 Spirit b, 4 Body b")
	must(t, hub,
		"narrator: /game new name:Moss",
		"narrator: /hero new name:Jack player:alice hand-size:5", "narrator: /hero new name:Bren player:bob hand-size:5", "narrator: /hero new name:Cleo player:cid hand-size:5",
		"narrator: /hero skill name:Bren skill:Leadership trait:Spirit",
		"narrator: /game join hero:Jack player:alice", "narrator: /game join hero:Bren player:bob", "narrator: /game join hero:Cleo player:cid",
		"cid: /hero gear item:\"long bow\"",
		"narrator: /foe add name:Guard count:3 body:4 reflex:4 mind:3 spirit:3 health:10 weapon:\"short sword\"",
		"narrator: /foe add name:Archer body:4 reflex:5 mind:3 spirit:3 health:9 weapon:\"long bow\"",
		"narrator: /foe wound name:\"Guard 3\" wounds:12 type:stunning",
		"narrator: /combat start range:close-combat",
		"bob: /combat do action:lead card:\"5 Spirit\"", // 5 + 5 + 4 against 8
		"narrator: /combat range range:near-missile foe:Archer",
		"cid: /combat do action:cover target:Archer card:\"9 Body\"", // 5 + 9 + 1 against 13
		"narrator: /combat condition who:Jack condition:effect with:\"Stone skin\"",
		"narrator: /foe wound name:\"Guard 3\" wounds:1 type:stunning", // does it die?
		"narrator: /wound give hero:Cleo wounds:6 type:killing reason:\"a fall\"",
		"narrator: /call hero:Cleo action:\"challenging Perception\"",
		"alice: /combat attack target:\"Guard 1\" card:\"7 Mind\"", // 5 + 7 + 1 against 12; it strikes back
		"narrator: /combat foe-does foe:\"Guard 2\" hero:Bren",
		"bob: /combat defend against:\"Guard 2\" card:\"6 Spirit\"", // 5 + 6 against 12: a blow that waits
	)
	before := told(t, must(t, hub, "narrator: /combat status"))
	awaited := told(t, must(t, hub, "narrator: /combat next"))
	state := games(t, hub)
	for _, part := range []string{"Jack: answer Guard 1 (strike)", "Cleo: pay 6 wounds", "narrator: does Guard 3 die?", "Nudge who is awaited", "Stone skin", "covered (Cleo)", "inspired +1 (Bren)"} {
		if !strings.Contains(before, part) {
			t.Errorf("the tracker lacks %q:\n%s", part, before)
		}
	}
	shut()

	hub, shut = reopened(t, dir, 4)
	defer shut()
	if diff := cmp.Diff(state, games(t, hub)); diff != "" {
		t.Errorf("the table is another after a restart:\n%s", diff)
	}
	if diff := cmp.Diff(before, told(t, must(t, hub, "narrator: /combat status"))); diff != "" {
		t.Errorf("the tracker is another after a restart:\n%s", diff)
	}
	if diff := cmp.Diff(awaited, told(t, must(t, hub, "narrator: /combat next"))); diff != "" {
		t.Errorf("others are awaited after a restart:\n%s", diff)
	}
	var called []string
	for _, u := range must(t, hub, "narrator: /combat nudge").Ping {
		called = append(called, u.Name)
	}
	slices.Sort(called) // their places in the order were drawn by lot
	if want := []string{"alice", "cid", "narrator"}; !slices.Equal(called, want) {
		t.Errorf("the nudge calls %v, not %v", called, want)
	}

	must(t, hub,
		"alice: /point flip",                    // the result of before can still be amended (R4.5)
		"alice: /combat defend card:\"9 Mind\"", // 5 + 9 + 1 against 12
		"cid: /wound pay cards:\"6 Body\"",
		"cid: /act card:\"8 Body\"",                         // the call of before
		"narrator: /combat foe-does foe:Archer action:wait", // it would strike back
		"narrator: /combat decide foe:\"Guard 3\" dies:true",
	)
	over := must(t, hub, "narrator: /combat next")
	for _, part := range []string{"**Jack** hits **Guard 1**", "**Guard 2** hits **Bren**: Strength 4 + short sword 4 + missed by 1 = 9, less Endurance 5 = 5: **4 killing wounds**"} {
		if strings.Count(over.Body, part) != 1 {
			t.Errorf("not once %q in:\n%s", part, over.Body)
		}
	}
	must(t, hub,
		"bob: /wound pay cards:\"7 Spirit\"",
		"narrator: /foe wound name:\"Guard 1\" wounds:10", "narrator: /foe wound name:\"Guard 2\" wounds:10", "narrator: /foe wound name:Archer wounds:10",
	)
	if end := must(t, hub, "narrator: /combat next"); !strings.Contains(end.Body, "The foes are out of the fight") {
		t.Errorf("the fight does not end:\n%s", end.Body)
	}
	must(t, hub, "narrator: /combat end")
}
