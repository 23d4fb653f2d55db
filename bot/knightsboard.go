package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/bot/picture"
	"skald/fate"
	"skald/knights"
)

// landsHere are the lands of the channel's game, or those that ship.
func (t *Turn) landsHere() []knights.Land {
	if t.Table == nil || t.Table.Match == nil {
		return knights.Standard()
	}
	return landsOf(*t.Table.Match)
}

// bothNames is a land's name in German, the game's own word, and in English where that is another.
func bothNames(w knights.Words) string {
	if w.German == w.English {
		return w.German
	}
	return w.German + " (" + w.English + ")"
}

// ownNames writes the lands' names in both languages (K2), a group's own too, into a sentence that has the usual German ones.
func (t *Turn) ownNames(text string) string {
	var pairs []string
	for _, l := range t.landsHere() {
		pairs = append(pairs, l.Colour.Land(), bothNames(l.Name))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// landName is a land's name in both languages (K2).
func (t *Turn) landName(c knights.Colour) string { return t.ownNames(c.Land()) }

// shortName is a land's German name alone, for lines beside a list of the lands.
func (t *Turn) shortName(c knights.Colour) string {
	for _, l := range t.landsHere() {
		if l.Colour == c {
			return l.Name.German
		}
	}
	return c.Land()
}

// colourOf reads a land: its colour, or its name in either language, a group's own too. The refusal names the nearest.
func (t *Turn) colourOf(text string) (knights.Colour, error) {
	word := strings.TrimSpace(text)
	var names []string
	for _, l := range t.landsHere() {
		if strings.EqualFold(word, l.Name.German) || strings.EqualFold(word, l.Name.English) {
			return l.Colour, nil
		}
		names = append(names, l.Name.German, l.Name.English, l.Colour.String())
	}
	if c, err := knights.ParseColour(word); err == nil {
		return c, nil
	}
	return knights.NoColour, fate.Refuse("no_land", "There is no land %q (K2): %s", short(oneLine(word), 40), fate.Meant(word, names))
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
	Neutral string          `json:"table_set"`
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
	Set    string              `json:"set"`
	Backs  map[string]int      `json:"backs"` // knights in hand by their sets
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
	o := matchOutcome{Kind: "knights", Turn: v.Turn, Phase: v.Phase, Lands: []landOutcome{}, Players: []playerOutcome{}, Free: faceList(v.Free), Neutral: v.Neutral.String()}
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
		out := playerOutcome{Name: names[p.Seat], Chips: p.Chips, Hand: p.Held, Set: p.Set.String(), Backs: map[string]int{}}
		for _, b := range v.Backs(p.Seat) {
			out.Backs[b.Set.String()] = b.Held
		}
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
		r.Body = tableLine(*m) + " /knights start deals."
		r.Fields = fields("Lands", t.chosenLines())
		r.Buttons = []Button{{Label: "Join", Line: "/knights join", Style: Main}, {Label: "Start", Line: "/knights start"}}
		return r
	}
	names := m.Names()
	v := m.Game.For(-1)
	r.Outcome = t.matchOutcome(v, names)
	r.Fields = append(fields("Lands", landLines(v, names)), fields("Players", t.playerLines(v, names))...)
	if len(v.Free) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Free knights", Value: strings.Join(faceList(v.Free), ", ")})
	}
	pic := boardPicture(t.Table.Game.Name, v, names)
	r.Files = []File{{Name: "board.png", Alt: pic.Alt(), Data: pic.PNG}}
	if v.Ending != knights.Running {
		r.Body = t.scoreLines(v, names) + "\n" + tableLine(*m) + " /knights start deals anew."
		r.Buttons = []Button{{Label: "Play again", Line: "/knights start"}, {Label: "Join", Line: "/knights join"}}
		return r
	}
	r.Body = fmt.Sprintf("Turn %d: **%s** %s.", v.Turn, names[v.ToMove], mayDo(v))
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
		spent := ""
		if l.Spent {
			spent = ", power used"
		}
		lines = append(lines, fmt.Sprintf("%s: %s, strength %d (%s); %s%s", landTitle(l.Side), owner, l.Strength, strings.Join(defence(l), ", "), l.Side.Brief(), spent))
	}
	return lines
}

