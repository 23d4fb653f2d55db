package hero

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
)

var nimble = Feature{Name: "Nimble", Effects: []Effect{
	{Ability: "Quickness", Bonus: 2, When: "dodging"}, {Ability: "Quickness", Bonus: 1}, {Skill: "Climbing", Trump: true},
}}

// R14.11, R1.8: numbers and trumps count by themselves where they fit.
func TestR1411EffectsThatAreData(t *testing.T) {
	h := New("Jack", fate.Standard())
	h.Advantages = []Feature{nimble}
	h.Race = Feature{Name: "Tall", Effects: []Effect{{Ability: "Quickness", Bonus: -1}, {Text: "Doors are low."}}}
	for _, test := range []struct {
		ability, skill string
		dodging        bool
		want           []fate.Modifier
		trump          bool
	}{
		{"Quickness", "", false, []fate.Modifier{{Name: "Tall", Value: -1}, {Name: "Nimble", Value: 1}}, false},
		{"Quickness", "", true, []fate.Modifier{{Name: "Tall", Value: -1}, {Name: "Nimble", Value: 3}}, false},
		{"Strength", "", true, nil, false},
		{"Strength", "climbing", false, nil, true},
	} {
		got, trump := h.Helped(test.ability, test.skill, func(f, when string) bool { return test.dodging && f == "Nimble" && when == "dodging" })
		if diff := cmp.Diff(test.want, got); diff != "" || trump != test.trump {
			t.Errorf("%s with %q: trump %v, %s", test.ability, test.skill, trump, diff)
		}
	}
}

// R14.7, R14.8: requirements.
func TestR147Requirements(t *testing.T) {
	h := New("Jack", fate.Standard())
	f := Feature{Name: "Guard", Needs: []Need{{Ability: "Strength", Min: 6}, {Trait: "Body", Code: "B"}, {Ability: "Cunning", Min: 9}, {Text: "An oath"}}}
	if diff := cmp.Diff([]string{"Strength 6", "code B in Body", "Cunning 9"}, h.Unmet(f)); diff != "" {
		t.Error(diff)
	}
	h.Scores["Strength"], h.Codes["Body"] = 6, "A"
	if diff := cmp.Diff([]string{"Cunning 9"}, h.Unmet(f)); diff != "" {
		t.Error(diff)
	}
	f.Needs = slices.Delete(f.Needs, 2, 3)
	if got := h.Unmet(f); got != nil {
		t.Errorf("unmet: %v", got)
	}
	f.Needs = []Need{{Trait: "Might", Code: "X"}}
	if diff := cmp.Diff([]string{"code X in Might"}, h.Unmet(f)); diff != "" {
		t.Error(diff)
	}
}

// R1.2a, R14.7: a feature of another family speaks of abilities and Traits that a deck does not have.
func TestR12aFeaturesOfAnotherFamily(t *testing.T) {
	super := fate.Superhero().Abilities
	for _, test := range []struct {
		f    Feature
		want []string
	}{
		{Feature{Name: "Human"}, nil},
		{Feature{Needs: []Need{{Ability: "Strength", Min: 5}, {Trait: "Body", Code: "C"}, {Text: "An oath"}}, Effects: []Effect{{Ability: "Agility", Bonus: 1}}}, nil},
		{Feature{Needs: []Need{{Ability: "Reason", Min: 5}, {Trait: "Might", Code: "C"}}}, []string{"Reason", "Might"}},
		{Feature{Needs: []Need{{Ability: "Quickness", Min: 6}}, Effects: []Effect{{Ability: "Quickness", Bonus: 1}, {Ability: "Charisma", Bonus: -1}}}, []string{"Quickness", "Charisma"}},
		{Feature{Effects: []Effect{{Skill: "Medicine", Trump: true}, {Bonus: 1}}}, nil},
	} {
		if diff := cmp.Diff(test.want, test.f.Foreign(super)); diff != "" {
			t.Errorf("%s: %s", test.f.Name, diff)
		}
	}
}

// R14.11: a situation is named by its words or a part of them, in any case.
func TestR1411WordsThatMeanASituation(t *testing.T) {
	for _, test := range []struct {
		words, situation string
		want             bool
	}{
		{"attacking", "attacking", true},
		{"When ATTACKING", "attacking", true},
		{"evading", "dodging or evading", true},
		{"dodging or evading", "dodging or evading", true},
		{"dodge", "dodging or evading", false},
		{"or", "dodging or evading", false},
		{"", "attacking", false},
		{"", "", false},
		{"dark", "in the dark", false},
	} {
		if got := Means(test.words, test.situation); got != test.want {
			t.Errorf("%q for %q: %v", test.words, test.situation, got)
		}
	}
}

func TestR1411CheckRefusesFeatures(t *testing.T) {
	if err := nimble.Check(); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]Feature{
		"no name":        {},
		"pings":          {Name: "@everyone"},
		"cost":           {Name: "A", Cost: 10},
		"many needs":     {Name: "A", Needs: make([]Need, 5)},
		"empty need":     {Name: "A", Needs: []Need{{}}},
		"score":          {Name: "A", Needs: []Need{{Ability: "Strength", Min: 11}}},
		"code":           {Name: "A", Needs: []Need{{Trait: "Body", Code: "E"}}},
		"two needs":      {Name: "A", Needs: []Need{{Ability: "Strength", Min: 3, Text: "x"}}},
		"min of nothing": {Name: "A", Needs: []Need{{Text: "x", Min: 3}}},
		"empty effect":   {Name: "A", Effects: []Effect{{Ability: "Strength"}}},
		"bonus":          {Name: "A", Effects: []Effect{{Bonus: 10}}},
		"both":           {Name: "A", Effects: []Effect{{Bonus: 1, Ability: "Strength", Skill: "Boxing"}}},
		"story when":     {Name: "A", Effects: []Effect{{Text: "x", When: "y"}}},
		"long":           {Name: "A", About: strings.Repeat("x", MaxAbout+1)},
		"two lines":      {Name: "A", Effects: []Effect{{Text: "a\nb"}}},
	} {
		if f.Check() == nil {
			t.Errorf("%s: taken", name)
		}
	}
	h := New("Jack", fate.Standard())
	h.Advantages = []Feature{nimble, nimble}
	if h.Check(fate.Standard()) == nil {
		t.Error("an Advantage twice is taken")
	}
}
