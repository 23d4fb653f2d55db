package bot_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skald/combat"
)

// TestEveryPartOfAFightIsPlayed demands that the transcripts of fights carry out every action of the rules, show every
// condition, and choose every setting's other readings.
func TestEveryPartOfAFightIsPlayed(t *testing.T) {
	paths, err := filepath.Glob("testdata/fight*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fights:", err)
	}
	done, shown, chosen := map[string]bool{}, "", ""
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(raw), "\n")
		for i, line := range lines {
			switch {
			case !printed(line) && strings.Contains(line, "option:"):
				chosen += line + "\n"
			case strings.HasPrefix(line, "#table ") && i > 0:
				if _, deed, ok := strings.Cut(line, ": "); ok {
					done[strings.Fields(deed + " -")[0]] = true
				}
				if _, action, ok := strings.Cut(lines[i-1], "action:"); ok {
					done[strings.Fields(action)[0]] = true
				}
				if strings.Contains(lines[i-1], ": /heal ") {
					done[strings.Fields(lines[i-1])[2]] = true
				}
			case printed(line):
				shown += line + "\n"
			}
		}
	}
	done["mend"] = done["magic"]
	for _, a := range combat.Actions() {
		if !done[a.Name] {
			t.Errorf("no fight has the action %s (%s)", a.Name, a.Rule)
		}
	}
	states := append(combat.Given(), combat.Holding, combat.Surprised, combat.Inspired, combat.Leaderless, combat.Insight, combat.Fallen)
	for _, s := range states {
		text := string(s)
		if s == combat.Effect {
			text = "Stone skin"
		}
		if !strings.Contains(shown, "; "+text) && !strings.Contains(shown, ", "+text) {
			t.Errorf("no tracker shows that somebody is %s", s)
		}
	}
	for _, o := range combat.Options() {
		others := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == o.Default })
		if len(others) > 2 { // a number: any other one
			others = nil
		}
		for _, v := range append(others, "") {
			if !strings.Contains(chosen, "option:"+o.Name+" value:"+v) {
				t.Errorf("no fight is played with the option %s %s (%s)", o.Name, v, o.Rule)
			}
		}
	}
}
