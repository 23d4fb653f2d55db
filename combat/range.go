package combat

import (
	"strings"

	"skald/fate"
	"skald/hero"
)

// Range is how far a hero and a foe are from each other (R5.3): a greater one is closer. The zero Range is
// none.
type Range int

// The ranges, the farthest first.
const (
	BeyondVisual Range = iota + 1
	Visual
	Artillery
	FarMissile
	NearMissile
	CloseCombat
	Personal
)

// rangeFacts tells of each range what can be said over it (R5.3).
var rangeFacts = []struct{ name, text, talk string }{
	BeyondVisual: {"Beyond-Visual", "beyond-visual", "nothing"},
	Visual:       {"Visual", "visual", "nothing without aid"},
	Artillery:    {"Artillery", "artillery", "nothing without aid"},
	FarMissile:   {"Far-Missile", "far-missile", "shouts"},
	NearMissile:  {"Near-Missile", "near-missile", "plain talk"},
	CloseCombat:  {"Close-Combat", "close-combat", "plain talk and whispers"},
	Personal:     {"Personal", "personal", "whispers that nobody else hears"},
}

// Distances lists the ranges, the farthest first.
func Distances() []Range {
	return []Range{BeyondVisual, Visual, Artillery, FarMissile, NearMissile, CloseCombat, Personal}
}

// Known reports whether it is one of the seven ranges.
func (r Range) Known() bool { return r >= BeyondVisual && r <= Personal }

// String is the range as it is spoken of: "Near-Missile".
func (r Range) String() string {
	if !r.Known() {
		return ""
	}
	return rangeFacts[r].name
}

// Talk says what can be said and heard over the range (R5.3).
func (r Range) Talk() string {
	if !r.Known() {
		return ""
	}
	return rangeFacts[r].talk
}

// MarshalText writes "near-missile", nothing for the zero Range.
func (r Range) MarshalText() ([]byte, error) {
	if !r.Known() {
		return nil, nil
	}
	return []byte(rangeFacts[r].text), nil
}

// UnmarshalText reads what MarshalText wrote.
func (r *Range) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = 0
		return nil
	}
	got, err := ParseRange(string(text))
	if err == nil {
		*r = got
	}
	return err
}

// ParseRange reads a range's name or how it begins, in any case, with hyphens or spaces. The error names the
// nearest.
func ParseRange(text string) (Range, error) {
	plain := strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }), "-"))
	var names []string
	var begins []Range
	for _, r := range Distances() {
		if plain == rangeFacts[r].text {
			return r, nil
		}
		if plain != "" && strings.HasPrefix(rangeFacts[r].text, plain) {
			begins = append(begins, r)
		}
		names = append(names, rangeFacts[r].text)
	}
	if len(begins) == 1 {
		return begins[0], nil
	}
	return 0, fate.Refuse("no_such_range", "%.40q is no range: %s (R5.3)", text, fate.Meant(plain, names))
}

// Terrain is a kind of place, with the range at which foes are usually first met there (R5.3).
type Terrain struct {
	Name  string
	Range Range
}

// Terrains lists the places of the rules, those of the farthest range first.
func Terrains() []Terrain {
	var list []Terrain
	for _, place := range []struct {
		at    Range
		names []string
	}{
		{Visual, []string{"desert", "ocean", "lake", "sky", "space"}},
		{Artillery, []string{"freeway", "large river", "rooftops", "rolling hills", "savannah"}},
		{FarMissile, []string{"light forest", "small river", "rocky hills", "road"}},
		{NearMissile, []string{"arena", "city streets", "forest", "mountains", "swamp"}},
		{CloseCombat, []string{"around a corner", "indoors", "subway", "underground", "thick forest"}},
	} {
		for _, name := range place.names {
			list = append(list, Terrain{name, place.at})
		}
	}
	return list
}

