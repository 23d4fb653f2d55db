package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/bot/picture"
	"skald/fate"
	"skald/table"
)

// deckShelf is where a server's own decks stand.
const deckShelf table.Shelf = "decks"

// mostDecks is how many decks have room there.
const mostDecks = 50

var deckFileCommands = []*Command{
	{
		Name: "deck import", Short: "Bring a deck of your own in from a file, for all games of this server", Who: Keeper, Slow: true, On: library,
		Options: []Option{
			{Name: "file", Short: "the deck, as YAML or JSON; /deck export gives an example", Kind: Attachment, Required: true},
			{Name: "name", Short: "another name than the file has"},
			{Name: "replace", Short: "true takes the place of the deck of that name", Kind: Switch},
		},
		Run: importDeck,
	},
	{
		Name: "deck export", Short: "A deck as a file", Private: true, On: hereIfAny,
		Options: []Option{{Name: "name", Short: "the deck; this game's if you leave it out", Suggest: suggestDecks}},
		Run:     exportDeck,
	},
	{
		Name: "deck remove", Short: "Take a deck out of the server's library; games that play with it keep it", Who: Keeper, On: library,
		Options: []Option{{Name: "name", Short: "the deck", Required: true, Suggest: suggestOwnDecks}},
		Run:     removeDeck,
	},
}

// decks lists the built-in decks and the server's own.
func (t *Turn) decks() []*fate.DeckList {
	list := slices.Clone(builtinDecks())
	shelf := t.Server.Library()
	for _, name := range shelf.OnShelf(deckShelf) {
		var d fate.DeckList
		if ok, err := shelf.Take(deckShelf, name, &d); ok && err == nil {
			list = append(list, &d)
		}
	}
	return list
}

func suggestDecks(t *Turn) []Choice {
	list := []Choice{}
	for _, d := range t.decks() {
		list = append(list, Choice{Label: d.Name, Value: d.Name})
	}
	return list
}

func suggestOwnDecks(t *Turn) []Choice {
	var list []Choice
	for _, name := range t.Server.Library().OnShelf(deckShelf) {
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}

// onShelf finds the name on a shelf that is meant, in any case.
func onShelf(shelf *table.Table, s table.Shelf, name string) (string, bool) {
	for _, have := range shelf.OnShelf(s) {
		if strings.EqualFold(have, name) {
			return have, true
		}
	}
	return "", false
}

func importDeck(t *Turn) (Reply, error) {
	a, _ := t.Arg("file")
	d, err := readDeck(a.File.Data)
	if err != nil {
		return Reply{}, err
	}
	if name := t.Text("name"); name != "" {
		if d.Name, err = cleanName("deck", name); err != nil {
			return Reply{}, err
		}
	}
	if slices.ContainsFunc(builtinDecks(), func(b *fate.DeckList) bool { return strings.EqualFold(b.Name, d.Name) }) {
		return Reply{}, fate.Refuse("name_taken", "The deck %s is built in; give yours another name with name:….", d.Name)
	}
	old, exists := onShelf(t.Table, deckShelf, d.Name)
	switch {
	case exists && !t.Switch("replace"):
		return Reply{}, fate.Refuse("name_taken", "There is a deck called %s already; add replace:true to take its place, or name:… to give another name.", old)
	case exists:
		t.Table.Remove(deckShelf, old)
	case len(t.Table.OnShelf(deckShelf)) >= mostDecks:
		return Reply{}, fate.Refuse("too_many", "The library holds %d decks; remove one first.", mostDecks)
	}
	if err := t.Table.Put(deckShelf, d.Name, d); err != nil {
		return Reply{}, err
	}
	r := deckReply(d)
	r.Title = "A new deck: " + d.Name
	if exists {
		r.Title = "The deck " + d.Name + " is replaced"
	}
	r.Tone = Good
	r.Buttons = []Button{{Label: "Play with it", Line: Line("deck use", "name", d.Name)}}
	return r, nil
}

func exportDeck(t *Turn) (Reply, error) {
	d, err := t.deckNamed(t.Text("name"))
	if err != nil {
		return Reply{}, err
	}
	data, err := writeDeck(d)
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Private: true, Body: fmt.Sprintf("The deck %s; /deck import brings it in, here under another name or on another server.", d.Name),
		Files: []File{{Name: fileName(d.Name) + ".yaml", Data: Bytes(data)}},
	}, nil
}

