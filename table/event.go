package table

import (
	"encoding/json"
	"fmt"
	"slices"

	"skald/fate"
)

// Event is one change of a table, with its outcome in it. Applying one is bookkeeping: it needs no rule
// and cannot fail. Names of events are never reused and fields are only added.
type Event interface {
	kind() string
	apply(t *Table)
	// seenBy is the event as a viewer may see it.
	seenBy(v Viewer) Event
}

// Viewer is somebody who looks at the log.
type Viewer struct {
	User     string
	Narrator bool
}

// CardsMoved is cards that left one zone and went to another; under the deck or a pile, to the end of a
// hand.
type CardsMoved struct {
	Cards fate.Pile `json:"cards"`
	From  Zone      `json:"from"`
	To    Zone      `json:"to"`
}

func (CardsMoved) kind() string { return "cards_moved" }

func (e CardsMoved) apply(t *Table) {
	t.setZone(e.From, firstWithout(t.Zones[e.From], e.Cards))
	t.setZone(e.To, t.Zones[e.To].With(e.Cards...))
	t.follow(e)
}

// seenBy shows the cards where they went to an open place, or came from one into the deck; what goes into a
// hand nobody is shown, not even the hand's own player: what the log does not tell cannot leak.
func (e CardsMoved) seenBy(Viewer) Event {
	if !e.To.Open() && (e.To.IsHand() || !e.From.Open()) {
		e.Cards = e.Cards.Hidden()
	}
	return e
}

// firstWithout takes cards away; from a deck they are the top ones, so that this is a cut in most cases.
func firstWithout(p, cards fate.Pile) fate.Pile {
	if len(cards) <= len(p) && slices.Equal(p[:len(cards)], cards) {
		return p[len(cards):]
	}
	rest, _ := p.Without(cards...)
	return rest
}

func (t *Table) setZone(z Zone, p fate.Pile) {
	if t.Zones == nil {
		t.Zones = map[Zone]fate.Pile{}
	}
	if len(p) == 0 {
		delete(t.Zones, z)
		return
	}
	t.Zones[z] = p
}

// Shuffled is the deck in its new order, and all that went into it beside the seed.
type Shuffled struct {
	Number  int       `json:"number"` // of the shuffle, from 1
	Order   fate.Pile `json:"order"`
	Version int       `json:"version"`
	Request string    `json:"request,omitempty"`
	Cuts    []Cut     `json:"cuts,omitempty"`
	// Stacked tells that whoever runs a console put cards on top: no order that a seed gives.
	Stacked bool `json:"stacked,omitempty"`
}

func (Shuffled) kind() string { return "shuffled" }
func (e Shuffled) apply(t *Table) {
	t.setZone(Deck, e.Order)
	t.Order = e.Number
}

func (e Shuffled) seenBy(Viewer) Event {
	e.Order = e.Order.Hidden()
	return e
}

// GameSet is the game's new name, channels, narrators or end.
type GameSet struct {
	Game Game `json:"game"`
}

func (GameSet) kind() string          { return "game_set" }
func (e GameSet) apply(t *Table)      { t.Game = e.Game }
func (e GameSet) seenBy(Viewer) Event { return e }

// DeckSet is another deck list; all its cards lie in the deck, in the list's order, until it is shuffled.
type DeckSet struct {
	List *fate.DeckList `json:"list"`
}

func (DeckSet) kind() string { return "deck_set" }
func (e DeckSet) apply(t *Table) {
	t.List = e.List
	t.Zones, t.Drawn, t.Order = nil, nil, 0
	t.setZone(Deck, slices.Clone(e.List.Cards))
}
func (e DeckSet) seenBy(Viewer) Event { return e }

// SeatSet is a seat's new value, or a new seat.
type SeatSet struct {
	Seat Seat `json:"seat"`
}

func (SeatSet) kind() string { return "seat_set" }
func (e SeatSet) apply(t *Table) {
	i := slices.IndexFunc(t.Seats, func(s Seat) bool { return s.ID == e.Seat.ID })
	if i < 0 {
		t.Seats = append(t.Seats, e.Seat)
		return
	}
	t.Seats[i] = e.Seat
}
func (e SeatSet) seenBy(Viewer) Event { return e }

