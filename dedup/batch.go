package dedup

import (
	"bytes"
	"cmp"
	"slices"
)

// Survey counts the postings of each site and its companies before any is decided, so that sites are known for what they
// are whatever the order. It is for batches, and for an empty Deduper.
func (d *Deduper) Survey(records []*Record) {
	for _, r := range records {
		d.sites.see(r, false)
	}
	d.sites.surveyed = true
}

// Order gives the order in which a batch is decided, so that the first of a cluster is its original: by source, then the
// earliest (those without a date last), then the most complete, then the longest text. What is equal in all of it is
// ordered by its contents. So the order in which postings are given does not matter, except between copies equal in all
// that is compared.
func (d *Deduper) Order(records []*Record) []int {
	type place struct {
		index  int
		source Source
		record *Record
	}
	places := make([]place, len(records))
	for i, r := range records {
		places[i] = place{i, d.sites.source(r), r}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		x, y := a.record, b.record
		if c := cmp.Or(
			cmp.Compare(a.source, b.source), cmp.Compare(uint32(x.Posted-1), uint32(y.Posted-1)),
			cmp.Compare(y.Complete, x.Complete), cmp.Compare(y.Sketch.Shingles, x.Sketch.Shingles),
		); c != 0 {
			return c
		}
		return bytes.Compare(x.AppendBinary(nil), y.AppendBinary(nil))
	})
	order := make([]int, len(places))
	for i, p := range places {
		order[i] = p.index
	}
	return order
}

// Original gives the posting that is the original of a posting's cluster, and the cluster; zeros for a number that is not
// known.
func (d *Deduper) Original(number uint64) (original, clusterID uint64) {
	c := d.of[number]
	if c == nil {
		return 0, 0
	}
	return c.original.number, c.id
}
