package realm

import "slices"

// Source is what gives or takes dice of a roll.
type Source string

// The sources: strongholds (C17), battles (C15), calamities (C19), joining late (C18).
const (
	FromCastles    Source = "Castles"
	FromFortresses Source = "Fortresses"
	FromTowers     Source = "Towers"
	Defended       Source = "Won as Defender"
	SlewWarlord    Source = "Slew the warlord"
	BarbarianRaid  Source = "Barbarian Raid"
	Famine         Source = "Famine"
	Pestilence     Source = "Pestilence"
	CivilWar       Source = "Civil War"
	Newcomer       Source = "Newcomer"
)

// Part is what one source adds to the number of dice; below 0 for a calamity.
type Part struct {
	Source Source `json:"source"`
	Dice   int    `json:"dice"`
}

// Why says what a roll is for.
type Why string

// The rolls of a campaign.
const (
	VictoryPoints Why = "victory points" // each realm's at the end of a turn (C17): VP = From + Sum
	Joining       Why = "joining"        // a newcomer's 2d6 (C18): VP = From − Sum
)

// Roll is one throw of a realm's dice. Their number is the sum of the parts, but not below 0 (C19a).
type Roll struct {
	Realm string `json:"realm"`
	Why   Why    `json:"why"`
	Parts []Part `json:"parts,omitempty"`
	Dice  []int  `json:"dice,omitempty"` // the faces, in the order of the throw
	Sum   int    `json:"sum"`
	From  int    `json:"from"` // the realm's VPs before
	VP    int    `json:"vp"`   // and after
}

// cast throws the dice that the parts add up to.
func cast(dice Dice, name string, why Why, parts []Part) Roll {
	r := Roll{Realm: name, Why: why, Parts: parts}
	n := 0
	for _, p := range parts {
		n += p.Dice
	}
	if n <= 0 {
		return r
	}
	r.Dice = added[int](nil, dice(n)...)
	for _, face := range r.Dice {
		if face < 1 || face > 6 {
			panic("realm: a die shows no face from 1 to 6")
		}
		r.Sum += face
	}
	if len(r.Dice) != n {
		panic("realm: the dice are not as many as were asked for")
	}
	return r
}

// Calamity is what befalls a realm that has missed so many sessions in a row, and how many dice it takes:
// 1 Barbarian Raid, 2 Famine, 3 Pestilence, 4 and more Civil War; nothing for 0 (C19).
func Calamity(missed int) (Source, int) {
	missed = min(missed, 4)
	if missed <= 0 {
		return "", 0
	}
	return []Source{BarbarianRaid, Famine, Pestilence, CivilWar}[missed-1], missed
}

// parts adds up a realm's dice: its strongholds after the battles (C17b), what its battle earned (C15), and
// the calamity of an absence (C19).
func (c Campaign) parts(r Realm) []Part {
	all := []Part{
		{FromCastles, r.Holdings.Castles * Castle.Dice()},
		{FromFortresses, r.Holdings.Fortresses * Fortress.Dice()},
		{FromTowers, r.Holdings.Towers * Tower.Dice()},
	}
	if b, ok := c.Battle(r.Name); ok && b.Winner() == r.Name && !(b.Attacker == StandIn && c.Rules.StandInUnpaid) {
		if b.Defender == r.Name {
			all = append(all, Part{Defended, 1})
		}
		if b.Result.WarlordSlain {
			all = append(all, Part{SlewWarlord, 1})
		}
	}
	calamity, fewer := Calamity(r.Missed)
	all = append(all, Part{calamity, -fewer})
	return only(all, func(p Part) bool { return p.Dice != 0 })
}

// Due says why the turn cannot be closed yet. Refusals: campaign_ended, turn_not_open, declarations_open,
// result_missing.
func (c Campaign) Due() error {
	if err := c.during(); err != nil {
		return err
	}
	if next, _ := c.Next(); next != "" {
		return refuse("declarations_open", "The declarations are not over; it is for %s to attack or to pass.", next)
	}
	var without []string
	for _, b := range c.Battles {
		if !b.Decided() {
			without = append(without, Called(b.Attacker)+" against "+b.Defender)
		}
	}
	if len(without) > 0 {
		return refuse("result_missing", "No result that counts yet: %s. Report and confirm, or let the game master settle.", listed(without))
	}
	return nil
}

