package store

import (
	"fmt"

	"gannet/job/life"
	"gannet/store/postings"
)

// Observation is what a visit of a page has found about the page's postings.
type Observation struct {
	URL string // the page's
	life.Observation
}

// Observe stores observations in one transaction: all of them or, with an error, none. results[i] has the postings to which
// list[i] applies: those whose newest version was read from the page list[i].URL.
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
