package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/fate"
	"skald/hero"
	"skald/table"
)

// gameOf is the channel's game as it is now.
func gameOf(t *testing.T, hub *bot.Hub) *table.Table {
	t.Helper()
	s, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	return s.Games(table.Saga)[0].Table()
}

// R16.1, R16.1a, R14.11: Hindrances give points, Advantages and Edge cost some, what is left are hero points.
func TestR161PointsOfADraft(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	for _, line := range []string{
		`step:points value:"Quickness 6, Perception 6, Charisma 4"`, "step:advantage value:Nimble",
		"step:hindrance value:Poor", "step:hindrance value:Secret", "step:submit",
	} {
		say("alice", "/hero build hero:Jack "+line)
	}
	if n := len(gameOf(t, hub).Seats); n != 0 {
		t.Fatalf("%d heroes before the narrator approves", n)
	}
	say("narrator", "/hero build hero:Jack step:approve")
	s, _ := gameOf(t, hub).Hero("Jack")
	// 3 + 2 Hindrances − 1 Advantage − 2 for one score point over 40
	if s.Hero.Points != 2 || len(gameOf(t, hub).Drafts) != 0 {
		t.Errorf("%d points, %d drafts", s.Hero.Points, len(gameOf(t, hub).Drafts))
	}
}

// R16.2: an improvement takes its points when the narrator approves it, and not before.
func TestR162AnImprovementIsPaidWhenItIsApproved(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	say("narrator", "/game options option:cost_ability value:3")
	say("alice", "/hero new name:Jack")
	say("alice", "/hero improve hero:Jack what:Strength")
	s, _ := gameOf(t, hub).Hero("Jack")
	if s.Hero.Points != 3 || s.Hero.Scores["Strength"] != 5 {
		t.Errorf("asked: %d points, Strength %d", s.Hero.Points, s.Hero.Scores["Strength"])
	}
	say("narrator", "/hero improve approve:1")
	s, _ = gameOf(t, hub).Hero("Jack")
	if s.Hero.Points != 0 || s.Hero.Scores["Strength"] != 6 {
		t.Errorf("approved: %d points, Strength %d", s.Hero.Points, s.Hero.Scores["Strength"])
	}
}

// published.md A1 in our reading: own suit A, the same Trait's B, the same half C, another D, mishap X.
func TestR23ACardMakesAnAbilityAndItsCode(t *testing.T) {
	hub, journal := newHub(t, 3)
	say := func(h *bot.Hub, user, line string) bot.Reply { t.Helper(); return ask(t, h, user, line, nil) }
	say(hub, "narrator", "/game new name:Moss deck:dragon")
	say(hub, "alice", "/hero build hero:Jack step:deal")
	d, _ := gameOf(t, hub).Draft("Jack")
	if len(d.Dealt) != 12 || len(gameOf(t, hub).Zones[table.Discard]) != 12 {
		t.Fatalf("%d cards dealt, %d on the discard pile", len(d.Dealt), len(gameOf(t, hub).Zones[table.Discard]))
	}
	// The draft outlives a restart.
	again, _ := newHub(t, 4)
	again.Journal = func(string) (bot.Journal, error) { return journal, nil }
	want := map[fate.Suit]string{
		"Swords": "A", "Helms": "B", "Shields": "C", "Arrows": "C", "Orbs": "D", "Moons": "D", "Hearts": "D", "Crowns": "D", "Dragons": "X",
	}
	for _, c := range d.Dealt {
		say(again, "alice", `/hero build hero:Jack step:assign value:Strength card:"`+c.String()+`"`)
		d, _ := gameOf(t, again).Draft("Jack")
		if got := string(d.Hero.Codes["Body"]); got != want[c.Suit] || d.Hero.Scores["Strength"] != c.Value {
			t.Errorf("%s: Strength %d, code %s, want %s", c, d.Hero.Scores["Strength"], got, want[c.Suit])
		}
	}
}

