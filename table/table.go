// Package table is what can be done at a table: cards move, heroes take seats, actions are played.
// A table changes only by recording events that carry their own outcome, and is nothing but what its
// log says: Replay(log) gives the same table.
package table

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/realm"
)

// Kind tells what is played at a table.
type Kind string

// The kinds of tables.
const (
	Saga Kind = "game" // the role-playing game
)

// User is somebody of the server: the id that Discord gives, and the name last seen.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// Role is a role of the server.
type Role struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
}

// Game is what a table is and who runs it.
type Game struct {
	Kind      Kind     `json:"kind"`
	Name      string   `json:"name"`
	Channels  []string `json:"channels,omitempty"` // ids, the first is where it began
	Narrators []User   `json:"narrators,omitempty"`
	Roles     []Role   `json:"roles,omitempty"` // whoever has one of them narrates too
	Ended     bool     `json:"ended,omitempty"`
}

// Seat is a hero at the table: the sheet, who plays it, and what play has done to it.
type Seat struct {
	ID      string      `json:"id"`
	Hero    hero.Hero   `json:"hero"`
	Player  User        `json:"player"`
	Joined  bool        `json:"joined,omitempty"` // holds a hand
	Retired bool        `json:"retired,omitempty"`
	Wounds  hero.Wounds `json:"wounds"`
	Spent   int         `json:"spent,omitempty"` // hero points in this adventure (R11.3)
}

// Capacity is how many cards the seat may hold (R6.6e).
func (s Seat) Capacity() int { return s.Hero.Capacity(s.Wounds) }

// Hand is the zone of the seat's hand.
func (s Seat) Hand() Zone { return handPrefix + Zone(s.ID) }

