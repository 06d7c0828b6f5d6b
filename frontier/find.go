package frontier

import (
	"fmt"
	"math"
	"time"

	"gannet/internal/weburl"
)

// Found is what a frontier knows about a link.
type Found struct {
	State    State     `json:"state"`
	Priority float32   `json:"-"`                  // of a queued link
	Attempts int       `json:"attempts,omitempty"` // failed ones of a queued link
	After    time.Time `json:"after,omitzero"`     // end of its back-off
	Data     []byte    `json:"data,omitempty"`     // of a queued link
	Note     []byte    `json:"note,omitempty"`     // of one that is done
	Host     FoundHost `json:"host"`
}

// FoundHost is what a frontier knows about the host of a link.
type FoundHost struct {
	Name     string        `json:"name"`
	Next     time.Time     `json:"next,omitzero"`      // when it may be requested again
	Delay    time.Duration `json:"delay,omitempty"`    // its Crawl-delay
	Slowdown float32       `json:"slowdown,omitempty"` // the factor of its pauses
	Queued   int           `json:"queued"`
	Fetched  int           `json:"fetched"`
	Failures int           `json:"failures,omitempty"` // in a row
	Full     bool          `json:"full,omitempty"`     // its budget is spent
	Dead     bool          `json:"dead,omitempty"`     // given up after HostFailures
	Gone     bool          `json:"gone,omitempty"`     // its name does not exist
	Blocked  bool          `json:"blocked,omitempty"`  // held: its links wait
}

// Find returns what the frontier knows about the link with this URL. If the link was never pushed, its State is Unknown, but the field Host
// may be set even then.
func (f *Frontier) Find(url string) (found Found, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	record, ok := f.links.seen.find(weburl.Fingerprint(url))
	if !ok {
		if number, known := f.sched.byName[weburl.Host(url)]; known {
			found.Host = describe(f.sched.hosts[number])
		}
		return found, nil
	}
	h := f.sched.hosts[f.links.host(record)]
	found = Found{State: f.links.state(record), Host: describe(h)}
	if f.failed != nil {
		return found, f.failed
	}
	_, data, err := f.store.Read(record, f.links.revised(record))
	if err != nil {
		return found, fmt.Errorf("frontier: find %s: %w", url, err)
	}
	switch found.State {
	case Queued, Leased:
		found.Priority, found.Data = priorityOf(f.links.order(record)), data
		found.Attempts = int(f.retry.attempts[record])
		if until, waits := f.retry.until[record]; waits {
			found.After = time.Unix(0, until).UTC()
		}
		if found.State == Queued && h.closed() {
			found.State = Dropped
		}
	default:
		found.Note = data
	}
	return found, nil
}

// A DroppedLink is a link that will not be fetched. Only a push with Link.AsNew can queue it again.
type DroppedLink struct {
	URL      string
	Priority float32
	Note     []byte
}

// FindDropped returns those of the links with these fingerprints that were dropped. It leaves out links of hosts that are closed.
func (f *Frontier) FindDropped(fingerprints []uint64) (list []DroppedLink, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed != nil {
		return nil, f.failed
	}
	for _, fingerprint := range fingerprints {
		record, ok := f.links.seen.find(fingerprint)
		if !ok || f.links.state(record) != Dropped || f.sched.hosts[f.links.host(record)].closed() {
			continue
		}
		url, note, err := f.store.Read(record, f.links.revised(record))
		if err != nil {
			return nil, fmt.Errorf("frontier: find what was dropped: %w", err)
		}
		list = append(list, DroppedLink{url, priorityOf(f.links.order(record)), note})
	}
	return list, nil
}

// describe returns what is known of a host.
func describe(h *host) FoundHost {
	d := FoundHost{
		Name: h.name, Delay: h.delay, Slowdown: h.slow, Queued: int(h.queued), Fetched: int(h.fetched),
		Failures: int(h.failures), Full: h.full, Dead: h.dead, Gone: h.gone, Blocked: h.held,
	}
	if at := h.freeAt(); at != math.MinInt64 {
		d.Next = time.Unix(0, at).UTC()
	}
	return d
}
