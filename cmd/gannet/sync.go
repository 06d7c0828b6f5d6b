package main

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/feed"
	"gannet/feed/dataset"
	"gannet/feed/kafka"
	"gannet/feed/opensearch"
	"gannet/feed/postgres"
	"gannet/feed/sqlite"
	"gannet/internal/cli"
	"gannet/internal/installed"
	"gannet/internal/lazyregexp"
	"gannet/store/postings"
)

// syncFlags are the flags of `gannet sync` and `gannet jobs sync`.
type syncFlags struct {
	follow, events bool
	schema         string
	release        releaseFlags
}

func newSync() *cobra.Command {
	var f syncFlags
	c := &cobra.Command{
		Use:   "sync DIR DATABASE",
		Short: "Keep a database up to date with the pages of a crawl",
		Long: "Sync writes every page of a crawl into a PostgreSQL database, an SQLite file, an index of OpenSearch or Elasticsearch,\n" +
			"a topic of Kafka, or a data set of Parquet files. For each page, sync writes the URL, whether the page is on topic,\n" +
			"its title, text and links, and how it was found. Each further run writes only pages that are new or were fetched or\n" +
			"judged again, and removes pages that the crawl no longer keeps; with --follow, one run does this until it is stopped.\n" +
			"A data set is a directory or s3://bucket/prefix; end the name of a directory that does not exist yet with a slash.\n" +
			"docs/guide/12-exports.md describes the tables.",
		Example: "  gannet sync crawl crawl.db\n" +
			"  gannet sync crawl postgres://user@localhost/jobs --follow\n" +
			"  gannet sync crawl https://user@search.example.org:9200/pages\n" +
			"  gannet sync crawl pages/",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			pages := &feed.Pages{Row: rowOfPage(features.NewReader())}
			return f.run(c, args, pagesTable(), of, func(r *crawldir.Reader, crawl string, cursor uint64) (*feed.Update, error) {
				return pages.Read(of.pages(r.Store), crawl, cursor)
			})
		},
	}
	f.flags(c.Flags())
	return c
}

// flags adds the flags that both commands have.
func (f *syncFlags) flags(flags *pflag.FlagSet) {
	flags.BoolVar(&f.follow, "follow", false, "do not end: write changes as they happen, until a signal arrives")
	flags.StringVar(&f.schema, "db-schema", "gannet", "PostgreSQL schema for the tables, which holds one crawl; sync creates the schema if it is missing")
	f.release.flags(flags)
}

// source returns what changed in an opened crawl after a cursor, nil if nothing did.
type source func(r *crawldir.Reader, crawl string, cursor uint64) (*feed.Update, error)

// run brings what may leave the crawl of a table into the database that the command line names.
func (f *syncFlags) run(c *cobra.Command, args []string, table feed.Table, of *release, read source) error {
	table.Release = of.flags
	to, end, err := f.open(c.Flags(), args[1], table)
	if err != nil {
		return err
	}
	defer end()
	rows, err := feed.NewRows(table.Columns)
	if err != nil {
		return err
	}
	defer rows.Close()
	noun := map[feed.TableName]string{feed.PostingsTable: "posting", feed.PagesTable: "page"}[table.Name]
	return repeated(c.Context(), c.ErrOrStderr(), f.follow, func() error {
		u, err := syncOnce(c.Context(), args[0], read, to, rows)
		if err != nil || u == nil && f.follow {
			return err
		}
		if u == nil {
			return cli.Say(c.OutOrStdout(), "nothing has changed\n")
		}
		return cli.Say(c.OutOrStdout(), "%s brought up to date, as of cursor %d\n", cli.Counted(u.Given, noun), u.Cursor)
	})
}

// connectionString matches the beginning of a connection string of PostgreSQL in keywords and values.
var connectionString = lazyregexp.New(`^\s*\w+\s*=`)

