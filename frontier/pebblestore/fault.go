package pebblestore

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
)

// ErrWrite says that the system refuses to write: the disk is full, or read-only, or breaks. What was appended before is
// there when the store is opened again, but perhaps for the last moment, as after a crash.
var ErrWrite = errors.New("cannot be written: make room on the disk or see to its rights, then run the same command again")

// A fault is the first failure to write. Pebble ends the program over some of them, in goroutines of its own and with
// locks in its hands, and repeats others for ever. So it never sees one: the file that could not be written takes note
// and does not return. Whatever writes goes through do, which answers as soon as there is a fault. From then on Pebble is
// left as it stands, with what it holds, until the process ends: as after a crash, nothing is written any more.
type fault struct {
	once   sync.Once
	failed chan struct{} // closed when err is set
	err    error
	writes chan func() error
	done   chan error
}

func newFault() *fault {
	return &fault{failed: make(chan struct{}), writes: make(chan func() error), done: make(chan error, 1)}
}

func (f *fault) set(cause any) {
	f.once.Do(func() {
		f.err = unwritable(cause)
		close(f.failed)
	})
}

func unwritable(cause any) error {
	return fmt.Errorf("%w (%s)", ErrWrite, firstLine(fmt.Sprint(cause)))
}

// refused says whether the system would not write.
func refused(err error) bool {
	var system syscall.Errno
	return errors.As(err, &system) && system != syscall.ENOENT
}

// stop takes note and does not return: what called it may hold locks, so it cannot unwind.
func (f *fault) stop(cause any) {
	f.set(cause)
	select {}
}

// Infof, Errorf and Fatalf implement pebble.Logger.
func (*fault) Infof(string, ...any)             {}
func (*fault) Errorf(string, ...any)            {}
func (f *fault) Fatalf(format string, a ...any) { f.stop(fmt.Sprintf(format, a...)) }

// told gives the fault, nil while there is none.
func (f *fault) told() error {
	select {
	case <-f.failed:
		return f.err
	default:
		return nil
	}
}

// do has the writer run what writes, until it is done or there is a fault. One call at a time.
func (f *fault) do(write func() error) error {
	if err := f.told(); err != nil {
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
func (f *fault) writer() {
	for write := range f.writes {
		f.done <- f.guarded(write)
	}
}

func (f *fault) guarded(write func() error) error {
	defer func() {
		if p := recover(); p != nil {
			f.stop(p)
		}
	}()
	return write()
}

// end ends the writer, unless a fault did.
func (f *fault) end() {
	if f.told() == nil {
		close(f.writes)
	}
}