// CallsSet is the list of open calls as it is now.
type CallsSet struct {
	Calls  []Call `json:"calls"`
	Called int    `json:"called"`
}

func (CallsSet) kind() string     { return "calls_set" }
func (e CallsSet) apply(t *Table) { t.Calls, t.Called = e.Calls, e.Called }

// seenBy hides from players how hard a secret call is.
func (e CallsSet) seenBy(v Viewer) Event {
	e.Calls = slices.Clone(e.Calls)
	for i, c := range e.Calls {
		e.Calls[i] = c.seenBy(v)
	}
	return e
}

func (c Call) seenBy(v Viewer) Call {
	if c.Secret && !v.Narrator {
		c.Action = fate.Notation{Ability: c.Action.Ability}
		c.Foe = ""
	}
	return c
}

// OwedSet is the list of cards owed as it is now (R1.4c).
type OwedSet struct {
	Owed []string `json:"owed"`
}

func (OwedSet) kind() string          { return "owed_set" }
func (e OwedSet) apply(t *Table)      { t.Owed = e.Owed }
func (e OwedSet) seenBy(Viewer) Event { return e }

// Shown is cards of a hand that were shown, to one user or to all; no card moves.
type Shown struct {
	Seat  string    `json:"seat"`
	Cards fate.Pile `json:"cards"`
	To    string    `json:"to,omitempty"` // a user's id; "" is everybody
}

func (Shown) kind() string { return "shown" }
func (Shown) apply(*Table) {}
func (e Shown) seenBy(v Viewer) Event {
	if e.To != "" && e.To != v.User {
		e.Cards = e.Cards.Hidden()
	}
	return e
}

// Batch is the events of one entry, in their order.
type Batch []Event

// readers decode an event of each kind.
var readers = map[string]func([]byte) (Event, error){
	CardsMoved{}.kind(): read[CardsMoved],
	Shuffled{}.kind():   read[Shuffled],
	GameSet{}.kind():    read[GameSet],
	DeckSet{}.kind():    read[DeckSet],
	SeatSet{}.kind():    read[SeatSet],
	CallsSet{}.kind():   read[CallsSet],
	OwedSet{}.kind():    read[OwedSet],
	Shown{}.kind():      read[Shown],
	Sealed{}.kind():     read[Sealed],
	Unsealed{}.kind():   read[Unsealed],
	CutSaid{}.kind():    read[CutSaid],
	Shelved{}.kind():    read[Shelved],
	DraftsSet{}.kind():  read[DraftsSet],
	WishesSet{}.kind():  read[WishesSet],
	OptionSet{}.kind():  read[OptionSet],
	RaisesSet{}.kind():  read[RaisesSet],
	EffectsSet{}.kind(): read[EffectsSet],
	ActedSet{}.kind():   read[ActedSet],
	SceneSet{}.kind():   read[SceneSet],
	ResultSet{}.kind():  read[ResultSet],
	MishapsSet{}.kind(): read[MishapsSet],
	FightSet{}.kind():   read[FightSet],
	MatchSet{}.kind():   read[MatchSet],
	RealmSet{}.kind():   read[RealmSet],
	TurnClosed{}.kind(): read[TurnClosed],
}

func read[E Event](data []byte) (Event, error) {
	var e E
	err := json.Unmarshal(data, &e)
	return e, err
}

// MarshalJSON writes each event as {"kind": {…}}.
func (b Batch) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for i, e := range b {
		raw, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", e.kind(), err)
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"`+e.kind()+`":`...)
		out = append(out, raw...)
		out = append(out, '}')
	}
	return append(out, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote; an event of an unknown kind is an error, for a log that
// is not understood must not be played on.
func (b *Batch) UnmarshalJSON(data []byte) error {
	var list []map[string]json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*b = make(Batch, 0, len(list))
	for _, one := range list {
		for kind, raw := range one {
			read, ok := readers[kind]
			if !ok {
				return fmt.Errorf("event of the unknown kind %q", kind)
			}
			e, err := read(raw)
			if err != nil {
				return fmt.Errorf("event %s: %w", kind, err)
			}
			*b = append(*b, e)
		}
	}
	return nil
}
