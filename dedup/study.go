package dedup

import (
	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Study measures pairs of postings as a Deduper measures them after it has seen all of them. It serves to train a
// verdict model and to explain a verdict. Prepare may be called by several goroutines at once; the other methods may not.
type Study struct {
	sketchers sketchers
	frequent  *shingleCounts
	index     index.Index
	profiles  []*Profile
	keys      []uint64
}

// NewStudy makes a Study.
func NewStudy() *Study {
	return &Study{sketchers: newSketchers(), frequent: newShingleCounts(defaultCounters), index: index.NewMemory()}
}

// Prepare returns the Profile of a posting.
func (s *Study) Prepare(p *job.Posting) *Profile { return s.PrepareListed(p, "") }

// PrepareListed returns the Profile of a posting, as Deduper.PrepareListed does.
func (s *Study) PrepareListed(p *job.Posting, list string) *Profile {
	k := s.sketchers.get()
	defer s.sketchers.put(k)
	return newProfile(p, list, k)
}

// AddProfile counts the shingles of a posting, unless its text is known. The order of postings matters little, because
// Measure is called when all are counted.
func (s *Study) AddProfile(p *Profile) error {
	s.keys = p.Sketch.AppendBands(s.keys[:0], sketch.DefaultLayout)
	known := false
	err := s.index.Candidates(s.keys, p.splitKey(), defaultClusters, func(doc uint64) {
		known = known || p.repeats(s.profiles[doc-1])
	})
	if err != nil {
		return err
	}
	if !known {
		s.frequent.countText(p)
	}
	s.profiles = append(s.profiles, p)
	return s.index.Add(uint64(len(s.profiles)), s.keys, p.splitKey())
}

// Measure returns the evidence of a pair.
func (s *Study) Measure(a, b *Profile) verdict.Evidence { return measure(a, b, s.frequent) }
