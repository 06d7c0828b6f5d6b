package job

import (
	_ "embed" // for the stems
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed employment.txt
var employmentFile string

// employmentStem is the beginning of a word, in normal form, with schema.org's type of employment. "$" ends a stem that is a whole word.
type employmentStem struct{ stem, means string }

// employmentStems are those of the file, in its order.
var employmentStems = sync.OnceValue(func() (all []employmentStem) {
	for line := range strings.Lines(employmentFile) {
		means, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || line[0] == '#' {
			continue
		}
		for stem := range strings.SplitSeq(list, "|") {
			all = append(all, employmentStem{stem, means})
		}
	}
	return all
})

// ParseEmployment returns the types of employment that a text names, as schema.org writes them and in a fixed order: "Vollzeit oder
// Teilzeit" gives FULL_TIME and PART_TIME. It returns nil if the text names none. That a contract is permanent says nothing about the
// hours.
func ParseEmployment(s string) []string {
	if !mayNameEmployment(s) {
		return nil
	}
	text := normalText(s)
	found := stemsIn(" " + text + " ")
	if len(found) == 0 {
		return nil
	}
	slices.Sort(found)
	var types []string
	for _, i := range found {
		e := &employmentStems()[i]
		if slices.Contains(types, e.means) {
			continue
		}
		if e.stem == "full$" && !namesFull(text) {
			continue
		}
		// A contract of full-time or temporary work is employment, not contracting, unless both stand in a list.
		if e.stem == "contract$" && len(found) > 1 && !listsContract(s) {
			continue
		}
		types = append(types, e.means)
	}
	return types
}

// mayNameEmployment reports whether a word of a text may begin with a stem. Of a text in ASCII the first two letters of its words say so.
func mayNameEmployment(s string) bool {
	inWord, by := false, stemsByStart()
	for i := range len(s) {
		c := s[i] | 0x20
		isLetter := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		switch {
		case s[i] >= utf8.RuneSelf || s[i] == '&': // an entity may be a letter
			return true
		case isLetter && !inWord && i+1 < len(s):
			if next := s[i+1] | 0x20; next < 'a' || next > 'z' || len(by[startOf(c, next)]) > 0 {
				return true
			}
		}
		inWord = isLetter
	}
	return false
}

// fullOf are beginnings of words before which "full" says how much of a thing, and nothing of the hours.
var fullOf = []string{
	"stack", "servic", "suite", "responsib", "accountab", "authority", "ownership", "support", "cycle", "life", "lifecycle", "range", "scope", "scale", "spectrum",
	"training", "induction", "benefit", "package", "board", "desk", "driv", "clean", "licen", "uk", "description", "detail", "list", "access", "advantage", "potential", "name",
	"address", "text", "size", "house", "remote", "home", "on", "of",
}

// namesFull reports whether a text in normal form has "full" for full-time: "full, permanent", but not "full stack".
func namesFull(text string) bool {
	words := strings.Fields(text)
	for i, w := range words {
		if w == "full" && (i+1 == len(words) || !slices.ContainsFunc(fullOf, func(begin string) bool { return strings.HasPrefix(words[i+1], begin) })) {
			return true
		}
	}
	return false
}

// listsContract reports whether contracting is a part of its own in a list of types, as in "Full-time, Contract".
func listsContract(s string) bool {
	for part := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(",;/|•·&+\n", r) }) {
		for choice := range strings.SplitSeq(part, " or ") {
			for item := range strings.SplitSeq(choice, " and ") {
				if item = strings.TrimSpace(item); item == "contract" || item == "contract work" || item == "contract to hire" {
					return true
				}
			}
		}
	}
	return false
}

// stemsByStart maps their first two bytes to the indices of the stems.
var stemsByStart = sync.OnceValue(func() map[uint32][]int {
	by := map[uint32][]int{}
	for i, e := range employmentStems() {
		start := startOf(e.stem[0], e.stem[1])
		by[start] = append(by[start], i)
	}
	return by
})

func startOf(first, second byte) uint32 { return uint32(first)<<8 | uint32(second) }

// stemsIn returns the indices of the stems with which words of text begin, or that a word equals if "$" ends the stem. text starts and
// ends with a space. In scripts without spaces a stem may occur anywhere.
func stemsIn(text string) (found []int) {
	by, stems := stemsByStart(), employmentStems()
	for i := 1; i < len(text)-1; i++ {
		if text[i-1] != ' ' && text[i] < 0xe3 {
			continue
		}
		for _, k := range by[startOf(text[i], text[i+1])] {
			stem, whole := strings.CutSuffix(stems[k].stem, "$")
			if strings.HasPrefix(text[i:], stem) && (!whole || text[i+len(stem)] == ' ') {
				found = append(found, k)
			}
		}
	}
	return found
}
