package combat

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

// Incoming is a foe's attack on a hero in this exchange, or another action of a foe that the hero resists
// (R6.4, R7.19). No cards are played for it: the hero's answer decides (R3.10).
type Incoming struct {
	ID int `json:"id"`
	// Foe attacks; in a massed attack it is the strongest, and With are the others (R6.4a).
	Foe    string   `json:"foe"`
	With   []string `json:"with,omitempty"`
	On     string   `json:"on"`
	Action string   `json:"action"`
	// Of a power: the ability it is done with, what resists it, its rating, its harm (R7.18a).
	Ability    string    `json:"ability,omitempty"`
	Opposition string    `json:"opposition,omitempty"`
	Power      int       `json:"power,omitempty"`
	Harm       hero.Harm `json:"type,omitempty"`
	Mental     bool      `json:"mental,omitempty"`
	Range      Range     `json:"range,omitempty"` // where a maneuver leads
	// Rating is a difficulty that the narrator set for the answer.
	Rating *int `json:"rating,omitempty"`
	Aimed  bool `json:"aimed,omitempty"` // one level easier for the foe (R7.1)
	Best   bool `json:"best,omitempty"`  // an escape by Quickness, the foe's better ability (R7.7)
	Sure   bool `json:"sure,omitempty"`  // out of a cover: nothing helps (R7.3)
	// Answer says how it ended; "" while it waits.
	Answer string   `json:"answer,omitempty"`
	Tried  []string `json:"tried,omitempty"` // who failed to intercept it
	Deed   int      `json:"deed,omitempty"`  // the action that provoked it
}

func (in Incoming) renamed(swap func(*string)) Incoming {
	swap(&in.Foe)
	swap(&in.On)
	in.With, in.Tried = renamedAll(in.With, swap), renamedAll(in.Tried, swap)
	if len(in.With) == 0 {
		in.With = nil
	}
	if len(in.Tried) == 0 {
		in.Tried = nil
	}
	return in
}

// by reports whether the foe takes part in the attack.
func (in *Incoming) by(foe string) bool { return in.Foe == foe || slices.Contains(in.With, foe) }

// harmed is the foe against whom one has no defense while holding it; "" where one only resists (R7.11a).
func (in *Incoming) harmed() string {
	if in.harmful() {
		return in.Foe
	}
	return ""
}

// harmful reports whether it is an attack that damages.
func (in *Incoming) harmful() bool { return harmful(in.Action) }

func harmful(action string) bool {
	switch action {
	case Strike, Shoot, Fling, Power:
		return true
	}
	return false
}

// incoming is the index of an attack by its number, -1 of none.
func (f *Fight) incoming(id int) int {
	for i := range f.Incoming {
		if f.Incoming[i].ID == id {
			return i
		}
	}
	return -1
}

// weaponOf is what a foe fights with now: its weapon, or bare hands without one or disarmed (R7.5).
func (f *Fight) weaponOf(s *Scene, foe string) hero.Gear {
	i := f.foe(foe)
	if i < 0 {
		return s.Rules.unarmed()
	}
	w := &f.sheet(&f.Foes[i]).Weapon
	if w.Name == "" && w.Damage == 0 || f.is(Disarmed, foe, "") || slices.Contains(f.Foes[i].Taken, w.Name) {
		return s.Rules.unarmed()
	}
	full := weapon(*w)
	if full.Name == "" {
		full.Name = "attack"
	}
	return full
}

// actionWith is what an attack with a weapon is called.
func actionWith(w *hero.Gear) string {
	switch w.Style {
	case hero.Missile:
		return Shoot
	case hero.Thrown:
		return Fling
	}
	return Strike
}

// attacking is the ability with which a foe's action is done: Strength in melee, Dexterity for missiles, or
// as the table of actions says (R6.4c, R7.19a).
func (f *Fight) attacking(in *Incoming) string {
	switch in.Action {
	case Strike:
		return "Strength"
	case Power:
		return in.Ability
	case Escape:
		if in.Best {
			return "Quickness"
		}
	}
	row, err := action(in.Action)
	if err != nil {
		return "Strength"
	}
	return row.Ability
}

// better is the ability in which a foe is the better of the two that an escape may be done with (R7.7).
func (f *Fight) better(s *Scene, foe string) string {
	if f.strength(s, foe, "Quickness") > f.strength(s, foe, "Strength") {
		return "Quickness"
	}
	return "Strength"
}

