package combat

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
)

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
	// Revised are attacks of the hero that became better by it (R7.14b), Payments wounds that left no choice.
	Revised  []Revision
	Payments []Payment
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
		switch seat := s.seat(a.On); {
		case seat == nil:
			return f, Reaction{}, notAtTable(a.On)
		case seat.Wounds.Dead:
			return f, Reaction{}, isDead(a.On)
		}
	}
	c := change{Fight: f, s: s}
	begun := f.begun(names, a.On)
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
	switch {
	case begun == 0, c.noted("replaced"):
	case len(names) == 1:
		c.note("replaced", names[0], a.On, "It takes the place of what %s had begun against %s.", names[0], a.On)
	default:
		c.note("replaced", "", a.On, "It takes the place of what they had begun against %s.", a.On)
	}
	c.revise(a.On)
	c.finish()
	return c.Fight, c.reaction(ids), nil
}

// begun counts the attacks of these foes on a hero that wait for an answer, without the holds that go on by
// themselves (R7.11).
func (f *Fight) begun(foes []string, on string) int {
	n := 0
	for _, in := range f.Incoming {
		if in.Answer == "" && in.On == on && in.Action != Hold && slices.ContainsFunc(foes, in.by) {
			n++
		}
	}
	return n
}

// reaction tells what came of foes' actions: of attacks by their numbers, and of the rest.
func (c *change) reaction(ids []int) Reaction {
	r := Reaction{Notes: c.notes, Revised: c.revised, Payments: c.payments}
	for _, id := range ids {
		if i := c.incoming(id); i >= 0 {
			r.Incoming = append(r.Incoming, *c.Incoming[i])
			r.Answers = append(r.Answers, c.answers(&c.s, c.Incoming[i]))
		}
	}
	return r
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
	row, err := c.row(foe, a.Action)
	if err != nil {
		return 0, err
	}
	a.Action = row.Name
	if row.Name == Wait {
		c.holdBack(foe, a.On)
		return 0, nil
	}
	if c.loses(foe, a.On) {
		return 0, nil
	}
	if err := c.foeMay(foe, row, &a); err != nil {
		return 0, err
	}
	switch row.Name {
	case Lead, Analyze, Aim:
		return 0, c.foeSpends(foe, row, a.On)
	}
	if a.On == "" {
		return 0, fate.Refuse("no_such_hero", "On which hero? To %s takes one", row.Name)
	}
	id := c.incomes(foe, nil, a)
	if row.Name == Talk {
		c.foeTalks(id, foe, a.On)
		return 0, nil
	}
	return id, nil
}

// foeFree refuses a foe that has given this exchange to something that leaves room for nothing else (R7.1, R8.2, R8.4).
func (c *change) foeFree(foe string) error {
	switch {
	case c.aimingNow(foe):
		return fate.Refuse("aiming", "%s is aiming, and does nothing else in this exchange (R7.1)", foe)
	case c.spent(foe):
		return fate.Refuse("has_acted", "%s leads or studies the fight, and does nothing else in this exchange (R8.2, R8.4)", foe)
	}
	return nil
}

// foeSpends gives a foe's whole exchange to an aim, to leading or to a study of the fight (R7.1, R8.2, R8.4): what it
// had begun is withdrawn. It is refused where a hero has met something of it already.
func (c *change) foeSpends(foe string, row *Action, on string) error {
	if row.Name == Aim {
		if err := c.foeAims(foe, on); err != nil {
			return err
		}
	}
	var from []string
	for _, in := range c.Incoming {
		switch {
		case !in.by(foe):
		case in.Answer != "":
			return fate.Refuse("has_acted", "%s has acted against %s in this exchange: to %s takes a whole one (%s)", foe, in.On, row.Name, row.Rule)
		case in.Action != Hold && !slices.Contains(from, in.On):
			from = append(from, in.On)
		}
	}
	c.withdraw(foe, func(in *Incoming) bool { return in.Answer == "" })
	c.foeLetsGo(foe, Assault{Action: row.Name, On: on})
	if row.Name == Aim {
		c.add(Condition{State: Aiming, Who: foe, With: on, Until: c.Exchange + 1})
		c.note("aiming", foe, on, "%s aims at %s (R7.1).", foe, on)
	} else {
		c.Foes = slices.Clone(c.Foes)
		c.Foes[c.foe(foe)].Spent = c.Exchange
		c.foeRallies(foe, row.Name)
	}
	if len(from) > 0 {
		c.note("replaced", foe, from[0], "It takes the place of what %s had begun against %s.", foe, strings.Join(from, ", "))
	}
	return nil
}

