package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"skald/fate"
	"skald/knights"
	"skald/table"
)

// overrulesMatch reports whether the user may take back what others did or what was shown: someone who may manage the server, or
// who opened the table and does not play.
func (t *Turn) overrulesMatch() bool {
	_, away := t.matchSeat()
	return t.Manager || t.Narrates() && away != nil
}

// matchChief says who may.
func (t *Turn) matchChief() string {
	for _, s := range t.Table.Match.Seats {
		if s.Bot == "" && t.Table.Narrates(s.User.ID, nil) {
			return "someone who may manage the server"
		}
	}
	return "who opened the table or someone who may manage the server"
}

// matchSeat is the user's seat.
func (t *Turn) matchSeat() (int, error) {
	for i, s := range t.Table.Match.Seats {
		if s.Bot == "" && s.User.ID == t.User.ID {
			return i, nil
		}
	}
	return -1, errNotSeated()
}

func errNotSeated() error { return fate.Refuse("not_seated", "You do not play at this table.") }

// playing is the game that is on and the user's seat in it.
func (t *Turn) playing() (knights.Game, int, error) {
	if t.Table.Match.Game == nil {
		return knights.Game{}, -1, fate.Refuse("not_begun", "The game has not begun; /knights start deals.")
	}
	g := *t.Table.Match.Game
	seat, err := t.matchSeat()
	if err == nil && seat >= g.Players() {
		err = fate.Refuse("not_begun", "The next game has not begun; /knights start deals.")
	}
	return g, seat, err
}

// sentences tell what happened, with the players' names.
func (t *Turn) sentences(m table.Match, happened []knights.Happened) []string {
	var lines []string
	for _, h := range happened {
		if h.What != knights.Began { // the board says whose turn it is
			lines = append(lines, t.ownNames(h.Sentence(m.Names())))
		}
	}
	return lines
}

// playBots lets the computer players move until it is somebody's turn who is no computer.
func (t *Turn) playBots(m *table.Match) []string {
	var lines []string
	alone := onlyBots(*m)
	for g := *m.Game; g.ToMove() >= 0 && m.Seats[g.ToMove()].Bot != ""; g = *m.Game {
		player, err := knights.PlayerNamed(m.Seats[g.ToMove()].Bot)
		if err != nil {
			break
		}
		if alone {
			player = knights.Squire
		}
		next, happened, err := g.Play(player(g.For(g.ToMove()), knights.Luck(t.Hub.Luck)))
		if err != nil {
			break
		}
		m.Game = &next
		lines = append(lines, t.sentences(*m, happened)...)
	}
	return lines
}

// onlyBots reports whether everybody else has resigned: then nobody waits for a baron's long thoughts.
func onlyBots(m table.Match) bool {
	for _, p := range m.Game.For(-1).Players {
		if m.Seats[p.Seat].Bot == "" && !p.Resigned {
			return false
		}
	}
	return true
}

// move carries out moves of the user's, in the form that the rules write them, and lets computer players go
// on.
func (t *Turn) move(texts ...string) (Reply, error) {
	g, seat, err := t.playing()
	if err != nil {
		return Reply{}, err
	}
	m := *t.Table.Match
	var lines []string
	shows := false
	for _, text := range texts {
		move, err := knights.Parse(seat, text)
		if err != nil {
			return Reply{}, t.refusalOf(err)
		}
		next, happened, err := g.Play(move)
		if err != nil {
			return Reply{}, t.refusalOf(err)
		}
		g = next
		shows = shows || move.Kind == knights.Lay || move.Kind == knights.Reinforce
		lines = append(lines, t.sentences(m, happened)...)
	}
	m.Game = &g
	return t.afterMove(m, lines, shows), nil
}

// afterMove lets computer players go on after a move of the user's, writes down what came of it and tells it.
func (t *Turn) afterMove(m table.Match, lines []string, shows bool) Reply {
	if bots := t.playBots(&m); len(bots) > 0 {
		lines, shows = append(lines, bots...), true
	}
	shows = shows || !m.Running() // the scores tell what was in the hands (K15)
	t.Table.SetMatch(m, shows)
	r := Reply{Body: fit(lines), Also: []Reply{t.matchBoard()}}
	seat, err := t.matchSeat()
	if !t.Pressed || err != nil {
		r.Update = t.Pressed // the button is of no more use
		return r
	}
	private := t.handView(seat)
	private.Update = true
	private.Also = append([]Reply{r}, r.Also...)
	private.Also[0].Also = nil
	return private
}

