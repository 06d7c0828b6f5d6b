package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/job"
)

// candidate is a value that a field may have.
type guess struct {
	value    string
	key      string // equal for what is written alike
	doubt    float64
	evidence evidence
	line     int // where it was first seen, -1 outside the body
}

// kind is a set of kinds of evidence.
type evidence uint8

// The kinds of evidence. One kind speaks but once for a value: lists of other postings repeat what they name.
const (
	byLabel    evidence = 1 << iota
	byName              // of an element
	byHeading           // it is one
	byTitle             // what titles say
	byBoth              // heading and title
	byPosition          // near the heading
	byProse             // what sentences say
	bySite              // what the site is called
)

// maxCandidates bounds the values of a field: those after so many are never the best.
const maxGuesses = 40

// later is what each further value of one kind of evidence is worth, compared with the one before it.
const later = .9

// candidates are what was found for one field. Evidence for one value from several places adds up as if each were right
// or wrong by itself.
type guesses []guess

// add notes a value with the probability that it is right.
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

// support makes values likelier that use holds for.
func (c guesses) support(sure float64, use func(*guess) bool) {
	for i := range c {
		if use(&c[i]) {
			c[i].doubt *= 1 - sure
		}
	}
}

// refute makes values less likely that use holds for.
func (c guesses) refute(factor float64, use func(*guess) bool) {
	for i := range c {
		if use(&c[i]) {
			c[i].doubt = 1 - (1-c[i].doubt)*factor
		}
	}
}

// best gives the likeliest value; of equal ones the first found.
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

// The most and least certain that a page's own words make a value.
const (
	mostSure  = .9
	leastSure = .3
)

// origin says where a candidate came from.
func (c *guess) provenance() job.Provenance {
	o := job.Provenance{Method: job.Page, Confidence: min(mostSure, 1-c.doubt)}
	if c.evidence&byLabel != 0 {
		o.Method = job.Label
	}
	return o
}

// tidy takes the punctuation off that parts a value from what stands beside it.
func tidy(s string) string {
	s = strings.TrimFunc(collapse(s), func(r rune) bool {
		switch r {
		case ',', ';', ':', '|', '-', '–', '—', '·', '•', '»', '«', '›', '：', '/', '→', '←', '"', '*':
			return true
		}
		return unicode.IsSpace(r)
	})
	return s
}

// words counts the words of a text; characters of scripts without spaces count for a third each.
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

func hasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

func hasDigit(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) >= 0 }

// capital says whether a text begins with a capital letter, a digit or a letter of a script without capitals.
func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.IsLower(r)
}
