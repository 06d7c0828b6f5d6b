package dedup

import "gannet/dedup/verdict"

// uniteFitting merges the clusters that the latest posting fits, as far as their originals are the same job. c is the cluster that the posting
// joined. It returns the merged cluster that c is then a part of.
func (d *Deduper) uniteFitting(c *cluster) (*cluster, error) {
	for _, o := range d.fitting {
		if o == c {
			continue
		}
		kept, other := c, o
		if nearer, err := d.isNearer(o.original, c.original); err != nil {
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

// areOneJob reports whether each original that other ever had is the same job as the original of kept. Without this check, clusters would chain from
// one original to the next.
func (d *Deduper) areOneJob(kept, other *cluster) (bool, error) {
	original, err := d.profiles.get(kept.original)
	if err != nil {
		return false, err
	}
	for _, number := range other.originals() {
		p, err := d.profiles.get(number)
		if err != nil {
			return false, err
		}
		if _, judged, err := d.judge(kept.original, original, number, p); err != nil || judged.Label != verdict.Same {
			return false, err
		}
	}
	if kept.placed == 0 || other.placed == 0 {
		return true, nil
	}
	p, err := d.profiles.get(other.placed)
	if err != nil {
		return false, err
	}
	elsewhere, err := d.elsewhere(p, kept)
	return elsewhere == nil, err
}

// absorb makes other a part of c.
func (c *cluster) absorb(other *cluster) {
	if c.union == nil {
		c.union = &union{}
	}
	c.union.formerOriginals = append(c.union.formerOriginals, other.originals()...)
	c.newest = max(c.newest, other.newest)
	if c.placed == 0 {
		c.placed = other.placed
	}
	if other.claim < c.claim || other.claim == c.claim && other.claims < c.claims {
		c.claims, c.claim = other.claims, other.claim
	}
	other.union = &union{into: c}
}

// originals returns the originals of a cluster and of the clusters that became parts of it.
func (c *cluster) originals() []uint64 {
	list := []uint64{c.original}
	if c.union != nil {
		list = append(list, c.union.formerOriginals...)
	}
	return list
}
