package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skald/bot"
	"skald/store"
	"skald/table"
)

// TestCopiesOfARunningBot: while the files are open, each that has changed is copied when the newest copy is
// old enough; a copy is whole, no more are kept than configured, and other files stay.
func TestCopiesOfARunningBot(t *testing.T) {
	data, folder := t.TempDir(), t.TempDir()
	dir, err := store.OpenDir(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	log := slog.New(slog.DiscardHandler)
	hub := newHub(dir, log)
	id := 0
	play := func(server, line string) {
		t.Helper()
		id++
		r, err := bot.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		r.ID, r.Server, r.Channel, r.User, r.Manager = strings.Repeat("1", id), server, "7", table.User{ID: "9", Name: "Ann"}, true
		if _, err := hub.Do(r); err != nil {
			t.Fatal(err)
		}
	}
	c := copies{dir: dir, data: data, folder: folder, every: time.Hour, keep: 2, log: log}
	want := func(what string, names ...string) {
		t.Helper()
		files, err := os.ReadDir(folder)
		var got []string
		for _, f := range files {
			got = append(got, f.Name())
		}
		if err != nil || !slices.Equal(got, names) {
			t.Errorf("%s: %v, %v; want %v", what, got, err, names)
		}
	}
	play("11", "/game new name:Moss")
	play("1", "/game new name:Fen")
	first := time.Now().Add(time.Minute)
	name := func(server string, hours int) string {
		return server + "-" + first.Add(time.Duration(hours)*time.Hour).UTC().Format(stamp) + ".db"
	}
	c.round(first)
	want("the first round", name("1", 0), name("11", 0))
	if r, err := store.Check(filepath.Join(folder, name("1", 0))); err != nil || r.Tables != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	c.round(first.Add(2 * time.Hour))
	want("nothing has changed", name("1", 0), name("11", 0))

	touch := func(hours int) { // the clock of the test goes faster than the disk's
		t.Helper()
		play("1", "/deck shuffle")
		at := first.Add(time.Duration(hours)*time.Hour - time.Minute)
		if err := os.Chtimes(filepath.Join(data, "1.db"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	touch(1)
	c.round(first.Add(30 * time.Minute))
	want("too soon", name("1", 0), name("11", 0))
	c.round(first.Add(time.Hour))
	want("an hour later", name("1", 0), name("1", 1), name("11", 0))
	if err := os.WriteFile(filepath.Join(folder, "1-notes.db"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	touch(2)
	c.round(first.Add(2 * time.Hour))
	want("two of each are kept", name("1", 1), name("1", 2), "1-notes.db", name("11", 0))
}

// TestCommandsOfAnOwnerSayWhatTheyTake: what is missing or wrong is said in a sentence, and nothing is served.
func TestCommandsOfAnOwnerSayWhatTheyTake(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args, env []string
		status    int
		want      string
	}{
		{args: []string{"backup"}, status: 2, want: "skald backup takes SERVER FILE; skald backup --help tells more."},
		{args: []string{"check", "a", "b"}, status: 2, want: "skald check takes FILE; skald check --help tells more."},
		{args: []string{"deck", "verify"}, status: 2, want: "skald deck verify takes FILE; skald deck verify --help tells more."},
		{args: []string{"check", dir}, status: 2, want: dir + " is a folder; name the file of one server in it."},
		{args: []string{"backup", "1", "x.db"}, env: []string{"SKALD_DATA=" + file}, status: 1, want: "The folder file cannot be used"},
		{args: []string{"run"}, env: []string{"SKALD_DISCORD_TOKEN=x", "SKALD_DATA=" + dir, "SKALD_BACKUP_FOLDER=" + file}, status: 1, want: "backup.folder cannot be used: "},
	} {
		cmd := skald(t, tt.args...)
		cmd.Env = append(cmd.Env, tt.env...)
		var said strings.Builder
		cmd.Stderr = &said
		_ = cmd.Run()
		if status := cmd.ProcessState.ExitCode(); status != tt.status || !strings.Contains(said.String(), tt.want) {
			t.Errorf("skald %v ends with %d and says %q; want %d, %q", tt.args, status, said.String(), tt.status, tt.want)
		}
	}
}
