package fate

// Superhero is a profile for a game of heroes with four abilities and a suit of doom, 96 cards: 20 in each
// suit of an ability, 16 of Doom (R1.2a). It has suits, values and auras, and no text.
func Superhero() *DeckList {
	d := &DeckList{
		Name:  "superhero",
		About: "Four abilities and a suit of doom, for owners of such a game. Values and auras only.",
		Abilities: []Ability{
			{Name: "Strength", Trait: "Body"},
			{Name: "Agility", Trait: "Reflex"},
			{Name: "Intellect", Trait: "Mind", Mental: true},
			{Name: "Willpower", Trait: "Spirit", Mental: true},
		},
		Suits: []SuitDef{
			{Name: "Strength", Symbol: "♣", Color: "#2e8b57", Trumps: []string{"Strength"}},
			{Name: "Agility", Symbol: "♥", Color: "#c0392b", Trumps: []string{"Agility"}},
			{Name: "Intellect", Symbol: "♦", Color: "#3b6fb6", Trumps: []string{"Intellect"}},
			{Name: "Willpower", Symbol: "♠", Color: "#7d4fa3", Trumps: []string{"Willpower"}},
			{Name: "Doom", Symbol: "★", Color: "#3a3a3a", Mishap: true},
		},
		Faces: map[Card]Face{},
	}
	for _, s := range d.Suits {
		values, auras := []int{1, 1, 2, 4, 4, 4, 2, 1, 1}, "++++++00000000------"
		if s.Mishap {
			values, auras = []int{1, 1, 2, 2, 2, 2, 2, 2, 1, 1}, "+++++000000-----"
		}
		d.addRun(s.Name, values, auras)
	}
	return d
}

// Dragon is a profile for a game with eight abilities, each with a suit of nine cards, and a suit of ten
// dragons, 82 cards (R1.2a). It has suits, values and auras, and no text.
func Dragon() *DeckList {
	d := &DeckList{
		Name:  "dragon",
		About: "Nine suits and eight abilities, for owners of such a game. Values and auras only.",
		Abilities: []Ability{
			{Name: "Strength", Trait: "Body"},
			{Name: "Endurance", Trait: "Body"},
			{Name: "Agility", Trait: "Reflex"},
			{Name: "Dexterity", Trait: "Reflex"},
			{Name: "Perception", Trait: "Mind", Mental: true},
			{Name: "Reason", Trait: "Mind", Mental: true},
			{Name: "Spirit", Trait: "Spirit", Mental: true},
			{Name: "Presence", Trait: "Spirit", Mental: true},
		},
		Suits: []SuitDef{
			{Name: "Swords", Symbol: "♠", Color: "#8c2f39", Trumps: []string{"Strength"}},
			{Name: "Helms", Symbol: "■", Color: "#b5651d", Trumps: []string{"Endurance"}},
			{Name: "Shields", Symbol: "▼", Color: "#2e8b57", Trumps: []string{"Agility"}},
			{Name: "Arrows", Symbol: "▲", Color: "#5a7d1e", Trumps: []string{"Dexterity"}},
			{Name: "Orbs", Symbol: "●", Color: "#3b6fb6", Trumps: []string{"Perception"}},
			{Name: "Moons", Symbol: "◆", Color: "#4b4fa3", Trumps: []string{"Reason"}},
			{Name: "Hearts", Symbol: "♥", Color: "#c0392b", Trumps: []string{"Spirit"}},
			{Name: "Crowns", Symbol: "♦", Color: "#b8860b", Trumps: []string{"Presence"}},
			{Name: "Dragons", Symbol: "★", Color: "#3a3a3a", Mishap: true},
		},
		Faces: map[Card]Face{},
	}
	for _, s := range d.Suits {
		values, auras := []int{1, 1, 1, 1, 1, 1, 1, 1, 1}, "+++000---"
		if s.Mishap {
			values, auras = append(values, 1), "+++0000---"
		}
		d.addRun(s.Name, values, auras)
	}
	return d
}

// addRun adds a suit's cards from 1 up, as many of each value as counts says; their auras stand in that order.
func (d *DeckList) addRun(suit Suit, counts []int, auras string) {
	i := 0
	for n, count := range counts {
		for copies := range count {
			c := Card{Suit: suit, Value: n + 1, Copy: copies}
			d.Cards = append(d.Cards, c)
			d.Faces[c] = Face{Aura: Aura(auras[i : i+1])}
			i++
		}
	}
}
