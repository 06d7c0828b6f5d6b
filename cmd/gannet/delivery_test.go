package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gannet/feed"
)

// TestFollowTriesFailedDeliveriesAgain: with --follow a delivery that fails is tried again after pauses that double up to a minute. Other errors end it.
func TestFollowTriesFailedDeliveriesAgain(t *testing.T) {
	for _, failure := range []error{errCommand, feed.ErrUnavailable} {
		synctest.Test(t, func(t *testing.T) {
			var stderr bytes.Buffer
			var pauses []time.Duration
			last := time.Now()
			end := errors.New("the end")
			err := repeated(t.Context(), &stderr, true, func() error {
				pauses = append(pauses, time.Since(last))
				last = time.Now()
				switch n := len(pauses); {
				case n <= 7:
					return fmt.Errorf("%w: status 1", failure)
				case n == 8:
					return nil
				case n == 9:
					return failure
				}
				return end
			})
			want := []time.Duration{0, 2, 4, 8, 16, 32, 60, 60, 2, 2}
			for i := range want {
				want[i] *= time.Second
			}
			if !errors.Is(err, end) || !slices.Equal(pauses, want) {
				t.Errorf("%v: pauses %v, want %v", err, pauses, want)
			}
			if said := stderr.String(); strings.Count(said, failure.Error()) != 8 || !strings.Contains(said, "it is tried again in 4s") {
				t.Error(said)
			}
		})
	}
	tries := 0
	if err := repeated(t.Context(), &bytes.Buffer{}, false, func() error { tries++; return errCommand }); !errors.Is(err, errCommand) || tries != 1 {
		t.Errorf("without --follow: %d tries, %v", tries, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if err := repeated(ctx, &bytes.Buffer{}, true, func() error { cancel(); return errCommand }); err != nil {
		t.Errorf("after a signal: %v", err)
	}
}
