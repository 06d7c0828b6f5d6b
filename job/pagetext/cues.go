package pagetext

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
)

// bySentence returns the section for which a sentence has the most cues. It returns None if there are no cues, or if two sections have equally many.
func bySentence(s string) Section {
	var count [len(sectionNames)]int
	known().cues.each(letters.Lower(s), func(p *phrase) { count[p.section]++ })
	best, second := None, 0
	for section, n := range count {
		switch {
		case n > count[best]:
			best, second = Section(section), count[best]
		case n > second && Section(section) != best:
			second = n
		}
	}
	if count[best] == second {
		return None
	}
	return best
}

// sectionOf is bySentence, and keeps the sections of the page's sentences.
func (r *reader) sectionOf(s string) Section {
	section, known := r.sections[s]
	if !known {
		section = bySentence(s)
		r.sections[s] = section
	}
	return section
}

// longLine is the length in bytes from which on a line is judged by its sentences.
const longLine = 200

// sentences cuts a long line after full stops and the like. A short line is one sentence.
func sentences(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(line) > longLine {
			end := sentenceEnd(line)
			if end >= len(line) {
				break
			}
			if !yield(strings.TrimSpace(line[:end])) {
				return
			}
			line = strings.TrimSpace(line[end:])
		}
		if line != "" {
			yield(line)
		}
	}
}

// endsOrdinal reports whether a text ends with a number of one or two digits, whose full stop ends no sentence: "bis zum 12. Dezember".
func endsOrdinal(s string) bool {
	n := len(s) - len(strings.TrimRight(s, "0123456789"))
	return n == 1 || n == 2
}

// sentenceEnd returns the offset after the first sentence of a text.
func sentenceEnd(s string) int {
	const least = 20 // bytes of a sentence: shorter ones are abbreviations
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		if i < least {
			continue
		}
		switch r {
		case '。', '！', '？', '；', '•':
			return next
		case '.', '!', '?':
			if endsOrdinal(s[:i]) {
				continue
			}
			after, size := utf8.DecodeRuneInString(s[next:])
			begins, _ := utf8.DecodeRuneInString(s[min(len(s), next+size):])
			if unicode.IsSpace(after) && !letters.IsLower(begins) {
				return next
			}
		}
	}
	return len(s)
}
