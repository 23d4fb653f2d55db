package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"skald/bot"
)

// definition is a command as Discord keeps it: what we set of it, so that what is there can be compared.
type definition struct {
	Type             int      `json:"type"`
	Name             string   `json:"name"`
	Description      string   `json:"description"`
	Permissions      *string  `json:"default_member_permissions"`
	Contexts         []int    `json:"contexts,omitempty"`
	IntegrationTypes []int    `json:"integration_types,omitempty"`
	Options          []option `json:"options,omitempty"`
}

type option struct {
	Type         int      `json:"type"`
	Name         string   `json:"name"`
	Description  string   `json:"description"`
	Required     bool     `json:"required,omitempty"`
	Choices      []named  `json:"choices,omitempty"`
	Options      []option `json:"options,omitempty"`
	MinValue     *float64 `json:"min_value,omitempty"`
	MaxValue     *float64 `json:"max_value,omitempty"`
	MaxLength    int      `json:"max_length,omitempty"`
	Autocomplete bool     `json:"autocomplete,omitempty"`
}

// named is a value of an option with the name that users see.
type named struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Discord's types of options.
const (
	typeCommand     = 1
	typeGroup       = 2
	typeString      = 3
	typeInteger     = 4
	typeBoolean     = 5
	typeUser        = 6
	typeMentionable = 9
	typeAttachment  = 11
)

// Discord's limits for commands.
const (
	maxDescription = 100
	maxChoices     = 25
	maxChoice      = 100
)

// manageServer is the permission of who may manage a server, administrator that of who may do all.
const (
	manageServer  = 0x20
	administrator = 0x8
)

// define makes Discord's commands of the bot's: the first word is the command, further ones are a group and a
// subcommand. Hidden commands and options are left out.
func define(commands []*bot.Command, global bool) []definition {
	var all []definition
	managers := map[string]bool{}
	for _, c := range commands {
		if c.Hidden {
			continue
		}
		words := strings.Fields(c.Name)
		at := slices.IndexFunc(all, func(d definition) bool { return d.Name == words[0] })
		if at < 0 {
			at = len(all)
			all = append(all, definition{Type: 1, Name: words[0]})
			managers[words[0]] = true
		}
		managers[words[0]] = managers[words[0]] && c.Who == bot.Manager
		if len(words) == 1 {
			all[at].Description, all[at].Options = c.Short, options(c)
			continue
		}
		all[at].Options = enter(all[at].Options, words[1:], c)
	}
	for i := range all {
		all[i].complete(managers[all[i].Name], global)
	}
	return all
}

// enter puts a subcommand among the options, in its group where it has one.
func enter(list []option, words []string, c *bot.Command) []option {
	if len(words) == 1 {
		return append(list, option{Type: typeCommand, Name: words[0], Description: c.Short, Options: options(c)})
	}
	at := slices.IndexFunc(list, func(o option) bool { return o.Name == words[0] })
	if at < 0 {
		at = len(list)
		list = append(list, option{Type: typeGroup, Name: words[0]})
	}
	list[at].Options = enter(list[at].Options, words[1:], c)
	list[at].Description = listed(list[at].Name, list[at].Options)
	return list
}

// complete sets what holds for the command as a whole.
func (d *definition) complete(manager, global bool) {
	if d.Description == "" {
		d.Description = listed(d.Name, d.Options)
	}
	if manager {
		d.Permissions = new(fmt.Sprint(manageServer))
	}
	if global {
		d.Contexts, d.IntegrationTypes = []int{0}, []int{0} // in servers, installed to a server
	}
}

// listed describes a command by its subcommands; Discord asks for a text, and shows it nowhere.
func listed(name string, subs []option) string {
	var names []string
	for _, o := range subs {
		names = append(names, o.Name)
	}
	return cut("/"+name+": "+strings.Join(names, ", "), maxDescription)
}

