package crawldir

import (
	"context"
	"errors"

	"gannet/crawldir/api"
	"gannet/crawldir/lists"
	"gannet/crawler/fetch"
	"gannet/frontier"
	"gannet/internal/share"
)

// serve lets other processes read the crawl while it runs. The crawl goes on without it if the socket cannot be made.
func (c *Crawl) serve() {
	turns := share.New()
	server, err := api.Serve(c.dir, api.Source{
		Lists: lists.New(c.dir, nil), Software: "gannet/" + fetch.Version, Store: c.store, Postings: c.store.Postings(), Status: c.latestStatus,
		Crawls: true, Turns: turns,
		Check: func(ctx context.Context, report func(string) error) error {
			return c.store.CheckEntriesIn(ctx, turns, report)
		},
		Explain: c.explain, Link: c.findLink, Employers: boardsIn,
		Hosts: c.hosts, Overview: c.overview, Control: c.Control, Controls: c.controls,
	})
	if err != nil {
		c.log.Warn("nobody can read the crawl while it runs", "cause", err)
		return
	}
	c.api = server
}

// explain says of a kept page why its link was taken, and of a link that waits what the strategy knows now. To explain others
// takes too long beside a crawl.
func (c *Crawl) explain(url string) (any, error) {
	r := &Reader{Dir: c.dir, Store: c.store, Postings: c.store.Postings()}
	return r.Explain(url, ExplainOptions{KeptOnly: true, running: c.learning.Load()})
}

// latestStatus returns what WriteStatus wrote last, or what an earlier run did.
func (c *Crawl) latestStatus() (any, error) {
	if s := c.written.Load(); s != nil {
		return s, nil
	}
	return ReadStatus(c.dir)
}

// errNotOpen says that a crawl has only begun to open its files.
var errNotOpen = errors.New("the crawl is about to begin: try again")

// findLink returns where a link stands. Other processes may ask before the frontier is open.
func (c *Crawl) findLink(url string) (frontier.Found, error) {
	f := c.readable.Load()
	if f == nil {
		return frontier.Found{}, errNotOpen
	}
	return f.Find(url)
}