// R1.2a: games of the other families play: heroes act, fight, are wounded and change the family.
func TestR12aOtherFamiliesPlay(t *testing.T) {
	for _, deck := range []string{"superhero", "dragon"} {
		t.Run(deck, func(t *testing.T) {
			hub, _ := newHub(t, 5)
			say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
			say("narrator", "/game new name:Moss deck:"+deck)
			say("alice", `/hero new name:Jack scores:"Strength 8, Agility 7, Body A" hand-size:6`)
			say("alice", "/game join hero:Jack")
			hand := func() string {
				s, _ := gameOf(t, hub).Hero("Jack")
				return gameOf(t, hub).Hand(s)[0].String()
			}
			say("alice", `/act action:"average Agility" card:"`+hand()+`"`)
			say("narrator", "/foe add name:Wolf health:30 damage:3")
			say("narrator", "/combat start range:close-combat")
			say("alice", `/combat attack target:Wolf card:"`+hand()+`"`)
			say("narrator", "/combat foe-does foe:Wolf hero:Jack")
			say("alice", `/combat defend against:Wolf card:"`+hand()+`"`)
			say("narrator", "/combat end")
			say("narrator", "/foe remove name:Wolf")
			say("narrator", "/deck use name:playing-cards recall:true")
			s, _ := gameOf(t, hub).Hero("Jack")
			if s.Hero.Scores["Strength"] != 8 || s.Hero.Aside.Scores["Agility"] != 7 || s.Hero.Codes["Body"] != "A" {
				t.Errorf("the sheet became %+v", s.Hero)
			}
			if sheet := say("alice", "/hero show name:Jack").Text(); !strings.Contains(sheet, "Quickness 5") {
				t.Error(sheet)
			}
		})
	}
}

// R16.1, R1.6a, R16.4: a hand above Edge + 2 costs what the game says, and no Edge below 1 brings points back.
func TestR164EdgeStartsAtOneAndALargerHandCosts(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	say("narrator", "/game options option:build_points value:10")
	for _, edge := range []string{"-1", "0", "10"} {
		if _, err := try(t, hub, "alice", "/hero build hero:Jack step:edge value:"+edge, nil); err == nil || err.Error() != "A hero's Edge goes from 1 to 9 (R16.4)." {
			t.Errorf("Edge %s: %v", edge, err)
		}
	}
	say("alice", "/hero build hero:Jack step:edge value:2")
	say("alice", "/hero build hero:Jack step:hand value:5")
	say("alice", "/hero build hero:Jack step:submit")
	say("narrator", "/hero build hero:Jack step:approve")
	// 10 − 4 for Edge 2 − 4 for a hand of 5 instead of 4
	if s, _ := gameOf(t, hub).Hero("Jack"); s.Hero.Points != 2 || s.Hero.Edge != 2 || s.Hero.HandSize() != 5 {
		t.Errorf("%d points, Edge %d, a hand of %d", s.Hero.Points, s.Hero.Edge, s.Hero.HandSize())
	}
}

// R16.2: one wish for the same thing waits at a time, and a skill of the lists needs no Trait beside it.
func TestR162AWishIsMadeOnce(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	say("alice", "/hero new name:Jack")
	say("alice", "/hero improve hero:Jack what:Strength")
	if _, err := try(t, hub, "alice", "/hero improve hero:Jack what:strength", nil); err == nil {
		t.Error("the same wish twice")
	}
	say("alice", `/hero improve hero:Jack what:"skill Stealth"`)
	say("narrator", "/hero improve approve:2")
	s, _ := gameOf(t, hub).Hero("Jack")
	if k, has := s.Hero.Skill("Stealth"); !has || k.Trait != "Reflex" || s.Hero.Points != 1 {
		t.Errorf("%v %v, %d points", has, k, s.Hero.Points)
	}
}

