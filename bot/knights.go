package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"skald/bot/picture"
	"skald/fate"
	"skald/knights"
	"skald/table"
)

var knightsCommands = []*Command{
	{
		Name: "knights new", Short: "Open a table for the card game of knights and lands", On: nowhere, Binds: true, Slow: true,
		Options: []Option{
			{Name: "name", Short: "what the table is called; Knights if you leave it out"},
			{Name: "lands", Short: "crown (plain), reverse (with powers), mixed, or six of the first two with commas between", Suggest: suggestLayouts},
			{Name: "auto-collect", Short: "true: fame is collected by itself", Kind: Switch},
			{Name: "file", Short: "lands of your own", Kind: Attachment},
		},
		Run: newMatch,
	},
	{
		Name: "knights join", Short: "Sit down at the table, or seat somebody else or a computer player", On: matchHere,
		Options: []Option{
			{Name: "player", Short: "who sits down (for the one who opened the table)", Kind: Person},
			{Name: "bot", Short: "a computer player: page plays at random, squire is greedy, baron searches", Choices: knights.Players()},
		},
		Run: joinMatch,
	},
	{Name: "knights start", Short: "Deal the knights and begin", On: matchHere, Slow: true, Run: startMatch},
	{Name: "knights collect", Short: "Take the fame of your lands, before anything else", On: matchHere, Slow: true, Run: func(t *Turn) (Reply, error) { return t.move("collect") }},
	{
		Name: "knights recruit", Short: "Hire a free knight for its value in fame", On: matchHere, Slow: true,
		Options: []Option{
			{Name: "knight", Short: "which, like: 4 red", Required: true, Suggest: suggestMoves("recruit")},
			{Name: "lay", Short: "true lays it at once", Kind: Switch},
			{Name: "troop", Short: "with lay: the colour of the troop that it strengthens", Suggest: suggestColours},
		},
		Run: recruitKnight,
	},
	{
		Name: "knights lay", Short: "Lay a knight: a new troop, or onto one of yours", On: matchHere, Slow: true,
		Options: []Option{
			{Name: "knight", Short: "which, like: 3 green", Required: true, Suggest: suggestMoves("lay")},
			{Name: "troop", Short: "the colour of the troop that it strengthens; left out: a new one", Suggest: suggestColours},
		},
		Run: layKnight,
	},
	{
		Name: "knights power", Short: "Use what a land's side allows", On: matchHere, Slow: true,
		Options: []Option{
			{Name: "land", Short: "whose power", Required: true, Suggest: suggestColours},
			{Name: "knight", Short: "the knight that is taken back or added", Suggest: suggestMoves("power")},
			{Name: "troop", Short: "the troop it comes from, or the land it defends", Suggest: suggestColours},
		},
		Run: usePower,
	},
	{Name: "knights end-turn", Short: "End your turn, where something optional is left", On: matchHere, Slow: true, Run: func(t *Turn) (Reply, error) { return t.move("end turn") }},
	{Name: "knights hand", Short: "Your knights, and what you may do now; nobody else sees it", Private: true, On: matchHere, Run: func(t *Turn) (Reply, error) { return t.knightHand() }},
	{Name: "knights status", Short: "The lands, the troops and the fame", On: matchHere, Run: func(t *Turn) (Reply, error) { return t.matchBoard(), nil }},
	{Name: "knights rules", Short: "The game in short, and what the lands do", Private: true, On: matchIfAny, Run: matchRules},
	{Name: "knights resign", Short: "Give up; the others go on", On: matchHere, Slow: true, Run: func(t *Turn) (Reply, error) { return t.move("resign") }},
	{
		Name: "knights undo", Short: "Take back the last move", On: matchHere,
		Options: []Option{{Name: "preview", Short: "only say what would be taken back", Kind: Switch}},
		Run:     func(t *Turn) (Reply, error) { return undoWith(t, (*Turn).matchBoard) },
	},
	{
		Name: "knights log", Short: "Who did what, newest last", Slow: true, On: matchHere,
		Options: []Option{
			{Name: "count", Short: "how many entries; 10 if you leave it out", Kind: Number, Min: 1, Max: 100000},
			{Name: "format", Short: "text, markdown or json", Choices: []string{"text", "markdown", "json"}},
		},
		Run: showLog,
	},
	{Name: "knights close", Short: "Close the table; its log is kept", Who: Keeper, On: matchHere, Binds: true, Run: closeMatch},
	{
		Name: "knights move", Short: "A move as the rules write it", Hidden: true, On: matchHere, Slow: true,
		Options: []Option{{Name: "text", Short: "the move", Required: true}},
		Run:     func(t *Turn) (Reply, error) { return t.move("power " + t.Text("text")) },
	},
	{
		Name: "knights where", Short: "Where a knight can be laid", Hidden: true, Private: true, On: matchHere,
		Options: []Option{{Name: "knight", Short: "which", Required: true}},
		Run:     whereToLay,
	},
	{Name: "knights remind", Short: "Remind whose turn it is", Hidden: true, On: matchHere, Run: remindPlayer},
}

