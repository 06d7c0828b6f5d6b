package postings

import (
	"fmt"

	"gannet/job"
	"gannet/store/internal/entry"
)

// Regrouped is a posting in a cluster that was made again.
type Regrouped struct {
	Number   uint64
	Decision job.Decision // names the cluster, and says whether the posting is its original
}

// Regroup puts postings into other clusters. They must be all members of their present clusters, so that each of these ends or
// is one of the new. A number of a cluster that is none of these must not be in use.
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

// grouping is where postings were: their clusters, and the originals of these.
type grouping struct{ clusters, originals map[uint64]uint64 }

// tellRegrouped tells which postings have another cluster, and which stand for theirs now or no longer.
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

// ungroup takes postings out of their clusters, and writes the new one into their summaries. It returns where they were.
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
