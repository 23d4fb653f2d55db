package bot

import (
	"fmt"
	"strconv"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/table"
)

var pointCommands = []*Command{
	{
		Name: "point flip", Short: "1 hero point: flip an extra card onto your last action",
		Options: []Option{{Name: "hero", Short: "which hero", Suggest: suggestMine}},
		Run:     pointFlip,
	},
	{
		Name: "point swap", Short: "1 hero point: discard a card and draw another",
		Options: []Option{
			{Name: "card", Short: "the card to discard", Required: true, Suggest: suggestHand},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
		},
		Run: pointSwap,
	},
	{
		Name: "point event", Short: "1 hero point: bring an event of a card or a turn of the story into play",
		Options: []Option{
			{Name: "text", Short: "what happens; left out, the event of the card", Max: 300},
			{Name: "card", Short: "the card whose event it is", Suggest: suggestHand},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
		},
		Run: pointEvent,
	},
	{
		Name: "point pass", Short: "Let a result stand, where this game keeps a window open",
		Options: []Option{{Name: "hero", Short: "whose result", Suggest: suggestHeroes}},
		Run:     pointPass,
	},
}

// pay takes a hero point from a seat. The refusal says that there is none, or that the limit is reached
// (R11.1, R11.3a).
func (t *Turn) pay(s *table.Seat) error {
	limit, capped := 0, true
	switch v := t.Table.Option("point_cap"); v {
	case "none":
		capped = false
	case "edge":
		limit = s.Hero.Edge
	default:
		limit, _ = strconv.Atoi(v)
	}
	switch {
	case s.Hero.Points == 0:
		return fate.Refuse("no_points", "%s has no hero points left.", s.Hero.Name)
	case capped && s.Spent >= limit:
		return fate.Refuse("point_cap", "%s has spent %s in this adventure, and that is the limit here (R11.3).", s.Hero.Name, plural(s.Spent, "hero point"))
	}
	s.Hero.Points--
	s.Spent++
	t.Table.SetSeat(*s, t.luck())
	return nil
}

func (t *Turn) left(s table.Seat) string {
	return fmt.Sprintf("%s has %s left.", s.Hero.Name, plural(s.Hero.Points, "hero point"))
}

func pointFlip(t *Turn) (Reply, error) {
	s, err := t.own()
	if err != nil {
		return Reply{}, err
	}
	switch r, ok := t.Table.Results[s.ID]; {
	case !ok:
		return Reply{}, fate.Refuse("no_result", "%s has no action that could be changed; a hero point counts until the hero's next action (R4.5).", s.Hero.Name)
	case r.Passed && r.NarratorPassed:
		return Reply{}, fate.Refuse("no_window", "%s's result stands, for player and narrator have both let it (R4.5).", s.Hero.Name)
	case r.Fight != "":
		if err := t.Table.Fight.Amendable(s.Hero.Name); err != nil {
			return Reply{}, err
		}
	}
	if err := t.pay(&s); err != nil {
		return Reply{}, err
	}
	r, ok := t.Table.FlipFor(s, t.luck())
	if !ok {
		return Reply{}, fate.Refuse("no_card", "Deck and discard pile are empty; there is no card to flip.")
	}
	c := r.Action.Extra[len(r.Action.Extra)-1]
	return t.amended(s, r, fmt.Sprintf("A hero point brings the %s. %s", c.Long(), t.left(s))), nil
}

// amended is a result that was changed afterwards, worked out anew, with what hangs on it (R4.5).
func (t *Turn) amended(s table.Seat, r table.Result, why string) Reply {
	reply, at := t.anew(s, r, why)
	if r.Fight == "" {
		return reply
	}
	f, o, err := t.Table.Fight.Amend(t.Table.FightScene(), s.Hero.Name, r.Action)
	if err != nil {
		return reply // the exchange is over: what hung on the action is assessed already
	}
	return t.follows(reply, at, f, o, r.Fight)
}

// anew tells an action again, as it counts now.
func (t *Turn) anew(s table.Seat, r table.Result, why string) (Reply, attempt) {
	at := attempt{seat: s, notation: r.Notation, skill: r.Skill, foe: r.Foe, secret: r.Secret, action: r.Action}
	if d, open := t.Table.Fight.Last(s.Hero.Name); open && r.Fight != "" {
		at.title = deedTitle(s, combat.Plan{Declaration: d.Declaration, Notation: r.Notation, Test: true})
	}
	reply := t.result(at, table.Played{Action: r.Action, Mishap: r.Action.Mishap(t.Table.List)})
	reply.Title += " (amended)"
	reply.Body = why + "\n" + reply.Body
	return reply, at
}

// follows adds what hangs on an action of a fight.
func (t *Turn) follows(reply Reply, at attempt, f combat.Fight, o combat.Outcome, kind string) Reply {
	t.Table.SetFight(f)
	reply.Body = strings.TrimSpace(reply.Body + "\n" + strings.Join(t.outcomeLines(o), "\n"))
	reply.Outcome = t.deedOutcome(at, table.Played{Action: o.Action}, o, kind)
	return reply
}

// splitPunches shares a boxer's total between the two punches, once it is known (R8.1).
func splitPunches(t *Turn) (Reply, error) {
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	points := t.Number("points", 0)
	f, o, err := t.Table.Fight.Split(t.Table.FightScene(), s.Hero.Name, points)
	if err != nil {
		return Reply{}, err
	}
	r := t.Table.Results[s.ID]
	why := fmt.Sprintf("%s puts %d of the %d into the first punch and %d into the second.", s.Hero.Name, points, r.Action.Total(), r.Action.Total()-points)
	reply, at := t.anew(s, r, why)
	return t.follows(reply, at, f, o, r.Fight), nil
}

