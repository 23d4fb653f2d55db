package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

var woundCommands = []*Command{
	{
		Name: "wound pay", Short: "Pay for wounds with cards of your hand",
		Options: []Option{
			{Name: "cards", Short: "the cards you give up, commas between; leave it out to pick", Max: 300, Suggest: suggestHand},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
			{Name: "together", Short: "true pays for all wounds of a kind at once", Kind: Switch},
			{Name: "sure", Short: "the knockout is meant", Kind: Switch, Hidden: true},
		},
		Run: payWounds,
	},
	{
		Name: "wound give", Short: "Wound a hero: a trap, a fall", Who: Narrator,
		Options: []Option{
			{Name: "hero", Short: "who is hurt", Required: true, Suggest: suggestHeroes},
			{Name: "wounds", Short: "how many", Kind: Number, Min: 1, Max: 99, Required: true},
			{Name: "type", Short: "stunning if you leave it out", Choices: []string{"stunning", "killing"}},
			{Name: "reason", Short: "what it was", Max: 200},
		},
		Run: giveWounds,
	},
	{
		Name: "wound forgive", Short: "Take back a hero's unpaid wounds", Who: Narrator,
		Options: []Option{{Name: "hero", Short: "whose", Required: true, Suggest: suggestHeroes}},
		Run:     forgiveWounds,
	},
	{
		Name: "wound death", Short: "Pronounce a dying hero dead", Who: Narrator,
		Options: []Option{{Name: "hero", Short: "who dies", Required: true, Suggest: suggestHeroes}},
		Run:     pronounceDead,
	},
	{
		Name: "point soak", Short: "1 hero point: play a Body or Spirit card against your newest wounds",
		Options: []Option{
			{Name: "card", Short: "the card", Required: true, Suggest: suggestHand},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
		},
		Run: soak,
	},
	{
		Name: "point lose", Short: "Give up a card that a mishap costs",
		Options: []Option{
			{Name: "card", Short: "the card; leave it out to choose", Suggest: suggestHand},
			{Name: "hero", Short: "which hero", Suggest: suggestMine},
		},
		Run: loseCard,
	},
	{
		Name: "heal recover", Short: "Heroic recovery: after a fight a stunned hero gets a card back",
		Options: []Option{{Name: "hero", Short: "who; yours if you leave it out", Suggest: suggestHeroes}},
		Run:     recoverHero,
	},
	{
		Name: "heal aid", Short: "First aid: an average Dexterity action gives another hero a card back",
		Options: []Option{
			{Name: "hero", Short: "the patient", Required: true, Suggest: suggestHeroes},
			{Name: "by", Short: "who helps; your hero if you leave it out", Suggest: suggestHeroes},
			{Name: "card", Short: "the card from your hand; leave it out to pick", Suggest: asHelper(suggestHand)},
			{Name: "then", Short: "Edge: the cards that follow", Suggest: asHelper(suggestHand)},
			{Name: "skill", Short: "a skill that helps", Suggest: asHelper(suggestSkill)},
			{Name: "using", Short: "what of the helper helps in this situation, commas between", Suggest: asHelper(suggestUsing)},
			{Name: "type", Short: "which kind of slot is freed; killing if you leave it out", Choices: []string{"stunning", "killing"}},
			{Name: "pick", Short: "go on picking", Kind: Switch, Hidden: true},
		},
		Run: func(t *Turn) (Reply, error) { return t.healByAction(combat.Aid) },
	},
	{
		Name: "heal rest", Short: "Time passes: a stunning card an hour, a killing card a week of rest", Who: Narrator,
		Options: []Option{
			{Name: "hours", Short: "how many hours of adventure", Kind: Number, Min: 0, Max: 10000},
			{Name: "weeks", Short: "how many weeks of rest", Kind: Number, Min: 0, Max: 1000},
			{Name: "hero", Short: "who; all if you leave it out", Suggest: suggestHeroes},
		},
		Run: rest,
	},
	{
		Name: "heal magic", Short: "A challenging spell gives a card back",
		Options: []Option{
			{Name: "hero", Short: "the patient", Required: true, Suggest: suggestHeroes},
			{Name: "by", Short: "who casts it; your hero if you leave it out", Suggest: suggestHeroes},
			{Name: "ability", Short: "the ability; Willpower if you leave it out", Suggest: suggestAbilities},
			{Name: "card", Short: "the card from your hand; leave it out to pick", Suggest: asHelper(suggestHand)},
			{Name: "then", Short: "Edge: the cards that follow", Suggest: asHelper(suggestHand)},
			{Name: "skill", Short: "a skill that helps", Suggest: asHelper(suggestSkill)},
			{Name: "using", Short: "what of the helper helps in this situation, commas between", Suggest: asHelper(suggestUsing)},
			{Name: "type", Short: "which kind of slot is freed; killing if you leave it out", Choices: []string{"stunning", "killing"}},
			{Name: "pick", Short: "go on picking", Kind: Switch, Hidden: true},
		},
		Run: func(t *Turn) (Reply, error) { return t.healByAction(combat.Mend) },
	},
	{
		Name: "heal full", Short: "Heal a hero completely", Who: Narrator,
		Options: []Option{{Name: "hero", Short: "who; all if you leave it out", Suggest: suggestHeroes}},
		Run:     healFully,
	},
	{
		Name: "spoils", Short: "What fallen foes carry; a hero takes from it",
		Options: []Option{
			{Name: "foe", Short: "from whom", Suggest: suggestFallen},
			{Name: "item", Short: "what", Suggest: suggestSpoils},
			{Name: "hero", Short: "who takes it", Suggest: suggestMine},
		},
		Run: takeSpoils,
	},
}

