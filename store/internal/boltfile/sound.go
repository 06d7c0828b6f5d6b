package boltfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	bolt "go.etcd.io/bbolt"
)

// Sound checks all pages that a transaction can reach, as they are on the disk, and the list of free pages. The error is ErrDamaged if the
// structure of the file is broken. bbolt's own check would not end if pages refer to each other in a circle.
func Sound(tx *bolt.Tx) error {
	file, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer file.Close()
	w := &walker{file: file, size: int64(tx.DB().Info().PageSize)}
	w.pages = uint64(tx.Size() / w.size)
	w.seen = make([]bool, w.pages)
	if err := w.checkPage(uint64(tx.Cursor().Bucket().Root()), 0); err != nil {
		return err
	}
	return w.checkFreePages()
}

// walker is a Sound in progress.
type walker struct {
	file  io.ReaderAt
	size  int64 // of a page, in bytes
	pages uint64
	seen  []bool
}

// checkPage checks a page and all below it.
func (w *walker) checkPage(id uint64, depth int) error {
	h, elements, err := w.readPage(id, depth)
	if err != nil {
		return err
	}
	for i := range h.count {
		next, err := w.below(h.kind, elements[i*elementSize:], int64(id)*w.size+headerSize+i*elementSize)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		if next == 0 {
			continue
		}
		if err := w.checkPage(next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// readPage reads header and elements of a page that was not seen before.
func (w *walker) readPage(id uint64, depth int) (h pageHeader, elements []byte, err error) {
	if id >= w.pages || depth > maxDepth {
		return h, nil, fmt.Errorf("page %d leads out of the file or in a circle: %w", id, ErrDamaged)
	}
	var header [headerSize]byte
	if _, err := w.file.ReadAt(header[:], int64(id)*w.size); err != nil {
		return h, nil, err
	}
	h = readPageHeader(header[:])
	length := (h.more + 1) * w.size
	if h.id != id || id+uint64(h.more) >= w.pages || h.kind != branchPage && h.kind != leafPage || headerSize+h.count*elementSize > length {
		return h, nil, fmt.Errorf("page %d has a wrong header: %w", id, ErrDamaged)
	}
	for i := id; i <= id+uint64(h.more); i++ {
		if w.seen[i] {
			return h, nil, fmt.Errorf("page %d is used twice: %w", i, ErrDamaged)
		}
		w.seen[i] = true
	}
	if depth > 0 && h.count == 0 && h.kind == branchPage {
		return h, nil, fmt.Errorf("page %d leads nowhere: %w", id, ErrDamaged)
	}
	elements = make([]byte, max(h.count, 1)*elementSize)
	if _, err := w.file.ReadAt(elements, int64(id)*w.size+headerSize); err != nil {
		return h, nil, err
	}
	if !h.contiguous(elements, length) {
		return h, nil, fmt.Errorf("the elements of page %d do not follow one another: %w", id, ErrDamaged)
	}
	return h, elements, nil
}

// contiguous reports whether keys and values follow one another after the elements, as bbolt writes them. This finds damaged counts, positions and
// lengths. After the header of an empty page there are only zeros.
func (h *pageHeader) contiguous(elements []byte, length int64) bool {
	if h.count == 0 {
		return [elementSize]byte(elements) == [elementSize]byte{}
	}
	at := headerSize + h.count*elementSize
	for i := range h.count {
		e := readElement(h.kind, elements[i*elementSize:])
		if headerSize+i*elementSize+e.at != at {
			return false
		}
		at += e.key + e.value
	}
	return at <= length
}

// below returns the page to which an element leads, 0 if there is none. at is the position of the element in the file.
func (w *walker) below(kind uint16, b []byte, at int64) (uint64, error) {
	if kind == branchPage {
		return branchTarget(b), nil
	}
	e := readElement(kind, b)
	if !e.bucket {
		return 0, nil
	}
	value := make([]byte, max(e.value, bucketSize+headerSize+elementSize))
	if n, err := w.file.ReadAt(value, at+e.at+e.key); err != nil && n < bucketSize {
		return 0, err
	}
	if root := bucketRoot(value); root != 0 {
		return root, nil
	}
	if h := readPageHeader(value[bucketSize:]); e.value < bucketSize+headerSize || h.kind != leafPage ||
		bucketSize+headerSize+h.count*elementSize > e.value || !h.contiguous(smallBucketElements(value, e.value), e.value-bucketSize) {
		return 0, fmt.Errorf("a small bucket has a wrong header: %w", ErrDamaged)
	}
	if !keysAscend(value[bucketSize:e.value]) {
		return 0, fmt.Errorf("the keys of a small bucket are out of order: %w", ErrDamaged)
	}
	return 0, nil
}

// keysAscend reports whether the keys of a leaf ascend. The elements must lie within the page. bbolt cannot find a key that is out of order, and its
// own check does not look into small buckets.
func keysAscend(page []byte) bool {
	var last []byte
	for i := range readPageHeader(page).count {
		b := page[headerSize+i*elementSize:]
		e := readElement(leafPage, b)
		key := b[e.at : e.at+e.key]
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return false
		}
		last = key
	}
	return true
}

// smallBucketElements returns the elements of a small bucket, whose value has the given length. It returns room for one element if there is none.
func smallBucketElements(value []byte, length int64) []byte {
	if length < bucketSize+headerSize+elementSize {
		return make([]byte, elementSize)
	}
	return value[bucketSize+headerSize : length]
}

// checkFreePages looks for pages that are both in use and in the list of free pages. If the crawl went on, it would overwrite them.
func (w *walker) checkFreePages() error {
	list, err := w.freeList()
	if err != nil || list == noFreeList {
		return err
	}
	var header [headerSize + 8]byte
	if list >= w.pages {
		return fmt.Errorf("the list of free pages is outside of the file: %w", ErrDamaged)
	}
	if _, err := w.file.ReadAt(header[:], int64(list)*w.size); err != nil {
		return err
	}
	h := readPageHeader(header[:])
	at := int64(headerSize)
	if h.count == 0xffff { // too many for the header: the count follows it
		h.count, at = int64(binary.NativeEndian.Uint64(header[headerSize:])), headerSize+8
	}
	if h.id != list || h.kind != freePage || h.count < 0 || h.count > int64(w.pages) || at+8*h.count > (h.more+1)*w.size {
		return fmt.Errorf("page %d, the list of free pages, has a wrong header: %w", list, ErrDamaged)
	}
	ids := make([]byte, 8*h.count)
	if _, err := w.file.ReadAt(ids, int64(list)*w.size+at); err != nil {
		return err
	}
	for ; len(ids) > 0; ids = ids[8:] {
		if id := binary.NativeEndian.Uint64(ids); id < 2 || id >= w.pages || w.seen[id] {
			return fmt.Errorf("page %d is used and on the list of free pages: %w", id, ErrDamaged)
		}
	}
	return nil
}

// freeList returns the page where the newest meta page has its list of free pages.
func (w *walker) freeList() (uint64, error) {
	var newest metaPage
	for i := range int64(2) {
		b := make([]byte, headerSize+metaSize)
		if _, err := w.file.ReadAt(b, i*w.size); err != nil {
			return 0, err
		}
		m, ok := readMeta(b[headerSize:])
		if !ok { // the other may be of an earlier state, without the latest pages
			return 0, fmt.Errorf("header %d of the file is damaged: %w", i, ErrDamaged)
		}
		if m.txid >= newest.txid {
			newest = m
		}
	}
	return newest.free, nil
}
