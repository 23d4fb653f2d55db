package bot

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/knights"
)

func fileOfLands(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// K3a: what is wrong with a file of lands is told with its line.
func TestK3aLandsAreRefusedLineByLine(t *testing.T) {
	good := fileOfLands(t, "../docs/lands/standard.json")
	for _, c := range []struct{ name, from, to, want string }{
		{"a name twice", "  \"lands\": [\n", "  \"lands\": [],\n  \"lands\": [\n", "one thing is wrong:\nLine 5: \"lands\" stands twice here."},
		{"a name twice within", `"symbol": "💰"`, `"symbol": "💰", "symbol": "💰"`, "one thing is wrong:\nLine 33: \"symbol\" stands twice here."},
		{"a name nobody knows", `"symbol": "💰"`, `"symbol": "💰", "moat": 1`, "one thing is wrong:\nLine 33: lands[3] has no \"moat\"; choose one of colour, crown, name, reverse, symbol, tint."},
		{"a name nobody knows at the top", `"note":`, `"notes":`, "one thing is wrong:\nLine 3: The file has no \"notes\"; did you mean note?"},
		{"too much income", `"crown": {"income": 2`, `"crown": {"income": 7`, "one thing is wrong:\nLine 34: lands[3].crown.income should be from 0 to 5, not 7."},
		{"something missing", `"symbol": "💰", `, "", "one thing is wrong:\nLine 32: lands[3] needs \"symbol\"."},
		{"a land that is no land", `"lands": [`, `"lands": [7, `, "one thing is wrong:\nLine 4: lands[0] should be an object."},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Errorf("%s: %q is not in the file", c.name, c.from)
		}
		_, err := readLands([]byte(text))
		if want := "The lands file (K3a) cannot be used; " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", c.name, err, want)
		}
	}
	_, err := readLands([]byte("lands: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000)))
	if want := "The lands file (K3a) cannot be used; one thing is wrong:\nLine 1: This stands in too many brackets."; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	_, err = readLands([]byte(good + strings.Repeat(" ", knights.MostBytes)))
	if want := "The lands file (K3a) is too large: at most 64 KiB."; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

// K3a: the example is the standard lands, and the same lands may be written as YAML.
func TestK3aLandsAreReadFromJSONAndYAML(t *testing.T) {
	want := knights.Standard()
	got, err := readLands([]byte(fileOfLands(t, "../docs/lands/standard.json")))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	want[0].Name = knights.Words{English: "Redcliff", German: "Rotfels"}
	for i := range want {
		want[i].Reverse.Ours = false
	}
	got, err = readLands([]byte(fileOfLands(t, "testdata/sheets/lands-own.yaml")))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func FuzzReadLands(f *testing.F) {
	data, err := os.ReadFile("testdata/sheets/lands-own.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("lands: [{? [a] : 1, <<: {b: 2}, c: 0x1, d: .inf, e: 2026-01-01, f: !!binary x}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lands, err := readLands(data)
		if (err == nil) != (len(lands) == 6) {
			t.Errorf("%d lands, %v", len(lands), err)
		}
	})
}
