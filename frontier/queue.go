package frontier

import (
	"math"
	"slices"
)

// An item is a queued link as a number; the lowest number is taken first. Its upper half is the order of the link's priority, its lower half the
// record. Among links with equal priorities, the one that was pushed first therefore comes first.
type item uint64

func itemOf(order, record uint32) item { return item(order)<<32 | item(record) }
func (i item) record() uint32          { return uint32(i) }
func (i item) order() uint32           { return uint32(i >> 32) }

// orderOf maps priorities to numbers that sort in the opposite direction.
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

// priorityOf is the inverse of orderOf.
func priorityOf(order uint32) float32 {
	if order>>31 == 0 {
		return math.Float32frombits(^order &^ (1 << 31))
	}
	return math.Float32frombits(order)
}

// A queue holds the links of one host, the best first. After a change of priority the old item stays in the queue; code that reads the head skips
// such items.
type queue struct{ heap[item, struct{}] }

// head returns the best item.
func (q *queue) head() item { return q.top().key }

// sweep removes repeated items, and those for which keep is false.
func (q *queue) sweep(keep func(item) bool) {
	kept := make([]item, 0, q.n)
	for i := range q.n {
		if x := q.at(i).key; keep(x) {
			kept = append(kept, x)
		}
	}
	slices.Sort(kept)
	*q = queue{}
	for _, x := range slices.Compact(kept) {
		q.addItem(x)
	}
}

func (q *queue) addItem(x item) { q.push(x, struct{}{}) }
