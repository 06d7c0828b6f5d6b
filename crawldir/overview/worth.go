package overview

import (
	"errors"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/store"
	"gannet/store/postings"
)

// Worth says what the crawl harvests.
type Worth struct {
	Pages    int     `json:"pages"` // all that are kept
	Relevant int     `json:"relevant"`
	Latest   int     `json:"latest"`          // so many pages were kept last, at most 1,000,
	Harvest  int     `json:"latest_relevant"` // and so many of them are relevant
	Jobs     int     `json:"jobs"`            // clusters of postings
	NewJobs  int     `json:"new_jobs"`        // found within the last hour
	MoreJobs bool    `json:"more_jobs,omitempty"`
	Curve    []Point `json:"curve,omitempty"`
	Whole    bool    `json:"curve_whole"` // the curve has all pages that are kept
	// Promise is what the order promised of the latest links; nil if no run has said it.
	Promise *crawler.Promise `json:"promise,omitempty"`
	Breadth *Breadth         `json:"breadth_first,omitempty"` // nil before it is replayed
}

// Point is a place on the curve of the harvest: so many pages, and how many of them are relevant.
type Point struct {
	Pages    int       `json:"pages"`
	Relevant int       `json:"relevant"`
	Time     time.Time `json:"time"` // when the last of them was fetched
}

// Rate is the harvest rate of the latest pages.
func (w *Worth) Rate() float64 { return share(w.Harvest, w.Latest) }

// AllRate is the harvest rate of all pages.
func (w *Worth) AllRate() float64 { return share(w.Relevant, w.Pages) }

func share(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// What an overview reads at most, so that it takes some milliseconds beside a crawl of any size.
const (
	latestPages  = 1000
	pagesARead   = 10_000 // for the curve
	newestJobs   = 2000   // within an hour
	postingsRead = 5000   // for the freshness
	curvePoints  = 400
)

// Tracker makes overviews of one crawl. It goes on reading where its last overview ended, so that none takes long. Its
// memory does not grow with the crawl. It is safe for concurrent use.
type Tracker struct {
	mu     sync.Mutex // guards the fields below
	curve  curve
	pass   pass
	load   load
	replay replay
}

// NewTracker returns a tracker of a crawl.
func NewTracker() *Tracker { return new(Tracker) }

// curve is the harvest over all pages, in at most curvePoints points.
type curve struct {
	last            uint64 // number of the latest page that was read
	pages, relevant int
	step            int // pages from one point to the next
	points          []Point
}

// add counts a page.
func (c *curve) add(p *store.Page) {
	c.last = p.Seq
	c.pages++
	if p.Relevant {
		c.relevant++
	}
	c.step = max(c.step, 10)
	if c.pages%c.step != 0 {
		return
	}
	c.points = append(c.points, Point{c.pages, c.relevant, p.Fetched})
	if len(c.points) < curvePoints {
		return
	}
	for i := range curvePoints / 2 { // every second one stays
		c.points[i] = c.points[2*i+1]
	}
	c.points, c.step = c.points[:curvePoints/2], 2*c.step
}

// oldShare is how much of the curve may be other than the pages that are kept: pages are taken out, and judged again.
const oldShare = .01

// isOld reports whether verdicts have changed since the curve was read.
func (c *curve) isOld(kept store.Stats) bool {
	other := max(kept.Pages-c.pages, c.pages-kept.Pages) + max(kept.Relevant-c.relevant, c.relevant-kept.Relevant)
	return float64(other) > max(1, oldShare*float64(kept.Pages))
}

// worth reads the latest pages and goes on with the curve.
func (t *Tracker) worth(s Source, now time.Time, kept store.Stats) (w Worth, err error) {
	w = Worth{Pages: kept.Pages, Relevant: kept.Relevant, Jobs: kept.Clusters}
	newest := uint64(0)
	err = s.Store.Select(store.Selection{Newest: true, Limit: latestPages}, func(p *store.Page) error {
		newest = max(newest, p.Seq)
		w.Latest++
		if p.Relevant {
			w.Harvest++
		}
		return nil
	})
	if err != nil {
		return w, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	after := store.Selection{After: t.curve.last, Limit: pagesARead}
	if err := s.Store.Select(after, func(p *store.Page) error { t.curve.add(p); return nil }); err != nil {
		return w, err
	}
	w.Curve, w.Whole = append(w.Curve, t.curve.points...), t.curve.last >= newest
	if w.Whole && t.curve.isOld(kept) {
		t.curve, t.replay = curve{}, replay{} // they are read again, part by part
	}
	if err := t.replay.step(s.Store, kept.Pages); err != nil {
		return w, err
	}
	w.Breadth = t.replay.done
	return w, newJobs(s, &w, now)
}

var errEnough = errors.New("enough")

// newJobs counts the jobs that were found within the last hour.
func newJobs(s Source, w *Worth, now time.Time) error {
	if w.Jobs == 0 {
		return nil
	}
	since := now.Add(-time.Hour)
	q := postings.Query{Newest: true, Limit: newestJobs, Brief: true}
	err := s.Postings.Find(q, func(p *postings.Posting) error {
		if p.First.Before(since) {
			return errEnough
		}
		w.NewJobs++
		return nil
	})
	w.MoreJobs = w.NewJobs == newestJobs
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
