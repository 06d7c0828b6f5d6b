package main

import (
	"strings"
	"testing"
	"time"
)

// TestStepsAreLoggedNowAndThen: a long command shows its progress in a log, too, but not each step of it.
func TestStepsAreLoggedNowAndThen(t *testing.T) {
	var log strings.Builder
	r := newReporter(&log, "text", false)
	r.logged = time.Now().Add(time.Hour)
	r.stepOrLog("%d of 3", 1)
	r.logged = time.Now().Add(-logEvery)
	r.stepOrLog("%d of 3", 2)
	r.logged = time.Now().Add(time.Hour)
	r.stepOrLog("%d of 3", 3)
	if got := log.String(); !strings.Contains(got, "2 of 3") || strings.Count(got, "\n") != 1 {
		t.Errorf("the log is %q, want the second step alone", got)
	}
}
