package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skald/fate"
)

// knownName is the file that lists the servers that have a file, one a line. A file that is listed and
// not there is missed; without the list it would be made anew, empty.
const knownName = "servers.txt"

type known struct {
	path string
	mu   sync.Mutex
	ids  []string // as last read or written
}

// all reads the list. When the list itself is gone, what is remembered of it stands.
func (k *known) all() ([]string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	err := k.read()
	return slices.Clone(k.ids), err
}

func (k *known) has(id string) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	err := k.read()
	return slices.Contains(k.ids, id), err
}

// add writes an id down unless it is there; it is on disk afterwards.
func (k *known) add(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Contains(k.ids, id) {
		return nil
	}
	if err := k.read(); err != nil || slices.Contains(k.ids, id) {
		return broken(k.path, err)
	}
	if err := k.write(id); err != nil {
		return broken(k.path, err)
	}
	k.ids = append(k.ids, id)
	return nil
}

func (k *known) read() error {
	text, err := os.ReadFile(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	k.ids = slices.DeleteFunc(strings.Fields(string(text)), func(id string) bool { return checkServer(id) != nil })
	return nil
}

// write appends a line; a torn one before it, from a crash, is ended first.
func (k *known) write(id string) error {
	f, err := os.OpenFile(k.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	line := id + "\n"
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Sync(), f.Close(), syncFolder(filepath.Dir(k.path)))
}

// maxServer is the longest id of a server.
const maxServer = 64

// checkServer keeps an id from being a path: letters, digits, - and _ only.
func checkServer(id string) error {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}
	if id == "" || len(id) > maxServer || strings.ContainsFunc(id, odd) {
		return fate.Refuse("bad_server", "A server's name has 1 to %d letters A to Z, digits, - or _; choose another one.", maxServer)
	}
	return nil
}
