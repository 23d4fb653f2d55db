package bot

import (
	"errors"
	"slices"
	"strings"

	"skald/fate"
	"skald/knights"
)

// usePower finds the one move of a land's power that fits what was said.
func usePower(t *Turn) (Reply, error) {
	g, seat, err := t.playing()
	if err != nil {
		return Reply{}, err
	}
	land, err := t.colourOf(t.Text("land"))
	if err != nil {
		return Reply{}, err
	}
	knight, troop, err := t.tail("knight")
	if err != nil {
		return Reply{}, err
	}
	said := knights.Move{Seat: seat, Land: land}
	if knight != "" {
		if said.Knight, err = knights.ParseFace(knight); err != nil {
			return Reply{}, t.refusalOf(err)
		}
	}
	if troop = strings.TrimPrefix(strings.TrimPrefix(troop, " on "), " from "); troop != "" {
		if said.Troop, err = t.colourOf(troop); err != nil {
			return Reply{}, err
		}
	}
	var fits []knights.Move
	for _, m := range g.Moves(seat) {
		power := m.Kind == knights.Recall || m.Kind == knights.Reinforce
		if power && m.Land == land && (knight == "" || m.Knight == said.Knight) && (troop == "" || m.Troop == said.Troop) {
			fits = append(fits, m)
		}
	}
	switch len(fits) {
	case 0:
		return Reply{}, t.noPower(g, said)
	case 1:
		return t.move(fits[0].String())
	}
	var ways []string
	for _, m := range fits {
		ways = append(ways, t.moveLabel(m))
	}
	return Reply{}, fate.Refuse("which_move", "Say which: %s.", short(strings.Join(ways, "; "), 300))
}

// noPower says why a land's power cannot be used so: what the rules say to the move, where enough was said to make one.
func (t *Turn) noPower(g knights.Game, said knights.Move) error {
	said.Kind = knights.Recall
	var power knights.Power
	for _, side := range g.Sides() {
		if side.Colour == said.Land {
			power = side.Effects.Power
		}
	}
	if power.Kind == knights.ReinforcePower {
		said.Kind = knights.Reinforce
		if power.Where == "here" && said.Troop == knights.NoColour {
			said.Troop = said.Land
		}
	}
	whole := said
	if whole.Knight == (knights.Face{}) {
		whole.Knight = knights.Face{Value: 1, Colour: said.Land}
	}
	if whole.Troop == knights.NoColour {
		whole.Troop = said.Land
	}
	var no knights.Refusal
	_, _, err := g.Play(whole)
	ofMove := slices.Contains([]string{"not_in_hand", "not_in_troop", "leads_troop", "not_your_defence", "other_land", "colour_in_defence"}, codeOf(err, &no))
	land := t.landName(said.Land)
	switch {
	case no.Code == "no_such_power" && power.Kind == knights.NoPower:
		return fate.Refuse("no_power", "%s has no power on this side; /knights rules tells what the lands do (K3).", land)
	case no.Code == "no_such_power":
		return fate.Refuse("no_power", "The power of %s works by itself as long as it is yours (K3).", land)
	case no.Code != "" && (!ofMove || whole == said):
		return t.refusalOf(err)
	case said.Kind == knights.Reinforce:
		return fate.Refuse("no_power", "No knight can join a defence so: it must be in your hand, the land yours, and its colour not there yet (K9b).")
	}
	return fate.Refuse("no_power", "No knight can be taken back so: it must lie in an attack troop of yours and lead no others (K3).")
}

// codeOf is the code of a refusal of the knights' rules, which it puts into no.
func codeOf(err error, no *knights.Refusal) string {
	errors.As(err, no)
	return no.Code
}
