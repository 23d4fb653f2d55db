package bot

import (
	"fmt"
	"strings"

	"skald/fate"
	"skald/table"
)

// auraOutcome is the outcome "aura" of the console's contract.
type auraOutcome struct {
	Kind    string        `json:"kind"`
	Auras   []fate.Aura   `json:"auras"`
	Reading string        `json:"reading"`
	Strong  bool          `json:"strong"`
	Cards   []cardOutcome `json:"cards"`
}

// readAuras decides a reading (R12.3, R12.5, R12.5a): one card speaks for itself; of several the aura that
// most have decides, a tie is neutral; all alike is strong.
func readAuras(auras []fate.Aura) (reading string, strong bool) {
	count := map[fate.Aura]int{}
	for _, a := range auras {
		count[a]++
	}
	plus, minus, none := count[fate.Positive], count[fate.Negative], len(auras)-count[fate.Positive]-count[fate.Negative]
	reading = "neutral"
	switch {
	case len(auras) > 1 && max(plus, minus, none) == 1: // all different
	case plus > minus && plus > none:
		reading = "favorable"
	case minus > plus && minus > none:
		reading = "unfavorable"
	}
	return reading, len(auras) > 1 && max(plus, minus, none) == len(auras)
}

func aura(t *Turn) (Reply, error) {
	what, err := cleanText("reading", t.Text("for"), 100)
	if err != nil {
		return Reply{}, err
	}
	n := t.Number("count", 1)
	if n == 2 {
		return Reply{}, fate.Refuse("out_of_range", "A simple reading takes 1 card, a complex one 3 or more (R12.5).")
	}
	if !t.Table.HasAuras() {
		return Reply{}, t.noAuras()
	}
	cards := t.Table.Read(n, t.luck())
	o := auraOutcome{Kind: "aura", Auras: []fate.Aura{}, Cards: t.cards(cards, "")}
	var signs []string
	for _, c := range cards {
		a := t.Table.List.Faces[c].Aura
		o.Auras = append(o.Auras, a)
		signs = append(signs, cmpOr(auraSign[a], "○"))
	}
	o.Reading, o.Strong = readAuras(o.Auras)
	r := Reply{Title: "Aura reading", Outcome: o, Tone: map[string]Tone{"favorable": Good, "unfavorable": Bad}[o.Reading]}
	if what != "" {
		r.Title += " for " + what
	}
	if len(cards) == 0 {
		r.Body = "Deck and discard pile are empty: the reading is **neutral** (R1.4c)."
		return r, nil
	}
	strong := ""
	if o.Strong {
		strong = "strongly "
	}
	r.Body = fmt.Sprintf("%s\n%s: **%s%s**.", t.list(cards), strings.Join(signs, " "), strong, o.Reading)
	r.Files = []File{t.picture("cards.png", r.Title, cards)}
	return r, nil
}

func (t *Turn) noAuras() error {
	return fate.Refuse("no_aura", "The deck %s has no auras, so nothing can be read from it (R12.3).", t.Table.List.Name)
}

func duration(t *Turn) (Reply, error) {
	name := t.Text("name")
	on, err := t.effectOn()
	switch {
	case err != nil:
		return Reply{}, err
	case name == "" && (on != "" || t.Switch("end")):
		return Reply{}, fate.Refuse("missing_option", "Say which effect that is, with name; without any option all that lasts is read.")
	case name == "":
		return t.readDurations()
	}
	if name, err = cleanName("effect", name); err != nil {
		return Reply{}, err
	}
	if t.Switch("end") {
		return t.endEffect(name, on)
	}
	on = cmpOr(on, "the scene")
	if same := t.effects(name, on); len(same) > 0 {
		return Reply{}, fate.Refuse("lasts", "%s lasts on %s already.", same[0].Name, same[0].On)
	}
	if len(t.Table.Effects) >= 25 {
		return Reply{}, fate.Refuse("too_many", "25 effects last already; end one first.")
	}
	t.Table.Lasts(name, on)
	if !t.Table.HasAuras() {
		return Reply{Body: fmt.Sprintf("%s lasts on %s until the narrator ends it with end:true: the deck %s has no auras.", name, on, t.Table.List.Name)}, nil
	}
	return Reply{Body: fmt.Sprintf("%s lasts on %s until a negative aura ends it; it is read at each exchange, and by /duration.", name, on)}, nil
}

// effectOn is whom or what the effect is on; "" where nothing is said.
func (t *Turn) effectOn() (string, error) {
	on := ""
	for _, option := range []string{"hero", "foe", "on"} {
		v := t.Text(option)
		if v == "" {
			continue
		}
		if on != "" {
			return "", fate.Refuse("bad_value", "An effect is on one target: give hero, foe or on, not two of them.")
		}
		var err error
		if on, err = cleanWord("target of the effect", v); err != nil {
			return "", err
		}
		if option == "hero" {
			s, err := t.seatNamed(v)
			if err != nil {
				return "", err
			}
			on = s.Hero.Name
		} else if foe, _, ok := t.Table.Nearby(v); ok && option == "foe" {
			on = foe.Name
		}
	}
	return on, nil
}

// effects are the lasting effects of a name, on a target where one is given.
func (t *Turn) effects(name, on string) []table.Effect {
	var list []table.Effect
	for _, e := range t.Table.Effects {
		if strings.EqualFold(e.Name, name) && (on == "" || strings.EqualFold(e.On, on)) {
			list = append(list, e)
		}
	}
	return list
}

func (t *Turn) endEffect(name, on string) (Reply, error) {
	list := t.effects(name, on)
	var targets []string
	for _, e := range list {
		targets = append(targets, e.On)
	}
	switch {
	case len(list) == 0 && on != "":
		return Reply{}, fate.Refuse("no_effect", "Nothing called %q lasts on %s.", name, on)
	case len(list) == 0:
		return Reply{}, fate.Refuse("no_effect", "Nothing called %q lasts.", name)
	case len(list) > 1 && on == "":
		return Reply{}, fate.Refuse("which_effect", "%s lasts on %s; say with hero, foe or on which of them ends.", list[0].Name, join(targets))
	}
	t.Table.Over(list[0].ID)
	return Reply{Body: fmt.Sprintf("%s on %s is over.", list[0].Name, list[0].On)}, nil
}

func (t *Turn) readDurations() (Reply, error) {
	switch {
	case len(t.Table.Effects) == 0:
		return Reply{}, fate.Refuse("no_effect", "Nothing lasts now; /duration name:… on:… begins an effect.")
	case !t.Table.HasAuras():
		return Reply{}, t.noAuras()
	}
	readings := t.Table.ReadEffects(t.luck())
	if len(readings) == 0 {
		return Reply{Title: "What lasts", Body: "Deck and discard pile are empty, so nothing is read (R1.4c)."}, nil
	}
	return Reply{Title: "What lasts", Body: t.durationLines(readings)}, nil
}

// durationLines says what was read for each lasting effect.
func (t *Turn) durationLines(readings []table.Reading) string {
	var lines []string
	for _, r := range readings {
		word := "goes on"
		if r.Ended {
			word = "**ends**"
		}
		lines = append(lines, fmt.Sprintf("%s on %s %s: the %s, aura %s.", r.Effect.Name, r.Effect.On, word, r.Card.Long(), cmpOr(auraSign[t.Table.List.Faces[r.Card].Aura], "none")))
	}
	return strings.Join(lines, "\n")
}
