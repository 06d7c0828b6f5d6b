package ads

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// readStrings reads a JSON object (RFC 8259) and sets values, one for each of the spellings. It reports false for a line that encoding/json must read
// instead: a line that is not an object or has a mistake, a value that is a list or an object, a known key whose value is neither a string nor null,
// a key that is not plain ASCII, or half of a surrogate pair. In that case values holds only the values before that point.
func readStrings(raw []byte, values []string) bool {
	if !utf8.Valid(raw) {
		return false
	}
	s := &stringScanner{rest: raw}
	if !s.skip('{') {
		return false
	}
	if s.skip('}') {
		return s.atEnd()
	}
	for {
		key, ok := s.quoted()
		if !ok || bytes.ContainsFunc(key, notPlain) || !s.skip(':') {
			return false
		}
		i, is := positions[string(key)]
		if !is {
			i, is = positions[strings.ToLower(string(key))]
		}
		switch s.space(); {
		case len(s.rest) > 0 && s.rest[0] == '"':
			value, ok := s.quoted()
			if !ok {
				return false
			}
			if !is {
				break
			}
			if values[i], ok = unquote(value); !ok {
				return false
			}
		default:
			if value := s.literal(); is && string(value) != "null" || !json.Valid(value) {
				return false
			}
		}
		if s.skip('}') {
			return s.atEnd()
		}
		if !s.skip(',') {
			return false
		}
	}
}

// stringScanner reads the parts of a JSON object, each with the white space before it.
type stringScanner struct{ rest []byte }

func (s *stringScanner) space() {
	for len(s.rest) > 0 && (s.rest[0] == ' ' || s.rest[0] == '\t' || s.rest[0] == '\n' || s.rest[0] == '\r') {
		s.rest = s.rest[1:]
	}
}

func (s *stringScanner) atEnd() bool {
	s.space()
	return len(s.rest) == 0
}

// skip reads a character and reports whether it is there.
func (s *stringScanner) skip(c byte) bool {
	s.space()
	if len(s.rest) == 0 || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// quoted reads a string and returns the bytes between its quotation marks, still escaped. It reports false for a string with control characters or a
// wrong escape.
func (s *stringScanner) quoted() ([]byte, bool) {
	if !s.skip('"') {
		return nil, false
	}
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			value := s.rest[:i]
			s.rest = s.rest[i+1:]
			return value, true
		case c < ' ':
			return nil, false
		case c == '\\':
			n := escaped(s.rest[i:])
			if n == 0 {
				return nil, false
			}
			i += n - 1
		}
	}
	return nil, false
}

// literal reads a number, true, false or null. It does not check them.
func (s *stringScanner) literal() []byte {
	n := bytes.IndexAny(s.rest, ",}")
	if n < 0 {
		n = len(s.rest)
	}
	value := bytes.TrimRight(s.rest[:n], " \t\n\r")
	if len(value) == 0 || value[0] == '[' || value[0] == '{' {
		return nil
	}
	s.rest = s.rest[n:]
	return value
}

// escaped returns the length of the escape sequence that b begins with, 0 if it is none.
func escaped(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if b[1] != 'u' {
		if simpleEscapes[b[1]] == 0 {
			return 0
		}
		return 2
	}
	if _, ok := hex4(b[2:]); !ok {
		return 0
	}
	return 6
}

// simpleEscapes gives the character that an escape of a backslash and one character stands for.
var simpleEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// hex4 returns the number that b begins with in four hexadecimal digits.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// unquote decodes a string that quoted has read. It reports false if the string has half of a surrogate pair.
func unquote(b []byte) (string, bool) {
	i := bytes.IndexByte(b, '\\')
	if i < 0 {
		return string(b), true
	}
	var s strings.Builder
	s.Grow(len(b))
	for ; i >= 0; i = bytes.IndexByte(b, '\\') {
		s.Write(b[:i])
		n := escaped(b[i:])
		if n == 2 {
			s.WriteByte(simpleEscapes[b[i+1]])
		} else {
			r, _ := hex4(b[i+2:])
			if 0xd800 <= r && r <= 0xdfff {
				return "", false
			}
			s.WriteRune(r)
		}
		b = b[i+n:]
	}
	s.Write(b)
	return s.String(), true
}

func notPlain(r rune) bool { return r >= utf8.RuneSelf || r == '\\' }
