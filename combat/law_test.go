package combat

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"skald/fate"
	"skald/hero"
)

// game is a table around a fight, played by random legal moves. Every call of the rules goes through it, and
// it checks what must hold after each.
type game struct {
	t             *rapid.T
	s             Scene
	f             Fight
	deck, discard fate.Pile
	paid          map[string]int // wounds that each hero has paid
	suffered      map[string]int // wounds that each has suffered
}

func newGame(t *rapid.T) *game {
	g := &game{t: t, s: Scene{Rules: someRules(t), Deck: fate.PlayingCards()}, paid: map[string]int{}, suffered: map[string]int{}}
	g.deck = rapid.Permutation(g.s.Deck.Cards).Draw(t, "deck")
	o := Opening{
		Range:    rapid.SampledFrom([]Range{FarMissile, NearMissile, CloseCombat, CloseCombat, CloseCombat, Personal}).Draw(t, "range"),
		Surprise: rapid.SampledFrom([]Side{Nobody, Nobody, Heroes, Foes}).Draw(t, "surprise"),
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "heroes") {
		h := someHero(t, i)
		g.s.Seats = append(g.s.Seats, Seat{Hero: h})
		g.redraw(i)
		o.Heroes = append(o.Heroes, h.Name)
	}
	for i := range rapid.IntRange(1, 3).Draw(t, "kinds") {
		var err error
		g.f, _, err = g.f.AddFoes(someSheet(t, i), rapid.IntRange(1, 3).Draw(t, "count"), g.s.Deck.Abilities)
		g.must(err)
	}
	var err error
	g.f, err = g.f.Start(g.s, o)
	g.must(err)
	return g
}

func someRules(t *rapid.T) Rules {
	r := Defaults()
	for range rapid.IntRange(0, 4).Draw(t, "settings") {
		o := rapid.SampledFrom(Options()).Draw(t, "option")
		r, _ = r.With(o.Name, rapid.SampledFrom(o.Values).Draw(t, "value"))
	}
	return r
}

func someHero(t *rapid.T, i int) hero.Hero {
	h := hero.New(fmt.Sprintf("Hero %d", i), fate.Standard())
	for _, a := range fate.Standard() {
		h.Scores[a.Name] = rapid.IntRange(2, 10).Draw(t, a.Name)
	}
	h.Edge = rapid.IntRange(0, 4).Draw(t, "edge")
	for _, name := range []string{"Boxing", "Leadership", "Martial Arts", "Tactics", "Taunting", "Wrestling"} {
		if rapid.Bool().Draw(t, name) {
			h.Skills = append(h.Skills, hero.Skill{Name: name, Trait: "Body", Degree: hero.Normal})
		}
	}
	h.Gear = rapid.SliceOfNDistinct(rapid.SampledFrom([]hero.Gear{sword, bow, knife, dirk, catapult}), 0, 3, func(g hero.Gear) string { return g.Name }).Draw(t, "gear")
	return h
}

func someSheet(t *rapid.T, i int) Sheet {
	return Sheet{
		Name:   fmt.Sprintf("Kind %d", i),
		Scores: map[string]int{"Body": rapid.IntRange(1, 9).Draw(t, "body"), "Reflex": rapid.IntRange(1, 9).Draw(t, "reflex"), "Mind": 4, "Spirit": 4},
		Health: rapid.IntRange(1, 20).Draw(t, "health"), Armor: rapid.IntRange(0, 3).Draw(t, "armor"),
		Weapon: rapid.SampledFrom([]hero.Gear{{}, sword, bow, knife, dirk}).Draw(t, "weapon"),
		Skills: rapid.SampledFrom([][]Skill{nil, {{Name: "Fighting"}}}).Draw(t, "skills"),
	}
}

func (g *game) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatalf("%v", err)
	}
}

func (g *game) json(v any) string {
	b, err := json.Marshal(v)
	g.must(err)
	return string(b)
}

