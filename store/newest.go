package store

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"
)

// The newest entries of all tables lie together in one bucket, which is one page, so that an Append
// writes few pages however long the logs and however many the tables are. When the page is full they
// move to their logs, and the one that did not fit begins the next. So the bucket is never empty again,
// and its sequence is the number of the last arrival.

// pageRoom is how many bytes of entries fit beside a page's head.
const pageRoom = 4000

// arrival is one of the newest entries.
type arrival struct {
	number uint64
	table  string
	seq    int
	entry  []byte // valid as long as the transaction
	size   int    // on the page
}

func readNewest(tx *bbolt.Tx, path string) ([]arrival, error) {
	newest, err := bucket(tx, path, newestBucket)
	if err != nil {
		return nil, err
	}
	var all []arrival
	c := newest.Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		body, ok := unseal(newestBucket, k, v)
		a, whole := readArrival(body)
		if !ok || !whole || len(k) != 8 {
			return nil, damaged(path, "is damaged in its newest entries", fmt.Errorf("checksum of arrival %x", k))
		}
		a.number, a.size = binary.BigEndian.Uint64(k), onPage(v)
		if n := len(all); n > 0 && a.number != all[n-1].number+1 {
			return nil, damaged(path, "is damaged in its newest entries", fmt.Errorf("arrival %d is missing", a.number-1))
		}
		all = append(all, a)
	}
	if last := newest.Sequence(); last > 0 && (len(all) == 0 || all[len(all)-1].number != last) {
		return nil, damaged(path, "is damaged in its newest entries", fmt.Errorf("arrival %d is missing", last))
	}
	return all, nil
}

// onPage is how many bytes a value with a number as its key needs.
func onPage(value []byte) int { return elementSize + 8 + len(value) }

// An arrival is the length of the table's id, the id, the number of the entry and the entry.
func (a arrival) parts() [][]byte {
	return [][]byte{binary.AppendUvarint(nil, uint64(len(a.table))), []byte(a.table), number(a.seq), a.entry}
}

func readArrival(body []byte) (arrival, bool) {
	size, n := binary.Uvarint(body)
	if n <= 0 || size > uint64(len(body)-n) {
		return arrival{}, false
	}
	id := body[n:][:size]
	seq, entry, ok := numbered(body[n:][size:])
	return arrival{table: string(id), seq: int(seq), entry: entry}, ok
}

// arrive adds an entry to the newest, and moves the others to their logs when it does not fit beside
// them.
func arrive(tx *bbolt.Tx, path string, all []arrival, a arrival) error {
	newest := tx.Bucket(newestBucket)
	next, err := newest.NextSequence()
	if err != nil {
		return err
	}
	key := number(next)
	value := seal(newestBucket, key, a.parts()...)
	used := onPage(value)
	for _, other := range all {
		used += other.size
	}
	if used > pageRoom {
		if err := moveToLogs(tx, path, newest, all); err != nil {
			return err
		}
	}
	return newest.Put(key, value)
}

func moveToLogs(tx *bbolt.Tx, path string, newest *bbolt.Bucket, all []arrival) error {
	logs, err := bucket(tx, path, logsBucket)
	if err != nil {
		return err
	}
	for _, a := range all {
		log, err := logs.CreateBucketIfNotExists([]byte(a.table))
		if err != nil {
			return err
		}
		if last := int(log.Sequence()); a.seq != last+1 {
			return badEntry(path, a.table, last+1, "it is missing")
		}
		log.FillPercent = 0.9 // a log grows at its end only
		key := number(a.seq)
		if err := log.Put(key, seal(under(logsBucket, a.table), key, bytes.Clone(a.entry))); err != nil {
			return err
		}
		if err := log.SetSequence(uint64(a.seq)); err != nil {
			return err
		}
		if err := newest.Delete(number(a.number)); err != nil {
			return err
		}
	}
	return nil
}
