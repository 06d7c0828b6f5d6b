package dedup

import "gannet/dedup/verdict"

// uniteFitting makes one cluster of those that the latest posting fits, as far as their originals are the same job. It returns
// the cluster that c is a part of then.
func (d *Deduper) uniteFitting(c *cluster) (*cluster, error) {
	for _, o := range d.fitting {
		if o == c {
			continue
		}
		kept, other := c, o
		if isOriginalBefore(&o.original, &c.original) {
			kept, other = o, c
		}
		is, err := d.areOneJob(kept, other)
		if err != nil {
			return nil, err
		}
		if is {
			kept.absorb(other)
			c = kept
		}
	}
	return c, nil
}

// isOriginalBefore reports whether a is rather the original than b: its publisher is better, or else it came first.
func isOriginalBefore(a, b *member) bool {
	return a.publisher < b.publisher || a.publisher == b.publisher && a.number < b.number
}

// areOneJob reports whether each original that other ever had is the same job as that of kept. Otherwise clusters would chain
// from one original to the next.
func (d *Deduper) areOneJob(kept, other *cluster) (bool, error) {
	original, err := d.profiles.get(kept.original.number)
	if err != nil {
		return false, err
	}
	for _, number := range append([]uint64{other.original.number}, other.formerOriginals...) {
		p, err := d.profiles.get(number)
		if err != nil {
			return false, err
		}
		e := measure(original, p, d.frequent)
		if d.o.Model.Judge(&e).Label != verdict.Same {
			return false, nil
		}
	}
	return true, nil
}

// absorb makes other a part of c.
func (c *cluster) absorb(other *cluster) {
	c.formerOriginals = append(append(c.formerOriginals, other.original.number), other.formerOriginals...)
	if other.newest.number > c.newest.number {
		c.newest = other.newest
	}
	other.united, other.formerOriginals = c, nil
}
