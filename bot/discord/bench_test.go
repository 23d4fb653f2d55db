package discord

import (
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"
	"go.etcd.io/bbolt"

	"skald/bot"
	"skald/bot/discord/fakediscord"
	"skald/store"
)

// The goal: an interaction takes at most 1.3 times as long as a bare echo by discordgo and a bare commit
// together. All of them go over the fake Discord, which has its part in each figure.

// benchDir is a folder on the disk that SKALD_BENCH_DIR names, or where temporary files lie.
func benchDir(b *testing.B) string {
	b.Helper()
	base := os.Getenv("SKALD_BENCH_DIR")
	if base == "" {
		return b.TempDir()
	}
	dir, err := os.MkdirTemp(base, "bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// ask does what a user does, until the answer is there.
func ask(b *testing.B, w *world, v fakediscord.Invocation) {
	in, err := w.TrySlash(v)
	if err == nil {
		_, err = in.Await()
	}
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkEcho is discordgo by itself, as its examples use it: a command answered with a word.
func BenchmarkEcho(b *testing.B) {
	w := newWorld(b)
	s, err := discordgo.New("Bot " + w.Token)
	if err != nil {
		b.Fatal(err)
	}
	s.Client.Transport = w.Transport()
	s.Identify.Intents = discordgo.IntentsGuilds
	s.ShouldReconnectOnError = false
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "echo", AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}},
		})
		if err != nil {
			b.Error(err)
		}
	})
	if err := s.Open(); err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	w.raw(b, "PUT", "/applications/"+w.AppID+"/commands", `[{"name":"echo","description":"x","options":[{"type":3,"name":"text","description":"x"}]}]`)
	for b.Loop() {
		ask(b, w, fakediscord.Invocation{By: w.ann, In: w.table, Command: "echo", Options: fakediscord.Options{"text": "hello"}})
	}
}

// BenchmarkBareCommit is one bbolt Update of one key.
func BenchmarkBareCommit(b *testing.B) {
	db, err := bbolt.Open(filepath.Join(benchDir(b), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	value := make([]byte, 400)
	for b.Loop() {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("bucket"))
			if err != nil {
				return err
			}
			return bucket.Put([]byte("key"), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// durable is a world whose Skald keeps its games on disk.
func durable(b *testing.B) *world {
	w := newWorld(b)
	dir, err := store.OpenDir(benchDir(b), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = dir.Close() })
	w.hub = newHub(nil, slog.New(slog.NewTextHandler(w.log, nil)))
	w.hub.Journal = func(server string) (bot.Journal, error) { return dir.Server(server), nil }
	w.run(b, Config{})
	w.ready(b)
	w.game(b)
	return w
}

// BenchmarkInteraction is a command from the gateway to its answer, with what it changed on disk.
func BenchmarkInteraction(b *testing.B) {
	w := durable(b)
	for n := 0; b.Loop(); n++ {
		ask(b, w, fakediscord.Invocation{By: w.ann, In: w.table, Command: "hero set", Options: fakediscord.Options{
			"name": "Jack", "field": "points", "value": strconv.Itoa(3 + n%2),
		}})
	}
}

// BenchmarkInteractionWithPicture is an action played: rules, commit, and an answer with a picture of its cards.
func BenchmarkInteractionWithPicture(b *testing.B) {
	w := durable(b)
	for b.Loop() {
		ask(b, w, fakediscord.Invocation{By: w.mia, In: w.table, Command: "act", Options: fakediscord.Options{
			"hero": "Jack", "action": "easy Quickness",
		}})
	}
}
