package table

import (
	"maps"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
)

// Option is a reading of the rules that each game may choose.
type Option struct {
	Name    string
	Rule    string // its number
	Meaning string
	Values  []string // all that it may be; nothing else is taken
	Default string
}

// costs are what an improvement may cost.
var costs = []string{"1", "2", "3", "4", "5", "6", "8", "10"}

// own are the options of the table; those of fights are combat's.
var own = []Option{
	{"skills", "R14.3", "Which skills count: all of them, none (codes alone), trades only, or those with +4 only.", []string{"all", "none", "trade", "multiple"}, "all"},
	{"results", "R4.5", "A result stands at once and a hero point may amend it, or waits in a window until player and narrator pass.", []string{"at-once", "window"}, "at-once"},
	{"point_cap", "R11.3", "How many hero points a hero may spend in an adventure: no limit, as many as Edge, or a number.", []string{"none", "edge", "1", "2", "3", "4", "5", "6"}, "none"},
	{"duration_card", "R12.4", "Lasting effects are read from the narrator card's aura instead of a flip of their own.", []string{"no", "yes"}, "no"},
	{"karma_bank", "R14.1", "Karma played from a hand is kept for the narrator, who may make actions harder with it.", []string{"no", "yes"}, "no"},
	{"bank_floor_1", "R14.1", "Any action may be made harder by one banked card, even against a foe of Edge 0.", []string{"no", "yes"}, "no"},
	{"narrator_card", "R14.2", "A card lies before the narrator; its value makes every action of another suit harder.", []string{"no", "yes"}, "no"},
	{"build_points", "R16.1", "How many points building a hero begins with; each Hindrance gives one more, what is left over are hero points.", []string{"0", "1", "2", "3", "4", "5", "6", "8", "10"}, "3"},
	{"build_budget", "R16.2a", "What an ability's score may be on average when abilities are built by points; more is paid at cost_ability. Our own default.", []string{"4", "5", "6", "7"}, "5"},
	{"cost_ability", "R16.2", "Hero points for an ability's score to rise by 1. Our own default.", costs, "2"},
	{"cost_code", "R16.2", "Hero points for a code to become one better. Our own default.", costs, "3"},
	{"cost_skill", "R16.2", "Hero points for a new skill, or a better degree of one. Our own default.", costs, "2"},
	{"cost_edge", "R16.2", "Hero points for Edge to rise by 1. Our own default.", costs, "4"},
	{"cost_hand", "R16.2", "Hero points for a hand larger by 1 than Edge gives. Our own default.", costs, "4"},
	{"jokers", "R15.3", "How many Jokers each pack of the playing-card deck has, from the next /deck use on.", []string{"1", "2", "3", "4"}, "2"},
}

// Options lists every option, those of the table first.
func Options() []Option { return slices.Clone(every) }

var every = func() []Option {
	list := slices.Clone(own)
	for _, o := range combat.Options() {
		list = append(list, Option{o.Name, o.Rule, o.Meaning, o.Values, o.Default})
	}
	return list
}()

// OptionSet is an option that was changed; its default is not kept.
type OptionSet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func (OptionSet) kind() string { return "option_set" }
func (e OptionSet) apply(t *Table) {
	t.Options = maps.Clone(t.Options)
	if t.Options == nil {
		t.Options = map[string]string{}
	}
	t.Options[e.Name] = e.Value
	if o, ok := findOption(e.Name); ok && o.Default == e.Value {
		delete(t.Options, e.Name)
	}
}
func (e OptionSet) seenBy(Viewer) Event { return e }

func findOption(name string) (Option, bool) {
	i := slices.IndexFunc(every, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return Option{}, false
	}
	return every[i], true
}

// Option is the value of an option here.
func (t *Table) Option(name string) string {
	if v, ok := t.Options[name]; ok {
		return v
	}
	o, _ := findOption(name)
	return o.Default
}

// nearestOption is the option that has the word in its name, else the one that is written most like it; "" where none is
// like it.
func nearestOption(word string) string {
	var names []string
	for _, o := range Options() {
		if word != "" && strings.Contains(o.Name, strings.ToLower(word)) {
			return o.Name
		}
		names = append(names, o.Name)
	}
	return fate.Near(word, names)
}

// noOption refuses a name, with the option that is meant where one is like it.
func noOption(name string) error {
	if near := nearestOption(name); near != "" {
		return fate.Refuse("no_such_option", "There is no option %.40q; did you mean %s?", name, near)
	}
	return fate.Refuse("no_such_option", "There is no option %.40q; /game options lists them.", name)
}

// SetOption chooses a reading of the rules; what the reading before has left behind goes with it. Setting what is set
// already changes nothing. The error names the nearest option, or the values it takes.
func (t *Table) SetOption(name, value string) (Option, error) {
	o, ok := findOption(name)
	if !ok {
		return o, noOption(name)
	}
	value = strings.ToLower(strings.TrimSpace(value))
	if !slices.Contains(o.Values, value) {
		return o, fate.Refuse("bad_option", "The option %s is one of %s (%s).", o.Name, strings.Join(o.Values, ", "), o.Rule)
	}
	if value == t.Option(o.Name) {
		return o, nil
	}
	t.record(OptionSet{o.Name, value})
	t.tidyAfter(o.Name, value)
	return o, nil
}

// tidyAfter takes away what only the other reading of an option has a use for.
func (t *Table) tidyAfter(option, value string) {
	switch option + "=" + value {
	case "narrator_card=no": // R14.2
		t.DropNarratorCard()
	case "karma_bank=no": // R14.1
		t.dropHeld()
		t.move(t.Zones[Bank], Bank, Discard)
		if len(t.Raises) > 0 {
			t.record(RaisesSet{})
		}
	case "results=at-once": // R4.5
		for _, s := range t.Seats {
			if r := t.Results[s.ID]; r.Open {
				r.Open, r.Passed, r.NarratorPassed = false, false, false
				t.SetResult(s, r)
			}
		}
	}
}

// Rules are the settings for fights.
func (t *Table) Rules() combat.Rules {
	r := combat.Defaults()
	for _, o := range combat.Options() {
		if v, ok := t.Options[o.Name]; ok {
			r, _ = r.With(o.Name, v)
		}
	}
	return r
}
