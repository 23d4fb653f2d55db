package fakediscord

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Invocation is a command as a person enters it.
type Invocation struct {
	By       *Member
	In       *Channel
	Command  string // "game new": command, group if any, and subcommand
	Options  Options
	Override bool // a manager of the guild has opened the command to By, whatever it asks for
}

// Options are the values that a person enters, by the names of the options: string, int, int64, float64, bool, *Member, *Role,
// *Channel, File. Where an option has choices, the name of the choice is as good as its value.
type Options map[string]any

// ErrMisuse is what a person could not do in Discord: an unknown command or option, a value that does not fit, a button that
// is not there. It is the test's mistake, not the bot's.
var ErrMisuse = errors.New("a person could not do this")

func misuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMisuse, fmt.Sprintf(format, args...))
}

// Slash enters a command, as Discord's client would send it, and tells the bot. The test fails if a person could not.
func (s *Server) Slash(t testing.TB, v Invocation) *Interaction {
	t.Helper()
	in, err := s.TrySlash(v)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TrySlash is Slash for use from any goroutine: what a person could not do is ErrMisuse.
func (s *Server) TrySlash(v Invocation) (*Interaction, error) {
	return s.invoke(v, "")
}

// Autocomplete has the bot asked for what fits the option focused, into which its value in v.Options has been typed so far.
// The other options may be unfinished, as they may in Discord.
func (s *Server) Autocomplete(t testing.TB, v Invocation, focused string) *Interaction {
	t.Helper()
	in, err := s.TryAutocomplete(v, focused)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TryAutocomplete is Autocomplete for use from any goroutine.
func (s *Server) TryAutocomplete(v Invocation, focused string) (*Interaction, error) {
	return s.invoke(v, focused)
}

// online waits until a bot has a session here, connected or to be resumed.
func (s *Server) online() error {
	if !s.await(&s.changed, 10*time.Second, func() bool { return len(s.wire.open()) > 0 }) {
		return misuse("no bot has connected to the fake Discord within 10 s")
	}
	return nil
}

func (s *Server) invoke(v Invocation, focused string) (*Interaction, error) {
	if err := s.online(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := v.present(); err != nil {
		return nil, err
	}
	command, path, err := s.lookUp(v)
	if err != nil {
		return nil, err
	}
	e := &entry{srv: s, v: v, focused: focused, resolved: resolved{}}
	data, err := e.data(command, path)
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", v.Command, err)
	}
	in := &Interaction{Type: typeCommand, By: v.By, In: v.In, data: data}
	if focused != "" {
		in.Type, in.focused = typeAutocomplete, e.focusType
	}
	return s.start(in), nil
}

// present checks that the person is where the command is entered.
func (v Invocation) present() error {
	switch {
	case v.By == nil || v.In == nil:
		return misuse("an invocation needs By and In")
	case v.In.Guild != v.By.Guild:
		return misuse("%s is not in the guild of #%s", v.By.Name, v.In.Name)
	case v.In.Guild == nil && v.In.with != v.By:
		return misuse("%s is not in this conversation", v.By.Name)
	case v.By.Permissions()&UseCommands == 0:
		return misuse("%s may not use commands", v.By.Name)
	}
	return nil
}

// lookUp finds the command, and within it the group and subcommand.
func (s *Server) lookUp(v Invocation) (*Command, []Option, error) {
	words := strings.Fields(strings.TrimPrefix(v.Command, "/"))
	if len(words) == 0 {
		return nil, nil, misuse("no command")
	}
	command := s.offered(v, words[0])
	if command == nil {
		return nil, nil, misuse("there is no command /%s here; registered are %s", words[0], s.names(v.In))
	}
	if p := command.DefaultMemberPermissions; p != nil && !v.Override && v.In.Guild != nil {
		var need Permission
		_, _ = fmt.Sscan(*p, &need)
		if can := v.By.Permissions(); can&need != need || need == 0 && can&Administrator == 0 {
			return nil, nil, misuse("%s does not see /%s, which needs the permissions %s", v.By.Name, command.Name, *p)
		}
	}
	var path []Option
	inner := command.Options
	for _, word := range words[1:] {
		i := slices.IndexFunc(inner, func(o Option) bool { return o.Name == word && o.Type <= typeGroup })
		if i < 0 {
			return nil, nil, misuse("/%s has no subcommand %q", v.Command, word)
		}
		path = append(path, inner[i])
		inner = inner[i].Options
	}
	if len(inner) > 0 && inner[0].Type <= typeGroup {
		return nil, nil, misuse("/%s cannot be entered without a subcommand", v.Command)
	}
	return command, path, nil
}

// offered gives the command that Discord's client shows here under this name, the guild's own before a global one.
func (s *Server) offered(v Invocation, name string) *Command {
	context := 1
	if v.In.Guild != nil {
		context = 0
		for _, c := range s.commands[v.In.Guild.ID] {
			if c.Name == name && c.Type == 1 {
				return c
			}
		}
	}
	for _, c := range s.commands[""] {
		here := c.Contexts == nil && (context == 0 || *c.DMPermission) || slices.Contains(c.Contexts, context)
		if c.Name == name && c.Type == 1 && here && slices.Contains(c.IntegrationTypes, 0) {
			return c
		}
	}
	return nil
}

func (s *Server) names(in *Channel) string {
	var names []string
	for _, c := range append(slices.Clone(s.commands[scope(in.Guild)]), s.commands[""]...) {
		names = append(names, "/"+c.Name)
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, " ")
}

// entry is the filling in of one command's options.
type entry struct {
	srv       *Server
	v         Invocation
	focused   string
	focusType int
	resolved  resolved
}

// data spells the command with its options; path leads to the subcommand.
func (e *entry) data(command *Command, path []Option) (object, error) {
	leaf := command.Options
	if len(path) > 0 {
		leaf = path[len(path)-1].Options
	}
	values, err := e.fill(leaf)
	if err != nil {
		return nil, err
	}
	for _, step := range slices.Backward(path) {
		o := object{"name": step.Name, "type": step.Type}
		if len(values) > 0 {
			o["options"] = values
		}
		values = []object{o}
	}
	data := object{"id": command.ID, "name": command.Name, "type": command.Type}
	if len(values) > 0 {
		data["options"] = values
	}
	if command.GuildID != "" {
		data["guild_id"] = command.GuildID
	}
	if len(e.resolved) > 0 {
		data["resolved"] = e.resolved
	}
	return data, nil
}

// fill checks the values against the options and spells them as Discord does, in the order of the options.
func (e *entry) fill(options []Option) ([]object, error) {
	var values []object
	used := 0
	for _, o := range options {
		value, given := e.v.Options[o.Name]
		if given {
			used++
		}
		if o.Name == e.focused {
			typed, err := e.focus(o, value)
			if err != nil {
				return nil, err
			}
			values = append(values, object{"name": o.Name, "type": o.Type, "value": typed, "focused": true})
			continue
		}
		if !given && o.Required && e.focused == "" {
			return nil, misuse("the option %s is required", o.Name)
		}
		if !given {
			continue
		}
		v, err := e.value(o, value)
		if err != nil && e.focused == "" {
			return nil, err
		}
		if err != nil {
			v = fmt.Sprint(value)
		}
		values = append(values, object{"name": o.Name, "type": o.Type, "value": v})
	}
	if used < len(e.v.Options) || e.focused != "" && e.focusType == 0 {
		return nil, misuse("there is no such option among %v %s", e.v.Options, e.focused)
	}
	return values, nil
}

// focus is the option that is being typed into.
func (e *entry) focus(o Option, value any) (string, error) {
	if !o.Autocomplete {
		return "", misuse("the option %s does not autocomplete", o.Name)
	}
	e.focusType = o.Type
	if value == nil {
		return "", nil
	}
	return fmt.Sprint(value), nil
}

// value checks one value and spells it.
func (e *entry) value(o Option, value any) (any, error) {
	for _, c := range o.Choices {
		if c.Value == value || c.Name == value || fmt.Sprint(c.Value) == fmt.Sprint(value) {
			return c.Value, nil
		}
	}
	if len(o.Choices) > 0 {
		return nil, misuse("%v is not among the choices of %s", value, o.Name)
	}
	switch o.Type {
	case typeString:
		return o.string(value)
	case typeInteger, typeNumber:
		return o.number(value)
	case typeBoolean:
		if _, ok := value.(bool); ok {
			return value, nil
		}
		return nil, misuse("%v is neither true nor false, which %s asks for", value, o.Name)
	}
	return e.resolved.enter(e.srv, e.v.In, o.Type, value)
}

func (o Option) string(value any) (any, error) {
	text, ok := value.(string)
	n := utf8.RuneCountInString(text)
	switch {
	case !ok:
		return nil, misuse("%v is no text, which %s asks for", value, o.Name)
	case n > 6000 || o.MaxLength != nil && n > *o.MaxLength:
		return nil, misuse("the text for %s is too long: %d characters", o.Name, n)
	case n == 0 || o.MinLength != nil && n < *o.MinLength:
		return nil, misuse("the text for %s is too short: %d characters", o.Name, n)
	}
	return text, nil
}

func (o Option) number(value any) (any, error) {
	var n float64
	switch v := value.(type) {
	case int:
		n = float64(v)
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		return nil, misuse("%v is no number, which %s asks for", value, o.Name)
	}
	switch {
	case o.Type == typeInteger && n != math.Trunc(n):
		return nil, misuse("%v is not whole, which %s asks for", value, o.Name)
	case o.MinValue != nil && n < *o.MinValue, o.MaxValue != nil && n > *o.MaxValue, math.Abs(n) > 1<<53:
		return nil, misuse("%v is outside of the bounds of %s", value, o.Name)
	}
	return n, nil
}

// resolved are the things that ids in an interaction mean.
type resolved map[string]object

func (r resolved) put(kind, id string, o any) {
	if r[kind] == nil {
		r[kind] = object{}
	}
	r[kind][id] = o
}

// enter resolves a person, role, channel or file of a guild and gives its id.
func (r resolved) enter(s *Server, in *Channel, kind int, value any) (any, error) {
	switch v := value.(type) {
	case *Member:
		if kind == typeUser || kind == typeMentionable {
			r.put("users", v.ID, v.user())
			if v.Guild != nil && v.Guild == in.Guild {
				r.put("members", v.ID, v.partial())
			}
			return v.ID, nil
		}
	case *Role:
		if (kind == typeRole || kind == typeMentionable) && in.Guild != nil {
			r.put("roles", v.ID, v.wire(slices.Index(in.Guild.roles, v)))
			return v.ID, nil
		}
	case *Channel:
		if kind == typeChannel {
			r.put("channels", v.ID, v.wire())
			return v.ID, nil
		}
	case File:
		if kind == typeAttachment {
			if len(v.Data) > maxFile {
				return nil, misuse("the file %s is larger than 10 MiB", v.Name)
			}
			a := s.keep(in.ID, v.Name, v.ContentType, v.Data)
			a.Ephemeral = true
			r.put("attachments", a.ID, a)
			return a.ID, nil
		}
	}
	return nil, misuse("a %T is not what an option of type %d takes", value, kind)
}
