package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
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
	freePage    = 16
	bucketLeaf  = 1
	bucketHead  = 16 // before the page of a small bucket: its root, which is 0, and its sequence
	treeDepth   = 64

	fileHead   = 64
	fileMagic  = 0xed0cdaed
	noFreeList = math.MaxUint64
)

// structure walks over the pages of a bbolt file. It finds what bbolt's own check would never end with: pages that lead
// out of the file, round in a circle, or claim to go on for ever.
type structure struct {
	file  io.ReaderAt
	size  int64 // of a page, in bytes
	pages uint64
	seen  []bool
}

// sound walks over all that a transaction can reach, as it is on the disk, and over the list of free pages.
func sound(tx *bolt.Tx) error {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer file.Close()
	s := &structure{file: file, size: int64(tx.DB().Info().PageSize)}
	s.pages = uint64(tx.Size() / s.size)
	s.seen = make([]bool, s.pages)
	if err := s.page(uint64(tx.Cursor().Bucket().Root()), 0); err != nil {
		return err
	}
	return s.free()
}

func (s *structure) page(id uint64, depth int) error {
	if id >= s.pages || depth > treeDepth {
		return fmt.Errorf("page %d leads out of the file or in a circle: %w", id, ErrDamaged)
	}
	var head [pageHead]byte
	if _, err := s.file.ReadAt(head[:], int64(id)*s.size); err != nil {
		return err
	}
	h := readHead(head[:])
	length := (h.more + 1) * s.size
	if h.id != id || id+uint64(h.more) >= s.pages || h.kind != branchPage && h.kind != leafPage || pageHead+h.count*elementSize > length {
		return fmt.Errorf("page %d has no right header: %w", id, ErrDamaged)
	}
	for i := id; i <= id+uint64(h.more); i++ {
		if s.seen[i] {
			return fmt.Errorf("page %d is used twice: %w", i, ErrDamaged)
		}
		s.seen[i] = true
	}
	if depth > 0 && h.count == 0 && h.kind == branchPage {
		return fmt.Errorf("page %d leads nowhere: %w", id, ErrDamaged)
	}
	elements := make([]byte, max(h.count, 1)*elementSize)
	if _, err := s.file.ReadAt(elements, int64(id)*s.size+pageHead); err != nil {
		return err
	}
	if !h.fits(elements, length) {
		return fmt.Errorf("the entries of page %d do not follow one another: %w", id, ErrDamaged)
	}
	for i := range h.count {
		next, err := s.below(h.kind, elements[i*elementSize:], int64(id)*s.size+pageHead+i*elementSize)
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

// pageHeader is the head of a page.
type pageHeader struct {
	id          uint64
	kind        uint16
	count, more int64
}

func readHead(b []byte) pageHeader {
	return pageHeader{
		id: binary.NativeEndian.Uint64(b), kind: binary.NativeEndian.Uint16(b[8:]),
		count: int64(binary.NativeEndian.Uint16(b[10:])), more: int64(binary.NativeEndian.Uint32(b[12:])),
	}
}

// fits says whether the keys and values of a page follow one another, from behind the elements on, as bbolt writes
// them: so a damaged number of elements, position or length is found. Behind the head of an empty page there is nothing.
func (h *pageHeader) fits(elements []byte, length int64) bool {
	if h.count == 0 {
		return [elementSize]byte(elements) == [elementSize]byte{}
	}
	at := pageHead + h.count*elementSize
	for i := range h.count {
		e := readElement(h.kind, elements[i*elementSize:])
		if pageHead+i*elementSize+e.at != at {
			return false
		}
		at += e.key + e.value
	}
	return at <= length
}

// element is an entry of a page: where its key is, from the element on, and how long key and value are.
type element struct {
	at, key, value int64
	bucket         bool
}

func readElement(kind uint16, b []byte) element {
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint32(b[4*i:])) }
	if kind == branchPage { // position, length of the key, page
		return element{at: word(0), key: word(1)}
	}
	return element{at: word(1), key: word(2), value: word(3), bucket: word(0)&bucketLeaf != 0} // flags before them
}

