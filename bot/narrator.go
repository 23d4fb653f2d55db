package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

var narratorCommands = []*Command{
	{
		Name: "narrator karma", Short: "Spend banked Karma to make the next action harder", Who: Narrator,
		Options: []Option{
			{Name: "spend", Short: "the banked cards, commas between; what is banked if you leave it out", Suggest: suggestBank},
			{Name: "for", Short: "the foe or hero whose opposition it strengthens; left out: an unopposed action", Suggest: suggestFoe},
		},
		Run: spendKarma,
	},
	{
		Name: "narrator card", Short: "The narrator card that lies, or a new one", Who: Narrator,
		Options: []Option{{Name: "draw", Short: "true puts it away and draws a new one; false only looks", Kind: Switch}},
		Run:     narratorCard,
	},
	{
		Name: "narrator award", Short: "Give hero points", Who: Narrator,
		Options: []Option{
			{Name: "points", Short: "how many; 1 if you leave it out, with adventure none; an adventure is worth 1 to 3", Kind: Number, Min: -10, Max: 10},
			{Name: "hero", Short: "who gets them; all at the table if you leave it out", Suggest: suggestAwarded},
			{Name: "reason", Short: "what for", Max: 200},
			{Name: "adventure", Short: "true begins a new adventure: the points spent are counted anew", Kind: Switch},
		},
		Run: award,
	},
	{
		Name: "narrator give", Short: "Give a hero a card, to mend a mistake; nobody else is shown which", Who: Narrator,
		Options: []Option{
			{Name: "hero", Short: "who gets it", Required: true, Suggest: suggestHeroes},
			{Name: "card", Short: "a card from the discard pile; the deck's top card if you leave it out"},
		},
		Run: giveCard,
	},
	{
		Name: "narrator take", Short: "Take a card from a hero, to mend a mistake; it goes under the deck unseen",
		Options: []Option{
			{Name: "hero", Short: "who gives it up", Required: true, Suggest: suggestHeroes},
			{Name: "card", Short: "which one the player is asked for; the player chooses if you leave it out"},
			{Name: "asked", Short: "the entry after which it was asked for", Kind: Number, Max: 1 << 30, Hidden: true},
		},
		Run: takeCard,
	},
	{
		Name: "narrator scene", Short: "Begin a scene: its title stands in the log, a new narrator card is drawn", Who: Narrator,
		Options: []Option{{Name: "text", Short: "the scene's title", Required: true, Max: 200}},
		Run:     beginScene,
	},
	{
		Name: "narrator mishap", Short: "Tell what goes wrong after a mishap", Who: Narrator,
		Options: []Option{
			{Name: "hero", Short: "whose mishap it is", Required: true, Suggest: suggestHeroes},
			{Name: "what", Short: "lose a card, an embarrassment, or the card's event", Choices: []string{"card", "embarrassment", "event"}},
			{Name: "text", Short: "the story in your own words", Max: 300},
		},
		Run: mishap,
	},
	{
		Name: "aura", Short: "Read auras: 1 card is a simple reading, 3 or more a complex one",
		Options: []Option{
			{Name: "count", Short: "how many cards; 1 if you leave it out", Kind: Number, Min: 1, Max: 9},
			{Name: "for", Short: "what or whom the reading is for"},
		},
		Run: aura,
	},
	{
		Name: "duration", Short: "An effect that lasts until a negative aura; without a name, all are read now", Who: Narrator,
		Options: []Option{
			{Name: "name", Short: "the effect"},
			{Name: "on", Short: "what it is on"},
			{Name: "hero", Short: "the hero it is on", Suggest: suggestHeroes},
			{Name: "foe", Short: "the foe it is on", Suggest: suggestFoe},
			{Name: "end", Short: "true ends it now", Kind: Switch},
		},
		Run: duration,
	},
}

func suggestBank(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, c := range t.Table.Zones[table.Bank] {
		list = append(list, Choice{Label: c.Long(), Value: c.String()})
	}
	return list
}