// Assault is what the narrator has foes do.
type Assault struct {
	// Foes are names of foes or of groups.
	Foes []string
	// Massed makes one attack of them, answered by one defense against the strongest (R6.4a).
	Massed bool
	Action string // as a hero's; Attack is with the weapon, Wait holds an attack back
	On     string // the hero
	// Of a power, as in Incoming.
	Ability, Opposition string
	Power               int
	Harm                hero.Harm
	Mental              bool
	// Range is where a maneuver leads; 0 is one closer.
	Range Range
	// Rating is the difficulty of the hero's answer, where the narrator sets one (R7.19a).
	Rating *int
}

// Reaction is what comes of a foe's action: the attacks that heroes must answer now, with the actions that
// may answer each, and what has happened already.
type Reaction struct {
	Incoming []Incoming
	Answers  [][]string // of each
	Notes    []Note
	Revised  []Revision
}

// FoeDoes has foes act (R7.19): whatever works on a hero becomes an Incoming that the hero answers; the rest
// takes effect. It takes the place of a counterattack that the foe has not carried out yet. The error says
// what the rules forbid.
func (f Fight) FoeDoes(s Scene, a Assault) (Fight, Reaction, error) {
	if f.Stage != Fighting {
		return f, Reaction{}, noFight()
	}
	names, err := f.assailants(&s, a)
	if err != nil {
		return f, Reaction{}, err
	}
	if a.On != "" {
		if a.On, err = f.heroName(a.On); err != nil {
			return f, Reaction{}, err
		}
		if seat := s.seat(a.On); seat == nil || seat.Wounds.Dead {
			return f, Reaction{}, isDead(a.On)
		}
	}
	c := change{Fight: f, s: s}
	var ids []int
	if a.Massed && len(names) > 1 {
		id, err := c.massed(names, a)
		if err != nil {
			return f, Reaction{}, err
		}
		ids = append(ids, id)
	} else {
		for _, foe := range names {
			id, err := c.foeActs(foe, a)
			if err != nil {
				return f, Reaction{}, err
			}
			ids = append(ids, id)
		}
	}
	c.revise()
	r := Reaction{Notes: c.notes, Revised: c.revised}
	for _, id := range ids {
		if i := c.incoming(id); i >= 0 {
			r.Incoming = append(r.Incoming, *c.Incoming[i])
			r.Answers = append(r.Answers, c.answers(&s, c.Incoming[i]))
		}
	}
	return c.Fight, r, nil
}

// assailants lists the foes that an order names and that can act.
func (f *Fight) assailants(s *Scene, a Assault) ([]string, error) {
	if f.surprised(Foes) && !same(a.Action, Wait) {
		return nil, fate.Refuse("surprised", "The foes are surprised: they do nothing in this exchange (R6.1)")
	}
	var names []string
	for _, name := range a.Foes {
		group, err := f.Group(name)
		if err != nil {
			return nil, err
		}
		for _, one := range group {
			if f.up(s, one) && !f.is(Helpless, one, "") && !slices.Contains(names, one) {
				names = append(names, one)
			}
		}
	}
	if names == nil {
		return nil, fate.Refuse("cannot_act", "%s cannot act now", strings.Join(a.Foes, ", "))
	}
	return names, nil
}

// foeActs has one foe act. It gives the number of the attack that a hero must answer, 0 where there is none.
func (c *change) foeActs(foe string, a Assault) (int, error) {
	if same(a.Action, Attack) {
		w := c.weaponOf(&c.s, foe)
		a.Action = actionWith(&w)
	}
	row, err := action(a.Action)
	if err != nil {
		return 0, err
	}
	a.Action = row.Name
	if row.Name == Wait {
		c.holdBack(foe, a.On)
		return 0, nil
	}
	if k := c.condition(Distracted, foe, ""); k != nil {
		c.drop(func(k Condition) bool { return k.State == Distracted && k.Who == foe })
		c.note("action_lost", foe, a.On, "%s is distracted and loses this action (R7.6a).", foe)
		return 0, nil
	}
	if err := c.foeMay(foe, row, &a); err != nil {
		return 0, err
	}
	switch row.Name {
	case Lead, Analyze:
		return 0, c.foeRallies(foe, row.Name)
	case Aim:
		return 0, c.foeAims(foe, a.On)
	}
	if a.On == "" {
		return 0, fate.Refuse("no_such_hero", "On which hero? %s takes one", row.Name)
	}
	return c.incomes(foe, nil, a), nil
}

// holdBack cancels attacks of a foe that wait, on one hero or on all.
func (c *change) holdBack(foe, on string) {
	c.Incoming = without(c.Incoming, func(in *Incoming) bool {
		return in.Answer == "" && in.Foe == foe && (on == "" || in.On == on) && in.Action != Hold
	})
	c.note("held_back", foe, on, "%s holds back.", foe)
}

