package realm

// Report records a result by one of the two players, who may correct it until the other answers; the
// same result by the other confirms it, and after a dispute either may report anew. The battle is named by
// either realm. A realm led by a Legendary warlord has no other, so that either death is both (C2, C13).
//
// Refusals: campaign_ended, turn_not_open, unknown_realm, no_battle, not_in_battle, result_final,
// already_reported, and those of the result: outcome_unknown, draw_without_loser, no_legends,
// legend_slain, bad_text, text_too_long.
func (c Campaign) Report(battle string, result Result, by string) (Campaign, Battle, error) {
	i, err := c.answering(battle, by)
	if err != nil {
		return c, Battle{}, err
	}
	b := c.Battles[i]
	result, err = c.judged(b, result)
	if err != nil {
		return c, Battle{}, err
	}
	if b.State == Reported && !same(b.Reporter, by) {
		if !result.agrees(b.Result) {
			return c, Battle{}, refuse("already_reported", "Another result stands by the word of %s; confirm it or dispute it.", Called(b.Reporter))
		}
		return c.Confirm(battle, by)
	}
	b.State, b.Reporter, b.Result = Reported, b.Other(b.Other(by)), result
	return c.fought(i, b), b, nil
}

// Confirm makes a report count; it is for the other player, or for StandIn in a battle with the game
// master's force. Refusals: campaign_ended, turn_not_open, unknown_realm, no_battle, not_in_battle,
// result_final, no_report, own_report.
func (c Campaign) Confirm(battle, by string) (Campaign, Battle, error) {
	return c.answer(battle, by, Confirmed)
}

// Dispute contradicts a report; then either player reports anew or the game master settles. Refusals: as
// for Confirm.
func (c Campaign) Dispute(battle, by string) (Campaign, Battle, error) {
	return c.answer(battle, by, Disputed)
}

// Settle is the game master's word on a battle of the open turn, reported or not, confirmed or not.
// Refusals: campaign_ended, turn_not_open, unknown_realm, no_battle, and those of the result.
func (c Campaign) Settle(battle string, result Result) (Campaign, Battle, error) {
	if err := c.during(); err != nil {
		return c, Battle{}, err
	}
	i, err := c.fight(battle)
	if err != nil {
		return c, Battle{}, err
	}
	b := c.Battles[i]
	b.Result, err = c.judged(b, result)
	if err != nil {
		return c, Battle{}, err
	}
	b.State = Settled
	return c.fought(i, b), b, nil
}

func (c Campaign) answer(battle, by string, with State) (Campaign, Battle, error) {
	i, err := c.answering(battle, by)
	if err != nil {
		return c, Battle{}, err
	}
	b := c.Battles[i]
	switch {
	case b.State == Disputed:
		return c, Battle{}, refuse("no_report", "The result of %s against %s is disputed; report it anew, or let the game master settle it.", Called(b.Attacker), b.Defender)
	case b.State == Unfought:
		return c, Battle{}, refuse("no_report", "The battle of %s against %s has no result yet; report it first.", Called(b.Attacker), b.Defender)
	case same(b.Reporter, by):
		return c, Battle{}, refuse("own_report", "This result stands by the word of %s; it is for %s to answer.", Called(b.Reporter), Called(b.Answers()))
	}
	b.State = with
	return c.fought(i, b), b, nil
}

func (c Campaign) fought(i int, b Battle) Campaign {
	c.Battles = replaced(c.Battles, i, b)
	return c
}

// answering finds a battle whose result a player may still touch.
func (c Campaign) answering(battle, by string) (int, error) {
	if err := c.during(); err != nil {
		return 0, err
	}
	i, err := c.fight(battle)
	if err != nil {
		return 0, err
	}
	b := c.Battles[i]
	switch {
	case !b.Has(by):
		return 0, refuse("not_in_battle", "The result of %s against %s is for these two to report and to answer, and for the game master to settle.", Called(b.Attacker), b.Defender)
	case b.Decided():
		return 0, refuse("result_final", "The result of %s against %s stands; only the game master can change it, until the turn is closed.", Called(b.Attacker), b.Defender)
	}
	return i, nil
}

func (r Result) agrees(with Result) bool {
	r.Note, with.Note = "", ""
	return r == with
}

// judged checks a result and fills in what follows from it.
func (c Campaign) judged(b Battle, r Result) (Result, error) {
	outcome, err := ParseOutcome(string(r.Outcome))
	if err != nil {
		return r, err
	}
	r.Outcome = outcome
	if r.Outcome == Draw && r.WarlordSlain {
		return r, refuse("draw_without_loser", "A draw has no loser whose warlord could count as slain; leave that out.")
	}
	if r.Note, err = cleanNote(r.Note); err != nil {
		return r, err
	}
	won, lost := r.Outcome == AttackerWins, r.Outcome == DefenderWins
	if r.AttackerLegend, err = c.fallen(b.Attacker, r.AttackerLegend, lost && r.WarlordSlain); err != nil {
		return r, err
	}
	if r.DefenderLegend, err = c.fallen(b.Defender, r.DefenderLegend, won && r.WarlordSlain); err != nil {
		return r, err
	}
	r.WarlordSlain = r.WarlordSlain || lost && r.AttackerLegend != "" || won && r.DefenderLegend != ""
	return r, nil
}

// fallen is the Legendary warlord that a realm lost in a battle: the one named, or its present one if its
// warlord was slain (C2).
func (c Campaign) fallen(name, legend string, warlord bool) (string, error) {
	legend, err := clean("Legendary warlord's name", legend, MaxName)
	if err != nil {
		return "", err
	}
	r := c.must(name)
	switch {
	case legend == "" && !warlord:
		return "", nil
	case legend == "" || same(legend, r.Legend):
		return r.Legend, nil
	case !c.Rules.Legendary:
		return "", refuse("no_legends", "This campaign is played without Legendary warlords, so none can be slain; leave that out.")
	case has(r.Slain, legend):
		return "", refuse("legend_slain", "%s was slain in the service of %s before; name another or none.", legend, name)
	}
	return legend, nil
}