// become checks a step: the fight before is as it was, JSON gives the same fight, and the books balance.
func (g *game) become(before string, next Fight, blows []Blow, payments []Payment, deaths ...string) {
	g.t.Helper()
	if after := g.json(g.f); after != before {
		g.t.Fatalf("the fight was changed in place:\n%s", cmp.Diff(before, after))
	}
	var back Fight
	g.must(json.Unmarshal([]byte(g.json(next)), &back))
	if !reflect.DeepEqual(back, next) {
		g.t.Fatalf("JSON gives another fight:\n%s", cmp.Diff(next, back))
	}
	for _, b := range blows {
		if seat := g.s.seat(b.On); seat != nil && !seat.Wounds.Dead {
			g.suffered[b.On] += b.Wounds()
		}
	}
	for i, o := range next.Foes {
		if j := g.f.foe(o.Name); j >= 0 && !g.f.Foes[j].Dead && blows != nil {
			got := 0
			for _, b := range blows {
				if b.On == o.Name {
					got += b.Wounds()
				}
			}
			if g.f.Foes[j].Wounds+got != next.Foes[i].Wounds && !next.Foes[i].Dead {
				g.t.Fatalf("%s had %d wounds, took %d, has %d", o.Name, g.f.Foes[j].Wounds, got, next.Foes[i].Wounds)
			}
		}
	}
	for _, p := range payments {
		g.pays(p)
	}
	for _, who := range deaths {
		g.s.seat(who).Wounds.Dead = true
	}
	g.f = next
	g.balance()
	g.noCardIsLost()
}

// balance checks that what each hero has suffered is paid or pending; the dead owe nothing.
func (g *game) balance() {
	pending := map[string]int{}
	for _, w := range g.f.Pending {
		pending[w.Who] += w.Amount
	}
	for _, seat := range g.s.Seats {
		who := seat.Hero.Name
		if seat.Wounds.Dead && pending[who] != 0 || !seat.Wounds.Dead && g.suffered[who] != g.paid[who]+pending[who] {
			g.t.Fatalf("%s: %d wounds suffered, %d paid, %d pending", who, g.suffered[who], g.paid[who], pending[who])
		}
	}
}

// pays moves the cards of a payment and checks the slots that it locked (R6.6e).
func (g *game) pays(p Payment) {
	seat := g.s.seat(p.Who)
	if p.Before != seat.Wounds {
		g.t.Fatalf("%s pays from %+v, but has %+v", p.Who, p.Before, seat.Wounds)
	}
	g.paid[p.Who] += p.Wounds
	locked := p.After.Locked() - p.Before.Locked()
	if p.Overflow == 0 && locked != len(p.Paid) || p.Overflow > 0 && seat.Hero.Capacity(p.After) != 0 {
		g.t.Fatalf("%d cards paid lock %d slots, overflow %d: %+v", len(p.Paid), locked, p.Overflow, p)
	}
	if p.Overflow == 0 && p.Paid.Sum() != p.Wounds+p.Overpay || p.Overflow > 0 && p.Paid.Sum() != p.Wounds-p.Overflow {
		g.t.Fatalf("the sums of a payment are wrong: %+v", p)
	}
	var ok bool
	if seat.Hand, ok = seat.Hand.Without(p.Paid...); !ok {
		g.t.Fatalf("%s pays with %v, which are not in the hand", p.Who, p.Paid)
	}
	g.discard = append(g.discard, p.Paid...)
	seat.Wounds = p.After
}

func (g *game) noCardIsLost() {
	all := slices.Concat(g.deck, g.discard)
	for _, seat := range g.s.Seats {
		all = append(all, seat.Hand...)
		if len(seat.Hand) > seat.Hero.Capacity(seat.Wounds) {
			g.t.Fatalf("%s holds %d cards, more than the capacity", seat.Hero.Name, len(seat.Hand))
		}
	}
	if !all.SameCards(g.s.Deck.Cards) {
		g.t.Fatal("cards were lost or doubled")
	}
}

func (g *game) draw() (fate.Card, bool) {
	if len(g.deck) == 0 {
		g.deck, g.discard = g.discard, nil
	}
	if len(g.deck) == 0 {
		return fate.Card{}, false
	}
	c := g.deck[0]
	g.deck = g.deck[1:]
	return c, true
}

func (g *game) redraw(i int) {
	seat := &g.s.Seats[i]
	for len(seat.Hand) < seat.Hero.Capacity(seat.Wounds) {
		c, ok := g.draw()
		if !ok {
			return
		}
		seat.Hand = append(slices.Clone(seat.Hand), c)
	}
}

