package bottest

import (
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"skald/bot"
	"skald/fate"
)

// Hub is a hub over journals, with shuffles that a seed repeats, a clock that stands at noon, and no log.
func Hub(journal func(server string) (bot.Journal, error), seed uint64) *bot.Hub {
	var mu sync.Mutex
	luck := rand.New(rand.NewPCG(seed, 1))
	below := func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return luck.IntN(n)
	}
	return &bot.Hub{
		Journal: journal,
		Seed: func() (s fate.Seed) {
			for i := range s {
				s[i] = byte(below(256))
			}
			return s
		},
		Luck: below,
		Now:  func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) },
		Log:  slog.New(slog.DiscardHandler),
		Code: func() string { return "test" },
	}
}
