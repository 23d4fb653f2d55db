package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/bot/picture"
	"skald/fate"
	"skald/realm"
)

// realmOutcome is the outcome "realm" of the console's contract.
type realmOutcome struct {
	Kind    string         `json:"kind"`
	Turn    int            `json:"turn"`
	Order   []string       `json:"order"`
	Realms  []realmRow     `json:"realms"`
	Battles []realm.Battle `json:"battles"`
	Rolls   []realm.Roll   `json:"rolls,omitempty"`
	Next    string         `json:"next,omitempty"` // whose declaration it is
}

type realmRow struct {
	Name       string `json:"name"`
	Player     string `json:"player"`
	Towers     int    `json:"towers"`
	Fortresses int    `json:"fortresses"`
	Castles    int    `json:"castles"`
	VP         int    `json:"vp"`
}

func turnOutcome(turn realm.Turn, next string) realmOutcome {
	o := realmOutcome{Kind: "realm", Turn: turn.Number, Order: turn.Next, Realms: []realmRow{}, Battles: turn.Battles, Rolls: turn.Rolls, Next: next}
	if len(o.Order) == 0 {
		o.Order = turn.Order
	}
	if o.Order == nil {
		o.Order = []string{}
	}
	if o.Battles == nil {
		o.Battles = []realm.Battle{}
	}
	for _, row := range turn.Rows {
		o.Realms = append(o.Realms, realmRow{row.Realm, cmpOr(row.PlayerName, row.Player), row.Holdings.Towers, row.Holdings.Fortresses, row.Holdings.Castles, row.VP})
	}
	return o
}

func realmStatus(t *Turn) (Reply, error) {
	c := t.campaign()
	if n := t.Number("turn", 0); n > 0 && n != c.Turn {
		turn, err := c.At(n)
		if err != nil {
			return Reply{}, err
		}
		return t.turnReply(turn), nil
	}
	r := t.board()
	r.Fields = append(r.Fields, Field{Name: "Settings", Value: settings(c.Rules)})
	return r, nil
}

// turnReply is the table of a turn (C20), in words and as a picture.
func (t *Turn) turnReply(turn realm.Turn) Reply {
	r := Reply{Title: fmt.Sprintf("%s, turn %d", t.Table.Game.Name, turn.Number)}
	var lines []string
	for _, row := range turn.Rows {
		lines = append(lines, rowLine(row, turn.Number))
	}
	if len(lines) == 0 {
		lines = []string{"No realm yet; /realm join brings one in."}
	}
	r.Body = strings.Join(lines, "\n")
	if len(turn.Next) > 0 { // it is closed
		r.Fields = fields("The dice", rollLines(turn))
	}
	if len(turn.Battles) > 0 {
		lines = nil
		for _, b := range turn.Battles {
			lines = append(lines, battleLine(b))
		}
		r.Fields = append(r.Fields, fields("Battles", lines)...)
	}
	if len(turn.Next) > 0 {
		r.Fields = append(r.Fields, Field{Name: "The next order", Value: short(strings.Join(turn.Next, ", "), 1000)})
	}
	r.Outcome = turnOutcome(turn, "")
	if len(turn.Rows) > 0 {
		pic := t.turnPicture(turn)
		r.Files = []File{{Name: "standings.png", Alt: pic.Alt(), Data: pic.PNG}}
	}
	return r
}

func rowLine(row realm.Row, turn int) string {
	line := fmt.Sprintf("**%s** (%s): %s, %s", row.Realm, cmpOr(row.PlayerName, "nobody"), row.Holdings, points(row.VP))
	for _, what := range []string{rowState(row, turn), string(row.Calamity)} {
		if what != "" {
			line += ", " + what
		}
	}
	return line
}

// rowState is what keeps a realm from declaring in a turn: who arranged a game counts as present (C8a).
func rowState(row realm.Row, turn int) string {
	switch {
	case row.Waiting:
		return fmt.Sprintf("plays from turn %d", turn+1)
	case row.Absent && row.Versus != "":
		return "has arranged a game"
	case row.Absent:
		return "absent"
	case row.Passed:
		return "passed"
	}
	return ""
}

