package ranker

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gannet/features"
	"gannet/internal/weburl"
)

func TestAdaptiveLearnsWhichListLeadsToRelevantPages(t *testing.T) {
	for _, model := range []string{"", drawnModel(crawlNames(), 20, 8, 1)} {
		q := newQueue(learned(model), twoPaths(100), "http://example.org/")
		q.crawl(t, 101)
		if n := q.relevant(q.fetched[21:101]); n < 65 {
			t.Errorf("with model %t: of the last 80 of 100 pages %d are relevant", model != "", n)
		}
	}
}

// TestAdaptiveLearnsWhomToTrust: a model that is wrong loses weight against the mean of the six features.
func TestAdaptiveLearnsWhomToTrust(t *testing.T) {
	weights := func(right bool) []float64 {
		a := learned(drawnModel(crawlNames(), 20, 8, 1))
		rng := rand.New(rand.NewPCG(1, 1))
		for range 200 {
			said := 2 * rng.NormFloat64()
			x := make([]float64, inputs)
			x[inConstant], x[inModel], x[inSix] = 1, said, -said
			outcome := logistic(said)
			if !right {
				outcome = logistic(-said)
			}
			a.weigh.learn(x, outcome)
		}
		return a.weigh.weights
	}
	if w := weights(true); w[inModel] <= opinionPrior || w[inSix] >= opinionPrior {
		t.Errorf("a model that is right weighs %v, its rival %v", w[inModel], w[inSix])
	}
	if w := weights(false); w[inModel] >= opinionPrior || w[inSix] <= opinionPrior {
		t.Errorf("a model that is wrong weighs %v, its rival %v", w[inModel], w[inSix])
	}
}

// TestAdaptiveUsesWhatItLearnsFromRenewalOn: every page that a link led to moves the weights, which scores are made
// with at renewals alone.
func TestAdaptiveUsesWhatItLearnsFromRenewalOn(t *testing.T) {
	a := learned(drawnModel(crawlNames(), 20, 8, 1))
	for i, src := range madeUp(breadthFirst(wildWeb(7, 120)), 7) {
		weights, used, next := slices.Clone(a.weigh.weights), slices.Clone(a.weigh.used), a.next
		_, queued := a.Revise(src.Page.URL)
		a.Learn(src)
		if queued == slices.Equal(weights, a.weigh.weights) {
			t.Fatalf("page %d, a link to it known: %t; weights %v, then %v", i+1, queued, weights, a.weigh.weights)
		}
		if i+1 == next {
			used = a.weigh.weights
		}
		if !slices.Equal(used, a.weigh.used) {
			t.Fatalf("page %d, renewal due at %d: in use are %v, want %v", i+1, next, a.weigh.used, used)
		}
		rank(a, src)
	}
}

func TestAdaptiveRefusesAModelOfOtherFeatures(t *testing.T) {
	if _, err := NewLearned(Needs{Crawl: readModel(t, modelText(t, "nan"))}); err == nil {
		t.Error("it was taken")
	}
}

// TestAdaptiveRevisesToWhatItWouldSayNow: Revise is what one gets by adding up the weights in use; Revised covers every
// queued link, at the moments of renewal alone, with the priority that Revise gives.
func TestAdaptiveRevisesToWhatItWouldSayNow(t *testing.T) {
	a := learned(drawnModel(crawlNames(), 20, 8, 1))
	renewals := 0
	queued := map[string]bool{}
	for i, src := range madeUp(breadthFirst(wildWeb(7, 120)), 7) {
		next := a.next
		a.Learn(src)
		delete(queued, src.Page.URL)
		revised := a.Revised()
		if due := i+1 == next; due != (len(revised) > 0) || len(a.Revised()) > 0 {
			t.Fatalf("after %d pages, renewal due at %d, %d links are revised", i+1, next, len(revised))
		}
		if len(revised) > 0 {
			renewals++
			a.checkRevisions(t, queued, revised)
		}
		for k, score := range rank(a, src) {
			url := src.Page.Links[k].URL
			if now, ok := a.Revise(url); src.Follows(k) && ok {
				queued[url] = true
				if now != score.Priority {
					t.Fatalf("%s is ranked %v and worth %v", url, score.Priority, now)
				}
			}
		}
	}
	if renewals < 3 {
		t.Errorf("%d renewals", renewals)
	}
}

