package bot_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"skald/fate"
)

// twoAndAFoe is the beginning of a fight of Jack against a guard who is down with 4 wounds.
var twoAndAFoe = []string{
	"narrator: /game new name:Moss", "alice: /hero new name:Jack hand-size:4 strength:9", "alice: /game join", `alice: /hero gear item:"long bow"`,
	"narrator: /foe add name:Guard strength:9 quickness:3 endurance:5 health:4 damage:6", "narrator: /foe add name:Imp count:2 health:4",
	"narrator: /combat start range:near-missile",
}

// outcomeOfLast is the outcome of the first reply to the last line.
func outcomeOfLast(t *testing.T, lines []string) map[string]any {
	t.Helper()
	hub, _ := newHub(t, 1)
	hub.Stack = onTop("9 Mind, 8 Mind, 7 Mind, 6 Mind")
	raw, err := json.Marshal(must(t, hub, lines...).Outcome)
	var o map[string]any
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestR73aOutcomeOfASureHit checks that a shot at a covered foe, for which no card is played, has margin 0, no cards, and
// the action's name.
func TestR73aOutcomeOfASureHit(t *testing.T) {
	got := outcomes(t, "", append(twoAndAFoe, "narrator: /combat condition who:Guard condition:covered with:Jack", "alice: /combat attack target:Guard")...)["attack"]
	if cards, list := got["cards"].([]any); !list || len(cards) != 0 {
		t.Errorf("the cards of a hit without a test: %v", got["cards"])
	}
	if got["action"] != "shoot" || got["margin"] != 0.0 || got["difficulty"] != 0.0 || got["total"] != 0.0 || got["success"] != true {
		t.Errorf("a hit without a test: %v", got)
	}
}

// TestOutcomesOfFoesAndTheExchange checks the kinds foe and combat of the commands that change foes, ranges and
// conditions, and what the end of an exchange tells of foes and wounds.
func TestOutcomesOfFoesAndTheExchange(t *testing.T) {
	play := func(lines ...string) map[string]map[string]any {
		return outcomes(t, "9 Mind, 8 Mind, 7 Mind, 6 Mind", append(twoAndAFoe, lines...)...)
	}
	if list := play("alice: /foe list")["foe"]; len(list["foes"].([]any)) != 3 || list["name"] != "Guard" {
		t.Errorf("/foe list: %v", list)
	}
	gone := play(`narrator: /foe remove name:"Imp 2, Guard"`)["foe"]
	if wants(t, gone, "name", "status", "range"); gone["name"] != "Imp 2" || gone["status"] != "gone" || len(gone["foes"].([]any)) != 2 {
		t.Errorf("/foe remove: %v", gone)
	}
	for _, line := range []string{"combat range range:visual", "combat condition who:Guard condition:helpless", "combat foe-does foe:Guard hero:Jack action:wait"} {
		if o, ok := play("narrator: /" + line)["combat"]; !ok || o["exchange"] != 1.0 {
			t.Errorf("/%s has the outcome %v", line, o)
		}
	}
	over := outcomeOfLast(t, append(twoAndAFoe, "narrator: /combat range range:close-combat", `alice: /combat attack target:Guard card:"9 Mind" with:unarmed`, "narrator: /combat next force:true"))
	if foes := over["foes"].([]any); len(foes) != 1 || foes[0].(map[string]any)["name"] != "Guard" || foes[0].(map[string]any)["status"] != "down" {
		t.Errorf("/combat next that fells a foe: %v", over)
	}
	paid := outcomeOfLast(t, append(twoAndAFoe, "narrator: /wound give hero:Jack wounds:9", "narrator: /combat next force:true"))
	wounds := paid["wounds"].([]any)
	if wants(t, wounds[0].(map[string]any), "hero", "wounds", "paid", "overflow", "status"); len(wounds) != 1 {
		t.Errorf("/combat next that pays wounds: %v", paid)
	}
}

// TestALongExchangeStaysReadable ends an exchange in which each of 12 heroes is hit by 10 foes: equal blows share a line.
func TestALongExchangeStaysReadable(t *testing.T) {
	hub, _ := newHub(t, 3)
	must(t, hub, "narrator: /game new name:Moss")
	for i := range 12 {
		must(t, hub, fmt.Sprintf("narrator: /hero new name:%c player:p%d", 'A'+i, i))
		must(t, hub, fmt.Sprintf("narrator: /game join hero:%c", 'A'+i))
	}
	must(t, hub, "narrator: /foe add name:Goon count:10 strength:9 health:9")
	must(t, hub, "narrator: /combat start range:close-combat")
	for i := range 12 {
		must(t, hub, fmt.Sprintf("narrator: /combat foe-does foe:Goon hero:%c", 'A'+i))
	}
	reply := must(t, hub, "narrator: /combat next force:true")
	if n := len([]rune(reply.Body)); n > 2000 || !strings.Contains(reply.Body, "Goon 1, 2, 3, 4, 5, 6, 7, 8, 9, 10** hit **A**, each") {
		t.Errorf("the exchange is told in %d characters:\n%s", n, reply.Body)
	}
	end := must(t, hub, "narrator: /combat end")
	if n := strings.Count(end.Fields[0].Value, "\n") + 1; n != 12 || !strings.Contains(end.Fields[0].Value, " of 10 hits") {
		t.Errorf("12 heroes owe for 10 hits each, told in %d lines:\n%s", n, end.Fields[0].Value)
	}
}

// TestAButtonCountsInItsOwnFight presses buttons of a fight in the exchange of the same number of the next fight.
func TestAButtonCountsInItsOwnFight(t *testing.T) {
	hub, _ := newHub(t, 1)
	must(t, hub, twoAndAFoe...)
	answer := must(t, hub, "narrator: /combat foe-does foe:Imp hero:Jack action:distract").Buttons[0].Line
	next := must(t, hub, "narrator: /combat next").Buttons[0].Line
	must(t, hub, "narrator: /combat end", "narrator: /combat start", "narrator: /combat foe-does foe:Imp hero:Jack action:distract")
	for user, line := range map[string]string{"alice": answer, "narrator": next} {
		var no *fate.Refusal
		if _, err := try(t, hub, user, line, nil); !errors.As(err, &no) || no.Code != "exchange_over" {
			t.Errorf("%s, of the fight before: %v", line, err)
		}
	}
}
