package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"runtime"

	"github.com/zeebo/xxh3"
)

// A snapshot of a Memory is, all numbers little-endian:
//
//	8 bytes   "gannetix"
//	4         version, 1
//	8         the greatest number of a document
//	4         number of documents, and for each
//	4 + 4       its number and second key of 32 bits, by ascending number
//	16 times, for each shard
//	4         number of its values, and for each
//	4 + 4       the name in the shard, and a value: a document, or 1<<31 and a number of documents up to 64, which follow,
//	            4 bytes each, ascending; 1<<31 alone is a bucket that is split
//	8         xxh3 of all that is before
//
// The order of values is that of the table, which changes nothing.
const (
	snapshotMagic   = "gannetix"
	snapshotVersion = 1
)

// errDamaged says what to do about a snapshot that cannot be read.
var errDamaged = errors.New("index: the snapshot is damaged or cut off: make it again from the store")

// WriteTo writes a snapshot.
func (m *Memory) WriteTo(w io.Writer) (int64, error) {
	defer runtime.KeepAlive(m)
	sum := xxh3.New()
	out := &snapshotWriter{w: bufio.NewWriterSize(w, 1<<16), sum: sum}
	out.bytes([]byte(snapshotMagic))
	out.u32(snapshotVersion)
	out.u64(m.last)
	out.u32(uint32(m.seconds.count()))
	m.seconds.each(func(doc, second uint32) {
		out.u32(doc)
		out.u32(second)
	})
	for i := range m.shards {
		s := &m.shards[i]
		out.u32(uint32(s.entries))
		s.values(func(x, value uint32) bool {
			out.value(s, x, value)
			return out.err == nil
		})
	}
	out.u64(sum.Sum64())
	if out.err == nil {
		out.err = out.w.Flush()
	}
	if out.err != nil {
		return out.n, fmt.Errorf("index: write snapshot: %w", out.err)
	}
	return out.n, nil
}

type snapshotWriter struct {
	w   *bufio.Writer
	sum hash.Hash64
	n   int64
	err error
	buf [8]byte
}

func (o *snapshotWriter) bytes(b []byte) {
	if o.err != nil {
		return
	}
	o.sum.Write(b)
	n, err := o.w.Write(b)
	o.n, o.err = o.n+int64(n), err
}

func (o *snapshotWriter) u32(v uint32) { o.bytes(binary.LittleEndian.AppendUint32(o.buf[:0], v)) }
func (o *snapshotWriter) u64(v uint64) { o.bytes(binary.LittleEndian.AppendUint64(o.buf[:0], v)) }

func (o *snapshotWriter) value(s *shard, x, value uint32) {
	o.u32(x)
	if value&isList == 0 {
		o.u32(value)
		return
	}
	docs := s.lists.docs(value &^ isList)
	o.u32(isList | uint32(len(docs)))
	for _, doc := range docs {
		o.u32(doc)
	}
}

// ReadMemory reads a snapshot.
func ReadMemory(r io.Reader) (*Memory, error) {
	in := &snapshotReader{r: bufio.NewReaderSize(r, 1<<16), sum: xxh3.New()}
	magic := string(in.bytes(8))
	if in.err == nil && magic != snapshotMagic {
		return nil, fmt.Errorf("index: this is no snapshot of an index")
	}
	if version := in.u32(); in.err == nil && version != snapshotVersion {
		return nil, fmt.Errorf("index: snapshot of version %d, this program reads %d: make it again from the store", version, snapshotVersion)
	}
	m := NewMemory()
	m.last = in.u64()
	for range in.u32() {
		if doc, second := in.u32(), in.u32(); in.err == nil && uint64(doc) <= m.last {
			*m.seconds.at(doc) = second
		} else {
			in.fail(errDamaged)
			break
		}
	}
	for i := range m.shards {
		in.shard(&m.shards[i], m.last)
	}
	want := in.sum.Sum64()
	if got := in.u64(); in.err == nil && got != want {
		in.fail(errDamaged)
	}
	if in.err != nil {
		return nil, in.err
	}
	return m, nil
}

type snapshotReader struct {
	r   *bufio.Reader
	sum hash.Hash64
	err error
	buf [8]byte
}

func (in *snapshotReader) fail(err error) {
	if in.err == nil {
		in.err = err
	}
}

// bytes gives the next n bytes, up to 8, until the next call; zeros after an error.
func (in *snapshotReader) bytes(n int) []byte {
	b := in.buf[:n]
	if in.err != nil {
		clear(b)
		return b
	}
	if _, err := io.ReadFull(in.r, b); err != nil {
		clear(b)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errDamaged
		} else {
			err = fmt.Errorf("index: read snapshot: %w", err)
		}
		in.fail(err)
		return b
	}
	in.sum.Write(b)
	return b
}

func (in *snapshotReader) u32() uint32 { return binary.LittleEndian.Uint32(in.bytes(4)) }
func (in *snapshotReader) u64() uint64 { return binary.LittleEndian.Uint64(in.bytes(8)) }

// shard reads a shard's values. A damaged file cannot ask for more memory than it is long.
func (in *snapshotReader) shard(s *shard, last uint64) {
	for n := in.u32(); n > 0 && in.err == nil; n-- {
		x, value := in.u32(), in.u32()
		if value&isList != 0 {
			value = isList | in.list(s, int(value&^isList), last)
		} else if uint64(value) > last {
			in.fail(errDamaged)
		}
		if in.err == nil && !s.insert(x, value) {
			in.fail(errDamaged)
		}
	}
}

// list reads a list and gives where it is.
func (in *snapshotReader) list(s *shard, n int, last uint64) uint32 {
	if n > BucketSize {
		in.fail(errDamaged)
	}
	if n == 0 || in.err != nil {
		return splitList
	}
	docs := make([]uint32, n)
	for i := range docs {
		docs[i] = in.u32()
		if uint64(docs[i]) > last || i > 0 && docs[i] <= docs[i-1] {
			in.fail(errDamaged)
		}
	}
	return s.lists.add(s.lists.make(docs[:n-1]), docs[n-1])
}