// woundOutcome is the outcome "wound" of the console's contract.
type woundOutcome struct {
	Kind     string        `json:"kind"`
	Hero     string        `json:"hero"`
	Wounds   int           `json:"wounds"`
	Paid     []cardOutcome `json:"paid"`
	Overflow int           `json:"overflow"`
	Stunning int           `json:"locked_stunning"`
	Killing  int           `json:"locked_killing"`
	Status   string        `json:"status"`
	Pending  int           `json:"pending_wounds"`
}

func (t *Turn) woundOutcome(p combat.Payment) woundOutcome {
	return woundOutcome{
		Kind: "wound", Hero: p.Who, Wounds: p.Wounds, Paid: t.cards(p.Paid, ""), Overflow: p.Overflow,
		Stunning: p.After.Stunning, Killing: p.After.Killing, Status: p.Status,
		Pending: t.pending(p.Who),
	}
}

// suffer carries out a payment and says what it cost.
func (t *Turn) suffer(p combat.Payment) string {
	t.Table.Suffer(p)
	text := fmt.Sprintf("**%s** pays %d %s with %s", p.Who, p.Wounds, woundWord(p.Wounds, string(p.Harm)), longList(p.Paid))
	if len(p.Paid) == 0 {
		text = fmt.Sprintf("**%s** has no card for %d %s", p.Who, p.Wounds, woundWord(p.Wounds, string(p.Harm)))
	}
	if p.Overpay > 0 {
		text += fmt.Sprintf(", %d more than needed", p.Overpay)
	}
	if p.Overflow > 0 && len(p.Paid) > 0 {
		text += fmt.Sprintf(", %d too few", p.Overflow)
	}
	text += "."
	for _, n := range p.Notes {
		text += "\n" + n.Text
	}
	return text
}

// paidFor says for whose absent player wounds were paid; "" where the player is here.
func (t *Turn) paidFor(who string) string {
	if s, ok := t.Table.Hero(who); ok && s.Player.ID != t.User.ID {
		return fmt.Sprintf("\nPaid by %s for %s, who is away.", t.User.Name, s.Player.Name)
	}
	return ""
}

// unhurtMustPay refuses to treat a hero for whom nothing can be done yet, but who has wounds to pay for.
func (t *Turn) unhurtMustPay(who string) error {
	if s, ok := t.Table.Hero(who); ok && s.Wounds.Locked() == 0 && !s.Wounds.Dying {
		return t.mustPay(who)
	}
	return nil
}

