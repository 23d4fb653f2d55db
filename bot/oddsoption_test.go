package bot_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"skald/bot"
	"skald/fate"
	"skald/table"
)

// littleTable is a game of the little deck with Jack (alice), Bren (bob) and two foes of Edge 0.
func littleTable(t *testing.T, seed uint64, options ...string) (say func(user, line string) bot.Reply, at *bot.Game) {
	t.Helper()
	hub, _ := newHub(t, seed)
	say = func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, []byte(littleDeck)) }
	say("narrator", "/deck import file:little.yaml")
	say("narrator", "/game new name:Moss deck:little")
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		say("narrator", fmt.Sprintf("/game options option:%s value:%s", name, value))
	}
	say("alice", "/hero new name:Jack hand-size:3")
	say("narrator", "/hero set name:Jack field:edge value:2")
	say("narrator", "/hero set name:Jack field:hand-size value:3")
	say("bob", "/hero new name:Bren hand-size:1")
	say("alice", "/game join hero:Jack")
	say("bob", "/game join hero:Bren")
	say("narrator", `/foe add name:Wolf count:2 endurance:3 strength:3 quickness:3 dexterity:3 perception:3 reason:3 health:30`)
	server, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	return say, server.Games(table.Saga)[0]
}

// share is the part of all orders of the unseen cards in which a card alone is enough; need is what the cards must add
// up to.
func share(tb *table.Table, own fate.Suit, wide []fate.Suit, c fate.Card, need int) float64 {
	if c.Suit != own && !slices.Contains(wide, c.Suit) {
		if c.Value >= need {
			return 1
		}
		return 0
	}
	s, _ := tb.Hero("Jack")
	unseen := tb.List.Cards
	for _, z := range []table.Zone{s.Hand(), table.Discard, table.Bank, table.Narrator} {
		unseen, _ = unseen.Without(tb.Zones[z]...)
	}
	sums := flipsOf(own, unseen, len(tb.Zones[table.Deck]), tb.Zones[table.Discard])
	good := 0
	for _, sum := range sums {
		if c.Value+sum >= need {
			good++
		}
	}
	return float64(good) / float64(len(sums))
}

// perCard reads what /odds says of each card alone.
func perCard(t *testing.T, r bot.Reply) []chanceOut {
	t.Helper()
	raw, err := json.Marshal(r.Outcome)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		PerCard []chanceOut `json:"per_card"`
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out.PerCard
}

// R14.1: with bank_floor_1 a foe of Edge 0 has one banked card, and /odds counts it against that foe and no other.
func TestR141OddsCountKarmaBankedForAFoeOfEdge0(t *testing.T) {
	tried := 0
	for seed := range uint64(12) {
		say, at := littleTable(t, seed, "karma_bank=yes", "bank_floor_1=yes")
		s, _ := at.Table().Hero("Jack")
		for _, c := range at.Table().Hand(s) {
			if at.Table().List.Mishap(c) {
				say("alice", fmt.Sprintf(`/act action:"easy Reason" card:"%s"`, c))
				break
			}
		}
		bank := at.Table().Zones[table.Bank]
		if len(bank) == 0 {
			continue
		}
		tried++
		say("narrator", fmt.Sprintf(`/narrator karma spend:"%s" for:"Wolf 1"`, bank[0]))
		for i, karma := range []int{bank[0].Value, 0} {
			line := fmt.Sprintf(`/odds action:"8 Strength (Quickness)" foe:"Wolf %d"`, i+1)
			for _, got := range perCard(t, say("alice", line)) {
				c := fate.Card{Suit: got.Card.Suit, Value: got.Card.Value}
				if want := share(at.Table(), "Body", nil, c, 8+3+karma-5); math.Abs(want-got.Alone) > 1e-9 {
					t.Errorf("seed %d %s: %s: %v of all orders; /odds says %v", seed, line, c, want, got.Alone)
				}
			}
		}
	}
	if tried == 0 {
		t.Fatal("no seed deals Jack a Karma card")
	}
}

