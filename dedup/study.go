package dedup

import (
	"sync"

	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Study measures pairs of postings as a Deduper would that has seen all of them: for training a verdict model, and to
// explain a verdict. Prepare may be called by any goroutine, all else by one at a time.
type Study struct {
	sketchers sync.Pool
	frequent  *frequencies
	index     index.Index
	records   []*Record
	keys      []uint64
}

// NewStudy makes a Study.
func NewStudy() *Study {
	return &Study{sketchers: newSketchers(), frequent: newFrequencies(defaultFrequent), index: index.NewMemory()}
}

// Prepare makes the Record of a posting.
func (s *Study) Prepare(p *job.Posting) *Record {
	k := s.sketchers.Get().(*sketch.Sketcher)
	defer s.sketchers.Put(k)
	return prepare(p, k)
}

// Add has the study see a posting. The order matters little: what an employer repeats is known at the end.
func (s *Study) Add(r *Record) error {
	s.keys = r.Sketch.AppendBands(s.keys[:0], sketch.DefaultLayout)
	known := false
	err := s.index.Candidates(s.keys, r.second(), defaultCandidates, func(doc uint64) {
		known = known || s.records[doc-1].Sketch.Jaccard(&r.Sketch) >= knownText
	})
	if err != nil {
		return err
	}
	if !known {
		s.frequent.learn(r)
	}
	s.records = append(s.records, r)
	return s.index.Add(uint64(len(s.records)), s.keys, r.second())
}

// Measure gives the evidence of a pair.
func (s *Study) Measure(a, b *Record) verdict.Evidence { return measure(a, b, s.frequent) }
