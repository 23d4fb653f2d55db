package bot_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skald/bot"
	"skald/table"
)

// apart are refusals of the package combat that no command can bring about, with what stands before them.
var apart = []string{
	"Still awaited are %s. The exchange ends without them only if it is forced", // the bot asks with buttons first
	"%d %s to be read at the end of this exchange (R12.4)",                      // it reads them
	"Surprise is by the heroes, by the foes, or by none (R6.1)",                 // the option's choices come first
	"A modifier of the initiative goes from %d to %d (R6.2)",                    // the options' bounds come first
	"How long? Hours or weeks of rest, from 1 (R9.4)",
	"How many wounds? From 1 to %d",
	"Wounds are stunning or killing (R6.3)",
	"Which range? It is one of the seven, such as close-combat (R5.3)", // the option is required
	"Which hero? In the fight are %s",
	"The %s is not in the hand",                                          // the hand is searched first
	"An attack on oneself is not intercepted: defend against it (R7.12)", // only those on others are looked through
	"There is no option %.40q: %s",                                       // the table knows its options
	"The last action of %s was no boxing (R8.1)",                         // Split is no command
	"The total is %d: give the first punch 1 to %d of it (R8.1)",
	"A foe in this fight has the name %s: rename one of them first", // no foe gets a hero's name, and no hero a foe's
	"%s is not at the table",                                        // nobody leaves the table in a fight
	"A fight has at most %d heroes",                                 // combat: TestRefusalsOfEverythingElse
}

// TestEachRefusalOfAFightOccurs reads the sentences of the package combat and looks for each in a transcript or a
// scene. The package writes them without a full stop; the bot adds it.
func TestEachRefusalOfAFightOccurs(t *testing.T) {
	var said []string
	for _, path := range allTranscripts(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range refusals(string(data)) {
			said = append(said, strings.TrimSuffix(text, "."))
		}
	}
	files, err := filepath.Glob("../combat/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no package combat:", err)
	}
	for _, file := range append(files, "../table/fight.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, format := range refusalFormats(t, file) {
			if strings.Trim(format, "%s") == "" || slices.Contains(apart, format) {
				continue
			}
			if !slices.ContainsFunc(said, sentence(strings.TrimSuffix(format, ".")).MatchString) {
				t.Errorf("%s: no transcript has %q", file, format)
			}
		}
	}
}

// TestRefusalsOfAFightChangeNothing plays the transcripts of refusals: whatever is refused leaves the table as it was.
func TestRefusalsOfAFightChangeNothing(t *testing.T) {
	for _, path := range []string{"testdata/combat.txt", "testdata/fight-refused.txt"} {
		script, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(script), "\n")
		hub, _ := newHub(t, 5)
		hub.Stack = onTop(header.FindStringSubmatch(first)[2])
		refused := 0
		for line := range strings.Lines(string(script)) {
			user, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok || printed(line) || line[0] == '#' || strings.Contains(line, "file:") {
				continue
			}
			r, err := bot.Parse(rest)
			if err != nil {
				continue
			}
			r.Server, r.Channel, r.User, r.Manager = "s", "table", table.User{ID: user, Name: user}, user == "narrator"
			before := games(t, hub)
			if _, err = hub.Do(r); err == nil {
				continue
			}
			refused++
			if after := games(t, hub); after != before {
				t.Errorf("%s: %sis refused with %q and changes something", path, line, err)
			}
		}
		if refused < 50 {
			t.Errorf("%s: only %d lines are refused", path, refused)
		}
	}
}
