package evidence

import (
	"slices"

	"gannet/internal/flat"
)

// State is a copy of what a Collection has learned.
type State struct{ c Collection }

// mirrors are copies of the large parts of a Collection.
type mirrors struct {
	targets   flat.Mirror[target]
	edges     flat.Mirror[edge]
	sources   flat.Mirror[sourcePage]
	lists     flat.Mirror[linkList]
	groups    flat.Mirror[harvest]
	groupKeys flat.Mirror[uint64]
	on        bool
}

// begin begins to copy all parts.
func (m *mirrors) begin(c *Collection) {
	m.on = true
	m.targets.Begin(c.targets.n)
	m.edges.Begin(len(c.edges))
	m.sources.Begin(len(c.sources))
	m.lists.Begin(len(c.lists))
	m.groups.Begin(len(c.groups))
	m.groupKeys.Begin(len(c.groupKeys))
}

// A copy is prepared in rounds, until at most mirrorLeft targets have changed during the last round. A renewal changes all targets.
const (
	mirrorRounds = 5
	mirrorLeft   = 4096
)

// PrepareState does most of the copying for State in advance. It calls pause often; during such a call other methods may be used.
func (c *Collection) PrepareState(pause func()) {
	m := &c.mirrors
	m.begin(c)
	for range mirrorRounds {
		m.targets.Copy(c.targets.copyTo, pause)
		m.edges.Copy(copyFrom(&c.edges), pause)
		m.sources.Copy(copyFrom(&c.sources), pause)
		m.lists.Copy(copyFrom(&c.lists), pause)
		m.groups.Copy(copyFrom(&c.groups), pause)
		m.groupKeys.Copy(copyFrom(&c.groupKeys), pause)
		if m.targets.Dirty()+m.lists.Dirty() <= mirrorLeft {
			return
		}
	}
}

func copyFrom[T any](s *[]T) func(to []T, first int) {
	return func(to []T, first int) { copy(to, (*s)[first:]) }
}

// State returns a copy of what the Collection has learned. It is fast if PrepareState was called shortly before.
func (c *Collection) State() *State {
	s := &State{*c}
	s.c.groupOf, s.c.listOfBlock, s.c.newGroup = nil, nil, nil
	m := &c.mirrors
	s.c.targets = listOf(m.targets.End(c.targets.n, c.targets.copyTo))
	s.c.edges = m.edges.End(len(c.edges), copyFrom(&c.edges))
	s.c.sources = m.sources.End(len(c.sources), copyFrom(&c.sources))
	s.c.lists = m.lists.End(len(c.lists), copyFrom(&c.lists))
	s.c.groups = m.groups.End(len(c.groups), copyFrom(&c.groups))
	s.c.groupKeys = m.groupKeys.End(len(c.groupKeys), copyFrom(&c.groupKeys))
	m.on, s.c.mirrors = false, mirrors{}
	s.c.freeGroups, s.c.words.weights = slices.Clone(c.freeGroups), c.words.weights.Clone()
	s.c.vocabulary = c.vocabulary.clone()
	s.c.shared = c.shared.copyKeys()
	return s
}

// change returns a target for a caller that is going to change it.
func (c *Collection) change(t Target) *target {
	c.mirrors.targets.Touch(int(t))
	return c.targets.at(int(t))
}

// Code writes the state with the encoder f.
func (s *State) Code(f *flat.Coder) { s.c.code(f) }

// Restore reads a State with a decoder, and replaces by it what this Collection has learned. The State must come from a Collection with the
// same classifier and scorer.
func (c *Collection) Restore(f *flat.Coder) {
	c.code(f)
	c.targets.makeIndex()
	c.groupOf = make(map[uint64]uint32, len(c.groupKeys))
	for i, key := range c.groupKeys {
		if key != 0 {
			c.groupOf[key] = uint32(i)
		}
	}
}

// code encodes or decodes what was learned. Maps are not coded, because they follow from the rest.
func (c *Collection) code(f *flat.Coder) {
	f.Int(&c.MaxTargets)
	c.targets.code(f)
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
	c.words.code(f)
	c.vocabulary.code(f)
	for i := range c.scales {
		c.scales[i].Code(f)
	}
	f.Int(&c.forgetAt)
	if c.shared != nil {
		flat.Slice(f, &c.shared.sourceKeys, (*flat.Coder).Uint64)
		flat.Slice(f, &c.shared.listKeys, (*flat.Coder).Uint64)
	}
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

// Code writes the scale if f is an encoder, or reads it if f is a decoder.
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
	t.linkWords.code(f)
}
