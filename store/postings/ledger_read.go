package postings

import (
	"fmt"
	"time"

	"gannet/job/life"
	"gannet/store/internal/entry"
)

// Changes calls use for the events after a cursor, until use returns an error. Cursor 0 means that it begins with the first event. If the
// first events were deleted, cursor 0 gives a snapshot first: an EventNew for every posting in its present state. Events are read in many
// short transactions, up to the latest at the time of the call. The error is ErrOldCursor if events after the cursor were deleted, and
// ErrNoCursor if the cursor is later than the latest event.
func (r *Reader) Changes(since uint64, use func(*Change) error) error {
	w := &changeWalk{since: since}
	if err := r.view(w.begin); err != nil {
		return err
	}
	switch {
	case since > w.last:
		return fmt.Errorf("cursor %d: %w: the latest is %d", since, ErrNoCursor, w.last)
	case since == 0 && w.first > 1:
		if err := r.snapshot(w, use); err != nil {
			return err
		}
	case since+1 < w.first:
		return w.tooOld()
	}
	for w.since < w.last {
		w.found = w.found[:0]
		if err := r.view(w.some); err != nil {
			return err
		}
		for _, c := range w.found {
			if err := use(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// LatestChange returns the cursor of the latest event, or 0 if there is none.
func (r *Reader) LatestChange() (cursor uint64, err error) {
	w := &changeWalk{}
	err = r.view(w.begin)
	return w.last, err
}

// changeWalk is a reading of the ledger.
type changeWalk struct {
	since       uint64 // events up to this one are read
	first, last uint64 // of the events that are kept, when the reading began; last is first-1 if there is none
	posting     uint64 // the last one of the snapshot
	found       []*Change
	entries     int // of the next transaction: few at first, since a reader may want but one
}

// firstEntries is how many events the first transaction of a reading has. Each further transaction has twice as many as the one before, up to
// findEntries.
const firstEntries = 4

func (w *changeWalk) tooOld() error {
	return fmt.Errorf("cursor %d: %w: they begin after cursor %d", w.since, ErrOldCursor, w.first-1)
}

// begin notes the first and the last event that the ledger has. A file of an earlier version has no ledger. It is read like one whose first event was
// dropped.
func (w *changeWalk) begin(b *Buckets) error {
	w.posting = b.postings.Sequence()
	w.first, w.last = 2, 1
	if b.changes.Bucket == nil {
		return nil
	}
	w.last = b.changes.Sequence()
	w.first = w.last + 1
	if k, _ := b.changes.Cursor().First(); k != nil {
		w.first = entry.Number(k)
	}
	return nil
}

// some reads the next events in one transaction.
func (w *changeWalk) some(b *Buckets) error {
	c := b.changes.Cursor()
	k, sealed := c.Seek(entry.Key(w.since + 1))
	w.entries = min(max(2*w.entries, firstEntries), findEntries)
	until := time.Now().Add(transactionTime)
	for n := range w.entries {
		switch {
		case w.since == w.last, n > 0 && time.Now().After(until):
			return nil
		case k == nil || entry.Number(k) != w.since+1: // dropped meanwhile
			w.first = b.changes.Sequence() + 1
			if k != nil {
				w.first = entry.Number(k)
			}
			return w.tooOld()
		}
		change, err := decodeChange(w.since+1, b.changes.Unseal(k, sealed))
		if err != nil {
			return fmt.Errorf("event %d: %w", w.since+1, err)
		}
		if err := b.complete(change); err != nil {
			return err
		}
		w.found = append(w.found, change)
		w.since++
		k, sealed = c.Next()
	}
	return nil
}

// complete adds the posting to an event that includes it. A posting that was dropped after the event cannot be added.
func (b *Buckets) complete(c *Change) error {
	if c.Event != EventNew && c.Event != EventReopened {
		return nil
	}
	known, err := b.summary(c.Number)
	if known == nil || err != nil {
		return err
	}
	version := 1
	if c.Event == EventReopened {
		version = known.versions
	}
	v, err := b.version(c.Number, version)
	if err != nil {
		return fmt.Errorf("posting %d: %w", c.Number, err)
	}
	c.Job = v.Job
	if c.Event == EventNew {
		c.Life = new(life.Life)
		c.Life.Observe(life.Shown(v.Job, c.Time))
		c.Life.Past = nil
	}
	c.Job.State, c.Job.StateReason = c.Life.State, c.Life.Reason
	return nil
}

// snapshot calls use for all postings as they are now. The last one has the cursor to go on from.
func (r *Reader) snapshot(w *changeWalk, use func(*Change) error) error {
	var last *Change
	err := r.Find(Query{All: true}, func(p *Posting) error {
		if p.Number > w.posting { // an event tells of it
			return nil
		}
		before := last
		last = snapshotOf(p)
		if before == nil {
			return nil
		}
		return use(before)
	})
	if err != nil {
		return err
	}
	w.since = w.last
	if last == nil {
		return nil
	}
	last.Cursor = w.last
	return use(last)
}

func snapshotOf(p *Posting) *Change {
	l, original := p.Life, p.Original
	l.Past = nil
	p.Job.State, p.Job.StateReason = l.State, l.Reason
	return &Change{
		Time: p.Life.First, Event: EventNew, Number: p.Number, Job: p.Job,
		ChangeFacts: ChangeFacts{URL: p.URL, Cluster: p.Cluster, Original: &original, Life: &l},
	}
}
