package knights

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(LandSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("lands.json", doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("lands.json")
}

func follows(t *testing.T, s *jsonschema.Schema, data string) bool {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
	return err == nil && s.Validate(doc) == nil
}

func standardText(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("data/lands.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestK3aTheStandardLandsFollowTheirSchema(t *testing.T) {
	if !follows(t, schema(t), standardText(t)) {
		t.Error("data/lands.json does not follow data/lands.schema.json")
	}
	kinds := map[PowerKind]int{}
	for _, land := range Standard() {
		kinds[land.Reverse.Power.Kind]++
		if land.Reverse.Power.Kind == NoPower && len(land.Reverse.End) == 0 {
			t.Errorf("%s: the reverse side does nothing", land.Name.English)
		}
	}
	if want := map[PowerKind]int{RecallPower: 1, ReinforcePower: 1, BulwarkPower: 1, DiscountPower: 1, NoPower: 2}; !cmp.Equal(kinds, want) {
		t.Error(cmp.Diff(want, kinds))
	}
}

// TestK3aLoadingRefusesWhatCannotBe changes one place of the standard file and looks for the problem; schema says whether the schema
// can see it too.
func TestK3aLoadingRefusesWhatCannotBe(t *testing.T) {
	s := schema(t)
	for _, c := range []struct {
		name, from, to, problem string
		schema                  bool
	}{
		{"a colour twice", `"colour": "red"`, `"colour": "green"`, "lands should have one red land, not 0", true},
		{"no colour", `"colour": "red", `, ``, `lands[0] needs "colour"`, true},
		{"an unknown colour", `"colour": "red"`, `"colour": "pink"`, "lands[0].colour should be", true},
		{"an unknown field", `"tint": "#b03a2e"`, `"tint": "#b03a2e", "moat": 1`, `lands[0] has no "moat"; choose one of colour, crown, name, reverse, symbol, tint`, true},
		{"a tint in words", `"#b03a2e"`, `"crimson"`, "lands[0].tint", true},
		{"a tint that is null", `"#b03a2e"`, `null`, `needs "tint"`, true},
		{"too much income", `"crown": {"income": 1`, `"crown": {"income": 6`, "income should be from 0 to 5, not 6", true},
		{"half an income", `"crown": {"income": 1`, `"crown": {"income": 1.5`, "income should be a whole number", true},
		{"a boundless income", `"crown": {"income": 1`, `"crown": {"income": 99999999999999999999`, "income should be a whole number", true},
		{"an income in words", `"crown": {"income": 1`, `"crown": {"income": "one"`, "income should be a whole number", true},
		{"an unknown power", `"kind": "bulwark"`, `"kind": "dragon"`, "lands[0].reverse.power.kind should be", true},
		{"no power at all", `"kind": "bulwark", "points": 1`, `"kind": ""`, "should be left out", true},
		{"a parameter too many", `"kind": "recall"`, `"kind": "recall", "points": 2`, "which recall does not use", true},
		{"a power for ever", `"kind": "recall"`, `"kind": "recall", "times": "turn"`, "which recall does not use", true},
		{"a parameter missing", `"kind": "bulwark", "points": 1`, `"kind": "bulwark"`, "points should be from 1 to 4", true},
		{"too many points", `"per": "game", "points": -`, `"per": "game", "points": -1`, "points should be from -10 to 10", true},
		{"an unknown bonus", `"per": "game"`, `"per": "dragon"`, "per should be one of", true},
		{"a name that mentions", `"Castleland"`, `"@everyone"`, "lands[0].name.en should have letters", true},
		{"a name of another land", `"Castleland"`, `"waldland"`, `is "waldland", like another land`, false},
		{"a name that links", `"Castleland"`, `"http://x.example"`, "should have no link", false},
		{"a name in bold", `"Castleland"`, `"**Castle**"`, "lands[0].name.en should have letters", true},
		{"a name turned round", `"Castleland"`, `"Castle\u202eland"`, `not '\u202e'`, false},
		{"a name with nothing to see", `"Castleland"`, `"\u200b"`, `not '\u200b'`, false},
		{"a name with a control character", `"Castleland"`, `"Castle\u0007"`, `not '\a'`, true},
		{"a name of marks piled up", `"Castleland"`, `"C\u0301\u0301"`, `not '\u0301'`, false},
		{"a name too long", `"Castleland"`, `"Castle and land and more land"`, "1 to 24 characters", true},
		{"an empty name", `"Castleland"`, `""`, "1 to 24 characters", true},
		{"spaces around a name", `"Castleland"`, `" Castleland"`, "no spaces around", false},
		{"a symbol of letters", `"🏰"`, `"castle"`, "lands[0].symbol", false},
		{"a symbol too long", `"🏰"`, `"🏰🏰🏰🏰🏰🏰🏰🏰🏰"`, "lands[0].symbol", true},
		{"an invisible symbol", `"🏰"`, `"\u200d"`, "lands[0].symbol", false},
		{"a text that is a list", `{"en": "Castleland", "de": "Burgenland"}`, `["x"]`, "lands[0].name should be an object", true},
		{"ours in words", `"ours": true`, `"ours": "yes"`, "ours should be true or false", true},
		{"an end that is no list", `"end": [{"per": "game"`, `"end": {}, "and": [{"per": "game"`, "end should be a list", true},
		{"something after the end", "\n}\n", "\n}\n{}", "goes on after", true},
		{"half a file", `"lands": [`, ``, "not JSON", true},
	} {
		text := strings.Replace(standardText(t), c.from, c.to, 1)
		if text == standardText(t) {
			t.Errorf("%s: %q is not in the file", c.name, c.from)
		}
		_, err := LoadLands([]byte(text))
		var p Problems
		if !errors.As(err, &p) || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.problem)
		}
		if c.schema == follows(t, s, text) {
			t.Errorf("%s: the schema says %v", c.name, !c.schema)
		}
	}
	for name, data := range map[string]string{
		"nothing": "", "null": "null", "a list": "[]", "an empty object": "{}", "no list": `{"lands": {}}`, "none": `{"lands": []}`, "nulls": `{"lands": [null, null]}`,
		"numbers": `{"lands": [1, 2, 3, 4, 5, 6]}`, "bytes": "\xff\xfe", "deep": strings.Repeat("[", 60000),
	} {
		var p Problems
		if lands, err := LoadLands([]byte(data)); !errors.As(err, &p) || lands != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestK3aAFileIsInUTF8(t *testing.T) {
	text := strings.Replace(standardText(t), "Castleland", "Castle\xff", 1)
	if _, err := LoadLands([]byte(text)); err == nil || !strings.Contains(err.Error(), "not in UTF-8") {
		t.Error(err)
	}
}

func TestK3aAFileMayNotBeHuge(t *testing.T) {
	text := standardText(t)
	if _, err := LoadLands([]byte(text + strings.Repeat(" ", MostBytes-len(text)))); err != nil {
		t.Error(err)
	}
	if _, err := LoadLands([]byte(text + strings.Repeat(" ", MostBytes-len(text)+1))); err == nil || !strings.Contains(err.Error(), "at most 64 KiB") {
		t.Errorf("one byte more: %v", err)
	}
}

// What users find in docs is what the package reads and describes; only the way from the example to its schema differs.
func TestK3aTheDocsHaveTheSchemaAndTheLands(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"../docs/lands.schema.json", LandSchema()},
		{"../docs/lands/standard.json", strings.Replace(standardText(t), `"lands.schema.json"`, `"../lands.schema.json"`, 1)},
	} {
		data, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(data)); diff != "" {
			t.Errorf("%s is another file than in knights/data: %s", c.path, diff)
		}
	}
	if !strings.Contains(LandSchema(), "at most 64 KiB") || MostBytes != 64<<10 {
		t.Error("the schema names another limit than the reader has")
	}
}