// ParseTerrain finds a place by its name, in any case. The error names the nearest.
func ParseTerrain(text string) (Terrain, error) {
	text = strings.Join(strings.Fields(text), " ")
	var names []string
	for _, t := range Terrains() {
		if same(t.Name, text) {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Terrain{}, fate.Refuse("no_such_terrain", "The rules have no first range for %.40q: %s (R5.3)", text, fate.Meant(text, names))
}

// Distance sets a hero and a foe at a range of their own (R5.3e). Without a hero it is for all heroes,
// without a foe for all foes; of several that apply, the last one stands.
type Distance struct {
	Hero  string `json:"hero,omitempty"`
	Foe   string `json:"foe,omitempty"`
	Range Range  `json:"range"`
}

// Between is the range between a hero and a foe (R5.3e). Without a hero it is the foe's to all whom no entry of
// their own sets apart: what a list of foes shows.
func (f Fight) Between(hero, foe string) Range { return f.between(hero, foe) }

func (f *Fight) between(hero, foe string) Range {
	for i := len(f.Ranges) - 1; i >= 0; i-- {
		d := &f.Ranges[i]
		if (d.Hero == "" || d.Hero == hero) && (d.Foe == "" || d.Foe == foe) {
			return d.Range
		}
	}
	return f.Range
}

// setRange puts a hero and a foe at a range; "" stands for all of them.
func (f *Fight) setRange(hero, foe string, r Range) {
	if hero == "" && foe == "" {
		f.Range, f.Ranges = r, nil
		return
	}
	f.Ranges = without(f.Ranges, func(d Distance) bool {
		return (hero == "" || d.Hero == hero) && (foe == "" || d.Foe == foe)
	})
	if f.between(hero, foe) != r || len(f.Ranges) > 0 {
		f.Ranges = with(f.Ranges, Distance{hero, foe, r})
	}
}

// SetRange has the narrator put a hero and a foe at a range; without a hero, the foe and all heroes;
// without a foe, the hero and all foes. Before a fight any hero at the table has a range. A cover whose weapon does not
// carry that far ends (R7.3a).
func (f Fight) SetRange(s Scene, hero, foe string, r Range) (Fight, []Note, error) {
	if !r.Known() {
		return f, nil, fate.Refuse("no_such_range", "Which range? It is one of the seven, such as close-combat (R5.3)")
	}
	var err error
	if foe != "" {
		if foe, err = f.foeName(foe); err != nil {
			return f, nil, err
		}
	}
	switch {
	case hero == "":
	case f.Stage == Fighting:
		if hero, err = f.heroName(hero); err != nil {
			return f, nil, err
		}
	default:
		seat, err := s.named(hero)
		if err != nil {
			return f, nil, err
		}
		hero = seat.Hero.Name
	}
	c := change{Fight: f, s: s}
	c.setRange(hero, foe, r)
	c.checkCovers()
	return c.Fight, c.notes, nil
}

// obstacle is why a weapon cannot be used at a range.
type obstacle int

const (
	none obstacle = iota
	tooFar
	tooClose
	mustAim
)

// farthest is the farthest range at which a weapon works: its own, or what its style gives (R5.3).
func farthest(w *hero.Gear) Range {
	if w.Range != "" {
		if r, err := ParseRange(w.Range); err == nil {
			return r
		}
	}
	switch {
	case w.Artillery:
		return Artillery
	case w.Style == hero.Missile:
		return FarMissile
	case w.Style == hero.Thrown:
		return NearMissile
	}
	return CloseCombat
}

// hindered tells what keeps a weapon from being used at a range: it does not reach, it is useless at the
// Personal range unless made for it (R5.3d), or it must be aimed first beyond Near-Missile (R5.3b).
func hindered(w *hero.Gear, r Range, aimed bool) obstacle {
	switch {
	case r < farthest(w):
		return tooFar
	case r == Personal && !w.Personal:
		return tooClose
	case r < NearMissile && !aimed:
		return mustAim
	}
	return none
}

// levels is by how many levels a weapon is harder to use at a range (R5.3c).
func (r Rules) levels(w *hero.Gear, at Range) int {
	if w.Artillery && at >= NearMissile {
		return r.NearArtillery
	}
	return 0
}

// aimable refuses an aim where the range forbids it: at Close-Combat and closer, and where the target is
// only seen unless the weapon is guided (R5.3).
func aimable(r Range, guided bool) error {
	switch {
	case r >= CloseCombat:
		return fate.Refuse("no_aim", "Aiming is impossible at %s: attack at once, or get away first (R5.3)", r)
	case r == BeyondVisual:
		return fate.Refuse("no_aim", "At Beyond-Visual there is nothing to be seen, so nothing to aim at (R5.3)")
	case r == Visual && !guided:
		return fate.Refuse("no_aim", "At Visual range only a guided weapon can be aimed (R5.3)")
	}
	return nil
}

// step is the next range, closer or farther; the last one again at either end.
func (r Range) step(closer bool) Range {
	if closer {
		return min(r+1, Personal)
	}
	return max(r-1, BeyondVisual)
}
