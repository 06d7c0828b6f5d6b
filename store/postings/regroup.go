package postings

import (
	"fmt"

	"gannet/job"
	"gannet/store/internal/entry"
)

// Regrouped is a posting in a cluster that was made anew.
type Regrouped struct {
	Number   uint64
	Decision job.Decision // names the cluster, and says whether the posting is its original
}

// Regroup puts postings into other clusters. They must be all members of their present clusters, so that each of these ends or
// is one of the new. A number of a cluster that is none of these must not be in use.
func (w *Writer) Regroup(list []Regrouped) error {
	if err := w.ungroup(list); err != nil {
		return err
	}
	clusters := map[uint64]clusterEntry{}
	for _, r := range list {
		id := r.Decision.Cluster
		c := clusters[id]
		c.members++
		if r.Decision.Original || c.original == 0 {
			c.original = r.Number
		}
		clusters[id] = c
		if err := w.members.Put(memberKey(id, r.Number), appendDecision(nil, &r.Decision)); err != nil {
			return err
		}
	}
	w.totals.Clusters += len(clusters)
	for id, c := range clusters {
		if err := w.clusters.Put(entry.Key(id), c.appendTo(nil)); err != nil {
			return err
		}
	}
	return nil
}

// ungroup takes postings out of their clusters, and writes the new one into their summaries.
func (w *Writer) ungroup(list []Regrouped) error {
	for _, r := range list {
		k := entry.Key(r.Number)
		known, err := decodeSummary(w.postings.Get(k))
		if err != nil {
			return fmt.Errorf("posting %d: %w", r.Number, err)
		}
		old := entry.Key(known.cluster)
		if w.clusters.Has(old) {
			w.totals.Clusters--
		}
		if err := w.clusters.Delete(old); err != nil {
			return err
		}
		if err := w.members.Delete(memberKey(known.cluster, r.Number)); err != nil {
			return err
		}
		if known.cluster == r.Decision.Cluster {
			continue
		}
		known.cluster = r.Decision.Cluster
		if err := w.postings.Put(k, known.appendTo(nil)); err != nil {
			return err
		}
	}
	return nil
}
