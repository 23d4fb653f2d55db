package bot

import (
	"fmt"
	"strings"

	"skald/knights"
)

// otherBacks tells of a hand's knights that are not of the player's own set, which everybody sees by their backs (K5): " (10 A, 1 C)".
func otherBacks(v knights.View, p knights.PlayerView) string {
	backs := v.Backs(p.Seat)
	if len(backs) == 0 || len(backs) == 1 && backs[0].Set == p.Set {
		return ""
	}
	var list []string
	for _, b := range backs {
		list = append(list, fmt.Sprintf("%d %s", b.Held, b.Set))
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// setLines tell which knights are in each set (K5a), and where a game is dealt, whose it is.
func (t *Turn) setLines(in func(knights.Words) string, tableWord string) []string {
	whose := map[knights.Set]string{}
	if t.Table != nil && t.Table.Match.Game != nil {
		v, names := t.Table.Match.Game.For(-1), t.Table.Match.Names()
		whose[v.Neutral] = " (" + tableWord + ")"
		for _, p := range v.Players {
			whose[p.Set] = " (" + names[p.Seat] + ")"
		}
	}
	var lines []string
	for _, s := range knights.Sets() {
		var groups []string
		for _, c := range knights.Colours() {
			var values []string
			for _, k := range s.Knights() {
				if k.Colour == c {
					values = append(values, fmt.Sprint(k.Value))
				}
			}
			groups = append(groups, in(c.Words())+" "+strings.Join(values, " "))
		}
		lines = append(lines, fmt.Sprintf("**%s**%s: %s", s, whose[s], strings.Join(groups, ", ")))
	}
	return lines
}
