package bot

import (
	"slices"
	"strings"

	"skald/fate"
	"skald/table"
)

// own is the seat that the user plays: the hero that is named, or the only one. The narrator sees no hand
// but their own heroes' (R1.6b).
func (t *Turn) own() (table.Seat, error) {
	if t.Text("hero") == "" {
		return t.ownSeat()
	}
	s, absent, err := t.seat()
	if err == nil && absent {
		return s, fate.Refuse("not_yours", "%s's hand is for %s alone.", s.Hero.Name, s.Player.Name)
	}
	return s, err
}

// seat is the seat that a command is about, at the table. absent tells that the narrator speaks for its
// player.
func (t *Turn) seat() (s table.Seat, absent bool, err error) {
	name := t.Text("hero")
	if name == "" {
		s, err = t.onlySeat("hero")
		return s, false, err
	}
	if s, err = t.seatNamed(name); err != nil {
		return s, false, err
	}
	absent = s.Player.ID != t.User.ID
	switch {
	case absent && !t.Narrates():
		return s, false, notYours(s)
	case absent && t.Pressed && t.command.Who == Anyone && !t.Switch("sure"): // a click is not a decision to play for somebody
		return s, false, fate.Refuse("not_yours", "That is for %s, who plays %s. Where the player is away, type the command yourself, with hero:%s.", s.Player.Name, s.Hero.Name, quoteValue(s.Hero.Name))
	}
	if !s.Joined {
		return s, false, fate.Refuse("not_seated", "%s does not sit at the table; /game join hero:%s brings the hero in.", s.Hero.Name, quoteValue(s.Hero.Name))
	}
	return s, absent, nil
}

// unnamed refuses cards that the narrator names for an absent player, in one sentence whether they are there or not: what
// a hand holds is neither confirmed nor denied (R1.6b).
func unnamed(s table.Seat, does string) error {
	return fate.Refuse("not_yours", "%s's hand is for %s alone: leave the cards out, and Skald %s.", s.Hero.Name, s.Player.Name, does)
}

// onlySeat is the only hero that the user plays. A narrator who plays none is told to name one, with this option.
func (t *Turn) onlySeat(option string) (table.Seat, error) {
	if t.Narrates() && len(t.Table.Played(t.User.ID)) == 0 {
		seated := slices.DeleteFunc(t.Table.Heroes(), func(s table.Seat) bool { return !s.Joined })
		if len(seated) > 0 {
			return table.Seat{}, fate.Refuse("which_hero", "Say which hero it is: %s.", heroChoices(option, seated))
		}
	}
	return t.ownSeat()
}

func (t *Turn) ownSeat() (table.Seat, error) {
	mine := t.Table.Played(t.User.ID)
	switch len(mine) {
	case 0:
		return table.Seat{}, fate.Refuse("no_hero", "You play no hero at this table; make one with /hero new and sit down with /game join.")
	case 1:
		return mine[0], nil
	}
	return table.Seat{}, fate.Refuse("which_hero", "You play several heroes; say which: %s.", heroChoices("hero", mine))
}

// heroChoices is "hero:Jack or hero:Bren".
func heroChoices(option string, seats []table.Seat) string {
	var names []string
	for _, s := range seats {
		names = append(names, option+":"+quoteValue(s.Hero.Name))
	}
	return strings.Join(names, " or ")
}

func notYours(s table.Seat) error {
	return fate.Refuse("not_yours", "%s is played by %s.", s.Hero.Name, s.Player.Name)
}

// seatNamed finds a hero by name; the refusal names the nearest.
func (t *Turn) seatNamed(name string) (table.Seat, error) {
	if s, ok := t.Table.Hero(name); ok {
		return s, nil
	}
	var names []string
	for _, s := range t.Table.Heroes() {
		names = append(names, s.Hero.Name)
	}
	if len(names) == 0 {
		return table.Seat{}, fate.Refuse("no_hero", "There is no hero called %q; this game has none yet. /hero new makes one.", short(name, 40))
	}
	return table.Seat{}, fate.Refuse("no_hero", "There is no hero called %q%s", short(name, 40), mean("", name, names))
}

// splitList cuts a list at its commas.
func splitList(text string) []string {
	var words []string
	for w := range strings.SplitSeq(text, ",") {
		if w = strings.TrimSpace(w); w != "" {
			words = append(words, w)
		}
	}
	return words
}

func suggestHeroes(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	return choices(t.Table.Heroes())
}

func suggestMine(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	return choices(t.Table.Played(t.User.ID))
}

func choices(seats []table.Seat) []Choice {
	var list []Choice
	for _, s := range seats {
		list = append(list, Choice{Label: s.Hero.Name, Value: s.Hero.Name})
	}
	return list
}

func suggestGames(t *Turn) []Choice { return t.played(table.Saga) }

// suggestLogs offers all whose log can be read: what is played, and what has ended.
func suggestLogs(t *Turn) []Choice { return append(t.played(kinds...), suggestEnded(t)...) }

// played offers what is played of these kinds on the server.
func (t *Turn) played(kinds ...table.Kind) []Choice {
	var list []Choice
	for _, kind := range kinds {
		for _, g := range t.Server.Games(kind) {
			name := g.Table().Game.Name
			list = append(list, Choice{Label: name, Value: name})
		}
	}
	return list
}

func suggestEnded(t *Turn) []Choice {
	var list []Choice
	ended, _ := t.Server.ended("", "")
	for _, l := range ended {
		list = append(list, Choice{Label: l.Game.Name, Value: l.Game.Name})
	}
	return list
}