// foeRallies makes a foe a leader or a tactician of its side (R7.19, R8.2, R8.4): no card is played for it.
func (c *change) foeRallies(foe, what string) error {
	state, text := Leading, "%s leads its side (R8.2)."
	if what == Analyze {
		state, text = Analyzed, "%s has seen through the fight and tells its side (R8.4)."
	}
	c.drop(func(k Condition) bool { return k.State == state && k.Who == foe })
	c.add(Condition{State: state, Who: foe})
	c.note(string(state), foe, "", text, foe)
	return nil
}

// foeAims spends the foe's exchange on an aim (R7.1).
func (c *change) foeAims(foe, on string) error {
	w := c.weaponOf(&c.s, foe)
	if on == "" {
		return fate.Refuse("no_such_hero", "At which hero does %s aim?", foe)
	}
	if err := aimable(c.Between(on, foe), w.Guided); err != nil {
		return err
	}
	c.Incoming = without(c.Incoming, func(in *Incoming) bool { return in.Answer == "" && in.Foe == foe })
	c.drop(func(k Condition) bool { return k.State == Aiming && k.Who == foe })
	c.add(Condition{State: Aiming, Who: foe, With: on, Until: c.Exchange + 1})
	c.note("aiming", foe, on, "%s aims at %s (R7.1).", foe, on)
	return nil
}

// foeMay refuses what a foe cannot do now.
func (c *change) foeMay(foe string, row *Action, a *Assault) error {
	switch {
	case row.Counter:
		return fate.Refuse("no_counter", "No card is played for a foe: its defense is in its opposition score (R3.10)")
	case row.Name == Box, row.Name == Aid, row.Name == Mend, row.Name == Talk, row.Name == Hold:
		return fate.Refuse("no_foe_action", "%s is nothing to decide for a foe: the narrator simply says so", row.Name)
	case c.aimingNow(foe):
		return fate.Refuse("aiming", "%s is aiming, and does nothing else in this exchange (R7.1)", foe)
	case row.Name == Escape && !c.holds(a.On, foe):
		return fate.Refuse("not_held", "%s does not hold %s (R7.7)", a.On, foe)
	case row.Name == Maneuver && c.holder(foe) != "":
		return fate.Refuse("held", "%s is held by %s and must escape first (R7.7)", foe, c.holder(foe))
	case (row.Name == Disarm || row.Name == Grab) && c.wields(a.On) == "":
		return fate.Refuse("no_weapon", "%s wields no weapon to lose (%s)", a.On, row.Rule)
	}
	for i := range c.Incoming {
		if in := c.Incoming[i]; in.by(foe) && in.On == a.On && in.Answer != "" && a.On != "" {
			return fate.Refuse("has_attacked", "%s has acted against %s in this exchange already (R6.4)", foe, a.On)
		}
	}
	if a.On == "" {
		return nil
	}
	if err := c.foeReaches(foe, row, a); err != nil {
		return err
	}
	switch row.Name {
	case Maneuver:
		return c.foeMoves(foe, a)
	case Power:
		return c.foePower(a)
	}
	return nil
}

// foeMoves checks where a foe's maneuver leads: one range closer, if nothing else is said (R7.13).
func (c *change) foeMoves(foe string, a *Assault) error {
	at := c.Between(a.On, foe)
	if a.Range == 0 {
		a.Range = at.step(at != Personal)
	}
	return oneStep(at, a.Range)
}

// foePower completes and checks the abilities of a foe's power (R7.18).
func (c *change) foePower(a *Assault) error {
	ability, opposition := powers(a.Ability, a.Opposition, a.Mental)
	var err error
	if a.Ability, err = c.s.knows(ability); err != nil {
		return err
	}
	a.Opposition, err = c.s.knows(opposition)
	return err
}

// foeReaches refuses what the range forbids to a foe (R5.3).
func (c *change) foeReaches(foe string, row *Action, a *Assault) error {
	at := c.Between(a.On, foe)
	if row.Farthest != 0 && at < row.Farthest {
		return fate.Refuse("out_of_range", "%s is at %s from %s: %s takes %s or closer (R5.3)", foe, at, a.On, row.Name, row.Farthest)
	}
	switch row.Name {
	case Strike, Shoot, Fling, Cover:
	default:
		return nil
	}
	w := c.weaponOf(&c.s, foe)
	if row.Name != Cover && actionWith(&w) != row.Name {
		return fate.Refuse("no_weapon", "%s cannot %s with %s", foe, row.Name, w.Name)
	}
	if row.Name == Cover && w.Style == hero.Melee {
		return fate.Refuse("no_weapon", "Only missile weapons cover, and %s has %s (R7.3)", foe, w.Name)
	}
	return hindrance(foe, a.On, &w, at, c.aimed(foe, a.On))
}