// act plays an action of a hero with cards of the hand.
func (g *game) act(who string, d Declaration) {
	g.t.Helper()
	before := g.json(g.f)
	p, err := g.f.Declare(g.s, who, d)
	g.must(err)
	a := p.Action
	i := slices.IndexFunc(g.s.Seats, func(seat Seat) bool { return seat.Hero.Name == who })
	hand := g.s.Seats[i].Hand
	if p.Test {
		for len(hand) > 0 && a.Chains() && (len(a.Cards) == 0 || rapid.Bool().Draw(g.t, "again")) {
			c := rapid.SampledFrom(hand).Draw(g.t, "card")
			hand, _ = hand.Without(c)
			a.Cards = append(slices.Clone(a.Cards), c)
		}
		for a.Flipping() {
			c, ok := g.draw()
			if !ok {
				break
			}
			a.Flips = append(slices.Clone(a.Flips), c)
		}
	}
	next, o, err := g.f.Settle(g.s, who, p.Declaration, a)
	g.must(err)
	g.s.Seats[i].Hand = hand
	g.discard = slices.Concat(g.discard, a.Cards, a.Flips)
	if o.Healed != nil {
		g.s.seat(o.Healed.Who).Wounds = o.Healed.After
	}
	g.redraw(i)
	g.become(before, next, g.atOnce(o), o.Payments)
	if rapid.IntRange(0, 9).Draw(g.t, "amend") == 0 {
		g.amend(who)
	}
}

// atOnce are the blows that have been assessed with an action: with immediate wounds all of them.
func (g *game) atOnce(o Outcome) []Blow {
	if !g.s.Rules.ImmediateWounds {
		return nil
	}
	blows := o.Blows
	for _, r := range o.Revised {
		blows = slices.Concat(blows, r.Blows)
	}
	return blows
}

// amend spends a hero point on the last action (R11.2a).
func (g *game) amend(who string) {
	last, ok := g.f.Last(who)
	c, drawn := fate.Card{}, false
	if ok {
		c, drawn = g.draw()
	}
	if !drawn {
		return
	}
	before := g.json(g.f)
	a := last.Action
	a.Extra = append(slices.Clone(a.Extra), c)
	next, o, err := g.f.Amend(g.s, who, a)
	g.must(err)
	g.discard = append(g.discard, c)
	if o.Healed != nil {
		g.s.seat(o.Healed.Who).Wounds = o.Healed.After
		g.redraw(slices.IndexFunc(g.s.Seats, func(seat Seat) bool { return seat.Hero.Name == o.Healed.Who }))
	}
	g.become(before, next, g.atOnce(o), o.Payments)
}

// serve answers one of what is awaited.
func (g *game) serve(d Due) {
	g.t.Helper()
	before := g.json(g.f)
	switch d.Need {
	case ToPay:
		together := rapid.Bool().Draw(g.t, "together")
		seat := g.s.seat(d.Who)
		next, payments, err := g.f.Pay(g.s, d.Who, Pick(seat.Hand, Owed(g.f.Owes(d.Who, together))), together)
		g.must(err)
		g.become(before, next, nil, payments)
	case ToRule:
		next, _, err := g.f.Decide(d.Foe, rapid.Bool().Draw(g.t, "dies"))
		g.must(err)
		g.become(before, next, nil, nil)
	case ToDefend:
		if g.f.unpaid(d.Who) != nil {
			return
		}
		g.act(d.Who, Declaration{Action: rapid.SampledFrom(d.Answers).Draw(g.t, "answer"), Target: d.Foe})
	case ToAct:
		if d.Later || g.f.unpaid(d.Who) != nil {
			return
		}
		choices := slices.DeleteFunc(g.f.Choices(g.s, d.Who), func(c Choice) bool { a, _ := FindAction(c.Action); return a.Counter })
		if len(choices) == 0 {
			g.t.Fatalf("%s is awaited and can do nothing", d.Who)
		}
		c := rapid.SampledFrom(choices).Draw(g.t, "choice")
		decl := Declaration{Action: c.Action}
		if len(c.At) > 0 {
			decl.Target = rapid.SampledFrom(c.At).Draw(g.t, "at")
		}
		g.act(d.Who, decl)
	}
}

// foes has the narrator do something with a foe, if the rules allow it.
func (g *game) foes() {
	if len(g.f.Foes) == 0 {
		return
	}
	before := g.json(g.f)
	a := Assault{
		Foes:   []string{rapid.SampledFrom(g.f.foeNames()).Draw(g.t, "foe")},
		Action: rapid.SampledFrom([]string{Attack, Attack, Attack, Grapple, Stranglehold, Disarm, Distract, Maneuver, Aim, Cover, Wait, Lead, Analyze, Talk, Taunt, Power, Escape}).Draw(g.t, "does"),
		On:     rapid.SampledFrom(g.s.Seats).Draw(g.t, "on").Hero.Name,
	}
	if a.Action == Attack && rapid.Bool().Draw(g.t, "massed") {
		a.Foes, a.Massed = g.f.foeNames(), true
	}
	next, r, err := g.f.FoeDoes(g.s, a)
	if err == nil {
		g.become(before, next, g.atOnce(Outcome{Revised: r.Revised}), r.Payments)
	} else if g.json(g.f) != before {
		g.t.Fatal("a refusal changed the fight")
	}
}

