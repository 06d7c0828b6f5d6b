package weburl

import (
	"fmt"
	"strings"
)

// Limits say when a canonical URL looks made by a trap: a site whose links lead to ever new addresses of the same
// pages. A zero field means its default; a negative one switches the check off.
type Limits struct {
	Length int // longest URL in bytes: 2,000, what browsers and sitemaps keep to
	Depth  int // most path segments: 16
	Repeat int // most times one segment may occur in a path: 3
	Cycle  int // most times a sequence of two or more segments may follow itself: 2
}

// Default values of Limits.
const (
	DefaultLength = 2000
	DefaultDepth  = 16
	DefaultRepeat = 3
	DefaultCycle  = 2
)

// Trap checks a canonical URL against the default limits. The reason is a short sentence for logs.
func Trap(canonical string) (reason string, trapped bool) { return Limits{}.Trap(canonical) }

// Trap says whether a canonical URL is beyond the limits, and which.
func (l Limits) Trap(canonical string) (reason string, trapped bool) {
	if limit := orDefault(l.Length, DefaultLength); limit >= 0 && len(canonical) > limit {
		return fmt.Sprintf("URL of %d bytes, limit %d", len(canonical), limit), true
	}
	path := Path(canonical)
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path = path[:i]
	}
	var stack [32]string
	segments := split(stack[:0], path)
	if limit := orDefault(l.Depth, DefaultDepth); limit >= 0 && len(segments) > limit {
		return fmt.Sprintf("path of %d segments, limit %d", len(segments), limit), true
	}
	if limit := orDefault(l.Repeat, DefaultRepeat); limit >= 0 && len(segments) > limit {
		if segment, n := mostRepeated(segments); n > limit {
			return fmt.Sprintf("segment %q %d times in the path, limit %d", shorten(segment), n, limit), true
		}
	}
	if limit := orDefault(l.Cycle, DefaultCycle); limit >= 0 && len(segments) >= 2*(limit+1) {
		if n := longestCycle(segments); n > limit {
			return fmt.Sprintf("the same segments %d times in a row, limit %d", n, limit), true
		}
	}
	return "", false
}

func orDefault(value, otherwise int) int {
	if value == 0 {
		return otherwise
	}
	return value
}

// split appends the non-empty segments of a path.
func split(segments []string, path string) []string {
	for len(path) > 0 {
		segment, rest, _ := strings.Cut(path, "/")
		if segment != "" {
			segments = append(segments, segment)
		}
		path = rest
	}
	return segments
}

// mostRepeated finds the segment that occurs most often. Paths are short: see MaxLength.
func mostRepeated(segments []string) (segment string, times int) {
	for i, s := range segments {
		n := 1
		for _, other := range segments[i+1:] {
			if s == other {
				n++
			}
		}
		if n > times {
			segment, times = s, n
		}
	}
	return segment, times
}

// longestCycle gives how often a sequence of two or more segments follows itself at most.
func longestCycle(segments []string) int {
	most := 1
	for size := 2; size*2 <= len(segments); size++ {
		equal := 0 // segments in a row that equal the one a size before
		for i := size; i < len(segments); i++ {
			if segments[i] != segments[i-size] {
				equal = 0
				continue
			}
			equal++
			most = max(most, equal/size+1)
		}
	}
	return most
}
