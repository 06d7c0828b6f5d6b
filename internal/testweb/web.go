// Package testweb owns a generated web: hosts, pages, links, job boards and hosts that misbehave. Everything is drawn from a seed when it is
// requested. It remembers nothing per page, so five million pages cost as much as fifty. It is an http.RoundTripper in process, and an http.Handler
// that answers by Host header or as a forward proxy. It knows the truth about every URL: its topic, its links, whether robots.txt allows it.
package testweb

import (
	"strconv"
	"sync"
	"time"
)

// Options describe the web to be generated. A zero field is not replaced by a default; DefaultOptions has the usual values.
type Options struct {
	// Seed decides everything that is drawn.
	Seed uint64
	// Hosts is how many hosts there are. It is raised to one block, about twice the topics.
	Hosts int
	// Pages is how many pages all hosts have together. It includes job postings but no traps. It is raised to 4 a host.
	Pages int
	// Topics are the topics of the web; nil means Topics(). A topic for which we have no word list gets invented words. With JobsTopic there are job
	// boards and employers. If JobsTopic is the only topic, all others are added.
	Topics []string
	// Locality is the probability that a link to another host stays on the page's topic.
	Locality float64
	// Jobs are the postings that boards and employers show, several times each. nil means generated ones.
	Jobs []Job
	// Hostile says how many hosts misbehave, and how.
	Hostile Hostile
	// Port is the port in the web's links, for a web that is served on it. 0 is none.
	Port int
	// OnRequest, if set, is called for every request when its response has ended. It may be called concurrently.
	OnRequest func(Request)
	// Now is the clock for the times of requests. nil means time.Now.
	Now func() time.Time
}

// DefaultOptions returns the options of a web with 1,000 hosts, 100,000 pages and all topics.
func DefaultOptions(seed uint64) Options {
	return Options{Seed: seed, Hosts: 1000, Pages: 100_000, Locality: .8}
}

// Sized returns a copy of the options with the given numbers of hosts and pages.
func (o Options) Sized(hosts, pages int) Options {
	o.Hosts, o.Pages = hosts, pages
	return o
}

// Web is a generated web for tests of crawlers: hosts, pages, links and traps. It is safe for concurrent use.
type Web struct {
	seed     uint64
	locality float64
	names    []string
	byName   map[string]int
	jobs     int // number of the jobs topic, or general
	words    *vocabulary
	shape    *shape
	postings []Job
	hostile  Hostile
	port     string // with its colon
	told     func(Request)
	counts   sync.Map // host number of a hostile host -> *atomic.Int64, its requests so far
	bomb     func() []byte
	now      func() time.Time
}

// New returns a web. Pages are generated when they are requested, so New takes the same short time for any size.
func New(o Options) *Web {
	names := o.Topics
	if len(names) == 0 || len(names) == 1 && names[0] == JobsTopic {
		names = Topics()
	}
	w := &Web{seed: mix(o.Seed, 2026), locality: o.Locality, names: names, byName: make(map[string]int),
		jobs: general, postings: o.Jobs, hostile: o.Hostile, told: o.OnRequest, now: o.Now}
	for i, name := range names {
		w.byName[name] = i
	}
	if i, found := w.byName[JobsTopic]; found {
		w.jobs = i
	}
	if o.Port != 0 {
		w.port = ":" + strconv.Itoa(o.Port)
	}
	if w.now == nil {
		w.now = time.Now
	}
	w.bomb = sync.OnceValue(gzipMember)
	w.words = newVocabulary(names)
	w.shape = newShape(w.seed, o.Hosts, o.Pages, names)
	return w
}

// Hosts returns the number of the web's hosts, without those whose names TrapHost returns.
func (w *Web) Hosts() int { return w.shape.hosts }

// Pages returns the number of pages of the web, without those in traps.
func (w *Web) Pages() int { return w.shape.pages }

// Topics returns the names of the topics of this web.
func (w *Web) Topics() []string { return append([]string(nil), w.names...) }

// Host returns the name of the host with this number; hosts are numbered by size, the largest first.
func (w *Web) Host(n int) string { return w.hostName(n) }

// Page returns the URL of the n-th page of the web, for n from 0 to Pages()-1.
func (w *Web) Page(n int) string {
	low, high := 0, w.shape.hosts-1
	for low < high {
		middle := (low + high + 1) / 2
		if w.shape.before(middle) <= n {
			low = middle
		} else {
			high = middle - 1
		}
	}
	h := w.hostAt(low)
	return string(w.appendURL(nil, &h, n-w.shape.before(low), plain, 0))
}

// Topic returns the true topic of the page at a URL, even if the page is a copy. It returns "" for pages without a topic, for redirects,
// and for URLs without a page.
func (w *Web) Topic(url string) string {
	p, found := w.find(url)
	if !found || p.form != plain && p.form != printed {
		return ""
	}
	if topic := w.pageTopic(&p.host, p.page); topic != general {
		return w.names[topic]
	}
	return ""
}

// Relevant reports whether the page at a URL is truly relevant to a topic. Printed copies, mirrors and pages with noindex are not.
func (w *Web) Relevant(topic, url string) bool {
	p, found := w.find(url)
	if !found || p.form != plain || p.host.content != p.host.id || w.noIndex(&p.host, p.page) {
		return false
	}
	i, known := w.byName[topic]
	return known && w.pageTopic(&p.host, p.page) == i
}

// noIndex reports whether a page has noindex, as later listing pages of some hosts do.
func (w *Web) noIndex(h *host, page int) bool {
	section, place := h.section(page)
	return section >= 0 && place > 0 && isListing(place) && h.key>>24%4 == 0
}

// Keywords returns words with which a person would search for a topic.
func (w *Web) Keywords(topic string) []string {
	i, known := w.byName[topic]
	if !known {
		return nil
	}
	return append([]string(nil), w.words.topics[i][:8]...)
}

// Seeds returns up to n URLs of relevant pages that may be fetched, on hosts that behave well. They are on different hosts if there are
// enough.
func (w *Web) Seeds(topic string, n int) []string {
	i, known := w.byName[topic]
	if !known {
		return nil
	}
	k, number := site, 0
	if i == w.jobs {
		k = board
	}
	for slot, t := range w.shape.sites {
		if t == i {
			number = slot
		}
	}
	var seeds []string
	taken := make(map[string]bool)
	for round := 0; round < 40 && len(seeds) < n; round++ {
		for block := 0; block < w.shape.blocks() && len(seeds) < n; block++ {
			for c := 0; c < w.seedHosts(k) && len(seeds) < n; c++ {
				url, good := w.seedFrom(w.shape.host(k, number+c, block), round, topic)
				if good && !taken[url] {
					taken[url] = true
					seeds = append(seeds, url)
				}
			}
		}
	}
	return seeds
}

// seedHosts returns the number of hosts of a block from which a topic's seeds come.
func (w *Web) seedHosts(k kind) int {
	if k == board {
		return w.shape.counts[board]
	}
	return 1
}

// seedFrom draws a seed from a host, another one each round.
func (w *Web) seedFrom(id, round int, topic string) (string, bool) {
	h := w.hostAt(id)
	if h.trap != "" {
		return "", false
	}
	r := random{mix(h.key, uint64(round)+600)}
	for range 10 {
		url := string(w.appendURL(nil, &h, r.below(min(h.size, 200)), plain, 0))
		if w.Relevant(topic, url) && w.Robots(url) {
			return url, true
		}
	}
	return "", false
}

// noIndexHeader reports whether a host states noindex by X-Robots-Tag instead of on the page.
func noIndexHeader(h *host) bool { return h.key>>26%2 == 0 }
