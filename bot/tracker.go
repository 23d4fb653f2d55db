package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
)

// combatOutcome is the outcome "combat" of the console's contract.
type combatOutcome struct {
	Kind       string              `json:"kind"`
	Exchange   int                 `json:"exchange"`
	Order      []string            `json:"order"`
	Range      map[string]string   `json:"range"`
	Awaiting   []string            `json:"awaiting"`
	Conditions map[string][]string `json:"conditions"`
	Stage      string              `json:"stage"`
	// Apart are heroes who are at another range from a foe than Range says.
	Apart []apartOutcome `json:"apart,omitempty"`
	// Foes are those that the end of an exchange has hurt, Wounds what heroes have paid in it.
	Foes   []foeOutcome   `json:"foes,omitempty"`
	Wounds []woundOutcome `json:"wounds,omitempty"`
}

// turnOutcome is the outcome of what ends an exchange.
func (t *Turn) turnOutcome(turn combat.Turn) combatOutcome {
	o := t.combatOutcome()
	for _, foe := range t.Table.Fight.Foes {
		hit := func(b combat.Blow) bool { return b.On == foe.Name && b.Wounds() > 0 }
		told := func(n combat.Note) bool { return n.Who == foe.Name && strings.HasPrefix(n.Code, "foe_") }
		if slices.ContainsFunc(turn.Blows, hit) || slices.ContainsFunc(turn.Notes, told) {
			o.Foes = append(o.Foes, *t.foeOutcome(foe.Name, false))
		}
	}
	for _, p := range turn.Payments {
		o.Wounds = append(o.Wounds, t.woundOutcome(p))
	}
	return o
}

func (o combatOutcome) paid(wounds []woundOutcome) combatOutcome {
	o.Wounds = wounds
	return o
}

type apartOutcome struct {
	Hero  string `json:"hero"`
	Foe   string `json:"foe"`
	Range string `json:"range"`
}

func (t *Turn) combatOutcome() combatOutcome {
	f, s := t.Table.Fight, t.Table.FightScene()
	o := combatOutcome{
		Kind: "combat", Exchange: f.Exchange, Order: []string{}, Range: map[string]string{},
		Awaiting: []string{}, Conditions: map[string][]string{}, Stage: string(f.Stage),
	}
	o.Order = append(o.Order, f.Order(s)...)
	for _, foe := range f.Foes {
		usual := usualRange(f, foe.Name)
		o.Range[foe.Name] = usual.String()
		for _, h := range f.Heroes {
			if at := f.Between(h.Name, foe.Name); at != usual {
				o.Apart = append(o.Apart, apartOutcome{h.Name, foe.Name, at.String()})
			}
		}
	}
	for _, d := range f.Due(s) {
		who := cmpOr(d.Who, "narrator")
		if !slices.Contains(o.Awaiting, who) {
			o.Awaiting = append(o.Awaiting, who)
		}
	}
	for _, c := range f.Conditions(s) {
		o.Conditions[c.Who] = append(o.Conditions[c.Who], c.String())
	}
	return o
}

// trackerKey names the message that shows the fight as it stands.
const trackerKey = "fight"

// tracker shows the fight: who acts in what order, how the foes fare and where, what lasts, and whose answer
// is awaited.
func (t *Turn) tracker() Reply {
	t.Table.Settle(t.luck()) // it shows the hands as they will be
	f, s := t.Table.Fight, t.Table.FightScene()
	r := Reply{Title: "The fight", Board: trackerKey, Outcome: t.combatOutcome()}
	switch f.Stage {
	case combat.Fighting:
		r.Title = fmt.Sprintf("Exchange %d", f.Exchange)
	case combat.After:
		r.Title = "After the fight"
	default:
		r.Body = "There is no fight."
	}
	conditions := map[string][]string{}
	for _, c := range f.Conditions(s) {
		conditions[c.Who] = append(conditions[c.Who], c.String())
	}
	if lines := t.heroLines(f, s, conditions); len(lines) > 0 {
		r.Fields = append(r.Fields, fields("Heroes", lines)...)
	}
	if lines := foeLines(f, conditions); len(lines) > 0 {
		r.Fields = append(r.Fields, fields("Foes", lines)...)
	}
	if due := t.due(); len(due) > 0 {
		r.Fields = append(r.Fields, Field{Name: "Awaited", Value: dueLines(due)})
		r.Buttons = append(r.Buttons, Button{Label: "Nudge who is awaited", Line: "/combat nudge"})
	}
	if c, ok := t.Table.Facing(); ok {
		r.Fields = append(r.Fields, Field{Name: "Narrator card", Value: c.Long()})
	}
	return r
}

