package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"skald/fate"
)

// reader walks through a file from a user and gathers all that is wrong with it, each with its line.
type reader struct {
	what     string // "deck"
	problems []problem
	bad      map[*yaml.Node]bool // what could not be read
}

// problem is what is wrong, and where: the line and the sign in it at which what is wrong begins.
type problem struct {
	line, sign int // 0 where it is in no line of its own
	text       string
}

// wrong notes something that cannot be read.
func (r *reader) wrong(n *yaml.Node, format string, args ...any) {
	if r.bad == nil {
		r.bad = map[*yaml.Node]bool{}
	}
	r.bad[n] = true
	r.note(n, format, args...)
}

// note notes something that can be read and is wrong.
func (r *reader) note(n *yaml.Node, format string, args ...any) {
	r.put(problem{n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// problem notes something that is wrong in a line.
func (r *reader) problem(line int, format string, args ...any) {
	r.put(problem{line, 0, fmt.Sprintf(format, args...)})
}

func (r *reader) put(p problem) {
	if len(r.problems) < 1000 && !slices.Contains(r.problems, p) {
		r.problems = append(r.problems, p)
	}
}

// inside reports whether the node or something in it could not be read.
func (r *reader) inside(n *yaml.Node) bool {
	return r.bad[n] || slices.ContainsFunc(n.Content, r.inside)
}

// most problems and signs of them that a message has room for.
const (
	mostProblems = 40
	mostSigns    = 3500
)

// err is the refusal of a file with everything that is wrong with it, line by line; nil where it is good.
func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(r.problems, func(a, b problem) int { return a.line - b.line })
	text := fmt.Sprintf("The %s cannot be used; %s wrong:", r.what, things(len(r.problems)))
	for i, p := range r.problems {
		line := "\n" + short(p.text, 200)
		if !strings.ContainsAny(line[len(line)-1:], ".?") {
			line += "."
		}
		if p.line > 0 {
			line = fmt.Sprintf("\nLine %d%s: %s", p.line, r.sign(p), line[1:])
		}
		if i == mostProblems || len(text)+len(line) > mostSigns {
			text += fmt.Sprintf("\nAnd %d more.", len(r.problems)-i)
			break
		}
		text += line
	}
	return fate.Refuse("bad_file", "%s", text)
}

// sign says where in its line a problem is, if the line has the same one again.
func (r *reader) sign(p problem) string {
	again := func(q problem) bool { return q.line == p.line && q.text == p.text && q.sign != p.sign }
	if slices.ContainsFunc(r.problems, again) {
		return fmt.Sprintf(", sign %d", p.sign)
	}
	return ""
}

func things(n int) string {
	if n == 1 {
		return "one thing is"
	}
	return fmt.Sprintf("%d things are", n)
}

// parse gives the root of a file's only document: YAML or JSON without aliases, of at most most bytes. Beyond
// that size nothing is read.
func (r *reader) parse(data []byte, most int) (root *yaml.Node, err error) {
	if len(data) > most {
		return nil, fate.Refuse("bad_file", "The %s is too large: at most %d KiB.", r.what, most>>10)
	}
	defer func() {
		if p := recover(); p != nil { // the library does so on some broken files
			root, err = nil, fate.Refuse("bad_file", "The %s cannot be read as YAML or JSON.", r.what)
		}
	}()
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(plainJSON(data)))
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, fate.Refuse("bad_file", "The %s is empty.", r.what)
	case err != nil:
		return nil, badYAML(r.what, err)
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, fate.Refuse("bad_file", "The %s has more than one document in it.", r.what)
	}
	if hasAlias(&doc) || anchored(&doc) {
		return nil, fate.Refuse("bad_file", "The %s uses aliases (&, *); please write everything out.", r.what)
	}
	if tagged(&doc) {
		return nil, fate.Refuse("bad_file", "The %s uses tags (!); please leave them out.", r.what)
	}
	if len(doc.Content) != 1 {
		return nil, fate.Refuse("bad_file", "The %s is empty.", r.what)
	}
	return doc.Content[0], nil
}

func anchored(n *yaml.Node) bool {
	return n.Anchor != "" || slices.ContainsFunc(n.Content, anchored)
}

// tagged reports whether a node says itself of what kind it is: then it may mean something else than it shows.
func tagged(n *yaml.Node) bool {
	return n.Style&yaml.TaggedStyle != 0 || slices.ContainsFunc(n.Content, tagged)
}

