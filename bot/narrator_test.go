package bot_test

import (
	"strings"
	"testing"
)

// R1.6b: whichever card of the deck the narrator names, what comes back reads the same whether the hand of an absent
// player holds it or not.
func TestR16bTheNarratorCannotReadAHand(t *testing.T) {
	hub, _ := newHub(t, 1)
	for _, line := range []string{
		"narrator: /game new name:Moss", "bob: /hero new name:Bren", "bob: /game join", "narrator: /foe add name:Hound health:6 damage:4 strength:7",
		"narrator: /combat start range:close-combat",
	} {
		user, rest, _ := strings.Cut(line, ": ")
		ask(t, hub, user, rest, nil)
	}
	seat, _ := gameOf(t, hub).Hero("Bren")
	if len(gameOf(t, hub).Hand(seat)) == 0 {
		t.Fatal("the hand is empty")
	}
	for _, command := range []string{
		"/narrator take hero:Bren card:", `/act hero:Bren action:"easy Strength" card:`, `/act hero:Bren action:"easy Strength" card:"1 Body" then:`,
		"/combat attack hero:Bren target:Hound card:", "/combat defend hero:Bren against:Hound card:", "/wound pay hero:Bren cards:",
	} {
		if strings.HasPrefix(command, "/wound") { // what is owed stops all else
			ask(t, hub, "narrator", "/wound give hero:Bren wounds:2", nil)
		}
		first := ""
		for _, c := range gameOf(t, hub).List.Cards {
			reply, err := hub.Do(at(t, "narrator", command+`"`+c.String()+`"`))
			text := reply.Text()
			for _, b := range reply.Buttons {
				text += b.Line
			}
			if err != nil {
				text += err.Error()
			}
			text = strings.NewReplacer(c.Long(), "it", c.String(), "it").Replace(text)
			if first == "" {
				first = text
			}
			if text != first {
				t.Errorf("%s%s tells\n%s\nand for another card\n%s", command, c, text, first)
			}
		}
	}
}
