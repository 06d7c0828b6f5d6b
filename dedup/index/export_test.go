package index

// Bytes returns the memory that the index takes. What the allocator rounds up to is not counted.
func (m *Memory) Bytes() int {
	total := m.splitKeys.bytes()
	for i := range m.shards {
		total += m.shards[i].bytes()
	}
	return total
}

func (s *splitKeys) bytes() int {
	total := 8 * cap(s.pages)
	for _, p := range s.pages {
		if p != nil {
			total += 4 * splitKeysPage
		}
	}
	return total
}

func (s *shard) bytes() int {
	return 64*cap(s.lines) + lineSlots*cap(s.low) + s.lists.bytes() + 16*len(s.overflow)
}

func (l *lists) bytes() int {
	total := 4 * cap(l.words)
	for _, free := range l.free {
		total += 4 * cap(free)
	}
	return total
}

// PartKey returns the key of the part of a split bucket for a split key.
func PartKey(key, splitKey uint64) uint64 { return partKey(key, foldSplitKey(splitKey)) }
