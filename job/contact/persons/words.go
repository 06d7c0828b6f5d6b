package persons

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
)

// Contact says where in a text a mail address or a telephone number stands, in bytes.
type Contact struct {
	Start, End int
	Mail       bool
}

// word is a word of a text, a number, or a contact.
type word struct {
	start, end int
	folded     uint64 // hash of the word in lower case without accents
	shape      shape
	gap        gap // between the word before and this one
	line       int // the line's number
}

// shape is what a word looks like.
type shape uint8

const (
	lower shape = iota
	capital
	capitals
	initial // one capital letter
	mixed   // a capital in the middle, as in McDonald
	number
	mail
	phone
	title   // of a person, such as Dr
	uncased // a script without capitals
)

// mayBeName reports whether a word with this shape may be a part of a name.
func (s shape) mayBeName() bool { return s >= capital && s <= mixed }

// gap is what stands between two words: the first sign that is no space, and whether a line or a paragraph ends there.
type gap struct {
	sign  rune // 0: none
	space bool
	lines uint8 // at most 2
}

// split returns the words of a text. A source may have lost the space between two words, as in "netTelephone", which are then two words. contacts are in order.
func split(text string, contacts []Contact) []word { return appendWords(nil, text, contacts) }

func appendWords(words []word, text string, contacts []Contact) []word {
	var between gap
	line := 0
	add := func(w word) {
		w.gap, w.line = between, line
		words = append(words, w)
		between = gap{}
	}
	for at := 0; at < len(text); {
		if len(contacts) > 0 && at >= contacts[0].Start {
			c := contacts[0]
			contacts = contacts[1:]
			if c.End > at {
				s := phone
				if c.Mail {
					s = mail
				}
				add(word{start: at, end: c.End, shape: s, folded: uint64(s)})
				at = c.End
			}
			continue
		}
		stop := len(text)
		if len(contacts) > 0 {
			stop = contacts[0].Start
		}
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:stop])
		}
		switch {
		case isLetter(r):
			w := readWord(text[:stop], at)
			add(w)
			at = w.end
		case r >= '0' && r <= '9':
			end := at + size
			for end < stop && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			add(word{start: at, end: end, shape: number, folded: uint64(number)})
			at = end
		default:
			if r == '\n' {
				between.lines = min(2, between.lines+1)
				line++
			} else if r == ' ' || unicode.IsSpace(r) {
				between.space = true
			} else if between.sign == 0 {
				between.sign = r
			}
			at += size
		}
	}
	return words
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return letters.IsLetter(r) || letters.IsMark(r)
}

// readWord reads the word that begins at a letter.
func readWord(text string, start int) word {
	w := word{start: start, end: len(text)}
	var all, upper, middle int
	var afterLower bool
	cased := true
	h := uint64(hashStart)
	at := start
	if text[at] >= 'A' && text[at] <= 'Z' {
		h = step(h, text[at]+'a'-'A')
		upper++
		at++
	}
	for at < len(text) && text[at] >= 'a' && text[at] <= 'z' {
		h = step(h, text[at])
		at++
	}
	all, afterLower = at-start, at-start > upper
	if afterLower && endsAt(text, at) { // of letters without accents, and not of two words, as most are
		w.end, w.folded = at, h
		if upper > 0 {
			w.shape = capital
			if titles[h] {
				w.shape = title
			}
		}
		return w
	}
	var folded [16]byte
	for at < len(text) {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		joins := (r == '\'' || r == '’' || r == '-') && all > 0
		if joins {
			next, _ := utf8.DecodeRuneInString(text[at+size:])
			joins = isLetter(next)
		}
		if !joins && !isLetter(r) {
			w.end = at
			break
		}
		up := letters.IsUpper(r)
		if up && afterLower {
			if next, _ := utf8.DecodeRuneInString(text[at+size:]); letters.IsLower(next) && !isPrefix(text[start:at]) {
				w.end = at
				break
			}
			middle++
		}
		if r < utf8.RuneSelf {
			if up {
				r += 'a' - 'A'
			}
			h = step(h, byte(r))
		} else {
			for _, b := range letters.AppendFolded(folded[:0], r) {
				h = step(h, b)
			}
			cased = cased && (up || letters.IsLower(r) || !letters.IsLetter(r))
		}
		if up {
			upper++
		}
		afterLower = !up && !joins
		all++
		at += size
	}
	w.folded = h
	first, _ := utf8.DecodeRuneInString(text[start:])
	switch {
	case !cased:
		w.shape = uncased
	case !letters.IsUpper(first):
		w.shape = lower
	case titles[h]:
		w.shape = title
	case all == 1:
		w.shape = initial
	case upper > 1 && middle == 0 && upper >= all-1:
		w.shape = capitals
	case middle > 0:
		w.shape = mixed
	default:
		w.shape = capital
	}
	return w
}

// endsAt reports whether a word ends before a byte that is surely of no word.
func endsAt(text string, at int) bool {
	return at == len(text) || text[at] < utf8.RuneSelf && text[at] != '\'' && text[at] != '-' && !letters.IsLetter(rune(text[at]))
}

// prefixes are first parts of names such as McDonald, of which a capital letter is no new word.
var prefixes = strings.Fields("Mc Mac De Del Di Da La Le Du Van Von Fitz San O")

func isPrefix(s string) bool {
	for _, p := range prefixes {
		if s == p {
			return true
		}
	}
	return false
}

// particles are words in lower case within names. titles are words before names.
var (
	particles = setOf("van von de der den da di del la le el al bin dos do ten ter zu zur af")
	titles    = setOf("mr mrs ms miss dr prof professor frau herr herrn mme mlle madame monsieur pani sr sra dott revd")
)

func setOf(words string) map[uint64]bool {
	set := make(map[uint64]bool)
	for w := range strings.FieldsSeq(words) {
		set[hashOf(w)] = true
	}
	return set
}

const hashStart = 14695981039346656037

// step is one of FNV-1a.
func step(h uint64, b byte) uint64 { return (h ^ uint64(b)) * 1099511628211 }

func hashOf[S string | []byte](s S) uint64 {
	h := uint64(hashStart)
	for i := range len(s) {
		h = step(h, s[i])
	}
	return h
}
