package index

import (
	"cmp"
	"slices"
)

// ranking counts how many keys documents share, in a hash table of places in runs.
type ranking struct {
	docs  []uint32 // listed once for each key
	runs  []run
	table []uint32 // place in runs + 1, 0 if free
}

type run struct {
	doc   uint32
	count int
}

// rank hands out the documents listed, those listed more often first, then those of lower numbers.
func (r *ranking) rank(most int, use func(doc uint64)) {
	if len(r.docs) == 0 {
		return
	}
	r.count()
	slices.SortFunc(r.runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.doc, b.doc))
	})
	for _, x := range r.runs[:min(len(r.runs), most)] {
		use(uint64(x.doc))
	}
}

// count makes the runs. Sorting the list instead took longer than finding it.
func (r *ranking) count() {
	size := 16
	for size < 2*len(r.docs) {
		size *= 2
	}
	if len(r.table) < size {
		r.table = make([]uint32, size)
	}
	table := r.table[:size]
	clear(table)
	r.runs = r.runs[:0]
	for _, doc := range r.docs {
		at := uint64(doc*0x9e3779b1) * uint64(size) >> 32
		for table[at] != 0 && r.runs[table[at]-1].doc != doc {
			at = (at + 1) & uint64(size-1)
		}
		if table[at] == 0 {
			r.runs = append(r.runs, run{doc: doc})
			table[at] = uint32(len(r.runs))
		}
		r.runs[table[at]-1].count++
	}
}
