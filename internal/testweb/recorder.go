package testweb

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Request is one request as the server saw it, reported when its response has ended.
type Request struct {
	Start, End time.Time
	Host, Path string
	Addr       netip.Addr // the host's; see Web.Addr
	Status     int        // 0 where the connection broke before a response
}

// observe records the start of a request. The returned function reports the request and must be called when the response has ended.
func (w *Web) observe(name, path string) func(status int) {
	if w.told == nil {
		return func(int) {}
	}
	q := Request{Start: w.now(), Host: name, Path: path, Addr: w.steadyAddr(name)}
	return func(status int) {
		q.End, q.Status = w.now(), status
		w.told(q)
	}
}

// steadyAddr returns the address of a host without making a Rebinding host rebind.
func (w *Web) steadyAddr(name string) netip.Addr {
	if w.Trap(name) == Rebinding {
		return netip.Addr{}
	}
	return w.Addr(name)
}

// Recorder records requests, so that a test can check whether a crawler was polite. Set its method Record as Options.OnRequest. The zero
// value keeps all requests; with a Limit only the last ones are kept. It is safe for concurrent use.
type Recorder struct {
	Limit int

	mu       sync.Mutex // guards the rest
	requests []Request
	count    int
}

// Record stores a request. It is a function for Options.OnRequest.
func (r *Recorder) Record(q Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	if r.Limit > 0 && len(r.requests) >= r.Limit {
		r.requests[(r.count-1)%r.Limit] = q
		return
	}
	r.requests = append(r.requests, q)
}

// Count returns the number of requests recorded, including those that are no longer kept.
func (r *Recorder) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// Requests returns the kept requests, in the order of their start.
func (r *Recorder) Requests() []Request {
	r.mu.Lock()
	kept := slices.Clone(r.requests)
	r.mu.Unlock()
	slices.SortStableFunc(kept, func(a, b Request) int { return a.Start.Compare(b.Start) })
	return kept
}

// ByHost is a key function for Recorder.Politeness that groups requests by host.
func ByHost(q Request) string { return q.Host }

// ByAddr is a key function for Recorder.Politeness that groups requests by the IP address of their host.
func ByAddr(q Request) string { return q.Addr.String() }

// Politeness says how closely the requests to one host or IP address followed each other.
type Politeness struct {
	Requests   int
	Concurrent int           // most answers under way at one time; 1 where they followed each other
	Gap        time.Duration // shortest time from the end of one to the start of the next; 0 with overlap or one request
}

// Politeness returns the Politeness towards each host or address, from the recorded requests. key is ByHost or ByAddr.
func (r *Recorder) Politeness(key func(Request) string) map[string]Politeness {
	groups := make(map[string][]Request)
	for _, q := range r.Requests() {
		groups[key(q)] = append(groups[key(q)], q)
	}
	result := make(map[string]Politeness, len(groups))
	for k, requests := range groups {
		result[k] = politenessOf(requests)
	}
	return result
}

// politenessOf measures requests that are sorted by their start.
func politenessOf(requests []Request) Politeness {
	p := Politeness{Requests: len(requests), Gap: -1}
	var ends []time.Time // of the responses under way
	var last time.Time   // latest end so far
	for i, q := range requests {
		ends = slices.DeleteFunc(ends, func(end time.Time) bool { return !end.After(q.Start) })
		ends = append(ends, q.End)
		p.Concurrent = max(p.Concurrent, len(ends))
		if i > 0 {
			gap := max(q.Start.Sub(last), 0)
			if p.Gap < 0 || gap < p.Gap {
				p.Gap = gap
			}
		}
		if q.End.After(last) {
			last = q.End
		}
	}
	p.Gap = max(p.Gap, 0)
	return p
}
