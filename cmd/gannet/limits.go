package main

import (
	"errors"
	"strconv"
	"time"

	"gannet/crawler"
)

// noLimit is the word for no limit on the command line.
const noLimit = "none"

// countLimit is the value of a flag that bounds a number. 0 and "none" stand for no limit, which is stored as unlimited.
type countLimit struct {
	value     *int
	unlimited int
}

// Set implements pflag.Value: it parses a number, or "none" for no limit.
func (l countLimit) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case text == noLimit || err == nil && n == 0:
		n = l.unlimited
	case err != nil || n < 0:
		return errors.New("give a number such as 100, or " + noLimit)
	}
	*l.value = n
	return nil
}

// String implements pflag.Value: it returns the number as text, or "none".
func (l countLimit) String() string {
	if l.value == nil || *l.value == l.unlimited {
		return noLimit
	}
	return strconv.Itoa(*l.value)
}

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (countLimit) Type() string { return "int" }

// timeLimit is the value of a flag that bounds a time. "none" and "forever" stand for no limit, 0 for no time at all.
type timeLimit struct {
	value      *time.Duration
	zeroIsNone bool // 0 stands for no limit, as it always did
}

// Set implements pflag.Value: it parses a duration such as 30s, or "none" for no limit.
func (l timeLimit) Set(text string) error {
	if text == noLimit || text == "forever" {
		*l.value = crawler.NoLimit
		return nil
	}
	d, err := time.ParseDuration(text)
	switch {
	case err == nil && d == 0 && l.zeroIsNone:
		d = crawler.NoLimit
	case err != nil || d < 0:
		return errors.New("give a time such as 30s or 8h, or " + noLimit)
	}
	*l.value = d
	return nil
}

// String implements pflag.Value: it returns the duration as text, or "none".
func (l timeLimit) String() string {
	if l.value == nil || *l.value == crawler.NoLimit {
		return noLimit
	}
	return l.value.String()
}

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (timeLimit) Type() string { return "duration" }
