package postings

import (
	"fmt"

	"gannet/job"
	"gannet/store/internal/entry"
)

// Regrouped says to which cluster a posting belongs after a regrouping.
type Regrouped struct {
	Number   uint64
	Decision job.Decision // names the cluster, and says whether the posting is its original
}

// Regroup moves postings to other clusters. list must contain all members of each cluster that changes, because after Regroup no posting may be
// left in a cluster that no longer exists. A new cluster has the number of one of the old clusters in list, or a number that is not in use.
func (w *Writer) Regroup(list []Regrouped) error {
	before, err := w.ungroup(list)
	if err != nil {
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
	return w.tellRegrouped(list, before, clusters)
}

// grouping is the state before a regrouping: the cluster of each posting, and the original of each cluster.
type grouping struct{ clusters, originals map[uint64]uint64 }

// tellRegrouped writes the events of a regrouping: for each posting that has another cluster now, or that has become the original of its cluster or
// is no longer that.
func (w *Writer) tellRegrouped(list []Regrouped, before grouping, after map[uint64]clusterEntry) error {
	at := w.latest()
	for _, r := range list {
		from, to := before.clusters[r.Number], r.Decision.Cluster
		was, is := before.originals[from] == r.Number, after[to].original == r.Number
		c := &Change{Time: at, Event: EventMerged, Number: r.Number, ChangeFacts: ChangeFacts{Cluster: to, ClusterBefore: from, Original: &is}}
		if _, goesOn := after[from]; goesOn {
			c.Event = EventSplit
		}
		var err error
		switch {
		case from != to:
			err = w.tell(c)
		case is && !was:
			err = w.tellOriginal(at, 0, r.Number)
		case was && !is:
			err = w.tellOriginal(at, r.Number, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ungroup removes postings from their clusters, and writes the new clusters into their summaries. It returns the former clusters.
func (w *Writer) ungroup(list []Regrouped) (before grouping, err error) {
	before = grouping{map[uint64]uint64{}, map[uint64]uint64{}}
	for _, r := range list {
		k := entry.Key(r.Number)
		known, err := decodeSummary(w.postings.Get(k))
		if err != nil {
			return before, fmt.Errorf("posting %d: %w", r.Number, err)
		}
		before.clusters[r.Number] = known.cluster
		old := entry.Key(known.cluster)
		if c, err := decodeCluster(w.clusters.Get(old)); err == nil {
			before.originals[known.cluster] = c.original
		}
		if w.clusters.Has(old) {
			w.totals.Clusters--
		}
		if err := w.clusters.Delete(old); err != nil {
			return before, err
		}
		if err := w.members.Delete(memberKey(known.cluster, r.Number)); err != nil {
			return before, err
		}
		if known.cluster == r.Decision.Cluster {
			continue
		}
		known.cluster = r.Decision.Cluster
		if err := w.postings.Put(k, known.appendTo(nil)); err != nil {
			return before, err
		}
	}
	return before, nil
}
