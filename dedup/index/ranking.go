package index

import (
	"cmp"
	"slices"
)

// ranking counts for each document how many keys it shares.
type ranking struct {
	docs   []uint32 // one entry for each key of a document
	counts []docCount
	table  []uint32 // hash table of positions in counts + 1; 0 is free
}

type docCount struct {
	doc   uint32
	count int
}

// rank calls use with the documents. Those that share more keys come first, then those with lower numbers.
func (r *ranking) rank(limit int, use func(doc uint64)) {
	if len(r.docs) == 0 {
		return
	}
	r.countDocs()
	slices.SortFunc(r.counts, func(a, b docCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.doc, b.doc))
	})
	for _, x := range r.counts[:min(len(r.counts), limit)] {
		use(uint64(x.doc))
	}
}

// countDocs fills counts. It is faster than sorting docs.
func (r *ranking) countDocs() {
	size := 16
	for size < 2*len(r.docs) {
		size *= 2
	}
	if len(r.table) < size {
		r.table = make([]uint32, size)
	}
	table := r.table[:size]
	clear(table)
	r.counts = r.counts[:0]
	for _, doc := range r.docs {
		at := uint64(doc*0x9e3779b1) * uint64(size) >> 32
		for table[at] != 0 && r.counts[table[at]-1].doc != doc {
			at = (at + 1) & uint64(size-1)
		}
		if table[at] == 0 {
			r.counts = append(r.counts, docCount{doc: doc})
			table[at] = uint32(len(r.counts))
		}
		r.counts[table[at]-1].count++
	}
}
