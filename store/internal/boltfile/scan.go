package boltfile

import (
	"io"
	"os"

	"gannet/store/internal/entry"
)

// Scan reads a database file that may be damaged anywhere, so it trusts no part of it. Bytes that the disk cannot read count as zero.
type Scan struct {
	file     io.ReaderAt
	size     int64 // in bytes
	pageSize int64 // likewise
	meta     metaPage
	live     []bool // pages that the tree still leads to
	visited  []bool // of these, the leaves whose entries Walk gave
}

// Entry is a key and its value as they are in a database file. Bucket is "" if the entry's bucket is not known.
type Entry struct {
	Bucket     string
	Key, Value []byte
}

// NewScan returns a Scan of a file. It looks for a meta page, which states the page size. If there is none, it assumes the system's page
// size.
func NewScan(file io.ReaderAt, size int64) *Scan {
	s := &Scan{file: file, size: size, pageSize: int64(os.Getpagesize())}
	for at := int64(0); at < min(size, 1<<17); at += 1 << 10 { // the second meta page is a page behind the first
		m, ok := readMeta(s.read(at+headerSize, metaSize))
		if ok && m.pageSize >= 1<<10 && m.pageSize <= 1<<16 && m.txid >= s.meta.txid {
			s.meta, s.pageSize = m, m.pageSize
		}
	}
	s.live = make([]bool, size/s.pageSize+1)
	s.visited = make([]bool, len(s.live))
	return s
}

// read returns n bytes from a position on.
func (s *Scan) read(at int64, n int) []byte {
	b := make([]byte, n)
	s.readInto(b, at)
	return b
}

func (s *Scan) readInto(b []byte, at int64) {
	if at >= s.size {
		clear(b)
		return
	}
	n, err := s.file.ReadAt(b, at)
	if err == nil || err == io.EOF {
		clear(b[n:])
		return
	}
	clear(b)
	for from := int64(0); from < int64(len(b)); from += s.pageSize { // page by page what can be read
		part := b[from:min(from+s.pageSize, int64(len(b)))]
		if n, err := s.file.ReadAt(part, at+from); err != nil && err != io.EOF {
			clear(part[n:])
		}
	}
}

// step is a page that Walk has still to visit.
type step struct {
	page   uint64
	bucket string
	depth  int // buckets around it
}

// Walk follows the tree of the file as far as it is intact, and calls use for the entries on its leaves. It visits no page twice.
func (s *Scan) Walk(use func(Entry) error) error {
	clear(s.live)
	clear(s.visited)
	for todo := []step{{page: s.meta.root}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		below, err := s.visit(at, use)
		if err != nil {
			return err
		}
		todo = append(todo[:len(todo)-1], below...)
	}
	return nil
}

// visit gives the entries of a page and returns the pages below it.
func (s *Scan) visit(at step, use func(Entry) error) (below []step, err error) {
	if at.page < 2 || at.page >= uint64(len(s.live)) || s.live[at.page] {
		return nil, nil
	}
	s.live[at.page] = true
	h, b := s.load(at.page)
	if b == nil {
		return nil, nil
	}
	for i := range uint64(h.more) {
		s.live[at.page+i+1] = true
	}
	if h.kind == branchPage {
		for i := range h.count {
			below = append(below, step{branchTarget(b[headerSize+i*elementSize:]), at.bucket, at.depth})
		}
		return below, nil
	}
	for i := range uint64(h.more) + 1 {
		s.visited[at.page+i] = true
	}
	err = eachLeafElement(b, h.count, func(k, v []byte, bucket bool) error {
		switch {
		case !bucket:
			return use(Entry{at.bucket, k, v})
		case at.depth > 0 || len(v) < bucketSize:
			return nil
		}
		if root := bucketRoot(v); root != 0 {
			below = append(below, step{root, string(k), 1})
			return nil
		}
		return eachInSmallBucket(k, v, use)
	})
	return below, err
}

// load reads a page. It returns nil if the page's header cannot be right.
func (s *Scan) load(page uint64) (pageHeader, []byte) {
	h := readPageHeader(s.read(int64(page)*s.pageSize, headerSize))
	length := (h.more + 1) * s.pageSize
	if h.id != page || h.kind != branchPage && h.kind != leafPage || int64(page)+h.more >= int64(len(s.live)) ||
		length > min(entry.MaxValue, s.size+s.pageSize) || headerSize+h.count*elementSize > length {
		return h, nil
	}
	return h, s.read(int64(page)*s.pageSize, int(length))
}
