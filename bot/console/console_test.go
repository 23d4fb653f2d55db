package console_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/bot/bottest"
	"skald/bot/console"
	"skald/fate"
	"skald/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

// newHub is a hub over a folder, with luck that a seed repeats, a clock that stands, and cards on top of
// the first shuffle.
func newHub(t testing.TB, top string) *bot.Hub {
	t.Helper()
	dir, err := store.OpenDir(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dir.Close(); err != nil {
			t.Error(err)
		}
	})
	first := true
	hub := bottest.Hub(func(server string) (bot.Journal, error) { return dir.Server(server), nil }, 1)
	hub.Stack = func(list *fate.DeckList, p fate.Pile) (fate.Pile, bool, error) {
		if !first || top == "" {
			return p, false, nil
		}
		first = false
		cards, err := list.FindAll(top, p)
		rest, _ := p.Without(cards...)
		return cards.With(rest...), true, err
	}
	return hub
}

// script runs lines and gives what is printed.
func script(t testing.TB, hub *bot.Hub, o console.Options, lines ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	refused, err := console.Script(hub, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), refused
}

var table = []string{"/game new name:Moss", "alice: /hero new name:Jack", "alice: /game join"}

const top = "8 Mind, 3 Reflex, 1 Body, 5 Karma, 6 Body"

// TestWhoSpeaksAndWhere: the words before a line, and what they leave behind for the next one.
func TestWhoSpeaksAndWhere(t *testing.T) {
	hub := newHub(t, "")
	var out bytes.Buffer
	c := console.New(hub, &out, console.Options{})
	for _, tt := range []struct {
		line, want string
		ok         bool
	}{
		{"# a comment", "", true},
		{"", "", true},
		{"   ", "", true},
		{"#also a comment", "", true},
		{"/game new name:Moss", "#table Moss", true},
		{"alice: /game status", "#table Moss", true},
		{"/game narrator add:bob", "(to alice) ! Only the narrator or someone", false},
		{"alice#side: /game status", "(to alice) ! There is no game in this channel.", false},
		{"/game status", "(to alice) ! There is no game in this channel.", false},
		{"alice#table/night: /game status", "#table/night Moss", true},
		{"bob: /game status", "#table/night Moss", true},
		{"bob#table:/game status", "#table Moss", true},
		{"bob#table:    /game status", "#table Moss", true},
		{"zoë: /game status", "#table Moss", true},
		{"  bob: /game status  ", "#table Moss", true},
		{"bob: game status", "(to bob) ! A line is a /command", false},
		{"bob smith: /game status", "(to bob) ! A line is a /command", false},
		{"bob:", "(to bob) ! A line is a /command", false},
		{`narrator: /narrator scene text:"Night: the \"Red\" gate"`, `#table Night: the "Red" gate`, true},
		{"/narrator scene text:a:b:c", "#table a:b:c", true},
		{`/narrator scene text:"back\\slash"`, `#table back\slash`, true},
		{`/narrator scene text:"open`, "(to narrator) ! A double quote is missing at the end of the line.", false},
		{`/narrator scene text:two words`, "(to narrator) ! Write each option as name:value", false},
	} {
		out.Reset()
		ok, err := c.Say(tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); ok != tt.ok || !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%q prints %q (%t), want %q (%t)", tt.line, got, ok, tt.want, tt.ok)
		}
	}
}

// TestFurtherLinesAreIndented: a script can tell where a reply ends.
func TestFurtherLinesAreIndented(t *testing.T) {
	out, refused := script(t, newHub(t, top), console.Options{}, append(slices.Clone(table), "alice: /help", "alice: /hand show", "bob: /hand show")...)
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#table ") && !strings.HasPrefix(line, "(to ") && !strings.HasPrefix(line, "  ") {
			t.Errorf("a line of no reply: %q", line)
		}
	}
	if refused != 1 {
		t.Errorf("%d lines refused, want 1", refused)
	}
}

