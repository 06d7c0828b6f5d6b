// Package bom reads and removes the byte order mark at the beginning of a text, even if only a part of the mark is left.
package bom

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// mark is U+FEFF. garbled is a mark that was read as Windows-1252 and written as UTF-8 again, a common accident.
const (
	mark    = "\uFEFF"
	garbled = "\u00EF\u00BB\u00BF"
)

// parts are the bytes that byte order marks consist of, in UTF-8 and UTF-16.
const parts = "\xEF\xBB\xBF\xFE\xFF"

// Trim removes byte order marks from the beginning of a text in UTF-8, even incomplete marks. It does not remove a letter whose encoding
// begins with the same byte as a mark.
func Trim(text []byte) []byte {
	for range len(mark) {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1 && strings.IndexByte(parts, text[0]) >= 0:
			text = text[1:]
		case bytes.HasPrefix(text, []byte(garbled)):
			text = text[len(garbled):]
		default:
			text = bytes.TrimPrefix(text, []byte(mark))
		}
	}
	return text
}

// UTF8 returns a text without its byte order mark. A text with a mark of UTF-16 is converted to UTF-8; an incomplete character at its end
// becomes U+FFFD.
func UTF8(text []byte) []byte {
	if order := Order(text); order != nil {
		text, _ = Decoder(order).Bytes(text) // which has no errors
		return text
	}
	return Trim(text)
}

// NewReader returns a reader of the text from r without its byte order mark. A text with a mark of UTF-16 is converted to UTF-8.
func NewReader(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	start, _ := in.Peek(16)
	if order := Order(start); order != nil {
		return Decoder(order).Reader(in)
	}
	_, _ = in.Discard(len(start) - len(Trim(start)))
	return in
}

// Decoder returns a decoder of UTF-16 in the given byte order, with or without a byte order mark.
func Decoder(order binary.ByteOrder) *encoding.Decoder {
	endian := unicode.LittleEndian
	if order == binary.BigEndian {
		endian = unicode.BigEndian
	}
	return unicode.UTF16(endian, unicode.UseBOM).NewDecoder()
}

// Order returns the byte order of a text that begins with a mark of UTF-16, or nil. Because half a mark of UTF-8 may look like one, the
// first character must also have a zero byte, as all characters of markup, URLs and keys do.
func Order(text []byte) binary.ByteOrder {
	switch {
	case len(text) >= 4 && text[0] == 0xFE && text[1] == 0xFF && text[2] == 0:
		return binary.BigEndian
	case len(text) >= 4 && text[0] == 0xFF && text[1] == 0xFE && text[3] == 0:
		return binary.LittleEndian
	}
	return nil
}
