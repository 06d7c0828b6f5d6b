package cli

import (
	"errors"
	"fmt"
)

// usageError marks an error as wrong use.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// WrongUse marks an error as wrong use of the command line, for which a program ends with the status ExitUsage.
func WrongUse(err error) error { return usageError{err} }

// Usagef is like fmt.Errorf, and marks the error as wrong use of the command line.
func Usagef(format string, args ...any) error { return WrongUse(fmt.Errorf(format, args...)) }

// IsWrongUse reports whether an error, or one that it wraps, was marked by WrongUse.
func IsWrongUse(err error) bool {
	_, is := errors.AsType[usageError](err)
	return is
}
