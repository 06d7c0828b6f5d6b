// Package bom owns the byte order mark at the beginning of a text: which encoding it says, and what to do with half of
// one.
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

// mark is U+FEFF. Read as Windows-1252 and written as UTF-8 again, which is a common accident, it is garbled.
const (
	mark    = "\uFEFF"
	garbled = "\u00EF\u00BB\u00BF"
)

// parts are the bytes that byte order marks consist of, in UTF-8 and UTF-16.
const parts = "\xEF\xBB\xBF\xFE\xFF"

// Trim cuts byte order marks off the beginning of a text in UTF-8, or the bytes that are left of one. No text begins
// with these bytes otherwise, unless with a letter that is written with them, which stays.
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

// UTF8 gives a text without its byte order mark, in UTF-8 if that said UTF-16. Half of a character at the end of UTF-16
// is U+FFFD.
func UTF8(text []byte) []byte {
	if order := Order(text); order != nil {
		text, _ = Decoder(order).Bytes(text) // which has no errors
		return text
	}
	return Trim(text)
}

// NewReader gives what UTF8 gives, of a text that is read.
func NewReader(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	start, _ := in.Peek(16)
	if order := Order(start); order != nil {
		return Decoder(order).Reader(in)
	}
	_, _ = in.Discard(len(start) - len(Trim(start)))
	return in
}

// Decoder reads UTF-16 in a byte order, with or without a mark.
func Decoder(order binary.ByteOrder) *encoding.Decoder {
	endian := unicode.LittleEndian
	if order == binary.BigEndian {
		endian = unicode.BigEndian
	}
	return unicode.UTF16(endian, unicode.UseBOM).NewDecoder()
}

// Order gives the byte order of a text whose mark says UTF-16, else nil. Half a mark of UTF-8 may look like one: UTF-16
// also has a zero in each character of the markup, addresses and keys that texts begin with.
func Order(text []byte) binary.ByteOrder {
	switch {
	case len(text) >= 4 && text[0] == 0xFE && text[1] == 0xFF && text[2] == 0:
		return binary.BigEndian
	case len(text) >= 4 && text[0] == 0xFF && text[1] == 0xFE && text[3] == 0:
		return binary.LittleEndian
	}
	return nil
}
