package crawler

import (
	"sync"
	"time"

	"gannet/crawler/reason"
	"gannet/frontier"
)

// End says why a crawl ended. It is "" while the crawl runs.
type End string

// The reasons why a crawl ends. EndStalled, EndFailing, EndProxy and EndLocal come after Limits.Wait.
const (
	EndPages   End = End(reason.EndPages)
	EndDry     End = End(reason.EndDry)
	EndTime    End = End(reason.EndTime)
	EndEmpty   End = End(reason.EndEmpty)
	EndStopped End = End(reason.EndStopped)
	EndStalled End = End(reason.EndStalled)
	EndFailing End = End(reason.EndFailing)
	EndBlocked End = End(reason.EndBlocked)
	EndProxy   End = End(reason.EndProxy)
	EndLocal   End = End(reason.EndLocal)
	EndFailed  End = End(reason.EndFailed)
)

// A WaitingHost is a host for which the crawl waits, because all remaining links failed or are of hosts that failed.
type WaitingHost struct {
	frontier.HostWait
	Why string `json:"why"` // how the latest request failed
}

// maxWaitingHosts is how many of them Progress lists.
const maxWaitingHosts = 10

// stall knows since when all remaining links are of hosts that fail.
type stall struct {
	mu    sync.Mutex // guards since
	since time.Time  // zero if there are other links
}

// update records whether the crawl is stalled, and returns since when it is. begins is true if it has just begun.
func (s *stall) update(now time.Time, stalled bool) (since time.Time, begins bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if begins = stalled && s.since.IsZero(); begins {
		s.since = now
	} else if !stalled {
		s.since = time.Time{}
	}
	return s.since, begins
}

func (s *stall) on() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.since.IsZero()
}

// waitingHosts lists the hosts for which a stalled crawl waits, those with most links first.
func (c *Crawl) waitingHosts(now time.Time) (list []WaitingHost) {
	if !c.stall.on() {
		return nil
	}
	for _, w := range c.frontier.Waits(now) {
		if len(list) == maxWaitingHosts {
			break
		}
		list = append(list, WaitingHost{HostWait: w, Why: c.failures.ofHost(w.Host)})
	}
	return list
}
