package bot

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"skald/fate"
	"skald/hero"
)

// cleanName makes a name safe to show anywhere: composed letters, single spaces, nothing that hides,
// turns the line round, pings or is markup. what says whose name it is ("hero").
func cleanName(what, s string) (string, error) {
	s = strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
	switch n := len([]rune(s)); {
	case n == 0:
		return "", fate.Refuse("bad_name", "The %s needs a name.", what)
	case n > hero.MaxName:
		return "", fate.Refuse("bad_name", "The name of a %s can have at most %d characters; this has %d.", what, hero.MaxName, n)
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'’.,!?&()/+", r) {
			return "", fate.Refuse("bad_name", "The name of a %s takes letters, digits, spaces and - ' . , ! ? & ( ) / +; please leave out %q.", what, r)
		}
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return "", fate.Refuse("bad_name", "The name of a %s needs at least one letter or digit.", what)
	}
	return s, nil
}

// cleanText makes free text safe: no control or bidirectional marks, at most n characters.
func cleanText(what, s string, n int) (string, error) {
	s = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n")))
	if have := len([]rune(s)); have > n {
		return "", fate.Refuse("too_long", "The %s can have at most %d characters; this has %d.", what, n, have)
	}
	for _, r := range s {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return "", fate.Refuse("bad_text", "The %s has an invisible sign in it (%U); please leave it out.", what, r)
		}
	}
	return strings.ReplaceAll(s, "@", "@\u2060"), nil
}

// join lists words: "a, b and c".
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// plurals are the words that do not just take an s.
var plurals = map[string]string{"hero": "heroes", "entry": "entries", "foe": "foes"}

// plural is "1 card" or "3 cards".
func plural(n int, one string) string {
	word := one
	if n != 1 {
		word = cmp.Or(plurals[one], one+"s")
	}
	return strconv.Itoa(n) + " " + word
}
