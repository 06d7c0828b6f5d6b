package weburl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// SetCharset sets the encoding in which the page was received, by a label of the Encoding Standard. The queries of the page's links are
// then percent-encoded in that encoding, and paths in UTF-8 (HTML, "encoding-parsing a URL"; URL, "query state"). Unknown labels and the
// Unicode encodings mean UTF-8 (Encoding, "get an output encoding").
func (b *Base) SetCharset(label string) {
	b.encoding = nil
	enc, err := htmlindex.Get(label)
	if err != nil || enc == encoding.Replacement {
		return
	}
	if name, _ := htmlindex.Name(enc); !strings.HasPrefix(name, "utf-") {
		b.encoding = enc
	}
}

// At returns a copy of the base with another base URL, which need not be canonical. Errors are those of NewBase.
func (b *Base) At(url string) (*Base, error) {
	other, err := NewBase(url)
	if err == nil {
		other.encoding = b.encoding
	}
	return other, err
}

// encodeQuery percent-encodes what a query has beyond ASCII in the encoding of the page. The standard's parser encodes the rest.
func encodeQuery(raw string, enc encoding.Encoding) string {
	end := len(raw)
	if i := strings.IndexByte(raw, '#'); i >= 0 {
		end = i
	}
	start := strings.IndexByte(raw[:end], '?')
	if start < 0 || isASCII(raw[start:end]) {
		return raw
	}
	out := []byte(raw[:start])
	for query := raw[start:end]; query != ""; {
		plain := strings.IndexFunc(query, func(r rune) bool { return r >= utf8.RuneSelf })
		if plain < 0 {
			plain = len(query)
		}
		out, query = append(out, query[:plain]...), query[plain:]
		run := strings.IndexFunc(query, func(r rune) bool { return r < utf8.RuneSelf })
		if run < 0 {
			run = len(query)
		}
		out, query = appendRun(out, query[:run], enc), query[run:]
	}
	return string(append(out, raw[end:]...))
}

// appendRun appends characters beyond ASCII. One that the encoding lacks becomes the escape of its character reference (URL,
// "percent-encode after encoding").
func appendRun(dst []byte, run string, enc encoding.Encoding) []byte {
	const after = "x" // has an encoder with states return to ASCII
	encoded, err := enc.NewEncoder().Bytes([]byte(run + after))
	if err == nil {
		for _, c := range encoded[:len(encoded)-len(after)] {
			if c == '#' || classes[c]&encodeInQuery != 0 {
				dst = appendEncoded(dst, c)
			} else {
				dst = append(dst, c)
			}
		}
		return dst
	}
	first, size := utf8.DecodeRuneInString(run)
	if size == len(run) {
		return append(strconv.AppendInt(append(dst, "%26%23"...), int64(first), 10), "%3B"...)
	}
	return appendRun(appendRun(dst, run[:size], enc), run[size:], enc)
}
