package pageguard_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gannet/internal/pageguard"
)

func TestAPanicIsAnError(t *testing.T) {
	var list []int
	n, err := pageguard.Get(func() (int, error) { return list[7], nil })
	failure := pageguard.Of(fmt.Errorf("page 1: %w", err))
	if failure == nil || n != 0 {
		t.Fatalf("%d, %v", n, err)
	}
	if text := failure.Error(); !strings.Contains(text, "index out of range [7]") || !strings.Contains(text, "pageguard_test.TestAPanicIsAnError") {
		t.Errorf("the error is %q", text)
	}
	if !bytes.Contains(failure.Stack, []byte("pageguard_test.go:")) {
		t.Errorf("the stack is %s", failure.Stack)
	}
}

func TestOtherErrorsStay(t *testing.T) {
	for _, want := range []error{nil, io.EOF} {
		if _, err := pageguard.Get(func() (int, error) { return 1, want }); !errors.Is(err, want) || pageguard.Of(err) != nil {
			t.Errorf("%v became %v", want, err)
		}
	}
}
