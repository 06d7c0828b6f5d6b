package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/job"

	"gannet/internal/letters"
)

// guess is a possible value of a field.
type guess struct {
	value    string
	key      string  // the folded value; guesses with one key are the same value
	doubt    float64 // probability that the value is wrong
	evidence evidence
	line     int // where it first occurs, or -1 outside the body
}

// evidence is a set of kinds of evidence.
type evidence uint8

// The kinds of evidence. Each counts only once for a value, since lists of other postings repeat values.
const (
	byLabel    evidence = 1 << iota
	byName              // the name of an element
	byHeading           // the value is a heading
	byTitle             // the page's titles
	byBoth              // heading and title
	byPosition          // near the heading
	byProse             // sentences of the description
	bySite              // the site's name
)

// maxGuesses bounds the guesses of a field. Those found later are never the best.
const maxGuesses = 40

// later is the factor for each further value from one kind of evidence.
const later = .9

// guesses are the values found for one field. Several kinds of evidence for a value add up as if they were independent.
type guesses []guess

// addValue adds a value. sure is the probability that it is right.
func (c *guesses) addValue(value string, sure float64, by evidence, line int) {
	value = tidy(value)
	key := fold(value)
	if key == "" {
		return
	}
	at := -1
	for i := range *c {
		o := &(*c)[i]
		if o.key == key {
			at = i
		}
		if o.evidence&by != 0 {
			sure *= later
		}
	}
	if at < 0 && len(*c) >= maxGuesses {
		return
	}
	if at < 0 {
		*c = append(*c, guess{value, key, 1 - sure, by, line})
		return
	}
	if o := &(*c)[at]; o.evidence&by == 0 {
		o.doubt *= 1 - sure
		o.evidence |= by
		if o.line < 0 {
			o.line = line
		}
	}
}

// support adds evidence for each value that use selects.
func (c guesses) support(sure float64, use func(*guess) bool) {
	for i := range c {
		if use(&c[i]) {
			c[i].doubt *= 1 - sure
		}
	}
}

// refute multiplies the probability of each value that use selects by a factor.
func (c guesses) refute(factor float64, use func(*guess) bool) {
	for i := range c {
		if use(&c[i]) {
			c[i].doubt = 1 - (1-c[i].doubt)*factor
		}
	}
}

// best returns the likeliest value. Of equal ones it returns the first found.
func (c guesses) best() (guess, bool) {
	best := -1
	for i := range c {
		if best < 0 || c[i].doubt < c[best].doubt-1e-9 {
			best = i
		}
	}
	if best < 0 {
		return guess{}, false
	}
	return c[best], true
}

// The highest confidence in a value from a page's own words, and the lowest at which it is used.
const (
	mostSure  = .9
	leastSure = .3
)

// provenance returns the provenance of the value.
func (c *guess) provenance() job.Provenance {
	o := job.Provenance{Method: job.Page, Confidence: min(mostSure, 1-c.doubt)}
	if c.evidence&byLabel != 0 {
		o.Method = job.Label
	}
	return o
}

// tidy removes the punctuation that separates a value from its neighbours.
func tidy(s string) string {
	if isTidy(s) {
		return s
	}
	whole := collapse(s)
	s = strings.TrimFunc(whole, func(r rune) bool {
		switch r {
		case ',', ';', ':', '|', '-', '–', '—', '·', '•', '»', '«', '›', '：', '/', '→', '←', '"', '*':
			return true
		}
		return unicode.IsSpace(r)
	})
	if strings.Contains(s, "«") && !strings.Contains(s, "»") {
		s += "»"
	}
	if strings.Count(s, `"`)%2 == 1 { // one of a pair was at the end
		switch {
		case strings.Contains(whole, s+`"`):
			s += `"`
		case strings.Contains(whole, `"`+s):
			s = `"` + s
		}
	}
	return s
}

// isTidy reports whether tidy certainly keeps a text, because it begins and ends with letters of ASCII and has neither quotation marks nor spaces other
// than single ones.
func isTidy(s string) bool {
	if len(s) == 0 || !isPlainLetter(s[0]) || !isPlainLetter(s[len(s)-1]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == ' ' && s[i+1] == ' ' || c == 0xc2 { // the first byte of "«" and of a space
			return false
		}
	}
	return true
}

// wordCount counts the words of a text. Three characters of a script without spaces count as a word.
func wordCount(s string) int {
	if s == "" {
		return 0
	}
	wide := 0
	for _, r := range s {
		if r >= 0x2e80 {
			wide++
		}
	}
	return 1 + strings.Count(s, " ") + wide/3
}

func hasLetter(s string) bool { return strings.IndexFunc(s, letters.IsLetter) >= 0 }

func hasDigit(s string) bool { return strings.IndexFunc(s, letters.IsDigit) >= 0 }

// capital reports whether a text begins with a capital letter, a digit or a letter of a script without capitals.
func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return letters.IsUpper(r) || letters.IsDigit(r) || letters.IsLetter(r) && !letters.IsLower(r)
}
