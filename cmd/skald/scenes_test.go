package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// TestScenes plays the sample scenes of docs/scenes as somebody at a shell would, and compares what is printed
// with their transcripts.
func TestScenes(t *testing.T) {
	scenes, err := filepath.Glob("../../docs/scenes/*.txt")
	if err != nil || len(scenes) == 0 {
		t.Fatal("no scenes:", err)
	}
	for _, path := range scenes {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			script, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(script), "\n")
			args, ok := strings.CutPrefix(first, "# skald ")
			if !ok {
				t.Fatalf("the first line is %q, not how the scene is played", first)
			}
			got, _ := shell(t, string(script), append(fields(args), "--data", t.TempDir())...)
			golden := strings.TrimSuffix(path, ".txt") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

var quoted = regexp.MustCompile(`"[^"]*"|[^\s"]+`)

// fields cuts a command line as a shell does, as far as scenes need it.
func fields(line string) []string {
	words := quoted.FindAllString(line, -1)
	for i, w := range words {
		words[i] = strings.TrimFunc(w, func(r rune) bool { return r == '"' || unicode.IsSpace(r) })
	}
	return words
}

// shell runs the command line with a script on standard input; it gives standard output and the status.
func shell(t *testing.T, script string, args ...string) (string, int) {
	t.Helper()
	in, err := os.CreateTemp(t.TempDir(), "script")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := in.WriteString(script); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { _, err := io.Copy(&out, r); done <- err }()
	oldIn, oldOut := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = in, w
	status := run(context.Background(), args)
	os.Stdin, os.Stdout = oldIn, oldOut
	w.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return out.String(), status
}
