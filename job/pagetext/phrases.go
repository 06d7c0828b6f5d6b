package pagetext

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"gannet/internal/letters"
)

// phrase is a text that indicates a section.
type phrase struct {
	text    string
	section Section
	whole   bool // it counts only if it is all of the text
}

// phrases finds phrases by their first two bytes.
type phrases struct {
	begins beginnings
	before [len(beginnings{})]uint16 // how many beginnings the numbers of begins before this one have
	lists  [][]phrase                // of each beginning, in their order; the longest phrase first
}

// at returns the phrases that have the first two bytes of s.
func (ps *phrases) at(s string) []phrase {
	if !ps.begins.has(s) {
		return nil
	}
	n := firstOf(s)
	return ps.lists[int(ps.before[n/64])+bits.OnesCount64(ps.begins[n/64]&(1<<(n%64)-1))]
}

// beginnings are the first two bytes of texts, as bits.
type beginnings [1 << 16 / 64]uint64

func (b *beginnings) add(n start) {
	b[n/64] |= 1 << (n % 64)
}

// has reports whether s begins with the first two bytes of one of the texts, so that one of them may start it.
func (b *beginnings) has(s string) bool {
	if len(s) < 2 {
		return false
	}
	n := firstOf(s)
	return b[n/64]&(1<<(n%64)) != 0
}

// newPhrases makes phrases of a file that lists them by section and then by language.
func newPhrases(file map[string]map[string][]string) (*phrases, error) {
	ps, by := &phrases{}, map[start][]phrase{}
	for name, languages := range file {
		s := slices.Index(sectionNames[:], name)
		if s <= 0 {
			return nil, fmt.Errorf("no section %q", name)
		}
		for _, texts := range languages {
			for _, text := range texts {
				if len(text) < 2 {
					return nil, fmt.Errorf("phrase %q is shorter than two bytes", text)
				}
				text, whole := strings.CutPrefix(text, "=")
				ps.begins.add(firstOf(text))
				by[firstOf(text)] = append(by[firstOf(text)], phrase{text, Section(s), whole})
			}
		}
	}
	for _, first := range slices.Sorted(maps.Keys(by)) {
		slices.SortFunc(by[first], func(a, b phrase) int {
			return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text), cmp.Compare(a.section, b.section))
		})
		ps.lists = append(ps.lists, by[first])
	}
	for i := range ps.begins[1:] {
		ps.before[i+1] = ps.before[i] + uint16(bits.OnesCount64(ps.begins[i]))
	}
	return ps, nil
}

// each calls use with the longest phrase at each beginning of a word in s, which is in lower case. In scripts without spaces a
// phrase may begin at every letter.
func (ps *phrases) each(s string, use func(*phrase)) {
	inWord := false
	for i, r := range s {
		if !inWord || isWide(r) {
			of, rest := ps.at(s[i:]), s[i:]
			for k := range of {
				if last := len(of[k].text) - 1; last < len(rest) && rest[last] == of[k].text[last] && rest[:last] == of[k].text[:last] && (!of[k].whole || s == of[k].text) {
					use(&of[k])
					break
				}
			}
		}
		inWord = letters.IsLetter(r)
	}
}

// isWide reports whether a letter is of a script that is written without spaces between words.
func isWide(r rune) bool { return r >= 0x2e80 && isDense(r) }

func isDense(r rune) bool {
	const first, last = 0x4e00, 0x9fff // the characters of Chinese that are in general use
	return first <= r && r <= last || unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hangul, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)
}

// start is the first two bytes of a text as a number.
type start uint32 // of four bytes, because maps find those in less time

// firstOf returns the first two bytes of a text, or 0 for a shorter one.
func firstOf(s string) start {
	if len(s) < 2 {
		return 0
	}
	return start(s[0])<<8 | start(s[1])
}
