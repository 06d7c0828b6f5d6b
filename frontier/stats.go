package frontier

import "gannet/internal/weburl"

// Stats counts the links of a frontier by state. Known = Queued + Leased + Fetched + Dropped.
type Stats struct {
	Known   int `json:"known"`
	Queued  int `json:"queued"`
	Leased  int `json:"leased"`
	Fetched int `json:"fetched"`
	Dropped int `json:"dropped"`
	// DroppedFull and DroppedDead count those Dropped links that were queued when their host's budget was spent, or when the host was given up.
	DroppedFull int `json:"dropped_full"`
	DroppedDead int `json:"dropped_dead"`
	DroppedGone int `json:"dropped_gone,omitempty"` // the same for hosts whose name does not exist
	// Refused counts the links that Push refused since Open, because their host was full or dead. They are not included in Known.
	Refused int `json:"refused"`

	Revisits int `json:"revisits,omitempty"` // queued or leased; they are not Known

	Hosts     int `json:"hosts"`
	FullHosts int `json:"full_hosts"`           // whose budget is spent, see PerHost
	DeadHosts int `json:"dead_hosts"`           // HostFailures failures in a row
	GoneHosts int `json:"gone_hosts,omitempty"` // whose name does not exist
	Addresses int `json:"addresses"`            // IP addresses bound to hosts
}

// countDropped counts n links that were dropped together with their host.
func (c *Stats) countDropped(h *host, n int) {
	c.Dropped += n
	*c.droppedWith(h) += n
}

// droppedWith returns the counter for links that are dropped together with a host.
func (c *Stats) droppedWith(h *host) *int {
	switch {
	case h.gone:
		return &c.DroppedGone
	case h.dead:
		return &c.DroppedDead
	}
	return &c.DroppedFull
}

// closedAs returns the counter for hosts that were closed for the same reason as a host.
func (c *Stats) closedAs(h *host) *int {
	switch {
	case h.gone:
		return &c.GoneHosts
	case h.dead:
		return &c.DeadHosts
	}
	return &c.FullHosts
}

func (c *Stats) countClosed(h *host) { *c.closedAs(h)++ }

// Stats counts the links of the frontier by state.
func (f *Frontier) Stats() Stats {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.count
	c.Known, c.Hosts, c.Addresses = int(f.links.n), len(f.sched.hosts), len(f.sched.byIP)
	return c
}

// State returns the state of the link with this URL. It does not read the store.
func (f *Frontier) State(url string) State {
	f.mu.Lock()
	defer f.mu.Unlock()
	record, ok := f.links.seen.find(weburl.Fingerprint(url))
	if !ok {
		return Unknown
	}
	state := f.links.state(record)
	if state == Queued && f.sched.hosts[f.links.host(record)].closed() {
		return Dropped
	}
	return state
}

// Queue returns how many links of a host are queued, and the highest priority among those that do not wait after a failure. ok is false if
// there is no such link.
func (f *Frontier) Queue(host string) (links int, best float32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number, known := f.sched.byName[host]
	if !known {
		return 0, 0, false
	}
	h := f.sched.hosts[number]
	head, ok := f.sched.bestLink(h)
	if !ok {
		return int(h.queued), 0, false
	}
	return int(h.queued), priorityOf(head.order()), true
}
