package hero

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"skald/fate"
)

var (
	sword  = Gear{Name: "sword", Use: Weapon, Class: "M", Damage: 6, Harm: Killing, Style: Melee, Worn: true}
	plate  = Gear{Name: "plate", Use: Armor, Class: "H", Defense: 4, Worn: true}
	shield = Gear{Name: "shield", Use: Shield, Class: "L", Defense: 1}
)

// R13, R13.1: Body allows melee weapons and armor, Reflex missile and thrown weapons and shields, by class.
func TestR131GearByCode(t *testing.T) {
	for _, c := range []struct {
		gear  Gear
		trait string
	}{
		{sword, "Body"},
		{plate, "Body"},
		{shield, "Reflex"},
		{Gear{Name: "bow", Use: Weapon, Style: Missile}, "Reflex"},
		{Gear{Name: "dart", Use: Weapon, Style: Thrown}, "Reflex"},
		{Gear{Name: "rope", Use: Sundry}, ""},
	} {
		if got := c.gear.Trait(); got != c.trait {
			t.Errorf("%s asks for %q, want %q", c.gear.Name, got, c.trait)
		}
	}
	h := New("Jack", fate.Standard())
	for code, want := range map[Code]string{"A": "VL L M H VH", "B": "VL L M H", "C": "VL L M", "D": "VL L", "X": "VL"} {
		got := ""
		for _, class := range Classes() {
			h.Codes = map[string]Code{"Body": code, "Reflex": "A"}
			g := sword
			g.Class = class
			if !h.Trained(g) {
				continue
			}
			if got != "" {
				got += " "
			}
			got += string(class)
		}
		if got != want {
			t.Errorf("code %s allows %s, want %s", code, got, want)
		}
	}
	h.Codes = map[string]Code{"Body": "C"}
	want := "plate is of class H, more than Jack's Body code C allows (R5.1)"
	if got := h.Untrained(plate); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if h.Untrained(sword) != "" || !h.Trained(shield) || !h.Trained(Gear{Name: "rope"}) {
		t.Error("what asks for nothing, or for a Trait that the sheet has not, is allowed")
	}
}

// R6.3d: armor and shields count while they are worn.
func TestR63dDefenses(t *testing.T) {
	h := Hero{Gear: []Gear{sword, plate, shield}}
	want := []fate.Modifier{{Name: "plate", Value: 4}}
	if d := cmp.Diff(want, h.Defenses()); d != "" {
		t.Error(d)
	}
	worn := shield
	worn.Worn = true
	h, err := h.WithGear(worn)
	if err != nil {
		t.Fatal(err)
	}
	if got := fate.Sum(h.Defenses()); got != 5 {
		t.Errorf("with the shield %d, want 5", got)
	}
}

func TestWithGear(t *testing.T) {
	h := New("Jack", fate.Standard())
	g, err := h.WithGear(sword)
	if err != nil {
		t.Fatal(err)
	}
	better := sword
	better.Name, better.Damage = "Sword", 7
	g2, err := g.WithGear(better)
	if err != nil || len(g2.Gear) != 1 || g2.Gear[0].Damage != 7 || g.Gear[0].Damage != 6 || len(h.Gear) != 0 {
		t.Errorf("changed: %v, %+v, before %+v", err, g2.Gear, g.Gear)
	}
	if item, ok := g.Item("SWORD"); !ok || item != sword {
		t.Errorf("found %+v", item)
	}
	g3, found := g.WithoutGear("sword")
	if !found || g3.Gear != nil || len(g.Gear) != 1 {
		t.Errorf("put away: %+v", g3.Gear)
	}
	if _, found := g3.WithoutGear("sword"); found {
		t.Error("put away twice")
	}
	if err := g.Check(fate.Standard()); err != nil {
		t.Error(err)
	}
	for range MaxGear {
		g.Gear = append(g.Gear, sword)
	}
	if g.Check(fate.Standard()) == nil {
		t.Error("a sheet with too much gear, and all of it the same, is sound")
	}
	if _, err := g.WithGear(plate); err == nil {
		t.Error("an item more than a hero carries is taken")
	}
	b, err := json.Marshal(g2)
	var back Hero
	if err != nil || json.Unmarshal(b, &back) != nil || !cmp.Equal(back, g2) {
		t.Errorf("JSON gives %+v", back.Gear)
	}
}

