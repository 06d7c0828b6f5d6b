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

// Options of a Deduper. Zero values mean the defaults.
type Options struct {
	Model *verdict.Model // required; models.Verdict has the shipped one
	// Index is of candidates, empty or Durable; default: in memory. The Deduper does not close it. Before anything else a
	// Deduper with a Durable index that is not empty is told by Restore of all postings that it holds.
	Index index.Index
	// Records gives the record of a posting that Commit was told of. Where it is set a Deduper holds those alone that came
	// last, else all that others may be compared with.
	Records func(number uint64) (*Record, error)
	Layout  sketch.Layout // of the bands; sketch.DefaultLayout
	// Candidates is how many clusters a posting is judged against at most, those that share most keys with it; 16: an
	// advertisement has two to five copies, and a form with thousands resembles too much to be told by more.
	Candidates int
	// Frequent is how many counters tell which shingles employers and sites repeat; 1,048,576, which take 5 MiB.
	Frequent int
}

const (
	defaultCandidates = 16
	defaultFrequent   = 1 << 20
)

// Deduper decides which postings are the same job. Prepare may be called by any goroutine, all else by one at a time.
type Deduper struct {
	o         Options
	durable   Durable           // the index, or nil
	trail     trail             // of the postings decided or restored
	base      trail             // of the postings in the durable index as it was opened
	sources   map[uint64]Source // of originals among these, where the posting alone tells another
	sketchers sync.Pool
	frequent  *frequencies
	sites     sites
	clusters  map[uint64]*cluster
	of        map[uint64]*cluster // of each posting
	records   records
	keys      []uint64
	exact     int     // keys at the beginning that are not the text's
	found     []found // by the last search, in its order
	known     bool    // the last search found the text itself
}

