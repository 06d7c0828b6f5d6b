package crawldir

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"gannet/crawler"
	"gannet/dedup"
	"gannet/job"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/store/postings"
)

// Regrouping describes how clusters of postings were split or merged: it has some clusters before, and the clusters that have the same postings
// afterwards. One cluster before and several afterwards mean that the cluster was split; several before and one afterwards mean that they were
// merged.
type Regrouping struct {
	Before []uint64 `json:"before"`
	After  []uint64 `json:"after"`
}

// clusterOf are the clusters of postings, by their numbers.
type clusterOf map[uint64]uint64

func clustersOf(db *store.DB) (clusterOf, error) {
	of := clusterOf{}
	err := db.Postings().EachProfile(func(p postings.Profiled) error {
		of[p.Number] = p.Cluster
		return nil
	})
	return of, err
}

// recluster makes the clusters of all postings again, as a batch. A cluster keeps its number as long as its first posting
// stays in it.
func recluster(ctx context.Context, db *store.DB, jobs *crawler.Jobs) error {
	batch, err := kept(db, jobs)
	if err != nil {
		return err
	}
	if err := batch.decide(ctx); err != nil {
		return err
	}
	batch.numberClusters()
	for _, part := range batch.parts() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := db.Regroup(part); err != nil {
			return err
		}
	}
	return nil
}

// keptBatch is all postings of a store, in the order of their numbers.
type keptBatch struct {
	numbers   []uint64
	profiles  dedup.Profiles
	old       []uint64 // clusters before
	decisions []job.Decision
	listed    func(number uint64) (bool, error) // whether the list of a posting still links to it
}

func kept(db *store.DB, jobs *crawler.Jobs) (*keptBatch, error) {
	b := &keptBatch{listed: func(number uint64) (bool, error) { return jobs.IsListed(db, number) }}
	err := db.Postings().EachProfile(func(p postings.Profiled) error {
		b.numbers, b.old = append(b.numbers, p.Number), append(b.old, p.Cluster)
		return nil
	})
	b.profiles = keptProfiles{db, jobs, b.numbers}
	return b, err
}

// keptProfiles are the profiles of a store. None is held in memory.
type keptProfiles struct {
	db      *store.DB
	jobs    *crawler.Jobs
	numbers []uint64
}

// Len implements dedup.Profiles: it returns the number of profiles.
func (p keptProfiles) Len() int { return len(p.numbers) }

// Profile implements dedup.Profiles: it returns the profile at a position.
func (p keptProfiles) Profile(position int) (*dedup.Profile, error) {
	return p.jobs.Profile(p.db, p.numbers[position])
}

// decide decides on all postings. The clusters of the decisions have the positions in the batch as numbers.
func (b *keptBatch) decide(ctx context.Context) error {
	model, err := shipped.Verdict()
	if err != nil {
		return err
	}
	var decided *dedup.Batch
	o := dedup.BatchOptions(model)
	o.Listed = func(number uint64) (bool, error) { return b.listed(b.numbers[decided.Order[number-1]]) }
	d, err := dedup.NewDeduper(o)
	if err != nil {
		return err
	}
	if decided, err = d.OrderBatch(b.profiles); err != nil {
		return err
	}
	b.decisions = make([]job.Decision, len(b.numbers))
	if err := d.DecideInOrder(b.profiles, decided, func(i int, made job.Decision) error {
		b.decisions[i] = made
		return ctx.Err()
	}); err != nil {
		return err
	}
	for i, number := range decided.Numbers {
		x := &b.decisions[i]
		original, cluster := d.Original(number)
		x.Cluster, x.Original, x.NewOriginal = cluster, original == number, 0
		profile, err := b.profiles.Profile(i)
		if err != nil {
			return err
		}
		x.Publisher, x.PublisherReason = d.PublisherOf(profile)
		if x.Of != 0 {
			x.Of = b.numbers[decided.Order[x.Of-1]]
		}
	}
	return nil
}

// numberClusters gives each cluster the number that the cluster of its first posting had, or else that of its first posting.
func (b *keptBatch) numberClusters() {
	numbers, taken := map[uint64]uint64{}, map[uint64]bool{}
	for i := range b.decisions {
		x := &b.decisions[i]
		if numbers[x.Cluster] == 0 {
			number := b.old[i]
			if taken[number] {
				number = b.numbers[i]
			}
			numbers[x.Cluster], taken[number] = number, true
		}
		x.Cluster = numbers[x.Cluster]
	}
}

// regroupBatch is how many postings are regrouped in one transaction at least.
const regroupBatch = 4096

// parts cuts the postings into transactions. Clusters that exchange postings are in one, so that a crash in between leaves
// whole clusters.
func (b *keptBatch) parts() (list [][]postings.Regrouped) {
	s := newClasses()
	for i, x := range b.decisions {
		s.join(b.old[i], x.Cluster)
	}
	members := map[uint64][]postings.Regrouped{}
	for i, x := range b.decisions {
		class := s.of(x.Cluster)
		members[class] = append(members[class], postings.Regrouped{Number: b.numbers[i], Decision: x})
	}
	var part []postings.Regrouped
	for _, class := range slices.Sorted(maps.Keys(members)) {
		if part = append(part, members[class]...); len(part) >= regroupBatch {
			list, part = append(list, part), nil
		}
	}
	if len(part) > 0 {
		list = append(list, part)
	}
	return list
}

// classes are sets of clusters that belong together.
type classes struct{ parent map[uint64]uint64 }

func newClasses() classes { return classes{map[uint64]uint64{}} }

// of returns the least cluster of the class of a cluster.
func (s classes) of(id uint64) uint64 {
	for s.parent[id] != 0 {
		id = s.parent[id]
	}
	return id
}

func (s classes) join(a, b uint64) {
	a, b = s.of(a), s.of(b)
	if a != b {
		s.parent[max(a, b)] = min(a, b)
	}
}

// regroupings compares the clusters of the postings that are in both maps. It returns the clusters that were merged or split.
func regroupings(before, after clusterOf) (list []Regrouping) {
	s := newClasses()
	const shift = 1 << 63 // tells a cluster after from one before
	for number, old := range before {
		if now := after[number]; now != 0 {
			s.join(old, now|shift)
		}
	}
	found := map[uint64]*Regrouping{}
	for number, old := range before {
		now := after[number]
		if now == 0 {
			continue
		}
		class := s.of(old)
		if found[class] == nil {
			found[class] = &Regrouping{}
		}
		g := found[class]
		g.Before, g.After = append(g.Before, old), append(g.After, now)
	}
	for _, g := range found {
		slices.Sort(g.Before)
		slices.Sort(g.After)
		g.Before, g.After = slices.Compact(g.Before), slices.Compact(g.After)
		if len(g.Before) > 1 || len(g.After) > 1 {
			list = append(list, *g)
		}
	}
	slices.SortFunc(list, func(a, b Regrouping) int { return cmp.Compare(a.Before[0], b.Before[0]) })
	return list
}
