package index

import "slices"

// partKey gives the key of the part of a split bucket, of as many bits of the bucket's key as Memory tells apart.
func partKey(key uint64, second uint32) uint64 {
	h := toldOf(key) ^ uint64(second)*0x9e3779b97f4a7c15
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// fold makes 32 bits of a second key, never 0.
func fold(second uint64) uint32 { return uint32(second*0x9e3779b97f4a7c15>>32) | 1 }

// search gives where a document is among others that ascend, or where it would be.
func search(docs []uint32, doc uint32) (int, bool) {
	if n := len(docs); n == 0 || docs[n-1] < doc {
		return n, false
	}
	return slices.BinarySearch(docs, doc)
}

// seconds keeps the second keys of documents, in pages, since documents are mostly numbered one after the other.
type seconds struct {
	pages []*[secondsPage]uint32 // 0 for a document that is not there
}

const secondsPage = 1 << 12

// set keeps a document's second key unless it has one, and gives that which it has.
func (s *seconds) set(doc uint32, second uint64) uint32 {
	at := s.at(doc)
	if *at == 0 {
		*at = fold(second)
	}
	return *at
}

// at gives where a document's second key is kept, with room for it.
func (s *seconds) at(doc uint32) *uint32 {
	page := int(doc / secondsPage)
	if page >= len(s.pages) {
		s.pages = append(s.pages, make([]*[secondsPage]uint32, page+1-len(s.pages))...)
	}
	if s.pages[page] == nil {
		s.pages[page] = new([secondsPage]uint32)
	}
	return &s.pages[page][doc%secondsPage]
}

func (s *seconds) of(doc uint32) uint32 {
	if page := int(doc / secondsPage); page < len(s.pages) && s.pages[page] != nil {
		return s.pages[page][doc%secondsPage]
	}
	return 0
}

// each hands on the documents, ascending, and their second keys.
func (s *seconds) each(use func(doc, second uint32)) {
	for i, page := range s.pages {
		if page == nil {
			continue
		}
		for j, second := range page {
			if second != 0 {
				use(uint32(i*secondsPage+j), second)
			}
		}
	}
}

func (s *seconds) count() (n int) {
	s.each(func(_, _ uint32) { n++ })
	return n
}

func (s *seconds) bytes() int {
	total := 8 * cap(s.pages)
	for _, p := range s.pages {
		if p != nil {
			total += 4 * secondsPage
		}
	}
	return total
}
