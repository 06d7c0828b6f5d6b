package main

import (
	"reflect"

	"gannet/store/postings"
)

// changeFilter chooses the events of postings that meet a query. A nil filter takes all events.
type changeFilter struct{ query postings.Query }

// newChangeFilter returns the filter that the flags make, nil if none is given.
func newChangeFilter(f *jobFilter) (*changeFilter, error) {
	given := *f
	given.State = "all"
	q, err := given.query()
	if err != nil || reflect.DeepEqual(q, postings.Query{}) {
		return nil, err
	}
	q.All, q.Brief = true, true
	return &changeFilter{q}, nil
}

// of returns what reports whether an event is of a posting that meets the query as it is now. A posting that the crawl keeps no more meets none. The
// postings are searched at the first event, so that it costs nothing if there is none.
func (f *changeFilter) of(jobs postings.Finder) func(*postings.Change) (bool, error) {
	if f == nil {
		return func(*postings.Change) (bool, error) { return true, nil }
	}
	var meets map[uint64]bool
	return func(c *postings.Change) (bool, error) {
		if meets != nil {
			return meets[c.Number], nil
		}
		meets = make(map[uint64]bool)
		err := jobs.Find(f.query, func(k *postings.Posting) error { meets[k.Number] = true; return nil })
		return meets[c.Number], err
	}
}
