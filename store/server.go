package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"skald/fate"
	"skald/table"
)

// Server is the journal of one server. Its methods may be called by several at once. What any of them
// gives for a file that cannot be used is a *Broken, and ErrClosed after Dir.Close.
type Server struct {
	dir *Dir
	id  string
}

// noTable is a table that nobody has written to.
func noTable(id string) error {
	return fate.Refuse("no_table", "There is no table %s on this server.", id)
}

// Tables lists the server's tables, the oldest first; ended ones too. None where nothing was stored yet.
func (s *Server) Tables() ([]table.Listed, error) {
	path := s.dir.file(s.id)
	var index []listed
	err := s.dir.view(s.id, func(tx *bbolt.Tx) (err error) {
		index, err = readIndex(tx, path)
		return err
	})
	if errors.Is(err, errNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(index, func(a, b listed) int { return cmp.Compare(a.order, b.order) })
	tables := make([]table.Listed, len(index))
	for i, l := range index {
		tables[i].ID = l.id
		if err := json.Unmarshal(l.game, &tables[i].Game); err != nil {
			return nil, damaged(path, "is damaged in its list of tables", err)
		}
	}
	return tables, nil
}

// listed is a table in the index.
type listed struct {
	id    string
	order uint64
	game  []byte
}

func readIndex(tx *bbolt.Tx, path string) ([]listed, error) {
	tables, err := bucket(tx, path, tablesBucket)
	if err != nil {
		return nil, err
	}
	var index []listed
	err = tables.ForEach(func(k, v []byte) error {
		body, ok := unseal(tablesBucket, k, v)
		order, game, whole := numbered(body)
		if !ok || !whole {
			return damaged(path, "is damaged in its list of tables", fmt.Errorf("checksum of %q", k))
		}
		index = append(index, listed{string(k), order, bytes.Clone(game)})
		return nil
	})
	if err == nil && uint64(len(index)) != tables.Sequence() {
		err = damaged(path, "is damaged in its list of tables", fmt.Errorf("%d of %d", len(index), tables.Sequence()))
	}
	return index, err
}

// Log reads a table's entries whose number is at or above from, the oldest first. Every checksum is
// checked. The error is a refusal where there is no such table.
func (s *Server) Log(id string, from int) ([]table.Entry, error) {
	path := s.dir.file(s.id)
	var l lines
	found := false
	err := s.dir.view(s.id, func(tx *bbolt.Tx) error {
		book, ok, err := openLogbook(tx, path, id)
		if err == nil && ok {
			found = true
			l, err = book.read(from)
		}
		return err
	})
	if errors.Is(err, errNone) || err == nil && !found {
		return nil, noTable(id)
	}
	if err != nil {
		return nil, err
	}
	return l.decode()
}

// Append writes an entry down; t is the table after it. It is on disk when the error is nil. The error
// is an *OutOfOrder for an entry that does not follow the last one, such as a first entry for an id that
// is taken; then nothing was written. After a *Broken whether it was written is known only by loading the
// table again.
func (s *Server) Append(id string, e table.Entry, t *table.Table) error {
	if id == "" || len(id) > bbolt.MaxKeySize || e.Seq < 1 || t == nil || t.Seq != e.Seq {
		return fmt.Errorf("append entry %d to the log of table %q: not a table after its entry", e.Seq, id)
	}
	a := appending{path: s.dir.file(s.id), id: []byte(id), seq: e.Seq}
	var err error
	if a.entry, err = json.Marshal(e); err == nil && mayChangeGame(e) {
		a.game, err = json.Marshal(t.Game)
	}
	if err == nil && e.Seq%s.dir.o.every == 0 {
		a.snapshot, err = t.Snapshot()
	}
	if err != nil {
		return fmt.Errorf("append entry %d to the log of table %q: %w", e.Seq, id, err)
	}
	return s.dir.update(s.id, a.write)
}

// appending is an entry on its way into the file.
type appending struct {
	path     string
	id       []byte
	seq      int
	entry    []byte
	game     []byte // nil where the entry leaves it as it was
	snapshot []byte // nil where none is due
}

// mayChangeGame reports whether the list of tables may have to change too. Only what surely leaves the
// game alone, which is most of play, saves the look.
func mayChangeGame(e table.Entry) bool {
	return e.Seq == 1 || e.Undoes > 0 || slices.ContainsFunc(e.Events, func(ev table.Event) bool {
		switch ev.(type) {
		case table.CardsMoved, table.Shuffled, table.CallsSet, table.OwedSet, table.SeatSet, table.Shown:
			return false
		}
		return true
	})
}

func (a appending) write(tx *bbolt.Tx) error {
	id := string(a.id)
	newest, err := readNewest(tx, a.path)
	if err != nil {
		return err
	}
	last, err := lastNumber(tx, a.path, id, newest)
	switch {
	case err != nil:
		return err
	case a.seq != last+1:
		return &OutOfOrder{Table: id, Last: last, Seq: a.seq}
	}
	if err := arrive(tx, a.path, newest, arrival{table: id, seq: a.seq, entry: a.entry}); err != nil {
		return err
	}
	if a.game != nil {
		err = a.index(tx)
	}
	if err != nil || a.snapshot == nil {
		return err
	}
	return writeSnapshot(tx, a.path, id, a.seq, a.snapshot)
}

// index keeps the list of tables up to date, and writes only when the game has changed.
func (a appending) index(tx *bbolt.Tx) error {
	tables, err := bucket(tx, a.path, tablesBucket)
	if err != nil {
		return err
	}
	old := tables.Get(a.id)
	body, ok := unseal(tablesBucket, a.id, old)
	order, game, whole := numbered(body)
	switch {
	case old == nil && a.seq == 1:
		if order, err = tables.NextSequence(); err != nil {
			return err
		}
	case !ok || !whole:
		return damaged(a.path, "is damaged in its list of tables", fmt.Errorf("checksum of %q", a.id))
	case bytes.Equal(game, a.game):
		return nil
	}
	return tables.Put(a.id, seal(tablesBucket, a.id, number(order), a.game))
}