// tail cuts a value like "3 green on red" into knight and troop, whose land may have any of its names. The refusal is a troop
// that is named twice and not the same.
func (t *Turn) tail(option string) (knight, rest string, err error) {
	knight = t.Text(option)
	word, troop := " on ", t.Text("troop")
	at := len(knight)
	said := ""
	for _, w := range []string{" on ", " from "} {
		if i := strings.Index(knight, w); i >= 0 && i < at {
			at, word, said = i, w, knight[i+len(w):]
		}
	}
	knight = knight[:at]
	if said == "" && troop == "" {
		return knight, "", nil
	}
	c, err := t.colourOf(cmpOr(said, troop))
	if err != nil || said == "" || troop == "" {
		return knight, word + c.String(), err
	}
	switch other, err := t.colourOf(troop); {
	case err != nil:
		return "", "", err
	case other != c:
		return "", "", fate.Refuse("two_troops", "Two troops are named, against %s and against %s; say one.", t.landName(c), t.landName(other))
	}
	return knight, word + c.String(), nil
}

func recruitKnight(t *Turn) (Reply, error) {
	knight, on, err := t.tail("knight")
	switch {
	case err != nil:
		return Reply{}, err
	case t.Switch("lay"):
		return t.move("recruit "+knight, "lay "+knight+on)
	case on != "":
		return Reply{}, fate.Refuse("not_laid", "A recruited knight goes to your hand; to lay it on a troop at once, add lay:true (K13).")
	}
	return t.move("recruit " + knight)
}

func layKnight(t *Turn) (Reply, error) {
	knight, on, err := t.tail("knight")
	if err != nil {
		return Reply{}, err
	}
	return t.move("lay " + knight + on)
}

func (t *Turn) knightHand() (Reply, error) {
	_, seat, err := t.playing()
	if err != nil {
		return Reply{}, err
	}
	return t.handView(seat), nil
}

// handView is a player's knights with buttons and menus for exactly the legal moves.
func (t *Turn) handView(seat int) Reply {
	g := *t.Table.Match.Game
	v := g.For(seat)
	own := v.Players[seat]
	var hand []string
	for _, k := range own.Hand {
		face := k.Face().String()
		if k.Set != own.Set {
			face += fmt.Sprintf(" (%s)", k.Set)
		}
		hand = append(hand, face)
	}
	r := Reply{Private: true, Title: fmt.Sprintf("Your knights, set %s", own.Set), Body: cmpOr(strings.Join(hand, ", "), "None left.")}
	if g.Ended() != knights.Running {
		return r
	}
	names := t.Table.Match.Names()
	if g.ToMove() != seat {
		r.Body += "\nIt is " + names[g.ToMove()] + "'s turn."
		return r
	}
	var lays, recruits, powers []Choice
	for _, m := range g.Moves(seat) {
		_, text, _ := strings.Cut(m.String(), " ")
		choice := Choice{Label: t.moveLabel(m), Value: text}
		switch m.Kind {
		case knights.Collect:
			r.Buttons = append(r.Buttons, Button{Label: "Collect fame", Line: "/knights collect", Style: Main})
		case knights.EndTurn:
			r.Buttons = append(r.Buttons, Button{Label: "End turn", Line: "/knights end-turn", Style: Main})
		case knights.Lay:
			lays = append(lays, choice)
		case knights.Recruit:
			recruits = append(recruits, choice)
		case knights.Recall, knights.Reinforce:
			powers = append(powers, choice)
		}
	}
	if len(lays) > 25 {
		r.Selects = menus("Lay a knight: which", "/knights where", "knight", knightsOf(lays))
	} else {
		r.Selects = menus("Lay a knight", "/knights lay", "knight", lays)
	}
	r.Selects = append(r.Selects, menus("Recruit a free knight", "/knights recruit", "knight", recruits)...)
	r.Selects = append(r.Selects, menus("Use a land's power", "/knights move", "text", powers)...)
	return r
}

// moveLabel is a move as a menu offers it.
func (t *Turn) moveLabel(m knights.Move) string {
	label := ""
	switch m.Kind {
	case knights.Lay:
		label = fmt.Sprintf("Lay the %s: a new troop against %s", m.Knight, t.landName(m.Knight.Colour))
		if m.Troop != knights.NoColour {
			label = fmt.Sprintf("Lay the %s on the troop against %s", m.Knight, t.landName(m.Troop))
		}
	case knights.Recruit:
		label = fmt.Sprintf("Recruit the %s", m.Knight)
	case knights.Recall:
		label = fmt.Sprintf("%s: take the %s back from the troop against %s", t.landName(m.Land), m.Knight, t.landName(m.Troop))
	case knights.Reinforce:
		label = fmt.Sprintf("%s: add the %s to the defence of %s", t.landName(m.Land), m.Knight, t.landName(m.Troop))
		if m.Troop == m.Land {
			label = fmt.Sprintf("%s: add the %s to its defence", t.landName(m.Land), m.Knight)
		}
	}
	return short(label, 100)
}

