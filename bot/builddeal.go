package bot

import (
	"fmt"
	"slices"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// deal turns up four cards more than there are abilities, to make abilities of them (published use; our own
// number). They lie on the discard pile; the draft remembers them. A user is dealt such cards once, until the
// narrator deals anew or the hero is approved; who threw the draft away has the same cards again.
func (t *Turn) deal(d table.Draft) (table.Draft, string, error) {
	was, dealt := t.Table.DealtTo(d.Player.ID)
	if dealt {
		_, dealt = t.Table.List.Cards.Without(was.Dealt...) // another deck has other cards
	}
	again := ""
	switch {
	case t.Narrates() || !dealt:
		d.Dealt = t.Table.Read(len(t.Table.List.Abilities)+4, t.luck())
	case was.Dropped:
		d.Dealt, again = was.Dealt, fmt.Sprintf("These are the cards that were dealt for %s; only the narrator deals anew.\n", was.Hero.Name)
	default:
		return d, "", fate.Refuse("dealt", "Cards were dealt for %s already; only the narrator deals anew.", was.Hero.Name)
	}
	d.Assigned, d.Bought = nil, false
	return d, again + "Choose a card and then the ability it is for: step:assign card:\"" + firstCard(d.Dealt) + "\" value:" + t.Table.List.Abilities[0].Name + ".", nil
}

// dealtTold tells all that cards of the shared deck were dealt for a draft; nothing where they are the ones that
// its player had already.
func (t *Turn) dealtTold(d table.Draft) []Reply {
	if was, dealt := t.Table.DealtTo(d.Player.ID); dealt && slices.Equal(was.Dealt, d.Dealt) {
		return nil
	}
	what := d.Hero.Name
	if d.Seat == "" {
		what = "a new hero, " + what
	}
	return []Reply{{Body: fmt.Sprintf("%s is dealt %s for %s; the cards are discarded.", d.Player.Name, plural(len(d.Dealt), "card"), what)}}
}

func firstCard(p fate.Pile) string {
	if len(p) == 0 {
		return ""
	}
	return p[0].Long()
}

// assign makes an ability of a dealt card: the value is its score; the suit makes its code, A where it is the
// ability's own, B another's of its Trait, C another's of its half, D any other, X of the Karma kind. A Trait
// has the better code of its abilities.
func (t *Turn) assign(d table.Draft, card, ability string) (table.Draft, string, error) {
	if len(d.Dealt) == 0 {
		return d, "", fate.Refuse("no_card", "No cards have been dealt for %s: step:deal.", d.Hero.Name)
	}
	free := d.Dealt
	for _, c := range d.Assigned {
		free, _ = free.Without(c)
	}
	c, ok := t.Table.List.Find(card, free)
	if !ok {
		return d, "", fate.Refuse("no_such_card", "%q is not among the dealt cards that are left: %s.", short(card, 40), longList(free))
	}
	a, ok := t.Table.List.Ability(ability)
	if !ok {
		return d, "", fate.Refuse("no_ability", "%q is no ability here; say which with value:%s.", short(ability, 40), t.Table.List.Abilities[0].Name)
	}
	assigned := map[string]fate.Card{a.Name: c}
	for name, other := range d.Assigned {
		if name != a.Name {
			assigned[name] = other
		}
	}
	d.Assigned = assigned
	var err error
	if d.Hero, err = d.Hero.WithScore(a.Name, scoreOf(c)); err != nil {
		return d, "", err
	}
	best := hero.Code("")
	for _, other := range t.Table.List.Abilities {
		if card, has := assigned[other.Name]; has && other.Trait == a.Trait {
			if code := t.codeOf(card, other); best == "" || code < best { // A comes before X
				best = code
			}
		}
	}
	d.Hero, err = d.Hero.WithCode(a.Trait, string(best))
	return d, fmt.Sprintf("%s makes %s %d; the code of %s is %s.", upper(c.Long()), a.Name, d.Hero.Scores[a.Name], a.Trait, best), err
}

// scoreOf is the score that a dealt card makes.
func scoreOf(c fate.Card) int { return min(hero.MaxScore, max(hero.MinScore, c.Value)) }

// codeOf is the code that a card's suit gives an ability.
func (t *Turn) codeOf(c fate.Card, a fate.Ability) hero.Code {
	list := t.Table.List
	in := func(suits []fate.Suit) bool { return slices.Contains(suits, c.Suit) }
	switch {
	case list.Mishap(c):
		return "X"
	case in(list.Trumps(a.Name)):
		return "A"
	case in(list.TrumpsWhere(func(b fate.Ability) bool { return b.Trait == a.Trait })):
		return "B"
	case in(list.TrumpsWhere(func(b fate.Ability) bool { return b.Mental == a.Mental })):
		return "C"
	}
	return "D"
}
