package discord

import (
	"strconv"
	"testing"

	"skald/bot/discord/fakediscord"
)

func BenchmarkTmpMemory(b *testing.B) {
	w := newWorld(b)
	w.run(b, Config{})
	w.ready(b)
	w.game(b)
	for n := 0; b.Loop(); n++ {
		ask(b, w, fakediscord.Invocation{By: w.ann, In: w.table, Command: "hero set", Options: fakediscord.Options{
			"name": "Jack", "field": "points", "value": strconv.Itoa(3 + n%2),
		}})
	}
}
