package bot

import (
	"fmt"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

// awaited tells what players have to do or to get, a line each: actions that were called for, wounds to pay (R6.6),
// results that wait in a window (R4.5), cards that mishaps cost (R12.1b), cards that could not be drawn (R1.4c). What
// else a fight awaits the tracker shows.
func (t *Turn) awaited() []string {
	var lines []string
	for _, c := range t.Table.Calls {
		lines = append(lines, t.callLine(c))
	}
	if t.Table.Fight.Stage == combat.Fighting {
		lines = append(lines, "a fight goes on: /combat status shows whom it awaits")
	}
	for _, s := range t.Table.Heroes() {
		if wounds := t.owed(s); wounds != "" {
			lines = append(lines, fmt.Sprintf("**%s**: pays %s: /wound pay", s.Hero.Name, wounds))
		}
		if r := t.Table.Results[s.ID]; r.Open {
			lines = append(lines, fmt.Sprintf("**%s**: the result waits for %s: /point pass", s.Hero.Name, waitsFor(s, r)))
		}
		if n := t.Table.CardsLost(s); n > 0 {
			lines = append(lines, fmt.Sprintf("**%s**: gives up %s to a mishap: /point lose", s.Hero.Name, plural(n, "card")))
		}
		if owed := t.Table.CardsOwed(s); owed > 0 {
			lines = append(lines, fmt.Sprintf("**%s**: draws %s as soon as there are any", s.Hero.Name, plural(owed, "card")))
		}
	}
	return lines
}

// owed is all that a hero has to pay for: "3 stunning wounds and 2 killing wounds"; "" where that is nothing.
func (t *Turn) owed(s table.Seat) string {
	var parts []string
	for _, harm := range hero.Harms() {
		n := 0
		for _, w := range t.Table.Fight.Pending {
			if w.Who == s.Hero.Name && w.Harm == harm {
				n += w.Amount
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, woundWord(n, string(harm))))
		}
	}
	return join(parts)
}

// waitsFor is who has not let a result stand (R4.5).
func waitsFor(s table.Seat, r table.Result) string {
	var who []string
	if !r.Passed {
		who = append(who, s.Player.Name)
	}
	if !r.NarratorPassed {
		who = append(who, "the narrator")
	}
	return join(who)
}

// mishapsDue tells whose mishaps the narrator has to carry out.
func (t *Turn) mishapsDue() []string {
	var lines []string
	for _, s := range t.Table.Heroes() {
		if n := t.Table.MishapsDue(s); n > 0 {
			lines = append(lines, fmt.Sprintf("%s for %s: /narrator mishap hero:%s", plural(n, "mishap"), s.Hero.Name, quoteValue(s.Hero.Name)))
		}
	}
	return lines
}

// mishap carries out or tells what goes wrong (R12.1, R12.1b).
func mishap(t *Turn) (Reply, error) {
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	text, err := cleanText("text", t.Text("text"), 300)
	if err != nil {
		return Reply{}, err
	}
	what := t.Text("what")
	if t.Table.MishapsDue(s) == 0 {
		return Reply{}, fate.Refuse("no_mishap", "No mishap of %s waits: there was none, or it has been carried out (R12.1).", s.Hero.Name)
	}
	switch {
	case what == "" && text == "":
		return t.suggestMishap(s), nil
	case what == "card" && len(t.Table.Hand(s)) <= t.Table.CardsLost(s):
		return Reply{}, fate.Refuse("no_card", "%s has no card left to lose; choose another mishap.", s.Hero.Name)
	case what == "card":
		t.Table.CarryOut(s, true)
		return Reply{
			Title: s.Hero.Name + ": a mishap", Tone: Bad,
			Body:    strings.TrimSpace(text + fmt.Sprintf("\n%s loses a card; its slot is locked as a stunning wound. %s chooses which.", s.Hero.Name, s.Player.Name)),
			Buttons: []Button{{Label: "Give up a card", Line: Line("point lose", "hero", s.Hero.Name), Style: Danger}},
		}, nil
	case what == "event":
		event := t.lastKarmaEvent(s)
		if event == "" && text == "" {
			return Reply{}, fate.Refuse("no_event", "No Karma card of %s's last action has an event; choose another mishap, or tell it with text.", s.Hero.Name)
		}
		text = cmpOr(text, event)
	}
	t.Table.CarryOut(s, false)
	return Reply{Title: s.Hero.Name + ": a mishap", Tone: Bad, Body: cmpOr(text, "Something embarrassing happens; the narrator tells what.")}, nil
}

func (t *Turn) lastKarmaEvent(s table.Seat) string {
	for _, c := range t.Table.Results[s.ID].Action.Cards {
		if t.Table.List.Mishap(c) {
			return t.Table.List.Faces[c].Event
		}
	}
	return ""
}

// suggestMishap is what the narrator is told in private, with a button for each.
func (t *Turn) suggestMishap(s table.Seat) Reply {
	r := Reply{Private: true, Title: "A mishap for " + s.Hero.Name, Body: "What goes wrong? Choose one, or tell it in your own words: /narrator mishap hero:" + quoteValue(s.Hero.Name) + " text:…"}
	line := func(what string) string { return Line("narrator mishap", "hero", s.Hero.Name, "what", what) }
	r.Buttons = []Button{
		{Label: "Lose a card", Line: line("card"), Style: Danger},
		{Label: "An embarrassment", Line: line("embarrassment")},
	}
	if event := t.lastKarmaEvent(s); event != "" {
		r.Body += "\nThe card's event: " + event
		r.Buttons = append(r.Buttons, Button{Label: "The card's event", Line: line("event")})
	}
	return r
}
