package pebbleguard

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
)

func TestUnwritableNamesItsCause(t *testing.T) {
	for _, test := range []struct {
		cause any
		want  string
		files bool
	}{
		{"write 000004.log: no space left on device\ngoroutine 7", "cannot be written (write 000004.log: no space left on device)", false},
		{fmt.Errorf("open 000004.sst: %w", syscall.EMFILE), "cannot be written (open 000004.sst: too many open files)", true},
		{"open 000004.sst: too many open files", "cannot be written (open 000004.sst: too many open files)", true},
	} {
		err := Unwritable(test.cause)
		if err.Error() != test.want || !errors.Is(err, ErrWrite) || errors.Is(err, syscall.EMFILE) != test.files {
			t.Errorf("%v: got %q, too many files: %v", test.cause, err, errors.Is(err, syscall.EMFILE))
		}
	}
}
