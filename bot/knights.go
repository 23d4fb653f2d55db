package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
			{Name: "file", Short: "lands of your own, as YAML or JSON, at most 64 KiB", Kind: Attachment},
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
			{Name: "land", Short: "whose power, like: Kornland, Cornland or yellow", Required: true, Suggest: suggestColours},
			{Name: "knight", Short: "the knight that is taken back or added", Suggest: suggestMoves("power")},
			{Name: "troop", Short: "the troop it comes from, or the land it defends", Suggest: suggestColours},
		},
		Run: usePower,
	},
	{Name: "knights end-turn", Short: "End your turn, where something optional is left", On: matchHere, Slow: true, Run: func(t *Turn) (Reply, error) { return t.move("end turn") }},
	{Name: "knights hand", Short: "Your knights, and what you may do now; nobody else sees it", Private: true, On: matchHere, Run: func(t *Turn) (Reply, error) { return t.knightHand() }},
	{Name: "knights status", Short: "The lands, the troops and the fame", On: matchHere, Run: func(t *Turn) (Reply, error) { return t.matchBoard(), nil }},
	{
		Name: "knights rules", Short: "The game in short, and what the lands do", Private: true, On: matchIfAny,
		Options: []Option{{Name: "language", Short: "English if you leave it out", Choices: []string{"english", "deutsch"}}},
		Run:     matchRules,
	},
	{
		Name: "knights resign", Short: "Give up, and the others go on; with no game on: get up from the table", On: matchHere, Slow: true,
		Options: []Option{
			{Name: "player", Short: "who, if not you (for the one who opened the table)", Suggest: suggestSeats},
			sure, asked,
		},
		Run: resignMatch,
	},
	{
		Name: "knights undo", Short: "Take back the last move", On: matchHere,
		Options: []Option{{Name: "preview", Short: "only say what would be taken back", Kind: Switch}},
		Run:     func(t *Turn) (Reply, error) { return undoWith(t, (*Turn).matchBoard) },
	},
	{
		Name: "knights log", Short: "Who did what, newest last", Slow: true, On: matchLogged,
		Options: []Option{
			{Name: "count", Short: "how many entries; 10 if you leave it out", Kind: Number, Min: 1, Max: 100000},
			{Name: "format", Short: "text, markdown or json", Choices: []string{"text", "markdown", "json"}},
		},
		Run: showLog,
	},
	{
		Name: "knights close", Short: "Close the table; its log is kept", Who: Keeper, On: matchHere, Binds: true,
		Options: []Option{sure, asked},
		Run:     closeMatch,
	},
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

// matchLogged is the channel's game of knights; where it is closed, the refusal tells what shows its log.
func matchLogged(t *Turn) (*Game, error) {
	g, err := matchHere(t)
	if err == nil {
		return g, nil
	}
	listed, failed := t.Server.journal.Tables()
	if failed != nil {
		return nil, failed
	}
	for _, l := range slices.Backward(listed) {
		if l.Game.Kind == table.Knights && l.Game.Ended && slices.ContainsFunc([]string{t.Channel, t.Parent}, func(c string) bool { return slices.Contains(l.Game.Channels, c) }) {
			return nil, fate.Refuse("no_match", "Nobody plays knights in this channel now; %s shows the log of the table that was closed here.", Line("game log", "game", l.Game.Name))
		}
	}
	return nil, err
}

func matchIfAny(t *Turn) (*Game, error) { return t.Server.here(table.Knights, t.Request), nil }

func suggestLayouts(*Turn) []Choice {
	return []Choice{
		{Label: "crown: plain lands, for first games", Value: "crown"},
		{Label: "reverse: each land has a power", Value: "reverse"},
		{Label: "mixed: each side by lot", Value: "mixed"},
	}
}

// suggestColours offers the colours with their lands' names, so that any of the words finds one.
func suggestColours(t *Turn) []Choice {
	names := map[knights.Colour]string{}
	for _, l := range t.landsHere() {
		names[l.Colour] = bothNames(l.Name)
	}
	var list []Choice
	for _, c := range knights.Colours() {
		list = append(list, Choice{Label: c.String() + ": " + names[c], Value: c.String()})
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
		if m.Lands, err = readLands(a.File.Data); err != nil {
			return Reply{}, err
		}
	}
	if _, err := knights.LayOut(landsOf(m), m.Layout, knights.Luck(t.Hub.Luck)); err != nil {
		return Reply{}, t.refusalOf(err)
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
func (t *Turn) refusalOf(err error) error {
	var no knights.Refusal
	if errors.As(err, &no) {
		return fate.Refuse(no.Code, "%s", t.ownNames(no.Message))
	}
	var own *fate.Refusal
	if errors.As(err, &own) {
		return own
	}
	text := err.Error() // of a colour or a knight that is none
	return fate.Refuse("unreadable", "%s (K2).", strings.ToUpper(text[:1])+text[1:])
}
