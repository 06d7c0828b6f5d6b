package crawldir

import (
	"context"

	"gannet/cluster"
	"gannet/store"
)

// SearchPages has crawls of more pages count as large, until the returned function is called.
func SearchPages(most int) (restore func()) {
	before := quickPages
	quickPages = most
	return func() { quickPages = before }
}

// Tell tells a crawl what a machine has kept.
func Tell(ctx context.Context, db *store.DB, log cluster.Log, crawl, machine string) error {
	return (&teller{db: db, log: log, crawl: crawl, machine: machine}).tellAll(ctx)
}
