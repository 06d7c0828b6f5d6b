package crawler

// Promise is what the order of links promised recently, and what came of it. A link promises the share of relevant pages that the
// latest fetches of about its priority gave, before it is fetched itself.
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

// add counts a fetch that promised a share.
func (p *promised) add(f promisedFetch) {
	at := &p.ring[p.n%promiseWindow]
	p.count(*at, -1)
	*at = f
	p.count(f, 1)
	p.n++
}

// count adds a fetch to the sums, or takes it from them. The zero fetch counts nothing.
func (p *promised) count(f promisedFetch, sign int) {
	p.expected += float64(sign) * float64(f.share)
	if f.relevant {
		p.relevant += sign
	}
}

// promise returns what the latest fetches promised and gave, nil before there are any.
func (c *priorityCalibration) promise() *Promise {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &c.promised
	if p.n == 0 {
		return nil
	}
	return &Promise{Fetches: min(p.n, promiseWindow), Expected: max(0, p.expected), Relevant: p.relevant}
}
