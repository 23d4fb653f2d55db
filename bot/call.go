package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/fate"
	"skald/table"
)

func call(t *Turn) (Reply, error) {
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	if err := up(s); err != nil {
		return Reply{}, err
	}
	n, err := fate.ParseNotation(t.Text("action"), t.Table.List.Abilities)
	if err != nil {
		return Reply{}, err
	}
	foe := t.Text("foe")
	if _, err := t.oppose(s, n, foe); err != nil {
		return Reply{}, err
	}
	foe = t.nameOf(foe)
	reason, err := cleanText("reason", t.Text("reason"), 300)
	if err != nil {
		return Reply{}, err
	}
	skill := t.Text("skill")
	if isNone(skill) {
		skill = ""
	}
	if skill != "" {
		k, ok := s.Hero.Skill(skill)
		if !ok {
			return Reply{}, t.noSkill(s.Hero.Name, skill, s)
		}
		skill = k.Name
	}
	c := t.Table.Call(table.Call{Seat: s.ID, Action: n, Foe: foe, Skill: skill, Reason: reason, Secret: t.Switch("secret")})
	if c.Secret {
		t.Mask(t.Without("action", "foe").With("action", n.Ability))
	}
	body := fmt.Sprintf("%s, play a card: **%s**.", s.Player.Name, t.callAction(c))
	if reason != "" {
		body = reason + "\n" + body
	}
	return Reply{
		Title: "The narrator calls on " + s.Hero.Name, Body: body, Tone: Warn,
		Buttons: []Button{{Label: "Choose a card", Line: Line("act", "hero", s.Hero.Name, "call", strconv.Itoa(c.ID)), Style: Main}},
	}, nil
}

// callAction is what a call asks for, as everybody may read it.
func (t *Turn) callAction(c table.Call) string {
	text := c.Action.String()
	if c.Secret {
		text = c.Action.Ability + " (how hard it is stays secret)"
	} else if c.Foe != "" {
		text += " against " + c.Foe
	}
	if c.Skill != "" {
		text += " with " + c.Skill
	}
	return text
}

func (t *Turn) callLine(c table.Call) string {
	s, _ := t.Table.Seat(c.Seat)
	line := fmt.Sprintf("**%s**: %s", s.Hero.Name, t.callAction(c))
	if err := up(s); err != nil {
		line += "; but " + err.Error()
	}
	return strings.TrimSuffix(line, ".")
}

// openCalls are the calls that a hero can answer, the oldest first: none while the hero is down.
func (t *Turn) openCalls(s table.Seat) []table.Call {
	if up(s) != nil {
		return nil
	}
	return t.Table.CallsFor(s)
}

// oddsOutcome is the outcome "odds" of the console's contract.
type oddsOutcome struct {
	Kind    string          `json:"kind"`
	Hero    string          `json:"hero"`
	Action  string          `json:"action"`
	PerCard []chanceOutcome `json:"per_card"`
	Best    *cardOutcome    `json:"best"`
}

// chanceOutcome is one card's chance; Chance counts the best Edge chain that it can begin, Alone the card
// by itself.
type chanceOutcome struct {
	Card   cardOutcome   `json:"card"`
	Chance float64       `json:"chance"`
	Alone  float64       `json:"alone"`
	Then   []cardOutcome `json:"then,omitempty"`
}

