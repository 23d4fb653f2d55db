package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/bot/picture"
	"skald/fate"
	"skald/table"
)

var handCommands = []*Command{
	{
		Name: "hand show", Short: "Look at your hand; nobody else sees it", Private: true,
		Options: []Option{{Name: "hero", Short: "the hero whose hand it is", Suggest: suggestMine}},
		Run:     showHand,
	},
	{
		Name: "hand reveal", Short: "Show cards of your hand to all, or to one user",
		Options: []Option{
			{Name: "card", Short: "the card, or several with commas between; leave it out to choose", Suggest: suggestHand},
			{Name: "all", Short: "true shows the whole hand", Kind: Switch},
			{Name: "to", Short: "who may see it; all if you leave it out", Kind: Person},
			{Name: "hero", Short: "the hero whose hand it is", Suggest: suggestMine},
		},
		Run: revealHand,
	},
	{
		Name: "hand look", Short: "Look at cards that were shown to you", Private: true, Hidden: true,
		Options: []Option{{Name: "entry", Short: "the entry of the log", Kind: Number, Required: true}},
		Run:     lookAtShown,
	},
}

// handOutcome is the outcome "hand" of the console's contract.
type handOutcome struct {
	Kind          string        `json:"kind"`
	Hero          string        `json:"hero"`
	Cards         []cardOutcome `json:"cards"`
	Size          int           `json:"size"`
	LockedStun    int           `json:"locked_stunning"`
	LockedKilling int           `json:"locked_killing"`
	Edge          int           `json:"edge"`
}

// cardOutcome is a card in an outcome.
type cardOutcome struct {
	Suit   fate.Suit `json:"suit"`
	Value  int       `json:"value"`
	Aura   fate.Aura `json:"aura"`
	Name   string    `json:"name"`
	Source string    `json:"source,omitempty"`
}

func (t *Turn) card(c fate.Card, source string) cardOutcome {
	face := t.Table.List.Faces[c]
	name := face.Name
	if name == "" {
		name = c.Long()
	}
	return cardOutcome{Suit: c.Suit, Value: c.Value, Aura: face.Aura, Name: name, Source: source}
}

func (t *Turn) cards(p fate.Pile, source string) []cardOutcome {
	list := make([]cardOutcome, 0, len(p))
	for _, c := range p {
		list = append(list, t.card(c, source))
	}
	return list
}

// showHand shows the hand of the hero that is named, or all hands of the user.
func showHand(t *Turn) (Reply, error) {
	mine := t.Table.Played(t.User.ID)
	if t.Text("hero") != "" || len(mine) == 0 {
		seat, err := t.own()
		if err != nil {
			return Reply{}, err
		}
		return t.handReply(seat), nil
	}
	r := t.handReply(mine[0])
	for _, s := range mine[1:] {
		r.Also = append(r.Also, t.handReply(s))
	}
	return r, nil
}

// handReply is a hand for its player's eyes.
func (t *Turn) handReply(s table.Seat) Reply {
	hand := t.Table.Hand(s)
	r := Reply{
		Private: true,
		Title:   s.Hero.Name + "'s hand",
		Body:    t.list(hand),
		Outcome: handOutcome{"hand", s.Hero.Name, t.cards(hand, ""), s.Hero.HandSize(), s.Wounds.Stunning, s.Wounds.Killing, s.Hero.Edge},
	}
	if len(hand) == 0 {
		r.Body = "No cards."
	} else {
		r.Files = []File{t.picture("hand.png", r.Title, hand)}
	}
	r.Body += fmt.Sprintf("\nEdge %d, %s", s.Hero.Edge, plural(s.Hero.Points, "hero point")) + woundText(s) + "."
	for _, c := range t.openCalls(s) {
		r.Buttons = append(r.Buttons, Button{Label: short("Answer: "+t.callAction(c), 80), Line: Line("act", "hero", s.Hero.Name, "call", strconv.Itoa(c.ID)), Style: Main})
		if len(r.Buttons) == 5 {
			break
		}
	}
	return r
}

// list is cards in words, one a line.
func (t *Turn) list(p fate.Pile) string {
	text := ""
	for i, c := range p {
		if i > 0 {
			text += "\n"
		}
		text += "**" + c.Long() + "**" + t.faceNote(c)
		if story := t.story(c); story != "" {
			text += ": " + story
		}
	}
	return text
}

// story is a card's event and concept in short: "A rope holds (Trust)"; "" where it has none (R12.2).
func (t *Turn) story(c fate.Card) string {
	face := t.Table.List.Faces[c]
	text := short(face.Event, 80)
	if face.Concept != "" {
		text = strings.TrimSpace(text + " (" + short(face.Concept, 40) + ")")
	}
	return text
}

// stories are the events and concepts of cards that were played, a line each.
func (t *Turn) stories(p fate.Pile) string {
	text := ""
	for _, c := range p {
		if story := t.story(c); story != "" {
			text += "\n" + c.Long() + ": " + story
		}
	}
	return text
}

// faceNote is what a card's face says beside suit and value: " (Queen of Clubs, +)".
func (t *Turn) faceNote(c fate.Card) string {
	face := t.Table.List.Faces[c]
	var notes []string
	if face.Name != "" && face.Name != c.Long() {
		notes = append(notes, face.Name)
	}
	if face.Aura != fate.NoAura {
		notes = append(notes, auraSign[face.Aura])
	}
	switch len(notes) {
	case 0:
		return ""
	case 1:
		return " (" + notes[0] + ")"
	}
	return " (" + notes[0] + ", " + notes[1] + ")"
}