func (a *Learned) checkRevisions(t *testing.T, queued map[string]bool, revised []Revision) {
	t.Helper()
	to := map[uint64]float32{}
	for _, r := range revised {
		to[r.Fingerprint] = r.Priority
	}
	if len(to) != len(queued) || len(to) != len(revised) {
		t.Fatalf("%d links are revised, %d of them different ones; %d are queued", len(revised), len(to), len(queued))
	}
	for url := range queued {
		now, ok := a.Revise(url)
		if revision, given := to[weburl.Fingerprint(url)]; !ok || !given || math.Abs(float64(now-revision)) > 1e-5 {
			t.Fatalf("%s is worth %v, revised %v (%t, %t)", url, now, revision, ok, given)
		}
	}
}

// TestAdaptiveRemembersTheBestLinks gives links of many pages a worth, and forgets half of them.
func TestAdaptiveRemembersTheBestLinks(t *testing.T) {
	for name, worth := range map[string]func(i int) float32{
		"different": func(i int) float32 { return float32(i * 7919 % 1000) },
		"alike":     func(int) float32 { return -1.5 },
		"two kinds": func(i int) float32 { return float32(i % 2) },
	} {
		a := learned("")
		for i := range 10 {
			a.Learn(crowd(i, 100)) // of which some page is fetched each time
			rank(a, crowd(i, 100))
		}
		var all []float32
		for i := range a.targets {
			a.targets[i].priority = worth(i)
			if !a.targets[i].fetched {
				all = append(all, worth(i))
			}
		}
		before := len(a.targets)
		a.forget()
		slices.Sort(all)
		best := all[len(all)-len(a.targets):]
		var kept []float32
		for i := range a.targets {
			kept = append(kept, a.targets[i].priority)
		}
		slices.Sort(kept)
		if n := len(kept); n < before/2-1 || n > before/2+1 || !slices.Equal(kept, best) {
			t.Errorf("%s: %d of %d are remembered, worth from %v to %v; the best so many are worth from %v to %v",
				name, n, before, kept[0], kept[n-1], best[0], best[n-1])
		}
		a.checkIndex(t)
	}
}

// TestAdaptiveKeepsToItsLimit on a crawl that never ends, of its targets as of the places they are in.
func TestAdaptiveKeepsToItsLimit(t *testing.T) {
	a := learned("")
	a.limit = 1000
	for i := range 100 {
		src := crowd(i, 100)
		for k := range src.Page.Links {
			src.Page.Links[k].URL += "/" // each a directory
		}
		a.Learn(src)
		rank(a, src)
		if len(a.targets) > a.limit || len(a.index) != len(a.targets) || len(a.placeOf) > 2*a.limit || len(a.places) > 2*a.limit {
			t.Fatalf("after %d pages: %d targets, %d of them in the index, %d places for %d names, limit %d",
				i, len(a.targets), len(a.index), len(a.places), len(a.placeOf), a.limit)
		}
	}
	a.checkIndex(t)
}

// TestAdaptiveForgetsPages: pages without end that lead to few targets take no more memory than those targets may.
func TestAdaptiveForgetsPages(t *testing.T) {
	a := learned("")
	a.limit = 250
	for i := range 3000 {
		src := crowd(i, 100)
		src.Page.URL += fmt.Sprintf("from/%d", i)
		for k := range src.Page.Links {
			src.Page.Links[k].URL = fmt.Sprintf("http://example.org/to/%d", k)
		}
		a.Learn(src)
		rank(a, src)
		if held := len(a.edges) + len(a.lists) + len(a.sources); held > 4*edgesPerTarget*a.limit {
			t.Fatalf("after %d pages %d edges, %d lists and %d pages are held", i, len(a.edges), len(a.lists), len(a.sources))
		}
	}
	a.checkIndex(t)
}