func spendKarma(t *Turn) (Reply, error) {
	bank := t.Table.Zones[table.Bank]
	if held := t.held(); len(bank) == 0 && held != "" {
		return Reply{}, fate.Refuse("no_karma", "The Karma bank is empty (R14.1). %s; until then it is not spent.", held)
	} else if len(bank) == 0 {
		return Reply{}, fate.Refuse("no_karma", "The Karma bank is empty (R14.1); the option karma_bank fills it when Karma is played.")
	}
	foe, most, err := t.karmaLimit(t.Text("for"))
	if err != nil {
		return Reply{}, err
	}
	text := t.Text("spend")
	if text == "" {
		return Reply{Private: true, Title: "The Karma bank", Body: t.list(bank) + "\n" + karmaHint(foe, most)}, nil
	}
	cards, err := t.Table.List.FindAll(text, bank)
	if err != nil || len(cards) == 0 {
		return Reply{}, fate.Refuse("no_karma", "The bank does not hold %q; it has %s.", short(text, 60), longList(bank))
	}
	s, r, open := t.openResult(foe)
	spent := t.Table.Raising(foe)
	if open {
		spent = r.Karma
	}
	if spent+len(cards) > most {
		return Reply{}, tooMuchKarma(foe, most, spent)
	}
	if open {
		r.Action.Against = append(slices.Clone(r.Action.Against), fate.Modifier{Name: "Karma", Value: cards.Sum()})
		r.Karma += len(cards)
		r.Passed, r.NarratorPassed = false, false
		t.Table.SpendKarma(foe, cards)
		t.Table.RaiseFor(foe)
		t.Table.SetResult(s, r)
		return t.amended(s, r, fmt.Sprintf("The narrator spends %s.", longList(cards))), nil
	}
	t.Table.SpendKarma(foe, cards)
	return Reply{Title: "Karma", Body: fmt.Sprintf("The narrator spends %s: %s is harder by %d.", longList(cards), nextAction(foe), cards.Sum()), Tone: Warn}, nil
}

// held says which Karma goes to the bank when a result stands, and whose: "The 5 of Karma goes to the bank when Jack's
// result stands" (R14.1); "" where none does.
func (t *Turn) held() string {
	var parts []string
	for _, s := range t.Table.Heroes() {
		if cards := t.Table.Results[s.ID].Held; len(cards) > 0 {
			parts = append(parts, banked(cards)+" when "+s.Hero.Name+"'s result stands")
		}
	}
	return upper(join(parts))
}

// banked is "the 5 of Karma goes to the bank".
func banked(cards fate.Pile) string {
	var names []string
	for _, c := range cards {
		names = append(names, "the "+c.Long())
	}
	return join(names) + map[bool]string{true: " goes", false: " go"}[len(cards) == 1] + " to the bank"
}

// karmaHint says what the narrator can do with the bank.
func karmaHint(foe string, most int) string {
	switch {
	case foe == "":
		return "Spent with spend:, one of them makes the next unopposed action harder; with for: and a foe, as many as its Edge (R14.1)."
	case most == 0:
		return tooMuchKarma(foe, 0, 0).Error()
	}
	return fmt.Sprintf("Spent with spend:, at most %s from it can make the next action against %s harder (R14.1).", plural(most, "card"), foe)
}

// tooMuchKarma refuses more banked cards than an action may take (R14.1).
func tooMuchKarma(foe string, most, spent int) error {
	switch {
	case most == 0:
		return fate.Refuse("karma_limit", "%s has Edge 0, so no banked card can be spent there (R14.1).", foe)
	case foe == "":
		return fate.Refuse("karma_limit", "An unopposed action takes one banked card at most (R14.1).")
	}
	return fate.Refuse("karma_limit", "An action against %s takes at most %s, as many as its Edge; it has %d so far (R14.1).", foe, plural(most, "banked card"), spent)
}

// karmaLimit is whom banked Karma helps and how many cards an action may take (R14.1).
func (t *Turn) karmaLimit(name string) (foe string, most int, err error) {
	if name == "" {
		return "", 1, nil
	}
	name, edge, err := t.edgeOf(name)
	if err == nil && edge == 0 && t.Table.Option("bank_floor_1") == "yes" {
		edge = 1
	}
	return name, edge, err
}

// openResult is the newest action whose window still waits, where the game has windows (R4.5).
func (t *Turn) openResult(foe string) (table.Seat, table.Result, bool) {
	for _, s := range t.Table.Heroes() {
		if r, ok := t.Table.Results[s.ID]; ok && r.Open && r.Foe == foe {
			return s, r, true
		}
	}
	return table.Seat{}, table.Result{}, false
}

func narratorCard(t *Turn) (Reply, error) {
	if t.Table.Option("narrator_card") != "yes" {
		return Reply{}, fate.Refuse("no_option", "This game plays without a narrator card (R14.2); /game options option:narrator_card value:yes brings it in.")
	}
	c, lies := t.Table.Facing()
	_, asked := t.Arg("draw")
	if !lies && asked && !t.Switch("draw") {
		return Reply{Body: "No narrator card lies now."}, nil
	}
	if lies && !t.Switch("draw") {
		return Reply{
			Title: "The narrator card", Body: t.list(fate.Pile{c}) + "\nActions of another suit are harder by " + strconv.Itoa(c.Value) + ".",
			Files: []File{t.picture("card.png", "The narrator card", fate.Pile{c})}, Buttons: []Button{{Label: "Draw a new one", Line: "/narrator card draw:true"}},
		}, nil
	}
	return t.newNarratorCard(""), nil
}