// matchHere is the channel's game of knights.
func matchHere(t *Turn) (*Game, error) {
	if g := t.Server.here(table.Knights, t.Request); g != nil {
		return g, nil
	}
	return nil, fate.Refuse("no_match", "Nobody plays knights in this channel; /knights new opens a table.")
}

func matchIfAny(t *Turn) (*Game, error) { return t.Server.here(table.Knights, t.Request), nil }

func suggestLayouts(*Turn) []Choice {
	return []Choice{
		{Label: "crown: plain lands, for first games", Value: "crown"},
		{Label: "reverse: each land has a power", Value: "reverse"},
		{Label: "mixed: each side by lot", Value: "mixed"},
	}
}

func suggestColours(*Turn) []Choice {
	var list []Choice
	for _, c := range knights.Colours() {
		list = append(list, Choice{Label: c.String() + " (" + c.Land() + ")", Value: c.String()})
	}
	return list
}

// suggestMoves offers what the player may do now, of moves that begin with a word.
func suggestMoves(word string) func(*Turn) []Choice {
	return func(t *Turn) []Choice {
		if t.Table == nil || t.Table.Match == nil || t.Table.Match.Game == nil {
			return nil
		}
		seat, err := t.matchSeat()
		if err != nil {
			return nil
		}
		var list []Choice
		var seen []string
		for _, m := range t.Table.Match.Game.Moves(seat) {
			if face := m.Knight.String(); strings.HasPrefix(m.String(), word) && face != "" && !slices.Contains(seen, face) {
				seen = append(seen, face)
				list = append(list, Choice{Label: face, Value: face})
			}
		}
		return list
	}
}

func newMatch(t *Turn) (Reply, error) {
	name, err := cleanName("table", cmpOr(t.Text("name"), "Knights"))
	if err != nil {
		return Reply{}, err
	}
	if g := t.Server.here(table.Knights, t.Request); g != nil {
		return Reply{}, fate.Refuse("match_here", "%s is played in this channel; /knights close closes the table.", g.Table().Game.Name)
	}
	m := table.Match{Layout: cmpOr(strings.ToLower(t.Text("lands")), "crown"), AutoCollect: t.Switch("auto-collect"), Seats: []table.MatchSeat{{User: t.User}}}
	if a, ok := t.Arg("file"); ok {
		if m.Lands, err = knights.LoadLands(a.File.Data); err != nil {
			return Reply{}, fate.Refuse("bad_file", "%s", short(err.Error(), 1500))
		}
	}
	if _, err := knights.LayOut(landsOf(m), m.Layout, knights.Luck(t.Hub.Luck)); err != nil {
		return Reply{}, refusalOf(err)
	}
	t.Table = table.Open(table.Knights, table.Game{Name: name, Channels: []string{t.Channel}, Narrators: []table.User{t.User}}, nil, t.luck())
	t.Table.SetMatch(m, false)
	return Reply{
		Title: name, Tone: Good,
		Body:    fmt.Sprintf("%s opens a table for knights and lands, two to four players. /knights join sits down; /knights start deals.", t.User.Name),
		Buttons: []Button{{Label: "Join", Line: "/knights join", Style: Main}, {Label: "Add a squire", Line: "/knights join bot:squire"}, {Label: "Start", Line: "/knights start"}, {Label: "Rules", Line: "/knights rules"}},
	}, nil
}

func landsOf(m table.Match) []knights.Land {
	if len(m.Lands) > 0 {
		return m.Lands
	}
	return knights.Standard()
}

// refusalOf makes a refusal of the knights' rules the bot's own.
func refusalOf(err error) error {
	var no knights.Refusal
	if errors.As(err, &no) {
		return fate.Refuse(no.Code, "%s", no.Message)
	}
	var own *fate.Refusal
	if errors.As(err, &own) {
		return own
	}
	text := err.Error() // of a colour or a knight that is none
	return fate.Refuse("unreadable", "%s (K2).", strings.ToUpper(text[:1])+text[1:])
}

