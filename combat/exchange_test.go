package combat

import (
	"strings"
	"testing"

	"skald/hero"
)

// R6.0: each hero has one attack action an exchange, and again in the next.
func TestR60OneAttack(t *testing.T) {
	s := scene(newHero("Bren"))
	f, _ := play(t, stage(t, s, 1), s, "Bren", Declaration{Action: Strike}, "2 Mind")
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "has_acted")
	_, err = f.Declare(s, "Bren", Declaration{Action: Wait})
	refused(t, err, "has_acted")
	f, turn := next(t, f, s, true)
	equal(t, "exchange", turn.Exchange, 2)
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "must_pay") // the counterattack that was not answered
}

// R6.1, R6.1a: heroes who surprise attack, and nobody strikes back.
func TestR61aHeroesSurprise(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1, func(o *Opening) { o.Surprise = Heroes })
	equal(t, "the guard is", states(f, s, "Guard"), "surprised")
	f, o := play(t, f, s, "Bren", Declaration{Action: Strike}, "2 Mind")
	equal(t, "struck back", len(o.Drawn), 0)
	_, err := f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard"})
	refused(t, err, "no_attack")
	_, _, err = f.FoeDoes(s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	refused(t, err, "surprised")
	f, _ = next(t, f, s, false)
	equal(t, "afterwards", states(f, s, "Guard"), "")
	_, o = play(t, f, s, "Bren", Declaration{Action: Strike}, "2 Mind")
	equal(t, "strikes back then", len(o.Drawn), 1)
}

// R6.1a: surprised heroes lose their attack and still defend.
func TestR61aFoesSurprise(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 1, func(o *Opening) { o.Surprise = Foes })
	equal(t, "Bren is", states(f, s, "Bren"), "surprised")
	equal(t, "nobody is awaited", dues(f, s), "")
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike})
	refused(t, err, "surprised")
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	equal(t, "the defense is awaited", dues(f, s), "Bren: answer Guard (strike)")
	f, o := play(t, f, s, "Bren", Declaration{Action: Defend}, "9 Mind")
	equal(t, "parried", o.Success, true)
	f, _ = next(t, f, s, false)
	_, err = f.Declare(s, "Bren", Declaration{Action: Strike})
	must(t, err)
}

// R6.2, R6.2a: by Perception, then Quickness, then the fixed order; a modifier counts to Perception.
func TestR62Initiative(t *testing.T) {
	s := scene(
		newHero("Ada"), newHero("Bea"), newHero("Cid", score("Perception", 7)), newHero("Dan", score("Quickness", 8)),
		newHero("Eve", score("Quickness", 9), score("Perception", 4)),
	)
	f := stage(t, s, 1, func(o *Opening) { o.Heroes = []string{"Bea", "Eve", "Ada", "Dan", "Cid"} })
	equal(t, "order", f.Order(s), []string{"Cid", "Dan", "Bea", "Ada", "Eve"})
	f, err := f.Initiative("eve", 4)
	must(t, err)
	equal(t, "with a modifier", f.Order(s), []string{"Eve", "Cid", "Dan", "Bea", "Ada"})
	s.Seats[1].Hero = newHero("Bea", score("Perception", 10))
	equal(t, "a sheet that changes", f.Order(s)[0], "Bea")
	_, err = f.Initiative("Eve", 100)
	refused(t, err, "out_of_range")
}

// R6.2: heroes act when they are ready; by the setting only in their order.
func TestR62Turns(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Cid", score("Perception", 7)))
	f := stage(t, s, 1)
	_, err := f.Declare(s, "Ada", Declaration{Action: Strike})
	must(t, err)
	s.Rules.Turns = "order"
	due := f.Due(s)
	equal(t, "Cid now, Ada later", []bool{due[0].Later, due[1].Later}, []bool{false, true})
	_, err = f.Declare(s, "Ada", Declaration{Action: Strike})
	refused(t, err, "not_your_turn")
	_, err = f.Declare(s, "Ada", Declaration{Action: Defend, Target: "Guard"})
	must(t, err) // defenses have no order
	f, _ = play(t, f, s, "Cid", Declaration{Action: Wait}, "")
	_, err = f.Declare(s, "Ada", Declaration{Action: Strike})
	must(t, err)
}

