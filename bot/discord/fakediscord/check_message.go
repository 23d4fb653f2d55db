package fakediscord

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// place is where a message is sent to, and what may be said there.
type place struct {
	channel string
	old     *post        // the message that is edited; nil: a new one
	flags   Flags        // those that may be set; never Ephemeral in an edit
	viewer  string       // who alone sees a new message with the flag Ephemeral
	by      *Interaction // where a new one comes from, if from one
}

// compose checks a message on the form and gives it as it will be shown, or what refuses it.
func (s *Server) compose(c *call, f form, p place) (Message, *reply) {
	m := Message{ID: s.snowflake(), ChannelID: p.channel, Posted: c.at}
	if p.old != nil {
		m = p.old.now()
	} else if p.by != nil {
		m.Interaction = p.by.ID
	}
	if refused := s.checkSize(c, f); refused != nil {
		return m, refused
	}
	files := s.checkMessage(c, f, &m, p)
	if !c.bad() {
		fill(&m, f, files)
		if m.Flags&ComponentsV2 != 0 {
			s.checkV2(c, f, m)
		}
	}
	if c.bad() {
		out := s.reject(c)
		return m, &out
	}
	if m.blank() {
		out := s.refuse(c, http.StatusBadRequest, 50006, "Cannot send an empty message")
		return m, &out
	}
	m.Flags &^= Loading
	if p.old == nil && m.Flags&Ephemeral != 0 {
		m.For = p.viewer
	}
	s.store(c, &m)
	return m, nil
}

