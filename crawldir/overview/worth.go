package overview

import (
	"sync"
	"time"

	"gannet/crawler"
	"gannet/store"
)

// Worth has the numbers of relevant pages among all pages of a crawl and among its latest pages.
type Worth struct {
	Pages    int    `json:"pages"` // all that are kept
	Relevant int    `json:"relevant"`
	Latest   int    `json:"latest"`          // so many pages were kept last, at most 1,000,
	Harvest  int    `json:"latest_relevant"` // and so many of them are relevant
	Newest   uint64 `json:"newest"`          // number of the newest page; 0 if there is none
	Jobs     int    `json:"jobs"`            // clusters of postings
	NewJobs  int    `json:"new_jobs"`        // found within the last hour
	MoreJobs bool   `json:"more_jobs,omitempty"`
	// Sources says what the new postings of the latest run were read from; nil if no run has said it, or if it found none.
	Sources *crawler.SourceCounts `json:"sources,omitempty"`
	Curve   []Point               `json:"curve,omitempty"`
	Whole   bool                  `json:"curve_whole"` // the curve has all pages that are kept
	// Promise is what the order promised of the latest links; nil if no run has said it.
	Promise *crawler.Promise `json:"promise,omitempty"`
}

// Point is a point of the curve that shows how many of the first n pages of a crawl are relevant.
type Point struct {
	Pages    int       `json:"pages"`
	Relevant int       `json:"relevant"`
	Time     time.Time `json:"time"` // when the last of them was fetched
}

// Rate returns the share of relevant pages among the latest pages, from 0 to 1.
func (w *Worth) Rate() float64 { return share(w.Harvest, w.Latest) }

// AllRate returns the share of relevant pages among all pages, from 0 to 1.
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
	pagesARead   = 6000 // for the curve
	newestJobs   = 2000 // within an hour
	postingsRead = 3000 // for the freshness
	curvePoints  = 400
)

// Tracker makes overviews of one crawl again and again. Each overview reads only what is new since the last one, so it is fast. A Tracker's
// memory does not grow with the crawl. It is safe for concurrent use.
type Tracker struct {
	mu     sync.Mutex // guards the fields below
	curve  curve
	pass   pass
	load   load
	latest latest
}

// NewTracker returns a Tracker that has read nothing yet.
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

// read goes on with the curve and with the latest pages. Once the curve has all pages, each page is read once for both.
func (t *Tracker) read(s Source, now time.Time, anyJobs bool) error {
	if t.latest.isOld(now) {
		if err := t.latest.readAgain(s, now, anyJobs); err != nil {
			return err
		}
	} else if t.latest.last != t.curve.last {
		if err := t.latest.read(s); err != nil {
			return err
		}
	}
	both := t.latest.last == t.curve.last
	return s.Store.Select(store.Selection{After: t.curve.last, Limit: pagesARead}, func(p *store.Page) error {
		t.curve.add(p)
		if both {
			t.latest.add(p)
		}
		return nil
	})
}

// worth reads the latest pages and goes on with the curve.
func (t *Tracker) worth(s Source, now time.Time, kept store.Stats) (w Worth, err error) {
	w = Worth{Pages: kept.Pages, Relevant: kept.Relevant, Jobs: kept.Clusters}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(s, now, w.Jobs > 0); err != nil {
		return w, err
	}
	w.Newest = t.latest.last
	w.Latest, w.Harvest = len(t.latest.relevant), t.latest.harvest()
	w.NewJobs, w.MoreJobs = t.latest.jobs, t.latest.moreJobs
	w.Curve, w.Whole = append(w.Curve, t.curve.points...), t.curve.last >= t.latest.last
	if w.Whole && t.curve.isOld(kept) {
		t.curve = curve{} // it is read again, part by part
	}
	return w, nil
}
