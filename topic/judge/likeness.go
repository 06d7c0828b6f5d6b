package judge

import (
	"math"
	"slices"

	"gannet/internal/logistic"
	"gannet/internal/numeric"
)

// The parameters of likeness were chosen on training topics of frozen webs.
const (
	cosineVariance   = 4    // of the log-odds that pages share whose words are the same
	constantVariance = 1    // of the log-odds that all pages share
	mostLike         = 500  // answered pages that others are compared with; time grows with their cube
	newtonSteps      = 20   // half a dozen are usual
	settled          = 1e-3 // largest change of log-odds after which no step is needed
	leastCurve       = 1e-6
)

// likeness returns the log-odds of pages by the answers on similar pages. mean has the log-odds of each page without the answers. It is a Gaussian
// process classifier with Laplace's approximation (Rasmussen and Williams 2006, section 3.4), whose covariance is the cosine of words. The log-odds
// of an answered page come from the other answers (section 5.4.2), so that the answers can show how far the method can be trusted.
func (m *Measured) likeness(t *teaching, mean []float64) []float64 {
	p := &process{teaching: t, some: t.some(), mean: mean}
	p.covariances, p.alpha = m.pages.covariances(p.some), make([]float64, len(p.some))
	p.odds = p.ofSome()
	for range newtonSteps {
		before := p.odds
		if !p.step() {
			return mean // never with a diagonal that is larger than 1
		}
		p.odds = p.ofSome()
		if numeric.AddScaled(before, -1, p.odds); numeric.Largest(before) < settled {
			break
		}
	}
	inverse := p.factors.InverseDiagonal()
	odds := make([]float64, len(mean))
	for page := range odds {
		odds[page] = p.of(page)
	}
	for i, page := range p.some {
		odds[page] = p.responses[i] - p.alpha[i]/inverse[i]
	}
	return odds
}

// some returns the answered pages, or some of very many.
func (t *teaching) some() []int {
	n := min(mostLike, len(t.pages))
	list := make([]int, n)
	for i := range list {
		list[i] = t.pages[i*len(t.pages)/n]
	}
	return list
}

// process is a Gaussian process with the answers on some pages.
type process struct {
	*teaching
	some        []int
	mean        []float64   // by page
	covariances [][]float64 // by page: with some
	odds        []float64   // of some, so far
	responses   []float64   // what Newton's step takes for measured log-odds of some
	alpha       []float64   // by how much each of some counts
	factors     numeric.Cholesky
}

// of is the log-odds of a page.
func (p *process) of(page int) float64 {
	return p.mean[page] + numeric.Dot(p.covariances[page], p.alpha)
}

func (p *process) ofSome() []float64 {
	odds := make([]float64, len(p.some))
	for i, page := range p.some {
		odds[i] = p.of(page)
	}
	return odds
}

// step is Newton's step: a regression on responses, each with a variance of its own. It returns false if the regression has no solution.
func (p *process) step() (ok bool) {
	n := len(p.some)
	all, off := make([][]float64, n), make([]float64, n)
	p.responses = slices.Clone(p.odds)
	for i, page := range p.some {
		all[i] = slices.Clone(p.covariances[page])
		probability, answer := logistic.Probability(p.odds[i]), 0.0
		if p.answers[page] {
			answer = 1
		}
		curve := max(leastCurve, probability*(1-probability))
		all[i][i] += 1 / curve
		p.responses[i] += (answer - probability) / curve
		off[i] = p.responses[i] - p.mean[page]
	}
	if p.factors, ok = numeric.Factorise(all); ok {
		p.alpha = p.factors.Solve(off)
	}
	return ok
}

// covariances returns, for each page, its covariances with some pages.
func (c *collection) covariances(some []int) [][]float64 {
	type posting struct {
		at     int // in some
		weight float64
	}
	having := make([][]posting, len(c.df)) // by word
	for at, page := range some {
		length := c.norm(page)
		for k, word := range c.terms[page] {
			having[word] = append(having[word], posting{at, c.weigh(page, k) / length})
		}
	}
	rows := make([][]float64, len(c.pages))
	for page := range rows {
		row, length := make([]float64, len(some)), c.norm(page)
		for k, word := range c.terms[page] {
			if list := having[word]; len(list) > 0 {
				w := c.weigh(page, k) / length
				for _, p := range list {
					row[p.at] += w * p.weight
				}
			}
		}
		for i := range row {
			row[i] = constantVariance + cosineVariance*row[i]
		}
		rows[page] = row
	}
	return rows
}

// norm is the Euclidean length of a page's vector; 1 if that is 0.
func (c *collection) norm(page int) float64 {
	square := 0.0
	for k := range c.terms[page] {
		w := c.weigh(page, k)
		square += w * w
	}
	if square == 0 {
		return 1
	}
	return math.Sqrt(square)
}
