package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skald/bot/discord/fakediscord"
)

// TestRunServesDiscord starts `skald run` as its user does, with a file and a variable, plays, stops it and
// starts it again: nothing is lost.
func TestRunServesDiscord(t *testing.T) {
	fake := fakediscord.New(t)
	guild := fake.AddGuild("club")
	table := guild.AddChannel("table")
	mia := guild.AddMember("mia", guild.AddRole("hosts", fakediscord.ManageGuild))
	ann := guild.AddMember("ann")
	dir := t.TempDir()
	path := filepath.Join(dir, "config.yaml")
	config := "discord:\n  api_url: " + fake.APIURL() + "\nlog:\n  level: error\n"
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SKALD_DISCORD_TOKEN", fake.Token)
	t.Setenv("SKALD_DATA", filepath.Join(dir, "data"))
	t.Setenv("SKALD_BACKUP_FOLDER", filepath.Join(dir, "safe"))
	slash := func(by *fakediscord.Member, command string, o fakediscord.Options) fakediscord.Message {
		t.Helper()
		return fake.Slash(t, fakediscord.Invocation{By: by, In: table, Command: command, Options: o}).Message(t)
	}
	start := func() (stop func()) {
		ctx, cancel := context.WithCancel(context.Background())
		status := make(chan int, 1)
		go func() { status <- run(ctx, []string{"run", "--config", path}) }()
		fake.WaitConnected(t)
		for end := time.Now().Add(10 * time.Second); len(fake.Commands(nil)) == 0 && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		return func() {
			t.Helper()
			cancel()
			select {
			case s := <-status:
				if s != 0 {
					t.Errorf("status %d", s)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("skald run does not end within 10 s")
			}
		}
	}

	stop := start()
	slash(mia, "game new", fakediscord.Options{"name": "Moss"})
	slash(ann, "hero new", fakediscord.Options{"name": "Jack"})
	slash(ann, "game join", fakediscord.Options{"hero": "Jack"})
	hand := slash(ann, "hand show", nil).Text()
	stop()

	stop = start()
	if again := slash(ann, "hand show", nil).Text(); again != hand {
		t.Errorf("the hand was\n%s\nand is\n%s", hand, again)
	}
	if n := fake.Overwrites(nil); n != 1 {
		t.Errorf("the commands were registered %d times; they did not change", n)
	}
	log := slash(ann, "game log", nil).Text()
	if !strings.Contains(log, "game join") {
		t.Errorf("the log: %s", log)
	}
	stop()
	if made, err := filepath.Glob(filepath.Join(dir, "safe", guild.ID+"-*.db")); err != nil || len(made) != 1 {
		t.Errorf("the copies: %v, %v", made, err)
	}
}

func TestRunWithoutATokenSaysHowToGetOne(t *testing.T) {
	t.Setenv("SKALD_DISCORD_TOKEN", "")
	if s := run(context.Background(), []string{"run"}); s != 2 {
		t.Errorf("status %d", s)
	}
	if lines := strings.Count(noToken, "\n") + 1; lines != 3 || !strings.Contains(noToken, "skald table") {
		t.Errorf("%d lines: %s", lines, noToken)
	}
}
