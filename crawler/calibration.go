package crawler

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"gannet/ranker"
)

// priorityCalibration turns the strategy's priorities into shares of relevant pages, measured on the latest fetches. The
// share rises with the priority: it is an isotonic regression by pooling adjacent violators (Ayer et al. 1955). The zero
// value is ready, and safe for concurrent use.
type priorityCalibration struct {
	mu      sync.Mutex      // guards the fields below
	fetches []judgedFetch   // a ring of the latest
	oldest  int             // in fetches
	unused  int             // fetches since the levels were made
	levels  []priorityLevel // by rising priority
	promised
}

type judgedFetch struct {
	priority float32
	relevant bool
}

// priorityLevel is a range of priorities.
type priorityLevel struct {
	priority        float32 // the lowest
	relevant, pages float32
}

const (
	calibrationWindow = 1024 // fetches: some minutes, because priorities drift as the strategy learns
	calibrationGroup  = 32   // fetches of a level, at least
)

// addFetch records whether the fetch of a link gave a relevant page.
func (c *priorityCalibration) addFetch(priority float32, relevant bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := judgedFetch{priority, relevant}
	if len(c.levels) > 0 && priority != seedPriority {
		c.promised.add(promisedFetch{c.shareOf(priority), relevant})
	}
	if len(c.fetches) < calibrationWindow {
		c.fetches = append(c.fetches, f)
	} else {
		c.fetches[c.oldest] = f
		c.oldest = (c.oldest + 1) % calibrationWindow
	}
	if c.unused++; c.unused == calibrationGroup {
		c.unused = 0
		c.fit()
	}
}

// fit makes the levels.
func (c *priorityCalibration) fit() {
	sorted := slices.Clone(c.fetches)
	slices.SortFunc(sorted, func(a, b judgedFetch) int { return cmp.Compare(a.priority, b.priority) })
	c.levels = c.levels[:0]
	for group := range slices.Chunk(sorted, calibrationGroup) {
		l := priorityLevel{priority: group[0].priority, pages: float32(len(group))}
		for _, f := range group {
			if f.relevant {
				l.relevant++
			}
		}
		for n := len(c.levels); n > 0 && c.levels[n-1].share() >= l.share(); n-- {
			below := c.levels[n-1]
			l = priorityLevel{below.priority, below.relevant + l.relevant, below.pages + l.pages}
			c.levels = c.levels[:n-1]
		}
		c.levels = append(c.levels, l)
	}
}

// share is the share of relevant pages in this level. We add half a relevant and half an irrelevant page, which draws the share of a small level
// towards one half.
func (l priorityLevel) share() float32 { return (l.relevant + 0.5) / (l.pages + 1) }

// shareOf is the share of relevant pages to expect from links of a priority.
func (c *priorityCalibration) shareOf(priority float32) float32 {
	above := sort.Search(len(c.levels), func(i int) bool { return c.levels[i].priority > priority })
	return c.levels[max(0, above-1)].share()
}

// promiseOf returns the share of relevant pages to expect from links of a priority, if it is known. If the strategy can state this share itself, its
// answer is used.
func (c *Crawl) promiseOf(priority float32) (share float32, known bool) {
	if e, ok := c.learner().(ranker.Expecter); ok {
		return float32(e.Expected(priority)), true
	}
	return c.calibration.promiseOf(priority)
}

// promiseOf returns shareOf of a priority; known is false until enough pages were fetched.
func (c *priorityCalibration) promiseOf(priority float32) (share float32, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.levels) == 0 {
		return 0, false
	}
	return c.shareOf(priority), true
}

// Promise says, for the latest fetches, how many relevant pages were expected and how many were found. The expected value of a link is the
// share of relevant pages among earlier links of similar priority, computed before the link is fetched.
type Promise struct {
	Fetches  int     `json:"fetches"`  // the latest of this run, at most 1,000
	Expected float64 `json:"expected"` // relevant pages that they promised
	Relevant int     `json:"relevant"` // that they gave
}

// promiseWindow is how many fetches a Promise counts at most.
const promiseWindow = 1000

// promised is a ring of the latest fetches.
type promised struct {
	ring     [promiseWindow]promisedFetch
	n        int // fetches so far
	expected float64
	relevant int
}

type promisedFetch struct {
	share    float32
	relevant bool
}

// add counts a fetch together with the share of relevant pages that was expected of it.
func (p *promised) add(f promisedFetch) {
	at := &p.ring[p.n%promiseWindow]
	p.count(*at, -1)
	*at = f
	p.count(f, 1)
	p.n++
}

// count adds a fetch to the sums (sign 1), or removes it from them (sign -1). The zero fetch changes nothing.
func (p *promised) count(f promisedFetch, sign int) {
	p.expected += float64(sign) * float64(f.share)
	if f.relevant {
		p.relevant += sign
	}
}

// promise returns the Promise of the latest fetches, or nil before there are any.
func (c *priorityCalibration) promise() *Promise {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &c.promised
	if p.n == 0 {
		return nil
	}
	return &Promise{Fetches: min(p.n, promiseWindow), Expected: max(0, p.expected), Relevant: p.relevant}
}
