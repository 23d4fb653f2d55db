package knights

import (
	"fmt"
	"strconv"
	"strings"
)

// Refusal is why a move is not carried out: Code for programs, the number of the rule, and one sentence for the player, which ends
// with that number.
type Refusal struct {
	Code    string `json:"code"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// Error gives the sentence.
func (r Refusal) Error() string { return r.Message }

func refusal(code, rule, format string, args ...any) Refusal {
	text := strings.TrimSuffix(fmt.Sprintf(format, args...), ".")
	return Refusal{Code: code, Rule: rule, Message: text + " (" + rule + ")."}
}

// verdict is an entry of refusals, or legal.
type verdict int

const (
	legal verdict = iota
	gameOver
	noSeat
	hasResigned
	notYourTurn
	noSuchMove
	alreadyActed
	nothingToCollect
	notInHand
	alreadyLaid
	troopExists
	noTroop
	colourInTroop
	alreadyRecruited
	notFree
	tooDear
	mustBePlayable
	notYourLand
	noSuchPower
	powerSpent
	notInTroop
	leadsTroop
	notYourDefence
	otherLandOnly
	colourInDefence
	mustLay
	mustRecruit
)

// refusals words each verdict: code, rule, sentence. Names in braces are filled in from the move and the game.
var refusals = [...][3]string{
	gameOver:         {"over", "K14", "The game is over"},
	noSeat:           {"no_seat", "K5", "There is no seat {seat} in this game"},
	hasResigned:      {"resigned", "K8", "You have resigned from this game"},
	notYourTurn:      {"not_your_turn", "K8", "It is not your turn"},
	noSuchMove:       {"no_move", "K8", "That is not a move of this game: you may collect, lay, recruit, use a land's power, end your turn or resign"},
	alreadyActed:     {"too_late", "K8", "Fame is collected before anything else in a turn, so it is too late now"},
	nothingToCollect: {"nothing_due", "K8", "You own no land that pays fame, so there is nothing to collect"},
	notInHand:        {"not_in_hand", "K9", "The {knight} is not in your hand"},
	alreadyLaid:      {"already_laid", "K9", "You have laid your knight for this turn"},
	troopExists:      {"troop_exists", "K9a", "You already have a troop led by a {colour} knight; no second one may be"},
	noTroop:          {"no_troop", "K9", "You have no attack troop against {troop}; a {troopcolour} knight would start one"},
	colourInTroop:    {"colour_in_troop", "K10", "Your troop against {troop} has a {colour} knight already, and may hold one of each colour"},
	alreadyRecruited: {"already_recruited", "K13", "You have recruited a knight in this turn; one is all"},
	notFree:          {"not_free", "K13", "The {knight} is not among the free knights"},
	tooDear:          {"too_dear", "K13", "The {knight} costs {cost} and you have {chips}"},
	mustBePlayable:   {"must_be_playable", "K13b", "You cannot lay any knight of your hand, so recruit one that you can lay; the {knight} is not"},
	notYourLand:      {"not_your_land", "K3", "{land} is not yours, so its power is not either"},
	noSuchPower:      {"no_such_power", "K3", "{land} gives no power of that kind on this side"},
	powerSpent:       {"power_spent", "K3", "The power of {land} is used up: {times}"},
	notInTroop:       {"not_in_troop", "K3", "The {knight} is not in an attack troop of yours against {troop}"},
	leadsTroop:       {"leads_troop", "K9", "The {knight} leads its troop and others stand behind it, so it must stay"},
	notYourDefence:   {"not_your_defence", "K9b", "{troop} is not yours, so you cannot add to its defence"},
	otherLandOnly:    {"other_land", "K9b", "The power of {land} adds to the defence of {land} only"},
	colourInDefence:  {"colour_in_defence", "K10", "The defence of {troop} has a {colour} knight already, and may hold one of each colour"},
	mustLay:          {"must_lay", "K9", "You must lay a knight before your turn ends"},
	mustRecruit:      {"must_recruit", "K13b", "You cannot lay any knight of your hand but can pay for a free one that you could lay, so recruit it first"},
}

// refuse words a verdict that is not legal.
func (g *Game) refuse(v verdict, m Move) Refusal {
	r := refusals[v]
	times := "it may be used once while the land is yours"
	if v == powerSpent && g.board.power[m.Land].Times == "turn" {
		times = "it may be used once a turn"
	}
	cost, chips := 0, 0
	if v == tooDear {
		cost, chips = g.cost(m.Seat, m.Knight), g.chips[m.Seat]
	}
	fill := strings.NewReplacer(
		"{seat}", strconv.Itoa(m.Seat), "{knight}", m.Knight.String(), "{colour}", m.Knight.Colour.String(),
		"{troopcolour}", m.Troop.String(), "{troop}", m.Troop.Land(), "{land}", m.Land.Land(),
		"{cost}", strconv.Itoa(cost), "{chips}", strconv.Itoa(chips), "{times}", times)
	return refusal(r[0], r[1], "%s", fill.Replace(r[2]))
}

// judge is the one source of legality: [Game.Moves] offers what it calls legal, [Game.Play] carries out nothing else.
func (g *Game) judge(m Move) verdict {
	switch {
	case g.ended != Running:
		return gameOver
	case m.Seat < 0 || m.Seat >= g.players:
		return noSeat
	case g.out[m.Seat]:
		return hasResigned
	case m.Kind == Resign:
		return onlyIf(m == Move{Seat: m.Seat, Kind: Resign}, noSuchMove)
	case m.Seat != g.seat:
		return notYourTurn
	case !wellFormed(m):
		return noSuchMove
	}
	switch m.Kind {
	case Collect:
		return g.judgeCollect()
	case Lay:
		return g.judgeLay(m.Knight, m.Troop)
	case Recruit:
		return g.judgeRecruit(m.Knight)
	case Recall:
		return g.judgeRecall(m)
	case Reinforce:
		return g.judgeReinforce(m)
	}
	return g.judgeEndTurn()
}

// wellFormed says whether the move has the fields of its kind and no others.
func wellFormed(m Move) bool {
	if m.Troop > Yellow || m.Land > Yellow {
		return false
	}
	switch m.Kind {
	case Collect, EndTurn:
		return m == Move{Seat: m.Seat, Kind: m.Kind}
	case Recruit:
		return m.Knight.valid() && m.Troop == NoColour && m.Land == NoColour
	case Lay:
		return m.Knight.valid() && m.Land == NoColour
	case Recall, Reinforce:
		return m.Knight.valid() && m.Troop != NoColour && m.Land != NoColour
	}
	return false
}

func onlyIf(ok bool, otherwise verdict) verdict {
	if ok {
		return legal
	}
	return otherwise
}

// K8, K8a
func (g *Game) judgeCollect() verdict {
	if g.acted {
		return alreadyActed
	}
	return onlyIf(g.due(g.seat) > 0, nothingToCollect)
}

// K9, K9a, K10
func (g *Game) judgeLay(f Face, troop Colour) verdict {
	switch {
	case g.laid:
		return alreadyLaid
	case g.hands[g.seat]&faceBands[faceIndex(f)] == 0:
		return notInHand
	}
	return g.fits(f.Colour, troop)
}

// fits says whether a knight of colour c may be laid on the troop, or may start one.
func (g *Game) fits(c, troop Colour) verdict {
	troops := &g.troops[g.seat]
	switch {
	case troop == NoColour:
		return onlyIf(troops[c] == 0, troopExists)
	case troops[troop] == 0:
		return noTroop
	}
	return onlyIf(troops[troop]&colourBands[c] == 0, colourInTroop)
}

// playable says whether a knight of colour c could be laid at all.
func (g *Game) playable(c Colour) bool {
	for troop := NoColour; troop <= Yellow; troop++ {
		if g.fits(c, troop) == legal {
			return true
		}
	}
	return false
}

// blocked says whether laying is due and no hand knight can be laid (K13b).
func (g *Game) blocked() bool {
	if g.laid {
		return false
	}
	for c := Red; c <= Yellow; c++ {
		if g.hands[g.seat]&colourBands[c] != 0 && g.playable(c) {
			return false
		}
	}
	return true
}

// K13, K13a, K13b
func (g *Game) judgeRecruit(f Face) verdict {
	switch {
	case g.hired:
		return alreadyRecruited
	case g.free&faceBands[faceIndex(f)] == 0:
		return notFree
	case g.cost(g.seat, f) > g.chips[g.seat]:
		return tooDear
	case g.blocked() && !g.playable(f.Colour) && g.rescue():
		return mustBePlayable
	}
	return legal
}

// rescue says whether a knight that the chips buy could be laid (K13b).
func (g *Game) rescue() bool {
	for i, f := range faces {
		if g.free&faceBands[i] != 0 && g.cost(g.seat, f) <= g.chips[g.seat] && g.playable(f.Colour) {
			return true
		}
	}
	return false
}

// K9, K13b
func (g *Game) judgeEndTurn() verdict {
	switch {
	case g.laid:
		return legal
	case !g.blocked():
		return mustLay
	}
	return onlyIf(g.hired || !g.rescue(), mustRecruit)
}

// judgePower judges what all powers ask of the land (K3).
func (g *Game) judgePower(land Colour, kind PowerKind) verdict {
	switch {
	case int(g.owner[land]) != g.seat:
		return notYourLand
	case g.board.power[land].Kind != kind:
		return noSuchPower
	}
	return onlyIf(!g.spent[land], powerSpent)
}

func (g *Game) judgeRecall(m Move) verdict {
	if v := g.judgePower(m.Land, RecallPower); v != legal {
		return v
	}
	troop := g.troops[g.seat][m.Troop]
	if troop&faceBands[faceIndex(m.Knight)] == 0 {
		return notInTroop
	}
	return onlyIf(m.Knight.Colour != m.Troop || troop.size() == 1, leadsTroop)
}

// K9b, K10
func (g *Game) judgeReinforce(m Move) verdict {
	if v := g.judgePower(m.Land, ReinforcePower); v != legal {
		return v
	}
	switch {
	case g.hands[g.seat]&faceBands[faceIndex(m.Knight)] == 0:
		return notInHand
	case g.board.power[m.Land].Where == "here" && m.Troop != m.Land:
		return otherLandOnly
	case int(g.owner[m.Troop]) != g.seat:
		return notYourDefence
	}
	return onlyIf(g.defence[m.Troop]&colourBands[m.Knight.Colour] == 0, colourInDefence)
}

// Moves gives exactly the legal moves of the seat, in a fixed order. A player whose turn it is not may only resign; one who has
// resigned has no move, and nobody has one when the game is over. Anything else is refused by [Game.Play].
func (g Game) Moves(seat int) []Move {
	var list []Move
	if seat == g.seat {
		list = g.moves(nil)
	}
	if m := (Move{Seat: seat, Kind: Resign}); g.judge(m) == legal {
		list = append(list, m)
	}
	return list
}

// moves appends the legal moves of the seat to move, without resigning.
func (g *Game) moves(list []Move) []Move {
	if g.ended != Running || g.players == 0 {
		return list
	}
	list = g.offer(list, Move{Kind: Collect})
	if !g.laid {
		for i, f := range faces {
			if g.hands[g.seat]&faceBands[i] != 0 {
				list = g.lays(list, f)
			}
		}
	}
	list = g.extras(list, false)
	return g.offer(list, Move{Kind: EndTurn})
}

// offer appends a move of the seat to move if it is legal.
func (g *Game) offer(list []Move, m Move) []Move {
	m.Seat = g.seat
	if g.judge(m) == legal {
		list = append(list, m)
	}
	return list
}

// lays appends the ways to lay the knight.
func (g *Game) lays(list []Move, f Face) []Move {
	list = g.offer(list, Move{Kind: Lay, Knight: f})
	for troop := Red; troop <= Yellow; troop++ {
		if g.troops[g.seat][troop] != 0 {
			list = g.offer(list, Move{Kind: Lay, Knight: f, Troop: troop})
		}
	}
	return list
}

// extras appends the legal moves that are neither collecting nor laying nor ending: all of them, or only the first one.
func (g *Game) extras(list []Move, one bool) []Move {
	if g.free != 0 && !g.hired {
		for i, f := range faces {
			if g.free&faceBands[i] != 0 {
				list = g.offer(list, Move{Kind: Recruit, Knight: f})
			}
			if one && len(list) > 0 {
				return list
			}
		}
	}
	for land := Red; land <= Yellow; land++ {
		if int(g.owner[land]) == g.seat && !g.spent[land] {
			list = g.uses(list, land)
		}
	}
	return list
}

// uses appends the uses of the land's power, if it has one that is used by a move.
func (g *Game) uses(list []Move, land Colour) []Move {
	m := Move{Land: land}
	for troop := Red; troop <= Yellow; troop++ {
		var from band
		switch g.board.power[land].Kind {
		case RecallPower:
			m.Kind, from = Recall, g.troops[g.seat][troop]
		case ReinforcePower:
			m.Kind, from = Reinforce, g.hands[g.seat]
			if int(g.owner[troop]) != g.seat {
				continue
			}
		default:
			return list
		}
		m.Troop = troop
		for i, f := range faces {
			if from&faceBands[i] != 0 {
				m.Knight = f
				list = g.offer(list, m)
			}
		}
	}
	return list
}
