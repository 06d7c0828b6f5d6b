package postings

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
)

// recordedLife returns the stored life of a posting, nil if there is none.
func (b *Buckets) recordedLife(number uint64) (*life.Life, error) {
	if b.lives.Bucket == nil {
		return nil, nil
	}
	value := b.lives.Get(entry.Key(number))
	if value == nil {
		return nil, nil
	}
	return decodeLife(value)
}

// lifeOf returns the life of a posting. Earlier versions of the program stored no lives. The life is then what the page said at the last visit.
func (b *Buckets) lifeOf(number uint64, known *summary) (*life.Life, error) {
	if l, err := b.recordedLife(number); l != nil || err != nil {
		return l, err
	}
	v, err := b.version(number, known.versions)
	if err != nil {
		return nil, err
	}
	return lifeAsSaid(known, v.Job), nil
}

// lifeAsSaid returns the life of a posting of which nothing is known but what its page said at the last visit.
func lifeAsSaid(known *summary, p *job.Posting) *life.Life {
	l := &life.Life{
		First: known.first, Last: known.last, Checked: known.last, State: p.State.Known(), Reason: p.StateReason, Look: life.Seen, Assumed: true,
	}
	if p.State != "" && p.State != job.Closed && p.Ended(known.last) { // it was seen again after its last day
		l.State, l.Reason = job.Closed, job.ReasonEnded
	}
	switch {
	case l.State != job.Closed:
		l.Known = known.last
	case l.Reason == job.ReasonEnded:
		l.By, l.Look, l.Before = life.ByValidThrough, life.Ended, known.last
	default:
		l.By, l.Look, l.Before = life.ByBanner, life.SaysClosed, known.last
	}
	l.Past = []life.Transition{{At: known.last, State: l.State, From: job.Unknown, By: l.By}}
	return l
}

// countLives counts the lives by state. Damaged ones count as unknown.
func (b *Buckets) countLives(t *Totals) {
	if b.lives.Bucket == nil {
		return
	}
	_ = b.lives.ForEach(func(_, value []byte) error {
		if l, err := decodeLife(value); err == nil {
			t.count(l.State, +1)
		}
		return nil
	})
}

// countChanges adds the size of the ledger's events to the totals.
func (b *Buckets) countChanges(t *Totals) {
	if b.changes.Bucket == nil {
		return
	}
	_ = b.changes.ForEach(func(_, value []byte) error {
		t.ChangeBytes += len(value)
		return nil
	})
}

func (t *Totals) count(s job.State, sign int) {
	switch s {
	case job.Open:
		t.Open += sign
	case job.Suspected:
		t.Suspected += sign
	case job.Closed:
		t.Closed += sign
	}
}

// Observe records what a visit has found about the posting with this number. The error is ErrNotFound if there is no such posting.
func (w *Writer) Observe(number uint64, o life.Observation) (Observed, error) {
	known, err := w.summary(number)
	if err == nil && known == nil {
		err = ErrNotFound
	}
	if err != nil {
		return Observed{}, fmt.Errorf("posting %d: %w", number, err)
	}
	return w.observe(number, known, o)
}

// Observed says how the result of a visit has changed the state of a posting.
type Observed struct {
	Number      uint64
	Transitions []life.Transition
}

// ObservePage records what a visit has found about a page, for all postings whose newest version comes from this page.
func (w *Writer) ObservePage(url string, o life.Observation) (list []Observed, err error) {
	numbers, err := w.ShownBy(url)
	if err != nil {
		return nil, err
	}
	for _, number := range numbers {
		r, err := w.Observe(number, o)
		if err != nil {
			return list, err
		}
		list = append(list, r)
	}
	return list, nil
}

