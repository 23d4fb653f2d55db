package combat

import (
	"slices"
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
	// Range is where a maneuver leads, one step away; 0 is one step closer (R7.13).
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

// Plan is a declaration that the rules allow, with all that is to be known before a card is played.
type Plan struct {
	Who string
	// Declaration is complete: give it to Settle.
	Declaration Declaration
	Notation    fate.Notation
	Action      fate.Action
	// Test tells that cards must be played. Without it the action succeeds by itself (R7.1, R7.3a).
	Test bool
	// Second is the target of a second punch (R8.1).
	Second   []fate.Modifier
	Warnings []string // for the table and the narrator
}

// draft is a declaration on its way to a plan.
type draft struct {
	f    Fight
	s    Scene
	who  string
	d    Declaration
	seat *Seat
	row  *Action
	foe  *Foe
	// in is the attack that is answered; fresh where it is not in the fight yet. evaded are all that an
	// Evade answers.
	in      Incoming
	fresh   bool
	evaded  []int
	patient *Seat
	weapon  hero.Gear

	rating              int
	ability, opposition string
	resist              []fate.Modifier // what the opposition puts against it
	bonus, harder       []fate.Modifier
	second              []fate.Modifier
	skill               hero.Skill
	test                bool
	warnings            []string
}

// Declare says what a hero's action takes: the ability, the trumps, every modifier and every part of the
// difficulty by its name, before cards are played (R3.3). It changes nothing. The error is the sentence with
// which the rules forbid it.
func (f Fight) Declare(s Scene, who string, d Declaration) (p Plan, err error) {
	var x draft
	x.f, x.s, x.who, x.d = f, s, who, d
	if err := x.run(); err != nil {
		return p, err
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
	name, err := x.f.heroName(x.who)
	if err != nil {
		if !healing {
			return err
		}
		name = x.who
		for i := range x.s.Seats {
			if same(x.s.Seats[i].Hero.Name, x.who) {
				name = x.s.Seats[i].Hero.Name
			}
		}
	}
	x.who, x.seat = name, x.s.seat(name)
	if x.seat == nil {
		return fate.Refuse("no_such_hero", "There is no hero %.40q at this table", x.who)
	}
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
		x.d.Action = actionWith(&x.weapon)
	case Defend, Parry, Dodge:
		if err := x.findAttack(); err != nil {
			return err
		}
		if x.d.Action == Defend {
			x.d.Action = answer(&x.in)
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
	f, s, who := x.f, &x.s, x.who
	if x.row.Counter {
		if err := f.defenseless(s, who, ""); err != nil {
			return err
		}
		return f.unpaid(who)
	}
	if !x.seat.Up() {
		return fate.Refuse("not_up", "%s is %s and cannot act", who, x.seat.Hero.Status(x.seat.Wounds))
	}
	if err := f.unpaid(who); err != nil {
		return err
	}
	if f.Stage != Fighting {
		return nil
	}
	i := f.hero(who)
	if i < 0 {
		return fate.Refuse("not_in_fight", "%s is not in this fight", who)
	}
	switch {
	case f.is(Helpless, who, ""):
		return fate.Refuse("helpless", "%s is helpless and cannot act (R6.4b)", who)
	case f.surprised(Heroes):
		return fate.Refuse("surprised", "The heroes are surprised: in this exchange %s can only defend (R6.1)", who)
	case f.Heroes[i].Acted:
		return fate.Refuse("has_acted", "%s has had the attack action of exchange %d (R6.0)", who, f.Exchange)
	case f.is(Distracted, who, ""):
		return fate.Refuse("distracted", "%s is distracted and loses this attack (R7.6)", who)
	case (x.row.Name == Aim || x.row.Name == Box) && f.Heroes[i].Defended > 0:
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

// object finds what the action is aimed at.
func (x *draft) object() error {
	switch x.row.At {
	case AtFoe:
		if x.row.Name == Maneuver && x.d.Target == "" {
			return x.quickest()
		}
		if err := x.findFoe(); err != nil {
			return err
		}
		if x.row.Name == Box && x.d.Second != "" {
			var err error
			x.d.Second, err = x.f.foeName(x.d.Second)
			return err
		}
	case AtAttack:
		return x.findAttack()
	case AtHero:
		return x.findPatient()
	}
	return nil
}

// findFoe finds the target: the one named, the one that the hero has hold of or is held by, or the only one
// there is.
func (x *draft) findFoe() error {
	if x.foe != nil {
		return nil
	}
	f := &x.f
	name := x.d.Target
	if name == "" {
		name = x.obvious()
	}
	if f.isHero(name) {
		return fate.Refuse("hero_against_hero", "%s is a hero: hero against hero is an ordinary action, opposed by the other's score (R3.10a)", name)
	}
	name, err := f.foeName(name)
	if err != nil {
		return err
	}
	o := &f.Foes[f.foe(name)]
	if o.Dead {
		return fate.Refuse("foe_dead", "%s is dead", name)
	}
	x.foe, x.d.Target = o, name
	return nil
}

// obvious is the target that needs no naming; "" of none.
func (x *draft) obvious() string {
	f := &x.f
	if x.d.Action == Escape {
		return f.holder(x.who)
	}
	for i := range f.Lasting {
		k := &f.Lasting[i]
		if k.State == Grappled && k.With == x.who && x.d.Action == Hold {
			return k.Who
		}
		if k.State == Enraged && k.Who == x.who {
			return k.With
		}
	}
	only := ""
	for i := range f.Foes {
		if f.up(&x.s, f.Foes[i].Name) {
			if only != "" {
				return ""
			}
			only = f.Foes[i].Name
		}
	}
	return only
}

// quickest takes the foe that is the quickest as opposition to a move against all (R7.13).
func (x *draft) quickest() error {
	best := -1
	for i := range x.f.Foes {
		o := &x.f.Foes[i]
		if !x.f.up(&x.s, o.Name) {
			continue
		}
		if best < 0 || x.quick(o) > x.quick(&x.f.Foes[best]) {
			best = i
		}
	}
	if best < 0 {
		return fate.Refuse("no_such_foe", "There is no foe to move against (R7.13)")
	}
	x.foe = &x.f.Foes[best]
	return nil
}

func (x *draft) quick(o *Foe) int {
	return fate.Sum(x.f.opposition(&x.s, o, "Quickness", Maneuver, ""))
}

// findAttack finds the attack to be answered: the one of the foe named, or the only one. A foe that has not
// attacked the hero yet attacks now (R6.4).
func (x *draft) findAttack() error {
	if x.in.Foe != "" {
		return nil
	}
	f, on := &x.f, x.who
	intercept := x.d.Action == Intercept
	foe := ""
	var err error
	if x.d.Target != "" {
		if foe, err = f.foeName(x.d.Target); err != nil {
			return err
		}
	}
	if x.d.For != "" && intercept {
		if on, err = f.heroName(x.d.For); err != nil {
			return err
		}
	}
	var open []*Incoming
	answered := false
	for _, in := range f.Incoming {
		if (intercept && x.d.For == "" || in.On == on) && (foe == "" || in.by(foe)) && (!intercept || in.On != x.who) {
			if in.Answer == "" {
				open = append(open, in)
			}
			answered = answered || in.Answer != ""
		}
	}
	switch {
	case len(open) == 1 || len(open) > 1 && x.d.Action == Evade:
		x.take(*open[0])
		return nil
	case len(open) > 1:
		return x.whichAttack(open)
	case answered && foe != "":
		return fate.Refuse("answered", "The attack of %s is dealt with already (R6.4a)", foe)
	case intercept || foe == "":
		return fate.Refuse("no_attack", "No attack waits for an answer by %s", x.who)
	}
	in, ok := f.provoked(&x.s, foe, x.who)
	if !ok {
		return fate.Refuse("no_attack", "%s does not attack %s now", foe, x.who)
	}
	x.fresh = true
	x.take(in)
	return nil
}

// take makes an attack the one that is answered.
func (x *draft) take(in Incoming) {
	x.in, x.d.Target = in, in.Foe
	if x.d.Action == Intercept {
		x.d.For = in.On
	}
	if i := x.f.foe(in.Foe); i >= 0 {
		x.foe = &x.f.Foes[i]
	}
}

func (x *draft) whichAttack(open []*Incoming) error {
	var names []string
	for _, in := range open {
		name := in.Foe
		if in.On != x.who {
			name += " on " + in.On
		}
		names = append(names, name)
	}
	return fate.Refuse("which_attack", "Several attacks wait: which one is answered? %s", listed(names, 10))
}

// provoked is the attack of a foe that a hero awaits without it being announced.
func (f *Fight) provoked(s *Scene, foe, on string) (Incoming, bool) {
	if f.is(Distracted, foe, "") {
		return Incoming{}, false
	}
	return f.strikesBack(s, foe, on)
}

// findPatient finds the hero to be aided or healed.
func (x *draft) findPatient() error {
	name := x.d.For
	if name == "" {
		name = x.d.Target
	}
	if name == "" {
		return fate.Refuse("no_such_hero", "Whom? First aid and healing take a hero (R9)")
	}
	for i := range x.s.Seats {
		if same(x.s.Seats[i].Hero.Name, name) {
			x.patient = &x.s.Seats[i]
		}
	}
	if x.patient == nil {
		return fate.Refuse("no_such_hero", "There is no hero %.40q at this table", name)
	}
	x.d.For, x.d.Target = x.patient.Hero.Name, ""
	return nil
}

// canAnswer refuses a counteraction that does not fit the attack (R6.4, R7, R7.19a).
func (x *draft) canAnswer() error {
	in := &x.in
	usual := answer(in)
	switch x.row.Name {
	case Parry, Dodge, Resist:
		if x.row.Name != usual {
			return fate.Refuse("wrong_counter", "Against %s by %s one can %s, not %s (R6.4)", in.Action, in.Foe, usual, x.row.Name)
		}
	case Block, Intercept, Catch:
		if !in.harmful() {
			return fate.Refuse("wrong_counter", "Against %s by %s one can %s or evade, not %s (R7.19)", in.Action, in.Foe, usual, x.row.Name)
		}
		if in.Mental {
			return fate.Refuse("wrong_counter", "What strikes the mind can be resisted or evaded, not met with %s (R7.18)", x.row.Name)
		}
	}
	switch {
	case in.Sure:
		return fate.Refuse("covered", "%s is covered by %s: the shot hits without a test (R7.3)", in.On, in.Foe)
	case x.row.Name == Catch && in.Action != Fling:
		return fate.Refuse("wrong_counter", "Only a thrown weapon can be caught (R7.2)")
	case x.row.Name == Catch && !canCatch(&x.s, &x.seat.Hero):
		return fate.Refuse("needs_skill", "To catch, %s needs Martial Arts or a Dexterity of %d (R7.2)", x.who, x.s.Rules.CatchDexterity)
	case x.row.Name == Intercept && slices.Contains(in.Tried, x.who):
		return fate.Refuse("answered", "%s has tried to intercept this attack already (R7.12)", x.who)
	case x.row.Name == Intercept && in.On == x.who:
		return fate.Refuse("wrong_counter", "An attack on oneself is not intercepted: defend against it (R7.12)")
	}
	foe := in.harmed()
	if x.row.Name == Intercept {
		foe = ""
	}
	return x.f.defenseless(&x.s, x.who, foe)
}
