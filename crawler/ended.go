package crawler

import (
	"sync"
	"time"

	"gannet/frontier"
)

// End says why a crawl ended. It is "" while the crawl runs.
type End string

// The ends of a crawl.
const (
	EndPages   End = "page budget spent"
	EndTime    End = "time budget spent"
	EndEmpty   End = "no link left"
	EndStopped End = "stopped"
	EndStalled End = "only hosts that do not answer are left" // for Limits.Wait
	EndProxy   End = "the proxy does not serve us"            // for Limits.Wait
	EndLocal   End = "this machine cannot make connections"   // for Limits.Wait
	EndFailed  End = "failed"
)

// A WaitingHost is what the crawl waits for when all that is left is of hosts whose latest requests failed.
type WaitingHost struct {
	frontier.HostWait
	Why string `json:"why"` // what came of the latest request
}

// maxWaiting is how many hosts Progress tells of that the crawl waits for.
const maxWaiting = 10

// stall is since when all that is left waits for hosts that fail.
type stall struct {
	mu    sync.Mutex // guards since
	since time.Time  // zero: there is something else
}

// note notes whether there is nothing else now, and returns since when; first says that it began now.
func (s *stall) note(now time.Time, stalled bool) (since time.Time, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first = stalled && s.since.IsZero(); first {
		s.since = now
	} else if !stalled {
		s.since = time.Time{}
	}
	return s.since, first
}

func (s *stall) on() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.since.IsZero()
}

// stalled says whether the crawl has waited for Limits.Wait with nothing left but links of hosts that fail, and how long
// it may go on waiting before that is to be looked at again.
func (c *Crawl) stalled(now time.Time, busy bool) (left time.Duration, over bool) {
	since, first := c.stall.note(now, c.frontier.Stalled(now))
	if first {
		c.tellWaiting(now)
	}
	if since.IsZero() || c.limits.Wait == NoLimit {
		return time.Hour, false
	}
	left = since.Add(c.limits.Wait).Sub(now)
	return max(left, time.Second), left <= 0 && !busy
}

func (c *Crawl) tellWaiting(now time.Time) {
	for _, w := range c.waiting(now) {
		c.log.Info("waiting for a host that does not answer", "host", w.Host, "links", w.Links, "why", w.Why, "again_in", w.After.Round(time.Second))
	}
}

// waiting tells of the hosts that the crawl waits for, those with most links first; none where it has other links.
func (c *Crawl) waiting(now time.Time) (list []WaitingHost) {
	if !c.stall.on() {
		return nil
	}
	for _, w := range c.frontier.Waits(now) {
		if len(list) == maxWaiting {
			break
		}
		list = append(list, WaitingHost{HostWait: w, Why: c.answers.of(w.Host)})
	}
	return list
}
