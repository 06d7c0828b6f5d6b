package index

import "slices"

// partKey returns the key of a part of a split bucket. It depends only on splitKey and on the prefix of the bucket's key.
func partKey(key uint64, splitKey uint32) uint64 {
	h := prefixOf(key) ^ uint64(splitKey)*0x9e3779b97f4a7c15
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// The prefix of a key is its first 36 bits. Indexes ignore the other bits, so keys with equal prefixes share a bucket.
const prefixBits = shardBits + 32

// prefixOf returns a key with all bits after its prefix cleared.
func prefixOf(key uint64) uint64 {
	const rest = 64 - prefixBits
	return key >> rest << rest
}

// Prefix returns the first 36 bits of an index key, which are all that indexes compare. Documents whose keys have the same prefix share a
// bucket.
func Prefix(key uint64) uint64 { return key >> (64 - prefixBits) }

// foldSplitKey reduces a split key to 32 bits, never 0.
func foldSplitKey(splitKey uint64) uint32 { return uint32(splitKey*0x9e3779b97f4a7c15>>32) | 1 }

// searchDocs returns the position of a document in an ascending list, or the position at which to insert it.
func searchDocs(docs []uint32, doc uint32) (at int, found bool) {
	if n := len(docs); n == 0 || docs[n-1] < doc {
		return n, false
	}
	return slices.BinarySearch(docs, doc)
}

// splitKeys stores the split keys of documents in pages, because most documents are numbered consecutively.
type splitKeys struct {
	pages []*[splitKeysPage]uint32 // 0 for a document that is not in the index
}

const splitKeysPage = 1 << 12

// setOnce stores a document's split key, unless the document already has one. It returns the stored one.
func (s *splitKeys) setOnce(doc uint32, splitKey uint64) uint32 {
	at := s.at(doc)
	if *at == 0 {
		*at = foldSplitKey(splitKey)
	}
	return *at
}

// at returns the place where a document's split key is stored. It makes the page if necessary.
func (s *splitKeys) at(doc uint32) *uint32 {
	page := int(doc / splitKeysPage)
	if page >= len(s.pages) {
		s.pages = append(s.pages, make([]*[splitKeysPage]uint32, page+1-len(s.pages))...)
	}
	if s.pages[page] == nil {
		s.pages[page] = new([splitKeysPage]uint32)
	}
	return &s.pages[page][doc%splitKeysPage]
}

func (s *splitKeys) of(doc uint32) uint32 {
	if page := int(doc / splitKeysPage); page < len(s.pages) && s.pages[page] != nil {
		return s.pages[page][doc%splitKeysPage]
	}
	return 0
}
