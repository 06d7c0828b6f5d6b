package main

import (
	"context"
	"io"

	"gannet/feed"
	"gannet/feed/sqlite"
	"gannet/internal/cli"
	"gannet/store/postings"
)

// exportSQLite makes a database hold the postings that a query gives, and says what that changed.
func exportSQLite(ctx context.Context, stdout io.Writer, dir, out string, f *jobFilter, of *release) error {
	q, err := f.query()
	if err != nil {
		return err
	}
	return withJobs(dir, of, func(jobs postings.Finder) error {
		crawl, err := jobs.Crawl()
		if err != nil {
			return err
		}
		table := postingsTable()
		table.Release = of.flags
		n, err := sqlite.Update(ctx, out, sqlite.Table{Table: table, Crawl: crawl, Each: func(use func(feed.Row) error) error {
			return jobs.Find(q, func(k *postings.Posting) error { return use(feedRow(k)) })
		}})
		if err != nil {
			return err
		}
		return cli.Say(stdout, "%s: %d new, %d changed, %d removed, %d as before\n", out, n.New, n.Changed, n.Removed, n.Unchanged)
	})
}
