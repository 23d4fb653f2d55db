package combat

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/fate"
	"skald/hero"
)

// The heroes and foes of the tests. Bren: Strength 6, Dexterity 6, Quickness 5, Endurance 5; sword 6, bow 6,
// knife 4. A guard: Body 5, Reflex 5, Mind 4, Spirit 4, Health 12; sword 6, armor 2.

var (
	sword = hero.Gear{Name: "sword", Use: hero.Weapon, Class: "M", Damage: 6, Harm: hero.Killing, Style: hero.Melee, Worn: true}
	bow   = hero.Gear{Name: "bow", Use: hero.Weapon, Class: "M", Damage: 6, Harm: hero.Killing, Style: hero.Missile, Worn: true}
	knife = hero.Gear{Name: "knife", Use: hero.Weapon, Class: "VL", Damage: 4, Harm: hero.Killing, Style: hero.Thrown, Worn: true}
)

func newHero(name string, change ...func(*hero.Hero)) hero.Hero {
	h := hero.New(name, fate.Standard())
	h.Scores["Strength"], h.Scores["Dexterity"] = 6, 6
	h.Gear = []hero.Gear{sword, bow, knife}
	for _, c := range change {
		c(&h)
	}
	return h
}

func score(ability string, v int) func(*hero.Hero) {
	return func(h *hero.Hero) { h.Scores[ability] = v }
}

func skilled(name, trait string) func(*hero.Hero) {
	return func(h *hero.Hero) {
		h.Skills = append(h.Skills, hero.Skill{Name: name, Trait: trait, Degree: hero.Normal})
	}
}

func carrying(items ...hero.Gear) func(*hero.Hero) {
	return func(h *hero.Hero) { h.Gear = items }
}

func guard(change ...func(*Sheet)) Sheet {
	sh := Sheet{
		Name: "Guard", Scores: map[string]int{"Body": 5, "Reflex": 5, "Mind": 4, "Spirit": 4}, Health: 12, Armor: 2,
		Weapon: hero.Gear{Name: "sabre", Use: hero.Weapon, Damage: 6, Harm: hero.Killing, Style: hero.Melee},
	}
	for _, c := range change {
		c(&sh)
	}
	return sh
}

func armed(w hero.Gear) func(*Sheet) { return func(sh *Sheet) { sh.Weapon = w } }

func scene(heroes ...hero.Hero) Scene {
	s := Scene{Rules: Defaults(), Deck: fate.PlayingCards()}
	for _, h := range heroes {
		s.Seats = append(s.Seats, Seat{Hero: h})
	}
	return s
}

// stage is a fight at Close-Combat of the scene's heroes against so many guards.
func stage(t testing.TB, s Scene, guards int, opening ...func(*Opening)) Fight {
	t.Helper()
	return against(t, s, guard(), guards, opening...)
}

func against(t testing.TB, s Scene, sh Sheet, count int, opening ...func(*Opening)) Fight {
	t.Helper()
	f, _, err := Fight{}.AddFoes(sh, count, s.Deck.Abilities)
	must(t, err)
	o := Opening{Range: CloseCombat}
	for _, seat := range s.Seats {
		o.Heroes = append(o.Heroes, seat.Hero.Name)
	}
	for _, change := range opening {
		change(&o)
	}
	f, err = f.Start(s, o)
	must(t, err)
	return f
}

func at(r Range) func(*Opening) { return func(o *Opening) { o.Range = r } }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused asserts that the rules say no, with this code, in a sentence of some length.
func refused(t testing.TB, err error, code string) {
	t.Helper()
	var r *fate.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("got %v, want the refusal %q", err, code)
	}
	if r.Code != code {
		t.Fatalf("refused as %q (%s), want %q", r.Code, r.Message, code)
	}
	if len(r.Message) < 12 || strings.Contains(r.Message, "%!") {
		t.Fatalf("%q is no sentence", r.Message)
	}
}

func cards(t testing.TB, text string) fate.Pile {
	t.Helper()
	var p fate.Pile
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "" {
			continue
		}
		c, err := fate.ParseCard(strings.TrimSpace(word))
		must(t, err)
		for slices.Contains(p, c) {
			c.Copy++
		}
		p = append(p, c)
	}
	return p
}

// play declares, plays the cards, and settles.
func play(t testing.TB, f Fight, s Scene, who string, d Declaration, played string) (Fight, Outcome) {
	t.Helper()
	p, err := f.Declare(s, who, d)
	must(t, err)
	a := p.Action
	a.Cards = cards(t, played)
	if p.Test != (played != "") {
		t.Fatalf("%s of %s: test %v, cards %q", d.Action, who, p.Test, played)
	}
	return settle(t, f, s, who, p.Declaration, a)
}

// settle settles and checks what holds for each call: the fight before is as it was, and the one after
// survives JSON.
func settle(t testing.TB, f Fight, s Scene, who string, d Declaration, a fate.Action) (Fight, Outcome) {
	t.Helper()
	before := toJSON(t, f)
	g, o, err := f.Settle(s, who, d, a)
	must(t, err)
	if toJSON(t, f) != before {
		t.Fatalf("Settle changed its receiver:\n%s\n%s", before, toJSON(t, f))
	}
	roundTrip(t, g)
	return g, o
}

func next(t testing.TB, f Fight, s Scene, force bool) (Fight, Turn) {
	t.Helper()
	before := toJSON(t, f)
	g, turn, err := f.Next(s, Tick{Force: force})
	must(t, err)
	if toJSON(t, f) != before {
		t.Fatalf("Next changed its receiver:\n%s\n%s", before, toJSON(t, f))
	}
	roundTrip(t, g)
	return g, turn
}

func foeDoes(t testing.TB, f Fight, s Scene, a Assault) (Fight, Reaction) {
	t.Helper()
	before := toJSON(t, f)
	g, r, err := f.FoeDoes(s, a)
	must(t, err)
	if toJSON(t, f) != before {
		t.Fatal("FoeDoes changed its receiver")
	}
	roundTrip(t, g)
	return g, r
}

func toJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	must(t, err)
	return string(b)
}

func roundTrip(t testing.TB, f Fight) {
	t.Helper()
	var g Fight
	must(t, json.Unmarshal([]byte(toJSON(t, f)), &g))
	if !reflect.DeepEqual(f, g) {
		t.Fatalf("JSON gives another fight:\n%s", cmp.Diff(f, g))
	}
}

func foeOf(t testing.TB, f Fight, name string) Foe {
	t.Helper()
	o, _, err := f.Foe(name)
	must(t, err)
	return o
}

func statusOf(t testing.TB, f Fight, name string) FoeStatus {
	t.Helper()
	o, sh, err := f.Foe(name)
	must(t, err)
	return o.Status(sh)
}

// states lists what somebody bears, as the tracker writes it.
func states(f Fight, s Scene, who string) string {
	var list []string
	for _, k := range f.Conditions(s) {
		if k.Who == who {
			list = append(list, k.String())
		}
	}
	return strings.Join(list, ", ")
}

func part(parts []fate.Modifier, name string) int {
	for _, m := range parts {
		if m.Name == name {
			return m.Value
		}
	}
	return 0
}

func dues(f Fight, s Scene) string {
	var list []string
	for _, d := range f.Due(s) {
		list = append(list, d.String())
	}
	return strings.Join(list, "; ")
}

func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func auras(signs string) []fate.Aura {
	var list []fate.Aura
	for _, sign := range signs {
		list = append(list, fate.Aura(sign))
	}
	return list
}