// foeTalks has a foe talk at a hero, who has nothing to answer; a taunt may follow in a later exchange (R8.5).
func (c *change) foeTalks(id int, foe, on string) {
	c.reply(id, Talk)
	c.drop(func(k Condition) bool { return k.State == Talking && k.Who == foe && k.With == on })
	c.add(Condition{State: Talking, Who: foe, With: on})
	c.note("talking", foe, on, "%s talks at %s; a taunt may follow in the next exchange (R8.5).", foe, on)
}

// holdBack cancels attacks of a foe that wait, on one hero or on all.
func (c *change) holdBack(foe, on string) {
	c.Incoming = without(c.Incoming, func(in *Incoming) bool {
		return in.Answer == "" && in.Foe == foe && (on == "" || in.On == on) && in.Action != Hold
	})
	c.note("held_back", foe, on, "%s holds back.", foe)
}

// foeRallies makes a foe a leader or a tactician of its side (R7.19, R8.2, R8.4): no card is played for it.
func (c *change) foeRallies(foe, what string) {
	state, text := Leading, "%s leads its side (R8.2)."
	if what == Analyze {
		state, text = Analyzed, "%s has seen through the fight and tells its side (R8.4)."
	}
	c.drop(func(k Condition) bool { return k.State == state && k.Who == foe })
	c.add(Condition{State: state, Who: foe})
	c.note(string(state), foe, "", text, foe)
}

// foeAims checks at whom, and whether a foe can aim (R7.1).
func (c *change) foeAims(foe, on string) error {
	w := c.weaponOf(&c.s, foe)
	if on == "" {
		return fate.Refuse("no_such_hero", "At which hero does %s aim?", foe)
	}
	return aimable(c.between(on, foe), w.Guided)
}

