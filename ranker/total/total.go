// Package total owns sums that several learners of one crawl learn together. Each learner owns some of the crawl's links.
// Its total is what it has learned itself. It publishes its total, and adds those of the others to its own sums.
//
// A total replaces the earlier ones of the same owner. So it may be taken in twice, late, or in any order, and the total of
// an owner that has died stays.
package total

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"gannet/internal/flat"
)

// Book holds the sums that one learner of a crawl has learned, in several parts, and the sums that it got from the learners on other
// machines. It is not safe for concurrent use.
type Book struct {
	version uint64
	names   []string
	parts   []part
	only    []string          // parts that are taken in of others; none: all
	taken   map[string]uint64 // version of the total of each other owner
}

// part is one kind of sums. What read returns is given to setOwn or setOther if the whole total could be read.
type part interface {
	write(c *flat.Coder)
	read(c *flat.Coder) (sums any)
	setOwn(sums any)
	setOther(owner string, sums any)
}

// NewBook returns a Book without parts. If names are given, the Book uses, of the totals of other learners, only the parts with these names.
func NewBook(only ...string) *Book { return &Book{only: only, taken: make(map[string]uint64)} }

func (b *Book) add(name string, p part) {
	b.names, b.parts = append(b.names, name), append(b.parts, p)
}

// Step gives the next total a higher version than all totals before it. Call Step whenever something was learned.
func (b *Book) Step() { b.version++ }

// ErrTotal means that bytes are not the encoded sums (total) of a learner, or that the parts of the total differ from those of this Book.
var ErrTotal = errors.New("no total that fits")

const (
	magic  = "gannet total"
	format = 1
)

// Total returns what this learner has learned from its own pages, encoded for other learners: sums, without those of other learners. The encoding
// is "gannet total", the number of the encoding's format, the total's version (see Step), the number of parts, each part preceded by its name,
// and the XXH3 hash of everything before. Package flat describes how numbers are encoded.
func (b *Book) Total() []byte {
	var out bytes.Buffer
	c := flat.NewWriter(&out)
	b.codeHead(c)
	for i, p := range b.parts {
		c.String(&b.names[i])
		p.write(c)
	}
	_ = c.Flush() // a buffer takes everything
	return binary.LittleEndian.AppendUint64(out.Bytes(), xxh3.Hash(out.Bytes()))
}

// codeHead encodes or decodes the beginning before the parts, and returns the version.
func (b *Book) codeHead(c *flat.Coder) (version uint64) {
	name, number, parts := magic, uint8(format), len(b.parts)
	version = b.version
	c.String(&name)
	c.Uint8(&number)
	switch {
	case name != magic:
		c.Fail(fmt.Errorf("%w: it does not begin with %q", ErrTotal, magic))
	case number != format:
		c.Fail(fmt.Errorf("%w: format %d, and this version of gannet knows %d", ErrTotal, number, format))
	}
	c.Uint64(&version)
	if c.Int(&parts); parts != len(b.parts) {
		c.Fail(fmt.Errorf("%w: %d parts, not %d", ErrTotal, parts, len(b.parts)))
	}
	return version
}

// read reads a whole total.
func (b *Book) read(total []byte) (version uint64, sums []any, err error) {
	n := len(total) - 8
	if n < 0 || xxh3.Hash(total[:n]) != binary.LittleEndian.Uint64(total[n:]) {
		return 0, nil, fmt.Errorf("%w: the checksum is another one", ErrTotal)
	}
	c := flat.NewReader(bytes.NewReader(total[:n]), int64(n))
	version = b.codeHead(c)
	for i, p := range b.parts {
		var name string
		if c.String(&name); name != b.names[i] {
			c.Fail(fmt.Errorf("%w: part %q in place of %q", ErrTotal, name, b.names[i]))
		}
		sums = append(sums, p.read(c))
	}
	if err := c.Flush(); err != nil {
		return 0, nil, fmt.Errorf("read a total: %w", err)
	}
	return version, sums, nil
}

// TakeIn reads the total of the learner called owner. It replaces what was known from that learner before. A total that is not newer is
// ignored. After an error nothing has changed.
func (b *Book) TakeIn(owner string, total []byte) error {
	version, sums, err := b.read(total)
	if err != nil {
		return fmt.Errorf("total of %s: %w", owner, err)
	}
	if known, ok := b.taken[owner]; ok && version <= known {
		return nil
	}
	b.taken[owner] = version
	for i, p := range b.parts {
		if len(b.only) == 0 || slices.Contains(b.only, b.names[i]) {
			p.setOther(owner, sums[i])
		}
	}
	return nil
}

// Resume replaces what this learner has learned by a total that the learner published earlier. After an error nothing has changed.
func (b *Book) Resume(total []byte) error {
	version, sums, err := b.read(total)
	if err != nil {
		return fmt.Errorf("own total: %w", err)
	}
	b.version = version
	for i, p := range b.parts {
		p.setOwn(sums[i])
	}
	return nil
}

// insert returns a sorted list of owners that includes one more. If the owner is in the list already, nothing changes.
func insert(owners []string, owner string) []string {
	at, ok := slices.BinarySearch(owners, owner)
	if ok {
		return owners
	}
	return slices.Insert(owners, at, owner)
}