func joinMatch(t *Turn) (Reply, error) {
	m := *t.Table.Match
	if m.Game != nil {
		return Reply{}, fate.Refuse("begun", "The game has begun; wait for the next one.")
	}
	if len(m.Seats) >= 4 {
		return Reply{}, fate.Refuse("table_full", "Four sit at the table already; that is the most.")
	}
	seat := table.MatchSeat{User: t.User}
	if a, ok := t.Arg("player"); ok {
		if seat.User = person(a); seat.User.ID != t.User.ID && !t.Narrates() {
			return Reply{}, fate.Refuse("not_narrator", "Only who opened the table seats somebody else.")
		}
	}
	if bot := strings.ToLower(t.Text("bot")); bot != "" {
		seat = table.MatchSeat{Bot: bot, User: table.User{Name: botName(m, bot)}}
	} else if slices.ContainsFunc(m.Seats, func(s table.MatchSeat) bool { return s.User.ID == seat.User.ID }) {
		return Reply{}, fate.Refuse("seated", "%s sits at the table already.", seat.User.Name)
	}
	m.Seats = slices.Concat(m.Seats, []table.MatchSeat{seat})
	t.Table.SetMatch(m, false)
	return Reply{
		Body:    fmt.Sprintf("%s sits down: %s.", seat.User.Name, join(playerNames(m))),
		Buttons: []Button{{Label: "Start", Line: "/knights start", Style: Main}, {Label: "Join", Line: "/knights join"}},
	}, nil
}

func botName(m table.Match, bot string) string {
	n := 1
	for _, s := range m.Seats {
		if s.Bot == bot {
			n++
		}
	}
	name := strings.ToUpper(bot[:1]) + bot[1:]
	if n > 1 {
		name += fmt.Sprintf(" %d", n)
	}
	return name
}

func playerNames(m table.Match) []string {
	var names []string
	for _, s := range m.Seats {
		names = append(names, s.User.Name)
	}
	return names
}

func startMatch(t *Turn) (Reply, error) {
	m := *t.Table.Match
	seated := slices.ContainsFunc(m.Seats, func(s table.MatchSeat) bool { return s.User.ID == t.User.ID })
	switch {
	case m.Game != nil && m.Game.Ended() == knights.Running:
		return Reply{}, fate.Refuse("begun", "The game has begun already.")
	case !seated && !t.Narrates():
		return Reply{}, fate.Refuse("not_seated", "Only who sits at the table begins the game; /knights join sits down.")
	case len(m.Seats) < 2:
		return Reply{}, fate.Refuse("too_few", "Two to four play; /knights join bot:squire seats a computer player.")
	}
	luck := knights.Luck(t.Hub.Luck)
	lands, err := knights.LayOut(landsOf(m), m.Layout, luck)
	if err != nil {
		return Reply{}, refusalOf(err)
	}
	g, err := knights.New(lands, len(m.Seats), luck, knights.Options{AutoCollect: m.AutoCollect})
	if err != nil {
		return Reply{}, refusalOf(err)
	}
	m.Game = &g
	lines := t.sentences(m, g.Opening())
	lines = append(lines, t.playBots(&m)...)
	t.Table.SetMatch(m, true)
	r := Reply{Title: "The game begins", Body: fit(lines), Tone: Good, Also: []Reply{t.matchBoard()}}
	return r, nil
}

// matchSeat is the user's seat.
func (t *Turn) matchSeat() (int, error) {
	for i, s := range t.Table.Match.Seats {
		if s.Bot == "" && s.User.ID == t.User.ID {
			return i, nil
		}
	}
	return -1, fate.Refuse("not_seated", "You do not play at this table.")
}

// playing is the game that is on and the user's seat in it.
func (t *Turn) playing() (knights.Game, int, error) {
	if t.Table.Match.Game == nil {
		return knights.Game{}, -1, fate.Refuse("not_begun", "The game has not begun; /knights start deals.")
	}
	seat, err := t.matchSeat()
	return *t.Table.Match.Game, seat, err
}

