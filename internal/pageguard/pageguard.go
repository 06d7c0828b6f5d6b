// Package pageguard keeps a panic over one page from ending the process: the page is left out, and the work goes on.
package pageguard

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// A Panic is the error that Do returns if the work has panicked.
type Panic struct {
	Value any    // of the panic
	Place string // the function that panicked, and the line in it
	Stack []byte // as debug.Stack returns it
}

func (p *Panic) Error() string { return fmt.Sprintf("the reader failed: %v in %s", p.Value, p.Place) }

// Do calls work and returns its error, or a *Panic if work panics. work must not change anything on which other pages depend, because a panic
// leaves it half done. Where this is not possible, as in a transaction or while a strategy learns, a panic must end the process.
func Do(work func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &Panic{Value: value, Place: place(), Stack: debug.Stack()}
		}
	}()
	return work()
}

// Get calls work and returns its result and error, or a *Panic as the error if work panics. After a panic the result is the zero value.
func Get[T any](work func() (T, error)) (result T, err error) {
	err = Do(func() (err error) {
		result, err = work()
		return err
	})
	return result, err
}

// Of returns the *Panic in an error's chain, or nil if there is none.
func Of(err error) *Panic {
	var p *Panic
	errors.As(err, &p)
	return p
}

// place returns the innermost function of the stack that is not the runtime's. A deferred function calls it.
func place() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") || !more {
			return fmt.Sprintf("%s, line %d", f.Function, f.Line)
		}
	}
}
