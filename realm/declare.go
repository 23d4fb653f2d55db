package realm

import "slices"

// Shuffle gives the names in a random order.
type Shuffle func(names []string) []string

// Reorder sets the player order, the top first; every realm is named once. It stands in for the random
// first order of C9, and between later turns it overrides C11. Refusals: campaign_ended, turn_open,
// unknown_realm, named_twice, order_incomplete.
func (c Campaign) Reorder(names []string) (Campaign, error) {
	if err := c.between(); err != nil {
		return c, err
	}
	order, err := c.named(names)
	if err != nil {
		return c, err
	}
	if left := without(c.Names(), order...); len(left) > 0 {
		return c, refuse("order_incomplete", "The order leaves out %s; name every realm once, the top first.", listed(left))
	}
	c.Order = order
	return c, nil
}

// named gives the names as the realms bear them.
func (c Campaign) named(names []string) ([]string, error) {
	var known []string
	for _, name := range names {
		r, err := c.Find(name)
		if err != nil {
			return nil, err
		}
		if has(known, r.Name) {
			return nil, refuse("named_twice", "%s is named twice; name each realm once.", r.Name)
		}
		known = append(known, r.Name)
	}
	return known, nil
}

// Begin opens the turn with all realms but the absent, who can neither attack nor be attacked (C8). Who
// arranged a game counts as absent from the table without being named. The first order is drawn by
// shuffle unless Reorder has set it (C9).
//
// Refusals: campaign_ended, turn_open, too_few_realms, unknown_realm, named_twice, nobody_present.
func (c Campaign) Begin(absent []string, shuffle Shuffle) (Campaign, error) {
	if err := c.between(); err != nil {
		return c, err
	}
	if len(c.Realms) < 2 {
		return c, refuse("too_few_realms", "A campaign needs two realms to begin, and this one has %d.", len(c.Realms))
	}
	away, err := c.named(absent)
	if err != nil {
		return c, err
	}
	for _, b := range c.Battles { // arranged before the turn was opened (C8a)
		away = added(without(away, b.Attacker, b.Defender), b.Attacker, b.Defender)
	}
	d := c
	if len(d.Order) == 0 {
		d.Order = shuffle(c.Names())
		if !permutes(d.Order, c.Names()) {
			panic("realm: the shuffle lost a realm")
		}
	}
	d.Phase = Declaring
	d.Present = without(d.Order, away...)
	d.Absent = only(d.Order, func(n string) bool { return has(away, n) })
	if len(d.Present)+len(d.Battles) == 0 {
		return c, refuse("nobody_present", "With everybody absent there is no turn to play; leave out who is there.")
	}
	return d.paired(), nil
}

func permutes(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// Arrange matches two players who are not at the table but play each other at another time; then they
// count as present: no calamity, the usual results, and the first, who attacks, as one who chose to (C8a).
// It may be said before the turn is opened or during it. An empty stronghold means the only one that is
// open. Refusals: campaign_ended, unknown_realm, own_realm, realm_present, realm_waiting, already_matched,
// and those of a stronghold, as for Attack.
func (c Campaign) Arrange(first, second string, s Stronghold) (Campaign, Battle, error) {
	if err := c.running(); err != nil {
		return c, Battle{}, err
	}
	pair, err := c.named([]string{first, second})
	switch {
	case Code(err) == "named_twice":
		return c, Battle{}, refuse("own_realm", "A game is arranged between two realms; name two.")
	case err != nil:
		return c, Battle{}, err
	}
	for _, name := range pair {
		if err := c.away(name); err != nil {
			return c, Battle{}, err
		}
	}
	target := c.offer(pair[1])
	s, err = target.take(s, c.must(pair[1]), c.Rules)
	if err != nil {
		return c, Battle{}, err
	}
	b := Battle{Attacker: pair[0], Defender: pair[1], Stronghold: s, Arranged: true}
	c.Battles = added(c.Battles, b)
	return c, b, nil
}

// away says whether a realm may arrange a game outside the meeting (C8a).
func (c Campaign) away(name string) error {
	if b, ok := c.Battle(name); ok {
		return refuse("already_matched", "%s is matched with %s this turn already.", name, Called(b.Other(name)))
	}
	switch {
	case !c.Open() || has(c.Absent, name):
		return nil
	case has(c.Present, name):
		return refuse("realm_present", "%s is at the table this turn; only those who are absent arrange a game.", name)
	}
	return refuse("realm_waiting", "%s joined while the turn was open and plays from the next.", name)
}

// CallOff takes back an arranged game that was not played; both realms are absent again (C8a). The battle
// is named by either realm. Refusals: campaign_ended, no_battle, not_arranged.
func (c Campaign) CallOff(battle string) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	i, err := c.fight(battle)
	if err != nil {
		return c, err
	}
	b := c.Battles[i]
	if !b.Arranged {
		return c, refuse("not_arranged", "The battle of %s and %s was declared at the table; the game master settles one that cannot be played.", Called(b.Attacker), b.Defender)
	}
	c.Battles = only(c.Battles, func(o Battle) bool { return o.Attacker != b.Attacker })
	return c, nil
}