// Score closes the turn: first the seizures (C14), then each realm's roll in player order from its new
// holdings with bonuses and calamities (C15, C17, C19), then the order for the next turn (C11). The turn
// as it ended is returned and kept in Past. Refusals: those of Due.
func (c Campaign) Score(dice Dice) (Campaign, Turn, error) {
	if err := c.Due(); err != nil {
		return c, Turn{}, err
	}
	d := c
	for i := range d.Battles {
		d = d.carriedOut(i)
	}
	for _, name := range d.Order {
		if c.takesPart(name) != nil && !has(c.Absent, name) {
			continue // joined while the turn was open
		}
		r := d.must(name)
		r.Missed = d.missed(r)
		roll := cast(dice, r.Name, VictoryPoints, d.parts(r))
		roll.From, roll.VP = r.VP, r.VP+roll.Sum
		r.VP = roll.VP
		d = d.changed(r)
		d.Rolls = added(d.Rolls, roll)
	}
	turn := d.Now()
	turn.Next = d.NextOrder()
	d.Order, d.Turn, d.Phase = turn.Next, d.Turn+1, Gathering
	d.Present, d.Absent, d.Passed, d.Battles, d.Rolls, d.Amendments = nil, nil, nil, nil, nil, nil
	d.Past = added(d.Past, turn)
	return d, turn, nil
}

// missed is the number of sessions missed in a row with this one (C19): who played, also an arranged game,
// starts anew (C8a).
func (c Campaign) missed(r Realm) int {
	if has(c.Absent, r.Name) && !c.matched(r.Name) {
		return r.Missed + 1
	}
	return 0
}

// carriedOut moves the stronghold of a battle that the attacker won (C14), takes the fallen Legendary
// warlords out of the campaign (C2) and counts the scenario (C12a).
func (c Campaign) carriedOut(i int) Campaign {
	b := c.Battles[i]
	attacker, defender := c.must(b.Attacker), c.must(b.Defender)
	if b.Winner() == b.Attacker && defender.Holdings.Count(b.Stronghold) > 0 {
		b.Seized = true
		attacker.Holdings = attacker.Holdings.with(b.Stronghold, 1)
		defender.Holdings = defender.Holdings.with(b.Stronghold, -1)
	}
	attacker = attacker.counted(b.Scenario).mourning(b.Result.AttackerLegend)
	defender = defender.mourning(b.Result.DefenderLegend)
	c = c.fought(i, b)
	return c.changed(defender).changed(attacker)
}

// mourning takes a fallen Legendary warlord from a realm for good (C2).
func (r Realm) mourning(legend string) Realm {
	if legend == "" || has(r.Slain, legend) {
		return r
	}
	r.Slain = added(r.Slain, legend)
	if same(r.Legend, legend) {
		r.Legend = ""
	}
	return r
}

// NextOrder is the player order for the next turn as far as it is known (C11): those who did not attack
// keep their places among each other, below them the attackers, the last to choose first. Newcomers of the
// open turn stand at the bottom (C11a).
func (c Campaign) NextOrder() []string {
	var attackers, newcomers, missing []string
	for _, b := range c.Battles {
		if b.Attacker != StandIn {
			attackers = added([]string{b.Attacker}, attackers...)
		}
	}
	for _, name := range c.Order {
		switch {
		case !has(c.Present, name) && !has(c.Absent, name):
			newcomers = append(newcomers, name)
		case !has(c.Present, name) && !c.matched(name) && c.Rules.AbsentLast:
			missing = append(missing, name)
		}
	}
	order := without(c.Order, slices.Concat(attackers, newcomers, missing)...)
	return slices.Concat(order, attackers, newcomers, missing)
}
