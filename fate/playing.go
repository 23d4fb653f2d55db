package fate

// PlayingCards is the Fate deck made of three packs of playing cards, 86 cards (R15.1, R15.2), with the
// aura table of R15.4.
func PlayingCards() *DeckList { return PlayingCardsWith(2) }

// PlayingCardsWith is the same deck with another number of Jokers in each pack (R15.3).
func PlayingCardsWith(jokers int) *DeckList {
	d := &DeckList{
		Name:      "playing-cards",
		About:     "Three packs of playing cards, as the basic rules make them into a Fate deck.",
		Abilities: Standard(),
		Suits: []SuitDef{
			{Name: "Body", Symbol: "♣", Color: "#2e8b57", Trumps: []string{"Endurance", "Strength"}},
			{Name: "Reflex", Symbol: "♠", Color: "#3b6fb6", Trumps: []string{"Quickness", "Dexterity"}},
			{Name: "Mind", Symbol: "♦", Color: "#d98e04", Trumps: []string{"Perception", "Reason"}},
			{Name: "Spirit", Symbol: "♥", Color: "#c0392b", Trumps: []string{"Willpower", "Charisma"}},
			{Name: "Karma", Symbol: "★", Color: "#6b5b95", Mishap: true},
		},
		Faces: map[Card]Face{},
	}
	packs := map[Suit]string{"Body": "Clubs", "Reflex": "Spades", "Mind": "Diamonds", "Spirit": "Hearts"}
	for _, s := range d.Suits {
		if s.Mishap {
			d.addJokers(s.Name, jokers)
		} else {
			d.addSuit(s.Name, packs[s.Name])
		}
	}
	return d
}

// spots names the playing cards that stand for each value (R15.2): 4 to 7 stay in all three packs, the
// others in one; Jack, Queen and King count 5.
var spots = []struct {
	value int
	names []string
}{
	{1, []string{"Ace"}},
	{2, []string{"Two"}},
	{3, []string{"Three"}},
	{4, []string{"Four", "Four", "Four"}},
	{5, []string{"Five", "Five", "Five", "Jack", "Queen", "King"}},
	{6, []string{"Six", "Six", "Six"}},
	{7, []string{"Seven", "Seven", "Seven"}},
	{8, []string{"Eight"}},
	{9, []string{"Nine"}},
}

// suitAuras is the fixed table of R15.4, the same in each Trait suit: low cards lean to the good, high
// ones to the bad; 6 positive, 8 neutral, 6 negative.
var suitAuras = map[int]string{
	1: "+", 2: "+", 3: "+", 4: "++0", 5: "+00000", 6: "00-", 7: "---", 8: "-", 9: "-",
}

func (d *DeckList) addSuit(suit Suit, pack string) {
	for _, spot := range spots {
		for i, name := range spot.names {
			c := Card{Suit: suit, Value: spot.value, Copy: i}
			d.Cards = append(d.Cards, c)
			d.Faces[c] = Face{Name: name + " of " + pack, Aura: Aura(suitAuras[spot.value][i : i+1])}
		}
	}
}

// addJokers adds the Jokers of three packs, each a 5 of Karma (R15.3); as many of each aura (R15.4).
func (d *DeckList) addJokers(suit Suit, perPack int) {
	for i := range 3 * perPack {
		c := Card{Suit: suit, Value: 5, Copy: i}
		d.Cards = append(d.Cards, c)
		d.Faces[c] = Face{Name: "Joker", Aura: []Aura{Positive, Neutral, Negative}[i/perPack]}
	}
}
