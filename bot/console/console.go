// Package console is the bot in a terminal: the same commands, rules and log without Discord. What it
// reads and prints is a contract for scripts (docs/console.md).
package console

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// Options are how a console behaves.
type Options struct {
	// Narrator is the user who may manage the server; "narrator" where it is empty.
	Narrator string
	// Server is which server this console is; "local" where it is empty.
	Server string
	// JSON prints one object a reply instead of text.
	JSON bool
	// Files is the folder where attached files are written; "" writes none.
	Files string
}

// Console is somebody's sitting at a table: who speaks, where, and the messages that can be seen.
type Console struct {
	hub  *bot.Hub
	o    Options
	out  printer
	user string
	room room
	line int
	seen []message
}

// room is a channel, or a thread of one.
type room struct{ channel, thread string }

func (r room) String() string {
	if r.thread != "" {
		return r.channel + "/" + r.thread
	}
	return r.channel
}

// message is a reply that stands in a channel.
type message struct {
	reply bot.Reply
	to    string // the only user who sees it; "" is everybody
	room  room
}

// remembered is how many messages can still be pressed.
const remembered = 500

// New begins a sitting: the narrator in #table.
func New(hub *bot.Hub, out io.Writer, o Options) *Console {
	if o.Narrator == "" {
		o.Narrator = "narrator"
	}
	if o.Server == "" {
		o.Server = "local"
	}
	c := &Console{hub: hub, o: o, user: o.Narrator, room: room{channel: "table"}}
	c.out = printer{out: out, o: o}
	return c
}

// Script carries out every line of a script. It returns how many lines were refused, and an error of
// reading or writing.
func Script(hub *bot.Hub, script io.Reader, out io.Writer, o Options) (refused int, err error) {
	c := New(hub, out, o)
	lines := bufio.NewReader(script)
	for {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return refused, nil
		}
		if err != nil {
			return refused, err
		}
		ok, err := c.Say(line)
		if err != nil {
			return refused, err
		}
		if !ok {
			refused++
		}
	}
}

// longest is the longest line that is read, in bytes; what is beyond is left out, and the line refused.
const longest = 1 << 20

// readLine reads a line of any length, and keeps no more of it than can be refused.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return "", err
		}
		if len(line) <= longest {
			line = append(line, part...)
		}
		if !more {
			return string(line), nil
		}
	}
}

// speaker is "USER:", "USER#CHANNEL:" or "USER#CHANNEL/THREAD:" before a line.
var speaker = regexp.MustCompile(`^([\pL\pN_.-]{1,32})(?:#([\pL\pN_.-]{1,100})(?:/([\pL\pN_.-]{1,100}))?)?:\s*`)

// Say carries one line out and prints what comes of it. It reports whether the line was understood and
// carried out; the error is one of writing.
func (c *Console) Say(line string) (bool, error) {
	c.line++
	if len(line) > longest {
		return false, c.out.refusal(heading{Line: c.line, User: c.user, Channel: c.room.String()}, fate.Refuse("bad_line", "The line is too long: at most 1 MiB."))
	}
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return true, nil
	}
	if m := speaker.FindStringSubmatch(line); m != nil {
		c.user = m[1]
		if m[2] != "" {
			c.room = room{m[2], m[3]}
		}
		line = line[len(m[0]):]
	}
	r, from, err := c.request(line)
	at, command := c.room, ""
	if from != nil {
		at = from.room
	}
	if r != nil {
		command = r.Command
	}
	var reply bot.Reply
	if err == nil {
		reply, err = c.hub.Do(r)
	}
	head := heading{Line: c.line, User: c.user, Channel: at.String(), Command: command}
	if err != nil {
		return false, c.out.refusal(head, err)
	}
	replaced := reply.Update && from != nil && (from.to != "" || !reply.Private)
	if replaced || from != nil && from.reply.Form != nil {
		c.forget(from)
	}
	return true, c.show(head, at, reply)
}

// show prints a reply and what comes after it, and keeps it for later presses.
func (c *Console) show(head heading, at room, reply bot.Reply) error {
	if reply.Form != nil || reply.Title+reply.Body != "" || len(reply.Fields)+len(reply.Files)+len(reply.Buttons)+len(reply.Selects) > 0 {
		m := message{reply: reply, room: at}
		if reply.Board != "" { // a board takes the place of the one before
			c.seen = slices.DeleteFunc(c.seen, func(old message) bool { return old.reply.Board == reply.Board && old.room == at })
		}
		if reply.Private || reply.Form != nil {
			m.to = c.user
		}
		c.seen = append(c.seen, m)
		if len(c.seen) > remembered {
			c.seen = append([]message(nil), c.seen[len(c.seen)-remembered/2:]...)
		}
		if err := c.out.reply(head, m); err != nil {
			return err
		}
	}
	for _, also := range reply.Also {
		if err := c.show(head, at, also); err != nil {
			return err
		}
	}
	return nil
}

func (c *Console) forget(m *message) {
	for i := range c.seen {
		if &c.seen[i] == m {
			c.seen = append(c.seen[:i:i], c.seen[i+1:]...)
			return
		}
	}
}

// newest finds the newest message that the user sees and that fits.
func (c *Console) newest(fits func(bot.Reply) bool) *message {
	for i := len(c.seen) - 1; i >= 0; i-- {
		m := &c.seen[i]
		if (m.to == "" || m.to == c.user) && fits(m.reply) {
			return m
		}
	}
	return nil
}

// request makes a request of a line; from is the message whose button, menu or form it uses.
func (c *Console) request(line string) (r *bot.Request, from *message, err error) {
	verb, rest, _ := strings.Cut(line, " ")
	switch {
	case strings.HasPrefix(line, "/"):
		r, err = bot.Parse(line)
	case verb == "press":
		r, from, err = c.press(rest)
	case verb == "pick":
		r, from, err = c.pick(rest)
	case verb == "fill":
		r, from, err = c.fill(rest)
	default:
		err = fate.Refuse("bad_line", "A line is a /command, or press, pick or fill; /help tells what there is.")
	}
	if err != nil {
		return r, from, err
	}
	r.Server, r.User = c.o.Server, table.User{ID: c.user, Name: c.user}
	r.Manager = c.user == c.o.Narrator
	at := c.room
	if from != nil {
		at, r.Pressed = from.room, true
	}
	at.put(r)
	return r, from, c.resolve(r)
}

// put sets where a request is made.
func (r room) put(q *bot.Request) {
	q.Channel, q.Parent = r.channel, ""
	if r.thread != "" {
		q.Channel, q.Parent = r.String(), r.channel
	}
}

// words reads quoted words: "8 of Mind" "3 of Reflex".
func words(s string) ([]string, error) {
	var list []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if !strings.HasPrefix(s, `"`) {
			word, rest, _ := strings.Cut(s, " ")
			list, s = append(list, word), rest
			continue
		}
		end := closing(s)
		if end < 0 {
			return nil, fate.Refuse("bad_line", "A double quote is missing at the end of the line.")
		}
		list = append(list, strings.ReplaceAll(s[1:end], `\"`, `"`))
		s = s[end+1:]
	}
	return list, nil
}

// closing finds the quote that ends a quoted word.
func closing(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}
