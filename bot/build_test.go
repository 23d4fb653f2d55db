package bot_test

import (
	"strings"
	"testing"

	"skald/bot"
	"skald/fate"
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
	if _, err := try(t, hub, "alice", "/hero build hero:Jack step:edge value:0", nil); err == nil || !strings.Contains(err.Error(), "R16.4") {
		t.Errorf("Edge 0: %v", err)
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
