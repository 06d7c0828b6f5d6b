package conditions

import (
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
)

// longest bounds the bytes of a text that are read.
const longest = 20_000

// gap is what stands before a word.
type gap uint8

const (
	joined   gap = iota
	pause        // a clause ends
	stop         // a sentence ends
	question     // it was a question
)

// token is a word of a text. A sign of a script without spaces is a word by itself, and so is a number.
type token struct {
	from, to   int32 // of its folded letters
	start, end int32 // in the source
	key        uint32
	number     int16 // its value; -1: it is none
	percent    bool  // a sign for per cent stands behind it
	gap        gap
}

// text is a text as words.
type text struct {
	source string
	buf    []byte
	tokens []token
	rules  *grammar
	of     languages // that are looked for
}

func (t *text) folded(i int) []byte { return t.buf[t.tokens[i].from:t.tokens[i].to] }

// read returns a text whose words are looked up in a language and English, or in every language if lang is "".
func read(source, lang string) *text {
	t := newText(source)
	t.rules = shared()
	t.of = t.rules.languagesOf(lang)
	return t
}

func newText(source string) *text {
	source = source[:min(len(source), longest)]
	t := &text{buf: make([]byte, 0, len(source)+8), tokens: make([]token, 0, len(source)/6+2)}
	t.reset(source)
	return t
}

// reset makes the words of another source.
func (t *text) reset(source string) {
	t.source, t.buf, t.tokens = source, t.buf[:0], t.tokens[:0]
	for i := 0; i < len(source); {
		c, size := runeAt(source, i)
		kind := kindOf(c)
		if kind == sign {
			i += size
			continue
		}
		at := token{start: int32(i), from: int32(len(t.buf)), number: -1}
		t.buf = appendFolded(t.buf, c)
		for i += size; kind != dense && i < len(source); i += size {
			for ; kind == letter && i < len(source) && isPlain(source[i]); i++ {
				t.buf = append(t.buf, source[i]|0x20)
			}
			if i == len(source) {
				break
			}
			c, size = runeAt(source, i)
			if next := kindOf(c); next != kind && next != mark {
				break
			}
			t.buf = appendFolded(t.buf, c)
		}
		at.end, at.to = int32(i), int32(len(t.buf))
		t.add(at, kind)
	}
}

// appendFolded appends a letter without its case and accents, and nothing for signs that a word is broken at when it does not fit a line.
func appendFolded(b []byte, c rune) []byte {
	if c == softHyphen || c == noSpace {
		return b
	}
	return letters.AppendFolded(b, c)
}

const softHyphen, noSpace = '\u00ad', '\u200b'

// isPlain reports whether a byte is a letter of ASCII, of which most words consist.
func isPlain(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func (t *text) add(at token, kind kind) {
	word := t.buf[at.from:at.to]
	if len(word) == 0 {
		return
	}
	at.key = keyOf(word, false)
	if kind == digit && len(word) <= 4 {
		at.number = 0
		for _, c := range word {
			at.number = at.number*10 + int16(c-'0')
		}
		rest := strings.TrimLeft(t.source[at.end:], " \u00a0\u202f")
		at.percent = strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "％")
	}
	if n := len(t.tokens); n > 0 {
		before := &t.tokens[n-1]
		at.gap = gapOf(t.source[before.end:at.start], t.source[at.start:at.end], before)
	}
	t.tokens = append(t.tokens, at)
}

// kind is what a letter or sign makes of a word.
type kind uint8

const (
	sign kind = iota
	letter
	digit
	dense // of a script without spaces
	mark
)

// plainKinds are the kinds of the signs of ASCII.
var plainKinds = func() (kinds [utf8.RuneSelf]kind) {
	for c := range kinds {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			kinds[c] = letter
		case c >= '0' && c <= '9':
			kinds[c] = digit
		}
	}
	return kinds
}()

func kindOf(c rune) kind {
	switch {
	case c < utf8.RuneSelf:
		return plainKinds[c]
	case c >= 0x3041 && c <= 0x30ff || c >= 0x3400 && c <= 0x9fff || c >= 0xac00 && c <= 0xd7a3:
		return dense
	case letters.IsLetter(c):
		return letter
	case letters.IsMark(c) || c == softHyphen || c == noSpace:
		return mark
	}
	return sign
}

// gapOf returns what signs between two words mean. A full stop behind a number or an abbreviation, or before a small letter, ends nothing.
func gapOf(between, after string, before *token) gap {
	switch {
	case between == " " || between == "":
		return joined
	case strings.ContainsAny(between, "?？؟"):
		return question
	case strings.ContainsAny(between, "\n!;…。！；•|·●▪"):
		return stop
	case strings.Contains(between, ". ") || strings.HasSuffix(between, "."):
		first, _ := utf8.DecodeRuneInString(after)
		if before.number < 0 && before.end-before.start > 1 && !letters.IsLower(first) && strings.ContainsAny(between, " \u00a0") {
			return stop
		}
	}
	if strings.ContainsAny(between, ",:()[]{}–—、，：（）【】\"“”") || strings.Contains(between, " - ") {
		return pause
	}
	return joined
}

// extent is a range of words.
type extent struct{ from, to int }

// around widens words to the whole of their clause or, with least stop, of their sentence.
func (t *text) around(at extent, least gap) extent {
	for at.from > 0 && t.tokens[at.from].gap < least {
		at.from--
	}
	for at.to < len(t.tokens) && t.tokens[at.to].gap < least {
		at.to++
	}
	return at
}

// asks reports whether a sentence is a question.
func (t *text) asks(s extent) bool {
	if s.to < len(t.tokens) {
		return t.tokens[s.to].gap == question
	}
	return strings.ContainsAny(t.source[t.tokens[s.to-1].end:], "?？؟")
}

// has reports whether an entry of some classes lies within words.
func (t *text) has(s extent, classes class) bool {
	for i := max(s.from, 0); i < min(s.to, len(t.tokens)); i++ {
		if n, _ := t.length(i, min(s.to, len(t.tokens)), classes); n > 0 {
			return true
		}
	}
	return false
}

// quote returns the source of some words.
func (t *text) quote(s extent) string {
	return strings.TrimSpace(t.source[t.tokens[s.from].start:t.tokens[s.to-1].end])
}

// numberAt returns the number that begins at a word and how many words it has; 0 words without one.
func (t *text) numberAt(i, end int) (value, words int) {
	if i < end && t.tokens[i].number >= 0 {
		return int(t.tokens[i].number), 1
	}
	if n, e := t.length(i, end, number); n > 0 {
		return e.value, n
	}
	return 0, 0
}
