package discord

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skald/bot"
	"skald/table"
)

// message is a message as Discord takes it. Each list is sent even where it is empty, so that an edit clears
// what was there.
type message struct {
	Content     string     `json:"content"`
	Embeds      []embed    `json:"embeds"`
	Components  []part     `json:"components"`
	Attachments []enclosed `json:"attachments"`
	Mentions    mentions   `json:"allowed_mentions"`
	Flags       int        `json:"flags,omitempty"`

	files   []upload
	private bool
	update  bool // in the place of the message whose component was used
	board   string
}

// mentions tells whom a message calls by name: nobody, but for those whom a reply calls on purpose.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

var nobody = mentions{Parse: []string{}}

type embed struct {
	Title       string  `json:"title,omitempty"`
	Description string  `json:"description,omitempty"`
	Color       int     `json:"color,omitempty"`
	Fields      []field `json:"fields,omitempty"`
	Image       *image  `json:"image,omitempty"`
}

type field struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

type image struct {
	URL string `json:"url"`
}

// enclosed names a file that goes with a message.
type enclosed struct {
	ID          int    `json:"id"`
	Name        string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// Discord's limits for a message.
const (
	maxTitle      = 256
	maxBody       = 4096
	maxFieldName  = 256
	maxFieldValue = 1024
	maxFieldCount = 25
	maxEmbed      = 6000
	maxAlt        = 1024
	maxFiles      = 10
)

var colours = map[bot.Tone]int{bot.Good: 0x3ba55d, bot.Bad: 0xd83c3e, bot.Warn: 0xe69a1c, bot.Plain: 0x5b6a8c}

// dressed is a reply ready to be sent.
type dressed struct {
	form     *form
	messages []*message
}

// dress makes messages of a reply. Where a file of it cannot be made, the message says so.
func (b *Bot) dress(server string, r bot.Reply) (dressed, error) {
	var d dressed
	if r.Form != nil {
		f, err := b.form(server, *r.Form)
		if err != nil {
			return dressed{}, err
		}
		d.form = f
	} else {
		m, err := b.message(server, r)
		if err != nil {
			return dressed{}, err
		}
		d.messages = append(d.messages, m)
	}
	for _, also := range r.Also {
		more, err := b.dress(server, also)
		if err != nil {
			return dressed{}, err
		}
		for i := range more.messages {
			more.messages[i].update = false
		}
		d.messages = append(d.messages, more.messages...)
	}
	return d, nil
}

// message makes one message of a reply, without what comes after it.
func (b *Bot) message(server string, r bot.Reply) (*message, error) {
	m := &message{Embeds: []embed{}, Attachments: []enclosed{}, Mentions: nobody, private: r.Private, update: r.Update, board: r.Board}
	if r.Private {
		m.Flags = ephemeral
	}
	m.call(r.Ping)
	rows, err := b.rows(server, r)
	if err != nil {
		return nil, err
	}
	m.Components = rows
	picture := ""
	for _, f := range r.Files {
		data, err := f.Data()
		if err != nil {
			code := b.note(fmt.Errorf("make the file %s: %w", f.Name, err)).Code
			r.Body = strings.TrimSpace(r.Body + "\nA file that belongs here could not be made; whoever runs Skald finds the reason under the code " + code + ".")
			continue
		}
		name := m.enclose(f.Name, f.Alt, data)
		if picture == "" && strings.HasSuffix(strings.ToLower(name), ".png") {
			picture = name
		}
	}
	e, whole := fit(r)
	if !whole {
		m.enclose("answer.txt", "", []byte(r.Text()))
	}
	if picture != "" {
		e.Image = &image{"attachment://" + picture}
	}
	if e.Title != "" || e.Description != "" || len(e.Fields) > 0 || e.Image != nil {
		m.Embeds = append(m.Embeds, e)
	} else if len(m.Components)+len(m.files) == 0 {
		m.Embeds = append(m.Embeds, embed{Description: "Done.", Color: e.Color})
	}
	return m, nil
}

// call mentions users on purpose: as many as fit, and nobody else.
func (m *message) call(users []table.User) {
	for _, u := range users[:min(50, len(users))] {
		if strings.Trim(u.ID, "0123456789") == "" && u.ID != "" {
			m.Mentions.Users = append(m.Mentions.Users, u.ID)
			m.Content += "<@" + u.ID + "> "
		}
	}
}

// enclose adds a file and gives the name that it has in the message.
func (m *message) enclose(name, alt string, data []byte) string {
	if len(m.files) == maxFiles {
		return ""
	}
	name = fileName(name)
	for n := 2; slices.ContainsFunc(m.files, func(f upload) bool { return f.name == name }); n++ {
		name = fmt.Sprintf("%d-%s", n, fileName(name))
	}
	m.Attachments = append(m.Attachments, enclosed{ID: len(m.files), Name: name, Description: cut(alt, maxAlt)})
	m.files = append(m.files, upload{name, data})
	return name
}

// fileName leaves in a file's name what Discord leaves in it.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._-", r):
			return r
		case r == ' ':
			return '_'
		}
		return -1
	}, s)
	return cmp.Or(strings.TrimLeft(s, "."), "file")
}

