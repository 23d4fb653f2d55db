package realm

// Dice gives the faces, 1 to 6, of that many six-sided dice.
type Dice func(n int) []int

// Arrival is what came of Join.
type Arrival struct {
	Realm    Realm
	Roll     Roll // the newcomer's 2d6; none in the first turn and for one who comes back (C18)
	Returned bool // the realm had left and comes back as it stood
}

// Join adds a realm: Name, Player, PlayerName, Faction, Division and Legend of r are read, and only Name
// must be there. It starts with the strongholds of C3 and 0 VP, and once the first turn is over with the
// fewest VPs at the end of the turn before less the roll of 2d6, which may be below 0 (C18, C18a). It
// stands at the bottom of the order (C11a); if a turn is open it takes part from the next. A player has
// one realm; who left comes back to it as it stood.
//
// Refusals: campaign_ended, name_missing, bad_text, text_too_long, realm_taken, player_has_realm,
// campaign_full, faction_missing, faction_fixed, and those of Lead.
func (c Campaign) Join(r Realm, dice Dice) (Campaign, Arrival, error) {
	if err := c.running(); err != nil {
		return c, Arrival{}, err
	}
	r, err := tidy(r)
	if err == nil {
		err = c.admits(r)
	}
	if err != nil {
		return c, Arrival{}, err
	}
	if old, ok := c.departed(r.Name); ok {
		return c.back(old, r)
	}
	if r.Division != "" && r.Faction == "" {
		return c, Arrival{}, refuse("faction_missing", "%s is the division of a faction; name the faction too.", r.Division)
	}
	r.Holdings, r.Joined = Start(), c.Turn
	legend := r.Legend
	r.Legend = ""
	d := c
	var roll Roll
	if c.Turn > 1 {
		roll = cast(dice, r.Name, Joining, []Part{{Newcomer, 2}})
		roll.From = c.Fewest()
		roll.VP = roll.From - roll.Sum
		r.VP = roll.VP
		d.Rolls = added(d.Rolls, roll)
	}
	d, err = d.seated(r).Lead(r.Name, legend)
	if err != nil {
		return c, Arrival{}, err
	}
	return d, Arrival{Realm: d.must(r.Name), Roll: roll}, nil
}

// tidy cleans what a player typed and drops all else.
func tidy(r Realm) (Realm, error) {
	var err error
	keep := func(s string, failed error) string {
		if err == nil {
			err = failed
		}
		return s
	}
	t := Realm{Name: keep(cleanRealm(r.Name)), Player: r.Player}
	t.PlayerName = keep(clean("player's name", r.PlayerName, MaxName))
	t.Faction = keep(clean("faction", r.Faction, MaxName))
	t.Division = keep(clean("division", r.Division, MaxName))
	t.Legend = keep(clean("Legendary warlord's name", r.Legend, MaxName))
	return t, err
}

// admits says whether the realm may join as far as other realms go.
func (c Campaign) admits(r Realm) error {
	if _, err := c.Find(r.Name); err == nil {
		return refuse("realm_taken", "There is a realm called %s already; choose another name.", r.Name)
	}
	if has, ok := c.Of(r.Player); ok {
		return refuse("player_has_realm", "A player has one realm in a campaign, and this one has %s; leave it first.", has.Name)
	}
	for _, old := range c.Departed {
		own := r.Player != "" && old.Player == r.Player
		switch {
		case same(old.Name, r.Name) && old.Player != r.Player:
			return refuse("realm_taken", "%s was another player's realm in this campaign; choose another name.", old.Name)
		case own && !same(old.Name, r.Name):
			return refuse("realm_taken", "This player left as %s and may come back as %s.", old.Name, old.Name)
		}
	}
	if _, back := c.departed(r.Name); !back && len(c.Realms)+len(c.Departed) >= MaxRealms {
		return refuse("campaign_full", "The campaign has had %d realms, and there is room for no more.", MaxRealms)
	}
	return nil
}

func (c Campaign) departed(name string) (Realm, bool) {
	for _, r := range c.Departed {
		if same(r.Name, name) {
			return r, true
		}
	}
	return Realm{}, false
}

// back brings a departed realm back with all that it had, so that nobody leaves to shed losses.
func (c Campaign) back(old, r Realm) (Campaign, Arrival, error) {
	if what := old.differs(r); len(what) > 0 {
		return c, Arrival{}, refuse("faction_fixed", "%s comes back as it left, with %s; leave %s out.", old.Name, old.army(), listed(what))
	}
	d := c
	d.Departed = only(c.Departed, func(o Realm) bool { return o.Name != old.Name })
	old.Joined, old.Left = c.Turn, 0
	if r.PlayerName != "" {
		old.PlayerName = r.PlayerName
	}
	d = d.seated(old)
	if r.Legend != "" {
		var err error
		if d, err = d.Lead(old.Name, r.Legend); err != nil {
			return c, Arrival{}, err
		}
	}
	return d, Arrival{Realm: d.must(old.Name), Returned: true}, nil
}

