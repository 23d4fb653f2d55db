package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// file is one server's file, open or not.
type file struct {
	dir    *Dir
	server string
	path   string

	// Guarded by dir.mu.
	users int
	tick  uint64
	last  time.Time

	// mu lets in one transaction at a time. bbolt could do more, but a panic in it leaves its locks
	// held; so nobody else is ever waiting for them.
	mu   sync.Mutex
	db   *bbolt.DB   // nil while closed
	osf  *os.File    // what bbolt has open
	info fs.FileInfo // after our last change

	failed  time.Time // when it could not be opened last
	failure error
}

func (f *file) inUse() bool { return f.users > 0 }

// errNone is a server that has no file and never had one.
var errNone = errors.New("no file yet")

func (f *file) view(fn func(*bbolt.Tx) error) error {
	since := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.ready(false, since); err != nil {
		return err
	}
	return f.guard(func() error { return f.db.View(fn) })
}

func (f *file) update(fn func(*bbolt.Tx) error) error {
	since := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.ready(true, since); err != nil {
		return err
	}
	return f.commit(fn)
}

// commit carries out a transaction. When writing it goes wrong, nobody knows what is on disk until it is
// read again, so the file is closed.
func (f *file) commit(fn func(*bbolt.Tx) error) error {
	var refused error
	err := f.guard(func() error {
		return f.db.Update(func(tx *bbolt.Tx) error {
			refused = fn(tx)
			return refused
		})
	})
	if err == nil {
		err = f.grown()
	}
	if err == nil || refused != nil {
		return err
	}
	if f.db != nil {
		_ = f.close()
	}
	return broken(f.path, err)
}

// grown looks at the file after a commit. bbolt lets a file grow by a hole, and the first write into a hole
// costs a third of a commit, since the disk has to note where the block lies; so the hole is filled at once,
// with the zeros that it reads as. No page beyond the size that a transaction sees is in use.
func (f *file) grown() error {
	before := f.info
	var err error
	if f.info, err = f.osf.Stat(); err != nil || before == nil || f.info.Size() <= before.Size() {
		return err
	}
	var used int64
	if err := f.guard(func() error {
		return f.db.View(func(tx *bbolt.Tx) error { used = tx.Size(); return nil })
	}); err != nil {
		return err
	}
	zeros := make([]byte, min(max(f.info.Size()-used, 0), 1<<20))
	for at := used; at < f.info.Size(); at += int64(len(zeros)) {
		if _, err := f.osf.WriteAt(zeros[:min(int64(len(zeros)), f.info.Size()-at)], at); err != nil {
			break // a full disk: whoever needs the space will say so
		}
	}
	f.info, err = f.osf.Stat()
	return err
}

// ready opens the file where it is not open, and again where somebody else has moved, replaced or written
// to it. Whoever waits while it cannot be opened, for a lock perhaps, does not then wait once more: since
// says since when.
func (f *file) ready(anew bool, since time.Time) error {
	if f.db != nil && f.current() {
		return nil
	}
	if f.db == nil && f.failed.After(since) {
		return f.failure
	}
	if err := f.close(); err != nil {
		f.dir.o.Log.Warn("close", "server", f.server, "error", err)
	}
	if err := f.dir.lapsed(f.server); err != nil {
		return err
	}
	err := f.open(anew)
	if err != nil && !errors.Is(err, errNone) {
		f.failed, f.failure = time.Now(), err
	}
	return err
}

func (f *file) current() bool {
	info, err := os.Stat(f.path)
	return err == nil && same(info, f.info)
}

