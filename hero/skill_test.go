package hero

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
)

// R3.8, R14.4, R14.5, R14.6.
func TestR38R145BonusOfASkill(t *testing.T) {
	for degree, want := range map[Degree]int{Normal: 4, Master: 4, WorldClass: 4, Trade: 0} { // R14.6, R14.4
		if got := (Skill{"Riding", "Reflex", degree}).Bonus(); got != want {
			t.Errorf("%s: +%d, want +%d", degree, got, want)
		}
	}
}

// R14.4, R14.5, R14.6.
func TestR144R146SuitsThatASkillMakesTrump(t *testing.T) {
	d := fate.PlayingCards()
	physical, mental := []fate.Suit{"Body", "Reflex"}, []fate.Suit{"Mind", "Spirit"}
	all := []fate.Suit{"Body", "Reflex", "Mind", "Spirit"}
	for _, c := range []struct {
		rule   string
		degree Degree
		trait  string
		want   []fate.Suit
	}{
		{"R14.5", Normal, "Body", nil},
		{"R14.6", Master, "Body", physical},
		{"R14.6", Master, "Reflex", physical},
		{"R14.6", Master, "Mind", mental},
		{"R14.6", Master, "Spirit", mental},
		{"R14.6", Master, "Soul", nil},
		{"R14.6", WorldClass, "Body", all},
		{"R14.6", WorldClass, "Spirit", all},
		{"R14.4", Trade, "Mind", all},
	} {
		if diff := cmp.Diff(c.want, (Skill{"Lore", c.trait, c.degree}).Wide(d)); diff != "" {
			t.Errorf("%s: %s of %s:\n%s", c.rule, c.degree, c.trait, diff)
		}
	}
}

// R4.3d: what a skill widens is the card from the hand; flips go by the action's own suit.
func TestR43dSkillWidensTheHandCardOnly(t *testing.T) {
	d := fate.PlayingCards()
	for _, c := range []struct {
		degree Degree
		card   fate.Suit
		trump  bool
	}{
		{Normal, "Body", false},
		{Master, "Body", true},
		{Master, "Mind", false},
		{WorldClass, "Mind", true},
		{WorldClass, "Karma", false},
		{Trade, "Spirit", true},
		{Trade, "Karma", false},
	} {
		s := Skill{"Riding", "Reflex", c.degree}
		a := fate.Action{Trumps: d.Trumps("Quickness"), Wide: s.Wide(d), Cards: fate.Pile{{Suit: c.card, Value: 5}}}
		if a.Flipping() != c.trump {
			t.Errorf("%s with a card of %s: flips %v", c.degree, c.card, a.Flipping())
		}
		a.Flips = fate.Pile{{Suit: c.card, Value: 4}}
		if a.Flipping() {
			t.Errorf("%s: a flipped card of %s goes on", c.degree, c.card)
		}
	}
}

// R14.3.
func TestR143HeroWithoutSkillsIsWhole(t *testing.T) {
	h := New("Jack", fate.Standard())
	if err := h.Check(fate.Standard()); err != nil || len(h.Skills) != 0 {
		t.Errorf("%v, %v", h.Skills, err)
	}
}

// R14.5, R16.2a.
func TestR145SkillsByCodeAndR162aNoBudget(t *testing.T) {
	total := 0
	h := New("Jack", fate.Standard())
	for trait, code := range map[string]string{"Body": "A", "Reflex": "B", "Mind": "D", "Spirit": "X"} {
		var err error
		if h, err = h.WithCode(trait, code); err != nil {
			t.Fatal(err)
		}
		total += h.Codes[trait].Skills()
	}
	if total != 4+3+1+0 {
		t.Errorf("A, B, D and X give %d skills", total)
	}
	// The number is advice for building: a sheet may have more.
	h.Skills = manySkills(MaxSkills)
	if err := h.Check(fate.Standard()); err != nil {
		t.Error(err)
	}
}

// R14.6.
func TestR146SheetNotation(t *testing.T) {
	var got []string
	for _, s := range jack(t).Skills {
		got = append(got, s.String())
	}
	if diff := cmp.Diff("Boxing, (Riding), __Lore__, Smith (trade)", strings.Join(got, ", ")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Degree{Normal, Master, WorldClass, Trade}, Degrees()); diff != "" {
		t.Error(diff)
	}
}

func TestWithSkill(t *testing.T) {
	abilities := fate.Standard()
	h := jack(t)
	// Another degree for a skill that is there keeps its place; no degree is normal, a Trait in any case.
	h, err := h.WithSkill(Skill{Name: "RIDING", Trait: "spirit"}, abilities)
	if err != nil {
		t.Fatal(err)
	}
	want := []Skill{
		{"Boxing", "Body", Normal},
		{"RIDING", "Spirit", Normal},
		{"Lore", "Mind", WorldClass},
		{"Smith", "Body", Trade},
	}
	if diff := cmp.Diff(want, h.Skills); diff != "" {
		t.Error(diff)
	}
	if s, ok := h.Skill("riding"); !ok || s != want[1] {
		t.Errorf("riding is %v, %v", s, ok)
	}
	if s, ok := h.Skill("Sailing"); ok {
		t.Errorf("Sailing is %v", s)
	}
}

func TestWithSkillRefused(t *testing.T) {
	abilities := fate.Standard()
	h := jack(t)
	for want, s := range map[string]Skill{
		"A skill needs a name":                                            {"", "Body", Normal},
		"The name of a skill has no @ in it":                              {"@here", "Body", Normal},
		"The name of a skill has at most 32 characters":                   {strings.Repeat("x", 10_000), "Body", Normal},
		`"Sprit" is no Trait here: did you mean Spirit?`:                  {"Lore", "Sprit", Normal},
		`"best" is no degree: it is normal, master, world-class or trade`: {"Lore", "Mind", "best"},
	} {
		got, err := h.WithSkill(s, abilities)
		if refused(t, err) == "" || err.Error() != want {
			t.Errorf("%.40v: %v", s, err)
		}
		if diff := cmp.Diff(h, got); diff != "" {
			t.Error(diff)
		}
	}
	h.Skills = manySkills(MaxSkills)
	_, err := h.WithSkill(Skill{"Lore", "Mind", Normal}, abilities)
	if refused(t, err) != "bad_skill" || err.Error() != "Jack has 40 skills already; take one away first" {
		t.Errorf("a 41st skill: %v", err)
	}
	if got, err := h.WithSkill(Skill{"craft 3", "Mind", Master}, abilities); err != nil || len(got.Skills) != MaxSkills {
		t.Errorf("a change among 40 skills: %d, %v", len(got.Skills), err)
	}
}

func TestWithoutSkill(t *testing.T) {
	h := jack(t)
	if got, ok := h.WithoutSkill("Sailing"); ok || len(got.Skills) != 4 {
		t.Errorf("without Sailing: %v, %v", got.Skills, ok)
	}
	for _, name := range []string{"boxing", "Riding", "LORE", "Smith"} {
		var ok bool
		if h, ok = h.WithoutSkill(name); !ok {
			t.Errorf("%s is not there", name)
		}
	}
	// A sheet that lost its last skill is the sheet that never had one.
	if diff := cmp.Diff(New("Jack", fate.Standard()), h); diff != "" {
		t.Error(diff)
	}
}
