package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"skald/fate"
)

// Broken is a file, or the folder, that cannot be used. It stops one server; nothing was overwritten,
// and the next call looks at the file afresh. errors.As finds a *fate.Refusal in it, so that whoever
// shows refusals shows this too, without knowing of files.
type Broken struct {
	Path   string // in full
	Code   string // for scripts, such as "file_cut_short"
	Reason string // what is wrong, read after "The file NAME "
	Cure   string // the way out, one or two sentences
	Err    error  // what was found or what the system said; may be nil
}

// Error is what users read: the file's name without its folder, what is wrong, and the way out.
func (b *Broken) Error() string { return b.sentence(filepath.Base(b.Path)) }

// Operator is what the one who runs Skald reads: the same with the full path and the cause.
func (b *Broken) Operator() string {
	if b.Err == nil {
		return b.sentence(b.Path)
	}
	return fmt.Sprintf("%s (%v)", b.sentence(b.Path), b.Err)
}

func (b *Broken) sentence(name string) string {
	what := "file"
	if strings.HasPrefix(b.Code, "folder_") {
		what = "folder"
	}
	return fmt.Sprintf("The %s %s %s. %s", what, name, b.Reason, b.Cure)
}

// Unwrap gives the refusal that users may be shown, and the cause.
func (b *Broken) Unwrap() []error {
	return []error{&fate.Refusal{Code: b.Code, Message: b.Error()}, b.Err}
}

// LogValue is the operator's text for a log.
func (b *Broken) LogValue() slog.Value {
	return slog.GroupValue(slog.String("code", b.Code), slog.String("text", b.Operator()))
}

// OutOfOrder is an entry that does not follow the last one of its log; it was not written. Whoever gets
// it has an old table: load it again.
type OutOfOrder struct {
	Table     string
	Last, Seq int // the newest entry of the log, 0 for an empty one, and the refused one
}

// Error names the numbers.
func (o *OutOfOrder) Error() string {
	return fmt.Sprintf("entry %d does not follow entry %d of the log of table %q", o.Seq, o.Last, o.Table)
}

const (
	putBackup = "Put a backup in its place, then try again."
	beginAnew = "To begin with nothing instead, move the file away and take the server's line out of " + knownName + "."
)

func missing(path string) *Broken {
	return &Broken{
		Path: path, Code: "file_missing", Reason: "is missing",
		Cure: "Put it or a backup back. To begin with nothing instead, take the server's line out of " + knownName + ".",
	}
}

// damaged is a file in which something is not what was written.
func damaged(path, reason string, cause error) *Broken {
	return &Broken{Path: path, Code: "file_damaged", Reason: reason, Cure: putBackup, Err: cause}
}

func badFolder(path string, err error) *Broken {
	return &Broken{
		Path: path, Code: "folder_unusable", Reason: "cannot be used", Err: err,
		Cure: "Name a folder in which Skald may write, or give it the right to.",
	}
}

// errLocked is a file that somebody else has open.
var errLocked = errors.New("locked by another process")

// broken puts what the system or bbolt said about a file into words. nil stays nil, a *Broken as it is.
func broken(path string, err error) error {
	var b *Broken
	if err == nil || errors.As(err, &b) {
		return err
	}
	b = &Broken{Path: path, Err: err}
	var p *panicked
	switch {
	case errors.As(err, &p):
		return damaged(path, "is damaged", err)
	case errors.Is(err, errLocked) || errors.Is(err, berrors.ErrTimeout):
		b.Code, b.Reason = "file_locked", "is in use by another program, perhaps a second Skald"
		b.Cure = "End that program, then try again."
	case errors.Is(err, fs.ErrPermission):
		b.Code, b.Reason = "file_forbidden", "may not be read or written by Skald"
		b.Cure = "Give the account that Skald runs as the right to read and write the file and its folder."
	case isFull(err):
		b.Code, b.Reason = "file_full", "cannot grow, for the disk or the room allowed is full"
		b.Cure = "Make room and try again; everything that was confirmed is safe."
	case errors.Is(err, fs.ErrNotExist):
		return missing(path)
	default:
		b.Code, b.Reason = "file_unusable", "cannot be opened, read or written"
		b.Cure = "Skald's own log names the cause; mend it, then try again."
	}
	return b
}

// isFull also looks at the words, for bbolt passes some causes on as text.
func isFull(err error) bool {
	return errors.Is(err, berrors.ErrMaxSizeReached) ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) ||
		strings.Contains(err.Error(), syscall.ENOSPC.Error())
}