// checkSize refuses a body without anything in it, and files that are too large.
func (s *Server) checkSize(c *call, f form) *reply {
	var out reply
	switch {
	case f.absent() && len(c.files) == 0:
		out = s.refuse(c, http.StatusBadRequest, 50006, "Cannot send an empty message")
	case !f.absent() && !f.object():
		out = s.reject(c)
	default:
		for _, file := range c.files {
			if len(file.data) > maxFile {
				out = s.refuse(c, http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
				return &out
			}
		}
		return nil
	}
	return &out
}

// checkMessage checks all fields, and gives the files that the message will have. Its flags are set.
func (s *Server) checkMessage(c *call, f form, m *Message, p place) []Attachment {
	sent := m.Flags
	if n, ok := f.field("flags").integer(0, 1<<31); ok {
		sent = Flags(n)
		m.Flags = s.checkFlags(c, f.field("flags"), sent, m.Flags, p)
	}
	files := s.checkFiles(c, f, *m)
	checkBody(f, sent, files)
	s.checkMentions(c, f.field("allowed_mentions"))
	if f.given("message_reference") {
		m.ReplyTo = s.checkReference(f.field("message_reference"), p.channel)
	}
	return files
}

func (m Message) blank() bool {
	return strings.TrimSpace(m.Content) == "" && len(m.Embeds)+len(m.Components)+len(m.Attachments) == 0
}

// checkBody checks text, embeds and components. Components of the new kind need the flag in the same request, in an edit too.
func checkBody(f form, sent Flags, files []Attachment) {
	f.field("content").text(0, 2000)
	f.field("tts").truth()
	names := map[string]bool{}
	for _, a := range files {
		names[a.Filename] = true
	}
	checkEmbeds(f.field("embeds"), names)
	k := &components{files: names, ids: map[string]bool{}, numbers: map[int64]bool{}}
	k.message(f.field("components"), !f.field("flags").absent() && sent&ComponentsV2 != 0)
	for _, name := range []string{"poll", "sticker_ids"} {
		if one := f.field(name); !one.empty() {
			one.fail("FAKE_UNSUPPORTED", "the fake knows neither polls nor stickers")
		}
	}
}

// checkFlags gives the flags that the message has from now on. Discord drops those that have no place here.
func (s *Server) checkFlags(c *call, f form, sent, old Flags, p place) Flags {
	fixed := old & (Ephemeral | ComponentsV2 | Loading)
	if p.old != nil && sent&Ephemeral&^old != 0 {
		s.remark(c, f.path, "VISIBILITY_FIXED", "a message that everybody sees cannot become private")
	} else if stray := sent &^ p.flags &^ fixed; stray != 0 {
		s.remark(c, f.path, "FLAG_IGNORED", "flags that cannot be set here: "+strconv.FormatInt(int64(stray), 10))
	}
	return sent&p.flags | fixed
}

// checkFiles gives the attachments that the message will have; new ones have no id yet, but the number of their file.
func (s *Server) checkFiles(c *call, f form, old Message) []Attachment {
	var files []Attachment
	named := map[int]bool{}
	list := f.field("attachments")
	for _, one := range list.list(0, maxFiles) {
		if !one.object() {
			continue
		}
		one.field("description").text(0, 1024)
		a, n, ok := attachmentOf(one, old, c.files)
		if !ok {
			one.fail("ATTACHMENT_NOT_FOUND", "Attachment data not found")
			continue
		}
		named[n] = true
		files = append(files, a)
	}
	if !f.given("attachments") {
		files = slices.Clone(old.Attachments)
	}
	for _, n := range slices.Sorted(maps.Keys(c.files)) {
		switch {
		case named[n]:
		case f.given("attachments"):
			s.remark(c, list.below(strconv.Itoa(n)), "FILE_DROPPED", "a file that attachments does not name is not shown")
		default:
			files = append(files, Attachment{ID: strconv.Itoa(n), Filename: safeName(c.files[n].name)})
		}
	}
	if len(files) > maxFiles {
		list.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	return files
}

// attachmentOf finds what an entry of attachments means: a file of this request by its number, or one that the message
// has by its id. n is the number, or -1.
func attachmentOf(f form, old Message, sent map[int]upload) (a Attachment, n int, ok bool) {
	id := fmt.Sprint(f.field("id").value) // a text or a number
	for _, a := range old.Attachments {
		if a.ID == id {
			return describe(a, f), -1, true
		}
	}
	n, err := strconv.Atoi(id)
	file, there := sent[n]
	if err != nil || !there {
		return Attachment{}, -1, false
	}
	name := file.name
	if given, _ := f.field("filename").value.(string); given != "" {
		name = given
	}
	return describe(Attachment{ID: id, Filename: safeName(name)}, f), n, true
}

func describe(a Attachment, f form) Attachment {
	if text, ok := f.field("description").value.(string); ok {
		a.Description = text
	}
	return a
}

// fill applies a form that was found good. Null takes away what was there.
func fill(m *Message, f form, files []Attachment) {
	if f.given("content") {
		text, _ := f.field("content").value.(string)
		m.Content = strings.TrimSpace(text)
	}
	if f.given("embeds") {
		m.Embeds = nil
		f.field("embeds").into(&m.Embeds)
		for i := range m.Embeds {
			m.Embeds[i].Type = "rich"
		}
	}
	if f.given("components") {
		m.Components = nil
		f.field("components").into(&m.Components)
		number := int64(0)
		enumerate(m.Components, &number)
	}
	m.Attachments = files
}

// enumerate gives the components the ids that the bot left out.
func enumerate(list []Component, last *int64) {
	for i := range list {
		c := &list[i]
		*last++
		if c.ID == 0 {
			c.ID = *last
		}
		*last = max(*last, c.ID)
		enumerate(c.Components, last)
		for _, one := range []*Component{c.Accessory, c.Inner} {
			if one != nil {
				single := []Component{*one}
				enumerate(single, last)
				*one = single[0]
			}
		}
	}
}

// checkV2 is for a message of components alone: nothing of the old kind may be left in it, and files must be shown.
func (s *Server) checkV2(c *call, f form, m Message) {
	const message = "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
	if m.Content != "" {
		f.field("content").fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message, "content")
	}
	if len(m.Embeds) > 0 {
		f.field("embeds").fail("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message, "embeds")
	}
	if len(m.Components) == 0 {
		f.field("components").required()
	}
	used := map[string]bool{}
	walk(m.Components, func(c Component) bool {
		for _, media := range []*Media{c.Media, c.File} {
			if media != nil {
				used[media.URL] = true
			}
		}
		for _, item := range c.Items {
			used[item.Media.URL] = true
		}
		return true
	})
	for _, a := range m.Attachments {
		if !used["attachment://"+a.Filename] {
			s.remark(c, f.below("attachments"), "FILE_UNSEEN", "no component shows the file "+a.Filename)
		}
	}
}

// store keeps the files of a composed message and puts their addresses in.
func (s *Server) store(c *call, m *Message) {
	m.Attachments = slices.Clone(m.Attachments)
	for i, a := range m.Attachments {
		n, err := strconv.Atoi(a.ID)
		file, there := c.files[n]
		if err != nil || !there || a.URL != "" {
			continue
		}
		kept := s.keep(m.ChannelID, a.Filename, file.contentType, file.data)
		kept.Description, kept.Ephemeral = a.Description, m.For != ""
		m.Attachments[i] = kept
	}
}

// checkMentions checks who may be called by name; unless AllowMentions was called that must be nobody.
func (s *Server) checkMentions(c *call, f form) {
	if f.absent() {
		if !s.loose {
			s.remark(c, f.path, "MENTIONS", "allowed_mentions is missing")
		}
		return
	}
	if !f.object() {
		return
	}
	var parse []string
	for _, one := range f.field("parse").list(0, 3) {
		word, _ := one.value.(string)
		if !slices.Contains([]string{"roles", "users", "everyone"}, word) {
			one.fail("BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').")
		}
		parse = append(parse, word)
	}
	named := 0
	for _, kind := range []string{"users", "roles"} {
		ids := len(f.field(kind).list(0, 100))
		named += ids
		if ids > 0 && slices.Contains(parse, kind) {
			f.fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
	}
	reply := f.field("replied_user").truth()
	if !s.loose && (f.field("parse").absent() || len(parse)+named > 0 || reply) {
		s.remark(c, f.path, "MENTIONS", "allowed_mentions must be {\"parse\": []}")
	}
}

// checkReference gives the id of the message that is replied to.
func (s *Server) checkReference(f form, channel string) string {
	if f.absent() || !f.object() {
		return ""
	}
	id, _ := f.field("message_id").value.(string)
	p := s.posts[id]
	if p != nil && !p.deleted && p.now().For == "" && p.now().ChannelID == channel {
		return id
	}
	missing, given := f.field("fail_if_not_exists").value.(bool)
	if !given || missing {
		f.fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	return ""
}

// isTime reports whether the text is a time in ISO 8601.
func isTime(text string) bool {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999", "2006-01-02"} {
		if _, err := time.Parse(layout, text); err == nil {
			return true
		}
	}
	return false
}