// R6.2b: blows count together at the end. A foe that is dropped still strikes back at all who attacked it,
// later attacks on it in the same exchange are wasted, and do not kill it (R6.5b).
func TestR62bTogether(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	f := stage(t, s, 1)
	f, o := play(t, f, s, "Ada", Declaration{Action: Strike}, "9 Body") // 15: margin 2, 14 - 7 = 7 wounds
	equal(t, "strikes back at Ada", len(o.Drawn), 1)
	f, o = play(t, f, s, "Bea", Declaration{Action: Strike}, "9 Mind")
	equal(t, "strikes back at Bea", len(o.Drawn), 1)
	equal(t, "still up", statusOf(t, f, "Guard"), Up)
	f, turn := next(t, f, s, true)
	equal(t, "down, not dead", statusOf(t, f, "Guard"), Down)
	equal(t, "blows", len(turn.Blows), 4)
	left, over := f.Over(s)
	equal(t, "over", over && turn.Over, true)
	equal(t, "left", left, Heroes)
	equal(t, "no attack is awaited any more", dues(f, s), "Ada: pay 15 wounds; Bea: pay 15 wounds")
}

// R6.2b, D14: by the setting each blow counts at once: a dropped foe does not strike back, and a second Killing
// blow kills it.
func TestR62bImmediateWounds(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"), newHero("Cid"))
	s.Rules.ImmediateWounds = true
	f := stage(t, s, 1)
	f, o := play(t, f, s, "Ada", Declaration{Action: Strike}, "9 Mind")
	equal(t, "wounds at once", foeOf(t, f, "Guard").Wounds, 7)
	equal(t, "strikes back", len(o.Drawn), 1)
	f, o = play(t, f, s, "Bea", Declaration{Action: Strike}, "9 Mind") // Pile-On 2: margin 4, 9 wounds
	equal(t, "falls", statusOf(t, f, "Guard"), Down)
	equal(t, "does not strike back", len(o.Drawn), 0)
	equal(t, "its other attack is gone", dues(f, s), "")
	f, _ = play(t, f, s, "Cid", Declaration{Action: Strike, Target: "Guard"}, "9 Mind")
	equal(t, "is killed", statusOf(t, f, "Guard"), Dead)

	f = stage(t, s, 1)
	f, o = play(t, f, s, "Ada", Declaration{Action: Defend, Target: "Guard"}, "4 Mind") // missed by 4
	equal(t, "shown", o.Blows[0].Wounds(), 10)
	equal(t, "to be paid at once", dues(f, s), "Ada: pay 10 wounds; Ada: act; Bea: act; Cid: act")
}

// R6.2b, R7.14b: an attack that comes off only because a second foe sets upon the hero counts at once too.
func TestR62bImmediatePileOn(t *testing.T) {
	s := scene(newHero("Ada"))
	s.Rules.ImmediateWounds = true
	f, o := play(t, stage(t, s, 2), s, "Ada", Declaration{Action: Strike, Target: "Guard 1"}, "6 Mind") // 12 against 13
	equal(t, "missed", o.Success, false)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard 2"}, Action: Attack, On: "Ada"})
	equal(t, "hits with +1", r.Revised[0].Success, true)
	equal(t, "wounds at once", foeOf(t, f, "Guard 1").Wounds, 6+6-7)
}

// R6.4, R6.4a: a hero defends against each attack, and once against each.
func TestR64aOneDefenseAnAttack(t *testing.T) {
	s := scene(newHero("Bren", score("Quickness", 9)))
	f := stage(t, s, 3)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard", "guard 2"}, Action: Attack, On: "Bren"})
	equal(t, "attacks, each foe once", len(r.Incoming), 3)
	equal(t, "answers", r.Answers[0], []string{Parry, Block, Evade})
	_, err := f.Declare(s, "Bren", Declaration{Action: Defend})
	refused(t, err, "which_attack")
	for _, foe := range []string{"Guard 2", "Guard 1", "Guard 3"} {
		f, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: foe}, "9 Mind")
		_, err = f.Declare(s, "Bren", Declaration{Action: Defend, Target: foe})
		refused(t, err, "answered")
	}
	_, err = f.Declare(s, "Bren", Declaration{Action: Defend})
	refused(t, err, "no_attack")

	s.Rules.Defenses = "one" // D9
	f = stage(t, s, 2)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	f, _ = play(t, f, s, "Bren", Declaration{Action: Defend, Target: "Guard 1"}, "9 Mind")
	_, err = f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard 2"})
	refused(t, err, "defended")
	equal(t, "nothing more is awaited of the defense", dues(f, s), "Bren: act")
	f, turn := next(t, f, s, true)
	equal(t, "R6.4b: the other hits with margin 0", turn.Blows[0].Raw(), 11)
	equal(t, "and is to be paid", dues(f, s), "Bren: pay 6 wounds; Bren: act")
}