// mustPay refuses a hero who has wounds to pay for first.
func (t *Turn) mustPay(who string) error {
	if s, ok := t.Table.Hero(who); ok {
		if n := combat.Owed(t.Table.Fight.Owes(s.Hero.Name, true)); n > 0 {
			return fate.Refuse("must_pay", "%s must first pay for %s with cards (R6.6): /wound pay hero:%s.", s.Hero.Name, plural(n, "wound"), quoteValue(s.Hero.Name))
		}
	}
	return nil
}

// worse says what a payment makes of a hero: "falls unconscious", "is dying (R6.7)"; "" where the hero stays up.
func worse(p combat.Payment) string {
	return map[string]string{"unconscious": "knocks " + p.Who + " out", "dying": "leaves " + p.Who + " dying, who then needs first aid or magic (R6.7)", "dead": "kills " + p.Who}[p.Status]
}

// soakHint names the way to keep wounds smaller, where the hero has it (R11.2d).
func (t *Turn) soakHint(who string) string {
	s, _ := t.Table.Hero(who)
	if s.Hero.Points < 1 || !slices.ContainsFunc(t.Table.Hand(s), t.soaks) {
		return ""
	}
	return "\nA hero point and a Body or Spirit card make the wounds fewer: /point soak card:… (R11.2)."
}

// payButtons ask the heroes to pay who owe cards for wounds.
func (t *Turn) payButtons() []Button {
	var buttons []Button
	for _, s := range t.Table.Heroes() {
		owes := t.Table.Fight.Owes(s.Hero.Name, false)
		if len(owes) == 0 || len(buttons) == 5 {
			continue
		}
		label := fmt.Sprintf("%s: pay %d %s", s.Hero.Name, combat.Owed(owes), woundWord(combat.Owed(owes), string(owes[0].Harm)))
		buttons = append(buttons, Button{Label: short(label, 80), Line: Line("wound pay", "hero", s.Hero.Name), Style: Danger})
	}
	return buttons
}

func payWounds(t *Turn) (Reply, error) {
	s, absent, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	f, name, together := t.Table.Fight, s.Hero.Name, t.Switch("together")
	owes := f.Owes(name, together)
	if len(owes) == 0 {
		return Reply{}, fate.Refuse("nothing_to_pay", "%s has no wounds to pay for (R6.6).", name)
	}
	hand := t.Table.Hand(s)
	paid := combat.Pick(hand, combat.Owed(owes))
	if text := t.Text("cards"); text != "" && absent {
		return Reply{}, unnamed(s, "pays with as few as it can")
	} else if text != "" {
		if paid, err = t.fromHand(s, text); err != nil {
			return Reply{}, err
		}
	} else if !absent && len(hand) > 0 { // without a card there is nothing to choose
		return t.payPicker(s, owes, paid), nil
	}
	f, payments, err := f.Pay(t.Table.FightScene(), name, paid, together)
	if err != nil {
		return Reply{}, err
	}
	if t.Pressed && !t.Switch("sure") && payments[0].Status != "up" && len(paid) > 0 && t.Text("cards") != "" {
		return t.warnKnockout(payments[0]), nil
	}
	t.Table.SetFight(f)
	var lines []string
	for _, p := range payments {
		lines = append(lines, t.suffer(p))
	}
	if len(t.Table.Fight.Owes(name, false)) == 0 {
		t.Table.Refill(name, t.luck()) // R11.2d: a card played to soak is drawn up again now
	}
	if absent {
		lines = append(lines, fmt.Sprintf("Paid by %s for %s, who is away.", t.User.Name, s.Player.Name))
	}
	r := Reply{Title: name + " pays", Body: strings.Join(lines, "\n"), Tone: Bad, Outcome: t.woundOutcome(payments[len(payments)-1]), Buttons: append([]Button{handButton()}, t.payButtons()...)}
	if t.Pressed {
		return Reply{Private: true, Update: true, Body: "Paid.", Also: []Reply{r}}, nil
	}
	return r, nil
}

