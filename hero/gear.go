package hero

import (
	"slices"
	"strings"

	"skald/fate"
)

// Harm is the kind of wounds that damage makes (R6.3, R6.3c).
type Harm string

// The two kinds of harm.
const (
	Stunning Harm = "stunning"
	Killing  Harm = "killing"
)

// Harms lists the kinds of harm.
func Harms() []Harm { return []Harm{Stunning, Killing} }

// Style is how a weapon is used: in the hand, shot, or thrown (R5.2).
type Style string

// The styles of weapons.
const (
	Melee   Style = "melee"
	Missile Style = "missile"
	Thrown  Style = "thrown"
)

// Styles lists the styles of weapons.
func Styles() []Style { return []Style{Melee, Missile, Thrown} }

// Use is what an item is for.
type Use string

// The uses of gear. Sundry is anything without numbers of its own.
const (
	Weapon Use = "weapon"
	Armor  Use = "armor"
	Shield Use = "shield"
	Sundry Use = "sundry"
)

// Uses lists the uses of gear.
func Uses() []Use { return []Use{Weapon, Armor, Shield, Sundry} }

// Limits of an item of gear.
const (
	MaxRating = 99
	MaxGear   = 40
)

// Gear is one item that a hero carries or a foe fights with (R5.1, R6.3, R13.1). A weapon has damage, harm
// and style; armor and shields a defense. The zero Gear is no item.
type Gear struct {
	Name  string `json:"name"`
	Use   Use    `json:"use"`
	Class Class  `json:"class,omitempty"` // "" asks for no code
	// Damage is the weapon's damage rating, 0 to MaxRating.
	Damage int   `json:"damage,omitempty"`
	Harm   Harm  `json:"type,omitempty"`
	Style  Style `json:"style,omitempty"`
	// Range names the farthest range at which the weapon works, such as "far-missile"; "" leaves it to
	// the style (R5.3).
	Range string `json:"range,omitempty"`
	// Defense is what armor or a shield takes from damage while worn, 0 to MaxRating (R6.3d).
	Defense int `json:"defense,omitempty"`
	// Personal tells that the weapon can be used at the Personal range (R5.3d), Artillery that it is a very
	// large missile weapon, Guided that it can be aimed at the Visual range (R5.3).
	Personal  bool `json:"personal,omitempty"`
	Artillery bool `json:"artillery,omitempty"`
	Guided    bool `json:"guided,omitempty"`
	// Worn tells that the item is wielded or worn, not only carried.
	Worn bool `json:"worn,omitempty"`
	// Allowed tells that the narrator lets its bearer use it although the code is too low (R5.1).
	Allowed bool `json:"allowed,omitempty"`
}

// Check refuses an item whose words or numbers are out of range.
func (g Gear) Check() error {
	if err := CheckName("piece of gear", g.Name); err != nil {
		return err
	}
	switch {
	case !slices.Contains(Uses(), g.Use):
		return fate.Refuse("bad_gear", "%s must be a weapon, armor, a shield or sundry, not %q", g.Name, g.Use)
	case g.Class != "" && !slices.Contains(Classes(), g.Class):
		return fate.Refuse("bad_gear", "The class of %s is one of VL, L, M, H, VH", g.Name)
	case g.Damage < 0 || g.Damage > MaxRating || g.Defense < 0 || g.Defense > MaxRating:
		return fate.Refuse("bad_gear", "The ratings of %s go from 0 to %d", g.Name, MaxRating)
	case g.Use != Weapon:
		return nil
	case !slices.Contains(Styles(), g.Style):
		return fate.Refuse("bad_gear", "The style of %s is melee, missile or thrown", g.Name)
	case !slices.Contains(Harms(), g.Harm):
		return fate.Refuse("bad_gear", "The damage of %s is stunning or killing", g.Name)
	}
	return nil
}

// Trait names the Trait whose code the item asks for: Body for melee weapons and armor, Reflex for missile and
// thrown weapons and shields, "" for the rest (R13).
func (g Gear) Trait() string {
	switch {
	case g.Use == Weapon && g.Style == Melee, g.Use == Armor:
		return "Body"
	case g.Use == Weapon, g.Use == Shield:
		return "Reflex"
	}
	return ""
}

