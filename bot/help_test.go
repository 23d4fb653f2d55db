package bot_test

import (
	"strings"
	"testing"

	"skald/bot"
	"skald/combat"
)

// TestHelpKnowsEachCommand: each command and each first word of one is a topic, and what it tells goes into one message.
func TestHelpKnowsEachCommand(t *testing.T) {
	hub, _ := newHub(t, 1)
	for _, c := range bot.All() {
		family, _, _ := strings.Cut(c.Name, " ")
		for _, topic := range []string{c.Name, family, "/" + c.Name} {
			if c.Hidden {
				continue
			}
			r, err := hub.Do(at(t, "alice", "/help topic:\""+topic+"\""))
			if n := len([]rune(r.Body)); err != nil || n == 0 || n > 4096 {
				t.Errorf("/help topic:%q: %d characters, %v", topic, n, err)
			}
		}
	}
}

// TestHelpListsTheActionsOfAFight: whoever asks for a fight's help learns each action that there is (R7).
func TestHelpListsTheActionsOfAFight(t *testing.T) {
	hub, _ := newHub(t, 1)
	for _, topic := range []string{"combat do", "fighting", "combat", "fight"} {
		r := must(t, hub, "alice: /help topic:\""+topic+"\"")
		for _, a := range combat.Actions() {
			if !strings.Contains(r.Body, "`"+a.Name+"` "+a.Effect) {
				t.Errorf("/help topic:%q does not tell of %s", topic, a.Name)
			}
		}
	}
}
