package ranker

import (
	"io"
	"maps"
	"slices"

	"gannet/internal/flat"
	"gannet/internal/weburl"
)

// acheState is a copy of what an Ache has learned.
type acheState struct {
	*Ache
	queue   []acheLink
	fetched []uint64
}

// PrepareState implements Keepable. It does nothing, because State needs no preparation.
func (*Ache) PrepareState() {}

// State implements Keepable: it returns a function that writes what was learned.
func (a *Ache) State() func(io.Writer) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &acheState{Ache: &Ache{weights: a.weights.Clone(), learned: a.learned, relevant: a.relevant, unscored: a.unscored}}
	for _, l := range a.queue {
		s.queue = append(s.queue, *l)
	}
	fetched := maps.Clone(a.fetched)
	return func(out io.Writer) error {
		s.fetched = slices.Sorted(maps.Keys(fetched))
		c := flat.NewWriter(out)
		s.code(c)
		return c.Flush()
	}
}

// Restore implements Keepable: it reads what State has written.
func (a *Ache) Restore(r io.Reader, size int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, c := &acheState{Ache: a}, flat.NewReader(r, size)
	s.code(c)
	for i := range s.queue {
		l := &s.queue[i]
		a.queue = append(a.queue, l)
		if !l.fetched {
			a.links[weburl.Fingerprint(l.url)] = l
		}
	}
	for _, key := range s.fetched {
		a.fetched[key] = struct{}{}
	}
	return c.Flush()
}

// code encodes or decodes what was learned. The links are not coded, because they follow from the queue.
func (s *acheState) code(c *flat.Coder) {
	s.weights.Code(c)
	c.Int(&s.learned)
	c.Int(&s.relevant)
	c.Int(&s.unscored)
	flat.Slice(c, &s.queue, func(c *flat.Coder, l *acheLink) { l.code(c) })
	flat.Slice(c, &s.fetched, (*flat.Coder).Uint64)
}

func (l *acheLink) code(c *flat.Coder) {
	c.String(&l.url)
	c.Float32(&l.parent)
	c.Float32(&l.priority)
	c.Bool(&l.fetched)
	flat.Slice(c, &l.sightings, func(c *flat.Coder, s *sighting) {
		flat.Slice(c, &s.words, (*flat.Coder).Uint32)
		c.Int(&s.urlEnd)
		c.Int(&s.anchorEnd)
	})
}
