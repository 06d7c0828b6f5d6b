package crawler_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gannet/crawler"
	"gannet/internal/testweb"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// needs makes every strategy of the product.
func needs(t *testing.T) ranker.Needs {
	t.Helper()
	links, err := shipped.Links()
	if err != nil {
		t.Fatal(err)
	}
	learned, err := shipped.Crawl()
	if err != nil {
		t.Fatal(err)
	}
	return ranker.Needs{
		Query: topic.NewQuery(testweb.New(testweb.DefaultOptions(3)).Keywords(topicName), nil), Seed: 1, Language: "en",
		Links: links, Learned: learned,
	}
}

// revising notes the last priority that a Learner gave each link when its turn came.
type revising struct {
	ranker.Learner
	last map[string]float32
}

func (r *revising) Revise(url string) (float32, bool) {
	priority, ok := r.Learner.Revise(url)
	if ok {
		r.last[url] = priority
	}
	return priority, ok
}

// TestKeptReasonsAreThoseOfTheCrawl asks for every page of a crawl by each strategy. The priority is bit for bit that of the
// moment when the link was taken, and its terms add up to it.
func TestKeptReasonsAreThoseOfTheCrawl(t *testing.T) {
	for _, name := range ranker.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &keptCheck{T: t, strategy: func() ranker.Strategy {
				s, err := ranker.New(name, needs(t))
				if err != nil {
					t.Fatal(err)
				}
				return s
			}}
			s := c.strategy()
			if l, ok := s.(ranker.Learner); ok {
				c.learner = &revising{l, make(map[string]float32)}
				s = c.learner
			}
			c.db = crawledBy(t, s, 0, 120)
			if err := c.db.EachWithoutBody(c.page); err != nil {
				t.Fatal(err)
			}
			if c.explained < 80 || c.bytes/c.explained > 210 {
				t.Errorf("%d pages explained with %d bytes kept", c.explained, c.bytes)
			}
			t.Logf("%d pages explained with %d bytes kept", c.explained, c.bytes)
		})
	}
}

// keptCheck checks the explanations of a crawl.
type keptCheck struct {
	*testing.T
	db               *store.DB
	strategy         func() ranker.Strategy
	learner          *revising // nil if the strategy does not learn
	explained, bytes int
}

func (c *keptCheck) page(p *store.Page) error {
	if p.Via == "" {
		return nil
	}
	e, err := crawler.ExplainKept(c.db, c.strategy(), p.URL)
	if err != nil {
		return err
	}
	c.explained++
	c.bytes += len(e.Kept.Choice)
	switch sum := sumOf(e.Reasons); {
	case e.Missing != "" || e.Forgotten:
		return nil
	case len(e.Sources) != 1:
		c.Errorf("%s: found on %v", p.URL, e.Sources)
	case !near(sum, float64(e.Priority)):
		c.Errorf("%s: priority %v, terms give %v: %+v", p.URL, e.Priority, sum, e.Reasons)
	}
	if c.learner == nil && p.Seq%5 == 0 {
		c.replay(p, e)
	}
	if c.learner != nil {
		if last, ok := c.learner.last[p.URL]; ok && last != e.Priority {
			c.Errorf("%s: priority %v kept, was %v", p.URL, e.Priority, last)
		}
		if list := ranker.LearnedTerms(); slices.ContainsFunc(e.Reasons, func(r ranker.Reason) bool { return !slices.Contains(list, r.Name) }) {
			c.Errorf("%s: a name has no number: %+v", p.URL, e.Reasons)
		}
	}
	return nil
}

// replay compares what is kept with a replay of the crawl.
func (c *keptCheck) replay(p *store.Page, e *crawler.Explanation) {
	again, err := crawler.Explain(c.db, c.strategy(), p.URL, func(int) {})
	if err != nil || again.Missing != "" || again.Link != e.Link {
		return
	}
	if again.Priority != e.Priority || !near(sumOf(again.Reasons), sumOf(e.Reasons)) {
		c.Errorf("%s: priority %v kept, %v by a replay;\nterms %+v\nand %+v", p.URL, e.Priority, again.Priority, e.Reasons, again.Reasons)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-4*(1+math.Abs(a)) }

func sumOf(reasons []ranker.Reason) (sum float64) {
	for _, r := range reasons {
		sum += r.Value * r.Weight
	}
	return sum
}

// TestNothingKeptIsSaid of pages that an earlier version fetched.
func TestNothingKeptIsSaid(t *testing.T) {
	_, err := crawler.ExplainKept(smallCrawl(t), ranker.Parent{}, "http://a.test/one")
	if !errors.Is(err, crawler.ErrNoChoice) {
		t.Errorf("%v", err)
	}
}
