package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const seated = `/game new name:Moss
alice: /hero new name:Jack
alice: /game join
alice: /hand show
`

// handOf gives the cards of the last hand that is printed.
func handOf(t *testing.T, out string) string {
	t.Helper()
	i := strings.LastIndex(out, "(to alice) Jack's hand\n")
	if i < 0 {
		t.Fatalf("no hand in\n%s", out)
	}
	hand, _, _ := strings.Cut(out[i:], "\n  Edge ")
	_, cards, _ := strings.Cut(hand, "\n  ")
	return strings.ReplaceAll(cards, "\n  ", ", ")
}

func TestSeedMakesLuckRepeatable(t *testing.T) {
	lines := seated + "alice: /aura count:9\nnarrator: /deck recall\nalice: /hand show\n"
	first, status := shell(t, lines, "table", "--seed", "7", "--data", t.TempDir())
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, first)
	}
	if again, _ := shell(t, lines, "table", "--seed", "7", "--data", t.TempDir()); again != first {
		t.Errorf("the same seed plays\n%s\nand\n%s", first, again)
	}
	if other, _ := shell(t, lines, "table", "--seed", "8", "--data", t.TempDir()); other == first {
		t.Error("another seed plays the same")
	}
	one, _ := shell(t, lines, "table", "--data", t.TempDir())
	if two, _ := shell(t, lines, "table", "--data", t.TempDir()); one == two {
		t.Error("without a seed two tables play the same")
	}
	if zero, _ := shell(t, lines, "table", "--seed", "0", "--data", t.TempDir()); handOf(t, zero) == handOf(t, one) {
		t.Error("seed 0 is no seed")
	}
}

// TestStackPutsCardsOnTopOnce: of the next shuffle, the first is drawn first; by suit and value or by the
// name on the face.
func TestStackPutsCardsOnTopOnce(t *testing.T) {
	lines := seated + "alice: /aura\nnarrator: /deck recall\nalice: /hand show\n/deck audit\n"
	out, status := shell(t, lines, "table", "--seed", "7", "--stack", "queen of clubs, 3 Reflex, 8 of mind, 1 Spirit", "--data", t.TempDir())
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, out)
	}
	first, _, _ := strings.Cut(out, "#table Aura reading")
	if got, want := handOf(t, first), "5 of Body (Queen of Clubs, ○), 3 of Reflex (Three of Spades, +), 8 of Mind (Eight of Diamonds, −)"; got != want {
		t.Errorf("the hand is %s, want %s", got, want)
	}
	if !strings.Contains(out, "#table Aura reading\n  1 of Spirit") {
		t.Errorf("the fourth card is not the next:\n%s", out)
	}
	if handOf(t, out) == handOf(t, first) {
		t.Error("the second shuffle was stacked too")
	}
	if !strings.Contains(out, "was stacked by whoever ran the console") {
		t.Errorf("the audit does not tell of it:\n%s", out)
	}
}

func TestStackRefusesACardThatTheDeckDoesNotHave(t *testing.T) {
	for _, cards := range []string{"9 Karma", "8 Mind, 8 Mind", "nonsense"} {
		out, status := shell(t, "/game new name:Moss\n/game list\n", "table", "--stack", cards, "--data", t.TempDir())
		if status != 1 || !strings.HasPrefix(out, "(to narrator) ! --stack does not fit the deck playing-cards: There is no ") || !strings.Contains(out, "In play: none;") {
			t.Errorf("--stack %q: status %d\n%s", cards, status, out)
		}
		if twice := cards == "8 Mind, 8 Mind"; twice != strings.Contains(out, "There is no further ") {
			t.Errorf("--stack %q: %s", cards, out)
		}
	}
}

func TestDataOutlivesTheProcess(t *testing.T) {
	dir := t.TempDir()
	before, status := shell(t, seated, "table", "--data", dir)
	if status != 0 {
		t.Fatalf("status %d:\n%s", status, before)
	}
	after, status := shell(t, "alice: /hand show\n/game status\n/deck audit\n", "table", "--data", dir)
	if status != 0 || handOf(t, after) != handOf(t, before) || !strings.Contains(after, "Together 86 of 86") {
		t.Errorf("before\n%s\nafter (%d)\n%s", before, status, after)
	}
	if _, err := os.Stat(filepath.Join(dir, "local.db")); err != nil {
		t.Error(err)
	}
}

