package combat

import (
	"strings"

	"skald/fate"
	"skald/hero"
)

// Declaration is what a hero sets out to do (R3.3). What is left out is chosen by the rules where there is
// only one choice.
type Declaration struct {
	Action string `json:"action"` // a name of Actions, or Attack or Defend
	// Target is the foe, or for a counteraction the foe whose attack is answered.
	Target string `json:"target,omitempty"`
	// For is the hero for whom it is done: protected, aided, healed.
	For string `json:"for,omitempty"`
	// Style tells an Attack with a weapon of the hand from one with a missile.
	Style   hero.Style `json:"style,omitempty"`
	Weapon  string     `json:"weapon,omitempty"`  // an item of the hero's gear, or "unarmed"
	Skill   string     `json:"skill,omitempty"`   // one of the hero's; "none" leaves out the one that belongs to the action
	Ability string     `json:"ability,omitempty"` // where there is a choice (R7.7, R8.3, R7.18)
	// Of a power (R7.18a): what resists it, its rating, its harm, and whether it attacks the mind.
	Opposition string    `json:"opposition,omitempty"`
	Power      int       `json:"power,omitempty"`
	Harm       hero.Harm `json:"type,omitempty"` // for first aid and healing: the kind of slot to free
	Mental     bool      `json:"mental,omitempty"`
	// Range is where a maneuver leads, one step away; 0 is one step closer, or from Personal one away (R7.13).
	Range Range `json:"range,omitempty"`
	// Second is the foe of the second punch, Split the points of the total that go into the first; 0 lets
	// the rules share it (R8.1).
	Second string `json:"second,omitempty"`
	Split  int    `json:"split,omitempty"`
	// Allowed tells that the narrator lets it be done although range or code forbid it.
	Allowed bool `json:"allowed,omitempty"`
	// Rating is a difficulty rating that the narrator has set in the place of the table's.
	Rating *int `json:"rating,omitempty"`
	// Modifiers add to the total, Against to the difficulty: what the rules of combat do not know of, such as
	// banked Karma (R14.1).
	Modifiers []fate.Modifier `json:"modifiers,omitempty"`
	Against   []fate.Modifier `json:"against,omitempty"`
}

// Plan is a declaration that the rules allow, with all that is to be known before a card is played. Settle
// carries it out.
type Plan struct {
	Who         string
	Declaration Declaration // complete
	Notation    fate.Notation
	Action      fate.Action
	// Test tells that cards must be played. Without it the action succeeds by itself (R7.1, R7.3a).
	Test bool
	// Second is the target of a second punch (R8.1).
	Second   []fate.Modifier
	Warnings []string // for the table and the narrator

	draft draft // how it was found, with the fight and the scene that it is for
}

// draft is a declaration on its way to a plan.
type draft struct {
	f    Fight
	s    Scene
	who  string
	d    Declaration
	hero int // among the fight's, -1 of none
	seat *Seat
	row  *Action
	foe  *Foe
	// in is the attack that is answered; fresh where it is not in the fight yet. evaded are all that an
	// Evade answers.
	in      *Incoming
	fresh   bool
	evaded  []int
	patient *Seat
	weapon  hero.Gear

	rating              int
	ability, opposition string
	resisted            bool
	resist              int             // the first score of the opposition
	against             []fate.Modifier // the rating, then the opposition and the rest
	bonus               []fate.Modifier
	harder              []fate.Modifier // what the weapon makes harder
	second              []fate.Modifier
	skill               hero.Skill
	test                bool
	warnings            []string
	action              fate.Action // as planned, without cards
}

// Declare says what a hero's action takes: the ability, the trumps, every modifier and every part of the
// difficulty by its name, before cards are played (R3.3). It changes nothing. The error is the sentence with
// which the rules forbid it.
func (f Fight) Declare(s Scene, who string, d Declaration) (p Plan, err error) {
	x := &p.draft
	x.f = f
	x.s = s
	x.who = who
	x.d = d
	if err := x.run(); err != nil {
		return Plan{}, err
	}
	x.plan(&p)
	return p, nil
}