func TestGearCheck(t *testing.T) {
	for name, change := range map[string]func(*Gear){
		"bad_name": func(g *Gear) { g.Name = "@here" },
		"use":      func(g *Gear) { g.Use = "toy" },
		"class":    func(g *Gear) { g.Class = "XL" },
		"damage":   func(g *Gear) { g.Damage = 100 },
		"defense":  func(g *Gear) { g.Defense = -1 },
		"style":    func(g *Gear) { g.Style = "" },
		"harm":     func(g *Gear) { g.Harm = "cold" },
	} {
		g := sword
		change(&g)
		var r *fate.Refusal
		if err := g.Check(); !errors.As(err, &r) || r.Code != "bad_gear" && r.Code != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, g := range []Gear{sword, plate, shield, {Name: "rope", Use: Sundry}} {
		if err := g.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The list that ships: sound, no name twice, with weapons of every style, armor and shields in every class, and
// the ratings that go with the classes.
func TestGearListThatShips(t *testing.T) {
	data, err := os.ReadFile("../bot/data/gear.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var raw []map[string]any
	if err := yaml.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	var list []Gear
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	ratings := map[Class]int{"VL": 2, "L": 4, "M": 6, "H": 8, "VH": 10}
	armor := map[Class]int{"VL": 1, "L": 2, "M": 3, "H": 4, "VH": 5}
	kinds := map[string]int{}
	names := map[string]bool{}
	for _, g := range list {
		if err := g.Check(); err != nil {
			t.Error(err)
		}
		if names[g.Name] {
			t.Errorf("%s stands twice", g.Name)
		}
		names[g.Name] = true
		kinds[string(g.Use)+string(g.Style)+string(g.Class)]++
		switch {
		case g.Use == Weapon && g.Damage != ratings[g.Class]:
			t.Errorf("%s of class %s has damage %d", g.Name, g.Class, g.Damage)
		case g.Use == Armor && g.Defense != armor[g.Class]:
			t.Errorf("%s of class %s has defense %d", g.Name, g.Class, g.Defense)
		case g.Use == Shield && (g.Defense < 1 || g.Defense > 3):
			t.Errorf("%s has defense %d", g.Name, g.Defense)
		}
	}
	for _, kind := range []string{"weaponmelee", "weaponmissile", "weaponthrown", "armor", "shield"} {
		for _, class := range Classes() {
			if kinds[kind+string(class)] == 0 {
				t.Errorf("there is no %s of class %s", kind, class)
			}
		}
	}
}

// R13: code D gives no psychic powers and no magic, X leaves diminished ones; better codes give some, and Body and Reflex
// give none to anybody.
func TestR13UnableIsSaidOfMindAndSpirit(t *testing.T) {
	h := New("Bren", fate.Standard())
	for _, one := range []struct {
		trait string
		code  Code
		want  string
	}{
		{"Spirit", "D", "Bren's Spirit code D gives no magic (R13)"},
		{"Spirit", "X", "Bren's Spirit code X leaves only diminished magic (R13)"},
		{"Mind", "D", "Bren's Mind code D gives no psychic powers (R13)"},
		{"Mind", "C", ""},
		{"Spirit", "A", ""},
		{"Body", "X", ""},
		{"Reflex", "D", ""},
		{"Luck", "X", ""},
	} {
		h.Codes[one.trait] = one.code
		if got := h.Unable(one.trait); got != one.want {
			t.Errorf("%s %s: %q, want %q", one.trait, one.code, got, one.want)
		}
	}
}
