package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"skald/bot"
	"skald/table"
)

// interaction is what a user did, as Discord tells it. discordgo's own type lacks the channel, and its data
// is nil where a component is new to it.
type interaction struct {
	ID        string          `json:"id"`
	App       string          `json:"application_id"`
	Type      int             `json:"type"`
	Token     string          `json:"token"`
	Server    string          `json:"guild_id"`
	ChannelID string          `json:"channel_id"`
	Channel   *channel        `json:"channel"`
	Member    *member         `json:"member"`
	Message   *pressed        `json:"message"`
	Raw       json.RawMessage `json:"data"`
}

type channel struct {
	Type   int    `json:"type"`
	Parent string `json:"parent_id"`
}

type member struct {
	Nick        string   `json:"nick"`
	User        *user    `json:"user"`
	Roles       []string `json:"roles"`
	Permissions string   `json:"permissions"`
}

type user struct {
	ID     string `json:"id"`
	Name   string `json:"username"`
	Global string `json:"global_name"`
}

// pressed is the message whose component was used.
type pressed struct {
	Flags int `json:"flags"`
}

// Discord's types of interactions.
const (
	onCommand      = 2
	onComponent    = 3
	onAutocomplete = 4
	onModal        = 5
)

// ephemeral is the flag of a message that one user alone sees.
const ephemeral = 1 << 6

// private reports whether the message whose component was used is for the user alone.
func (in *interaction) private() bool { return in.Message != nil && in.Message.Flags&ephemeral != 0 }

// manager reports whether the member may manage the server.
func (m *member) manager() bool {
	bits, err := strconv.ParseUint(m.Permissions, 10, 64)
	return err == nil && bits&(manageServer|administrator) != 0
}

// receive takes an interaction from the gateway. It runs in a goroutine of its own.
func (b *Bot) receive(ctx context.Context, raw []byte) {
	var in interaction
	if err := json.Unmarshal(raw, &in); err != nil || in.ID == "" || in.Token == "" {
		b.log.Warn("an interaction cannot be read", "error", err)
		return
	}
	if !b.seen.first(in.ID) {
		return
	}
	a := newAnswer(b, &in)
	open := b.work.begin()
	defer b.work.end()
	defer func() {
		if p := recover(); p != nil {
			a.fault(ctx, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	switch {
	case in.Type == onAutocomplete:
		a.choices(ctx, open)
	case !open:
		a.refuse(ctx, "Skald is restarting; try again in a minute.")
	case in.Server == "" || in.Member == nil || in.Member.User == nil:
		a.refuse(ctx, "Skald plays in the channels of a server; use its commands there.")
	default:
		a.serve(ctx, b.job(&in))
	}
}

// seen are the ids of the latest interactions: Discord may tell of one twice.
type seen struct {
	mu   sync.Mutex
	ids  map[string]bool
	ring []string
	at   int
}

// remembered is how many ids are kept.
const remembered = 4096

// first reports whether the id is new, and remembers it.
func (s *seen) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids[id] {
		return false
	}
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	if len(s.ring) < remembered {
		s.ring = append(s.ring, id)
	} else {
		delete(s.ids, s.ring[s.at])
		s.ring[s.at] = id
		s.at = (s.at + 1) % remembered
	}
	s.ids[id] = true
	return true
}

// display is the name under which a user is seen in a server: the nickname there, else the name that they
// chose, else the one that they log in with.
func display(u *user, nick string) string {
	name := cleanName(cmp.Or(nick, u.Global, u.Name))
	return cmp.Or(name, cleanName(u.Name), "user "+u.ID)
}

// cleanName leaves out of a name what is invisible, what turns the line about, and what Discord would read as
// markup or as a mention.
func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), strings.ContainsRune("*~|`<>[]\\@#", r):
			return -1
		}
		return r
	}, s)
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	return cut(strings.Trim(strings.Join(strings.Fields(s), " "), "_ "), 80)
}

// names are those of users who were seen lately, by server and id: a button's line names a user by id alone.
type names struct {
	mu    sync.Mutex
	known map[string]string
}

// maxNames bounds what is kept; beyond it all is forgotten.
const maxNames = 10_000

func (n *names) note(server string, u table.User) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil || len(n.known) >= maxNames {
		n.known = map[string]string{}
	}
	n.known[server+" "+u.ID] = u.Name
}

// of gives a user's name; where it is not known, the mention, which Discord shows as one.
func (n *names) of(server, id string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return cmp.Or(n.known[server+" "+id], "<@"+id+">")
}

// request makes the request without its command: who asks, and where.
func (b *Bot) request(in *interaction) *bot.Request {
	r := &bot.Request{
		ID: in.ID, Server: in.Server, Channel: in.ChannelID, Roles: in.Member.Roles, Manager: in.Member.manager(),
		User: table.User{ID: in.Member.User.ID, Name: display(in.Member.User, in.Member.Nick)},
	}
	if c := in.Channel; c != nil && slices.Contains([]int{10, 11, 12}, c.Type) { // threads
		r.Parent = c.Parent
	}
	b.names.note(in.Server, r.User)
	return r
}
