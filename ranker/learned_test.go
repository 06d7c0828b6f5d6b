package ranker

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/features"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
	"gannet/ranker/evidence/wildweb"
)

func TestLearnedLearnsWhichListLeadsToRelevantPages(t *testing.T) {
	for _, model := range []string{"", drawnModel(evidenceNames())} {
		q := newQueue(learned(model), twoPaths(100), "http://example.org/")
		q.crawl(t, 101)
		if n := q.relevant(q.fetched[21:101]); n < 65 {
			t.Errorf("with model %t: of the last 80 of 100 pages %d are relevant", model != "", n)
		}
	}
}

// TestLearnedTrustsWhatIsRight: a model that is wrong loses weight against the mean of the six features.
func TestLearnedTrustsWhatIsRight(t *testing.T) {
	weights := func(right bool) []float64 {
		a := learned(drawnModel(evidenceNames()))
		rng := rand.New(rand.NewPCG(1, 1))
		for range 200 {
			score := 2 * rng.NormFloat64()
			x := make([]float64, numInputs)
			x[constantInput], x[modelInput], x[meanInput] = 1, score, -score
			outcome := logistic.Probability(score)
			if !right {
				outcome = logistic.Probability(-score)
			}
			a.weights.learn(x, outcome)
		}
		return a.weights.weights
	}
	if w := weights(true); w[modelInput] <= scorePrior || w[meanInput] >= scorePrior {
		t.Errorf("a model that is right weighs %v, its rival %v", w[modelInput], w[meanInput])
	}
	if w := weights(false); w[modelInput] >= scorePrior || w[meanInput] <= scorePrior {
		t.Errorf("a model that is wrong weighs %v, its rival %v", w[modelInput], w[meanInput])
	}
}

// TestLearnedUsesWhatItLearnsFromRenewalOn: every page that a link led to moves the weights. Scores are made with the new
// weights from the next renewal on.
func TestLearnedUsesWhatItLearnsFromRenewalOn(t *testing.T) {
	a := learned(drawnModel(evidenceNames()))
	for i, src := range madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 120)), 7) {
		weights, used, next := slices.Clone(a.weights.weights), slices.Clone(a.weights.used), a.nextRenewal
		_, queued := a.Revise(src.Page.URL)
		a.Learn(src)
		if queued == slices.Equal(weights, a.weights.weights) {
			t.Fatalf("page %d, a link to it known: %t; weights %v, then %v", i+1, queued, weights, a.weights.weights)
		}
		if i+1 == next {
			used = a.weights.weights
		}
		if !slices.Equal(used, a.weights.used) {
			t.Fatalf("page %d, renewal due at %d: in use are %v, want %v", i+1, next, a.weights.used, used)
		}
		rank(a, src)
	}
}

func TestLearnedRefusesAModelOfOtherFeatures(t *testing.T) {
	if _, err := NewLearned(Needs{Learned: readModel(drawnModel([]string{"f_a", "f_b"}))}); err == nil {
		t.Error("it was taken")
	}
}

// scoredNow reports whether a link was scored with the latest page that leads to it.
func (l *Learned) scoredNow(url string) bool {
	t, ok := l.evidence.Find(url)
	return ok && pagesSinceScored(l.evidence.Sources(t)) > 0
}

// TestLearnedRevisesToCurrentPriorities: Rank and Revise return the same priority of a link that was scored. Revised returns every queued link at a
// renewal, with the priority that Revise returns, and no link at other times.
func TestLearnedRevisesToCurrentPriorities(t *testing.T) {
	a := learned(drawnModel(evidenceNames()))
	renewals := 0
	queued := map[string]bool{}
	for i, src := range madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 120)), 7) {
		next := a.nextRenewal
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
				if now != score.Priority && a.scoredNow(url) {
					t.Fatalf("%s is ranked %v and revised to %v", url, score.Priority, now)
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
			t.Fatalf("%s is revised to %v, at the renewal to %v (%t, %t)", url, now, revision, ok, given)
		}
	}
}

// TestLearnedReturnsNumbers for pages without blocks or words, sitemaps, links to the page itself, odd URLs, and
// probabilities of 0 and 1.
func TestLearnedReturnsNumbers(t *testing.T) {
	for _, model := range []string{"", drawnModel(evidenceNames())} {
		a := learned(model)
		for i := range 200 {
			src := hostile(i)
			if i%3 > 0 { // sitemaps are not learned from
				a.Learn(src)
			}
			for k, score := range rank(a, src) {
				url := src.Page.Links[k].URL
				now, _ := a.Revise(url)
				if sum := sumOf(a.Explain(src, k)); !isNumber(float64(score.Priority)) || !isNumber(float64(now)) || math.Abs(sum-float64(now)) > 1e-4*(1+math.Abs(sum)) {
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
		page = wildweb.Read(page.URL, `<title></title><a href="/"></a><a href="?"><a href="//b.example"><a href="/////"><img><a href="`+page.URL+`">`)
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

// madeUp makes up probabilities for pages, ancestors and links not to follow.
func madeUp(pages []*features.Page, seed uint64) (sources []*Source) {
	rng := rand.New(rand.NewPCG(seed, 2))
	for i, p := range pages {
		src := &Source{Page: p, Probability: math.Pow(rng.Float64(), float64(1+i%4)), Parent: rng.Float64()}
		if i%3 == 0 {
			src.Followed = make([]bool, len(p.Links))
			for k := range src.Followed {
				src.Followed[k] = rng.IntN(4) > 0
			}
		}
		sources = append(sources, src)
	}
	return sources
}
