package dedup

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"gannet/dedup/verdict"
)

// BatchOptions returns the options for deciding on many postings at once: DefaultOptions, but clusters may be united.
func BatchOptions(model *verdict.Model) Options {
	o := DefaultOptions(model)
	o.Unite = true
	return o
}

// Profiles gives access to the profiles of the postings in a batch, by their positions from 0 on. A caller may request the same profile
// several times.
type Profiles interface {
	Len() int
	Profile(position int) (*Profile, error)
}

// ProfileList is a batch of profiles in memory.
type ProfileList []*Profile

// Len returns the number of profiles in the batch.
func (l ProfileList) Len() int { return len(l) }

// Profile returns the profile at a position, counted from 0. The error is always nil.
func (l ProfileList) Profile(position int) (*Profile, error) { return l[position], nil }

// Batch is the order in which a Deduper decides on the postings of a batch.
type Batch struct {
	Order   []int    // their positions. Posting Order[n] has number n+1
	Numbers []uint64 // of each posting, by its position
}

// DecideBatch decides on all postings of a batch, and then chooses the original of each cluster. The Deduper must be new. each is called
// after every decision, and an error of each stops the batch. Later decisions may unite clusters or change originals, so call Original
// afterwards for the final result.
func (d *Deduper) DecideBatch(profiles Profiles, each func(position int, made Decision) error) (*Batch, error) {
	b, err := d.OrderBatch(profiles)
	if err != nil {
		return nil, err
	}
	return b, d.DecideInOrder(profiles, b, each)
}

// DecideInOrder does the second half of DecideBatch: it decides on the postings in an order that OrderBatch has returned.
func (d *Deduper) DecideInOrder(profiles Profiles, b *Batch, each func(position int, made Decision) error) error {
	for n, i := range b.Order {
		p, err := profiles.Profile(i)
		if err != nil {
			return err
		}
		made, err := d.Decide(uint64(n+1), p)
		if err != nil {
			return err
		}
		if err := each(i, made); err != nil {
			return err
		}
	}
	return d.FinishBatch()
}

// OrderBatch returns the order in which to decide on the postings of a batch, so that the first posting of each cluster is a good original.
// The Deduper must be new. After the last decision call FinishBatch.
func (d *Deduper) OrderBatch(profiles Profiles) (*Batch, error) {
	order, err := d.batchOrder(profiles)
	if err != nil {
		return nil, err
	}
	b := &Batch{order, make([]uint64, len(order))}
	for n, i := range order {
		b.Numbers[i] = uint64(n + 1)
	}
	d.profiles.load = func(number uint64) (*Profile, error) { return profiles.Profile(order[number-1]) }
	return b, nil
}

// eachProfile calls use with all profiles of a batch.
func eachProfile(profiles Profiles, use func(position int, p *Profile)) error {
	for i := range profiles.Len() {
		p, err := profiles.Profile(i)
		if err != nil {
			return err
		}
		use(i, p)
	}
	return nil
}

// batchEntry holds those facts of a posting by which a batch is ordered.
type batchEntry struct {
	position   int
	posted     uint32 // the day before, so that postings without a date come last
	shingles   int32
	fieldCount uint8
	rank       uint8
	leading    uint64
}

// batchOrder returns the order in which to decide the postings of a batch, so that the first posting of a cluster is its original. Postings are
// ordered by publisher, then by date with the earliest first, then by completeness, then by the length of their texts, and finally by their contents.
// So the result does not depend on the order of the batch, except for copies that are equal in all that is compared. Postings without a date come
// last, in the order of the batch, because nothing else says which of them is the earlier. The postings and companies of each site are counted first,
// so that publishers do not depend on the order of the batch either.
func (d *Deduper) batchOrder(profiles Profiles) ([]int, error) {
	if err := eachProfile(profiles, func(_ int, p *Profile) { d.sites.countPosting(p) }); err != nil {
		return nil, err
	}
	d.sites.surveyed = true
	entries := make([]batchEntry, profiles.Len())
	err := eachProfile(profiles, func(i int, p *Profile) {
		entries[i] = batchEntry{i, uint32(p.Posted - 1), int32(p.Sketch.Shingles), p.FieldCount, d.sites.judge(p).rank, p.leading()}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(entries, func(a, b batchEntry) int {
		c := cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.posted, b.posted))
		if c != 0 || a.posted == undated {
			return c
		}
		if c = cmp.Or(cmp.Compare(b.fieldCount, a.fieldCount), cmp.Compare(b.shingles, a.shingles), cmp.Compare(a.leading, b.leading)); c != 0 || err != nil {
			return c
		}
		c, err = compareContents(profiles, a.position, b.position)
		return c
	})
	order := make([]int, len(entries))
	for i, e := range entries {
		order[i] = e.position
	}
	return order, err
}

// undated is batchEntry.posted of a posting without a date.
const undated = 1<<32 - 1

// compareContents orders two profiles by everything that they hold.
func compareContents(profiles Profiles, i, j int) (int, error) {
	a, err := profiles.Profile(i)
	if err != nil {
		return 0, err
	}
	b, err := profiles.Profile(j)
	if err != nil {
		return 0, err
	}
	return bytes.Compare(a.AppendBinary(nil), b.AppendBinary(nil)), nil
}

// FinishBatch chooses the original of each cluster, after the last posting of a batch was decided.
func (d *Deduper) FinishBatch() error { return d.chooseOriginals() }

// chooseOriginals chooses the original of every cluster again, by what is known of the sites after the last decision.
func (d *Deduper) chooseOriginals() error {
	numbers := slices.AppendSeq(make([]uint64, 0, len(d.clusterOf)), maps.Keys(d.clusterOf))
	slices.Sort(numbers)
	for _, number := range numbers {
		d.clusterOf[number].root().original = 0
	}
	for _, number := range numbers {
		c := d.clusterOf[number].root()
		if c.original == 0 {
			c.original = number
			continue
		}
		nearer, err := d.isNearer(number, c.original)
		if err != nil {
			return err
		}
		if nearer {
			c.original = number
		}
	}
	return nil
}

// isNearer reports whether posting a is to be preferred to b as the original of their job.
func (d *Deduper) isNearer(a, b uint64) (bool, error) {
	x, err := d.profiles.get(a)
	if err != nil {
		return false, err
	}
	y, err := d.profiles.get(b)
	if err != nil {
		return false, err
	}
	return d.sites.isNearer(x, y, a, b), nil
}