// hindrance says in a sentence what keeps a weapon from being used.
func hindrance(who, target string, w *hero.Gear, at Range, aimed bool) error {
	switch hindered(w, at, aimed) {
	case tooFar:
		return fate.Refuse("out_of_range", "%s is at %s from %s: %s reaches no farther than %s (R5.3)", target, at, who, w.Name, farthest(w))
	case tooClose:
		return fate.Refuse("too_close", "%s and %s are at Personal range, where %s is useless: grapple, or escape (R5.3)", who, target, w.Name)
	case mustAim:
		return fate.Refuse("must_aim", "At %s an attack must be aimed first: %s takes an exchange to aim at %s (R5.3)", at, who, target)
	}
	return nil
}

// incomes puts a foe's action up for the hero's answer, in the place of what that foe had not carried out. A
// cover, an aim or a stranglehold of the foe ends with it.
func (c *change) incomes(foe string, others []string, a Assault) int {
	in := Incoming{
		Foe: foe, With: others, On: a.On, Action: a.Action, Ability: a.Ability, Opposition: a.Opposition,
		Power: a.Power, Harm: a.Harm, Mental: a.Mental, Range: a.Range, Rating: a.Rating,
		Aimed: harmful(a.Action) && c.aimed(foe, a.On), Best: a.Action == Escape && c.better(&c.s, foe) == "Quickness",
		Sure: harmful(a.Action) && a.Action != Power && c.is(Covered, a.On, foe),
	}
	for _, one := range append([]string{foe}, others...) {
		c.withdraw(one, func(old *Incoming) bool { return old.Answer == "" && old.On == a.On })
		c.foeLetsGo(one)
	}
	return c.attack(in).ID
}

// withdraw takes a foe out of attacks; a massed one goes on without it.
func (f *Fight) withdraw(foe string, from func(*Incoming) bool) {
	var left []*Incoming
	for _, in := range f.Incoming {
		if !in.by(foe) || !from(in) {
			left = append(left, in)
		} else if len(in.With) > 0 {
			rest := *in
			if rest.Foe == foe {
				rest.Foe, rest.With = rest.With[0], with(rest.With[1:])
			} else {
				rest.With = without(rest.With, func(name string) bool { return name == foe })
			}
			left = append(left, &rest)
		}
	}
	f.Incoming = left
}

// foeLetsGo ends what a foe gives up by acting otherwise (R7.1, R7.3, R7.16a).
func (c *change) foeLetsGo(foe string) {
	c.drop(func(k Condition) bool {
		return k.State == Aiming && k.Who == foe || k.State == Covered && k.With == foe
	})
	c.release(foe, "")
}

// powers completes the abilities of a power: done with Willpower, resisted with Willpower by the mind and
// Quickness by the body, if the narrator names no others (R7.18).
func powers(ability, opposition string, mental bool) (string, string) {
	if ability == "" {
		ability = "Willpower"
	}
	switch {
	case opposition != "":
	case mental:
		opposition = "Willpower"
	default:
		opposition = "Quickness"
	}
	return ability, opposition
}

// attack adds an attack with the next number.
func (c *change) attack(in Incoming) *Incoming {
	c.Count++
	in.ID = c.Count
	c.Incoming = with(c.Incoming, &in)
	return &in
}

// massed makes one attack of several foes (R6.4a): the one with the highest attacking score leads it.
func (c *change) massed(names []string, a Assault) (int, error) {
	best, score := -1, 0
	for i, foe := range names {
		w := c.weaponOf(&c.s, foe)
		in := Incoming{Foe: foe, Action: actionWith(&w)}
		if in.Action == Strike || same(a.Action, Attack) || same(a.Action, in.Action) {
			if v := c.strength(&c.s, foe, c.attacking(&in)); best < 0 || v > score {
				best, score = i, v
			}
		}
	}
	if best < 0 {
		best = 0
	}
	leader := names[best]
	if same(a.Action, Attack) {
		w := c.weaponOf(&c.s, leader)
		a.Action = actionWith(&w)
	}
	row, err := action(a.Action)
	if err != nil {
		return 0, err
	}
	a.Action = row.Name
	if !harmful(a.Action) || a.On == "" {
		return 0, fate.Refuse("not_massed", "A massed attack strikes, shoots or flings at one hero (R6.4a)")
	}
	for _, foe := range names {
		if err := c.foeMay(foe, row, &a); err != nil {
			return 0, err
		}
	}
	others := without(names, func(foe string) bool { return foe == leader })
	return c.incomes(leader, others, a), nil
}

