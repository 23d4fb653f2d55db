package bot_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/bot/console"
	"skald/fate"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// TestTranscripts plays each transcript of testdata and compares what is printed. A transcript is a script
// with what the console prints beneath each line; the first line may say the seed and the cards that lie
// on top: "# seed 3, top 8 Mind, 3 Reflex".
func TestTranscripts(t *testing.T) {
	for _, path := range transcripts(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func transcripts(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts:", err)
	}
	return paths
}

// printed reports whether a line of a transcript is the console's and not the script's.
func printed(line string) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "(to ") || len(line) > 1 && line[0] == '#' && line[1] != ' '
}

var header = regexp.MustCompile(`^# seed (\d+)(?:, top (.*))?$`)

// replay plays the script in a transcript and gives the transcript that comes of it. The text of files
// stands behind a stroke.
func replay(t *testing.T, transcript string) string {
	t.Helper()
	first, _, _ := strings.Cut(transcript, "\n")
	seed, top := uint64(1), ""
	if m := header.FindStringSubmatch(first); m != nil {
		seed, _ = strconv.ParseUint(m[1], 10, 64)
		top = m[2]
	}
	hub, _ := newHub(t, seed)
	if top != "" {
		hub.Stack = onTop(top)
	}
	files := t.TempDir()
	var out bytes.Buffer
	c := console.New(hub, &out, console.Options{Files: files})
	lines := bufio.NewScanner(strings.NewReader(transcript))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if printed(line) {
			continue
		}
		out.WriteString(line + "\n")
		if _, err := c.Say(line); err != nil {
			t.Fatal(err)
		}
		tellFiles(t, &out, files)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// onTop puts cards on top of the first shuffle.
func onTop(cards string) func(*fate.DeckList, fate.Pile) (fate.Pile, bool, error) {
	var once sync.Once
	return func(list *fate.DeckList, p fate.Pile) (fate.Pile, bool, error) {
		stacked := false
		var err error
		once.Do(func() {
			var top fate.Pile
			if top, err = list.FindAll(cards, p); err != nil {
				return
			}
			rest, _ := p.Without(top...)
			p, stacked = top.With(rest...), true
		})
		return p, stacked, err
	}
}

// tellFiles adds the text files that a line brought, and takes all files away.
func tellFiles(t *testing.T, out *bytes.Buffer, dir string) {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range names {
		path := filepath.Join(dir, f.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(path) != ".png" {
			for line := range strings.Lines(string(data)) {
				fmt.Fprintf(out, "  | %s\n", strings.TrimRight(line, "\n"))
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEachCommandOccursInATranscript demands that each command that is offered was carried out in one.
func TestEachCommandOccursInATranscript(t *testing.T) {
	done := map[string]bool{}
	for _, path := range allTranscripts(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name := range carriedOut(string(data)) {
			done[name] = true
		}
	}
	for _, c := range bot.All() {
		if !c.Hidden && !done[c.Name] {
			t.Errorf("no transcript carries out /%s", c.Name)
		}
	}
}

// allTranscripts are these and the scenes for users.
func allTranscripts(t *testing.T) []string {
	t.Helper()
	scenes, err := filepath.Glob("../docs/scenes/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	return append(transcripts(t), scenes...)
}

var typed = regexp.MustCompile(`^(?:[^\s/"]+:\s*)?/([a-z]+(?: [a-z-]+)?)(?: [a-z-]+:|\s*$)`)

// carriedOut lists the commands of a transcript that were not refused.
func carriedOut(transcript string) map[string]bool {
	names := map[string]bool{}
	lines := strings.Split(transcript, "\n")
	for i, line := range lines {
		m := typed.FindStringSubmatch(line)
		refused := i+1 < len(lines) && strings.HasPrefix(lines[i+1], "(to ") && strings.Contains(lines[i+1], ") ! ")
		if m != nil && !printed(line) && !refused {
			names[m[1]] = true
		}
	}
	return names
}

// elsewhere are refusals that no script can bring about, with the test that does.
var elsewhere = []string{
	"%s ended just now; /game resume takes it up again.", // TestNobodyActsAtAGameThatEndsMeanwhile
	"A command begins with a stroke, like /help.",        // TestParseRefuses
	"The option %s takes a file.",                        // TestHostileInput
	"The option %s takes a user, not %q.",                // TestHostileInput
	"The %s is too large: at most %d KiB.",               // TestHostileInput
	"Play a card: an action takes at least one (R3.11).", // table: TestR311AnActionTakesACard
	"A card can be played only once.",                    // table: TestNoCardIsPlayedTwice
	"The %s cannot be read as YAML or JSON.",             // FuzzDeckFile: where the library gives up
	// TestMostThatThereMayBe:
	"There are 40 drafts at this table; finish some first.",
	"A hero has at most %d labels.",
	"A hero has at most %d of them.",
	"40 wishes wait for the narrator already.",
	"The code of %s is %s already; there is no better one.",
	"The skill %s is as good as it gets.",
	"The library holds at most %d of the %s; remove some first.",
	"The library holds %d decks; remove one first.",
	"%s is no weapon and has neither type nor style",
	"The deck %s has other abilities than the sheets of %s; /deck use name:%s recall:true fits them: what is missing is 5 and code C, what does not fit is kept aside.",
	"What lies aside on the sheet is not as an export writes it; leave aside out.",
	"%s is %s and cannot act.", // table: TestWhoIsDownCannotAct
}

// TestEachRefusalOccursInATranscript reads the sentences out of the code and looks for each.
func TestEachRefusalOccursInATranscript(t *testing.T) {
	var said []string
	for _, path := range allTranscripts(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, refusals(string(data))...)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range append(files, "../table/cards.go", "../table/rules.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, format := range refusalFormats(t, file) {
			if slices.Contains(elsewhere, format) {
				continue
			}
			re := sentence(format)
			if !slices.ContainsFunc(said, re.MatchString) {
				t.Errorf("%s: no transcript has %q", file, format)
			}
		}
	}
}

// refusals lists the errors that a transcript shows.
func refusals(transcript string) []string {
	var list []string
	lines := strings.Split(transcript, "\n")
	for i, line := range lines {
		head, text, ok := strings.Cut(line, ") ! ")
		if !ok || !strings.HasPrefix(head, "(to ") {
			continue
		}
		for _, more := range lines[i+1:] {
			rest, ok := strings.CutPrefix(more, "  ")
			if !ok {
				break
			}
			text += "\n" + rest
		}
		list = append(list, text)
	}
	return list
}

var verb = regexp.MustCompile(`%[.0-9]*[a-zA-Z]`)

// sentence matches what a format can become.
func sentence(format string) *regexp.Regexp {
	parts := verb.Split(format, -1)
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, ".*") + `$`)
}

// refusalFormats lists the sentences of the calls of fate.Refuse in a file.
func refusalFormats(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if fun, ok := call.Fun.(*ast.SelectorExpr); !ok || fun.Sel.Name != "Refuse" || len(call.Args) < 2 {
			return true
		}
		if lit, ok := call.Args[1].(*ast.BasicLit); ok {
			format, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats = append(formats, format)
		}
		return true
	})
	return formats
}
