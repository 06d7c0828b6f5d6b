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
		if nearer, err := d.isOriginalNearer(o, c); err != nil {
			return nil, err
		} else if nearer {
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

// isOriginalNearer reports whether the original of a is rather that of both than the original of b.
func (d *Deduper) isOriginalNearer(a, b *cluster) (bool, error) {
	x, err := d.profiles.get(a.original)
	if err != nil {
		return false, err
	}
	y, err := d.profiles.get(b.original)
	if err != nil {
		return false, err
	}
	return d.sites.isNearer(x, y, a.original, b.original), nil
}

// areOneJob reports whether each original that other ever had is the same job as that of kept. Otherwise clusters would chain
// from one original to the next.
func (d *Deduper) areOneJob(kept, other *cluster) (bool, error) {
	original, err := d.profiles.get(kept.original)
	if err != nil {
		return false, err
	}
	for _, number := range append([]uint64{other.original}, other.formerOriginals...) {
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
	c.formerOriginals = append(append(c.formerOriginals, other.original), other.formerOriginals...)
	c.newest = max(c.newest, other.newest)
	if other.claim < c.claim || other.claim == c.claim && other.claims < c.claims {
		c.claims, c.claim = other.claims, other.claim
	}
	other.united, other.formerOriginals = c, nil
}
