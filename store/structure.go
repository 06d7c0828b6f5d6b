package store

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"

	bolt "go.etcd.io/bbolt"
)

// The layout of a bbolt page, in the machine's byte order: its number (8 bytes), what it is (2), how many elements it
// has (2), how many pages it continues over (4), then the elements of 16 bytes each.
const (
	pageHead    = 16
	elementSize = 16
	branchPage  = 1
	leafPage    = 2
	bucketLeaf  = 1
	treeDepth   = 64
)

// structure walks over the pages of a bbolt file. It finds what bbolt's own check would never end with: pages that lead
// out of the file, round in a circle, or claim to go on for ever.
type structure struct {
	file  io.ReaderAt
	size  int64 // of a page, in bytes
	pages uint64
	seen  []bool
}

// sound walks over all that a transaction can reach, as it is on the disk.
func sound(tx *bolt.Tx) error {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer file.Close()
	s := &structure{file: file, size: int64(tx.DB().Info().PageSize)}
	s.pages = uint64(tx.Size() / s.size)
	s.seen = make([]bool, s.pages)
	return s.page(uint64(tx.Cursor().Bucket().Root()), 0)
}

func (s *structure) page(id uint64, depth int) error {
	if id >= s.pages || depth > treeDepth {
		return fmt.Errorf("page %d leads out of the file or in a circle: %w", id, ErrDamaged)
	}
	var head [pageHead]byte
	if _, err := s.file.ReadAt(head[:], int64(id)*s.size); err != nil {
		return err
	}
	self, kind := binary.NativeEndian.Uint64(head[:]), binary.NativeEndian.Uint16(head[8:])
	count, more := int64(binary.NativeEndian.Uint16(head[10:])), uint64(binary.NativeEndian.Uint32(head[12:]))
	length := int64(more+1) * s.size
	if self != id || id+more >= s.pages || kind != branchPage && kind != leafPage || pageHead+count*elementSize > length {
		return fmt.Errorf("page %d has no right header: %w", id, ErrDamaged)
	}
	for i := id; i <= id+more; i++ {
		if s.seen[i] {
			return fmt.Errorf("page %d is used twice: %w", i, ErrDamaged)
		}
		s.seen[i] = true
	}
	elements := make([]byte, count*elementSize)
	if _, err := s.file.ReadAt(elements, int64(id)*s.size+pageHead); err != nil {
		return err
	}
	for at := int64(0); at < int64(len(elements)); at += elementSize {
		next, err := s.below(kind, elements[at:at+elementSize], int64(id)*s.size+pageHead+at, int64(id)*s.size+length)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if next == 0 {
			continue
		}
		if err := s.page(next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// below gives the page that an element leads to, 0 if to none. at is where the element is, end where its page ends.
func (s *structure) below(kind uint16, element []byte, at, end int64) (uint64, error) {
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint32(element[4*i:])) }
	if kind == branchPage { // position, length of the key, page
		if at+word(0)+word(1) > end {
			return 0, fmt.Errorf("a key leads out of it: %w", ErrDamaged)
		}
		return binary.NativeEndian.Uint64(element[8:]), nil
	}
	if at+word(1)+word(2)+word(3) > end { // flags, position, length of the key, of the value
		return 0, fmt.Errorf("a value leads out of it: %w", ErrDamaged)
	}
	if word(0)&bucketLeaf == 0 {
		return 0, nil
	}
	var root [8]byte // of a bucket; 0: its page is the value
	if _, err := s.file.ReadAt(root[:], at+word(1)+word(2)); err != nil {
		return 0, err
	}
	return binary.NativeEndian.Uint64(root[:]), nil
}
