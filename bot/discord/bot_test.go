package discord

import (
	"bytes"
	"context"
	"encoding/pem"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"skald/bot"
	"skald/bot/bottest"
	"skald/bot/discord/fakediscord"
)

// secureCert is trusted by the whole test binary, so that the way over TLS can be tested as it is.
var secureCert = httptest.NewUnstartedServer(nil)

func TestMain(m *testing.M) {
	secureCert.StartTLS()
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secureCert.Certificate().Raw})
	secureCert.Close()
	name := os.TempDir() + fmt.Sprintf("/skald-test-%d.pem", os.Getpid())
	if err := os.WriteFile(name, block, 0o600); err != nil {
		panic(err)
	}
	os.Setenv("SSL_CERT_FILE", name)
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // most tests only wait
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.Remove(name)
		os.Exit(code)
	}))
}

// loud is a log that can be read while it is written.
type loud struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *loud) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *loud) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// newHub is a hub with one journal, which logs and has a code for its faults.
func newHub(journal bot.Journal, log *slog.Logger, extra ...*bot.Command) *bot.Hub {
	hub := bottest.Hub(func(string) (bot.Journal, error) { return journal, nil }, 7)
	hub.Log, hub.Extra, hub.Code = log, extra, func() string { return "K7Q2" }
	return hub
}

// world is a fake Discord with one server, and Skald in it.
type world struct {
	*fakediscord.Server
	guild     *fakediscord.Guild
	table     *fakediscord.Channel
	mia       *fakediscord.Member // may manage the server
	ann, bert *fakediscord.Member
	hub       *bot.Hub
	bot       *Bot
	log       *loud
	times     times
	stop      func() error // ends the bot and gives Run's error
	ended     func() error // waits until Run has ended and gives its error
}

// newWorld is a world in which Skald is not running yet.
func newWorld(t testing.TB, extra ...*bot.Command) *world {
	w := &world{Server: fakediscord.New(t), log: &loud{}}
	// Machines may be slow. What Discord's 3 s are about has tests of its own.
	w.SetDeadline(30 * time.Second)
	w.times = times{identify: 20 * time.Millisecond, work: 25 * time.Second, suggest: 25 * time.Second}
	w.guild = w.AddGuild("Moss")
	w.table = w.guild.AddChannel("table")
	w.mia = w.guild.AddMember("mia", w.guild.AddRole("managers", fakediscord.ManageGuild))
	w.ann, w.bert = w.guild.AddMember("ann"), w.guild.AddMember("bert")
	w.hub = newHub(&bottest.Memory{}, slog.New(slog.NewTextHandler(w.log, nil)), extra...)
	return w
}

// start runs Skald, and waits until its commands are there.
func start(t testing.TB, extra ...*bot.Command) *world {
	t.Helper()
	w := newWorld(t, extra...)
	w.run(t, Config{})
	w.ready(t)
	return w
}

// run starts the bot; it ends with the test, if not before.
func (w *world) run(t testing.TB, c Config) {
	t.Helper()
	if c.Token == "" {
		c.Token = w.Token
	}
	if c.APIURL == "" {
		c.APIURL = w.APIURL()
	}
	c.Hub = w.hub
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.times = w.times
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	var result error
	go func() {
		defer close(ended)
		result = b.Run(ctx)
	}()
	w.bot = b
	w.ended = func() error {
		select {
		case <-ended:
			return result
		case <-time.After(12 * time.Second):
			t.Error("Run does not end")
			return nil
		}
	}
	w.stop = func() error {
		cancel()
		return w.ended()
	}
	t.Cleanup(func() { _ = w.stop() })
}

// ready waits until the bot is connected and its commands are registered.
func (w *world) ready(t testing.TB) {
	t.Helper()
	w.WaitConnected(t)
	w.until(t, "the commands are registered", func() bool {
		log := w.log.String()
		return strings.Contains(log, "the commands are registered") || strings.Contains(log, "the commands are up to date")
	})
}

func (w *world) until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for range 2000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("after 20 s it is still not so that %s; the log:\n%s", what, w.log)
}

func (w *world) slash(t testing.TB, by *fakediscord.Member, command string, options fakediscord.Options) *fakediscord.Interaction {
	t.Helper()
	return w.Slash(t, fakediscord.Invocation{By: by, In: w.table, Command: command, Options: options})
}

// game begins a game with a hero of ann's at its table.
func (w *world) game(t testing.TB) {
	t.Helper()
	public(t, w.slash(t, w.mia, "game new", fakediscord.Options{"name": "Jade"}).Message(t))
	public(t, w.slash(t, w.ann, "hero new", fakediscord.Options{"name": "Jack", "quickness": 7, "edge": 3}).Message(t))
	public(t, w.slash(t, w.ann, "game join", fakediscord.Options{"hero": "Jack"}).Message(t))
}

// text is all that can be read in a message, its tags left out.
func text(m fakediscord.Message) string { return m.Text() }

func has(t testing.TB, m fakediscord.Message, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text(m), w) {
			t.Errorf("the message lacks %q:\n%s", w, text(m))
		}
	}
}

// only checks that a message is for one person's eyes.
func only(t testing.TB, m fakediscord.Message, who *fakediscord.Member) {
	t.Helper()
	if m.For != who.ID {
		t.Errorf("the message is not for %s alone: %+v", who.Name, m)
	}
}

func public(t testing.TB, m fakediscord.Message) {
	t.Helper()
	if m.For != "" {
		t.Errorf("the message is not public:\n%s", text(m))
	}
}

// never checks that words were not shown to everybody, not even for a moment.
func (w *world) never(t testing.TB, words ...string) {
	t.Helper()
	for _, m := range w.Shown(w.table) {
		for _, word := range words {
			if strings.Contains(text(m), word) {
				t.Errorf("shown to everybody: %q in\n%s", word, text(m))
			}
		}
	}
}

// say is a command that answers with a fixed reply.
func say(name string, r bot.Reply) *bot.Command {
	return &bot.Command{Name: name, Short: "A test", On: nowhere, Run: func(*bot.Turn) (bot.Reply, error) { return r, nil }}
}

func nowhere(*bot.Turn) (*bot.Game, error) { return nil, nil }

// raw makes a request to Discord with the bot's token, as an older Skald might have.
func (w *world) raw(t testing.TB, method, path, body string) {
	t.Helper()
	r, err := http.NewRequest(method, w.APIURL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+w.Token)
	r.Header.Set("User-Agent", "DiscordBot (test, 1)")
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if answer.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, answer.Status)
	}
}

// serve runs a server on 127.0.0.1.
func serve(t testing.TB, s *http.Server) (at *url.URL, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Serve(l)
	return &url.URL{Scheme: "http", Host: l.Addr().String()}, func() { s.Close() }
}