// sentences tell what happened, with the players' names.
func (t *Turn) sentences(m table.Match, happened []knights.Happened) []string {
	var lines []string
	for _, h := range happened {
		if h.What != knights.Began { // the board says whose turn it is
			lines = append(lines, h.Sentence(playerNames(m)))
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
			return Reply{}, refusalOf(err)
		}
		next, happened, err := g.Play(move)
		if err != nil {
			return Reply{}, refusalOf(err)
		}
		g = next
		shows = shows || move.Kind == knights.Lay || move.Kind == knights.Reinforce
		lines = append(lines, t.sentences(m, happened)...)
	}
	m.Game = &g
	if bots := t.playBots(&m); len(bots) > 0 {
		lines, shows = append(lines, bots...), true
	}
	t.Table.SetMatch(m, shows)
	r := Reply{Body: fit(lines), Also: []Reply{t.matchBoard()}}
	if t.Pressed {
		private := t.handView(seat)
		private.Update = true
		private.Also = append([]Reply{r}, r.Also...)
		private.Also[0].Also = nil
		return private, nil
	}
	return r, nil
}

// tail cuts a value like "3 green on red" into knight and troop.
func (t *Turn) tail(option string) (knight, rest string) {
	knight = t.Text(option)
	for _, word := range []string{" on ", " from "} {
		if before, after, ok := strings.Cut(knight, word); ok {
			return before, word + after
		}
	}
	if troop := t.Text("troop"); troop != "" {
		return knight, " on " + troop
	}
	return knight, ""
}

func recruitKnight(t *Turn) (Reply, error) {
	knight, on := t.tail("knight")
	if !t.Switch("lay") {
		return t.move("recruit " + knight)
	}
	return t.move("recruit "+knight, "lay "+knight+on)
}

func layKnight(t *Turn) (Reply, error) {
	knight, on := t.tail("knight")
	return t.move("lay " + knight + on)
}