// R6.4a: a massed attack is one defense against the strongest, with Pile-On.
func TestR64aMassedAttack(t *testing.T) {
	s := scene(newHero("Bren"))
	f := stage(t, s, 2)
	f, _, err := f.AddFoes(guard(func(sh *Sheet) { sh.Name, sh.Scores = "Captain", map[string]int{"Body": 7, "Reflex": 5} }), 1, s.Deck.Abilities)
	must(t, err)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard", "Captain"}, Massed: true, Action: Attack, On: "Bren"})
	equal(t, "one attack", len(r.Incoming), 1)
	equal(t, "led by the strongest", r.Incoming[0].Foe, "Captain")
	equal(t, "with", r.Incoming[0].With, []string{"Guard 1", "Guard 2"})
	p, err := f.Declare(s, "Bren", Declaration{Action: Defend, Target: "Guard 2"})
	must(t, err)
	equal(t, "target: average, Strength 7, Pile-On 3", p.Action.Target(), 8+7+3)
	f, o := play(t, f, s, "Bren", p.Declaration, "9 Mind") // 14 against 18
	equal(t, "one blow", len(o.Blows), 1)
	equal(t, "raw", o.Blows[0].Raw(), 7+6+4)
	equal(t, "no more attacks of the guards", dues(f, s), "Bren: act")
	_, _, err = f.FoeDoes(s, Assault{Foes: []string{"Guard 1"}, Action: Attack, On: "Bren"})
	refused(t, err, "has_attacked")
	_, _, err = stage(t, s, 2).FoeDoes(s, Assault{Foes: []string{"Guard"}, Massed: true, Action: Grapple, On: "Bren"})
	refused(t, err, "not_massed")

	// Each with its own weapon; a distracted one takes no part.
	f = against(t, s, guard(armed(bow)), 1)
	f, _, err = f.AddFoes(guard(func(sh *Sheet) { sh.Name, sh.Scores = "Brute", map[string]int{"Body": 8} }), 2, s.Deck.Abilities)
	must(t, err)
	f, _, err = f.Afflict(s, Condition{State: Distracted, Who: "Brute 2"})
	must(t, err)
	f, r = foeDoes(t, f, s, Assault{Foes: []string{"Guard", "Brute"}, Massed: true, Action: Attack, On: "Bren"})
	equal(t, "the brute leads the archer", []string{r.Incoming[0].Foe, r.Incoming[0].Action, r.Incoming[0].With[0]}, []string{"Brute 1", Strike, "Guard"})
	equal(t, "without the other", len(r.Incoming[0].With), 1)
	equal(t, "who loses the action", states(f, s, "Brute 2"), "")
}

// R6.4b: who cannot defend is hit with margin 0: the unconscious, the bound.
func TestR64bDefenseless(t *testing.T) {
	s := scene(newHero("Bren"), newHero("Mara"))
	s.Seats[0].Wounds = hero.Wounds{Stunning: 3}
	f := stage(t, s, 1)
	f, _, err := f.Afflict(s, Condition{State: Helpless, Who: "mara"})
	must(t, err)
	f, r := foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Mara"})
	equal(t, "no answers", len(r.Answers[0]), 0)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Bren"})
	equal(t, "nobody is awaited", dues(f, s), "")
	_, err = f.Declare(s, "Mara", Declaration{Action: Defend})
	refused(t, err, "helpless")
	_, err = f.Declare(s, "Mara", Declaration{Action: Strike})
	refused(t, err, "helpless")
	_, err = f.Declare(s, "Bren", Declaration{Action: Defend})
	refused(t, err, "not_up")
	f, turn := next(t, f, s, false)
	equal(t, "blows", []int{turn.Blows[0].Raw(), turn.Blows[1].Raw()}, []int{11, 11})
	equal(t, "R6.7a: Killing wounds on the unconscious", turn.Payments[0].Status, "dying")
	equal(t, "Mara pays", dues(f, s), "Mara: pay 6 wounds")
}

