package console

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// press uses the newest button with a label.
func (c *Console) press(rest string) (*bot.Request, *message, error) {
	labels, err := words(rest)
	if err != nil {
		return nil, nil, err
	}
	if len(labels) == 0 {
		return nil, nil, fate.Refuse("bad_line", "Say which button: press \"My hand\".")
	}
	label := strings.Join(labels, " ")
	find := func(r bot.Reply) int {
		return slices.IndexFunc(r.Buttons, func(b bot.Button) bool { return strings.EqualFold(b.Label, label) })
	}
	m := c.newest(func(r bot.Reply) bool { return find(r) >= 0 })
	if m == nil {
		return nil, nil, fate.Refuse("no_button", "No message that you see has a button %.80q.", label)
	}
	r, err := bot.Parse(m.reply.Buttons[find(m.reply)].Line)
	return r, m, err
}

// pick uses the newest menu that has all the options.
func (c *Console) pick(rest string) (*bot.Request, *message, error) {
	labels, err := words(rest)
	if err != nil {
		return nil, nil, err
	}
	if len(labels) == 0 {
		return nil, nil, fate.Refuse("bad_line", "Say what to pick: pick \"8 of Mind\".")
	}
	find := func(r bot.Reply) (bot.Select, []string) {
		for _, s := range r.Selects {
			if values := chosen(s, labels); values != nil {
				return s, values
			}
		}
		return bot.Select{}, nil
	}
	m := c.newest(func(r bot.Reply) bool { _, v := find(r); return v != nil })
	if m == nil {
		return nil, nil, fate.Refuse("no_choice", "No menu that you see offers %.120q.", strings.Join(labels, ", "))
	}
	s, values := find(m.reply)
	if n := len(values); n < max(1, s.Min) || n > max(1, s.Max) {
		return nil, nil, fate.Refuse("no_choice", "%s: pick from %d to %d.", s.Label, max(1, s.Min), max(1, s.Max))
	}
	r, err := bot.Parse(s.Line)
	if err != nil {
		return nil, nil, err
	}
	return r.With(s.Option, strings.Join(values, ", ")), m, nil
}

// chosen gives the values behind labels, each choice once; nil where one is not offered.
func chosen(s bot.Select, labels []string) []string {
	left := slices.Clone(s.Choices)
	var values []string
	for _, label := range labels {
		i := slices.IndexFunc(left, func(c bot.Choice) bool {
			return strings.EqualFold(c.Label, label) || strings.EqualFold(c.Value, label) || named(c, label)
		})
		if i < 0 {
			return nil
		}
		values = append(values, left[i].Value)
		left = slices.Delete(left, i, i+1)
	}
	return values
}

// named reports whether a choice's note has a name in it, such as that on a card's face: "35 %, Queen of
// Clubs, +".
func named(c bot.Choice, name string) bool {
	return slices.ContainsFunc(strings.Split(c.About, ", "), func(s string) bool { return strings.EqualFold(s, name) })
}

// fill fills in the newest open form; fields that are not named keep what stands in them.
func (c *Console) fill(rest string) (*bot.Request, *message, error) {
	m := c.newest(func(r bot.Reply) bool { return r.Form != nil })
	if m == nil {
		return nil, nil, fate.Refuse("no_form", "No form is open.")
	}
	filled, err := bot.Parse("/fill " + rest)
	if err != nil {
		return nil, nil, err
	}
	form := m.reply.Form
	var names []string
	for _, f := range form.Fields {
		names = append(names, f.Name)
	}
	for _, a := range filled.Args {
		if !slices.Contains(names, a.Name) {
			return nil, nil, fate.Refuse("no_field", "The form has no field %.40q; it has %s.", a.Name, strings.Join(names, ", "))
		}
	}
	r, err := bot.Parse(form.Line)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range form.Fields {
		value := f.Value
		if a, ok := filled.Arg(f.Name); ok {
			value = a.Value
		}
		if value != "" {
			r.Args = append(r.Args, bot.Arg{Name: f.Name, Value: value})
		}
	}
	return r, m, nil
}

// maxUpload is the largest file that is taken.
const maxUpload = 1 << 20

// resolve finds the users, roles and files behind the values of a request.
func (c *Console) resolve(r *bot.Request) error {
	cmd, err := c.hub.Find(r.Command)
	if err != nil {
		return err
	}
	for i := range r.Args {
		a := &r.Args[i]
		for _, o := range cmd.Options {
			if o.Name != a.Name {
				continue
			}
			if err := resolve(a, o.Kind); err != nil {
				return err
			}
		}
	}
	return nil
}

func resolve(a *bot.Arg, kind bot.Kind) error {
	name := strings.TrimSuffix(strings.TrimPrefix(a.Value, "<@"), ">")
	switch {
	case kind == bot.Mention && strings.HasPrefix(a.Value, "@"):
		role := strings.TrimPrefix(a.Value, "@")
		a.Role = &table.Role{ID: role, Name: role}
	case kind == bot.Person || kind == bot.Mention:
		plain := func(r rune) bool { return unicode.IsPrint(r) && !strings.ContainsRune(" @:#/\"", r) }
		if name == "" || len(name) > 32 || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
			return fate.Refuse("bad_value", "%.40q is no user; a user's name is one word.", name)
		}
		a.User = &table.User{ID: name, Name: name}
	case kind == bot.Attachment:
		return attach(a)
	}
	return nil
}

// attach reads the file of "file:@PATH".
func attach(a *bot.Arg) error {
	path, ok := strings.CutPrefix(a.Value, "@")
	if !ok {
		return fate.Refuse("no_file", "The option %s takes a file: write %s:@PATH.", a.Name, a.Name)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return fate.Refuse("no_file", "There is no file %.200q.", path)
	case info.Size() > maxUpload:
		return fate.Refuse("bad_file", "The file is too large: at most 1 MiB.")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fate.Refuse("no_file", "The file %.200q cannot be read.", path)
	}
	a.Value = filepath.Base(path)
	a.File = &bot.Upload{Name: a.Value, Data: data}
	return nil
}
