package dedup

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gannet/dedup/sketch"
)

// profileVersion begins every encoded profile. sketch.Version follows, because sketches of two versions cannot be
// compared.
const profileVersion = 8

// Flags of an encoded profile.
const (
	shortText = 1 << iota
	headline
	looseClaim
	ownName
)

// AppendBinary appends the encoded profile to dst and returns the result. The parts follow one another without gaps:
//
//   - 8 bytes: profileVersion, sketch.Version, the publisher, the number of fields, the types of employment, two counts of the title's
//     pairs of words (those in the text, and all), and flags
//   - the sketch of the text: the number of its shingles as a varint, its slots and its pairs as bytes, its vocabulary as numbers of 8 bytes,
//     and its sample, which has its length as a varint before it
//   - nine lists of hashes: of title, company, location, contacts, sites, places, hours, markers, and of names in the text. Each list has its
//     length as a varint before it, and 4 bytes for each hash
//   - the single hashes of the profile, 8 bytes each
//   - the day of posting as a signed varint, and the lowest and the highest pay as floats of 4 bytes
//   - language and currency, each with its length as a byte before it
//
// All numbers of fixed size are little-endian.
func (p *Profile) AppendBinary(dst []byte) []byte {
	dst = append(dst, profileVersion, sketch.Version, byte(p.Publisher), p.FieldCount, p.Employment, p.Titled.Found, p.Titled.Pairs, p.flags())
	dst = binary.AppendUvarint(dst, uint64(p.Sketch.Shingles))
	dst = append(dst, p.Sketch.Slots[:]...)
	dst = append(dst, p.Sketch.Pairs[:]...)
	for _, bits := range p.Sketch.Vocabulary {
		dst = binary.LittleEndian.AppendUint64(dst, bits)
	}
	dst = binary.AppendUvarint(dst, uint64(len(p.Sketch.Sample)))
	dst = append(dst, p.Sketch.Sample...)
	for _, list := range p.lists() {
		dst = binary.AppendUvarint(dst, uint64(len(*list)))
		for _, h := range *list {
			dst = binary.LittleEndian.AppendUint32(dst, h)
		}
	}
	for _, hash := range p.Hashes.all() {
		dst = binary.LittleEndian.AppendUint64(dst, *hash)
	}
	dst = binary.AppendVarint(dst, int64(p.Posted))
	for _, pay := range p.Pay {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(pay))
	}
	for _, s := range []string{p.Language, p.Currency} {
		dst = append(dst, byte(len(s)))
		dst = append(dst, s[:min(len(s), math.MaxUint8)]...)
	}
	return dst
}

func (p *Profile) flags() (flags byte) {
	if p.Sketch.Short {
		flags |= shortText
	}
	if p.Headline {
		flags |= headline
	}
	if p.Loose {
		flags |= looseClaim
	}
	if p.OwnName {
		flags |= ownName
	}
	return flags
}

// leading returns a number that orders profiles by their numbers of fields and shingles. Where these numbers differ, the order is that of the encoded
// profiles.
func (p *Profile) leading() uint64 {
	s := &p.Sketch.Slots
	return binary.BigEndian.Uint64([]byte{byte(p.Publisher), p.Employment, p.Titled.Found, p.Titled.Pairs, p.flags(), s[0], s[1], s[2]})
}

func (p *Profile) lists() [9]*[]uint32 {
	return [...]*[]uint32{&p.Title, &p.Company, &p.Location, &p.Contacts, &p.Sites, &p.Places, &p.Hours, &p.Markers, &p.Named}
}

func (h *Hashes) all() [9]*uint64 {
	return [...]*uint64{&h.Title, &h.Company, &h.Host, &h.URL, &h.Number, &h.Written, &h.Key, &h.Address, &h.List}
}

// maxList is more than the length of any list in a profile.
const maxList = 1 << 12

var errShort = errors.New("dedup: the profile is cut short")

// UnmarshalBinary reads what AppendBinary wrote. It keeps nothing of data.
func (p *Profile) UnmarshalBinary(data []byte) error {
	in := reader{data: data}
	head := in.take(8)
	if in.bad {
		return errShort
	}
	if head[0] != profileVersion || head[1] != sketch.Version {
		return fmt.Errorf("dedup: profile of version %d.%d, want %d.%d", head[0], head[1], profileVersion, sketch.Version)
	}
	*p = Profile{Publisher: Publisher(head[2]), FieldCount: head[3], Employment: head[4], Titled: Titled{head[5], head[6]}}
	p.Sketch.Short, p.Headline, p.Loose, p.OwnName = head[7]&shortText != 0, head[7]&headline != 0, head[7]&looseClaim != 0, head[7]&ownName != 0
	p.Sketch.Shingles = int(in.uvarint() & math.MaxInt32)
	copy(p.Sketch.Slots[:], in.take(sketch.Size))
	copy(p.Sketch.Pairs[:], in.take(len(p.Sketch.Pairs)))
	for i := range p.Sketch.Vocabulary {
		p.Sketch.Vocabulary[i] = in.uint64()
	}
	p.Sketch.Sample = slices.Clone(sketch.Sample(in.take(int(min(in.uvarint(), maxList)))))
	room := make([]uint32, 0, len(in.data)/4) // of all lists
	for _, list := range p.lists() {
		n := in.uvarint()
		if n > maxList {
			return fmt.Errorf("dedup: a list of a profile has %d values, more than %d", n, maxList)
		}
		values := in.take(4 * int(n))
		if in.bad {
			return errShort
		}
		from := len(room)
		for i := range int(n) {
			room = append(room, binary.LittleEndian.Uint32(values[4*i:]))
		}
		*list = room[from:len(room):len(room)]
	}
	for _, hash := range p.Hashes.all() {
		*hash = in.uint64()
	}
	p.Posted = int32(in.varint())
	for i := range p.Pay {
		p.Pay[i] = math.Float32frombits(in.uint32())
	}
	p.Language, p.Currency = in.text(), in.text()
	if in.bad {
		return errShort
	}
	return nil
}

// reader takes values from the front of data. It sets bad if data is too short.
type reader struct {
	data []byte
	bad  bool
}

// take returns the next n bytes, or zeros if fewer are left.
func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.bad = true
		r.data = nil
		return make([]byte, n)
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) uint64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) text() string   { return string(r.take(int(r.take(1)[0]))) }

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.data)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.data = r.data[n:]
	return v
}
