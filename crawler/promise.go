package crawler

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// promise tells what the strategy's priorities are worth: the share of relevant pages among the latest fetches of links
// of about that priority, taken to rise with it: isotonic regression by pooling adjacent violators (Ayer et al. 1955).
// It is safe for concurrent use.
type promise struct {
	mu     sync.Mutex // guards all below
	seen   []outcome  // a ring of the latest
	oldest int
	fresh  int // seen since the levels were made
	levels []level
}

type outcome struct {
	priority float32
	relevant bool
}

// level is a range of priorities.
type level struct {
	priority     float32 // the lowest
	relevant, of float32 // pages
}

const (
	promiseWindow = 1024 // outcomes: some minutes of a crawl, for priorities drift as the strategy learns
	promiseGroup  = 32   // outcomes of a level at the least
	promiseShare  = 0.5  // of the better link's promise for which no link waits; docs/evaluation.md has others
)

// add notes what the page of a link, fetched or not, turned out to be.
func (p *promise) add(priority float32, relevant bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := outcome{priority, relevant}
	if len(p.seen) < promiseWindow {
		p.seen = append(p.seen, o)
	} else {
		p.seen[p.oldest] = o
		p.oldest = (p.oldest + 1) % promiseWindow
	}
	if p.fresh++; p.fresh == promiseGroup {
		p.fresh = 0
		p.fit()
	}
}

// fit makes the levels of what was seen.
func (p *promise) fit() {
	sorted := slices.Clone(p.seen)
	slices.SortFunc(sorted, func(a, b outcome) int { return cmp.Compare(a.priority, b.priority) })
	p.levels = p.levels[:0]
	for group := range slices.Chunk(sorted, promiseGroup) {
		l := level{priority: group[0].priority, of: float32(len(group))}
		for _, o := range group {
			if o.relevant {
				l.relevant++
			}
		}
		for n := len(p.levels); n > 0 && p.levels[n-1].share() >= l.share(); n-- {
			below := p.levels[n-1]
			l = level{below.priority, below.relevant + l.relevant, below.of + l.of}
			p.levels = p.levels[:n-1]
		}
		p.levels = append(p.levels, l)
	}
}

// share is that of relevant pages, drawn towards a half by the weight of one page.
func (l level) share() float32 { return (l.relevant + 0.5) / (l.of + 1) }

// share is that of relevant pages to be expected of links of a priority.
func (p *promise) share(priority float32) float32 {
	above := sort.Search(len(p.levels), func(i int) bool { return p.levels[i].priority > priority })
	return p.levels[max(0, above-1)].share()
}

// worth says whether a link is worth fetching although a better one is about to be free.
func (p *promise) worth(priority, better float32) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.levels) == 0 || p.share(priority) >= promiseShare*p.share(better)
}
