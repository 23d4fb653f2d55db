package bot

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"skald/fate"
)

// maxDeckFile is the largest deck that is read.
const maxDeckFile = 1 << 20

//go:embed data/decks
var deckFiles embed.FS

// builtinDecks lists the decks that are built in; the first is what a game has if nobody chooses.
var builtinDecks = sync.OnceValue(func() []*fate.DeckList {
	data, err := deckFiles.ReadFile("data/decks/skald.yaml")
	if err != nil {
		panic(err) // it is embedded
	}
	skald, err := readDeck(data)
	if err != nil {
		panic(err) // the built-in deck is tested
	}
	return []*fate.DeckList{fate.PlayingCards(), skald, fate.Superhero(), fate.Dragon()}
})

// sheetWords are what a sheet calls its own things; no ability and no Trait may be called so.
var sheetWords = []string{"name", "edge", "hand-size", "points", "description", "player"}

// deckFile is a deck as a file.
type deckFile struct {
	Name      string         `json:"name"`
	About     string         `json:"about,omitempty"`
	Abilities []fate.Ability `json:"abilities,omitempty"`
	Suits     []fate.SuitDef `json:"suits"`
	Cards     []deckFileCard `json:"cards"`
}

type deckFileCard struct {
	Suit  fate.Suit `json:"suit"`
	Value int       `json:"value"`
	Count int       `json:"count,omitempty"`
	fate.Face
}

// writeDeck writes a deck as YAML. What readDeck makes of it is the same deck.
func writeDeck(d *fate.DeckList) ([]byte, error) {
	f := deckFile{Name: d.Name, About: d.About, Suits: d.Suits}
	if !slices.Equal(d.Abilities, fate.Standard()) {
		f.Abilities = d.Abilities
	}
	for _, c := range d.Cards {
		card := deckFileCard{Suit: c.Suit, Value: c.Value, Count: 1, Face: d.Faces[c]}
		if n := len(f.Cards); n > 0 {
			last := f.Cards[n-1]
			card.Count = last.Count
			if last == card {
				f.Cards[n-1].Count++
				continue
			}
		}
		card.Count = 1
		f.Cards = append(f.Cards, card)
	}
	for i := range f.Cards {
		if f.Cards[i].Count == 1 {
			f.Cards[i].Count = 0
		}
	}
	data, err := writeYAML(f)
	if err != nil {
		return nil, fmt.Errorf("write the deck %s: %w", d.Name, err)
	}
	return inRows(data)
}

// inRows writes what stands in a list of a YAML file as one row each.
func inRows(data []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	rows(&doc)
	return encode(&doc)
}

func encode(n *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	err := enc.Encode(n)
	return b.Bytes(), err
}

func rows(n *yaml.Node) {
	for _, c := range n.Content {
		if n.Kind == yaml.SequenceNode && c.Kind == yaml.MappingNode {
			c.Style = yaml.FlowStyle
		} else {
			rows(c)
		}
	}
}

// readDeck reads a deck from YAML or JSON. The refusal lists all that is wrong with it, line by line.
func readDeck(data []byte) (*fate.DeckList, error) {
	r := &deckReader{reader: reader{what: "deck"}, list: &fate.DeckList{}, parts: map[fate.Part][]deckPart{}}
	root, err := r.parse(data, maxDeckFile)
	if err != nil {
		return nil, err
	}
	top := r.fields(root, "A deck", "name", "about", "abilities", "suits", "cards")
	r.parts[fate.Whole] = []deckPart{{root, top}}
	r.list.Name = r.word(top["name"], "name of a deck")
	r.list.About = r.line(top["about"], "about", fate.MaxAbout)
	r.abilities(top["abilities"])
	r.suits(top["suits"])
	r.cards(top["cards"])
	r.check()
	return r.list, r.err()
}

type deckReader struct {
	reader
	list  *fate.DeckList
	parts map[fate.Part][]deckPart // where each ability, suit and card of the list stands, and the whole
}

// deckPart is a part of a deck in its file.
type deckPart struct {
	item   *yaml.Node
	fields map[string]*yaml.Node
}

func (r *deckReader) at(p fate.Part, item *yaml.Node, fields map[string]*yaml.Node) {
	r.parts[p] = append(r.parts[p], deckPart{item, fields})
}

func (r *deckReader) abilities(n *yaml.Node) {
	if n == nil {
		r.list.Abilities = fate.Standard()
		return
	}
	for _, item := range r.items(n, "Abilities", fate.MaxAbilities) {
		f := r.fields(item, "An ability", "name", "trait", "mental")
		a := fate.Ability{
			Name: r.word(f["name"], "name of an ability"), Trait: r.word(f["trait"], "Trait of an ability"),
			Mental: r.yes(f["mental"], "Mental"),
		}
		for _, word := range []string{a.Name, a.Trait} {
			if slices.Contains(sheetWords, strings.ToLower(word)) {
				r.note(item, "A sheet has something else called %q; choose another name", word)
			}
		}
		r.list.Abilities = append(r.list.Abilities, a)
		r.at(fate.AbilityPart, item, f)
	}
}

