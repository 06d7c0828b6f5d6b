package evidence

import (
	"slices"

	"gannet/internal/flat"
)

// State is a copy of what a Collection has learned.
type State struct{ c Collection }

// State copies what the Collection has learned.
func (c *Collection) State() *State {
	s := &State{*c}
	s.c.index, s.c.groupOf, s.c.listOfBlock, s.c.newGroup = nil, nil, nil, nil
	s.c.targets, s.c.edges = slices.Clone(c.targets), slices.Clone(c.edges)
	s.c.sources, s.c.lists = slices.Clone(c.sources), slices.Clone(c.lists)
	s.c.groups, s.c.groupKeys, s.c.freeGroups = slices.Clone(c.groups), slices.Clone(c.groupKeys), slices.Clone(c.freeGroups)
	s.c.words.weights = c.words.weights.Clone()
	return s
}

// Code writes the copy.
func (s *State) Code(f *flat.Coder) { s.c.code(f) }

// Restore reads what another Collection with the same classifier and scorer had learned, in place of what this one has.
func (c *Collection) Restore(f *flat.Coder) {
	c.code(f)
	c.index = make(map[uint64]uint32, len(c.targets))
	for i := range c.targets {
		c.index[c.targets[i].fingerprint] = uint32(i)
	}
	c.groupOf = make(map[uint64]uint32, len(c.groupKeys))
	for i, key := range c.groupKeys {
		if key != 0 {
			c.groupOf[key] = uint32(i)
		}
	}
}

// code codes what is learned. The maps follow from it.
func (c *Collection) code(f *flat.Coder) {
	f.Int(&c.MaxTargets)
	flat.Slice(f, &c.targets, func(f *flat.Coder, t *target) { t.code(f) })
	flat.Slice(f, &c.edges, func(f *flat.Coder, e *edge) {
		f.Uint32(&e.list)
		f.Uint32(&e.next)
	})
	flat.Slice(f, &c.sources, func(f *flat.Coder, s *sourcePage) {
		s.harvest.code(f)
		f.Float32(&s.probability)
		f.Uint8(&s.bin)
	})
	flat.Slice(f, &c.lists, func(f *flat.Coder, l *linkList) {
		l.harvest.code(f)
		f.Uint32(&l.source)
	})
	f.Uint32(&c.lastSource)
	flat.Slice(f, &c.groups, func(f *flat.Coder, h *harvest) { h.code(f) })
	flat.Slice(f, &c.groupKeys, (*flat.Coder).Uint64)
	flat.Slice(f, &c.freeGroups, (*flat.Coder).Uint32)
	c.all.code(f)
	for i := range c.byProbability {
		c.byProbability[i].code(f)
	}
	c.words.weights.Code(f)
	f.Float64(&c.words.bias)
	f.Float64(&c.words.biasSquare)
	for i := range c.scales {
		c.scales[i].Code(f)
	}
	f.Int(&c.forgetAt)
}

func (h *harvest) code(f *flat.Coder) {
	f.Float32(&h.n)
	f.Float32(&h.sum)
}

func (s *summary) code(f *flat.Coder) {
	f.Float32(&s.n)
	f.Float32(&s.sum)
	f.Float32(&s.max)
}

// Code codes a scale.
func (s *Scale) Code(f *flat.Coder) {
	for _, x := range [...]*float64{&s.n, &s.sum, &s.squares, &s.mean, &s.deviation} {
		f.Float64(x)
	}
}

func (t *target) code(f *flat.Coder) {
	f.Uint64(&t.fingerprint)
	f.Uint32(&t.firstEdge)
	f.Uint8(&t.edgeCount)
	f.Uint8(&t.tokenCount)
	f.Bool(&t.fetched)
	f.Bool(&t.linksAdded)
	f.Float32(&t.probability)
	f.Float32(&t.priority)
	f.Uint32(&t.pageCount)
	f.Uint32(&t.lastPage)
	for _, s := range [...]*summary{&t.page, &t.weightedPage, &t.mainPage} {
		s.code(f)
	}
	f.Float32(&t.latestPage)
	f.Float32(&t.parentSum)
	f.Float32(&t.titleSum)
	for _, s := range [...]*summary{&t.anchor, &t.context, &t.neighborhood} {
		s.code(f)
	}
	f.Float32(&t.urlMargin)
	f.Uint32(&t.host)
	f.Uint32(&t.directory)
	f.Uint32(&t.tagPath)
	for i := range t.tokens[:min(int(t.tokenCount), maxTokens)] {
		f.Uint32(&t.tokens[i])
	}
}
