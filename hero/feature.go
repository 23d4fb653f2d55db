package hero

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
)

// Limits of features.
const (
	MaxFeatures = 12 // Advantages, Hindrances or labels of a hero
	MaxNeeds    = 4
	MaxEffects  = 4
	MaxBonus    = 9
	MaxCost     = 9
	MaxAbout    = 200
	MaxWhen     = 60
)

// Feature is a role, race, nature, demeanor, Advantage or Hindrance (R14.7 to R14.11). The narrator designs
// them; a sheet has copies of its own. The zero Feature is none.
type Feature struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	// Cost is in building points, from -MaxCost to MaxCost (R16.1). An Advantage that tells none costs 1.
	Cost    int      `json:"cost,omitempty"`
	Needs   []Need   `json:"needs,omitempty"`
	Effects []Effect `json:"effects,omitempty"`
}

// Need is something that a feature asks of a hero: an ability of at least Min, a Trait's code or a better one,
// or a matter of the story.
type Need struct {
	Ability string `json:"ability,omitempty"`
	Min     int    `json:"min,omitempty"`
	Trait   string `json:"trait,omitempty"`
	Code    Code   `json:"code,omitempty"`
	Text    string `json:"text,omitempty"`
}

// Effect is what a feature does: a bonus to actions, or a Trump bonus (R1.8), on an ability, with a skill or on
// all; or a matter of the story.
type Effect struct {
	Ability string `json:"ability,omitempty"`
	Skill   string `json:"skill,omitempty"`
	Bonus   int    `json:"bonus,omitempty"` // -MaxBonus to MaxBonus
	Trump   bool   `json:"trump,omitempty"`
	// When bounds the effect to a situation, such as "dodging"; "" is always.
	When string `json:"when,omitempty"`
	Text string `json:"text,omitempty"`
}

// Label is an archetype of another kind: a clan, a class, a faction (R14.10).
type Label struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Check refuses a feature whose words or numbers are out of range.
func (f Feature) Check() error {
	if err := CheckName("feature", f.Name); err != nil {
		return err
	}
	if err := checkLength(f.Name+": the description", f.About, MaxAbout); err != nil {
		return err
	}
	if f.Cost < -MaxCost || f.Cost > MaxCost || len(f.Needs) > MaxNeeds || len(f.Effects) > MaxEffects {
		return fate.Refuse("bad_feature", "%s: the cost goes from %d to %d, with at most %d needs and %d effects", f.Name, -MaxCost, MaxCost, MaxNeeds, MaxEffects)
	}
	for _, n := range f.Needs {
		if err := n.check(f.Name); err != nil {
			return err
		}
	}
	for _, e := range f.Effects {
		if err := e.check(f.Name); err != nil {
			return err
		}
	}
	return nil
}

func (n Need) check(of string) error {
	ability, trait, story := n.Ability != "", n.Trait != "", n.Text != ""
	switch {
	case ability && (n.Min < MinScore || n.Min > MaxScore):
		return fate.Refuse("bad_feature", "%s needs a score from %d to %d", of, MinScore, MaxScore)
	case trait && !slices.Contains(Codes(), n.Code):
		return fate.Refuse("bad_feature", "%s needs a code: A, B, C, D or X", of)
	case !ability && n.Min != 0 || !trait && n.Code != "" || ability == trait && ability || !ability && !trait && !story || story && (ability || trait):
		return fate.Refuse("bad_feature", "A need of %s is an ability with min, a trait with code, or a text", of)
	}
	return together([]error{checkShort(of, n.Ability), checkShort(of, n.Trait), checkLength(of+": a need", n.Text, MaxAbout)})
}

func (e Effect) check(of string) error {
	counts := e.Bonus != 0 || e.Trump
	switch {
	case e.Bonus < -MaxBonus || e.Bonus > MaxBonus:
		return fate.Refuse("bad_feature", "%s: a bonus goes from %d to %d", of, -MaxBonus, MaxBonus)
	case !counts && e.Text == "":
		return fate.Refuse("bad_feature", "An effect of %s has a bonus, a trump or a text", of)
	case e.Ability != "" && e.Skill != "":
		return fate.Refuse("bad_feature", "An effect of %s is on an ability or on a skill, not on both", of)
	case !counts && (e.Ability != "" || e.Skill != "" || e.When != ""):
		return fate.Refuse("bad_feature", "An effect of %s that is a text has no ability, skill or when", of)
	}
	return together([]error{checkShort(of, e.Ability), checkShort(of, e.Skill), checkLength(of+": when", e.When, MaxWhen), checkLength(of+": an effect", e.Text, MaxAbout)})
}

// checkShort refuses a name that is there and not good.
func checkShort(of, name string) error {
	if name == "" {
		return nil
	}
	return CheckName("thing that "+of+" names", name)
}

// checkLength refuses a text that is longer than most or hides something.
func checkLength(what, text string, most int) error {
	if len([]rune(text)) > most || strings.ContainsAny(text, "\n\t") {
		return fate.Refuse("bad_feature", "%s is one line of at most %d characters", what, most)
	}
	return checkText(text)
}