// free lists who is present and not matched, in player order (C7, C8).
func (c Campaign) free() []string {
	return only(c.Order, func(n string) bool { return slices.Contains(c.Present, n) && !c.matched(n) })
}

// matched reports whether a realm, its name as written, has a battle.
func (c Campaign) matched(name string) bool {
	return slices.ContainsFunc(c.Battles, func(b Battle) bool { return b.Attacker == name || b.Defender == name })
}

// Next is whose declaration it is, and whether it must be an attack: first those who have not passed, in
// player order, then those who have (C6, C10, C10a). The name is empty when all are matched.
func (c Campaign) Next() (name string, forced bool) {
	if c.Phase != Declaring {
		return "", false
	}
	free := c.free()
	for _, name := range free {
		if !has(c.Passed, name) {
			return name, false
		}
	}
	if len(free) == 0 {
		return "", false
	}
	return free[0], true
}

// paired sends the last of an odd number against the game master's force (C9a) and ends the declarations
// when all are matched (C9).
func (c Campaign) paired() Campaign {
	free := c.free()
	if len(free) == 1 {
		c.Battles = added(c.Battles, Battle{Attacker: StandIn, Defender: free[0]})
		free = nil
	}
	if len(free) == 0 {
		c.Phase = Fighting
	}
	return c
}

// declares says whether the realm may declare now, and gives its name as written.
func (c Campaign) declares(by string) (string, error) {
	if err := c.during(); err != nil {
		return "", err
	}
	r, err := c.Find(by)
	if err != nil {
		return "", err
	}
	if b, ok := c.Battle(r.Name); ok {
		return "", refuse("already_matched", "%s is matched with %s this turn; everybody fights once.", r.Name, Called(b.Other(r.Name)))
	}
	if err := c.takesPart(r.Name); err != nil {
		return "", err
	}
	if next, _ := c.Next(); next != r.Name {
		return "", refuse("not_your_declaration", "It is for %s to declare now; %s comes later.", next, r.Name)
	}
	return r.Name, nil
}

// takesPart says whether a realm is in the declarations of this turn (C8).
func (c Campaign) takesPart(name string) error {
	switch {
	case has(c.Present, name):
		return nil
	case has(c.Absent, name):
		return refuse("realm_absent", "%s is absent this turn and can neither attack nor be attacked.", name)
	}
	return refuse("realm_waiting", "%s joined while the turn was open and plays from the next.", name)
}

// Target is what a realm offers to one who attacks it.
type Target struct {
	Realm string
	Open  []Stronghold // what may be attacked, the outermost first (C4); none where nothing can be seized (C4b)
	Err   error        // why it cannot be attacked, a *Refusal; nil where it can
}

// Targets lists all other realms in player order for the one whose declaration it is, with what each
// offers. Attack obeys it. Refusals, if it is not for by to declare: campaign_ended, turn_not_open,
// unknown_realm, already_matched, realm_absent, realm_waiting, not_your_declaration.
func (c Campaign) Targets(by string) ([]Target, error) {
	by, err := c.declares(by)
	if err != nil {
		return nil, err
	}
	var targets []Target
	for _, name := range without(c.Order, by) {
		targets = append(targets, c.target(by, name))
	}
	return targets, nil
}

