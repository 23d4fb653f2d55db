package combat

import (
	"slices"

	"skald/fate"
	"skald/hero"
)

// numbers works out ability, difficulty and modifiers.
func (x *draft) numbers() error {
	x.test = x.row.Tested() && !x.sure()
	if !x.test {
		return nil
	}
	x.rating, x.ability, x.opposition = x.row.Rating, x.row.Ability, x.row.Opposition
	if err := x.choose(); err != nil {
		return err
	}
	if err := x.potential(); err != nil {
		return err
	}
	x.against = make([]fate.Modifier, 1, 4)
	x.oppose()
	if x.d.Rating != nil {
		if *x.d.Rating < 0 || *x.d.Rating > fate.MaxNumber {
			return fate.Refuse("bad_action", "A difficulty goes from 0 to %d", fate.MaxNumber)
		}
		x.rating = *x.d.Rating
	}
	if err := x.useSkill(); err != nil {
		return err
	}
	x.modify()
	return nil
}

// sure reports whether the attack hits by itself: the target is covered (R7.3).
func (x *draft) sure() bool {
	return (x.row.Name == Shoot || x.row.Name == Fling) && x.f.is(Covered, x.foe.Name, x.who)
}

// choose settles which ability is tested where there is a choice (R7.7, R7.18, R8.3, R9.5), and the easier
// grapple of a wrestler (R8.6).
func (x *draft) choose() error {
	if x.row.Skill == "Wrestling" && !x.f.is(Enraged, x.who, "") { // R8.5
		if _, wrestler := x.seat.Hero.Skill("Wrestling"); wrestler {
			x.rating = fate.Harder(x.rating, -1)
		}
	}
	switch {
	case x.row.Name == Resist:
		return nil
	case x.row.Name == Power:
		return x.power()
	case x.d.Ability == "":
		return nil
	case x.row.Name == Mend:
		var err error
		x.ability, err = x.s.knows(x.d.Ability)
		x.d.Ability = x.ability
		return err
	}
	want := x.d.Ability
	switch {
	case same(want, x.row.Ability), same(want, x.s.ability(x.row.Ability)):
	case x.row.Or != "" && (same(want, x.row.Or) || same(want, x.s.ability(x.row.Or))):
		x.ability = x.row.Or
	case x.row.Name == Strike && x.weapon.Name == "unarmed" && same(want, "Quickness"):
		if _, ok := x.seat.Hero.Skill("Martial Arts"); !ok {
			return needsSkill(x.who, "strike with Quickness", "Martial Arts", "R8.3")
		}
		x.ability = "Quickness"
	default:
		return fate.Refuse("wrong_ability", "To %s takes %s, not %.40s (%s)", x.row.Name, x.row.Ability, want, x.row.Rule)
	}
	return nil
}

// power takes the abilities that the narrator has named for a power (R7.18).
func (x *draft) power() error {
	ability, opposition := powers(x.d.Ability, x.d.Opposition, x.d.Mental)
	var err error
	if x.ability, err = x.s.knows(ability); err != nil {
		return err
	}
	x.opposition, err = x.s.knows(opposition)
	x.d.Ability, x.d.Opposition = x.ability, x.opposition
	return err
}

// knows is an ability of the game by its name, or by what stands for it. The error names the nearest.
func (s *Scene) knows(name string) (string, error) {
	if a, ok := s.Deck.Ability(s.ability(name)); ok {
		return a.Name, nil
	}
	var names []string
	for _, a := range s.Deck.Abilities {
		names = append(names, a.Name)
	}
	return "", fate.Refuse("no_such_ability", "%.40q is no ability here: %s", name, fate.Meant(name, names))
}

// oppose finds what resists: the foe's score in the opposition ability, or its attacking score (R3.6, R6.4).
func (x *draft) oppose() {
	switch {
	case x.row.Name == Evade:
		x.evadeAll()
	case x.row.Counter:
		x.resists(x.in)
	case x.foe != nil && x.opposition != "":
		x.opposed(x.foe, x.opposition, x.row.Name, "")
		if x.row.Name == Box {
			x.second = x.punch(x.second1())
		}
	default:
		x.against = append(x.against, x.harder...)
	}
}

