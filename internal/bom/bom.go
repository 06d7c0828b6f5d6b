// Package bom owns the byte order mark at the beginning of a text: which encoding it says, and what to do with half of
// one.
package bom

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// mark is U+FEFF. Read as Windows-1252 and written as UTF-8 again, which is a common accident, it is garbled.
const (
	mark    = "\uFEFF"
	garbled = "\u00EF\u00BB\u00BF"
)

// parts are the bytes that byte order marks consist of, in UTF-8 and UTF-16.
const parts = "\xEF\xBB\xBF\xFE\xFF"

// Trim cuts a byte order mark off the beginning of a text in UTF-8, or the bytes that are left of one. No text begins
// with these bytes otherwise, unless with a letter that is written with them, which stays.
func Trim(text []byte) []byte {
	for range len(mark) {
		r, size := utf8.DecodeRune(text)
		switch {
		case bytes.HasPrefix(text, []byte(mark)):
			return text[len(mark):]
		case bytes.HasPrefix(text, []byte(garbled)):
			return text[len(garbled):]
		case r != utf8.RuneError || size != 1 || bytes.IndexByte([]byte(parts), text[0]) < 0:
			return text
		}
		text = text[1:]
	}
	return text
}

// UTF8 gives a text without its byte order mark, in UTF-8 if that said UTF-16. Half of a character at the end of UTF-16
// is dropped.
func UTF8(text []byte) []byte {
	order := Order(text)
	if order == nil {
		return Trim(text)
	}
	units := make([]uint16, 0, len(text)/2)
	for text = text[2:]; len(text) > 1; text = text[2:] {
		units = append(units, order.Uint16(text))
	}
	return []byte(string(utf16.Decode(units)))
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
