package bot_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skald/bot"
	"skald/fate"
	"skald/knights"
	"skald/table"
)

// unheard are refusals of the game of knights that no transcript can bring about, with why; the package's own tests do.
var unheard = []string{
	"bad_players",      // /knights start and /knights join see to it
	"bad_sets",         // the sets are dealt
	"no_player",        // the option's choices
	"no_seat",          // seats are found by their users
	"no_move",          // commands make moves of a form that there is
	"must_recruit",     // TestK13bRefusalsInAPosition
	"must_be_playable", // likewise
	"not_your_defence", // TestK9bRefusalsOfOwnLands
}

var blank = regexp.MustCompile(`\{[a-z]+\}|%[a-z]`)

// K1 to K15: each sentence with which the game of knights refuses a move is met in a transcript: said to the player alone,
// one sentence, with the number of its rule.
func TestEachRefusalOfKnightsOccurs(t *testing.T) {
	var said []string
	for _, path := range allTranscripts(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, refusals(string(data))...)
	}
	sentences := knightSentences(t)
	if len(sentences) < 25 {
		t.Fatalf("only %d sentences are found in the package knights", len(sentences))
	}
	for _, s := range sentences {
		if slices.Contains(unheard, s.code) {
			continue
		}
		parts := blank.Split(strings.TrimSuffix(s.text, "."), -1)
		for i, p := range parts {
			parts[i] = regexp.QuoteMeta(p)
		}
		re := regexp.MustCompile(`^` + strings.Join(parts, ".+") + ` \(` + s.rule + `\)\.$`)
		if !slices.ContainsFunc(said, re.MatchString) {
			t.Errorf("%s (%s): no transcript has %q", s.code, s.rule, s.text)
		}
	}
}

type knightSentence struct{ code, rule, text string }

// knightSentences reads them out of the code: the table refusals, and the calls of refusal with a text.
func knightSentences(t *testing.T) []knightSentence {
	t.Helper()
	files, err := filepath.Glob("../knights/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no package knights:", err)
	}
	var list []knightSentence
	add := func(exprs []ast.Expr) {
		if words := literals(exprs); len(words) >= 3 {
			list = append(list, knightSentence{words[0], words[1], words[2]})
		}
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if fun, ok := n.Fun.(*ast.Ident); ok && fun.Name == "refusal" && len(n.Args) >= 3 {
					add(n.Args[:3])
				}
			case *ast.ValueSpec:
				if n.Names[0].Name == "refusals" {
					for _, e := range n.Values[0].(*ast.CompositeLit).Elts {
						add(e.(*ast.KeyValueExpr).Value.(*ast.CompositeLit).Elts)
					}
				}
			}
			return true
		})
	}
	return list
}

// literals gives the texts of expressions that are all literals.
func literals(exprs []ast.Expr) []string {
	var words []string
	for _, e := range exprs {
		lit, ok := e.(*ast.BasicLit)
		if !ok {
			return nil
		}
		word, err := strconv.Unquote(lit.Value)
		if err != nil {
			return nil
		}
		words = append(words, word)
	}
	return words
}

// position is a game of knights as it is written down, for changing it by hand.
type position struct {
	Format    int            `json:"format"`
	Lands     []positionLand `json:"lands"`
	Players   []positionSeat `json:"players"`
	Neutral   string         `json:"neutral"`
	Free      []string       `json:"free"`
	Auto      bool           `json:"auto_collect"`
	Turn      int            `json:"turn"`
	Seat      int            `json:"seat"`
	Skips     int            `json:"skips"`
	Acted     bool           `json:"acted"`
	Laid      bool           `json:"laid"`
	Recruited bool           `json:"recruited"`
	Ending    string         `json:"ending"`
}

type positionLand struct {
	Side    knights.Side `json:"side"`
	Owner   int          `json:"owner"`
	Defence []string     `json:"defence"`
	Spent   bool         `json:"spent"`
}

type positionSeat struct {
	Set      string          `json:"set"`
	Chips    int             `json:"chips"`
	Hand     []string        `json:"hand"`
	Troops   []positionTroop `json:"troops"`
	Resigned bool            `json:"resigned"`
}

type positionTroop struct {
	Against string   `json:"against"`
	Knights []string `json:"knights"`
}

// change changes the game of knights that is on.
func change(t *testing.T, tb *table.Table, by func(*position)) {
	t.Helper()
	raw, err := json.Marshal(tb.Match.Game)
	if err != nil {
		t.Fatal(err)
	}
	var p position
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	by(&p)
	if raw, err = json.Marshal(p); err != nil {
		t.Fatal(err)
	}
	var g knights.Game
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	tb.Match.Game = &g
}

