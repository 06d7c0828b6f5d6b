package index

import "fmt"

type Memory struct {
	buckets map[uint64][]uint32
	second  map[uint32]uint64
	last    uint64
	ranking ranking
}

func NewMemory() *Memory { return &Memory{buckets: map[uint64][]uint32{}, second: map[uint32]uint64{}} }

func (m *Memory) Add(doc uint64, keys []uint64, second uint64) error {
	if doc > MaxDocument {
		return fmt.Errorf("index: document %d: numbers end at %d", doc, MaxDocument)
	}
	if _, ok := m.second[uint32(doc)]; !ok {
		m.second[uint32(doc)] = second
	}
	for _, k := range keys {
		m.buckets[k] = append(m.buckets[k], uint32(doc))
	}
	m.last = max(m.last, doc)
	return nil
}

func (m *Memory) Candidates(keys []uint64, second uint64, most int, use func(doc uint64)) error {
	m.ranking.docs = m.ranking.docs[:0]
	for _, k := range keys {
		docs := m.buckets[k]
		if len(docs) > BucketSize {
			all := docs
			docs = nil
			for _, d := range all {
				if m.second[d] == second {
					docs = append(docs, d)
				}
			}
		}
		m.ranking.docs = append(m.ranking.docs, docs[max(0, len(docs)-BucketSize):]...)
	}
	m.ranking.rank(most, use)
	return nil
}

func (m *Memory) Last() uint64 { return m.last }
func (m *Memory) Close() error { return nil }
