package crawler

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"gannet/frontier"
	"gannet/store/postings"
)

// tally counts what a run does.
type tally struct {
	fetched  atomic.Int64 // requests for pages
	kept     atomic.Int64 // pages kept, those of earlier runs included
	pages    atomic.Int64 // pages kept by this run
	relevant atomic.Int64 // of these, on topic
	errors   atomic.Int64 // requests that may be tried again
	sitemaps atomic.Int64
	postings atomic.Int64 // found by this run and not known before
	jobs     atomic.Int64 // of these, the first of their job

	mu      sync.Mutex // guards reasons
	reasons map[string]int64
}

func (t *tally) page(relevant bool) {
	t.pages.Add(1)
	t.kept.Add(1)
	if relevant {
		t.relevant.Add(1)
	}
}

// posting counts a posting that was kept.
func (t *tally) posting(r postings.Result) {
	if r.Status != postings.New {
		return
	}
	t.postings.Add(1)
	if r.Cluster == r.Number {
		t.jobs.Add(1)
	}
}

// refuse counts a link or page by the reason why it was not simply kept.
func (t *tally) refuse(reason string) { t.refuseAll(reason, 1) }

// refuseAll counts n links by the reason why they were not followed.
func (t *tally) refuseAll(reason string, n int) {
	if n == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reasons == nil {
		t.reasons = make(map[string]int64)
	}
	t.reasons[reason] += int64(n)
}

// Progress is how far a run has come.
type Progress struct {
	Elapsed  time.Duration    `json:"elapsed"`  // by the crawl's clock
	Fetched  int64            `json:"fetched"`  // requests for pages
	Kept     int64            `json:"kept"`     // pages kept, those of earlier runs included
	Pages    int64            `json:"pages"`    // pages kept by this run
	Relevant int64            `json:"relevant"` // of these, on topic
	Errors   int64            `json:"errors"`   // requests that failed and may be tried again
	Sitemaps int64            `json:"sitemaps"`
	Postings int64            `json:"postings"` // found by this run and not known before
	Jobs     int64            `json:"jobs"`     // of these postings, the first of their job
	Reasons  map[string]int64 `json:"reasons"`  // links and pages by the reason why they were not simply kept
	Frontier frontier.Stats   `json:"frontier"`
	Waiting  []WaitingHost    `json:"waiting,omitempty"` // where all that is left is of hosts whose latest requests failed, those with most links
	Trouble  string           `json:"trouble,omitempty"` // what keeps the crawl from asking anybody
	Ended    End              `json:"ended,omitempty"`   // why it ended
}

// HarvestRate is the share of this run's pages that are on topic.
func (p Progress) HarvestRate() float64 {
	if p.Pages == 0 {
		return 0
	}
	return float64(p.Relevant) / float64(p.Pages)
}

// Progress gives the counts of this moment. It may be called at any time.
func (c *Crawl) Progress() Progress {
	c.tally.mu.Lock()
	reasons := maps.Clone(c.tally.reasons)
	c.tally.mu.Unlock()
	c.mu.Lock()
	ended := c.ended
	c.mu.Unlock()
	now := c.clock.Now()
	return Progress{
		Elapsed: now.Sub(c.start), Fetched: c.tally.fetched.Load(), Kept: c.tally.kept.Load(),
		Pages: c.tally.pages.Load(), Relevant: c.tally.relevant.Load(), Errors: c.tally.errors.Load(),
		Sitemaps: c.tally.sitemaps.Load(), Postings: c.tally.postings.Load(), Jobs: c.tally.jobs.Load(), Reasons: reasons, Frontier: c.frontier.Stats(),
		Waiting: c.waiting(now), Trouble: c.trouble.told(), Ended: ended,
	}
}
