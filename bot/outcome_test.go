package bot_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"skald/bot/console"
)

// outcomes plays lines in the console's JSON form and gives the last outcome of each kind.
func outcomes(t *testing.T, stack string, lines ...string) map[string]map[string]any {
	t.Helper()
	hub, _ := newHub(t, 1)
	if stack != "" {
		hub.Stack = onTop(stack)
	}
	var out bytes.Buffer
	c := console.New(hub, &out, console.Options{JSON: true})
	last := map[string]map[string]any{}
	for _, line := range lines {
		out.Reset()
		if _, err := c.Say(line); err != nil {
			t.Fatal(err)
		}
		for _, raw := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			var o struct {
				Outcome map[string]any `json:"outcome"`
				Error   any            `json:"error"`
			}
			if err := json.Unmarshal([]byte(raw), &o); err != nil || o.Error != nil {
				t.Fatalf("%s: %v %v", line, err, o.Error)
			}
			if kind, ok := o.Outcome["kind"].(string); ok {
				last[kind] = o.Outcome
			}
		}
	}
	return last
}

// wants checks that an outcome has the fields of the console's contract.
func wants(t *testing.T, o map[string]any, fields ...string) {
	t.Helper()
	for _, f := range fields {
		if _, ok := o[f]; !ok {
			t.Errorf("the outcome %v has no %s", o["kind"], f)
		}
	}
}

// TestOutcomesOfAFight checks the kinds attack, defend, wound, foe and combat of docs/console.md.
func TestOutcomesOfAFight(t *testing.T) {
	got := outcomes(t, "9 Mind, 8 Mind, 4 Spirit, 6 Spirit",
		"narrator: /game new name:Moss", `alice: /hero new name:Jack body:"Strength 6, C"`, "alice: /game join", "alice: /hero gear item:broadsword",
		"alice: /hero skill name:Jack skill:Swords trait:Body",
		"narrator: /foe add name:Guard strength:4 quickness:5 endurance:5 armor:2 health:20 damage:6", "narrator: /combat start range:close-combat",
		`alice: /combat attack target:Guard card:"9 Mind" skill:Swords`, "alice: /point flip",
		`alice: /combat defend against:Guard card:"4 Spirit"`, "narrator: /combat next", "alice: /wound pay cards:\"8 Mind\"", "narrator: /foe wound name:Guard wounds:1", "narrator: /combat status")
	attack := got["attack"]
	act := []string{"hero", "action", "ability", "score", "cards", "modifiers", "total", "difficulty", "difficulty_parts", "margin", "success", "mishap"}
	wants(t, attack, append(act, "target", "damage", "target_health")...)
	wants(t, got["defend"], append(act, "target", "damage", "pending_wounds")...)
	wants(t, got["wound"], "hero", "wounds", "paid", "overflow", "locked_stunning", "locked_killing", "status")
	wants(t, got["foe"], "name", "health", "wounds", "status", "range")
	wants(t, got["combat"], "exchange", "order", "range", "awaiting", "conditions")
	if cards := attack["cards"].([]any); len(cards) != 2 || cards[1].(map[string]any)["source"] != "point" {
		t.Errorf("the cards of an action with a hero point: %v", cards)
	}
	if m := attack["modifiers"].([]any)[0].(map[string]any); m["name"] != "skill" || m["value"] != 4.0 {
		t.Errorf("the skill of an attack: %v", m)
	}
}

// TestR63DamageOfAnAttack is the sum of golden test 9: Strength 6, weapon 6, average against Quickness 5: 13; a score of
// 16 is a margin of 3 and a damage of 15; armor 2 and Endurance 5 leave 8 wounds.
func TestR63DamageOfAnAttack(t *testing.T) {
	got := outcomes(t, "4 Mind, 6 Spirit, 7 Spirit",
		"narrator: /game new name:Moss", `alice: /hero new name:Jack body:"Strength 6, C"`, "alice: /game join", "alice: /hero gear item:broadsword",
		"alice: /hero skill name:Jack skill:Swords trait:Body",
		"narrator: /foe add name:Guard strength:4 quickness:5 endurance:5 armor:2 health:20 damage:6", "narrator: /combat start range:close-combat",
		`alice: /combat attack target:Guard card:"6 Spirit" skill:Swords`)["attack"]
	d := got["damage"].(map[string]any)
	if d["raw"] != 15.0 || d["defense"] != 7.0 || d["wounds"] != 8.0 || d["type"] != "killing" || got["target_health"] != 12.0 || got["margin"] != 3.0 {
		t.Errorf("the attack: %v", got)
	}
}

// TestOutcomesOfRealmsAndKnights checks the kinds realm and knights of docs/console.md.
func TestOutcomesOfRealmsAndKnights(t *testing.T) {
	got := outcomes(t, "", "narrator: /realm new name:Moors", "narrator: /realm join realm:Red player:ann", "narrator: /realm join realm:Blue player:ben",
		"narrator: /realm begin", "narrator: /realm status", "narrator: /knights new", "narrator: /knights join bot:page", "narrator: /knights start", "narrator: /knights status")
	wants(t, got["realm"], "turn", "order", "realms", "battles")
	wants(t, got["realm"]["realms"].([]any)[0].(map[string]any), "name", "player", "towers", "fortresses", "castles", "vp")
	wants(t, got["knights"], "turn", "to_move", "phase", "lands", "players", "free_knights")
	wants(t, got["knights"]["lands"].([]any)[0].(map[string]any), "name", "owner", "strength")
	player := got["knights"]["players"].([]any)[0].(map[string]any)
	wants(t, player, "name", "chips", "hand")
	if _, count := player["hand"].(float64); !count {
		t.Errorf("a hand is %v, not a count", player["hand"])
	}
}

// TestOutcomeOfDeckShow: each deck has the outcome "deck" whose counts add up, in use or not (docs/console.md).
func TestOutcomeOfDeckShow(t *testing.T) {
	for _, lines := range [][]string{
		{"alice: /deck show name:dragon"},
		{"narrator: /game new name:Moss", "alice: /deck show name:dragon"},
		{"narrator: /game new name:Moss deck:dragon", "alice: /deck show"},
	} {
		o := outcomes(t, "", lines...)["deck"]
		wants(t, o, "name", "draw", "discard", "in_hands", "in_play", "banked", "narrator", "total")
		if o["name"] != "dragon" || o["draw"] != 82.0 || o["total"] != 82.0 {
			t.Errorf("%v: %v", lines, o)
		}
	}
}