// turnPicture is the table that C20 asks for. What happened to a realm stands below its numbers, so that there is room for
// names.
func (t *Turn) turnPicture(turn realm.Turn) picture.Table {
	pic := picture.Table{
		Title: fmt.Sprintf("%s, turn %d", t.Table.Game.Name, turn.Number),
		Columns: []picture.Column{
			{Name: "Realm"},
			{Name: "Player"},
			{Name: "T", Numbers: true},
			{Name: "F", Numbers: true},
			{Name: "C", Numbers: true},
			{Name: "VP", Numbers: true},
			{Name: "Roll", Numbers: true},
		},
	}
	for _, row := range turn.Rows {
		roll := ""
		if row.Dice > 0 {
			roll = strconv.Itoa(row.Roll)
		}
		pic.Rows = append(pic.Rows, picture.Row{
			Cells: []string{
				row.Realm, cmpOr(row.PlayerName, row.Player), strconv.Itoa(row.Holdings.Towers), strconv.Itoa(row.Holdings.Fortresses),
				strconv.Itoa(row.Holdings.Castles), strconv.Itoa(row.VP), roll,
			},
			Below: rowStory(row, turn.Number),
		})
	}
	return filled(pic)
}

// filled is a table without the columns in which nothing stands, so that it is easier to read on a telephone.
func filled(pic picture.Table) picture.Table {
	for i := len(pic.Columns) - 1; i >= 0; i-- {
		if slices.ContainsFunc(pic.Rows, func(r picture.Row) bool { return r.Cells[i] != "" }) {
			continue
		}
		pic.Columns = slices.Delete(pic.Columns, i, i+1)
		for j := range pic.Rows {
			pic.Rows[j].Cells = slices.Delete(pic.Rows[j].Cells, i, i+1)
		}
	}
	return pic
}

// rowStory is what a realm did in a turn: "attacks Red, Old Feud: win, takes a Tower, slays the warlord".
func rowStory(row realm.Row, turn int) string {
	var parts []string
	if row.Versus != "" {
		does := map[realm.Action]string{realm.Attacked: "attacks ", realm.Defending: "defends against "}[row.Action]
		parts = append(parts, strings.TrimSuffix(does+realm.Called(row.Versus)+", "+row.Scenario, ", "))
	}
	if result := rowResult(row); result != "" {
		parts = append(parts, result)
	}
	story := strings.Join(parts, ": ")
	for _, what := range []string{rowState(row, turn), string(row.Calamity)} {
		if what != "" && what != "passed" {
			story = strings.TrimPrefix(story+"; "+what, "; ")
		}
	}
	return story
}

func rowResult(row realm.Row) string {
	text := string(row.Result)
	if row.Won != "" {
		text += ", takes a " + string(row.Won)
	}
	if row.Lost != "" {
		text += ", loses a " + string(row.Lost)
	}
	switch {
	case row.WarlordSlain && row.Result == realm.Won:
		text += ", slays the warlord"
	case row.WarlordSlain:
		text += ", its warlord falls"
	}
	return text
}

// board is the message that stays current: the standings, the order, whose declaration it is, and buttons
// for what can be done now.
func (t *Turn) board() Reply {
	c := t.campaign()
	now := c.Now()
	r := t.turnReply(now)
	r.Board = boardKey
	next, forced := c.Next()
	r.Outcome = turnOutcome(now, next)
	r.Fields = append(r.Fields, Field{Name: "Now", Value: short(t.nowText(c, next, forced), 1000)})
	if len(c.Order) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Order", Value: short(orderText(now), 1000)})
	}
	switch c.Phase {
	case realm.Declaring:
		r.Selects = t.attackMenu(c, next)
		if c.MayPass(next) == nil {
			r.Buttons = append(r.Buttons, Button{Label: "Pass", Line: "/realm pass"})
		}
	case realm.Fighting:
		if c.Due() == nil {
			r.Buttons = append(r.Buttons, Button{Label: "Close the turn", Line: "/realm turn", Style: Main})
		}
	case realm.Gathering:
		if len(c.Realms) > 1 {
			r.Buttons = append(r.Buttons, Button{Label: "Open the turn", Line: "/realm begin", Style: Main})
		}
	}
	return r
}

