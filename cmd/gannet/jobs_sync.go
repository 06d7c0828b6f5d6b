package main

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/feed"
	"gannet/feed/kafka"
	"gannet/feed/opensearch"
	"gannet/feed/postgres"
	"gannet/feed/sqlite"
	"gannet/internal/cli"
	"gannet/internal/installed"
	"gannet/internal/lazyregexp"
	"gannet/store/postings"
)

// syncFlags are the flags of `gannet jobs sync`.
type syncFlags struct {
	follow, events bool
	schema         string
	release        releaseFlags
}

func newJobsSync() *cobra.Command {
	var f syncFlags
	c := &cobra.Command{
		Use:   "sync DIR DATABASE",
		Short: "Keep a database up to date with the postings of a crawl",
		Long: "Sync brings every posting into a PostgreSQL database, a file of SQLite, an index of OpenSearch or Elasticsearch or a\n" +
			"topic of Kafka, and makes the tables. Each next run, and --follow by itself, brings what has changed since. The cursor\n" +
			"is kept there with the rows, so no change is lost or applied twice if either side is killed. --events keeps the\n" +
			"events of `gannet jobs changes` as well. PGPASSWORD and the other variables and files of PostgreSQL's own programs are read. docs/guide/12-exports.md describes the tables.",
		Example: "  gannet jobs sync crawl jobs.db\n" +
			"  gannet jobs sync crawl postgres://user@localhost/jobs --db-schema welders --events --follow\n" +
			"  gannet jobs sync crawl https://user@search.example.org:9200/jobs\n" +
			"  gannet jobs sync crawl kafka://broker.example.org:9092/jobs --events",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			to, end, err := f.open(c.Flags(), args[1])
			if err != nil {
				return err
			}
			defer end()
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			rows, err := feed.NewRows(feed.Table{Columns: feedColumns(), Row: feedRow})
			if err != nil {
				return err
			}
			defer rows.Close()
			var spool *feed.Spool
			if f.events {
				if spool, err = feed.NewSpool(); err != nil {
					return err
				}
				defer spool.Close()
			}
			return syncJobs(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args[0], f.follow, of, to, spool, rows)
		},
	}
	c.Flags().BoolVar(&f.follow, "follow", false, "go on until a signal, and bring changes as they come")
	c.Flags().BoolVar(&f.events, "events", false, "keep the events, too: in the table events of PostgreSQL, or the topic TOPIC-events of Kafka, where a snapshot may repeat some with the cursor 0")
	c.Flags().StringVar(&f.schema, "db-schema", "gannet", "schema of the tables of PostgreSQL; it is made if it is not there, and holds one crawl")
	f.release.flags(c.Flags())
	return c
}

// connectionString matches the beginning of a connection string of PostgreSQL in keywords and values.
var connectionString = lazyregexp.New(`^\s*\w+\s*=`)

// open returns the database that a command line names, and what ends its use.
func (f *syncFlags) open(flags *pflag.FlagSet, database string) (feed.Sink, func(), error) {
	columns := feedColumns()
	scheme, _, isURL := strings.Cut(database, "://")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		to, err := postgres.New(postgres.Options{Address: database, Schema: f.schema, Events: f.events, Columns: columns})
		if err != nil {
			return nil, nil, cli.Usagef("%w: give one such as postgres://user@localhost/jobs", err)
		}
		return to, to.Close, nil
	case flags.Changed("db-schema"):
		return nil, nil, cli.Usagef("--db-schema is for databases of PostgreSQL: leave it out")
	case scheme == "kafka" || scheme == "kafkas":
		to, err := kafka.New(kafka.Options{URL: database, Password: os.Getenv(kafkaPasswordVariable), Events: f.events, Columns: columns, Program: installed.Program(topicWriter)})
		if err != nil {
			return nil, nil, cli.Usagef("the topic %w: give one such as kafkas://user@broker.example.org:9093/jobs, and its password in %s", err, kafkaPasswordVariable)
		}
		return to, to.Close, nil
	case f.events:
		return nil, nil, cli.Usagef("--events is for databases of PostgreSQL and topics of Kafka: leave it out")
	case scheme == "https" || scheme == "http":
		to, err := opensearch.New(opensearch.Options{URL: database, Password: os.Getenv(indexPasswordVariable), Columns: columns})
		if err != nil {
			return nil, nil, cli.Usagef("the database %w: give one such as https://user@search.example.org:9200/jobs, and its password in %s", err, indexPasswordVariable)
		}
		return to, func() {}, nil
	case connectionString.MatchString(database): // a password in it would become the name of a file
		return nil, nil, cli.Usagef("write the database as postgres://user@localhost/jobs; a file of SQLite may not begin so")
	case isURL:
		return nil, nil, cli.Usagef("the database is one such as postgres://user@localhost/jobs, or a file of SQLite, not %s://", scheme)
	}
	return sqlite.New(database, columns), func() {}, checkOutput("the database", database)
}

