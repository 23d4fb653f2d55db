package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
)

// Report is what a checked file holds.
type Report struct {
	Server    string // whose it is
	Schema    int
	Tables    int
	Entries   int
	Snapshots int // good ones
	Dropped   int // damaged snapshots, which cost time and nothing else
	Texts     int // kept for buttons

	logs, newest int // tables with a log, and entries among the newest
}

// Check reads all of a file, changes nothing, and checks its structure, every checksum and every number,
// and that each entry can be read; of a file of an older schema, which waits for its migration, the
// structure alone. The error is the first *Broken thing. A file that a Skald has open is in use, which is
// an error too.
func Check(path string) (Report, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	return check(full, full, Options{Wait: 200 * time.Millisecond}.withDefaults())
}

// check checks the file at path; errors call it name.
func check(path, called string, o Options) (r Report, err error) {
	db, osf, err := openBolt(path, o, true)
	if err != nil {
		return r, renamed(err, called)
	}
	var logs []lines
	err = guarded(func() error {
		return db.View(func(tx *bbolt.Tx) (err error) {
			r, logs, err = readAll(tx, called, len(o.migrations)+1)
			return err
		})
	})
	var p *panicked
	if errors.As(err, &p) {
		release(osf)
		return r, broken(called, err)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return r, broken(called, err)
	}
	for _, l := range logs {
		if _, err := l.decode(); err != nil {
			return r, err
		}
	}
	return r, nil
}

func renamed(err error, path string) error {
	var b *Broken
	if errors.As(err, &b) {
		c := *b
		c.Path = path
		return &c
	}
	return err
}

func readAll(tx *bbolt.Tx, path string, newest int) (r Report, logs []lines, err error) {
	is, err := readStamp(tx, path)
	r.Server, r.Schema = is.Server, is.Schema
	switch {
	case err != nil:
		return r, nil, err
	case is.Schema > newest:
		return r, nil, newer(path, is.Schema, newest)
	case is.Schema < newest:
		return r, nil, nil
	}
	index, err := readIndex(tx, path)
	if err != nil {
		return r, nil, err
	}
	for _, t := range index {
		l, err := r.table(tx, path, t.id)
		if err != nil {
			return r, nil, err
		}
		logs = append(logs, l)
	}
	if err := r.counted(tx, path); err != nil {
		return r, nil, err
	}
	return r, logs, nil
}

// table counts what is there of a table, and gives its log.
func (r *Report) table(tx *bbolt.Tx, path, id string) (lines, error) {
	book, _, err := openLogbook(tx, path, id)
	if err != nil {
		return lines{}, err
	}
	l, err := book.read(1)
	if err != nil {
		return l, err
	}
	if book.log != nil {
		r.logs++
	}
	r.newest += len(book.newest)
	shots, err := readSnapshots(tx, path, id)
	for _, s := range shots {
		if s.body == nil {
			r.Dropped++
		} else {
			r.Snapshots++
		}
	}
	r.Tables++
	r.Entries += len(l.texts)
	return l, err
}

// counted checks that there is no log without a table and that the kept texts agree with the order of
// their keeping.
func (r *Report) counted(tx *bbolt.Tx, path string) error {
	logs, err := bucket(tx, path, logsBucket)
	if err != nil {
		return err
	}
	newest, err := bucket(tx, path, newestBucket)
	if err != nil {
		return err
	}
	if n, m := count(logs), count(newest); n != r.logs || m != r.newest {
		return damaged(path, "is damaged", fmt.Errorf("%d logs of %d, %d newest entries of %d", r.logs, n, r.newest, m))
	}
	kept, err := bucket(tx, path, keptBucket)
	if err != nil {
		return err
	}
	order, err := bucket(tx, path, keepingBucket)
	if err != nil {
		return err
	}
	r.Texts = count(kept)
	if n := count(order); n != r.Texts {
		return damaged(path, "is damaged in what is kept for buttons", fmt.Errorf("%d of %d", n, r.Texts))
	}
	return kept.ForEach(func(key, _ []byte) error {
		at, _, err := readKept(tx, path, key)
		if err != nil {
			return err
		}
		back, ok := unseal(keepingBucket, number(at), order.Get(number(at)))
		if !ok || string(back) != string(key) {
			return damaged(path, "is damaged in what is kept for buttons", fmt.Errorf("order of %s", key))
		}
		return nil
	})
}

func count(b *bbolt.Bucket) int {
	n := 0
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}
