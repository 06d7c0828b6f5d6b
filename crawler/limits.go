package crawler

import (
	"fmt"
	"time"
)

// NoLimit is the value of a limit that does not hold.
const NoLimit = -1

// Limits are the budgets of a crawl. Zero means zero: start from DefaultLimits and change what is to differ. Pages, Time,
// Depth and Wait can be NoLimit.
type Limits struct {
	Pages       int           // pages to keep, earlier runs included
	Time        time.Duration // of this run, by the crawl's clock
	Workers     int           // visits at the same time
	Threshold   float64       // topic probability from which a page is relevant
	Patience    time.Duration // how long a link waits for a much better one whose host is about to be free; 0: never
	Depth       int           // links followed from a seed on the way to a page
	SitemapURLs int           // URLs taken from one sitemap; 0: sitemaps are not fetched
	Drain       time.Duration // how long visits may go on after the crawl has ended
	UntilDry    bool          // the crawl ends when it has run dry, see package dry; without Revisits
	Wait        time.Duration // how long the crawl waits when all remaining links failed or are of hosts that failed
}

// DefaultLimits returns the limits of a crawl for which nothing else was asked.
func DefaultLimits() Limits {
	return Limits{
		Pages: NoLimit, Time: NoLimit, Depth: NoLimit,
		Workers:     16,
		Threshold:   0.5,
		Patience:    10 * time.Second,
		SitemapURLs: 1000, // more would flood a focused crawl with the pages of one host
		Drain:       8 * time.Second,
		Wait:        30 * time.Second,
	}
}

// validate checks each limit and those that depend on each other.
func (l Limits) validate() error {
	switch {
	case l.Pages < NoLimit || l.Time < NoLimit || l.Depth < NoLimit || l.Wait < NoLimit:
		return fmt.Errorf("crawler: limits %+v: pages, time, depth and wait are at least 0, or NoLimit", l)
	case l.Patience < 0 || l.SitemapURLs < 0 || l.Drain < 0:
		return fmt.Errorf("crawler: limits %+v: patience, sitemap URLs and drain cannot be negative", l)
	case l.Workers < 1:
		return fmt.Errorf("crawler: %d workers: at least 1 is needed", l.Workers)
	case !(l.Threshold >= 0 && l.Threshold <= 1):
		return fmt.Errorf("crawler: threshold %v is not a probability", l.Threshold)
	}
	return nil
}

// reachedBy reports whether links of a page at a depth are not followed.
func (l Limits) reachedBy(depth int) bool { return l.Depth != NoLimit && depth >= l.Depth }
