package main

import (
	"errors"
	"time"

	"gannet/crawler"
)

// forever is a --wait without end.
const forever = waitTime(crawler.NoLimit)

// waitTime is the value of --wait: a duration, or the word forever.
type waitTime time.Duration

// Set implements pflag.Value.
func (w *waitTime) Set(text string) error {
	if text == "forever" {
		*w = forever
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("give a time such as 30s or 10m, or forever")
	}
	*w = waitTime(d)
	return nil
}

// String implements pflag.Value.
func (w *waitTime) String() string {
	if *w == forever {
		return "forever"
	}
	return time.Duration(*w).String()
}

// Type implements pflag.Value.
func (*waitTime) Type() string { return "duration" }
