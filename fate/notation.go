package fate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Level is a difficulty rating with its word (R3.4).
type Level struct {
	Word   string
	Rating int
}

// Levels lists the difficulty ratings, the lowest first (R3.4).
func Levels() []Level {
	return []Level{
		{"easy", 4},
		{"average", 8},
		{"challenging", 12},
		{"daunting", 16},
		{"desperate", 20},
		{"impossible", 24},
		{"legendary", 28},
	}
}

// Harder moves a rating by whole levels of 4, down for a negative number; never below 0 (R3.4a).
func Harder(rating, levels int) int { return max(0, rating+4*levels) }

// Notation is an action as it is written: difficulty, action ability, opposition (R3.7).
type Notation struct {
	Rating  int    `json:"rating"`
	Ability string `json:"ability"`
	// Opposition names the ability that resists, Resist its score where the notation gives one.
	// Opposed without a name is "(6)".
	Opposition string `json:"opposition,omitempty"`
	Resist     int    `json:"resist,omitempty"`
	Opposed    bool   `json:"opposed,omitempty"`
	// Scored tells that Resist is given.
	Scored bool `json:"scored,omitempty"`
}

// MaxNumber is the highest difficulty or opposition that a notation may give.
const MaxNumber = 99

// String writes the notation: "average Strength (Quickness 6)".
func (n Notation) String() string {
	s := difficultyWord(n.Rating) + " " + n.Ability
	if n.Opposed {
		s += " (" + n.opposition() + ")"
	}
	return s
}

func (n Notation) opposition() string {
	if !n.Scored {
		return n.Opposition
	}
	return strings.TrimSpace(n.Opposition + " " + strconv.Itoa(n.Resist))
}

func difficultyWord(rating int) string {
	return cmp.Or(levelWord(rating), strconv.Itoa(rating))
}

// levelWord is the word of a rating, "" where it has none.
func levelWord(rating int) string {
	for _, l := range Levels() {
		if l.Rating == rating {
			return l.Word
		}
	}
	return ""
}

// Parts is what the notation says must be reached: the difficulty, and the opposition where its score is
// known (R3.6).
func (n Notation) Parts() []Modifier {
	parts := []Modifier{{Name: cmp.Or(levelWord(n.Rating), "difficulty"), Value: n.Rating}}
	if n.Scored {
		parts = append(parts, Modifier{Name: cmp.Or(n.Opposition, "opposition"), Value: n.Resist})
	}
	return parts
}

// ParseNotation reads "average Strength (Quickness)", "challenging Quickness", "13 Reason" or "average
// Strength (Quickness 6)", in any case (R3.7). A word that it does not know is refused with the nearest
// one that it does.
func ParseNotation(s string, abilities []Ability) (Notation, error) {
	var n Notation
	head, inner, opposed := strings.Cut(s, "(")
	words := strings.Fields(head)
	if len(words) != 2 {
		return n, Refuse("bad_action", "An action is written as difficulty and ability, like \"average Strength\" or \"challenging Quickness (Dexterity 6)\"")
	}
	var err error
	if n.Rating, err = parseRating(words[0]); err != nil {
		return n, err
	}
	if n.Ability, err = parseAbility(words[1], abilities); err != nil {
		return n, err
	}
	if !opposed {
		return n, nil
	}
	inner, ok := strings.CutSuffix(strings.TrimSpace(inner), ")")
	if !ok {
		return n, Refuse("bad_action", "The opposition stands in brackets: \"average Strength (Quickness 6)\"")
	}
	return n.parseOpposition(strings.Fields(inner), abilities)
}

func (n Notation) parseOpposition(words []string, abilities []Ability) (Notation, error) {
	n.Opposed = true
	if len(words) == 0 || len(words) > 2 {
		return n, Refuse("bad_action", "In the brackets stands the opposition: an ability, a number, or both, like (Quickness 6)")
	}
	last := words[len(words)-1]
	if v, err := strconv.Atoi(last); err == nil {
		if v < 0 || v > MaxNumber {
			return n, Refuse("bad_action", "An opposition goes from 0 to %d", MaxNumber)
		}
		n.Resist, n.Scored = v, true
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return n, nil
	}
	if len(words) == 2 {
		return n, Refuse("bad_action", "In the brackets stands the opposition: an ability, a number, or both, like (Quickness 6)")
	}
	var err error
	n.Opposition, err = parseAbility(words[0], abilities)
	return n, err
}

func parseRating(word string) (int, error) {
	if v, err := strconv.Atoi(word); err == nil {
		if v < 0 || v > MaxNumber {
			return 0, Refuse("bad_action", "A difficulty goes from 0 to %d", MaxNumber)
		}
		return v, nil
	}
	var names []string
	for _, l := range Levels() {
		if strings.EqualFold(l.Word, word) {
			return l.Rating, nil
		}
		names = append(names, l.Word)
	}
	return 0, Refuse("bad_action", "%s is no difficulty: %s", quote(word), Meant(word, names))
}

func parseAbility(word string, abilities []Ability) (string, error) {
	var names []string
	for _, a := range abilities {
		if strings.EqualFold(a.Name, word) {
			return a.Name, nil
		}
		names = append(names, a.Name)
	}
	return "", Refuse("bad_action", "%s is no ability here: %s", quote(word), Meant(word, names))
}

// quote shows a user's word, cut short where it is long.
func quote(word string) string {
	if r := []rune(word); len(r) > 40 {
		word = string(r[:40]) + "…"
	}
	return strconv.Quote(word)
}

// Nearest is the name that takes the fewest changes of a letter to become the word; the first of
// equals, "" of none.
func Nearest(word string, names []string) string {
	if r := []rune(word); len(r) > 64 {
		word = string(r[:64])
	}
	best, least := "", -1
	for _, name := range names {
		d := distance(strings.ToLower(word), strings.ToLower(name))
		if least < 0 || d < least {
			best, least = name, d
		}
	}
	return best
}

// Meant says what a word may have been meant for: "did you mean moss?" where a name is near it, else what there is to
// choose from, at most 30 of the names.
func Meant(word string, names []string) string {
	if near := Near(word, names); near != "" {
		return "did you mean " + near + "?"
	}
	const most = 30
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	switch names = once; {
	case len(names) == 0:
		return "there is none"
	case len(names) == 1:
		return "there is only " + names[0]
	case len(names) > most:
		return "choose one of " + strings.Join(names[:most], ", ") + ", …"
	}
	return "choose one of " + strings.Join(names, ", ")
}

// Near is a name that begins with the word, or that the word begins with; else Nearest where no more than half of
// the word's letters, and at most 4, must change; else "".
func Near(word string, names []string) string {
	for _, name := range names { // "boxing" for box, "str" for Strength
		w, n := strings.ToLower(word), strings.ToLower(name)
		if len(w) > 2 && len(n) > 2 && (strings.HasPrefix(w, n) || strings.HasPrefix(n, w)) {
			return name
		}
	}
	best := Nearest(word, names)
	if best == "" || distance(strings.ToLower(best), strings.ToLower(word)) > min(4, (len([]rune(word))+1)/2) {
		return ""
	}
	return best
}

// distance is the Levenshtein distance in letters.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j, u := range t {
			cost := diagonal
			if r != u {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(t)]
}
