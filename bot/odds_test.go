package bot_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// ask carries a line out for a user.
func ask(t *testing.T, hub *bot.Hub, user, line string, file []byte) bot.Reply {
	t.Helper()
	r, err := bot.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	r.Server, r.Channel, r.User, r.Manager = "s", "table", table.User{ID: user, Name: user}, user == "narrator"
	for i, a := range r.Args {
		if a.Name == "file" {
			r.Args[i].File = &bot.Upload{Name: a.Value, Data: file}
		}
	}
	reply, err := hub.Do(r)
	if err != nil {
		t.Fatalf("%s: %s: %v", user, line, err)
	}
	return reply
}

const littleDeck = `
name: little
suits:
  - {name: Body, trumps: [Endurance, Strength]}
  - {name: Reflex, trumps: [Quickness, Dexterity]}
  - {name: Mind, trumps: [Perception, Reason]}
  - {name: Karma, mishap: true}
cards:
  - {suit: Body, value: 1}
  - {suit: Body, value: 4, count: 2}
  - {suit: Body, value: 7}
  - {suit: Reflex, value: 1}
  - {suit: Reflex, value: 3}
  - {suit: Reflex, value: 6}
  - {suit: Mind, value: 2}
  - {suit: Mind, value: 5}
  - {suit: Karma, value: 2}
  - {suit: Karma, value: 5, aura: "0"}
`

// chanceOut is what /odds tells of a card.
type chanceOut struct {
	Card struct {
		Suit  fate.Suit
		Value int
	}
	Chance, Alone float64
}

// R4.2, R4.3, R14.1, R14.2, R14.6, R14.11: /odds with the narrator card, banked Karma, a skill of each degree and an
// Advantage is what comes of trying all orders in which the unseen cards can lie.
func TestR43OddsAreExactWithEveryOption(t *testing.T) {
	for seed := range uint64(6) {
		hub, _ := newHub(t, seed)
		say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, []byte(littleDeck)) }
		say("narrator", "/deck import file:little.yaml")
		say("narrator", "/game new name:Moss deck:little")
		for _, option := range []string{"karma_bank", "narrator_card", "bank_floor_1"} {
			say("narrator", "/game options value:yes option:"+option)
		}
		say("alice", `/hero build hero:Jack step:scores value:"Quickness 6, Strength 7, Reflex A"`)
		say("alice", "/hero build hero:Jack step:advantage value:Nimble")
		say("alice", "/hero build hero:Jack step:submit")
		say("narrator", "/hero build hero:Jack step:approve")
		say("narrator", "/hero set name:Jack field:edge value:2")
		say("narrator", "/hero set name:Jack field:hand-size value:3")
		for _, degree := range []string{"normal", "master", "world-class", "trade"} {
			say("alice", "/hero skill name:Jack skill:As-"+degree+" trait:Reflex degree:"+degree)
		}
		say("bob", "/hero new name:Bren hand-size:1")
		say("alice", "/game join hero:Jack")
		say("bob", "/game join hero:Bren")
		say("narrator", "/narrator scene text:Fog")
		say("narrator", "/aura")
		server, err := hub.Server("s")
		if err != nil {
			t.Fatal(err)
		}
		at := server.Games(table.Saga)[0]
		if s, _ := at.Table().Hero("Jack"); seed%2 == 0 {
			for _, c := range at.Table().Hand(s) {
				if at.Table().List.Mishap(c) {
					say("alice", fmt.Sprintf(`/act action:"easy Reason" card:"%s"`, c))
				}
			}
		}
		if bank := at.Table().Zones[table.Bank]; len(bank) > 0 {
			say("narrator", fmt.Sprintf(`/narrator karma spend:"%s"`, bank[0]))
		}
		for _, ability := range []string{"Quickness", "Strength", "Reason"} {
			for _, skill := range []string{"", "As-normal", "As-master", "As-world-class", "As-trade"} {
				for _, rating := range []int{12, 16, 19, 24} {
					line := fmt.Sprintf(`/odds action:"%d %s"`, rating, ability)
					if skill != "" {
						line += " skill:" + skill
					}
					if ability == "Quickness" {
						line += " using:Nimble"
					}
					raw, err := json.Marshal(say("alice", line).Outcome)
					if err != nil {
						t.Fatal(err)
					}
					var got struct {
						PerCard []chanceOut `json:"per_card"`
					}
					if err := json.Unmarshal(raw, &got); err != nil {
						t.Fatal(err)
					}
					compare(t, fmt.Sprintf("seed %d %s", seed, line), at.Table(), ability, skill, rating, got.PerCard)
				}
			}
		}
	}
}

