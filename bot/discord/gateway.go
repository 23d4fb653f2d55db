package discord

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// fatal are the codes with which Discord closes a connection that need not be tried again.
var fatal = map[closeCode]string{
	4004: "discord does not accept the token: copy it again from the developer portal into discord.token",
	4010: "discord does not accept the shard",
	4011: "the bot is in so many servers that Discord asks for sharding",
	4012: "discord no longer speaks this version of the gateway",
	4013: "discord does not know an intent that was asked for",
	4014: "discord does not allow an intent that was asked for",
}

// line is one session at the gateway with its connections, one after the other.
type line struct {
	*discordgo.Session
	failed int // attempts since the last good one

	mu    sync.Mutex
	guard *guard // of the latest connection
}

// opening is how long a connection may take to be ready, whatever happens.
const opening = 2 * time.Minute

// listen keeps a connection to the gateway until the context ends, or until Discord says something that
// trying again does not change. end is called with an error that must end the bot.
func (b *Bot) listen(ctx context.Context, end context.CancelCauseFunc) error {
	var registering sync.WaitGroup
	defer registering.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var once sync.Once
	var l *line
	var identified time.Time
	wait := time.Duration(0)
	for pause(ctx, wait) {
		if l == nil {
			if !pause(ctx, b.times.identify-time.Since(identified)) {
				break
			}
			l, identified = b.newLine(ctx), time.Now()
		}
		opened := time.Now()
		err := b.open(ctx, l)
		if err == nil {
			once.Do(func() {
				app := l.State.Application.ID
				registering.Go(func() { b.register(ctx, app, end) })
			})
			err = b.stay(ctx, l)
		}
		if ctx.Err() != nil {
			break
		}
		if why := hopeless(err); why != nil {
			return why
		}
		if wait = min(max(2*wait, time.Second/10), time.Minute); time.Since(opened) > time.Minute {
			wait = time.Second / 10
		}
		b.log.Warn("not connected to Discord; trying again", "reason", bare(err), "wait", wait)
		if l.failed > 3 || lost(err) {
			l = nil
		}
	}
	return nil
}

// newLine makes a session that is not connected yet.
func (b *Bot) newLine(ctx context.Context) *line {
	s, _ := discordgo.New(b.token) // its error is always nil
	l := &line{Session: s}
	s.StateEnabled = false
	s.Compress = false // the guard reads along
	s.Identify.Intents = discordgo.IntentsGuilds
	// Of the library's own reconnecting one goroutine would outlive the bot, and go on for ever after a
	// fatal code.
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.Client.Transport = within{ctx, b.rest.Client.Transport}
	s.LogLevel = discordgo.LogError
	s.Dialer = l.dialer(ctx)
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			b.receive(ctx, e.RawData)
		}
	})
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) {
		b.log.Info("connected to Discord", "servers", len(r.Guilds))
	})
	s.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { b.log.Info("connected to Discord again") })
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildDelete) {
		if !g.Unavailable {
			b.log.Info("removed from a server; its file is kept", "server", g.ID)
		}
	})
	return l
}

// open connects and waits until the session is ready.
func (b *Bot) open(ctx context.Context, l *line) error {
	l.failed++
	l.hold(nil)
	l.Ratelimiter = discordgo.NewRatelimiter() // its waits know no context
	limited, cancel := context.WithTimeout(ctx, opening)
	defer cancel()
	ready := make(chan error, 1)
	go func() { ready <- l.Open() }()
	select {
	case err := <-ready:
		return l.explain(err)
	case <-limited.Done():
		l.cut()
	}
	select {
	case err := <-ready:
		if err == nil {
			b.hangUp(l)
		}
		return limited.Err()
	case <-time.After(hangingUp): // it hangs for good; the session is given up
		return errInvalid
	}
}

func (l *line) hold(g *guard) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guard = g
}

func (l *line) held() *guard {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.guard
}

// cut breaks the connection.
func (l *line) cut() {
	if g := l.held(); g != nil {
		g.Close()
	}
}

