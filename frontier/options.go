package frontier

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// NoLimit is the value of Options.PerHost and Options.HostFailures with which there is no limit.
const NoLimit = math.MaxInt

// Options say how a frontier schedules requests: its pauses, limits and retries. The zero value of a field does not stand for a default; start
// from DefaultOptions.
type Options struct {
	// Delay is the shortest pause between two connections to one host, and to one address. With 0, only DelayFactor
	// and Crawl-delay make pauses. The default of 1 s is the usual courtesy of crawlers. It caps the crawl at one page
	// a second for each host.
	Delay time.Duration
	// MaxDelay bounds the pause that DelayFactor makes, so that the crawl does not lose a host because of one slow response. It is at least Delay. A
	// host's own Crawl-delay may be longer. The longer MaxDelay is, the fewer pages a slow host gives.
	MaxDelay time.Duration
	// DelayFactor times the duration of the last connection is the pause after it, between Delay and MaxDelay. With 0 the pause is always Delay. With
	// the default of 5, our requests take at most a sixth of a host's time.
	DelayFactor float64
	// Connections is how many connections to one host, and to one address, may be open at once, at least 1. A page of the host that is being
	// processed counts as a connection. Each connection begins after the pause since the one that ended last. A host with a Crawl-delay has only one.
	// Allow more than one only for your own servers.
	Connections int
	// Lease is how long a lease is valid. It must be longer than any fetch, because otherwise a page is fetched twice. After a worker has died, its
	// link waits for this time.
	Lease time.Duration
	// ExpiredNote makes the note of a link that is dropped because its leases expired. If it is nil, such a link has no note.
	ExpiredNote func(attempts int, now time.Time) []byte
	// PerHost is how many pages of one host are kept, at least 1. When that many are kept, the other links of the host are dropped. They are also
	// dropped when ten times as many of its links have ended with Finish, as redirects do. Without a limit, a large host may take up the whole crawl.
	// NoLimit fetches all pages.
	PerHost int
	// Retries is how many attempts a link has before it is dropped: at least 1, at most 255. Most of the further attempts fail, too.
	Retries int
	// LinkBackoff is how long a link waits after its first attempt if it failed although its host answers others, see RetryLink. Each further attempt
	// doubles the wait, up to MaxBackoff.
	LinkBackoff time.Duration
	// Backoff is how long a link and its host wait after the first failed attempt. Each further failure doubles the wait, up to MaxBackoff. A short
	// back-off burdens servers in trouble; a long one makes a crawl of few hosts wait.
	Backoff, MaxBackoff time.Duration
	// HostFailures is after how many failed attempts in a row a host is given up, at least 1. Its links are then dropped. If that many links in a row
	// end with RetryLink, they count as the first failure of their host. With NoLimit, requests to a dead host go on until each of its links has had
	// its Retries.
	HostFailures int
	// Forgive names hosts whose failures Open forgets. Hosts that were given up are tried again.
	Forgive []string
	// Held reports whether requests to a host are held back although it has links; nil: no host is held. Hold changes it.
	Held func(host string) bool
}

// DefaultOptions returns the options of a polite crawl without a limit on pages.
func DefaultOptions() Options {
	return Options{
		Delay: time.Second, MaxDelay: time.Minute, DelayFactor: 5, Connections: 1, Lease: 10 * time.Minute, PerHost: NoLimit, Retries: 3,
		LinkBackoff: 5 * time.Second, Backoff: 30 * time.Second, MaxBackoff: 30 * time.Minute, HostFailures: 10,
	}
}

const (
	maxSlow = 100                 // largest factor of SetSlowdown: a second becomes minutes, not days
	maxWait = 30 * 24 * time.Hour // longest Crawl-delay and Retry-After that is obeyed
)

// validate checks each option and the relations between them.
func (o *Options) validate() error {
	switch {
	case o.Delay < 0 || o.MaxDelay < 0 || o.LinkBackoff < 0 || o.Backoff < 0 || o.MaxBackoff < 0:
		return errors.New("frontier: options: Delay, MaxDelay, LinkBackoff, Backoff and MaxBackoff must not be negative")
	case !(o.DelayFactor >= 0):
		return fmt.Errorf("frontier: options: DelayFactor %v must not be negative", o.DelayFactor)
	case o.Connections < 1:
		return fmt.Errorf("frontier: options: Connections %d must be at least 1", o.Connections)
	case o.Lease <= 0:
		return fmt.Errorf("frontier: options: Lease %v must be positive", o.Lease)
	case o.PerHost < 1 || o.HostFailures < 1:
		return fmt.Errorf("frontier: options: PerHost %d and HostFailures %d must be at least 1", o.PerHost, o.HostFailures)
	case o.Retries < 1 || o.Retries > math.MaxUint8:
		return fmt.Errorf("frontier: options: Retries %d must be from 1 to %d", o.Retries, math.MaxUint8)
	case o.MaxDelay < o.Delay:
		return fmt.Errorf("frontier: options: MaxDelay %v is below Delay %v", o.MaxDelay, o.Delay)
	case o.MaxBackoff < o.Backoff || o.MaxBackoff < o.LinkBackoff:
		return fmt.Errorf("frontier: options: MaxBackoff %v is below Backoff %v or LinkBackoff %v", o.MaxBackoff, o.Backoff, o.LinkBackoff)
	}
	return nil
}

// adaptive returns the pause after a connection that lasted for took. It is at least floor and at most ceiling.
func (o *Options) adaptive(took, floor, ceiling time.Duration) time.Duration {
	pause := o.DelayFactor * float64(max(took, 0))
	switch ceiling = max(ceiling, floor); {
	case pause >= float64(ceiling):
		return ceiling
	case pause <= float64(floor):
		return floor
	}
	return time.Duration(pause)
}

// backoff returns how long to wait after the n-th failure. wait is the wait after the first failure, for which n is 1.
func (o *Options) backoff(wait time.Duration, n int) time.Duration {
	for ; n > 1; n-- {
		if wait > o.MaxBackoff/2 {
			return o.MaxBackoff
		}
		wait *= 2
	}
	return wait
}
