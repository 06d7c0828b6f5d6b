// Package share limits background work to a share of the processor time. Readers of a running crawl take turns by it, so that long searches
// do not slow the crawl down.
package share

import (
	"context"
	"runtime"
	"time"
)

const (
	part  = 20                     // one of so many parts of the processors' time
	saved = 250 * time.Millisecond // of processor time that may be taken at once, so that short work does not wait
)

// Share limits the processor time of background work: it lets pieces of work begin one after another, with pauses between them. It is safe
// for concurrent use. A nil Share lets all work begin at once.
type Share struct {
	turn chan struct{} // holds an element while work goes on; it guards the fields below
	left time.Duration // of the time that may be taken; negative after long work
	at   time.Time     // when left was right
}

// New returns a Share that allows background work a twentieth of the processors' time.
func New() *Share { return &Share{turn: make(chan struct{}, 1), left: saved, at: time.Now()} }

// Do runs work as soon as the Share allows it, and returns the error of work, or that of ctx if ctx ends before.
func (s *Share) Do(ctx context.Context, work func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s == nil {
		return work()
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.turn }()
	if err := s.wait(ctx); err != nil {
		return err
	}
	begin := time.Now()
	defer func() { s.left -= time.Since(begin) }()
	return work()
}

// wait waits until processor time may be used again.
func (s *Share) wait(ctx context.Context) error {
	now := time.Now()
	s.left = min(saved, s.left+s.earned(now.Sub(s.at)))
	s.at = now
	if s.left >= 0 {
		return nil
	}
	select {
	case <-time.After(-s.left * part / time.Duration(runtime.GOMAXPROCS(0))):
		return nil // what was earned meanwhile is counted by the next call
	case <-ctx.Done():
		return ctx.Err()
	}
}

// earned returns how much processor time may be used after some time has passed.
func (s *Share) earned(passed time.Duration) time.Duration {
	return passed * time.Duration(runtime.GOMAXPROCS(0)) / part
}
