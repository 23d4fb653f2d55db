package knights

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestMovesAreReadFromPlainText(t *testing.T) {
	for line, want := range map[string]Move{
		"collect":                             {Seat: 2, Kind: Collect},
		"  Recruit  4 RED ":                   {Seat: 2, Kind: Recruit, Knight: Face{4, Red}},
		"recruit rot 4":                       {Seat: 2, Kind: Recruit, Knight: Face{4, Red}},
		"lay 3 green":                         {Seat: 2, Kind: Lay, Knight: Face{3, Green}},
		"lay 3 grün on Burgenland":            {Seat: 2, Kind: Lay, Knight: Face{3, Green}, Troop: Red},
		"power kornland 3 green from red":     {Seat: 2, Kind: Recall, Knight: Face{3, Green}, Troop: Red, Land: Yellow},
		"power cornland 3 gelb from seenland": {Seat: 2, Kind: Recall, Knight: Face{3, Yellow}, Troop: Blue, Land: Yellow},
		"power green 2 blue on red":           {Seat: 2, Kind: Reinforce, Knight: Face{2, Blue}, Troop: Red, Land: Green},
		"end turn":                            {Seat: 2, Kind: EndTurn},
		"end-turn":                            {Seat: 2, Kind: EndTurn},
		"resign":                              {Seat: 2, Kind: Resign},
	} {
		if got, err := Parse(2, line); err != nil || got != want {
			t.Errorf("%q: %+v, %v", line, got, err)
		}
	}
}

func TestWhatIsNotReadIsRefusedWithASentence(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "is no move",
		"collect now":                   "is no move",
		"end":                           "is no move",
		"lay":                           "A knight is written like",
		"lay 3":                         "A knight is written like",
		"lay 3 pink":                    `"pink" is none of the six colours`,
		"lay 5 red":                     `A knight's value is 1, 2, 3 or 4, not "5"`,
		"lay 3 red on":                  "A knight is written like",
		"lay 3 red on pink":             `"pink" is none`,
		"lay 3 red from blue":           "is no move",
		"recruit 4 red on blue":         "is no move",
		"power kornland":                "is no move",
		"power moon 3 red on blue":      `"moon" is none`,
		"power kornland 3 red":          "is no move",
		"lay \xff red":                  "is no move",
		strings.Repeat("lay 3 red ", 9): "…",
	} {
		_, err := Parse(0, line)
		var r Refusal
		if !errors.As(err, &r) || !strings.Contains(r.Message, want) || !strings.HasSuffix(r.Message, " ("+r.Rule+").") {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}

func TestTextsOfColoursAndKnights(t *testing.T) {
	for _, bad := range []string{"", "4 red", "4 red F", "4 green A b", "5 red D", "red 4 D"} {
		var k Knight
		if k.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is read as %v", bad, k)
		}
	}
	var k Knight
	if err := k.UnmarshalText([]byte("4 red D b")); err != nil || k != (Knight{4, Red, 4, 1}) {
		t.Errorf("%v, %v", k, err)
	}
	if got := Colour(9).String() + Colour(9).Land() + Kind(99).String() + Set(0).String() + (Face{}).String(); got != "colour 9colour 9move 99" {
		t.Error(got)
	}
	if _, err := ParseSet("F"); err == nil {
		t.Error("there is no set F")
	}
	if Set(6).Knights() != nil {
		t.Error("set 6 has knights")
	}
}

