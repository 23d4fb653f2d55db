package bot_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/fate"
	"skald/realm"
	"skald/table"
)

// moors is a campaign of two realms, Red against Blue, in its first turn.
func moors(t *testing.T) *bot.Hub {
	t.Helper()
	hub, _ := newHub(t, 1)
	must(t, hub, "narrator: /realm new name:Moors legendary:true", "narrator: /realm join realm:Red player:ann faction:Crusaders division:Baltic legend:Olaf",
		"narrator: /realm join realm:Blue player:ben", "narrator: /realm order realms:\"Red, Blue\"", "narrator: /realm begin", "ann: /realm attack realm:Blue")
	return hub
}

func campaignOf(t *testing.T, hub *bot.Hub, n int) realm.Campaign {
	t.Helper()
	s, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	return *s.Games(table.Realms)[n].Table().Realm
}

// press carries a button out and gives the code of its refusal.
func press(t *testing.T, hub *bot.Hub, user string, b bot.Button) string {
	t.Helper()
	r := at(t, user, b.Line)
	r.Pressed = true
	_, err := hub.Do(r)
	var no *fate.Refusal
	if err != nil && !errors.As(err, &no) {
		t.Fatal(err)
	}
	if no == nil {
		return ""
	}
	return no.Code
}

// TestAButtonAnswersItsOwnReport: the buttons under a report mean that report; once another one stands, or in another
// turn, they do nothing (C13).
func TestAButtonAnswersItsOwnReport(t *testing.T) {
	hub := moors(t)
	report := func(line string) []bot.Button {
		t.Helper()
		r := must(t, hub, line)
		if len(r.Buttons) != 2 {
			t.Fatalf("%s has the buttons %v", line, r.Buttons)
		}
		return r.Buttons
	}
	draw := report("ann: /realm result battle:Red outcome:draw")
	for _, line := range []string{
		"ann: /realm result battle:Red outcome:attacker",
		"ann: /realm result battle:Red outcome:attacker warlord-slain:true",
		"ann: /realm result battle:Red outcome:attacker legend-slain:Red",
		"ann: /realm result battle:Red outcome:defender",
		"ann: /realm result battle:Red outcome:defender warlord-slain:true",
	} {
		now := report(line)
		for _, b := range draw {
			if code := press(t, hub, "ben", b); code != "other_report" {
				t.Errorf("after %q, %q of the report before is %q", line, b.Line, code)
			}
		}
		draw = now
	}
	must(t, hub, "ben: /realm dispute battle:Red") // typed: whatever stands
	anew := report("ben: /realm result battle:Red outcome:draw")
	if code := press(t, hub, "ann", draw[0]); code != "other_report" {
		t.Errorf("the button of the other side's report: %q", code)
	}
	if code := press(t, hub, "ann", anew[0]); code != "" {
		t.Fatalf("the button of the report that stands: %q", code)
	}
	must(t, hub, "narrator: /realm turn", "narrator: /realm order realms:\"Red, Blue\"", "narrator: /realm begin", "ann: /realm attack realm:Blue")
	if code := press(t, hub, "ann", anew[0]); code != "no_report" {
		t.Errorf("in the next turn, without a report: %q", code)
	}
	report("ben: /realm result battle:Red outcome:draw")
	if code := press(t, hub, "ann", anew[0]); code != "other_report" {
		t.Errorf("in the next turn, with the same report: %q", code)
	}
	must(t, hub, "ann: /realm confirm battle:Red")
}

