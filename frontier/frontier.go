package frontier

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gannet/internal/flat"
)

// A Link is a URL to be fetched, with its priority.
type Link struct {
	URL      string  // canonical; two links with one URL are one link
	Host     string  // owner of the politeness clock, such as "example.org" or "example.org:8080"; chosen by the caller
	Priority float32 // the highest is taken first; NaN counts as negative infinity
	Replace  bool    // a queued link takes this Priority, higher or lower, in memory only
	Untaught bool    // with Replace: the caller has not learned this Priority, so Taught does not have it
	OnlyNew  bool    // a link that is known does not change
	AsNew    bool    // a link that is done or in back-off is queued as if it were new
	Attempts uint8   // that count of a link that AsNew queues again
	Data     []byte  // comes back in the Lease; copied by Push
}

// A Lease is the right to fetch one link. The caller that got it must call Done with the outcome.
type Lease struct {
	ID       uint64 // valid for the Frontier that made it
	URL      string
	Host     string
	Priority float32
	Data     []byte    // as pushed; must not be changed
	Attempt  int       // 1 the first time
	Revisit  bool      // it is no link, see PushRevisits
	Expires  time.Time // when the link goes back to its queue
}

// State is the state of a link. The numbers of the states are part of the disk format of package pebblestore.
type State uint8

// These are the states of a link.
const (
	// Unknown is the state of a link that was never pushed.
	Unknown State = iota
	// Queued is the state of a link that waits for its turn, or for the end of the pause after a failure (back-off).
	Queued
	// Leased is the state of a link that is being fetched.
	Leased
	// Fetched is the state of a link that is done, and whose page is stored.
	Fetched
	// Dropped is the state of a link that is done, and will not be fetched.
	Dropped
)

// Result says how a lease ends. The zero Result is invalid.
type Result uint8

// These are the ways in which a lease can end.
const (
	// Finish ends the lease of a link whose page is stored. The link becomes Fetched.
	Finish Result = iota + 1
	// Drop ends the lease of a link that gives no page and is not tried again. The link becomes Dropped.
	Drop
	// Retry ends the lease of a link after a failure of the host. The link and its host wait for a back-off.
	Retry
	// Postpone ends the lease of a link after a failure that is not a failure of the host. Only the link waits for a back-off.
	Postpone
	// Requeue ends the lease of a link that was not tried. The link is queued again, and no attempt is counted.
	Requeue
	// RetryLink ends the lease of a link after a failure that concerns only this link, because the host answers other requests. The link waits,
	// and then comes after the other links of its host.
	RetryLink
	// DropHost ends the lease of a link whose host does not exist. The link becomes Dropped, and its host is closed until the next Open.
	DropHost
)

// An Outcome says how the lease of a link ends, and when the link and its host may be requested again.
type Outcome struct {
	Result Result
	// After is how long the link waits at least. With Retry and Postpone it is the wait that the server asked for (Retry-After), and the link waits
	// for this or for the back-off, whichever is longer.
	After   time.Duration
	Rest    time.Duration // the host is not asked for at least so long
	Unasked bool          // no connection was opened: the pauses of host and address do not begin, unless Release began them
	NoPage  bool          // with Finish: the link gave no page that is kept, so it does not count to Options.PerHost
	Note    []byte        // kept with a link that is done, for Find; copied by Done
}

// Errors other than failures of the store.
var (
	// ErrWait says that links are queued or leased, but that no link may be requested now.
	ErrWait = errors.New("frontier: no link may be asked for now")
	// ErrEmpty says that no link is leased, and that none is queued except links of hosts that a user has blocked (see Hold).
	ErrEmpty = errors.New("frontier: nothing is queued and nothing is leased")
	// ErrNoLease says that a lease has expired, has ended, or never existed.
	ErrNoLease = errors.New("frontier: no such lease: it expired or is done")
	// ErrClosed says that the frontier was closed.
	ErrClosed = errors.New("frontier: already closed")
)

// A Frontier holds the links of one crawl: which were fetched, which are queued, and when each host may get a request again. It is safe for
// concurrent use.
type Frontier struct {
	mu            sync.Mutex // guards the fields below
	store         Store
	opt           Options
	failed        error // the first failure of the store; from then on, memory and disk may differ
	links         index
	sched         schedule
	leases        leases
	retry         retries
	taught        map[uint32]uint32   // by record: the order that a learning caller gave last, if it is not the present one
	mirror        flat.Mirror[uint32] // of what Taught returns
	batch         Batch
	count         Stats
	skew          int64                                              // added to the caller's clock, which was set back since the last Open
	timeWritten   int64                                              // the latest time in the store
	pushed        uint32                                             // the number of the latest revisit that was pushed
	promise       func(priority float32) (share float32, known bool) // see SetPatience; nil: links never wait for better ones
	elsewhere     float32                                            // see SetElsewhere
	lastReachable int                                                // the host at which Stalled begins to search
}

// Open opens the frontier whose data are in s. The frontier owns s from then on. Links that were leased when it was last open are queued
// again. now is the current time by the clock of the crawl; it must be the same clock that was used with s before.
func Open(s Store, o Options, now time.Time) (*Frontier, error) {
	f, _, err := Reopen(s, o, now, nil)
	return f, err
}

// Reopen opens the frontier whose data are in s, as Open does, and restores the priorities that a strategy which learns gave to links. t has
// these priorities; Taught returned it. restored is false if t belongs to another frontier, or to a later state of this one. The links then
// have the priorities with which they were first pushed.
func Reopen(s Store, o Options, now time.Time, t *Taught) (f *Frontier, restored bool, err error) {
	if err := o.validate(); err != nil {
		return nil, false, err
	}
	f = &Frontier{store: s, opt: o, leases: newLeases(), retry: newRetries(), taught: make(map[uint32]uint32)}
	f.sched = newSchedule(&f.opt, &f.links, now.UnixNano())
	if restored, err = f.load(t); err != nil {
		return nil, false, fmt.Errorf("frontier: open: %w", err)
	}
	return f, restored, nil
}

// Close closes the frontier and its store. The next Open queues leased links again.
func (f *Frontier) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed == ErrClosed {
		return nil
	}
	var err error
	if f.failed == nil { // an earlier call returned any other failure
		f.writeTime()
		err = f.commit()
	}
	f.failed = ErrClosed
	if closing := f.store.Close(); closing != nil && err == nil { // after a failed write, Close fails too
		err = fmt.Errorf("frontier: close: %w", closing)
	}
	return err
}

// commit writes the batch of the current operation.
func (f *Frontier) commit() error {
	defer f.batch.reset()
	if f.failed != nil || f.batch.empty() {
		return f.failed
	}
	if f.sched.now-f.timeWritten >= int64(time.Second) {
		f.writeTime()
	}
	if err := f.store.Append(&f.batch); err != nil {
		f.failed = fmt.Errorf("frontier: write: %w", err)
	}
	return f.failed
}

// writeTime adds the current time to the batch, under an empty address.
func (f *Frontier) writeTime() {
	f.timeWritten = f.sched.now
	f.batch.Addresses = append(f.batch.Addresses, AddressState{Next: f.timeWritten})
}
