package ranker

import (
	"errors"
	"io"
	"slices"

	"gannet/internal/flat"
	"gannet/ranker/evidence"
)

// Keepable is a Learner whose learned state can be written to a file and restored.
type Keepable interface {
	Learner
	// PrepareState does most of the work of the next State. Other methods may run meanwhile.
	PrepareState()
	// State copies what was learned, and returns a function that writes the copy. It must not be called for a page between Learn and Rank.
	State() (write func(io.Writer) error)
	// Restore reads size bytes that State wrote. The Learner must have the same needs as the one that wrote them. After an error it cannot be used.
	Restore(r io.Reader, size int64) error
}

// learnedState is a copy of what a Learned has learned.
type learnedState struct {
	Learned
	evidence *evidence.State
	total    []byte // if it is shared
}

// PrepareState implements Keepable: it does the slow part of State in advance.
func (l *Learned) PrepareState() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.evidence.PrepareState(func() {
		l.mu.Unlock()
		l.mu.Lock()
	})
}

// State implements Keepable: it returns a function that writes what was learned.
func (l *Learned) State() func(io.Writer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &learnedState{evidence: l.evidence.State()}
	w := *l.weights
	w.weights, w.covariance, w.used = slices.Clone(w.weights), slices.Clone(w.covariance), slices.Clone(w.used)
	s.weights, s.modelScale, s.meanScale = &w, l.modelScale, l.meanScale
	s.fetched, s.nextRenewal = l.fetched, l.nextRenewal
	if l.shared != nil {
		s.total = l.shared.book.Total()
	}
	return func(out io.Writer) error {
		c := flat.NewWriter(out)
		s.codeWeights(c)
		s.evidence.Code(c)
		if s.total != nil {
			flat.Slice(c, &s.total, (*flat.Coder).Uint8)
		}
		return c.Flush()
	}
}

// Restore implements Keepable: it reads what State has written.
func (l *Learned) Restore(r io.Reader, size int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := flat.NewReader(r, size)
	l.codeWeights(c)
	l.evidence.Restore(c)
	if l.shared == nil {
		return c.Flush()
	}
	var total []byte
	flat.Slice(c, &total, (*flat.Coder).Uint8)
	if err := c.Flush(); err != nil {
		return err
	}
	return l.shared.book.Resume(total)
}

// codeWeights encodes or decodes everything except the evidence.
func (l *Learned) codeWeights(c *flat.Coder) {
	b := l.weights
	for _, s := range [...]*[]float64{&b.weights, &b.covariance, &b.used} {
		n := len(*s)
		if flat.Slice(c, s, (*flat.Coder).Float64); len(*s) != n {
			c.Fail(errors.New("another number of weights"))
			return
		}
	}
	l.modelScale.Code(c)
	l.meanScale.Code(c)
	c.Int(&l.fetched)
	c.Int(&l.nextRenewal)
}
