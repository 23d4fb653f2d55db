package knights

import "slices"

// oracle says whether a move is legal by the plain rules over what its seat sees. It is written for clarity and shares
// nothing with the package but the View.
func oracle(v View, m Move) bool {
	if v.ToMove < 0 || m.Seat != v.Seat || v.Players[v.Seat].Resigned {
		return false
	}
	if m == (Move{Seat: v.Seat, Kind: Resign}) {
		return true
	}
	if v.ToMove != v.Seat || m.Knight != (Face{}) && (m.Knight.Value < 1 || m.Knight.Value > 4) {
		return false
	}
	me := v.Players[v.Seat]
	laid := v.Phase == "optional"
	switch m.Kind {
	case Collect: // K8, K8a
		return m == Move{Seat: v.Seat, Kind: Collect} && v.Phase == "begin" && oracleIncome(v) > 0
	case Lay: // K9, K10
		return m.Land == NoColour && !laid && holds(me.Hand, m.Knight) && oracleFits(me, m.Knight.Colour, m.Troop)
	case Recruit: // K13
		if m.Land != NoColour || m.Troop != NoColour || v.known.hired || !holds(v.Free, m.Knight) || oracleCost(v, m.Knight) > me.Chips {
			return false
		}
		stuck := !laid && !oracleAny(me, me.Hand)
		return !stuck || !oracleRescue(v) || oracleAny(me, []Knight{{Value: m.Knight.Value, Colour: m.Knight.Colour}})
	case EndTurn: // K9, K13b
		if m != (Move{Seat: v.Seat, Kind: EndTurn}) {
			return false
		}
		return laid || !oracleAny(me, me.Hand) && (v.known.hired || !oracleRescue(v))
	case Recall:
		return oraclePower(v, m.Land, RecallPower) && oracleRecall(me, m)
	case Reinforce:
		return oraclePower(v, m.Land, ReinforcePower) && oracleReinforce(v, m)
	}
	return false
}

func holds(list []Knight, f Face) bool {
	return slices.ContainsFunc(list, func(k Knight) bool { return k.Value == f.Value && k.Colour == f.Colour })
}

func hasColour(list []Knight, c Colour) bool {
	return slices.ContainsFunc(list, func(k Knight) bool { return k.Colour == c })
}

func troopOf(p PlayerView, c Colour) (TroopView, bool) {
	i := slices.IndexFunc(p.Troops, func(t TroopView) bool { return t.Against == c })
	if i < 0 {
		return TroopView{}, false
	}
	return p.Troops[i], true
}

func oracleFits(p PlayerView, c, troop Colour) bool {
	if troop == NoColour {
		_, there := troopOf(p, c)
		return !there
	}
	t, there := troopOf(p, troop)
	return there && !hasColour(t.Knights, c)
}

func oracleAny(p PlayerView, list []Knight) bool {
	for _, k := range list {
		for _, troop := range append(Colours(), NoColour) {
			if oracleFits(p, k.Colour, troop) {
				return true
			}
		}
	}
	return false
}

func oracleRescue(v View) bool {
	return slices.ContainsFunc(v.Free, func(k Knight) bool {
		return oracleCost(v, k.Face()) <= v.Players[v.Seat].Chips && oracleAny(v.Players[v.Seat], []Knight{k})
	})
}

func oracleIncome(v View) (sum int) {
	for _, land := range v.Lands {
		if land.Owner == v.Seat {
			sum += land.Side.Effects.Income
		}
	}
	return sum
}

func oracleCost(v View, f Face) int {
	cost := f.Value
	for _, land := range v.Lands {
		if p := land.Side.Effects.Power; land.Owner == v.Seat && p.Kind == DiscountPower {
			cost -= p.Points
		}
	}
	return max(cost, 0)
}

func oraclePower(v View, land Colour, kind PowerKind) bool {
	for _, l := range v.Lands {
		if l.Side.Colour == land {
			return l.Owner == v.Seat && l.Side.Effects.Power.Kind == kind && !l.Spent
		}
	}
	return false
}

func oracleRecall(p PlayerView, m Move) bool {
	t, there := troopOf(p, m.Troop)
	return there && holds(t.Knights, m.Knight) && (t.Knights[0].Face() != m.Knight || len(t.Knights) == 1)
}

func oracleReinforce(v View, m Move) bool {
	for _, l := range v.Lands {
		if l.Side.Colour == m.Land && l.Side.Effects.Power.Where == "here" && m.Troop != m.Land {
			return false
		}
	}
	for _, l := range v.Lands {
		if l.Side.Colour == m.Troop {
			return l.Owner == v.Seat && holds(v.Players[v.Seat].Hand, m.Knight) && !hasColour(l.Defence, m.Knight.Colour)
		}
	}
	return false
}
