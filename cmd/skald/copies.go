package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"skald/store"
)

// copies are the backups that a running bot makes of its servers' files.
type copies struct {
	dir    *store.Dir
	data   string // the folder of the files
	folder string // the folder of the copies
	every  time.Duration
	keep   int // how many of each server
	log    *slog.Logger
}

// stamp is when a copy was made, in UTC, as its file is called: 123-20261130T040000.db.
const stamp = "20060102T150405"

// run makes copies until the context ends.
func (c copies) run(ctx context.Context) {
	tick := time.NewTicker(c.every / 12) // a restart does not put the next copy off
	defer tick.Stop()
	for {
		c.round(time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// round copies each server's file that has changed and whose newest copy is old enough, and deletes the
// copies of it that are too many. What fails is logged, and the other servers go on.
func (c copies) round(now time.Time) {
	servers, err := c.dir.Servers()
	if err != nil {
		c.log.Error("no backup could be made", "error", err)
		return
	}
	for _, server := range servers {
		if err := c.copy(server, now); err != nil {
			c.log.Error("no backup could be made", "server", server, "error", err)
		}
	}
}

func (c copies) copy(server string, now time.Time) error {
	made, err := c.made(server)
	if err != nil {
		return err
	}
	file, err := os.Stat(filepath.Join(c.data, server+".db"))
	if err != nil {
		return err
	}
	if n := len(made); n > 0 && (now.Sub(made[n-1]) < c.every || file.ModTime().Before(made[n-1])) {
		return nil
	}
	if err := c.dir.Backup(server, c.path(server, now)); err != nil {
		return err
	}
	for made = append(made, now); len(made) > c.keep; made = made[1:] {
		if err := os.Remove(c.path(server, made[0])); err != nil {
			return err
		}
	}
	return nil
}

func (c copies) path(server string, at time.Time) string {
	return filepath.Join(c.folder, server+"-"+at.UTC().Format(stamp)+".db")
}

// made lists when the copies of a server that are there were made, the oldest first. Other files are left alone.
func (c copies) made(server string) ([]time.Time, error) {
	files, err := os.ReadDir(c.folder)
	var at []time.Time
	for _, f := range files {
		name, ours := strings.CutPrefix(f.Name(), server+"-")
		if t, err := time.Parse(stamp+".db", name); ours && err == nil {
			at = append(at, t)
		}
	}
	slices.SortFunc(at, time.Time.Compare)
	return at, err
}
