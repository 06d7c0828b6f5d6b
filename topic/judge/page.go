package judge

import (
	"encoding/binary"
	"errors"
	"math"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Page has the data of a crawled page that a Judge needs.
type Page struct {
	URL   uint64 // fingerprint
	Seed  bool   // the user named it
	Bag   topic.Bag
	Title []uint32 // its distinct words
	Links []uint64 // fingerprints of its links
}

// NewPage makes a Page from a parsed page. seed says whether the page is a seed of the crawl.
func NewPage(p *features.Page, seed bool) Page {
	v := topic.Vectorize(p)
	page := Page{URL: weburl.Fingerprint(p.URL), Seed: seed, Bag: topic.NewBag(v), Links: make([]uint64, 0, len(p.Links))}
	for _, t := range v.Terms {
		if t.Field != topic.Title {
			break // titles come first
		}
		page.Title = append(page.Title, t.Word)
	}
	for i := range p.Links {
		page.Links = append(page.Links, weburl.Fingerprint(p.Links[i].URL))
	}
	return page
}

// errPacked says that bytes are not those of a packed page.
var errPacked = errors.New("not a packed page")

// AppendPacked appends to b an encoding of the page that Unpack reads, without the field Seed.
func (p *Page) AppendPacked(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, p.URL)
	for _, n := range [...]int{p.Bag.Words, len(p.Title), len(p.Links), len(p.Bag.Terms)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, word := range p.Title {
		b = binary.LittleEndian.AppendUint32(b, word)
	}
	for _, link := range p.Links {
		b = binary.LittleEndian.AppendUint64(b, link)
	}
	for _, t := range p.Bag.Terms {
		b = binary.LittleEndian.AppendUint32(b, t.Word)
		b = binary.LittleEndian.AppendUint16(b, t.Count)
	}
	return b
}

// Unpack decodes a page that AppendPacked has encoded.
func Unpack(b []byte) (p Page, err error) {
	if len(b) < 8 {
		return p, errPacked
	}
	p.URL, b = binary.LittleEndian.Uint64(b), b[8:]
	var counts [4]uint64
	for i := range counts {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > math.MaxInt32 {
			return p, errPacked
		}
		counts[i], b = n, b[size:]
	}
	words, titles, links, terms := int(counts[0]), int(counts[1]), int(counts[2]), int(counts[3])
	if len(b) != 4*titles+8*links+6*terms {
		return p, errPacked
	}
	p.Title, p.Links = make([]uint32, titles), make([]uint64, links)
	p.Bag = topic.Bag{Terms: make([]topic.Term, terms), Words: words}
	for i := range p.Title {
		p.Title[i], b = binary.LittleEndian.Uint32(b), b[4:]
	}
	for i := range p.Links {
		p.Links[i], b = binary.LittleEndian.Uint64(b), b[8:]
	}
	for i := range p.Bag.Terms {
		p.Bag.Terms[i] = topic.Term{Word: binary.LittleEndian.Uint32(b), Count: binary.LittleEndian.Uint16(b[4:]), Field: topic.Body}
		b = b[6:]
	}
	return p, nil
}

// Size returns roughly how many bytes of memory the page takes.
func (p *Page) Size() int {
	const termSize, wordSize, linkSize, rest = 8, 4, 8, 256
	return termSize*cap(p.Bag.Terms) + wordSize*cap(p.Title) + linkSize*cap(p.Links) + rest
}
