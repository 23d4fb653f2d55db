package fakediscord

import (
	"strconv"
	"time"
)

// This file spells the world as Discord's JSON does.

type object = map[string]any

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

func (p Permission) String() string { return strconv.FormatInt(int64(p), 10) }

func (m *Member) user() object {
	return object{
		"id": m.ID, "username": m.Name, "global_name": m.Name, "discriminator": "0", "avatar": nil, "bot": m.bot,
		"public_flags": 0, "avatar_decoration_data": nil, "collectibles": nil, "primary_guild": nil,
	}
}

// partial is the member without the user, as resolved members are.
func (m *Member) partial() object {
	roles := []string{}
	for _, r := range m.Roles {
		roles = append(roles, r.ID)
	}
	return object{
		"roles": roles, "nick": nil, "avatar": nil, "banner": nil, "joined_at": stamp(m.joined), "premium_since": nil, "pending": false,
		"flags": 0, "communication_disabled_until": nil, "unusual_dm_activity_until": nil, "permissions": m.Permissions().String(),
	}
}

// wire is the whole member; outside of interactions permissions are not told.
func (m *Member) wire(permissions bool) object {
	o := m.partial()
	o["user"], o["deaf"], o["mute"] = m.user(), false, false
	if !permissions {
		delete(o, "permissions")
	}
	return o
}

func (r *Role) wire(position int) object {
	return object{
		"id": r.ID, "name": r.Name, "permissions": r.Permissions.String(), "position": position, "color": 0, "hoist": false,
		"managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

func (c *Channel) wire() object {
	o := object{"id": c.ID, "type": c.Type(), "last_message_id": nil, "flags": 0}
	if c.Guild == nil {
		o["recipients"] = []object{c.with.user()}
		return o
	}
	o["name"], o["guild_id"], o["parent_id"], o["rate_limit_per_user"] = c.Name, c.Guild.ID, nil, 0
	o["position"], o["nsfw"], o["topic"], o["permission_overwrites"] = 0, false, nil, []object{}
	if c.Parent != nil {
		o["parent_id"], o["owner_id"], o["message_count"], o["member_count"] = c.Parent.ID, c.Guild.Owner.ID, 0, 1
		o["thread_metadata"] = object{
			"archived": c.archived, "auto_archive_duration": 1440, "archive_timestamp": stamp(c.Guild.born), "locked": false,
		}
	}
	return o
}

// seen is the channel as an interaction shows it: with the permissions that the person has there.
func (c *Channel) seen(by *Member) object {
	o := c.wire()
	delete(o, "permission_overwrites")
	o["permissions"] = by.Permissions().String()
	return o
}

// full is the guild as GUILD_CREATE tells it.
func (g *Guild) full() object {
	roles, channels, threads := []object{}, []object{}, []object{}
	for i, r := range g.roles {
		roles = append(roles, r.wire(i))
	}
	for _, c := range g.channels {
		if c.Parent == nil {
			channels = append(channels, c.wire())
		} else {
			threads = append(threads, c.wire())
		}
	}
	o := g.short()
	members := []object{}
	for _, m := range g.members {
		if m.bot {
			members = append(members, m.wire(false))
		}
	}
	for key, v := range (object{
		"roles": roles, "channels": channels, "threads": threads, "members": members, "member_count": len(g.members),
		"joined_at": stamp(g.born), "large": false, "unavailable": false, "voice_states": []object{}, "presences": []object{},
		"emojis": []object{}, "stickers": []object{}, "stage_instances": []object{}, "guild_scheduled_events": []object{},
		"owner_id": g.Owner.ID, "icon": nil, "afk_timeout": 300, "verification_level": 0, "premium_tier": 0, "nsfw_level": 0,
	}) {
		o[key] = v
	}
	return o
}

// short is the guild as an interaction shows it.
func (g *Guild) short() object {
	return object{"id": g.ID, "name": g.Name, "preferred_locale": g.Locale, "locale": g.Locale, "features": []string{}}
}

func (s *Server) botUser() object {
	return (&Member{ID: s.AppID, Name: "skald", bot: true}).user()
}

func (s *Server) application() object {
	return object{
		"id": s.AppID, "name": "skald", "icon": nil, "description": "", "bot_public": true, "bot_require_code_grant": false,
		"flags": 0, "verify_key": "", "team": nil, "hook": true, "owner": object{"id": s.AppID, "username": "owner", "discriminator": "0"},
		"bot": s.botUser(), "integration_types_config": object{"0": object{}},
	}
}
