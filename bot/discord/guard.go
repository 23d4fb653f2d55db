package discord

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// A guard stands between discordgo and the gateway. Left alone, discordgo hangs for good when Discord answers
// an identify or a resume with "reconnect" (7) or "invalid session" (9), waits for ever for a READY that does
// not come, and notices a dead line only after five heartbeats. The guard reads along: in place of such an
// opcode discordgo sees a broken line, which it handles well, and a line that is silent for one and a half
// heartbeats is broken too.
type guard struct {
	net.Conn
	frames frames
	done   chan struct{} // closed when the connection is

	mu    sync.Mutex
	limit time.Duration // of silence
	why   error
	shut  bool
}

// silence is what is allowed until Discord has told its heartbeat.
const silence = 20 * time.Second

// What the gateway can say to end a connection.
var (
	errReconnect = errors.New("discord asks to reconnect")
	errInvalid   = errors.New("the session is invalid")
	errResumable = errors.New("the connection is invalid, the session is not")
	errSilence   = errors.New("discord has fallen silent")
)

// closeCode is Discord's reason for closing a connection.
type closeCode int

// Error names the code.
func (c closeCode) Error() string {
	return fmt.Sprintf("discord closed the connection with code %d", int(c))
}

func newGuard(c net.Conn) *guard {
	return &guard{Conn: c, done: make(chan struct{}), limit: silence}
}

// Read reads up to where a message begins that discordgo must not see.
func (g *guard) Read(p []byte) (int, error) {
	if err := g.broken(); err != nil {
		return 0, err
	}
	g.mu.Lock()
	limit := g.limit
	g.mu.Unlock()
	if err := g.Conn.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return 0, err
	}
	n, err := g.Conn.Read(p)
	good, cut := g.frames.feed(p[:n], g.heed)
	var timeout net.Error
	switch {
	case cut != nil:
		g.fail(cut)
		return good, nil
	case errors.As(err, &timeout) && timeout.Timeout():
		g.fail(errSilence)
		return n, errSilence
	}
	return n, err
}

// Write fails once the line is broken: a farewell from discordgo would end a session that can be resumed.
func (g *guard) Write(p []byte) (int, error) {
	if err := g.broken(); err != nil {
		return 0, err
	}
	return g.Conn.Write(p)
}

// Close closes the connection.
func (g *guard) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return nil
	}
	g.shut = true
	close(g.done)
	return g.Conn.Close()
}

// fail notes the first reason why the connection ends.
func (g *guard) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.why == nil {
		g.why = err
	}
}

func (g *guard) broken() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	var code closeCode
	if errors.As(g.why, &code) {
		return nil // discordgo may read the rest of it
	}
	return g.why
}

// reason is why the connection ended; nil where only the line broke.
func (g *guard) reason() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why
}

// heed acts on a message of the gateway; an error keeps it from discordgo.
func (g *guard) heed(opcode byte, payload []byte) error {
	if opcode == frameClose {
		if len(payload) >= 2 {
			g.fail(closeCode(binary.BigEndian.Uint16(payload)))
		}
		return nil
	}
	var m struct {
		Op   *int            `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if json.Unmarshal(payload, &m) != nil || m.Op == nil {
		return nil
	}
	switch *m.Op {
	case 7:
		return errReconnect
	case 9:
		if string(m.Data) == "true" {
			return errResumable
		}
		return errInvalid
	case 10:
		g.hello(m.Data)
	}
	return nil
}

// hello takes the heartbeat from the gateway's first message.
func (g *guard) hello(raw json.RawMessage) {
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(raw, &d) != nil || d.Interval <= 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limit = time.Duration(d.Interval) * time.Millisecond * 3 / 2
}

// frames follows the frames of a websocket in the bytes that a server sends, the answer to the upgrade first
// (RFC 6455). Only short messages are looked into: those of the gateway that matter are.
type frames struct {
	upgraded bool
	head     []byte // of the upgrade's answer or of the frame, as far as it came
	payload  []byte
	left     uint64 // bytes of the payload to come
	within   bool   // the head is complete
	keep     bool   // the payload is collected
	opcode   byte
}

const (
	frameText  = 1
	frameClose = 8
	// short is the longest message that is looked into.
	short = 1024
)

// feed takes the next bytes. It gives how many of them are good, and the error that kept back the rest.
func (f *frames) feed(p []byte, heed func(opcode byte, payload []byte) error) (int, error) {
	start := 0 // of the frame, in p
	for i := 0; i < len(p); {
		switch {
		case !f.upgraded:
			f.upgrade(p[i])
			i++
			start = i
		case !f.within:
			f.header(p[i])
			i++
		default:
			n := int(min(f.left, uint64(len(p)-i)))
			if f.keep {
				f.payload = append(f.payload, p[i:i+n]...)
			}
			f.left -= uint64(n)
			i += n
		}
		if f.within && f.left == 0 {
			if err := f.end(heed); err != nil {
				return start, err
			}
			start = i
		}
	}
	return len(p), nil
}

// upgrade waits for the empty line at the end of the answer's header.
func (f *frames) upgrade(c byte) {
	f.head = append(f.head, c)
	if n := len(f.head); n >= 4 {
		f.upgraded = string(f.head[n-4:]) == "\r\n\r\n"
		f.head = f.head[n-3:]
	}
	if f.upgraded {
		f.head = f.head[:0]
	}
}

// header takes a byte of a frame's header.
func (f *frames) header(c byte) {
	f.head = append(f.head, c)
	if len(f.head) < 2 {
		return
	}
	size, wide := uint64(f.head[1]&0x7f), 0
	switch size {
	case 126:
		wide = 2
	case 127:
		wide = 8
	}
	if len(f.head) < 2+wide {
		return
	}
	for i, b := range f.head[2:] {
		if i == 0 {
			size = 0
		}
		size = size<<8 | uint64(b)
	}
	final := f.head[0]&0x80 != 0
	f.opcode = f.head[0] & 0x0f
	f.keep = final && size <= short && (f.opcode == frameText || f.opcode == frameClose)
	f.left, f.within = size, true
}

func (f *frames) end(heed func(byte, []byte) error) error {
	var err error
	if f.keep {
		err = heed(f.opcode, f.payload)
	}
	f.head, f.payload, f.within = f.head[:0], f.payload[:0], false
	return err
}
