// Package pebbleguard owns what keeps a Pebble database from taking the program with it: failures to write, which Pebble
// ends a program over, and damaged directories, over which it panics, are errors.
package pebbleguard

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
)

// ErrWrite says that the system refuses to write: the disk is full, or read-only, or breaks. What was appended before is
// there when the store is opened again, but perhaps for the last moment, as after a crash.
var ErrWrite = errors.New("cannot be written")

// A Fault is the first failure to write. Pebble ends the program over some of them, in goroutines of its own and with
// locks in its hands, and repeats others for ever. So it never sees one: the file that could not be written takes note
// and does not return. Whatever writes goes through Do, which answers as soon as there is a fault. From then on Pebble is
// left as it stands, with what it holds, until the process ends: as after a crash, nothing is written any more.
type Fault struct {
	once   sync.Once
	failed chan struct{} // closed when err is set
	err    error
	writes chan func() error
	done   chan error
}

// New gives a Fault that has not happened, and starts its writer. End ends it.
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

// Unwritable puts a cause under ErrWrite.
func Unwritable(cause any) error {
	line := FirstLine(fmt.Sprint(cause))
	remedy := "make room on the disk or see to its rights"
	if strings.Contains(line, syscall.EMFILE.Error()) {
		remedy = "allow more open files with `ulimit -n`"
	}
	return fmt.Errorf("%w: %s, then run the same command again (%s)", ErrWrite, remedy, line)
}

// Refused says whether the system would not write.
func Refused(err error) bool {
	var system syscall.Errno
	return errors.As(err, &system) && system != syscall.ENOENT
}

// stop takes note and does not return: what called it may hold locks, so it cannot unwind.
func (f *Fault) stop(cause any) {
	f.set(cause)
	select {}
}

// Infof, Errorf and Fatalf implement pebble.Logger.
func (*Fault) Infof(string, ...any)             {}
func (*Fault) Errorf(string, ...any)            {}
func (f *Fault) Fatalf(format string, a ...any) { f.stop(fmt.Sprintf(format, a...)) }

// Told gives the fault, nil while there is none.
func (f *Fault) Told() error {
	select {
	case <-f.failed:
		return f.err
	default:
		return nil
	}
}

// Do has the writer run what writes, until it is done or there is a fault. One call at a time.
func (f *Fault) Do(write func() error) error {
	if err := f.Told(); err != nil {
		return err
	}
	f.writes <- write
	select {
	case err := <-f.done:
		return err
	case <-f.failed:
		return f.err
	}
}

// writer runs what it is given, one after the other, until writes is closed. One goroutine, since the stack that Pebble
// needs would have to grow anew in each.
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

// End ends the writer, unless a fault did.
func (f *Fault) End() {
	if f.Told() == nil {
		close(f.writes)
	}
}

// Guard turns a panic of Pebble over a damaged directory into an error.
func Guard[T any](open func() (T, error)) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("corrupt: %v", r)
		}
	}()
	return open()
}

// FirstLine cuts an error's text to its first line.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
