package frontier

import (
	"math"
	"slices"
)

// An item is a queued record with its priority, so that the lower number is taken first: the upper half is the
// order of the priority, the lower half the record, which decides between equals by first push.
type item uint64

func itemOf(order, record uint32) item { return item(order)<<32 | item(record) }
func (i item) record() uint32          { return uint32(i) }
func (i item) order() uint32           { return uint32(i >> 32) }

// orderOf maps priorities to numbers which sort the other way round.
func orderOf(priority float32) uint32 {
	switch {
	case priority != priority:
		priority = float32(math.Inf(-1))
	case priority == 0:
		priority = 0 // negative zero is zero
	}
	bits := math.Float32bits(priority)
	if bits>>31 == 0 {
		return ^(bits | 1<<31)
	}
	return bits
}

// priorityOf undoes orderOf.
func priorityOf(order uint32) float32 {
	if order>>31 == 0 {
		return math.Float32frombits(^order &^ (1 << 31))
	}
	return math.Float32frombits(order)
}

// queue is the links of one host: a heap with four children to a node, lowest item first. It grows by blocks, since
// doubling one slice would leave as much garbage as there are links. Items of records which were given another
// priority stay behind and are skipped by whoever reads the top.
type queue struct {
	first  []item   // the first block, of any size
	blocks [][]item // further blocks of blockItems each
	n      int
}

const blockItems = 512

func (q *queue) at(i int) *item {
	if i < blockItems {
		return &q.first[i]
	}
	return &q.blocks[i/blockItems-1][i%blockItems]
}

// reserve makes room for n items in all.
func (q *queue) reserve(n int) {
	if first := min(n, blockItems); cap(q.first) < first {
		q.first = append(make([]item, 0, first), q.first...)
	}
	for n > blockItems*(1+len(q.blocks)) {
		q.blocks = append(q.blocks, make([]item, blockItems))
	}
}

func (q *queue) push(x item) {
	if q.n < blockItems && q.n == cap(q.first) {
		q.reserve(min(blockItems, 4+q.n*3/2))
	} else if q.n >= blockItems {
		q.reserve(q.n + 1)
	}
	if q.n < blockItems {
		q.first = q.first[:q.n+1]
	}
	i := q.n
	q.n++
	for i > 0 {
		parent := q.at((i - 1) / 4)
		if *parent <= x {
			break
		}
		*q.at(i) = *parent
		i = (i - 1) / 4
	}
	*q.at(i) = x
}

func (q *queue) pop() item {
	top := *q.at(0)
	x := *q.at(q.n - 1)
	q.n--
	if q.n < blockItems {
		q.first = q.first[:q.n]
	}
	if q.n == 0 {
		return top
	}
	i := 0
	for {
		child := q.leastChild(i)
		if child == 0 || *q.at(child) >= x {
			break
		}
		*q.at(i) = *q.at(child)
		i = child
	}
	*q.at(i) = x
	return top
}

// leastChild is the lowest of the children of i, 0 if it has none.
func (q *queue) leastChild(i int) int {
	first := 4*i + 1
	if first >= q.n {
		return 0
	}
	least := first
	for child := first + 1; child < min(first+4, q.n); child++ {
		if *q.at(child) < *q.at(least) {
			least = child
		}
	}
	return least
}

// sweep drops the items for which keep is false, and repeated ones.
func (q *queue) sweep(keep func(item) bool) {
	kept := make([]item, 0, q.n)
	for i := range q.n {
		if x := *q.at(i); keep(x) {
			kept = append(kept, x)
		}
	}
	slices.Sort(kept)
	*q = queue{}
	for _, x := range slices.Compact(kept) {
		q.push(x)
	}
}
