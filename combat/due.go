package combat

import (
	"strconv"

	"skald/hero"
)

// Need is what kind of answer is awaited.
type Need string

// What can be awaited: an attack action, a counteraction, cards for wounds, and of the narrator what becomes
// of a foe (R6.5b).
const (
	ToAct    Need = "act"
	ToDefend Need = "defend"
	ToPay    Need = "pay"
	ToRule   Need = "rule"
)

// Due is one answer that is awaited. Prompts, suggestions and refusals read the same list.
type Due struct {
	Who    string // the hero; "" is the narrator
	Need   Need
	Foe    string    // whose attack, whose blow, or about whom
	Action string    // the attack's
	Amount int       // wounds to pay
	Harm   hero.Harm // of the wounds
	ID     int       // of the attack, the wound or the question
	// Answers are the actions that can answer an attack, the usual one first.
	Answers []string
	// Later tells that others act first, where the settings ask for the order of initiative (R6.2).
	Later bool
}

// String says what is awaited: "Bren: answer Guard 2 (strike)".
func (d Due) String() string {
	switch d.Need {
	case ToPay:
		return d.Who + ": pay " + strconv.Itoa(d.Amount) + " " + plural(d.Amount, "wound")
	case ToDefend:
		return d.Who + ": answer " + d.Foe + " (" + d.Action + ")"
	case ToRule:
		return "narrator: does " + d.Foe + " die?"
	}
	return d.Who + ": act"
}

// Due lists whose answer is awaited, by initiative: first wounds to be paid, then attacks to be answered, then
// the hero's own action (R6.2, R6.4, R6.6). The narrator comes last.
func (f Fight) Due(s Scene) []Due {
	var list []Due
	order := f.Order(s)
	if f.Stage != Fighting {
		order = nil
		for i := range s.Seats {
			order = append(order, s.Seats[i].Hero.Name)
		}
	}
	first := true
	for _, who := range order {
		list = f.owed(&s, list, who)
		if f.Stage != Fighting {
			continue
		}
		for i := range f.Incoming {
			in := f.Incoming[i]
			if in.Answer == "" && in.On == who && f.defends(&s, in) {
				list = append(list, Due{Who: who, Need: ToDefend, Foe: in.Foe, Action: in.Action, ID: in.ID, Answers: f.answers(&s, in)})
			}
		}
		if f.awaited(&s, who) {
			list = append(list, Due{Who: who, Need: ToAct, Later: !first && s.Rules.Turns == "order"})
			first = false
		}
	}
	for i := range s.Seats { // wounds of heroes who are not in the fight, or have left it
		if who := s.Seats[i].Hero.Name; f.Stage == Fighting && f.hero(who) < 0 {
			list = f.owed(&s, list, who)
		}
	}
	for _, q := range f.Questions {
		list = append(list, Due{Need: ToRule, Foe: q.Foe, Amount: q.Wounds, ID: q.ID})
	}
	return list
}

// owed adds the wounds that a hero has to pay; the dead pay for nothing.
func (f *Fight) owed(s *Scene, list []Due, who string) []Due {
	if seat := s.seat(who); seat == nil || seat.Wounds.Dead {
		return list
	}
	for i := range f.Pending {
		if w := &f.Pending[i]; w.Who == who {
			list = append(list, Due{Who: who, Need: ToPay, Foe: w.From, Amount: w.Amount, Harm: w.Harm, ID: w.ID})
		}
	}
	return list
}

// awaited reports whether a hero's attack action is still to come (R6.3).
func (f *Fight) awaited(s *Scene, who string) bool {
	i := f.hero(who)
	if i < 0 || f.Heroes[i].Acted || f.surprised(Heroes) || !f.up(s, who) {
		return false
	}
	for j := range f.Lasting {
		k := &f.Lasting[j]
		switch {
		case k.Who == who && (k.State == Distracted || k.State == Helpless):
			return false
		case k.With == who && k.State == Strangled: // goes on without a test (R7.16a)
			return false
		}
	}
	for j := range f.Foes {
		if f.stands(&f.Foes[j]) {
			return true
		}
	}
	return false
}

// Choices lists the actions that a hero can do now, with the foes or heroes on whom each can be done: what
// suggestions offer.
func (f Fight) Choices(s Scene, who string) []Choice {
	var list []Choice
	for _, row := range actions {
		c := Choice{Action: row.Name}
		switch row.At {
		case AtNothing:
			if _, err := f.Declare(s, who, Declaration{Action: row.Name}); err != nil {
				continue
			}
		case AtHero:
			for i := range s.Seats {
				c.try(f, s, who, Declaration{Action: row.Name, For: s.Seats[i].Hero.Name}, s.Seats[i].Hero.Name)
			}
		case AtFoe:
			for i := range f.Foes {
				c.try(f, s, who, Declaration{Action: row.Name, Target: f.Foes[i].Name}, f.Foes[i].Name)
			}
		case AtAttack:
			for i := range f.Incoming {
				if in := f.Incoming[i]; in.Answer == "" && (row.Name == Intercept) != same(in.On, who) {
					c.try(f, s, who, Declaration{Action: row.Name, Target: in.Foe, For: in.On}, in.Foe)
				}
			}
		}
		if row.At == AtNothing || len(c.At) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// Choice is an action that can be done now, and on whom.
type Choice struct {
	Action string
	At     []string
}

func (c *Choice) try(f Fight, s Scene, who string, d Declaration, at string) {
	if _, err := f.Declare(s, who, d); err == nil {
		c.At = append(c.At, at)
	}
}
