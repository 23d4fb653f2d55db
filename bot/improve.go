package bot

import (
	"fmt"
	"slices"
	"strings"

	"skald/fate"
	"skald/hero"
	"skald/table"
)

// improveHero asks for an improvement, or grants or refuses one that was asked for (R16.2, R11.1).
func improveHero(t *Turn) (Reply, error) {
	for _, answer := range []struct {
		option string
		grant  bool
	}{{"approve", true}, {"refuse", false}} {
		if n := t.Number(answer.option, 0); n > 0 {
			return t.answerWish(n, answer.grant)
		}
	}
	what := t.Text("what")
	if what == "" && t.Text("hero") == "" && t.Narrates() && len(t.Table.Played(t.User.ID)) == 0 {
		waiting := strings.Join(t.waitingForNarrator(), "\n")
		return Reply{Private: true, Title: "What waits for you", Body: cmpOr(waiting, "Nothing; no hero and no wish waits for an answer.")}, nil
	}
	s, err := t.onlySeatOr(t.Text("hero"))
	if err != nil {
		return Reply{}, err
	}
	if what == "" {
		return t.improvements(s), nil
	}
	after, cost, text, err := t.improved(s.Hero, what)
	if err != nil {
		return Reply{}, err
	}
	if _, err := t.paid(s.Hero, after, cost); err != nil {
		return Reply{}, err
	}
	same := func(w table.Wish) bool { return w.Seat == s.ID && strings.EqualFold(w.What, what) }
	if slices.ContainsFunc(t.Table.Wishes, same) {
		return Reply{}, fate.Refuse("wished", "The narrator has that wish of %s already.", s.Hero.Name)
	}
	if len(t.Table.Wishes) >= 40 {
		return Reply{}, fate.Refuse("too_many", "40 wishes wait for the narrator already.")
	}
	w := t.Table.Wish(s, what)
	n := fmt.Sprint(w.ID)
	return Reply{
		Title: s.Hero.Name + " wants to improve",
		Body: fmt.Sprintf("Wish %d: %s for %s; %s has %d. The narrator answers with /hero improve approve:%d or refuse:%d.",
			w.ID, text, plural(cost, "hero point"), s.Hero.Name, s.Hero.Points, w.ID, w.ID),
		Buttons: []Button{
			{Label: "Approve", Line: Line("hero improve", "approve", n), Style: Main},
			{Label: "Refuse", Line: Line("hero improve", "refuse", n)},
		},
	}, nil
}

// waitingForNarrator tells, a line each, which drafts and wishes wait for the narrator, and how to answer them
// (R16.1, R16.2).
func (t *Turn) waitingForNarrator() []string {
	var lines []string
	for _, d := range t.Table.KeptDrafts() {
		if d.Submitted {
			lines = append(lines, fmt.Sprintf("%s, a hero of %s: /hero build hero:%s step:approve or step:return.", d.Hero.Name, d.Player.Name, quoteValue(d.Hero.Name)))
		}
	}
	for _, w := range t.Table.Wishes {
		s, _ := t.Table.Seat(w.Seat)
		lines = append(lines, fmt.Sprintf("Wish %d, %s: %s: /hero improve approve:%d or refuse:%d.", w.ID, s.Hero.Name, w.What, w.ID, w.ID))
	}
	return lines
}

// onlySeatOr is the named hero, which must be the user's or the user narrates, or the user's only one.
func (t *Turn) onlySeatOr(name string) (table.Seat, error) {
	if name == "" {
		return t.onlySeat("hero")
	}
	s, err := t.seatNamed(name)
	if err == nil && s.Player.ID != t.User.ID && !t.Narrates() {
		return s, notYours(s)
	}
	return s, err
}

func (t *Turn) answerWish(n int, grant bool) (Reply, error) {
	i := slices.IndexFunc(t.Table.Wishes, func(w table.Wish) bool { return w.ID == n })
	if i < 0 {
		return Reply{}, fate.Refuse("no_wish", "No wish %d waits; it may be answered already.", n)
	}
	w := t.Table.Wishes[i]
	s, _ := t.Table.Seat(w.Seat)
	if !t.Narrates() && (grant || s.Player.ID != t.User.ID) {
		return Reply{}, fate.Refuse("not_narrator", "Only %s approves an improvement.", ruler(t.Table))
	}
	if !grant {
		t.Table.Grant(n)
		who := "The narrator says no"
		if s.Player.ID == t.User.ID {
			who = s.Player.Name + " takes the wish back"
		}
		return Reply{Body: fmt.Sprintf("%s: %s does not improve %s, and keeps the hero points.", who, s.Hero.Name, w.What)}, nil
	}
	if s.Retired {
		t.Table.Grant(n)
		return Reply{Body: fmt.Sprintf("%s has left the game.", s.Hero.Name)}, nil
	}
	after, cost, text, err := t.improved(s.Hero, w.What)
	if err != nil {
		return Reply{}, err
	}
	if s.Hero, err = t.paid(s.Hero, after, cost); err != nil {
		return Reply{}, err
	}
	t.Table.Grant(n)
	t.Table.SetSeat(s, t.luck())
	return Reply{Title: s.Hero.Name + " improves", Body: fmt.Sprintf("%s for %s. %s", text, plural(cost, "hero point"), t.left(s)), Tone: Good}, nil
}

