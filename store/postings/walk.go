package postings

import (
	"fmt"
	"time"

	"gannet/store/internal/entry"
)

// findEntries is how many entries one transaction of Find reads at most. It also ends after transactionTime, because a long transaction would hold up
// a crawl that writes. It may read a description for each entry.
const findEntries = 256

// Find calls use for the postings that match a query, until use returns an error. From each cluster it takes the original or, if the original
// does not match, the first member that matches; Query.PerJob makes another choice. Clusters are in the order of their first members. Find reads
// in many short transactions, and calls use between them. Postings stored after its beginning are not found. The error is ErrLong if a text of
// the query is too long.
func (r *Reader) Find(q Query, use func(*Posting) error) error {
	if err := q.Check(); err != nil {
		return err
	}
	f := newFilter(&q)
	if err := r.view(f.begin); err != nil {
		return err
	}
	for given := 0; f.after < f.last; {
		f.found, f.wanted = f.found[:0], q.Limit-given
		err := r.view(f.findSome)
		for _, p := range f.found {
			if err := use(p); err != nil {
				return err
			}
			if given++; given == q.Limit {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin notes where the search begins and ends.
func (f *filter) begin(b *Buckets) error {
	if k, _ := f.searched(b).Cursor().Last(); k != nil {
		f.last = entry.Number(k)
	}
	if f.Before > 0 {
		f.last = min(f.last, f.Before-1)
	}
	f.after = f.After
	return nil
}

// searched returns the bucket whose entries the search reads.
func (f *filter) searched(b *Buckets) *entry.Bucket {
	if f.All {
		return &b.postings
	}
	return &b.clusters
}

// findSome searches the next entries in one transaction, until it has found as many postings as the query wants. If the time of the transaction ends
// in the middle of a cluster, the next transaction begins with this cluster.
func (f *filter) findSome(b *Buckets) error {
	f.Buckets, f.until = b, time.Now().Add(transactionTime)
	if f.standing != nil {
		f.standing.Buckets = b
	}
	n := 0
	err := f.searched(b).Numbers(&f.after, &f.last, f.Newest, func(k, value []byte) (more bool, err error) {
		n++
		err = f.findAt(entry.Number(k), value)
		return n < findEntries && len(f.found) != f.wanted && f.within == 0 && time.Now().Before(f.until), err
	})
	switch {
	case f.within == 0:
	case f.Newest:
		f.last = f.within
	default:
		f.after = f.within - 1
	}
	return err
}

// findAt searches the posting or the cluster that an entry is for.
func (f *filter) findAt(number uint64, value []byte) error {
	keep := func(p *Posting) error {
		f.found = append(f.found, p)
		return nil
	}
	if f.All {
		return f.findOne(number, value, keep)
	}
	c, err := decodeCluster(value)
	if err != nil {
		return fmt.Errorf("cluster %d: %w", number, err)
	}
	return f.findInCluster(number, c, keep)
}