// TestPressPickAndFill use the newest message that the user sees.
func TestPressPickAndFill(t *testing.T) {
	hub := newHub(t, top)
	var out bytes.Buffer
	c := console.New(hub, &out, console.Options{})
	say := func(line, want string) {
		t.Helper()
		out.Reset()
		ok, err := c.Say(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.Contains(got, want) || ok == strings.Contains(got, ") ! ") {
			t.Errorf("%s prints (%t)\n%swant %q", line, ok, got, want)
		}
	}
	for _, line := range table {
		say(line, "#table ")
	}
	// A form: fields that are not named keep what stands in them; what is refused leaves it open.
	say("bob: press \"new hero\"", "(to bob) New hero")
	say("alice: fill name:Bren", "(to alice) ! No form is open.")
	say("bob: fill edge:2", "! The form has no field \"edge\"; it has name, body, reflex, mind, spirit.")
	say("bob: fill body:\"Endurance 6, Strength 7, B\"", "! The name of a hero is empty")
	say("bob: fill name:Bren body:\"Endurance 6, Strength 7, B\"", "Body B (advanced): Endurance 6, Strength 7\n  Reflex C (competent): Quickness 5, Dexterity 5")
	say("bob: fill name:Brenna", "! No form is open.")
	// A button of a public message can be pressed again, from anywhere, and is answered where it stands.
	say("narrator: /call hero:Jack action:\"average Strength\"", "[Choose a card]")
	say("alice#elsewhere: press \"Choose a card\"", "(to alice) Jack: average Strength")
	say("alice: press \"Choose a card\"", "(to alice) Jack: average Strength")
	say("bob: press \"choose a card\"", "(to bob) ! Jack is played by alice.")
	// A menu that only alice sees; by label, value or the name on the face, in any case.
	say("bob: pick \"8 of Mind\"", "(to bob) ! No menu that you see offers")
	say("alice: pick \"8 of mind\" \"1 of Body\"", "! Choose a card: pick from 1 to 1.")
	say("alice: pick \"8 mind\"", "Chosen: 8 of Mind.")
	say("alice: press \"Start over\"", "Choose the card to play.")
	say("alice: pick \"ace of clubs\"", "Chosen: 1 of Body.")
	say("alice: press resolve", "#table Jack: average Strength\n  Strength 5 + 1 of Body")
	say("alice: press resolve", "! No message that you see has a button \"resolve\".")
	say("alice: pick \"8 of Mind\"", "! No call 1 waits for Jack") // of the first picker, which is stale
}

// objects reads JSON lines.
func objects(t testing.TB, out string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for line := range strings.Lines(out) {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, o)
	}
	return list
}

var jsonScript = append(slices.Clone(table),
	"# line 4 says nothing",
	"alice: /hand show",
	"bob: /hand show",
	"alice: /odds action:\"average Strength\"",
	"alice: /act action:\"challenging Quickness (Strength 2)\" card:\"3 Reflex\" bonus:1",
	"narrator: /act hero:Jack action:\"average Reason\" secret:true",
	"alice#table/night: /deck show",
	"narrator: /aura count:3 for:\"the <gate> & more\"",
	"alice: /hero new",
	"alice: /act action:\"average Reason\"",
	"alice: press nothing",
	"alice: /act action:\"average Reason\" card:\"9 Karma\"",
	"nonsense",
)

