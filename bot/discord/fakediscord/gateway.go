package fakediscord

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one gateway connection.
type conn struct {
	srv      *Server
	ws       *websocket.Conn
	interval time.Duration
	session  atomic.Pointer[session]
	frozen   atomic.Bool // nothing is said or heard any more
	closing  atomic.Bool // a close frame went out

	writing sync.Mutex
	recent  []time.Time // of what was received in the last minute
}

// upgrade has no buffers of its own pool and takes every origin: it listens on 127.0.0.1 alone.
var upgrade = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrade.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{srv: s, ws: ws}
	if !s.wire.enter(c) {
		ws.Close()
		return
	}
	defer s.wire.leave(c)
	q := r.URL.Query()
	if v := q.Get("v"); v != "9" && v != "10" {
		c.blame(4012, "v", "an invalid version of the gateway: "+v)
	} else if e := q.Get("encoding"); e != "json" || q.Get("compress") != "" {
		c.blame(4002, "encoding", "the fake speaks JSON without transport compression")
	} else {
		c.send(object{"op": 10, "d": object{"heartbeat_interval": c.interval.Milliseconds(), "_trace": []string{}}, "s": nil, "t": nil})
		c.pulse()
	}
	c.listen()
}

func (g *gateway) enter(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	if g.conns == nil {
		g.conns = map[*conn]bool{}
	}
	g.conns[c] = true
	c.interval = g.interval
	g.done.Add(1)
	return true
}

func (g *gateway) leave(c *conn) {
	if ss := c.session.Load(); ss != nil {
		ss.detach(c)
	}
	c.ws.Close()
	g.mu.Lock()
	delete(g.conns, c)
	g.mu.Unlock()
	g.done.Done()
}

// listen reads until the connection ends. A bot that closes with 1000 or 1001 gives its session up.
func (c *conn) listen() {
	for {
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			c.ended(err)
			return
		}
		if !c.frozen.Load() && !c.closing.Load() {
			c.receive(raw)
		}
	}
}

func (c *conn) ended(err error) {
	if c.frozen.Load() || c.closing.Load() {
		return
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		c.blame(4009, "heartbeat", "no heartbeat for two intervals")
		return
	}
	ss := c.session.Load()
	if ss != nil && websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
		c.srv.wire.end(ss)
	}
}

func (c *conn) pulse() { _ = c.ws.SetReadDeadline(time.Now().Add(2 * c.interval)) }

func (c *conn) freeze() {
	c.frozen.Store(true)
	_ = c.ws.SetReadDeadline(time.Time{})
	if ss := c.session.Load(); ss != nil {
		ss.detach(c)
	}
}

