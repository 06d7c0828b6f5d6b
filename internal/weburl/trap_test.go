package weburl

import (
	"strconv"
	"strings"
	"testing"
)

func TestTrap(t *testing.T) {
	const site = "http://example.org"
	for _, c := range []struct {
		why, path string
		want      bool
	}{
		{"a root", "/", false},
		{"16 segments", strings.Join(strings.Split("/abcdefghijklmnop", ""), "/")[1:], false},
		{"17 segments", strings.Join(strings.Split("/abcdefghijklmnopq", ""), "/")[1:], true},
		{"a segment three times", "/a/b/a/c/a/d", false},
		{"a segment four times", "/a/b/a/c/a/d/a", true},
		{"empty segments do not count", "/a//b//c//d//e//f", false},
		{"two segments twice", "/a/b/a/b/c", false},
		{"two segments three times", "/x/a/b/a/b/a/b", true},
		{"three segments twice", "/a/b/c/a/b/c", false},
		{"three segments three times", "/a/b/c/a/b/c/a/b/c", true},
		{"a date and a number alike", "/2017/01/01/01", false},
		{"a number in parts", "/media/000/000/000/000/000/012/x", false},
		{"dates in a cycle", "/2026/01/a/2026/01/a/2026/01/a", true},
		{"a name four times among numbers", "/1/a/1/a/2/a/3/a", true},
		{"repeats in the query are no path", "/a?b=/c/c/c/c/c/c", false},
		{"a parameter twice", "/a?b=1&c=2&b=1", false},
		{"a parameter three times", "/a?b=1&c=2&b=1&b=1", true},
		{"a parameter of three values", "/a?b=1&b=2&b=3", false},
		{"separators alone", "/a?&&&&", false},
		{"64 parameters", "/a?" + numbered(64), false},
		{"65 parameters", "/a?" + numbered(65), true},
		{"2,000 bytes", "/" + strings.Repeat("a", 2000-len(site)-1), false},
		{"2,001 bytes", "/" + strings.Repeat("a", 2000-len(site)), true},
	} {
		reason, got := Trap(site + c.path)
		if got != c.want || (reason != "") != got {
			t.Errorf("%s: Trap(%q) = %q, %v", c.why, shorten(c.path), reason, got)
		}
	}
}

// numbered writes a query of n parameters.
func numbered(n int) string {
	pairs := make([]string, n)
	for i := range pairs {
		pairs[i] = "a" + strconv.Itoa(i)
	}
	return strings.Join(pairs, "&")
}

func TestTrapLimits(t *testing.T) {
	for _, c := range []struct {
		change func(*Limits)
		url    string
		want   bool
	}{
		{func(l *Limits) { l.Depth = 2 }, "http://example.org/a/b/c", true},
		{func(l *Limits) { l.Depth = NoLimit }, "http://example.org/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s", false},
		{func(l *Limits) { l.Repeat = 1 }, "http://example.org/a/b/a", true},
		{func(l *Limits) { l.Repeat = NoLimit; l.Cycle = NoLimit }, "http://example.org/a/a/a/a/a/a", false},
		{func(l *Limits) { l.Cycle = 1 }, "http://example.org/a/b/a/b", true},
		{func(l *Limits) { l.Pair = 1 }, "http://example.org/a?b=1&b=1", true},
		{func(l *Limits) { l.Pair = NoLimit; l.Parameters = NoLimit }, "http://example.org/a?" + strings.Repeat("b&", 200), false},
		{func(l *Limits) { l.Parameters = 2 }, "http://example.org/a?b&c&d", true},
		{func(l *Limits) { l.Length = 10 }, "http://example.org/", true},
		{func(l *Limits) { l.Length = NoLimit }, "http://example.org/" + strings.Repeat("a", 5000), false},
	} {
		limits := DefaultLimits()
		c.change(&limits)
		if reason, got := limits.Trap(c.url); got != c.want {
			t.Errorf("%+v.Trap(%q) = %q, %v", limits, shorten(c.url), reason, got)
		}
	}
}