// differs lists what one who comes back names otherwise than it was.
func (r Realm) differs(with Realm) []string {
	var what []string
	if with.Faction != "" && !same(with.Faction, r.Faction) {
		what = append(what, "the faction")
	}
	if with.Division != "" && !same(with.Division, r.Division) {
		what = append(what, "the division")
	}
	return what
}

// seated adds the realm at the bottom of the order, if there is one (C11a).
func (c Campaign) seated(r Realm) Campaign {
	ordered := len(c.Order) > 0 || c.started()
	c.Realms = added(c.Realms, r)
	if ordered {
		c.Order = added(c.Order, r.Name)
	}
	return c
}

// Fewest is the least number of VPs at the end of the turn before, of those who were in it (C18).
func (c Campaign) Fewest() int {
	fewest, found := 0, false
	for _, r := range added(c.Realms, c.Departed...) {
		if was := r.Joined < c.Turn && (r.Left == 0 || r.Left == c.Turn); was && (!found || r.VP < fewest) {
			fewest, found = r.VP, true
		}
	}
	return fewest
}

// army is the faction with its division.
func (r Realm) army() string {
	switch {
	case r.Faction == "":
		return "no faction named"
	case r.Division == "":
		return r.Faction
	}
	return r.Faction + " (" + r.Division + ")"
}

// Leave takes a realm out of the campaign. Before the first turn it is as if it had never joined; later it
// can come back as it stood. It must have fought what it is matched for. Refusals: campaign_ended,
// unknown_realm, already_matched.
func (c Campaign) Leave(name string) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	r, err := c.Find(name)
	if err != nil {
		return c, err
	}
	if b, ok := c.Battle(r.Name); ok {
		return c, refuse("already_matched", "%s is matched with %s; %s may leave when this turn is closed, or the game called off.", r.Name, Called(b.Other(r.Name)), r.Name)
	}
	c.Realms = only(c.Realms, func(o Realm) bool { return o.Name != r.Name })
	c.Order, c.Present = without(c.Order, r.Name), without(c.Present, r.Name)
	c.Absent, c.Passed = without(c.Absent, r.Name), without(c.Passed, r.Name)
	if c.started() {
		r.Left = c.Turn
		c.Departed = added(c.Departed, r)
	}
	if c.Phase == Declaring {
		c = c.paired()
	}
	return c, nil
}

// Muster names a realm's faction and its division. The choice is for the whole campaign: once the first
// turn was opened only what is still open can be filled in (C1). Refusals: campaign_ended, unknown_realm,
// bad_text, text_too_long, faction_fixed.
func (c Campaign) Muster(name, faction, division string) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	r, err := c.Find(name)
	if err != nil {
		return c, err
	}
	t, err := tidy(Realm{Name: r.Name, Faction: faction, Division: division})
	if err != nil {
		return c, err
	}
	differs := r.Faction != "" && !same(r.Faction, t.Faction) || r.Division != "" && !same(r.Division, t.Division)
	if c.started() && differs {
		return c, refuse("faction_fixed", "%s fights as %s for the whole campaign.", r.Name, r.army())
	}
	r.Faction, r.Division = t.Faction, t.Division
	return c.changed(r), nil
}

// Lead puts a Legendary warlord at the head of a realm, from now on; an empty name gives the lead back to
// an ordinary warlord. One that the realm has lost cannot be chosen again, and none is put out of harm's way
// once the realm is matched in an open turn (C2). Refusals: campaign_ended, unknown_realm, bad_text,
// text_too_long, no_legends, legend_slain, leader_matched.
func (c Campaign) Lead(name, legend string) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	r, err := c.Find(name)
	if err != nil {
		return c, err
	}
	legend, err = clean("Legendary warlord's name", legend, MaxName)
	b, matched := c.Battle(r.Name)
	switch {
	case err != nil:
		return c, err
	case matched && c.Open() && !same(legend, r.Legend):
		return c, refuse("leader_matched", "%s is matched with %s, and whoever leads it now fights that battle; choose anew when the turn is closed.", r.Name, Called(b.Other(r.Name)))
	case legend != "" && !c.Rules.Legendary:
		return c, refuse("no_legends", "This campaign is played without Legendary warlords.")
	case has(r.Slain, legend):
		return c, refuse("legend_slain", "%s was slain in the service of %s and cannot be chosen again.", legend, r.Name)
	}
	r.Legend = legend
	return c.changed(r), nil
}