// open returns the database that a command line names, for a table, and what ends its use.
func (f *syncFlags) open(flags *pflag.FlagSet, database string, table feed.Table) (feed.Sink, func(), error) {
	scheme, _, isURL := strings.Cut(database, "://")
	switch {
	case scheme == "postgres" || scheme == "postgresql":
		to, err := postgres.New(postgres.Options{Address: database, Schema: f.schema, Events: f.events, Table: table})
		if err != nil {
			return nil, nil, cli.Usagef("%w: give one such as postgres://user@localhost/jobs", err)
		}
		return to, to.Close, nil
	case flags.Changed("db-schema"):
		return nil, nil, cli.Usagef("--db-schema is for databases of PostgreSQL: leave it out")
	case scheme == "kafka" || scheme == "kafkas":
		to, err := kafka.New(kafka.Options{URL: database, Password: os.Getenv(kafkaPasswordVariable), Events: f.events, Table: table, Program: installed.Program(topicWriter)})
		if err != nil {
			return nil, nil, cli.Usagef("the topic %w: give one such as kafkas://user@broker.example.org:9093/jobs, and its password in %s", err, kafkaPasswordVariable)
		}
		return to, to.Close, nil
	case f.events:
		return nil, nil, cli.Usagef("--events is for databases of PostgreSQL and topics of Kafka: leave it out")
	case scheme == "https" || scheme == "http":
		to, err := opensearch.New(opensearch.Options{URL: database, Password: os.Getenv(indexPasswordVariable), Table: table})
		if err != nil {
			return nil, nil, cli.Usagef("the database %w: give one such as https://user@search.example.org:9200/jobs, and its password in %s", err, indexPasswordVariable)
		}
		return to, func() {}, nil
	case connectionString.MatchString(database): // a password in it would become the name of a file
		return nil, nil, cli.Usagef("write the database as postgres://user@localhost/jobs; a file of SQLite may not begin so")
	case scheme == "s3" || isFolder(database):
		return openDataSet(database, table)
	case isURL:
		return nil, nil, cli.Usagef("the database is one such as postgres://user@localhost/jobs, or a file of SQLite, not %s://", scheme)
	}
	return sqlite.New(database, table), func() {}, checkOutput("the database", database)
}

// isFolder reports whether a name is that of a directory, or ends as one.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || name != "" && os.IsPathSeparator(name[len(name)-1])
}

// openDataSet returns the data set of pages in a folder, and what ends its use. One of postings has other columns.
func openDataSet(name string, table feed.Table) (feed.Sink, func(), error) {
	if table.Name != feed.PagesTable {
		return nil, nil, cli.Usagef("a data set of postings comes from `gannet jobs export DIR --partition day,country -o %s`", name)
	}
	to, err := openFolder(name, "")
	if err != nil {
		return nil, nil, err
	}
	return dataset.NewTable(to, "gannet/"+fetch.Version, table), func() { _ = to.Close() }, nil
}

// indexPasswordVariable holds the password for an index of OpenSearch.
const indexPasswordVariable = "GANNET_INDEX_PASSWORD"

// topicWriter is the program that writes into topics of Kafka, and kafkaPasswordVariable holds the password for them.
const (
	topicWriter           = "gannet-kafka"
	kafkaPasswordVariable = "GANNET_KAFKA_PASSWORD"
)

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// syncOnce brings what has changed to a sink. The update is nil if nothing did.
func syncOnce(ctx context.Context, dir string, read source, to feed.Sink, rows *feed.Rows) (*feed.Update, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	applied := make(chan error, 1)
	u, err := readUpdate(ctx, dir, read, to, func(u *feed.Update) error {
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

// readUpdate returns what a sink lacks, and nil if it lacks nothing. take reads the rows. The crawl is open only meanwhile, because a server may take
// long to answer.
func readUpdate(ctx context.Context, dir string, read source, to feed.Sink, take func(*feed.Update) error) (u *feed.Update, err error) {
	var crawl string
	err = withCrawl(dir, func(_ *crawldir.Reader, name string) error { crawl = name; return nil })
	if err != nil {
		return nil, err
	}
	cursor, err := to.Cursor(ctx, crawl)
	if err != nil {
		return nil, err
	}
	err = withCrawl(dir, func(r *crawldir.Reader, now string) error {
		if now != crawl && crawl != "" {
			return feed.ErrAhead
		}
		if u, err = read(r, now, cursor); u == nil {
			return err
		}
		return take(u)
	})
	return u, err
}

// withCrawl opens a crawl for use. The text tells the crawl apart from others.
func withCrawl(dir string, use func(r *crawldir.Reader, crawl string) error) error {
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	crawl, err := r.Postings.Crawl()
	if err != nil {
		return err
	}
	return use(r, crawl)
}

// readCrawl opens a crawl while use reads the postings that may leave it.
func readCrawl(dir string, of *release, use func(jobs postings.Finder, crawl string) error) error {
	return withCrawl(dir, func(r *crawldir.Reader, crawl string) error { return use(of.postings(r), crawl) })
}
