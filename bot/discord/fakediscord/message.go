package fakediscord

import (
	"slices"
	"strings"
	"time"
)

// Flags is a set of Discord's message flags.
type Flags int64

// The flags that the fake knows.
const (
	SuppressEmbeds        Flags = 1 << 2
	Ephemeral             Flags = 1 << 6
	Loading               Flags = 1 << 7
	SuppressNotifications Flags = 1 << 12
	ComponentsV2          Flags = 1 << 15
)

// Message is what a message shows at one time. It is never changed: an edit makes another.
type Message struct {
	ID, ChannelID string
	Content       string
	Flags         Flags
	Embeds        []Embed
	Components    []Component
	Attachments   []Attachment
	Posted        time.Time
	Edited        time.Time // zero: never
	For           string    // the id of the user who alone sees it; empty: everybody does
	ReplyTo       string    // the id of the message that it answers
	Interaction   string    // the id of the interaction that it comes from
}

// Embed is one of a message's boxes.
type Embed struct {
	Type        string       `json:"type"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Color       int          `json:"color,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Author      *EmbedText   `json:"author,omitempty"`
	Footer      *EmbedText   `json:"footer,omitempty"`
	Image       *Media       `json:"image,omitempty"`
	Thumbnail   *Media       `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedText is an embed's author (Name) or footer (Text).
type EmbedText struct {
	Name    string `json:"name,omitempty"`
	Text    string `json:"text,omitempty"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedField is a name and a value within an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Media is a picture or file that is referred to; attachment://NAME is one that came with the message.
type Media struct {
	URL string `json:"url"`
}

// Component is any of Discord's components; each type uses some of the fields.
type Component struct {
	Type         int            `json:"type"`
	ID           int64          `json:"id"`
	CustomID     string         `json:"custom_id,omitempty"`
	Label        string         `json:"label,omitempty"`
	Description  string         `json:"description,omitempty"`
	Style        int            `json:"style,omitempty"`
	URL          string         `json:"url,omitempty"`
	Emoji        *Emoji         `json:"emoji,omitempty"`
	Disabled     bool           `json:"disabled,omitempty"`
	Placeholder  string         `json:"placeholder,omitempty"`
	Options      []SelectOption `json:"options,omitempty"`
	DefaultIDs   []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes []int          `json:"channel_types,omitempty"`
	MinValues    *int           `json:"min_values,omitempty"`
	MaxValues    *int           `json:"max_values,omitempty"`
	MinLength    *int           `json:"min_length,omitempty"`
	MaxLength    *int           `json:"max_length,omitempty"`
	Required     *bool          `json:"required,omitempty"`
	Value        string         `json:"value,omitempty"`
	Content      string         `json:"content,omitempty"`
	AccentColor  *int           `json:"accent_color,omitempty"`
	Spoiler      bool           `json:"spoiler,omitempty"`
	Divider      *bool          `json:"divider,omitempty"`
	Spacing      int            `json:"spacing,omitempty"`
	Media        *Media         `json:"media,omitempty"`
	File         *Media         `json:"file,omitempty"`
	Items        []GalleryItem  `json:"items,omitempty"`
	Accessory    *Component     `json:"accessory,omitempty"`
	Inner        *Component     `json:"component,omitempty"` // of a label
	Components   []Component    `json:"components,omitempty"`
	Default      *bool          `json:"default,omitempty"`
}

// Emoji is a custom or a Unicode emoji.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is one line of a select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is what a select of users, roles or channels shows as chosen.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// GalleryItem is one picture of a gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// post is a message with its history.
type post struct {
	versions []Message // oldest first; the last is what is shown
	by       *Interaction
	deleted  bool
}

func (p *post) now() Message { return p.versions[len(p.versions)-1] }

// walk gives the components, each before those that it holds.
func walk(list []Component, yield func(Component) bool) bool {
	for _, c := range list {
		inner := c.Components
		for _, one := range []*Component{c.Accessory, c.Inner} {
			if one != nil {
				inner = append(slices.Clip(inner), *one)
			}
		}
		if !yield(c) || !walk(inner, yield) {
			return false
		}
	}
	return true
}

// Find gives the component with this custom id or, if there is none, with this label.
func (m Message) Find(idOrLabel string) (Component, bool) { return find(m.Components, idOrLabel) }

func find(list []Component, idOrLabel string) (Component, bool) {
	var found *Component
	walk(list, func(c Component) bool {
		if c.CustomID == idOrLabel || found == nil && c.Label == idOrLabel && c.Type == typeButton {
			found = &c
		}
		return found == nil || found.CustomID != idOrLabel
	})
	if found == nil {
		return Component{}, false
	}
	return *found, true
}

// Labels gives the labels of the message's buttons, in order.
func (m Message) Labels() []string {
	var labels []string
	walk(m.Components, func(c Component) bool {
		if c.Type == typeButton {
			labels = append(labels, c.Label)
		}
		return true
	})
	return labels
}

// Text gives everything in the message that a person can read, or that a curious one can find: content, embeds,
// components with their custom ids and values, names, descriptions and text of the files.
func (m Message) Text() string {
	lines := []string{m.Content}
	for _, e := range m.Embeds {
		lines = append(lines, e.texts()...)
	}
	walk(m.Components, func(c Component) bool {
		lines = append(lines, c.Label, c.Description, c.Placeholder, c.Content, c.CustomID, c.Value, c.URL)
		for _, o := range c.Options {
			lines = append(lines, o.Label, o.Value, o.Description)
		}
		for _, item := range c.Items {
			lines = append(lines, item.Description)
		}
		return true
	})
	for _, a := range m.Attachments {
		lines = append(lines, a.Filename, a.Description)
		if strings.HasPrefix(a.ContentType, "text/") || strings.HasPrefix(a.ContentType, "application/") {
			lines = append(lines, string(a.Data))
		}
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	return strings.Join(lines, "\n")
}

func (e Embed) texts() []string {
	lines := []string{e.Title, e.Description, e.URL}
	for _, t := range []*EmbedText{e.Author, e.Footer} {
		if t != nil {
			lines = append(lines, t.Name, t.Text, t.URL)
		}
	}
	for _, f := range e.Fields {
		lines = append(lines, f.Name, f.Value)
	}
	return lines
}

// Messages gives what the channel shows to everybody, oldest first, each message in its latest form.
func (s *Server) Messages(c *Channel) []Message { return s.MessagesFor(nil, c) }

// MessagesFor gives what the channel shows to this person: what everybody sees, and what is for their eyes only.
func (s *Server) MessagesFor(m *Member, c *Channel) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var shown []Message
	for _, id := range s.order {
		p := s.posts[id]
		now := p.now()
		if now.ChannelID == c.ID && !p.deleted && (now.For == "" || m != nil && now.For == m.ID) {
			shown = append(shown, now)
		}
	}
	return shown
}

// Shown gives every form of every message that the channel has ever shown to everybody, deleted ones too, by age of the
// message. What is not in there was never public.
func (s *Server) Shown(c *Channel) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var shown []Message
	for _, id := range s.order {
		if now := s.posts[id].now(); now.ChannelID == c.ID && now.For == "" {
			shown = append(shown, s.posts[id].versions...)
		}
	}
	return shown
}

