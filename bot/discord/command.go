package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// job is what an interaction asks for.
type job struct {
	// slow work is deferred at once; private tells for whom.
	slow, private bool
	// prepare makes the request. It may take time: a kept line is read, a file downloaded.
	prepare func(context.Context) (*bot.Request, error)
}

// refused is a job that has failed already.
func refused(err error) job {
	return job{private: true, prepare: func(context.Context) (*bot.Request, error) { return nil, err }}
}

// errStale is the refusal of a component that stands for nothing any more.
var errStale = fate.Refuse("stale_button", "This button no longer works. Use the command itself instead; /help lists them all.")

// job finds out what an interaction asks for.
func (b *Bot) job(in *interaction) job {
	switch in.Type {
	case onCommand:
		return b.slash(in)
	case onComponent:
		return b.component(in)
	case onModal:
		return b.modal(in)
	}
	return refused(fate.Refuse("unknown_interaction", "Skald does not know this kind of request. /help lists what it can do."))
}

// commandData is the data of a command, or of one that is being typed.
type commandData struct {
	Name     string       `json:"name"`
	Type     int          `json:"type"`
	Options  []givenValue `json:"options"`
	Resolved struct {
		Users       map[string]*user       `json:"users"`
		Members     map[string]*member     `json:"members"`
		Roles       map[string]*role       `json:"roles"`
		Attachments map[string]*attachment `json:"attachments"`
	} `json:"resolved"`
}

type givenValue struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Options []givenValue    `json:"options"`
	Focused bool            `json:"focused"`
}

type role struct {
	Name string `json:"name"`
}

type attachment struct {
	Name string `json:"filename"`
	Size int    `json:"size"`
	URL  string `json:"url"`
}

// maxUpload is the largest file that is read, in bytes.
const maxUpload = 1 << 20

// slash is the job of a command that was typed.
func (b *Bot) slash(in *interaction) job {
	var d commandData
	if err := json.Unmarshal(in.Raw, &d); err != nil || d.Type > 1 {
		return refused(fate.Refuse("unknown_command", "Skald does not know this command. /help lists them all."))
	}
	r := b.request(in)
	given := d.command(r)
	cmd, err := b.hub.Find(r.Command)
	if err != nil {
		return refused(err)
	}
	files := map[int]*attachment{}
	for _, v := range given {
		arg, file := b.arg(in, &d, v)
		if file != nil {
			files[len(r.Args)] = file
		}
		r.Args = append(r.Args, arg)
	}
	b.heard.resolve(r)
	return job{
		slow: cmd.Slow || len(files) > 0, private: cmd.Private,
		prepare: func(ctx context.Context) (*bot.Request, error) {
			for i := range r.Args {
				if file := files[i]; file != nil {
					up, err := b.download(ctx, file)
					if err != nil {
						return nil, err
					}
					r.Args[i].File = up
				}
			}
			return r, nil
		},
	}
}

// command sets the request's command, with group and subcommand, and gives the options that were filled in.
func (d *commandData) command(r *bot.Request) []givenValue {
	r.Command = d.Name
	given := d.Options
	for len(given) == 1 && (given[0].Type == typeCommand || given[0].Type == typeGroup) {
		r.Command += " " + given[0].Name
		given = given[0].Options
	}
	return given
}

// arg makes an argument of a value, and gives the file that is still to be downloaded for it.
func (b *Bot) arg(in *interaction, d *commandData, v givenValue) (bot.Arg, *attachment) {
	text := string(v.Value) // a number or a truth as it is
	if s := ""; json.Unmarshal(v.Value, &s) == nil {
		text = s
	} else if f, err := strconv.ParseFloat(text, 64); err == nil && f == float64(int64(f)) {
		text = strconv.FormatInt(int64(f), 10) // 3 may come as 3.0
	}
	a := bot.Arg{Name: v.Name, Value: text}
	switch v.Type {
	case typeUser, typeMentionable:
		if r := d.Resolved.Roles[text]; r != nil {
			a.Role = &table.Role{ID: text, Name: cleanName(r.Name)}
			a.Value = "<@&" + text + ">"
			return a, nil
		}
		a.User = &table.User{ID: text, Name: b.names.of(in.Server, text)}
		if u := d.Resolved.Users[text]; u != nil {
			nick := ""
			if m := d.Resolved.Members[text]; m != nil {
				nick = m.Nick
			}
			a.User.Name = display(u, nick)
			b.names.note(in.Server, *a.User)
		}
		a.Value = "<@" + text + ">"
	case typeAttachment:
		if file := d.Resolved.Attachments[text]; file != nil {
			a.Value = file.Name
			return a, file
		}
	}
	return a, nil
}

