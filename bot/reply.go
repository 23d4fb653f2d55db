package bot

import (
	"strings"

	"skald/table"
)

// Tone is the mood of a reply; a medium may show it as a colour.
type Tone int

// The tones.
const (
	Plain Tone = iota
	Good
	Bad
	Warn
)

// Reply is what a command answers. It knows no medium. Body and the fields may use **bold** and
// __underline__.
type Reply struct {
	// Private shows the reply to the user alone.
	Private bool
	// Update puts the reply in the place of the message whose button was pressed, where there is one.
	Update bool
	// Board names a message of which a channel has one: a new one takes the place of the old.
	Board  string
	Title  string
	Body   string
	Tone   Tone
	Fields []Field
	// Buttons and Selects are command lines that wait to be chosen.
	Buttons []Button
	Selects []Select
	// Form is asked for instead of a message.
	Form  *Form
	Files []File
	// Outcome is the typed result, as the console's contract has it.
	Outcome any
	// Record is what the log keeps as the result; where it is empty, what everybody read.
	Record string
	// Ping are the users whom the message may mention on purpose; no other message pings anybody.
	Ping []table.User
	// Also are further messages, sent after this one.
	Also []Reply
}

// Field is a named part of a reply.
type Field struct {
	Name, Value string
	// Inline lets a medium put several side by side.
	Inline bool
}

// Style is how a button looks.
type Style int

// The styles: most buttons are quiet, the one that goes on is Main, the one that ends something Danger.
const (
	Quiet Style = iota
	Main
	Danger
)

// Button is a label and a command line.
type Button struct {
	Label string // at most 80 characters
	Line  string
	Style Style
}

// Select is a menu: what is picked goes into one option of a command line.
type Select struct {
	Label    string // what is asked for
	Line     string
	Option   string
	Choices  []Choice // at most 25
	Min, Max int      // 0 means 1
}

// Choice is one thing to pick or a suggestion for an option.
type Choice struct {
	Label string
	Value string
	About string
	// Marked is picked already.
	Marked bool
}

// Form asks for several texts at once; they become options of a command line.
type Form struct {
	Title  string // at most 45 characters
	Line   string
	Fields []FormField // at most 5
}

// FormField is one text of a form.
type FormField struct {
	Name     string // of the option
	Label    string // at most 45 characters
	Value    string
	Long     bool
	Optional bool
}

// File is a file of a reply; Data is asked for only where the medium sends it.
type File struct {
	Name string
	// Alt says in words what a picture shows; empty for other files.
	Alt  string
	Data func() ([]byte, error)
}

// Bytes is a file's data that is there already.
func Bytes(data []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return data, nil }
}

// Text is the reply in plain words, without markup, as a terminal and the log show it.
func (r Reply) Text() string {
	var parts []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			parts = append(parts, s)
		}
	}
	add(r.Title)
	add(r.Body)
	for _, f := range r.Fields {
		if strings.Contains(strings.TrimSpace(f.Value), "\n") {
			add(f.Name + ":\n" + f.Value)
		} else {
			add(f.Name + ": " + f.Value)
		}
	}
	return plain.Replace(strings.Join(parts, "\n"))
}

var plain = strings.NewReplacer("**", "", "__", "", "`", "")

// Public lists the messages of the reply that everybody reads.
func (r Reply) Public() []Reply {
	var all []Reply
	if !r.Private && r.Form == nil {
		all = append(all, r)
	}
	for _, also := range r.Also {
		all = append(all, also.Public()...)
	}
	return all
}

// record is the readable result for the log.
func (r Reply) record() string {
	if r.Record != "" {
		return r.Record
	}
	var texts []string
	for _, p := range r.Public() {
		if p.Board == "" {
			texts = append(texts, p.Text())
		}
	}
	return strings.Join(texts, "\n")
}

// outcome is the first typed result that everybody may see.
func (r Reply) outcome() any {
	for _, p := range r.Public() {
		if p.Outcome != nil {
			return p.Outcome
		}
	}
	return nil
}