// orderText is the player order, with who is not in it yet.
func orderText(turn realm.Turn) string {
	var names []string
	for _, row := range turn.Rows {
		name := row.Realm
		if row.Waiting {
			name += fmt.Sprintf(" (from turn %d)", turn.Number+1)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func (t *Turn) nowText(c realm.Campaign, next string, forced bool) string {
	switch c.Phase {
	case realm.Declaring:
		who, _ := c.Find(next)
		text := fmt.Sprintf("**%s** (%s) declares: attack or pass.", next, cmpOr(who.PlayerName, "nobody"))
		if forced {
			text = fmt.Sprintf("**%s** (%s) has passed before and must attack.", next, cmpOr(who.PlayerName, "nobody"))
		}
		return text
	case realm.Fighting:
		if err := c.Due(); err != nil {
			return err.Error()
		}
		return "All results are in; the game master closes the turn with /realm turn."
	case realm.Ended:
		return "The campaign is over. " + winnersText(c)
	}
	return fmt.Sprintf("The game master opens turn %d with /realm begin.", c.Turn)
}

func (t *Turn) attackMenu(c realm.Campaign, next string) []Select {
	targets, err := c.Targets(next)
	if err != nil {
		return nil
	}
	menu := Select{Label: "Attack a realm", Line: "/realm attack", Option: "realm"}
	for _, target := range targets {
		if target.Err != nil {
			continue
		}
		about := "nothing to seize"
		if len(target.Open) > 0 {
			var open []string
			for _, s := range target.Open {
				open = append(open, string(s))
			}
			about = strings.Join(open, ", ")
		}
		menu.Choices = append(menu.Choices, Choice{Label: target.Realm, Value: target.Realm, About: about})
	}
	if len(menu.Choices) == 0 {
		return nil
	}
	menu.Choices = capChoices(menu.Choices)
	return []Select{menu}
}

// withBoard adds the board to a reply, so that it stays current.
func (t *Turn) withBoard(r Reply) Reply {
	r.Also = append(r.Also, t.board())
	return r
}

func realmHistory(t *Turn) (Reply, error) {
	c := t.campaign()
	if len(c.Past) == 0 {
		return Reply{}, fate.Refuse("no_such_turn", "No turn is over yet.")
	}
	last := c.Past[len(c.Past)-1].Number
	most := t.Number("turn", last)
	if most > last {
		return Reply{}, fate.Refuse("no_such_turn", "Turn %d is not over; the last that is over is turn %d.", most, last)
	}
	past := slices.DeleteFunc(slices.Clone(c.Past), func(turn realm.Turn) bool { return turn.Number > most })
	pic := picture.Chart{Title: c.Name + ": victory points", Across: "turn"}
	var lines []string
	for _, s := range c.Standings() {
		line, text := history(s.Realm.Name, past)
		if len(line.Values) > 0 {
			pic.Lines, lines = append(pic.Lines, line), append(lines, text)
		}
	}
	for _, r := range c.Departed {
		line, text := history(r.Name, past)
		if len(line.Values) > 0 {
			line.Name += " (left)"
			pic.Lines, lines = append(pic.Lines, line), append(lines, text+" (left)")
		}
	}
	return Reply{Title: pic.Title, Body: strings.Join(lines, "\n"), Files: []File{{Name: "history.png", Alt: pic.Alt(), Data: pic.PNG}}}, nil
}

// history is a realm's points in the turns that it was in, as a line and in words, with a stroke for each turn between
// them that it was not.
func history(name string, past []realm.Turn) (picture.Series, string) {
	line := picture.Series{Name: name}
	var words []string
	gap := 0
	for _, turn := range past {
		i := slices.IndexFunc(turn.Rows, func(row realm.Row) bool { return row.Realm == name })
		if i < 0 {
			gap++
			continue
		}
		if len(words) > 0 {
			words = append(words, slices.Repeat([]string{"–"}, gap)...)
		}
		gap = 0
		line.Turns, line.Values = append(line.Turns, turn.Number), append(line.Values, turn.Rows[i].VP)
		words = append(words, strconv.Itoa(turn.Rows[i].VP))
	}
	since := ""
	if len(line.Turns) > 0 && line.Turns[0] > past[0].Number {
		since = fmt.Sprintf(" from turn %d", line.Turns[0])
	}
	return line, fmt.Sprintf("**%s**%s: %s", name, since, strings.Join(words, ", "))
}

func winnersText(c realm.Campaign) string {
	w := c.Winners()
	if len(w) == 0 {
		return "Nobody won."
	}
	r, _ := c.Find(w[0])
	if len(w) > 1 {
		return fmt.Sprintf("%s share the victory with %s.", join(w), points(r.VP))
	}
	return fmt.Sprintf("%s wins with %s.", w[0], points(r.VP))
}
