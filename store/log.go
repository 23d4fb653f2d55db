package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"skald/table"
)

// lines are the entries of a log as they are stored, without gaps from a number on.
type lines struct {
	table string
	from  int
	texts [][]byte
}

// readLines copies the entries from a number on out of a log. All that is missing is noticed: in the
// middle by the numbers, at the end by the bucket's sequence. False where there is no such table.
func readLines(tx *bbolt.Tx, path, id string, from int) (lines, bool, error) {
	from = max(1, from)
	l := lines{table: id, from: from}
	log, err := logOf(tx, path, id)
	if log == nil || err != nil {
		return l, false, err
	}
	last := int(log.Sequence())
	where, next := under(logsBucket, id), from
	c := log.Cursor()
	for k, v := c.Seek(number(from)); k != nil; k, v = c.Next() {
		body, ok := unseal(where, k, v)
		if !ok && len(k) == 8 {
			return l, true, badEntry(path, id, int(binary.BigEndian.Uint64(k)), "its checksum is wrong")
		}
		if !ok || binary.BigEndian.Uint64(k) != uint64(next) {
			return l, true, badEntry(path, id, next, "it is missing")
		}
		l.texts = append(l.texts, append([]byte(nil), body...))
		next++
	}
	if next-1 != last && from <= last+1 {
		return l, true, badEntry(path, id, next, "it is missing")
	}
	return l, true, nil
}

// logOf finds a table's log; nil where there is no such table.
func logOf(tx *bbolt.Tx, path, id string) (*bbolt.Bucket, error) {
	logs, err := bucket(tx, path, logsBucket)
	if err != nil {
		return nil, err
	}
	tables, err := bucket(tx, path, tablesBucket)
	if err != nil || id == "" {
		return nil, err
	}
	log := logs.Bucket([]byte(id))
	if listed := tables.Get([]byte(id)) != nil; listed != (log != nil) {
		return nil, damaged(path, fmt.Sprintf("is damaged: the log of table %s and the list of tables do not agree", id), nil)
	}
	return log, nil
}

func badEntry(path, id string, seq int, why string) error {
	return damaged(path, fmt.Sprintf("is damaged at entry %d of table %s", seq, id), errors.New(why))
}

// decode reads the entries.
func (l lines) decode(path string) ([]table.Entry, error) {
	log := make([]table.Entry, len(l.texts))
	for i, text := range l.texts {
		seq := l.from + i
		if err := json.Unmarshal(text, &log[i]); err != nil {
			return nil, &Broken{
				Path: path, Code: "entry_unknown", Err: err,
				Reason: fmt.Sprintf("holds entry %d of table %s, which this Skald does not understand", seq, l.table),
				Cure:   "Run the newer Skald that wrote it, or put a backup in its place.",
			}
		}
		if log[i].Seq != seq {
			return nil, badEntry(path, l.table, seq, "it has another number inside")
		}
	}
	return log, nil
}