func TestK3aAllProblemsAreListed(t *testing.T) {
	text := standardText(t)
	for _, r := range [][2]string{
		{`"Castleland"`, `"@here"`},
		{`"#2e7d4f"`, `"green"`},
		{`"kind": "discount", "points": 1`, `"kind": "discount", "points": 9`},
		{`"per": "hand"`, `"per": "dragon"`},
		{`"symbol": "🌾"`, `"symbol": 7`},
		{`"crown": {"income": 2`, `"crown": {"income": -1`},
	} {
		text = strings.Replace(text, r[0], r[1], 1)
	}
	_, err := LoadLands([]byte(text))
	var p Problems
	if !errors.As(err, &p) || len(p) != 6 {
		t.Fatalf("%d problems, want 6: %v", len(p), err)
	}
	for i, want := range []string{"lands[0].name.en", "lands[1].tint", "lands[2].reverse.power.points", "lands[3].crown.income", "lands[4].reverse.end[0].per", "lands[5].symbol"} {
		if p[i].At != want {
			t.Errorf("problem %d: %s, want %s", i, p[i], want)
		}
	}
	if !strings.HasSuffix(err.Error(), "(K3a).") {
		t.Errorf("the sentence does not name its rule: %s", err)
	}
}

func TestK3aAGroupsOwnLandsArePlayed(t *testing.T) {
	text := strings.Replace(standardText(t), `"Castleland", "de": "Burgenland"`, `"Stone’s End", "de": "Steinbrück – Süd"`, 1)
	text = strings.Replace(text, `"crown": {"income": 1`, `"crown": {"income": 4, "end": [{"per": "land", "points": -1}]`, 1)
	if !follows(t, schema(t), text) {
		t.Error("the schema refuses it")
	}
	lands, err := LoadLands([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sides, err := LayOut(lands, "crown", least)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(sides, 2, least, Options{})
	if err != nil {
		t.Fatal(err)
	}
	lands[0].Crown.End[0].Points = 5
	sides[0].Effects.End[0].Points = 5
	g.Sides()[0].Effects.End[0].Points = 5
	g.owner[Red] = 0
	if g, _ = plays(t, g, "0 collect"); g.chips[0] != 4 || g.bonus(Red) != -1 {
		t.Errorf("%d chips, bonus %d: a game keeps its own copy of the lands", g.chips[0], g.bonus(Red))
	}
	data, err := json.Marshal(g)
	if err != nil || !strings.Contains(string(data), "Steinbrück") {
		t.Errorf("the game's copy of the lands is not written with it: %v", err)
	}
}

func FuzzLoadLands(f *testing.F) {
	data, err := os.ReadFile("data/lands.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"lands":[{"colour":"red","end":[{}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lands, err := LoadLands(data)
		if err != nil {
			return
		}
		sides, err := LayOut(lands, "reverse", least)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(sides, 4, least, Options{}); err != nil {
			t.Fatalf("loaded lands cannot be played: %v", err)
		}
	})
}
