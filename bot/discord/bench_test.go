package discord

import (
	"log/slog"
	"strconv"
	"testing"

	"github.com/bwmarrin/discordgo"

	"skald/bot"
	"skald/bot/discord/fakediscord"
	"skald/store"
	"skald/store/storetest"
)

// The goal: an interaction takes at most 1.3 times as long as a bare echo by discordgo and a bare commit
// together. All of them go over the fake Discord, which has its part in each figure.

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
func BenchmarkEchoAndBareCommit(b *testing.B) { benchEcho(b, storetest.BareCommit(b)) }

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

// durable is a world whose Skald keeps its games on disk.
func durable(b *testing.B) *world {
	w := newWorld(b)
	dir, err := store.OpenDir(storetest.Dir(b), store.Options{})
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

// BenchmarkInteractionBesideEcho compares an interaction with an echo that writes one key down before it answers.
func BenchmarkInteractionBesideEcho(b *testing.B) {
	storetest.Beside(b, 3,
		storetest.Thing{Name: "echo", Do: echo(b, func() {})}, storetest.Thing{Name: "echo+bare", Do: echo(b, storetest.BareCommit(b))},
		storetest.Thing{Name: "echo+bare-append", Do: echo(b, storetest.BareAppend(b))}, storetest.Thing{Name: "interaction", Do: play(b)})
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
