package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// openBolt opens a whole file and locks it, alone for writing or among readers. It is examined under the
// lock and before bbolt maps it. The error is a *Broken.
func openBolt(path string, o Options, readOnly bool) (db *bbolt.DB, osf *os.File, err error) {
	opt := boltOptions(o)
	opt.ReadOnly = readOnly
	opt.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := o.openFile(name, flag&^os.O_CREATE, mode)
		if err != nil {
			return nil, err
		}
		if err := takeIn(f, path, o, readOnly); err != nil {
			release(f)
			return nil, err
		}
		osf = f
		return f, nil
	}
	err = guarded(func() (err error) {
		db, err = bbolt.Open(path, 0o600, opt)
		return err
	})
	var p *panicked
	if errors.As(err, &p) {
		release(osf)
	}
	return db, osf, broken(path, err)
}

func takeIn(f *os.File, path string, o Options, readOnly bool) error {
	if err := lock(f, !readOnly, o.Wait); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return damaged(path, "is a folder", nil)
	}
	return examine(f, path, info.Size())
}

// boltOptions are for many small files that are written one transaction at a time.
func boltOptions(o Options) *bbolt.Options {
	return &bbolt.Options{
		Timeout: o.Wait, FreelistType: bbolt.FreelistMapType, NoStatistics: true,
		MaxSize: o.MaxSize, OpenFile: o.openFile,
	}
}

const temporary = ".tmp-"

// makeFile makes an empty file under another name and gives it its own when it is whole and on disk. So
// no file of no length is ever ours, and where two make it at the same time one wins.
func makeFile(path string, s stamp, o Options) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporary+"*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	if err := tmp.Close(); err != nil {
		return err
	}
	err = guarded(func() error { return format(tmp.Name(), s, o) })
	if err != nil {
		return err
	}
	if err := name(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func format(path string, s stamp, o Options) error {
	db, err := bbolt.Open(path, 0o600, boltOptions(o))
	if err != nil {
		return err
	}
	return errors.Join(db.Update(s.layOut), db.Close())
}

// name gives a finished file its name, unless there is a file of that name: then the error is
// fs.ErrExist. The name is on disk afterwards.
func name(tmp, path string) error {
	err := os.Link(tmp, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		if _, err = os.Lstat(path); err == nil {
			return fs.ErrExist
		}
		err = os.Rename(tmp, path)
	}
	return errors.Join(err, syncFolder(filepath.Dir(path)))
}

func syncFolder(path string) error {
	if runtime.GOOS == "windows" { // which has no such thing
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// removeLeftovers removes unfinished files that a crash left, after an hour: nothing is being written to
// them then.
func (d *Dir) removeLeftovers() {
	listed, err := os.ReadDir(d.path)
	if err != nil {
		return
	}
	for _, e := range listed {
		id, _, ok := strings.Cut(e.Name(), ".db")
		info, err := e.Info()
		if !ok || err != nil || checkServer(id) != nil || !strings.Contains(e.Name(), temporary) || time.Since(info.ModTime()) < time.Hour {
			continue
		}
		if err := os.Remove(filepath.Join(d.path, e.Name())); err == nil {
			d.o.Log.Info("removed an unfinished file", "file", e.Name())
		}
	}
}
