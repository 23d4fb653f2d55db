// Package bottest has what the tests of the bot and of its media share.
package bottest

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"skald/table"
)

// Memory is a journal that lives as long as a test. Like a store, it keeps what was written and not what was
// meant: entries go through JSON.
type Memory struct {
	mu     sync.Mutex
	listed []table.Listed
	logs   map[string][][]byte
	kept   []string
	pins   map[string]string
}

// Tables lists the games as they were after their last entries.
func (m *Memory) Tables() ([]table.Listed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.listed), nil
}

// Load is the table that a log tells of.
func (m *Memory) Load(id string) (*table.Table, error) {
	log, err := m.Log(id, 1)
	return table.Replay(log), err
}

// Log gives the entries from a number on.
func (m *Memory) Log(id string, from int) ([]table.Entry, error) {
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

// Append keeps an entry; the error is one that does not follow the last.
func (m *Memory) Append(id string, e table.Entry, t *table.Table) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Seq != len(m.logs[id])+1 {
		return fmt.Errorf("entry %d does not follow entry %d", e.Seq, len(m.logs[id]))
	}
	if m.logs == nil {
		m.logs = map[string][][]byte{}
	}
	m.logs[id] = append(m.logs[id], raw)
	at := slices.IndexFunc(m.listed, func(l table.Listed) bool { return l.ID == id })
	if at < 0 {
		m.listed = append(m.listed, table.Listed{ID: id, Game: t.Game})
	} else {
		m.listed[at].Game = t.Game
	}
	return nil
}

// Len is how many entries a game has.
func (m *Memory) Len(id string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.logs[id])
}

// Entries is how many entries all games have together.
func (m *Memory) Entries() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, log := range m.logs {
		n += len(log)
	}
	return n
}

// Keep keeps a text and gives its key, the same for the same text.
func (m *Memory) Keep(text string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.Index(m.kept, text)
	if at < 0 {
		at = len(m.kept)
		m.kept = append(m.kept, text)
	}
	return fmt.Sprintf("kept-%d", at), nil
}

// Kept is the text of a key, "" of none.
func (m *Memory) Kept(key string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var at int
	if _, err := fmt.Sscanf(key, "kept-%d", &at); err != nil || at < 0 || at >= len(m.kept) {
		return "", nil
	}
	return m.kept[at], nil
}

// Pin keeps a value under a name.
func (m *Memory) Pin(name, value string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pins == nil {
		m.pins = map[string]string{}
	}
	m.pins[name] = value
	return nil
}

// Pinned is the value of a name, "" of none.
func (m *Memory) Pinned(name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.pins[name], nil
}
