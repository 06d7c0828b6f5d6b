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
		Long: "Sync writes every posting into a PostgreSQL database, an SQLite file, an index of OpenSearch or Elasticsearch, or a\n" +
			"topic of Kafka. Sync creates the tables, the index or the topic if necessary. Each further run writes only the\n" +
			"postings that have changed since; with --follow, one run writes changes until it is stopped. The cursor, that is\n" +
			"the position in the list of changes, is stored together with the rows. No change is therefore lost or applied twice\n" +
			"if gannet or the database is killed. --events also writes the events of `gannet jobs changes`. For PostgreSQL, sync\n" +
			"reads PGPASSWORD and the other variables and files that PostgreSQL's own programs read. docs/guide/12-exports.md\n" +
			"describes the tables.",
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
	c.Flags().BoolVar(&f.events, "events", false, "also write the events of gannet jobs changes, into the table events of PostgreSQL or the topic TOPIC-events of Kafka; in Kafka, some events may be repeated with the cursor 0")
	return c
}