// indexPasswordVariable holds the password for an index of OpenSearch.
const indexPasswordVariable = "GANNET_INDEX_PASSWORD"

// topicWriter is the program that writes into topics of Kafka, and kafkaPasswordVariable holds the password for them.
const (
	topicWriter           = "gannet-kafka"
	kafkaPasswordVariable = "GANNET_KAFKA_PASSWORD"
)

// syncJobs brings what has changed to a sink and says how much that was.
func syncJobs(ctx context.Context, stdout, stderr io.Writer, dir string, follow bool, of *release, to feed.Sink, spool *feed.Spool, rows *feed.Rows) error {
	return repeated(ctx, stderr, follow, func() error {
		u, err := syncOnce(ctx, dir, of, to, spool, rows)
		if err != nil || u == nil && follow {
			return err
		}
		if u == nil {
			return cli.Say(stdout, "nothing has changed\n")
		}
		return cli.Say(stdout, "%s brought up to date, as of cursor %d\n", cli.Counted(u.Given, "posting"), u.Cursor)
	})
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// syncOnce brings what has changed to a sink. The update is nil if nothing did.
func syncOnce(ctx context.Context, dir string, of *release, to feed.Sink, spool *feed.Spool, rows *feed.Rows) (*feed.Update, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	applied := make(chan error, 1)
	u, err := readUpdate(ctx, dir, of, to, spool, func(u *feed.Update) error {
		rows.Begin(u)
		go func() {
			defer end() // what a failed sink does not take need not be read
			applied <- to.Apply(ctx, u)
		}()
		return rows.Fill(ctx, u)
	})
	if u == nil {
		return nil, err
	}
	return u, <-applied // which has the error of Fill, too
}

// readUpdate returns what a sink lacks, and nil if it lacks nothing. take reads the postings. The crawl is open only meanwhile, because a server may
// take long to answer.
func readUpdate(ctx context.Context, dir string, of *release, to feed.Sink, spool *feed.Spool, take func(*feed.Update) error) (u *feed.Update, err error) {
	var crawl string
	err = readCrawl(dir, of, func(_ postings.Finder, name string) error { crawl = name; return nil })
	if err != nil {
		return nil, err
	}
	cursor, err := to.Cursor(ctx, crawl)
	if err != nil {
		return nil, err
	}
	err = readCrawl(dir, of, func(jobs postings.Finder, now string) error {
		if now != crawl && crawl != "" {
			return feed.ErrAhead
		}
		if u, err = feed.Read(jobs, now, cursor, spool); u == nil {
			return err
		}
		return take(u)
	})
	return u, err
}

// readCrawl opens a crawl while use reads its postings. The text tells the crawl apart from others.
func readCrawl(dir string, of *release, use func(jobs postings.Finder, crawl string) error) error {
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	crawl, err := r.Postings.Crawl()
	if err != nil {
		return err
	}
	return use(of.postings(r), crawl)
}