// R1.2, R1.3: the shared deck gives a user cards for a hero once, whatever becomes of the draft, and all read of it;
// the narrator deals anew, and an approved hero begins again.
func TestR12AUserIsDealtCardsForAHeroOnce(t *testing.T) {
	hub, journal := newHub(t, 3)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	discarded := func(want int) {
		t.Helper()
		if n := len(gameOf(t, hub).Zones[table.Discard]); n != want {
			t.Errorf("%d cards are discarded, want %d", n, want)
		}
	}
	say("narrator", "/game new name:Moss")
	told := say("mallory", "/hero build hero:M step:deal").Public()
	if len(told) != 1 || told[0].Text() != "mallory is dealt 12 cards for a new hero, M; the cards are discarded." {
		t.Errorf("all read %v", told)
	}
	m, _ := gameOf(t, hub).Draft("M")
	say("mallory", "/hero build hero:M step:drop")
	say("bob", "/hero build hero:M") // the name is free again, and takes nothing from what is known of mallory
	say("bob", "/hero build hero:M step:drop")
	hub, _ = newHub(t, 4) // and a restart does not help
	hub.Journal = func(string) (bot.Journal, error) { return journal, nil }
	for _, name := range []string{"M", "N", "M"} {
		if told := say("mallory", "/hero build hero:"+name+" step:deal").Public(); len(told) != 0 {
			t.Errorf("%s: all read %v", name, told)
		}
		if d, _ := gameOf(t, hub).Draft(name); !slices.Equal(d.Dealt, m.Dealt) {
			t.Errorf("%s has other cards: %v", name, d.Dealt)
		}
		if _, err := try(t, hub, "mallory", "/hero build hero:Other step:deal", nil); err == nil {
			t.Error("two heroes have cards")
		}
		say("mallory", "/hero build hero:"+name+" step:drop")
	}
	discarded(12)
	say("mallory", "/hero build hero:M step:deal")
	say("narrator", "/hero build hero:M step:deal")
	discarded(24)
	if _, err := try(t, hub, "mallory", "/hero build hero:M step:submit", nil); err == nil {
		t.Error("no ability was made of a card")
	}
	anew, _ := gameOf(t, hub).Draft("M")
	for i, a := range gameOf(t, hub).List.Abilities {
		say("mallory", fmt.Sprintf("/hero build hero:M step:assign card:%q value:%s", anew.Dealt[i], a.Name))
	}
	say("mallory", "/hero build hero:M step:submit")
	say("narrator", "/hero build hero:M step:approve")
	say("mallory", "/hero build hero:N step:deal")
	discarded(36)
}

// names lists what the only menu of a reply offers.
func names(t *testing.T, r bot.Reply) []string {
	t.Helper()
	if len(r.Selects) != 1 {
		t.Fatalf("%d menus: %s", len(r.Selects), r.Text())
	}
	var list []string
	for _, c := range r.Selects[0].Choices {
		list = append(list, c.Value)
	}
	return list
}

