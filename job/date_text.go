package job

import (
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// datePart is a number or a word of a date's text.
type datePart struct {
	dateWord
	digits  int    // of a number; 0 for a word
	text    string // of a word
	glue    byte   // the sign between it and the part before, ' ' for space, 0 for none
	known   bool
	numeral bool // a number in words
}

// splitDateWords cuts a folded text into its words and numbers.
func splitDateWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
}

// parseWords reads a date in the language that knows most of its words. If neither the text's own language nor English reads one, other languages are
// tried for a date with its year: sites often show advertisements of another language than their own.
func parseWords(s, lang string, now time.Time) (time.Time, bool) {
	text := fold(s)
	var best time.Time
	least, found := 1<<30, false
	try := func(d *dateWords) {
		if d == nil || least == 0 {
			return
		}
		parts, unknown := d.read(text)
		if unknown >= least {
			return
		}
		if t, ok := d.date(s, parts, unknown, now); ok {
			best, least, found = t, unknown, true
		}
	}
	if lang != "" {
		try(dateWordsOf(lang))
		try(dateWordsOf("en"))
		if base, _, _ := strings.Cut(lang, "-"); base == "zh" {
			try(dateWordsOf("zh-hant"))
		}
		if found || !hasYear(text) {
			return best, found
		}
		least = 3 // "de" twice in a date of Spanish
	}
	for _, name := range dateLanguages().order {
		try(dateWordsOf(name))
	}
	return best, found
}

// hasYear reports whether a text has a number of four digits.
func hasYear(text string) bool {
	const digits = 4
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return digitOf(r) < 0 }), func(number string) bool {
		return utf8.RuneCountInString(number) == digits
	})
}

// IsSpan reports whether a text is a length of time, such as "2 years", without a word such as "ago". Usually it says how long one works or
// how long a contract lasts, so it is not a date.
func IsSpan(s, lang string) bool {
	text := fold(s)
	for _, name := range []string{lang, "en"} {
		if d := dateWordsOf(name); d != nil && d.isSpan(text) {
			return true
		}
	}
	return false
}

// longestParticle is the number of letters of the longest word beside a date that means nothing by itself: "on", "den", "dnia".
const longestParticle = 4

// IsPlainDate reports whether a text is only a date, without words that could say what the date means.
func IsPlainDate(s, lang string) bool {
	s = strings.TrimSpace(s)
	if _, ok := parseISO(s); ok {
		return true
	}
	if _, ok := parseMail(s); ok {
		return true
	}
	for d, parts := range withoutClock(s, lang) {
		if !slices.ContainsFunc(parts, func(p datePart) bool {
			return p.digits == 0 && !p.known && !d.dense && utf8.RuneCountInString(p.text) > longestParticle
		}) {
			return true
		}
	}
	return false
}

// IsRelativeDate reports whether a date is relative, such as "3 days ago": it has no name of a month and no three numbers.
func IsRelativeDate(s, lang string) bool {
	if _, ok := parseISO(strings.TrimSpace(s)); ok {
		return false
	}
	for d, parts := range withoutClock(s, lang) {
		if _, ok := d.absolute(parts, time.Time{}.AddDate(2000, 0, 0)); ok {
			return false
		}
	}
	return true
}

// withoutClock yields how a language and English read a text: the words of the language, and the parts of the text without an hour.
func withoutClock(s, lang string) iter.Seq2[*dateWords, []datePart] {
	return func(yield func(*dateWords, []datePart) bool) {
		text := fold(s)
		for _, name := range []string{lang, "en"} {
			d := dateWordsOf(name)
			if d == nil {
				continue
			}
			parts, _ := d.read(text)
			if rest, _ := takeClock(s, parts); !yield(d, rest) {
				return
			}
		}
	}
}

func (d *dateWords) isSpan(text string) bool {
	parts, unknown := d.read(text)
	units := 0
	for _, p := range parts {
		switch {
		case p.sign != 0 || p.month != 0 || p.digits > 3:
			return false
		case p.unit == 'h' || p.unit == 'm' || p.unit == 'y':
			units++
		case p.digits == 0 && !p.numeral:
			return false
		}
	}
	return units == 1 && len(parts) > 1 && unknown == 0
}

// read cuts text into parts. unknown is the number of unknown words of more than one letter.
func (d *dateWords) read(text string) (parts []datePart, unknown int) {
	glue := byte(0)
	for i := 0; i < len(text) && len(parts) < 32; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case digitOf(r) >= 0:
			p := datePart{dateWord: dateWord{steps: -1}, glue: glue, known: true}
			for i < len(text) && p.digits < 9 {
				r, size := utf8.DecodeRuneInString(text[i:])
				if digitOf(r) < 0 {
					break
				}
				p.number = p.number*10 + digitOf(r)
				p.digits++
				i += size
			}
			parts, glue = append(parts, p), 0
		case unicode.IsLetter(r):
			p, n := d.word(text[i:])
			p.glue = glue
			if !p.known && utf8.RuneCountInString(p.text) > 1 {
				unknown++
			}
			parts, glue = append(parts, p), 0
			i += n
		default:
			if r != ' ' || glue == 0 {
				glue = ' '
				if r < utf8.RuneSelf && !unicode.IsSpace(r) {
					glue = byte(r)
				}
			}
			i += size
		}
	}
	return parts, unknown
}

// digitOf returns the value of a digit of any script whose dates are read, or -1.
func digitOf(r rune) int {
	for _, zero := range [...]rune{'0', '٠', '۰', '०', '০', '๐'} {
		if zero <= r && r <= zero+9 {
			return int(r - zero)
		}
	}
	return -1
}

// word reads the longest known word or phrase at the start of text, or else one unknown word. It returns its length in bytes,
// too.
func (d *dateWords) word(text string) (datePart, int) {
	if d.dense && text[0] >= 0xe0 {
		return d.denseWord(text)
	}
	key, end := "", 0
	var p datePart
	taken, longest := 0, 1
	for n := 0; n < longest; n++ {
		at := taken
		for at < len(text) && n > 0 {
			r, size := utf8.DecodeRuneInString(text[at:])
			if unicode.IsLetter(r) || digitOf(r) >= 0 {
				break
			}
			at += size
		}
		stop := at
		for stop < len(text) {
			r, size := utf8.DecodeRuneInString(text[stop:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			stop += size
		}
		if stop == at {
			break
		}
		if n == 0 {
			key, longest = text[:stop], max(1, d.first[text[:stop]])
			p, end = datePart{text: key}, stop
		} else {
			key += " " + text[at:stop]
		}
		taken = stop
		if w, ok := d.words[key]; ok {
			p, end = datePart{dateWord: w, text: key, known: true, numeral: w.number >= 0}, stop
		}
	}
	return p, end
}

// denseWord is word for scripts without spaces.
func (d *dateWords) denseWord(text string) (datePart, int) {
	var ends []int
	key := make([]byte, 0, 64)
	for i, r := range text {
		if len(ends) > 2*d.runes || !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' && r != '.' {
			break
		}
		ends = append(ends, i+utf8.RuneLen(r))
	}
	for n := len(ends) - 1; n >= 0; n-- {
		key = key[:0]
		for i := range ends[n] {
			if text[i] != ' ' && text[i] != '.' {
				key = append(key, text[i])
			}
		}
		if w, ok := d.words[string(key)]; ok {
			return datePart{dateWord: w, text: string(key), known: true, numeral: w.number >= 0}, ends[n]
		}
	}
	_, size := utf8.DecodeRuneInString(text)
	return datePart{text: text[:size]}, size
}