// fit puts a reply into an embed, and reports whether it went in whole. The body has the first claim on the
// room that there is, the fields have the rest in their order.
func fit(r bot.Reply) (embed, bool) {
	title, body := tame(strings.TrimSpace(r.Title)), tame(strings.TrimSpace(r.Body))
	e := embed{Title: cut(title, maxTitle), Color: colours[r.Tone]}
	room := maxEmbed - units(e.Title)
	e.Description = cut(body, maxBody)
	room -= units(e.Description)
	whole := e.Title == title && e.Description == body
	for i, f := range r.Fields {
		name, value := solid(tame(strings.TrimSpace(f.Name))), solid(tame(strings.TrimSpace(f.Value)))
		shown := field{Name: cut(name, maxFieldName), Inline: f.Inline}
		left := min(room-units(shown.Name), maxFieldValue)
		if i == maxFieldCount || left < min(units(value), 40) {
			return e, false
		}
		shown.Value = cut(value, left)
		room -= units(shown.Name) + units(shown.Value)
		whole = whole && shown.Name == name && shown.Value == value
		e.Fields = append(e.Fields, shown)
	}
	return e, whole
}

// tame leaves of a text's markup what replies use, which is **bold**, __underline__, `code` and, for a user whose name
// is not known, a mention. All other signs that Discord would read as markup or a link are shown as they stand.
func tame(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		lines = append(lines, tameLine(line))
	}
	return strings.Join(lines, "\n")
}

func tameLine(s string) string {
	var b strings.Builder
	text := strings.TrimLeft(s, " \t")
	b.WriteString(s[:len(s)-len(text)])
	if leads.MatchString(text) { // a heading, a quotation, a list
		b.WriteByte('\\')
		b.WriteByte(text[0])
		text = text[1:]
	}
	for text != "" {
		n := len(text) - len(strings.TrimLeft(text, text[:1]))
		switch c := text[0]; {
		case c == '`' && n == 1 && !strings.HasPrefix(text[1:], quiet) && strings.Contains(text[1:], "`"):
			n = strings.Index(text[1:], "`") + 2
			b.WriteString(text[:n])
		case (c == '*' || c == '_') && n == 2 && !strings.HasPrefix(text[2:], quiet):
			b.WriteString(text[:n])
		case c == '<' && known.MatchString(text):
			n = strings.IndexByte(text, '>') + 1
			b.WriteString(text[:n])
		case (c == '~' || c == '|') && n == 1:
			b.WriteByte(c)
		case strings.IndexByte("`*_~|[]<>\\", c) >= 0:
			b.WriteString(strings.Repeat(`\`+text[:1], n))
		case strings.HasPrefix(text, "://"):
			n = 3
			b.WriteString(`:\/\/`)
		default:
			n = 1
			b.WriteByte(c)
		}
		text = text[n:]
	}
	return b.String()
}

// leads matches what makes a block of a line that begins with it.
var leads = regexp.MustCompile(`^(#{1,3} |-# |[-*+] |>)`)

// known matches a mention as Skald writes it.
var known = regexp.MustCompile(`^<@&?[0-9]+>`)

// quiet follows a user's sign that would be markup or a mention.
const quiet = "\u2060"

// solid puts something invisible where Discord asks for a text and there is none.
func solid(s string) string {
	if strings.TrimSpace(s) == "" {
		return "\u200b"
	}
	return s
}
