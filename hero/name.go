package hero

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skald/fate"
)

// CheckName refuses what cannot stand as a name in a message or a command: nothing at all, more than
// MaxName characters, an @, line breaks and invisible marks, spaces around it or two in a row. The kind
// of name, such as "hero", stands in the sentence.
func CheckName(kind, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fate.Refuse("bad_name", "A %s needs a name", kind)
	case utf8.RuneCountInString(name) > MaxName:
		return fate.Refuse("bad_name", "The name of a %s has at most %d characters", kind, MaxName)
	case strings.Contains(name, "@"):
		return fate.Refuse("bad_name", "The name of a %s has no @ in it", kind)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fate.Refuse("bad_name", "The name of a %s is one line of plain characters, without invisible marks", kind)
	case name != strings.Join(strings.Fields(name), " "):
		return fate.Refuse("bad_name", "The name of a %s has single spaces, and none around it", kind)
	}
	return nil
}

// checkText refuses a description that is too long or that could turn the text around it about.
func checkText(text string) error {
	hidden := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
	}
	switch {
	case utf8.RuneCountInString(text) > MaxDescription:
		return fate.Refuse("bad_description", "A description has at most %d characters", MaxDescription)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, hidden):
		return fate.Refuse("bad_description", "A description is plain text, without marks that change the direction of writing")
	}
	return nil
}
