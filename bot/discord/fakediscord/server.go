package fakediscord

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Server is one fake Discord: its guilds, commands and messages, and one bot that may log in. Its methods may be called from
// several goroutines at once.
type Server struct {
	Token string // what the bot logs in with, without the word "Bot"
	AppID string // the application, and its bot user

	ledger
	t       testing.TB
	http    *httptest.Server
	serial  atomic.Uint64
	closing chan struct{}

	mu           sync.Mutex
	changed      bell          // rung whenever anything changes
	limit        time.Duration // for the first answer to an interaction
	loose        bool          // allowed_mentions may name people
	guilds       []*Guild
	channels     map[string]*Channel
	people       map[string]*Member // by user id, the first membership of each
	commands     map[string][]*Command
	overwrites   map[string]int
	creates      map[string]int
	posts        map[string]*post
	order        []string // message ids, oldest first
	interactions map[string]*Interaction
	files        map[string]*Attachment
	requests     []Request

	faults traffic
	wire   gateway
}

// New starts a fake Discord on a free port of 127.0.0.1. It is closed when the test ends, and each violation that was not
// expected fails the test then.
func New(t testing.TB) *Server {
	s := &Server{
		t:            t,
		closing:      make(chan struct{}),
		limit:        3 * time.Second,
		channels:     map[string]*Channel{},
		people:       map[string]*Member{},
		commands:     map[string][]*Command{},
		overwrites:   map[string]int{},
		creates:      map[string]int{},
		posts:        map[string]*post{},
		interactions: map[string]*Interaction{},
		files:        map[string]*Attachment{},
	}
	s.AppID = s.snowflake()
	s.Token = "fake." + rand.Text()
	s.wire.interval = 41250 * time.Millisecond
	s.faults.lift = map[string]limit{}
	s.faults.buckets = map[string]*bucket{}
	s.http = httptest.NewServer(s)
	s.http.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 256
	t.Cleanup(func() {
		s.close()
		s.settle(t)
	})
	return s
}

func (s *Server) close() {
	close(s.closing)
	s.wire.hangUp()
	s.http.Close()
	s.wire.done.Wait()
}

// APIURL is the base of the REST interface: http://127.0.0.1:PORT/api/v9. Version 10 is served beside it.
func (s *Server) APIURL() string { return s.http.URL + "/api/v9" }

// GatewayURL is the address that GET /gateway hands out.
func (s *Server) GatewayURL() string {
	return "ws" + strings.TrimPrefix(s.http.URL, "http") + "/gateway"
}

// AllowMentions switches off the project's rule that each message carries allowed_mentions with nothing in it. Discord's own
// checks of that field stay.
func (s *Server) AllowMentions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loose = true
}

// Transport gives a RoundTripper that leads requests for discord.com and its file servers here, whatever their scheme. Any
// other host is an error: a test never reaches the network through it.
func (s *Server) Transport() http.RoundTripper { return detour{s} }

type detour struct{ s *Server }

type noSuchHost string

func (h noSuchHost) Error() string { return "the fake Discord does not know the host " + string(h) }

func (d detour) RoundTrip(r *http.Request) (*http.Response, error) {
	here := strings.TrimPrefix(d.s.http.URL, "http://")
	switch r.URL.Host {
	case "discord.com", "discordapp.com", "cdn.discordapp.com", "media.discordapp.net", here:
	default:
		return nil, noSuchHost(r.URL.Host)
	}
	there := r.Clone(r.Context())
	there.URL.Scheme, there.URL.Host, there.Host = "http", here, here
	return d.s.http.Client().Transport.RoundTrip(there)
}

// ServeHTTP answers REST requests, gateway connections and downloads of attachments.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/attachments/"):
		s.serveFile(w, r)
	case r.URL.Path == "/resume", strings.TrimSuffix(r.URL.Path, "/") == "/gateway":
		s.serveGateway(w, r)
	default:
		s.serveREST(w, r)
	}
}

// snowflake gives a new id; as Discord's do, it tells the time at which it was made.
func (s *Server) snowflake() string {
	const epoch = 1420070400000
	return strconv.FormatUint(uint64(time.Now().UnixMilli()-epoch)<<22|s.serial.Add(1)&(1<<22-1), 10)
}

// bell wakes those who wait for a change. The server's lock guards it.
type bell struct{ rung chan struct{} }

func (b *bell) ring() {
	if b.rung != nil {
		close(b.rung)
		b.rung = nil
	}
}

// await waits for the bell until done reports true, and reports whether it did within the time. done runs with the lock
// held.
func (s *Server) await(b *bell, limit time.Duration, done func() bool) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		s.mu.Lock()
		ok := done()
		if b.rung == nil {
			b.rung = make(chan struct{})
		}
		rung := b.rung
		s.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-rung:
		case <-late.C:
			return false
		case <-s.closing:
			return false
		}
	}
}

// after runs do with the lock held when the time has passed, unless the server is closed by then.
func (s *Server) after(d time.Duration, do func()) *time.Timer {
	return time.AfterFunc(d, func() {
		select {
		case <-s.closing:
			return
		default:
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		do()
		s.changed.ring()
	})
}
