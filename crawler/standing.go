package crawler

import "gannet/frontier"

// HostRow is a host, where it stands, and how its latest request that failed did so.
type HostRow struct {
	frontier.HostRow
	Error string `json:"last_error,omitempty"`
}

// Hosts returns hosts of the frontier, and how many meet the query. It may be called at any time.
func (c *Crawl) Hosts(q frontier.HostQuery) (rows []HostRow, total int) {
	found, total := c.frontier.Hosts(c.clock.Now(), q)
	for _, h := range found {
		rows = append(rows, HostRow{h, c.failures.ofHost(h.Name)})
	}
	return rows, total
}

// Load is what the stages of a crawl have to do at a moment.
type Load struct {
	Workers  int                       `json:"workers"`
	Visiting int                       `json:"visiting"` // workers that have a page
	Keeping  int                       `json:"keeping"`  // pages that wait to be written
	Hosts    map[frontier.Standing]int `json:"hosts"`
}

// Load returns what the stages have to do now. It may be called at any time.
func (c *Crawl) Load() Load {
	l := Load{Workers: c.limits.Workers - c.activity.retiredWorkers(), Hosts: c.frontier.HostCounts(c.clock.Now())}
	l.Visiting, l.Keeping = c.activity.outstanding()
	return l
}

// Pause lets no visit begin until Resume. Visits that go on are finished, and the time budget goes on.
func (c *Crawl) Pause() { c.activity.pause(true) }

// Resume ends a Pause.
func (c *Crawl) Resume() { c.activity.pause(false) }