func odds(t *Turn) (Reply, error) {
	if _, err := t.own(); err != nil {
		return Reply{}, err
	}
	at, err := t.attempt()
	if err != nil {
		return Reply{}, err
	}
	if at.secret {
		return Reply{}, fate.Refuse("secret", "How hard that is, is the narrator's secret; nobody can tell the odds.")
	}
	hand := t.Table.Hand(at.seat)
	action := t.known(at.notation, at.foe).String()
	o := oddsOutcome{Kind: "odds", Hero: at.seat.Hero.Name, Action: action, PerCard: []chanceOutcome{}}
	var lines []string
	best := -1.0
	for _, c := range fate.Odds(at.action, hand, t.Table.Unknown(at.seat)) {
		card := t.card(c.Card, "")
		o.PerCard = append(o.PerCard, chanceOutcome{card, c.Best, c.Alone, t.cards(c.Then, "")})
		line := fmt.Sprintf("**%s**: %s", c.Card.Long(), percent(c.Alone))
		if len(c.Then) > 0 {
			follow := "follows"
			if len(c.Then) > 1 {
				follow = "follow"
			}
			line += fmt.Sprintf(", and %s if %s %s", percent(c.Best), longList(c.Then), follow)
		}
		lines = append(lines, line)
		if c.Best > best {
			best, o.Best = c.Best, &card
		}
	}
	if len(lines) == 0 {
		lines = []string{"Your hand is empty."}
	}
	return Reply{
		Private: true, Title: at.seat.Hero.Name + ": the odds of " + action,
		Body: strings.Join(lines, "\n"), Outcome: o,
	}, nil
}

// suggestAction offers open calls' abilities and all difficulties with all abilities; behind a bracket the
// oppositions.
func suggestAction(t *Turn) []Choice {
	abilities := fate.Standard()
	if t.Table != nil {
		abilities = t.Table.List.Abilities
	}
	var list []Choice
	add := func(s string) { list = append(list, Choice{Label: s, Value: s}) }
	head, _, opposed := strings.Cut(t.Typed, "(")
	if n, err := fate.ParseNotation(head, abilities); err == nil {
		if !opposed {
			add(n.String())
		}
		for _, a := range abilities {
			add(fmt.Sprintf("%s (%s)", n.String(), a.Name))
		}
		return list
	}
	words := []string{"average", "easy", "challenging", "daunting", "desperate", "impossible", "legendary"}
	for _, word := range words {
		for _, a := range abilities {
			add(word + " " + a.Name)
		}
	}
	return list
}

// suggestHand offers the cards of the hand.
func suggestHand(t *Turn) []Choice {
	return t.suggestCards(false, nil)
}

// suggestCard offers the cards of the hand, each with its chance of success where the action is known.
func suggestCard(t *Turn) []Choice { return t.suggestCards(true, nil) }

// suggestThen offers the cards that may follow the ones chosen by Edge.
func suggestThen(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, absent, err := t.seat()
	if err != nil || absent {
		return nil
	}
	before := ""
	if i := strings.LastIndex(t.Typed, ","); i >= 0 {
		before = strings.TrimSpace(t.Typed[:i])
	}
	chosen, err := t.fromHand(s, t.Text("card")+","+before)
	if err != nil || len(chosen) == 0 || chosen[len(chosen)-1].Value > s.Hero.Edge {
		return nil
	}
	return t.suggestCards(true, chosen)
}

func (t *Turn) suggestCards(chances bool, chosen fate.Pile) []Choice {
	if t.Table == nil {
		return nil
	}
	s, absent, err := t.seat()
	if err != nil || absent {
		return nil
	}
	left, _ := t.Table.Hand(s).Without(chosen...)
	at, err := t.Without("card", "then").on(t).attempt()
	chances = chances && err == nil && !at.secret
	prefix := ""
	if len(chosen) > 1 {
		prefix = chosen[1:].String() + ", "
	}
	var list []Choice
	for _, c := range left {
		choice := Choice{Label: prefix + c.Long() + t.faceNote(c), Value: prefix + c.String()}
		if chances {
			at.action.Cards = chosen.With(c)
			choice.Label += " · " + percent(t.chanceOf(at))
		}
		list = append(list, choice)
	}
	return list
}

// on is the same turn for another request.
func (r *Request) on(t *Turn) *Turn {
	other := *t
	other.Request = r
	return &other
}

func suggestSkill(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	s, _, err := t.seat()
	if err != nil {
		return nil
	}
	return skillChoices(s.Hero)
}

// suggestFoe offers whoever may resist.
func suggestFoe(t *Turn) []Choice { return suggestAnybody(t) }