func (x *draft) run() error {
	if err := x.begin(); err != nil {
		return err
	}
	if err := x.name(); err != nil {
		return err
	}
	if err := x.free(); err != nil {
		return err
	}
	if err := x.object(); err != nil {
		return err
	}
	if err := x.means(); err != nil {
		return err
	}
	if err := x.needs(); err != nil {
		return err
	}
	return x.numbers()
}

// begin finds the hero.
func (x *draft) begin() error {
	x.d.Action = strings.ToLower(strings.TrimSpace(x.d.Action))
	healing := x.d.Action == Aid || x.d.Action == Mend
	x.hero = x.f.hero(x.who)
	if x.hero < 0 {
		name, err := x.f.heroName(x.who)
		if err != nil && !healing {
			return err
		}
		if err == nil {
			x.who, x.hero = name, x.f.hero(name)
		}
	}
	var err error
	if x.seat, err = x.s.named(x.who); err != nil {
		return err
	}
	x.who = x.seat.Hero.Name
	if x.f.Stage != Fighting && !healing {
		return noFight()
	}
	return nil
}

// name finds the row of the table. Attack and Defend become what weapon, range or the incoming attack make
// of them.
func (x *draft) name() error {
	switch x.d.Action {
	case Attack:
		if err := x.findFoe(); err != nil {
			return err
		}
		if err := x.findWeapon(x.d.Style); err != nil {
			return err
		}
		if !styled(x.weapon.Style, x.d.Style) {
			return wrongWeapon(x.who, actionWith(&hero.Gear{Style: x.d.Style}), &x.weapon)
		}
		x.d.Action = actionWith(&x.weapon)
	case Defend, Parry, Dodge:
		if err := x.findAttack(); err != nil {
			return err
		}
		if x.d.Action == Defend {
			x.d.Action = answer(x.in)
		}
	}
	var err error
	x.row, err = action(x.d.Action)
	if err == nil {
		x.d.Action = x.row.Name
	}
	return err
}

// free refuses a hero who cannot act now, or not so (R6.0).
func (x *draft) free() error {
	f, s, who := &x.f, &x.s, x.who
	if x.row.Counter {
		if err := f.defenseless(s, who, ""); err != nil {
			return err
		}
		return f.unpaid(who)
	}
	if !x.seat.up() {
		return fate.Refuse("not_up", "%s is %s and cannot act", who, x.seat.Hero.Status(x.seat.Wounds))
	}
	if err := f.unpaid(who); err != nil {
		return err
	}
	if f.Stage != Fighting {
		return nil
	}
	if x.hero < 0 {
		return fate.Refuse("not_in_fight", "%s is not in this fight", who)
	}
	switch {
	case f.is(Helpless, who, ""):
		return fate.Refuse("helpless", "%s is helpless and cannot act (R6.4b)", who)
	case f.surprised(Heroes):
		return fate.Refuse("surprised", "The heroes are surprised: in this exchange %s can only defend (R6.1)", who)
	case f.Heroes[x.hero].Acted:
		return fate.Refuse("has_acted", "%s has had the attack action of exchange %d (R6.0)", who, f.Exchange)
	case f.is(Distracted, who, ""):
		return fate.Refuse("distracted", "%s is distracted and loses this attack (R7.6)", who)
	case (x.row.Name == Aim || x.row.Name == Box) && f.Heroes[x.hero].Defended > 0:
		return fate.Refuse("defended", "%s has defended in this exchange, and %s leaves no room for that (%s)", who, x.row.Name, x.row.Rule)
	}
	return x.turn()
}

// turn refuses to act before others in the order of initiative, where that is asked for (R6.2).
func (x *draft) turn() error {
	if x.s.Rules.Turns != "order" {
		return nil
	}
	for _, name := range x.f.Order(x.s) {
		if name == x.who {
			return nil
		}
		if x.f.awaited(&x.s, name) {
			return fate.Refuse("not_your_turn", "%s acts before %s (R6.2)", name, x.who)
		}
	}
	return nil
}

// unpaid refuses a hero with wounds to be paid (R6.6).
func (f *Fight) unpaid(who string) error {
	for i := range f.Pending {
		if w := &f.Pending[i]; w.Who == who {
			return fate.Refuse("must_pay", "%s must first pay %d %s (R6.6)", who, w.Amount, plural(w.Amount, "wound"))
		}
	}
	return nil
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
