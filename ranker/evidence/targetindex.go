package evidence

import "math/bits"

// makeIndex makes the index by which find finds the targets of a list. It is a hash table with linear probing, whose place for a target is given by
// the lower bits of the target's fingerprint. A slot has the upper half of the fingerprint above the target's number in the list, counted from 1. An
// empty slot is 0. A map would need three times the memory accesses, and nearly twice the memory.
func (l *targetList) makeIndex() {
	const least = 8
	l.index = make([]uint64, max(least, 1<<bits.Len(uint(2*l.n)))) // at least half of the slots are empty
	for i := range l.n {
		l.addToIndex(i)
	}
}

// next returns the slot after a slot.
func (l *targetList) next(slot uint64) uint64 { return (slot + 1) & uint64(len(l.index)-1) }

func (l *targetList) firstSlot(fingerprint uint64) uint64 {
	return fingerprint & uint64(len(l.index)-1)
}

// addToIndex adds the i-th target to the index, which must have an empty slot.
func (l *targetList) addToIndex(i int) {
	fingerprint := l.at(i).fingerprint
	slot := l.firstSlot(fingerprint)
	for l.index[slot] != 0 {
		slot = l.next(slot)
	}
	l.index[slot] = fingerprint&^uint64(1<<32-1) | uint64(i+1)
}

// find returns the number of the target with a fingerprint.
func (l *targetList) find(fingerprint uint64) (at int, ok bool) {
	if len(l.index) == 0 {
		return 0, false
	}
	for slot := l.firstSlot(fingerprint); l.index[slot] != 0; slot = l.next(slot) {
		at := int(uint32(l.index[slot])) - 1
		if l.index[slot]>>32 == fingerprint>>32 && l.at(at).fingerprint == fingerprint {
			return at, true
		}
	}
	return 0, false
}

// removeLast drops the targets from n on, which must be those that were added last. No other target passed over their slots when it was added, so the
// slots become empty.
func (l *targetList) removeLast(n int) {
	for i := l.n - 1; i >= n; i-- {
		slot := l.firstSlot(l.at(i).fingerprint)
		for int(uint32(l.index[slot])) != i+1 {
			slot = l.next(slot)
		}
		l.index[slot] = 0
	}
	l.cut(n)
}