// Call is an action that the narrator has asked for and nobody has answered.
type Call struct {
	ID     int           `json:"id"`
	Seat   string        `json:"seat"`
	Action fate.Notation `json:"action"`
	Foe    string        `json:"foe,omitempty"`
	Skill  string        `json:"skill,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Secret bool          `json:"secret,omitempty"`
}

// Zone is a place where cards lie. Every card of the deck list lies in exactly one.
type Zone string

// The zones; every hand is one more (Seat.Hand).
const (
	Deck     Zone = "deck"
	Discard  Zone = "discard"
	InPlay   Zone = "play"
	Bank     Zone = "bank"
	Narrator Zone = "narrator"

	handPrefix Zone = "hand:"
)

// Open reports whether everybody sees the zone's cards.
func (z Zone) Open() bool { return z == Discard || z == InPlay || z == Bank || z == Narrator }

// IsHand reports whether the zone is a hand.
func (z Zone) IsHand() bool { return strings.HasPrefix(string(z), string(handPrefix)) }

// Table is the state of a table. Nothing reachable from it is changed in place, so that a clone may
// share it.
type Table struct {
	Game   Game               `json:"game"`
	List   *fate.DeckList     `json:"deck,omitempty"`
	Zones  map[Zone]fate.Pile `json:"zones,omitempty"`
	Seats  []Seat             `json:"seats,omitempty"`
	Calls  []Call             `json:"calls,omitempty"`
	Called int                `json:"called,omitempty"` // the last call's number
	Owed   []string           `json:"owed,omitempty"`   // seats that wait for a card, in the order the debts arose (R1.4c)

	// Options are the readings of the rules that differ from the default.
	Options map[string]string `json:"options,omitempty"`
	Scene   string            `json:"scene,omitempty"`
	Raises  []Raise           `json:"raises,omitempty"`
	Acted   []string          `json:"acted,omitempty"` // seats, since the narrator card was drawn
	Effects []Effect          `json:"effects,omitempty"`
	// Mishaps are those of earlier actions that the narrator has not carried out, and the cards that they cost and
	// nobody has given up (R12.1).
	Mishaps []Mishap `json:"mishaps,omitempty"`
	// EffectCount is the last effect's number.
	EffectCount int `json:"effect_count,omitempty"`
	// Results are each hero's last action, by seat, as long as it can be amended (R4.5).
	Results map[string]Result `json:"results,omitempty"`
	// Fight is the fight, with the foes that are there and the wounds that wait to be paid.
	Fight combat.Fight `json:"fight,omitzero"`
	// Order is the number of the shuffle that the deck lies in; 0 before the first. Drawn tells of each card
	// in a hand with which shuffle it came.
	Order int               `json:"order,omitempty"`
	Drawn map[fate.Card]int `json:"drawn,omitempty"`
	// Ledger is how fair the shuffles are; undo does not touch it.
	Ledger Ledger `json:"ledger,omitzero"`

	// Drafts are heroes in the making, Wishes improvements that wait for the narrator.
	Drafts []Draft `json:"drafts,omitempty"`
	Wishes []Wish  `json:"wishes,omitempty"`
	Wished int     `json:"wished,omitempty"` // the last wish's number

	// Realm is the campaign of a table of that kind.
	Realm *realm.Campaign `json:"realm,omitempty"`
	// Match is the game of knights of a table of that kind.
	Match *Match `json:"match,omitempty"`
	// Shelves are what a library keeps.
	Shelves map[Shelf]map[string]json.RawMessage `json:"shelves,omitempty"`

	// Seq is the number of the last entry in the log.
	Seq int `json:"-"`

	pending Batch
}

// Clone is a table that can be changed without changing this one.
func (t *Table) Clone() *Table {
	c := *t
	c.Zones = maps.Clone(t.Zones)
	c.Drawn = maps.Clone(t.Drawn)
	c.Results = maps.Clone(t.Results)
	c.Seats = slices.Clone(t.Seats)
	c.pending = nil
	return &c
}

// Snapshot writes the state; Restore reads it. A snapshot is a cache of Replay.
func (t *Table) Snapshot() ([]byte, error) { return json.Marshal(t) }

// Restore reads a snapshot taken after entry seq.
func Restore(data []byte, seq int) (*Table, error) {
	t := &Table{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, err
	}
	t.Seq = seq
	return t, nil
}

// Seat finds a seat by its id.
func (t *Table) Seat(id string) (Seat, bool) {
	return t.seat(func(s Seat) bool { return s.ID == id })
}

// Hero finds a seat by the hero's name, in any case; retired heroes are not found.
func (t *Table) Hero(name string) (Seat, bool) {
	name = strings.TrimSpace(name)
	return t.seat(func(s Seat) bool { return !s.Retired && strings.EqualFold(s.Hero.Name, name) })
}

func (t *Table) seat(is func(Seat) bool) (Seat, bool) {
	i := slices.IndexFunc(t.Seats, is)
	if i < 0 {
		return Seat{}, false
	}
	return t.Seats[i], true
}

// Heroes lists the seats that are not retired.
func (t *Table) Heroes() []Seat {
	var seats []Seat
	for _, s := range t.Seats {
		if !s.Retired {
			seats = append(seats, s)
		}
	}
	return seats
}

// Played lists the heroes at the table that a user plays.
func (t *Table) Played(user string) []Seat {
	var seats []Seat
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Joined && !s.Retired && s.Player.ID == user {
			seats = append(seats, *s)
		}
	}
	return seats
}

// Narrates reports whether a user with these roles is a narrator here.
func (t *Table) Narrates(user string, roles []string) bool {
	return slices.ContainsFunc(t.Game.Narrators, func(u User) bool { return u.ID == user }) ||
		slices.ContainsFunc(t.Game.Roles, func(r Role) bool { return slices.Contains(roles, r.ID) })
}

// Hand is a seat's hand, in the order in which the deck's suits stand.
func (t *Table) Hand(s Seat) fate.Pile {
	if t.List == nil {
		return nil
	}
	return t.List.Sort(t.Zones[s.Hand()])
}

// HandsOut counts the cards in hands.
func (t *Table) HandsOut() int {
	n := 0
	for z, p := range t.Zones {
		if z.IsHand() {
			n += len(p)
		}
	}
	return n
}

// Unknown is what a seat's player may know of the cards that a flip can bring: the deck list without
// the own hand and everything that lies open.
func (t *Table) Unknown(s Seat) fate.Unknown {
	unseen := t.List.Cards
	for _, z := range []Zone{s.Hand(), Discard, InPlay, Bank, Narrator} {
		unseen, _ = unseen.Without(t.Zones[z]...)
	}
	return fate.Unknown{Unseen: unseen, Deck: len(t.Zones[Deck]), Discard: t.Zones[Discard]}
}

// spare are counts that Whole has done with.
var spare = sync.Pool{New: func() any { return map[fate.Card]int{} }}

// Whole checks that all zones together are the deck list, card for card.
func (t *Table) Whole() bool {
	var list fate.Pile
	if t.List != nil {
		list = t.List.Cards
	}
	missing := spare.Get().(map[fate.Card]int)
	defer spare.Put(missing)
	clear(missing)
	for _, c := range list {
		missing[c]++
	}
	n := 0
	for _, p := range t.Zones {
		for _, c := range p {
			if missing[c]--; missing[c] < 0 {
				return false
			}
		}
		n += len(p)
	}
	return n == len(list)
}
