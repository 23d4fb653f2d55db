package table

import (
	"encoding/json"
	"maps"
	"slices"
)

// Library is the kind of the table that holds what a server keeps for all its games: decks, foes, lists.
// A game that takes something from it records a copy of its own.
const Library Kind = "library"

// Shelf is one kind of things in a library, such as "decks".
type Shelf string

// Shelved is a thing put on a shelf, or taken from it where Item is null.
type Shelved struct {
	Shelf Shelf           `json:"shelf"`
	Name  string          `json:"name"`
	Item  json.RawMessage `json:"item"`
}

func (Shelved) kind() string { return "shelved" }
func (e Shelved) apply(t *Table) {
	shelves := maps.Clone(t.Shelves)
	if shelves == nil {
		shelves = map[Shelf]map[string]json.RawMessage{}
	}
	items := maps.Clone(shelves[e.Shelf])
	if items == nil {
		items = map[string]json.RawMessage{}
	}
	items[e.Name] = e.Item
	if len(e.Item) == 0 || string(e.Item) == "null" {
		delete(items, e.Name)
	}
	shelves[e.Shelf] = items
	if len(items) == 0 {
		delete(shelves, e.Shelf)
	}
	t.Shelves = shelves
}
func (e Shelved) seenBy(Viewer) Event { return e }

// Put puts a thing on a shelf, in the place of one of the same name. The error is an item that JSON
// cannot write.
func (t *Table) Put(shelf Shelf, name string, item any) error {
	raw, err := json.Marshal(item)
	if err == nil {
		t.record(Shelved{shelf, name, raw})
	}
	return err
}

// Remove takes a thing from a shelf.
func (t *Table) Remove(shelf Shelf, name string) { t.record(Shelved{Shelf: shelf, Name: name}) }

// OnShelf lists the names on a shelf, sorted.
func (t *Table) OnShelf(shelf Shelf) []string {
	return slices.Sorted(maps.Keys(t.Shelves[shelf]))
}

// Take reads a thing from a shelf into a pointer; false where there is none of that name.
func (t *Table) Take(shelf Shelf, name string, into any) (bool, error) {
	raw, ok := t.Shelves[shelf][name]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(raw, into)
}
