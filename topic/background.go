package topic

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Background describes the rest of the web. A topic of which only few pages are known is learned against it. It has the document
// frequencies of words, and typical documents (prototypes) as hashed words with counts, without text. It is immutable and safe for
// concurrent use.
type Background struct {
	documents  int
	words      []uint32 // sorted
	frequency  []uint32 // documents that have the word
	prototypes []prototype

	counting sync.Once // guards idf
	idf      *IDF
}

// prototype is a cluster of similar documents.
type prototype struct {
	size  int     // documents in the cluster
	words []share // the words in most of them
}

// share is the share of a cluster's documents that contain a word.
type share struct {
	word  uint32 // index into Background.words
	share uint8  // of the cluster's documents that have the word, in 255ths
	count uint8  // mean damped count in these documents, in 16ths
}

// IDF returns the inverse document frequencies of words in the background: ln(N/df), for N documents of which df have the word.
func (b *Background) IDF() *IDF {
	b.counting.Do(func() {
		b.idf = newIDF(func(yield func(uint32, int) bool) {
			for i, w := range b.words {
				if !yield(w, int(b.frequency[i])) {
					return
				}
			}
		}, len(b.words), b.documents)
	})
	return b.idf
}

// Documents returns one generated document for each typical document (prototype) of the background, always the same ones.
func (b *Background) Documents() []Bag {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]Bag, 0, len(b.prototypes))
	for _, p := range b.prototypes {
		list = append(list, NewBag(b.drawDocument(p, random)))
	}
	return list
}

const backgroundMagic = "gtb"

// Write writes the background in the format that ReadBackground reads.
func (b *Background) Write(w io.Writer) error {
	raw := binary.AppendUvarint(nil, uint64(b.documents))
	raw = binary.AppendUvarint(raw, uint64(len(b.words)))
	last := uint32(0)
	for _, word := range b.words {
		raw = binary.AppendUvarint(raw, uint64(word-last))
		last = word
	}
	for _, f := range b.frequency {
		raw = binary.AppendUvarint(raw, uint64(f))
	}
	raw = binary.AppendUvarint(raw, uint64(len(b.prototypes)))
	for _, p := range b.prototypes {
		raw = binary.AppendUvarint(raw, uint64(p.size))
		raw = binary.AppendUvarint(raw, uint64(len(p.words)))
		last := uint32(0)
		for _, s := range p.words {
			raw = binary.AppendUvarint(raw, uint64(s.word-last))
			raw = append(raw, s.share, s.count)
			last = s.word
		}
	}
	data, err := pack(backgroundMagic, raw, zstd.SpeedBetterCompression)
	if err != nil {
		return fmt.Errorf("write background: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("write background: %w", err)
	}
	return nil
}

// ReadBackground reads a background that Write has written. The error is ErrDamaged or ErrVersion.
func ReadBackground(r io.Reader) (*Background, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("read background: %w", err)
	}
	raw, err := unpack(backgroundMagic, data)
	if err != nil {
		return nil, fmt.Errorf("read background: %w", err)
	}
	d := decoder{r: bytes.NewReader(raw)}
	b := &Background{documents: int(d.uint(1 << 40))}
	b.words = make([]uint32, d.uint(uint64(len(raw))))
	last := uint64(0)
	for i := range b.words {
		last += d.uint(1<<32 - 1)
		b.words[i] = uint32(last)
	}
	b.frequency = make([]uint32, len(b.words))
	for i := range b.frequency {
		b.frequency[i] = uint32(d.uint(1<<32 - 1))
	}
	b.prototypes = make([]prototype, d.uint(uint64(len(raw))))
	for i := range b.prototypes {
		b.prototypes[i] = d.prototype(len(b.words), len(raw))
	}
	if d.failed || d.r.Len() != 0 || !slices.IsSorted(b.words) {
		return nil, fmt.Errorf("read background: %w", ErrDamaged)
	}
	return b, nil
}

// decoder reads numbers. failed is set when one is missing or out of range.
type decoder struct {
	r      *bytes.Reader
	failed bool
}

func (d *decoder) uint(limit uint64) uint64 {
	v, err := binary.ReadUvarint(d.r)
	if err != nil || v > limit {
		d.failed = true
		return 0
	}
	return v
}

func (d *decoder) byte() uint8 {
	v, err := d.r.ReadByte()
	d.failed = d.failed || err != nil
	return v
}

func (d *decoder) prototype(words, limit int) prototype {
	p := prototype{size: int(d.uint(1 << 40)), words: make([]share, d.uint(uint64(limit)))}
	last := uint64(0)
	for i := range p.words {
		last += d.uint(uint64(words))
		if last >= uint64(words) {
			d.failed = true
			return prototype{}
		}
		p.words[i] = share{word: uint32(last), share: d.byte(), count: d.byte()}
	}
	return p
}
