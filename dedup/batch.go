package dedup

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"gannet/dedup/verdict"
)

// BatchOptions returns the options for batches: those of DefaultOptions, and clusters are united.
func BatchOptions(model *verdict.Model) Options {
	o := DefaultOptions(model)
	o.Unite = true
	return o
}

// Batch is what became of the postings of a batch.
type Batch struct {
	Order     []int      // their positions, in the order of deciding. Posting Order[n] has number n+1
	Numbers   []uint64   // of each posting, by its position
	Decisions []Decision // likewise. Later decisions may have united clusters or changed originals; Original has the last word
}

// DecideBatch decides on all postings of a batch, and then chooses the originals of its clusters. The Deduper must be new. step
// is called before each decision with the count of those before. Its error ends the batch, and it may be nil.
func (d *Deduper) DecideBatch(profiles []*Profile, step func(done int) error) (*Batch, error) {
	d.countSites(profiles)
	b := &Batch{d.batchOrder(profiles), make([]uint64, len(profiles)), make([]Decision, len(profiles))}
	for n, i := range b.Order {
		if step != nil {
			if err := step(n); err != nil {
				return nil, err
			}
		}
		var err error
		b.Numbers[i] = uint64(n + 1)
		if b.Decisions[i], err = d.Decide(b.Numbers[i], profiles[i]); err != nil {
			return nil, err
		}
	}
	return b, d.chooseOriginals()
}

// countSites counts the postings and companies of each site before any posting is decided. So who publishes on a site
// does not depend on the order of the postings.
func (d *Deduper) countSites(batch []*Profile) {
	for _, p := range batch {
		d.sites.countPosting(p)
	}
	d.sites.surveyed = true
}

// batchOrder returns in which order to decide the postings of a batch, so that the first of a cluster is its original.
// They are ordered by publisher; then the earliest come first; then the most complete; then the longest texts. Equal ones
// are ordered by their contents. So the result does not depend on the order of the batch, except for copies that are equal
// in all that is compared. Postings without a date come last, in the order of the batch, because nothing else says
// which is the earlier.
func (d *Deduper) batchOrder(batch []*Profile) []int {
	type entry struct {
		position int
		rank     uint8
		profile  *Profile
	}
	entries := make([]entry, len(batch))
	for i, p := range batch {
		entries[i] = entry{i, d.sites.judge(p).rank, p}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		x, y := a.profile, b.profile
		c := cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(uint32(x.Posted-1), uint32(y.Posted-1)))
		if c != 0 || x.Posted == 0 {
			return c
		}
		if c = cmp.Or(
			cmp.Compare(y.FieldCount, x.FieldCount), cmp.Compare(y.Sketch.Shingles, x.Sketch.Shingles),
		); c != 0 {
			return c
		}
		return bytes.Compare(x.AppendBinary(nil), y.AppendBinary(nil))
	})
	order := make([]int, len(entries))
	for i, e := range entries {
		order[i] = e.position
	}
	return order
}

// chooseOriginals chooses the original of every cluster again, by all that is known of the sites after the last decision.
func (d *Deduper) chooseOriginals() error {
	best := map[*cluster]*Profile{}
	for _, number := range slices.Sorted(maps.Keys(d.clusterOf)) {
		c := d.clusterOf[number].root()
		p, err := d.profiles.get(number)
		if err != nil {
			return err
		}
		if best[c] == nil || d.sites.isNearer(p, best[c], number, c.original) {
			best[c], c.original = p, number
		}
	}
	return nil
}
