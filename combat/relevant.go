package combat

import (
	"slices"
	"strings"

	"skald/hero"
)

// kinds tells which weapons belong to the kind that a skill names, where their names do not: word stems, kind
// first.
var kinds = map[string][]string{
	"sword":   {"sabr", "saber", "rapier", "scimitar", "cutla", "katana", "blad", "foil"},
	"blad":    {"sword", "sabr", "saber", "rapier", "scimitar", "cutla", "katana", "knif", "dagger", "dirk"},
	"fenc":    {"sword", "sabr", "saber", "rapier", "foil", "blad"},
	"knif":    {"dagger", "dirk", "stiletto", "blad"},
	"club":    {"mac", "cudgel", "hammer", "maul", "staff"},
	"spear":   {"lanc", "pik", "javelin", "halberd"},
	"archery": {"bow"},
	"pistol":  {"revolver"},
	"rifl":    {"carbin", "musket"},
	"gun":     {"pistol", "revolver", "rifl", "musket", "carbin"},
	"firearm": {"gun", "pistol", "revolver", "rifl", "musket", "carbin"},
}

// styles tells which style of weapon a word stem of a skill names (R5.2).
var styles = map[string]hero.Style{
	"mele": hero.Melee, "fight": hero.Melee, "brawl": hero.Melee,
	"missil": hero.Missile, "marksmanship": hero.Missile, "sharpshoot": hero.Missile,
	"thrown": hero.Thrown, "throw": hero.Thrown,
}

// stem is a word without its case and its ending, so that "Swords" and "sword", "Striking" and "strike" are the
// same.
func stem(word string) string {
	word = strings.TrimRight(strings.ToLower(word), "s")
	if cut := strings.TrimSuffix(word, "ing"); len(cut) > 2 {
		word = cut
	}
	if word = strings.TrimSuffix(word, "e"); word == "kniv" {
		return "knif"
	}
	return word
}

// attempt is what a foe's skill is measured against: an action, the abilities by which it counts, and the weapon
// of a foe that attacks.
type attempt struct {
	action, ability, trait string
	attacking              bool
	weapon                 *hero.Gear
}

// means reports whether a word of a skill's brackets, or its whole name, is the action or the ability. A bowman
// is no harder to shoot: an attack that does damage counts only where the foe makes it.
func (a *attempt) means(word string) bool {
	return same(word, a.action) && a.does() || same(word, a.ability) || same(word, a.trait)
}

func (a *attempt) does() bool { return a.attacking || !harmful(a.action) }

// named reports whether a skill without brackets is relevant by its name (R7.20).
func (a *attempt) named(name string) bool {
	if row, err := action(a.action); a.action != "" && err == nil && row.Skill != "" && same(row.Skill, name) {
		return true
	}
	bare := a.weapon != nil && a.action == Strike && a.weapon.Name == "unarmed"
	if bare && (same(name, "Martial Arts") || same(name, "Boxing")) { // R8.1, R8.3
		return true
	}
	for word := range strings.FieldsSeq(name) {
		word = stem(word)
		if word == stem(a.ability) || word == stem(a.trait) || a.action != "" && word == stem(a.action) && a.does() {
			return true
		}
		if a.weapon != nil && fitting(word, a.weapon) {
			return true
		}
	}
	return false
}

// fitting reports whether a word stem of a skill names a weapon: its name, its kind or its style.
func fitting(word string, w *hero.Gear) bool {
	if style, ok := styles[word]; ok {
		return styled(w.Style, style)
	}
	name, _, _ := strings.Cut(w.Name, " of ")
	noun := stem(name[strings.LastIndexByte(name, ' ')+1:])
	return noun != "" && (sort(noun, word) || slices.ContainsFunc(kinds[word], func(kind string) bool { return sort(noun, kind) }))
}

// sort reports whether a weapon's noun is the word, or ends in it: a crossbow is a bow.
func sort(noun, word string) bool { return len(word) > 1 && strings.HasSuffix(noun, word) }

// byWeapon reports whether the action is done with the weapon in hand.
func byWeapon(action string) bool {
	switch action {
	case Strike, Shoot, Fling, Cover, Disarm:
		return true
	}
	return false
}
