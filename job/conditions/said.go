package conditions

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Said has what the sentences of a text say about the conditions of a job.
type Said struct {
	Mode        Votes
	Term        Votes
	Duration    string   // of a fixed term, ISO 8601
	Eligibility []string // sentences about permits, citizenship, clearance and licences, as they stand
}

// Bounds of what is kept of one text.
const (
	mostEligible    = 5
	longestEligible = 200 // bytes of a sentence
	mostOfMode      = 4   // of the weight that sentences give a mode
)

// Read finds statements about the conditions of a job in a text. lang is the language of the text as an ISO 639-1 code; English is always
// tried, too. If lang is "", every known language is tried.
func Read(source, lang string) (said Said) {
	g, times := shared(), map[string]bool{}
	t := &text{rules: g, of: g.languagesOf(lang)}
	source = source[:min(len(source), longest)]
	voted := 0 // up to where statements have voted: what is read around the next word may begin before
	for at := g.next(source, 0, t.of); at < len(source); at = g.next(source, at, t.of) {
		from, to := surroundings(source, at)
		t.reset(source[from:to])
		said.readSentences(t, int32(voted-from), times)
		at, voted = to, to
	}
	if len(times) == 1 {
		for said.Duration = range times {
		}
	}
	for i := range said.Mode {
		said.Mode[i] = max(min(said.Mode[i], mostOfMode), -mostOfMode)
		said.Term[i] = max(min(said.Term[i], mostOfMode), -mostOfMode)
	}
	return said
}

// reach bounds the bytes before and behind a word that can matter for what it states.
const reach = longestEligible + 50

// surroundings returns where the sentences around a word begin and end, or the text within reach.
func surroundings(s string, at int) (from, to int) {
	from, to = at, at
	for ; from > 0 && at-from < reach && !ends(s, from-1); from-- {
	}
	for to < len(s) && to-at < reach {
		if to++; ends(s, to-1) {
			break
		}
	}
	for from > 0 && from < at && !utf8.RuneStart(s[from]) {
		from++
	}
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to++
	}
	return from, to
}

// ends reports whether a sentence surely ends with a sign.
func ends(s string, i int) bool {
	switch s[i] {
	case '\n':
		return true
	case '.', '!', '?':
		if i < 2 || i+2 >= len(s) || s[i+1] != ' ' || s[i-1] < 'a' || s[i-2] < 'a' {
			return false
		}
		after, _ := utf8.DecodeRuneInString(s[i+2:])
		return unicode.IsUpper(after)
	}
	const last = "\x82\x81\x9f" // bytes of the signs below
	return s[i] >= utf8.RuneSelf && strings.IndexByte(last, s[i]) >= 0 && i > 1 && slices.Contains([]string{"。", "！", "？"}, s[i-2:i+1])
}

// readSentences adds the statements that begin at or after a byte of the text. It collects the durations that they name in times.
func (s *Said) readSentences(t *text, begin int32, times map[string]bool) {
	g := t.rules
	for i := 0; i < len(t.tokens); i++ {
		if t.tokens[i].start < begin {
			continue
		}
		if key := t.tokens[i].key; g.begins[key>>6&1023]&(1<<(key&63)) == 0 {
			continue
		}
		n, e := t.length(i, len(t.tokens), statements)
		if n == 0 {
			continue
		}
		if skip, _ := t.length(i, len(t.tokens), void); skip >= n {
			i += skip - 1
			continue
		}
		at := extent{i, i + n}
		if c := e.class; c&(remote|hybrid|onsite|home|office) != 0 {
			s.Mode.Add(t.modeAt(at, c))
		} else if c == right {
			s.addEligible(t, at)
		} else {
			v, duration := t.termAt(at, c)
			s.Term.Add(v)
			if duration != "" {
				times[duration] = true
			}
		}
		if e.class&(span|home|office) == 0 {
			i += n - 1
		}
	}
}

// addEligible adds the sentence of a word, or its clause if the sentence is long.
func (s *Said) addEligible(t *text, at extent) {
	for _, least := range []gap{stop, pause} {
		whole := t.around(at, least)
		if t.has(whole, equal) {
			return
		}
		q := t.quote(whole)
		if len(q) > longestEligible {
			continue
		}
		if len(s.Eligibility) < mostEligible && !slices.ContainsFunc(s.Eligibility, func(have string) bool { return strings.Contains(have, q) }) {
			s.Eligibility = append(s.Eligibility, q)
		}
		return
	}
}
