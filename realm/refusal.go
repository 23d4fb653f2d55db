package realm

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"skald/fate"
)

// Refusal is what the rules say no to: a sentence that a player may read, and a code for scripts.
type Refusal = fate.Refusal

// Code is the code of the refusal in an error, and empty where there is none.
func Code(err error) string {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return r.Code
	}
	return ""
}

func refuse(code, format string, args ...any) error {
	return fate.Refuse(code, format, args...)
}

// Longest texts, in characters.
const (
	MaxName = 40  // a realm, a campaign, a faction, a division, a Legendary warlord, a player
	MaxText = 80  // a scenario
	MaxNote = 500 // the account of a battle
)

// clean gives the text on one line, single spaces between its words. It refuses what cannot be seen or
// would bend the text around it: control characters, marks of direction, spaces without width.
func clean(what, text string, longest int) (string, error) {
	return cleaned(what, text, longest, hidden)
}

// cleanNote is clean for an account, in which signs may be joined to one, as families of people are.
func cleanNote(note string) (string, error) {
	return cleaned("note", note, MaxNote, func(r rune) bool { return hidden(r) && r != '\u200C' && r != '\u200D' })
}

func cleaned(what, text string, longest int, hidden func(rune) bool) (string, error) {
	if !utf8.ValidString(text) {
		return "", refuse("bad_text", "The %s has bytes that are no letters; please type it anew.", what)
	}
	line := oneLine(text)
	if strings.ContainsFunc(line, hidden) {
		return "", refuse("bad_text", "The %s has characters that cannot be seen; please type it with letters, digits and signs.", what)
	}
	if n := utf8.RuneCountInString(line); n > longest {
		return "", refuse("text_too_long", "The %s has %d characters; %d is the most, please shorten it.", what, n, longest)
	}
	return line, nil
}

// fillers are letters and signs without any ink.
const fillers = "\u115F\u1160\u2800\u3164\uFFA0"

func hidden(r rune) bool {
	return strings.ContainsRune(fillers, r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp)
}

// cleanRealm is clean for the name of a realm, which is never empty, has no comma (lists of realms are
// written with commas) and is not the game master's.
func cleanRealm(name string) (string, error) {
	line, err := clean("realm's name", name, MaxName)
	switch {
	case err != nil:
		return "", err
	case line == "":
		return "", refuse("name_missing", "The realm needs a name.")
	case strings.Contains(line, ","):
		return "", refuse("bad_text", "A realm's name has no comma, since lists of realms are written with commas; leave it out.")
	case same(line, StandIn):
		return "", refuse("bad_text", "%q is what the game master's own force is called; choose another name for the realm.", StandIn)
	}
	return line, nil
}

// same compares two names as people do: neither capitals nor spaces count.
func same(a, b string) bool {
	return strings.EqualFold(a, b) || (untidy(a) || untidy(b)) && strings.EqualFold(oneLine(a), oneLine(b))
}

// oneLine puts single spaces between the words.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// untidy reports whether oneLine may change the text; names once accepted are never untidy.
func untidy(s string) bool {
	space := true
	for i := range len(s) {
		switch {
		case s[i] >= utf8.RuneSelf:
			return strings.ContainsFunc(s, unicode.IsSpace)
		case s[i] > ' ':
			space = false
		case space || s[i] != ' ':
			return true
		default:
			space = true
		}
	}
	return space
}

func has(names []string, name string) bool { return place(names, name) >= 0 }

func place(names []string, name string) int {
	return slices.IndexFunc(names, func(n string) bool { return same(n, name) })
}

// The four below give new slices, never write into one that another value may share, and give nil
// rather than an empty slice, so that a campaign read back from JSON equals the one that was written.

func added[E any](list []E, more ...E) []E { return append(slices.Clip(list), more...) }

func replaced[E any](list []E, i int, with E) []E {
	list = slices.Clone(list)
	list[i] = with
	return list
}

func only[E any](list []E, keep func(E) bool) []E {
	var kept []E
	for _, e := range list {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

func without(names []string, gone ...string) []string {
	return only(names, func(n string) bool { return !has(gone, n) })
}

// Called is a name as a sentence has it: a realm's own, and "the game master" for StandIn (C9a).
func Called(name string) string {
	if same(name, StandIn) {
		return "the game master"
	}
	return name
}

// quoted is what somebody took for a name, short enough for a sentence.
func quoted(name string) string {
	if r := []rune(name); len(r) > MaxName {
		name = string(r[:MaxName-1]) + "…"
	}
	return strconv.Quote(name)
}

// listed writes names as a sentence does: "A", "A and B", "A, B and C".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