// TestJSONLines compares the JSON form of a small scene with its golden file.
func TestJSONLines(t *testing.T) {
	out, refused := script(t, newHub(t, top), console.Options{JSON: true}, jsonScript...)
	if refused != 4 {
		t.Errorf("%d lines refused, want 4", refused)
	}
	golden := filepath.Join("testdata", "lines.jsonl")
	if *update {
		if err := os.WriteFile(golden, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestOutcomesHaveTheFieldsOfTheContract: docs/console.md names them; more may be there.
func TestOutcomesHaveTheFieldsOfTheContract(t *testing.T) {
	card := []string{"suit", "value", "aura", "name"}
	fields := map[string][]string{
		"deck": {"name", "draw", "discard", "in_hands", "in_play", "banked", "narrator", "total"},
		"hand": {"hero", "cards", "size", "locked_stunning", "locked_killing", "edge"},
		"act":  {"hero", "action", "ability", "score", "cards", "modifiers", "total", "difficulty", "difficulty_parts", "margin", "success", "mishap"},
		"aura": {"auras", "reading"},
		"odds": {"per_card", "best"},
	}
	out, _ := script(t, newHub(t, top), console.Options{JSON: true}, jsonScript...)
	seen := map[string]bool{}
	for _, o := range objects(t, out) {
		for _, name := range []string{"line", "user", "channel", "command", "visibility", "text", "components", "files"} {
			if _, ok := o[name]; !ok {
				t.Errorf("%v has no %s", o, name)
			}
		}
		if v := o["visibility"]; v != "public" && v != "private" {
			t.Errorf("the visibility is %v", v)
		}
		outcome, ok := o["outcome"].(map[string]any)
		failure, failed := o["error"].(map[string]any)
		if ok && failed {
			t.Errorf("%v has an outcome and an error", o)
		}
		if failed && (failure["code"] == "" || failure["message"] != o["text"] || len(failure) != 2 || o["visibility"] != "private") {
			t.Errorf("the error is %v", o)
		}
		if !ok {
			continue
		}
		kind := outcome["kind"].(string)
		seen[kind] = true
		for _, name := range fields[kind] {
			secret := outcome["secret"] == true && slices.Contains([]string{"difficulty", "difficulty_parts", "margin"}, name)
			if _, has := outcome[name]; has == secret {
				t.Errorf("%s: %s is there: %t", kind, name, has)
			}
		}
		if cards, ok := outcome["cards"].([]any); ok {
			for _, c := range cards {
				for _, name := range card {
					if _, has := c.(map[string]any)[name]; !has {
						t.Errorf("%s: a card without %s: %v", kind, name, c)
					}
				}
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(fields)), slices.Sorted(maps.Keys(seen))); diff != "" {
		t.Errorf("kinds of outcomes -want +got:\n%s", diff)
	}
}

// TestTheNumbersOfAnOutcomeAddUp: the parts of an action make its total and its difficulty, those of a deck its
// size.
func TestTheNumbersOfAnOutcomeAddUp(t *testing.T) {
	out, _ := script(t, newHub(t, top), console.Options{JSON: true}, jsonScript...)
	for _, o := range objects(t, out) {
		oc, _ := o["outcome"].(map[string]any)
		number := func(name string) int { n, _ := oc[name].(float64); return int(n) }
		sum := func(list string) int {
			n := 0
			parts, _ := oc[list].([]any)
			for _, p := range parts {
				n += int(p.(map[string]any)["value"].(float64))
			}
			return n
		}
		switch oc["kind"] {
		case "act":
			if number("score")+sum("cards")+sum("modifiers") != number("total") {
				t.Errorf("%v", oc)
			}
			if oc["secret"] != true && (sum("difficulty_parts") != number("difficulty") || number("total")-number("difficulty") != number("margin")) {
				t.Errorf("%v", oc)
			}
		case "deck":
			if n := number("draw") + number("discard") + number("in_hands") + number("in_play") + number("banked") + number("narrator"); n != number("total") {
				t.Errorf("%v adds up to %d", oc, n)
			}
		}
	}
}

// TestFilesAreWritten: under names that are free, and listed by them.
func TestFilesAreWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	out, _ := script(t, newHub(t, top), console.Options{JSON: true, Files: dir}, append(slices.Clone(table),
		"alice: /hand show", "alice: /hero export name:Jack", "/game log format:json count:9")...)
	var listed []string
	for _, o := range objects(t, out) {
		for _, f := range o["files"].([]any) {
			listed = append(listed, f.(string))
		}
	}
	want := []string{"hand.png", "hand-2.png", "jack.yaml", "log.jsonl"}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("listed -want +got:\n%s", diff)
	}
	for _, name := range want {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(data) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
		if strings.HasSuffix(name, ".png") && !bytes.HasPrefix(data, []byte("\x89PNG")) {
			t.Errorf("%s is no picture", name)
		}
	}
}

// TestAttachments: a path behind an @.
func TestAttachments(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, large := write("my sheet.yaml", []byte("name: Ada\n")), write("large.yaml", bytes.Repeat([]byte("#"), 1<<20+1))
	for _, tt := range []struct{ arg, want string }{
		{good, "#table Ada comes in from a file"},
		{filepath.Join(dir, "none.yaml"), "! There is no file "},
		{dir, "! There is no file "},
		{large, "! The file is too large: at most 1 MiB."},
	} {
		out, _ := script(t, newHub(t, ""), console.Options{}, "/game new name:Moss", fmt.Sprintf("alice: /hero import file:%q", "@"+tt.arg))
		if !strings.Contains(out, tt.want) {
			t.Errorf("%s prints %q, want %q", tt.arg, out, tt.want)
		}
	}
	out, _ := script(t, newHub(t, ""), console.Options{}, "/game new name:Moss", "alice: /hero import file:x.yaml")
	if !strings.Contains(out, "file:@PATH") {
		t.Errorf("without an @: %q", out)
	}
}

// TestVeryLongLines: a line that no command takes is refused like another, and the next one is read.
func TestVeryLongLines(t *testing.T) {
	out, refused := script(t, newHub(t, ""), console.Options{}, "/game new name:Moss", "/narrator scene text:\""+strings.Repeat("x", 3<<20)+"\"", "/game list")
	if refused != 1 || !strings.Contains(out, "! The line is too long: at most 1 MiB.") || !strings.HasSuffix(out, "In play: Moss: 0 heroes, narrated by narrator\n") {
		t.Errorf("%d refused:\n%.600s", refused, out)
	}
}

// TestAnOutputThatBreaks ends the script.
func TestAnOutputThatBreaks(t *testing.T) {
	_, err := console.Script(newHub(t, ""), strings.NewReader("/game new name:Moss\n/game list\n"), broken{}, console.Options{})
	if err == nil {
		t.Error("a script goes on although nobody can read what comes of it")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestComplete: what Tab makes of a line.
func TestComplete(t *testing.T) {
	hub := newHub(t, top)
	var out bytes.Buffer
	c := console.New(hub, &out, console.Options{})
	for _, line := range append(slices.Clone(table), "alice: /hero skill name:Jack skill:\"Cat burglary\" trait:Body", "narrator: /hero new name:Jasper", "narrator#table: /help") {
		if ok, err := c.Say(line); !ok || err != nil {
			t.Fatal(line, out.String(), err)
		}
	}
	for _, tt := range []struct {
		line, want string
		offered    int // -1: any number
	}{
		{"/game st", "/game status ", 1},
		{"/ga", "/game ", -1},
		{"/game un", "/game un", 2}, // undo, unlink
		{"alice: /od", "alice: /odds ", 1},
		{"/xyzzy", "/xyzzy", 0},
		{"hello", "hello", 0},
		{"/act ac", "/act action:", 1},
		{"/game new name:Moss de", "/game new name:Moss deck:", 1},
		{"/game new name:Moss name", "/game new name:Moss name", 0}, // given already
		{"/deck use name:play", "/deck use name:playing-cards", 1},
		{"/game log format:m", "/game log format:markdown", 1},
		{"/act action:average", `/act action:"average `, -1},
		{`/act action:"average Str`, `/act action:"average Strength"`, 1},
		{`alice: /act action:"average Strength" card:`, `alice: /act action:"average Strength" card:`, 3},
		{`alice: /act action:"average Strength" card:8`, `alice: /act action:"average Strength" card:"8 Mind"`, 1},
		{`alice: /act action:"average Strength" card:"8 M`, `alice: /act action:"average Strength" card:"8 Mind"`, 1},
		{`alice: /act action:"average Strength" card:"8 of`, `alice: /act action:"average Strength" card:"8 Mind"`, 1},
		{`bob: /act action:"average Strength" card:`, `bob: /act action:"average Strength" card:`, 0},
		{`alice#nowhere: /act action:"average Strength" card:`, `alice#nowhere: /act action:"average Strength" card:`, 0},
		{"alice: /act hero:ja", "alice: /act hero:Ja", 2},
		{"alice: /act skill:cat", `alice: /act skill:"Cat burglary"`, 1},
		{`/call hero:Jack reason:"hero:Ja`, `/call hero:Jack reason:"hero:Ja`, 0}, // a colon in a text is no option
		{"alice: press \"My", `alice: press "My hand"`, 1},
		{"alice: press q", "alice: press q", 0},
	} {
		got, offered := c.Complete(tt.line)
		if got != tt.want || tt.offered >= 0 && len(offered) != tt.offered {
			t.Errorf("%s becomes %s with %d offered (%q), want %s with %d", tt.line, got, len(offered), offered, tt.want, tt.offered)
		}
	}
}