// next ends the exchange.
func (g *game) next(force bool) Turn {
	g.t.Helper()
	before := g.json(g.f)
	tick := Tick{Force: force}
	for range g.f.Readings(g.s) {
		tick.Auras = append(tick.Auras, rapid.SampledFrom([]fate.Aura{fate.Positive, fate.Negative}).Draw(g.t, "aura"))
	}
	next, turn, err := g.f.Next(g.s, tick)
	g.must(err)
	g.become(before, next, turn.Blows, turn.Payments, turn.Deaths...)
	for i := range g.s.Seats {
		g.redraw(i)
	}
	return turn
}

// A fight played by random legal moves, with random settings: no wound is lost or paid twice, no call changes
// what it was given, JSON keeps everything, whoever is awaited can answer and nobody is awaited for ever, and
// the fight is over exactly when a side is down.
func TestLawRandomFights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGame(t)
		for exchange := range 400 {
			if rapid.IntRange(0, 5).Draw(t, "narrator") > 0 {
				g.foes()
			}
			force := rapid.IntRange(0, 3).Draw(t, "force") == 0
			for served := 0; !force; served++ {
				due := g.f.Due(g.s)
				if len(due) == 0 {
					break
				}
				if served > 500 {
					t.Fatalf("still awaited after %d answers: %v", served, due)
				}
				g.serve(rapid.SampledFrom(due).Draw(t, "due"))
				switch rapid.IntRange(0, 19).Draw(t, "meanwhile") {
				case 0, 1:
					g.foes()
				case 2:
					g.outAndIn()
				}
			}
			turn := g.next(force)
			if left, over := g.f.Over(g.s); over != turn.Over || left != turn.Left {
				t.Fatal("Next and Over do not agree")
			}
			if g.ended() {
				return
			}
			if exchange == 399 {
				t.Fatal("the fight does not end")
			}
			g.wearDown()
		}
	})
}

// outAndIn has a hero leave and come back at once: nothing is gained by it (R6.0).
func (g *game) outAndIn() {
	g.t.Helper()
	h := rapid.SampledFrom(g.f.Heroes).Draw(g.t, "who leaves")
	before := g.json(g.f)
	next, err := g.f.Leave(h.Name)
	g.must(err)
	next, err = next.Join(g.s, h.Name)
	g.must(err)
	g.become(before, next, nil, nil)
	if now := next.Heroes[next.hero(h.Name)]; now != h {
		g.t.Fatalf("%+v has come back as %+v", h, now)
	}
}

// wearDown wounds a foe, so that every fight comes to an end.
func (g *game) wearDown() {
	for _, o := range g.f.Foes {
		if g.f.up(&g.s, o.Name) {
			before := g.json(g.f)
			next, _, err := g.f.WoundFoe(g.s, o.Name, 2, hero.Killing)
			g.must(err)
			g.become(before, next, nil, nil)
			return
		}
	}
}

// ended checks that the fight is over exactly when a side is down, that nobody is awaited to act then, and that
// it can be ended; it tells whether it was.
func (g *game) ended() bool {
	up := map[Side]bool{}
	for _, seat := range g.s.Seats {
		up[Heroes] = up[Heroes] || seat.Up()
	}
	for _, o := range g.f.Foes {
		_, sh, _ := g.f.Foe(o.Name)
		st := o.Status(sh)
		up[Foes] = up[Foes] || st == Up || st == Hurt
	}
	_, over := g.f.Over(g.s)
	if over == (up[Heroes] && up[Foes]) {
		g.t.Fatalf("over is %v, but up are %v", over, up)
	}
	if !over {
		return false
	}
	for _, d := range g.f.Due(g.s) {
		if d.Need == ToAct {
			g.t.Fatalf("the fight is over, and %s is to act", d.Who)
		}
	}
	before := g.json(g.f)
	next, turn, err := g.f.End(g.s)
	g.must(err)
	g.become(before, next, turn.Blows, turn.Payments)
	for due := g.f.Due(g.s); len(due) > 0; due = g.f.Due(g.s) {
		g.serve(due[0])
	}
	g.f.Aftermath(g.s)
	return true
}
