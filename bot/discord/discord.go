// Package discord dresses the bot for Discord: it registers the commands, makes requests of interactions and
// messages of replies. It is the only package that knows discordgo.
//
// What it holds to: the first answer is given within 3 s, deferred where work is slow; no message pings anybody
// (allowed_mentions is empty everywhere); what is private is never shown in public, not even for a moment;
// every handler recovers from a panic and answers; nothing that a player typed or was told is logged at info
// level or above.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"skald/bot"
)

// Config is what a Bot needs.
type Config struct {
	// Token is the bot's token, with or without the word "Bot" before it.
	Token string
	// APIURL is the base of the REST interface with its version, such as http://127.0.0.1:8080/api/v9; "" is
	// Discord's own. The gateway is asked for there.
	APIURL string
	// Guild is the id of the one server in which the commands are registered, at once; "" registers them for
	// all servers.
	Guild string
	// Hub carries the commands out.
	Hub *bot.Hub
	// Log takes what happens; nil is the hub's.
	Log *slog.Logger
}

// Bot is Skald on Discord.
type Bot struct {
	hub   *bot.Hub
	log   *slog.Logger
	guild string
	rest  *discordgo.Session // for requests alone; it is never opened
	api   *url.URL           // nil: Discord's own
	token string

	work   work
	seen   seen
	names  names
	heard  offers
	boards boards
	times  times
}

// times are waits that tests set otherwise.
type times struct {
	// identify is the least time from one identify to the next; Discord allows one in 5 s.
	identify time.Duration
	// work is how long work may take before its answer is deferred, suggest how long suggestions may take
	// before they are none; the first answer must come within 3 s.
	work, suggest time.Duration
}

var usual = times{identify: 5 * time.Second, work: 1200 * time.Millisecond, suggest: 2500 * time.Millisecond}

// The times of a shutdown; together they stay below 10 s.
const (
	finishing = 8 * time.Second
	hangingUp = 1500 * time.Millisecond
)

// New makes a Bot; nothing is sent yet. An error names what the configuration lacks.
func New(c Config) (*Bot, error) {
	words := strings.Fields(c.Token)
	if len(words) > 0 && words[0] == "Bot" {
		words = words[1:]
	}
	if len(words) != 1 {
		return nil, errors.New("discord.token is empty, or has blanks in it")
	}
	if c.Hub == nil {
		return nil, errors.New("a Discord bot needs a hub")
	}
	b := &Bot{hub: c.Hub, log: c.Log, guild: c.Guild, token: "Bot " + words[0], times: usual}
	if b.log == nil {
		b.log = c.Hub.Log
	}
	if c.APIURL != "" {
		u, err := url.Parse(strings.TrimRight(c.APIURL, "/"))
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("discord.api_url %q is no address like https://discord.com/api/v9", c.APIURL)
		}
		b.api = u
	}
	rest, err := discordgo.New(b.token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	rest.StateEnabled = false
	rest.Client.Transport = newTransport(b.api)
	b.rest = rest
	library.Store(b.log)
	return b, nil
}

// Run connects, registers the commands and serves until the context ends; then it takes no new work, lets what
// runs finish and hangs up, within 10 s. The error tells what made it end before: a token that Discord does not
// accept, commands that it refuses. Run is called once.
func (b *Bot) Run(ctx context.Context) error {
	live, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	closed := make(chan error, 1)
	go func() { closed <- b.listen(live, end) }()

	var err error
	select {
	case err = <-closed:
		closed <- nil
	case <-live.Done():
		err = context.Cause(live)
	case <-ctx.Done():
		b.log.Info("stopping")
	}
	if n := b.work.finish(finishing); n > 0 {
		b.log.Warn("stopped before all was answered", "requests", n)
	}
	end(nil)
	select {
	case <-closed:
	case <-time.After(hangingUp):
	}
	b.rest.Client.CloseIdleConnections()
	return err
}

// work counts what is being done, so that it can be waited for.
type work struct {
	mu       sync.Mutex
	n        int
	stopping bool
	idle     chan struct{} // closed when n falls to 0 after stopping was set
}

// begin enters one piece of work and reports whether new work is still taken; end must follow in any case.
func (w *work) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	return !w.stopping
}

func (w *work) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n--
	if w.n == 0 && w.idle != nil {
		close(w.idle)
		w.idle = nil
	}
}

// finish takes no more work and waits for what runs; it gives the number of those that did not end in time.
func (w *work) finish(limit time.Duration) int {
	w.mu.Lock()
	w.stopping = true
	if w.n == 0 {
		w.mu.Unlock()
		return 0
	}
	idle := make(chan struct{})
	w.idle = idle
	w.mu.Unlock()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-idle:
		return 0
	case <-late.C:
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

// pause waits, and reports whether the context still lives.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
