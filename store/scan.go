package store

import (
	"bytes"
	"io"
	"os"
)

// scan reads a file that may be damaged anywhere, without trusting any of it. Bytes that the disk refuses are zero.
type scan struct {
	file   io.ReaderAt
	size   int64 // in bytes
	page   int64 // likewise
	header fileHeader
	live   []bool // pages that the tree still leads to
	told   []bool // of these, the leaves whose records the walk gave
}

// pair is a record as it stands in the file. The bucket is "" where it is not known.
type pair struct {
	bucket string
	k, v   []byte
}

// newScan looks for a header. Without one the system's page size stands for the file's.
func newScan(file io.ReaderAt, size int64) *scan {
	s := &scan{file: file, size: size, page: int64(os.Getpagesize())}
	for at := int64(0); at < min(size, 1<<17); at += 1 << 10 { // the second header is a page behind the first
		h, ok := readFileHeader(s.read(at+pageHead, fileHead))
		if ok && h.pageSize >= 1<<10 && h.pageSize <= 1<<16 && h.txid >= s.header.txid {
			s.header, s.page = h, h.pageSize
		}
	}
	s.live = make([]bool, size/s.page+1)
	s.told = make([]bool, len(s.live))
	return s
}

// read gives n bytes from a place on.
func (s *scan) read(at int64, n int) []byte {
	b := make([]byte, n)
	s.fill(b, at)
	return b
}

func (s *scan) fill(b []byte, at int64) {
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
	for from := int64(0); from < int64(len(b)); from += s.page { // what of it can be had
		part := b[from:min(from+s.page, int64(len(b)))]
		if n, err := s.file.ReadAt(part, at+from); err != nil && err != io.EOF {
			clear(part[n:])
		}
	}
}

// walk goes down the tree as far as it leads, and gives what it finds on the leaves. No page is looked at twice.
func (s *scan) walk(use func(pair) error) error {
	type step struct {
		page   uint64
		bucket string
		depth  int // buckets around
	}
	clear(s.live)
	clear(s.told)
	for todo := []step{{page: s.header.root}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.page < 2 || at.page >= uint64(len(s.live)) || s.live[at.page] {
			continue
		}
		s.live[at.page] = true
		h, b := s.load(at.page)
		if b == nil {
			continue
		}
		for i := range uint64(h.more) {
			s.live[at.page+i+1] = true
		}
		if h.kind == branchPage {
			for i := range h.count {
				todo = append(todo, step{s.child(b, i), at.bucket, at.depth})
			}
			continue
		}
		for i := range uint64(h.more) + 1 {
			s.told[at.page+i] = true
		}
		err := eachElement(b, h.count, func(k, v []byte, bucket bool) error {
			switch {
			case !bucket:
				return use(pair{at.bucket, k, v})
			case at.depth > 0 || len(v) < bucketHead:
				return nil
			}
			if root := readRoot(v); root != 0 {
				todo = append(todo, step{root, string(k), 1})
				return nil
			}
			return eachSmall(k, v, use)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// load reads a page, nil if its header cannot be right.
func (s *scan) load(page uint64) (pageHeader, []byte) {
	h := readHead(s.read(int64(page)*s.page, pageHead))
	length := (h.more + 1) * s.page
	if h.id != page || h.kind != branchPage && h.kind != leafPage || int64(page)+h.more >= int64(len(s.live)) ||
		length > min(maxRecord, s.size+s.page) || pageHead+h.count*elementSize > length {
		return h, nil
	}
	return h, s.read(int64(page)*s.page, int(length))
}

// eachSealed gives every whole sealed record on pages that the tree leads to, or on the others. What lies inside of a
// whole record is its content and no record.
func (s *scan) eachSealed(live bool, use func(kind byte, k, value []byte) error) error {
	const step = 4 << 20
	b := make([]byte, step+sealFixed)
	for base, next := int64(0), int64(0); base < s.size; base += step {
		s.fill(b, base)
		for i := 0; ; {
			found := bytes.Index(b[i:], []byte(sealMagic))
			if found < 0 || i+found >= step {
				break
			}
			i += found
			at := base + int64(i)
			n := sealedLength(b[i:])
			if i++; at < next || n == 0 || at+int64(n) > s.size {
				continue
			}
			value := s.read(at, n)
			kind, k, _, ok := openSeal(value)
			if !ok {
				continue
			}
			next = at + int64(n)
			if s.live[at/s.page] != live {
				continue
			}
			if err := use(kind, k, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachStray gives what stands on leaves that the walk did not come to, live or not. Their header may be damaged: how many
// elements there are is told by where the first one's key is, too.
func (s *scan) eachStray(use func(pair) error) error {
	for page := uint64(2); page < uint64(len(s.live)); page++ {
		if s.told[page] {
			continue
		}
		h, b := s.load(page)
		if b == nil || h.kind != leafPage {
			if h, b = s.guess(page); b == nil {
				continue
			}
		}
		err := eachElement(b, h.count, func(k, v []byte, bucket bool) error {
			if bucket {
				return eachSmall(k, v, use)
			}
			return use(pair{"", k, v})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// guess reads a page as a leaf whose header is damaged; nil if its elements are none either.
func (s *scan) guess(page uint64) (h pageHeader, b []byte) {
	first := s.read(int64(page)*s.page+pageHead, elementSize)
	e := readElement(leafPage, first)
	if e.bucket || e.at <= 0 || e.at%elementSize != 0 || pageHead+e.at > s.page {
		return h, nil
	}
	h = pageHeader{id: page, kind: leafPage, count: e.at / elementSize}
	last := readElement(leafPage, s.read(int64(page)*s.page+pageHead+(h.count-1)*elementSize, elementSize))
	length := pageHead + (h.count-1)*elementSize + last.at + last.key + last.value
	if length > maxRecord || int64(page)*s.page+length > s.size {
		length = s.page
	}
	return h, s.read(int64(page)*s.page, int(max(length, s.page)))
}