// menus offer choices, 25 in each.
func menus(label, line, option string, choices []Choice) []Select {
	var list []Select
	for part := range slices.Chunk(choices, 25) {
		list = append(list, Select{Label: label, Line: line, Option: option, Choices: part})
	}
	return list
}

// knightsOf lists the knights that can be laid, each once, where there are too many ways for one menu.
func knightsOf(lays []Choice) []Choice {
	var list []Choice
	for _, c := range lays {
		face, _, _ := strings.Cut(c.Value, " on ")
		if !slices.ContainsFunc(list, func(o Choice) bool { return o.Value == face }) {
			list = append(list, Choice{Label: "Lay the " + face, Value: face})
		}
	}
	return list
}

// whereToLay asks where a knight is laid.
func whereToLay(t *Turn) (Reply, error) {
	g, seat, err := t.playing()
	if err != nil {
		return Reply{}, err
	}
	face, err := knights.ParseFace(t.Text("knight"))
	if err != nil {
		return Reply{}, t.refusalOf(err)
	}
	var list []Choice
	for _, m := range g.Moves(seat) {
		if m.Kind != knights.Lay || m.Knight != face {
			continue
		}
		_, text, _ := strings.Cut(m.String(), " ")
		list = append(list, Choice{Label: t.moveLabel(m), Value: text})
	}
	if len(list) == 0 {
		return Reply{}, fate.Refuse("cannot_lay", "You cannot lay the %s now (K9).", face)
	}
	return Reply{Private: true, Update: true, Title: "Lay the " + face.String(), Selects: menus("Where", "/knights lay", "knight", list), Buttons: []Button{{Label: "Back", Line: "/knights hand"}}}, nil
}

func remindPlayer(t *Turn) (Reply, error) {
	m := t.Table.Match
	if m.Game == nil || m.Game.ToMove() < 0 {
		return Reply{}, fate.Refuse("nobody_awaited", "Nobody is awaited.")
	}
	_, away := t.matchSeat()
	if err := t.mayRemind(away == nil || t.Narrates() || t.Manager, "the players, who opened the table or someone who may manage the server"); err != nil {
		return Reply{}, err
	}
	u := m.Seats[m.Game.ToMove()].User
	return Reply{Body: m.Names()[m.Game.ToMove()] + ", it is your turn.", Ping: []table.User{u}, Buttons: []Button{{Label: "My knights", Line: "/knights hand", Style: Main}}}, nil
}

// remindEvery is how long a table is left alone after a reminder.
const remindEvery = 10 * time.Minute

// mayRemind refuses a reminder of who is not at the table, and one too soon after the last, which is noted in the journal; who says
// in words who may.
func (t *Turn) mayRemind(atTable bool, who string) error {
	if !atTable {
		return fate.Refuse("not_at_table", "Only %s can send a reminder.", who)
	}
	noted := "reminded " + t.game.ID
	last, err := t.Hub.Pinned(t.Server.ID, noted)
	if err != nil {
		return err
	}
	now := t.Hub.Now()
	if at, err := time.Parse(time.RFC3339, last); err == nil && now.Before(at.Add(remindEvery)) && !now.Before(at) {
		minutes := (at.Add(remindEvery).Sub(now) + time.Minute - 1) / time.Minute
		return fate.Refuse("reminded", "A reminder was sent already; the next one can be sent in %s.", plural(int(minutes), "minute"))
	}
	return t.Hub.Pin(t.Server.ID, noted, now.UTC().Format(time.RFC3339))
}

func closeMatch(t *Turn) (Reply, error) {
	g := t.Table.Game
	sure, err := t.sure()
	if err != nil {
		return Reply{}, err
	}
	if t.Table.Match.Running() && !sure {
		return Reply{
			Private: true, Body: "A game is going on here. Closed, it waits until somebody who may manage the server takes it up again.",
			Buttons: []Button{{Label: "Close the table", Line: t.toBeSure("knights close"), Style: Danger}, {Label: "Play on", Line: "/knights hand"}},
		}, nil
	}
	g.Ended = true
	t.Table.SetGame(g)
	return Reply{Body: fmt.Sprintf("%s is closed; its log is kept: %s shows it, %s takes it up again.", g.Name, Line("game log", "game", g.Name), Line("game resume", "name", g.Name))}, nil
}
