package main

import (
	"testing"
	"time"

	"gannet/crawler"
)

func TestLimitsOfTheCommandLine(t *testing.T) {
	const wrong = -2
	for text, want := range map[string]int{"7": 7, "none": 99, "0": 99, "-1": wrong, "many": wrong} {
		got := 0
		if err := (countLimit{&got, 99}).Set(text); err != nil {
			got = wrong
		}
		if got != want {
			t.Errorf("a number of %q is %d, want %d", text, got, want)
		}
	}
	for _, c := range []struct {
		text       string
		zeroIsNone bool
		want       time.Duration
	}{
		{"8h", false, 8 * time.Hour}, {"none", false, crawler.NoLimit}, {"forever", false, crawler.NoLimit}, {"0", true, crawler.NoLimit},
		{"0", false, 0}, {"-1s", true, wrong}, {"long", true, wrong},
	} {
		var got time.Duration
		if err := (timeLimit{&got, c.zeroIsNone}).Set(c.text); err != nil {
			got = wrong
		}
		if got != c.want {
			t.Errorf("a time of %q is %d, want %d", c.text, got, c.want)
		}
	}
}