// same reports whether two looks at a file saw the same file, unchanged.
func same(a, b fs.FileInfo) bool {
	return a != nil && b != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

func (f *file) open(anew bool) error {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		if err := f.create(anew); err != nil {
			return err
		}
	}
	db, osf, err := openBolt(f.path, f.dir.o, false)
	if err != nil {
		return err
	}
	f.db, f.osf = db, osf
	if f.info, err = osf.Stat(); err == nil {
		err = f.settle()
	}
	if err != nil {
		if f.db != nil {
			_ = f.close()
		}
		return broken(f.path, err)
	}
	f.dir.o.Log.Debug("opened", "server", f.server, "bytes", f.info.Size())
	return nil
}

// settle makes sure that the file is this server's and of this schema, and that its name is known.
func (f *file) settle() error {
	var is stamp
	err := f.guard(func() error {
		return f.db.View(func(tx *bbolt.Tx) (err error) {
			is, err = readStamp(tx, f.path)
			return err
		})
	})
	if err != nil {
		return err
	}
	if is.Server != f.server {
		return &Broken{
			Path: f.path, Code: "file_misplaced",
			Reason: fmt.Sprintf("belongs to another server (%s), whose secrets nobody here may see", is.Server),
			Cure:   fmt.Sprintf("Give it its old name back, %s.db, and put this server's own file in its place.", is.Server),
		}
	}
	if err := f.migrate(is.Schema); err != nil {
		return err
	}
	return f.dir.known.add(f.server)
}

// create makes an empty file, where that is wanted and the server never had one.
func (f *file) create(anew bool) error {
	had, err := f.dir.known.has(f.server)
	switch {
	case err != nil:
		return broken(f.dir.known.path, err)
	case had:
		if _, err := os.Stat(f.path); err == nil { // somebody else has made it just now
			return nil
		}
		return missing(f.path)
	case !anew:
		return errNone
	}
	f.dir.o.Log.Info("new file", "server", f.server)
	err = makeFile(f.path, stamp{Schema: len(f.dir.o.migrations) + 1, Server: f.server}, f.dir.o)
	if errors.Is(err, fs.ErrNotExist) {
		return badFolder(f.dir.path, err)
	}
	return broken(f.path, err)
}

func (f *file) close() error {
	if f.db == nil {
		return nil
	}
	db := f.db
	f.db, f.osf, f.info = nil, nil, nil
	return guarded(db.Close)
}

// panicked is a panic or a memory fault inside bbolt.
type panicked struct {
	what  any
	stack []byte
}

// Error is the panic's own word.
func (p *panicked) Error() string { return fmt.Sprint(p.what) }

// guarded turns a panic into an error, and a fault of mapped memory (a file cut short behind our back,
// a disk that cannot be read) into a panic first.
func guarded(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p, debug.Stack()}
		}
	}()
	return fn()
}

// guard is guarded for what works on the open file, which cannot be trusted after a panic.
func (f *file) guard(fn func() error) error {
	err := guarded(fn)
	var p *panicked
	if !errors.As(err, &p) {
		return err
	}
	f.dir.o.Log.Error("panic over a server's file", "server", f.server, "panic", p.Error(), "stack", string(p.stack))
	b := damaged(f.path, "is damaged", err)
	f.dir.lapse(f.server, lapse{info: f.info, at: time.Now(), err: b})
	release(f.osf)
	f.db, f.osf, f.info = nil, nil, nil
	return b
}

// release gives a file back without bbolt, which may never let go of it after a panic. Its mapping of
// the file stays.
func release(osf *os.File) {
	if osf != nil {
		unlock(osf)
		_ = osf.Close()
	}
}

// lapse remembers a panic. Since each costs a mapping, the file is not tried again for a minute unless
// it has been changed.
type lapse struct {
	info fs.FileInfo
	at   time.Time
	err  *Broken
}

func (d *Dir) lapse(server string, l lapse) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lapses[server] = l
}

func (d *Dir) lapsed(server string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.lapses[server]
	if !ok {
		return nil
	}
	info, err := os.Stat(d.file(server))
	if err == nil && same(info, l.info) && time.Since(l.at) < time.Minute {
		return l.err
	}
	delete(d.lapses, server)
	return nil
}
