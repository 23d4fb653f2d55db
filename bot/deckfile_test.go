package bot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"skald/fate"
)

// R1.2: what /deck export writes, /deck import reads as the same deck, to the last card.
func TestR12DecksGoOutAndComeBack(t *testing.T) {
	decks := append(builtinDecks(), fate.PlayingCardsWith(4))
	for _, path := range examples(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d, err := readDeck(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		decks = append(decks, d)
	}
	for _, d := range decks {
		data, err := writeDeck(d)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readDeck(data)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("%s: %s", d.Name, diff)
		}
		schemaTakes(t, d.Name, data)
	}
}

func examples(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../docs/decks/*")
	if err != nil || len(paths) < 2 {
		t.Fatal("no examples:", err)
	}
	return paths
}

func schemaTakes(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := schemaErr(t, data); err != nil {
		t.Errorf("%s does not fit the schema: %v", name, err)
	}
}

func schemaErr(t *testing.T, data []byte) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../docs/deck.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var loose any
	if err := yaml.Unmarshal(plainJSON(data), &loose); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(loose)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

// The schema takes the examples and refuses the file that is wrong in many ways.
func TestTheSchemaFitsTheExamples(t *testing.T) {
	for _, path := range append(examples(t), "data/decks/skald.yaml") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		schemaTakes(t, path, data)
	}
	data, err := os.ReadFile("testdata/decks/wrong.yaml")
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.Replace(string(data), ", mishap: false", "", 1))
	if schemaErr(t, data) == nil {
		t.Error("the schema takes a deck that is wrong")
	}
}

// published.md A2: the Skald deck card by card, 20 in each suit of a Trait, 16 of Karma; an event and a concept
// on each, none twice.
func TestR12TheSkaldDeckCardByCard(t *testing.T) {
	main, karma := "1+ 2+ 3+ 3+ 4+ 4+ 40 40 50 50 50 50 60 60 6- 6- 7- 7- 8- 9-", "1+ 2+ 3+ 3+ 4+ 40 50 50 60 60 70 7- 8- 8- 9- 10-"
	want := map[fate.Suit]string{"Body": main, "Reflex": main, "Mind": main, "Spirit": main, "Karma": karma}
	d := builtinDecks()[1]
	got := map[fate.Suit]string{}
	said := map[string]bool{}
	for _, c := range d.Cards {
		f := d.Faces[c]
		got[c.Suit] = strings.TrimSpace(fmt.Sprintf("%s %d%s", got[c.Suit], c.Value, f.Aura))
		for _, text := range []string{f.Event, f.Concept} {
			if text == "" || said[strings.ToLower(text)] {
				t.Errorf("%s: %q is missing or stands twice", c, text)
			}
			said[strings.ToLower(text)] = true
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(d.Cards) != 96 {
		t.Errorf("%d cards", len(d.Cards))
	}
}

// bombs are files that must be refused, soon and in a sentence.
func bombs() map[string]string {
	suits := "name: a\ncards: [{suit: B, value: 1}]\nsuits:\n"
	for i := range 10_000 {
		suits += fmt.Sprintf("  - {name: Suit %d}\n", i)
	}
	return map[string]string{
		"10 MB":          "name: " + strings.Repeat("x", 10<<20),
		"aliases":        "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nname: &c [*b,*b,*b,*b]\n",
		"10,000 suits":   suits,
		"deep":           strings.Repeat("[", 100_000),
		"deep maps":      strings.Repeat("{a: ", 9_000) + strings.Repeat("}", 9_000),
		"duplicate keys": "name: a\nname: b\nsuits: [{name: A, name: B}]\ncards: [{suit: A, value: 1}]\n",
		"negative value": "name: a\nsuits: [{name: A}]\ncards: [{suit: A, value: -1}]\n",
		"huge value":     "name: a\nsuits: [{name: A}]\ncards: [{suit: A, value: 99999999999999999999}]\n",
		"huge count":     "name: a\nsuits: [{name: A}]\ncards: [{suit: A, value: 1, count: 500}, {suit: A, value: 2}]\n",
		"@everyone":      "name: a\nsuits: [{name: \"@everyone\"}]\ncards: [{suit: \"@everyone\", value: 1}]\n",
		"bidi":           "name: a\nsuits: [{name: \"A\\u202eB\"}]\ncards: [{suit: A, value: 1}]\n",
		"merge":          "name: a\n<<: {suits: []}\n",
		"tag":            "name: !!binary aGk=\nsuits: [{name: A}]\ncards: !!set {a, b}\n",
	}
}

func TestDeckBombsAreRefused(t *testing.T) {
	for name, data := range bombs() {
		t.Run(name, func(t *testing.T) {
			_, err := readDeck([]byte(data))
			if err == nil {
				t.Fatal("it was taken")
			}
			if n := len([]rune(err.Error())); n > 3900 {
				t.Errorf("the refusal has %d signs", n)
			}
		})
	}
}

// FuzzDeckFile: no file brings the reader down; what it takes, Check takes too, and comes back the same from
// an export.
func FuzzDeckFile(f *testing.F) {
	for _, pattern := range []string{"../docs/decks/*", "testdata/decks/*"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	for _, data := range bombs() {
		if len(data) < 2000 {
			f.Add([]byte(data))
		}
	}
	f.Add([]byte(`{"name":"a","suits":[{"name":"A","symbol":"\ud83d\ude00"}],"cards":[{"suit":"A","value":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := readDeck(data)
		if err != nil {
			return
		}
		if err := d.Check(); err != nil {
			t.Fatalf("taken, but %v", err)
		}
		out, err := writeDeck(d)
		if err != nil {
			t.Fatal(err)
		}
		back, err := readDeck(out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Fatal(diff)
		}
	})
}

// R1.2: what is wrong is told all at once however the file is laid out, and a field that cannot be read hides nothing else.
func TestR12OneLineTellsAsMuchAsMany(t *testing.T) {
	line, err := os.ReadFile("testdata/decks/one-line.json")
	if err != nil {
		t.Fatal(err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, line, "", "  "); err != nil {
		t.Fatal(err)
	}
	told := func(data []byte) []string {
		_, err := readDeck(data)
		if err == nil {
			t.Fatal("the deck is read")
		}
		var list []string
		for _, l := range strings.Split(err.Error(), "\n")[1:] {
			_, text, _ := strings.Cut(l, ": ")
			list = append(list, text)
		}
		slices.Sort(list)
		return list
	}
	one, many := told(line), told(indented.Bytes())
	if diff := cmp.Diff(many, one); diff != "" || len(one) != 14 {
		t.Errorf("%d in one line, -many +one: %s", len(one), diff)
	}
}

// A number is what it shows: none in eights, none too large to be one, and no tag says what it is.
func TestR12NumbersOfADeck(t *testing.T) {
	for value, want := range map[string]string{
		"7": "", "0": "", "+7": "", "010": "without a 0 in front", "-07": "without a 0 in front", "0x10": "must be a whole number, not", "1e3": "must be a whole number, not",
		"1000000000000000000000000000000": "goes from 0 to 99, not 1000000000000000000000000000000", "-99999999999999999999": "goes from 0 to 99, not -99999999999999999999",
		"!!int 7": "uses tags", "!!python/object:os.system x": "uses tags",
	} {
		_, err := readDeck([]byte("name: small\nsuits: [{name: Body, trumps: [Strength]}]\ncards: [{suit: Body, value: " + value + "}]\n"))
		if got := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %q", value, got, want)
		}
	}
}
