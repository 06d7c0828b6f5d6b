package evidence

import "gannet/internal/weburl"

// target is what is known of a Target. It holds no pointers, so the garbage collector need not scan it.
type target struct {
	fingerprint uint64
	firstEdge   uint32
	edgeCount   uint8
	tokenCount  uint8
	fetched     bool
	linksAdded  bool    // those of its own page
	probability float32 // topic probability of its own page, once fetched
	priority    float32

	pageCount    uint32  // source pages
	lastPage     uint32  // number of the last of them
	page         summary // topic probability of the source pages
	weightedPage summary // the same, weighted by the inverse root of the page's number of links
	mainPage     summary // the same, of pages on which the link stands in the main content
	latestPage   float32 // topic probability of the latest source page
	parentSum    float32 // of the probabilities of the pages before the source pages
	titleSum     float32 // of the margins of the source pages' titles
	anchor       summary // margin
	context      summary // margin
	neighborhood summary // LinkScorer's score
	urlMargin    float32

	host, directory, tagPath uint32 // groups
	tokens                   [maxTokens]uint32
	linkWords                linkWords // of the link that speaks most for the target
}

// waits reports whether links lead to the target and the target was not fetched.
func (t *target) waits() bool { return !t.fetched && t.pageCount > 0 }

// summary is the weighted sum and the maximum of a value over source pages.
type summary struct{ n, sum, max float32 }

func (s *summary) addValue(x, weight float32) {
	if s.n == 0 || x > s.max {
		s.max = x
	}
	s.sum += x * weight
	s.n += weight
}

// mean returns the mean of the values and of one more value, the prior.
func (s *summary) mean(prior float64) float64 { return (float64(s.sum) + prior) / (float64(s.n) + 1) }

// target returns the target with this URL. If there is none, it adds one.
func (c *Collection) target(url string) Target {
	fingerprint := weburl.Fingerprint(url)
	if at, ok := c.targets.find(fingerprint); ok {
		return Target(at)
	}
	at := c.targets.n
	c.targets.add(target{
		fingerprint: fingerprint,
		host:        c.group(hostGroup, weburl.Host(url)),
		directory:   c.group(directoryGroup, directoryOf(url)),
	})
	c.readURL(c.targets.at(at), url)
	return Target(at)
}
