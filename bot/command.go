// Package bot is Skald without a medium: the commands, what they answer, and the way of a request from
// its line to the log. Discord and the terminal are two dresses of it.
package bot

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/table"
)

// Command is one command: all that a medium needs to offer it and all that is needed to carry it out.
type Command struct {
	Name    string // "act", "game new"
	Short   string // at most 100 characters
	Options []Option
	Who     Rank
	// Private tells that the answer is for the user alone; Slow that it may take longer than a second.
	Private, Slow bool
	// On finds the table; nil means the one of this channel.
	On func(*Turn) (*Game, error)
	// Binds marks what changes which channel or name belongs to which table: one at a time for a server.
	Binds bool
	// Hidden commands stand behind buttons and are not offered.
	Hidden bool
	Run    func(*Turn) (Reply, error)
}

// Rank is who may use a command.
type Rank int

// The ranks.
const (
	Anyone   Rank = iota
	Narrator      // of the table
	Manager       // of the server
	Keeper        // the table's narrator, or a manager of the server
)

// Kind is what an option takes.
type Kind int

// The kinds of options.
const (
	Text Kind = iota
	Number
	Switch     // true or false
	Person     // a user
	Mention    // a user or a role
	Attachment // a file
)

// Option is one option of a command.
type Option struct {
	Name     string
	Short    string // at most 100 characters
	Kind     Kind
	Required bool
	// Choices are the only values, at most 25.
	Choices []string
	// Min and Max bound a Number; both 0 means no bounds. Max bounds the length of a Text; 0 is 100.
	Min, Max int
	// Suggest offers values for what is typed so far (Turn.Typed).
	Suggest func(*Turn) []Choice
	// Hidden options stand in buttons' lines and are not offered.
	Hidden bool
}

// option finds an option of the command.
func (c *Command) option(name string) (Option, bool) {
	i := slices.IndexFunc(c.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return Option{}, false
	}
	return c.Options[i], true
}

// check refuses options that the command does not have, lacks or has with a value of the wrong kind.
func (c *Command) check(r *Request) error {
	for i, a := range r.Args {
		o, ok := c.option(a.Name)
		if !ok {
			return fate.Refuse("unknown_option", "/%s has no option %q%s", c.Name, short(a.Name, 40), c.mean(a.Name))
		}
		if slices.ContainsFunc(r.Args[:i], func(b Arg) bool { return b.Name == a.Name }) {
			return fate.Refuse("bad_line", "The option %s stands twice.", a.Name)
		}
		if err := o.check(a); err != nil {
			return err
		}
	}
	for _, o := range c.Options {
		if o.Required && r.Text(o.Name) == "" {
			return fate.Refuse("missing_option", "/%s needs the option %s: %s.", c.Name, o.Name, o.Short)
		}
	}
	return nil
}

// tidy is a checked request with its choices in the command's own words.
func (c *Command) tidy(r *Request) *Request {
	t := *r
	t.Args = slices.Clone(r.Args)
	for i, a := range t.Args {
		o, _ := c.option(a.Name)
		for _, choice := range o.Choices {
			if strings.EqualFold(choice, strings.TrimSpace(a.Value)) {
				t.Args[i].Value = choice
			}
		}
		if o.Kind == Attachment {
			t.Args[i].Value = short(oneLine(a.Value), 100)
		}
	}
	return &t
}

func (c *Command) mean(name string) string {
	var names []string
	for _, o := range c.Options {
		if !o.Hidden {
			names = append(names, o.Name)
		}
	}
	if len(names) == 0 {
		return "; it has none."
	}
	if fate.Near(name, names) == "" {
		return "; it has " + join(names) + "."
	}
	return mean("", name, names)
}

func (o Option) check(a Arg) error {
	v := strings.TrimSpace(a.Value)
	switch o.Kind {
	case Number:
		n, err := strconv.Atoi(v)
		if bounded := o.Min != 0 || o.Max != 0; err != nil && !(bounded && errors.Is(err, strconv.ErrRange)) {
			return fate.Refuse("bad_value", "The option %s takes a whole number, not %q.", o.Name, short(v, 40))
		}
		if (o.Min != 0 || o.Max != 0) && (n < o.Min || n > o.Max) { // of a number out of reach n is the largest or least
			return fate.Refuse("out_of_range", "The option %s goes from %d to %d.", o.Name, o.Min, o.Max)
		}
	case Switch:
		if _, err := strconv.ParseBool(v); err != nil {
			return fate.Refuse("bad_value", "The option %s is true or false, not %q.", o.Name, short(v, 40))
		}
	case Person, Mention:
		if a.User == nil && a.Role == nil && (v == "" || len(v) > 100 || v != oneLine(v) || strings.ContainsAny(v, " @")) {
			return fate.Refuse("bad_value", "The option %s takes a user, not %q.", o.Name, short(v, 40))
		}
	case Text:
		if most := o.most(); len([]rune(a.Value)) > most {
			return fate.Refuse("too_long", "The option %s can have at most %d characters; this has %d.", o.Name, most, len([]rune(a.Value)))
		}
		if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c string) bool { return strings.EqualFold(c, v) }) {
			return fate.Refuse("bad_value", "The option %s is one of %s%s", o.Name, strings.Join(o.Choices, ", "), mean("", v, o.Choices))
		}
	case Attachment:
		if a.File == nil {
			return fate.Refuse("no_file", "The option %s takes a file.", o.Name)
		}
	}
	return nil
}

// most is the longest text that the option takes.
func (o Option) most() int {
	if o.Kind == Text && o.Max > 0 {
		return o.Max
	}
	return 100
}

// may refuses a user who lacks the rank.
func (c *Command) may(r *Request, t *table.Table) error {
	narrates := t != nil && t.Narrates(r.User.ID, r.Roles)
	switch c.Who {
	case Narrator:
		if !narrates {
			return fate.Refuse("not_narrator", "Only %s can do that.", ruler(t))
		}
	case Manager:
		if !r.Manager {
			return fate.Refuse("not_manager", "Only someone who may manage this server can do that.")
		}
	case Keeper:
		if !narrates && !r.Manager {
			return fate.Refuse("not_narrator", "Only %s or someone who may manage the server can do that.", ruler(t))
		}
	}
	return nil
}

// ruler is who runs a table: "the narrator, nina".
func ruler(t *table.Table) string {
	if t == nil {
		return "the narrator"
	}
	title := "the narrator"
	switch t.Game.Kind {
	case table.Realms:
		title = "the game master"
	case table.Knights:
		title = "who opened the table"
	}
	if len(t.Game.Narrators)+len(t.Game.Roles) > 1 {
		title += "s"
	}
	if who := narrators(t.Game); !strings.EqualFold("the "+who, title) { // somebody may go by that name
		return who + ", " + title + ","
	}
	return title
}

// short cuts a text that is longer than n characters.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
