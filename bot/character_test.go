package bot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
	"skald/hero"
)

// R14.7 to R14.11: all that a sheet has goes out and comes back the same.
func TestR147ASheetWithCharacterGoesOutAndComesBack(t *testing.T) {
	l := generalLists()
	h := hero.New("Jack", fate.Standard())
	h.Role, h.Race, h.Nature, h.Demeanor = l.Roles[0], l.Races[1], l.Natures[0], l.Demeanors[0]
	h.Labels = []hero.Label{{Kind: "Clan", Name: "Heron"}}
	h.Advantages, h.Hindrances = l.Advantages[:2], l.Hindrances
	h.Hindrances = h.Hindrances[:11]
	h.Gear = l.Gear[:3]
	h.Aside = hero.Aside{Scores: map[string]int{"Brawn": 7}, Codes: map[string]hero.Code{"Might": "B"}, Skills: []hero.Skill{{Name: "Sailing", Trait: "Might", Degree: hero.Master}}}
	d := fate.PlayingCards()
	data, err := writeSheet(h, d)
	if err != nil {
		t.Fatal(err)
	}
	back, err := readSheet(data, d)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if diff := cmp.Diff(h, back); diff != "" {
		t.Error(diff)
	}
}

// R14.11: "when dodging" holds while the hero dodges.
func TestR1411DoingAnAction(t *testing.T) {
	for _, test := range []struct {
		when, action string
		want         bool
	}{
		{"dodging", "dodge", true},
		{"being careful and dodging", "dodge", true},
		{"attacking", "attack", true},
		{"swimming", "swim", true},
		{"at sea", "dodge", false},
		{"dodging", "", false},
	} {
		if got := doing(test.when, test.action); got != test.want {
			t.Errorf("%q while %q: %v", test.when, test.action, got)
		}
	}
}
