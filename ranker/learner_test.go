package ranker

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker/gbdt"
	"gannet/ranker/gbdt/gbdttest"
)

// handmade is a web of pages that are written for a test.
type handmade map[string]handmadePage

type handmadePage struct {
	html        string
	probability float64
}

// queue is a simple frontier, with a crawl by one worker.
type queue struct {
	strategy Strategy
	web      handmade
	pages    map[string]*features.Page
	urls     []string // in the order in which they were found
	queued   map[string]float32
	fetched  []string
	paused   func(url string) bool // links that cannot be fetched now
	before   func(url string)      // called before every fetch
}

func newQueue(s Strategy, web handmade, seed string) *queue {
	return &queue{
		strategy: s, web: web, pages: map[string]*features.Page{}, urls: []string{seed}, queued: map[string]float32{seed: 1000},
		paused: func(string) bool { return false }, before: func(string) {},
	}
}

// crawl fetches up to n pages.
func (q *queue) crawl(t *testing.T, n int) []string {
	t.Helper()
	for range n {
		url, ok := q.take()
		if !ok {
			break
		}
		q.before(url)
		delete(q.queued, url)
		q.fetched = append(q.fetched, url)
		q.visit(t, url)
	}
	return q.fetched
}

// take returns the best link by current priorities.
func (q *queue) take() (best string, ok bool) {
	learner, learns := q.strategy.(Learner)
	for {
		ok = false
		for _, url := range q.urls {
			if p, queued := q.queued[url]; queued && !q.paused(url) && (!ok || p > q.queued[best]) {
				best, ok = url, true
			}
		}
		if !ok || !learns {
			return best, ok
		}
		now, revised := learner.Revise(best)
		if !revised || now >= q.queued[best] {
			return best, true
		}
		q.queued[best] = now
	}
}

func (q *queue) visit(t *testing.T, url string) {
	t.Helper()
	page, err := features.NewReader().Read(url, []byte(q.web[url].html))
	if err != nil {
		t.Fatal(err)
	}
	src := &Source{Page: page, Probability: q.web[url].probability}
	learner, learns := q.strategy.(Learner)
	if learns {
		learner.Learn(src)
		for _, r := range learner.Revised() {
			for u := range q.queued {
				if weburl.Fingerprint(u) == r.Fingerprint {
					q.queued[u] = r.Priority
				}
			}
		}
	}
	done := map[string]bool{}
	for _, u := range q.fetched {
		done[u] = true
	}
	for i, score := range rank(q.strategy, src) {
		u := page.Links[i].URL
		if _, known := q.web[u]; !known || done[u] {
			continue
		}
		old, queued := q.queued[u]
		if !queued {
			q.urls = append(q.urls, u)
		}
		if !queued || learns || score.Priority > old {
			q.queued[u] = score.Priority
		}
	}
}

// relevant counts pages of probability 1/2 or more.
func (q *queue) relevant(urls []string) (n int) {
	for _, u := range urls {
		if q.web[u].probability >= 0.5 {
			n++
		}
	}
	return n
}

// learners are the strategies under test.
var learners = map[string]func() Learner{
	"ache":               func() Learner { return NewAche() },
	"bandit":             func() Learner { return NewBandit() },
	"learned":            func() Learner { return learned("") },
	"learned by a model": func() Learner { return learned(drawnModel(evidenceNames())) },
}

// learned returns the strategy with the model in a text, or without a model if that is empty.
func learned(text string) *Learned {
	needs := Needs{Query: query()}
	if text != "" {
		needs.Learned = readModel(text)
	}
	a, err := NewLearned(needs)
	if err != nil {
		panic(err)
	}
	return a
}