// refusedAlone demands that a line be refused with a sentence, and that nothing be changed.
func refusedAlone(t *testing.T, hub *bot.Hub, tb func() *table.Table, user, line, want string) {
	t.Helper()
	before, err := json.Marshal(tb().Match)
	if err != nil {
		t.Fatal(err)
	}
	_, err = try(t, hub, user, line, nil)
	var no *fate.Refusal
	if !errors.As(err, &no) || no.Error() != want {
		t.Errorf("%s: %v, want %q", line, err, want)
	}
	after, err := json.Marshal(tb().Match)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Errorf("%s was refused and changed the game", line)
	}
}

// aMatch is a game of alice and bob that has begun, with alice to move, and whatever lines opened it.
func aMatch(t *testing.T, file []byte, opening string) (hub *bot.Hub, tb func() *table.Table) {
	t.Helper()
	hub, _ = newHub(t, 5)
	ask(t, hub, "alice", opening, file)
	ask(t, hub, "bob", "/knights join", nil)
	ask(t, hub, "alice", "/knights start", nil)
	server, err := hub.Server("s")
	if err != nil {
		t.Fatal(err)
	}
	at := server.Games(table.Knights)[0]
	change(t, at.Table(), func(p *position) { p.Seat = 0 })
	return hub, at.Table
}

// K13b: who can lay no knight but pay for one that could be laid must recruit such a one.
func TestK13bRefusalsInAPosition(t *testing.T) {
	hub, tb := aMatch(t, nil, "/knights new")
	var colour, stuck string
	change(t, tb(), func(p *position) {
		own := map[string][]string{} // alice's knights by colour
		for _, k := range p.Players[0].Hand {
			c := strings.Fields(k)[1]
			own[c] = append(own[c], k)
		}
		p.Players[0].Chips, p.Players[0].Hand = 4, nil
		for _, c := range knights.Colours() {
			list := own[c.String()]
			if colour == "" && len(list) == 3 { // one leads the only troop, one is in hand, one is free
				colour = c.String()
				stuck = strings.Join(strings.Fields(list[2])[:2], " ")
				p.Players[0].Troops = []positionTroop{{colour, list[:1]}}
				p.Players[0].Hand = list[1:2]
				list = list[2:]
			}
			p.Free = append(p.Free, list...)
		}
	})
	refusedAlone(t, hub, tb, "alice", "/knights end-turn",
		"You cannot lay any knight of your hand but can pay for a free one that you could lay, so recruit it first (K13b).")
	refusedAlone(t, hub, tb, "alice", fmt.Sprintf(`/knights recruit knight:"%s"`, stuck),
		"You cannot lay any knight of your hand, so recruit one that you can lay; the "+stuck+" is not (K13b).")
}

// K9b: where a group's own land adds to any defence, it is one of the player's own; and its names are the group's.
func TestK9bRefusalsOfOwnLands(t *testing.T) {
	file, err := os.ReadFile("testdata/sheets/lands.json")
	if err != nil {
		t.Fatal(err)
	}
	file = bytes.ReplaceAll(file, []byte("Waldland"), []byte("Moorland"))
	hub, tb := aMatch(t, file, "/knights new lands:reverse file:lands.json")
	knight := ""
	change(t, tb(), func(p *position) {
		for i := range p.Lands {
			if p.Lands[i].Side.Colour == knights.Green {
				p.Lands[i].Owner = 0
			}
		}
		knight = strings.Join(strings.Fields(p.Players[0].Hand[0])[:2], " ")
	})
	refusedAlone(t, hub, tb, "alice", fmt.Sprintf(`/knights power land:moorland knight:"%s" troop:Burgenland`, knight),
		"Burgenland (Castleland) is not yours, so you cannot add to its defence (K9b).")
	refusedAlone(t, hub, tb, "bob", fmt.Sprintf(`/knights power land:Moorland knight:"%s" troop:Moorland`, knight), "It is not your turn (K8).")
	refusedAlone(t, hub, tb, "alice", `/knights lay knight:"`+knight+`" troop:Moorland`, "You have no attack troop against Moorland (Forestland); a green knight would start one (K9).")
	if status := ask(t, hub, "alice", "/knights status", nil); !strings.Contains(status.Text(), "Moorland (Forestland, green)") {
		t.Error(status.Text())
	}
	for _, typed := range []string{"moor", "forest", "green"} {
		r, err := bot.Parse("/knights power land:" + typed)
		if err != nil {
			t.Fatal(err)
		}
		r.Server, r.Channel, r.User = "s", "table", table.User{ID: "alice", Name: "alice"}
		want := []bot.Choice{{Label: "green: Moorland (Forestland)", Value: "green"}}
		if got := hub.Suggest(r, "land"); !cmp.Equal(got, want) {
			t.Errorf("%s: %v", typed, cmp.Diff(want, got))
		}
	}
}
