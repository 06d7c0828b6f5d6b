package dedup

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gannet/dedup/sketch"
)

// recordVersion begins every encoded record. sketch.Version follows, since sketches of two versions cannot be compared.
const recordVersion = 2

// AppendBinary appends the record's bytes: two versions, source, fields found, flags; varints for numbers; the slots;
// the sample's bytes; lists as a count and little-endian 32-bit values; the names as 64-bit values.
func (r *Record) AppendBinary(dst []byte) []byte {
	short := byte(0)
	if r.Sketch.Short {
		short = 1
	}
	dst = append(dst, recordVersion, sketch.Version, byte(r.Source), r.Complete, short)
	dst = binary.AppendUvarint(dst, uint64(r.Sketch.Shingles))
	dst = append(dst, r.Sketch.Slots[:]...)
	dst = binary.AppendUvarint(dst, uint64(len(r.Sketch.Sample)))
	dst = append(dst, r.Sketch.Sample...)
	for _, list := range r.lists() {
		dst = binary.AppendUvarint(dst, uint64(len(*list)))
		for _, h := range *list {
			dst = binary.LittleEndian.AppendUint32(dst, h)
		}
	}
	for _, name := range r.Names.all() {
		dst = binary.LittleEndian.AppendUint64(dst, *name)
	}
	dst = binary.AppendVarint(dst, int64(r.Posted))
	for _, pay := range r.Pay {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(pay))
	}
	for _, s := range []string{r.Language, r.Currency} {
		dst = append(dst, byte(len(s)))
		dst = append(dst, s[:min(len(s), math.MaxUint8)]...)
	}
	return dst
}

func (r *Record) lists() [4]*[]uint32 {
	return [...]*[]uint32{&r.Title, &r.Company, &r.Place, &r.Contacts}
}

func (n *Names) all() [6]*uint64 {
	return [...]*uint64{&n.Title, &n.Company, &n.Host, &n.URL, &n.Number, &n.Key}
}

// longestList is more than any list of a record has.
const longestList = 1 << 12

var errShortRecord = errors.New("dedup: the record is cut short")

// UnmarshalBinary reads what AppendBinary wrote. It keeps nothing of data.
func (r *Record) UnmarshalBinary(data []byte) error {
	in := reader{data: data}
	head := in.take(5)
	if in.bad {
		return errShortRecord
	}
	if head[0] != recordVersion || head[1] != sketch.Version {
		return fmt.Errorf("dedup: record of version %d.%d, want %d.%d: extract the crawl again", head[0], head[1], recordVersion, sketch.Version)
	}
	*r = Record{Source: Source(head[2]), Complete: head[3]}
	r.Sketch.Short = head[4] != 0
	r.Sketch.Shingles = int(in.uvarint() & math.MaxInt32)
	copy(r.Sketch.Slots[:], in.take(sketch.Size))
	r.Sketch.Sample = slices.Clone(sketch.Sample(in.take(int(min(in.uvarint(), longestList)))))
	for _, list := range r.lists() {
		n := in.uvarint()
		if n > longestList {
			return fmt.Errorf("dedup: a record's list of %d values", n)
		}
		values := in.take(4 * int(n))
		if in.bad {
			return errShortRecord
		}
		*list = make([]uint32, n)
		for i := range *list {
			(*list)[i] = binary.LittleEndian.Uint32(values[4*i:])
		}
	}
	for _, name := range r.Names.all() {
		*name = in.uint64()
	}
	r.Posted = int32(in.varint())
	for i := range r.Pay {
		r.Pay[i] = math.Float32frombits(in.uint32())
	}
	r.Language, r.Currency = in.text(), in.text()
	if in.bad {
		return errShortRecord
	}
	return nil
}

// reader takes values from the front of data; bad says that there were too few.
type reader struct {
	data []byte
	bad  bool
}

// take gives n bytes, zeros where they are not there.
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