// TestAButtonToLeaveMeansItsTurn: who was asked in one turn is asked again in the next.
func TestAButtonToLeaveMeansItsTurn(t *testing.T) {
	hub := moors(t)
	turn := []string{"narrator: /realm result battle:Red outcome:draw", "narrator: /realm turn", "narrator: /realm order realms:\"Red, Blue, Gold\"", "narrator: /realm begin absent:Gold"}
	must(t, hub, "narrator: /realm join realm:Gold player:cid")
	must(t, hub, turn...)
	ask := must(t, hub, "cid: /realm leave").Buttons
	if n := len(campaignOf(t, hub, 0).Realms); len(ask) != 1 || n != 3 {
		t.Fatalf("asked with %v, and %d realms are left", ask, n)
	}
	must(t, hub, "ann: /realm attack realm:Blue")
	must(t, hub, turn...)
	if code := press(t, hub, "cid", ask[0]); code != "" || len(campaignOf(t, hub, 0).Realms) != 3 {
		t.Errorf("the button of the turn before: %q, %d realms are left", code, len(campaignOf(t, hub, 0).Realms))
	}
	if code := press(t, hub, "cid", must(t, hub, "cid: /realm leave").Buttons[0]); code != "" || len(campaignOf(t, hub, 0).Realms) != 2 {
		t.Errorf("the button of this turn: %q, %d realms are left", code, len(campaignOf(t, hub, 0).Realms))
	}
}

// imports brings a campaign in elsewhere.
func imports(hub *bot.Hub, t *testing.T, name string, data []byte) error {
	t.Helper()
	r := at(t, "narrator", "/realm import")
	r.Channel = name
	r.Args = []bot.Arg{{Name: "file", Value: "c.json", File: &bot.Upload{Name: "c.json", Data: data}}, {Name: "name", Value: name}}
	_, err := hub.Do(r)
	return err
}

