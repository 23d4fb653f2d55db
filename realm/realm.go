// Package realm is the campaign of realms and their strongholds (C1–C20): who may attack whom, whose
// declaration it is, what a battle changes, the dice of each turn, the standings. It is pure: a Campaign
// is a value, luck comes in as a parameter, and every method gives a new campaign, what happened, and an
// error that is always a *Refusal; with an error comes the campaign as it was.
//
// A turn goes: Begin, then Attack or Pass by whom Next names until all are matched, Scenario by the
// attackers, Report and Confirm of each battle, Score. Between turns realms may Join.
package realm

// Phase says what the campaign waits for.
type Phase string

// The phases. A turn is open while it is Declaring or Fighting.
const (
	Gathering Phase = "gathering" // between turns: for Begin
	Declaring Phase = "declaring" // for attacks and passes
	Fighting  Phase = "fighting"  // all are matched: for results, then Score
	Ended     Phase = "ended"
)

// StandIn is the name of the game master's own force, which meets the last realm of an odd number (C9a).
// It stands where a realm's name does, has no realm, and no realm may be called so.
const StandIn = "Game master"

// MaxRealms is how many realms one campaign may have.
const MaxRealms = 50

// Rules are what the group decides and the settings of the rulings; the zero value is the default of each.
type Rules struct {
	Mercenaries bool `json:"mercenaries,omitempty"` // mercenaries may be hired (C2)
	Legendary   bool `json:"legendary,omitempty"`   // Legendary units may be chosen (C2)

	// Unnested takes C4 by the letter: a Castle is open with fewer than 2 Fortresses, whatever the Towers.
	// By default the rings are nested (C4a).
	Unnested bool `json:"unnested,omitempty"`
	// HordesLast lets a realm without strongholds be attacked only where no other realm is free (C4b).
	HordesLast bool `json:"hordes_last,omitempty"`
	// StandInUnpaid gives no bonus dice for a battle against the game master's force (C9a).
	StandInUnpaid bool `json:"stand_in_unpaid,omitempty"`
	// AbsentLast moves those who missed the turn below all others in the order; by default they keep their
	// place as those do who did not attack (C11a).
	AbsentLast bool `json:"absent_last,omitempty"`
}

// Campaign is a whole campaign between two commands. Its JSON is the same for the same campaign, and gives
// it back unchanged.
type Campaign struct {
	Name       string      `json:"name"`
	Rules      Rules       `json:"rules"`
	Phase      Phase       `json:"phase"`
	Turn       int         `json:"turn"`                 // the open one, or the next to be opened; from 1
	Realms     []Realm     `json:"realms,omitempty"`     // in the order of their joining
	Departed   []Realm     `json:"departed,omitempty"`   // those who left, as they stood
	Order      []string    `json:"order,omitempty"`      // the top first (C6); empty until set or drawn (C9)
	Present    []string    `json:"present,omitempty"`    // at the table this turn (C8)
	Absent     []string    `json:"absent,omitempty"`     // not at the table, even if they arranged a game
	Passed     []string    `json:"passed,omitempty"`     // who passed this turn (C10)
	Battles    []Battle    `json:"battles,omitempty"`    // in the order of their declaration
	Rolls      []Roll      `json:"rolls,omitempty"`      // of newcomers, since the last turn was closed (C18)
	Amendments []Amendment `json:"amendments,omitempty"` // since the last turn was closed
	Past       []Turn      `json:"past,omitempty"`       // the turns that are closed; no rule reads it
}

// Realm is one player's realm.
type Realm struct {
	Name       string   `json:"name"`
	Player     string   `json:"player,omitempty"`      // who runs it, as the caller knows users; empty for somebody it does not know
	PlayerName string   `json:"player_name,omitempty"` // how that player is called
	Faction    string   `json:"faction,omitempty"`     // for the whole campaign (C1)
	Division   string   `json:"division,omitempty"`    // the faction's subdivision, if it has any (C1)
	Legend     string   `json:"legend,omitempty"`      // the Legendary warlord who leads it now (C2)
	Slain      []string `json:"slain,omitempty"`       // Legendary warlords that it has lost for good (C2)
	Holdings   Holdings `json:"holdings"`
	VP         int      `json:"vp"`               // victory points; may be below 0 (C18a)
	Missed     int      `json:"missed,omitempty"` // sessions missed in a row (C19)
	Joined     int      `json:"joined,omitempty"` // the turn that was open or next
	Left       int      `json:"left,omitempty"`   // likewise, for a realm that departed
	Chosen     []Choice `json:"chosen,omitempty"` // scenarios of closed turns (C12)
}

