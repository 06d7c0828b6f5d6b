package feed

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// Sink is a place outside of the crawl, such as a database, to which a table of postings or pages is copied.
type Sink interface {
	// Cursor returns the cursor of the newest change in the sink, 0 if there is none. The error is ErrOtherCrawl if the sink has the rows of
	// another crawl.
	Cursor(ctx context.Context, crawl string) (uint64, error)
	// Apply writes an update and its cursor: both of them or, with an error, neither. It must not read the crawl, which is closed by then. The error
	// is ErrMoved if the sink's cursor is no longer Update.Since.
	Apply(ctx context.Context, u *Update) error
}

// Errors of sinks.
var (
	// ErrMoved says that another process has written to a sink, such as a database, since its cursor was read.
	ErrMoved = errors.New("was changed by another run meanwhile")
	// ErrUnavailable says that the server of a sink, such as a database, cannot be reached or has ended the connection, so a later attempt
	// may succeed.
	ErrUnavailable = errors.New("the server of the database is not available")
	// ErrAhead says that the cursor of a sink, such as a database, is later than the crawl's newest change. This happens if the crawl was
	// started again or restored from a backup.
	ErrAhead = errors.New("what is kept there has more than the crawl, which was made again or put back")
)

// Update has the changes of a crawl after a cursor. A sink, such as a database, applies it.
type Update struct {
	Crawl  string // see postings.Finder
	Since  uint64 // the cursor of the sink
	Cursor uint64 // the newest change
	// Whole says that Rows has every row of the table, so that a sink removes all others. This is so for an empty sink, and if the crawl no
	// longer has all changes after Since.
	Whole   bool
	Changed []Changed // the postings that changed, or the pages that were rewritten; ordered by number
	Events  *Spool    // the changes themselves, or the snapshot that stands for them; nil if they were not wanted
	Rows    *Rows     // see Rows.Fill
	Given   int       // rows that Rows.Fill has read
	jobs    postings.Finder
	each    func(context.Context, func(Row) error) error // calls use for the rows, as they are now
}

// Changed identifies a row of a table that has changed, and has the cursor of the change.
type Changed struct {
	Number, Cursor uint64
	Time           time.Time // of the change; zero for a page
}

// Dropped is the state of a posting in an update if the crawl no longer keeps the posting.
const Dropped job.State = "dropped"

// Postings exports postings as rows of a table: it reads their changes, and Row makes the row of a posting.
type Postings struct {
	Row   func(*postings.Posting) Row
	Spool *Spool // becomes that of Update.Events; nil if the events are not wanted
}

// Read returns the changes of postings since the cursor of a sink, or nil if there are none. The error is ErrAhead if the cursor is later than
// the crawl's newest change. If since is 0, or the cursor is too old, the update is Whole: it is about all postings, and Changed lists them
// only if there is a Spool. Read does not read the postings themselves, so jobs must stay open while the update is used.
func (p *Postings) Read(jobs postings.Finder, crawl string, since uint64) (*Update, error) {
	spool := p.Spool
	u := &Update{Crawl: crawl, Since: since, Whole: since == 0, Events: spool, jobs: jobs}
	u.each = func(ctx context.Context, use func(Row) error) error {
		return u.Each(ctx, func(c Changed, k *postings.Posting) error {
			if k.Job.State == Dropped {
				return use(Row{Number: c.Number})
			}
			return use(p.Row(k))
		})
	}
	t, err := readLedger(jobs, since, spool)
	if errors.Is(err, postings.ErrOldCursor) {
		u.Whole = true
		t, err = readLedger(jobs, 0, spool)
	}
	if errors.Is(err, postings.ErrNoCursor) {
		err = ErrAhead
	}
	if err != nil || t.latest == since && len(t.postings) == 0 && (since > 0 || spool == nil) {
		return nil, err
	}
	if !u.Whole { // otherwise all are there
		if err := t.addMembers(jobs); err != nil {
			return nil, err
		}
	}
	u.Cursor = t.latest
	for _, c := range t.postings {
		if c.Cursor == 0 { // of a snapshot, which is newer than any row
			c.Cursor = t.latest
		}
		u.Changed = append(u.Changed, c)
	}
	slices.SortFunc(u.Changed, func(a, b Changed) int { return cmp.Compare(a.Number, b.Number) })
	return u, nil
}