var auraSign = map[fate.Aura]string{fate.Positive: "+", fate.Negative: "−", fate.Neutral: "○"}

// picture is cards as a PNG.
func (t *Turn) picture(name, caption string, p fate.Pile) File {
	list := t.Table.List
	return File{
		Name: name, Alt: picture.AltCards(list, p, caption),
		Data: func() ([]byte, error) { return picture.Cards(list, p, caption) },
	}
}

// handButton shows whoever presses it the own hand.
func handButton() Button { return Button{Label: "My hand", Line: "/hand show"} }

func revealHand(t *Turn) (Reply, error) {
	seat, err := t.own()
	if err != nil {
		return Reply{}, err
	}
	if a, toOne := t.Arg("to"); toOne && person(a).ID == t.User.ID {
		return Reply{}, fate.Refuse("bad_value", "You see your own hand: name somebody else with to, or leave it out to show the cards to all.")
	}
	cards := t.Table.Hand(seat)
	switch text := t.Text("card"); {
	case len(cards) == 0:
		return Reply{}, fate.Refuse("no_card", "%s holds no cards.", seat.Hero.Name)
	case text != "":
		if cards, err = t.fromHand(seat, text); err != nil {
			return Reply{}, err
		}
	case !t.Switch("all"):
		return t.revealPicker(seat), nil
	}
	shown := t.reveal(seat, cards)
	if t.Pressed {
		return Reply{Private: true, Update: true, Body: "Shown.", Also: []Reply{shown}}, nil
	}
	return shown, nil
}

func (t *Turn) reveal(seat table.Seat, cards fate.Pile) Reply {
	a, toOne := t.Arg("to")
	if !toOne {
		t.Table.Show(seat, cards, "")
		return Reply{
			Title: fmt.Sprintf("%s shows %s", seat.Hero.Name, plural(len(cards), "card")),
			Body:  t.list(cards), Files: []File{t.picture("cards.png", seat.Hero.Name, cards)},
		}
	}
	to := person(a)
	t.Table.Show(seat, cards, to.ID)
	return Reply{
		Body:    fmt.Sprintf("%s shows %s to %s.", seat.Hero.Name, plural(len(cards), "card"), to.Name),
		Buttons: []Button{{Label: "Look", Line: Line("hand look", "entry", strconv.Itoa(t.Table.Seq+1))}},
	}
}

// revealPicker asks which cards are meant, for what has been seen cannot be hidden again.
func (t *Turn) revealPicker(seat table.Seat) Reply {
	hand, whom := t.Table.Hand(seat), "everybody"
	if a, toOne := t.Arg("to"); toOne {
		whom = person(a).Name
	}
	line := t.Without("card", "all", "hero").With("hero", seat.Hero.Name)
	menu := Select{Label: "Show one card", Line: line.String(), Option: "card"}
	for _, c := range hand {
		menu.Choices = append(menu.Choices, Choice{Label: c.Long(), Value: c.String(), About: strings.Trim(t.faceNote(c), " ()")})
	}
	menu.Choices = capChoices(menu.Choices)
	all := "Show all " + plural(len(hand), "card")
	if len(hand) == 1 {
		all = "Show it"
	}
	return Reply{
		Private: true, Title: seat.Hero.Name + ": show cards to " + whom, Body: "Which cards? What has been seen cannot be hidden again.",
		Selects: []Select{menu},
		Buttons: []Button{{Label: short(all+" to "+whom, 80), Line: line.With("all", "true").String(), Style: Danger}},
	}
}

func lookAtShown(t *Turn) (Reply, error) {
	n := t.Number("entry", 0)
	log, err := t.Server.journal.Log(t.game.ID, max(1, n))
	if err != nil {
		return Reply{}, err
	}
	if len(log) > 0 && log[0].Seq == n {
		for _, ev := range log[0].Events {
			if shown, ok := ev.(table.Shown); ok && (shown.To == "" || shown.To == t.User.ID) {
				return Reply{Private: true, Title: "Shown to you", Body: t.list(shown.Cards), Files: []File{t.picture("cards.png", "Shown to you", shown.Cards)}}, nil
			}
		}
	}
	return Reply{}, fate.Refuse("not_for_you", "Those cards were shown to somebody else.")
}

// fromHand finds the cards that a user names in a hand; the refusal names the first that is not there.
func (t *Turn) fromHand(s table.Seat, text string) (fate.Pile, error) {
	cards, err := t.Table.List.FindAll(text, t.Table.Hand(s))
	if err == nil && len(cards) > 0 {
		return cards, nil
	}
	all := slices.Clone(t.Table.Hand(s))
	for _, word := range splitList(text) {
		c, ok := t.Table.List.Find(word, all)
		if ok {
			all, _ = all.Without(c)
			continue
		}
		if twice, ok := t.Table.List.Find(word, t.Table.Hand(s)); ok {
			return nil, fate.Refuse("card_not_in_hand", "%s does not hold the %s that many times.", s.Hero.Name, twice.Long())
		}
		if known, ok := t.Table.List.Find(word, t.Table.List.Cards); ok {
			return nil, table.NotInHand(s, known)
		}
		return nil, fate.Refuse("no_such_card", "This deck has no card %q; write it like \"8 Mind\".", short(word, 40))
	}
	return nil, fate.Refuse("no_card", "Say which card, like \"8 Mind\".")
}
