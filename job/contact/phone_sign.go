package contact

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
)

//go:embed phone_words.txt
var phoneWordsFile string

// phoneTable is the content of phone_words.txt, folded.
type phoneTable struct {
	signs  map[string]bool // whole words
	begins map[string]bool // beginnings of words
	parts  []string        // in scripts without spaces
	person map[string]bool
}

// phoneWords is the table. It is read at the first use.
var phoneWords = sync.OnceValue(func() *phoneTable {
	t := &phoneTable{signs: make(map[string]bool), begins: make(map[string]bool), person: make(map[string]bool)}
	for line := range strings.Lines(phoneWordsFile) {
		kind, list, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		for entry := range strings.SplitSeq(list, ",") {
			word := letters.Fold(strings.TrimSpace(entry))
			begin, isBegin := strings.CutSuffix(word, "*")
			switch {
			case kind == "person":
				t.person[word] = true
			case isBegin:
				t.begins[begin] = true
			case hasNoSpaces(word):
				t.parts = append(t.parts, word)
			default:
				t.signs[word] = true
			}
		}
	}
	return t
})

// hasNoSpaces reports whether a word is of a script that puts no spaces between words.
func hasNoSpaces(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Katakana, unicode.Hiragana, unicode.Thai)
}

// farthestSign is how many bytes before a number its sign may begin.
const farthestSign = 40

var (
	// letterSign matches the letter that stands for telephone, mobile, phone or fax.
	letterSign = lazyregexp.New(`(?:^|[^\p{L}])[tmpf] ?[:.][^\p{L}]*$`)
	// beforeColon matches the word before a colon and a number.
	beforeColon = lazyregexp.New(`(\p{L}+)(?: (?:no|number|line))?\.?[ \x{a0}]?:[ \x{a0}]{0,3}[\[(（]?$`)
)

// signBefore tells whether the sign of a telephone stands before a number that begins at start, and whether the label of a person or a place does. Digits may
// not stand between them, and the sign is on the same line or ends the line before.
func signBefore(text string, start int) (ofPhone, ofPerson bool) {
	from := max(0, start-farthestSign)
	for from > 0 && from < start && (!utf8.RuneStart(text[from]) || isLetterAt(text, from)) { // in the middle of a word
		from++
	}
	before := text[from:start]
	before = before[strings.LastIndexAny(before, "0123456789")+1:]
	before = before[strings.LastIndexByte(strings.TrimRight(before, " \u00a0\n"), '\n')+1:]
	before = letters.Fold(joint.ReplaceAllString(before, "$1 $2"))
	t := phoneWords()
	for word := range strings.FieldsFuncSeq(before, isNoLetter) {
		if t.isSign(word) {
			return true, false
		}
	}
	if word := beforeColon.FindStringSubmatch(before); word != nil {
		ofPerson = t.person[word[1]]
	}
	return letterSign.MatchString(before) || strings.ContainsAny(before, "☎☏✆℡📞📱"), ofPerson
}

func isLetterAt(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return !isNoLetter(r) && !hasNoSpaces(text[at:])
}

func isNoLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }

// isSign reports whether a folded word is a telephone's sign.
func (t *phoneTable) isSign(word string) bool {
	if t.signs[word] {
		return true
	}
	for i := range word {
		if t.begins[word[:i]] {
			return true
		}
	}
	return t.begins[word] || hasNoSpaces(word) && slices.ContainsFunc(t.parts, func(part string) bool { return strings.Contains(word, part) })
}
