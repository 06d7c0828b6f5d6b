// Package pebbleguard keeps a Pebble database from ending the program. Pebble exits when it cannot write, and panics over
// a damaged directory; here both are errors.
package pebbleguard

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
)

// ErrWrite says that the system refuses to write: the disk is full, read-only or broken. When the database is opened again, earlier writes
// are there, except perhaps the very last ones, as after a crash.
var ErrWrite = errors.New("cannot be written")

// A Fault is the first failed write to a Pebble database. Pebble ends the process after some failures, in goroutines that hold locks, and
// repeats others for ever. So Pebble never gets the error: the file's write method records the fault and does not return. Every write goes
// through Do, which returns as soon as there is a fault. From then on nothing more is written, as after a crash, and Pebble is left as it
// is with its memory and its locks.
type Fault struct {
	once   sync.Once
	failed chan struct{} // closed when err is set
	err    error
	writes chan func() error
	done   chan error
}

// New returns a Fault that has not happened yet, and starts the goroutine in which Do runs writes. End stops it.
func New() *Fault {
	f := &Fault{failed: make(chan struct{}), writes: make(chan func() error), done: make(chan error, 1)}
	go f.writer()
	return f
}

func (f *Fault) set(cause any) {
	f.once.Do(func() {
		f.err = Unwritable(cause)
		close(f.failed)
	})
}

// Unwritable returns ErrWrite with the first line of a cause. If the cause is too many open files, the error is also syscall.EMFILE.
func Unwritable(cause any) error {
	line := FirstLine(fmt.Sprint(cause))
	err := fmt.Errorf("%w (%s)", ErrWrite, line)
	if strings.Contains(line, syscall.EMFILE.Error()) {
		return noMoreFiles{err}
	}
	return err
}

// noMoreFiles is an error and syscall.EMFILE. Pebble gives many causes as text alone.
type noMoreFiles struct{ error }

func (e noMoreFiles) Unwrap() []error { return []error{e.error, syscall.EMFILE} }

// Refused reports whether an error means that the system refuses to write.
func Refused(err error) bool {
	var system syscall.Errno
	return errors.As(err, &system) && system != syscall.ENOENT
}

// stop records the fault and never returns. Its callers in Pebble may hold locks, so the stack cannot be unwound.
func (f *Fault) stop(cause any) {
	f.set(cause)
	select {}
}

// Infof, Errorf and Fatalf implement pebble.Logger. Infof ignores its message.
func (*Fault) Infof(string, ...any)             {}
func (*Fault) Errorf(string, ...any)            {}
func (f *Fault) Fatalf(format string, a ...any) { f.stop(fmt.Sprintf(format, a...)) }

// Err returns the failure of the first failed write, or nil if none has failed.
func (f *Fault) Err() error {
	select {
	case <-f.failed:
		return f.err
	default:
		return nil
	}
}

// Do runs write in the writer goroutine. It returns when write is done or a write has failed. Only one call may run at a time.
func (f *Fault) Do(write func() error) error {
	if err := f.Err(); err != nil {
		return err
	}
	select {
	case f.writes <- write:
	case <-f.failed:
		return f.err
	}
	select {
	case err := <-f.done:
		return err
	case <-f.failed:
		return f.err
	}
}

// writer runs the functions given to Do until writes is closed. One goroutine runs them all, because Pebble needs a large
// stack, which would have to grow again in each goroutine.
func (f *Fault) writer() {
	for write := range f.writes {
		f.done <- f.guarded(write)
	}
}

func (f *Fault) guarded(write func() error) error {
	defer func() {
		if p := recover(); p != nil {
			f.stop(p)
		}
	}()
	return write()
}

// End stops the writer goroutine. After a fault this goroutine hangs in Pebble and is left there.
func (f *Fault) End() {
	if f.Err() == nil {
		close(f.writes)
	}
}

// FirstLine returns the first line of an error's text.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
