package weburl

import "strings"

// Limits say when a canonical URL looks made by a trap: a site whose links lead to ever new addresses of the same
// pages. A zero field means its default; a negative one switches the check off.
type Limits struct {
	Length     int // longest URL in bytes: 2,000, what browsers and sitemaps keep to
	Depth      int // most path segments: 16
	Repeat     int // most times one segment may occur in a path: 3
	Cycle      int // most times a sequence of two or more segments may follow itself: 2
	Parameters int // most parameters of a query: 64
	Pair       int // most times one parameter may occur with the same value: 2
}

// Default values of Limits.
const (
	DefaultLength     = 2000
	DefaultDepth      = 16
	DefaultRepeat     = 3
	DefaultCycle      = 2
	DefaultParameters = 64
	DefaultPair       = 2
)

// What Trap says of a URL beyond a limit. There are no others, so that links can be counted by them.
const (
	tooLong         = "URL too long"
	tooDeep         = "path too deep"
	segmentRepeated = "segment repeated in the path"
	pathCycle       = "path in a cycle"
	manyParameters  = "too many parameters"
	pairRepeated    = "parameter repeated"
)

// Trap checks a canonical URL against the default limits. The reason is one of six, for counts and logs.
func Trap(canonical string) (reason string, trapped bool) { return Limits{}.Trap(canonical) }

// Trap says whether a canonical URL is beyond the limits, and which.
func (l Limits) Trap(canonical string) (reason string, trapped bool) {
	if beyond(len(canonical), l.Length, DefaultLength) {
		return tooLong, true
	}
	path, query, _ := strings.Cut(Path(canonical), "?")
	var stack [32]string
	segments := split(stack[:0], path)
	if beyond(len(segments), l.Depth, DefaultDepth) {
		return tooDeep, true
	}
	if limit := orDefault(l.Repeat, DefaultRepeat); limit >= 0 && len(segments) > limit && mostRepeated(segments) > limit {
		return segmentRepeated, true
	}
	if limit := orDefault(l.Cycle, DefaultCycle); limit >= 0 && len(segments) >= 2*(limit+1) && longestCycle(segments) > limit {
		return pathCycle, true
	}
	return l.trapQuery(query)
}

// trapQuery says whether a query is beyond the limits. Most have few parameters.
func (l Limits) trapQuery(query string) (reason string, trapped bool) {
	n := strings.Count(query, "&") + 1
	if beyond(n, l.Parameters, DefaultParameters) {
		return manyParameters, true
	}
	limit := orDefault(l.Pair, DefaultPair)
	if limit < 0 || n <= limit {
		return "", false
	}
	var stack [DefaultParameters]string
	pairs := stack[:0]
	for pair := range strings.SplitSeq(query, "&") {
		if pair != "" {
			pairs = append(pairs, pair)
		}
	}
	if mostRepeated(pairs) > limit {
		return pairRepeated, true
	}
	return "", false
}

// beyond says whether n is above a limit of Limits.
func beyond(n, limit, standard int) bool {
	limit = orDefault(limit, standard)
	return limit >= 0 && n > limit
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

// mostRepeated gives how often the part that occurs most often does. The parts are few: Limits bound them.
func mostRepeated(parts []string) (times int) {
	for i, s := range parts {
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