// compare works out by hand what /odds must say.
func compare(t *testing.T, what string, tb *table.Table, ability, skill string, rating int, got []chanceOut) {
	t.Helper()
	own := map[string]fate.Suit{"Quickness": "Reflex", "Strength": "Body", "Reason": "Mind"}[ability]
	score := map[string]int{"Quickness": 6 + 2, "Strength": 7, "Reason": 5}[ability]
	wide := map[string][]fate.Suit{"As-master": {"Body", "Reflex"}, "As-world-class": {"Body", "Reflex", "Mind"}, "As-trade": {"Body", "Reflex", "Mind"}}[skill]
	if skill != "" && skill != "As-trade" {
		score += 4
	}
	target := rating
	for _, r := range tb.Raises {
		target += r.Cards.Sum()
	}
	if c, ok := tb.Facing(); ok && c.Suit != own {
		target += c.Value
	}
	s, _ := tb.Hero("Jack")
	hand := tb.Hand(s)
	unseen := tb.List.Cards
	for _, z := range []table.Zone{s.Hand(), table.Discard, table.Bank, table.Narrator} {
		unseen, _ = unseen.Without(tb.Zones[z]...)
	}
	orders := flipsOf(own, unseen, len(tb.Zones[table.Deck]), tb.Zones[table.Discard])
	chance := func(cards fate.Pile) float64 {
		last := cards[len(cards)-1]
		sum := score + cards.Sum()
		if last.Suit != own && !slices.Contains(wide, last.Suit) {
			if sum >= target {
				return 1
			}
			return 0
		}
		good, all := 0, 0
		for _, flips := range orders {
			all++
			if sum+flips >= target {
				good++
			}
		}
		return float64(good) / float64(all)
	}
	if len(got) != len(hand) {
		t.Fatalf("%s: %d cards of %d", what, len(got), len(hand))
	}
	for i, c := range hand {
		best := 0.0
		for _, chain := range chainsFrom(c, hand, 2) {
			best = max(best, chance(chain))
		}
		if alone := chance(fate.Pile{c}); math.Abs(alone-got[i].Alone) > 1e-9 || math.Abs(best-got[i].Chance) > 1e-9 {
			t.Errorf("%s: %s: alone %v, best %v; /odds says %v, %v", what, c, alone, best, got[i].Alone, got[i].Chance)
		}
	}
}

// chainsFrom lists every Edge chain that begins with a card (R4.2).
func chainsFrom(c fate.Card, hand fate.Pile, edge int) []fate.Pile {
	all := []fate.Pile{{c}}
	if c.Value > edge {
		return all
	}
	rest, _ := hand.Without(c)
	for _, next := range rest {
		for _, chain := range chainsFrom(next, rest, edge) {
			all = append(all, append(fate.Pile{c}, chain...))
		}
	}
	return all
}

// flipsOf gives what the flips add up to in each order in which the unseen cards can lie; the first ones are the
// deck, and when it is empty the discard pile comes back in any order (R1.4b).
func flipsOf(own fate.Suit, unseen fate.Pile, deck int, discard fate.Pile) []int {
	var sums []int
	back := permutations(discard)
	for _, order := range permutations(unseen) {
		for _, second := range back {
			sum := 0
			for _, c := range append(slices.Clone(order[:deck]), second...) {
				sum += c.Value
				if c.Suit != own {
					break
				}
			}
			sums = append(sums, sum)
		}
	}
	return sums
}

func permutations(p fate.Pile) []fate.Pile {
	if len(p) == 0 {
		return []fate.Pile{nil}
	}
	var all []fate.Pile
	for i := range p {
		rest := slices.Delete(slices.Clone(p), i, i+1)
		for _, q := range permutations(rest) {
			all = append(all, append(fate.Pile{p[i]}, q...))
		}
	}
	return all
}