// deckNamed is this game's own deck, or the one of that name.
func (t *Turn) deckNamed(name string) (*fate.DeckList, error) {
	if t.Table != nil && (name == "" || strings.EqualFold(name, t.Table.List.Name)) {
		return t.Table.List, nil
	}
	if name == "" {
		_, err := here(t)
		return nil, err
	}
	return t.findDeck(name)
}

func removeDeck(t *Turn) (Reply, error) {
	name, ok := onShelf(t.Table, deckShelf, t.Text("name"))
	if i := slices.IndexFunc(builtinDecks(), func(d *fate.DeckList) bool { return strings.EqualFold(d.Name, t.Text("name")) }); i >= 0 && !ok {
		return Reply{}, fate.Refuse("built_in", "The deck %s is built in and stays; only decks of the server's own are removed.", builtinDecks()[i].Name)
	}
	if !ok {
		return Reply{}, fate.Refuse("no_deck", "The library has no deck of its own called %q.", short(t.Text("name"), 40))
	}
	t.Table.Remove(deckShelf, name)
	return Reply{Body: fmt.Sprintf("The deck %s is out of the library. Games that play with it keep it.", name)}, nil
}

// deckReply shows what a deck is made of: in words, and as bars.
func deckReply(d *fate.DeckList) Reply {
	bars := picture.Distribution(d)
	return Reply{
		Title: d.Name, Body: d.About,
		Fields: []Field{{Name: "Cards", Value: composition(d)}, {Name: "Spread", Value: spread(d)}},
		Files:  []File{{Name: "deck.png", Alt: bars.Alt(), Data: bars.PNG}},
	}
}

// spread is how many cards a deck has of each value, as bars of letters.
func spread(d *fate.DeckList) string {
	counts := map[int]int{}
	most, high := 0, 0
	for _, c := range d.Cards {
		counts[c.Value]++
		most, high = max(most, counts[c.Value]), max(high, c.Value)
	}
	var lines []string
	for v := range high + 1 {
		if n := counts[v]; n > 0 {
			lines = append(lines, fmt.Sprintf("`%2d %s` %d", v, strings.Repeat("█", max(1, n*20/most)), n))
		}
	}
	if len(lines) > 20 {
		rest := 0
		for v := range high + 1 {
			rest += counts[v]
		}
		return fmt.Sprintf("%d values from %s; the picture shows them.", len(lines), plural(rest, "card"))
	}
	return strings.Join(lines, "\n")
}

// changeFamily makes heroes fit a deck with other abilities (R1.2a): what they lack is 5 and code C, what the
// deck does not know is kept aside. It happens with recall:true alone, and not while foes are there, whose
// sheets would not fit.
func (t *Turn) changeFamily(list *fate.DeckList) (string, error) {
	if slices.Equal(list.Abilities, t.Table.List.Abilities) {
		return "", nil
	}
	if len(t.Table.Fight.Foes) > 0 || t.fighting() == nil {
		return "", fate.Refuse("foes_there", "The deck %s has other abilities; end the fight and remove the foes first, their sheets would not fit.", list.Name)
	}
	var names []string
	for _, s := range t.Table.Heroes() {
		if s.Hero.Fits(list.Abilities) {
			continue
		}
		names = append(names, s.Hero.Name)
		if t.Switch("recall") {
			s.Hero = s.Hero.Fitted(list.Abilities)
			t.Table.SetSeat(s, t.luck())
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	if !t.Switch("recall") {
		return "", fate.Refuse("other_abilities", "The deck %s has other abilities than the sheets of %s; /deck use name:%s recall:true fits them: what is missing is 5 and code C, what does not fit is kept aside.",
			list.Name, join(names), quoteValue(list.Name))
	}
	for _, c := range t.Table.Calls {
		t.Table.Answer(c.ID) // its ability is another game's
	}
	return fmt.Sprintf(" New sheets for %s: what was missing is 5 and code C, what does not fit is kept aside.", join(names)), nil
}