// usePower finds the one move of a land's power that fits what was said.
func usePower(t *Turn) (Reply, error) {
	g, seat, err := t.playing()
	if err != nil {
		return Reply{}, err
	}
	land, err := knights.ParseColour(t.Text("land"))
	if err != nil {
		return Reply{}, refusalOf(err)
	}
	knight, troop := t.tail("knight")
	troop = strings.TrimPrefix(strings.TrimPrefix(troop, " on "), " from ")
	var fits []string
	for _, m := range g.Moves(seat) {
		if (m.Kind != knights.Recall && m.Kind != knights.Reinforce) || m.Land != land {
			continue
		}
		face, bad := knights.ParseFace(knight)
		if knight != "" && (bad != nil || face != m.Knight) {
			continue
		}
		if c, bad := knights.ParseColour(troop); troop != "" && (bad != nil || c != m.Troop) {
			continue
		}
		fits = append(fits, m.String())
	}
	switch len(fits) {
	case 0:
		return Reply{}, fate.Refuse("no_power", "%s has no power that you can use so now (K3).", land.Land())
	case 1:
		return t.move(fits[0])
	}
	return Reply{}, fate.Refuse("which_move", "Say which: %s.", short(strings.Join(fits, "; "), 300))
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
	var hand []string
	for _, k := range v.Players[seat].Hand {
		hand = append(hand, k.Face().String())
	}
	r := Reply{Private: true, Title: "Your knights", Body: cmpOr(strings.Join(hand, ", "), "None left.")}
	if g.Ended() != knights.Running {
		return r
	}
	if g.ToMove() != seat {
		r.Body += "\nIt is " + t.Table.Match.Seats[g.ToMove()].User.Name + "'s turn."
		return r
	}
	var lays, recruits, powers []Choice
	for _, m := range g.Moves(seat) {
		_, text, _ := strings.Cut(m.String(), " ")
		choice := Choice{Label: text, Value: text}
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
			list = append(list, Choice{Label: face, Value: face})
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
		return Reply{}, refusalOf(err)
	}
	var list []Choice
	for _, m := range g.Moves(seat) {
		if m.Kind != knights.Lay || m.Knight != face {
			continue
		}
		_, text, _ := strings.Cut(m.String(), " ")
		choice := Choice{Label: text, Value: text}
		if m.Troop == knights.NoColour {
			choice.Label += ", a new troop"
		}
		list = append(list, choice)
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
	u := m.Seats[m.Game.ToMove()].User
	return Reply{Body: u.Name + ", it is your turn.", Ping: []table.User{u}, Buttons: []Button{{Label: "My knights", Line: "/knights hand", Style: Main}}}, nil
}

func closeMatch(t *Turn) (Reply, error) {
	g := t.Table.Game
	g.Ended = true
	t.Table.SetGame(g)
	return Reply{Body: g.Name + " is closed; its log is kept."}, nil
}

// matchOutcome is the outcome "knights" of the console's contract.
type matchOutcome struct {
	Kind    string          `json:"kind"`
	Turn    int             `json:"turn"`
	ToMove  string          `json:"to_move"`
	Phase   string          `json:"phase"`
	Lands   []landOutcome   `json:"lands"`
	Players []playerOutcome `json:"players"`
	Free    []string        `json:"free_knights"`
	Scores  []scoreOutcome  `json:"scores,omitempty"`
}

type landOutcome struct {
	Name     string   `json:"name"`
	Owner    string   `json:"owner"`
	Strength int      `json:"strength"`
	Defence  []string `json:"defence"`
}

type playerOutcome struct {
	Name   string              `json:"name"`
	Chips  int                 `json:"chips"`
	Hand   int                 `json:"hand"`
	Troops map[string][]string `json:"troops,omitempty"`
}

type scoreOutcome struct {
	Name  string `json:"name"`
	Total int    `json:"total"`
	Place int    `json:"place"`
}

func faceList(list []knights.Knight) []string {
	names := []string{}
	for _, k := range list {
		names = append(names, k.Face().String())
	}
	return names
}

func (t *Turn) matchOutcome(v knights.View, names []string) matchOutcome {
	o := matchOutcome{Kind: "knights", Turn: v.Turn, Phase: v.Phase, Lands: []landOutcome{}, Players: []playerOutcome{}, Free: faceList(v.Free)}
	if v.ToMove >= 0 {
		o.ToMove = names[v.ToMove]
	}
	for _, l := range v.Lands {
		owner := ""
		if l.Owner >= 0 {
			owner = names[l.Owner]
		}
		o.Lands = append(o.Lands, landOutcome{l.Side.Name.German, owner, l.Strength, faceList(l.Defence)})
	}
	for _, p := range v.Players {
		out := playerOutcome{Name: names[p.Seat], Chips: p.Chips, Hand: p.Held}
		for _, troop := range p.Troops {
			if out.Troops == nil {
				out.Troops = map[string][]string{}
			}
			out.Troops[troop.Against.String()] = faceList(troop.Knights)
		}
		o.Players = append(o.Players, out)
	}
	for _, s := range v.Scores {
		o.Scores = append(o.Scores, scoreOutcome{names[s.Seat], s.Total, s.Place})
	}
	return o
}

// matchKey names the message that shows the board.
const matchKey = "knights"

// matchBoard is the board: lands, troops, fame and hands' sizes, for everybody.
func (t *Turn) matchBoard() Reply {
	m := t.Table.Match
	r := Reply{Title: t.Table.Game.Name, Board: matchKey}
	if m.Game == nil {
		r.Body = fmt.Sprintf("At the table: %s. /knights start deals.", join(playerNames(*m)))
		r.Buttons = []Button{{Label: "Join", Line: "/knights join", Style: Main}, {Label: "Start", Line: "/knights start"}}
		return r
	}
	names := playerNames(*m)
	v := m.Game.For(-1)
	r.Outcome = t.matchOutcome(v, names)
	r.Fields = append(fields("Lands", landLines(v, names)), fields("Players", playerLines(v, names))...)
	if len(v.Free) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Free knights", Value: strings.Join(faceList(v.Free), ", ")})
	}
	pic := boardPicture(t.Table.Game.Name, v, names)
	r.Files = []File{{Name: "board.png", Alt: pic.Alt(), Data: pic.PNG}}
	if v.Ending != knights.Running {
		r.Body = scoreLines(v, names)
		r.Buttons = []Button{{Label: "Play again", Line: "/knights start"}}
		return r
	}
	r.Body = fmt.Sprintf("Turn %d: **%s** %s.", v.Turn, names[v.ToMove], map[string]string{"begin": "collects, recruits or lays a knight", "lay": "must lay a knight", "optional": "may still recruit, or ends the turn"}[v.Phase])
	r.Buttons = []Button{{Label: "My knights", Line: "/knights hand", Style: Main}, {Label: "Remind", Line: "/knights remind"}, {Label: "Rules", Line: "/knights rules"}}
	return r
}

func landLines(v knights.View, names []string) []string {
	var lines []string
	for _, l := range v.Lands {
		owner := "nobody"
		if l.Owner >= 0 {
			owner = names[l.Owner]
		}
		lines = append(lines, fmt.Sprintf("%s **%s** (%s): %s, strength %d (%s)", l.Side.Symbol, l.Side.Name.German, l.Side.Colour, owner, l.Strength, strings.Join(faceList(l.Defence), ", ")))
	}
	return lines
}

