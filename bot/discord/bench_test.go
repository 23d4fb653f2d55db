package discord

import (
	"encoding/binary"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

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
func BenchmarkEcho(b *testing.B) { benchEcho(b, func() {}) }

// BenchmarkEchoAndBareCommit is the same, with one key written down before the word is said.
func BenchmarkEchoAndBareCommit(b *testing.B) { benchEcho(b, bareCommit(b)) }

func benchEcho(b *testing.B, first func()) {
	ask := echo(b, first)
	for b.Loop() {
		ask()
	}
}

// echo gives what a user of it does.
func echo(b *testing.B, first func()) func() {
	w := newWorld(b)
	s, err := discordgo.New("Bot " + w.Token)
	if err != nil {
		b.Fatal(err)
	}
	s.Client.Transport = w.Transport()
	s.Identify.Intents = discordgo.IntentsGuilds
	s.ShouldReconnectOnError = false
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		first()
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
	b.Cleanup(func() { _ = s.Close() })
	w.raw(b, "PUT", "/applications/"+w.AppID+"/commands", `[{"name":"echo","description":"x","options":[{"type":3,"name":"text","description":"x"}]}]`)
	return func() {
		ask(b, w, fakediscord.Invocation{By: w.ann, In: w.table, Command: "echo", Options: fakediscord.Options{"text": "hello"}})
	}
}

// BenchmarkBareCommit is one bbolt Update of one key.
func BenchmarkBareCommit(b *testing.B) {
	commit := bareCommit(b)
	for b.Loop() {
		commit()
	}
}

// bareCommit writes down the same key again and again, bareAppend a new one each time, as a log does.
func bareCommit(b *testing.B) func() { return commits(b, func() []byte { return []byte("key") }) }

func bareAppend(b *testing.B) func() {
	n := uint64(0)
	return commits(b, func() []byte { n++; return binary.BigEndian.AppendUint64(nil, n) })
}

func commits(b *testing.B, key func() []byte) func() {
	db, err := bbolt.Open(filepath.Join(benchDir(b), "bare.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	value := make([]byte, 1400)
	return func() {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket, err := tx.CreateBucketIfNotExists([]byte("bucket"))
			if err != nil {
				return err
			}
			return bucket.Put(key(), value)
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

// BenchmarkInteractionBesideEcho does all in turn, so that whatever else the machine does falls on each.
func BenchmarkInteractionBesideEcho(b *testing.B) {
	names := []string{"echo", "echo+bare", "echo+append", "interaction"}
	do := []func(){echo(b, func() {}), echo(b, bareCommit(b)), echo(b, bareAppend(b)), play(b)}
	times := make([][]float64, len(names))
	for b.Loop() {
		for i := range do {
			began := time.Now()
			do[i]()
			times[i] = append(times[i], float64(time.Since(began).Microseconds()))
		}
	}
	b.ReportMetric(0, "ns/op")
	median := make([]float64, len(names))
	for i, name := range names {
		slices.Sort(times[i])
		median[i] = times[i][len(times[i])/2]
		b.ReportMetric(median[i], name+"-µs")
	}
	b.ReportMetric(median[3]/median[1], "interaction/echo+bare")
	b.ReportMetric(median[3]/median[2], "interaction/echo+append")
}

// BenchmarkInteraction is a command from the gateway to its answer, with what it changed on disk.
func BenchmarkInteraction(b *testing.B) {
	do := play(b)
	for b.Loop() {
		do()
	}
}

func play(b *testing.B) func() {
	w := durable(b)
	n := 0
	return func() {
		n++
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