// Trained reports whether the hero's code is enough for the item's class (R5.1, R13). A sheet that does not
// have the Trait, in a game with other Traits, is trained in everything.
func (h *Hero) Trained(g Gear) bool {
	code, known := h.Codes[g.Trait()]
	return !known || code.Allows(g.Class)
}

// Untrained says in a sentence what the item asks for and the hero's code does not give; "" where it
// gives it (R5.1a).
func (h Hero) Untrained(g Gear) string {
	if h.Trained(g) {
		return ""
	}
	return g.Name + " is of class " + string(g.Class) + ", more than " + h.Name + "'s " + g.Trait() + " code " +
		string(h.Codes[g.Trait()]) + " allows (R5.1)"
}

// Unable says in a sentence what the code of an ability's Trait leaves of powers: of psychic ones for Mind, of magic for
// Spirit; "" where it gives some, or the Trait gives none to anybody (R13).
func (h Hero) Unable(trait string) string {
	kind := map[string]string{"Mind": "psychic powers", "Spirit": "magic"}[trait]
	left := map[Code]string{"D": "gives no", "X": "leaves only diminished"}[h.Codes[trait]]
	if kind == "" || left == "" {
		return ""
	}
	return h.Name + "'s " + trait + " code " + string(h.Codes[trait]) + " " + left + " " + kind + " (R13)"
}

// Item finds an item of the hero's gear by its name, in any case.
func (h Hero) Item(name string) (Gear, bool) {
	i := slices.IndexFunc(h.Gear, func(g Gear) bool { return strings.EqualFold(g.Name, name) })
	if i < 0 {
		return Gear{}, false
	}
	return h.Gear[i], true
}

// WithGear is the sheet with an item added, or changed where it has one of that name. The error says what
// is wrong with the item, or that the hero carries too much.
func (h Hero) WithGear(g Gear) (Hero, error) {
	if err := g.Check(); err != nil {
		return h, err
	}
	i := slices.IndexFunc(h.Gear, func(old Gear) bool { return strings.EqualFold(old.Name, g.Name) })
	switch {
	case i >= 0:
		h.Gear = slices.Clone(h.Gear)
		h.Gear[i] = g
	case len(h.Gear) >= MaxGear:
		return h, fate.Refuse("too_much_gear", "%s carries %d items already; put one away first", h.Name, MaxGear)
	default:
		h.Gear = append(slices.Clone(h.Gear), g)
	}
	return h, nil
}

// checkGear lists what is wrong with the gear of the sheet.
func (h Hero) checkGear() []error {
	var faults []error
	if len(h.Gear) > MaxGear {
		faults = append(faults, fate.Refuse("too_much_gear", "A hero carries at most %d items", MaxGear))
	}
	for i, g := range h.Gear {
		faults = append(faults, g.Check())
		if _, again := (Hero{Gear: h.Gear[:i]}).Item(g.Name); again {
			faults = append(faults, fate.Refuse("bad_gear", "The item %s stands twice", g.Name))
		}
	}
	return faults
}

// WithoutGear is the sheet without an item; false where it does not have it.
func (h Hero) WithoutGear(name string) (Hero, bool) {
	kept := slices.DeleteFunc(slices.Clone(h.Gear), func(g Gear) bool { return strings.EqualFold(g.Name, name) })
	found := len(kept) < len(h.Gear)
	if len(kept) == 0 {
		kept = nil
	}
	h.Gear = kept
	return h, found
}

// Defenses lists what the worn armor and shields take from damage, by name (R6.3d).
func (h *Hero) Defenses() []fate.Modifier {
	var parts []fate.Modifier
	for i := range h.Gear {
		if g := &h.Gear[i]; g.Worn && g.Defense != 0 && (g.Use == Armor || g.Use == Shield) {
			parts = append(parts, fate.Modifier{Name: g.Name, Value: g.Defense})
		}
	}
	return parts
}