// options makes Discord's options of a command's, the required ones first.
func options(c *bot.Command) []option {
	var list []option
	for _, o := range c.Options {
		if !o.Hidden {
			list = append(list, optionOf(o))
		}
	}
	slices.SortStableFunc(list, func(a, b option) int {
		rank := map[bool]int{true: 0, false: 1}
		return cmp.Compare(rank[a.Required], rank[b.Required])
	})
	return list
}

var optionTypes = map[bot.Kind]int{
	bot.Text: typeString, bot.Number: typeInteger, bot.Switch: typeBoolean,
	bot.Person: typeUser, bot.Mention: typeMentionable, bot.Attachment: typeAttachment,
}

func optionOf(o bot.Option) option {
	out := option{Type: optionTypes[o.Kind], Name: o.Name, Description: o.Short, Required: o.Required}
	choosable := o.Kind == bot.Text || o.Kind == bot.Number
	if choosable && len(o.Choices) <= maxChoices {
		for _, c := range o.Choices {
			out.Choices = append(out.Choices, named{c, c})
		}
	}
	out.Autocomplete = choosable && o.Suggest != nil && len(out.Choices) == 0
	switch {
	case o.Kind == bot.Number && (o.Min != 0 || o.Max != 0):
		out.MinValue, out.MaxValue = new(float64(o.Min)), new(float64(o.Max))
	case o.Kind == bot.Text && len(out.Choices) == 0:
		out.MaxLength = longestText(o)
	}
	return out
}

// longestText is how many characters an option takes.
func longestText(o bot.Option) int {
	if o.Kind == bot.Text && o.Max > 0 {
		return min(o.Max, 6000)
	}
	return 100
}

// same reports whether Discord has just these commands.
func same(there, ours []definition) bool {
	a, err := json.Marshal(normal(there))
	if err != nil {
		return false
	}
	b, err := json.Marshal(normal(ours))
	return err == nil && bytes.Equal(a, b)
}

// normal sorts the commands; of options the order counts.
func normal(list []definition) []definition {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b definition) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// register overwrites the commands that Discord has, where they differ from ours. What Discord refuses ends
// the bot; where it is broken, it is tried again.
func (b *Bot) register(ctx context.Context, app string, end context.CancelCauseFunc) {
	path := "/applications/" + app + "/commands"
	if b.guild != "" {
		path = "/applications/" + app + "/guilds/" + b.guild + "/commands"
	}
	for wait := time.Second; ; wait = min(2*wait, 5*time.Minute) {
		err := b.overwrite(ctx, path)
		if err == nil || ctx.Err() != nil {
			return
		}
		if told(err) != 0 {
			end(fmt.Errorf("discord refuses the commands: %w", err))
			return
		}
		b.log.Warn("the commands are not registered yet; trying again", "reason", err, "wait", wait)
		if !pause(ctx, wait) {
			return
		}
	}
}

func (b *Bot) overwrite(ctx context.Context, path string) error {
	ours := define(b.hub.Commands(), b.guild == "")
	limits := discordgo.NewRatelimiter()
	raw, err := b.call(ctx, limits, "GET", path, nil, nil)
	if err != nil {
		return fmt.Errorf("read the commands: %w", err)
	}
	var there []definition
	if err := json.Unmarshal(raw, &there); err != nil {
		return fmt.Errorf("read the commands: %w", err)
	}
	if same(there, ours) {
		b.log.Info("the commands are up to date", "commands", len(ours))
		return nil
	}
	if _, err := b.call(ctx, limits, "PUT", path, ours, nil); err != nil {
		return fmt.Errorf("write the commands: %w", err)
	}
	b.log.Info("the commands are registered", "commands", len(ours))
	return nil
}

// cut shortens a text to n of Discord's characters.
func cut(s string, n int) string {
	if units(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += unit(r); used > n-1 {
			return strings.TrimRight(s[:i], " \n") + "…"
		}
	}
	return s
}

// units is the length of a text as the strictest of Discord's counts has it, in UTF-16.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += unit(r)
	}
	return n
}

func unit(r rune) int {
	if r > 0xffff && r <= utf8.MaxRune {
		return 2
	}
	return 1
}
