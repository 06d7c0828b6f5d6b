package judge

import (
	"math"
	"slices"

	"gannet/internal/logistic"
	"gannet/topic"
)

// The parameters of Taught were chosen on training topics of frozen webs.
const (
	sureCost  = 10 // of a page that a person judged, against one that the model judged
	passes    = 2  // over the words, each by the probabilities of the one before
	tether    = 1  // inverse variance of the weights of log-odds
	wordsSpan = 2  // standard deviation of the log-odds that words give
	rounds    = 60 // of Newton's steps; a dozen are usual
)

// Taught judges the pages with the help of people's answers: answers has, by the indexes of pages, whether they are relevant. A page with
// an answer gets the answer as its verdict.
//
// The answers show how far the model's log-odds can be trusted in this crawl, and those of pages that resemble the answered ones. Then the
// words of the answered pages count more than those of others. To judge a page by its words, a classifier is used that was trained on other
// pages, so that the answers can show how far that can be trusted as well. Documents from outside of the crawl serve as examples that are
// off topic, because a crawl may have hardly any.
func (m *Measured) Taught(answers map[int]bool) *Judgement {
	if len(answers) == 0 {
		return m.Judge()
	}
	t := newTeaching(answers)
	odds := t.calibrate(m.odds)
	if len(m.bags) < LeastPages {
		return &Judgement{Probabilities: t.probabilities(odds)}
	}
	like := m.likeness(t, odds)
	odds = t.calibrate(m.odds, like)
	bags := slices.Concat(m.bags, m.background.Documents())
	elsewhere := make([]float64, len(bags)-len(m.bags)) // their probabilities
	var d *topic.Distilled
	for range passes {
		d = topic.DistilSome(bags, slices.Concat(t.probabilities(odds), elsewhere), t.counts, m.pages.wordWeight)
		odds = t.calibrate(m.odds, like, standardMargins(d.Margins)[:len(odds)])
	}
	return t.judgement(odds, d)
}

// teaching has the answers, in the order of the pages.
type teaching struct {
	answers map[int]bool
	pages   []int
}

func newTeaching(answers map[int]bool) *teaching {
	t := &teaching{answers: answers}
	for page := range answers {
		t.pages = append(t.pages, page)
	}
	slices.Sort(t.pages)
	return t
}

// counts returns the weight of a page.
func (t *teaching) counts(page int) float64 {
	if _, ok := t.answers[page]; ok {
		return sureCost
	}
	return 1
}

// probabilities turns log-odds into probabilities. Those of answered pages are sure.
func (t *teaching) probabilities(odds []float64) []float64 {
	p := make([]float64, len(odds))
	for i, o := range odds {
		p[i] = logistic.Probability(o)
	}
	for i, yes := range t.answers {
		p[i] = 0
		if yes {
			p[i] = 1
		}
	}
	return p
}

// judgement turns log-odds into verdicts. The threshold is the one with the best expected F1, if the log-odds are right. The classifier gets a
// threshold by which it calls the same number of pages relevant, and none of the documents from elsewhere.
func (t *teaching) judgement(odds []float64, d *topic.Distilled) *Judgement {
	p := t.probabilities(odds)
	threshold := logOdds(bestThreshold(p))
	for i := range odds {
		if _, ok := t.answers[i]; !ok {
			p[i] = logistic.Probability(odds[i] - threshold)
		}
	}
	scale := spread(odds) / max(1e-9, spread(d.Margins[:len(odds)]))
	withElsewhere := make([]float64, len(d.Margins))
	copy(withElsewhere, p)
	return &Judgement{Probabilities: p, Classifier: d.Classifier.Rescaled(cut(d.Margins, withElsewhere), scale)}
}

func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

// bestThreshold is the probability above which pages have to be called relevant for the best expected F1.
func bestThreshold(p []float64) float64 {
	sorted := slices.Sorted(slices.Values(p))
	slices.Reverse(sorted)
	all, hits, best, at := 0.0, 0.0, 0.0, 0.5
	for _, x := range p {
		all += x
	}
	for n, x := range sorted {
		hits += x
		if f1 := 2 * hits / (float64(n+1) + all); f1 > best {
			best, at = f1, x
		}
	}
	return min(0.9, max(0.1, at))
}

// standardMargins returns margins with the deviation of log-odds that are usual.
func standardMargins(margins []float64) []float64 {
	z := standardize(margins)
	for i := range z {
		z[i] *= wordsSpan
	}
	return z
}

// calibrate combines log-odds of several sources into one, by weights with which they agree with the answers. Before any
// answer the sources weigh the same, and their sum has the weight 1.
func (t *teaching) calibrate(sources ...[]float64) []float64 {
	c := &calibration{teaching: t, sources: sources, weights: make([]float64, len(sources)+1)}
	for k := range sources {
		c.weights[k] = 1 / float64(len(sources))
	}
	prior := slices.Clone(c.weights)
	for range rounds {
		for k := range c.weights {
			c.step(k, prior[k])
		}
	}
	odds := make([]float64, len(sources[0]))
	for page := range odds {
		odds[page] = c.odds(page)
	}
	return odds
}

// calibration is a weight for each source, and one for a constant.
type calibration struct {
	*teaching
	sources [][]float64
	weights []float64
}

// value is the log-odds of a page by a source, and 1 for the constant.
func (c *calibration) value(k, page int) float64 {
	if k == len(c.sources) {
		return 1
	}
	return c.sources[k][page]
}

func (c *calibration) odds(page int) (sum float64) {
	for k, w := range c.weights {
		sum += w * c.value(k, page)
	}
	return sum
}

// step is Newton's step along one weight. The weight of a source is never negative.
func (c *calibration) step(k int, prior float64) {
	slope, curve := tether*(c.weights[k]-prior), float64(tether)
	for _, page := range c.pages {
		p, x := logistic.Probability(c.odds(page)), c.value(k, page)
		slope += p * x
		if c.answers[page] {
			slope -= x
		}
		curve += p * (1 - p) * x * x
	}
	if c.weights[k] -= slope / curve; k < len(c.sources) {
		c.weights[k] = max(0, c.weights[k])
	}
}
