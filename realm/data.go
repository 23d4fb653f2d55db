package realm

import (
	"embed"
	"encoding/json"
	"slices"
	"sync"
)

//go:embed data/*.json
var data embed.FS

// Book is a book with the factions that it has (C1). The lists are suggestions; any other name will do.
type Book struct {
	Book     string    `json:"book"`
	Factions []Faction `json:"factions"`
}

// Faction is a faction's name with its subdivisions, if it has any (C1).
type Faction struct {
	Name      string   `json:"name"`
	Divisions []string `json:"divisions,omitempty"`
}

type scenarioList struct {
	Book      string   `json:"book"`
	Standard  bool     `json:"standard,omitempty"` // suggested for a battle of the campaign
	Scenarios []string `json:"scenarios"`
}

var (
	books         = sync.OnceValue(func() []Book { return read[Book]("data/factions.json") })
	scenarioLists = sync.OnceValue(func() []scenarioList { return read[scenarioList]("data/scenarios.json") })
)

func read[E any](name string) []E {
	text, err := data.ReadFile(name)
	if err != nil {
		panic(err)
	}
	var list []E
	if err := json.Unmarshal(text, &list); err != nil {
		panic("realm: " + name + ": " + err.Error())
	}
	return list
}

// Books lists the books with their factions, the factions by name (C1).
func Books() []Book {
	list := slices.Clone(books())
	for i := range list {
		list[i].Factions = slices.Clone(list[i].Factions)
	}
	return list
}

// Divisions lists the subdivisions of a faction, none where none are known (C1).
func Divisions(faction string) []string {
	for _, b := range books() {
		for _, f := range b.Factions {
			if same(f.Name, faction) {
				return slices.Clone(f.Divisions)
			}
		}
	}
	return nil
}

// Scenarios lists the scenarios that suit a battle of the campaign (C12a).
func Scenarios() []string { return scenarioNames(true) }

// legends are scenarios that are known by name, but not suggested.
func legends() []string { return scenarioNames(false) }

func scenarioNames(standard bool) []string {
	var names []string
	for _, list := range scenarioLists() {
		if list.Standard == standard {
			names = append(names, list.Scenarios...)
		}
	}
	return names
}
