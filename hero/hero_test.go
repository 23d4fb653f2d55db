package hero

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/fate"
)

// refused tells the code of a refusal, "" of none.
func refused(t testing.TB, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var r *fate.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return r.Code
}

// jack is a hero with a skill of each degree.
func jack(t testing.TB) Hero {
	t.Helper()
	h := New("Jack", fate.Standard())
	for _, s := range []Skill{
		{"Boxing", "Body", Normal},
		{"Riding", "Reflex", Master},
		{"Lore", "Mind", WorldClass},
		{"Smith", "Body", Trade},
	} {
		var err error
		if h, err = h.WithSkill(s, fate.Standard()); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// R1.9, R16.2a.
func TestR19R162aNewHero(t *testing.T) {
	want := Hero{
		Name: "Jack",
		Scores: map[string]int{
			"Endurance": 5, "Strength": 5, "Quickness": 5, "Dexterity": 5,
			"Perception": 5, "Reason": 5, "Willpower": 5, "Charisma": 5,
		},
		Codes:  map[string]Code{"Body": "C", "Reflex": "C", "Mind": "C", "Spirit": "C"},
		Edge:   1, // R1.9, R16.4
		Points: 3, // R11.1
	}
	h := New("Jack", fate.Standard())
	if diff := cmp.Diff(want, h); diff != "" {
		t.Error(diff)
	}
	if err := h.Check(fate.Standard()); err != nil {
		t.Error(err)
	}
	if h.HandSize() != 3 {
		t.Errorf("a new hero holds %d cards", h.HandSize())
	}
}

// R2.2, R2.2a.
func TestR22aScores(t *testing.T) {
	h := New("Jack", fate.Standard())
	for score, want := range map[int]string{-1: "out_of_range", 0: "out_of_range", 1: "", 9: "", 10: "", 11: "out_of_range"} {
		got, err := h.WithScore("Strength", score)
		if refused(t, err) != want {
			t.Errorf("Strength %d: %v", score, err)
		}
		if err == nil && got.Scores["Strength"] != score || err != nil && got.Scores["Strength"] != 5 {
			t.Errorf("Strength is now %d", got.Scores["Strength"])
		}
	}
}

// R2.3.
func TestR23Codes(t *testing.T) {
	h := New("Jack", fate.Standard())
	for code, want := range map[string]Code{"A": "A", "b": "B", "C": "C", "d": "D", "x": "X"} {
		if got, err := h.WithCode("Mind", code); err != nil || got.Codes["Mind"] != want {
			t.Errorf("code %s: %v, %v", code, got.Codes["Mind"], err)
		}
	}
	for _, code := range []string{"", "E", "AB", "Ａ", "1"} {
		if got, err := h.WithCode("Mind", code); refused(t, err) != "bad_code" || got.Codes["Mind"] != "C" {
			t.Errorf("code %q: %v, %v", code, got.Codes["Mind"], err)
		}
	}
}

// R2.3a.
func TestR23aNoScoreForATrait(t *testing.T) {
	h := New("Jack", fate.Standard())
	h, err := h.WithScore("Body", 5)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Check(fate.Standard()); refused(t, err) != "bad_sheet" || !strings.Contains(err.Error(), `"Body" is no ability here`) {
		t.Errorf("a score for Body: %v", err)
	}
}

// R1.6a.
func TestR16aHandSize(t *testing.T) {
	for _, c := range []struct{ edge, hand, want int }{
		{0, 0, 2},
		{1, 0, 3},
		{2, 0, 4},
		{9, 0, 11},
		{1, 6, 6},
		{9, 1, 1},
	} {
		h, err := New("Jack", fate.Standard()).WithEdge(c.edge)
		if err != nil {
			t.Fatal(err)
		}
		if h, err = h.WithHand(c.hand); err != nil {
			t.Fatal(err)
		}
		if got := h.HandSize(); got != c.want {
			t.Errorf("Edge %d, hand %d: %d cards, want %d", c.edge, c.hand, got, c.want)
		}
	}
	// Raising Edge raises the default, and leaves a number of the hero's own alone; 0 brings it back.
	h, _ := New("Jack", fate.Standard()).WithHand(5)
	if h, _ = h.WithEdge(4); h.HandSize() != 5 {
		t.Errorf("a hand of 5 became one of %d", h.HandSize())
	}
	if h, _ = h.WithHand(0); h.HandSize() != 6 {
		t.Errorf("back at Edge + 2 the hand is %d", h.HandSize())
	}
}

// R1.6a, R1.9, R11.1.
func TestR16aR19R111Ranges(t *testing.T) {
	h := New("Jack", fate.Standard())
	for name, c := range map[string]struct {
		set       func(int) (Hero, error)
		good, bad []int
	}{
		"Edge":        {h.WithEdge, []int{0, 1, 9}, []int{-1, 10}},
		"hand":        {h.WithHand, []int{0, 1, 12}, []int{-1, 13}},
		"hero points": {h.WithPoints, []int{0, 3, 99}, []int{-1, 100}},
	} {
		for _, v := range c.good {
			got, err := c.set(v)
			if err != nil {
				t.Errorf("%s %d: %v", name, v, err)
			}
			if err := got.Check(fate.Standard()); err != nil {
				t.Errorf("%s %d: %v", name, v, err)
			}
		}
		for _, v := range c.bad {
			got, err := c.set(v)
			if refused(t, err) != "out_of_range" {
				t.Errorf("%s %d: %v", name, v, err)
			}
			if diff := cmp.Diff(h, got); diff != "" {
				t.Errorf("%s %d, refused:\n%s", name, v, diff)
			}
		}
	}
}

// R13, R13.1, R13.2.
func TestR13CodesTable(t *testing.T) {
	for _, c := range []struct {
		code            Code
		allows          string
		power, training string
		skills          int
	}{
		{"A", "VL L M H VH", "major", "expert", 4},
		{"B", "VL L M H", "moderate", "advanced", 3},
		{"C", "VL L M", "minor", "competent", 2},
		{"D", "VL L", "none", "apprentice", 1},
		{"X", "VL", "diminished", "novice", 0}, // R13.2: a label
		{"", "VL", "", "", 0},                  // R2.4: no code
		{"E", "VL", "", "", 0},
	} {
		var allows []string
		for _, class := range Classes() {
			if c.code.Allows(class) {
				allows = append(allows, string(class))
			}
		}
		if got := strings.Join(allows, " "); got != c.allows {
			t.Errorf("%s allows %s, want %s", c.code, got, c.allows)
		}
		if c.code.Power() != c.power || c.code.Training() != c.training || c.code.Skills() != c.skills {
			t.Errorf("%s: power %s, training %s, %d skills", c.code, c.code.Power(), c.code.Training(), c.code.Skills())
		}
		if !c.code.Allows("") || c.code.Allows("XL") { // R13.1
			t.Errorf("%s: gear without a class %v, of an unknown class %v", c.code, c.code.Allows(""), c.code.Allows("XL"))
		}
	}
	if diff := cmp.Diff([]Code{"A", "B", "C", "D", "X"}, Codes()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Class{"VL", "L", "M", "H", "VH"}, Classes()); diff != "" {
		t.Error(diff)
	}
}

func TestCheckName(t *testing.T) {
	for _, name := range []string{"Jack", "J", "Jack of the Hill", "Łucja d'Arc", "山田", strings.Repeat("ä", MaxName)} {
		if err := CheckName("hero", name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"":                             "A hero needs a name",
		" \t":                          "A hero needs a name",
		strings.Repeat("ä", MaxName+1): "at most 32 characters",
		strings.Repeat("x", 10_000):    "at most 32 characters",
		"@everyone":                    "no @",
		"<@1234>":                      "no @",
		"Jack\u202eevil":               "plain characters",
		"Ja\u200bck":                   "plain characters",
		"Jack\nNarrator: wins":         "plain characters",
		"Jack\x00":                     "plain characters",
		"Ja\xffck":                     "plain characters",
		" Jack":                        "single spaces",
		"Jack ":                        "single spaces",
		"Jack  Hill":                   "single spaces",
	} {
		err := CheckName("hero", name)
		if refused(t, err) != "bad_name" || !strings.Contains(err.Error(), want) || len(err.Error()) > 120 {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}

func TestDescriptions(t *testing.T) {
	h := New("Jack", fate.Standard())
	for text, want := range map[string]string{
		"": "",
		"Tall, kind;\n\tand slow. 👩‍👩‍👧":        "",
		strings.Repeat("ä", MaxDescription):     "",
		strings.Repeat("ä", MaxDescription+1):   "bad_description",
		"turned \u202e about":                   "bad_description",
		"an escape \x1b[2J that clears screens": "bad_description",
		"not \xff text":                         "bad_description",
	} {
		h.Description = text
		if err := h.Check(fate.Standard()); refused(t, err) != want {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestCheckOneFault(t *testing.T) {
	abilities := fate.Standard()
	for name, c := range map[string]struct {
		spoil    func(*Hero)
		code     string
		sentence string
	}{
		"name":             {func(h *Hero) { h.Name = "" }, "bad_name", "A hero needs a name"},
		"score":            {func(h *Hero) { h.Scores["Reason"] = 11 }, "out_of_range", "Reason goes from 1 to 10"},
		"missing score":    {func(h *Hero) { delete(h.Scores, "Reason") }, "out_of_range", "Reason goes from 1 to 10"},
		"unknown score":    {func(h *Hero) { h.Scores["Reson"] = 5 }, "bad_sheet", `"Reson" is no ability here: did you mean Reason?`},
		"code":             {func(h *Hero) { h.Codes["Mind"] = "E" }, "bad_code", "The code of Mind is one of A, B, C, D, X"},
		"small code":       {func(h *Hero) { h.Codes["Mind"] = "a" }, "bad_code", "The code of Mind is one of A, B, C, D, X"},
		"missing code":     {func(h *Hero) { delete(h.Codes, "Mind") }, "bad_code", "The code of Mind is one of A, B, C, D, X"},
		"unknown code":     {func(h *Hero) { h.Codes["Mond"] = "A" }, "bad_sheet", `"Mond" is no Trait here: did you mean Mind?`},
		"Edge":             {func(h *Hero) { h.Edge = 10 }, "out_of_range", "Edge goes from 0 to 9"},
		"hand":             {func(h *Hero) { h.Hand = 13 }, "out_of_range", "The hand size goes from 1 to 12; 0 means Edge + 2"},
		"points":           {func(h *Hero) { h.Points = -1 }, "out_of_range", "Hero points go from 0 to 99"},
		"skill twice":      {func(h *Hero) { h.Skills = append(h.Skills, Skill{"BOXING", "Mind", Master}) }, "bad_skill", "The skill BOXING stands twice"},
		"skill's name":     {func(h *Hero) { h.Skills[0].Name = "" }, "bad_name", "A skill needs a name"},
		"skill's Trait":    {func(h *Hero) { h.Skills[0].Trait = "body" }, "bad_skill", `"body" is no Trait here: did you mean Body?`},
		"skill's degree":   {func(h *Hero) { h.Skills[0].Degree = "mastr" }, "bad_skill", `"mastr" is no degree: it is normal, master, world-class or trade`},
		"no degree":        {func(h *Hero) { h.Skills[0].Degree = "" }, "bad_skill", `"" is no degree: it is normal, master, world-class or trade`},
		"too many skills":  {func(h *Hero) { h.Skills = manySkills(MaxSkills + 1) }, "bad_skill", "A hero has at most 40 skills"},
		"skills of no end": {func(h *Hero) { h.Skills = make([]Skill, 100_000) }, "bad_skill", "A hero has at most 40 skills"},
	} {
		h := jack(t)
		c.spoil(&h)
		err := h.Check(abilities)
		if refused(t, err) != c.code || err.Error() != c.sentence {
			t.Errorf("%s: %q, %v", name, refused(t, err), err)
		}
	}
}

func manySkills(n int) []Skill {
	var skills []Skill
	for i := range n {
		skills = append(skills, Skill{fmt.Sprintf("Craft %d", i), "Body", Normal})
	}
	return skills
}

func TestCheckEverythingWrongAtOnce(t *testing.T) {
	h := Hero{
		Name:        "@here",
		Description: strings.Repeat("x", MaxDescription+1),
		Scores:      map[string]int{"Strength": 0, "Luck": 3, "Wit": 7},
		Codes:       map[string]Code{"Body": "Z", "Reflex": "A", "Mind": "B", "Soul": "A"},
		Edge:        -1,
		Hand:        99,
		Points:      100,
		Skills: []Skill{
			{"", "Body", Normal},
			{"Lore", "Soul", Normal},
			{"Riding", "Reflex", "best"},
			{"Boxing", "Body", Normal},
			{"boxing", "Body", Trade},
			{"Boxing", "Mind", Normal},
		},
	}
	abilities := []fate.Ability{{Name: "Strength", Trait: "Body"}, {Name: "Quickness", Trait: "Reflex"}, {Name: "Reason", Trait: "Mind", Mental: true}}
	want := []string{
		"The name of a hero has no @ in it",
		"A description has at most 1000 characters",
		"Strength goes from 1 to 10",
		"The code of Body is one of A, B, C, D, X",
		"Quickness goes from 1 to 10",
		"Reason goes from 1 to 10",
		`"Luck" is no ability here: choose one of Strength, Quickness, Reason`,
		`"Soul" is no Trait here: choose one of Body, Reflex, Mind`,
		"Edge goes from 0 to 9",
		"The hand size goes from 1 to 12; 0 means Edge + 2",
		"Hero points go from 0 to 99",
		"A skill needs a name",
		`"Soul" is no Trait here: choose one of Body, Reflex, Mind`,
		`"best" is no degree: it is normal, master, world-class or trade`,
		"The skill boxing stands twice",
		"The skill Boxing stands twice",
	}
	err := h.Check(abilities)
	if refused(t, err) != "bad_sheet" {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestLawChangesLeaveTheOldSheetAlone(t *testing.T) {
	abilities := fate.Standard()
	rapid.Check(t, func(t *rapid.T) {
		h := New("Jack", abilities)
		for range rapid.IntRange(0, 12).Draw(t, "changes") {
			old := clone(t, h)
			got, err := h, error(nil)
			switch n := rapid.IntRange(-2, 14).Draw(t, "number"); rapid.IntRange(0, 6).Draw(t, "change") {
			case 0:
				got, err = h.WithScore(rapid.SampledFrom(abilities).Draw(t, "ability").Name, n)
			case 1:
				got, err = h.WithCode(rapid.SampledFrom(abilities).Draw(t, "ability").Trait, rapid.SampledFrom([]string{"a", "D", "x", "E"}).Draw(t, "code"))
			case 2:
				got, err = h.WithEdge(n)
			case 3:
				got, err = h.WithHand(n)
			case 4:
				got, err = h.WithPoints(n)
			case 5:
				got, err = h.WithSkill(anySkill().Draw(t, "skill"), abilities)
			case 6:
				got, _ = h.WithoutSkill(anySkill().Draw(t, "skill").Name)
			}
			if diff := cmp.Diff(old, h); diff != "" {
				t.Fatalf("the old sheet changed:\n%s", diff)
			}
			if err != nil {
				if diff := cmp.Diff(h, got); diff != "" {
					t.Fatalf("%v, and yet:\n%s", err, diff)
				}
			}
			h = got
			if err := h.Check(abilities); err != nil {
				t.Fatalf("changes that were allowed give a sheet that is refused: %v", err)
			}
		}
		if diff := cmp.Diff(h, clone(t, h)); diff != "" { // what is stored comes back
			t.Fatal(diff)
		}
	})
}

func anySkill() *rapid.Generator[Skill] {
	return rapid.Custom(func(t *rapid.T) Skill {
		return Skill{
			Name:   rapid.SampledFrom([]string{"Boxing", "boxing", "Lore", "Smith", "@", ""}).Draw(t, "name"),
			Trait:  rapid.SampledFrom([]string{"Body", "mind", "Soul"}).Draw(t, "trait"),
			Degree: rapid.SampledFrom([]Degree{"", Normal, Master, WorldClass, Trade, "best"}).Draw(t, "degree"),
		}
	})
}

// clone is the sheet as it comes back from storage.
func clone(t rapid.TB, h Hero) Hero {
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	var back Hero
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func FuzzHeroCheck(f *testing.F) {
	for _, h := range []Hero{New("Jack", fate.Standard()), jack(f), {}} {
		text, err := json.Marshal(h)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"name":"@x","scores":{"":-1},"codes":{"Body":"a"},"edge":99,"skills":[{"name":"x"},{"name":"X","trait":"Body","degree":"trade"}]}`))
	abilities := fate.Standard()
	deck := fate.PlayingCards()
	f.Fuzz(func(t *testing.T, text []byte) {
		var h Hero
		if json.Unmarshal(text, &h) != nil {
			return
		}
		h.Gear = nil
		if err := h.Check(abilities); err != nil {
			if refused(t, err) == "" || len(err.Error()) > 8000 {
				t.Errorf("refused with %d bytes", len(err.Error()))
			}
			return
		}
		// A sheet that passes is whole: every score, code and skill can be played with.
		for _, a := range abilities {
			if h.Scores[a.Name] < MinScore || h.Scores[a.Name] > MaxScore || h.Codes[a.Trait].Training() == "" {
				t.Errorf("%s %d, code %q", a.Name, h.Scores[a.Name], h.Codes[a.Trait])
			}
		}
		if n := h.HandSize(); n < MinHand || n > MaxHand || h.Status(Wounds{}) != "up" {
			t.Errorf("hand size %d, status %s", n, h.Status(Wounds{}))
		}
		for _, s := range h.Skills {
			if got, ok := h.Skill(s.Name); !ok || got != s {
				t.Errorf("the skill %v is found as %v", s, got)
			}
			if (s.Degree == Normal) != (len(s.Wide(deck)) == 0) {
				t.Errorf("%v widens to %v", s, s.Wide(deck))
			}
		}
	})
}
