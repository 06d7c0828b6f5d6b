package crawler

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"gannet/crawler/dry"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/revisit"
	"gannet/frontier"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// Progress has the counts of a run of a crawl so far, and its state.
type Progress struct {
	Elapsed  time.Duration    `json:"elapsed"`  // by the crawl's clock
	Asked    int64            `json:"asked"`    // links to pages whose turn came: Pages, the sum of Refused, and pages under way
	Fetched  int64            `json:"fetched"`  // requests for pages
	Kept     int64            `json:"kept"`     // pages kept, earlier runs included
	Pages    int64            `json:"pages"`    // pages kept by this run
	Relevant int64            `json:"relevant"` // of these, on topic
	Errors   int64            `json:"errors"`   // requests that failed and may be tried again
	Sitemaps int64            `json:"sitemaps"`
	Revisits *RevisitCounts   `json:"revisits,omitempty"`  // nil if nothing is fetched twice
	Rendered *RenderCounts    `json:"rendered,omitempty"`  // nil without a browser
	ByScript []ScriptShape    `json:"by_script,omitempty"` // shapes of URLs whose pages a script probably makes; those with most such pages
	Postings int64            `json:"postings"`            // found by this run and not known before
	Jobs     int64            `json:"jobs"`                // of these postings, the first of their job
	Sources  SourceCounts     `json:"sources,omitzero"`    // what these postings were read from
	Reasons  map[string]int64 `json:"reasons"`             // links and pages by the reason why they were not simply kept
	Refused  map[string]int64 `json:"refused"`             // asked links that gave no page that is kept, by reason
	Replaced int64            `json:"replaced"`            // pages of this run that were taken out again, for their canonical pages; they are refused
	Earlier  int64            `json:"replaced_earlier"`    // such pages of earlier runs
	Frontier frontier.Stats   `json:"frontier"`
	Waiting  []WaitingHost    `json:"waiting,omitempty"` // if all remaining links failed or are of hosts that fail; those with most links
	Trouble  string           `json:"trouble,omitempty"` // why no request is made: the proxy fails, or this machine
	Paused   bool             `json:"paused,omitempty"`  // no request is made, because a user has paused the crawl
	Blocked  int              `json:"blocked,omitempty"` // links of hosts that a user has blocked
	Promise  *Promise         `json:"promise,omitempty"` // of the latest links; nil before enough are fetched
	Ended    End              `json:"ended,omitempty"`   // why the crawl ended
	Failure  string           `json:"failure,omitempty"` // the error that ended the crawl, if Ended is EndFailed
}

// RevisitCounts counts the requests for pages, sitemaps and feeds that were fetched before, by their results. A request that was cut short, for
// example by the end of the run, is in Made and has no result.
type RevisitCounts struct {
	Made      int64 `json:"made"`
	Unchanged int64 `json:"not_modified"` // answered with status 304
	Same      int64 `json:"same"`         // answered in full, with the same text and the same links
	Changed   int64 `json:"changed"`      // in their text, or in what they list
	Gone      int64 `json:"gone"`         // answered with 404, 410 or a redirect
	Failed    int64 `json:"failed"`       // nothing was learned
	// NextNew is when a page that is not known yet may be requested next, if such requests wait because of the bound on the requests of a day.
	NextNew time.Time `json:"next_new,omitzero"`
	// Shown says how fresh the postings are that count as open. In a crawl that is not for jobs it counts the pages on topic instead.
	Shown revisit.Shown `json:"shown"`
	// Alarms are about hosts that no longer give what they gave before.
	Alarms []Alarm `json:"alarms,omitempty"`
}

// SourceCounts counts the new postings of a run by the format in which they were found, and the cost of reading responses in JSON and XML.
type SourceCounts struct {
	Data     int64 `json:"data"`     // postings from responses in JSON and XML
	Embedded int64 `json:"embedded"` // from data in pages
	PDF      int64 `json:"pdf"`
	HTML     int64 `json:"html"`

	Answers int64         `json:"answers"` // that were received, without scripts
	Bytes   int64         `json:"bytes"`   // of these, after their Content-Encoding
	Reading time.Duration `json:"reading"` // that it took to make pages of them
}

// countSource counts a new posting.
func (s *SourceCounts) countSource(p *job.Posting) {
	switch p.Source() {
	case job.FromData:
		s.Data++
	case job.FromEmbedded:
		s.Embedded++
	case job.FromPDF:
		s.PDF++
	default:
		s.HTML++
	}
}

// counts returns the counts of this moment.
func (t *revisitTally) counts() *RevisitCounts {
	return &RevisitCounts{
		Made: t.made.Load(), Unchanged: t.unchanged.Load(), Same: t.same.Load(), Changed: t.changed.Load(), Gone: t.gone.Load(), Failed: t.failed.Load(),
	}
}