// opposed puts what a foe has against the action after the place of the rating, and then what makes it harder.
func (x *draft) opposed(o *Foe, ability, action, on string) {
	x.against = x.f.opposition(x.against[:1], &x.s, o, ability, action, on)
	x.resisted, x.opposition, x.resist = true, x.against[1].Name, x.against[1].Value
	x.against = append(x.against, x.harder...)
}

// punch is the target of the second punch (R8.1).
func (x *draft) punch(foe string) []fate.Modifier {
	o := &x.f.Foes[x.f.foe(foe)]
	parts := []fate.Modifier{{Name: ratingName(x.rating), Value: x.rating}}
	return x.f.opposition(parts, &x.s, o, x.row.Opposition, Box, "")
}

// resists sets up the answer to an attack: against a blow the attacking score, against another action its
// ability, at the mirrored rating (R6.4c, R7.19a).
func (x *draft) resists(in *Incoming) {
	against := x.f.attacking(in)
	if x.row.Name == Resist {
		x.ability, x.rating = x.f.resisting(&x.s, in)
	}
	o := &x.f.Foes[x.f.foe(in.Foe)]
	x.opposed(o, against, in.Action, in.On)
	if in.Rating != nil && x.row.Name == answer(in) {
		x.rating = *in.Rating
	}
	if in.Aimed {
		x.against = append(x.against, fate.Modifier{Name: "aimed at", Value: 4})
	}
}

// resisting is the ability and the rating with which a hero resists a foe's action (R7.19a).
func (f *Fight) resisting(s *Scene, in *Incoming) (string, int) {
	row, err := action(in.Action)
	if err != nil {
		return "Quickness", average
	}
	ability, rating := row.Opposition, row.Rating
	if in.Action == Power {
		ability = in.Opposition
	}
	if s.Rules.Resist == "mirror" {
		rating = max(0, 2*average-rating)
	}
	return ability, rating
}

// evadeAll takes the highest attacking score among the attackers (R7.8a).
func (x *draft) evadeAll() {
	x.evaded = nil
	best := -1
	take := func(in *Incoming) {
		o := &x.f.Foes[x.f.foe(in.Foe)]
		if v := fate.Sum(x.f.opposition(nil, &x.s, o, x.f.attacking(in), in.Action, in.On)); v > best {
			best = v
			x.resists(in)
		}
	}
	if x.fresh {
		take(x.in)
	}
	for i := range x.f.Incoming {
		if in := x.f.Incoming[i]; in.On == x.who && in.Answer == "" && x.f.defends(&x.s, in) {
			x.evaded = append(x.evaded, in.ID)
			take(in)
		}
	}
}

// useSkill finds the skill that helps: the one named, or the one of R8 that belongs to the action (R3.8).
func (x *draft) useSkill() error {
	h := &x.seat.Hero
	if k := x.f.condition(Enraged, x.who, ""); k != nil && !x.row.Counter { // R8.5
		x.d.Skill = "none"
	}
	name := x.d.Skill
	if name == "" {
		name = x.row.Skill
		if x.row.Name == Strike && x.weapon.Name == "unarmed" || x.row.Name == Catch {
			name = "Martial Arts"
		}
		if name == "" {
			return nil
		}
	}
	if same(name, "none") {
		return nil
	}
	k, ok := h.Skill(name)
	switch {
	case ok && x.row.Needs && !same(k.Name, x.row.Skill) && !x.d.Allowed:
		return fate.Refuse("wrong_skill", "To %s is a matter of the skill %s, so %s does not help (%s)", x.row.Name, x.row.Skill, k.Name, x.row.Rule)
	case ok:
		x.skill, x.d.Skill = k, k.Name
	case x.d.Skill != "":
		var names []string
		for _, k := range h.Skills {
			names = append(names, k.Name)
		}
		if names == nil {
			return fate.Refuse("no_such_skill", "%s has no skills", x.who)
		}
		return fate.Refuse("no_such_skill", "%s has no skill %.40q: %s", x.who, name, fate.Meant(name, names))
	}
	return nil
}