// defence lists the knights that defend a land, and what a bulwark adds to them.
func defence(l knights.LandView) []string {
	more := l.Strength
	for _, k := range l.Defence {
		more -= k.Value
	}
	list := faceList(l.Defence)
	if more > 0 {
		list = append(list, fmt.Sprintf("+%d", more))
	}
	return list
}

// landTitle is a land's symbol, names and colour.
func landTitle(s knights.Side) string {
	name := s.Colour.String()
	if s.Name.English != s.Name.German {
		name = s.Name.English + ", " + name
	}
	return fmt.Sprintf("%s **%s** (%s)", s.Symbol, s.Name.German, name)
}

// chosenSides are the sides that will lie; nil where that is decided by lot.
func (t *Turn) chosenSides() []knights.Side {
	m, lot := *t.Table.Match, false
	sides, err := knights.LayOut(landsOf(m), m.Layout, func(int) int { lot = true; return 0 })
	if err != nil || lot {
		return nil
	}
	return sides
}

// chosenLines tell before the start how the lands will lie.
func (t *Turn) chosenLines() []string {
	var lines []string
	for _, s := range t.chosenSides() {
		lines = append(lines, landTitle(s)+": "+s.Brief())
	}
	if lines != nil {
		return lines
	}
	for _, l := range t.landsHere() {
		lines = append(lines, fmt.Sprintf("%s: by lot: %s; or %s", landTitle(l.Side(true)), l.Side(true).Brief(), l.Side(false).Brief()))
	}
	return lines
}

// mayDo tells what the player to move does next, as far as everybody sees.
func mayDo(v knights.View) string {
	words := map[knights.Kind]string{
		knights.Collect: "collects", knights.Recruit: "recruits", knights.Recall: "uses a power", knights.Reinforce: "uses a power",
		knights.Lay: "lays a knight", knights.EndTurn: "ends the turn",
	}
	var list []string
	for _, k := range v.Open() {
		if !slices.Contains(list, words[k]) {
			list = append(list, words[k])
		}
	}
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " or " + list[last]
	}
	return strings.Join(list, "")
}

func (t *Turn) playerLines(v knights.View, names []string) []string {
	var lines []string
	for _, p := range v.Players {
		line := fmt.Sprintf("**%s**, set %s: %d fame, %s in hand%s", names[p.Seat], p.Set, p.Chips, plural(p.Held, "knight"), otherBacks(v, p))
		if p.Resigned {
			line = fmt.Sprintf("**%s**, set %s, has resigned", names[p.Seat], p.Set)
		}
		for _, troop := range p.Troops {
			line += fmt.Sprintf("; against %s %d (%s)", t.shortName(troop.Against), troop.Strength, strings.Join(faceList(troop.Knights), ", "))
		}
		lines = append(lines, line)
	}
	return append(lines, fmt.Sprintf("The table: set %s", v.Neutral))
}

func (t *Turn) scoreLines(v knights.View, names []string) string {
	var lines []string
	scores := slices.Clone(v.Scores)
	slices.SortStableFunc(scores, func(a, b knights.Score) int { return a.Place - b.Place })
	for _, s := range scores {
		if s.Resigned {
			lines = append(lines, fmt.Sprintf("**%s** resigned", names[s.Seat]))
			continue
		}
		line := fmt.Sprintf("%d. **%s** %d: fame %d, defence %d", s.Place, names[s.Seat], s.Total, s.Chips, s.Defence)
		for _, l := range s.Lands {
			if l.Points != 0 {
				line += fmt.Sprintf(", %s %+d", t.shortName(l.Land), l.Points)
			}
		}
		if s.Hand != 0 {
			line += fmt.Sprintf(", hand %d", s.Hand)
		}
		lines = append(lines, line)
	}
	return "The game is over.\n" + strings.Join(lines, "\n")
}

// drawn are the lands' symbols in the pictures, whose fonts have no emoji.
var drawn = map[knights.Colour]string{
	knights.Red: "♜", knights.Green: "♣", knights.Blue: "≈", knights.Orange: "¤", knights.Violet: "☾", knights.Yellow: "❀",
}

