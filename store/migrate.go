package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// migration makes the next schema of a file's content.
type migration func(*bbolt.Tx) error

// migrations are all there are; the one at i makes schema i+2 of schema i+1. A new one comes with a
// file of the schema before it in testdata.
var migrations = []migration{}

// migrate brings an open file to the newest schema, in one transaction, after a copy of it was set
// aside beside it (<server>.db.v1.bak). A file of a newer schema is refused.
func (f *file) migrate(from int) error {
	o := f.dir.o
	newest := len(o.migrations) + 1
	switch {
	case from == newest:
		return nil
	case from > newest:
		return newer(f.path, from, newest)
	}
	aside, err := f.setAside(from)
	if err == nil {
		err = f.commit(func(tx *bbolt.Tx) error {
			for _, step := range o.migrations[from-1:] {
				if err := step(tx); err != nil {
					return err
				}
			}
			return stamp{Schema: newest, Server: f.server}.write(tx)
		})
	}
	if err != nil {
		return unmigrated(f.path, from, newest, err)
	}
	o.Log.Info("migrated", "server", f.server, "from", from, "to", newest, "copy", aside)
	return nil
}

func newer(path string, is, newest int) error {
	return &Broken{
		Path: path, Code: "file_newer",
		Reason: fmt.Sprintf("was written by a newer Skald (schema %d; this one knows %d)", is, newest),
		Cure:   "Run the newer Skald, or put back the copy that it set aside.",
	}
}

func unmigrated(path string, from, to int, err error) error {
	var b *Broken
	switch {
	case errors.As(err, &b) && b.Code != "file_damaged":
		return b // full, or without rights: that is what has to be mended
	case b != nil && b.Err != nil:
		err = b.Err
	}
	return &Broken{
		Path: path, Code: "file_not_migrated", Err: err,
		Reason: fmt.Sprintf("could not be brought from schema %d to %d, and is as it was", from, to),
		Cure:   "Go on with the Skald that wrote it, and report this with what the log says.",
	}
}

// setAside copies the file to a name of its own. A copy that is there already is left alone: if it is the
// same it will do, or else the new one gets a number.
func (f *file) setAside(schema int) (string, error) {
	base := fmt.Sprintf("%s.v%d.bak", f.path, schema)
	tmp, err := f.copyNear(base)
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(tmp) }()
	path := base
	for n := 2; ; n++ {
		err := name(tmp, path)
		if err == nil || !errors.Is(err, fs.ErrExist) || sameContent(tmp, path) {
			return path, broken(path, unlessThere(err))
		}
		path = fmt.Sprintf("%s%d", base, n)
	}
}

func unlessThere(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
