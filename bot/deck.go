package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skald/fate"
	"skald/table"
)

var deckCommands = []*Command{
	{Name: "deck list", Short: "The Fate decks there are", On: hereIfAny, Run: listDecks},
	{
		Name: "deck show", Short: "What a deck is made of, and where its cards lie; never their order", On: hereIfAny,
		Options: []Option{{Name: "name", Short: "the deck; this game's if you leave it out", Suggest: suggestDecks}},
		Run:     showDeck,
	},
	{
		Name: "deck use", Short: "Play with another deck", Who: Narrator,
		Options: []Option{
			{Name: "name", Short: "the deck", Required: true, Suggest: suggestDecks},
			{Name: "recall", Short: "true takes all hands back and deals new ones", Kind: Switch},
		},
		Run: useDeck,
	},
	{Name: "deck shuffle", Short: "Put the discard pile back and shuffle", Who: Narrator, Run: shuffleDeck},
	{Name: "deck recall", Short: "Take all cards back, shuffle and deal new hands", Who: Narrator, Run: recallDeck},
}

// findDeck finds a deck by its name; "" is the first. The playing cards have as many Jokers as the game
// chooses (R15.3).
func (t *Turn) findDeck(name string) (*fate.DeckList, error) {
	decks := t.decks()
	if name == "" {
		name = decks[0].Name
	}
	var names []string
	for _, d := range decks {
		names = append(names, d.Name)
		switch {
		case !strings.EqualFold(d.Name, name):
		case d == builtinDecks()[0] && t.Table != nil:
			jokers, err := strconv.Atoi(t.Table.Option("jokers"))
			return fate.PlayingCardsWith(jokers), err
		default:
			return d, nil
		}
	}
	return nil, fate.Refuse("no_deck", "There is no deck called %q%s", short(name, 40), mean("", name, names))
}

// deckOutcome is the outcome "deck" of the console's contract.
type deckOutcome struct {
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	Draw     int    `json:"draw"`
	Discard  int    `json:"discard"`
	InHands  int    `json:"in_hands"`
	InPlay   int    `json:"in_play"`
	Banked   int    `json:"banked"`
	Narrator int    `json:"narrator"`
	Total    int    `json:"total"`
}

func (t *Turn) countCards() deckOutcome {
	z := t.Table.Zones
	return deckOutcome{
		Kind: "deck", Name: t.Table.List.Name,
		Draw: len(z[table.Deck]), Discard: len(z[table.Discard]), InHands: t.Table.HandsOut(), InPlay: len(z[table.InPlay]),
		Banked: len(z[table.Bank]), Narrator: len(z[table.Narrator]), Total: len(t.Table.List.Cards),
	}
}

func (o deckOutcome) text() string {
	parts := []string{fmt.Sprintf("%d in the deck, %d on the discard pile, %d in hands", o.Draw, o.Discard, o.InHands)}
	for _, p := range []struct {
		n    int
		what string
	}{{o.InPlay, "in play"}, {o.Banked, "in the Karma bank"}, {o.Narrator, "with the narrator"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	sum := o.Draw + o.Discard + o.InHands + o.InPlay + o.Banked + o.Narrator
	return fmt.Sprintf("%s. Together %d of %d.", strings.Join(parts, ", "), sum, o.Total)
}

func listDecks(t *Turn) (Reply, error) {
	r := Reply{Title: "Fate decks"}
	for _, d := range t.decks() {
		name := d.Name
		if t.Table != nil && t.Table.List.Name == d.Name {
			name += " (in use)"
		}
		r.Fields = append(r.Fields, Field{Name: name, Value: strings.TrimSpace(d.About + " " + plural(len(d.Cards), "card") + ".")})
	}
	return r, nil
}

func showDeck(t *Turn) (Reply, error) {
	d, err := t.deckNamed(t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	r := deckReply(d)
	if t.Table == nil || t.Table.List != d {
		r.Outcome = deckOutcome{Kind: "deck", Name: d.Name, Draw: len(d.Cards), Total: len(d.Cards)} // all in the box
		return r, nil
	}
	counts := t.countCards()
	r.Fields = append(r.Fields, Field{Name: "Where they lie", Value: counts.text()})
	r.Outcome = counts
	return r, nil
}

// composition is a deck's cards by suit and value.
func composition(d *fate.DeckList) string {
	var lines []string
	for _, row := range d.Count(d.Cards) {
		suit, _ := d.Suit(row.Suit)
		line := fmt.Sprintf("%s **%s** %d", suit.Symbol, row.Suit, row.Total)
		if suit.Mishap {
			line += " (never trump)"
		} else if len(suit.Trumps) > 0 {
			line += " (" + strings.Join(suit.Trumps, ", ") + ")"
		}
		lines = append(lines, strings.TrimSpace(line)+": "+values(row))
	}
	return strings.Join(lines, "\n")
}

// values is "1, 2, 3, 4 ×3, 5 ×6".
func values(row fate.SuitCount) string {
	var list []int
	for v := range row.ByValue {
		list = append(list, v)
	}
	slices.Sort(list)
	var words []string
	for _, v := range list {
		word := fmt.Sprint(v)
		if n := row.ByValue[v]; n > 1 {
			word += fmt.Sprintf(" ×%d", n)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func useDeck(t *Turn) (Reply, error) {
	list, err := t.findDeck(t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	if n := t.Table.HandsOut(); n > 0 && !t.Switch("recall") {
		return Reply{}, fate.Refuse("hands_out", "%s are in hands; /deck use name:%s recall:true takes them back and deals new hands.", plural(n, "card"), quoteValue(list.Name))
	}
	changed, err := t.changeFamily(list)
	if err != nil {
		return Reply{}, err
	}
	t.Table.UseDeck(list, t.luck())
	return Reply{Title: "Deck: " + list.Name, Body: fmt.Sprintf("%s, shuffled.%s%s", plural(len(list.Cards), "card"), t.newHands(), changed), Tone: Good}, nil
}

func (t *Turn) newHands() string {
	if t.Table.HandsOut() == 0 {
		return ""
	}
	return " Everybody at the table has a new hand: /hand show."
}

func shuffleDeck(t *Turn) (Reply, error) {
	back := plural(len(t.Table.Zones[table.Discard]), "card")
	t.Table.Reshuffle(t.luck())
	return Reply{Body: fmt.Sprintf("The deck is shuffled, with %s from the discard pile; it has %d now.", back, len(t.Table.Zones[table.Deck]))}, nil
}

func recallDeck(t *Turn) (Reply, error) {
	t.Table.Recall(t.luck())
	return Reply{Title: "All cards come back", Body: fmt.Sprintf("The deck is shuffled.%s", t.newHands())}, nil
}
