package fate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// R3.4.
func TestR34Levels(t *testing.T) {
	want := []Level{
		{"easy", 4},
		{"average", 8},
		{"challenging", 12},
		{"daunting", 16},
		{"desperate", 20},
		{"impossible", 24},
		{"legendary", 28},
	}
	if diff := cmp.Diff(want, Levels()); diff != "" {
		t.Error(diff)
	}
}

// R3.4a.
func TestR34aOneLevelIsFour(t *testing.T) {
	for _, c := range []struct{ rating, levels, want int }{
		{8, 0, 8},
		{8, 1, 12},
		{8, -1, 4},
		{4, -1, 0},
		{4, -2, 0},
		{13, -3, 1},
		{28, 2, 36},
	} {
		if got := Harder(c.rating, c.levels); got != c.want {
			t.Errorf("%d, %d levels harder: %d, want %d", c.rating, c.levels, got, c.want)
		}
	}
}

// R3.1, R3.7.
func TestR31R37Notation(t *testing.T) {
	for _, c := range []struct {
		text string
		want Notation
		back string
	}{
		{"average Strength", Notation{Rating: 8, Ability: "Strength"}, "average Strength"},
		{"average Strength (Quickness)", Notation{Rating: 8, Ability: "Strength", Opposed: true, Opposition: "Quickness"}, "average Strength (Quickness)"},
		{"average Endurance (Strength)", Notation{Rating: 8, Ability: "Endurance", Opposed: true, Opposition: "Strength"}, "average Endurance (Strength)"},
		{"average Strength (Quickness 6)", Notation{Rating: 8, Ability: "Strength", Opposed: true, Opposition: "Quickness", Scored: true, Resist: 6}, "average Strength (Quickness 6)"},
		{"average Strength (6)", Notation{Rating: 8, Ability: "Strength", Opposed: true, Scored: true, Resist: 6}, "average Strength (6)"},
		{"average Strength (0)", Notation{Rating: 8, Ability: "Strength", Opposed: true, Scored: true}, "average Strength (0)"},
		{"13 Reason", Notation{Rating: 13, Ability: "Reason"}, "13 Reason"},
		{"12 Reason", Notation{Rating: 12, Ability: "Reason"}, "challenging Reason"},
		{"0 Reason", Notation{Ability: "Reason"}, "0 Reason"},
		{"99 Reason (Willpower 99)", Notation{Rating: 99, Ability: "Reason", Opposed: true, Opposition: "Willpower", Scored: true, Resist: 99}, "99 Reason (Willpower 99)"},
		{"  CHALLENGING\tquickness(dexterity  7 ) ", Notation{Rating: 12, Ability: "Quickness", Opposed: true, Opposition: "Dexterity", Scored: true, Resist: 7}, "challenging Quickness (Dexterity 7)"},
	} {
		got, err := ParseNotation(c.text, Standard())
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q:\n%s", c.text, diff)
		}
		if got.String() != c.back {
			t.Errorf("%q is written as %q", c.text, got)
		}
	}
}

// R3.7.
func TestR37NotationRefused(t *testing.T) {
	for text, want := range map[string]string{
		"averge Strength":                     `"averge" is no difficulty: did you mean average?`,
		"impossibel Strength":                 `"impossibel" is no difficulty: did you mean impossible?`,
		"average Strenght":                    `"Strenght" is no ability here: did you mean Strength?`,
		"average edge":                        `"edge" is no ability here`,
		"average Strength (Quikness)":         `"Quikness" is no ability here: did you mean Quickness?`,
		"average Strength (chrisma 6)":        `"chrisma" is no ability here: did you mean Charisma?`,
		"":                                    "An action is written as difficulty and ability",
		"average":                             "An action is written as difficulty and ability",
		"average Strength Quickness":          "An action is written as difficulty and ability",
		"(Quickness)":                         "An action is written as difficulty and ability",
		"average Strength (":                  "The opposition stands in brackets",
		"average Strength (Quickness":         "The opposition stands in brackets",
		"average Strength (Quickness) now":    "The opposition stands in brackets",
		"average Strength ()":                 "In the brackets stands the opposition",
		"average Strength (Quickness 6 7)":    "In the brackets stands the opposition",
		"average Strength (Quickness Reason)": "In the brackets stands the opposition",
		"100 Strength":                        "A difficulty goes from 0 to 99",
		"-1 Strength":                         "A difficulty goes from 0 to 99",
		"average Strength (100)":              "An opposition goes from 0 to 99",
		"average Strength (Quickness -6)":     "An opposition goes from 0 to 99",
		"x\u202e\x00@everyone Strength":       `"x\u202e\x00@everyone" is no difficulty`,
	} {
		_, err := ParseNotation(text, Standard())
		if refused(t, err) != "bad_action" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// R3.7.
func TestR37LongNonsenseGetsAShortAnswer(t *testing.T) {
	for _, n := range []int{200, 10_000} {
		long := strings.Repeat("ß", n)
		for _, text := range []string{long, long + " Strength", "average " + long, "average Strength (" + long + ")"} {
			_, err := ParseNotation(text, Standard())
			if refused(t, err) != "bad_action" || len(err.Error()) > 260 {
				t.Errorf("%.30q: %v", text, err)
			}
		}
	}
}

// R3.6.
func TestR36Parts(t *testing.T) {
	for text, want := range map[string][]Modifier{
		"average Strength":               {{"average", 8}},
		"13 Strength":                    {{"difficulty", 13}},
		"average Strength (Quickness)":   {{"average", 8}}, // its score comes from whoever resists
		"average Strength (Quickness 6)": {{"average", 8}, {"Quickness", 6}},
		"average Strength (6)":           {{"average", 8}, {"opposition", 6}},
	} {
		n, err := ParseNotation(text, Standard())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, n.Parts()); diff != "" {
			t.Errorf("%s:\n%s", text, diff)
		}
	}
}

func TestNearestWord(t *testing.T) {
	names := []string{"easy", "average", "Märchen"}
	for word, want := range map[string]string{
		"esy": "easy", "AVERAG": "average", "averaage": "average", "avreage": "average", "Marchen": "Märchen", "": "easy",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q is nearest to %q, want %q", word, got, want)
		}
	}
	if got := Nearest("bat", []string{"rat", "cat"}); got != "rat" {
		t.Errorf("of two words that are as near the first is rat, not %q", got)
	}
	if got := Nearest("easy", nil); got != "" {
		t.Errorf("of no names the nearest is %q", got)
	}
}

