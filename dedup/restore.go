package dedup

import "fmt"

// Restore adds a posting that an earlier Deduper has assigned to a cluster. Call it for all postings in the order of their numbers, and
// then call FinishRestore. original says whether the posting is the original of its cluster. The error is ErrStale if the DurableIndex
// belongs to other postings.
func (d *Deduper) Restore(number, clusterID uint64, original bool, p *Profile) error {
	if number == 0 || clusterID == 0 || d.clusterOf[number] != nil {
		return fmt.Errorf("dedup: posting %d of cluster %d: numbers begin at 1 and are used once", number, clusterID)
	}
	if number <= d.indexed.last {
		d.restoreIndexed(number, clusterID, original, p)
		return nil
	}
	if err := d.FinishRestore(); err != nil {
		return err
	}
	found, err := d.lookUp(p)
	if err != nil {
		return err
	}
	if err := d.countJoining(d.clusterByID(clusterID), p); err != nil {
		return err
	}
	c := d.addMember(number, clusterID, original, p)
	return d.file(number, c, p, found.keysIn(clusterID, p), found.textKnown)
}

// keysIn returns the keys under which a posting of a cluster is filed. They include no keys of its text if it is a near copy of a member that it was
// compared with.
func (l *lookup) keysIn(clusterID uint64, p *Profile) []uint64 {
	for i := range l.candidates {
		c := &l.candidates[i]
		if c.cluster.id == clusterID && max(c.original.Sketch.Jaccard(&p.Sketch), c.newest.Sketch.Jaccard(&p.Sketch)) >= minCopied {
			return l.keys[:l.hashKeys]
		}
	}
	return l.keys[:l.filedKeys]
}

// restoreIndexed files a posting that the DurableIndex already has. The index's state already contains what was learned from the posting.
func (d *Deduper) restoreIndexed(number, clusterID uint64, original bool, p *Profile) {
	c := d.addMember(number, clusterID, original, p)
	d.recordMember(number, c, p)
}

// FinishRestore must be called after all calls of Restore. The error is ErrStale if the DurableIndex belongs to other postings.
func (d *Deduper) FinishRestore() error {
	if d.digest.last <= d.indexed.last && d.digest != d.indexed.digest {
		return ErrStale
	}
	return nil
}
