package fakediscord

import (
	"encoding/json"
	"sync"
	"testing"
	"time"
)

// Gateway intents by which events are chosen, and those that must be applied for.
const (
	intentGuilds         = 1 << 0
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12

	intentsPrivileged = 1<<1 | 1<<8 | 1<<15
	intentsKnown      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

// event is something that the gateway tells the bot.
type event struct {
	name   string
	intent int // 0: it is told whatever the bot asked for
	guild  *Guild
	data   any
	sent   func(time.Time) // called each time it has gone out
}

// packet is an event in one session, under its number there.
type packet struct {
	raw   []byte
	large bool // may be sent compressed
	sent  func(time.Time)
}

// session is what the bot identified itself for. It outlives its connection, so that it can be resumed.
type session struct {
	id       string
	intents  int
	compress bool

	mu      sync.Mutex
	more    *sync.Cond
	packets []packet // packet n has the sequence number n+1
	conn    *conn    // nil: nobody is connected
	ready   bool
}

func newSession(id string, intents int, compress bool) *session {
	ss := &session{id: id, intents: intents, compress: compress}
	ss.more = sync.NewCond(&ss.mu)
	return ss
}

// tell gives the event its number and queues it.
func (ss *session) tell(e event) {
	if e.intent != 0 && e.intent&ss.intents == 0 {
		return
	}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	raw, err := json.Marshal(object{"op": 0, "t": e.name, "s": len(ss.packets) + 1, "d": e.data})
	if err != nil {
		panic(err) // the event is of this package's making
	}
	ss.packets = append(ss.packets, packet{raw, e.name == "READY" || e.name == "GUILD_CREATE", e.sent})
	ss.more.Broadcast()
}

func (ss *session) last() int {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return len(ss.packets)
}

// attach makes c the session's connection; one that it had before ends.
func (ss *session) attach(c *conn) {
	ss.mu.Lock()
	old := ss.conn
	ss.conn, ss.ready = c, false
	ss.more.Broadcast()
	ss.mu.Unlock()
	if old != nil && old != c {
		old.cut()
	}
}

// detach leaves the session without a connection, if c was its own.
func (ss *session) detach(c *conn) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.conn == c {
		ss.conn, ss.ready = nil, false
	}
	ss.more.Broadcast()
}

// next waits for the packet with the number seq+1; it gives false when c is no longer the connection.
func (ss *session) next(c *conn, seq int) (packet, bool) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for ss.conn == c && seq >= len(ss.packets) {
		ss.more.Wait()
	}
	if ss.conn != c {
		return packet{}, false
	}
	return ss.packets[seq], true
}

// dispatch tells every session; one that is not connected is told when it resumes. The lock is held.
func (s *Server) dispatch(e event) {
	if e.guild != nil && e.guild.gone {
		return
	}
	for _, ss := range s.wire.open() {
		ss.tell(e)
	}
}

// gateway is the state of all connections and sessions.
type gateway struct {
	mu         sync.Mutex
	interval   time.Duration
	sessions   []*session // oldest first
	conns      map[*conn]bool
	answers    []Answering
	identified int
	resumes    int
	closed     bool
	done       sync.WaitGroup
}

func (g *gateway) open() []*session {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]*session(nil), g.sessions...)
}

func (g *gateway) find(id string) *session {
	for _, ss := range g.open() {
		if ss.id == id {
			return ss
		}
	}
	return nil
}

func (g *gateway) add(ss *session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions = append(g.sessions, ss)
}

func (g *gateway) end(ss *session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	kept := g.sessions[:0:0]
	for _, other := range g.sessions {
		if other != ss {
			kept = append(kept, other)
		}
	}
	g.sessions = kept
}

func (g *gateway) live() []*conn {
	g.mu.Lock()
	defer g.mu.Unlock()
	var live []*conn
	for c := range g.conns {
		live = append(live, c)
	}
	return live
}

func (g *gateway) hangUp() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	for _, c := range g.live() {
		c.cut()
	}
}

// Answering is what the gateway does with an identify: an opcode sent in place of READY (7 or 9), a close code (from 4000
// on), or Silence.
type Answering int

// Silence leaves an identify without any answer, as Discord does in a breakdown.
const Silence Answering = -1

// NextIdentify sets how the coming identify or resume is answered; more than one call makes a queue. Afterwards all is well again.
func (s *Server) NextIdentify(how ...Answering) {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	s.wire.answers = append(s.wire.answers, how...)
}

func (g *gateway) answering() Answering {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.answers) == 0 {
		return 0
	}
	how := g.answers[0]
	g.answers = g.answers[1:]
	return how
}

// SetHeartbeat sets the interval that later connections are given; at first it is Discord's, 41.25 s. A client that is
// silent for two intervals is cut off, which is a violation.
func (s *Server) SetHeartbeat(every time.Duration) {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	s.wire.interval = every
}

// Identified tells how often a bot has identified itself.
func (s *Server) Identified() int {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	return s.wire.identified
}

// Resumed tells how often a session was resumed.
func (s *Server) Resumed() int {
	s.wire.mu.Lock()
	defer s.wire.mu.Unlock()
	return s.wire.resumes
}

// DropConnection cuts every gateway connection without a close frame, as a broken line does. The sessions can be resumed.
func (s *Server) DropConnection() {
	for _, c := range s.wire.live() {
		c.cut()
	}
}

// Freeze leaves the present connections open and says nothing on them any more, not even to heartbeats.
func (s *Server) Freeze() {
	for _, c := range s.wire.live() {
		c.freeze()
	}
}

// Reconnect asks every connected bot to come back (opcode 7).
func (s *Server) Reconnect() {
	for _, c := range s.wire.live() {
		c.send(object{"op": 7, "d": nil, "s": nil, "t": nil})
	}
}

// InvalidateSession tells every connected bot that its session is no good (opcode 9). Only a resumable one is kept.
func (s *Server) InvalidateSession(resumable bool) {
	for _, c := range s.wire.live() {
		if ss := c.session.Load(); ss != nil && !resumable {
			s.wire.end(ss)
		}
		c.send(object{"op": 9, "d": resumable, "s": nil, "t": nil})
	}
}

// CloseGateway closes every connection with this code (4000 to 4014). After 4007, 4009 and those that allow no reconnection
// the session is gone.
func (s *Server) CloseGateway(code int) {
	for _, c := range s.wire.live() {
		c.close(code, "")
	}
}

// Connected tells whether a bot is connected and has been told READY or RESUMED.
func (s *Server) Connected() bool {
	for _, ss := range s.wire.open() {
		ss.mu.Lock()
		here := ss.conn != nil && ss.ready
		ss.mu.Unlock()
		if here {
			return true
		}
	}
	return false
}

// WaitConnected waits up to 10 s until a bot is connected; the test fails if none comes. After a bot was killed and started
// again this is the way to wait for it: Slash and its like are content with any session, as a dropped one may come back.
func (s *Server) WaitConnected(t testing.TB) {
	t.Helper()
	if !s.await(&s.changed, 10*time.Second, s.Connected) {
		t.Fatal("no bot has connected to the fake Discord within 10 s")
	}
}
