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
	return t.board(), nil
}

// turnReply is the table of a turn (C20), in words and as a picture.
func (t *Turn) turnReply(turn realm.Turn) Reply {
	r := Reply{Title: fmt.Sprintf("%s, turn %d", t.Table.Game.Name, turn.Number)}
	var lines []string
	for _, row := range turn.Rows {
		lines = append(lines, rowLine(row))
	}
	if len(lines) == 0 {
		lines = []string{"No realm yet; /realm join brings one in."}
	}
	r.Body = strings.Join(lines, "\n")
	if len(turn.Battles) > 0 {
		lines = nil
		for _, b := range turn.Battles {
			lines = append(lines, battleLine(b))
		}
		r.Fields = append(r.Fields, fields("Battles", lines)...)
	}
	r.Outcome = turnOutcome(turn, "")
	if len(turn.Rows) > 0 {
		pic := t.turnPicture(turn)
		r.Files = []File{{Name: "standings.png", Alt: pic.Alt(), Data: pic.PNG}}
	}
	return r
}

func rowLine(row realm.Row) string {
	line := fmt.Sprintf("**%s** (%s): %s, %s", row.Realm, cmpOr(row.PlayerName, "nobody"), row.Holdings, points(row.VP))
	switch {
	case row.Absent:
		line += ", absent"
	case row.Passed:
		line += ", passed"
	}
	if row.Calamity != "" {
		line += ", " + string(row.Calamity)
	}
	return line
}

// turnPicture is the table that C20 asks for.
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
			{Name: "Attack"}, // "on" or "by" whom
			{Name: "Result"},
			{Name: "Roll", Numbers: true},
		},
	}
	for _, row := range turn.Rows {
		battle := ""
		if row.Versus != "" {
			battle = map[realm.Action]string{realm.Attacked: "on ", realm.Defending: "by "}[row.Action] + row.Versus
		}
		roll := ""
		if row.Dice > 0 {
			roll = strconv.Itoa(row.Roll)
		}
		pic.Rows = append(pic.Rows, picture.Row{
			Cells: []string{
				row.Realm, cmpOr(row.PlayerName, row.Player), strconv.Itoa(row.Holdings.Towers), strconv.Itoa(row.Holdings.Fortresses),
				strconv.Itoa(row.Holdings.Castles), strconv.Itoa(row.VP), battle, rowResult(row), roll,
			},
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

func rowResult(row realm.Row) string {
	text := string(row.Result)
	if row.Won != "" {
		text += ", +" + string(row.Won)
	}
	if row.Lost != "" {
		text += ", −" + string(row.Lost)
	}
	if row.WarlordSlain {
		text += ", warlord"
	}
	if row.Calamity != "" {
		text = strings.TrimPrefix(text+", "+string(row.Calamity), ", ")
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
		r.Fields = append(r.Fields, Field{Name: "Order", Value: short(strings.Join(c.Order, ", "), 1000)})
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
	most := t.Number("turn", len(c.Past))
	past := c.Past[:min(most, len(c.Past))]
	if len(past) == 0 {
		return Reply{}, fate.Refuse("no_such_turn", "No turn is over yet.")
	}
	pic := picture.Chart{Title: c.Name + ": victory points", Across: "turn"}
	var lines []string
	for _, s := range c.Standings() {
		line := picture.Series{Name: s.Realm.Name}
		var text []string
		for _, turn := range past {
			for _, row := range turn.Rows {
				if row.Realm == s.Realm.Name {
					if len(line.Values) == 0 {
						line.From = turn.Number
					}
					line.Values = append(line.Values, row.VP)
					text = append(text, strconv.Itoa(row.VP))
				}
			}
		}
		if len(line.Values) > 0 {
			pic.Lines = append(pic.Lines, line)
			since := ""
			if line.From > past[0].Number {
				since = fmt.Sprintf(" from turn %d", line.From)
			}
			lines = append(lines, fmt.Sprintf("**%s**%s: %s", s.Realm.Name, since, strings.Join(text, ", ")))
		}
	}
	return Reply{Title: pic.Title, Body: strings.Join(lines, "\n"), Files: []File{{Name: "history.png", Alt: pic.Alt(), Data: pic.PNG}}}, nil
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
