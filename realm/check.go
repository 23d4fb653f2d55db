package realm

import "slices"

// Check says what is wrong with a campaign that did not come from these methods, such as one read from a
// file; a campaign that did is never refused. Its refusals have the code bad_campaign.
func (c Campaign) Check() error {
	for _, check := range []func() string{c.badRealms, c.badOrder, c.badBattles, c.badPhase} {
		if what := check(); what != "" {
			return refuse("bad_campaign", "This is no campaign that can be played on: %s.", what)
		}
	}
	return nil
}

func (c Campaign) badRealms() string {
	if name, err := clean("campaign's name", c.Name, MaxName); err != nil || name != c.Name || name == "" {
		return "its name is missing or cannot be read"
	}
	var seen []string
	for _, r := range added(c.Realms, c.Departed...) {
		name, err := cleanRealm(r.Name)
		switch {
		case err != nil || name != r.Name:
			return "the name of a realm is missing or cannot be read"
		case has(seen, name):
			return "two realms are called " + name
		case r.unlikely():
			return name + " has numbers that no campaign comes to"
		}
		seen = append(seen, name)
	}
	if len(seen) > MaxRealms {
		return "it has too many realms"
	}
	return ""
}

// unlikely reports figures below 0 or far above what Amend allows.
func (r Realm) unlikely() bool {
	h := r.Holdings
	return min(h.Towers, h.Fortresses, h.Castles, r.Missed) < 0 ||
		max(h.Towers, h.Fortresses, h.Castles, r.Missed) > 10*MaxStrongholds || max(r.VP, -r.VP) > 100*MaxVP
}

func (c Campaign) badOrder() string {
	var names []string
	for _, r := range c.Realms {
		names = append(names, r.Name)
	}
	if (len(c.Order) > 0 || c.started()) && !permutes(c.Order, names) {
		return "its order does not name every realm once"
	}
	seated := slices.Concat(c.Present, c.Absent)
	switch {
	case len(without(seated, c.Order...)) > 0 || len(only(c.Order, func(n string) bool { return has(seated, n) })) != len(seated):
		return "who is present and who is absent does not fit its realms"
	case len(without(c.Passed, c.Present...)) > 0:
		return "somebody passed who is not present"
	case !c.Open() && len(seated) > 0:
		return "somebody is seated although no turn is open"
	}
	return ""
}

func (c Campaign) badBattles() string {
	var seen []string
	for _, b := range c.Battles {
		for _, name := range []string{b.Attacker, b.Defender} {
			if has(seen, name) {
				return name + " fights twice in a turn"
			}
			seen = append(seen, name)
		}
		if what := c.badBattle(b); what != "" {
			return what
		}
	}
	return ""
}

func (c Campaign) badBattle(b Battle) string {
	guest := b.Attacker == StandIn
	known := has(c.Order, b.Defender) && (guest || has(c.Order, b.Attacker))
	if len(c.Order) == 0 {
		known = c.must(b.Attacker).Name != "" && c.must(b.Defender).Name != ""
	}
	states := []State{Unfought, Reported, Disputed, Confirmed, Settled}
	_, unknown := ParseOutcome(string(b.Result.Outcome))
	_, size := ParseStronghold(string(b.Stronghold))
	away := !has(c.Present, b.Attacker) && !has(c.Present, b.Defender)
	switch {
	case !known:
		return "a battle is not between its realms"
	case guest && b.Stronghold != "":
		return "the game master's force fights for a stronghold"
	case b.Arranged != (away && !guest):
		return "a battle is between realms that do not meet"
	case size != nil || !slices.Contains(states, b.State):
		return "a battle has a stronghold or a state that does not exist"
	case b.State != Unfought && unknown != nil:
		return "a battle has no result although it was reported"
	case b.State == Reported && !b.Has(b.Reporter):
		return "a battle was reported by somebody else"
	}
	return ""
}

func (c Campaign) badPhase() string {
	free := len(c.free())
	arranged := !slices.ContainsFunc(c.Battles, func(b Battle) bool { return !b.Arranged })
	switch {
	case c.Turn < 1 || slices.ContainsFunc(c.Past, func(t Turn) bool { return t.Number >= c.Turn }):
		return "its turns are not numbered as they were played"
	case c.Phase == Declaring && free >= 2, c.Phase == Fighting && free == 0:
		return ""
	case (c.Phase == Gathering || c.Phase == Ended) && arranged && len(c.Passed) == 0:
		return ""
	}
	return "its phase does not fit its battles"
}
