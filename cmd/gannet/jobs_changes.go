package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"gannet/feed"
	"gannet/feed/atom"
	"gannet/feed/search"
	"gannet/internal/cli"
	"gannet/store/postings"
)

// changesFlags are the flags of `gannet jobs changes`.
type changesFlags struct {
	deliveryFlags
	saved   string // name of a search
	search  search.Search
	release releaseFlags
}

func newJobsChanges() *cobra.Command {
	var f changesFlags
	c := &cobra.Command{
		Use:   "changes DIR",
		Short: "Write what has changed: postings that are new, changed, closed, reopened, merged or split",
		Long: "Changes prints what happened to a crawl's postings as JSON Lines, one event on each line, the oldest first. Each\n" +
			"event has a number, its cursor. --since N prints the events after cursor N. With --cursor FILE, the file stores the\n" +
			"cursor of the last event, and the next call continues after it. A program that applies all events in order has the\n" +
			"same postings as `gannet jobs export`. --webhook sends the events in signed batches to a server and repeats a batch\n" +
			"until the server accepts it. --run passes the events to a command, and --atom writes the latest events as a feed for\n" +
			"feed readers. The filters are those of `gannet jobs list`: only events of postings that now meet all filters are\n" +
			"printed.",
		Example: "  gannet jobs changes crawl --since 1200\n" +
			"  gannet jobs changes crawl --follow --webhook https://example.org/jobs --secret-file secret --cursor jobs.cursor\n" +
			"  gannet jobs changes crawl --text welder --near 'York 30km' --cursor c.json --run 'mail me@example.org'",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			to, err := f.sink(c)
			if err != nil {
				return err
			}
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			if err := f.readSearch(args[0]); err != nil {
				return err
			}
			if f.atom != "" {
				return repeated(c.Context(), c.ErrOrStderr(), f.follow, func() error { return writeAtom(args[0], f.atom, f.search, of) })
			}
			return writeChanges(c.Context(), c.ErrOrStderr(), args[0], &f, of, to)
		},
	}
	f.add(c.Flags())
	c.Flags().StringVar(&f.saved, "search", "", "name of a search that was saved in the view Searches of gannet serve; the saved search is used in place of filters")
	searchFlags(c.Flags(), &f.search)
	f.release.flags(c.Flags())
	return c
}

// readSearch reads the saved search, if the flags name one, and checks what is searched for.
func (f *changesFlags) readSearch(dir string) error {
	if f.saved != "" {
		if f.search != (search.Search{}) {
			return cli.Usagef("--search %s has its own filters: leave %s out", f.saved, f.search)
		}
		var err error
		switch f.search, err = search.Named(dir, f.saved); {
		case errors.Is(err, search.ErrUnknown):
			return cli.Usagef("--search %w: see the view Searches of `gannet serve %s`", err, dir)
		case err != nil:
			return err
		}
	}
	if _, err := f.search.Query(); err != nil {
		return wrongSearch(err)
	}
	return nil
}

// writeAtom replaces a file by a feed of the latest changes.
func writeAtom(dir, path string, s search.Search, of *release) error {
	return readCrawl(dir, of, func(jobs postings.Finder, _ string) error {
		f, err := atom.Postings(jobs, s)
		if err != nil {
			return err
		}
		return replaceFeed(path, f)
	})
}

// writeChanges delivers the changes after a cursor. With --follow a signal is the regular end.
func writeChanges(ctx context.Context, stderr io.Writer, dir string, f *changesFlags, of *release, to changeSink) error {
	place, err := f.cursor()
	if err != nil {
		return err
	}
	spool, err := feed.NewSpool()
	if err != nil {
		return err
	}
	defer spool.Close()
	d := &delivery{dir, place, spool, f.search, of, to}
	return repeated(ctx, stderr, f.follow, func() error { return d.once(ctx) })
}

// delivery brings the changes of a crawl to a sink.
type delivery struct {
	dir string
	place
	spool  *feed.Spool
	search search.Search
	of     *release
	to     changeSink
}

// once delivers what has changed. The crawl is read first, and not held while the sink takes its time.
func (d *delivery) once(ctx context.Context) error {
	if err := d.read(); err != nil {
		return err
	}
	err := d.spool.Each(func(b *feed.Batch) error {
		if err := d.to.deliver(ctx, d.at.Crawl, b); err != nil || b.Cursor == 0 {
			return err
		}
		return d.advance(b.Cursor)
	})
	if err != nil || d.spool.Latest <= d.at.Cursor {
		return err
	}
	return d.advance(d.spool.Latest) // what the filters left out last
}

func (d *delivery) read() error {
	return readCrawl(d.dir, d.of, func(jobs postings.Finder, crawl string) error {
		if err := d.at.Of(crawl, ""); err != nil {
			return err
		}
		keep, err := d.search.Keep(jobs)
		if err != nil {
			return err
		}
		err = d.spool.Fill(jobs, d.at.Cursor, keep)
		return d.advised(err)
	})
}