// below gives the page that an element leads to, 0 if to none. at is where the element is in the file.
func (s *structure) below(kind uint16, b []byte, at int64) (uint64, error) {
	if kind == branchPage {
		return binary.NativeEndian.Uint64(b[8:]), nil
	}
	e := readElement(kind, b)
	if !e.bucket {
		return 0, nil
	}
	value := make([]byte, max(e.value, bucketHead+pageHead+elementSize)) // the root of a bucket; 0: its page is the value
	if n, err := s.file.ReadAt(value, at+e.at+e.key); err != nil && n < bucketHead {
		return 0, err
	}
	root := binary.NativeEndian.Uint64(value)
	if root != 0 {
		return root, nil
	}
	if h := readHead(value[bucketHead:]); e.value < bucketHead+pageHead || h.kind != leafPage ||
		bucketHead+pageHead+h.count*elementSize > e.value || !h.fits(inside(value, e.value), e.value-bucketHead) {
		return 0, fmt.Errorf("a small bucket has no right header: %w", ErrDamaged)
	}
	if !ordered(value[bucketHead:e.value]) {
		return 0, fmt.Errorf("the keys of a small bucket are out of order: %w", ErrDamaged)
	}
	return 0, nil
}

// ordered reports whether the keys of a page ascend. Its elements must fit it. bbolt finds no key that is out of order, and
// its own check does not look into small buckets.
func ordered(page []byte) bool {
	var last []byte
	for i := range readHead(page).count {
		element := page[pageHead+i*elementSize:]
		e := readElement(leafPage, element)
		key := element[e.at : e.at+e.key]
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return false
		}
		last = key
	}
	return true
}

// inside gives the elements of a bucket that is a value of some length, at least one.
func inside(value []byte, length int64) []byte {
	if length < bucketHead+pageHead+elementSize {
		return make([]byte, elementSize)
	}
	return value[bucketHead+pageHead : length]
}

// free looks that no page is used and on the list of free ones: a crawl that goes on would write over it.
func (s *structure) free() error {
	list, err := s.freeList()
	if err != nil || list == noFreeList {
		return err
	}
	var head [pageHead + 8]byte
	if list >= s.pages {
		return fmt.Errorf("the list of free pages is outside of the file: %w", ErrDamaged)
	}
	if _, err := s.file.ReadAt(head[:], int64(list)*s.size); err != nil {
		return err
	}
	h := readHead(head[:])
	at := int64(pageHead)
	if h.count == 0xffff { // too many for the head
		h.count, at = int64(binary.NativeEndian.Uint64(head[pageHead:])), pageHead+8
	}
	if h.id != list || h.kind != freePage || h.count < 0 || h.count > int64(s.pages) || at+8*h.count > (h.more+1)*s.size {
		return fmt.Errorf("page %d, the list of free pages, has no right header: %w", list, ErrDamaged)
	}
	ids := make([]byte, 8*h.count)
	if _, err := s.file.ReadAt(ids, int64(list)*s.size+at); err != nil {
		return err
	}
	for ; len(ids) > 0; ids = ids[8:] {
		if id := binary.NativeEndian.Uint64(ids); id < 2 || id >= s.pages || s.seen[id] {
			return fmt.Errorf("page %d is used and on the list of free pages: %w", id, ErrDamaged)
		}
	}
	return nil
}

// freeList gives the page of the newest header's list of free pages.
func (s *structure) freeList() (uint64, error) {
	var newest fileHeader
	for i := range int64(2) {
		b := make([]byte, pageHead+fileHead)
		if _, err := s.file.ReadAt(b, i*s.size); err != nil {
			return 0, err
		}
		h, ok := readFileHeader(b[pageHead:])
		if !ok { // the other may be of an earlier state, without the latest pages
			return 0, fmt.Errorf("header %d of the file is damaged: %w", i, ErrDamaged)
		}
		if h.txid >= newest.txid {
			newest = h
		}
	}
	return newest.free, nil
}

// fileHeader is what a bbolt file says of itself, twice: on its first two pages.
type fileHeader struct {
	pageSize                int64
	root, free, pages, txid uint64
}

// readFileHeader reads a header of magic number, version, page size and flags (32 bits each), root and its sequence, list
// of free pages, number of pages, transaction and FNV-1a hash of all before (64 bits each).
func readFileHeader(b []byte) (h fileHeader, ok bool) {
	sum := fnv.New64a()
	_, _ = sum.Write(b[:fileHead-8])
	word := func(at int) uint64 { return binary.NativeEndian.Uint64(b[at:]) }
	if binary.NativeEndian.Uint32(b) != fileMagic || word(fileHead-8) != sum.Sum64() {
		return h, false
	}
	h.pageSize = int64(binary.NativeEndian.Uint32(b[8:]))
	h.root, h.free, h.pages, h.txid = word(16), word(32), word(40), word(48)
	return h, true
}
