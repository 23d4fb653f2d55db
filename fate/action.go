package fate

import (
	"slices"
)

// Modifier is a named part of a total or of a difficulty.
type Modifier struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
}

// Sum adds modifiers up.
func Sum(parts []Modifier) int {
	sum := 0
	for _, m := range parts {
		sum += m.Value
	}
	return sum
}

// Action is one attempt at something, from the declaration to the last flip (R3.3). It is a value that
// grows: cards are added, and the methods tell what may or must come next.
type Action struct {
	Ability string `json:"ability"`
	Score   int    `json:"score"` // of the action ability
	Edge    int    `json:"edge"`
	// Trumps are the action's own suits: they decide what a flip does (R4.3d).
	Trumps []Suit `json:"trumps,omitempty"`
	// Wide are the further suits in which a card played from the hand is a trump, by a Trump bonus or
	// a skill's degree (R1.8, R14.4, R14.6).
	Wide []Suit `json:"wide,omitempty"`
	// Modifiers add to the total, Against is all that must be reached (R3.5, R3.6): first the difficulty
	// and what makes it easier or harder, then the opposition and the rest.
	Modifiers []Modifier `json:"modifiers,omitempty"`
	Against   []Modifier `json:"against,omitempty"`
	// Cards came from the hand in this order, Flips from the deck, Extra by hero points (R11.2a).
	Cards Pile `json:"cards,omitempty"`
	Flips Pile `json:"flips,omitempty"`
	Extra Pile `json:"extra,omitempty"`
}

// Check refuses cards that the Edge chain does not allow: every card but the last must have a value at
// or under Edge (R4.2, R4.2a, R4.2d).
func (a *Action) Check() error {
	for i, c := range a.Cards {
		if i < len(a.Cards)-1 && c.Value > a.Edge {
			return Refuse("above_edge", "After the %s no further card can be played: it is above Edge %d", c.Long(), a.Edge)
		}
	}
	return nil
}

// Chains reports whether another hand card may follow the ones played (R4.2, R4.2c).
func (a *Action) Chains() bool {
	return len(a.Flips) == 0 && (len(a.Cards) == 0 || a.Cards[len(a.Cards)-1].Value <= a.Edge)
}

// Trump reports whether the last card played from the hand is a trump (R4.3, R4.3a).
func (a *Action) Trump() bool {
	if len(a.Cards) == 0 {
		return false
	}
	suit := a.Cards[len(a.Cards)-1].Suit
	return slices.Contains(a.Trumps, suit) || slices.Contains(a.Wide, suit)
}

// Flipping reports whether the top card of the deck must be turned up next (R4.3): the last hand card is
// a trump, and so is every flip so far. A widened trump does not widen flips (R4.3d).
func (a *Action) Flipping() bool {
	if !a.Trump() {
		return false
	}
	return len(a.Flips) == 0 || slices.Contains(a.Trumps, a.Flips[len(a.Flips)-1].Suit)
}

// Total is the action score: ability, cards, modifiers (R3.5, R4.4).
func (a *Action) Total() int {
	return a.Score + a.Cards.Sum() + a.Flips.Sum() + a.Extra.Sum() + Sum(a.Modifiers)
}

// Target is all that must be reached (R3.6). What makes an action easier takes it down to 0 at most;
// an opposition that stands after it counts in full (R3.4a).
func (a Action) Target() int {
	target := 0
	for _, m := range a.Against {
		target = max(0, target+m.Value)
	}
	return target
}

// Margin is by how much the total goes beyond the target, or falls short of it (R6.3a).
func (a *Action) Margin() int { return a.Total() - a.Target() }

// Success reports whether the total reaches the target; equal is enough (R3.5a).
func (a *Action) Success() bool { return a.Margin() >= 0 }

// Mishap reports whether one is due: the action failed and a card of the Karma kind was played from the
// hand (R12.1, R12.1a).
func (a *Action) Mishap(d *DeckList) bool {
	return !a.Success() && slices.ContainsFunc(a.Cards, d.Mishap)
}
