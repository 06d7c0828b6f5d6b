package frontier

// seenBuilder fills an empty seen table at once. Adding fingerprints one by one would access memory at random. seenBuilder fills a few shards at a
// time, which fit into the processor's caches.
type seenBuilder struct {
	blocks [][]uint64 // fingerprints by record
}

const (
	builderBlock  = 1 << 16
	builderGroups = 16
	groupShards   = seenShards / builderGroups
)

func (b *seenBuilder) addFingerprint(fingerprint uint64) {
	last := len(b.blocks) - 1
	if last < 0 || len(b.blocks[last]) == builderBlock {
		b.blocks = append(b.blocks, make([]uint64, 0, builderBlock))
		last++
	}
	b.blocks[last] = append(b.blocks[last], fingerprint)
}

// build moves everything into s. Of equal fingerprints it keeps the first; repeated is the number of the others.
func (b *seenBuilder) build(s *seen) (repeated int) {
	var parts [groupShards][]seenPlace
	for group := range uint64(builderGroups) {
		record := uint32(0)
		for _, block := range b.blocks {
			for _, fingerprint := range block {
				record++
				if shard := fingerprint >> (64 - seenShardBits); shard/groupShards == group {
					part := &parts[shard%groupShards]
					*part = append(*part, seenPlace{uint32(fingerprint >> 32), uint32(fingerprint), record})
				}
			}
		}
		for i := range parts {
			number := int(group)*groupShards + i
			repeated += s.shards[number].fill(number, parts[i])
			parts[i] = parts[i][:0]
		}
	}
	b.blocks = nil
	return repeated
}

// fill puts places into an empty shard. The spare room depends on the shard's number, so that shards that are filled at the same time do not grow at
// the same time.
func (s *seenShard) fill(number int, places []seenPlace) (repeated int) {
	if len(places) == 0 {
		return 0
	}
	n := len(places)*8/7 + 16
	s.grow(uint32(n + n/4*number/seenShards))
	for _, p := range places {
		i, found := s.search(p.fingerprint())
		if found {
			repeated++
			continue
		}
		s.put(i, p)
	}
	return repeated
}
