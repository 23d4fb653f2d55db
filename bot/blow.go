package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/combat"
)

// blowLines tell blows; those with equal sums share a line, and where there are too many to read, each target has
// one for all that hit it.
func blowLines(blows []combat.Blow) []string {
	const most = 12
	type key struct{ on, text string }
	var order []key
	by := map[key][]string{}
	for _, b := range blows {
		_, text, _ := strings.Cut(blowText(b), "**: ")
		k := key{b.On, text}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], b.By)
	}
	if len(order) > most {
		return blowSums(blows)
	}
	var lines []string
	for _, k := range order {
		who, each := "**"+by[k][0]+"** hits", ""
		if n := len(by[k]); n > 1 {
			who, each = "**"+gatherNames(by[k])+"** hit", ", each"
		}
		lines = append(lines, fmt.Sprintf("%s **%s**%s: %s", who, k.on, each, k.text))
	}
	return lines
}

// blowSums are blows added up for each target.
func blowSums(blows []combat.Blow) []string {
	var order []string
	hits, sums := map[string]int{}, map[string]map[string]int{}
	for _, b := range blows {
		if sums[b.On] == nil {
			sums[b.On] = map[string]int{}
			order = append(order, b.On)
		}
		hits[b.On]++
		sums[b.On][string(b.Harm)] += b.Wounds()
	}
	var lines []string
	for _, on := range order {
		var parts []string
		for _, harm := range []string{"killing", "stunning"} {
			if n := sums[on][harm]; n > 0 {
				parts = append(parts, fmt.Sprintf("**%d %s**", n, woundWord(n, harm)))
			}
		}
		lines = append(lines, fmt.Sprintf("**%s** is hit %s: %s.", on, times(hits[on]), cmpOr(join(parts), "no wounds")))
	}
	return lines
}

// knockedAway reports whether a hero has been disarmed of an item in this fight (R7.5).
func knockedAway(f combat.Fight, hero, item string) bool {
	return slices.ContainsFunc(f.Lasting, func(k combat.Condition) bool {
		return k.State == combat.Disarmed && k.Who == hero && strings.EqualFold(k.Name, item)
	})
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// gatherNames joins names, those that differ only in a number at the end shortly: "Goon 1, 2, 3 and Ogre".
func gatherNames(names []string) string {
	var order []string
	numbers := map[string][]string{}
	for _, name := range names {
		stem := name
		if i := strings.LastIndex(name, " "); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
			stem = name[:i]
		}
		if numbers[stem] == nil {
			order = append(order, stem)
		}
		if !slices.Contains(numbers[stem], name) {
			numbers[stem] = append(numbers[stem], name)
		}
	}
	var parts []string
	for _, stem := range order {
		parts = append(parts, groupText(stem, numbers[stem]))
	}
	return join(parts)
}

// gatheredNotes are sentences of what happened; of foes that fall or die alike one tells of all.
func gatheredNotes(notes []combat.Note) []string {
	alike := map[string]string{"foe_down": "fall unconscious (R6.5).", "foe_dead": "are dead (R6.5)."}
	var lines []string
	told := map[string]bool{}
	for _, n := range notes {
		var names []string
		for _, other := range notes {
			if other.Code == n.Code {
				names = append(names, other.Who)
			}
		}
		switch {
		case alike[n.Code] == "" || len(names) == 1:
			lines = append(lines, noteTexts([]combat.Note{n})...)
		case !told[n.Code]:
			told[n.Code] = true
			lines = append(lines, gatherNames(names)+" "+alike[n.Code])
		}
	}
	return lines
}

// unpaidLines add up the wounds that each hero still owes, by their kind.
func unpaidLines(wounds []combat.Wound) []string {
	type key struct{ who, harm string }
	var order []key
	sums, hits := map[key]int{}, map[key]int{}
	for _, w := range wounds {
		k := key{w.Who, string(w.Harm)}
		if hits[k] == 0 {
			order = append(order, k)
		}
		sums[k] += w.Amount
		hits[k]++
	}
	var lines []string
	for _, k := range order {
		line := fmt.Sprintf("%s: %d %s", k.who, sums[k], woundWord(sums[k], k.harm))
		if hits[k] > 1 {
			line += fmt.Sprintf(" of %d hits", hits[k])
		}
		lines = append(lines, line)
	}
	return lines
}

// blowText is a blow as a sum: what hit, what it met, what remains.
func blowText(b combat.Blow) string {
	text := fmt.Sprintf("**%s** hits **%s**: %s = %d", b.By, b.On, sumText(b.Hit), b.Raw())
	if len(b.Met) > 0 {
		text += fmt.Sprintf(", less %s = %d", sumText(b.Met), b.Defense())
	}
	if b.Wounds() == 0 {
		return text + ": no wounds."
	}
	return fmt.Sprintf("%s: **%d %s**.", text, b.Wounds(), woundWord(b.Wounds(), string(b.Harm)))
}
