package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"gannet/features/permission"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// encodedPage is a page encoded for the file. Each of its values has the bytes for its seal reserved before it.
type encodedPage struct {
	page, links, body, choice []byte
	postings                  []*postings.Prepared
}

// Prepare does the part of storing a page that needs no transaction: it compresses the body and encodes everything else. It may be called in
// any goroutine before the page is given to Put. The page must not change between Prepare and Put.
func (p *Page) Prepare() error {
	if p.encoded != nil {
		return nil
	}
	if p.URL == "" {
		return errors.New("store a page: it has no URL")
	}
	encoded := &encodedPage{
		page:   appendPage(make([]byte, entry.Header8, 512), p),
		links:  appendLinks(make([]byte, entry.Header8, entry.Header8+8*len(p.Links)), p.Links),
		body:   entry.AppendBody(make([]byte, entry.Header8), p.Body),
		choice: append(make([]byte, entry.Header8, entry.Header8+len(p.Choice)), p.Choice...),
	}
	for _, found := range p.Postings {
		prepared, err := postings.Prepare(found)
		if err != nil {
			return fmt.Errorf("store %s: %w", p.URL, err)
		}
		encoded.postings = append(encoded.postings, prepared)
	}
	p.encoded = encoded
	return nil
}

// Flags of a page's entry.
const (
	flagRelevant = 1 << iota
	flagNoTime   // Fetched is the zero time
)

// appendPage writes a page without body and links. URL and Via stand at the start because following a discovery path
// reads nothing else.
func appendPage(b []byte, p *Page) []byte { return appendPageOf(b, p, uint64(len(p.Body))) }

// appendPageOf is appendPage for a page whose body has the given size.
func appendPageOf(b []byte, p *Page, size uint64) []byte {
	for _, s := range []string{p.URL, p.Via, p.ViaAnchor, p.Canonical, p.Charset} {
		b = entry.AppendString(b, s)
	}
	b = binary.AppendVarint(b, int64(p.Status))
	b = binary.AppendVarint(b, int64(p.Depth))
	b = binary.AppendUvarint(b, size)
	b = entry.AppendFloat(b, p.Score)
	flags := byte(0)
	if p.Relevant {
		flags |= flagRelevant
	}
	if p.Fetched.IsZero() {
		flags |= flagNoTime
	}
	b = appendHeader(entry.AppendTime(append(b, flags), p.Fetched), p.Header)
	if len(p.Says) > 0 {
		b = entry.AppendString(entry.AppendString(b, saysName), p.Says.Encode())
	}
	return b
}

// saysName takes the place of a header field's name before the statements of owners about the use of a page. It cannot be mistaken, because no field
// has an empty name, and older programs read it as a field that they do not use.
const saysName = ""

// appendHeader writes pairs of name and value, sorted by name.
func appendHeader(b []byte, header http.Header) []byte {
	names := make([]string, 0, len(header))
	for name, values := range header {
		if len(values) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range header[name] {
			b = entry.AppendString(entry.AppendString(b, name), value)
		}
	}
	return b
}

// decodePage reads a page without body and links. size is the length of the body. The result does not refer to b.
func decodePage(b []byte) (p *Page, size uint64, err error) {
	f := entry.NewFields(b)
	p = &Page{URL: f.String(), Via: f.String(), ViaAnchor: f.String(), Canonical: f.String(), Charset: f.String()}
	p.Status, p.Depth = int(f.Varint()), int(f.Varint())
	size = f.Uvarint()
	p.Score = f.Float()
	flags := f.Byte()
	p.Relevant = flags&flagRelevant != 0
	if at := f.Time(); flags&flagNoTime == 0 {
		p.Fetched = at
	}
	if f.More() {
		p.Header = make(http.Header)
	}
	for f.More() {
		name, value := f.String(), f.String()
		if name == saysName {
			p.Says = permission.Decode(value)
			continue
		}
		p.Header[name] = append(p.Header[name], value)
	}
	if f.Bad() || p.URL == "" {
		return nil, 0, entry.Damaged("a page's entry", b)
	}
	return p, size, nil
}

// decodeVia reads only what a discovery path needs.
func decodeVia(b []byte) (url, via string, err error) {
	f := entry.NewFields(b)
	url, via = f.String(), f.String()
	if f.Bad() {
		return "", "", entry.Damaged("a page's entry", b)
	}
	return url, via, nil
}

// appendLinks writes a set of fingerprints in order, as differences. A link then takes 7 to 8 bytes.
func appendLinks(b []byte, links []uint64) []byte {
	sorted := slices.Compact(slices.Sorted(slices.Values(links)))
	last := uint64(0)
	for _, link := range sorted {
		b = binary.AppendUvarint(b, link-last)
		last = link
	}
	return b
}

func decodeLinks(b []byte) ([]uint64, error) {
	if len(b) == 0 {
		return nil, nil
	}
	f, last := entry.NewFields(b), uint64(0)
	out := make([]uint64, 0, len(b)/8+1)
	for f.More() {
		last += f.Uvarint()
		out = append(out, last)
	}
	if f.Bad() {
		return nil, entry.Damaged("a page's links", b)
	}
	return out, nil
}