// payPicker shows the hand with the set marked that R6.6b would pick, what each choice leaves, and warns
// before a knockout.
func (t *Turn) payPicker(s table.Seat, owes []combat.Wound, best fate.Pile) Reply {
	hand := t.Table.Hand(s)
	owed := combat.Owed(owes)
	line := t.Without("cards", "sure").String()
	menu := Select{Label: "Cards to give up", Line: line, Option: "cards", Min: 1, Max: len(hand)}
	for _, c := range hand {
		menu.Choices = append(menu.Choices, Choice{Label: c.Long(), Value: c.String(), About: strings.Trim(t.faceNote(c), " ()"), Marked: slices.Contains(best, c)})
	}
	body := fmt.Sprintf("%d %s to pay. The fewest cards: **%s**", owed, woundWord(owed, string(owes[0].Harm)), longList(best))
	if over := best.Sum() - owed; over > 0 {
		body += fmt.Sprintf(", %d more than needed", over)
	} else if over < 0 {
		body += fmt.Sprintf(", %d too few", -over)
	}
	left := len(hand) - len(best)
	body += fmt.Sprintf("; that leaves %s.", plural(left, "card"))
	if _, payments, err := t.Table.Fight.Pay(t.Table.FightScene(), s.Hero.Name, best, t.Switch("together")); err == nil && worse(payments[0]) != "" {
		body += "\n**That " + worse(payments[0]) + ".**" + t.soakHint(s.Hero.Name)
	}
	r := Reply{Private: true, Title: s.Hero.Name + ": wounds to pay", Body: body, Tone: Warn, Files: []File{t.picture("hand.png", s.Hero.Name+"'s hand", hand)}}
	r.Selects = []Select{menu}
	r.Buttons = []Button{{Label: short("Give up "+longList(best), 80), Line: Line("wound pay", "hero", s.Hero.Name, "cards", best.String(), "together", t.Text("together")), Style: Danger}}
	if more := t.Table.Fight.Owes(s.Hero.Name, true); len(more) > len(owes) {
		r.Buttons = append(r.Buttons, Button{Label: "Pay all of this kind together", Line: Line("wound pay", "hero", s.Hero.Name, "together", "true")})
	}
	return r
}

func (t *Turn) warnKnockout(p combat.Payment) Reply {
	line := t.Without("sure").With("sure", "true").String()
	return Reply{
		Private: true, Update: true, Title: map[bool]string{true: "A knockout", false: "Mortal danger"}[p.Status == "unconscious"], Tone: Warn,
		Body:    fmt.Sprintf("Giving up %s %s. Is that meant?", longList(p.Paid), worse(p)) + t.soakHint(p.Who),
		Buttons: []Button{{Label: "Yes, give them up", Line: line, Style: Danger}, {Label: "Choose again", Line: Line("wound pay", "hero", p.Who)}},
	}
}

func giveWounds(t *Turn) (Reply, error) {
	s, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	reason, err := cleanText("reason", t.Text("reason"), 200)
	if err != nil {
		return Reply{}, err
	}
	harm := hero.Harm(cmpOr(strings.ToLower(t.Text("type")), string(hero.Stunning)))
	n := t.Number("wounds", 0)
	f, payments, err := t.Table.Fight.Wound(t.Table.FightScene(), s.Hero.Name, n, harm, cmpOr(reason, "the narrator"))
	if err != nil {
		return Reply{}, err
	}
	t.Table.SetFight(f)
	r := Reply{Title: s.Hero.Name + " is hurt", Tone: Bad, Body: fmt.Sprintf("%d %s", n, woundWord(n, string(harm)))}
	if reason != "" {
		r.Body += ": " + reason
	}
	r.Body += "."
	if len(payments) == 0 {
		r.Body += fmt.Sprintf(" %s pays with cards.", s.Player.Name)
	}
	for _, p := range payments {
		r.Body += "\n" + t.suffer(p)
		r.Outcome = t.woundOutcome(p)
	}
	r.Buttons = t.payButtons()
	return r, nil
}

func forgiveWounds(t *Turn) (Reply, error) {
	s, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	f, n := t.Table.Fight.Forgive(s.Hero.Name)
	if n == 0 {
		return Reply{}, fate.Refuse("nothing_to_pay", "%s has no wounds to pay for.", s.Hero.Name)
	}
	t.Table.SetFight(f)
	return Reply{Body: fmt.Sprintf("The narrator takes back %s of %s.", plural(n, "wound"), s.Hero.Name)}, nil
}