// plainJSON makes JSON readable as YAML: there a tab is no space, and no sign is written in two halves.
func plainJSON(data []byte) []byte {
	if head := bytes.TrimLeft(data, " \t\r\n"); len(head) == 0 || head[0] != '{' && head[0] != '[' || !json.Valid(data) {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		switch b := data[i]; {
		case b == '\t':
			out = append(out, ' ')
		case b != '\\':
			out = append(out, b)
		case data[i+1] != 'u':
			out = append(out, b, data[i+1])
			i++
		default:
			high := hex(data[i+2 : i+6])
			if utf16.IsSurrogate(high) {
				low := utf8.RuneError
				if i+12 <= len(data) && data[i+6] == '\\' && data[i+7] == 'u' {
					low = hex(data[i+8 : i+12])
				}
				if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
					out = utf8.AppendRune(out, r)
					i += 11
					continue
				}
			}
			out = append(out, data[i:i+6]...)
			i += 5
		}
	}
	return out
}

func hex(digits []byte) rune {
	n, _ := strconv.ParseUint(string(digits), 16, 32)
	return rune(n)
}

// fields reads a mapping: its values by name, without those that are not known, twice or null.
func (r *reader) fields(n *yaml.Node, what string, known ...string) map[string]*yaml.Node {
	values := map[string]*yaml.Node{}
	if n.Kind != yaml.MappingNode {
		r.wrong(n, "%s must be a mapping of names to values", what)
		return values
	}
	if len(n.Content) > 200 {
		r.wrong(n, "%s has far too many names in it", what)
		return values
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.wrong(key, "%s has a name that is no word", what)
		case seen[key.Value]:
			r.wrong(key, "%s has %q twice", what, short(key.Value, 40))
		case !slices.Contains(known, key.Value):
			r.wrong(key, "%s has no %q; %s", what, short(key.Value, 40), fate.Meant(key.Value, known))
		case value.Kind != yaml.ScalarNode || value.ShortTag() != "!!null":
			values[key.Value] = value
		}
		seen[key.Value] = true
	}
	return values
}

// items reads a list of at most most items; of a longer one nothing.
func (r *reader) items(n *yaml.Node, what string, most int) []*yaml.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind != yaml.SequenceNode:
		r.wrong(n, "%s must be a list: in square brackets, or with a dash before each entry", what)
		return nil
	case len(n.Content) > most:
		r.wrong(n, "%s are at most %d; these are %d", what, most, len(n.Content))
		return nil
	}
	return n.Content
}

// text reads a word or a line as it stands.
func (r *reader) text(n *yaml.Node, what string) string {
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.wrong(n, "The %s must be text", what)
		return ""
	}
	return n.Value
}

// word reads a name and makes it clean.
func (r *reader) word(n *yaml.Node, what string) string {
	s := r.text(n, what)
	if s == "" {
		return ""
	}
	clean, err := cleanWord(what, s)
	if err != nil {
		r.wrong(n, "%s", err)
	}
	return clean
}

// line reads a line of text and makes it clean.
func (r *reader) line(n *yaml.Node, what string, most int) string {
	s := r.text(n, what)
	if s == "" {
		return ""
	}
	clean, err := cleanText(what, strings.Join(strings.Fields(s), " "), most)
	if err != nil {
		r.wrong(n, "%s", err)
	}
	return clean
}

// number reads a whole number from low to high; the given one where there is none.
func (r *reader) number(n *yaml.Node, what string, without, low, high int) int {
	if n == nil {
		return without
	}
	v, err := strconv.Atoi(n.Value)
	beyond := errors.Is(err, strconv.ErrRange)
	switch digits := strings.TrimLeft(n.Value, "+-"); {
	case n.Kind != yaml.ScalarNode || err != nil && !beyond:
		r.wrong(n, "The %s must be a whole number, not %q", what, short(n.Value, 40))
		return without
	case len(digits) > 1 && digits[0] == '0': // to YAML that is another number
		r.wrong(n, "The %s must be a whole number without a 0 in front, not %q", what, short(n.Value, 40))
		return without
	case beyond || v < low || v > high:
		r.wrong(n, "The %s goes from %d to %d, not %s", what, low, high, short(n.Value, 40))
		return without
	}
	return v
}

// yes reads true or false; false where there is nothing.
func (r *reader) yes(n *yaml.Node, what string) bool {
	if n == nil {
		return false
	}
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
		r.wrong(n, "%s must be true or false, not %q", what, short(n.Value, 40))
	}
	return n.Value == "true"
}
