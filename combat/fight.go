package combat

import (
	"cmp"
	"slices"
	"strings"

	"skald/fate"
)

// Stage is whether there is a fight.
type Stage string

// The stages. In Peace foes may stand ready and heroes be wounded, as by traps; After is when the wounded are
// looked after.
const (
	Peace    Stage = ""
	Fighting Stage = "fighting"
	After    Stage = "after"
)

// Fight is a fight, or the foes and wounds that are there without one. The zero Fight is Peace. No method
// changes its receiver, nothing reachable from it is changed in place.
type Fight struct {
	Stage    Stage `json:"stage,omitempty"`
	Number   int   `json:"number,omitempty"`   // of the fights of this table, from 1
	Exchange int   `json:"exchange,omitempty"` // from 1 (R6.0)
	// Surprise is the side that took the other unawares: it alone attacks in the first exchange (R6.1).
	Surprise Side       `json:"surprise,omitempty"`
	Range    Range      `json:"range,omitempty"`  // of all whom no entry in Ranges sets apart (R5.3e)
	Ranges   []Distance `json:"ranges,omitempty"` // of several that apply the last stands
	// Heroes are in the order that breaks ties of initiative (R6.2a).
	Heroes []Fighter `json:"heroes,omitempty"`
	Sheets []Sheet   `json:"sheets,omitempty"`
	Foes   []Foe     `json:"foes,omitempty"`

	Lasting []Condition `json:"lasting,omitempty"`
	// Lists of pointers: what they point to is never changed.
	Incoming  []*Incoming `json:"incoming,omitempty"`  // the foes' attacks of this exchange
	Deeds     []*Deed     `json:"deeds,omitempty"`     // what heroes did in this exchange; never changed in place
	Blows     []*Blow     `json:"blows,omitempty"`     // dealt, not yet assessed (R6.2b)
	Pending   []Wound     `json:"pending,omitempty"`   // wounds that heroes have to pay for (R6.6)
	Questions []Question  `json:"questions,omitempty"` // for the narrator (R6.5b)

	// Helped are the heroes who tried first aid, Aided those to whom it was given, Recovered those who had
	// their heroic recovery, all since the fight began (R9.2a, R9.3a).
	Helped    []string `json:"helped,omitempty"`
	Aided     []string `json:"aided,omitempty"`
	Recovered []string `json:"recovered,omitempty"`

	// Gone are the heroes who have left in this exchange, with what they come back to if they do so before it ends.
	Gone []Absence `json:"gone,omitempty"`

	Count int `json:"count,omitempty"` // the last number given to anything in it
}

// Fighter is a hero in a fight.
type Fighter struct {
	Name     string `json:"name"`
	Modifier int    `json:"modifier,omitempty"` // of the initiative (R6.2)
	Joined   int    `json:"joined,omitempty"`   // the exchange of entering
	Acted    bool   `json:"acted,omitempty"`    // has had the attack action of this exchange
	// Defended counts the counteractions of this exchange.
	Defended int `json:"defended,omitempty"`
	// Open has given up the defense of this exchange, by a second punch (R8.1).
	Open bool `json:"open,omitempty"`
}

// Opening is how a fight begins.
type Opening struct {
	// Range between the sides; where it is 0, the Terrain's, and without one Close-Combat (R5.3).
	Range   Range
	Terrain string
	// Surprise is the side that takes the other unawares (R6.1).
	Surprise Side
	// Heroes are those in the fight, in the order that breaks ties of initiative: the players' choice, or
	// shuffled (R6.2a).
	Heroes []string
	// Tacticians are the heroes who have studied what is to come (R8.4).
	Tacticians []string
}

