package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"

	"go.etcd.io/bbolt"

	"skald/table"
)

// keptSnapshots is how many snapshots of a table are there at once. Older ones serve when an undo
// reaches back over the newest.
const keptSnapshots = 3

// snapshot is a table after entry seq. The zero one is a table before its first entry.
type snapshot struct {
	seq  int
	body []byte // nil where it is damaged
}

// Load gives a table as its log tells it: equal to table.Replay over all of it, but from the newest
// snapshot on that still holds. The error is a refusal where there is no such table.
func (s *Server) Load(id string) (*table.Table, error) {
	path := s.dir.file(s.id)
	var shots []snapshot
	err := s.dir.view(s.id, func(tx *bbolt.Tx) (err error) {
		shots, err = readSnapshots(tx, path, id)
		return err
	})
	if err != nil && !errors.Is(err, errNone) {
		return nil, err
	}
	bad := false
	for _, shot := range append(shots, snapshot{}) {
		t, err := shot.restore()
		if err != nil {
			s.dir.o.Log.Warn("a snapshot is damaged and not used", "server", s.id, "table", id, "entry", shot.seq, "error", err)
			bad = true
			continue
		}
		log, err := s.Log(id, shot.seq+1)
		if err != nil {
			return nil, err
		}
		if undone(log, shot.seq) {
			continue
		}
		t.Continue(log)
		if bad || len(log) > s.dir.o.every {
			s.renew(id, t)
		}
		return t, nil
	}
	return nil, noTable(id) // not reached: the zero snapshot always holds
}

func (s snapshot) restore() (*table.Table, error) {
	if s.seq == 0 {
		return &table.Table{}, nil
	}
	if s.body == nil {
		return nil, errors.New("checksum")
	}
	return table.Restore(s.body, s.seq)
}

// undone reports whether an entry of a log's end that stands takes back one at or before seq: then the
// table after seq is not what the log tells any more.
func undone(end []table.Entry, seq int) bool {
	return slices.ContainsFunc(table.Standing(end), func(e table.Entry) bool { return e.Undoes > 0 && e.Undoes <= seq })
}

// renew writes a snapshot of a table that took long to load. It is a cache: if it cannot be, the log
// says so and nothing else happens.
func (s *Server) renew(id string, t *table.Table) {
	body, err := t.Snapshot()
	if err == nil {
		path := s.dir.file(s.id)
		err = s.dir.update(s.id, func(tx *bbolt.Tx) error {
			book, _, err := openLogbook(tx, path, id)
			if err != nil || book.last() < t.Seq {
				return err // the file is another one by now
			}
			return writeSnapshot(tx, path, id, t.Seq, body)
		})
	}
	if err != nil {
		s.dir.o.Log.Warn("no snapshot written", "server", s.id, "table", id, "entry", t.Seq, "error", err)
	}
}

// readSnapshots gives a table's snapshots, the newest first. One beyond the log's end counts as damaged.
func readSnapshots(tx *bbolt.Tx, path, id string) ([]snapshot, error) {
	book, ok, err := openLogbook(tx, path, id)
	if !ok || err != nil {
		return nil, err
	}
	all := tx.Bucket(snapshotsBucket)
	if all == nil || all.Bucket([]byte(id)) == nil {
		return nil, nil
	}
	var shots []snapshot
	where := under(snapshotsBucket, id)
	c := all.Bucket([]byte(id)).Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		shot := snapshot{seq: 1}
		if len(k) == 8 {
			shot.seq = int(binary.BigEndian.Uint64(k))
		}
		if body, ok := unseal(where, k, v); ok && len(k) == 8 && shot.seq <= book.last() {
			shot.body = bytes.Clone(body)
		}
		shots = append(shots, shot)
	}
	return shots, nil
}

// writeSnapshot adds a snapshot and drops damaged ones and those beyond the newest few.
func writeSnapshot(tx *bbolt.Tx, path, id string, seq int, body []byte) error {
	all, err := bucket(tx, path, snapshotsBucket)
	if err != nil {
		return err
	}
	shots, err := all.CreateBucketIfNotExists([]byte(id))
	if err != nil {
		return err
	}
	where, key := under(snapshotsBucket, id), number(seq)
	if err := shots.Put(key, seal(where, key, body)); err != nil {
		return err
	}
	var drop [][]byte
	good := 0
	c := shots.Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		_, ok := unseal(where, k, v)
		if ok && len(k) == 8 && good < keptSnapshots {
			good++
		} else {
			drop = append(drop, bytes.Clone(k))
		}
	}
	for _, k := range drop {
		if err := shots.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
