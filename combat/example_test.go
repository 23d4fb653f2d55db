package combat_test

import (
	"fmt"

	"skald/combat"
	"skald/fate"
	"skald/hero"
)

// One exchange, from the foes that step up to the cards that pay for it.
func Example() {
	deck := fate.PlayingCards()
	bren := hero.New("Bren", deck.Abilities) // 5 in everything, Edge 1, a hand of 3
	bren, _ = bren.WithGear(hero.Gear{Name: "sword", Use: hero.Weapon, Class: "M", Damage: 6, Harm: hero.Killing, Style: hero.Melee, Worn: true})
	card := func(text string) fate.Card { c, _ := fate.ParseCard(text); return c }
	scene := combat.Scene{
		Rules: combat.Defaults(), Deck: deck,
		Seats: []combat.Seat{{Hero: bren, Hand: fate.Pile{card("7 Mind"), card("4 Body"), card("2 Spirit")}}},
	}

	// The narrator brings two Extras and starts.
	guard := combat.Sheet{Name: "Guard", Scores: map[string]int{"Body": 5, "Reflex": 3, "Mind": 4, "Spirit": 4}, Health: 6}
	guard, _ = guard.With("damage", "4", deck.Abilities)
	fight, names, _ := combat.Fight{}.AddFoes(guard, 2, deck.Abilities)
	fight, _ = fight.Start(scene, combat.Opening{Terrain: "indoors", Heroes: []string{"Bren"}})
	fmt.Println(names, "at", fight.Range)

	// Bren attacks: declare, play cards (the table's part), settle.
	plan, _ := fight.Declare(scene, "Bren", combat.Declaration{Action: "attack", Target: "guard 1"})
	fmt.Println(plan.Notation, "target", plan.Action.Target(), "trumps", plan.Action.Trumps)
	action := plan.Action
	action.Cards = fate.Pile{card("7 Mind")}
	fight, outcome, _ := fight.Settle(scene, "Bren", plan.Declaration, action)
	for _, b := range outcome.Blows {
		fmt.Println(b.Hit, "-", b.Met, "=", b.Wounds(), b.Harm)
	}
	scene.Seats[0].Hand = fate.Pile{card("5 Mind"), card("8 Body"), card("2 Spirit")} // the table has redrawn

	// Who is awaited? The guard strikes back.
	for _, d := range fight.Due(scene) {
		fmt.Println(d, d.Answers)
	}
	_, _, err := fight.Next(scene, combat.Tick{})
	fmt.Println(err)

	// The exchange is forced to its end: the unanswered attack counts as met without a card, wounds are assessed.
	fight, turn, _ := fight.Next(scene, combat.Tick{Force: true})
	for _, n := range turn.Notes {
		fmt.Println(n.Text)
	}
	fmt.Println("exchange", turn.Exchange, fight.Due(scene))

	// Bren pays, with what Pick suggests.
	owed := combat.Owed(fight.Owes("Bren", false))
	fight, payments, _ := fight.Pay(scene, "Bren", combat.Pick(scene.Seats[0].Hand, owed), false)
	scene.Seats[0].Wounds = payments[0].After
	fmt.Println("paid", payments[0].Paid, "for", owed, "now", payments[0].Status, payments[0].After.Locked(), "slots locked")
	fmt.Println(fight.Due(scene))
	// Output:
	// [Guard 1 Guard 2] at Close-Combat
	// average Strength (Quickness 3) target 11 trumps [Body]
	// [{Strength 5} {sword 6} {margin 1}] - [{Endurance 5}] = 7 killing
	// Bren: answer Guard 1 (strike) [parry block evade]
	// Still awaited are Bren: answer Guard 1 (strike). The exchange ends without them only if it is forced
	// Guard 1 falls unconscious (R6.5).
	// exchange 2 [Bren: pay 12 wounds Bren: act]
	// paid 5 Mind, 8 Body for 12 now up 2 slots locked
	// [Bren: act]
}
