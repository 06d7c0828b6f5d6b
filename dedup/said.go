package dedup

import (
	_ "embed" // for the table below
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
	"gannet/job"
)

//go:embed said.txt
var saidTable string

// saidWords is the content of said.txt.
type saidWords struct {
	labels  map[string]bool
	phrases [256][]string // by the byte before the space at their end
	hours   map[string]bool
	weeks   map[string]bool // words of a label by which its hours are those of a week
	weekly  []string
	wide    map[uint32]bool // hashes of words of locations that name no town
}

// isWeekly reports whether a text begins with words such as "per week".
func (w *saidWords) isWeekly(text string) bool {
	return slices.ContainsFunc(w.weekly, func(words string) bool { return strings.HasPrefix(text, words) })
}

var said = sync.OnceValue(func() *saidWords {
	w := &saidWords{labels: map[string]bool{}, hours: map[string]bool{}, weeks: map[string]bool{}, wide: map[uint32]bool{}}
	for line := range strings.SplitSeq(saidTable, "\n") {
		kind, list, _ := strings.Cut(line, ": ")
		switch kind {
		case "labels":
			for label := range strings.SplitSeq(list, "|") {
				w.labels[letters.JoinVowels(label)] = true
			}
		case "phrases":
			for phrase := range strings.SplitSeq(list, "|") {
				last := phrase[len(phrase)-2]
				w.phrases[last] = append(w.phrases[last], phrase)
			}
		case "weekly":
			w.weekly = strings.Split(list, "|")
		case "wide":
			for word := range strings.FieldsSeq(list) {
				w.wide[hash32(stem(word))] = true
			}
		case "weeks":
			for word := range strings.FieldsSeq(list) {
				w.weeks[word] = true
			}
		case "hours":
			for unit := range strings.FieldsSeq(list) {
				w.hours[unit] = true
			}
		}
	}
	return w
})

// Bounds on what is read of a text.
const (
	maxSaid       = 8  // places, and numbers of hours
	maxLabelBytes = 40 // before a colon
	maxPlaceBytes = 60 // behind a label or phrase
)

// facts holds the facts that a text gives about the work itself, such as places and hours.
type facts struct {
	text     string
	places   []uint32 // words of places
	hours    []uint32 // a week
	contacts contacts // telephone numbers
}

// sign is the kind of fact that may begin at a byte of a text.
type sign uint8

const (
	none sign = iota
	digit
	colon
	space
)

// signs are the bytes at which facts are looked for.
var signs [256]sign

func init() {
	for b := '0'; b <= '9'; b++ {
		signs[b] = digit
	}
	signs[':'], signs["："[0]], signs[' '] = colon, colon, space
}

// factsSaid reads a text once. Places stand behind a label such as "Arbeitsort:", a phrase such as "based in", or the postcode
// of an address.
func factsSaid(text string) *facts {
	f, words := &facts{text: text}, said()
	for i := 0; i < len(text); i++ {
		switch signs[text[i]] {
		case none:
		case digit:
			i = f.number(i) - 1
		case colon:
			if (text[i] == ':' || strings.HasPrefix(text[i:], "：")) && words.labels[labelBefore(text, i)] {
				f.addPlace(i)
			}
		case space:
			if mayBeginName(text, i+1) && words.endsPhrase(text[:i+1]) {
				f.addPlace(i + 1)
			}
		}
	}
	if at := footerPlace(text); at > 0 {
		f.addPlace(at)
	}
	f.places, f.hours = smallest(f.places, maxLocationWords), smallest(f.hours, maxSaid)
	return f
}

// mayBeginName reports whether a name may begin at a byte: with a capital, or a letter beyond ASCII.
func mayBeginName(text string, at int) bool {
	return at < len(text) && (text[at]-'A' < 26 || text[at] >= utf8.RuneSelf)
}

// endsPhrase reports whether a text ends with a phrase such as "based in ".
func (w *saidWords) endsPhrase(text string) bool {
	if len(text) < 2 {
		return false
	}
	for _, phrase := range w.phrases[text[len(text)-2]] {
		if strings.HasSuffix(text, phrase) {
			return true
		}
	}
	return false
}

// addPlace adds the place whose name begins at a byte.
func (f *facts) addPlace(at int) {
	name := placeName(f.text[at:min(len(f.text), at+maxPlaceBytes)])
	if name != "" && len(f.places) < maxSaid {
		f.places = append(f.places, wordSet(job.NormalLocation(name), maxLocationWords)...)
	}
}

// addWhere adds the part of a title that says where the work is.
func (f *facts) addWhere(title string) {
	if title != "" {
		f.places = smallest(append(f.places, wordSet(job.NormalTitle(title), maxLocationWords)...), maxLocationWords)
	}
}

// number reads the number that begins at a byte, and returns where it ends.
func (f *facts) number(from int) (to int) {
	for to = from; to < len(f.text) && f.text[to]-'0' <= 9; to++ {
	}
	switch h := hoursOf(f.text, from, to); {
	case isPostcode(f.text, from, to):
		f.addPlace(to)
	case h != 0 && len(f.hours) < maxSaid:
		f.hours = append(f.hours, h)
		to = len(f.text) - len(withoutDecimals(f.text[to:]))
	case h == 0:
		f.contacts.addPhoneAt(f.text, from)
	}
	return to
}