// modify gathers what adds to the total and to the difficulty.
func (x *draft) modify() {
	if b := x.skill.Bonus(); x.skill.Name != "" && b != 0 {
		x.bonus = append(x.bonus, fate.Modifier{Name: x.skill.Name, Value: b})
	}
	if x.f.Stage == Fighting {
		x.bonus = append(x.bonus, x.f.boonParts(&x.s, x.who)...)
		if x.row.Hostile && x.foe != nil {
			x.bonus = append(x.bonus, x.f.pileOn(&x.s, x.who, x.foe.Name)...)
		}
	}
	x.bonus = append(x.bonus, x.d.Modifiers...)
	if x.row.Hostile && x.foe != nil && x.f.aimed(x.who, x.foe.Name) && ranged(x.row.Name, &x.weapon) {
		if eased := fate.Harder(x.rating, -1) - x.rating; eased != 0 { // R7.1a
			x.against = append(x.against, fate.Modifier{Name: "aimed", Value: eased})
		}
	}
	if x.row.Counter && x.row.Name != Intercept {
		x.against = x.f.setUpon(x.against, &x.s, x.who, x.in)
	}
}

// ranged reports whether an aim helps the action: shots, throws and powers, not melee.
func ranged(name string, w *hero.Gear) bool {
	return name == Power || w.Style == hero.Missile || w.Style == hero.Thrown
}

// plan puts it all together.
func (x *draft) plan(p *Plan) {
	if x.test {
		x.act(x.ability)
		p.Notation = x.difficulty()
	} else if x.row.Ability != "" {
		x.act(x.row.Ability)
	}
	p.Who, p.Test, p.Second, p.Warnings = x.who, x.test, x.second, x.warnings
	p.Declaration = x.d
	p.Action = x.action
}

// act is the hero's side of the action.
func (x *draft) act(ability string) {
	ability = x.s.ability(ability)
	h := &x.seat.Hero
	x.action.Ability, x.action.Score, x.action.Edge = ability, h.Scores[ability], h.Edge
	x.action.Trumps, x.action.Modifiers = x.s.Deck.Trumps(ability), slices.Clip(x.bonus)
	if x.test && x.skill.Name != "" {
		x.action.Wide = x.skill.Wide(x.s.Deck)
	}
}

// difficulty is all that is against the action, as it is and as the rules write it.
func (x *draft) difficulty() fate.Notation {
	n := fate.Notation{Rating: x.rating, Ability: x.action.Ability}
	x.against[0] = fate.Modifier{Name: ratingName(x.rating), Value: x.rating}
	if x.resisted {
		n.Opposed, n.Opposition, n.Scored, n.Resist = true, x.opposition, true, x.resist
	}
	if part, ok := x.s.narratorCard(x.action.Trumps); ok {
		x.against = append(x.against, part)
		if x.second != nil {
			x.second = with(x.second, part)
		}
	}
	x.action.Against = slices.Clip(append(x.against, x.d.Against...))
	return n
}

// narratorCard is what the Narrator's card adds to an action with these suits of its own: its value, unless
// it is of one of them (R14.2).
func (s *Scene) narratorCard(trumps []fate.Suit) (fate.Modifier, bool) {
	if s.Card.FaceDown() {
		return fate.Modifier{}, false
	}
	for _, suit := range trumps {
		if suit == s.Card.Suit {
			return fate.Modifier{}, false
		}
	}
	return fate.Modifier{Name: "narrator card", Value: s.Card.Value}, true
}

// ratingName is the word for a difficulty rating (R3.4), as the notation has it.
func ratingName(rating int) string {
	switch rating {
	case easy:
		return "easy"
	case average:
		return "average"
	case challenging:
		return "challenging"
	case daunting:
		return "daunting"
	}
	return fate.Notation{Rating: rating}.Parts()[0].Name
}