// NewDeduper makes a Deduper.
func NewDeduper(o Options) (*Deduper, error) {
	if o.Model == nil {
		return nil, errors.New("dedup: no verdict model: give one, such as the shipped one")
	}
	if o.Index == nil {
		o.Index = index.NewMemory()
	}
	if o.Layout == (sketch.Layout{}) {
		o.Layout = sketch.DefaultLayout
	}
	if o.Candidates <= 0 {
		o.Candidates = defaultCandidates
	}
	if o.Frequent <= 0 {
		o.Frequent = defaultFrequent
	}
	if l := o.Layout; l.Bands < 1 || l.Rows < 1 || l.Bands*l.Rows > sketch.Size {
		return nil, fmt.Errorf("dedup: %d bands of %d slots: a sketch has %d", l.Bands, l.Rows, sketch.Size)
	}
	d := &Deduper{
		o: o, sketchers: newSketchers(), frequent: newFrequencies(o.Frequent), sites: sites{seen: map[uint64]*site{}},
		clusters: map[uint64]*cluster{}, of: map[uint64]*cluster{}, records: newRecords(o.Records),
	}
	d.durable, _ = o.Index.(Durable)
	if d.durable != nil && d.durable.Stored() > 0 {
		if err := d.readState(d.durable.State()); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func newSketchers() sync.Pool {
	return sync.Pool{New: func() any { return sketch.New(sketch.Options{}) }}
}

// Decision says which job a new posting is. Its verdict is New, "same" or "same text other place", as to the posting Of.
type Decision = job.Decision

// New is the verdict on a posting that is like none before.
const New = "new"

// Decide files a posting under a number that was not used before. It searches candidates, judges, and lets the posting
// join the cluster that it fits best or open its own.
//
// A posting fits a cluster if it is judged the same job as its original, or as its newest member where that is another
// one and the original is not another place's and still shares text (drifting) with it. So clusters do not chain: a
// member is never joined to by its likeness to one in the middle, and two clusters are never made one.
//
// The original is the posting of the best source: employer over agency over board over aggregator; among equals the
// earliest, then the most complete, as far as they arrive in that order: an original is replaced by one of a better
// source alone, so that it stays what others refer to. Batch sorts what it is given, and so keeps to the whole rule.
func (d *Deduper) Decide(number uint64, r *Record) (Decision, error) {
	if number == 0 || d.of[number] != nil {
		return Decision{}, fmt.Errorf("dedup: posting %d: numbers begin at 1 and are used once", number)
	}
	if err := d.search(r); err != nil {
		return Decision{}, err
	}
	best, same := d.judge(r)
	m := member{number: number, said: r.Source}
	var result Decision
	c := best.cluster
	switch {
	case same:
		result = d.decision(best)
		d.sites.see(r, r.Names.Host != best.record.Names.Host)
		if best.record.Sketch.Jaccard(&r.Sketch) >= copiedText {
			d.keys = d.keys[:d.exact]
		}
		m.source = d.sites.source(r)
		result.Original = m.source < c.original.source
		d.enter(m, c.id, result.Original)
	default:
		if best.cluster != nil {
			result = d.decision(best)
		}
		if result.Verdict != verdict.OtherPlace.String() {
			result.Verdict, result.Of = New, 0
		}
		d.sites.see(r, false)
		m.source = d.sites.source(r)
		c = d.enter(m, number, true)
		result.Original = true
	}
	result.Cluster = c.id
	return result, d.file(number, c, r)
}

// file makes a posting findable, and learns from its text if it is a new one.
func (d *Deduper) file(number uint64, c *cluster, r *Record) error {
	d.of[number] = c
	d.records.put(number, r)
	d.trail.add(number, c.id)
	if !d.known {
		d.frequent.learn(r)
	}
	if err := d.o.Index.Add(number, d.keys, r.second()); err != nil {
		return fmt.Errorf("dedup: posting %d: %w", number, err)
	}
	return nil
}

// Restore files a posting that was decided before, so that a Deduper goes on where another ended. Postings come in the
// order of their numbers; original says whether the posting is its cluster's original now. Restored ends it. The error is
// ErrStale where the postings are not those of the durable index.
func (d *Deduper) Restore(number, clusterID uint64, original bool, r *Record) error {
	if number == 0 || clusterID == 0 || d.of[number] != nil {
		return fmt.Errorf("dedup: posting %d of cluster %d: numbers begin at 1 and are used once", number, clusterID)
	}
	if number <= d.base.last {
		source, ok := d.sources[number]
		if !ok {
			source = r.Source
		}
		d.of[number] = d.enter(member{number, source, r.Source}, clusterID, original)
		d.records.put(number, r)
		d.trail.add(number, clusterID)
		return nil
	}
	if d.trail.last <= d.base.last && d.trail != d.base {
		return ErrStale
	}
	if err := d.search(r); err != nil {
		return err
	}
	copied := false
	if c := d.clusters[clusterID]; c != nil {
		first, err := d.records.of(c.original.number)
		if err != nil {
			return err
		}
		copied = first.Names.Host != r.Names.Host
	}
	d.sites.see(r, copied)
	return d.file(number, d.enter(member{number, d.sites.source(r), r.Source}, clusterID, original), r)
}

// enter makes a posting a member of its cluster, which may be new.
func (d *Deduper) enter(m member, clusterID uint64, original bool) *cluster {
	c := d.clusters[clusterID]
	if c == nil {
		c = &cluster{id: clusterID, original: m, newest: m, size: 1}
		d.clusters[clusterID] = c
		return c
	}
	before := *c
	c.newest = m
	c.size++
	if original {
		c.original = m
	}
	d.leave(&before, c)
	return c
}

// leave lets go of the records of those that a cluster was compared by before, and is not any more.
func (d *Deduper) leave(before, now *cluster) {
	for _, m := range [...]uint64{before.original.number, before.newest.number} {
		if m != now.original.number && m != now.newest.number {
			d.records.drop(m)
		}
	}
}

// Renew takes in that a posting has a new version. It stays in its cluster, and is found by what it was first filed
// under.
func (d *Deduper) Renew(number uint64, r *Record) {
	c := d.of[number]
	if c == nil {
		return
	}
	for _, m := range [...]*member{&c.original, &c.newest} {
		if m.number == number {
			m.said = r.Source
			d.records.put(number, r)
		}
	}
}