// explain puts the guard's reason in the place of the broken line that discordgo saw.
func (l *line) explain(err error) error {
	if g := l.held(); err != nil && g != nil && g.reason() != nil {
		return g.reason()
	}
	return err
}

// stay waits until the connection ends and tells why.
func (b *Bot) stay(ctx context.Context, l *line) error {
	l.failed = 0
	g := l.held()
	select {
	case <-g.done:
	case <-ctx.Done():
		b.hangUp(l)
		return nil
	}
	if why := g.reason(); why != nil {
		return why
	}
	return errors.New("the line broke")
}

// hangUp says goodbye; discordgo takes a second for it.
func (b *Bot) hangUp(l *line) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = l.Close() // it is always nil
	}()
	select {
	case <-done:
	case <-time.After(hangingUp):
	}
}

// hopeless gives the error for which the bot must end.
func hopeless(err error) error {
	var code closeCode
	if errors.As(err, &code) && fatal[code] != "" {
		return errors.New(fatal[code])
	}
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Response.StatusCode == http.StatusUnauthorized {
		return errors.New(fatal[4004])
	}
	return nil
}

// lost reports whether the session cannot be resumed.
func lost(err error) bool {
	return errors.Is(err, errInvalid) || errors.Is(err, closeCode(4007)) || errors.Is(err, closeCode(4009))
}

// within ends requests that have no context of their own, as discordgo's for the gateway, with one.
type within struct {
	ctx  context.Context
	base http.RoundTripper
}

// RoundTrip sends the request and reads the answer, which is short.
func (w within) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(w.ctx, cancel)()
	answer, err := w.base.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(text))
	return answer, err
}

// dialer dials with a guard on the line, as long as the context lives.
func (l *line) dialer(ctx context.Context) *websocket.Dialer {
	dial := func(secure bool) func(context.Context, string, string) (net.Conn, error) {
		return func(limited context.Context, network, addr string) (net.Conn, error) {
			limited, cancel := context.WithCancel(limited)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			c, err := connect(limited, network, addr, secure)
			if err != nil {
				return nil, err
			}
			g := newGuard(c)
			l.hold(g)
			return g, nil
		}
	}
	return &websocket.Dialer{HandshakeTimeout: 30 * time.Second, NetDialContext: dial(false), NetDialTLSContext: dial(true)}
}

// connect reaches the gateway, through the environment's proxy where there is one.
func connect(ctx context.Context, network, addr string, secure bool) (net.Conn, error) {
	scheme := "http"
	if secure {
		scheme = "https"
	}
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: scheme, Host: addr}})
	if err != nil {
		return nil, err
	}
	var c net.Conn
	var d net.Dialer
	if proxy == nil {
		c, err = d.DialContext(ctx, network, addr)
	} else {
		c, err = tunnel(ctx, network, proxy, addr)
	}
	if err != nil || !secure {
		return c, err
	}
	host, _, _ := net.SplitHostPort(addr)
	t := tls.Client(c, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12})
	if err := t.HandshakeContext(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return t, nil
}

// tunnel asks an HTTP proxy for a line to the address.
func tunnel(ctx context.Context, network string, proxy *url.URL, addr string) (net.Conn, error) {
	if proxy.Scheme != "http" {
		return nil, fmt.Errorf("the proxy %s is of no kind that the gateway can be reached through", proxy.Redacted())
	}
	at := proxy.Host
	if proxy.Port() == "" {
		at = net.JoinHostPort(proxy.Hostname(), "80")
	}
	var d net.Dialer
	c, err := d.DialContext(ctx, network, at)
	if err != nil {
		return nil, err
	}
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if u := proxy.User; u != nil {
		word, _ := u.Password()
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.Username()+":"+word)))
	}
	if err = ask.Write(c); err == nil {
		var said *http.Response
		if said, err = http.ReadResponse(bufio.NewReader(c), ask); err == nil && said.StatusCode != http.StatusOK {
			err = fmt.Errorf("the proxy says %s", said.Status)
		}
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}
