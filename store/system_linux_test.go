package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"skald/table"
)

// Real rights: the thread is another user for its way through the file system. Only root can do that;
// for others taking the rights away is enough.
func TestAFileWithoutRights(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{})
	g := stored(t, d.Server("s1"), "t", 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d = openDir(t, dir, Options{})
	path := dbFile(dir, "s1")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	errs := asNobody(t, func() []error { return useAll(d.Server("s1"), d, dir, g) })
	for _, err := range errs {
		mustBreak(t, err, path, "file_forbidden")
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	g.mustHold(t, d.Server("s1"))
}

func asNobody(t *testing.T, do func() []error) []error {
	t.Helper()
	if os.Geteuid() != 0 {
		return do()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Setfsuid(0) }()
	return do()
}

// What somebody else is writing may look like anything: it is not looked at before the lock is ours.
func TestALockedFileIsNotJudged(t *testing.T) {
	dir := t.TempDir()
	d := openDir(t, dir, Options{Wait: 20 * time.Millisecond})
	path := dbFile(dir, "s1")
	writeFile(t, path, []byte("half written"))
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	_, err = d.Server("s1").Tables()
	mustBreak(t, err, path, "file_locked")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = d.Server("s1").Tables()
	mustBreak(t, err, path, "file_garbage")
}

// A real full disk: a child in a name space of its own fills a small file system in memory.
func TestAFullDisk(t *testing.T) {
	cmd := startChild("full", t.TempDir())
	cmd.Stderr = nil
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || strings.Contains(string(out), "cannot mount") {
		t.Skipf("no name space to mount in: %v %s", err, out)
	}
	if err != nil || !strings.HasSuffix(string(out), "well\n") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func init() { children["full"] = fillDisk }

func fillDisk(dir string) {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	must(syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		fmt.Println("cannot mount", err)
		return
	}
	d, err := OpenDir(dir, Options{})
	must(err)
	s := d.Server("s1")
	g := newGame("t")
	must(s.Append("t", g.log[0], g.table))
	stuffing := filepath.Join(dir, "stuffing")
	must(os.WriteFile(stuffing, make([]byte, 300<<10), 0o600))
	mustBeFull := func(err error) {
		var b *Broken
		if !errors.As(err, &b) || b.Code != "file_full" {
			panic(fmt.Sprintf("%v", err))
		}
	}
	for e := g.step(1); ; e = g.step(1) {
		if err = s.Append("t", e, g.table); err != nil {
			break
		}
	}
	mustBeFull(err)
	_, err = s.Keep(strings.Repeat("x", 30000))
	mustBeFull(err)
	other := newGame("t")
	mustBeFull(d.Server("s2").Append("t", other.log[0], other.table))
	mustBeFull(d.Backup("s1", filepath.Join(dir, "copy")))
	if left, err := filepath.Glob(filepath.Join(dir, "*"+temporary+"*")); err != nil || len(left) > 0 {
		panic(fmt.Sprintf("left behind: %v, %v", left, err))
	}
	g.log = g.log[:len(g.log)-1]
	log, err := s.Log("t", 1)
	must(err)
	if len(log) != len(g.log) {
		panic(fmt.Sprintf("%d entries are there, %d were acknowledged", len(log), len(g.log)))
	}
	must(os.Remove(stuffing))
	g.table = table.Replay(g.log)
	must(s.Append("t", g.step(1), g.table))
	must(d.Server("s2").Append("t", other.log[0], other.table))
	must(d.Backup("s1", filepath.Join(dir, "copy")))
	must(d.Close())
	_, err = Check(dbFile(dir, "s1"))
	must(err)
	fmt.Println("well")
}

// TestAFileGrowsWithoutHoles: what a file has grown by is written at once, not when a commit comes to it.
func TestAFileGrowsWithoutHoles(t *testing.T) {
	dir := t.TempDir()
	held := func(path string) (size, onDisk int64) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size(), info.Sys().(*syscall.Stat_t).Blocks * 512
	}
	zeros := filepath.Join(dir, "zeros")
	if err := os.WriteFile(zeros, make([]byte, 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	if size, on := held(zeros); on < size {
		t.Skip("this file system keeps no zeros")
	}
	stored(t, openDir(t, dir, Options{}).Server("s1"), "t", 300)
	if size, on := held(dbFile(dir, "s1")); size < 256<<10 || on < size {
		t.Errorf("%d bytes on disk of a file of %d", on, size)
	}
}