// sideNote is the beginning of what a side does, for which a land's picture has room: which side lies, and its income.
func sideNote(s knights.Side) string {
	return strings.Join(strings.SplitN(s.Brief(), ", ", 3)[:2], ", ")
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
		pic.Lands = append(pic.Lands, picture.Land{Name: l.Side.Name.German, Symbol: drawn[l.Side.Colour], Color: l.Side.Tint, Owner: l.Owner + 1, Troop: faces(l.Defence), Strength: l.Strength, Note: sideNote(l.Side)})
	}
	for _, p := range v.Players {
		out := picture.Player{Name: fmt.Sprintf("%s · %s", p.Set, names[p.Seat]), Chips: p.Chips, Hand: p.Held, ToMove: v.ToMove == p.Seat}
		for _, troop := range p.Troops {
			out.Troops = append(out.Troops, picture.Troop{Knights: faces(troop.Knights), Strength: troop.Strength})
		}
		for _, s := range v.Scores {
			if s.Seat == p.Seat && !s.Resigned {
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
The game ends when somebody lays the last knight of a hand. Fame and the values of the knights that defend your lands count for you, knights left in your hand against you; what a land adds to its own defence holds off attackers and does not count.
There are five sets of twelve knights. The backs tell them apart for everybody: each player has one set, and one lies under the lands.`

// matchTextGerman is the same in German, the language of the game.
const matchTextGerman = `Sechs Länder liegen aus; jedes wird von einem Trupp Ritter verteidigt. Besitze viele, doch keines ist sicher.
Dein Zug: Nimm zuerst Ruhm für deine Länder (/knights **collect**; nach jeder anderen Aktion ist er vergessen). Lege dann einen Ritter (/knights **lay**): Er beginnt einen Trupp gegen das Land seiner Farbe oder verstärkt einen Trupp, in dem seine Farbe noch fehlt. Ein Trupp, der stärker ist als die Verteidigung eines Landes, nimmt es sofort ein; Ritter des Tisches werden frei, die eines Spielers gehen auf dessen Hand zurück. Einmal im Zug darfst du einen freien Ritter für seinen Wert in Ruhm anwerben (/knights **recruit**).
Das Spiel endet, wenn jemand den letzten Handritter legt. Ruhm und die Werte der Ritter, die deine Länder verteidigen, zählen für dich, Ritter auf der Hand gegen dich; was ein Land selbst zu seiner Verteidigung gibt, hält Angreifer ab und zählt nicht.
Es gibt fünf Sätze zu zwölf Rittern. Die Rückseiten unterscheiden sie für alle: Jeder Spieler hat einen Satz, einer liegt unter den Ländern.`

// sidesHere are the sides that lie or will lie on the table; nil where there is none or it is not known yet.
func (t *Turn) sidesHere() []knights.Side {
	switch {
	case t.Table == nil:
		return nil
	case t.Table.Match.Game != nil:
		return t.Table.Match.Game.Sides()
	}
	return t.chosenSides()
}

func matchRules(t *Turn) (Reply, error) {
	german := t.Text("language") == "deutsch"
	in := func(w knights.Words) string {
		if german {
			return w.German
		}
		return w.English
	}
	r := Reply{Private: true, Title: "Knights and lands", Body: matchText}
	lands, crown, reverse, sets, table := "Lands", "crown", "reverse", "Sets", "the table"
	if german {
		r.Title, r.Body = "Ritter und Länder", matchTextGerman
		lands, crown, reverse, sets, table = "Länder", "Krone", "Rückseite", "Sätze", "der Tisch"
	}
	var lines []string
	for _, s := range t.sidesHere() {
		side := reverse
		if s.Crown {
			side = crown
		}
		lines = append(lines, fmt.Sprintf("%s **%s**, %s: %s", s.Symbol, bothNames(s.Name), side, in(s.Effects.Text)))
	}
	if lines == nil {
		for _, l := range t.landsHere() {
			lines = append(lines, fmt.Sprintf("%s **%s**, %s: %s – %s: %s", l.Symbol, bothNames(l.Name), crown, in(l.Crown.Text), reverse, in(l.Reverse.Text)))
		}
	}
	r.Fields = append(fields(lands, lines), fields(sets, t.setLines(in, table))...)
	return r, nil
}
