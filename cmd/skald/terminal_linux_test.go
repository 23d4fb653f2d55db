package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// pty opens a terminal: what is written to the first file is typed, what is read from it is on the screen.
func pty(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	t.Cleanup(func() { _ = screen.Close() })
	var unlock, n int32
	for _, call := range []struct {
		request uintptr
		value   *int32
	}{{syscall.TIOCSPTLCK, &unlock}, {syscall.TIOCGPTN, &n}} {
		if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), call.request, uintptr(unsafe.Pointer(call.value))); no != 0 {
			t.Skip("no terminals here:", no)
		}
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	return screen, tty
}

// TestTheGreetingLeadsToAPlayedCard: a newcomer types the four lines of the greeting, with a card of the hand
// that the third one shows, completed by Tab, and a card is played. Ctrl-D leaves.
func TestTheGreetingLeadsToAPlayedCard(t *testing.T) {
	screen, tty := pty(t)
	cmd := skald(t, "table", "--data", t.TempDir(), "--seed", "1") // a hand without twins, which Tab cannot tell apart
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = tty.Close()
	defer cmd.Process.Kill() //nolint:errcheck // most likely it has ended
	var mu sync.Mutex
	all := ""
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := screen.Read(buf)
			mu.Lock()
			all += string(buf[:n])
			mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	read := 0 // up to here it has been waited for
	wait := func(what string) string {
		t.Helper()
		re := regexp.MustCompile(what)
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			mu.Lock()
			now := all
			mu.Unlock()
			if m := re.FindStringIndex(now[read:]); m != nil {
				read += m[1]
				return now
			}
		}
		t.Fatalf("%q does not appear:\n%q", what, all)
		return ""
	}
	say := func(line string) {
		t.Helper()
		if _, err := io.WriteString(screen, line); err != nil {
			t.Fatal(err)
		}
	}
	greeting := wait(`Ctrl-D leaves.*\n[^\n]*> `)
	var lines []string
	for _, m := range regexp.MustCompile(`(?m)^  (/\S[^\r\n]*?)(?:   [^\r\n]*)?\r?$`).FindAllStringSubmatch(greeting, -1) {
		lines = append(lines, m[1])
	}
	if len(lines) != 4 {
		t.Fatalf("the greeting has the lines %q, want four:\n%s", lines, greeting)
	}
	say(lines[0] + "\r")
	wait(`A new game\.`)
	say(lines[1] + "\r")
	wait(`A new hero: `)
	say(lines[2] + "\r")
	hand := wait(`Edge \d, \d hero points`)
	card := regexp.MustCompile(`(?m)^  (\d of \w+)`).FindAllStringSubmatch(hand, -1)
	if len(card) == 0 {
		t.Fatalf("no hand is shown:\n%s", hand)
	}
	head, _, ok := strings.Cut(lines[3], `card:"`)
	if !ok {
		t.Fatalf("the fourth line is %s", lines[3])
	}
	say(head + `card:"` + card[0][1] + "\t\r")
	wait(`(success|failure)`)
	say("\x04")
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("Ctrl-D does not leave")
	}
}
