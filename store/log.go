package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"

	"skald/table"
)

// logbook is where a table's entries lie: those in its log, then those among the newest.
type logbook struct {
	path   string
	table  string
	log    *bbolt.Bucket // nil while all are among the newest
	moved  int           // the last number in the log
	newest []arrival     // of this table
}

// openLogbook finds a table's entries; false where there is no such table. What can be told at once to be
// missing is an error.
func openLogbook(tx *bbolt.Tx, path, id string) (logbook, bool, error) {
	all, err := readNewest(tx, path)
	if err != nil {
		return logbook{}, false, err
	}
	l := logbook{path: path, table: id}
	tables, err := bucket(tx, path, tablesBucket)
	if err != nil {
		return l, false, err
	}
	logs, err := bucket(tx, path, logsBucket)
	if err != nil {
		return l, false, err
	}
	if id != "" {
		l.log = logs.Bucket([]byte(id))
	}
	if l.log != nil {
		l.moved = int(l.log.Sequence())
	}
	for _, a := range all {
		if a.table != id {
			continue
		}
		if a.seq != l.last()+1 {
			return l, false, badEntry(path, id, l.last()+1, "it is missing")
		}
		l.newest = append(l.newest, a)
	}
	listed := id != "" && tables.Get([]byte(id)) != nil
	if listed != (l.last() > 0) {
		return l, false, damaged(path, fmt.Sprintf("is damaged: the log of table %s and the list of tables do not agree", id), nil)
	}
	return l, listed, nil
}

// lastNumber is the number of a table's newest entry, which mostly is among the newest of all.
func lastNumber(tx *bbolt.Tx, path, id string, newest []arrival) (int, error) {
	for _, a := range slices.Backward(newest) {
		if a.table == id {
			return a.seq, nil
		}
	}
	l, _, err := openLogbook(tx, path, id)
	return l.last(), err
}

// last is the number of the newest entry; 0 where there is none.
func (l logbook) last() int { return l.moved + len(l.newest) }

// lines are the entries of a log as they are stored, without gaps from a number on.
type lines struct {
	path, table string
	from        int
	texts       [][]byte
}

// read copies the entries from a number on. All that is missing is noticed: in the middle by the numbers,
// at the end by the sequences of the buckets.
func (l logbook) read(from int) (lines, error) {
	from = max(1, from)
	out := lines{path: l.path, table: l.table, from: from}
	if l.log != nil && from <= l.moved {
		if err := l.readLog(&out); err != nil {
			return out, err
		}
	}
	for _, a := range l.newest {
		if a.seq >= from {
			out.texts = append(out.texts, append([]byte(nil), a.entry...))
		}
	}
	return out, nil
}

func (l logbook) readLog(out *lines) error {
	where, next := under(logsBucket, l.table), out.from
	c := l.log.Cursor()
	for k, v := c.Seek(number(next)); k != nil; k, v = c.Next() {
		body, ok := unseal(where, k, v)
		switch {
		case !ok:
			return badEntry(l.path, l.table, next, "checksum")
		case binary.BigEndian.Uint64(k) != uint64(next):
			return badEntry(l.path, l.table, next, "it is missing")
		case next > l.moved:
			return badEntry(l.path, l.table, next, "it is beyond the end")
		}
		out.texts = append(out.texts, append([]byte(nil), body...))
		next++
	}
	if next <= l.moved {
		return badEntry(l.path, l.table, next, "it is missing")
	}
	return nil
}

func badEntry(path, id string, seq int, why string) error {
	return damaged(path, fmt.Sprintf("is damaged at entry %d of table %s", seq, id), errors.New(why))
}

// decode reads the entries.
func (l lines) decode() ([]table.Entry, error) {
	log := make([]table.Entry, len(l.texts))
	for i, text := range l.texts {
		seq := l.from + i
		if err := json.Unmarshal(text, &log[i]); err != nil {
			return nil, &Broken{
				Path: l.path, Code: "entry_unknown", Err: err,
				Reason: fmt.Sprintf("holds entry %d of table %s, which this Skald does not understand", seq, l.table),
				Cure:   "Run the newer Skald that wrote it, or put a backup in its place.",
			}
		}
		if log[i].Seq != seq {
			return nil, badEntry(l.path, l.table, seq, "it has another number inside")
		}
	}
	return log, nil
}
