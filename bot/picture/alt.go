package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"skald/bot/picture/internal/canvas"
	"skald/fate"
)

// longestAlt is how long Discord lets an alternative text be; it is counted in UTF-16, so that no way of
// counting finds more.
const longestAlt = 1024

func length(s string) int { return len(utf16.Encode([]rune(s))) }

// alt joins a beginning and parts into one text. Where they are too long, the last parts are left out and
// counted.
func alt(title string, parts []string) string {
	title = short(canvas.Clean(title), 200)
	if title != "" && len(parts) > 0 {
		title += ": "
	}
	parts = slices.Clone(parts)
	for i, p := range parts {
		parts[i] = strings.TrimSuffix(p, ".")
	}
	text := title + strings.Join(parts, "; ")
	for keep := len(parts) - 1; length(text) >= longestAlt && keep > 0; keep-- {
		text = fmt.Sprintf("%s%s; and %d more", title, strings.Join(parts[:keep], "; "), len(parts)-keep)
	}
	for length(text) >= longestAlt {
		text = short(text, len([]rune(text))-1)
	}
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// short cuts a text to so many characters.
func short(text string, most int) string {
	runes := []rune(text)
	switch {
	case len(runes) <= most:
		return text
	case most == 1:
		return string(runes[0])
	}
	return string(runes[:most-1]) + "…"
}

// named is a cleaned name, short enough for a sentence.
func named(text string) string { return short(canvas.Clean(text), 60) }

// Alt names each card: value, suit, name, aura, event, mark.
func (s Spread) Alt() string {
	tiles, more := s.tiles()
	if more > 0 {
		tiles = tiles[:len(tiles)-1]
	}
	var parts []string
	for _, t := range tiles {
		parts = append(parts, t.words())
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return alt(s.Caption, collapse(parts))
}

// collapse counts equal neighbours.
func collapse(parts []string) []string {
	var out []string
	for i := 0; i < len(parts); {
		n := 1
		for i+n < len(parts) && parts[i+n] == parts[i] {
			n++
		}
		word := parts[i]
		if n > 1 {
			word = strconv.Itoa(n) + " × " + word
		}
		out = append(out, word)
		i += n
	}
	return out
}

func (t tile) words() string {
	l := t.look
	switch l.kind {
	case back:
		return "a card face down"
	case stunned:
		return "a slot locked by Stunning damage"
	case killed:
		return "a slot locked by Killing damage"
	case nothing:
		return "no cards"
	}
	words := []string{strconv.Itoa(l.value) + " of " + named(l.suit)}
	if l.name != "" {
		words[0] += " (" + named(l.name) + ")"
	}
	switch l.aura {
	case fate.Positive:
		words = append(words, "positive aura")
	case fate.Negative:
		words = append(words, "negative aura")
	case fate.Neutral:
		words = append(words, "neutral aura")
	}
	if l.event != "" {
		words = append(words, "event "+named(l.event))
	}
	if t.mark != "" {
		words = append(words, short(t.mark, 30))
	}
	return strings.Join(words, ", ")
}
