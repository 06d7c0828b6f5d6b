package crawler

import (
	"errors"
	"sync"
	"time"

	"gannet/crawler/fetch"
)

// trouble is what keeps the crawl from asking anybody: a proxy that does not serve it, or a machine that is out of files
// or ports. No host is to blame for it, and no link is lost. The zero value is ready.
type trouble struct {
	mu       sync.Mutex // guards the fields below
	end      End        // "" without trouble
	why      string
	since    time.Time
	next     time.Time // when the next request is made
	failures int       // in a row
}

// maxTroubleRest is the longest pause between two requests while there is trouble.
const maxTroubleRest = 5 * time.Second

// note takes the outcome of a request. It returns true if that shows trouble.
func (t *trouble) note(now time.Time, err error) bool {
	end := End("")
	switch {
	case errors.Is(err, fetch.Proxy):
		end = EndProxy
	case errors.Is(err, fetch.Local):
		end = EndLocal
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if end == "" {
		if !errors.Is(err, fetch.Canceled) {
			t.end, t.failures = "", 0
		}
		return false
	}
	if t.end == "" {
		t.since = now
	}
	t.end, t.why = end, brief(err)
	if !now.Before(t.next) { // requests that were under way together count once
		t.next = now.Add(min(maxTroubleRest, time.Second<<min(t.failures, 10)))
		t.failures++
	}
	return true
}

// rest is how long nobody is to be asked.
func (t *trouble) rest(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end == "" {
		return 0
	}
	return t.next.Sub(now)
}

// over says why the crawl ends, when there was trouble for as long as it may wait; NoLimit is for ever.
func (t *trouble) over(now time.Time, wait time.Duration) End {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end != "" && wait != NoLimit && now.Sub(t.since) > wait {
		return t.end
	}
	return ""
}

// told is the trouble in words, "" without any.
func (t *trouble) told() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end == "" {
		return ""
	}
	return t.why
}