// fit joins lines into a field, the last ones counted where they are too many to show.
func fit(lines []string) string {
	const most = 950
	text, length := "", 0
	for i, line := range lines {
		if length += len([]rune(line)) + 1; length > most {
			return text + fmt.Sprintf("… and %d more", len(lines)-i)
		}
		text += line + "\n"
	}
	return strings.TrimSuffix(text, "\n")
}

// fields put lines into as many fields of a name as they need; each line is shown.
func fields(name string, lines []string) []Field {
	const most = 1000
	var list []Field
	text := ""
	for _, line := range lines {
		if text != "" && len([]rune(text))+len([]rune(line)) >= most {
			list = append(list, Field{Name: name, Value: text})
			text, name = "", "…"
		}
		text = strings.TrimPrefix(text+"\n"+line, "\n")
	}
	if text != "" {
		list = append(list, Field{Name: name, Value: text})
	}
	return list
}

func (t *Turn) heroLines(f combat.Fight, s combat.Scene, conditions map[string][]string) []string {
	var lines []string
	for _, name := range f.Order(s) {
		seat, ok := t.Table.Hero(name)
		if !ok {
			continue
		}
		line := fmt.Sprintf("**%s**: %s", name, plural(len(t.Table.Hand(seat)), "card")) + woundText(seat)
		if c := conditions[name]; len(c) > 0 {
			line += "; " + strings.Join(c, ", ")
		}
		lines = append(lines, line)
	}
	return lines
}

// foeLines shows foes; those of a group that fare alike share a line.
func foeLines(f combat.Fight, conditions map[string][]string) []string {
	type key struct{ sheet, rest string }
	var order []key
	names := map[key][]string{}
	for _, foe := range f.Foes {
		_, sheet, err := f.Foe(foe.Name)
		if err != nil {
			continue
		}
		rest := string(foe.Status(sheet))
		if at := rangeText(f, foe.Name); at != "" {
			rest += ", " + at
		}
		if sheet.Shown {
			rest += fmt.Sprintf(", %d of %d wounds", foe.Wounds, sheet.Health)
		}
		if c := conditions[foe.Name]; len(c) > 0 {
			rest += "; " + strings.Join(c, ", ")
		}
		k := key{foe.Sheet, rest}
		if names[k] == nil {
			order = append(order, k)
		}
		names[k] = append(names[k], foe.Name)
	}
	var lines []string
	for _, k := range order {
		lines = append(lines, fmt.Sprintf("**%s**: %s", groupText(k.sheet, names[k]), k.rest))
	}
	return lines
}

// rangeText is how far a foe is from the heroes, those apart from the rest by name: "Near-Missile,
// Close-Combat from Bren" (R5.3e).
func rangeText(f combat.Fight, foe string) string {
	usual := usualRange(f, foe)
	if !usual.Known() {
		return ""
	}
	text := usual.String()
	for _, r := range combat.Distances() {
		var apart []string
		for _, h := range f.Heroes {
			if r != usual && f.Between(h.Name, foe) == r {
				apart = append(apart, h.Name)
			}
		}
		if len(apart) > 0 {
			text += fmt.Sprintf(", %s from %s", r, join(apart))
		}
	}
	return text
}

// usualRange is the range of a foe from most heroes; where there are as many of each, the closer one.
func usualRange(f combat.Fight, foe string) combat.Range {
	best, most := f.Between("", foe), 0
	for _, r := range combat.Distances() {
		n := 0
		for _, h := range f.Heroes {
			if f.Between(h.Name, foe) == r {
				n++
			}
		}
		if n > 0 && n >= most {
			best, most = r, n
		}
	}
	return best
}

// groupText names several foes of a sheet shortly: "Guard 1, 2, 5".
func groupText(sheet string, names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	var numbers []string
	for _, name := range names {
		n, ok := strings.CutPrefix(name, sheet+" ")
		if !ok {
			return strings.Join(names, ", ")
		}
		numbers = append(numbers, n)
	}
	return sheet + " " + strings.Join(numbers, ", ")
}

func woundWord(n int, harm string) string {
	if n == 1 {
		return harm + " wound"
	}
	return harm + " wounds"
}

func sumText(parts []fate.Modifier) string {
	text := ""
	for i, m := range parts {
		if i == 0 {
			text = fmt.Sprintf("%s %d", m.Name, m.Value)
		} else {
			text += signed(m)
		}
	}
	return cmpOr(text, "nothing 0")
}