// R1.2a, R14.7, R14.8, R14.11: what speaks of abilities that the deck does not have is not offered, not taken, and
// not approved after a change of the deck.
func TestR12aWhatSpeaksOfAnotherFamilyIsNotOffered(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	refused := func(line, want string) {
		t.Helper()
		if _, err := try(t, hub, "alice", line, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	say("narrator", "/game new name:Moss deck:superhero")
	say("alice", `/hero build hero:Jack step:scores value:"Strength 7, Willpower 6"`)
	for step, want := range map[string][]string{
		"role":      {"Fighter"},
		"race":      {"Human", "Giantkin"},
		"advantage": {"Strong back", "Iron will", "Born to it", "Well known", "Wealthy", "Loyal friend"},
		"hindrance": {"Afraid of heights", "Hot temper", "Hunted", "Oath-bound", "Poor", "Secret"},
	} {
		if diff := cmp.Diff(want, names(t, say("alice", "/hero build hero:Jack step:"+step))); diff != "" {
			t.Errorf("%s: %s", step, diff)
		}
	}
	refused("/hero build hero:Jack step:role value:Healer", "Healer speaks of Reason, and the deck of this game, superhero, has no such thing; choose another.")
	refused("/hero build hero:Jack step:race value:Made", "Made speaks of Charisma, and the deck of this game, superhero, has no such thing; choose another.")
	refused("/hero build hero:Jack step:hindrance value:Clumsy", "Clumsy speaks of Dexterity, and the deck of this game, superhero, has no such thing; choose another.")
	say("narrator", "/deck use name:playing-cards recall:true")
	say("alice", "/hero build hero:Jack step:role value:Scout")
	say("narrator", "/deck use name:superhero recall:true")
	refused("/hero build hero:Jack step:submit", "Scout speaks of Perception, and the deck of this game, superhero, has no such thing; choose another.")
}

// R14.11: using takes the name of what helps or the situation, in any case; a situation counts alone.
func TestR1411UsingTakesTheSituation(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	for _, line := range []string{"step:role value:Fighter", "step:race value:Shadow-born", "step:hindrance value:Frail", "step:submit"} {
		say("alice", "/hero build hero:Jack "+line)
	}
	say("narrator", "/hero build hero:Jack step:approve")
	say("alice", "/game join hero:Jack")
	for _, test := range []struct{ action, using, want string }{
		{"average Strength", "fighter", "Fighter 1"},
		{"average Strength", "ATTACKING", "Fighter 1"},
		{"average Strength", "when attacking", "Fighter 1"},
		{"average Perception", "in the dark", "Shadow-born 1"},
		{"average Perception", "in bright light", "Shadow-born"},
		{"average Perception", "in the dark, attacking", "Shadow-born 1"},
	} {
		s, _ := gameOf(t, hub).Hero("Jack")
		card := gameOf(t, hub).Hand(s)[0].String()
		if text := say("alice", `/act action:"`+test.action+`" using:"`+test.using+`" card:"`+card+`"`).Text(); !strings.Contains(text, test.want) {
			t.Errorf("%s using %s: %s", test.action, test.using, text)
		}
	}
	for _, using := range []string{"flying", "Frail"} {
		want := `Jack has nothing called "` + using + `" that helps in some situations only; using takes Fighter (attacking) or Shadow-born (in the dark; in bright light).`
		if _, err := try(t, hub, "alice", `/odds action:"average Strength" using:`+using, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v", using, err)
		}
	}
}

// R14.4, R14.6: a skill is written with its Trait and its degree in each way that the sheet and the lists show.
func TestR146DegreesWhileBuildingAndImproving(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	for value, want := range map[string][]hero.Skill{
		"Stealth":                       {{Name: "Stealth", Trait: "Reflex", Degree: hero.Normal}},
		"stealth MASTER":                {{Name: "Stealth", Trait: "Reflex", Degree: hero.Master}},
		"Stealth world class":           {{Name: "Stealth", Trait: "Reflex", Degree: hero.WorldClass}},
		"Stealth (Reflex) world-class":  {{Name: "Stealth", Trait: "Reflex", Degree: hero.WorldClass}},
		"Boxing (Body, master), Lore":   {{Name: "Boxing", Trait: "Body", Degree: hero.Master}, {Name: "Lore", Trait: "Mind", Degree: hero.Normal}},
		"Boxing worldclass (Body)":      {{Name: "Boxing", Trait: "Body", Degree: hero.WorldClass}},
		"Chess master (Mind) normal":    {{Name: "Chess master", Trait: "Mind", Degree: hero.Normal}},
		"Sailing (Reflex, trade), Lore": {{Name: "Sailing", Trait: "Reflex", Degree: hero.Trade}, {Name: "Lore", Trait: "Mind", Degree: hero.Normal}},
	} {
		say("alice", `/hero build hero:Ann step:skill value:"`+value+`"`)
		d, _ := gameOf(t, hub).Draft("Ann")
		if diff := cmp.Diff(want, d.Hero.Skills); diff != "" {
			t.Errorf("%s: %s", value, diff)
		}
		say("alice", "/hero build hero:Ann step:drop")
	}
	say("alice", "/hero build hero:Ann step:skill value:Lore")
	say("alice", `/hero build hero:Ann step:skill value:"Lore master"`) // another degree changes it
	say("alice", "/hero build hero:Ann step:submit")
	say("narrator", "/hero build hero:Ann step:approve")
	if s, _ := gameOf(t, hub).Hero("Ann"); s.Hero.Points != 1 { // 3 − 2 for the degree above normal, as an improvement costs
		t.Errorf("a Master at the start leaves %d points", s.Hero.Points)
	}
	say("narrator", "/narrator award hero:Ann points:9")
	for line, cost := range map[string]int{`what:"skill Stealth master"`: 4, `what:"skill Lore (Mind) world-class"`: 2} {
		before, _ := gameOf(t, hub).Hero("Ann")
		wish := say("alice", "/hero improve hero:Ann "+line)
		say("narrator", wish.Buttons[0].Line)
		after, _ := gameOf(t, hub).Hero("Ann")
		if spent := before.Hero.Points - after.Hero.Points; spent != cost {
			t.Errorf("%s costs %d, want %d", line, spent, cost)
		}
	}
}

// R16.1: several values in one step are all taken, or none is.
func TestR161SeveralValuesInOneStep(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	say("alice", `/hero build hero:Jack step:gear value:"dagger, lucky coin, Round Shield"`)
	say("alice", `/hero build hero:Jack step:hindrance value:"Poor, Secret"`)
	say("alice", `/hero build hero:Jack step:label value:"Clan: Heron, Guild: Bakers"`)
	before, _ := gameOf(t, hub).Draft("Jack")
	if h := before.Hero; len(h.Gear) != 3 || h.Gear[1].Use != hero.Sundry || h.Gear[2].Defense == 0 || len(h.Hindrances) != 2 || len(h.Labels) != 2 {
		t.Errorf("%+v", h)
	}
	for _, line := range []string{
		`step:scores value:"Body A, Body B"`, `step:points value:"Strength 6, strength 7"`, `step:role value:"Fighter, Scout"`, `step:race value:"Human, Made"`,
		`step:nature value:"Brave, Just"`, `step:advantage value:"Strong back, Steady hand"`, `step:hindrance value:"Slow, Nonsense"`, `step:hindrance value:"Slow, slow"`,
		`step:gear value:"mace, Mace"`, `step:gear value:"mace, @here"`, `step:label value:"Clan: Crow, Crane"`, `step:edge value:"2, 3"`, `step:skill value:"Lore, Nonsense"`,
	} {
		if _, err := try(t, hub, "alice", "/hero build hero:Jack "+line, nil); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
	if after, _ := gameOf(t, hub).Draft("Jack"); !cmp.Equal(before, after) {
		t.Errorf("a refused step changed the draft: %s", cmp.Diff(before, after))
	}
}

// R16.1: a step answers on a phone's screen, with what the next one offers; without a step the whole draft is shown.
func TestR161AStepAnswersInAFewLines(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	for _, test := range []struct{ line, menu string }{
		{`step:scores value:"Strength 6, Quickness 6, Mind B"`, "Skill"},
		{"step:deal", "Card for Endurance"},
		{`step:points value:"Endurance 4, Charisma 4, Willpower 4"`, "Skill"},
		{"step:skill value:Stealth", "Role"},
		{"step:role", "Role"},
		{"step:role value:Fighter", "Race"},
		{"step:race value:Human", "Nature"},
		{"step:nature value:Brave", "Demeanor"},
		{"step:demeanor value:Cold", "Advantage"},
		{"step:advantage value:Nimble", "Gear"},
		{"step:hindrance value:Poor", "Gear"},
		{"step:gear value:dagger", ""},
		{`step:describe value:"A sailor."`, ""},
	} {
		r := say("alice", "/hero build hero:Jack "+test.line)
		menu := ""
		if len(r.Selects) > 0 {
			menu = r.Selects[0].Label
		}
		if lines := strings.Count(r.Text(), "\n") + 1; lines > 6 || len(r.Text()) > 400 || menu != test.menu || len(r.Selects) > 1 {
			t.Errorf("%s: menu %q, want %q:\n%s", test.line, menu, test.menu, r.Text())
		}
	}
	for _, line := range []string{"/hero build hero:Jack", "/hero build hero:Jack step:show"} {
		if text := say("alice", line).Text(); !strings.Contains(text, "Quickness 6") || !strings.Contains(text, "Nimble") {
			t.Error(text)
		}
	}
}

// R16.1, R16.2: a narrator without a hero reads what waits; nobody else does.
func TestR162TheNarratorReadsWhatWaits(t *testing.T) {
	hub, _ := newHub(t, 1)
	say := func(user, line string) bot.Reply { t.Helper(); return ask(t, hub, user, line, nil) }
	say("narrator", "/game new name:Moss")
	say("alice", "/hero new name:Jack")
	say("alice", `/hero build hero:"Old Ann"`)
	say("alice", `/hero build hero:"Old Ann" step:submit`)
	say("alice", "/hero build hero:Bren")
	wish := say("alice", "/hero improve hero:Jack what:Strength").Text()
	if !strings.Contains(wish, "Wish 1") || !strings.Contains(wish, "approve:1") {
		t.Error(wish)
	}
	want := "What waits for you\nOld Ann, a hero of alice: /hero build hero:\"Old Ann\" step:approve or step:return.\nWish 1, Jack: Strength: /hero improve approve:1 or refuse:1."
	if r := say("narrator", "/hero improve"); !r.Private || r.Text() != want {
		t.Error(r.Text())
	}
	if _, err := try(t, hub, "bob", "/hero improve", nil); err == nil {
		t.Error("bob reads what waits")
	}
}