func pronounceDead(t *Turn) (Reply, error) {
	s, err := t.seatNamed(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	h, err := t.Table.FightScene().Die(s.Hero.Name)
	if err != nil {
		return Reply{}, err
	}
	t.Table.Mend(h, t.luck())
	return Reply{Title: s.Hero.Name + " is dead", Body: "The narrator has spoken.", Tone: Bad}, nil
}

// soak plays a Body or Spirit card against the newest wounds (R11.2d).
func soak(t *Turn) (Reply, error) {
	s, err := t.own()
	if err != nil {
		return Reply{}, err
	}
	cards, err := t.fromHand(s, t.Text("card"))
	if err != nil {
		return Reply{}, err
	}
	c := cards[0]
	if len(cards) != 1 || !t.soaks(c) {
		return Reply{}, fate.Refuse("no_soak", "One Body or Spirit card can be played against wounds (R11.2d).")
	}
	f, wound, err := t.Table.Fight.Soak(s.Hero.Name, c.Value)
	if err != nil {
		return Reply{}, err
	}
	if err := t.pay(&s); err != nil {
		return Reply{}, err
	}
	t.Table.Soak(s, c)
	t.Table.SetFight(f)
	rest := "none are left"
	if wound.Amount > 0 {
		rest = fmt.Sprintf("%d %s %s left to pay", wound.Amount, woundWord(wound.Amount, string(wound.Harm)), map[bool]string{true: "is", false: "are"}[wound.Amount == 1])
	}
	if len(f.Owes(s.Hero.Name, false)) == 0 {
		t.Table.Refill(s.Hero.Name, t.luck())
	}
	return Reply{
		Body:    fmt.Sprintf("%s plays the %s against the wounds: %s. %s", s.Hero.Name, c.Long(), rest, t.left(s)),
		Buttons: append([]Button{handButton()}, t.payButtons()...),
	}, nil
}

// soaks reports whether a card's suit belongs to Body or Spirit in this game's deck.
func (t *Turn) soaks(c fate.Card) bool {
	suit, _ := t.Table.List.Suit(c.Suit)
	for _, name := range suit.Trumps {
		if a, ok := t.Table.List.Ability(name); ok && (a.Trait == "Body" || a.Trait == "Spirit") {
			return true
		}
	}
	return c.Suit == "Body" || c.Suit == "Spirit"
}

// loseCard is a mishap's price: a card of the player's choice, its slot locked as a stunning wound (R12.1b).
func loseCard(t *Turn) (Reply, error) {
	s, absent, err := t.seat()
	if err != nil {
		return Reply{}, err
	}
	hand := t.Table.Hand(s)
	switch {
	case absent && t.Text("card") != "":
		return Reply{}, unnamed(s, "gives up the lowest")
	case t.Table.CardsLost(s) == 0:
		return Reply{}, fate.Refuse("no_mishap", "%s has no mishap to pay for.", s.Hero.Name)
	case len(hand) == 0:
		return Reply{}, fate.Refuse("no_card", "%s holds no cards.", s.Hero.Name)
	}
	text := t.Text("card")
	if absent {
		text = slices.MinFunc(hand, func(a, b fate.Card) int { return a.Value - b.Value }).String()
	}
	if text == "" {
		menu := Select{Label: "Give up a card", Line: Line("point lose", "hero", s.Hero.Name), Option: "card"}
		for _, c := range hand {
			menu.Choices = append(menu.Choices, Choice{Label: c.Long(), Value: c.String(), About: strings.Trim(t.faceNote(c), " ()")})
		}
		return Reply{Private: true, Title: "A mishap: choose a card to give up", Selects: []Select{menu}}, nil
	}
	cards, err := t.fromHand(s, text)
	if err != nil {
		return Reply{}, err
	}
	if len(cards) > 1 {
		return Reply{}, fate.Refuse("no_card", "A mishap costs one card.")
	}
	t.Table.LoseCard(s, cards[0])
	told := Reply{Body: fmt.Sprintf("%s loses the %s to the mishap; its slot is locked as a stunning wound (R12.1b).", s.Hero.Name, cards[0].Long()) + t.paidFor(s.Hero.Name), Tone: Bad}
	if t.Pressed {
		return Reply{Private: true, Update: true, Body: "Given up.", Also: []Reply{told}}, nil
	}
	return told, nil
}