// receive acts on what the bot sent, and reports whether all was well with it.
func (c *conn) receive(raw []byte) bool {
	var p struct {
		Op   *int            `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	now := time.Now()
	for len(c.recent) > 0 && now.Sub(c.recent[0]) > time.Minute {
		c.recent = c.recent[1:]
	}
	c.recent = append(c.recent, now)
	switch {
	case len(c.recent) > 120:
		return c.blame(4008, "", "more than 120 payloads within 60 s")
	case len(raw) > 4096:
		return c.blame(4002, "", "a payload of more than 4096 bytes")
	case json.Unmarshal(raw, &p) != nil || p.Op == nil:
		return c.blame(4002, "", "a payload that is no JSON with an opcode")
	}
	known := c.session.Load() != nil
	switch op := *p.Op; {
	case op == 1:
		return c.heartbeat(p.Data)
	case op == 2 && known || op == 6 && known:
		return c.blame(4005, "", "a second identify")
	case op == 2:
		return c.identify(p.Data)
	case op == 6:
		return c.resume(p.Data)
	case !known:
		return c.blame(4003, "", "a payload before identify")
	case op == 3:
		return c.presence(p.Data)
	}
	return c.blame(4001, "op", "an opcode that a bot like ours has no use for")
}

func (c *conn) heartbeat(raw json.RawMessage) bool {
	var seq *int
	if json.Unmarshal(raw, &seq) != nil {
		return c.blame(4002, "d", "a heartbeat without a sequence number")
	}
	if ss := c.session.Load(); ss != nil && seq != nil && *seq > ss.last() {
		return c.blame(4007, "d", "a heartbeat with a sequence number that was never given")
	}
	c.pulse()
	return c.send(object{"op": 11, "d": nil, "s": nil, "t": nil})
}

func (c *conn) identify(raw json.RawMessage) bool {
	var d struct {
		Token      string            `json:"token"`
		Intents    *int              `json:"intents"`
		Properties map[string]string `json:"properties"`
		Compress   bool              `json:"compress"`
		Shard      *[2]int           `json:"shard"`
		Presence   json.RawMessage   `json:"presence"`
	}
	g := &c.srv.wire
	g.mu.Lock()
	g.identified++
	g.mu.Unlock()
	switch err := json.Unmarshal(raw, &d); {
	case err != nil:
		return c.blame(4002, "d", err.Error())
	case d.Token != c.srv.Token && d.Token != "Bot "+c.srv.Token:
		return c.blame(4004, "token", "the token is wrong")
	case d.Intents == nil || *d.Intents < 0 || *d.Intents&^intentsKnown != 0:
		return c.blame(4013, "intents", "no intents, or one that does not exist")
	case *d.Intents&intentsPrivileged != 0:
		return c.blame(4014, "intents", "a privileged intent")
	case d.Properties["os"] == "" && d.Properties["$os"] == "":
		return c.blame(4002, "properties", "identify without properties")
	case d.Shard != nil && (d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1]):
		return c.blame(4010, "shard", "a shard outside of their number")
	}
	if how := g.answering(); how != 0 {
		return c.evade(how)
	}
	ss := newSession(c.srv.snowflake(), *d.Intents, d.Compress)
	c.srv.welcome(c, ss)
	return true
}

// welcome opens the session: READY, then GUILD_CREATE for each guild. Nothing is told in between.
func (s *Server) welcome(c *conn, ss *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	guilds := []object{}
	for _, g := range s.guilds {
		if !g.gone {
			guilds = append(guilds, object{"id": g.ID, "unavailable": true})
		}
	}
	ss.tell(event{name: "READY", data: object{
		"v": 9, "user": s.botUser(), "guilds": guilds, "session_id": ss.id, "session_type": "normal", "private_channels": []object{},
		"resume_gateway_url": "ws" + s.http.URL[len("http"):] + "/resume",
		"application":        object{"id": s.AppID, "flags": 0}, "shard": []int{0, 1},
	}, sent: func(time.Time) { s.settled(ss) }})
	for _, g := range s.guilds {
		if !g.gone && !g.outage {
			ss.tell(event{name: "GUILD_CREATE", intent: intentGuilds, data: g.full()})
		}
	}
	s.wire.add(ss)
	c.follow(ss, 0)
}

// settled notes that the bot has been told READY or RESUMED.
func (s *Server) settled(ss *session) {
	ss.mu.Lock()
	ss.ready = true
	ss.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.ring()
}

// evade is one of the ways of Answering.
func (c *conn) evade(how Answering) bool {
	switch {
	case how == Silence:
		return true
	case how >= 4000:
		return c.close(int(how), "")
	}
	return c.send(object{"op": int(how), "d": false, "s": nil, "t": nil})
}

func (c *conn) resume(raw json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     *int   `json:"seq"`
	}
	if err := json.Unmarshal(raw, &d); err != nil || d.Seq == nil {
		return c.blame(4002, "d", "a resume that cannot be read")
	}
	if d.Token != c.srv.Token && d.Token != "Bot "+c.srv.Token {
		return c.blame(4004, "token", "the token is wrong")
	}
	if how := c.srv.wire.answering(); how != 0 {
		return c.evade(how)
	}
	ss := c.srv.wire.find(d.Session)
	if ss == nil {
		return c.send(object{"op": 9, "d": false, "s": nil, "t": nil})
	}
	if *d.Seq < 0 || *d.Seq > ss.last() {
		return c.blame(4007, "seq", "a sequence number that was never given")
	}
	g := &c.srv.wire
	g.mu.Lock()
	g.resumes++
	g.mu.Unlock()
	ss.tell(event{name: "RESUMED", data: object{"_trace": []string{}}, sent: func(time.Time) { c.srv.settled(ss) }})
	c.follow(ss, *d.Seq)
	return true
}

// presence checks an update of the bot's status.
func (c *conn) presence(raw json.RawMessage) bool {
	var d struct {
		Status     string `json:"status"`
		Activities []struct {
			Name string `json:"name"`
			Type *int   `json:"type"`
		} `json:"activities"`
	}
	if json.Unmarshal(raw, &d) != nil || d.Activities == nil {
		return c.blame(4002, "activities", "a presence without a list of activities")
	}
	for _, a := range d.Activities {
		if a.Name == "" || a.Type == nil {
			return c.blame(4002, "activities", "an activity needs a name and a type")
		}
	}
	switch d.Status {
	case "online", "dnd", "idle", "invisible", "offline":
		return true
	}
	return c.blame(4002, "status", "an unknown status: "+d.Status)
}

// follow sends the session's packets from the number seq on, for as long as this is its connection.
func (c *conn) follow(ss *session, seq int) {
	c.session.Store(ss)
	ss.attach(c)
	c.srv.wire.done.Go(func() {
		for ; ; seq++ {
			p, ok := ss.next(c, seq)
			if !ok || !c.write(p.raw, ss.compress && p.large) {
				return
			}
			if p.sent != nil {
				p.sent(time.Now())
			}
		}
	})
}

func (c *conn) send(v object) bool {
	raw, err := json.Marshal(v)
	return err == nil && c.write(raw, false)
}

// write sends one payload, compressed or not.
func (c *conn) write(raw []byte, compress bool) bool {
	kind := websocket.TextMessage
	if compress {
		var small bytes.Buffer
		z := zlib.NewWriter(&small)
		_, _ = z.Write(raw)
		_ = z.Close()
		kind, raw = websocket.BinaryMessage, small.Bytes()
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.frozen.Load() {
		return false
	}
	_ = c.ws.SetWriteDeadline(time.Now().Add(5 * time.Second))
	return c.ws.WriteMessage(kind, raw) == nil
}

// blame records a violation and closes the connection with the code. It is always false.
func (c *conn) blame(code int, path, message string) bool {
	c.srv.blame(Violation{Where: "gateway", Code: code, Path: path, Reason: "CLOSED", Message: message})
	return c.close(code, message[:min(len(message), 100)]) // a close frame has no room for more
}

// close ends the connection with a code, and the session too where Discord says so. It is always false.
func (c *conn) close(code int, text string) bool {
	ss := c.session.Load()
	switch code {
	case 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014:
		if ss != nil {
			c.srv.wire.end(ss)
		}
	}
	if ss != nil {
		ss.detach(c)
	}
	if !c.closing.Swap(true) {
		now := time.Now()
		_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), now.Add(time.Second))
		_ = c.ws.SetReadDeadline(now.Add(time.Second)) // the bot may take its time to read why
	}
	return false
}

func (c *conn) cut() { _ = c.ws.Close() }
