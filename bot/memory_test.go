package bot_test

import (
	"testing"

	"skald/bot"
	"skald/bot/bottest"
)

type memory = bottest.Memory

// newHub is a hub with a journal in memory.
func newHub(_ testing.TB, seed uint64) (*bot.Hub, *memory) {
	m := &memory{}
	return bottest.Hub(func(string) (bot.Journal, error) { return m, nil }, seed), m
}