// newNarratorCard draws the card and tells all.
func (t *Turn) newNarratorCard(why string) Reply {
	c, ok := t.Table.DrawNarratorCard(t.luck())
	if !ok {
		return Reply{Body: "There is no card left for the narrator."}
	}
	return Reply{
		Title: "A new narrator card", Body: strings.TrimSpace(why+"\n"+t.list(fate.Pile{c})) + "\nActions of another suit are harder by " + strconv.Itoa(c.Value) + ".",
		Files: []File{t.picture("card.png", "The narrator card", fate.Pile{c})},
	}
}

func award(t *Turn) (Reply, error) {
	usual := 1
	if t.Switch("adventure") {
		usual = 0
	}
	n := t.Number("points", usual)
	if n == 0 && !t.Switch("adventure") {
		return Reply{}, fate.Refuse("out_of_range", "0 hero points change nothing; with adventure:true a new adventure begins.")
	}
	reason, err := cleanText("reason", t.Text("reason"), 200)
	if err != nil {
		return Reply{}, err
	}
	seats, err := t.awarded()
	if err != nil {
		return Reply{}, err
	}
	var names []string
	for _, s := range seats {
		if s.Hero, err = s.Hero.WithPoints(min(hero.MaxPoints, s.Hero.Points+n)); err != nil {
			return Reply{}, fate.Refuse("out_of_range", "%s has only %s.", s.Hero.Name, plural(s.Hero.Points, "hero point"))
		}
		if t.Switch("adventure") {
			s.Spent = 0
		}
		t.Table.SetSeat(s, t.luck())
		names = append(names, fmt.Sprintf("%s (%d now)", s.Hero.Name, s.Hero.Points))
	}
	r := Reply{Title: "Hero points", Body: fmt.Sprintf("%s for %s.", plural(n, "hero point"), join(names)), Tone: Good}
	switch {
	case n == 0:
		r.Body = fmt.Sprintf("What was spent counts no more for %s.", join(names))
	case n < 0:
		r.Body, r.Tone = fmt.Sprintf("%s taken from %s.", plural(-n, "hero point"), join(names)), Warn
	}
	if t.Switch("adventure") {
		r.Body = "A new adventure begins. " + r.Body
	}
	if reason != "" {
		r.Body = reason + "\n" + r.Body
	}
	return r, nil
}

// awarded are the heroes who get points: the one that is named, or with "all" and without a name all at the table.
func (t *Turn) awarded() ([]table.Seat, error) {
	name := t.Text("hero")
	if _, hero := t.Table.Hero(name); name != "" && (hero || !strings.EqualFold(name, "all")) {
		s, err := t.seatNamed(name)
		return []table.Seat{s}, err
	}
	seats := slices.DeleteFunc(t.Table.Heroes(), func(s table.Seat) bool { return !s.Joined })
	if len(seats) == 0 {
		return nil, fate.Refuse("no_hero", "Nobody sits at the table; say who gets the points with hero.")
	}
	return seats, nil
}

func suggestAwarded(t *Turn) []Choice {
	return append(suggestHeroes(t), Choice{Label: "all at the table", Value: "all"})
}

func giveCard(t *Turn) (Reply, error) {
	s, _, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	var c fate.Card
	if text := t.Text("card"); text != "" {
		found, ok := t.Table.List.Find(text, t.Table.Zones[table.Discard])
		if !ok {
			return Reply{}, fate.Refuse("no_such_card", "The discard pile has no %q; leave card out to give the deck's top card.", short(text, 40))
		}
		c = found
	}
	if len(t.Table.Hand(s)) >= hero.MaxHand {
		return Reply{}, fate.Refuse("hand_full", "%s holds %d cards; that is the most.", s.Hero.Name, hero.MaxHand)
	}
	if !t.Table.Give(s, c, t.luck()) {
		return Reply{}, fate.Refuse("no_such_card", "Deck and discard pile are empty.")
	}
	return Reply{Body: fmt.Sprintf("The narrator gives %s a card.", s.Hero.Name), Buttons: []Button{handButton()}}, nil
}