// target judges one realm as the target of another; both names are as written.
func (c Campaign) target(by, on string) Target {
	t := c.offer(on)
	b, matched := c.Battle(on)
	switch {
	case by == on:
		t.Err = refuse("own_realm", "%s cannot attack itself; choose another realm.", by)
	case matched:
		t.Err = refuse("already_matched", "%s is matched with %s this turn; choose a realm that is still free.", on, Called(b.Other(on)))
	case c.takesPart(on) != nil:
		t.Err = c.takesPart(on)
	case c.Rules.HordesLast && len(t.Open) == 0 && c.richer(by):
		t.Err = refuse("horde_last", "%s has no stronghold to seize and is attacked only when no other realm is free.", on)
	}
	return t
}

// richer reports whether any realm that by could attack has a stronghold (C4b).
func (c Campaign) richer(by string) bool {
	for _, name := range c.free() {
		if name != by && c.must(name).Holdings.Total() > 0 {
			return true
		}
	}
	return false
}

func (c Campaign) offer(on string) Target {
	return Target{Realm: on, Open: c.must(on).Holdings.Open(c.Rules)}
}

// take chooses a stronghold of the target: the one named if it is open, the only one if none is named, and
// nothing of a realm that has nothing (C4, C4b, C6).
func (t Target) take(s Stronghold, owner Realm, rules Rules) (Stronghold, error) {
	s, err := ParseStronghold(string(s))
	if err != nil {
		return "", err
	}
	switch {
	case has(texts(t.Open), string(s)):
		return s, nil
	case s == "" && len(t.Open) == 0:
		return "", nil
	case s == "" && len(t.Open) == 1:
		return t.Open[0], nil
	case s == "":
		return "", refuse("stronghold_needed", "%s offers a choice; name the stronghold: %s.", owner.Name, listed(texts(t.Open)))
	case owner.Holdings.Total() == 0:
		return "", refuse("nothing_to_seize", "%s has no strongholds; attack it without naming one.", owner.Name)
	case owner.Holdings.Count(s) == 0:
		return "", refuse("stronghold_missing", "%s has no %s; open to attack: %s.", owner.Name, s, listed(texts(t.Open)))
	}
	wall := owner.Holdings.wall(s, rules)
	return "", refuse("ring_stands", "%s still has %d %s before its %s; open to attack: %s.",
		owner.Name, owner.Holdings.Count(wall), wall.Plural(), s.Plural(), listed(texts(t.Open)))
}

func texts(list []Stronghold) []string {
	var words []string
	for _, s := range list {
		words = append(words, string(s))
	}
	return words
}

// Attack declares an attack by the realm whose declaration it is on another's stronghold, which may be
// left empty where only one size is open or none (C6, C7). The battle has no scenario yet.
//
// Refusals: those of Targets; for the target own_realm, already_matched, realm_absent, realm_waiting,
// horde_last; for the stronghold stronghold_unknown, stronghold_needed, stronghold_missing, ring_stands,
// nothing_to_seize.
func (c Campaign) Attack(by, on string, s Stronghold) (Campaign, Battle, error) {
	by, err := c.declares(by)
	if err != nil {
		return c, Battle{}, err
	}
	owner, err := c.Find(on)
	if err != nil {
		return c, Battle{}, err
	}
	target := c.target(by, owner.Name)
	if target.Err != nil {
		return c, Battle{}, target.Err
	}
	s, err = target.take(s, owner, c.Rules)
	if err != nil {
		return c, Battle{}, err
	}
	b := Battle{Attacker: by, Defender: owner.Name, Stronghold: s, Forced: has(c.Passed, by)}
	c.Battles = added(c.Battles, b)
	return c.paired(), b, nil
}

// MayPass says whether the realm may pass now: it is its declaration, and it has not passed this turn
// (C10). Refusals: those of Targets, and must_attack.
func (c Campaign) MayPass(by string) error {
	by, err := c.declares(by)
	if err != nil {
		return err
	}
	if has(c.Passed, by) {
		return refuse("must_attack", "%s has passed this turn already and must attack now.", by)
	}
	return nil
}

// Pass lets the declaration go by (C6, C6a). Refusals: as for MayPass.
func (c Campaign) Pass(by string) (Campaign, error) {
	if err := c.MayPass(by); err != nil {
		return c, err
	}
	c.Passed = added(c.Passed, c.must(by).Name)
	return c, nil
}
