// Package store keeps the logs of tables on disk: a folder with one bbolt file a server.
//
// The policy, in one place:
//
//   - An entry is on disk (fsync) before Append returns. One entry is one transaction.
//   - Nothing is ever overwritten: an entry follows the last one or is refused, a new file gets its name
//     only when it is whole and only where there is none, a copy is set aside before a migration.
//   - Every value carries a checksum that covers its place too, and is checked whenever it is read.
//   - A file is looked through, page by page, before bbolt may map it, for bbolt panics on a bad one and
//     keeps its lock. What still goes wrong later is caught, the file is closed and looked at afresh by
//     the next call. The error is a *Broken; it stops that server only.
//   - Snapshots are a cache of the log. Losing one, or all, loses time and nothing else.
package store

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

// Options are the settings of a folder. The zero value is a good one.
type Options struct {
	Log     *slog.Logger  // what happens to files, never what is in them; nil is silence
	Open    int           // files open at once at most; 0 is 256
	Idle    time.Duration // an open file that nobody uses is closed after this; 0 is 5 minutes
	Wait    time.Duration // how long a file that another program has open is waited for; 0 is 1 second
	MaxSize int           // bytes that one file may grow to; 0 is no limit

	every      int         // entries between snapshots
	texts      uint64      // texts kept for buttons
	migrations []migration // the one at i makes schema i+2 of schema i+1
	openFile   func(string, int, os.FileMode) (*os.File, error)
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Open <= 0 {
		o.Open = 256
	}
	if o.Idle <= 0 {
		o.Idle = 5 * time.Minute
	}
	if o.Wait <= 0 {
		o.Wait = time.Second
	}
	if o.every == 0 {
		o.every = 1000
	}
	if o.texts == 0 {
		o.texts = 10000
	}
	if o.migrations == nil {
		o.migrations = migrations
	}
	if o.openFile == nil {
		o.openFile = os.OpenFile
	}
	return o
}

// Dir is a folder with a file for each server. Its methods, and those of its servers, may be called by
// several at once; what concerns one server is done one after the other, different servers do not wait
// for each other.
type Dir struct {
	path  string
	o     Options
	known known

	mu     sync.Mutex // guards all below; held over nothing slower than closing a file
	freed  *sync.Cond // somebody let go of a file
	files  map[string]*file
	tick   uint64
	sweep  *time.Timer
	closed bool
	lapses map[string]lapse
}

// ErrClosed is the answer of a folder that was closed.
var ErrClosed = errors.New("the store is closed")

// OpenDir opens a folder and makes it where it is missing. No server's file is opened yet. The error is
// a *Broken that names the folder.
func OpenDir(path string, o Options) (*Dir, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	if err := os.MkdirAll(full, 0o700); err != nil {
		return nil, badFolder(full, err)
	}
	d := &Dir{
		path: full, o: o.withDefaults(), known: known{path: filepath.Join(full, knownName)},
		files: map[string]*file{}, lapses: map[string]lapse{},
	}
	d.freed = sync.NewCond(&d.mu)
	if _, err := d.Servers(); err != nil {
		return nil, badFolder(full, err)
	}
	d.removeLeftovers()
	return d, nil
}

// Server is the journal of one server. It opens nothing: the id is checked and the file opened by each
// of its methods.
func (d *Dir) Server(id string) *Server { return &Server{dir: d, id: id} }

// Servers lists the ids of the servers that have a file, or had one that is missing now, in order.
func (d *Dir) Servers() ([]string, error) {
	listed, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, e := range listed {
		if id, ok := strings.CutSuffix(e.Name(), ".db"); ok && checkServer(id) == nil {
			ids[id] = true
		}
	}
	ever, err := d.known.all()
	if err != nil {
		return nil, err
	}
	for _, id := range ever {
		ids[id] = true
	}
	return slices.Sorted(maps.Keys(ids)), nil
}

// Close waits for what is under way and closes all files. Whoever comes later gets ErrClosed.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.freed.Broadcast()
	if d.sweep != nil {
		d.sweep.Stop()
	}
	for slices.ContainsFunc(slices.Collect(maps.Values(d.files)), (*file).inUse) {
		d.freed.Wait()
	}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(d.files)) {
		errs = append(errs, d.files[id].close())
		delete(d.files, id)
	}
	return errors.Join(errs...)
}

func (d *Dir) file(server string) string { return filepath.Join(d.path, server+".db") }

// view reads a server's file; errNone where there is none and never was.
func (d *Dir) view(server string, fn func(*bbolt.Tx) error) error {
	return d.with(server, func(f *file) error { return f.view(fn) })
}

// update changes a server's file, which is made where there is none and never was. After a nil error
// the change is on disk.
func (d *Dir) update(server string, fn func(*bbolt.Tx) error) error {
	return d.with(server, func(f *file) error { return f.update(fn) })
}

// with pins a server's file while do uses it.
func (d *Dir) with(server string, do func(*file) error) error {
	if err := checkServer(server); err != nil {
		return err
	}
	f, err := d.pin(server)
	if err != nil {
		return err
	}
	defer d.unpin(f)
	err = do(f)
	var broken *Broken
	if errors.As(err, &broken) {
		d.o.Log.Error("a server's file cannot be used", "server", server, "broken", broken)
	}
	return err
}

// pin finds a server's file or takes it in, and makes room for it first. When all places are in use it
// waits for one, so no more files than allowed are ever open.
func (d *Dir) pin(server string) (*file, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		if d.closed {
			return nil, ErrClosed
		}
		f := d.files[server]
		if f == nil && (len(d.files) < d.o.Open || d.evict()) {
			f = &file{dir: d, server: server, path: d.file(server)}
			d.files[server] = f
		}
		if f != nil {
			f.users++
			return f, nil
		}
		d.freed.Wait()
	}
}

func (d *Dir) unpin(f *file) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tick++
	f.users--
	f.tick, f.last = d.tick, time.Now()
	if f.users == 0 && f.db == nil {
		delete(d.files, f.server)
	}
	d.freed.Broadcast()
	if d.sweep == nil && !d.closed && len(d.files) > 0 {
		d.sweep = time.AfterFunc(d.o.Idle, d.closeIdle)
	}
}

// evict closes the file that has not been used for the longest time; false where all are in use.
func (d *Dir) evict() bool {
	var oldest *file
	for _, f := range d.files {
		if !f.inUse() && (oldest == nil || f.tick < oldest.tick) {
			oldest = f
		}
	}
	if oldest == nil {
		return false
	}
	d.retire(oldest)
	return true
}

func (d *Dir) retire(f *file) {
	if err := f.close(); err != nil {
		d.o.Log.Warn("close", "server", f.server, "error", err)
	}
	delete(d.files, f.server)
}

// closeIdle closes what was not used lately, so that other programs can have it.
func (d *Dir) closeIdle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sweep = nil
	if d.closed {
		return
	}
	for _, f := range d.files {
		if !f.inUse() && time.Since(f.last) >= d.o.Idle {
			d.retire(f)
		}
	}
	if len(d.files) > 0 {
		d.sweep = time.AfterFunc(d.o.Idle, d.closeIdle)
	}
}
