package boltfile

import (
	"bytes"

	"gannet/store/internal/entry"
)

// EachSealed calls use for every intact sealed entry: for those on pages that Walk has reached if live is true, otherwise for those on all
// other pages. What looks like a seal inside of an intact entry is ignored, because it is part of the entry's content.
func (s *Scan) EachSealed(live bool, use func(kind entry.Kind, k, sealed []byte) error) error {
	const step = 4 << 20
	b := make([]byte, step+entry.FixedSize)
	for base, next := int64(0), int64(0); base < s.size; base += step {
		s.readInto(b, base)
		for i := 0; ; {
			found := bytes.Index(b[i:], []byte(entry.Magic))
			if found < 0 || i+found >= step {
				break
			}
			i += found
			at := base + int64(i)
			n := entry.SealedSize(b[i:])
			if i++; at < next || n == 0 || at+int64(n) > s.size {
				continue
			}
			sealed := s.read(at, n)
			kind, k, _, ok := entry.Unseal(sealed)
			if !ok {
				continue
			}
			next = at + int64(n)
			if s.live[at/s.pageSize] != live {
				continue
			}
			if err := use(kind, k, sealed); err != nil {
				return err
			}
		}
	}
	return nil
}

// EachStray calls use for the entries on leaves that Walk has not reached. If the header of such a leaf is damaged, the number of its
// entries follows from the position of the first key.
func (s *Scan) EachStray(use func(Entry) error) error {
	for page := uint64(2); page < uint64(len(s.live)); page++ {
		if s.visited[page] {
			continue
		}
		h, b := s.load(page)
		if b == nil || h.kind != leafPage {
			if h, b = s.loadWithoutHeader(page); b == nil {
				continue
			}
		}
		err := eachLeafElement(b, h.count, func(k, v []byte, bucket bool) error {
			if bucket {
				return eachInSmallBucket(k, v, use)
			}
			return use(Entry{"", k, v})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// loadWithoutHeader reads a page as a leaf whose header is damaged. It returns nil if the elements cannot be right either.
func (s *Scan) loadWithoutHeader(page uint64) (h pageHeader, b []byte) {
	first := s.read(int64(page)*s.pageSize+headerSize, elementSize)
	e := readElement(leafPage, first)
	if e.bucket || e.at <= 0 || e.at%elementSize != 0 || headerSize+e.at > s.pageSize {
		return h, nil
	}
	h = pageHeader{id: page, kind: leafPage, count: e.at / elementSize}
	last := readElement(leafPage, s.read(int64(page)*s.pageSize+headerSize+(h.count-1)*elementSize, elementSize))
	length := headerSize + (h.count-1)*elementSize + last.at + last.key + last.value
	if length > entry.MaxValue || int64(page)*s.pageSize+length > s.size {
		length = s.pageSize
	}
	return h, s.read(int64(page)*s.pageSize, int(max(length, s.pageSize)))
}