// String tells the need: "Perception 5", "code B in Mind".
func (n Need) String() string {
	switch {
	case n.Ability != "":
		return fmt.Sprintf("%s %d", n.Ability, n.Min)
	case n.Trait != "":
		return fmt.Sprintf("code %s in %s", n.Code, n.Trait)
	}
	return n.Text
}

// String tells the effect: "+2 Quickness when dodging", "trump with Tracking".
func (e Effect) String() string {
	var parts []string
	if e.Bonus != 0 {
		parts = append(parts, fmt.Sprintf("%+d", e.Bonus))
	}
	if e.Trump {
		parts = append(parts, "trump")
	}
	text := strings.Join(parts, " and ")
	switch {
	case e.Ability != "":
		text += " " + e.Ability
	case e.Skill != "":
		text += " with " + e.Skill
	}
	if e.When != "" {
		text += " when " + e.When
	}
	if e.Text != "" {
		if text != "" {
			text += ": "
		}
		text += e.Text
	}
	return text
}

// Unmet lists what a feature needs and the hero lacks; of the story the narrator judges. An ability or a Trait
// that the sheet does not have is lacking (R1.2a).
func (h Hero) Unmet(f Feature) []string {
	var unmet []string
	for _, n := range f.Needs {
		if n.Ability != "" && h.Scores[n.Ability] < n.Min || n.Trait != "" && (h.Codes[n.Trait] == "" || h.Codes[n.Trait].rank() < n.Code.rank()) {
			unmet = append(unmet, n.String())
		}
	}
	return unmet
}

// Foreign lists the abilities and Traits that a feature speaks of and that are not among these: the feature is
// made for another family of games (R1.2a).
func (f Feature) Foreign(abilities []fate.Ability) []string {
	var foreign []string
	note := func(name string, of func(fate.Ability) string) {
		here := func(a fate.Ability) bool { return of(a) == name }
		if name != "" && !slices.ContainsFunc(abilities, here) && !slices.Contains(foreign, name) {
			foreign = append(foreign, name)
		}
	}
	ability := func(a fate.Ability) string { return a.Name }
	for _, n := range f.Needs {
		note(n.Ability, ability)
		note(n.Trait, func(a fate.Ability) string { return a.Trait })
	}
	for _, e := range f.Effects {
		note(e.Ability, ability)
	}
	return foreign
}

// Situations lists the situations that a feature helps in, as its effects name them (R14.11).
func (f Feature) Situations() []string {
	var list []string
	for _, e := range f.Effects {
		if e.When != "" && !slices.Contains(list, e.When) {
			list = append(list, e.When)
		}
	}
	return list
}

// Means reports whether words of a user mean a situation of an effect, in any case: the whole of it or a part
// of "dodging or evading", with or without "when" (R14.11).
func Means(words, situation string) bool {
	words = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(words)), "when ")
	names := append(strings.Split(situation, " or "), situation)
	return words != "" && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), words) })
}

// Features lists all features of the sheet.
func (h Hero) Features() []Feature {
	list := slices.Concat([]Feature{h.Role, h.Race, h.Nature, h.Demeanor}, h.Advantages, h.Hindrances)
	return slices.DeleteFunc(list, func(f Feature) bool { return f.Name == "" })
}

// Helped is what the hero's features do to an action of an ability with a skill ("" is none): named modifiers,
// and whether a card from the hand is a trump by them (R1.8). now says which situations hold.
func (h Hero) Helped(ability, skill string, now func(feature, when string) bool) (parts []fate.Modifier, trump bool) {
	for _, f := range h.Features() {
		bonus := 0
		for _, e := range f.Effects {
			fits := (e.Ability == "" || strings.EqualFold(e.Ability, ability)) && (e.Skill == "" || strings.EqualFold(e.Skill, skill))
			if !fits || e.When != "" && !now(f.Name, e.When) {
				continue
			}
			bonus += e.Bonus
			trump = trump || e.Trump
		}
		if bonus != 0 {
			parts = append(parts, fate.Modifier{Name: f.Name, Value: bonus})
		}
	}
	return parts, trump
}

// checkFeatures lists what is wrong with the features of the sheet.
func (h Hero) checkFeatures() []error {
	var faults []error
	if len(h.Advantages) > MaxFeatures || len(h.Hindrances) > MaxFeatures || len(h.Labels) > MaxFeatures {
		return []error{fate.Refuse("bad_sheet", "A hero has at most %d Advantages, Hindrances and labels each", MaxFeatures)}
	}
	for _, f := range []Feature{h.Role, h.Race, h.Nature, h.Demeanor} {
		if f.Name != "" || f.About != "" || len(f.Needs)+len(f.Effects) > 0 || f.Cost != 0 {
			faults = append(faults, f.Check())
		}
	}
	for _, list := range [][]Feature{h.Advantages, h.Hindrances} {
		for i, f := range list {
			faults = append(faults, f.Check())
			if slices.ContainsFunc(list[:i], func(g Feature) bool { return strings.EqualFold(f.Name, g.Name) }) {
				faults = append(faults, fate.Refuse("bad_sheet", "%s stands twice", f.Name))
			}
		}
	}
	for _, l := range h.Labels {
		faults = append(faults, CheckName("label", l.Kind), CheckName("label", l.Name))
	}
	return faults
}
