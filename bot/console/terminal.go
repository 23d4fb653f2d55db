package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"skald/bot"
)

// greeting leads a newcomer to a first played card in four lines.
const greeting = `Welcome to Skald, a Fate deck table. You are %s, who narrates; write alice: before a line to speak as alice.
A first card in four lines:
  /game new name:Moss
  /hero new name:Jack
  /game join hero:Jack
  /act action:"average Strength" card:"8 Mind"   but with a card of the hand that you are shown
Tab completes, your cards too; /help tells more, Ctrl-D leaves.
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
	}{&keys{from: in}, out}, "")
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
		switch strings.TrimPrefix(strings.ToLower(strings.TrimSpace(line)), "/") {
		case "quit", "exit":
			return nil
		}
		if _, err := c.Say(line); err != nil {
			return err
		}
	}
}

// keys is what is typed. The first Ctrl-C clears the line, as Ctrl-U does; a second one leaves.
type keys struct {
	from   io.Reader
	broken bool
}

func (k *keys) Read(p []byte) (int, error) {
	n, err := k.from.Read(p)
	for i, b := range p[:n] {
		const ctrlC, ctrlU = 3, 21
		if b == ctrlC && !k.broken {
			p[i] = ctrlU
		}
		k.broken = b == ctrlC
	}
	return n, err
}

// Complete completes the line up to the cursor as far as it is clear, and lists what it may become.
func (c *Console) Complete(line string) (string, []string) {
	user, where, at := c.user, c.room, line
	if m := speaker.FindStringSubmatch(line); m != nil {
		user, at = m[1], line[len(m[0]):]
		if m[2] != "" {
			where = room{m[2], m[3]}
		}
	}
	if !strings.HasPrefix(at, "/") {
		return c.completePress(line, at, user)
	}
	before := line[:len(line)-len(at)]
	start := lastWord(at)
	name, value, typing := strings.Cut(at[start:], ":")
	if !typing {
		return c.completeWord(before, at)
	}
	r, err := bot.Parse(at[:start])
	if err != nil {
		return line, nil
	}
	r.Server, r.Manager = c.o.Server, user == c.o.Narrator
	r.User.ID, r.User.Name = user, user
	where.put(r)
	whole, labels := c.completeValue(r, name, value)
	return before + at[:start] + name + ":" + whole, labels
}

// lastWord is where the word begins in which the cursor stands at the end of a line; spaces in quotes do
// not part words.
func lastWord(line string) int {
	start, quoted, escaped := 0, false, false
	for i, r := range line {
		switch {
		case escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			start = i + 1
		}
	}
	return start
}

// completeValue completes the value of an option from what the command suggests, and lists the labels.
func (c *Console) completeValue(r *bot.Request, name, typed string) (string, []string) {
	value, quoted := strings.CutPrefix(typed, `"`)
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
		return typed, nil
	}
	whole := common(values)
	if len(whole) < len(value) {
		whole = value
	}
	if !quoted && !strings.Contains(whole, " ") {
		return whole, labels
	}
	if len(values) == 1 {
		whole += `"`
	}
	return `"` + whole, labels
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
			_, size := utf8.DecodeLastRuneInString(whole)
			whole = whole[:len(whole)-size]
		}
	}
	return whole
}

// completePress completes the label of a button or of a menu's option.
func (c *Console) completePress(line, at, user string) (string, []string) {
	verb, typed, ok := strings.Cut(at, " ")
	if !ok || verb != "press" && verb != "pick" {
		return line, nil
	}
	word := strings.ToLower(strings.TrimPrefix(typed, `"`))
	var labels []string
	for i := len(c.seen) - 1; i >= 0 && len(labels) < 25; i-- {
		m := c.seen[i]
		if m.to != "" && m.to != user {
			continue
		}
		for _, label := range pressable(m.reply, verb) {
			if strings.HasPrefix(strings.ToLower(label), word) && !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	if len(labels) == 0 {
		return line, nil
	}
	head := line[:len(line)-len(typed)] + `"` + common(labels)
	if len(labels) == 1 {
		head += `"`
	}
	return head, labels
}

// pressable are the labels of a reply's buttons, or of its menus' options.
func pressable(r bot.Reply, verb string) []string {
	var labels []string
	if verb == "press" {
		for _, b := range r.Buttons {
			labels = append(labels, b.Label)
		}
		return labels
	}
	for _, s := range r.Selects {
		for _, choice := range s.Choices {
			labels = append(labels, choice.Label)
		}
	}
	return labels
}
