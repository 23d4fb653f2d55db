package realm

// Turn is the record of one turn (C20).
type Turn struct {
	Number     int         `json:"number"`
	Order      []string    `json:"order,omitempty"`  // in which it was played
	Next       []string    `json:"next,omitempty"`   // the order that came of it
	Absent     []string    `json:"absent,omitempty"` // who was not at the table
	Passed     []string    `json:"passed,omitempty"`
	Battles    []Battle    `json:"battles,omitempty"`
	Rolls      []Roll      `json:"rolls,omitempty"` // newcomers' first, then each realm's, in player order
	Amendments []Amendment `json:"amendments,omitempty"`
	Rows       []Row       `json:"rows,omitempty"` // in player order
}

// Action is what a realm did in a turn.
type Action string

// The actions; a realm without a battle has none.
const (
	Attacked  Action = "attacked"
	Defending Action = "defended"
)

// Side is how a battle went for one of the two, and empty while that is open (C13).
type Side string

// The ways it may go.
const (
	Won  Side = "win"
	Lost Side = "lose"
	Drew Side = "draw"
)

// Row is one realm's line in the table of a turn (C20).
type Row struct {
	Realm        string     `json:"realm"`
	Player       string     `json:"player,omitempty"`
	PlayerName   string     `json:"player_name,omitempty"`
	Holdings     Holdings   `json:"holdings"` // at the end of the turn
	VP           int        `json:"vp"`       // likewise
	Absent       bool       `json:"absent,omitempty"`
	Passed       bool       `json:"passed,omitempty"`
	Waiting      bool       `json:"waiting,omitempty"` // came while the turn was open and plays from the next
	Action       Action     `json:"action,omitempty"`
	Versus       string     `json:"versus,omitempty"` // a realm, or StandIn
	VersusPlayer string     `json:"versus_player,omitempty"`
	Result       Side       `json:"result,omitempty"`
	WarlordSlain bool       `json:"warlord_slain,omitempty"` // the loser's
	Won          Stronghold `json:"won,omitempty"`
	Lost         Stronghold `json:"lost,omitempty"`
	Scenario     string     `json:"scenario,omitempty"`
	Calamity     Source     `json:"calamity,omitempty"`
	Dice         int        `json:"dice,omitempty"` // how many were rolled
	Roll         int        `json:"roll,omitempty"` // their sum
}

// Roll is the throw of a realm in the turn, for the reason given.
func (t Turn) Roll(name string, why Why) (Roll, bool) {
	for _, r := range t.Rolls {
		if same(r.Realm, name) && r.Why == why {
			return r, true
		}
	}
	return Roll{}, false
}

// Now is the record of the turn that is open or next, as it stands.
func (c Campaign) Now() Turn {
	t := Turn{
		Number: c.Turn, Order: c.Order, Absent: c.Absent, Passed: c.Passed,
		Battles: c.Battles, Rolls: c.Rolls, Amendments: c.Amendments,
	}
	for _, name := range c.Names() {
		t.Rows = append(t.Rows, c.row(name, t))
	}
	return t
}

// At is the record of a turn: a closed one, or the one that is open or next. Refusals: no_such_turn.
func (c Campaign) At(number int) (Turn, error) {
	for _, t := range c.Past {
		if t.Number == number {
			return t, nil
		}
	}
	if number != c.Turn || c.Phase == Ended {
		return Turn{}, refuse("no_such_turn", "There is no turn %d to show; the turns go up to %d.", number, c.Turn)
	}
	return c.Now(), nil
}

func (c Campaign) row(name string, t Turn) Row {
	r := c.must(name)
	row := Row{
		Realm: r.Name, Player: r.Player, PlayerName: r.PlayerName, Holdings: r.Holdings, VP: r.VP,
		Absent: has(c.Absent, name), Passed: has(c.Passed, name), Waiting: c.Waits(name),
	}
	if roll, ok := t.Roll(name, VictoryPoints); ok {
		row.Dice, row.Roll = len(roll.Dice), roll.Sum
		row.Calamity, _ = Calamity(r.Missed)
	}
	if b, ok := c.Battle(name); ok {
		row.fill(b)
		row.VersusPlayer = c.must(row.Versus).PlayerName
	}
	return row
}

// Waits reports whether a realm came while the turn was open and plays from the next (C18).
func (c Campaign) Waits(name string) bool {
	return c.Open() && !has(c.Present, name) && !has(c.Absent, name)
}

// fill takes a battle into the row of one of its realms. A result shows once it counts.
func (row *Row) fill(b Battle) {
	row.Action, row.Versus, row.Scenario = Defending, b.Other(row.Realm), b.Scenario
	if b.Attacker == row.Realm {
		row.Action = Attacked
	}
	if b.Decided() {
		row.WarlordSlain = b.Result.WarlordSlain
		row.Result = b.side(row.Realm)
	}
	switch {
	case b.Seized && b.Attacker == row.Realm:
		row.Won = b.Stronghold
	case b.Seized:
		row.Lost = b.Stronghold
	}
}

func (b Battle) side(name string) Side {
	switch b.Winner() {
	case "":
		return Drew
	case name:
		return Won
	}
	return Lost
}