func TestServersAreSeparate(t *testing.T) {
	dir := t.TempDir()
	if out, status := shell(t, seated, "table", "--data", dir, "--server", "one"); status != 0 {
		t.Fatal(out)
	}
	if out, status := shell(t, "/game status\n", "table", "--data", dir, "--server", "two"); status != 1 || !strings.Contains(out, "! There is no game in this channel.") {
		t.Errorf("status %d\n%s", status, out)
	}
	if out, status := shell(t, "/game status\n", "table", "--data", dir, "--server", "one"); status != 0 || !strings.Contains(out, "Jack (alice)") {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestNarratorFlag(t *testing.T) {
	out, status := shell(t, "/game new name:Moss\n/game status\n", "table", "--narrator", "nina", "--data", t.TempDir())
	if status != 0 || !strings.Contains(out, "Narrators: nina") {
		t.Errorf("status %d\n%s", status, out)
	}
	if out, status := shell(t, "narrator: /game new name:Moss\n", "table", "--narrator", "nina", "--data", t.TempDir()); status != 1 {
		t.Errorf("somebody else began a game: status %d\n%s", status, out)
	}
}

// TestExitStatus: 0 when every line was carried out, 1 when one was refused, 2 for flags that are not understood.
func TestExitStatus(t *testing.T) {
	for _, tt := range []struct {
		script string
		args   []string
		want   int
	}{
		{"", []string{"table"}, 0},
		{"# nothing\n\n", []string{"table"}, 0},
		{"/game new name:Moss\n/game status", []string{"table"}, 0},
		{"/game new name:Moss\n/game stauts\n/game status\n", []string{"table"}, 1},
		{"nonsense\n", []string{"table", "--json"}, 1},
		{"", []string{"table", "--sed", "7"}, 2},
		{"", []string{"table", "--seed", "seven"}, 2},
		{"", []string{"table", "--seed", "-1"}, 2},
		{"", []string{"table", "--server", "../up"}, 2},
		{"", []string{"table", "--server", ""}, 2},
		{"", []string{"table", "--narrator", "two words"}, 2},
		{"", []string{"table", "script.txt"}, 2},
		{"", []string{"tabel"}, 2},
		{"", []string{"deck", "verify"}, 2},
		{"", []string{"table", "--data", "/dev/null/x"}, 1},
		{"", []string{"deck", "verify", "/does/not/exist"}, 1},
		{"", []string{"run", "--config", "/does/not/exist"}, 2},
	} {
		args := tt.args
		if args[0] == "table" && !slices.Contains(args, "--data") {
			args = append(slices.Clone(args), "--data", t.TempDir())
		}
		if out, status := shell(t, tt.script, args...); status != tt.want {
			t.Errorf("%v with %q: status %d, want %d\n%s", tt.args, tt.script, status, tt.want, out)
		}
	}
}

// TestATemporaryTableIsGone: without --data the table lives in a folder that is removed at the end, and said so.
func TestATemporaryTableIsGone(t *testing.T) {
	tmp := t.TempDir()
	cmd := skald(t, "table")
	cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
	cmd.Stdin = strings.NewReader(seated)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		t.Fatal(err, said.String())
	}
	if !strings.Contains(said.String(), "temporary folder") {
		t.Errorf("it says %q", said.String())
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestASignalEndsTheTable: Ctrl-C ends a script that waits for its next line, and the folder is removed all the
// same.
func TestASignalEndsTheTable(t *testing.T) {
	tmp := t.TempDir()
	cmd := skald(t, "table")
	cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := io.WriteString(in, "/game new name:Moss\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil { // it plays
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { _, _ = io.Copy(io.Discard, out); done <- cmd.Wait() }()
	select {
	case err := <-done:
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.ExitCode() != 1 {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		_ = cmd.Process.Kill()
		t.Fatal("it does not end")
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestVerifyChecksAnExportedLog, and finds what was changed in it.
func TestVerifyChecksAnExportedLog(t *testing.T) {
	dir, files := t.TempDir(), t.TempDir()
	out, status := shell(t, seated+"alice: /deck cut word:ravens\nnarrator: /deck recall\nalice: /aura count:5\nnarrator: /game end name:Moss\n/game log game:Moss count:1000 format:json\n",
		"table", "--data", dir, "--files", files)
	if status != 0 {
		t.Fatal(out)
	}
	path := filepath.Join(files, "log.jsonl")
	if out, status := shell(t, "", "deck", "verify", path); status != 0 || !strings.Contains(out, "2 shuffles checked from the seed to the last card: everything fits.") {
		t.Errorf("status %d: %s", status, out)
	}
	log, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, changed := range map[string]string{
		"a word":           strings.Replace(string(log), "ravens", "rooks", 1),
		"an entry":         strings.SplitN(string(log), "\n", 2)[1],
		"not a log":        "hello\n",
		"a text put first": strings.Replace(string(log), `{"seq":2`, `{"text":"A legendary success!","seq":2`, 1),
		"a key put twice":  strings.Replace(string(log), `"seq":2`, `"seq":7,"seq":2`, 1),
		"an unknown event": strings.Replace(string(log), `"cut_said"`, `"cut_sung"`, 1),
	} {
		bad := filepath.Join(t.TempDir(), "bad.jsonl")
		if err := os.WriteFile(bad, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, status := shell(t, "", "deck", "verify", bad); status != 1 {
			t.Errorf("%s changed: status %d: %s", name, status, out)
		}
	}
}

// TestJSONIsOneObjectALine, with nothing else on standard output.
func TestJSONIsOneObjectALine(t *testing.T) {
	out, status := shell(t, seated+"bob: /hand show\n", "table", "--json")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	n := 0
	for line := range strings.Lines(out) {
		var o struct{ Line int }
		if err := json.Unmarshal([]byte(line), &o); err != nil || o.Line < n {
			t.Errorf("%s: %v", line, err)
		}
		n = o.Line
	}
	if n != 5 {
		t.Errorf("the last line is %d, want 5", n)
	}
}
