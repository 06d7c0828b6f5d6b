package frontier

// ranked is a binary heap of ids by key, lowest first, in which an id can be found again: pos holds each id's place,
// -1 where it is in no heap. Heaps that never share an id share one pos.
type ranked struct {
	items []rankedItem
}

type rankedItem struct {
	key uint64
	id  uint32
}

func (q *ranked) empty() bool     { return len(q.items) == 0 }
func (q *ranked) top() rankedItem { return q.items[0] }

// set puts id into the heap, or gives it a new key.
func (q *ranked) set(pos []int32, id uint32, key uint64) {
	i := int(pos[id])
	if i < 0 {
		i = len(q.items)
		q.items = append(q.items, rankedItem{})
	} else if q.items[i].key == key {
		return
	}
	q.place(pos, i, rankedItem{key, id})
}

// remove takes id out of the heap if it is in it.
func (q *ranked) remove(pos []int32, id uint32) {
	i := int(pos[id])
	if i < 0 {
		return
	}
	pos[id] = -1
	last := len(q.items) - 1
	moved := q.items[last]
	q.items = q.items[:last]
	if i < last {
		q.place(pos, i, moved)
	}
}

// place puts item where it belongs, beginning at the free place i.
func (q *ranked) place(pos []int32, i int, item rankedItem) {
	for i > 0 {
		parent := (i - 1) / 2
		if q.items[parent].key <= item.key {
			break
		}
		q.items[i] = q.items[parent]
		pos[q.items[i].id] = int32(i)
		i = parent
	}
	for {
		child := 2*i + 1
		if child >= len(q.items) {
			break
		}
		if child+1 < len(q.items) && q.items[child+1].key < q.items[child].key {
			child++
		}
		if q.items[child].key >= item.key {
			break
		}
		q.items[i] = q.items[child]
		pos[q.items[i].id] = int32(i)
		i = child
	}
	q.items[i] = item
	pos[item.id] = int32(i)
}
