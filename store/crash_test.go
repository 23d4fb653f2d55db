package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"skald/table"
)

// startChild starts this test binary again to do something else.
func startChild(what, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SKALD_STORE_CHILD="+what, "SKALD_STORE_DIR="+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// resumed is the game as its server has it, or a new one.
func resumed(s *Server, id string) (*game, error) {
	log, err := s.Log(id, 1)
	if err != nil && !strings.Contains(err.Error(), "There is no table") {
		return nil, err
	}
	if len(log) == 0 {
		g := newGame(id)
		return g, s.Append(id, g.log[0], g.table)
	}
	return &game{id: id, table: table.Replay(log), log: log, seeds: byte(len(log))}, nil
}

// appendForEver plays on at six tables of three servers, and says what was acknowledged, a line each.
func appendForEver(dir string) {
	d, err := OpenDir(dir, Options{Open: 2, every: 20, texts: 30})
	if err != nil {
		panic(err)
	}
	var wg sync.WaitGroup
	for i := range 6 {
		server, id := fmt.Sprintf("s%d", i/2), fmt.Sprintf("t%d", i)
		wg.Go(func() {
			s := d.Server(server)
			g, err := resumed(s, id)
			for n := len(g.log); err == nil; n++ {
				e := g.step(n)
				if n%9 == 8 {
					g.log = g.log[:len(g.log)-1]
					g.table = table.Replay(g.log)
					e = g.undo()
				}
				if err = s.Append(id, e, g.table); err != nil {
					break
				}
				line := fmt.Sprintf("%s %s %d", server, id, e.Seq)
				if n%5 == 0 {
					var key string
					if key, err = s.Keep(line); err != nil {
						break
					}
					line += " " + key
				}
				_, _ = os.Stdout.WriteString(line + "\n")
			}
			panic(err)
		})
	}
	wg.Wait()
}

// acknowledged is what a child said before it died.
type acknowledged struct {
	entries map[[2]string]int    // the last of each server's table
	kept    map[[2]string]string // the last key and its text, by server and key
}

func (a acknowledged) read(t *testing.T, line string) {
	var server, id, key string
	var seq int
	if n, err := fmt.Sscan(line, &server, &id, &seq, &key); n < 3 {
		t.Fatalf("the child said %q: %v", line, err)
	}
	a.entries[[2]string{server, id}] = seq
	if key != "" {
		a.kept[[2]string{server, key}] = strings.TrimSuffix(line, " "+key)
	}
}

// Kill -9 in a loop under load: every acknowledged entry is there, none half, and at most the one on its
// way more.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	dir, total := "", 0
	for round := range rounds {
		if round%5 == 0 {
			dir = t.TempDir()
		}
		a := acknowledged{entries: map[[2]string]int{}, kept: map[[2]string]string{}}
		killUnderLoad(t, dir, time.Duration(20+13*round%90)*time.Millisecond, a)
		total += checkAcknowledged(t, dir, a)
	}
	t.Logf("%d kills, %d acknowledged entries", rounds, total)
}

func killUnderLoad(t *testing.T, dir string, after time.Duration, a acknowledged) {
	t.Helper()
	cmd := startChild("append", dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == 0 {
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		a.read(t, lines.Text())
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
		t.Fatalf("the child ended by itself: %v", err)
	}
}

// checkAcknowledged looks at what is there after a kill, and gives how many entries were acknowledged.
func checkAcknowledged(t *testing.T, dir string, a acknowledged) int {
	t.Helper()
	d := openDir(t, dir, Options{Open: 2})
	defer func() { _ = d.Close() }()
	sum := 0
	for at, seq := range a.entries {
		s := d.Server(at[0])
		log, err := s.Log(at[1], 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(log) < seq || len(log) > seq+1 {
			t.Fatalf("%v: %d entries are there, %d were acknowledged", at, len(log), seq)
		}
		g := &game{id: at[1], log: log}
		g.mustLoad(t, s)
		sum += seq
	}
	for at, text := range a.kept {
		got, err := d.Server(at[0]).Kept(at[1])
		if err != nil || got != text && got != "" {
			t.Fatalf("kept %q, %v; want %q", got, err, text)
		}
	}
	servers, err := d.Servers()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for _, id := range servers {
		if _, err := Check(dbFile(dir, id)); err != nil {
			t.Fatal(err)
		}
	}
	return sum
}
