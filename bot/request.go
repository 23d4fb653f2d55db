package bot

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/table"
)

// Request is one command as somebody gave it: typed, pressed, picked or filled in.
type Request struct {
	// ID is the interaction's id; the same id acts once. "" where a medium has none.
	ID      string
	Server  string
	Channel string
	// Parent is the channel that a thread belongs to; "" where Channel is no thread.
	Parent string
	User   table.User
	Roles  []string // ids of the user's roles
	// Manager tells that the user may manage the server.
	Manager bool
	// Pressed tells that the request came from a message's own button, menu or form.
	Pressed bool

	Command string // "act", "game new"
	Args    []Arg
}

// Arg is one option of a request with its value, as text.
type Arg struct {
	Name  string
	Value string
	// User, Role and File are what the medium found behind the value.
	User *table.User
	Role *table.Role
	File *Upload
}

// Upload is a file that a user attached.
type Upload struct {
	Name string
	Data []byte
}

// Arg finds an option by its name.
func (r *Request) Arg(name string) (Arg, bool) {
	i := slices.IndexFunc(r.Args, func(a Arg) bool { return a.Name == name })
	if i < 0 {
		return Arg{}, false
	}
	return r.Args[i], true
}

// Text is the value of an option, without spaces around it; "" where it was not given.
func (r *Request) Text(name string) string {
	a, _ := r.Arg(name)
	return strings.TrimSpace(a.Value)
}

// With is the request with an option added; where it has the option already, the value is added to that
// one behind a comma.
func (r *Request) With(name, value string) *Request {
	c := *r
	c.Args = slices.Clone(r.Args)
	for i, a := range c.Args {
		if a.Name == name {
			c.Args[i].Value = a.Value + ", " + value
			return &c
		}
	}
	c.Args = append(c.Args, Arg{Name: name, Value: value})
	return &c
}

// Without is the request without the named options.
func (r *Request) Without(names ...string) *Request {
	c := *r
	c.Args = slices.DeleteFunc(slices.Clone(r.Args), func(a Arg) bool { return slices.Contains(names, a.Name) })
	return &c
}

// String writes the request as a line; Parse is the inverse.
func (r *Request) String() string {
	var b strings.Builder
	b.WriteString("/" + r.Command)
	for _, a := range r.Args {
		b.WriteString(" " + a.Name + ":" + quoteValue(a.Value))
	}
	return b.String()
}

// Line makes the line of a command from pairs of option and value; empty values are left out.
func Line(command string, pairs ...string) string {
	r := &Request{Command: command}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			r.Args = append(r.Args, Arg{Name: pairs[i], Value: pairs[i+1]})
		}
	}
	return r.String()
}

func quoteValue(v string) string {
	plain := v != "" && !strings.ContainsAny(v, blank+`"\`)
	if plain {
		return v
	}
	return `"` + escaped.Replace(v) + `"`
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// blank parts the words of a line; every other space belongs to a word.
const blank = " \t\r\n"

// Parse reads a line: "/act action:\"average Strength\" card:\"8 Mind\"". Words before the first option
// are the command.
func Parse(line string) (*Request, error) {
	rest, ok := strings.CutPrefix(strings.Trim(strings.ToValidUTF8(line, "\uFFFD"), blank), "/")
	if !ok {
		return nil, fate.Refuse("bad_line", "A command begins with a stroke, like /help.")
	}
	r := &Request{}
	var words []string
	for rest = strings.TrimLeft(rest, blank); rest != ""; rest = strings.TrimLeft(rest, blank) {
		end := strings.IndexAny(rest, blank+":")
		if end < 0 || rest[end] != ':' {
			if len(r.Args) > 0 {
				return nil, fate.Refuse("bad_line", "Write each option as name:value; a value with spaces stands in double quotes.")
			}
			if end < 0 {
				end = len(rest)
			}
			words = append(words, rest[:end])
			rest = rest[end:]
			continue
		}
		name := rest[:end]
		value, left, err := cutValue(rest[end+1:])
		if err != nil {
			return nil, err
		}
		r.Args, rest = append(r.Args, Arg{Name: name, Value: value}), left
	}
	r.Command = strings.Join(words, " ")
	return r, nil
}

// cutValue takes a value from the front of a line: a word, or text in double quotes.
func cutValue(s string) (value, rest string, err error) {
	if !strings.HasPrefix(s, `"`) {
		if i := strings.IndexAny(s, blank); i >= 0 {
			return s[:i], s[i:], nil
		}
		return s, "", nil
	}
	var b strings.Builder
	escaped := false
	for i, c := range s[1:] {
		switch {
		case escaped:
			b.WriteRune(c)
			escaped = false
		case c == '\\' && strings.ContainsAny(s[i+2:min(len(s), i+3)], `"\`):
			escaped = true // any other stroke stands for itself
		case c == '"':
			return b.String(), s[i+2:], nil
		default:
			b.WriteRune(c)
		}
	}
	return "", "", fate.Refuse("bad_line", "A double quote is missing at the end of the line.")
}
