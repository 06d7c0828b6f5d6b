package crawler

import (
	"strings"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/reason"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
)

// A list may name a link whose first request has failed, such as a posting that could not be found for some hours. It is requested again
// while a list links to it, ever more seldom.

// firstAgain is the part of Fresh after which such a link is asked for a second time. Every attempt doubles it, mostDoublings times at most.
const firstAgain, mostDoublings = 8, 8

// askDropped queues the links again that a list names and that were dropped, if it is time.
func (v *again) askDropped() error {
	if v.known.Kind < store.WatchedList || v.found.Found != fresh.Unchanged && v.found.Found != fresh.Changed {
		return nil
	}
	named := v.known.Links
	if v.found.named != nil {
		named = v.found.named
	}
	dropped, err := v.frontier.FindDropped(named)
	if err != nil {
		return err
	}
	t, now := v.trail.child(v.known.URL, 1), v.clock.Now()
	t.pdf = v.jobs != nil
	var links []frontier.Link
	for _, d := range dropped {
		n, ok := ParseNote(d.Note)
		if !ok || !mayPass(n.Reason) || now.Sub(n.Time) < v.Crawl.watched.waitAgain(n.Attempts) || v.excluded(&t, d.URL) != "" {
			continue
		}
		links = append(links, frontier.Link{
			URL: d.URL, Host: weburl.Host(d.URL), Priority: d.Priority, Data: t.appendTo(nil),
			AsNew: true, Attempts: uint8(min(n.Attempts, 255)),
		})
	}
	v.push(links)
	return nil
}

// waitAgain returns how long a link waits that was asked for so often.
func (w *watching) waitAgain(attempts int) time.Duration {
	return w.fresh / firstAgain << min(max(attempts-1, 0), mostDoublings)
}

// mayPass reports whether a link that gave no page may give one later. Servers say by status 410 that it will not.
func mayPass(why reason.Reason) bool {
	switch why {
	case reason.Fetch, reason.RobotsUnreachable, reason.Reason(fetch.DNS), reason.Reason(fetch.Connect), reason.Reason(fetch.TLS),
		reason.Reason(fetch.Timeout), reason.Reason(fetch.Reset):
		return true
	}
	return strings.HasPrefix(string(why), string(reason.Status)) && why != reason.Status+"410"
}
