package ranker

import (
	"errors"
	"maps"
	"math"
	"slices"

	"gannet/ranker/evidence"
	"gannet/ranker/total"
)

// Sharer is a Learner that shares what it learns with the Learners on other machines of the same crawl, each of which has its own links.
// Each publishes a total, the sums of what it has learned itself, and adds the totals of the others to its own sums.
//
// After a restart, first call Share, then restore the Learner or teach it its pages, then call Resume with the newest total that it has
// published.
type Sharer interface {
	Learner
	// Share makes the Learner record what it learns itself. It must be called before anything is learned or restored. If names of parts are given,
	// only these parts of the totals of others are used.
	Share(parts ...string)
	// Total returns what was learned here, without what came from other owners. All methods below may be called only after Share.
	Total() []byte
	// TakeIn adds totals of other owners, given by their names, in place of what was known from these owners. A total that is not newer is ignored.
	// One that does not fit is left out, and the error is total.ErrTotal. Afterwards, Revised returns the priorities that have changed.
	TakeIn(totals map[string][]byte) error
	// Resume replaces what was learned here by a total that this Learner has published, so that it publishes the same total again.
	Resume(total []byte) error
}

// shared holds what a Learned needs to share what it learns.
type shared struct {
	book    *total.Book
	fetched int // pages fetched elsewhere
}

// step records that something was learned.
func (s *shared) step() {
	if s != nil {
		s.book.Step()
	}
}

func (s *shared) fetchedElsewhere() int {
	if s == nil {
		return 0
	}
	return s.fetched
}

// Share implements Sharer: it begins to record what this learner learns itself.
func (l *Learned) Share(parts ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &shared{book: total.NewBook(parts...)}
	l.shared = s
	s.book.AddNumbers("pages", total.Numbers{
		Own:       func() []float64 { return []float64{float64(l.fetched)} },
		SetOwn:    func(own []float64) { l.fetched = int(own[0]) },
		Elsewhere: func(others []float64) { s.fetched = int(others[0]) },
	})
	l.weights.share(s.book)
	evidence.ShareScales(s.book, "scales of scores", []*evidence.Scale{&l.modelScale, &l.meanScale})
	l.evidence.Share(s.book)
}

// Total implements Sharer: it returns the sums of what this learner has learned itself.
func (l *Learned) Total() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shared.book.Total()
}

// TakeIn implements Sharer: it adds what other learners have learned, given by their totals, to its own sums.
func (l *Learned) TakeIn(totals map[string][]byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var errs []error
	for _, owner := range slices.Sorted(maps.Keys(totals)) {
		errs = append(errs, l.shared.book.TakeIn(owner, totals[owner]))
	}
	l.renewIfDue()
	return errors.Join(errs...)
}

// Resume implements Sharer: it continues from a total that this learner has published.
func (l *Learned) Resume(total []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shared.book.Resume(total)
}

// sharedBayes is a bayes in the natural parameters of a normal distribution: precision, and precision times mean. What examples add to these
// parameters does not depend on their order, so several learners can add their sums.
type sharedBayes struct {
	means, precisions []float64 // of the prior
	own, elsewhere    []float64 // upper triangle of the precision row by row, then precision times mean; without the prior
}

// fixedVariance replaces the variance 0 of a weight that does not change, such as the weight of a missing model.
const fixedVariance = 1e-12

// share adds the weights to a book. Nothing may be learned yet.
func (b *bayes) share(book *total.Book) {
	n := len(b.weights)
	s := &sharedBayes{
		means: append([]float64(nil), b.weights...), precisions: make([]float64, n),
		own: make([]float64, n*(n+1)/2+n), elsewhere: make([]float64, n*(n+1)/2+n),
	}
	for i := range n {
		s.precisions[i] = 1 / max(b.covariance[i*n+i], fixedVariance)
	}
	b.shared = s
	book.AddNumbers("weights", total.Numbers{
		Own:       func() []float64 { return s.own },
		SetOwn:    func(own []float64) { s.own = own; b.addUp() },
		Elsewhere: func(others []float64) { s.elsewhere = others; b.addUp() },
	})
}

// add adds an example. It is given by its input, the variance of its outcome, and slope, which it adds to precision times mean for each unit of
// input.
func (s *sharedBayes) add(x []float64, variance, slope float64) {
	at, last := 0, len(s.own)-len(x)
	for i, xi := range x {
		for _, xj := range x[i:] {
			s.own[at] += variance * xi * xj
			at++
		}
		s.own[last+i] += slope * xi
	}
}

// addUp computes weights and covariance from the prior and all examples, those learned here and by other owners.
func (b *bayes) addUp() {
	s, n := b.shared, len(b.weights)
	precision := make([]float64, n*n)
	right := make([]float64, n)
	at, last := 0, len(s.own)-n
	for i := range n {
		for j := i; j < n; j++ {
			precision[i*n+j] = s.own[at] + s.elsewhere[at]
			precision[j*n+i] = precision[i*n+j]
			at++
		}
		precision[i*n+i] += s.precisions[i]
		right[i] = s.precisions[i]*s.means[i] + s.own[last+i] + s.elsewhere[last+i]
	}
	invert(precision, n, b.covariance)
	for i := range n {
		b.weights[i] = dot(b.covariance[i*n:(i+1)*n], right)
	}
}

// invert writes the inverse of a positive definite matrix of n rows to out. It overwrites a with the Cholesky factor of a.
func invert(a []float64, n int, out []float64) {
	for i := range n {
		for j := range i + 1 {
			sum := a[i*n+j] - dot(a[i*n:i*n+j], a[j*n:j*n+j])
			if i == j {
				a[i*n+i] = math.Sqrt(sum)
			} else {
				a[i*n+j] = sum / a[j*n+j]
			}
		}
	}
	column := make([]float64, n)
	for k := range n {
		clear(column)
		for i := k; i < n; i++ { // forward
			unit := 0.0
			if i == k {
				unit = 1
			}
			column[i] = (unit - dot(a[i*n+k:i*n+i], column[k:i])) / a[i*n+i]
		}
		for i := n - 1; i >= 0; i-- { // back
			sum := column[i]
			for j := i + 1; j < n; j++ {
				sum -= a[j*n+i] * column[j]
			}
			column[i] = sum / a[i*n+i]
		}
		for i := range n {
			out[i*n+k] = column[i]
		}
	}
}