func readModel(text string) *gbdt.Model {
	model, err := gbdt.Read(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	return model
}

// drawnModel is the text of a small model of these features.
func drawnModel(names []string) string { return gbdttest.Text(names, 20, 8, 1) }

// drawnWeb has pages on three hosts with links under many tag paths to anywhere.
func drawnWeb(seed uint64, pages int) (web handmade, start string) {
	rng := rand.New(rand.NewPCG(seed, 0))
	url := func(i int) string { return fmt.Sprintf("http://h%d.example/p/%d", i%3, i) }
	tags := []string{"div", "ul", "ol", "section", "article", "nav"}
	web = handmade{}
	for i := range pages {
		var b strings.Builder
		for range 12 {
			first, second := tags[rng.IntN(len(tags))], tags[rng.IntN(len(tags))]
			to := rng.IntN(pages)
			fmt.Fprintf(&b, "<%s><%s><a href=%s>w%d v%d</a> near w%d</%s></%s>\n", first, second, url(to), to%7, to, rng.IntN(9), second, first)
		}
		web[url(i)] = handmadePage{b.String(), math.Pow(rng.Float64(), float64(1+i%7))}
	}
	return web, url(0)
}

func TestLearnersAreTheSameEachTime(t *testing.T) {
	web, start := drawnWeb(1, 300)
	for name, make := range learners {
		one, two := newQueue(make(), web, start).crawl(t, 200), newQueue(make(), web, start).crawl(t, 200)
		if len(one) != 200 {
			t.Fatalf("%s: %d pages fetched", name, len(one))
		}
		for i := range one {
			if one[i] != two[i] {
				t.Fatalf("%s: fetch %d is %s and %s", name, i, one[i], two[i])
			}
		}
	}
}

func TestLearnersExplainWhatTheyHaveLearned(t *testing.T) {
	web, start := drawnWeb(2, 300)
	for name, make := range learners {
		q := newQueue(make(), web, start)
		q.crawl(t, 150)
		page, err := features.NewReader().Read(start, []byte(web[start].html))
		if err != nil {
			t.Fatal(err)
		}
		src := &Source{Page: page, Probability: .3}
		for i, score := range rank(q.strategy, src) {
			if slices.Contains(q.fetched, page.Links[i].URL) {
				continue
			}
			if l, ok := q.strategy.(*Learned); ok && !l.scoredNow(page.Links[i].URL) {
				continue
			}
			sum := 0.0
			for _, r := range q.strategy.Explain(src, i) {
				sum += r.Value * r.Weight
			}
			if math.Abs(sum-float64(score.Priority)) > 1e-5 {
				t.Errorf("%s: link %d has priority %v, its reasons give %v", name, i, score.Priority, sum)
			}
		}
	}
}

// TestLearnersServeManyWorkers is for the race detector. No link may be queued when all were fetched.
func TestLearnersServeManyWorkers(t *testing.T) {
	web, _ := drawnWeb(3, 200)
	for name, make := range learners {
		s := make()
		var group sync.WaitGroup
		for worker := range 4 {
			group.Go(func() {
				for i := worker; i < 200; i += 4 {
					url := fmt.Sprintf("http://h%d.example/p/%d", i%3, i)
					page, err := features.NewReader().Read(url, []byte(web[url].html))
					if err != nil {
						t.Error(err)
						return
					}
					src := &Source{Page: page, Probability: web[url].probability}
					s.Revise(url)
					s.Learn(src)
					s.Revised()
					rank(s, src)
					s.Explain(src, 0)
				}
			})
		}
		group.Wait()
		for url := range web { // all were fetched
			if p, ok := s.Revise(url); ok {
				t.Errorf("%s: %s is queued with %v", name, url, p)
			}
		}
	}
}

// crowd makes a page of many links without reading HTML.
func crowd(page, links int) *Source {
	p := &features.Page{URL: fmt.Sprintf("http://h%d.example/", page%50)}
	for i := range links {
		p.Links = append(p.Links, features.Link{URL: fmt.Sprintf("http://example.org/p%d/%d", page, i), Path: uint32(i % 20)})
	}
	return &Source{Page: p, Probability: float64(page%10) / 10}
}

// bound limits the links that a learner keeps, and returns a function that counts them.
func bound(s Learner, limit int) (size func() int) {
	switch a := s.(type) {
	case *Ache:
		a.maxLinks = limit
		return func() int { return max(len(a.links), len(a.queue)/3) }
	case *Learned:
		a.evidence.MaxTargets = limit
		return func() (queued int) {
			for range a.evidence.Waiting() {
				queued++
			}
			return queued
		}
	}
	b := s.(*Bandit)
	b.maxLinks = limit
	return func() int {
		queued := 0
		for _, a := range b.arms {
			queued += len(a.waiting) + len(a.raised)
		}
		return max(len(b.links), queued)
	}
}

// TestLearnersForget adds more links than a learner keeps, and then fetches all.
func TestLearnersForget(t *testing.T) {
	const limit, pages, links = 4000, 100, 100
	for name, make := range learners {
		s := make()
		size := bound(s, limit)
		for i := range pages {
			src := crowd(i, links)
			s.Learn(src)
			s.Revised()
			rank(s, src)
			if n := size(); n > limit {
				t.Fatalf("%s: %d links after %d pages", name, n, i)
			}
		}
		if n := size(); n < limit/4 {
			t.Errorf("%s: only %d links are left of %d", name, n, pages*links)
		}
		for i := range pages {
			for j := range links {
				s.Learn(&Source{Page: &features.Page{URL: fmt.Sprintf("http://example.org/p%d/%d", i, j)}})
			}
			s.Revised()
		}
		if n := size(); n > links {
			t.Errorf("%s: %d links when all were fetched", name, n)
		}
	}
}
