package frontier

import "cmp"

// A heap holds entries, the one with the least key in front. It is a tree with four children to a node. It grows by
// blocks, since one slice that doubles would leave as much garbage as there are entries.
type heap[K cmp.Ordered, V any] struct {
	first  []entry[K, V]   // the first block, of any size up to heapBlock
	blocks [][]entry[K, V] // further blocks of heapBlock each
	n      int
}

// entry has its value as the first field, so that an empty value takes no memory.
type entry[K cmp.Ordered, V any] struct {
	value V
	key   K
}

const (
	heapBlock    = 512
	heapChildren = 4
)

func (h *heap[K, V]) at(i int) *entry[K, V] {
	if i < heapBlock {
		return &h.first[i]
	}
	return &h.blocks[i/heapBlock-1][i%heapBlock]
}

func (h *heap[K, V]) empty() bool      { return h.n == 0 }
func (h *heap[K, V]) top() entry[K, V] { return h.first[0] }

// reserve allocates room for n entries in all.
func (h *heap[K, V]) reserve(n int) {
	if first := min(n, heapBlock); cap(h.first) < first {
		h.first = append(make([]entry[K, V], 0, first), h.first...)
	}
	for n > heapBlock*(1+len(h.blocks)) {
		h.blocks = append(h.blocks, make([]entry[K, V], heapBlock))
	}
}

// extend adds a place at the end, whose entry the caller sets.
func (h *heap[K, V]) extend() {
	switch {
	case h.n >= heapBlock:
		h.reserve(h.n + 1)
	case h.n == cap(h.first):
		h.reserve(min(heapBlock, 1+2*h.n))
		fallthrough
	default:
		h.first = h.first[:h.n+1]
	}
	h.n++
}

// shorten removes the last place and returns its entry.
func (h *heap[K, V]) shorten() entry[K, V] {
	h.n--
	last := *h.at(h.n)
	if h.n < heapBlock {
		h.first = h.first[:h.n]
	}
	return last
}

func (h *heap[K, V]) push(key K, value V) {
	h.extend()
	h.rise(h.n-1, entry[K, V]{value, key}, nil)
}

// pop removes the entry with the least key.
func (h *heap[K, V]) pop() entry[K, V] {
	top := h.top()
	if last := h.shorten(); h.n > 0 {
		h.sink(0, last, nil)
	}
	return top
}

// place puts e into the free place i and then moves it to where it belongs. It calls moved for each entry whose place changes.
func (h *heap[K, V]) place(i int, e entry[K, V], moved func(value V, place int)) {
	if i > 0 && h.at((i-1)/heapChildren).key > e.key {
		h.rise(i, e, moved)
	} else {
		h.sink(i, e, moved)
	}
}

func (h *heap[K, V]) rise(i int, e entry[K, V], moved func(V, int)) {
	for i > 0 {
		parent := h.at((i - 1) / heapChildren)
		if parent.key <= e.key {
			break
		}
		h.set(i, *parent, moved)
		i = (i - 1) / heapChildren
	}
	h.set(i, e, moved)
}

func (h *heap[K, V]) sink(i int, e entry[K, V], moved func(V, int)) {
	for {
		child := h.leastChild(i)
		if child == 0 || h.at(child).key >= e.key {
			break
		}
		h.set(i, *h.at(child), moved)
		i = child
	}
	h.set(i, e, moved)
}

func (h *heap[K, V]) set(i int, e entry[K, V], moved func(V, int)) {
	*h.at(i) = e
	if moved != nil {
		moved(e.value, i)
	}
}

// leastChild returns the child of i with the least key, 0 if i has no children.
func (h *heap[K, V]) leastChild(i int) int {
	first := heapChildren*i + 1
	if first >= h.n {
		return 0
	}
	least, key := first, h.at(first).key
	for child := first + 1; child < min(first+heapChildren, h.n); child++ {
		if k := h.at(child).key; k < key {
			least, key = child, k
		}
	}
	return least
}
