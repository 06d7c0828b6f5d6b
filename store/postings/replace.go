package postings

import (
	"bytes"
	"slices"

	"gannet/store/internal/entry"
)

// Replace stores which posting a page shows, after the page was read again. s.Prepared is nil if the page shows no posting. A posting keeps its
// number, cluster, times and versions, but the content of the version that came from this page changes. A posting that only this page has shown
// is deleted if the page no longer shows it.
func (w *Writer) Replace(s *Sighting) (Result, error) {
	key := slices.Clone(w.index.Get(urlKey(s.address())))
	switch {
	case key == nil && s.Prepared == nil:
		return Result{}, nil
	case key == nil:
		return w.Put(s)
	}
	known, err := decodeSummary(w.postings.Get(key))
	if err != nil {
		return Result{}, err
	}
	number := entry.Number(key)
	if s.Prepared == nil {
		return Result{}, w.dropUnlessSeenElsewhere(number, known, s.Page)
	}
	return w.replaceVersions(number, known, s)
}

func (w *Writer) dropUnlessSeenElsewhere(number uint64, known *summary, page uint64) error {
	v, err := decodeVersion(w.versions.Get(versionKey(number, known.versions)))
	if err != nil || known.versions > 1 || v.page != page {
		return err
	}
	return w.drop(number, known)
}

// replaceVersions replaces the versions that came from a page.
func (w *Writer) replaceVersions(number uint64, known *summary, s *Sighting) (Result, error) {
	r := Result{Status: PassedOver, Number: number, Cluster: known.cluster}
	for i := range known.versions {
		k := versionKey(number, i+1)
		v, err := decodeVersion(bytes.Clone(w.versions.Get(k)))
		if err != nil {
			return r, err
		}
		if v.page != s.Page {
			continue
		}
		if err := w.tellReplaced(number, i+1, known, s); err != nil {
			return r, err
		}
		v.frame = s.frame
		if err := w.versions.Put(k, v.appendTo(nil)); err != nil {
			return r, err
		}
		r.Status = max(r.Status, Unchanged)
		if i+1 < known.versions {
			continue
		}
		if known.content != s.content {
			r.Status = Changed
		}
		if err := w.replaceSummary(number, known, s); err != nil {
			return r, err
		}
	}
	return r, nil
}

// replaceSummary updates a posting's summary, profile and keys after its newest version was replaced.
func (w *Writer) replaceSummary(number uint64, known *summary, s *Sighting) error {
	if known.id != s.job.ID {
		old := idKey(entry.HostKey(known.url), known.id)
		if i := slices.IndexFunc(known.keys, func(k []byte) bool { return bytes.Equal(k, old) }); i >= 0 {
			known.keys = slices.Delete(known.keys, i, i+1)
			if err := w.index.Delete(old); err != nil {
				return err
			}
		}
	}
	if err := w.addKeys(known, number, s.keys()); err != nil {
		return err
	}
	known.setVersion(s.Prepared, known.url)
	if err := w.readAgain(number, s); err != nil {
		return err
	}
	return w.putSummary(number, known, s.profile)
}

// drop deletes a posting with all that belongs to it.
func (w *Writer) drop(number uint64, known *summary) error {
	for _, k := range known.keys {
		if err := w.index.Delete(k); err != nil {
			return err
		}
	}
	for i := range known.versions {
		if err := w.versions.Delete(versionKey(number, i+1)); err != nil {
			return err
		}
	}
	for _, bucket := range []*entry.Bucket{&w.postings, &w.profiles} {
		if err := bucket.Delete(entry.Key(number)); err != nil {
			return err
		}
	}
	if err := w.movePart(number, known.url, ""); err != nil {
		return err
	}
	if err := w.endLife(number); err != nil {
		return err
	}
	w.totals.Postings--
	w.totals.Versions -= known.versions
	if err := w.tell(&Change{Time: w.latest(), Event: EventDropped, Number: number}); err != nil {
		return err
	}
	return w.leaveCluster(number, known.cluster)
}

// leaveCluster removes a posting from its cluster. An empty cluster is deleted. If the original leaves, the first of the other members becomes the
// original.
func (w *Writer) leaveCluster(number, id uint64) error {
	if err := w.members.Delete(memberKey(id, number)); err != nil {
		return err
	}
	c, first := clusterEntry{}, uint64(0)
	err := w.eachMember(id, func(n uint64, _ []byte) error {
		if first == 0 {
			first = n
		}
		c.members++
		return nil
	})
	if err != nil {
		return err
	}
	if c.members == 0 {
		w.totals.Clusters--
		return w.clusters.Delete(entry.Key(id))
	}
	if old, err := decodeCluster(w.clusters.Get(entry.Key(id))); err == nil && old.original != number {
		first = old.original
	} else if err := w.tellOriginal(w.latest(), 0, first); err != nil {
		return err
	}
	c.original = first
	return w.clusters.Put(entry.Key(id), c.appendTo(nil))
}