// takeCard asks a hero's player for a card, the one that the narrator names or one of the player's choice. The player
// gives it up with a button: what a hand holds is neither confirmed nor denied to the narrator (R1.6b).
func takeCard(t *Turn) (Reply, error) {
	s, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	text, gives := t.Text("card"), s.Player.ID == t.User.ID && t.Pressed
	if !t.Narrates() && !gives {
		return Reply{}, fate.Refuse("not_narrator", "Only the narrator takes cards from hands.")
	}
	hand := t.Table.Hand(s)
	switch {
	case len(hand) == 0:
		return Reply{}, fate.Refuse("no_card", "%s holds no cards.", s.Hero.Name)
	case !gives:
		return t.askForCard(s, text)
	}
	if err := t.givenAlready(s); err != nil {
		return Reply{}, err
	}
	if text == "" {
		menu := Select{Label: "Give up a card", Line: Line("narrator take", "hero", s.Hero.Name, "asked", t.Text("asked")), Option: "card"}
		for _, c := range hand {
			menu.Choices = append(menu.Choices, Choice{Label: c.Long(), Value: c.String(), About: strings.Trim(t.faceNote(c), " ()")})
		}
		return Reply{Private: true, Title: "Choose the card that " + s.Hero.Name + " gives up", Selects: []Select{menu}}, nil
	}
	cards, err := t.fromHand(s, text)
	if err != nil {
		return Reply{}, err
	}
	if len(cards) > 1 {
		return Reply{}, fate.Refuse("no_card", "Take one card at a time.")
	}
	t.Table.TakeCard(s, cards[0])
	t.Request = t.Request.Without("asked") // nothing for the log
	told := Reply{Body: fmt.Sprintf("A card of %s goes under the deck; nobody is shown which.", s.Hero.Name)}
	return Reply{Private: true, Update: true, Body: "Given up.", Also: []Reply{told}}, nil
}

// givenAlready refuses the second answer to one request: since the entry that it was made after, a card of the hero went
// under the deck.
func (t *Turn) givenAlready(s table.Seat) error {
	log, err := t.Server.journal.Log(t.game.ID, t.Number("asked", 0)+1)
	if err != nil {
		return err
	}
	undone := table.Undone(log)
	for _, e := range log {
		for _, ev := range e.Events {
			if m, ok := ev.(table.CardsMoved); ok && m.From == s.Hand() && m.To == table.Deck && e.By.ID == t.User.ID && !undone[e.Seq] {
				return fate.Refuse("given", "%s has given up a card for that already.", s.Hero.Name)
			}
		}
	}
	return nil
}

// askForCard asks a hero's player to give up a card: one that the deck has, or any.
func (t *Turn) askForCard(s table.Seat, text string) (Reply, error) {
	if text == "" {
		return Reply{
			Body:    fmt.Sprintf("%s, the narrator takes back a card of %s: choose which.", s.Player.Name, s.Hero.Name),
			Buttons: []Button{{Label: "Choose the card", Line: Line("narrator take", "hero", s.Hero.Name, "asked", strconv.Itoa(t.Table.Seq))}},
		}, nil
	}
	words := splitList(text)
	if len(words) != 1 {
		return Reply{}, fate.Refuse("no_card", "Take one card at a time.")
	}
	c, ok := t.Table.List.Find(words[0], t.Table.List.Cards)
	if !ok {
		return Reply{}, fate.Refuse("no_such_card", "This deck has no card %q; write it like \"8 Mind\".", short(text, 40))
	}
	return Reply{
		Body:    fmt.Sprintf("%s, the narrator asks for the %s, if %s holds it.", s.Player.Name, c.Long(), s.Hero.Name),
		Buttons: []Button{{Label: "Give it up", Line: Line("narrator take", "hero", s.Hero.Name, "card", c.String(), "asked", strconv.Itoa(t.Table.Seq))}},
	}, nil
}

func beginScene(t *Turn) (Reply, error) {
	title, err := cleanText("title", t.Text("text"), 200)
	if err != nil {
		return Reply{}, err
	}
	t.Table.Begin(title)
	r := Reply{Title: title, Body: "A new scene."}
	if t.Table.Option("narrator_card") == "yes" {
		r.Also = []Reply{t.newNarratorCard("")}
	}
	return r, nil
}

// toolLines tell what makes actions to come harder: the narrator card and declared Karma.
func (t *Turn) toolLines() []string {
	var lines []string
	if c, ok := t.Table.Facing(); ok {
		lines = append(lines, fmt.Sprintf("The narrator card is the %s: actions of another suit are harder by %d.", c.Long(), c.Value))
	}
	if t.Table.Option("karma_bank") != "yes" {
		return lines
	}
	if held := t.held(); held != "" {
		lines = append(lines, held+".")
	}
	for _, r := range t.Table.Raises {
		lines = append(lines, fmt.Sprintf("Declared Karma: %s is harder by %d.", nextAction(r.Foe), r.Cards.Sum()))
	}
	return lines
}

// nextAction names the action that declared Karma is for.
func nextAction(foe string) string {
	if foe == "" {
		return "the next unopposed action"
	}
	return "the next action against " + foe
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// edgeOf finds whoever opposes by name, with the Edge that bounds banked Karma (R14.1).
func (t *Turn) edgeOf(name string) (string, int, error) {
	if foe, sheet, ok := t.Table.Nearby(name); ok {
		return foe.Name, sheet.Edge, nil
	}
	s, err := t.seatNamed(name)
	return s.Hero.Name, s.Hero.Edge, err
}
