package eval

import (
	"cmp"
	"context"
	"slices"

	"gannet/crawler"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/topic/judge"
)

// visited is a page that a crawl has fetched.
type visited struct {
	id    int32
	via   string
	depth int
}

// renewal judges the pages of a crawl in memory again, as crawldir does on a disk. It implements crawler.Renewal.
type renewal struct {
	*draw // of this crawl alone: probabilities change
	judge *judge.Judge
	make  func() (ranker.Strategy, error) // a new strategy of the current classifier
	scope crawler.Scope
	pages []visited
	at    map[string]int // of pages
	last  int            // pages at the last renewal
	seed  map[int32]bool
}

// newRenewal returns a renewal for a crawl by a strategy. It returns nil if the classifier is not to be renewed.
func (d *draw) newRenewal(o Options, strategy ranker.Strategy) *renewal {
	if o.Classifier != Judged || slices.Contains(ceilings, strategy.Name()) {
		return nil
	}
	r := &renewal{draw: d, judge: judge.New(o.Judge, d.query.Words(), o.Background), scope: crawler.ScopeFunc(d.web.has),
		at: make(map[string]int), seed: make(map[int32]bool)}
	r.make = func() (ranker.Strategy, error) { return ranker.New(strategy.Name(), d.needs(o)) }
	for _, id := range d.seeds {
		r.seed[id] = true
	}
	return r
}

// add records a page.
func (r *renewal) add(p crawler.JudgedPage) {
	r.at[p.URL] = len(r.pages)
	r.pages = append(r.pages, visited{r.web.ids[p.URL], p.Via, p.Depth})
}

// Due implements crawler.Renewal.
func (r *renewal) Due(kept int) bool { return kept >= judge.NextRenewal(r.last) }

// DueAtEnd implements crawler.Renewal.
func (r *renewal) DueAtEnd(int) bool { return false }

// Remember implements crawler.Renewal. It does nothing, because the web keeps all pages.
func (r *renewal) Remember(*features.Page, bool) {}

// Prepare implements crawler.Renewal. Virtual crawls do not call it.
func (r *renewal) Prepare(context.Context) error { return nil }

// Relevance implements crawler.Renewal.
func (r *renewal) Relevance(url string, _ float32) (page, parent float32, ok bool) {
	i, ok := r.at[url]
	if !ok {
		return 0, 0, false
	}
	p := r.pages[i]
	if p.via == "" {
		return float32(r.probability[p.id]), 1, true
	}
	return float32(r.probability[p.id]), float32(r.probability[r.web.ids[p.via]]), true
}

// Renew implements crawler.Renewal.
func (r *renewal) Renew(context.Context, bool) (*crawler.Renewed, error) {
	r.last = len(r.pages)
	pages := make([]judge.Page, len(r.pages))
	for i, p := range r.pages {
		pages[i] = judge.NewPage(r.web.pages[p.id], r.seed[p.id])
	}
	judgement, err := r.judge.Judge(pages)
	if err != nil {
		return nil, err
	}
	r.classifier = cmp.Or(judgement.Classifier, r.classifier)
	for id := range r.probability {
		r.probability[id] = r.classifier.Score(r.web.vectors[id])
	}
	for i, p := range r.pages {
		r.probability[p.id] = judgement.Probabilities[i]
	}
	strategy, err := r.make()
	if err != nil {
		return nil, err
	}
	return &crawler.Renewed{
		Judge:    func(p *features.Page) float64 { return r.probability[r.web.ids[p.URL]] },
		Strategy: strategy, Orders: r.teach(strategy),
	}, nil
}

// teach lets a strategy learn from all pages so far.
func (r *renewal) teach(strategy ranker.Strategy) []frontier.Order {
	last := make(map[uint64]float32)
	learner, learns := strategy.(ranker.Learner)
	relearner, relearns := strategy.(ranker.Relearner)
	if relearns {
		relearner.BeginRelearning()
	}
	for _, p := range r.pages {
		src := r.source(p)
		if learns {
			learner.Learn(src)
			for _, revised := range learner.Revised() {
				last[revised.Fingerprint] = revised.Priority
			}
		}
		scores := make([]ranker.Score, len(src.Page.Links))
		strategy.Rank(src, scores)
		for i := range scores {
			if src.Followed[i] && !scores[i].Skip {
				last[weburl.Fingerprint(src.Page.Links[i].URL)] = scores[i].Priority
			}
		}
	}
	if relearns {
		relearner.EndRelearning()
		for _, revised := range learner.Revised() {
			last[revised.Fingerprint] = revised.Priority
		}
	}
	orders := make([]frontier.Order, 0, len(last))
	for fingerprint, priority := range last {
		orders = append(orders, frontier.Order{Fingerprint: fingerprint, Priority: priority})
	}
	slices.SortFunc(orders, func(a, b frontier.Order) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	return orders
}

// source describes a page for a strategy.
func (r *renewal) source(p visited) *ranker.Source {
	page := r.web.pages[p.id]
	src := &ranker.Source{Page: page, Depth: p.depth, Probability: r.probability[p.id], Parent: 1, Grandparent: 1}
	if p.via != "" {
		parent, grandparent, _ := r.Relevance(p.via, 0)
		src.Parent, src.Grandparent = float64(parent), float64(grandparent)
	}
	src.Followed = make([]bool, len(page.Links))
	for i := range page.Links {
		url := page.Links[i].URL
		_, trapped := weburl.Trap(url)
		src.Followed[i] = url != page.URL && !trapped && r.scope.Page(url, p.depth+1) == ""
	}
	return src
}

// forCrawl returns a copy of the draw for one crawl. The probabilities of the copy may change.
func (d *draw) forCrawl() *draw {
	own := *d
	own.probability = slices.Clone(d.probability)
	return &own
}
