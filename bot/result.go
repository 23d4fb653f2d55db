package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/table"
)

// actOutcome is the outcome "act" of the console's contract. What a secret difficulty would give away is
// left out.
type actOutcome struct {
	Kind       string          `json:"kind"`
	Hero       string          `json:"hero"`
	Action     string          `json:"action"`
	Ability    string          `json:"ability"`
	Score      int             `json:"score"`
	Cards      []cardOutcome   `json:"cards"`
	Modifiers  []fate.Modifier `json:"modifiers"`
	Total      int             `json:"total"`
	Difficulty *int            `json:"difficulty,omitempty"`
	Parts      []fate.Modifier `json:"difficulty_parts,omitempty"`
	Margin     *int            `json:"margin,omitempty"`
	Success    bool            `json:"success"`
	Mishap     bool            `json:"mishap"`
	Skill      string          `json:"skill,omitempty"`
	Secret     bool            `json:"secret,omitempty"`
	Reshuffled bool            `json:"reshuffled,omitempty"`
	Stopped    bool            `json:"stopped,omitempty"`
}

func (t *Turn) actOutcome(at attempt, p table.Played) actOutcome {
	a := p.Action
	o := actOutcome{
		Kind: "act", Hero: at.seat.Hero.Name, Action: t.publicAction(at), Ability: a.Ability, Score: a.Score,
		Cards:     slices.Concat(t.cards(a.Cards, "hand"), t.cards(a.Flips, "trump"), t.cards(a.Extra, "point")),
		Modifiers: append([]fate.Modifier{}, a.Modifiers...),
		Total:     a.Total(), Success: a.Success(), Mishap: p.Mishap, Skill: at.skill, Secret: at.secret,
		Reshuffled: p.Reshuffled, Stopped: p.Stopped,
	}
	for i, m := range o.Modifiers {
		if m.Name == at.skill && at.skill != "" { // in a fight a skill goes by its own name
			o.Modifiers[i].Name = "skill"
		}
	}
	if !at.secret {
		target, margin := a.Target(), a.Margin()
		o.Difficulty, o.Margin, o.Parts = &target, &margin, a.Against
	}
	return o
}

func (t *Turn) publicAction(at attempt) string {
	if at.secret {
		return at.notation.Ability
	}
	return at.notation.String()
}

// known is an action as its player may know it before a card is played: a foe's score only where the
// narrator shows the foe's numbers.
func (t *Turn) known(n fate.Notation, foe string) fate.Notation {
	if _, sheet, ok := t.Table.Nearby(foe); ok && !sheet.Shown && !t.Narrates() && n.Opposition != "" {
		n.Resist, n.Scored = 0, false
	}
	return n
}

// result shows how the total came about, card by card.
func (t *Turn) result(at attempt, p table.Played) Reply {
	a := p.Action
	word, tone := "failure", Bad
	if a.Success() {
		word, tone = "success", Good
	}
	r := Reply{
		Title: cmpOr(at.title, fmt.Sprintf("%s: %s", at.seat.Hero.Name, t.publicAction(at))), Tone: tone,
		Body:    sum(a, at.skill) + verdict(a, word, at.secret),
		Outcome: t.actOutcome(at, p),
	}
	for _, note := range []struct {
		on   bool
		text string
	}{
		{p.Reshuffled, "The deck ran out; the discard pile was shuffled and became the new deck."},
		{p.Stopped, "Deck and discard pile are empty: the trump chain ends here."},
		{p.Mishap, "Karma was played and the action failed: a mishap is due, the narrator says which."},
		{at.absent, fmt.Sprintf("Played by %s for %s, who is away.", t.User.Name, at.seat.Player.Name)},
	} {
		if note.on {
			r.Body += "\n" + note.text
		}
	}
	if cards := slices.Concat(a.Cards, a.Flips, a.Extra); len(cards) > 0 {
		r.Body += t.stories(cards)
		r.Files = []File{t.picture("cards.png", r.Title, cards)}
	}
	r.Buttons = append([]Button{handButton()}, t.afterButtons(at.seat)...)
	return r
}

// sum is "Quickness 6 + 3 of Reflex + 4 of Spirit (flipped) + skill 4 (Boxing) = **17**".
func sum(a fate.Action, skill string) string {
	text := fmt.Sprintf("%s %d", a.Ability, a.Score)
	for _, c := range a.Cards {
		text += " + " + c.Long()
	}
	for _, c := range a.Flips {
		text += " + " + c.Long() + " (flipped)"
	}
	for _, c := range a.Extra {
		text += " + " + c.Long() + " (hero point)"
	}
	for _, m := range a.Modifiers {
		text += signed(m)
		if m.Name == "skill" && skill != "" {
			text += " (" + skill + ")"
		}
	}
	return fmt.Sprintf("%s = **%d**", text, a.Total())
}

func signed(m fate.Modifier) string {
	if m.Value < 0 {
		return fmt.Sprintf(" − %s %d", m.Name, -m.Value)
	}
	return fmt.Sprintf(" + %s %d", m.Name, m.Value)
}

func verdict(a fate.Action, word string, secret bool) string {
	if secret {
		return fmt.Sprintf(": **%s**.", word)
	}
	text := fmt.Sprintf(" against **%d**", a.Target())
	if len(a.Against) > 1 || a.Against[0].Name != "difficulty" {
		var parts []string
		for _, m := range a.Against {
			parts = append(parts, fmt.Sprintf("%s %d", m.Name, m.Value))
		}
		if len(parts) == 1 {
			parts[0] = a.Against[0].Name
		}
		text += " (" + strings.Join(parts, " + ") + ")"
	}
	switch m := a.Margin(); {
	case m > 0:
		return fmt.Sprintf("%s: **%s** by %d.", text, word, m)
	case m < 0:
		return fmt.Sprintf("%s: **%s**, %d short.", text, word, -m)
	}
	return fmt.Sprintf("%s: **%s**, just so.", text, word)
}
