package combat

import (
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Foe is one character of the other side, an Extra of a group among them: what has befallen it (R6.5).
type Foe struct {
	Name   string `json:"name"`
	Sheet  string `json:"sheet"` // the name of its sheet in Fight.Sheets
	Wounds int    `json:"wounds,omitempty"`
	Dead   bool   `json:"dead,omitempty"`
	Joined int    `json:"joined,omitempty"` // the exchange in which it came
	Fell   int    `json:"fell,omitempty"`   // the last number given to anything when it fell unconscious (R6.5b)
	Spent  int    `json:"spent,omitempty"`  // the exchange that it gave up to lead or to analyze (R8.2, R8.4)
	// Taken are the items that somebody has taken from it (R7.10, R9.6).
	Taken []string `json:"taken,omitempty"`
}

// FoeStatus is how a foe fares.
type FoeStatus string

// How foes fare (R6.5, R6.5a).
const (
	Up   FoeStatus = "up"
	Hurt FoeStatus = "hurt"
	Down FoeStatus = "down" // unconscious: its wounds have reached its Health
	Dead FoeStatus = "dead"
)

// Status is how the foe fares by its sheet.
func (o Foe) Status(sh Sheet) FoeStatus { return o.status(&sh) }

func (o *Foe) status(sh *Sheet) FoeStatus {
	switch {
	case o.Dead:
		return Dead
	case o.Wounds >= sh.Health:
		return Down
	case o.Wounds > 0:
		return Hurt
	}
	return Up
}

// Foe finds a foe by its name, in any case, with its sheet. The error names the nearest.
func (f Fight) Foe(name string) (Foe, Sheet, error) {
	name, err := f.foeName(name)
	if err != nil {
		return Foe{}, Sheet{}, err
	}
	o := &f.Foes[f.foe(name)]
	return *o, *f.sheet(o), nil
}

// foe is the index of a foe by its exact name, -1 of none.
func (f *Fight) foe(name string) int {
	for i := range f.Foes {
		if identical(f.Foes[i].Name, name) {
			return i
		}
	}
	return -1
}

// sheet is the sheet of a foe.
func (f *Fight) sheet(o *Foe) *Sheet {
	for i := range f.Sheets {
		if f.Sheets[i].Name == o.Sheet {
			return &f.Sheets[i]
		}
	}
	return &Sheet{Name: o.Sheet, Health: 1}
}

// foeName is a foe's exact name for what a user wrote.
func (f *Fight) foeName(name string) (string, error) {
	if f.foe(name) >= 0 {
		return name, nil
	}
	name = strings.Join(strings.Fields(name), " ")
	for i := range f.Foes {
		if same(f.Foes[i].Name, name) {
			return f.Foes[i].Name, nil
		}
	}
	if name == "" {
		return "", fate.Refuse("no_such_foe", "Which foe? There are %s", f.foeList())
	}
	if len(f.Foes) == 0 {
		return "", fate.Refuse("no_such_foe", "There is no foe here yet")
	}
	return "", fate.Refuse("no_such_foe", "There is no foe %.40q here: %s", name, fate.Meant(name, f.foeNames()))
}

func (f *Fight) foeList() string {
	if len(f.Foes) == 0 {
		return "none yet"
	}
	return listed(f.foeNames(), 10)
}

func (f *Fight) foeNames() []string {
	names := make([]string, len(f.Foes))
	for i := range f.Foes {
		names[i] = f.Foes[i].Name
	}
	return names
}

// Group lists the foes that a name means: one, or all that share the sheet of that name. The error names the
// nearest.
func (f Fight) Group(name string) ([]string, error) {
	one, err := f.foeName(name)
	if err == nil {
		return []string{one}, nil
	}
	var names []string
	for _, o := range f.Foes {
		if same(o.Sheet, strings.Join(strings.Fields(name), " ")) {
			names = append(names, o.Name)
		}
	}
	if names == nil {
		return nil, err
	}
	return names, nil
}

// AddFoes brings foes of one sheet into the fight, or lets them stand ready for it: one by its name, several
// with numbers, "Guard 1" and so on, counting on from those there are (R10.1). It tells their names.
func (f Fight) AddFoes(sh Sheet, count int, abilities []fate.Ability) (Fight, []string, error) {
	if err := sh.Check(abilities); err != nil {
		return f, nil, err
	}
	if count < 1 || len(f.Foes)+count > MaxFoes {
		return f, nil, fate.Refuse("too_many_foes", "A fight has at most %d foes, and %d are there", MaxFoes, len(f.Foes))
	}
	for _, old := range f.Sheets {
		switch {
		case !same(old.Name, sh.Name):
		case !old.equal(&sh):
			return f, nil, fate.Refuse("name_taken", "%s is the name of a foe with other numbers: take another name, or change that one", old.Name)
		default:
			sh.Name = old.Name
		}
	}
	numbered := count > 1 || f.named(sh.Name)
	if !numbered && f.taken(sh.Name) {
		return f, nil, fate.Refuse("name_taken", "Somebody here is called %s already: take another name", sh.Name)
	}
	f.Sheets = with(without(f.Sheets, func(old Sheet) bool { return old.Name == sh.Name }), sh)
	var names []string
	for n := 1; len(names) < count; n++ {
		name := sh.Name
		if numbered {
			name += " " + strconv.Itoa(n)
		}
		if !f.taken(name) {
			names = append(names, name)
			f.Foes = with(f.Foes, Foe{Name: name, Sheet: sh.Name, Joined: f.Exchange})
		}
	}
	return f, names, nil
}

// named reports whether foes share a sheet of the name.
func (f *Fight) named(name string) bool {
	return slices.ContainsFunc(f.Foes, func(o Foe) bool { return same(o.Sheet, name) })
}

// taken reports whether a fighter has the name.
func (f *Fight) taken(name string) bool {
	return slices.ContainsFunc(f.Foes, func(o Foe) bool { return same(o.Name, name) }) ||
		slices.ContainsFunc(f.Heroes, func(h Fighter) bool { return same(h.Name, name) })
}

// Reshape gives a foe, or a whole group by the name of its sheet, another sheet. One of a group gets a sheet
// of its own. The sheet's name does not count; names of foes stay.
func (f Fight) Reshape(name string, sh Sheet, abilities []fate.Ability) (Fight, error) {
	names, err := f.Group(name)
	if err != nil {
		return f, err
	}
	was := f.Foes[f.foe(names[0])].Sheet
	sh.Name = was
	if len(names) == 1 && f.shared(was) > 1 {
		sh.Name = names[0]
	}
	if err := sh.Check(abilities); err != nil {
		return f, err
	}
	f.Foes = slices.Clone(f.Foes)
	for _, one := range names {
		f.Foes[f.foe(one)].Sheet = sh.Name
	}
	f.Sheets = with(without(f.Sheets, func(old Sheet) bool { return old.Name == sh.Name }), sh)
	return f, nil
}

// shared counts the foes that have a sheet.
func (f *Fight) shared(sheet string) int {
	n := 0
	for i := range f.Foes {
		if f.Foes[i].Sheet == sheet {
			n++
		}
	}
	return n
}

// RemoveFoes takes a foe, or a whole group by the name of its sheet, out of the fight, with all that hangs
// on it. It tells the names.
func (f Fight) RemoveFoes(name string) (Fight, []string, error) {
	names, err := f.Group(name)
	if err != nil {
		return f, nil, err
	}
	for _, one := range names {
		sheet := f.Foes[f.foe(one)].Sheet
		f.forget(one)
		f.Gone = each(f.Gone, func(a *Absence) { a.without(one) })
		f.Foes = without(f.Foes, func(o Foe) bool { return o.Name == one })
		f.Blows = without(f.Blows, func(b *Blow) bool { return b.On == one })
		f.Questions = without(f.Questions, func(q Question) bool { return q.Foe == one })
		if f.shared(sheet) == 0 {
			f.Sheets = without(f.Sheets, func(sh Sheet) bool { return sh.Name == sheet })
		}
	}
	return f, names, nil
}

// WoundFoe has the narrator give a foe wounds, or with a negative number take some away. It tells the change
// of status, as Next would.
func (f Fight) WoundFoe(s Scene, name string, wounds int, harm hero.Harm) (Fight, []Note, error) {
	name, err := f.foeName(name)
	if err != nil {
		return f, nil, err
	}
	if wounds == 0 || wounds > MaxHealth || wounds < -MaxHealth {
		return f, nil, fate.Refuse("out_of_range", "How many wounds? A number up to %d, negative to take some away", MaxHealth)
	}
	c := change{Fight: f, s: s}
	c.Foes = slices.Clone(c.Foes)
	o := &c.Foes[c.foe(name)]
	if wounds < 0 {
		o.Wounds = max(0, o.Wounds+wounds)
		o.Dead, o.Fell = false, 0
		return c.Fight, nil, nil
	}
	before := o.status(c.sheet(o))
	c.woundFoe(o, before, wounds, harm)
	c.settleFoe(o, before == Down || before == Dead)
	c.tidy()
	return c.Fight, c.notes, nil
}

// opposition adds to parts what a foe puts against an action: its score in the ability, its skill where one
// helps (R7.20), and what leaders and tacticians add. On is the hero whom it attacks, "" where it resists.
func (f *Fight) opposition(parts []fate.Modifier, s *Scene, o *Foe, ability, action, on string) []fate.Modifier {
	sh, ability := f.sheet(o), s.ability(ability)
	parts = append(parts, fate.Modifier{Name: ability, Value: s.foeScore(sh, ability)})
	if enraged := on != "" && f.is(Enraged, o.Name, on); len(sh.Skills) > 0 && !enraged { // R8.5
		a := attempt{action: action, ability: ability, trait: s.trait(ability), attacking: on != ""}
		if on != "" && byWeapon(action) {
			w := f.wielded(s, o)
			a.weapon = &w
		}
		if k := sh.skill(&a); k != nil {
			parts = append(parts, fate.Modifier{Name: k.Name, Value: hero.SkillBonus})
		}
	}
	return append(parts, f.boonParts(s, o.Name)...)
}

// Opposition is what a foe puts against an action that it resists with an ability: for actions outside the
// table of combat actions (R3.6, R7.20).
func (f Fight) Opposition(s Scene, foe, ability string) ([]fate.Modifier, error) {
	foe, err := f.foeName(foe)
	if err != nil {
		return nil, err
	}
	return f.opposition(nil, &s, &f.Foes[f.foe(foe)], ability, "", ""), nil
}