// TestAdaptiveForgetsWhatNobodyAsksFor: lists and pages that are forgotten for want of edges change no score.
func TestAdaptiveForgetsWhatNobodyAsksFor(t *testing.T) {
	lean, full := learned(""), learned("")
	for i, src := range madeUp(wildWeb(9, 300), 9) {
		lean.forgetLists()
		for _, a := range []*Learned{lean, full} {
			a.Learn(src)
		}
		if got, want := rank(lean, src), rank(full, src); !reflect.DeepEqual(got, want) {
			t.Fatalf("page %d: %v, and nothing forgotten %v", i, got, want)
		}
	}
	if len(lean.lists) >= len(full.lists) || len(lean.sources) >= len(full.sources) {
		t.Errorf("%d of %d lists and %d of %d pages are left", len(lean.lists), len(full.lists), len(lean.sources), len(full.sources))
	}
}

// checkIndex sees that what was left is in its place.
func (a *Learned) checkIndex(t *testing.T) {
	t.Helper()
	for i := range a.targets {
		to := &a.targets[i]
		edges := 0
		for e := to.first; e != 0; e = a.edges[e].next {
			edges++
		}
		if a.index[to.fingerprint] != uint32(i) || edges != int(to.edges) {
			t.Fatalf("target %d is indexed as %d and has %d of %d edges", i, a.index[to.fingerprint], edges, to.edges)
		}
	}
}

// TestAdaptiveRanksAPageOnce: a page that is kept but whose lease was lost is ranked a second time, and counts once.
func TestAdaptiveRanksAPageOnce(t *testing.T) {
	once, twice := learned(""), learned("")
	src := madeUp(wildWeb(3, 5), 3)[1]
	for _, a := range []*Learned{once, twice, twice} {
		a.Learn(src)
		rank(a, src)
	}
	if len(once.sources) != 1 || !reflect.DeepEqual(once.sources, twice.sources) || !reflect.DeepEqual(once.lists, twice.lists) {
		t.Errorf("pages %v and %v, lists %v and %v", once.sources, twice.sources, once.lists, twice.lists)
	}
	for i := range once.targets {
		if a, b := once.targets[i], twice.targets[i]; a.n != b.n || a.edges != b.edges || a.pages != b.pages {
			t.Errorf("ranked once %+v, ranked twice %+v", a, b)
		}
	}
}

// TestAdaptiveNeverGivesWhatIsNoNumber: pages without blocks or words, sitemaps, thousands of links to one page, links
// to themselves, addresses that are nearly none, probabilities at their ends.
func TestAdaptiveNeverGivesWhatIsNoNumber(t *testing.T) {
	for _, model := range []string{"", drawnModel(crawlNames(), 20, 8, 1)} {
		a := learned(model)
		for i := range 200 {
			src := hostile(i)
			if i%3 > 0 { // of a sitemap it is not told
				a.Learn(src)
			}
			for k, score := range rank(a, src) {
				url := src.Page.Links[k].URL
				now, _ := a.Revise(url)
				if sum := sumOf(a.Explain(src, k)); !isNumber(float64(score.Priority)) || !isNumber(float64(now)) || !isNumber(sum) {
					t.Fatalf("page %d, %s: priority %v, then %v, explained as %v", i, url, score.Priority, now, sum)
				}
			}
			for _, r := range a.Revised() {
				if !isNumber(float64(r.Priority)) {
					t.Fatalf("page %d: %v revised to %v", i, r.Fingerprint, r.Priority)
				}
			}
		}
	}
}

func hostile(i int) *Source {
	page := &features.Page{URL: fmt.Sprintf("http://a.example/%d", i)}
	if i%3 == 1 {
		page = read(page.URL, `<title></title><a href="/"></a><a href="?"><a href="//b.example"><a href="/////"><img><a href="`+page.URL+`">`)
	}
	for k := range 5 * (i % 7) {
		page.Links = append(page.Links, features.Link{URL: fmt.Sprintf("http://a.example/%d", k*k), Anchor: features.Span{Start: 5, End: 2}})
	}
	return &Source{Page: page, Probability: float64(i % 2), Parent: 1}
}

func sumOf(reasons []Reason) (sum float64) {
	for _, r := range reasons {
		sum += r.Value * r.Weight
	}
	return sum
}

func isNumber(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
