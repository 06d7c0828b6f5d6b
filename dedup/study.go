package dedup

import (
	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Study compares pairs of postings in the same way as a Deduper that has seen all postings. It serves to train a verdict model and to
// explain a verdict. Prepare is safe for concurrent use, the other methods are not.
type Study struct {
	sketchers sketchers
	frequent  *shingleCounts
	index     index.Index
	profiles  []*Profile
	keys      []uint64
}

// NewStudy returns a Study that has seen no posting.
func NewStudy() *Study {
	return &Study{sketchers: newSketchers(), frequent: newShingleCounts(defaultCounters), index: index.NewMemory()}
}

// Prepare computes the Profile of a posting, with which it is compared to others.
func (s *Study) Prepare(p *job.Posting) *Profile { return s.PrepareListed(p, "") }

// PrepareListed computes the Profile of a posting that was found through a list, as Deduper.PrepareListed does.
func (s *Study) PrepareListed(p *job.Posting, list string) *Profile {
	k := s.sketchers.get()
	defer s.sketchers.put(k)
	return newProfile(p, list, k)
}

// AddProfile counts the shingles of a posting's text, unless the same text was counted before. Add all postings before the first call of
// Measure; their order matters little.
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

// Measure compares two postings, and returns the measures from which a verdict model decides.
func (s *Study) Measure(a, b *Profile) verdict.Evidence { return measure(a, b, s.frequent) }