// Start begins a fight with the foes that stand ready; what is left of an earlier one is forgotten, except
// wounds to be paid and effects that last. Ranges that the narrator has set stay, unless the opening has one. The
// error says why it cannot begin.
func (f Fight) Start(s Scene, o Opening) (Fight, error) {
	if f.Stage == Fighting {
		return f, fate.Refuse("fight_on", "A fight is going on already, in exchange %d: end it first", f.Exchange)
	}
	at, err := o.first()
	if err != nil {
		return f, err
	}
	if err := s.worksOut(); err != nil {
		return f, err
	}
	if len(f.Foes) > 0 && !slices.ContainsFunc(f.Foes, func(o Foe) bool { return f.stands(&o) }) {
		return f, fate.Refuse("foes_down", "Every foe is down or dead: heal one or bring another in, and then begin (R6.9)")
	}
	if o.Surprise != Nobody && o.Surprise != Heroes && o.Surprise != Foes {
		return f, fate.Refuse("bad_surprise", "Surprise is by the heroes, by the foes, or by none (R6.1)")
	}
	g := Fight{
		Stage: Fighting, Number: f.Number + 1, Exchange: 1, Surprise: o.Surprise, Range: at, Sheets: f.Sheets, Foes: slices.Clone(f.Foes),
		Pending: f.Pending, Count: f.Count, Lasting: without(f.Lasting, func(k Condition) bool { return k.State != Effect }),
	}
	if !o.placed() {
		g.Ranges = f.Ranges
		if f.Range.Known() {
			g.Range = f.Range
		}
	}
	for i := range g.Foes {
		g.Foes[i].Joined, g.Foes[i].Spent = 1, 0
	}
	for _, name := range o.Heroes {
		if g, err = g.Join(s, name); err != nil {
			return f, err
		}
	}
	if len(g.Heroes) == 0 {
		return f, fate.Refuse("no_heroes", "A fight needs at least one hero")
	}
	if !slices.ContainsFunc(g.Heroes, func(h Fighter) bool { return g.up(&s, h.Name) }) {
		return f, fate.Refuse("no_heroes", "Every hero is down: one must be up again before a fight begins (R6.9)")
	}
	for _, name := range o.Tacticians {
		if name, err = g.heroName(name); err != nil {
			return f, err
		}
		if _, skilled := s.seat(name).Hero.Skill("Tactics"); !skilled {
			return f, needsSkill(name, Analyze, "Tactics", "R8.4")
		}
		g.Lasting = with(g.Lasting, Condition{State: Analyzed, Who: name})
	}
	return g, nil
}

// placed reports whether the opening says where the sides are.
func (o Opening) placed() bool { return o.Range.Known() || o.Terrain != "" }

// first is the range at which a fight begins.
func (o Opening) first() (Range, error) {
	switch {
	case o.Range.Known():
		return o.Range, nil
	case o.Terrain == "":
		return CloseCombat, nil
	}
	t, err := ParseTerrain(o.Terrain)
	return t.Range, err
}

// Join brings a hero into the fight, from the exchange that is under way (R8.4). Who has left in this exchange comes
// back as having done in it what was done (R6.0).
func (f Fight) Join(s Scene, name string) (Fight, error) {
	if f.Stage != Fighting {
		return f, noFight()
	}
	seat, err := s.named(name)
	if err != nil {
		return f, err
	}
	name = seat.Hero.Name
	switch {
	case f.hero(name) >= 0:
		return f, fate.Refuse("in_fight", "%s is in the fight already", name)
	case f.taken(name):
		return f, fate.Refuse("name_taken", "A foe in this fight has the name %s: rename one of them first", name)
	case len(f.Heroes) >= MaxHeroes:
		return f, fate.Refuse("too_many_heroes", "A fight has at most %d heroes", MaxHeroes)
	}
	f.Heroes = with(f.Heroes, Fighter{Name: name, Joined: f.Exchange})
	f.comeBack(name)
	return f, nil
}

// Leave takes a hero out of the fight: attacks on the hero and holds end, wounds to be paid stay, and so does what
// the hero has lost, found out or led (R7.5, R8.2, R8.4). The range to each foe stays until the exchange ends.
func (f Fight) Leave(name string) (Fight, error) {
	name, err := f.heroName(name)
	if err != nil {
		return f, err
	}
	left, ranges := without(f.Lasting, func(k Condition) bool { return k.Who != name || !k.outlasts() }), f.Ranges
	if f.Stage == Fighting {
		f.Gone = with(f.Gone, f.absence(name))
		f.apart(name)
		ranges = f.Ranges
	}
	f.forget(name)
	f.Lasting, f.Ranges = with(f.Lasting, left...), ranges
	f.Heroes = without(f.Heroes, func(h Fighter) bool { return h.Name == name })
	return f, nil
}

