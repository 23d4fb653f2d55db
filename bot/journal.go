package bot

import "skald/table"

// Journal keeps the logs of one server. A store is one; its methods may be called by several at once.
type Journal interface {
	// Tables lists the server's tables, the oldest first; ended ones too.
	Tables() ([]table.Listed, error)
	// Load gives a table as its log tells it.
	Load(id string) (*table.Table, error)
	// Log reads entries whose number is at or above from, the oldest first.
	Log(id string, from int) ([]table.Entry, error)
	// Append writes an entry down before anybody is told; t is the table after it. It refuses an entry that
	// does not follow the last one, and a first entry for an id that is taken.
	Append(id string, e table.Entry, t *table.Table) error
	// Keep stores a text that is too long for where it must go, and gives a key of at most 60 characters
	// from which Kept gets it back. The same text has the same key.
	Keep(text string) (string, error)
	// Kept gives a kept text back, "" where it is there no longer.
	Kept(key string) (string, error)
}

// Pinner is a journal that notes where boards stand. Without one they are found until the next restart.
type Pinner interface {
	// Pin notes a value under a name, in the place of the one before.
	Pin(name, value string) error
	// Pinned gives the value under a name, "" where there is none.
	Pinned(name string) (string, error)
}
