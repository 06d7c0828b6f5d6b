package crawler

import (
	"context"
	"sync"
	"sync/atomic"

	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// Renewal judges all pages of a crawl again from time to time, because the more pages a crawl has, the better it can tell which of them are on
// topic.
type Renewal interface {
	// Due reports whether it is time for a renewal, when this many pages are kept.
	Due(kept int) bool
	// DueAtEnd reports whether pages should be judged again at the end of a run that has kept this many.
	DueAtEnd(kept int) bool
	// Remember stores the parts of a page that Renew needs, so that the page need not be read again. It is called just before the page is kept.
	// showsJobs says whether the page's links to PDF files were followed.
	Remember(p *features.Page, showsJobs bool)
	// Prepare does the slow part of the work before Renew is called. Other pages are judged and kept meanwhile.
	Prepare(ctx context.Context) error
	// Renew judges all kept pages again. If Prepare was called, Renew does only the rest of the work. No page is judged or kept meanwhile. At the end
	// of a run the result of Prepare is not used.
	Renew(ctx context.Context, atEnd bool) (*Renewed, error)
	// Relevance returns the probability of a kept page, and that of the page on which its link was found; known is returned for the latter if it is
	// not kept. ok is false if the page itself is not kept.
	Relevance(url string, known float32) (page, parent float32, ok bool)
}

// Renewed is the result of judging all pages again: how the crawl judges pages and orders links from now on.
type Renewed struct {
	Judge    func(*features.Page) float64 // of the pages to come
	Relevant int                          // pages of this run that are on topic
	// Strategy has learned from all pages by their new probabilities, and Orders has its priorities of the queued links. If Strategy is nil, the
	// present strategy stays.
	Strategy ranker.Strategy
	Orders   []frontier.Order
}

// verdicts holds the judge of pages and the strategy that orders links, until the next renewal replaces both.
type verdicts struct {
	judge    func(*features.Page) float64
	strategy ranker.Strategy
	learner  ranker.Learner // the strategy, or nil if it does not learn
}

// judging holds the present verdicts of a crawl and decides when they change.
type judging struct {
	renewal Renewal // nil: never
	again   uint64  // the latest lesson before the latest renewal of earlier runs
	now     atomic.Pointer[verdicts]
	mu      sync.RWMutex                          // a visit holds it from the verdict on its page until the keeper has the page
	prepare *preparation                          // that is under way; nil if none is. The dispatcher's
	wrap    func(ranker.Strategy) ranker.Strategy // of WrapStrategy; nil: none
}

// setVerdicts replaces the judge and the strategy. If the strategy is nil, the present one stays.
func (c *Crawl) setVerdicts(judge func(*features.Page) float64, strategy ranker.Strategy) {
	v := verdicts{judge: judge, strategy: strategy}
	switch now := c.judging.now.Load(); {
	case strategy == nil:
		v.strategy, v.learner = now.strategy, now.learner
	default:
		v.learner, _ = strategy.(ranker.Learner)
		if c.judging.wrap != nil {
			v.strategy = c.judging.wrap(strategy)
		}
	}
	c.judging.now.Store(&v)
}

func (c *Crawl) strategy() ranker.Strategy { return c.judging.now.Load().strategy }

func (c *Crawl) learner() ranker.Learner { return c.judging.now.Load().learner }

func (c *Crawl) judgePage(p *features.Page) (float64, error) {
	return c.judging.now.Load().probabilityOf(p)
}

// renewVerdicts judges pages again if it is time. The dispatcher calls it. The crawl goes on during the preparation, except in virtual time, where
// the same crawl would otherwise differ from run to run.
func (d *dispatcher) renewVerdicts(ctx context.Context) error {
	r := d.judging.renewal
	if r == nil || !r.Due(d.mostKept()) {
		return nil
	}
	if d.virtual == nil {
		if done, err := d.prepared(ctx); !done || err != nil {
			return err
		}
	}
	return d.swapVerdicts(ctx, false, r.Due)
}

// renewVerdictsAtEnd judges pages again when a run ends.
func (d *dispatcher) renewVerdictsAtEnd(ctx context.Context) error {
	r := d.judging.renewal
	if r == nil || !r.DueAtEnd(d.mostKept()) {
		return nil
	}
	return d.swapVerdicts(ctx, true, r.DueAtEnd)
}

// swapVerdicts replaces the verdicts, if a renewal is still due. It waits until no visit holds the verdicts and the keeper has answered for every
// page, so nothing is judged or kept meanwhile.
func (d *dispatcher) swapVerdicts(ctx context.Context, atEnd bool, due func(kept int) bool) error {
	d.judging.mu.Lock()
	defer d.judging.mu.Unlock()
	d.activity.awaitKeeper(0)
	if err := d.activity.failed(); err != nil || !due(int(d.tally.kept.Load())) {
		return err
	}
	renewed, err := d.judging.renewal.Renew(ctx, atEnd)
	if err != nil {
		return err
	}
	return d.apply(renewed)
}

// mostKept is how many pages will be kept if the keeper keeps all that were given to it.
func (d *dispatcher) mostKept() int {
	if d.keeper == nil {
		return int(d.tally.kept.Load())
	}
	return d.activity.claims()
}

// apply replaces the verdicts by those of a renewal.
func (d *dispatcher) apply(r *Renewed) error {
	d.setVerdicts(r.Judge, r.Strategy)
	d.tally.relevant.Store(int64(r.Relevant))
	return d.frontier.Reorder(d.clock.Now(), r.Orders)
}

// holdVerdicts keeps the verdicts from changing until the visit ends. It also updates the trail of the visit to these verdicts.
func (v *visit) holdVerdicts() {
	if v.judging.renewal == nil {
		return
	}
	v.judging.mu.RLock()
	v.holdsVerdicts = true
	if v.trail.via == "" {
		return
	}
	if page, parent, ok := v.judging.renewal.Relevance(v.trail.via, v.trail.grandparent); ok {
		v.trail.parent, v.trail.grandparent = page, parent
	}
}

// releaseVerdicts lets the verdicts change again, which holdVerdicts has prevented.
func (v *visit) releaseVerdicts() {
	if v.holdsVerdicts {
		v.judging.mu.RUnlock()
	}
}

// preparation is a call of Renewal.Prepare that runs beside the crawl.
type preparation struct {
	cancel context.CancelFunc
	done   chan error // has one element once it has ended
}

// prepared reports whether the preparation of the next renewal is done. It starts the preparation if none is under way.
func (d *dispatcher) prepared(ctx context.Context) (done bool, err error) {
	p := d.judging.prepare
	if p == nil {
		d.judging.prepare = d.beginPreparing(ctx)
		return false, nil
	}
	select {
	case err = <-p.done:
		p.cancel()
		d.judging.prepare = nil
		if ctx.Err() != nil {
			return false, nil
		}
		return true, err
	default:
		return false, nil
	}
}

func (d *dispatcher) beginPreparing(ctx context.Context) *preparation {
	ctx, cancel := context.WithCancel(ctx)
	p := &preparation{cancel: cancel, done: make(chan error, 1)}
	go func() {
		p.done <- d.judging.renewal.Prepare(ctx)
		d.activity.notify()
	}()
	return p
}

// stopPreparing ends a preparation whose renewal is no longer wanted. If it failed, the crawl goes on with the old verdicts.
func (d *dispatcher) stopPreparing() {
	if p := d.judging.prepare; p != nil {
		p.cancel()
		<-p.done
		d.judging.prepare = nil
	}
}
