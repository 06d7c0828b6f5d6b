package annotate

import (
	"math"
	"math/rand/v2"
	"slices"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/training"
)

// Memory is a strategy that computes the features of a link from what it has learned in a crawl, such as ranker.Learned.
type Memory interface {
	ranker.Learner
	// Vector returns the current features of a link, or false if there are none.
	Vector(url string, dst []float64) bool
}

// Moments says at which moments of a crawl its queued links become a training list. The time between two moments grows, because what is
// known about links changes more and more slowly.
type Moments struct {
	First  int     // pages fetched before the first moment
	Growth float64 // ratio of pages at a moment to pages at the one before
	Links  int     // of each moment at most; a sample is drawn from more
	Seed   uint64
}

// DefaultMoments returns moments that give some 27 lists for a crawl of 10,000 pages. The lists are small enough for LightGBM.
func DefaultMoments(seed uint64) Moments {
	return Moments{First: 25, Growth: 1.25, Links: 1000, Seed: seed}
}

// Snapshots returns one training list for each moment: the links that were known but not fetched then, with the features that m computes
// for them. m must be new. Links that were never fetched are left out, because their relevance is not known. A list is in the order in
// which its links were found.
func Snapshots(c *Crawl, m Memory, schema string, columns []features.Feature, o Moments) (*training.Set, Summary, error) {
	g, err := readGraph(c)
	if err != nil {
		return nil, Summary{}, err
	}
	s := &snapshots{
		graph: g, history: crawler.NewHistory(c.DB, m), memory: m, moments: o, rnd: rand.New(rand.NewPCG(o.Seed, 4)), next: o.First,
		fetched: make([]bool, len(g.grades)), seen: make(map[string]bool),
		set: &training.Set{Schema: schema, Names: features.Names(columns)}, topic: c.Topic,
	}
	if err := s.history.Each(crawler.EndOfTime, s.addPage); err != nil {
		return nil, Summary{}, err
	}
	if len(s.set.Lists) == 0 {
		return nil, Summary{}, errNoRows(c)
	}
	return s.set, g.summary(s.links, s.set), nil
}

// snapshots replays a crawl.
type snapshots struct {
	graph   *graph
	history *crawler.History
	memory  Memory
	moments Moments
	rnd     *rand.Rand
	topic   string

	pages   int // replayed so far
	next    int // pages at the next moment
	fetched []bool
	seen    map[string]bool // links with a grade
	waiting []waiting       // in the order in which they were seen
	links   int             // waiting at all moments
	set     *training.Set
}

// waiting is a link that was seen, and the page it leads to.
type waiting struct {
	url  string
	page int32
}

// addPage replays a page.
func (s *snapshots) addPage(t *crawler.ReplayedPage) error {
	s.fetched[s.graph.pages[weburl.Fingerprint(t.Kept.URL)]] = true
	s.history.Rank(t)
	for i := range t.Source.Page.Links {
		url := t.Source.Page.Links[i].URL
		page, kept := s.graph.pages[weburl.Fingerprint(url)]
		if kept && t.Source.Followed[i] && !s.fetched[page] && !s.seen[url] {
			s.seen[url] = true
			s.waiting = append(s.waiting, waiting{url, page})
		}
	}
	if s.pages++; s.pages == s.next {
		s.listWaiting()
		s.next = max(s.next+1, int(math.Round(float64(s.next)*s.moments.Growth)))
	}
	return nil
}

// listWaiting makes a list of the waiting links.
func (s *snapshots) listWaiting() {
	s.waiting = slices.DeleteFunc(s.waiting, func(w waiting) bool { return s.fetched[w.page] })
	s.links += len(s.waiting)
	chosen := s.rnd.Perm(len(s.waiting))
	chosen = chosen[:min(len(chosen), s.moments.Links)]
	slices.Sort(chosen)
	list := training.List{Topic: s.topic}
	x := make([]float64, len(s.set.Names))
	for _, i := range chosen {
		w := s.waiting[i]
		if s.memory.Vector(w.url, x) {
			list.Rows = append(list.Rows, training.Row{Grade: s.graph.grades[w.page], X: training.Single(x), Note: w.url})
		}
	}
	if len(list.Rows) > 0 {
		s.set.Lists = append(s.set.Lists, list)
	}
}