func pointSwap(t *Turn) (Reply, error) {
	s, err := t.own()
	if err != nil {
		return Reply{}, err
	}
	cards, err := t.fromHand(s, t.Text("card"))
	if err != nil {
		return Reply{}, err
	}
	if len(cards) != 1 {
		return Reply{}, fate.Refuse("no_card", "A hero point swaps one card.")
	}
	if err := t.pay(&s); err != nil {
		return Reply{}, err
	}
	t.Table.Swap(s, cards[0], t.luck())
	return Reply{
		Body:    fmt.Sprintf("%s discards the %s for a hero point and draws another card. %s", s.Hero.Name, cards[0].Long(), t.left(s)),
		Buttons: []Button{handButton()},
	}, nil
}

// pointEvent brings a turn of the story into play: the one that the user tells, or the card's own event (R11.2c).
func pointEvent(t *Turn) (Reply, error) {
	s, err := t.own()
	if err != nil {
		return Reply{}, err
	}
	text, err := cleanText("event", t.Text("text"), 300)
	if err != nil {
		return Reply{}, err
	}
	var about, event string
	var cards fate.Pile
	if name := t.Text("card"); name != "" {
		if cards, err = t.fromHand(s, name); err != nil {
			return Reply{}, err
		}
		if len(cards) > 1 {
			return Reply{}, fate.Refuse("no_card", "An event comes from one card.")
		}
		event = t.Table.List.Faces[cards[0]].Event
		about = fmt.Sprintf(" shows the %s and", cards[0].Long())
	}
	switch {
	case text == "" && event == "" && len(cards) > 0:
		return Reply{}, fate.Refuse("missing_option", "The %s has no event of its own; say what happens with text.", cards[0].Long())
	case text == "" && event == "":
		return Reply{}, fate.Refuse("missing_option", "Say what happens with text, or name a card of the hand that has an event.")
	case text == "":
		text = strings.TrimSuffix(event, ".") + "."
	case event != "":
		about = fmt.Sprintf(" shows the %s (%s) and", cards[0].Long(), event)
	}
	if err := t.pay(&s); err != nil {
		return Reply{}, err
	}
	if len(cards) > 0 {
		t.Table.Show(s, cards, "")
	}
	return Reply{
		Title: s.Hero.Name + " bends the story",
		Body:  fmt.Sprintf("%s%s spends a hero point: %s\nThe narrator says how it comes about. %s", s.Hero.Name, about, text, t.left(s)),
	}, nil
}

func pointPass(t *Turn) (Reply, error) {
	s, err := t.waiting()
	if err != nil {
		return Reply{}, err
	}
	r := t.Table.Results[s.ID]
	held := r.Held
	r.Passed = r.Passed || s.Player.ID == t.User.ID
	r.NarratorPassed = r.NarratorPassed || t.Narrates()
	r.Open = !r.Passed || !r.NarratorPassed
	t.Table.SetResult(s, r)
	switch {
	case !r.Open && len(held) > 0:
		return Reply{Body: fmt.Sprintf("%s's result stands; %s (R14.1).", s.Hero.Name, banked(held))}, nil
	case !r.Open:
		return Reply{Body: fmt.Sprintf("%s's result stands.", s.Hero.Name)}, nil
	case r.Passed:
		return Reply{Body: fmt.Sprintf("%s lets %s's result stand; the narrator may still make it harder.", s.Player.Name, s.Hero.Name)}, nil
	}
	return Reply{Body: fmt.Sprintf("The narrator lets %s's result stand; %s may still spend a hero point.", s.Hero.Name, s.Player.Name)}, nil
}

// waiting is the seat whose result waits for this user: the one that is named, else one that the user plays
// and has not let stand, else for the narrator the first that the narrator has not.
func (t *Turn) waiting() (table.Seat, error) {
	if name := t.Text("hero"); name != "" {
		s, err := t.seatNamed(name)
		switch {
		case err != nil:
			return s, err
		case !t.Table.Results[s.ID].Open:
			return s, fate.Refuse("no_window", "No result of %s waits for anybody.", s.Hero.Name)
		case s.Player.ID != t.User.ID && !t.Narrates():
			return s, notYours(s)
		}
		return s, nil
	}
	mine := func(s table.Seat) bool { return s.Player.ID == t.User.ID && !t.Table.Results[s.ID].Passed }
	told := func(s table.Seat) bool { return t.Narrates() && !t.Table.Results[s.ID].NarratorPassed }
	for _, waits := range []func(table.Seat) bool{mine, told} {
		for _, s := range t.Table.Heroes() {
			if t.Table.Results[s.ID].Open && waits(s) {
				return s, nil
			}
		}
	}
	return table.Seat{}, fate.Refuse("no_window", "No result waits for you.")
}

// afterButtons are what may still be done to a result.
func (t *Turn) afterButtons(s table.Seat) []Button {
	var buttons []Button
	r := t.Table.Results[s.ID]
	if s.Hero.Points > 0 {
		buttons = append(buttons, Button{Label: "Hero point: flip a card", Line: Line("point flip", "hero", s.Hero.Name)})
	}
	if r.Open {
		buttons = append(buttons, Button{Label: "Let it stand", Line: Line("point pass", "hero", s.Hero.Name)})
	}
	if r.Action.Mishap(t.Table.List) && !r.Told {
		buttons = append(buttons, Button{Label: "Mishap (narrator)", Line: Line("narrator mishap", "hero", s.Hero.Name), Style: Danger})
	}
	return buttons
}