// forget removes whatever hangs on a fighter's name.
func (f *Fight) forget(name string) {
	f.Lasting = without(f.Lasting, func(k Condition) bool { return k.Who == name || k.With == name && k.State != Disarmed })
	f.Ranges = without(f.Ranges, func(d Distance) bool { return d.Hero == name || d.Foe == name })
	f.Incoming = without(f.Incoming, func(in *Incoming) bool { return in.On == name })
	f.withdraw(name, func(*Incoming) bool { return true })
	f.Deeds = without(f.Deeds, func(d *Deed) bool { return d.Who == name || d.Declaration.Target == name })
}

// Rename gives a hero or a foe another name wherever the fight speaks of it: call it whenever a name changes.
// A hero need not be in the fight. The error says that a fighter has the new name already.
func (f Fight) Rename(from, to string) (Fight, error) {
	if name, err := f.fighterName(from); err == nil {
		from = name
	}
	if f.taken(to) && !same(from, to) {
		return f, fate.Refuse("name_taken", "Somebody here is called %s already: take another name", to)
	}
	swap := func(name *string) {
		if *name == from {
			*name = to
		}
	}
	f.Heroes = each(f.Heroes, func(h *Fighter) { swap(&h.Name) })
	f.Foes = each(f.Foes, func(o *Foe) { swap(&o.Name) })
	f.Lasting = each(f.Lasting, func(k *Condition) { swap(&k.Who); swap(&k.With) })
	f.Ranges = each(f.Ranges, func(d *Distance) { swap(&d.Hero); swap(&d.Foe) })
	f.Pending = each(f.Pending, func(w *Wound) { swap(&w.Who); swap(&w.From) })
	f.Questions = each(f.Questions, func(q *Question) { swap(&q.Foe) })
	f.Helped, f.Aided, f.Recovered = each(f.Helped, swap), each(f.Aided, swap), each(f.Recovered, swap)
	f.Gone = each(f.Gone, func(a *Absence) { a.rename(swap) })
	f.Incoming = each(f.Incoming, func(in **Incoming) { *in = (*in).renamed(swap) })
	f.Deeds = each(f.Deeds, func(d **Deed) { *d = (*d).renamed(swap) })
	f.Blows = each(f.Blows, func(b **Blow) {
		renamed := **b
		swap(&renamed.By)
		swap(&renamed.On)
		*b = &renamed
	})
	return f, nil
}

// each is a copy of a list with each entry changed.
func each[T any](list []T, change func(*T)) []T {
	list = slices.Clone(list)
	for i := range list {
		change(&list[i])
	}
	return list
}

// Initiative has the narrator set what else counts for a hero's place in the order (R6.2), -99 to 99.
func (f Fight) Initiative(name string, modifier int) (Fight, error) {
	name, err := f.heroName(name)
	if err != nil {
		return f, err
	}
	if modifier < -MaxScore || modifier > MaxScore {
		return f, fate.Refuse("out_of_range", "A modifier of the initiative goes from %d to %d (R6.2)", -MaxScore, MaxScore)
	}
	f.Heroes = slices.Clone(f.Heroes)
	f.Heroes[f.hero(name)].Modifier = modifier
	return f, nil
}

// Order lists the heroes by initiative: Perception with the modifier, then Quickness, then the fixed order
// of Heroes (R6.2, R6.2a). Foes have none, and heroes who are not at the table now are left out.
func (f Fight) Order(s Scene) []string {
	type place struct {
		name              string
		perception, quick int
	}
	var buffer [MaxHeroes]place
	places := buffer[:0]
	perception, quickness := s.ability("Perception"), s.ability("Quickness")
	for i := range f.Heroes {
		h := &f.Heroes[i]
		if seat := s.seat(h.Name); seat != nil {
			scores := seat.Hero.Scores
			places = append(places, place{h.Name, h.Modifier + scores[perception], scores[quickness]})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.perception, a.perception), cmp.Compare(b.quick, a.quick))
	})
	names := make([]string, len(places))
	for i := range places {
		names[i] = places[i].name
	}
	return names
}