// R14.3 to R14.6: under each way with skills, /odds counts the skills that count there, exactly, and refuses the others.
func TestR143OddsUnderEachWayWithSkills(t *testing.T) {
	counts := map[string][]string{
		"all":      {"normal", "master", "world-class", "trade"},
		"none":     nil,
		"trade":    {"trade"},
		"multiple": {"normal", "master", "world-class"},
	}
	wide := map[string][]fate.Suit{"master": {"Body", "Reflex"}, "world-class": {"Body", "Reflex", "Mind"}, "trade": {"Body", "Reflex", "Mind"}}
	for way, counting := range counts {
		hub, _ := newHub(t, 3)
		say := func(user, line string) (bot.Reply, error) { return try(t, hub, user, line, []byte(littleDeck)) }
		must := func(user, line string) bot.Reply {
			t.Helper()
			r, err := say(user, line)
			if err != nil {
				t.Fatal(line, err)
			}
			return r
		}
		must("narrator", "/deck import file:little.yaml")
		must("narrator", "/game new name:Moss deck:little")
		must("alice", "/hero new name:Jack hand-size:3")
		for _, degree := range counts["all"] {
			must("alice", "/hero skill name:Jack skill:As-"+degree+" trait:Reflex degree:"+degree)
		}
		must("alice", "/game join hero:Jack")
		must("narrator", "/game options option:skills value:"+way)
		server, err := hub.Server("s")
		if err != nil {
			t.Fatal(err)
		}
		tb := server.Games(table.Saga)[0].Table()
		for _, degree := range counts["all"] {
			reply, err := say("alice", `/odds action:"14 Quickness" skill:As-`+degree)
			if slices.Contains(counting, degree) != (err == nil) {
				t.Errorf("skills %s: %s: %v", way, degree, err)
			}
			if err != nil {
				continue
			}
			need := 14 - 5
			if degree != "trade" {
				need -= 4
			}
			for _, got := range perCard(t, reply) {
				c := fate.Card{Suit: got.Card.Suit, Value: got.Card.Value}
				if want := shareOfOne(tb, "Reflex", wide[degree], c, need); math.Abs(want-got.Alone) > 1e-9 {
					t.Errorf("skills %s, %s: %s: %v of all orders; /odds says %v", way, degree, c, want, got.Alone)
				}
			}
		}
	}
}

// shareOfOne is share for a hero alone at a table whose deck is too long for all its orders: it follows each flip.
func shareOfOne(tb *table.Table, own fate.Suit, wide []fate.Suit, c fate.Card, need int) float64 {
	need -= c.Value
	if need <= 0 || c.Suit != own && !slices.Contains(wide, c.Suit) {
		return map[bool]float64{true: 1}[need <= 0]
	}
	return reaches(own, tb.Zones[table.Deck], need, map[string]float64{})
}

// reaches is the chance that a trump chain from these cards, in any order, brings what is needed: by each first flip.
func reaches(own fate.Suit, deck fate.Pile, need int, known map[string]float64) float64 {
	if need <= 0 {
		return 1
	}
	key := fmt.Sprint(need)
	for _, c := range deck {
		if c.Suit == own {
			key += fmt.Sprint(" ", c.Value)
		}
	}
	if p, ok := known[key]; ok || len(deck) == 0 {
		return p
	}
	sum := 0.0
	for i, c := range deck {
		if c.Suit == own {
			sum += reaches(own, slices.Delete(slices.Clone(deck), i, i+1), need-c.Value, known)
		} else if c.Value >= need {
			sum++
		}
	}
	known[key] = sum / float64(len(deck))
	return known[key]
}

