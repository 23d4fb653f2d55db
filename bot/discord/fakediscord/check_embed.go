package fakediscord

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// checkEmbeds checks a message's embeds; names are those of its files.
func checkEmbeds(f form, names map[string]bool) {
	total := 0
	for _, one := range f.list(0, 10) {
		if one.object() {
			total += checkEmbed(one, names)
		}
	}
	if total > 6000 {
		f.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
}

func runes(s string) int { return utf8.RuneCountInString(strings.TrimSpace(s)) }

// checkEmbed gives the number of characters that count.
func checkEmbed(f form, names map[string]bool) int {
	size := runes(f.field("title").text(0, 256)) + runes(f.field("description").text(0, 4096))
	checkURL(f.field("url"), nil, "http", "https")
	f.field("color").integer(0, 0xFFFFFF)
	if at := f.field("timestamp"); !at.absent() {
		if text, _ := at.value.(string); !isTime(text) {
			at.fail("DATE_TIME_TYPE_PARSE", "Could not parse %v. Should be ISO8601.", at.value)
		}
	}
	if a := f.field("author"); !a.absent() && a.object() {
		size += runes(a.field("name").text(1, 256))
		checkURL(a.field("url"), nil, "http", "https")
		checkURL(a.field("icon_url"), names, "http", "https", "attachment")
	}
	if a := f.field("footer"); !a.absent() && a.object() {
		size += runes(a.field("text").text(1, 2048))
		checkURL(a.field("icon_url"), names, "http", "https", "attachment")
	}
	shown := size > 0 || !f.field("author").absent() || !f.field("footer").absent()
	for _, name := range []string{"image", "thumbnail"} {
		if a := f.field(name); !a.absent() && a.object() {
			a.field("url").text(1, 2048)
			checkURL(a.field("url"), names, "http", "https", "attachment")
			shown = true
		}
	}
	fields := f.field("fields").list(0, 25)
	for _, one := range fields {
		if one.object() {
			size += runes(one.field("name").text(1, 256)) + runes(one.field("value").text(1, 1024))
			one.field("inline").truth()
		}
	}
	if !shown && len(fields) == 0 {
		f.field("description").required()
	}
	return size
}

// checkURL checks an address, if there is one. With the scheme attachment it must name one of the files.
func checkURL(f form, files map[string]bool, schemes ...string) {
	text, _ := f.value.(string)
	if text == "" {
		return
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme == "" || u.Host == "":
		f.fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		f.fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '"))
	case u.Scheme == "attachment" && !files[strings.TrimPrefix(text, "attachment://")]:
		f.fail("ATTACHMENT_NOT_FOUND", "Attachment data not found")
	}
}
