package features

import (
	"encoding/binary"
	"errors"

	"golang.org/x/net/html/atom"
)

// errPacked says that bytes are not those of a packed page.
var errPacked = errors.New("not a packed page")

// Flags of a packed page, and of its links.
const (
	packedNoIndex = 1 << iota
	packedNoFollow
	packedRelative
	packedInMain
)

// AppendPacked appends to b an encoding of those parts of a page from which a crawl learns: words as hashes, spans, blocks and links. It
// leaves out the text, the source, embedded data, and the Href of links.
func (p *Page) AppendPacked(b []byte) []byte {
	b = append(b, flagsOf(p.NoIndex, p.NoFollow, false, false))
	b = appendPackedString(b, p.URL)
	for _, n := range [...]int{p.Lines, p.Nodes, p.Dropped, len(p.Words), len(p.Headings), len(p.Blocks), len(p.Links)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = binary.LittleEndian.AppendUint64(b, p.Fingerprint)
	for i := range p.Words {
		b = binary.LittleEndian.AppendUint32(b, p.Words[i].Hash)
	}
	for _, s := range [...]Span{p.Title, p.Meta, p.Body, p.Main} {
		b = appendPackedSpan(b, s)
	}
	for _, s := range p.Headings {
		b = appendPackedSpan(b, s)
	}
	for i := range p.Blocks {
		block := &p.Blocks[i]
		b = appendPackedSpan(b, block.Words)
		b = binary.AppendVarint(b, int64(block.Parent))
		b = binary.AppendVarint(b, int64(block.Links))
		b = binary.AppendUvarint(b, uint64(block.Tag))
	}
	before := p.URL
	for i := range p.Links {
		b = p.Links[i].appendPacked(b, before)
		before = p.Links[i].URL
	}
	return b
}

// appendPacked appends a link. before is another URL, whose beginning need not be repeated if the link's URL begins with it.
func (l *Link) appendPacked(b []byte, before string) []byte {
	b = append(b, flagsOf(false, l.NoFollow, l.Relative, l.InMain))
	same := 0
	for same < min(len(before), len(l.URL)) && before[same] == l.URL[same] {
		same++
	}
	b = appendPackedString(binary.AppendUvarint(b, uint64(same)), l.URL[same:])
	b = appendPackedSpan(b, l.Anchor)
	for _, n := range [...]int32{l.Line, l.Node, l.Block} {
		b = binary.AppendVarint(b, int64(n))
	}
	return binary.LittleEndian.AppendUint32(b, l.Path)
}

func flagsOf(noIndex, noFollow, relative, inMain bool) (flags byte) {
	for i, set := range [...]bool{noIndex, noFollow, relative, inMain} {
		if set {
			flags |= 1 << i
		}
	}
	return flags
}

func appendPackedString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendPackedSpan(b []byte, s Span) []byte {
	return binary.AppendVarint(binary.AppendVarint(b, int64(s.Start)), int64(s.End-s.Start))
}

// Unpack decodes a page that AppendPacked has encoded.
func Unpack(b []byte) (*Page, error) {
	p := new(Page)
	return p, p.Unpack(b)
}

// Unpack decodes into p a page that AppendPacked has encoded. It reuses the memory of p's words, blocks and links, which must no longer be
// in use elsewhere. After an error p cannot be used.
func (p *Page) Unpack(b []byte) error {
	u := unpacking{rest: b}
	flags := u.flags()
	*p = Page{
		URL: string(u.bytes(u.count())), NoIndex: flags&packedNoIndex != 0, NoFollow: flags&packedNoFollow != 0,
		Words: p.Words, Headings: p.Headings, Blocks: p.Blocks, Links: p.Links,
	}
	p.Lines, p.Nodes, p.Dropped = u.count(), u.count(), u.count()
	words, headings, blocks, links := u.count(), u.count(), u.count(), u.count()
	p.Fingerprint = u.uint64()
	if u.bad || len(u.rest) < 4*words+2*headings+5*blocks+10*links {
		return errPacked
	}
	p.Words, p.Headings, p.Blocks, p.Links = sized(p.Words, words), sized(p.Headings, headings), sized(p.Blocks, blocks), sized(p.Links, links)
	for i, hashes := 0, u.bytes(4*words); i < words; i++ {
		p.Words[i] = Word{Hash: binary.LittleEndian.Uint32(hashes[4*i:])}
	}
	p.Title, p.Meta, p.Body, p.Main = u.span(), u.span(), u.span(), u.span()
	for i := range p.Headings {
		p.Headings[i] = u.span()
	}
	for i := range p.Blocks {
		p.Blocks[i] = Block{Words: u.span(), Parent: u.int32(), Links: u.int32(), Tag: atom.Atom(u.count())}
	}
	u.links(p)
	if u.bad {
		return errPacked
	}
	return nil
}

// sized returns a slice of length n. It uses the memory of s if that is large enough. The elements may have any value.
func sized[T any](s []T, n int) []T {
	if s == nil || cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// unpacking reads a packed page. After the first mistake in it, all values that are read are zero.
type unpacking struct {
	rest []byte
	bad  bool
}

// links reads the links of a page. One string holds all their URLs.
func (u *unpacking) links(p *Page) {
	urls, ends := make([]byte, 0, 2*len(u.rest)), make([]int, len(p.Links))
	before := []byte(p.URL)
	for i := range p.Links {
		l := &p.Links[i]
		*l = Link{}
		flags := u.flags()
		l.NoFollow, l.Relative, l.InMain = flags&packedNoFollow != 0, flags&packedRelative != 0, flags&packedInMain != 0
		same := u.count()
		if same > len(before) {
			u.fail()
			return
		}
		begin := len(urls)
		urls = append(append(urls, before[:same]...), u.bytes(u.count())...)
		before, ends[i] = urls[begin:], len(urls)
		l.Anchor = u.span()
		l.Line, l.Node, l.Block = u.int32(), u.int32(), u.int32()
		l.Path = binary.LittleEndian.Uint32(u.fixed(4))
	}
	all, begin := string(urls), 0
	for i, end := range ends {
		p.Links[i].URL = all[begin:end]
		begin = end
	}
}

func (u *unpacking) fail() { u.bad, u.rest = true, nil }

func (u *unpacking) flags() byte { return u.fixed(1)[0] }

// zeros is what fixed returns after a mistake.
var zeros [8]byte

// fixed reads n bytes, eight at most.
func (u *unpacking) fixed(n int) []byte {
	if b := u.bytes(n); len(b) == n {
		return b
	}
	return zeros[:n]
}

func (u *unpacking) bytes(n int) []byte {
	if n > len(u.rest) {
		u.fail()
		return nil
	}
	b := u.rest[:n]
	u.rest = u.rest[n:]
	return b
}

func (u *unpacking) uint64() uint64 { return binary.LittleEndian.Uint64(u.fixed(8)) }

// count reads a number that is not negative and fits an int32.
func (u *unpacking) count() int {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 || n > 1<<31-1 {
		u.fail()
		return 0
	}
	u.rest = u.rest[size:]
	return int(n)
}

func (u *unpacking) int32() int32 {
	n, size := binary.Varint(u.rest)
	if size <= 0 || n != int64(int32(n)) {
		u.fail()
		return 0
	}
	u.rest = u.rest[size:]
	return int32(n)
}

func (u *unpacking) span() Span {
	start := u.int32()
	return Span{start, start + u.int32()}
}