// paid is the improved sheet with the points gone; the refusal is that there are too few.
func (t *Turn) paid(before, after hero.Hero, cost int) (hero.Hero, error) {
	if before.Points < cost {
		return before, fate.Refuse("too_dear", "That costs %s; %s has %d.", plural(cost, "hero point"), before.Name, before.Points)
	}
	return after.WithPoints(before.Points - cost)
}

// improved is a sheet with one thing better, what that costs, and what it is in words: an ability, a Trait's code,
// Edge, the hand size, a new skill or a better degree.
func (t *Turn) improved(h hero.Hero, what string) (after hero.Hero, cost int, text string, err error) {
	switch {
	case strings.EqualFold(what, "edge"):
		after, err = h.WithEdge(h.Edge + 1)
		return after, t.cost("cost_edge"), fmt.Sprintf("Edge %d", h.Edge+1), err
	case strings.EqualFold(what, "hand"):
		after, err = h.WithHand(h.HandSize() + 1)
		return after, t.cost("cost_hand"), fmt.Sprintf("A hand of %d", h.HandSize()+1), err
	}
	if first, rest, _ := strings.Cut(what, " "); strings.EqualFold(first, "skill") {
		return t.betterSkill(h, rest)
	}
	name, ofCode := strings.CutPrefix(what, "code ")
	if a, ok := t.Table.List.Ability(name); ok && !ofCode {
		after, err = h.WithScore(a.Name, h.Scores[a.Name]+1)
		return after, t.cost("cost_ability"), fmt.Sprintf("%s %d", a.Name, h.Scores[a.Name]+1), err
	}
	for _, trait := range t.Table.List.Traits() {
		if strings.EqualFold(trait, name) {
			i := slices.Index(hero.Codes(), h.Codes[trait])
			if i <= 0 {
				return h, 0, "", fate.Refuse("best_already", "The code of %s is %s already; there is no better one.", trait, h.Codes[trait])
			}
			better := hero.Codes()[i-1]
			after, err = h.WithCode(trait, string(better))
			return after, t.cost("cost_code"), fmt.Sprintf("Code %s in %s", better, trait), err
		}
	}
	return h, 0, "", fate.Refuse("no_improvement", "%q cannot be improved: write an ability, a Trait, edge, hand, or \"skill Boxing (Body) master\"; did you mean %s?", short(what, 40), t.nearestImprovement(what))
}

// nearestImprovement is what begins with the word, else what is written most like it.
func (t *Turn) nearestImprovement(word string) string {
	names := t.improvable()
	begins := func(name string) bool {
		return word != "" && strings.HasPrefix(strings.ToLower(name), strings.ToLower(word))
	}
	if i := slices.IndexFunc(names, begins); i >= 0 {
		return names[i]
	}
	return fate.Nearest(word, names)
}

// betterSkill is a new skill, or a better degree of one: the one that is named or else the next (R14.6). Each
// degree on the way costs as much as a skill.
func (t *Turn) betterSkill(h hero.Hero, what string) (hero.Hero, int, string, error) {
	k, err := t.readSkill(h, what)
	if err != nil {
		return h, 0, "", err
	}
	before := 0
	if had, has := h.Skill(k.Name); has {
		before, k.Name, k.Trait = degreeRank(had.Degree), had.Name, had.Trait
		if k.Degree == "" {
			k.Degree = map[hero.Degree]hero.Degree{hero.Normal: hero.Master, hero.Master: hero.WorldClass}[had.Degree]
		}
		switch {
		case had.Degree == hero.WorldClass || had.Degree == hero.Trade:
			return h, 0, "", fate.Refuse("best_already", "The skill %s is as good as it gets.", k.Name)
		case degreeRank(k.Degree) <= before:
			return h, 0, "", fate.Refuse("no_better", "The skill %s is %s already; a better degree is master or world-class.", k.Name, had.Degree)
		}
	}
	after, err := h.WithSkill(k, t.Table.List.Abilities)
	if err != nil {
		return h, 0, "", err
	}
	k, _ = after.Skill(k.Name)
	return after, t.cost("cost_skill") * (degreeRank(k.Degree) - before), fmt.Sprintf("The skill %s (%s, %s)", k.Name, k.Trait, k.Degree), nil
}

func (t *Turn) improvable() []string {
	names := []string{"edge", "hand", "skill"}
	for _, a := range t.Table.List.Abilities {
		names = append(names, a.Name)
	}
	return append(names, t.Table.List.Traits()...)
}

func suggestImprovements(t *Turn) []Choice {
	if t.Table == nil {
		return nil
	}
	var list []Choice
	for _, name := range t.improvable() {
		list = append(list, Choice{Label: name, Value: name})
	}
	return list
}

// improvements tells what a hero can improve and what it costs here.
func (t *Turn) improvements(s table.Seat) Reply {
	r := Reply{Private: true, Title: "What " + s.Hero.Name + " can improve"}
	r.Body = fmt.Sprintf("An ability by 1: %d. A code: %d. A skill or a better degree: %d. Edge: %d. A larger hand: %d. The narrator sets these with /game options. %s",
		t.cost("cost_ability"), t.cost("cost_code"), t.cost("cost_skill"), t.cost("cost_edge"), t.cost("cost_hand"), t.left(s))
	for _, w := range t.Table.Wishes {
		if w.Seat == s.ID {
			r.Body += fmt.Sprintf("\nThe narrator has wish %d: %s.", w.ID, w.What)
		}
	}
	return r
}