// HarvestRate returns the share of the pages kept by this run that are on topic, from 0 to 1.
func (p Progress) HarvestRate() float64 {
	if p.Pages == 0 {
		return 0
	}
	return float64(p.Relevant) / float64(p.Pages)
}

// Progress returns the counts of the run so far. It may be called at any time.
func (c *Crawl) Progress() Progress {
	now, t := c.clock.Now(), &c.tally
	p := Progress{
		Elapsed: now.Sub(c.start), Asked: t.asked.Load(), Fetched: t.fetched.Load(), Kept: t.kept.Load(), Pages: t.pages.Load(),
		Relevant: t.relevant.Load(), Errors: t.errors.Load(), Sitemaps: t.sitemaps.Load(), Postings: t.postings.Load(),
		Jobs: t.jobs.Load(), Sources: t.copySources(), Reasons: t.copyReasons(), Refused: t.copyRefused(), Replaced: t.replaced.Load(),
		Earlier: t.earlier.Load(), Frontier: c.frontier.Stats(), Waiting: c.waitingHosts(now),
		Trouble: c.outage.reason(), Paused: c.activity.isPaused(), Ended: c.activity.endedBy(),
		Blocked: c.frontier.Held().Links, Promise: c.calibration.promise(),
	}
	if err := c.activity.failed(); err != nil && p.Ended == EndFailed {
		p.Failure = err.Error()
	}
	p.Rendered, p.ByScript = c.rendering.progress(), c.scripted.list(c.rendering)
	if c.watched != nil {
		p.Revisits = t.again.counts()
		p.Revisits.Alarms = c.watched.alarms()
		p.Revisits.Shown, p.Revisits.NextNew = c.watched.shownAt(now), c.watched.discoveryHeld(now)
	}
	return p
}

// HostRow describes a host: its state in the frontier, and how its latest failed request failed.
type HostRow struct {
	frontier.HostRow
	Error string `json:"last_error,omitempty"`
}

// Hosts returns the hosts that match a query, and in total how many match, because the query may limit the number of rows. It may be called
// at any time.
func (c *Crawl) Hosts(q frontier.HostQuery) (rows []HostRow, total int) {
	found, total := c.frontier.Hosts(c.clock.Now(), q)
	for _, h := range found {
		rows = append(rows, HostRow{h, c.failures.ofHost(h.Name)})
	}
	return rows, total
}

// Load says how busy the workers and the store are at one moment.
type Load struct {
	Workers  int
	Visiting int // workers that have a page
	Keeping  int // pages that wait to be written
}

// Load returns how many workers are busy, and how many pages wait to be stored. It may be called at any time.
func (c *Crawl) Load() Load {
	l := Load{Workers: c.limits.Workers - c.activity.retiredWorkers()}
	l.Visiting, l.Keeping = c.activity.outstanding()
	return l
}

// HostCounts counts the hosts of the frontier by their state. It may be called at any time.
func (c *Crawl) HostCounts() map[frontier.Standing]int { return c.frontier.HostCounts(c.clock.Now()) }

// Pause prevents new visits until Resume is called. Visits that have begun are finished. The time budget continues to run during a pause.
func (c *Crawl) Pause() { c.activity.pause(true) }

// Resume lets new visits begin again after Pause.
func (c *Crawl) Resume() { c.activity.pause(false) }

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

	first atomic.Uint64 // the number of the first page that this run kept, 0 before

	mu      sync.Mutex // guards the fields below
	harvest dry.Harvest
	sources SourceCounts
	reasons map[string]int64
	refused map[string]int64 // links to pages of asked that are not kept
}

// revisitTally counts revisits.
type revisitTally struct {
	made, unchanged, same, changed, gone, failed atomic.Int64 // as in RevisitCounts
}

// countRead counts a page, sitemap or feed that was read again in full.
func (t *revisitTally) countRead(changed bool) {
	if changed {
		t.changed.Add(1)
	} else {
		t.same.Add(1)
	}
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
	t.first.CompareAndSwap(0, r.Seq)
	t.countPage(p.Relevant)
	t.kept.Add(-int64(len(r.Replaced)))
	for _, old := range r.Replaced {
		if old.Seq < t.first.Load() {
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

// copySources returns the counts of postings by source at this moment.
func (t *tally) copySources() SourceCounts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sources
}

// countAnswer counts a response in JSON or XML.
func (t *tally) countAnswer(r *fetch.Response) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sources.Answers++
	t.sources.Bytes += int64(r.Received)
	t.sources.Reading += r.Making
}

// countPosting counts a posting that was kept.
func (t *tally) countPosting(p *job.Posting, r postings.Result) {
	if r.Status != postings.New {
		return
	}
	t.postings.Add(1)
	t.mu.Lock()
	t.sources.countSource(p)
	t.mu.Unlock()
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

// countRefusal counts, by its reason, a requested or refused link whose page is not kept.
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