func TestLawDistance(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abä")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		if (distance(a, b) == 0) != (a == b) || distance(a, b) != distance(b, a) || distance(a, c) > distance(a, b)+distance(b, c) {
			t.Fatalf("%q, %q, %q: %d, %d, %d", a, b, c, distance(a, b), distance(b, c), distance(a, c))
		}
		if distance(a, a+b) != len([]rune(b)) {
			t.Fatalf("from %q to %q: %d", a, a+b, distance(a, a+b))
		}
	})
}

func TestLawNotationReadsBack(t *testing.T) {
	abilities := Standard()
	rapid.Check(t, func(t *rapid.T) {
		n := Notation{
			Rating:  rapid.IntRange(0, MaxNumber).Draw(t, "rating"),
			Ability: rapid.SampledFrom(abilities).Draw(t, "ability").Name,
			Opposed: rapid.Bool().Draw(t, "opposed"),
		}
		if n.Opposed {
			if n.Scored = rapid.Bool().Draw(t, "scored"); n.Scored {
				n.Resist = rapid.IntRange(0, MaxNumber).Draw(t, "resist")
			}
			if !n.Scored || rapid.Bool().Draw(t, "named") {
				n.Opposition = rapid.SampledFrom(abilities).Draw(t, "opposition").Name
			}
		}
		if got, err := ParseNotation(n.String(), abilities); err != nil || got != n {
			t.Fatalf("%+v is written as %q and read as %+v, %v", n, n, got, err)
		}
	})
}

func FuzzParseNotation(f *testing.F) {
	for _, text := range []string{
		"average Strength", "challenging quickness (Dexterity 6)", "13 Reason (6)", "0 Charisma (0)",
		"average Strength (Quickness", "avrage Strenght ((", "-1 Reason", "99999999999999999999 Reason (+07)",
	} {
		f.Add(text)
	}
	abilities := Standard()
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNotation(text, abilities)
		if err != nil {
			refused(t, err)
			return
		}
		again, err := ParseNotation(n.String(), abilities)
		if err != nil || again != n {
			t.Errorf("%q is %+v, written as %q and read as %+v, %v", text, n, n, again, err)
		}
		if target := (Action{Against: n.Parts()}).Target(); target != n.Rating+n.Resist {
			t.Errorf("%q: %d must be reached", text, target)
		}
	})
}

// R3.7: a wrong word is refused with the nearest right one, and with what there is where none is near.
func TestMeant(t *testing.T) {
	names := []string{"box", "distract", "fling", "fling", "strike"}
	for word, want := range map[string]string{
		"boxing": "did you mean box?",
		"STR":    "did you mean strike?",
		"stryke": "did you mean strike?",
		"tactic": "choose one of box, distract, fling, strike",
		"":       "choose one of box, distract, fling, strike",
	} {
		if got := Meant(word, names); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
	if got := Meant("x", nil); got != "there is none" {
		t.Error(got)
	}
	if got := Meant("far", []string{"box"}); got != "there is only box" {
		t.Error(got)
	}
}
