package conditions

import "strings"

// Levels, the lowest first.
var levels = []struct {
	class class
	name  string
}{{entryLevel, "ENTRY"}, {mid, "MID"}, {senior, "SENIOR"}, {lead, "LEAD"}, {director, "DIRECTOR"}, {executive, "EXECUTIVE"}}

const anyLevel = entryLevel | mid | senior | lead | director | executive

// Seniority returns the highest level that a title, or the value of a label, names: ENTRY, MID, SENIOR, LEAD, DIRECTOR or EXECUTIVE. It
// returns "" in doubt: if ENTRY is named beside another level, or if the level is that of somebody else, as in "assistant to the director".
func Seniority(title, lang string) string {
	if lang == "" {
		lang = "en"
	}
	t := read(splitNames(title), lang)
	if len(t.tokens) > 2*mostValue || t.has(extent{0, len(t.tokens)}, aide) {
		return ""
	}
	var seen class
	for i := 0; i < len(t.tokens); i++ {
		if n, e := t.length(i, len(t.tokens), anyLevel); n > 0 {
			seen |= e.class
			i += n - 1
		}
	}
	name := ""
	for _, l := range levels {
		if seen&l.class == 0 {
			continue
		}
		if name = l.name; l.class <= mid && seen != l.class {
			return ""
		}
	}
	return name
}

// Months of experience that belong to a level. Numbers between them say nothing about the level.
const (
	fewMonths    = 12
	someMonths   = 24
	manyMonths   = 60
	seniorMonths = 84
)

// SeniorityOfMonths returns the level that fits a required experience of this many months, or "" in doubt.
func SeniorityOfMonths(months int) string {
	switch {
	case months > 0 && months < fewMonths:
		return "ENTRY"
	case months >= someMonths && months < manyMonths:
		return "MID"
	case months >= seniorMonths:
		return "SENIOR"
	}
	return ""
}

// IsSpeculative reports whether a title invites applications without a vacancy, such as "Speculative application" or "Talent pool". A page
// with such a title has no job posting.
func IsSpeculative(title string) bool {
	t := read(title, "")
	for i := range t.tokens {
		if !t.parts(i) {
			continue
		}
		n, e := t.length(i, len(t.tokens), speculative|pool)
		if n == 0 {
			continue
		}
		end := i + n
		if t.parts(end) {
			return true
		}
		if next, _ := t.length(end, len(t.tokens), toward); next > 0 && e.class == speculative {
			return true
		}
	}
	return false
}

// parts reports whether a part of a title begins with a word, or a title ends before it.
func (t *text) parts(i int) bool {
	if i == 0 || i == len(t.tokens) || t.tokens[i].gap != joined {
		return true
	}
	return strings.ContainsAny(t.source[t.tokens[i-1].end:t.tokens[i].start], "/&+")
}
