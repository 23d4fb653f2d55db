package fakediscord

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Command is a registered command, as GET returns it.
type Command struct {
	ID                       string            `json:"id"`
	AppID                    string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	DMPermission             *bool             `json:"dm_permission,omitempty"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
	Options                  []Option          `json:"options,omitempty"`
}

// Option is an option of a command, a subcommand, or a group of them.
type Option struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []Option          `json:"options,omitempty"`
	ChannelTypes             []int             `json:"channel_types,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
}

// Choice is one of an option's values, or one that an autocomplete offers. Value is a string or a float64.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations"`
	Value             any               `json:"value"`
}

// Types of options.
const (
	typeSubcommand  = 1
	typeGroup       = 2
	typeString      = 3
	typeInteger     = 4
	typeBoolean     = 5
	typeUser        = 6
	typeChannel     = 7
	typeRole        = 8
	typeMentionable = 9
	typeNumber      = 10
	typeAttachment  = 11
)

// Commands gives what is registered: for a guild alone, or with nil for all of them.
func (s *Server) Commands(g *Guild) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Command
	for _, c := range s.commands[scope(g)] {
		list = append(list, *c)
	}
	return list
}

// Overwrites tells how often the commands were overwritten with PUT: those of the guild, or with nil the global ones.
func (s *Server) Overwrites(g *Guild) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.overwrites[scope(g)]
}

func scope(g *Guild) string {
	if g == nil {
		return ""
	}
	return g.ID
}

// serveCommands is GET: the localisations are told only on request.
func (s *Server) serveCommands(c *call) reply {
	guild := c.params["guild"]
	if guild != "" && s.guild(guild) == nil {
		return s.refuse(c, http.StatusForbidden, 50001, "Missing Access")
	}
	return reply{status: http.StatusOK, body: s.commandWires(guild, truthy(c, "with_localizations"))}
}

func (s *Server) commandWires(guild string, localizations bool) []object {
	list := []object{}
	for _, command := range s.commands[guild] {
		raw, _ := json.Marshal(command)
		var o object
		_ = json.Unmarshal(raw, &o)
		if !localizations {
			unlocalize(o)
		}
		list = append(list, o)
	}
	return list
}

func unlocalize(o object) {
	delete(o, "name_localizations")
	delete(o, "description_localizations")
	for _, key := range []string{"options", "choices"} {
		inner, _ := o[key].([]any)
		for _, one := range inner {
			unlocalize(one.(object))
		}
	}
}

// serveOverwrite is PUT: what is sent is all that there is afterwards.
func (s *Server) serveOverwrite(c *call) reply {
	guild := c.params["guild"]
	if guild != "" && s.guild(guild) == nil {
		return s.refuse(c, http.StatusForbidden, 50001, "Missing Access")
	}
	if refused := s.checkCommands(c); refused != nil {
		return *refused
	}
	var sent []*Command
	c.form.into(&sent)
	if c.bad() {
		return s.reject(c)
	}
	created := 0
	for _, command := range sent {
		s.complete(command, guild)
		old := s.twin(command, guild)
		switch {
		case old == nil:
			command.ID, command.Version = s.snowflake(), s.snowflake()
			created++
		case same(old, command):
			command.ID, command.Version = old.ID, old.Version
		default:
			command.ID, command.Version = old.ID, s.snowflake()
		}
	}
	if s.creates[guild]+created > 200 {
		return s.refuse(c, http.StatusBadRequest, 30034, "Max number of daily application command creates has been reached (200)")
	}
	slices.SortFunc(sent, func(a, b *Command) int { return strings.Compare(a.ID, b.ID) })
	s.commands[guild] = sent
	s.creates[guild] += created
	s.overwrites[guild]++
	return reply{status: http.StatusOK, body: s.commandWires(guild, true)}
}

// complete fills in what Discord assumes.
func (s *Server) complete(c *Command, guild string) {
	c.AppID, c.GuildID = s.AppID, guild
	if c.Type == 0 {
		c.Type = 1
	}
	if p := c.DefaultMemberPermissions; p != nil {
		n, _ := strconv.ParseUint(*p, 10, 64)
		c.DefaultMemberPermissions = new(strconv.FormatUint(n, 10))
	}
	if guild != "" {
		c.DMPermission, c.Contexts, c.IntegrationTypes = nil, nil, nil
		return
	}
	if c.DMPermission == nil {
		c.DMPermission = new(c.Contexts == nil || slices.Contains(c.Contexts, 1))
	}
	if c.IntegrationTypes == nil {
		c.IntegrationTypes = []int{0}
	}
	slices.Sort(c.Contexts)
	slices.Sort(c.IntegrationTypes)
}

func (s *Server) twin(c *Command, guild string) *Command {
	for _, old := range s.commands[guild] {
		if old.Type == c.Type && old.Name == c.Name {
			return old
		}
	}
	return nil
}

// same compares two commands but for what Discord gives them.
func same(a, b *Command) bool {
	x, y := *a, *b
	x.ID, x.Version, y.ID, y.Version = "", "", "", ""
	first, _ := json.Marshal(x)
	second, _ := json.Marshal(y)
	return bytes.Equal(first, second)
}
