package combat

import "skald/fate"

// other is anything that a hero does with the attack action of an exchange and that is no row of the table (R6.0).
var other = Action{Name: "act", Rule: "R6.0", Effect: "Anything else."}

// Other spends a hero's attack action on something that is no action of the table (R6.0). It gives the fight after
// that, where an aim, a cover or a hold of the hero has ended, and what adds to the total as it does to every action
// (R8.2, R8.4). The error is the one with which Declare refuses a hero who cannot act now, or not so: the parts are
// there all the same.
func (f Fight) Other(s Scene, who string) (Fight, []fate.Modifier, error) {
	parts, _ := f.Everywhere(s, who)
	x := draft{f: f, s: s, who: who, row: &other}
	if err := x.begin(); err != nil {
		return f, parts, err
	}
	if err := x.free(); err != nil {
		return f, parts, err
	}
	if err := x.rages(); err != nil {
		return f, parts, err
	}
	if err := f.heldBack(x.who); err != nil {
		return f, parts, err
	}
	c := change{Fight: f, s: s}
	c.prepare(&x, nil, nil)
	return c.Fight, parts, nil
}

// Everywhere is what adds to every action of a hero who is in the fight, whoever has asked for it (R8.2, R8.4). Skilled
// tells that skills count: they do not while the hero is enraged (R8.5).
func (f Fight) Everywhere(s Scene, who string) (parts []fate.Modifier, skilled bool) {
	if f.Stage != Fighting || f.hero(who) < 0 {
		return nil, true
	}
	return f.boonParts(&s, who), !f.is(Enraged, who, "")
}
