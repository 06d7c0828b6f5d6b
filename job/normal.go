package job

import (
	"crypto/md5"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gannet/internal/letters"
)

// Key returns a hash by which exact copies of a posting are found (Xue et al., section 2.4): the MD5 of the normal forms of title, company
// and location. ok is false without a title or a company. The location may be missing.
func (p *Posting) Key() (key [16]byte, ok bool) {
	title, company := NormalTitle(p.Title), KnownEmployer(p.Company)
	if title == "" || company == "" {
		return key, false
	}
	b := make([]byte, 0, 256)
	b = append(append(b, title...), 0)
	b = append(append(b, company...), 0)
	return md5.Sum(append(b, NormalLocation(p.Location)...)), true
}

// word is a word of a text in its normal form, text[from:to], and the signs between it and the word before.
type word struct {
	from, to int32
	gap      rune  // the last sign between them; ' ' if there is only white space, 0 if nothing
	open     int16 // how many brackets are open around it
	space    bool  // white space stands before the word
	gone     bool  // left out of the result
}

// words is a text cut into words in the normal form that titles, companies and locations share. Compatibility forms and
// widths are unified (NFKC), case is folded, and letters lose their accents. Apostrophes and the dots of abbreviations go.
type words struct {
	text []byte
	list []word
}

// longestName bounds the bytes read of a name. Longer texts are no title, company or location. Dropping gender marks from
// them would take quadratic time.
const longestName = 2000

// normalText returns the words of a text in their normal form, separated by one space.
func normalText(s string) string {
	if isPlain(s) {
		return letters.Lower(s)
	}
	w := cut(s, nil)
	return w.join()
}

// isPlain reports whether a text consists of words of ASCII letters with one space between them. Its normal form is the same in lower case.
func isPlain(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		if c := s[i]; c == ' ' && last == ' ' || c != ' ' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
		last = s[i]
	}
	return last != ' ' && len(s) <= longestName
}

// cut cuts s into words. keep reports which signs count as letters after a letter, as in "C++".
func cut(s string, keep func(rune) bool) words {
	s = letters.Cut(s, longestName)
	w := words{text: make([]byte, 0, len(s)+8), list: make([]word, 0, len(s)/6+2)}
	if strings.Contains(s, "&") && strings.Contains(s, ";") {
		s = html.UnescapeString(s) // some sites show "R&amp;D" as it is
	}
	if !isASCII(s) {
		s = norm.NFKC.String(s)
	}
	at := word{gap: ' '}
	in := false
	for i, r := range s {
		letter := letters.IsLetter(r) || letters.IsDigit(r) || letters.IsMark(r) || in && keep != nil && keep(r)
		if in && !letter && isJoint(s, i, r) {
			continue
		}
		if letter {
			if !in {
				at.from, in = int32(len(w.text)), true
			}
			w.text = letters.AppendFolded(w.text, r)
			continue
		}
		if in {
			at.to, in = int32(len(w.text)), false
			w.list = append(w.list, at)
			at = word{open: at.open}
		}
		at.pass(r)
	}
	if in {
		at.to = int32(len(w.text))
		w.list = append(w.list, at)
	}
	return w
}

// pass records a sign before a word.
func (w *word) pass(r rune) {
	switch {
	case unicode.IsSpace(r):
		w.space = true
		if w.gap == 0 {
			w.gap = ' '
		}
		return
	case r == '(' || r == '[' || r == '{' || r == '【' || r == '<':
		w.open++
	case (r == ')' || r == ']' || r == '}' || r == '】' || r == '>') && w.open > 0:
		w.open--
	}
	w.gap = r
}

// isJoint reports whether the sign r at s[i:] joins two parts of a word and is dropped from its normal form. Such signs are an
// apostrophe, and the dot between two single letters.
func isJoint(s string, i int, r rune) bool {
	_, width := utf8.DecodeRuneInString(s[i:]) // of a byte that is no UTF-8, 1
	rest := s[i+width:]
	next, size := utf8.DecodeRuneInString(rest)
	switch r {
	case '\'', '’', '`', '´', '\u00ad', '\u200b', '\u200c', '\u200d':
		return letters.IsLetter(next)
	case '.':
		if !letters.IsLetter(next) {
			return false
		}
		last, width := utf8.DecodeLastRuneInString(s[:i])
		before, _ := utf8.DecodeLastRuneInString(s[:i-width])
		after, _ := utf8.DecodeRuneInString(rest[size:])
		return letters.IsLetter(last) && !isWordRune(before) && !isWordRune(after)
	}
	return false
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (letters.IsLetter(r) || letters.IsDigit(r) || letters.IsMark(r))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// at returns word i.
func (w *words) at(i int) []byte { return w.text[w.list[i].from:w.list[i].to] }

// join returns the words that are not gone, separated by one space.
func (w *words) join() string {
	b := make([]byte, 0, len(w.text)+len(w.list))
	for i := range w.list {
		if w.list[i].gone || w.list[i].from == w.list[i].to {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(b, w.at(i)...)
	}
	return string(b)
}

// drop leaves the words [from, to) out of the result.
func (w *words) drop(from, to int) {
	for i := from; i < to; i++ {
		w.list[i].gone = true
	}
}

// live counts the words that are not gone.
func (w *words) live() int {
	n := 0
	for i := range w.list {
		if !w.list[i].gone {
			n++
		}
	}
	return n
}
