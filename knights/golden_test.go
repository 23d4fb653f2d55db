package knights

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite what the transcripts in testdata say happens")

// TestWorkedGame plays testdata/worked_game.txt move by move. Lines that begin with # are for readers; "deal" names the side of the
// lands, the sets and who plays; "Ada: lay 4 red" is a move, or the attempt at one; indented lines are what comes of it. The scores are
// worked out by hand in the comments.
func TestWorkedGame(t *testing.T) {
	const path = "testdata/worked_game.txt"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := replay(t, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"))
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), got); diff != "" {
		t.Error(diff)
	}
}

// replay gives the transcript with what really comes of its moves.
func replay(t *testing.T, lines []string) string {
	var g Game
	var names []string
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, line := range lines {
		name, text, isMove := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "  "):
			continue
		case strings.HasPrefix(line, "deal "):
			say("%s", line)
			g, names = dealt(t, strings.Fields(line))
			describe(g.For(-1), names, say)
		case line == "scores":
			say("%s", line)
			for _, s := range g.Scores() {
				say("  %s, place %d: %d chips + %d defence + lands %v + hand %d = %d", names[s.Seat], s.Place, s.Chips, s.Defence, s.Lands, s.Hand, s.Total)
			}
		case isMove && !strings.HasPrefix(line, "#"):
			say("%s", line)
			g = attempt(t, g, names, name, text, say)
		default:
			say("%s", line)
		}
	}
	return out.String()
}

// dealt reads "deal reverse A B C Ada Bea": the sides, the players' sets and the table's, the players.
func dealt(t *testing.T, words []string) (Game, []string) {
	n := len(words)/2 - 1
	var chosen []Set
	for _, word := range words[2 : n+3] {
		s, err := ParseSet(word)
		if err != nil {
			t.Fatal(err)
		}
		chosen = append(chosen, s)
	}
	g, err := New(sidesOf(t, words[1]), n, least, Options{Sets: chosen})
	if err != nil {
		t.Fatal(err)
	}
	return g, words[n+3:]
}

func describe(v View, names []string, say func(string, ...any)) {
	for _, land := range v.Lands {
		owner := "the table"
		if land.Owner >= 0 {
			owner = names[land.Owner]
		}
		say("  %s of %s: %v", land.Side.Name.German, owner, land.Defence)
	}
}

func attempt(t *testing.T, g Game, names []string, name, text string, say func(string, ...any)) Game {
	seat := 0
	for seat < len(names) && names[seat] != name {
		seat++
	}
	m, err := Parse(seat, text)
	if err != nil {
		say("  %v", err)
		return g
	}
	next, news, err := g.Play(m)
	if err != nil {
		say("  %v", err)
		return g
	}
	for _, h := range news {
		say("  %s", h.Sentence(names))
	}
	conserved(t, &next)
	return next
}
