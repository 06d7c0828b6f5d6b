package crawler

import (
	"errors"
	"sync"
	"time"

	"gannet/crawler/fetch"
)

// outage is a failure that keeps the crawl from making requests at all: the proxy does not serve it, or this machine has no
// files or ports left. No host is to blame, and no link is lost. The zero value is ready.
type outage struct {
	mu       sync.Mutex // guards the fields below
	end      End        // why the crawl would end; "" without an outage
	why      string
	since    time.Time
	next     time.Time // when the next request is made
	failures int       // in a row
}

// maxOutagePause is the longest pause between two requests in an outage.
const maxOutagePause = 5 * time.Second

// recordRequest learns from the result of a request. It returns true if that shows an outage.
func (o *outage) recordRequest(now time.Time, err error) bool {
	end := End("")
	switch {
	case errors.Is(err, fetch.Proxy):
		end = EndProxy
	case errors.Is(err, fetch.Local):
		end = EndLocal
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if end == "" {
		if !errors.Is(err, fetch.Canceled) && !errors.Is(err, fetch.OtherProxy) {
			o.end, o.failures = "", 0
		}
		return false
	}
	if o.end == "" {
		o.since = now
	}
	o.end, o.why = end, brief(err)
	if !now.Before(o.next) { // requests made at the same time count once
		o.next = now.Add(min(maxOutagePause, time.Second<<min(o.failures, 10)))
		o.failures++
	}
	return true
}

// pause is how long no request may be made.
func (o *outage) pause(now time.Time) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end == "" {
		return 0
	}
	return o.next.Sub(now)
}

// over returns why the crawl ends after an outage of wait, or "".
func (o *outage) over(now time.Time, wait time.Duration) End {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end != "" && wait != NoLimit && now.Sub(o.since) > wait {
		return o.end
	}
	return ""
}

// reason describes the outage, or is "" without one.
func (o *outage) reason() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end == "" {
		return ""
	}
	return o.why
}