// Answers lists the actions that can answer an attack, the usual one first (R6.4, R7, R7.19a).
func (f Fight) Answers(s Scene, in Incoming) []string { return f.answers(&s, &in) }

func (f *Fight) answers(s *Scene, in *Incoming) []string {
	if !f.defends(s, in) {
		return nil
	}
	list := append(make([]string, 0, 4), answer(in))
	if in.harmful() && !in.Mental {
		list = append(list, Block)
		if seat := s.seat(in.On); in.Action == Fling && seat != nil && canCatch(s, &seat.Hero) {
			list = append(list, Catch)
		}
	}
	return append(list, Evade)
}

// answer is the usual answer to an attack (R6.4, R7.19a).
func answer(in *Incoming) string {
	switch in.Action {
	case Strike:
		return Parry
	case Shoot, Fling:
		return Dodge
	}
	return Resist
}

// canCatch reports whether a hero may try to catch a thrown weapon (R7.2, R7.2a, R8.3).
func canCatch(s *Scene, h *hero.Hero) bool {
	_, trained := h.Skill("Martial Arts")
	return trained || s.score(h, "Dexterity") >= s.Rules.CatchDexterity
}

// defends reports whether the hero can answer an attack at all; if not, it hits with margin 0 (R6.4b).
func (f *Fight) defends(s *Scene, in *Incoming) bool {
	return !in.Sure && f.defenseless(s, in.On, in.harmed()) == nil
}

// defenseless says why a hero can make no counteraction against a foe, nil where one can be made (R6.4b,
// R7.1, R7.11a, R8.1).
func (f *Fight) defenseless(s *Scene, who, foe string) error {
	seat, i := s.seat(who), f.hero(who)
	switch {
	case seat == nil || i < 0:
		return fate.Refuse("not_in_fight", "%s is not in this fight", who)
	case !seat.Up():
		return fate.Refuse("not_up", "%s is %s and cannot act", who, seat.Hero.Status(seat.Wounds))
	case f.is(Helpless, who, ""):
		return fate.Refuse("helpless", "%s is helpless and cannot defend (R6.4b)", who)
	case f.aimingNow(who):
		return fate.Refuse("aiming", "%s is aiming and cannot defend in this exchange (R7.1)", who)
	case f.Heroes[i].Open:
		return fate.Refuse("open", "%s has spent the defense of this exchange on a second punch (R8.1)", who)
	case foe != "" && f.is(Grappled, foe, who):
		return fate.Refuse("grappling", "%s holds %s and gives up the defense against it (R7.11a)", who, foe)
	case s.Rules.Defenses == "one" && f.Heroes[i].Defended > 0:
		return fate.Refuse("defended", "%s has had the one defense of this exchange (R6.4a)", who)
	}
	return nil
}

// strikesBack is the counterattack of a foe on a hero who attacked it (R6.4); false where it makes none: it
// has acted against the hero already, cannot reach, or is busy.
func (f *Fight) strikesBack(s *Scene, foe, on string) (Incoming, bool) {
	if !f.up(s, foe) || f.surprised(Foes) || f.busy(foe) {
		return Incoming{}, false
	}
	for i := range f.Incoming {
		if in := f.Incoming[i]; in.On == on && in.by(foe) {
			return Incoming{}, false
		}
	}
	return f.usual(s, foe, on)
}

// usual is the attack that a foe makes with its weapon; false where the range forbids it.
func (f *Fight) usual(s *Scene, foe, on string) (Incoming, bool) {
	w := f.weaponOf(s, foe)
	aimed := f.aimed(foe, on)
	if hindered(&w, f.Between(on, foe), aimed) != none {
		return Incoming{}, false
	}
	in := Incoming{Foe: foe, On: on, Action: actionWith(&w), Aimed: aimed, Sure: f.is(Covered, on, foe)}
	return in, true
}

// busy reports whether a foe has no counterattack to give: it aims, keeps a hold, or is helpless.
func (f *Fight) busy(foe string) bool {
	for i := range f.Lasting {
		k := &f.Lasting[i]
		switch {
		case k.State == Helpless && k.Who == foe, k.State == Aiming && k.Who == foe && k.Since == f.Exchange:
			return true
		case k.With == foe && (k.State == Grappled || k.State == Strangled):
			return true
		}
	}
	return false
}