// R15.3: with 1 to 4 Jokers a pack, /odds is what comes of following each flip of the deck of 83 to 92 cards.
func TestR153OddsWithEachNumberOfJokers(t *testing.T) {
	for jokers, size := range map[int]int{1: 83, 2: 86, 3: 89, 4: 92} {
		hub, _ := newHub(t, uint64(jokers))
		say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
		say("narrator", "/game new name:Moss")
		say("narrator", fmt.Sprint("/game options option:jokers value:", jokers))
		say("narrator", "/deck use name:playing-cards")
		say("alice", "/hero new name:Jack hand-size:8")
		say("alice", "/game join hero:Jack")
		server, err := hub.Server("s")
		if err != nil {
			t.Fatal(err)
		}
		tb := server.Games(table.Saga)[0].Table()
		if n := len(tb.List.Cards); n != size {
			t.Errorf("%d Jokers a pack: %d cards, want %d", jokers, n, size)
		}
		for ability, own := range map[string]fate.Suit{"Strength": "Body", "Quickness": "Reflex", "Reason": "Mind", "Charisma": "Spirit"} {
			for _, got := range perCard(t, say("alice", fmt.Sprintf(`/odds action:"16 %s"`, ability))) {
				c := fate.Card{Suit: got.Card.Suit, Value: got.Card.Value}
				if want := shareOfOne(tb, own, nil, c, 16-5); math.Abs(want-got.Alone) > 1e-9 {
					t.Errorf("%d Jokers, %s: %s: %v; /odds says %v", jokers, ability, c, want, got.Alone)
				}
			}
		}
	}
}

// R5.1a, R6.1 to R6.4, R7.14, R14.2: the chances beside the cards of a fight count the options that make its actions
// harder or easier: gear above a code, the Pile-On of two, the narrator card.
func TestR714ChancesOfAFightAreExactWithEveryOption(t *testing.T) {
	for seed := range uint64(6) {
		say, at := littleTable(t, seed, "narrator_card=yes", "over_code=harder", "pile_on=n-1", "results=window")
		say("alice", `/hero gear item:"great sword"`)
		say("narrator", "/combat start range:close-combat")
		say("narrator", `/combat foe-does foe:"Wolf 1" hero:Jack`)
		say("narrator", `/combat foe-does foe:"Wolf 2" hero:Jack`)
		card, ok := at.Table().Facing()
		if !ok {
			t.Fatal("no narrator card lies")
		}
		narrator := func(own fate.Suit) int {
			if card.Suit == own {
				return 0
			}
			return card.Value
		}
		for _, tt := range []struct {
			line string
			own  fate.Suit
			need int // without the hero's 5
		}{
			{`/combat attack target:"Wolf 1"`, "Body", 8 + 3 + 4 - 1 + narrator("Body")},        // the code +4, Pile-On 1 for Jack
			{`/combat defend against:"Wolf 1"`, "Reflex", 8 + 3 + (2 - 1) + narrator("Reflex")}, // Pile-On of two: n-1
		} {
			menu := say("alice", tt.line).Selects[0]
			s, _ := at.Table().Hero("Jack")
			for i, c := range at.Table().Hand(s) {
				want := share(at.Table(), tt.own, nil, c, tt.need-5)
				if about := menu.Choices[i].About; !strings.HasPrefix(about, inPercent(want)) {
					t.Errorf("seed %d %s: %s: %v of all orders; the menu says %q", seed, tt.line, c, want, about)
				}
			}
		}
	}
}

// inPercent is how a chance is told.
func inPercent(p float64) string {
	switch {
	case p == 1:
		return "100 %"
	case p == 0:
		return "0 %"
	case p > 0.995:
		return "over 99 %"
	case p < 0.005:
		return "under 1 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// try carries a line out for a user, and gives the refusal where there is one.
func try(t *testing.T, hub *bot.Hub, user, line string, file []byte) (bot.Reply, error) {
	t.Helper()
	r, err := bot.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	r.Server, r.Channel, r.User, r.Manager = "s", "table", table.User{ID: user, Name: user}, user == "narrator"
	for i, a := range r.Args {
		if a.Name == "file" || a.Name == "import" {
			r.Args[i].File = &bot.Upload{Name: a.Value, Data: file}
		}
	}
	return hub.Do(r)
}
