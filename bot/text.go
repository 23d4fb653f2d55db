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
	article := "a"
	if strings.ContainsAny(what[:1], "aeiou") {
		article = "an"
	}
	return cleanWord("name of "+article+" "+what, s)
}

// cleanWord makes a word or a few safe to show anywhere. what says what they are ("name of a hero").
func cleanWord(what, s string) (string, error) {
	s = strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
	switch n := len([]rune(s)); {
	case n == 0:
		return "", fate.Refuse("bad_name", "The %s is empty; write at least one letter or digit.", what)
	case n > hero.MaxName:
		return "", fate.Refuse("bad_name", "The %s can have at most %d characters; this has %d.", what, hero.MaxName, n)
	}
	for _, r := range s {
		if hidden(r) {
			return "", fate.Refuse("bad_name", "The %s has an invisible sign in it (%U); please leave it out.", what, r)
		}
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -'’.,!?&()/+", r) {
			return "", fate.Refuse("bad_name", "The %s takes letters, digits, spaces and - ' . , ! ? & ( ) / +; please leave out %s.", what, string(r))
		}
	}
	switch {
	case mixed(s):
		return "", fate.Refuse("bad_name", "The %s mixes letters of different alphabets in one word, so that it could pass for another name; write each word in one alphabet.", what)
	case piled(s):
		return "", fate.Refuse("bad_name", "The %s has letters with too many marks above or below; please leave some out.", what)
	case !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "", fate.Refuse("bad_name", "The %s needs at least one letter or digit.", what)
	}
	return s, nil
}

// alphabets are those whose letters look like one another's.
var alphabets = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic}

// mixed reports whether a word has letters of several alphabets that look alike, as a Latin word with a Cyrillic а.
func mixed(s string) bool {
	for word := range strings.FieldsSeq(s) {
		var first *unicode.RangeTable
		for _, r := range word {
			for _, a := range alphabets {
				switch {
				case !unicode.Is(a, r):
				case first == nil:
					first = a
				case first != a:
					return true
				}
			}
		}
	}
	return false
}

// A letter may bear as many marks as any language writes: accents on top of composed letters, and the signs
// of scripts that are made of them. More spill over the lines around it.
const maxAccents, maxMarks = 2, 4

// piled reports whether a text has a letter with more marks than that.
func piled(s string) bool {
	accents, marks := 0, 0
	for _, r := range s {
		if !unicode.IsMark(r) {
			accents, marks = 0, 0
			continue
		}
		if marks++; unicode.Is(unicode.Inherited, r) {
			accents++
		}
		if accents > maxAccents || marks > maxMarks {
			return true
		}
	}
	return false
}

// quiet follows each @ of a text, so that nobody is pinged by it, and each sign of the markup that replies use, so
// that a user's is told from ours.
const quiet = "\u2060"

var quieten = strings.NewReplacer("@", "@"+quiet, "*", "*"+quiet, "_", "_"+quiet, "`", "`"+quiet)

var plainLines = strings.NewReplacer("\r\n", "\n", quiet, "")

// cleanText makes free text safe: no control or bidirectional marks, no pings, no markup, at most n characters.
func cleanText(what, s string, n int) (string, error) {
	s = plainLines.Replace(norm.NFC.String(s))
	s = quieten.Replace(strings.TrimSpace(s))
	if have := len([]rune(s)); have > n {
		return "", fate.Refuse("too_long", "The %s can have at most %d characters; this has %d.", what, n, have)
	}
	for _, r := range s {
		if hidden(r) && r != '\n' && r != '\t' && !strings.ContainsRune(quiet+"\u200c\u200d", r) {
			return "", fate.Refuse("bad_text", "The %s has an invisible sign in it (%U); please leave it out.", what, r)
		}
	}
	if piled(s) {
		return "", fate.Refuse("bad_text", "The %s has letters with too many marks above or below; please leave some out.", what)
	}
	return s, nil
}

// hidden reports whether a sign cannot be seen or turns the line round.
func hidden(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

// oneLine is a text as one line without hidden signs.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case hidden(r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// typed is a command as somebody gave it, to be shown.
func typed(line string) string { return quieten.Replace(oneLine(line)) }

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
