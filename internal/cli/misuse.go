package cli

import (
	"errors"
	"fmt"
)

// usageError marks an error as wrong use.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// WrongUse marks an error as wrong use of a command, for which a program ends with an exit status of its own.
func WrongUse(err error) error { return usageError{err} }

// Usagef does what fmt.Errorf does, and marks the error as wrong use.
func Usagef(format string, args ...any) error { return WrongUse(fmt.Errorf(format, args...)) }

// IsWrongUse reports whether an error, or one that it wraps, was marked as wrong use.
func IsWrongUse(err error) bool {
	_, is := errors.AsType[usageError](err)
	return is
}