func (r *deckReader) suits(n *yaml.Node) {
	for _, item := range r.items(n, "Suits", fate.MaxSuits) {
		f := r.fields(item, "A suit", "name", "symbol", "color", "trumps", "mishap")
		s := fate.SuitDef{
			Name: fate.Suit(r.word(f["name"], "name of a suit")), Symbol: r.text(f["symbol"], "symbol"),
			Color: r.text(f["color"], "color"), Mishap: r.yes(f["mishap"], "Mishap"),
		}
		for _, t := range r.items(f["trumps"], "Trumps", fate.MaxAbilities) {
			name := r.word(t, "name of an ability")
			if r.bad[t] {
				continue
			}
			if a, ok := r.list.Ability(name); ok {
				name = a.Name
			}
			s.Trumps = append(s.Trumps, name)
		}
		r.list.Suits = append(r.list.Suits, s)
		r.at(fate.SuitPart, item, f)
	}
}

func (r *deckReader) cards(n *yaml.Node) {
	copies := map[fate.Card]int{} // by the first copy
	for _, item := range r.items(n, "Cards", fate.MaxCards) {
		f := r.fields(item, "A card", "suit", "value", "count", "aura", "name", "event", "concept")
		c := fate.Card{Suit: r.suitNamed(r.text(f["suit"], "suit")), Value: r.number(f["value"], "value", 0, 0, fate.MaxValue)}
		if f["value"] == nil && item.Kind == yaml.MappingNode {
			r.note(item, "This card has no value")
		}
		face := fate.Face{
			Name: r.word(f["name"], "name of a card"), Aura: readAura(r.text(f["aura"], "aura")),
			Event: r.line(f["event"], "event", fate.MaxLine), Concept: r.line(f["concept"], "concept", fate.MaxLine),
		}
		count := r.number(f["count"], "count", 1, 1, fate.MaxCards)
		if len(r.list.Cards)+count > fate.MaxCards {
			r.note(item, "With this card the deck has more than %d", fate.MaxCards)
			r.wrong(n, "The cards after that are not read")
			return
		}
		for range count {
			card := c
			card.Copy = copies[c]
			copies[c]++
			r.list.Cards = append(r.list.Cards, card)
			r.at(fate.CardPart, item, f)
			if face != (fate.Face{}) {
				if r.list.Faces == nil {
					r.list.Faces = map[fate.Card]fate.Face{}
				}
				r.list.Faces[card] = face
			}
		}
	}
}

// suitNamed is the name of a suit as it stands among the suits, however it was typed.
func (r *deckReader) suitNamed(name string) fate.Suit {
	clean, err := cleanWord("name of a suit", name)
	if err != nil {
		return fate.Suit(short(oneLine(name), 40))
	}
	for _, s := range r.list.Suits {
		if strings.EqualFold(string(s.Name), clean) {
			return s.Name
		}
	}
	return fate.Suit(clean)
}

// readAura reads a sign or its word.
func readAura(s string) fate.Aura {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "positive":
		return fate.Positive
	case "negative", "−":
		return fate.Negative
	case "neutral":
		return fate.Neutral
	}
	return fate.Aura(strings.TrimSpace(s))
}

// check adds what is wrong with the list itself; of what could not be read it says no more.
func (r *deckReader) check() {
	for _, f := range r.list.Faults() {
		if part := r.parts[f.Part][f.Index]; !r.unread(f, part) {
			r.note(part.item, "%s", f.Text)
		}
	}
}

// unread reports whether a fault comes of something that could not be read, which is told already.
func (r *deckReader) unread(f fate.Fault, part deckPart) bool {
	if r.bad[part.item] || r.bad[part.fields[f.Field]] {
		return true
	}
	switch string(f.Part) + " " + f.Field {
	case "suit trumps":
		return r.bad[r.top("abilities")]
	case "suit cards":
		return r.bad[r.top("cards")]
	case "card suit":
		return r.bad[r.top("suits")] || r.badSuit(part.fields["suit"])
	case "ability mental":
		return r.anyBad(fate.AbilityPart, "mental") || r.bad[part.fields["trait"]]
	}
	return false
}

// top is one of the lists of the file.
func (r *deckReader) top(name string) *yaml.Node { return r.parts[fate.Whole][0].fields[name] }

// anyBad reports whether a field could not be read in one of the parts.
func (r *deckReader) anyBad(p fate.Part, field string) bool {
	return slices.ContainsFunc(r.parts[p], func(one deckPart) bool { return r.bad[one.item] || r.bad[one.fields[field]] })
}

// badSuit reports whether a card's suit is one whose name could not be read.
func (r *deckReader) badSuit(n *yaml.Node) bool {
	return n != nil && slices.ContainsFunc(r.parts[fate.SuitPart], func(one deckPart) bool {
		name := one.fields["name"]
		return r.bad[name] && name.Value == n.Value
	})
}
