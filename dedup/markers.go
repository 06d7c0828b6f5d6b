package dedup

import (
	_ "embed" // for the table below
	"fmt"
	"strings"
	"sync"

	"gannet/internal/letters"
	"gannet/job"
)

//go:embed markers.txt
var markerTable string

// A marker is a word of a title that names a value of some kind, such as seniority or shift. Two titles with different values of one kind are of two
// jobs, however similar their texts are. In a Profile a marker is its kind, in the upper bits, and a hash of its value.
const markerKindBits = 4

// usualMarker is the kind and the value that titles usually leave out. Boards add it to titles of their own accord.
const usualMarker = "hours full"

// levelMarker is the kind of the levels that a title may end with, such as "Nurse II".
const levelMarker = "numbered level"

// markerWords is the content of markers.txt.
type markerWords struct {
	values   map[string]uint32 // the markers of words and phrases
	numbered map[string]uint32 // the markers of words that a number follows, without the number
	empty    map[string]bool   // words that say nothing about a job
	phrases  map[string]bool   // first words of phrases
	usual    uint32            // the marker that a title without one of its kind means as well
	level    uint32            // the kind of numbered levels
}

var markers = sync.OnceValue(func() *markerWords {
	m, err := readMarkers(markerTable)
	if err != nil {
		panic(err)
	}
	return m
})

// readMarkers reads a table of markers. The table itself describes the form of its lines.
func readMarkers(table string) (*markerWords, error) {
	m := &markerWords{values: map[string]uint32{}, numbered: map[string]uint32{}, empty: map[string]bool{}, phrases: map[string]bool{}}
	kinds := map[string]uint32{}
	for n, line := range strings.Split(table, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		head, list, ok := strings.Cut(line, ":")
		kind, value, _ := strings.Cut(head, " ")
		if !ok {
			return nil, fmt.Errorf("markers.txt:%d: no colon", n+1)
		}
		scale := kind
		if kind == "numbered" {
			scale = value
		}
		if kinds[scale] == 0 {
			kinds[scale] = uint32(len(kinds) + 1)
		}
		marker := newMarker(kinds[scale], value)
		switch head {
		case usualMarker:
			m.usual = marker
		case levelMarker:
			m.level = kinds[scale]
		}
		for word := range strings.FieldsSeq(list) {
			m.add(kind, letters.JoinVowels(strings.ReplaceAll(word, "_", " ")), marker)
		}
	}
	if len(kinds) >= 1<<markerKindBits {
		return nil, fmt.Errorf("markers.txt: %d kinds, which %d bits cannot tell apart", len(kinds), markerKindBits)
	}
	return m, nil
}

// add adds a word or phrase.
func (m *markerWords) add(kind, word string, marker uint32) {
	if first, _, ok := strings.Cut(word, " "); ok {
		m.phrases[first] = true
	}
	switch kind {
	case "empty":
		m.empty[word] = true
	case "numbered":
		m.numbered[word] = marker
	default:
		m.values[word] = marker
	}
}

// newMarker returns the marker of a kind's value.
func newMarker(kind uint32, value string) uint32 {
	return kind<<(32-markerKindBits) | hash32(value)>>markerKindBits
}

// markerKind returns the kind of a marker.
func markerKind(marker uint32) uint32 { return marker >> (32 - markerKindBits) }

// titleWords returns what is compared of a title: its words and its markers. title is the normal form, and written is the title as it stands in the
// posting. Words of the posting's company and location are left out, and words of the usual marker.
func titleWords(title, written string, p *job.Posting) (words, marks []uint32, named []string) {
	m := markers()
	var room [maxTitleWords]string
	list, elsewhere := room[:0], namesOf(p)
	marks = levelMarks(written)
	eachWord(title, func(word string) { list = append(list, word) })
	usual := 0 // up to here
	for i, word := range list {
		if mark, n := m.find(list[i:]); mark != 0 {
			if marks = append(marks, mark); n > 1 && m.numbered[word] != 0 {
				continue // its number is a word, and it is none
			}
			if mark == m.usual {
				usual = i + n
			}
		}
		if i < usual {
			continue
		}
		if !m.empty[word] && !strings.Contains(elsewhere, word) {
			words, named = append(words, hash32(stem(arabicLevel(word)))), append(named, word)
		}
	}
	if len(words) == 0 {
		return wordSet(title, maxTitleWords), smallest(marks, maxMarkers), named
	}
	return smallest(words, maxTitleWords), smallest(marks, maxMarkers), named
}

// nameField returns a company or location, or "" if the text is too long for a name. Some sites put sentences there, and these have words of any
// title.
func nameField(s string) string {
	const longest = 120 // bytes
	if len(s) > longest {
		return ""
	}
	return s
}

// isHeadline reports whether a title is the first line of a text without other fields. Such a line says more than the role, and if a repost has
// another word in it, the role is often still the same. The check fails for a copy in which only the title was changed, because its text does not
// begin with its title.
func isHeadline(p *job.Posting) bool {
	return p.Company == "" && p.Location == "" && p.Title != "" && beginsWith(p.Description, p.Title)
}

// beginsWith reports whether a text begins with the words of a title.
func beginsWith(text, title string) bool {
	for {
		text, title = strings.TrimLeftFunc(text, isSign), strings.TrimLeftFunc(title, isSign)
		if title == "" {
			return true
		}
		n := strings.IndexFunc(title, isSign)
		if n < 0 {
			n = len(title)
		}
		if !strings.HasPrefix(text, title[:n]) {
			return false
		}
		text, title = text[n:], title[n:]
	}
}

// find returns the marker with which a list of words begins, and how many words it consists of. It returns 0 if there is none.
func (m *markerWords) find(list []string) (marker uint32, n int) {
	if len(list) > 1 {
		if mark := m.numbered[list[0]]; mark != 0 && isNumber(list[1]) {
			return newMarker(markerKind(mark), arabic(list[1])), 2
		}
	}
	if len(list) > 1 && m.phrases[list[0]] {
		phrase := list[0]
		for n := 2; n <= min(len(list), 3); n++ {
			phrase += " " + list[n-1]
			if mark := m.values[phrase]; mark != 0 {
				return mark, n
			}
		}
	}
	return m.values[list[0]], 1
}

// romans are the small Roman numerals that levels have.
var romans = map[string]string{"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}

// arabicLevel returns a Roman numeral of a title in digits, and any other word as it is.
func arabicLevel(word string) string {
	if number := romans[word]; number != "" {
		return number
	}
	return word
}

// isNumber reports whether a word is a number of a level: digits with at most a letter, or a Roman numeral.
func isNumber(word string) bool {
	return romans[word] != "" || word[0] >= '0' && word[0] <= '9' && len(word) <= 3
}

// arabic returns a number in digits, without zeros before it.
func arabic(word string) string { return strings.TrimLeft(arabicLevel(word), "0") }
