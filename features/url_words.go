package features

import (
	"strings"

	"gannet/internal/weburl"
)

// urlWords is a URL cut into words. It reuses its memory for the next URL.
type urlWords struct {
	text  []byte // host, path and query, percent-decoded
	words []Word
	runes []rune // of a word
}

// read cuts a canonical URL.
func (a *urlWords) read(url string) {
	a.text = appendUnescaped(a.text[:0], behindScheme(url))
	a.words = cutWords(a.words[:0], a.text, 0)
}

// spell returns the characters of a word in lower case. They are valid until the next call.
func (a *urlWords) spell(w Word) []rune {
	a.runes = a.runes[:0]
	text := a.text[w.Start:w.End]
	for _, c := range text {
		lower := asciiLower[c]
		if lower == wide {
			return a.spellWide(text)
		}
		a.runes = append(a.runes, rune(lower))
	}
	return a.runes
}

func (a *urlWords) spellWide(text []byte) []rune {
	a.runes = a.runes[:0]
	for _, r := range string(text) {
		lower, _ := classify(r)
		a.runes = append(a.runes, lower)
	}
	return a.runes
}

func behindScheme(url string) string {
	if i := strings.Index(url, "://"); i >= 0 {
		return url[i+len("://"):]
	}
	return url
}

// appendUnescaped appends a text with its percent-encoded bytes decoded.
func appendUnescaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if high, low := hex(s[i+1]), hex(s[i+2]); high|low < 16 {
				dst = append(dst, high<<4|low)
				i += 2
				continue
			}
		}
		dst = append(dst, s[i])
	}
	return dst
}

// hex returns the value of a hexadecimal digit, or 255.
func hex(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 255
}

// shape counts the slashes after a URL's scheme, and the segments of its path that are not empty.
func shape(url string) (slashes, depth int) {
	slashes = strings.Count(behindScheme(url), "/")
	path := weburl.Path(url)
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path = path[:i]
	}
	for i := 0; i < len(path); i++ {
		if path[i] != '/' && (i == 0 || path[i-1] == '/') {
			depth++
		}
	}
	return slashes, depth
}
