package total

import (
	"errors"
	"fmt"
	"math"

	"gannet/internal/flat"
)

// Numbers is a part of a Book: a fixed number of sums, which the learner itself keeps.
type Numbers struct {
	Own       func() []float64       // returns what was learned here
	SetOwn    func(own []float64)    // replaces it
	Elsewhere func(others []float64) // is told what all others have learned, whenever that changes
}

// numbers is the part of a Book for Numbers.
type numbers struct {
	Numbers
	owners []string // sorted: sums of floats depend on the order
	others map[string][]float64
}

// AddNumbers adds a part with this name to the book. All learners of a crawl must add the same parts in the same order, before they use the
// book in other ways.
func (b *Book) AddNumbers(name string, n Numbers) {
	b.add(name, &numbers{Numbers: n, others: make(map[string][]float64)})
}

var errNotFinite = errors.New("a sum is not finite")

func (n *numbers) write(c *flat.Coder) {
	own := n.Own()
	flat.Slice(c, &own, (*flat.Coder).Float64)
}

func (n *numbers) read(c *flat.Coder) any {
	var sums []float64
	flat.Slice(c, &sums, (*flat.Coder).Float64)
	if want := len(n.Own()); len(sums) != want {
		c.Fail(fmt.Errorf("%w: %d sums, not %d", ErrTotal, len(sums), want))
	}
	for _, x := range sums {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			c.Fail(errNotFinite)
		}
	}
	return sums
}

func (n *numbers) setOwn(sums any) { n.SetOwn(sums.([]float64)) }

func (n *numbers) setOther(owner string, sums any) {
	n.owners = insert(n.owners, owner)
	n.others[owner] = sums.([]float64)
	all := make([]float64, len(n.others[owner]))
	for _, o := range n.owners {
		for i, x := range n.others[o] {
			all[i] += x
		}
	}
	n.Elsewhere(all)
}