func (w *Writer) observe(number uint64, known *summary, o life.Observation) (r Observed, err error) {
	r.Number = number
	l, err := w.lifeOf(number, known)
	if err != nil {
		return r, fmt.Errorf("posting %d: %w", number, err)
	}
	before, recorded := *l, w.lives.Has(entry.Key(number))
	if o.What == life.Failed || o.At.Before(l.Checked) {
		return r, nil
	}
	r.Transitions = l.Observe(o)
	if recorded {
		w.totals.count(before.State, -1)
	}
	w.totals.count(l.State, +1)
	if err := w.tellLife(number, o.At, &before, l, r.Transitions); err != nil {
		return r, err
	}
	return r, w.lives.Put(entry.Key(number), appendLife(nil, l))
}

// beginLife begins the life of a new posting.
func (w *Writer) beginLife(number uint64, s *Sighting) error {
	l := new(life.Life)
	l.Observe(life.Shown(s.job, s.Time))
	w.totals.count(l.State, +1)
	return w.lives.Put(entry.Key(number), appendLife(nil, l))
}

// seenAgain records that a page shows a known posting. If the page is left out because its canonical page is kept, it only proves that the posting is
// still there. If the page shows several postings, and this one also has a page of its own, the page counts as a list that links to the posting.
func (w *Writer) seenAgain(s *Sighting, number uint64, known *summary) error {
	o := life.Shown(s.job, s.Time)
	switch {
	case s.Part != "" && !s.mayChange(known):
		o = life.Observation{At: s.Time, What: life.Listed}
	case !s.MayChange && o.What != life.Seen:
		return nil
	}
	_, err := w.observe(number, known, o)
	return err
}

// readAgain records what a kept page says about a posting when we read the page again, unless the posting has been observed at a later time.
func (w *Writer) readAgain(number uint64, s *Sighting) error {
	l, err := w.recordedLife(number)
	if l == nil || err != nil || l.Checked.After(s.Time) {
		return err
	}
	before := *l
	w.totals.count(l.State, -1)
	if len(l.Past) < 2 {
		*l = life.Life{}
	}
	transitions := l.Observe(life.Shown(s.job, s.Time))
	if l.State == before.State {
		transitions = nil
	}
	w.totals.count(l.State, +1)
	if err := w.tellLife(number, w.latest(), &before, l, transitions); err != nil {
		return err
	}
	return w.lives.Put(entry.Key(number), appendLife(nil, l))
}

// endLife deletes the life of a posting that is being deleted.
func (w *Writer) endLife(number uint64) error {
	if l, err := w.recordedLife(number); err == nil && l != nil {
		w.totals.count(l.State, -1)
	}
	return w.lives.Delete(entry.Key(number))
}

// ShownBy returns the numbers of the postings whose newest version comes from the page at url: first that of the whole page, then those of
// its parts.
func (w *Writer) ShownBy(url string) (numbers []uint64, err error) {
	if v := w.index.Get(urlKey(url)); v != nil {
		known, err := decodeSummary(w.postings.Get(v))
		if err != nil {
			return nil, fmt.Errorf("posting of %s: %w", url, err)
		}
		if known.url == url {
			numbers = append(numbers, entry.Number(v))
		}
	}
	return slices.AppendSeq(numbers, w.partsOf(url)), nil
}

// partsOf yields the numbers of the postings of a page's parts.
func (b *Buckets) partsOf(url string) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		prefix, c := pageKey(url), b.index.Cursor()
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix) && yield(entry.Number(v)); k, v = c.Next() {
		}
	}
}

// LivesNotAfter corrects times that come from a clock which was ahead: in the lives of all postings it sets times later than at to at, see
// life.Life.NotAfter. It returns how many lives it has changed.
func (w *Writer) LivesNotAfter(at time.Time) (n int, err error) {
	changed := make(map[string][]byte)
	if w.lives.Bucket == nil {
		return 0, nil
	}
	err = w.lives.ForEach(func(key, value []byte) error {
		if l, err := decodeLife(value); err == nil && l.NotAfter(at) { // a damaged one is left to check
			changed[string(key)] = appendLife(nil, l)
		}
		return nil
	})
	for _, key := range slices.Sorted(maps.Keys(changed)) {
		if err == nil {
			err = w.lives.Put([]byte(key), changed[key])
		}
	}
	return len(changed), err
}
