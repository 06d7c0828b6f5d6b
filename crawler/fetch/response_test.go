package fetch

import (
	"strings"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "120": 2 * time.Minute, " 7 ": 7 * time.Second, "-5": 0, "-99999999999999999999": 0, "soon": 0, "7 days": 0, "+7": 0, ".5": 0, "1.2.3": 0, "1e9": 0, "Inf": 0, "0x10": 0,
		"1.5": 2 * time.Second, "0.0": 0, "3.": 3 * time.Second,
		"Mon, 04 May 2026 12:01:30 GMT":  90 * time.Second,
		"Monday, 04-May-26 12:00:10 GMT": 10 * time.Second,
		"Mon, 04 May 2026 11:00:00 GMT":  0,
		"Mon, 04 May 2099 11:00:00 GMT":  maxRetryAfter,
		"4294967295":                     maxRetryAfter,
		"4294967296":                     maxRetryAfter,
		"99999999999999999999":           maxRetryAfter,
		"18446744073709551617.5":         maxRetryAfter,
		"00000000000000000000000000060":  time.Minute,
		strings.Repeat("9", 1000):        maxRetryAfter,
		"Mon, 04 May 0001 11:00:00 GMT":  0,
		"Fri, 31 Dec 9999 23:59:59 GMT":  maxRetryAfter,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}
