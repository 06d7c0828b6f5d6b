package conditions

import (
	"strconv"
	"strings"

	"gannet/internal/lazyregexp"
)

// units are the designators of ISO 8601 by the classes of their words.
var units = []struct {
	class      class
	designator string
	most       int
}{{month, "M", 120}, {year, "Y", 10}, {week, "W", 260}, {day, "D", 1000}}

// timeAt reads a number and a unit from a word on. It returns a duration of ISO 8601 and how many words it has.
func (t *text) timeAt(i, end int) (duration string, words int) {
	value, n := t.numberAt(i, end)
	if n == 0 || value == 0 || t.tokens[i].percent {
		return "", 0
	}
	for _, u := range units {
		if m, _ := t.length(i+n, end, u.class); m > 0 && value <= u.most && t.tokens[i+n].gap == joined {
			return "P" + strconv.Itoa(value) + u.designator, n + m
		}
	}
	return "", 0
}

var isoDuration = lazyregexp.New(`^P(?:(\d+)M|(\d+)Y|(\d+)W|(\d+)D)+$`)

// isTerm reports whether a duration of ISO 8601 can be the time of a job, as timeAt bounds it.
func isTerm(s string) bool {
	numbers, all := isoDuration.FindStringSubmatch(s), 0
	if numbers == nil {
		return false
	}
	for i, u := range units {
		n, err := strconv.Atoi(numbers[i+1])
		if numbers[i+1] != "" && (err != nil || n > u.most) {
			return false
		}
		all += n
	}
	return all > 0
}

// Duration parses a length of time, such as "18 months" or "P18M", and returns it as a duration of ISO 8601. It returns "" if the value has
// none or more than one.
func Duration(value string) string {
	if s := strings.ToUpper(strings.TrimSpace(value)); isTerm(s) {
		return s
	}
	t := read(value, "")
	return t.timeNear(extent{0, len(t.tokens)}, extent{})
}
