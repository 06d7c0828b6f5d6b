package ranker

import (
	"io"
	"maps"
	"slices"

	"gannet/internal/flat"
)

// PrepareState implements Keepable. It does nothing, because State needs no preparation.
func (*InLinks) PrepareState() {}

// State implements Keepable: it returns a function that writes what was learned.
func (s *InLinks) State() func(io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := &InLinks{pages: s.pages, targets: maps.Clone(s.targets)}
	return func(out io.Writer) error {
		c := flat.NewWriter(out)
		state.code(c)
		return c.Flush()
	}
}

// Restore implements Keepable: it reads what State has written.
func (s *InLinks) Restore(r io.Reader, size int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := flat.NewReader(r, size)
	s.code(c)
	return c.Flush()
}

// code encodes or decodes what is known of links, in the order of their fingerprints.
func (s *InLinks) code(c *flat.Coder) {
	c.Uint32(&s.pages)
	keys := slices.Sorted(maps.Keys(s.targets))
	flat.Slice(c, &keys, func(c *flat.Coder, key *uint64) {
		c.Uint64(key)
		t := s.targets[*key]
		c.Float32(&t.sum)
		c.Float32(&t.best)
		c.Uint32(&t.n)
		c.Uint32(&t.lastPage)
		if c.Reads() {
			s.targets[*key] = t
		}
	})
}