// download reads a file that a user attached.
func (b *Bot) download(ctx context.Context, file *attachment) (*bot.Upload, error) {
	tooLarge := fate.Refuse("too_large", "The file is larger than Skald reads, which is 1 MiB. Attach a smaller one.")
	if file.Size > maxUpload {
		return nil, tooLarge
	}
	data, err := b.fetch(ctx, file.URL, maxUpload+1)
	if err != nil {
		b.log.Warn("an attached file cannot be read", "reason", err)
		return nil, fate.Refuse("no_file", "Skald could not fetch the attached file from Discord. Try again in a minute.")
	}
	if len(data) > maxUpload {
		return nil, tooLarge
	}
	return &bot.Upload{Name: file.Name, Data: data}, nil
}

// people fills in who is meant by the mentions in a line's arguments.
func (b *Bot) people(r *bot.Request, cmd *bot.Command) {
	for i, a := range r.Args {
		for _, o := range cmd.Options {
			if o.Name != a.Name || o.Kind != bot.Person && o.Kind != bot.Mention {
				continue
			}
			if id, ok := mentioned(a.Value, "<@&"); ok && o.Kind == bot.Mention {
				r.Args[i].Role = &table.Role{ID: id, Name: a.Value}
			} else if id, ok := mentioned(a.Value, "<@"); ok {
				r.Args[i].User = &table.User{ID: id, Name: b.names.of(r.Server, id)}
			}
		}
	}
}

// mentioned gives the id in a mention that begins so.
func mentioned(s, prefix string) (string, bool) {
	if len(s) <= len(prefix)+1 || s[:len(prefix)] != prefix || s[len(s)-1] != '>' {
		return "", false
	}
	id := s[len(prefix) : len(s)-1]
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return "", false
	}
	return id, true
}

// line makes the request of a command line that stood behind a component.
func (b *Bot) line(in *interaction, text string) (*bot.Request, *bot.Command, error) {
	parsed, err := bot.Parse(text)
	if err != nil {
		return nil, nil, errStale
	}
	cmd, err := b.hub.Find(parsed.Command)
	if err != nil {
		return nil, nil, errStale
	}
	r := b.request(in)
	r.Command, r.Args, r.Pressed = parsed.Command, parsed.Args, true
	b.people(r, cmd)
	return r, cmd, nil
}

// carry prepares the job and does it.
func (b *Bot) carry(ctx context.Context, j job) (*bot.Request, bot.Reply, error) {
	r, err := j.prepare(ctx)
	if err != nil {
		return nil, bot.Reply{}, err
	}
	reply, err := b.hub.Do(r)
	return r, reply, err
}

// refusal is the reply to what went wrong: a refusal as it is, anything else under a code.
func (b *Bot) refusal(err error) bot.Reply {
	var no *fate.Refusal
	var known *bot.Fault
	if !errors.As(err, &no) && !errors.As(err, &known) {
		known = b.note(err)
		err = known
	}
	return bot.Reply{Private: true, Tone: bot.Bad, Body: fmt.Sprint(err)}
}

// note logs a fault and gives it the code that the user is told.
func (b *Bot) note(err error) *bot.Fault {
	f := &bot.Fault{Code: b.hub.Code()}
	b.log.Error("fault", "code", f.Code, "error", bare(err))
	return f
}
