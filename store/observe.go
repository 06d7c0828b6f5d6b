package store

import (
	"fmt"

	"gannet/job/life"
	"gannet/store/postings"
)

// Observation is an observation of the postings of one page.
type Observation struct {
	URL string // the page's
	life.Observation
}

// Observe records observations in one transaction: all of them or, with an error, none. results[i] are the postings whose newest version is of the
// page of list[i].
func (d *DB) Observe(list []Observation) (results [][]postings.Observed, err error) {
	results = make([][]postings.Observed, len(list))
	err = d.writeBatch(func(b *batch) error {
		for i, o := range list {
			if results[i], err = b.postings.ObservePage(o.URL, o.Observation); err != nil {
				return fmt.Errorf("%s: %w", o.URL, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store %d observations: %w", len(list), err)
	}
	return results, nil
}
