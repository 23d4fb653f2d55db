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
}

// tally is a report under way.
type tally struct {
	Report
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
func check(path, called string, o Options) (Report, error) {
	db, osf, err := openBolt(path, o, true)
	if err != nil {
		return Report{}, renamed(err, called)
	}
	var t tally
	err = guarded(func() error {
		return db.View(func(tx *bbolt.Tx) error { return t.all(tx, called, len(o.migrations)+1) })
	})
	var p *panicked
	if errors.As(err, &p) {
		release(osf)
		return t.Report, broken(called, err)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return t.Report, broken(called, err)
	}
	return t.Report, nil
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

func (t *tally) all(tx *bbolt.Tx, path string, newest int) error {
	is, err := readStamp(tx, path)
	t.Server, t.Schema = is.Server, is.Schema
	switch {
	case err != nil:
		return err
	case is.Schema > newest:
		return newer(path, is.Schema, newest)
	case is.Schema < newest:
		return nil
	}
	index, err := readIndex(tx, path)
	if err != nil {
		return err
	}
	for _, l := range index {
		if err := t.table(tx, path, l.id); err != nil {
			return err
		}
	}
	if err := t.noMore(tx, path); err != nil {
		return err
	}
	if err := t.kept(tx, path); err != nil {
		return err
	}
	return pins(tx, path)
}

// pins checks the notes, where there are any.
func pins(tx *bbolt.Tx, path string) error {
	b := tx.Bucket(pinsBucket)
	if b == nil {
		return nil
	}
	return b.ForEach(func(name, v []byte) error {
		if _, ok := unseal(pinsBucket, name, v); !ok {
			return damaged(path, "is damaged in what is noted of boards", fmt.Errorf("checksum of %s", name))
		}
		return nil
	})
}

// table counts what is there of a table.
func (t *tally) table(tx *bbolt.Tx, path, id string) error {
	book, _, err := openLogbook(tx, path, id)
	if err != nil {
		return err
	}
	l, err := book.read(1)
	if err != nil {
		return err
	}
	shots, err := readSnapshots(tx, path, id)
	if err != nil {
		return err
	}
	for _, s := range shots {
		if s.body == nil {
			t.Dropped++
		} else {
			t.Snapshots++
		}
	}
	if book.log != nil {
		t.logs++
	}
	t.newest += len(book.newest)
	t.Tables++
	t.Entries += len(l.texts)
	_, err = l.decode()
	return err
}

// noMore checks that no entries are there of a table that is not listed.
func (t *tally) noMore(tx *bbolt.Tx, path string) error {
	logs, err := bucket(tx, path, logsBucket)
	if err != nil {
		return err
	}
	all, err := readNewest(tx, path)
	if err != nil {
		return err
	}
	if n := count(logs); n != t.logs || len(all) != t.newest {
		return damaged(path, "is damaged", fmt.Errorf("%d logs of %d, %d newest entries of %d", t.logs, n, t.newest, len(all)))
	}
	return nil
}

// kept checks that the kept texts agree with the order of their keeping.
func (t *tally) kept(tx *bbolt.Tx, path string) error {
	kept, err := bucket(tx, path, keptBucket)
	if err != nil {
		return err
	}
	order, err := bucket(tx, path, keepingBucket)
	if err != nil {
		return err
	}
	t.Texts = count(kept)
	if n := count(order); n != t.Texts {
		return damaged(path, "is damaged in what is kept for buttons", fmt.Errorf("%d of %d", n, t.Texts))
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
