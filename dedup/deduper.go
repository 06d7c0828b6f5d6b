package dedup

import (
	"errors"
	"fmt"
	"sync"

	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Options of a Deduper. DefaultOptions has the defaults.
type Options struct {
	Model *verdict.Model // required; models.Verdict has the shipped one

	// Index finds candidates. It is empty, or a DurableIndex; nil means one in memory. The Deduper does not close it.
	// If a DurableIndex is not empty, Restore must come before Decide, for each of its postings.
	Index index.Index

	// LoadProfile returns the profile of a posting that Commit has covered. If it is set, the Deduper caches recent
	// profiles and loads the others. If it is nil, all profiles stay in memory.
	LoadProfile func(number uint64) (*Profile, error)

	// Layout of the bands by which similar texts are found.
	Layout sketch.Layout

	// MaxClusters is how many clusters a posting is compared with at most; those that share most keys come first. An
	// advertisement has two to five copies. A form with thousands resembles too many others to be told apart by more.
	MaxClusters int

	// MaxMembers is how many members of a cluster a posting is compared with at most, beside the original and the newest:
	// those that share most keys.
	MaxMembers int

	// Listed reports whether the list on which a posting was found still links to it. If a list links to two postings at the same time, they
	// are two jobs. nil means that lists link to their postings for ever.
	Listed func(number uint64) (bool, error)

	// Unite makes one cluster of two if a posting fits both and their originals are judged the same job. The clusters of
	// earlier decisions change, so Original must be asked when all is decided. It is for batches, without LoadProfile.
	Unite bool

	// ShingleCounters is how many counters find the shingles that employers and sites repeat. Each takes 5 bytes.
	ShingleCounters int
}

// DefaultOptions returns the defaults. The counters of shingles take 5 MiB.
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

// check reports options that no Deduper can work with.
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

// Deduper decides which postings are the same job. Prepare may be called by any goroutine. All other methods must be
// called by one goroutine at a time.
type Deduper struct {
	o         Options
	durable   DurableIndex // the index, if it is one; else nil
	sketchers sync.Pool

	profiles  profileCache
	clusters  map[uint64]*cluster // by number, those whose number is not that of a member
	clusterOf map[uint64]*cluster // by posting
	sites     sites
	frequent  *shingleCounts
	digest    digest // of the postings decided or restored
	indexed   indexedState

	// Buffers that lookUp reuses.
	keyBuffer       []uint64
	candidateBuffer []candidate

	fitting []*cluster // those that the posting of the latest bestMatch fits
	number  uint64     // of the posting that is decided
}

// NewDeduper makes a Deduper. The error is ErrStale if the state of a DurableIndex cannot be read.
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

// newDeduper makes a Deduper that has no postings and does not look at its index.
func newDeduper(o Options) *Deduper {
	return &Deduper{
		o: o, sketchers: newSketchers(), frequent: newShingleCounts(o.ShingleCounters), sites: newSites(),
		clusters: map[uint64]*cluster{}, clusterOf: map[uint64]*cluster{}, profiles: newProfileCache(o.LoadProfile),
	}
}

func newSketchers() sync.Pool {
	return sync.Pool{New: func() any { return sketch.New(sketch.DefaultOptions()) }}
}

// Prepare returns the Profile of a posting. Any number of goroutines may call it.
func (d *Deduper) Prepare(p *job.Posting) *Profile { return d.PrepareListed(p, "") }

// PrepareListed returns the Profile of a posting that a list linked to. list is the list's URL.
func (d *Deduper) PrepareListed(p *job.Posting, list string) *Profile {
	k := d.sketchers.Get().(*sketch.Sketcher)
	defer d.sketchers.Put(k)
	return newProfile(p, list, k)
}

// Original returns the original of a posting's cluster, and the cluster. Both are 0 if the posting is not known.
func (d *Deduper) Original(number uint64) (original, clusterID uint64) {
	c := d.clusterOf[number].root()
	if c == nil {
		return 0, 0
	}
	return c.original, c.id
}
