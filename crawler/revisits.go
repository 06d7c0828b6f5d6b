package crawler

import (
	"context"
	"fmt"
	"time"

	"gannet/crawler/fresh"
	"gannet/crawler/revisit"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// Revisits makes a crawl revisit the pages that it has fetched, until its time is over or it is stopped. Lists, sitemaps and feeds are
// revisited for links to new pages, and pages of postings to see whether these are still open.
type Revisits struct {
	Store   WatchStore
	Options revisit.Options
	Without fresh.Rules // that are switched off, for measurements
}

// WatchStore reads the stored pages that are revisited. *store.DB is the usual implementation.
type WatchStore interface {
	Watched(fingerprint uint64) (*store.Watched, error)
	EachWatched(use func(*store.Watched) error) error
	EachWithoutBody(use func(*store.Page) error) error
	PostingPages() (map[uint64]postings.PostingPage, error)
	Links(fingerprint uint64) ([]uint64, error)
	ProfileAt(url string) ([]byte, error)
	Get(url string) (*store.Page, error)
	LivesNotAfter(at time.Time) (n int, err error)
}

// VisitKeeper stores the results of revisits, in the order in which it gets them. *StoreKeeper is the usual implementation.
type VisitKeeper interface {
	KeepVisit(v *store.Visit, done func(store.VisitResult, error))
}

// Watch prepares the revisits of the pages that earlier runs stored. Call it before Run.
func (c *Crawl) Watch(ctx context.Context) error {
	if c.watched == nil {
		return nil
	}
	now := c.clock.Now()
	if err := c.watched.load(ctx, c.limits.Threshold, now); err != nil {
		return fmt.Errorf("what is to be asked for again: %w", err)
	}
	if c.watched.clock.open() {
		c.log.Warn("pages were visited later than this clock shows: postings of these visits neither open nor close until servers confirm the clock", "clock", now)
	}
	return nil
}

// maxWaiting is how many revisits may be queued in the frontier. It is bounded because hosts pause, and a revisit that becomes due later may be more
// urgent.
const maxWaiting = 4096

// pushRevisits pushes the revisits that are due to the frontier.
func (d *dispatcher) pushRevisits(now time.Time) error {
	if d.watched == nil {
		return nil
	}
	defer d.keepTold()
	stats := d.frontier.Stats()
	held := d.frontier.Held()
	links := stats.Queued - held.Links
	if d.pagesSpent() {
		links = 0
	}
	d.watched.setDiscovery(links)
	var due []frontier.Revisit
	for len(due)+stats.Revisits-held.Revisits < maxWaiting {
		w, ok, err := d.watched.next(now)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		due = append(due, frontier.Revisit{URL: w.URL, Host: hostOf(w), Priority: urgency(w.Kind)})
	}
	if len(due) == 0 {
		return nil
	}
	return d.frontier.PushRevisits(now, due)
}

// takeTold returns the findings to be kept that were added since it was last called, and logs the alarms among them.
func (c *Crawl) takeTold() (told []*store.Visit) {
	c.watched.do(func() { told, c.watched.told = c.watched.told, nil })
	for _, visit := range told {
		for _, alarm := range visit.Alarms {
			a := alarm.(Alarm)
			text := "a host does not give what it gave before: nothing of it closes because it is missing"
			if a.Over {
				text = "a host gives again what it gave before"
			}
			c.log.Warn(text, "host", a.Host, "what", a.Signal, "before", a.Before, "now", a.Now, "since", a.Since)
		}
	}
	return told
}

// keepTold gives the keeper the findings about postings that follow from lists.
func (c *Crawl) keepTold() {
	for _, visit := range c.takeTold() {
		c.activity.keepsVisit()
		c.keepVisit(visit)
	}
}

// urgency orders the revisits of a host: lists, sitemaps and feeds come before the pages to which they link.
func urgency(kind store.WatchedKind) float32 {
	if kind >= store.WatchedList {
		return 1
	}
	return 0
}

// hostOf returns the host from which a watched page is requested.
func hostOf(w *store.Watched) string { return weburl.Host(w.URL) }

// take takes the next lease. A crawl with revisits takes links only as far as its budgets allow.
func (d *dispatcher) take(now time.Time) (frontier.Lease, time.Duration, error) {
	if d.watched == nil {
		return d.frontier.Take(now)
	}
	if d.pagesSpent() || !d.watched.discoveryHeld(now).IsZero() {
		lease, wait, err := d.frontier.TakeRevisit(now)
		return lease, d.untilRevisit(now, wait), err
	}
	lease, wait, err := d.frontier.Take(now)
	switch {
	case err != nil:
		return lease, d.untilRevisit(now, wait), err
	case lease.Revisit || d.watched.discover(now):
		return lease, 0, nil
	}
	if err := d.frontier.Yield(now, lease.ID, lease.Priority); err != nil {
		return frontier.Lease{}, 0, err
	}
	return frontier.Lease{}, d.untilRevisit(now, 0), frontier.ErrWait
}

// untilRevisit returns how long to wait at most until a revisit is due or discovery may go on. wait is the time until the frontier has a link.
func (d *dispatcher) untilRevisit(now time.Time, wait time.Duration) time.Duration {
	wake := judge(d.watched, func(*fresh.Hosts) time.Time { return d.watched.policy.Wake(now) })
	until := max(time.Millisecond, wake.Sub(now))
	if held := d.watched.discoveryHeld(now); !held.IsZero() {
		until = min(until, held.Sub(now))
	}
	if wait > 0 {
		until = min(until, wait)
	}
	return until
}

// pagesSpent reports whether the budget of pages is spent, so that a crawl with revisits discovers nothing more.
func (d *dispatcher) pagesSpent() bool {
	limit := d.pageLimit()
	if limit == NoLimit {
		return false
	}
	visiting, _ := d.activity.outstanding()
	return d.activity.claims()+visiting >= limit
}
