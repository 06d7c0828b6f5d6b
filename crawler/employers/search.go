package employers

import (
	"sync"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
)

// DefaultRequests is how many pages are requested for each employer unless Options.Requests is set.
const DefaultRequests = 10

// Options configure a search for the job boards of employers.
type Options struct {
	List     []Employer
	Requests int      // for pages, of each employer; 0: DefaultRequests
	Known    []Record // what earlier runs have found
	// Follow says that the crawl revisits pages. Then links of a proven board do not count against the budget, and a board that is gone is searched
	// for again.
	Follow bool
	// Learns says that the crawl's strategy learns. Then the search also learns, from the links that have led to the boards of other employers.
	Learns bool
	// Kind returns the kind of a page, and the probability that the kind is right. The search uses it to distinguish listings from other pages that
	// link to a posting.
	Kind func(*features.Page) (job.Kind, float64)
}

// Search looks for the job board of each employer of a list. It runs beside one crawl, whose frontier, fetcher and keeper it wraps. Its
// methods are safe for concurrent use.
type Search struct {
	o Options

	mu      sync.Mutex // guards what follows
	links   crawler.Frontier
	list    []*employer
	sites   map[string]int    // employers by the site of their home page; ambiguous sites have -1
	pages   map[uint64]node   // what was requested, by its fingerprint
	held    map[uint64]*held  // the links that wait, by their fingerprints
	leases  map[uint64]uint64 // fingerprints of the pages that are visited, by the lease
	lists   map[uint64]bool   // pages that are listings
	visited map[uint64]bool   // pages that are visited for the first time, now
	replays bool              // the pushed links are those of kept pages: see Replay
	paths   *paths            // nil if nothing is learned
	begun   int               // employers of the list whose home pages had their turn
	open    []*employer
	chosen  int      // employers that have a chosen link in the frontier
	taught  int      // searches of which paths has learned
	others  []Record // of employers that are not in the list any more
}

// employer is the state of the search for one employer.
type employer struct {
	Record
	state  state
	shown  map[string]bool     // pages that are postings, and no listings
	proofs map[string][]string // postings by the page that links to them, two at most
	taken  []*held             // links that were given to the frontier
	taught bool                // Search.paths has learned of them
	queue
}

// queue holds the waiting links of an employer, and the one that is in the frontier.
type queue struct {
	busy    uint64 // fingerprint of the link in the frontier, 0 without one
	busyURL string // of that link
	chosen  bool   // it was chosen among those of all employers
	waits   []*held
	best    int     // place in waits, -1 if none is to be requested
	worth   float64 // of the best
	asOf    int     // Search.taught when they were found; -1: something has changed since then
}

// state says how far the search for an employer has come.
type state byte

const (
	waiting state = iota // its home page was not requested
	open
	ended
)

// node says how a page was found.
type node struct {
	owner       int
	via, anchor string
	kept        bool // by an earlier run
}

// New returns a search that has not begun. Call Frontier before the crawl is made.
func New(o Options) *Search {
	if o.Requests == 0 {
		o.Requests = DefaultRequests
	}
	s := &Search{
		o: o, sites: map[string]int{}, pages: map[uint64]node{}, held: map[uint64]*held{}, leases: map[uint64]uint64{}, lists: map[uint64]bool{},
		visited: map[uint64]bool{},
	}
	if o.Learns {
		s.paths = newPaths()
	}
	known := map[string]Record{}
	for _, r := range o.Known {
		known[r.Home] = r
	}
	for i, e := range o.List {
		r := known[e.Home]
		r.Employer = e
		s.list = append(s.list, &employer{Record: r, shown: map[string]bool{}, proofs: map[string][]string{}, queue: queue{asOf: -1}})
		for _, url := range append([]string{e.Home}, r.Moved...) {
			s.pages[weburl.Fingerprint(url)] = node{owner: i}
		}
		delete(known, e.Home)
		site := siteOf(e.Home)
		if _, shared := s.sites[site]; shared {
			i = -1
		}
		s.sites[site] = i
	}
	for _, r := range o.Known {
		if _, left := known[r.Home]; left {
			s.others = append(s.others, r)
		}
	}
	return s
}

func siteOf(url string) string { return weburl.Site(weburl.Host(url)) }

// Homes returns the URLs of the employers' home pages, which are the seeds of the crawl.
func (s *Search) Homes() []string {
	homes := make([]string, len(s.o.List))
	for i, e := range s.o.List {
		homes[i] = e.Home
	}
	return homes
}

// Records returns what is known about the job board of each employer, in the order of the list of employers. Employers that are only in lists
// of earlier runs come last.
func (s *Search) Records() []Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Record, len(s.list))
	for i, e := range s.list {
		list[i] = e.Record
	}
	return append(list, s.others...)
}

// Restore adds a page that an earlier run stored, with the page and the anchor text that led to it. Call it for all stored pages, in the
// order in which they were stored.
func (s *Search) Restore(url, via, anchor string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner := s.ownerOf(url, via)
	fingerprint := weburl.Fingerprint(url)
	if owner < 0 {
		return
	}
	n, known := s.pages[fingerprint]
	if !known {
		n = node{owner: owner, via: via, anchor: anchor}
	}
	n.kept = true
	s.pages[fingerprint] = n
}

// Replay calls a function that pushes the links of all kept pages again. The links of a board are then held back like those of other pages: the
// links that earlier runs took from it are in the frontier, and some of the others were held back because an earlier page had them too.
func (s *Search) Replay(pushAll func() error) error {
	set := func(replays bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.replays = replays
	}
	set(true)
	defer set(false)
	return pushAll()
}

// ownerOf returns the employer to which a link belongs: that of the page on which it was found, or else that of the site. It returns -1 if there is
// none.
func (s *Search) ownerOf(url, via string) int {
	if n, ok := s.pages[weburl.Fingerprint(url)]; ok {
		return n.owner
	}
	if via != "" {
		if n, ok := s.pages[weburl.Fingerprint(via)]; ok {
			return n.owner
		}
		url = via
	}
	if owner, ok := s.sites[siteOf(url)]; ok {
		return owner
	}
	return -1
}

// isBoard reports whether a page is certainly the employer's board.
func (e *employer) isBoard(url string) bool { return url == e.Board && !e.Weak }

// unvisitedShare is the weight of a link that was not followed although it is on a page on the way to a board.
const unvisitedShare = .3

// teach lets paths learn from a search that has ended: links on the way to the board have led there, those from the board to postings have proven it, and
// all other links that were followed were of no use.
func (s *Search) teach(e *employer) {
	if s.paths == nil || e.taught {
		return
	}
	e.taught = true
	if len(e.taken) == 0 {
		return
	}
	s.taught++
	onWay := map[string]bool{}
	for url := e.Board; url != "" && !onWay[url]; url = s.pages[weburl.Fingerprint(url)].via {
		onWay[url] = true
	}
	for _, h := range e.taken {
		if h.evidence != nil {
			s.paths.learn(h.evidence, onWay[h.URL] || e.isBoard(h.via) && e.shown[h.URL], 1)
		}
	}
	for _, h := range e.waits {
		if h.evidence != nil && onWay[h.via] && !e.isBoard(h.via) {
			s.paths.learn(h.evidence, false, unvisitedShare)
		}
	}
}
