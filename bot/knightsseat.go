package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/knights"
	"skald/table"
)

// sits reports whether the user has a seat at the table and has not got up.
func (t *Turn) sits() bool {
	return slices.ContainsFunc(t.Table.Match.Sitting(), func(s table.MatchSeat) bool { return s.Bot == "" && s.User.ID == t.User.ID })
}

// tableLine tells who sits at the table.
func tableLine(m table.Match) string {
	var names []string
	for i, name := range m.Names() {
		if !m.Seats[i].Left {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "Nobody sits at the table."
	}
	return "At the table: " + join(names) + "."
}

func joinMatch(t *Turn) (Reply, error) {
	m := *t.Table.Match
	if m.Running() {
		return Reply{}, fate.Refuse("begun", "The game has begun; wait for the next one.")
	}
	seat, err := t.newcomer()
	if err != nil {
		return Reply{}, err
	}
	already := func(s table.MatchSeat) bool { return s.Bot == "" && s.User.ID == seat.User.ID }
	switch i := slices.IndexFunc(m.Seats, already); {
	case seat.Bot == "" && i >= 0 && !m.Seats[i].Left:
		return Reply{}, fate.Refuse("seated", "%s sits at the table already.", m.Names()[i])
	case len(m.Sitting()) >= 4:
		return Reply{}, fate.Refuse("table_full", "Four sit at the table already; that is the most (K5).")
	}
	m, i := m.Sit(seat)
	return t.seated(m, m.Names()[i]+" sits down. "), nil
}

// newcomer is who shall sit down: the user, or whom they may seat.
func (t *Turn) newcomer() (table.MatchSeat, error) {
	a, named := t.Arg("player")
	bot := t.Text("bot")
	chief := t.Narrates() || t.Manager
	switch {
	case named && bot != "":
		return table.MatchSeat{}, fate.Refuse("player_or_bot", "Say player or bot, not both: each takes a seat of its own.")
	case bot != "" && !chief && !t.sits():
		return table.MatchSeat{}, fate.Refuse("not_seated", "Only who sits at the table, who opened it or someone who may manage the server seats a computer player; /knights join sits down.")
	case bot != "":
		return table.MatchSeat{Bot: bot, User: table.User{Name: strings.ToUpper(bot[:1]) + bot[1:]}}, nil
	case named && person(a).ID != t.User.ID && !chief:
		return table.MatchSeat{}, fate.Refuse("not_narrator", "Only who opened the table or someone who may manage the server seats somebody else.")
	case named:
		return table.MatchSeat{User: person(a)}, nil
	}
	return table.MatchSeat{User: t.User}, nil
}

// seated writes down who sits at the table now, and tells it.
func (t *Turn) seated(m table.Match, what string) Reply {
	t.Table.SetMatch(m, false)
	r := Reply{Body: what + tableLine(m)}
	if m.Game != nil {
		r.Also = []Reply{t.matchBoard()} // it tells who sits
		return r
	}
	r.Buttons = []Button{{Label: "Start", Line: "/knights start", Style: Main}, {Label: "Join", Line: "/knights join"}}
	return r
}

func startMatch(t *Turn) (Reply, error) {
	m := *t.Table.Match
	switch {
	case m.Running():
		return Reply{}, fate.Refuse("begun", "The game has begun already.")
	case !t.sits() && !t.Narrates():
		return Reply{}, fate.Refuse("not_seated", "Only who sits at the table begins the game; /knights join sits down.")
	case len(m.Sitting()) < 2:
		return Reply{}, fate.Refuse("too_few", "Two to four play (K5); /knights join bot:squire seats a computer player.")
	}
	luck := knights.Luck(t.Hub.Luck)
	lands, err := knights.LayOut(landsOf(m), m.Layout, luck)
	if err != nil {
		return Reply{}, t.refusalOf(err)
	}
	m.Seats = m.Sitting()
	g, err := knights.New(lands, len(m.Seats), luck, knights.Options{AutoCollect: m.AutoCollect})
	if err != nil {
		return Reply{}, t.refusalOf(err)
	}
	m.Game = &g
	lines := t.sentences(m, g.Opening())
	lines = append(lines, t.playBots(&m)...)
	t.Table.SetMatch(m, true)
	r := Reply{Title: "The game begins", Body: fit(lines), Tone: Good, Also: []Reply{t.matchBoard()}}
	return r, nil
}

// resignMatch gives a game up that is on, which asks first; with none on it gets up from the table. Who opened the table and who may
// manage the server do so for others too.
func resignMatch(t *Turn) (Reply, error) {
	m := *t.Table.Match
	seat, err := t.leaving()
	if err != nil {
		return Reply{}, err
	}
	name := m.Names()[seat]
	other := m.Seats[seat].Bot != "" || m.Seats[seat].User.ID != t.User.ID
	switch {
	case other && !t.Narrates() && !t.Manager:
		return Reply{}, fate.Refuse("not_narrator", "Only who opened the table or someone who may manage the server can do that for somebody else.")
	case !m.Running() && t.Switch("sure"): // a button of a game that is over
		return Reply{}, fate.Refuse("not_running", "No game is on; /knights resign gets up from the table.")
	case !m.Running() && other:
		return t.seated(m.Rise(seat), fmt.Sprintf("%s lets %s get up. ", t.nameHere(), name)), nil
	case !m.Running():
		return t.seated(m.Rise(seat), name+" gets up. "), nil
	case m.Seats[seat].Bot != "":
		return Reply{}, fate.Refuse("computer_player", "%s is a computer player, which plays on by itself.", name)
	case other && m.Game.For(-1).Players[seat].Resigned:
		return Reply{}, fate.Refuse("resigned", "%s has resigned already.", name)
	}
	next, happened, err := m.Game.Play(knights.Move{Seat: seat, Kind: knights.Resign})
	if err != nil {
		return Reply{}, t.refusalOf(err)
	}
	switch sure, err := t.sure(); {
	case err != nil:
		return Reply{}, err
	case !sure:
		return t.askResign(name, other), nil
	}
	m.Game = &next
	lines := t.sentences(m, happened)
	if other { // who is away would keep the next game waiting too
		m = m.Rise(seat)
		lines = slices.Concat([]string{fmt.Sprintf("%s resigns for %s, who is away.", t.nameHere(), name)}, lines)
	}
	return t.afterMove(m, lines, false), nil
}

// sure and asked stand in the lines of buttons that confirm: what is meant, and after which entry of the log it was asked.
var (
	sure  = Option{Name: "sure", Short: "true: it is meant", Kind: Switch, Hidden: true}
	asked = Option{Name: "asked", Short: "the entry of the log after which that was asked", Kind: Number, Min: 1, Max: 1000000000, Hidden: true}
)

// toBeSure is the line of a button that confirms what was asked now.
func (t *Turn) toBeSure(command string, pairs ...string) string {
	return Line(command, append(pairs, "sure", "true", "asked", strconv.Itoa(t.Table.Seq))...)
}

// sure reports whether the user has confirmed. The refusal is a button that was there before something else happened;
// the log does not need what it was asked after.
func (t *Turn) sure() (bool, error) {
	if n := t.Number("asked", t.Table.Seq); n != t.Table.Seq {
		return false, fate.Refuse("asked_before", "Something has happened since that was asked; give the command again if you still mean it.")
	}
	t.Request = t.Without("asked")
	return t.Switch("sure"), nil
}

// leaving is the seat whose player gives up or gets up.
func (t *Turn) leaving() (int, error) {
	m := t.Table.Match
	word := strings.TrimSpace(t.Text("player"))
	if word == "" {
		seat, err := t.matchSeat()
		if err == nil && !m.Running() && m.Seats[seat].Left {
			err = errNotSeated()
		}
		return seat, err
	}
	var names []string
	id := strings.Trim(word, "<@!>") // as a mention is written
	for i, name := range m.Names() {
		if s := m.Seats[i]; m.Running() || !s.Left {
			if strings.EqualFold(name, word) || s.Bot == "" && s.User.ID == id {
				return i, nil
			}
			names = append(names, name)
		}
	}
	return -1, fate.Refuse("no_player", "Nobody called %q sits at the table; %s", short(oneLine(word), 40), fate.Meant(word, names))
}

// nameHere is what the user is called at the table.
func (t *Turn) nameHere() string {
	if seat, err := t.matchSeat(); err == nil {
		return t.Table.Match.Names()[seat]
	}
	return t.User.Name
}

func (t *Turn) askResign(name string, other bool) Reply {
	r := Reply{
		Private: true,
		Body:    "You give the game up then: your lands go back to the table as they are defended, your other knights and your fame are gone, and the others play on.",
		Buttons: []Button{{Label: "Resign", Line: t.toBeSure("knights resign"), Style: Danger}, {Label: "Play on", Line: "/knights hand"}},
	}
	if other {
		r.Body = fmt.Sprintf("%s is out of the game then: the lands go back to the table as they are defended, the other knights and the fame are gone, and the others play on. Everybody is told that you did it.", name)
		r.Buttons = []Button{{Label: short("Resign for "+name, 80), Line: t.toBeSure("knights resign", "player", name), Style: Danger}}
	}
	return r
}

// suggestSeats offers who can get up or be out of the game.
func suggestSeats(t *Turn) []Choice {
	if t.Table == nil || t.Table.Match == nil {
		return nil
	}
	m := t.Table.Match
	var list []Choice
	for i, name := range m.Names() {
		s := m.Seats[i]
		if m.Running() && (s.Bot != "" || m.Game.For(-1).Players[i].Resigned) || !m.Running() && s.Left {
			continue
		}
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}
