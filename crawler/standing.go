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

// Load is what workers and store have to do at a moment.
type Load struct {
	Workers  int
	Visiting int // workers that have a page
	Keeping  int // pages that wait to be written
}

// Load returns what workers and store have to do now. It may be called at any time.
func (c *Crawl) Load() Load {
	l := Load{Workers: c.limits.Workers - c.activity.retiredWorkers()}
	l.Visiting, l.Keeping = c.activity.outstanding()
	return l
}

// HostCounts counts the hosts of the frontier by where they stand. It may be called at any time.
func (c *Crawl) HostCounts() map[frontier.Standing]int { return c.frontier.HostCounts(c.clock.Now()) }

// Pause lets no visit begin until Resume. Visits that go on are finished, and the time budget goes on.
func (c *Crawl) Pause() { c.activity.pause(true) }

// Resume ends a Pause.
func (c *Crawl) Resume() { c.activity.pause(false) }
