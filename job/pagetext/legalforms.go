package pagetext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
)

// legalForms are the legal forms of companies that sentences have, in small letters. The nil *legalForms has none.
type legalForms struct {
	known   map[string]bool
	byFirst map[rune][]string // by their first letter, the longest first
	begins  beginnings        // of the forms and of the same in capitals
}

func newLegalForms(all []string) *legalForms {
	f := &legalForms{known: map[string]bool{}, byFirst: map[rune][]string{}}
	for _, form := range slices.SortedStableFunc(slices.Values(all), func(a, b string) int { return len(b) - len(a) }) {
		first, _ := utf8.DecodeRuneInString(form)
		f.known[form] = true
		f.addBeginnings(form)
		f.byFirst[first] = append(f.byFirst[first], form)
	}
	return f
}

// addBeginnings adds the first two bytes of a form, with letters of ASCII in both cases.
func (f *legalForms) addBeginnings(form string) {
	for _, text := range []string{form, strings.ToUpper(form)} {
		first := firstOf(text)
		f.begins.add(first)
		for _, shift := range []start{0, 8} {
			if isPlainLetter(byte(first >> shift)) {
				f.begins.add(first ^ 0x20<<shift)
			}
		}
	}
}

// atEnd returns the number of words of the legal form at the end of a name.
func (f *legalForms) atEnd(fields []string) int {
	if f == nil {
		return 0
	}
	for words := min(4, len(fields)-1); words > 0; words-- {
		if f.known[letters.Lower(strings.Join(fields[len(fields)-words:], " "))] {
			return words
		}
	}
	return 0
}

// at returns the length of the legal form at the beginning of s, or 0.
func (f *legalForms) at(s string) int {
	if f == nil || !f.begins.has(s) {
		return 0
	}
	first, _ := utf8.DecodeRuneInString(s)
	for _, form := range f.byFirst[letters.ToLower(first)] {
		if len(s) < len(form) || !strings.EqualFold(s[:len(form)], form) || len(form) <= 3 && s[:len(form)] == form && !formsInSmall[form] {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(s[len(form):]); !letters.IsLetter(next) {
			return len(form)
		}
	}
	return 0
}

// formsInSmall are the short legal forms that are no words when in small letters.
var formsInSmall = set([]string{"plc", "ltd", "llc", "inc"})
