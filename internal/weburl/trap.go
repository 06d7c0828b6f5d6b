package weburl

import (
	"math"
	"slices"
	"strings"
)

// Limits say when a URL seems to come from a trap: a site whose links lead to ever new URLs of the same pages. NoLimit switches a limit
// off.
type Limits struct {
	Length     int // longest URL in bytes
	Depth      int // most path segments
	Repeat     int // most times one segment may occur in a path, unless it is a number
	Cycle      int // most times a sequence of two or more segments may follow itself, unless all are numbers
	Parameters int // most parameters of a query
	Pair       int // most times one parameter may occur with the same value
}

// NoLimit is the value of a field of Limits with which every URL passes.
const NoLimit = math.MaxInt

// maxParameters is the default of Limits.Parameters.
const maxParameters = 64

// DefaultLimits returns the limits that Trap uses. The limit of 2,000 bytes is that of browsers and sitemaps.
func DefaultLimits() Limits {
	return Limits{Length: 2000, Depth: 16, Repeat: 3, Cycle: 2, Parameters: maxParameters, Pair: 2}
}

// The reasons that Trap returns. Links are counted by them.
const (
	tooLong         = "URL too long"
	tooDeep         = "path too deep"
	segmentRepeated = "segment repeated in the path"
	pathCycle       = "path in a cycle"
	manyParameters  = "too many parameters"
	pairRepeated    = "parameter repeated"
)

// Trap reports whether a canonical URL seems to come from a trap, by the default limits. reason is one of six texts, for counts and logs.
func Trap(canonical string) (reason string, trapped bool) { return DefaultLimits().Trap(canonical) }

// Trap reports whether a canonical URL exceeds one of the limits. reason says which, in one of six texts.
func (l Limits) Trap(canonical string) (reason string, trapped bool) {
	if len(canonical) > l.Length {
		return tooLong, true
	}
	path, query, _ := strings.Cut(Path(canonical), "?")
	var stack [32]string
	segments := split(stack[:0], path)
	switch {
	case len(segments) > l.Depth:
		return tooDeep, true
	case len(segments) > l.Repeat && mostRepeated(segments) > l.Repeat:
		return segmentRepeated, true
	case len(segments)/2 > l.Cycle && longestCycle(segments) > l.Cycle:
		return pathCycle, true
	}
	return l.trapQuery(query)
}

// trapQuery reports whether a query is beyond the limits. Most queries have few parameters.
func (l Limits) trapQuery(query string) (reason string, trapped bool) {
	n := strings.Count(query, "&") + 1
	if n > l.Parameters {
		return manyParameters, true
	}
	if n <= l.Pair {
		return "", false
	}
	var stack [maxParameters]string
	pairs := stack[:0]
	for pair := range strings.SplitSeq(query, "&") {
		if pair != "" {
			pairs = append(pairs, pair)
		}
	}
	if mostRepeated(pairs) > l.Pair {
		return pairRepeated, true
	}
	return "", false
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

// isName reports whether a part is more than a number. Numbers repeat for a reason: a path may be a date, or an id in parts.
func isName(part string) bool { return strings.Trim(part, "0123456789") != "" }

// mostRepeated returns how often the most frequent name occurs. It is quadratic, which is fast for the few parts that
// Limits allow.
func mostRepeated(parts []string) (times int) {
	for i, s := range parts {
		if !isName(s) {
			continue
		}
		n := 1
		for _, other := range parts[i+1:] {
			if s == other {
				n++
			}
		}
		times = max(times, n)
	}
	return times
}

// longestCycle returns the greatest number of times that a sequence of two or more segments, one of which is a name, occurs in a row.
func longestCycle(segments []string) int {
	most := 1
	for size := 2; size*2 <= len(segments); size++ {
		equal := 0 // segments in a row that equal the one size places before
		for i := size; i < len(segments); i++ {
			if segments[i] != segments[i-size] {
				equal = 0
				continue
			}
			equal++
			if n := equal/size + 1; n > most && slices.ContainsFunc(segments[i-size+1:i+1], isName) {
				most = n
			}
		}
	}
	return most
}
