package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/feed"
	"gannet/feed/postgres"
	"gannet/internal/cli"
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
		Short: "Keep a PostgreSQL database up to date with the postings of a crawl",
		Long: "Sync makes a schema in a PostgreSQL database and brings every posting into it. Each next run, and --follow by\n" +
			"itself, brings what has changed since. The cursor is kept in the same transaction as the rows, so no change is lost\n" +
			"or applied twice if either side is killed. --events keeps the events of `gannet jobs changes` as well. PGPASSWORD\n" +
			"and the other variables and files of PostgreSQL's own programs are read. docs/feed.md describes the tables.",
		Example: "  gannet jobs sync crawl postgres://user@localhost/jobs\n" +
			"  gannet jobs sync crawl postgres://user@localhost/jobs --db-schema welders --events --follow",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			to, err := postgres.New(postgres.Options{Address: args[1], Schema: f.schema, Events: f.events, Table: feed.Table{Columns: feedColumns(), Row: feedRow}})
			if err != nil {
				return cli.Usagef("%w: give one such as postgres://user@localhost/jobs", err)
			}
			defer to.Close()
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			return syncJobs(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args[0], f.follow, of, to)
		},
	}
	c.Flags().BoolVar(&f.follow, "follow", false, "go on until a signal, and bring changes as they come")
	c.Flags().BoolVar(&f.events, "events", false, "keep the events, too, in the table events")
	c.Flags().StringVar(&f.schema, "db-schema", "gannet", "schema of the tables; it is made if it is not there, and holds one crawl")
	f.release.flags(c.Flags())
	return c
}

// longestPause bounds the pause before a server that is not available is tried again. The pause is doubled with each failure.
const longestPause = time.Minute

// syncJobs brings what has changed to a sink and says how much that was.
func syncJobs(ctx context.Context, stdout, stderr io.Writer, dir string, follow bool, of *release, to feed.Sink) error {
	spool, err := feed.NewSpool()
	if err != nil {
		return err
	}
	defer spool.Close()
	pause := followEvery
	return repeated(ctx, follow, func() error {
		u, err := syncOnce(ctx, dir, of, to, spool)
		if follow && errors.Is(err, postgres.ErrUnavailable) {
			cli.PrintError(stderr, "gannet: "+oneLine(fmt.Errorf("%w: it is tried again in %s", err, pause)))
			wait(ctx, pause)
			pause = min(2*pause, longestPause)
			return nil
		}
		pause = followEvery
		if err != nil || u == nil && follow {
			return err
		}
		if u == nil {
			return cli.Say(stdout, "nothing has changed\n")
		}
		return cli.Say(stdout, "%s brought up to date, as of cursor %d\n", cli.Counted(len(u.Changed), "posting"), u.Cursor)
	})
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// syncOnce brings what has changed to a sink. The update is nil if nothing did.
func syncOnce(ctx context.Context, dir string, of *release, to feed.Sink, spool *feed.Spool) (*feed.Update, error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	crawl, err := postings.Crawl(r.Postings)
	if err != nil {
		return nil, err
	}
	cursor, err := to.Cursor(ctx, crawl)
	if errors.Is(err, feed.ErrOtherCrawl) {
		return nil, advise(err, "name another --db-schema")
	}
	if err != nil {
		return nil, err
	}
	u, err := feed.Read(of.postings(r), crawl, cursor, spool)
	if u == nil || err != nil {
		return nil, err
	}
	return u, to.Apply(ctx, u)
}
