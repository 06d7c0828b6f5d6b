package dedup

import (
	"errors"
	"fmt"

	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Options configure a Deduper. Start from DefaultOptions.
type Options struct {
	Model *verdict.Model // required; models.Verdict has the shipped one

	// Index finds candidates. It is empty, or a DurableIndex; nil means one in memory. The Deduper does not close it.
	// If a DurableIndex is not empty, Restore must come before Decide, for each of its postings.
	Index index.Index

	// LoadProfile returns the profile of a posting that was decided before the last Commit. If LoadProfile is set, the Deduper caches recent profiles
	// and loads the others. If it is nil, all profiles stay in memory.
	LoadProfile func(number uint64) (*Profile, error)

	// Layout says how sketches are cut into the bands by which similar texts are found.
	Layout sketch.Layout

	// MaxClusters is the greatest number of clusters that a posting is compared with. The clusters that share most keys come first. A normal
	// advertisement has two to five copies. A form with thousands of copies resembles too many other texts, so more comparisons would not help.
	MaxClusters int

	// MaxMembers is the greatest number of members of a cluster that a posting is compared with, besides the original and the newest. They are the
	// members that share most keys with it.
	MaxMembers int

	// Listed reports whether the list on which a posting was found still links to it. If a list links to two postings at the same time, they are two
	// jobs. If Listed is nil, every list is taken to link to its postings for ever.
	Listed func(number uint64) (bool, error)

	// Unite merges two clusters if a posting fits both and their originals are judged the same job. Because this changes the clusters of earlier
	// decisions, call Original only when all is decided. Unite is for batches, without LoadProfile.
	Unite bool

	// ShingleCounters is the number of counters that find the shingles which employers and sites repeat. Each takes 5 bytes.
	ShingleCounters int
}

// DefaultOptions returns the usual options. With them, the counters of shingles take 5 MiB of memory.
func DefaultOptions(model *verdict.Model) Options {
	return Options{
		Model: model, Layout: sketch.DefaultLayout, MaxClusters: defaultClusters,
		MaxMembers: defaultMembers, ShingleCounters: defaultCounters,
	}
}

const (
	defaultClusters = 16
	defaultMembers  = 3
	defaultCounters = 1 << 20
)

// check returns an error for options with which a Deduper cannot work.
func (o *Options) check() error {
	switch l := o.Layout; {
	case o.Model == nil:
		return errors.New("dedup: Options.Model is missing")
	case l.Bands < 1 || l.Rows < 1 || l.Bands*l.Rows > sketch.Size:
		return fmt.Errorf("dedup: %d bands of %d slots: a sketch has %d", l.Bands, l.Rows, sketch.Size)
	case o.Unite && o.LoadProfile != nil:
		return errors.New("dedup: Options.Unite and Options.LoadProfile: clusters that are kept already cannot be united")
	case o.MaxMembers < 0 || o.MaxMembers > maxMembers:
		return fmt.Errorf("dedup: Options.MaxMembers is %d, and is 0 to %d", o.MaxMembers, maxMembers)
	case o.MaxClusters < 1 || o.ShingleCounters < 1:
		return fmt.Errorf("dedup: %d clusters, %d counters: both must be above 0", o.MaxClusters, o.ShingleCounters)
	}
	return nil
}

// Deduper decides which postings advertise the same job. Prepare is safe for concurrent use; only one goroutine at a time may call the
// other methods.
type Deduper struct {
	o         Options
	durable   DurableIndex // the index, if it is one; else nil
	sketchers sketchers

	profiles  profileCache
	clusters  map[uint64]*cluster // by number, those whose number is not that of a member
	clusterOf map[uint64]*cluster // by posting
	sites     sites
	frequent  *shingleCounts
	digest    digest // of the postings decided or restored
	indexed   indexedState

	// lookUp reuses these buffers.
	keyBuffer       []uint64
	candidateBuffer []candidate

	fitting []*cluster // those that the posting of the latest bestMatch fits
	number  uint64     // of the posting that is decided
}

// NewDeduper returns a Deduper. The error is ErrStale if it cannot read the state that is stored with Options' DurableIndex.
func NewDeduper(o Options) (*Deduper, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.Index == nil {
		o.Index = index.NewMemory()
	}
	d := newDeduper(o)
	d.durable, _ = o.Index.(DurableIndex)
	if d.durable != nil && d.durable.Stored() > 0 {
		if err := d.readState(d.durable.State()); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// newDeduper makes a Deduper without postings. It does not read the index.
func newDeduper(o Options) *Deduper {
	return &Deduper{
		o: o, sketchers: newSketchers(), frequent: newShingleCounts(o.ShingleCounters), sites: newSites(),
		clusters: map[uint64]*cluster{}, clusterOf: map[uint64]*cluster{}, profiles: newProfileCache(o.LoadProfile),
	}
}

// Prepare computes the Profile of a posting, by which it is compared with others. It is safe for concurrent use.
func (d *Deduper) Prepare(p *job.Posting) *Profile { return d.PrepareListed(p, "") }

// PrepareListed computes the Profile of a posting, as Prepare does, for a posting that was found through a list of postings. list is the
// list's URL, or "" if it is not known.
func (d *Deduper) PrepareListed(p *job.Posting, list string) *Profile {
	k := d.sketchers.get()
	defer d.sketchers.put(k)
	return newProfile(p, list, k)
}

// Original returns the number of the original of a posting's cluster, and the number of the cluster. Both are 0 if the posting is not known.
func (d *Deduper) Original(number uint64) (original, clusterID uint64) {
	c := d.clusterOf[number].root()
	if c == nil {
		return 0, 0
	}
	return c.original, c.id
}