// Choice is how often a scenario was chosen (C12).
type Choice struct {
	Scenario string `json:"scenario"`
	Times    int    `json:"times"`
}

// New is a campaign without realms, before its first turn. Refusals: name_missing, bad_text, text_too_long.
func New(name string, rules Rules) (Campaign, error) {
	name, err := clean("campaign's name", name, MaxName)
	if err == nil && name == "" {
		err = refuse("name_missing", "The campaign needs a name.")
	}
	if err != nil {
		return Campaign{}, err
	}
	return Campaign{Name: name, Rules: rules, Phase: Gathering, Turn: 1}, nil
}

// Adopt changes the settings. Mercenaries and Legendary units are decided once: not after the first turn
// was opened (C2). Refusals: campaign_ended, decided_already.
func (c Campaign) Adopt(rules Rules) (Campaign, error) {
	if err := c.running(); err != nil {
		return c, err
	}
	if c.started() && (rules.Mercenaries != c.Rules.Mercenaries || rules.Legendary != c.Rules.Legendary) {
		return c, refuse("decided_already", "Mercenaries and Legendary units were decided when the campaign began and stay so to its end.")
	}
	if !rules.Legendary {
		realms := make([]Realm, 0, len(c.Realms))
		for _, r := range c.Realms {
			r.Legend = ""
			realms = append(realms, r)
		}
		c.Realms = added[Realm](nil, realms...)
	}
	c.Rules = rules
	return c, nil
}

// Find is the realm of that name, in any case. Refusals: unknown_realm.
func (c Campaign) Find(name string) (Realm, error) {
	i, err := c.index(name)
	if err != nil {
		return Realm{}, err
	}
	return c.Realms[i], nil
}

// Of is the realm that a player runs.
func (c Campaign) Of(player string) (Realm, bool) {
	for _, r := range c.Realms {
		if player != "" && r.Player == player {
			return r, true
		}
	}
	return Realm{}, false
}

// Names lists the realms: in player order, or as they joined while there is no order yet.
func (c Campaign) Names() []string {
	if len(c.Order) > 0 {
		return added[string](nil, c.Order...)
	}
	var names []string
	for _, r := range c.Realms {
		names = append(names, r.Name)
	}
	return names
}

func (c Campaign) index(name string) (int, error) {
	for i, r := range c.Realms {
		if same(r.Name, name) {
			return i, nil
		}
	}
	if len(c.Realms) == 0 {
		return 0, refuse("unknown_realm", "No realm has joined the campaign yet.")
	}
	return 0, refuse("unknown_realm", "There is no realm called %s; the realms are %s.", quoted(name), listed(c.Names()))
}

func (c Campaign) must(name string) Realm {
	r, _ := c.Find(name)
	return r
}

func (c Campaign) changed(r Realm) Campaign {
	if i, err := c.index(r.Name); err == nil {
		c.Realms = replaced(c.Realms, i, r)
	}
	return c
}

// Open reports whether a turn is open: attacks are declared in it, or battles fought.
func (c Campaign) Open() bool { return c.Phase == Declaring || c.Phase == Fighting }

func (c Campaign) started() bool {
	return c.Turn > 1 || c.Open() || c.Phase == Ended && len(c.Past) > 0
}

func (c Campaign) running() error {
	if c.Phase == Ended {
		return refuse("campaign_ended", "The campaign %s has ended; start a new one to play on.", c.Name)
	}
	return nil
}

// between allows what may be done only while no turn is open.
func (c Campaign) between() error {
	if err := c.running(); err != nil {
		return err
	}
	if c.Open() {
		return refuse("turn_open", "Turn %d is still open; close it first.", c.Turn)
	}
	return nil
}

// during allows what may be done only in an open turn.
func (c Campaign) during() error {
	if err := c.running(); err != nil {
		return err
	}
	if !c.Open() {
		return refuse("turn_not_open", "Turn %d has not begun; the game master opens it first.", c.Turn)
	}
	return nil
}