func exported(t *testing.T, hub *bot.Hub) []byte {
	t.Helper()
	data, err := must(t, hub, "narrator: /realm export").Files[0].Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestNotesAreKeptAsWritten: signs of markup in an account are kept, shown so that they are none, and travel.
func TestNotesAreKeptAsWritten(t *testing.T) {
	hub := moors(t)
	const note = "won @ the `ford`, 2*3 _times_ ~a~ |b| <c> 👩\u200d🚀"
	reply := must(t, hub, "ann: /realm result battle:Red outcome:draw note:\""+note+"\"")
	if strings.Contains(reply.Body, note) || !strings.Contains(reply.Body, "@\u2060 the `\u2060ford`\u2060, 2*\u20603 _\u2060times_\u2060") {
		t.Errorf("shown as %q", reply.Body)
	}
	must(t, hub, "ann: /realm result battle:Red outcome:draw note:\"copied @\u2060here\"") // as a reply shows it
	if got := campaignOf(t, hub, 0).Battles[0].Result.Note; got != "copied @here" {
		t.Errorf("kept as %q", got)
	}
	must(t, hub, "ann: /realm result battle:Red outcome:draw note:\""+note+"\"", "narrator: /realm amend realm:Red vp:3 note:\""+note+"\"",
		"ann: /realm result battle:Red outcome:draw note:\""+strings.Repeat("_", realm.MaxNote)+"\"", "ann: /realm result battle:Red outcome:draw note:\""+note+"\"")
	if err := imports(hub, t, "Far", exported(t, hub)); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		c := campaignOf(t, hub, n)
		if diff := cmp.Diff([]string{note, note}, []string{c.Battles[0].Result.Note, c.Amendments[0].Note}); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestACampaignsFileIsHostileText: whatever text of a file is shown to somebody is cleaned as what is typed.
func TestACampaignsFileIsHostileText(t *testing.T) {
	hub := moors(t)
	must(t, hub, "ann: /realm scenario name:\"Old Feud\"", "ann: /realm result battle:Red outcome:defender warlord-slain:true note:\"So it was.\"", "ben: /realm confirm battle:Red",
		"narrator: /realm turn", "narrator: /realm join realm:Gold player:cid", "narrator: /realm amend realm:Red vp:1 note:\"So be it.\"",
		"narrator: /realm order realms:\"Red, Blue, Gold\"", "narrator: /realm begin", "ann: /realm pass", "ben: /realm attack realm:Gold", "cid: /realm result battle:Blue outcome:draw")
	data := exported(t, hub)
	keys := map[string]int{}
	walk(decoded(t, data), func(key, s string) string { keys[key]++; return s })
	for _, key := range []string{"name", "player", "faction", "division", "scenario", "slain", "order", "versus", "source", "note"} {
		if keys[key] == 0 {
			t.Errorf("the campaign has no %s to try", key)
		}
	}
	for key, count := range keys {
		for nth := range count {
			for _, hostile := range []string{"**Bold**", "@everyone", "[a](https://evil.example)", "a\u202eb"} {
				comesIn(t, data, key, nth, hostile)
			}
		}
	}
}

// comesIn puts a hostile text in the place of the nth under a key, and says what is wrong if it comes in as it is.
func comesIn(t *testing.T, data []byte, key string, nth int, hostile string) {
	t.Helper()
	tree := decoded(t, data)
	walk(tree, func(k, s string) string {
		if k == key {
			if nth--; nth == -1 {
				return hostile
			}
		}
		return s
	})
	spoilt, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	hub, _ := newHub(t, 1)
	err = imports(hub, t, "Far", spoilt)
	unseen := strings.Contains(hostile, "\u202e")
	switch {
	case key == "note": // kept as it is, and shown otherwise
		if (err == nil) == unseen {
			t.Errorf("note %q: %v", hostile, err)
		}
	case err != nil:
		if strings.HasPrefix(key, "player") {
			t.Errorf("%s %q: %v", key, hostile, err)
		}
	default:
		is, err := json.Marshal(campaignOf(t, hub, 0))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(is), hostile) {
			t.Errorf("%s came in as %q", key, hostile)
		}
	}
}

func decoded(t *testing.T, data []byte) any {
	t.Helper()
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	return tree
}

// walk replaces each text of a tree by what a function makes of it and of the key that it stands under, in the order of
// the keys.
func walk(v any, do func(key, s string) string) {
	var in func(key string, v any) any
	in = func(key string, v any) any {
		switch v := v.(type) {
		case map[string]any:
			var keys []string
			for k := range v {
				keys = append(keys, k)
			}
			slices.Sort(keys)
			for _, k := range keys {
				v[k] = in(k, v[k])
			}
		case []any:
			for i := range v {
				v[i] = in(key, v[i])
			}
		case string:
			return do(key, v)
		}
		return v
	}
	in("", v)
}

// TestC20ThePictureTellsTheTurn: scenario and result, and whose warlord fell, stand in the picture as in the text.
func TestC20ThePictureTellsTheTurn(t *testing.T) {
	hub := moors(t)
	must(t, hub, "ann: /realm scenario name:\"Old Feud\"", "narrator: /realm result battle:Red outcome:attacker warlord-slain:true", "narrator: /realm turn")
	r := must(t, hub, "ann: /realm status turn:1")
	for _, want := range []string{"attacks Blue, Old Feud: win, takes a Tower, slays the warlord", "defends against Red, Old Feud: lose, loses a Tower, its warlord falls", "Roll "} {
		if !strings.Contains(r.Files[0].Alt, want) {
			t.Errorf("the picture lacks %q: %s", want, r.Files[0].Alt)
		}
	}
	roll, _ := campaignOf(t, hub, 0).Past[0].Roll("Red", realm.VictoryPoints)
	if !slices.ContainsFunc(r.Fields, func(f bot.Field) bool { return f.Name == "The dice" && strings.Contains(f.Value, "Red") }) || roll.Sum == 0 {
		t.Errorf("the text lacks the rolls: %v", r.Fields)
	}
}

// TestC12ScenariosAreOfferedForTheForce: a game master without a realm is offered what the force may choose (C9a).
func TestC12ScenariosAreOfferedForTheForce(t *testing.T) {
	hub, _ := newHub(t, 1)
	must(t, hub, "narrator: /realm new name:Moors", "narrator: /realm join realm:Red player:ann", "narrator: /realm join realm:Blue player:ben",
		"narrator: /realm join realm:Gold player:cid", "narrator: /realm order realms:\"Red, Blue, Gold\"", "narrator: /realm begin", "ann: /realm attack realm:Blue")
	if got := hub.Suggest(at(t, "narrator", "/realm scenario"), "name"); len(got) == 0 {
		t.Error("nothing is offered")
	}
	must(t, hub, "narrator: /realm scenario name:Ambush!")
	if b := campaignOf(t, hub, 0).Battles[1]; b.Attacker != realm.StandIn || b.Scenario != "Ambush!" {
		t.Errorf("the scenario is of %+v", b)
	}
}