func playerLines(v knights.View, names []string) []string {
	var lines []string
	for _, p := range v.Players {
		line := fmt.Sprintf("**%s**: %d fame, %s in hand", names[p.Seat], p.Chips, plural(p.Held, "knight"))
		if p.Resigned {
			line = fmt.Sprintf("**%s** has resigned", names[p.Seat])
		}
		for _, troop := range p.Troops {
			line += fmt.Sprintf("; against %s %d (%s)", troop.Against.Land(), troop.Strength, strings.Join(faceList(troop.Knights), ", "))
		}
		lines = append(lines, line)
	}
	return lines
}

func scoreLines(v knights.View, names []string) string {
	var lines []string
	scores := slices.Clone(v.Scores)
	slices.SortStableFunc(scores, func(a, b knights.Score) int { return a.Place - b.Place })
	for _, s := range scores {
		line := fmt.Sprintf("%d. **%s** %d: fame %d, defence %d", s.Place, names[s.Seat], s.Total, s.Chips, s.Defence)
		for _, l := range s.Lands {
			if l.Points != 0 {
				line += fmt.Sprintf(", %s %+d", l.Land.Land(), l.Points)
			}
		}
		if s.Hand != 0 {
			line += fmt.Sprintf(", hand %d", s.Hand)
		}
		if s.Resigned {
			line += ", resigned"
		}
		lines = append(lines, line)
	}
	return "The game is over.\n" + strings.Join(lines, "\n")
}

// drawn are the lands' symbols in the pictures, whose fonts have no emoji.
var drawn = map[knights.Colour]string{
	knights.Red: "♜", knights.Green: "♣", knights.Blue: "≈", knights.Orange: "¤", knights.Violet: "☾", knights.Yellow: "❀",
}

func boardPicture(title string, v knights.View, names []string) picture.Board {
	pic := picture.Board{Title: title}
	faces := func(list []knights.Knight) []picture.Knight {
		var out []picture.Knight
		for _, k := range list {
			out = append(out, picture.Knight{Value: k.Value, Land: int(k.Colour)})
		}
		return out
	}
	for _, l := range v.Lands {
		pic.Lands = append(pic.Lands, picture.Land{Name: l.Side.Name.German, Symbol: drawn[l.Side.Colour], Color: l.Side.Tint, Owner: l.Owner + 1, Troop: faces(l.Defence), Strength: l.Strength})
	}
	for _, p := range v.Players {
		out := picture.Player{Name: names[p.Seat], Chips: p.Chips, Hand: p.Held, ToMove: v.ToMove == p.Seat}
		for _, troop := range p.Troops {
			out.Troops = append(out.Troops, picture.Troop{Knights: faces(troop.Knights), Strength: troop.Strength})
		}
		for _, s := range v.Scores {
			if s.Seat == p.Seat {
				out.Score = fmt.Sprint(s.Total)
			}
		}
		pic.Players = append(pic.Players, out)
	}
	pic.Free = faces(v.Free)
	return pic
}

// matchText is the game in our own words (K1 to K15).
const matchText = `Six lands lie on the table; each is defended by a troop of knights. Hold many, but none is safe.
Your turn: **collect** fame for your lands first (forgotten once you do anything else). Then **lay** one knight: it begins a troop against the land of its colour, or strengthens a troop that has no knight of that colour yet. A troop that is stronger than a land's defence takes it at once; knights of the table go free, a player's go back to that hand. Once a turn you may **recruit** a free knight for its value in fame.
The game ends when somebody lays the last knight of a hand. Fame and the strength of your defences count for you, knights left in your hand against you.`

func matchRules(t *Turn) (Reply, error) {
	r := Reply{Private: true, Title: "Knights and lands", Body: matchText}
	var lines []string
	if t.Table != nil && t.Table.Match.Game != nil {
		for _, s := range t.Table.Match.Game.Sides() {
			lines = append(lines, fmt.Sprintf("%s **%s** (%s): %s", s.Symbol, s.Name.German, s.Name.English, s.Effects.Text.English))
		}
	} else {
		lands := knights.Standard()
		if t.Table != nil {
			lands = landsOf(*t.Table.Match)
		}
		for _, l := range lands {
			lines = append(lines, fmt.Sprintf("%s **%s** (%s): crown: %s Reverse: %s", l.Symbol, l.Name.German, l.Name.English, l.Crown.Text.English, l.Reverse.Text.English))
		}
	}
	r.Fields = fields("Lands", lines)
	return r, nil
}
