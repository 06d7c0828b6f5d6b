package frontier

// ranked is a heap of ids by key in which an id can be found. positions has the place of each id, -1 for an id that is in no heap. Heaps that never
// have the same id share one slice of positions.
type ranked struct{ heap[uint64, uint32] }

// set adds id, or changes its key.
func (q *ranked) set(positions []int32, id uint32, key uint64) {
	i := int(positions[id])
	if i < 0 {
		q.extend()
		i = q.n - 1
	} else if q.at(i).key == key {
		return
	}
	q.place(i, entry[uint64, uint32]{id, key}, func(id uint32, place int) { positions[id] = int32(place) })
}

// remove takes id out of the heap if it is in it.
func (q *ranked) remove(positions []int32, id uint32) {
	i := int(positions[id])
	if i < 0 {
		return
	}
	positions[id] = -1
	if last := q.shorten(); i < q.n {
		q.place(i, last, func(id uint32, place int) { positions[id] = int32(place) })
	}
}
