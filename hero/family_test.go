package hero

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
)

// R1.2a, R16.2a: a hero goes to a game of another family and comes back as it was.
func TestR12aAHeroFitsAnotherFamily(t *testing.T) {
	h := New("Jack", fate.Standard())
	h.Scores["Strength"], h.Scores["Charisma"] = 8, 3
	h.Codes["Body"] = "A"
	h.Skills = []Skill{{"Boxing", "Body", Normal}}
	abilities := []fate.Ability{{Name: "Strength", Trait: "Might"}, {Name: "Cunning", Trait: "Wit", Mental: true}}
	if h.Fits(abilities) || !h.Fits(fate.Standard()) {
		t.Error("Fits is wrong")
	}
	got := h.Fitted(abilities)
	if err := got.Check(abilities); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(map[string]int{"Strength": 8, "Cunning": 5}, got.Scores); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]Code{"Might": "C", "Wit": "C"}, got.Codes); diff != "" {
		t.Error(diff)
	}
	if len(got.Skills) != 0 || len(got.Aside.Skills) != 1 || got.Aside.Scores["Charisma"] != 3 {
		t.Errorf("aside: %+v", got.Aside)
	}
	back := got.Fitted(fate.Standard())
	if back.Aside.Scores["Cunning"] != 5 || back.Aside.Codes["Wit"] != "C" {
		t.Errorf("aside: %+v", back.Aside)
	}
	back.Aside = Aside{}
	if diff := cmp.Diff(h, back); diff != "" {
		t.Error(diff)
	}
}
