package fakediscord

import (
	"slices"
	"time"
)

// Permission is a set of Discord's permission bits.
type Permission int64

// The permissions that matter to a bot that answers commands.
const (
	Administrator         Permission = 1 << 3
	ManageGuild           Permission = 1 << 5
	ViewChannel           Permission = 1 << 10
	SendMessages          Permission = 1 << 11
	ManageMessages        Permission = 1 << 13
	EmbedLinks            Permission = 1 << 14
	AttachFiles           Permission = 1 << 15
	ReadMessageHistory    Permission = 1 << 16
	ManageRoles           Permission = 1 << 28
	UseCommands           Permission = 1 << 31
	SendMessagesInThreads Permission = 1 << 38

	everyone = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory | UseCommands | SendMessagesInThreads
	all      = Permission(1<<53 - 1)
)

// Guild is a server, in the words of Discord's users.
type Guild struct {
	ID, Name string
	Locale   string // "en-US"
	Owner    *Member

	srv      *Server
	born     time.Time
	roles    []*Role
	channels []*Channel
	members  []*Member
	outage   bool
	gone     bool
}

// Role is a role of a guild.
type Role struct {
	ID, Name    string
	Permissions Permission
}

// Channel is a text channel, a thread of one, or a conversation between one person and the bot.
type Channel struct {
	ID, Name string
	Guild    *Guild   // nil: a conversation with the bot
	Parent   *Channel // of a thread

	srv      *Server
	with     *Member // whose conversation it is
	bot      Permission
	archived bool
}

// Member is a person, in one guild or in none.
type Member struct {
	ID, Name string
	Guild    *Guild
	Locale   string // of the person's Discord: "en-US"
	Roles    []*Role

	bot    bool
	joined time.Time
}

// AddGuild makes a guild that the bot is in. Its owner is a member of it; everybody may speak and use commands.
func (s *Server) AddGuild(name string) *Guild {
	g := &Guild{ID: s.snowflake(), Name: name, Locale: "en-US", srv: s, born: time.Now()}
	g.roles = []*Role{{ID: g.ID, Name: "@everyone", Permissions: everyone}}
	s.mu.Lock()
	defer s.mu.Unlock()
	bot := &Member{ID: s.AppID, Name: "skald", Guild: g, Locale: "en-US", bot: true, joined: g.born}
	g.Owner = s.admit(&Member{ID: s.snowflake(), Name: name + " owner", Guild: g})
	g.members = append(g.members, bot)
	s.guilds = append(s.guilds, g)
	s.dispatch(event{name: "GUILD_CREATE", intent: intentGuilds, data: g.full(), guild: g})
	return g
}

// admit enters a person and gives them a locale and a day of arrival. The lock is held.
func (s *Server) admit(m *Member) *Member {
	m.Locale, m.joined = "en-US", time.Now()
	if m.Guild != nil {
		m.Guild.members = append(m.Guild.members, m)
	}
	if s.people[m.ID] == nil {
		s.people[m.ID] = m
	}
	return m
}

// AddRole makes a role with these permissions beside those of everybody.
func (g *Guild) AddRole(name string, can Permission) *Role {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	r := &Role{ID: g.srv.snowflake(), Name: name, Permissions: can}
	g.roles = append(g.roles, r)
	g.srv.dispatch(event{name: "GUILD_ROLE_CREATE", intent: intentGuilds, guild: g, data: map[string]any{"guild_id": g.ID, "role": r.wire(len(g.roles) - 1)}})
	return r
}

// AddMember lets a new person join the guild.
func (g *Guild) AddMember(name string, roles ...*Role) *Member {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.admit(&Member{ID: g.srv.snowflake(), Name: name, Guild: g, Roles: roles})
}

// Join makes somebody a member of a further guild: the same person, with roles of that guild.
func (g *Guild) Join(m *Member, roles ...*Role) *Member {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.admit(&Member{ID: m.ID, Name: m.Name, Guild: g, Roles: roles})
}

// AddChannel makes a text channel in which the bot may speak.
func (g *Guild) AddChannel(name string) *Channel {
	return g.srv.enter(&Channel{ID: g.srv.snowflake(), Name: name, Guild: g})
}

// AddThread makes a public thread of the channel.
func (c *Channel) AddThread(name string) *Channel {
	return c.srv.enter(&Channel{ID: c.srv.snowflake(), Name: name, Guild: c.Guild, Parent: c})
}

func (s *Server) enter(c *Channel) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.srv, c.bot = s, everyone
	s.channels[c.ID] = c
	if c.Guild == nil {
		return c
	}
	c.Guild.channels = append(c.Guild.channels, c)
	name := "CHANNEL_CREATE"
	if c.Parent != nil {
		name = "THREAD_CREATE"
	}
	s.dispatch(event{name: name, intent: intentGuilds, data: c.wire(), guild: c.Guild})
	return c
}

// AddUser makes a person who is in no guild; Conversation gives the place where such a one meets the bot.
func (s *Server) AddUser(name string) *Member {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.admit(&Member{ID: s.snowflake(), Name: name})
}

// Conversation gives the person's private conversation with the bot.
func (s *Server) Conversation(with *Member) *Channel {
	return s.enter(&Channel{ID: s.snowflake(), Name: with.Name, with: with})
}

// LetBot sets what the bot's user may do in this channel; at first that is what everybody may. Answers to interactions
// do not depend on it, messages to the channel do.
func (c *Channel) LetBot(can Permission) {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.bot = can
}

// Archive closes a thread: nobody can press a button there any more.
func (c *Channel) Archive() {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	c.archived = true
	c.srv.dispatch(event{name: "THREAD_UPDATE", intent: intentGuilds, data: c.wire(), guild: c.Guild})
}

// Delete removes a channel or thread of a guild with its messages.
func (c *Channel) Delete() {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	if c.Guild == nil {
		return
	}
	c.Guild.channels = slices.DeleteFunc(c.Guild.channels, func(other *Channel) bool { return other == c })
	delete(c.srv.channels, c.ID)
	c.srv.dispatch(event{name: "CHANNEL_DELETE", intent: intentGuilds, data: c.wire(), guild: c.Guild})
}

// Outage makes the guild unavailable, as a breakdown at Discord does: GUILD_DELETE with unavailable set.
func (g *Guild) Outage() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.outage = true
	g.srv.dispatch(event{name: "GUILD_DELETE", intent: intentGuilds, guild: g, data: map[string]any{"id": g.ID, "unavailable": true}})
}

// Recover ends an outage: GUILD_CREATE.
func (g *Guild) Recover() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.outage = false
	g.srv.dispatch(event{name: "GUILD_CREATE", intent: intentGuilds, data: g.full(), guild: g})
}

// Expel removes the bot from the guild: GUILD_DELETE without unavailable.
func (g *Guild) Expel() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.dispatch(event{name: "GUILD_DELETE", intent: intentGuilds, guild: g, data: map[string]any{"id": g.ID}})
	g.gone = true
}

// Permissions are what the person may do: all of it for the owner and for administrators.
func (m *Member) Permissions() Permission {
	if m.Guild == nil {
		return everyone
	}
	can := m.Guild.roles[0].Permissions
	for _, r := range m.Roles {
		can |= r.Permissions
	}
	if m == m.Guild.Owner || can&Administrator != 0 {
		return all
	}
	return can
}

// Type is Discord's number for the kind of channel: 0 text, 1 a conversation with the bot, 11 a public thread.
func (c *Channel) Type() int {
	switch {
	case c.Guild == nil:
		return 1
	case c.Parent != nil:
		return 11
	}
	return 0
}
