package crawldir

import (
	"gannet/crawldir/api"
	"gannet/crawler/fetch"
)

// serve lets other processes read the crawl while it runs. The crawl goes on without it if the socket cannot be made.
func (c *Crawl) serve() {
	server, err := api.Serve(c.dir, api.Source{
		Software: "gannet/" + fetch.Version, Store: c.store, Postings: c.store.Postings(), Status: c.latestStatus,
		Check: c.store.CheckEntries,
	})
	if err != nil {
		c.log.Warn("nobody can read the crawl while it runs", "cause", err)
		return
	}
	c.api = server
}

// latestStatus returns what WriteStatus wrote last, or what an earlier run did.
func (c *Crawl) latestStatus() (any, error) {
	if s := c.written.Load(); s != nil {
		return s, nil
	}
	return ReadStatus(c.dir)
}