// Latest gives a message as it is now, and whether it still exists.
func (s *Server) Latest(m Message) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.posts[m.ID]
	if p == nil || p.deleted {
		return m, false
	}
	return p.now(), true
}

// wire spells the message as Discord does. The lock is held.
func (s *Server) messageWire(p *post) object {
	m := p.now()
	o := object{
		"id": m.ID, "channel_id": m.ChannelID, "content": m.Content, "flags": m.Flags, "tts": false, "pinned": false, "type": 0,
		"timestamp": stamp(m.Posted), "edited_timestamp": nil, "author": s.botUser(), "mention_everyone": false,
		"mentions": []object{}, "mention_roles": []string{}, "embeds": []Embed{}, "attachments": []Attachment{}, "components": []Component{},
	}
	if len(m.Embeds) > 0 {
		o["embeds"] = m.Embeds
	}
	if len(m.Attachments) > 0 {
		o["attachments"] = m.Attachments
	}
	if len(m.Components) > 0 {
		o["components"] = m.Components
	}
	if !m.Edited.IsZero() {
		o["edited_timestamp"] = stamp(m.Edited)
	}
	if m.ReplyTo != "" {
		o["type"], o["message_reference"] = 19, object{"message_id": m.ReplyTo, "channel_id": m.ChannelID}
	}
	if p.by != nil {
		o["webhook_id"], o["application_id"] = s.AppID, s.AppID
		o["interaction_metadata"] = object{
			"id": p.by.ID, "type": p.by.Type, "user": p.by.By.user(), "authorizing_integration_owners": object{},
		}
		if p.by.Type == typeCommand {
			o["type"] = 20
		}
	}
	return o
}

// publish enters a new message and tells of it. The lock is held.
func (s *Server) publish(m Message, by *Interaction) *post {
	p := &post{versions: []Message{m}, by: by}
	s.posts[m.ID] = p
	s.order = append(s.order, m.ID)
	s.announce("MESSAGE_CREATE", p)
	return p
}

// revise gives the message its next form.
func (s *Server) revise(p *post, m Message) {
	m.Edited = time.Now()
	p.versions = append(p.versions, m)
	s.announce("MESSAGE_UPDATE", p)
}

func (s *Server) remove(p *post) {
	p.deleted = true
	s.announce("MESSAGE_DELETE", p)
}

// announce tells the bots that listen to messages; a message for one person's eyes is told to nobody.
func (s *Server) announce(name string, p *post) {
	if p.by != nil {
		p.by.changed.ring()
	}
	c := s.channels[p.now().ChannelID]
	if c == nil || p.now().For != "" {
		return
	}
	e := event{name: name, intent: intentDirectMessages, guild: c.Guild, data: s.messageWire(p)}
	if c.Guild != nil {
		e.intent = intentGuildMessages
	}
	if name == "MESSAGE_DELETE" {
		e.data = object{"id": p.now().ID, "channel_id": c.ID}
	}
	s.dispatch(e)
}
