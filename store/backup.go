package store

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"skald/fate"
)

// Backup writes a server's file as it is now to a new file, which has its name only when it is whole,
// checked and on disk. Play on that server waits while it is written. The error is a refusal where there is a file
// of that name or nothing to copy, and a *Broken otherwise.
func (d *Dir) Backup(server, toPath string) error {
	err := d.with(server, func(f *file) error { return f.backUp(toPath) })
	if errors.Is(err, errNone) {
		return fate.Refuse("no_server", "There is nothing stored for the server %s yet.", server)
	}
	return err
}

func (f *file) backUp(path string) error {
	taken := fate.Refuse("backup_exists", "There is a file %s already; name another one.", filepath.Base(path))
	if _, err := os.Lstat(path); err == nil {
		return taken
	}
	tmp, err := f.snap(path)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp) }()
	if _, err := check(tmp, f.path, f.dir.o); err != nil {
		return err
	}
	err = name(tmp, path)
	if errors.Is(err, fs.ErrExist) {
		return taken
	}
	return broken(path, err)
}

func (f *file) snap(path string) (string, error) {
	since := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.ready(false, since); err != nil {
		return "", err
	}
	return f.copyNear(path)
}

// copyNear copies the open file, as the last commit left it, to an unfinished file in the folder of path.
// It is on disk afterwards.
func (f *file) copyNear(path string) (string, error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+temporary+"*")
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return "", badFolder(filepath.Dir(path), err)
	}
	if err != nil {
		return "", broken(path, err)
	}
	err = f.guard(func() error {
		return f.db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(tmp)
			return err
		})
	})
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		_ = os.Remove(tmp.Name())
		return "", broken(path, err)
	}
	return tmp.Name(), nil
}

// sameContent compares two files.
func sameContent(a, b string) bool {
	x, err := os.Open(a)
	if err != nil {
		return false
	}
	defer func() { _ = x.Close() }()
	y, err := os.Open(b)
	if err != nil {
		return false
	}
	defer func() { _ = y.Close() }()
	xs, ys := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, errX := io.ReadFull(x, xs)
		m, errY := io.ReadFull(y, ys)
		if !bytes.Equal(xs[:n], ys[:m]) {
			return false
		}
		if errX != nil || errY != nil {
			return errX == errY && (errX == io.EOF || errX == io.ErrUnexpectedEOF)
		}
	}
}
