package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
)

// packed is a page as it goes into the file, made outside of the transaction. Its records have room for their seals.
type packed struct {
	meta, links, body []byte
	posting           *packedPosting // nil without one
}

// window is how far back a page's compression looks. Few pages are longer, and each encoder holds so much.
const window = 512 << 10

// encoder has tables of 1 MB for so many pages at once. They stay: in a sync.Pool they would be made anew after every
// second garbage collection.
var encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(min(4, runtime.GOMAXPROCS(0))),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
})

// Prepare does the work of storing that needs no transaction: it compresses the body and encodes the rest. Workers
// call it before they hand the page to the one that calls Put. The page must not be changed between the two.
func (p *Page) Prepare() error {
	if p.ready != nil {
		return nil
	}
	if p.URL == "" {
		return errors.New("store a page: it has no URL")
	}
	z, err := encoder()
	if err != nil {
		return fmt.Errorf("store a page: %w", err)
	}
	ready := &packed{
		meta:  appendMeta(make([]byte, sealed8, 512), p),
		links: appendLinks(make([]byte, sealed8, sealed8+8*len(p.Links)), p.Links),
		body:  z.EncodeAll(p.Body, make([]byte, sealed8, sealed8+len(p.Body)/3+64)),
	}
	if p.Posting != nil {
		ready.posting, err = packPosting(z, p.Posting.Job)
	}
	if err != nil {
		return fmt.Errorf("store %s: %w", p.URL, err)
	}
	p.ready = ready
	return nil
}

// appendMeta writes a page without body and links: uvarint-prefixed strings first, URL and Via at the start because
// following a discovery path reads nothing else; then numbers, then the header as pairs.
func appendMeta(b []byte, p *Page) []byte {
	for _, s := range []string{p.URL, p.Via, p.ViaAnchor, p.Canonical, p.Charset} {
		b = appendString(b, s)
	}
	b = binary.AppendVarint(b, int64(p.Status))
	b = binary.AppendVarint(b, int64(p.Depth))
	b = binary.AppendUvarint(b, uint64(len(p.Body)))
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(p.Score))
	flags := byte(0)
	if p.Relevant {
		flags |= 1
	}
	if p.Fetched.IsZero() {
		flags |= 2
	}
	b = append(b, flags)
	b = binary.AppendVarint(b, p.Fetched.Unix())
	b = binary.AppendUvarint(b, uint64(p.Fetched.Nanosecond()))
	names := make([]string, 0, len(p.Header))
	for name, values := range p.Header {
		if len(values) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, value := range p.Header[name] {
			b = appendString(appendString(b, name), value)
		}
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// record reads what appendMeta wrote; bad is set by the first thing that is not there.
type record struct {
	b   []byte
	bad bool
}

func (r *record) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *record) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *record) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *record) string() string { return string(r.bytes(r.uvarint())) }

// decodeMeta reads a page without body and links; size is the length of the body. Nothing refers to b afterwards.
func decodeMeta(b []byte) (p *Page, size uint64, err error) {
	r := record{b: b}
	p = &Page{URL: r.string(), Via: r.string(), ViaAnchor: r.string(), Canonical: r.string(), Charset: r.string()}
	p.Status, p.Depth = int(r.varint()), int(r.varint())
	size = r.uvarint()
	if score := r.bytes(8); score != nil {
		p.Score = math.Float64frombits(binary.BigEndian.Uint64(score))
	}
	var flags byte
	if f := r.bytes(1); f != nil {
		flags = f[0]
	}
	p.Relevant = flags&1 != 0
	sec, nsec := r.varint(), r.uvarint()
	if flags&2 == 0 {
		p.Fetched = time.Unix(sec, int64(nsec)).UTC()
	}
	if len(r.b) > 0 {
		p.Header = make(http.Header)
	}
	for len(r.b) > 0 && !r.bad {
		name, value := r.string(), r.string()
		p.Header[name] = append(p.Header[name], value)
	}
	if r.bad || nsec >= 1e9 || p.URL == "" {
		return nil, 0, damagedRecord("page record", b)
	}
	return p, size, nil
}

// decodeVia reads only what a discovery path needs.
func decodeVia(b []byte) (url, via string, err error) {
	r := record{b: b}
	url, via = r.string(), r.string()
	if r.bad {
		return "", "", damagedRecord("page record", b)
	}
	return url, via, nil
}

// appendLinks writes a set of fingerprints in order as differences: 7-8 bytes a link in place of 8 and as many again
// for repeated ones.
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
	r, last := record{b: b}, uint64(0)
	out := make([]uint64, 0, len(b)/8+1)
	for len(r.b) > 0 && !r.bad {
		last += r.uvarint()
		out = append(out, last)
	}
	if r.bad {
		return nil, damagedRecord("link record", b)
	}
	return out, nil
}