func TestHappenedIsToldInASentence(t *testing.T) {
	names := []string{"Ada", "", "Cem"}
	for want, h := range map[string]Happened{
		"Ada collects 3 fame.": {What: Collected, Chips: 3},
		"Seat 2 starts a troop against Burgenland with the 4 red.":             {What: Laid, Seat: 1, Knight: Knight{4, Red, 4, 0}, Troop: Red},
		"Ada lays the 4 red on the troop against Waldland.":                    {What: Laid, Knight: Knight{4, Red, 4, 0}, Troop: Green},
		"Cem takes Goldland from the table; free: 4 orange, 1 red.":            {What: Conquered, Seat: 2, From: -1, Land: Orange, Knights: []Knight{{4, Orange, 3, 0}, {1, Red, 3, 0}}},
		"Cem takes Goldland from Ada; back to the hand: 4 orange.":             {What: Conquered, Seat: 2, Land: Orange, Knights: []Knight{{4, Orange, 3, 0}}},
		"Ada recruits the 1 red for 1 fame.":                                   {What: Recruited, Knight: Knight{1, Red, 3, 0}, Chips: 1},
		"Ada takes the 1 red back from the troop against Seenland.":            {What: Recalled, Knight: Knight{1, Red, 3, 0}, Troop: Blue},
		"Ada adds the 1 red to the defence of Kornland.":                       {What: Reinforced, Knight: Knight{1, Red, 3, 0}, Land: Yellow},
		"Ada cannot lay a knight.":                                             {What: Skipped},
		"Turn 7: Ada.":                                                         {What: Began, Turn: 7},
		"Seat 4 resigns; the lands go back to the table as they are defended.": {What: Resigned, Seat: 3},
		"The game is over: Ada has played the last hand knight.":               {What: Finished, Ending: LastKnight},
		"The game is over: nobody can lay a knight any more.":                  {What: Finished, Ending: NoneCanLay},
		"The game is over: only one player is left.":                           {What: Finished, Ending: LeftAlone},
	} {
		if got := h.Sentence(names); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestAGameIsReadOnlyIfItCanBe(t *testing.T) {
	g := deal(t, 3, "reverse")
	g, _ = plays(t, g, "0 lay 1 yellow", "1 lay 4 violet", "2 lay 1 orange", "0 lay 1 violet on yellow")
	good := text(t, g)
	for name, change := range map[string][2]string{
		"a knight twice":        {`"hand":["3 red A"`, `"hand":["3 red B"`},
		"a knight doubled":      {`"hand":["3 red A"`, `"hand":["3 red A","3 red A"`},
		"a knight gone":         {`"hand":["3 red A",`, `"hand":[`},
		"two of a colour":       {`"knights":["1 yellow A","1 violet A"]`, `"knights":["1 yellow A","4 yellow A","1 violet A"]`},
		"an owner that is none": {`"owner":-1`, `"owner":3`},
		"no such owner":         {`"owner":-1`, `"owner":-2`},
		"a set twice":           {`"set":"B"`, `"set":"A"`},
		"a set that is none":    {`"set":"B"`, `"set":"G"`},
		"debts":                 {`"chips":0`, `"chips":-1`},
		"no such seat":          {`"seat":1`, `"seat":3`},
		"the turn of nobody":    {`"seat":1`, `"seat":-1`},
		"no turn":               {`"turn":5`, `"turn":0`},
		"an unknown end":        {`"ending":""`, `"ending":"boredom"`},
		"an unknown format":     {`"format":1`, `"format":2`},
		"a resigned player":     {`"resigned":false`, `"resigned":true`},
		"an unknown knight":     {`"3 red A"`, `"5 red A"`},
		"a troop of nobody":     {`"knights":["1 yellow A","1 violet A"]`, `"knights":[]`},
		"a troop misled":        {`"against":"yellow"`, `"against":"red"`},
		"a land misshapen":      {`"income":1`, `"income":17`},
		"a land twice":          {`"colour":"green"`, `"colour":"red"`},
		"a number for a text":   {`"set":"B"`, `"set":2`},
		"no lands":              {`"lands":[`, `"lands":[],"land":[`},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if text == good {
			t.Errorf("%s: %q is not in the file", name, change[0])
			continue
		}
		var back Game
		if err := json.Unmarshal([]byte(text), &back); err == nil {
			t.Errorf("%s was read", name)
		} else if !reflect.DeepEqual(back, Game{}) {
			t.Errorf("%s: something was read before it was refused", name)
		}
	}
	var back Game
	if err := json.Unmarshal([]byte(good), &back); err != nil || !back.Equal(g) {
		t.Errorf("the good one: %v", err)
	}
	if data, err := json.Marshal(Game{}); string(data) != "null" || err != nil {
		t.Errorf("no game is null: %s, %v", data, err)
	}
	if err := json.Unmarshal([]byte("null"), &back); err != nil || !back.Equal(Game{}) {
		t.Errorf("null is no game: %v", err)
	}
}

func TestEqualSeesTheLands(t *testing.T) {
	g, h := deal(t, 2, "crown"), deal(t, 2, "crown")
	if !g.Equal(h) {
		t.Error("the same deal twice")
	}
	sides := sidesOf(t, "crown")
	sides[5].Effects.End = []Bonus{{Per: "game", Points: 1}}
	other, err := New(sides, 2, least, Options{})
	if err != nil || g.Equal(other) || g.Equal(Game{}) {
		t.Errorf("other lands make another game: %v", err)
	}
}
