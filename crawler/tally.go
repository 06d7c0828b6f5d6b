package crawler

import (
	"maps"
	"sync"
	"sync/atomic"

	"gannet/crawler/dry"
	"gannet/crawler/reason"
	"gannet/store"
	"gannet/store/postings"
)

// tally counts what a run does.
type tally struct {
	asked    atomic.Int64 // links to pages whose turn came and had a result
	fetched  atomic.Int64 // requests for pages
	kept     atomic.Int64 // pages kept, earlier runs included
	pages    atomic.Int64 // pages kept by this run
	relevant atomic.Int64 // of these, on topic
	errors   atomic.Int64 // requests that may be tried again
	sitemaps atomic.Int64
	again    revisitTally
	postings atomic.Int64 // found by this run and not known before
	jobs     atomic.Int64 // of these, the first of their job
	replaced atomic.Int64 // pages kept by this run that were taken out again for their canonical pages
	earlier  atomic.Int64 // such pages of earlier runs

	firstPage uint64 // the number of the first page that this run kept, 0 before; of the keeper's goroutine

	mu      sync.Mutex // guards the fields below
	harvest dry.Harvest
	reasons map[string]int64
	refused map[string]int64 // links to pages of asked that are not kept
}

// revisitTally counts revisits.
type revisitTally struct {
	made, unchanged, changed, gone, failed atomic.Int64 // unchanged: answered with status 304; gone: 404, 410 or moved
}

// countPage counts a page that was kept.
func (t *tally) countPage(relevant bool) {
	t.pages.Add(1)
	t.kept.Add(1)
	if relevant {
		t.relevant.Add(1)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.harvest.AddPage(relevant)
}

// ranDry reports whether the crawl has run dry.
func (t *tally) ranDry() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.harvest.Over()
}

// countKept counts a page that the keeper has, and the pages that were taken out for it.
func (t *tally) countKept(p *store.Page, r store.Result) {
	if t.firstPage == 0 {
		t.firstPage = r.Seq
	}
	t.countPage(p.Relevant)
	t.kept.Add(-int64(len(r.Replaced)))
	for _, old := range r.Replaced {
		if old.Seq < t.firstPage {
			t.earlier.Add(1)
			continue
		}
		t.replaced.Add(1)
		t.pages.Add(-1)
		if old.Relevant {
			t.relevant.Add(-1)
		}
		t.countReason(reason.CanonicalKept)
		t.countRefusal(reason.CanonicalKept)
	}
}

// countPosting counts a posting that was kept.
func (t *tally) countPosting(r postings.Result) {
	if r.Status != postings.New {
		return
	}
	t.postings.Add(1)
	if r.Cluster == r.Number {
		t.jobs.Add(1)
	}
}

// countReason counts a link or page by the reason why it was not simply kept.
func (t *tally) countReason(why reason.Reason) { t.countReasons(why, 1) }

// countReasons counts n links or pages by a reason.
func (t *tally) countReasons(why reason.Reason, n int) {
	if n == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reasons == nil {
		t.reasons = make(map[string]int64)
	}
	t.reasons[string(why)] += int64(n)
}

// copyReasons returns the counts by reason.
func (t *tally) copyReasons() map[string]int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.reasons)
}

// countRefusal counts a link of asked whose page is not kept, by the reason.
func (t *tally) countRefusal(why reason.Reason) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.refused == nil {
		t.refused = make(map[string]int64)
	}
	t.refused[string(why)]++
}

// copyRefused returns the refusals by reason.
func (t *tally) copyRefused() map[string]int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.refused)
}
