package main

import (
	"os"
	"os/exec"
	"testing"
)

// TestMain lets the test binary be Skald, so that tests can start, stop and kill it as a process.
func TestMain(m *testing.M) {
	if os.Getenv("TEST_IS_SKALD") != "" {
		main()
	}
	os.Exit(m.Run())
}

// skald is a process of Skald that has not been started.
func skald(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "TEST_IS_SKALD=1")
	return cmd
}
