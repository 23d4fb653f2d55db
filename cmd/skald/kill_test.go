package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skald/table"
)

// TestKilledAtAnyMoment: whatever was answered before the process was killed is in the log when it is started
// again, and nothing is there by half.
func TestKilledAtAnyMoment(t *testing.T) {
	dir := t.TempDir()
	if out, status := shell(t, "/game new name:Moss\nalice: /hero new name:Jack\nalice: /game join\n", "table", "--data", dir); status != 0 {
		t.Fatal(out)
	}
	rounds, most := 12, 8*time.Second
	if testing.Short() {
		rounds = 3
	}
	told, began := map[string]bool{}, time.Now()
	for round := 0; round < rounds && time.Since(began) < most; round++ {
		killed(t, dir, round, told)
	}
	files := t.TempDir()
	if out, status := shell(t, "/game log format:json count:100000\n/game status\n", "table", "--data", dir, "--files", files); status != 0 {
		t.Fatal(out)
	}
	log, _, err := readLog(filepath.Join(files, "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if a := table.Check(log); len(a.Problems) > 0 {
		t.Error(a.Problems)
	}
	there, untold := map[string]bool{}, 0
	for _, e := range log {
		for _, ev := range e.Events {
			if scene, ok := ev.(table.SceneSet); ok {
				there[scene.Title] = true
				if !told[scene.Title] {
					untold++
				}
			}
		}
	}
	for mark := range told {
		if !there[mark] {
			t.Errorf("%s was answered and is not in the log", mark)
		}
	}
	if len(told) < rounds || untold > rounds {
		t.Errorf("%d entries were answered and %d were not, in %d rounds", len(told), untold, rounds)
	}
	t.Logf("%d answered, %d written and not answered", len(told), untold)
}

// killed plays until the process is killed at random, and notes what was answered.
func killed(t *testing.T, dir string, round int, told map[string]bool) {
	t.Helper()
	cmd := skald(t, "table", "--data", dir, "--json")
	cmd.Stderr = os.Stderr
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
	go func() {
		for n := 0; ; n++ {
			if _, err := fmt.Fprintf(in, "narrator: /narrator scene text:%d-%d\nnarrator: /act hero:Jack action:\"average Strength\"\n", round, n); err != nil {
				return
			}
		}
	}()
	lines := bufio.NewReader(out)
	var timer *time.Timer
	for {
		line, err := lines.ReadString('\n')
		if err != nil { // an answer that was cut off is none
			break
		}
		var o struct {
			Command string
			Text    string
			Error   *struct{ Message string }
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if o.Error != nil {
			t.Errorf("%s", line)
		}
		if o.Command == "narrator scene" {
			mark, _, _ := strings.Cut(o.Text, "\n")
			told[mark] = true
		}
		if timer == nil {
			timer = time.AfterFunc(time.Duration(rand.IntN(120))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		}
	}
	_ = cmd.Wait() // it was killed
	_ = in.Close()
}
