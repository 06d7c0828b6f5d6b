package postings

import (
	"fmt"

	"gannet/store/internal/entry"
)

// One transaction of Find reads so many entries: a long one would hold up a crawl that writes. It may read a description
// for each.
const findEntries = 256

// Find calls use for the postings that a query asks for, until use fails. Of a cluster it gives the original, or the
// first member that meets the query if the original does not. Clusters are in the order of their first members. It reads
// in many short transactions, and calls use between them. What is stored after it has begun is not searched.
func (r *Reader) Find(q Query, use func(*Posting) error) error {
	f := newFilter(&q)
	if err := r.view(f.begin); err != nil {
		return err
	}
	find := f.findSome
	if q.Newest {
		find = f.findNewest
	}
	for given := 0; f.after < f.last; {
		f.found = f.found[:0]
		err := r.view(find)
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

// searched returns the bucket that the search walks through.
func (f *filter) searched(b *Buckets) *entry.Bucket {
	if f.All {
		return &b.postings
	}
	return &b.clusters
}

// findSome searches the next entries in one transaction.
func (f *filter) findSome(b *Buckets) error {
	f.Buckets = b
	bucket := f.searched(b)
	c := bucket.Cursor()
	k, sealed := c.Seek(entry.Key(f.after + 1))
	for n := 0; n < findEntries && k != nil && entry.Number(k) <= f.last; n++ {
		if entry.Number(k) <= f.after { // a damaged tree may lead back
			return fmt.Errorf("find the posting after %d: %w", f.after, entry.ErrDamaged)
		}
		f.after = entry.Number(k)
		if err := f.findAt(f.after, bucket.Unseal(k, sealed)); err != nil {
			return err
		}
		k, sealed = c.Next()
	}
	if k == nil || entry.Number(k) > f.last {
		f.after = f.last
	}
	return nil
}

// findNewest searches the entries before the latest ones in one transaction.
func (f *filter) findNewest(b *Buckets) error {
	f.Buckets = b
	bucket := f.searched(b)
	c := bucket.Cursor()
	k, sealed := entry.SeekLast(c, f.last)
	for n := 0; n < findEntries && k != nil && entry.Number(k) > f.after; n++ {
		number := entry.Number(k)
		if number > f.last { // a damaged tree may lead back
			return fmt.Errorf("find the posting before %d: %w", f.last+1, entry.ErrDamaged)
		}
		f.last = number - 1
		if err := f.findAt(number, bucket.Unseal(k, sealed)); err != nil {
			return err
		}
		k, sealed = c.Prev()
	}
	if k == nil || entry.Number(k) <= f.after {
		f.last = f.after
	}
	return nil
}

// findAt searches the posting or the cluster of an entry.
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
