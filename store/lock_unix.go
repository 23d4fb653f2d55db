//go:build darwin || dragonfly || freebsd || (linux && !android) || netbsd || openbsd

package store

import (
	"os"
	"syscall"
	"time"
)

// lock takes the lock that bbolt takes, so that the file can be looked at before; bbolt then finds it
// held by this very file. The error is errLocked when somebody else keeps it for longer than wait.
func lock(f *os.File, alone bool, wait time.Duration) error {
	how := syscall.LOCK_NB | syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_NB | syscall.LOCK_EX
	}
	for end := time.Now().Add(wait); ; time.Sleep(10 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), how)
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			return err
		}
		if time.Now().After(end) {
			return errLocked
		}
	}
}

func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
