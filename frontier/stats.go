package frontier

import "gannet/internal/weburl"

// Stats counts what a frontier holds. Known = Queued + Leased + Fetched + Dropped.
type Stats struct {
	Known   int `json:"known"`
	Queued  int `json:"queued"`
	Leased  int `json:"leased"`
	Fetched int `json:"fetched"`
	Dropped int `json:"dropped"`
	// DroppedFull and DroppedDead are those of Dropped that were queued when their host's budget was spent, or when it
	// was given up.
	DroppedFull int `json:"dropped_full"`
	DroppedDead int `json:"dropped_dead"`
	// Refused counts, since Open, links that were not taken in because their host was full or dead. They are not known.
	Refused int `json:"refused"`

	Hosts     int `json:"hosts"`
	FullHosts int `json:"full_hosts"` // PerHost pages fetched
	DeadHosts int `json:"dead_hosts"` // HostFailures failures in a row
	Addresses int `json:"addresses"`  // IP addresses bound to hosts
}

// drop counts links dropped with their host.
func (c *Stats) drop(h *host, n int) {
	c.Dropped += n
	if h.dead {
		c.DroppedDead += n
	} else {
		c.DroppedFull += n
	}
}

func (c *Stats) close(h *host) {
	if h.dead {
		c.DeadHosts++
	} else {
		c.FullHosts++
	}
}

// Stats counts what the frontier holds, as of the latest time it was told.
func (f *Frontier) Stats() Stats {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := f.count
	c.Known, c.Hosts, c.Addresses = int(f.links.n), len(f.sched.hosts), len(f.sched.byIP)
	return c
}

// State says where the link of a URL stands. It costs no disk access.
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

// Queue tells how many links of a host are queued, and the priority of the best that does not wait for a back-off; ok
// is false where there is none.
func (f *Frontier) Queue(host string) (links int, best float32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	number, known := f.sched.byName[host]
	if !known {
		return 0, 0, false
	}
	h := f.sched.hosts[number]
	head, ok := f.sched.best(h)
	if !ok {
		return int(h.queued), 0, false
	}
	return int(h.queued), priorityOf(head.order()), true
}
