package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"skald/bot"
)

// greeting leads a newcomer to a first played card in four lines.
const greeting = `Welcome to Skald, a Fate deck table. You are %s, who narrates; write alice: before a line to speak as alice.
A first card in four lines:
  /game new name:Moss
  /hero new name:Jack
  /game join hero:Jack
  /act action:"average Strength"        then  pick "…"  and  press "Play"
Tab completes, /help tells more, Ctrl-D leaves.
`

// Interactive reads lines from a terminal, with editing, history and completion by Tab.
func Interactive(hub *bot.Hub, in *os.File, out io.Writer, o Options) error {
	old, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer term.Restore(int(in.Fd()), old) //nolint:errcheck // nothing is left to do about it
	screen := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "")
	if width, height, err := term.GetSize(int(in.Fd())); err == nil && width > 0 {
		screen.SetSize(width, height) //nolint:errcheck // it only wraps lines
	}
	c := New(hub, screen, o)
	screen.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		head, options := c.Complete(line[:pos])
		if len(options) > 1 {
			fmt.Fprintln(screen, strings.Join(options, "   ")) //nolint:errcheck // shown as far as it goes
		}
		return head + line[pos:], len(head), true
	}
	fmt.Fprintf(screen, greeting, c.user) //nolint:errcheck // shown as far as it goes
	for {
		screen.SetPrompt(c.user + "#" + c.room.String() + "> ")
		line, err := screen.ReadLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := c.Say(line); err != nil {
			return err
		}
	}
}

// Complete completes the line up to the cursor as far as it is clear, and lists what it may become.
func (c *Console) Complete(line string) (string, []string) {
	user, at := c.user, line
	if m := speaker.FindStringSubmatch(line); m != nil {
		user, at = m[1], line[len(m[0]):]
	}
	if !strings.HasPrefix(at, "/") {
		return line, nil
	}
	before := line[:len(line)-len(at)]
	name, value, typing := lastOption(at)
	if typing {
		return c.completeValue(before, at, user, name, value)
	}
	return c.completeWord(before, at)
}

// lastOption finds the option whose value the cursor stands in.
func lastOption(line string) (name, value string, ok bool) {
	quoted := strings.Count(strings.ReplaceAll(line, `\"`, ""), `"`)%2 == 1
	start := strings.LastIndexAny(line, " ") + 1
	if quoted {
		start = strings.LastIndex(line[:strings.LastIndex(line, `"`)], " ") + 1
	}
	name, value, ok = strings.Cut(line[start:], ":")
	return name, strings.TrimPrefix(value, `"`), ok
}

func (c *Console) completeValue(before, at, user, name, value string) (string, []string) {
	head := at[:strings.LastIndex(at, name+":")]
	r, err := bot.Parse(head)
	if err != nil {
		return before + at, nil
	}
	r.Server, r.Channel, r.Manager = c.o.Server, c.room.String(), user == c.o.Narrator
	r.User.ID, r.User.Name = user, user
	if c.room.thread != "" {
		r.Parent = c.room.channel
	}
	r.Args = append(r.Args, bot.Arg{Name: name, Value: value})
	var labels, values []string
	for _, choice := range c.hub.Suggest(r, name) {
		labels, values = append(labels, choice.Label), append(values, choice.Value)
	}
	if cmd, err := c.hub.Find(r.Command); err == nil && len(values) == 0 {
		for _, o := range cmd.Options {
			for _, choice := range o.Choices {
				if o.Name == name && strings.HasPrefix(choice, strings.ToLower(value)) {
					labels, values = append(labels, choice), append(values, choice)
				}
			}
		}
	}
	if len(values) == 0 {
		return before + at, nil
	}
	whole := common(values)
	if len(whole) < len(value) {
		whole = value
	}
	filled := name + ":" + whole
	if strings.ContainsAny(whole, " ") || strings.Contains(at, name+`:"`) {
		filled = name + `:"` + whole
		if len(values) == 1 {
			filled += `"`
		}
	}
	return before + head + filled, labels
}

// completeWord completes a command's or an option's name.
func (c *Console) completeWord(before, at string) (string, []string) {
	var fits []string
	for _, cmd := range c.hub.Commands() {
		if cmd.Hidden {
			continue
		}
		if whole := "/" + cmd.Name; strings.HasPrefix(whole, at) {
			fits = append(fits, whole)
		}
		rest, ok := strings.CutPrefix(at, "/"+cmd.Name+" ")
		if !ok {
			continue
		}
		i := strings.LastIndex(rest, " ") + 1
		for _, o := range cmd.Options {
			if !o.Hidden && strings.HasPrefix(o.Name, rest[i:]) && !strings.Contains(" "+rest, " "+o.Name+":") {
				fits = append(fits, at[:len(at)-len(rest)+i]+o.Name+":")
			}
		}
	}
	if len(fits) == 0 {
		return before + at, nil
	}
	whole := common(fits)
	if len(fits) == 1 && !strings.HasSuffix(whole, ":") {
		whole += " "
	}
	var shown []string
	for _, f := range fits {
		shown = append(shown, f[strings.LastIndex(f[:max(0, len(at)-1)], " ")+1:])
	}
	return before + whole, shown
}

// common is the beginning that all have.
func common(list []string) string {
	whole := list[0]
	for _, s := range list[1:] {
		for !strings.HasPrefix(s, whole) {
			whole = whole[:len(whole)-1]
		}
	}
	return whole
}