// hero is the index of a hero by the exact name, -1 of none.
func (f *Fight) hero(name string) int {
	for i := range f.Heroes {
		if identical(f.Heroes[i].Name, name) {
			return i
		}
	}
	return -1
}

// isHero reports whether a name means a hero of the fight.
func (f *Fight) isHero(name string) bool {
	return slices.ContainsFunc(f.Heroes, func(h Fighter) bool { return same(h.Name, name) })
}

// heroName is a hero's exact name for what a user wrote.
func (f *Fight) heroName(name string) (string, error) {
	if f.hero(name) >= 0 {
		return name, nil
	}
	name = strings.Join(strings.Fields(name), " ")
	var names []string
	for i := range f.Heroes {
		if same(f.Heroes[i].Name, name) {
			return f.Heroes[i].Name, nil
		}
		names = append(names, f.Heroes[i].Name)
	}
	switch {
	case f.Stage == Peace:
		return "", noFight()
	case name == "":
		return "", fate.Refuse("no_such_hero", "Which hero? In the fight are %s", listed(names, 10))
	}
	return "", fate.Refuse("not_in_fight", "%.40s is not in this fight", name)
}

// fighterName is the exact name of a hero or a foe.
func (f *Fight) fighterName(name string) (string, error) {
	for i := range f.Heroes {
		if same(f.Heroes[i].Name, name) {
			return f.Heroes[i].Name, nil
		}
	}
	return f.foeName(name)
}

// side is the side on which somebody is.
func (f *Fight) side(who string) Side {
	if f.hero(who) >= 0 {
		return Heroes
	}
	if f.foe(who) >= 0 {
		return Foes
	}
	return Heroes // a leader who has left (R8.2)
}

// up reports whether a hero or a foe can act.
func (f *Fight) up(s *Scene, who string) bool {
	if i := f.foe(who); i >= 0 {
		return f.stands(&f.Foes[i])
	}
	seat := s.seat(who)
	return seat != nil && seat.up()
}

// stands reports whether a foe can act.
func (f *Fight) stands(o *Foe) bool {
	st := o.status(f.sheet(o))
	return st == Up || st == Hurt
}

// present reports whether somebody is in the fight and can act.
func (f *Fight) present(s *Scene, who string) bool {
	return (f.hero(who) >= 0 || f.foe(who) >= 0) && f.up(s, who)
}

// Over tells whether a side is out of the fight, and which one is left; Nobody where neither is (R6.9).
// Heroes with wounds still to be paid are not out of it.
func (f Fight) Over(s Scene) (left Side, over bool) {
	if f.Stage != Fighting || len(f.Foes) == 0 {
		return Nobody, false
	}
	heroes, foes := false, false
	for i := range f.Heroes {
		heroes = heroes || f.up(&s, f.Heroes[i].Name)
	}
	for i := range f.Foes {
		foes = foes || f.stands(&f.Foes[i])
	}
	switch {
	case heroes && foes:
		return Nobody, false
	case heroes:
		return Heroes, true
	case foes:
		return Foes, true
	}
	return Nobody, true
}

// away reports whether a name is that of a hero of the fight who has left the table.
func (f *Fight) away(s *Scene, who string) bool { return f.hero(who) >= 0 && s.seat(who) == nil }

func notAtTable(who string) error {
	return fate.Refuse("not_at_table", "%s is not at the table", who)
}

func noFight() error {
	return fate.Refuse("no_fight", "There is no fight here: the narrator starts one")
}

func needsSkill(who, action, skill, rule string) error {
	return fate.Refuse("needs_skill", "To %s, %s needs the skill %s (%s)", action, who, skill, rule)
}