// R6.5, R6.5a, R6.5b: down when wounds reach Health; death only by a later Killing attack.
func TestR65FoesFallAndDie(t *testing.T) {
	s := scene(newHero("Bren"))
	f := against(t, s, guard(func(sh *Sheet) { sh.Health = 7 }), 2)
	f, _ = play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard 1"}, "9 Mind") // exactly 7 wounds
	f, turn := next(t, f, s, true)
	equal(t, "R6.5a: wounds equal Health", statusOf(t, f, "Guard 1"), Down)
	equal(t, "announced", turn.Notes[len(turn.Notes)-1].Code, "foe_down")
	f, _ = f.Forgive("Bren")
	f, o := play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard 1"}, "9 Mind")
	equal(t, "a foe that is down does not strike back", len(o.Drawn), 0)
	f, _ = next(t, f, s, true)
	equal(t, "a later Killing attack", statusOf(t, f, "Guard 1"), Dead)
	_, err := f.Declare(s, "Bren", Declaration{Action: Strike, Target: "Guard 1"})
	refused(t, err, "foe_dead")

	// R6.5b: overkill in one blow only knocks out.
	g, notes, err := f.WoundFoe(s, "Guard 2", 500, hero.Killing)
	must(t, err)
	equal(t, "overkill", statusOf(t, g, "Guard 2"), Down)
	equal(t, "said", notes[0].Code, "foe_down")
}

// R6.5b, D13: Stunning wounds on a foe that is down: the narrator is asked, and it stays unconscious unless
// said otherwise; by the settings it is spared or killed.
func TestR65bStunningOnTheFallen(t *testing.T) {
	s := scene(newHero("Bren"))
	hit := func() (Fight, Turn) {
		f := stage(t, s, 2)
		f, _, err := f.WoundFoe(s, "Guard 1", 12, hero.Killing)
		must(t, err)
		f, _ = play(t, f, s, "Bren", Declaration{Action: Strike, Target: "Guard 1", Weapon: "unarmed"}, "9 Mind")
		return next(t, f, s, true)
	}
	f, _ := hit() // 8 - 7 = 1 wound
	equal(t, "asked", dues(f, s), "Bren: act; narrator: does Guard 1 die?")
	_, _, err := f.Next(s, Tick{})
	refused(t, err, "awaited")
	g, _, err := f.Decide("guard 1", true)
	must(t, err)
	equal(t, "killed", statusOf(t, g, "Guard 1"), Dead)
	g, notes, err := f.Decide("Guard 1", false)
	must(t, err)
	equal(t, "spared", statusOf(t, g, "Guard 1"), Down)
	equal(t, "said", notes[0].Code, "foe_spared")
	_, _, err = g.Decide("Guard 1", false)
	refused(t, err, "no_question")
	g, _ = next(t, f, s, true)
	equal(t, "forced: spared", statusOf(t, g, "Guard 1"), Down)
	equal(t, "no question is left", len(g.Questions), 0)

	s.Rules.FallenStunned = "spare"
	f, _ = hit()
	equal(t, "spare", statusOf(t, f, "Guard 1"), Down)
	equal(t, "without a question", len(f.Questions), 0)
	s.Rules.FallenStunned = "kill"
	f, _ = hit()
	equal(t, "kill", statusOf(t, f, "Guard 1"), Dead)
}

// The end of an exchange waits for everybody unless it is forced. Forced, unanswered attacks are met without a card
// (R6.4), and unpaid wounds are paid as Pick chooses (R6.6b).
func TestNextAsksAndForces(t *testing.T) {
	s := scene(newHero("Ada"), newHero("Bea"))
	s.Seats[0].Hand = cards(t, "7 Mind, 9 Body, 2 Spirit")
	f, _ := play(t, stage(t, s, 1), s, "Ada", Declaration{Action: Strike}, "2 Mind")
	equal(t, "awaited", dues(f, s), "Ada: answer Guard (strike); Bea: act")
	_, _, err := f.Next(s, Tick{})
	refused(t, err, "awaited")
	if want := "Ada: answer Guard (strike); Bea: act"; !strings.Contains(err.Error(), want) {
		t.Errorf("%q does not say %q", err, want)
	}
	f, turn := next(t, f, s, true)
	equal(t, "average, Strength 5, less Quickness 5", turn.Blows[0].Raw(), 11+8)
	equal(t, "to pay", dues(f, s), "Ada: pay 14 wounds; Ada: act; Bea: act")
	f, turn = next(t, f, s, true)
	equal(t, "paid", turn.Payments[0].Paid, cards(t, "7 Mind, 9 Body"))
	equal(t, "locked", turn.Payments[0].After, hero.Wounds{Killing: 2})
	equal(t, "left", turn.Payments[0].Left, 1)
	equal(t, "nothing left to pay", dues(f, s), "Ada: act; Bea: act")
}

