package frontier

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// A Link is a URL to be fetched some time.
type Link struct {
	URL      string  // canonical form; two links with one URL are one link
	Host     string  // politeness key chosen by the caller, such as "example.org" or "example.org:8080"
	Priority float32 // higher is sooner; NaN counts as negative infinity
	Replace  bool    // where the URL is queued, take this Priority, higher or lower, but in memory alone
	Again    bool    // where the URL is done or in back-off, queue it as if it were new
	Data     []byte  // travels with the link and comes back in its Lease; copied by Push
}

// A Lease is the right to fetch one link, and the duty to say what became of it.
type Lease struct {
	ID       uint64 // valid for the Frontier that gave it
	URL      string
	Host     string
	Priority float32
	Data     []byte    // as pushed; not to be changed
	Attempt  int       // 1 the first time
	Expires  time.Time // from then on the link is in its queue again
}

// State says where a link stands.
type State uint8

// The states of a link.
const (
	Unknown State = iota // never pushed
	Queued               // waits for its turn, or for its back-off to end
	Leased               // is being fetched
	Fetched              // done: its page is kept
	Dropped              // done: it will not be fetched
)

// Result says in which way a lease ends. The zero Result is none of them: Done refuses it.
type Result uint8

// The ways in which a lease ends.
const (
	Finish   Result = iota + 1 // the page is kept: the link becomes Fetched
	Drop                       // the link becomes Dropped
	Retry                      // the attempt failed: the link waits for a back-off, and so does its host
	Postpone                   // as Retry, but the host is not to blame and has no back-off
	Requeue                    // the link was not tried: it is queued again and no attempt is counted
)

// An Outcome says how a lease ends.
type Outcome struct {
	Result Result
	// After is how long the link waits at least. With Retry and Postpone it is what the server asked for
	// (Retry-After): the link waits for the longer of it and the back-off.
	After   time.Duration
	Rest    time.Duration // the host is not asked for at least so long
	Unasked bool          // no connection was opened: the pauses of host and address do not begin, unless Release began them
}

// What calls answer besides failures of the store.
var (
	// ErrWait says that links are queued or leased, but none may be asked for now.
	ErrWait = errors.New("frontier: no link may be asked for now")
	// ErrEmpty says that nothing is queued and nothing is leased.
	ErrEmpty = errors.New("frontier: nothing is queued and nothing is leased")
	// ErrNoLease says that a lease has expired, is done, or never was.
	ErrNoLease = errors.New("frontier: no such lease: it expired or is done")
	// ErrClosed says that the frontier was closed.
	ErrClosed = errors.New("frontier: already closed")
)

// A Frontier holds the links of one crawl. It is safe for concurrent use.
type Frontier struct {
	mu      sync.Mutex // guards all below
	store   Store
	opt     Options
	failed  error // the first failure of the store: memory and disk may differ from then on
	links   index
	sched   schedule
	leases  leases
	retry   retries
	batch   Batch
	count   Stats
	ahead   int64                               // of the caller's clock: what that was set back by since the store was last open
	kept    int64                               // the time last written
	worth   func(priority, better float32) bool // nil: whatever may be asked for is
	hopeful int                                 // the host that Stalled looks at first
}

// Open gives the frontier kept in s, which it owns from then on. Links that were leased when s was last open are
// queued again. now is the wall clock, or the crawl's own; clocks of hosts and addresses were kept in it.
func Open(s Store, o Options, now time.Time) (*Frontier, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	f := &Frontier{store: s, opt: o, leases: newLeases(), retry: newRetries()}
	f.sched = newSchedule(&f.opt, &f.links, now.UnixNano())
	if err := f.load(); err != nil {
		return nil, fmt.Errorf("frontier: open: %w", err)
	}
	return f, nil
}

// Close ends the frontier and closes its store. Leases that are out are queued again at the next Open.
func (f *Frontier) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed == ErrClosed {
		return nil
	}
	var err error
	if f.failed == nil { // otherwise it was told before
		f.keepTime()
		err = f.commit()
	}
	f.failed = ErrClosed
	if closing := f.store.Close(); closing != nil {
		err = errors.Join(err, fmt.Errorf("frontier: close: %w", closing))
	}
	return err
}

// commit writes what the current operation has put into the batch.
func (f *Frontier) commit() error {
	defer f.batch.reset()
	if f.failed != nil || f.batch.empty() {
		return f.failed
	}
	if f.sched.now-f.kept >= int64(time.Second) {
		f.keepTime()
	}
	if err := f.store.Append(&f.batch); err != nil {
		f.failed = fmt.Errorf("frontier: write: %w", err)
	}
	return f.failed
}

// keepTime writes what time it is, as the address that has no name.
func (f *Frontier) keepTime() {
	f.kept = f.sched.now
	f.batch.Addresses = append(f.batch.Addresses, AddressState{Next: f.kept})
}
