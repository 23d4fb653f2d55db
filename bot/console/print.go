package console

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"skald/bot"
	"skald/fate"
)

// heading is what every object of the JSON form begins with.
type heading struct {
	Line    int    `json:"line"`
	User    string `json:"user"`
	Channel string `json:"channel"`
	Command string `json:"command"`
}

// object is one reply in the JSON form.
type object struct {
	heading
	Visibility string   `json:"visibility"`
	Text       string   `json:"text"`
	Components []string `json:"components"`
	Menus      []menu   `json:"menus,omitempty"`
	Form       []string `json:"form,omitempty"` // names of the fields
	Files      []string `json:"files"`
	Outcome    any      `json:"outcome,omitempty"`
	Error      *failure `json:"error,omitempty"`
}

type menu struct {
	Label   string   `json:"label"`
	Options []string `json:"options"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// printer writes replies in text or JSON.
type printer struct {
	out io.Writer
	o   Options
}

func (p printer) refusal(h heading, err error) error {
	code := "fault"
	var no *fate.Refusal
	if errors.As(err, &no) {
		code = no.Code
	}
	if p.o.JSON {
		return p.object(object{heading: h, Visibility: "private", Text: err.Error(), Components: []string{}, Files: []string{}, Error: &failure{code, err.Error()}})
	}
	return p.text(fmt.Sprintf("(to %s) ! ", h.User), err.Error())
}

func (p printer) reply(h heading, m message) error {
	h.Channel = m.room.String()
	names, err := p.files(m.reply.Files)
	if err != nil {
		return err
	}
	if !p.o.JSON {
		prefix := "#" + h.Channel + " "
		if m.to != "" {
			prefix = fmt.Sprintf("(to %s) ", m.to)
		}
		return p.text(prefix, strings.Join(append([]string{m.reply.Text()}, extras(m.reply, names)...), "\n"))
	}
	o := object{heading: h, Visibility: "public", Text: m.reply.Text(), Components: []string{}, Files: names, Outcome: m.reply.Outcome}
	if m.to != "" {
		o.Visibility = "private"
	}
	for _, b := range m.reply.Buttons {
		o.Components = append(o.Components, b.Label)
	}
	for _, s := range m.reply.Selects {
		o.Menus = append(o.Menus, menu{s.Label, labels(s)})
	}
	if f := m.reply.Form; f != nil {
		o.Text = f.Title
		for _, field := range f.Fields {
			o.Form = append(o.Form, field.Name)
		}
	}
	return p.object(o)
}

func labels(s bot.Select) []string {
	list := []string{}
	for _, c := range s.Choices {
		list = append(list, c.Label)
	}
	return list
}

// extras are the lines for what can be pressed, picked and filled in, and for files.
func extras(r bot.Reply, files []string) []string {
	var lines []string
	for _, s := range r.Selects {
		var options []string
		for _, c := range s.Choices {
			option := c.Label
			if c.About != "" {
				option += " (" + c.About + ")"
			}
			if c.Marked {
				option = "*" + option
			}
			options = append(options, option)
		}
		lines = append(lines, fmt.Sprintf("%s: %s", s.Label, strings.Join(options, " | ")))
	}
	if f := r.Form; f != nil {
		lines = append(lines, f.Title)
		for _, field := range f.Fields {
			lines = append(lines, fmt.Sprintf("fill %s:%q", field.Name, field.Value))
		}
	}
	if len(r.Buttons) > 0 {
		var buttons []string
		for _, b := range r.Buttons {
			buttons = append(buttons, "["+b.Label+"]")
		}
		lines = append(lines, strings.Join(buttons, " "))
	}
	for _, name := range files {
		lines = append(lines, "file: "+name)
	}
	return lines
}

func (p printer) text(prefix, text string) error {
	_, err := io.WriteString(p.out, prefix+strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\n  ")+"\n")
	return err
}

func (p printer) object(o object) error {
	enc := json.NewEncoder(p.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(o)
}

// files writes a reply's files where a folder is given, and lists their names.
func (p printer) files(files []bot.File) ([]string, error) {
	names := []string{}
	for _, f := range files {
		name := filepath.Base(f.Name)
		if p.o.Files != "" {
			data, err := f.Data()
			if err != nil {
				return nil, fmt.Errorf("make the file %s: %w", name, err)
			}
			if name, err = p.write(name, data); err != nil {
				return nil, err
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// write writes a file under a name that is free: hand.png, hand-2.png, …
func (p printer) write(name string, data []byte) (string, error) {
	if err := os.MkdirAll(p.o.Files, 0o755); err != nil {
		return "", err
	}
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		free := name
		if n > 1 {
			free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		f, err := os.OpenFile(filepath.Join(p.o.Files, free), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		return free, errors.Join(err, f.Close())
	}
}