// foeMay refuses what a foe cannot do now.
func (c *change) foeMay(foe string, row *Action, a *Assault) error {
	if err := c.foeFree(foe); err != nil {
		return err
	}
	switch {
	case row.Counter:
		return fate.Refuse("no_counter", "No card is played for a foe: its defense is in its opposition score (R3.10)")
	case row.Name == Box, row.Name == Aid, row.Name == Mend, row.Name == Hold:
		return fate.Refuse("no_foe_action", "No rule is needed for a foe to %s: the narrator simply says so", row.Name)
	case row.Name == Escape && !c.holds(a.On, foe):
		return fate.Refuse("not_held", "%s does not hold %s (R7.7)", a.On, foe)
	case row.Name == Maneuver && c.holder(foe) != "":
		return fate.Refuse("held", "%s is held by %s and must escape first (R7.7)", foe, c.holder(foe))
	case (row.Name == Disarm || row.Name == Grab) && c.wields(&c.s, a.On) == "":
		return fate.Refuse("no_weapon", "%s wields no weapon to lose (%s)", a.On, row.Rule)
	case row.Name == Taunt && a.On != "" && !c.talked(foe, a.On):
		return mustTalk(foe, a.On)
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

// foeReaches refuses what the range forbids to a foe (R5.3).
func (c *change) foeReaches(foe string, row *Action, a *Assault) error {
	at := c.between(a.On, foe)
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
		return fate.Refuse("no_weapon", "%s cannot %s with %s (R5.2)", foe, row.Name, called(&w))
	}
	if row.Name == Cover && w.Style == hero.Melee {
		return fate.Refuse("no_weapon", "Only missile weapons cover, and %s has %s (R7.3)", foe, called(&w))
	}
	return hindrance(foe, a.On, &w, at, c.aimed(foe, a.On))
}

// foeMoves checks where a foe's maneuver leads: one range closer, if nothing else is said (R7.13).
func (c *change) foeMoves(foe string, a *Assault) error {
	at := c.between(a.On, foe)
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

// incomes puts a foe's action up for the hero's answer, in the place of what that foe had not carried out. A
// cover, an aim or a stranglehold of the foe ends with it.
func (c *change) incomes(foe string, others []string, a Assault) int {
	in := &Incoming{
		Foe: foe, With: others, On: a.On, Action: a.Action, Ability: a.Ability, Opposition: a.Opposition,
		Power: a.Power, Harm: a.Harm, Mental: a.Mental, Range: a.Range, Rating: a.Rating,
		Aimed: harmful(a.Action) && c.aimed(foe, a.On), Best: a.Action == Escape && c.better(&c.s, foe) == "Quickness",
		Sure: harmful(a.Action) && a.Action != Power && c.is(Covered, a.On, foe),
	}
	for _, one := range append([]string{foe}, others...) {
		c.withdraw(one, func(old *Incoming) bool { return old.Answer == "" && old.On == a.On })
		c.foeLetsGo(one, a)
	}
	c.attack(in)
	return in.ID
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
func (c *change) foeLetsGo(foe string, a Assault) {
	c.drop(func(k Condition) bool {
		return k.State == Aiming && k.Who == foe || k.State == Covered && k.With == foe
	})
	c.release(func(k Condition) bool { return k.With == foe && !(gripping(a.Action) && k.Who == a.On) })
}

// attack adds an attack with the next number.
func (c *change) attack(in *Incoming) {
	in.ID = c.Count + 1
	c.join(in)
}

// join adds an attack that has its number.
func (c *change) join(in *Incoming) {
	c.Count = in.ID
	c.Incoming, c.listed = with(c.Incoming, in), true
}

// massed makes one attack of several foes (R6.4a): the one with the highest attacking score leads it, each uses
// its own weapon. Those that are distracted lose it (R7.6a).
func (c *change) massed(names []string, a Assault) (int, error) {
	if !same(a.Action, Attack) && !harmful(strings.ToLower(a.Action)) || a.On == "" {
		return 0, fate.Refuse("not_massed", "A massed attack strikes, shoots or flings at one hero (R6.4a)")
	}
	var lead Assault
	var foes []string // the strongest first
	best := 0
	for _, foe := range names {
		if c.loses(foe, a.On) {
			continue
		}
		row, err := c.row(foe, a.Action)
		if err != nil {
			return 0, err
		}
		own := a
		own.Action = row.Name
		if err := c.foeMay(foe, row, &own); err != nil {
			return 0, err
		}
		v := c.strength(&c.s, foe, c.attacking(&Incoming{Action: own.Action, Ability: own.Ability}))
		if foes == nil || v > best {
			lead, best, foes = own, v, append([]string{foe}, foes...)
		} else {
			foes = append(foes, foe)
		}
	}
	if foes == nil {
		return 0, nil
	}
	return c.incomes(foes[0], with(foes[1:]), lead), nil
}

// row is the row of the table for a foe's action; Attack is with its weapon.
func (c *change) row(foe, name string) (*Action, error) {
	if same(name, Attack) {
		w := c.weaponOf(&c.s, foe)
		name = actionWith(&w)
	}
	return action(name)
}

// loses reports whether a foe is distracted and loses what it was to do now (R7.6a).
func (c *change) loses(foe, on string) bool {
	lost := c.drop(func(k Condition) bool { return k.State == Distracted && k.Who == foe })
	if lost {
		c.note("action_lost", foe, on, "%s is distracted and loses this action (R7.6a).", foe)
	}
	return lost
}