// readLedger returns the postings and clusters that the changes after a cursor affect.
func readLedger(jobs postings.Finder, since uint64, spool *Spool) (t *touched, err error) {
	switch t = newTouched(since); {
	case spool != nil:
		err = spool.Fill(jobs, since, func(c *postings.Change) (bool, error) { t.add(c); return true, nil })
	case since == 0:
		t.latest, err = jobs.LatestChange()
	default:
		err = jobs.Changes(since, func(c *postings.Change) error { t.add(c); return nil })
	}
	return t, err
}

// Each calls give with every posting that has changed, in its present state. The order of the postings is not defined. A posting that the crawl
// no longer keeps has only its number and the state Dropped.
func (u *Update) Each(ctx context.Context, give func(Changed, *postings.Posting) error) error {
	if !u.Whole {
		for _, c := range u.Changed {
			k, err := u.Posting(c.Number)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return err
			}
			if err := give(c, k); err != nil {
				return err
			}
		}
		return nil
	}
	return u.jobs.Find(postings.Query{All: true}, func(k *postings.Posting) error {
		if u.Events == nil {
			return errors.Join(ctx.Err(), give(Changed{k.Number, u.Cursor, k.Last}, k))
		}
		at, known := slices.BinarySearchFunc(u.Changed, k.Number, func(c Changed, n uint64) int { return cmp.Compare(c.Number, n) })
		if !known { // it was found later: the next update has it
			return ctx.Err()
		}
		return errors.Join(ctx.Err(), give(u.Changed[at], k))
	})
}

// Posting returns a posting in its present state. If the crawl no longer keeps the posting, the result has only its number and the state
// Dropped.
func (u *Update) Posting(number uint64) (*postings.Posting, error) {
	k, err := u.jobs.Get(number)
	if errors.Is(err, postings.ErrNotFound) {
		return &postings.Posting{Number: number, Job: &job.Posting{State: Dropped}}, nil
	}
	return k, err
}

// touched has the postings and clusters that changes affect.
type touched struct {
	postings map[uint64]Changed
	clusters map[uint64]Changed // whose members have other counts of copies
	lives    map[uint64]Changed // postings whose clusters have other counts of reposts
	latest   uint64
}

func newTouched(since uint64) *touched {
	return &touched{map[uint64]Changed{}, map[uint64]Changed{}, map[uint64]Changed{}, since}
}

func (t *touched) add(c *postings.Change) {
	t.latest = max(t.latest, c.Cursor)
	if c.Number == 0 {
		return
	}
	by := Changed{c.Number, c.Cursor, c.Time}
	t.postings[c.Number] = by
	if c.Life != nil {
		t.lives[c.Number] = by
	}
	for _, cluster := range []uint64{c.Cluster, c.ClusterBefore} {
		if cluster != 0 {
			t.clusters[cluster] = by
		}
	}
}

// addMembers adds the other postings of all clusters whose counts may have changed.
func (t *touched) addMembers(jobs postings.Finder) error {
	for number, by := range t.lives {
		k, err := jobs.Get(number)
		switch {
		case errors.Is(err, postings.ErrNotFound):
		case err != nil:
			return err
		case t.clusters[k.Cluster].Cursor < by.Cursor:
			t.clusters[k.Cluster] = by
		}
	}
	for id, by := range t.clusters {
		members, err := jobs.Members(id)
		if errors.Is(err, postings.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		for _, m := range members {
			if t.postings[m.Number].Cursor < by.Cursor {
				t.postings[m.Number] = Changed{m.Number, by.Cursor, by.Time}
			}
		}
	}
	return nil
}