// longestFooter is the most bytes of a last line that may be an address.
const longestFooter = 120

// footerPlace returns where the name of a town may begin in the last line of a text, and 0 if there is none: behind the last
// comma, and behind a postcode.
func footerPlace(text string) int {
	text = strings.TrimRightFunc(text, isSign)
	line := strings.LastIndexByte(text, '\n') + 1
	comma := strings.LastIndexByte(text, ',') + 1
	if comma <= line || len(text)-line > longestFooter {
		return 0
	}
	part := strings.TrimLeft(text[comma:], " 0123456789-")
	if name := placeName(part); name == "" || name != part {
		return 0
	}
	return len(text) - len(part)
}

// labelBefore returns the words before a colon, folded.
func labelBefore(text string, colon int) string {
	before := text[max(0, colon-maxLabelBytes):colon]
	if i := strings.LastIndexFunc(before, endsLabel); i >= 0 {
		before = before[i+1:]
	}
	return letters.JoinVowels(letters.Fold(strings.TrimFunc(before, isSign)))
}

// endsLabel reports whether a sign cannot be part of a label.
func endsLabel(r rune) bool {
	switch r {
	case '\n', '.', ',', ';', ':', '(', ')', '|', '•', '·', '-', '*':
		return true
	}
	return false
}

func isSign(r rune) bool { return !inWord(r) }

// isPostcode reports whether a number may be a postcode: it has five digits, and a word with a capital follows.
func isPostcode(text string, from, to int) bool {
	const digits = 5
	if to-from != digits || to+1 >= len(text) || text[to] != ' ' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[to+1:])
	return unicode.IsUpper(r)
}

// maxPlaceWords is how many words the name of a place has.
const maxPlaceWords = 3

// placeName returns the name at the beginning of a text: words with capitals, or a run of a script without them.
func placeName(text string) string {
	text = strings.TrimLeftFunc(text, isSign)
	end, words := 0, 0
	for i := 0; i < len(text) && words < maxPlaceWords; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsUpper(r) && !spaceless(r) {
			break
		}
		for i < len(text) && (inWord(r) || r == '-' || r == '\'') && r != utf8.RuneError {
			i += size
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		end, words = i, words+1
		if r != ' ' {
			break
		}
		i += size
	}
	return text[:end]
}

// Bounds of a week's hours.
const (
	minHours = 4
	maxHours = 60
)

// hoursOf returns the hours of work that a number in a text gives, and 0 if it does not.
func hoursOf(text string, from, to int) uint32 {
	n, err := strconv.Atoi(text[from:min(to, from+3)])
	if err != nil || n < minHours || n > maxHours {
		return 0
	}
	rest := afterDecimals(text[to:])
	if said().hours[unitOf(rest)] || said().isWeekly(rest) || said().labelsHours(text[:from]) && isAlone(text[from:to], rest) {
		return uint32(n)
	}
	return 0
}

// labelsHours reports whether a text ends with a label of a week's hours and a sign, such as "Weekly Hours - ". A label that says nothing of a
// week is a line by itself, since opening hours have labels as well.
func (w *saidWords) labelsHours(text string) bool {
	label := strings.TrimRight(text[max(0, len(text)-maxLabelBytes):], " \t(")
	if cut := strings.TrimRight(label, ":：-–—|\n*"); cut != label {
		label = cut
	} else {
		return false
	}
	start := strings.LastIndexAny(label, "\n.;!?|") + 1
	words, hours, weeks := 0, false, false
	eachWord(letters.JoinVowels(letters.Fold(label[start:])), func(word string) {
		words++
		hours, weeks = hours || w.hours[word], weeks || w.weeks[word]
	})
	return hours && (weeks || words == 1)
}

// isAlone reports whether a number is neither a time of day nor the beginning of a range. rest is the text behind the number, without decimals and
// signs.
func isAlone(number, rest string) bool {
	clock := strings.HasPrefix(rest, ":") || number[0] == '0' || slices.Contains(clockWords, unitOf(rest))
	return !clock && (rest == "" || rest[0]-'0' > 9) && !strings.HasPrefix(rest, "/")
}

// clockWords follow a number that is a time of day, or that begins a range of times.
var clockWords = []string{"am", "pm", "a", "p", "uhr", "to", "bis", "à", "do", "до"}

// afterDecimals returns the part of a text that follows the decimals at its beginning, without a space or sign there.
func afterDecimals(text string) string { return strings.TrimLeft(withoutDecimals(text), " -+") }

// withoutDecimals returns a text without the decimals at its beginning.
func withoutDecimals(text string) string {
	if len(text) > 1 && (text[0] == '.' || text[0] == ',') && text[1] >= '0' && text[1] <= '9' {
		return strings.TrimLeft(text[1:], "0123456789")
	}
	return text
}

// unitOf returns the word at the beginning of a text, in lower case.
func unitOf(text string) string {
	text = text[:min(len(text), 20)]
	end := strings.IndexFunc(text, isSign)
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}