// R6.9: a fight is over when a side is down; heroes with unpaid wounds are still in it.
func TestR69Over(t *testing.T) {
	s := scene(newHero("Ada"))
	f := stage(t, s, 1)
	_, over := f.Over(s)
	equal(t, "at first", over, false)
	f, _ = foeDoes(t, f, s, Assault{Foes: []string{"Guard"}, Action: Attack, On: "Ada"})
	f, turn := next(t, f, s, true)
	equal(t, "unpaid", turn.Over, false)
	f, payments, err := f.Pay(s, "Ada", nil, false) // an empty hand (R1.4c)
	must(t, err)
	s.Seats[0].Wounds = payments[0].After
	left, over := f.Over(s)
	equal(t, "Ada is out of it", over, true)
	equal(t, "left", left, Foes)
}

// End assesses what was dealt, lets attacks lapse, and ends conditions; effects last. Ended twice, nothing
// changes.
func TestEnd(t *testing.T) {
	s := scene(newHero("Ada"))
	f := stage(t, s, 1)
	f, _, err := f.Afflict(s, Condition{State: Effect, Who: "Ada", Name: "light"})
	must(t, err)
	f, _ = play(t, f, s, "Ada", Declaration{Action: Strike}, "9 Mind")
	g, turn, err := f.End(s)
	must(t, err)
	roundTrip(t, g)
	equal(t, "assessed", foeOf(t, g, "Guard").Wounds, 7)
	equal(t, "blows", len(turn.Blows), 1)
	equal(t, "stage", g.Stage, After)
	equal(t, "lapsed", len(g.Incoming), 0)
	equal(t, "lasting", states(g, s, "Ada"), "light")
	h, err := g.Start(s, Opening{Heroes: []string{"Ada"}})
	must(t, err)
	equal(t, "into the next fight", []string{states(h, s, "Ada"), string(h.Stage)}, []string{"light", "fighting"})
	h, _, err = g.End(s)
	must(t, err)
	equal(t, "again", toJSON(t, h), toJSON(t, g))
	_, _, err = Fight{}.End(s)
	refused(t, err, "no_fight")
	_, _, err = g.Next(s, Tick{})
	refused(t, err, "no_fight")
	_, err = g.Declare(s, "Ada", Declaration{Action: Strike})
	refused(t, err, "no_fight")
}

func TestStartRefuses(t *testing.T) {
	s := scene(newHero("Ada"))
	f := stage(t, s, 1)
	_, err := f.Start(s, Opening{Heroes: []string{"Ada"}})
	refused(t, err, "fight_on")
	_, err = Fight{}.Start(s, Opening{})
	refused(t, err, "no_heroes")
	_, err = Fight{}.Start(s, Opening{Heroes: []string{"Zoe"}})
	refused(t, err, "no_such_hero")
	_, err = Fight{}.Start(s, Opening{Heroes: []string{"Ada", "ada"}})
	refused(t, err, "in_fight")
	_, err = Fight{}.Start(s, Opening{Heroes: []string{"Ada"}, Surprise: "both"})
	refused(t, err, "bad_surprise")
	_, err = Fight{}.Start(s, Opening{Heroes: []string{"Ada"}, Tacticians: []string{"Ada"}})
	refused(t, err, "needs_skill")
	_, err = Fight{}.Declare(s, "Ada", Declaration{Action: Strike})
	refused(t, err, "no_fight")
	_, _, err = Fight{}.FoeDoes(s, Assault{})
	refused(t, err, "no_fight")
}

// R12.4, R14.2: effects that last end by a negative aura, one for each or one for all.
func TestR124Durations(t *testing.T) {
	s := scene(newHero("Ada"))
	f := stage(t, s, 1)
	for _, k := range []Condition{{State: Effect, Who: "Ada", Name: "light"}, {State: Effect, Who: "Guard", Name: "slow"}} {
		var err error
		f, _, err = f.Afflict(s, k)
		must(t, err)
	}
	f, _ = play(t, f, s, "Ada", Declaration{Action: Wait}, "")
	equal(t, "readings", f.Readings(s), []Reading{{"Ada", "light"}, {"Guard", "slow"}})
	_, _, err := f.Next(s, Tick{})
	refused(t, err, "auras_needed")
	g, turn, err := f.Next(s, Tick{Auras: auras("+-")})
	must(t, err)
	equal(t, "one goes on", states(g, s, "Ada"), "light")
	equal(t, "one ends", states(g, s, "Guard"), "")
	equal(t, "said", turn.Notes[0].Code, "effect_ends")
	g, _, err = f.Next(s, Tick{Auras: auras("0")})
	must(t, err)
	equal(t, "folded into the Narrator's card", states(g, s, "Guard"), "slow")
	g, _, err = g.Lift(s, "guard", Effect, "slow")
	must(t, err)
	equal(t, "lifted", states(g, s, "Guard"), "")
}
