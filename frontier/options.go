package frontier

import (
	"fmt"
	"math"
	"time"
)

// Options are the rules of a frontier. A zero field means its default.
type Options struct {
	// Delay is the shortest pause between two connections to one host, and to one address. Default 1 s, the usual
	// courtesy of crawlers; negative means none.
	Delay time.Duration
	// MaxDelay bounds the adaptive delay, so that one slow answer does not lose a host. Default 1 min, or Delay if
	// that is longer. A host's own Crawl-delay may be longer still.
	MaxDelay time.Duration
	// DelayFactor times what the last connection took is the adaptive delay. Default 5: a host spends at most a
	// sixth of its time on us. Negative means not adaptive.
	DelayFactor float64
	// Lease is how long a lease is valid. Default 10 min, above any sum of fetch time-outs.
	Lease time.Duration
	// PerHost is how many pages of one host are fetched; the rest of its links is dropped. Default 0: no limit.
	PerHost int
	// Retries is how often one link is attempted in all before it is dropped. Default 3.
	Retries int
	// Backoff is how long a link waits after its first failed attempt; it doubles with each further one, and never
	// exceeds MaxBackoff. Defaults 30 s and 30 min.
	Backoff, MaxBackoff time.Duration
	// HostFailures is after how many Retry outcomes in a row a host is given up. Default 10; negative means never.
	HostFailures int
	// Forgive names hosts whose failures Open forgets, so that those given up are tried again.
	Forgive []string
}

const (
	maxSlow = 100                 // Slow's highest factor: a second becomes minutes, not for ever
	maxWait = 30 * 24 * time.Hour // longest Crawl-delay and Retry-After that is believed
)

func (o Options) withDefaults() (Options, error) {
	if o.PerHost < 0 || o.Retries < 0 || o.Lease < 0 || o.Backoff < 0 || o.MaxBackoff < 0 || o.MaxDelay < 0 {
		return o, fmt.Errorf("frontier: options: PerHost, Retries, Lease, Backoff, MaxBackoff and MaxDelay may not be negative")
	}
	if o.Retries > math.MaxUint8 {
		return o, fmt.Errorf("frontier: options: Retries %d is above %d", o.Retries, math.MaxUint8)
	}
	orDefault(&o.Delay, time.Second)
	o.Delay = max(o.Delay, 0)
	orDefault(&o.MaxDelay, max(time.Minute, o.Delay))
	orDefault(&o.DelayFactor, 5)
	o.DelayFactor = max(o.DelayFactor, 0)
	orDefault(&o.Lease, 10*time.Minute)
	orDefault(&o.Retries, 3)
	orDefault(&o.Backoff, 30*time.Second)
	orDefault(&o.MaxBackoff, max(30*time.Minute, o.Backoff))
	orDefault(&o.HostFailures, 10)
	if o.MaxDelay < o.Delay {
		return o, fmt.Errorf("frontier: options: MaxDelay %v is below Delay %v", o.MaxDelay, o.Delay)
	}
	if o.MaxBackoff < o.Backoff {
		return o, fmt.Errorf("frontier: options: MaxBackoff %v is below Backoff %v", o.MaxBackoff, o.Backoff)
	}
	return o, nil
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// adaptive is the pause after a connection that took so long, kept between floor and ceiling.
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

// backoff is how long to wait after the n-th failure, n from 1.
func (o *Options) backoff(n int) time.Duration {
	wait := o.Backoff
	for ; n > 1; n-- {
		if wait > o.MaxBackoff/2 {
			return o.MaxBackoff
		}
		wait *= 2
	}
	return wait
}
