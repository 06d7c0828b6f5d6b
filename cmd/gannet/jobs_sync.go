package main

import (
	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/feed"
)

func newJobsSync() *cobra.Command {
	var f syncFlags
	c := &cobra.Command{
		Use:   "sync DIR DATABASE",
		Short: "Keep a database up to date with the postings of a crawl",
		Long: "Sync writes every posting into a PostgreSQL database, an SQLite file, an index of OpenSearch or Elasticsearch or a\n" +
			"topic of Kafka, and creates the tables. Each further run writes only what has changed since; with --follow, one run\n" +
			"writes changes until it is stopped. The cursor is stored with the rows, so no change is lost or applied twice if\n" +
			"either side is killed. --events also writes the events of `gannet jobs changes`. PGPASSWORD and the other variables\n" +
			"and files of PostgreSQL's own programs are read. docs/guide/12-exports.md describes the tables.",
		Example: "  gannet jobs sync crawl jobs.db\n" +
			"  gannet jobs sync crawl postgres://user@localhost/jobs --db-schema welders --events --follow\n" +
			"  gannet jobs sync crawl https://user@search.example.org:9200/jobs\n" +
			"  gannet jobs sync crawl kafka://broker.example.org:9092/jobs --events",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			jobs := &feed.Postings{Row: feedRow}
			if f.events {
				if jobs.Spool, err = feed.NewSpool(); err != nil {
					return err
				}
				defer jobs.Spool.Close()
			}
			return f.run(c, args, postingsTable(), of, func(r *crawldir.Reader, crawl string, cursor uint64) (*feed.Update, error) {
				return jobs.Read(of.postings(r), crawl, cursor)
			})
		},
	}
	f.flags(c.Flags())
	c.Flags().BoolVar(&f.events, "events", false, "also write the events: into the table events of PostgreSQL, or the topic TOPIC-events of Kafka, where a snapshot may repeat some events with the cursor 0")
	return c
}
