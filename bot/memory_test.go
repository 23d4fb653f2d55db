package bot_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// memory is a journal that lives as long as a test. Like a store, it keeps what was written and not
// what was meant: entries go through JSON.
type memory struct {
	mu     sync.Mutex
	listed []table.Listed
	logs   map[string][][]byte
	kept   map[string]string
}

func (m *memory) Tables() ([]table.Listed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]table.Listed(nil), m.listed...), nil
}

func (m *memory) Load(id string) (*table.Table, error) {
	log, err := m.Log(id, 1)
	return table.Replay(log), err
}

func (m *memory) Log(id string, from int) ([]table.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var log []table.Entry
	for _, raw := range m.logs[id][min(from-1, len(m.logs[id])):] {
		var e table.Entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, err
		}
		log = append(log, e)
	}
	return log, nil
}

func (m *memory) Append(id string, e table.Entry, t *table.Table) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Seq != len(m.logs[id])+1 {
		return fmt.Errorf("entry %d does not follow entry %d", e.Seq, len(m.logs[id]))
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if m.logs == nil {
		m.logs = map[string][][]byte{}
	}
	m.logs[id] = append(m.logs[id], raw)
	for i := range m.listed {
		if m.listed[i].ID == id {
			m.listed[i].Game = t.Game
			return nil
		}
	}
	m.listed = append(m.listed, table.Listed{ID: id, Game: t.Game})
	return nil
}

func (m *memory) Keep(text string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]string{}
	}
	key := fmt.Sprintf("~%d", len(m.kept))
	m.kept[key] = text
	return key, nil
}

func (m *memory) Kept(key string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept[key], nil
}

// newHub is a hub with journals in memory, shuffles that a seed repeats and a clock that stands at noon.
func newHub(t testing.TB, seed uint64) (*bot.Hub, *memory) {
	m := &memory{}
	luck := rand.New(rand.NewPCG(seed, 1))
	var mu sync.Mutex
	n := func(k int) int {
		mu.Lock()
		defer mu.Unlock()
		return luck.IntN(k)
	}
	return &bot.Hub{
		Journal: func(string) (bot.Journal, error) { return m, nil },
		Seed: func() (s fate.Seed) {
			for i := range s {
				s[i] = byte(n(256))
			}
			return s
		},
		Luck: n,
		Now:  func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) },
		Log:  slog.New(slog.DiscardHandler),
		Code: func() string { return "test" },
	}, m
}
