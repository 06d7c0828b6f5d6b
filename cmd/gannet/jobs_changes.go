package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir/api"
	"gannet/feed"
	"gannet/feed/atom"
	"gannet/feed/search"
	"gannet/internal/cli"
	"gannet/internal/wholefile"
	"gannet/store"
	"gannet/store/postings"
)

// changesFlags are the flags of `gannet jobs changes`.
type changesFlags struct {
	since      uint64
	follow     bool
	cursorFile string
	hookFlags
	command, atom string
	saved         string // name of a search
	search        search.Search
	release       releaseFlags
}

func newJobsChanges() *cobra.Command {
	var f changesFlags
	c := &cobra.Command{
		Use:   "changes DIR",
		Short: "Write what has changed: postings that are new, changed, closed, reopened, merged or split",
		Long: "Changes writes the events of a crawl's ledger as JSON Lines, oldest first. Each has a cursor, from which the next\n" +
			"call goes on: with --since, or by itself with --cursor FILE. Whoever takes in all events in their order has what\n" +
			"`gannet jobs export` gives. --webhook sends them in signed batches, each until the server takes it, and --run gives\n" +
			"them to a command. --atom writes the latest ones as a feed for feed readers. With filters, as `gannet jobs list` has\n" +
			"them, only events of postings that meet all of them now are written.",
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
				return repeated(c.Context(), f.follow, func() error { return writeAtom(args[0], f.atom, f.search, of) })
			}
			return writeChanges(c.Context(), args[0], &f, of, to)
		},
	}
	c.Flags().Uint64Var(&f.since, "since", 0, "cursor to go on from; 0 is the beginning")
	c.Flags().BoolVar(&f.follow, "follow", false, "go on until a signal, and write changes as they come")
	c.Flags().StringVar(&f.cursorFile, "cursor", "", "file that says where to go on; it is written when changes are delivered")
	f.hookFlags.add(c.Flags())
	c.Flags().StringVar(&f.command, "run", "", "command of the shell that gets changes at its standard input, in batches; it has them if it ends with status 0")
	c.Flags().StringVar(&f.atom, "atom", "", "file that is replaced by an Atom feed of the latest changes, 100 at most")
	c.Flags().StringVar(&f.saved, "search", "", "name of a saved search of the crawl, in place of filters; the view Searches of gannet serve saves them")
	searchFlags(c.Flags(), &f.search)
	f.release.flags(c.Flags())
	return c
}

// sink returns where changes go, after it has checked the flags.
func (f *changesFlags) sink(c *cobra.Command) (changeSink, error) {
	if f.cursorFile != "" && c.Flags().Changed("since") {
		return nil, cli.Usagef("--cursor %s says where to go on: leave --since out", f.cursorFile)
	}
	if f.cursorFile != "" { // it is written last, when the changes are out already
		if err := checkOutput("--cursor", f.cursorFile); err != nil {
			return nil, err
		}
	}
	if f.atom != "" {
		return nil, f.checkAtom(c)
	}
	if f.url == "" {
		if err := f.hookFlags.unused(); err != nil {
			return nil, err
		}
		if f.command != "" {
			return commandSink{f.command, c.OutOrStdout(), c.ErrOrStderr()}, nil
		}
		return printSink{c.OutOrStdout()}, nil
	}
	if f.command != "" {
		return nil, cli.Usagef("--run and --webhook both take the changes: leave one out")
	}
	if f.cursorFile == "" {
		return nil, cli.Usagef("--webhook needs --cursor FILE, which says where to go on: name a file that need not exist")
	}
	return f.hookFlags.open(c.ErrOrStderr(), f.follow)
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

// checkAtom returns an error if flags exclude --atom, whose file always has the latest changes.
func (f *changesFlags) checkAtom(c *cobra.Command) error {
	for _, other := range []string{"since", "cursor", "webhook", "secret-file", "plain-http", "run"} {
		if c.Flags().Changed(other) {
			return cli.Usagef("--atom writes the latest changes each time: leave --%s out", other)
		}
	}
	return checkOutput("--atom", f.atom)
}

// writeAtom replaces a file by a feed of the latest changes. A file that would stay the same is left as it is.
func writeAtom(dir, path string, s search.Search, of *release) error {
	return readCrawl(dir, of, func(jobs postings.Finder, _ string) error {
		f, err := atom.Postings(jobs, s)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := f.Write(&text); err != nil {
			return err
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text.Bytes()) {
			return nil
		}
		return wholefile.Write(path, text.Bytes())
	})
}

// changeSink takes changes. It returns when they are delivered.
type changeSink interface {
	deliver(ctx context.Context, crawl string, b *feed.Batch) error
}

// printSink prints changes.
type printSink struct{ w io.Writer }

func (p printSink) deliver(_ context.Context, _ string, b *feed.Batch) error {
	_, err := p.w.Write(b.Body)
	return err
}

// commandSink gives changes to a command.
type commandSink struct {
	command        string
	stdout, stderr io.Writer
}

// commandEnds is how long a command that a signal ended may leave its input and output open to what it has started.
const commandEnds = 5 * time.Second

// errCommand says that a command did not take changes.
var errCommand = errors.New("the command of --run failed")

func (s commandSink) deliver(ctx context.Context, _ string, b *feed.Batch) error {
	c := exec.CommandContext(ctx, "sh", "-c", s.command)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(b.Body), s.stdout, s.stderr
	c.WaitDelay = commandEnds
	if err := c.Run(); err != nil {
		return fmt.Errorf("%w: %w", errCommand, err)
	}
	return nil
}

// followEvery is the pause after which --follow looks for changes again.
const followEvery = 2 * time.Second

// writeChanges delivers the changes after a cursor. With --follow a signal is the regular end.
func writeChanges(ctx context.Context, dir string, f *changesFlags, of *release, to changeSink) error {
	cursor := &feed.Cursor{Cursor: f.since}
	if f.cursorFile != "" {
		var err error
		if cursor, err = feed.ReadCursor(f.cursorFile); err != nil {
			return err
		}
	}
	spool, err := feed.NewSpool()
	if err != nil {
		return err
	}
	defer spool.Close()
	d := &delivery{dir, cursor, f.cursorFile != "", spool, f.search, of, to}
	return repeated(ctx, f.follow, func() error { return d.once(ctx) })
}

// repeated calls once, and with follow again and again until a signal, which is the regular end then.
func repeated(ctx context.Context, follow bool, once func() error) error {
	err := once()
	for follow && ctx.Err() == nil && (err == nil || passes(err)) {
		select {
		case <-ctx.Done():
		case <-time.After(followEvery):
			err = once()
		}
	}
	if follow && ctx.Err() != nil {
		return nil
	}
	return err
}

// passes reports whether a crawl can be read later: it begins, or has just ended.
func passes(err error) bool { return errors.Is(err, store.ErrInUse) || errors.Is(err, api.ErrEnded) }

// delivery brings the changes of a crawl to a sink.
type delivery struct {
	dir    string
	cursor *feed.Cursor
	keep   bool // the cursor
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
		if err := d.to.deliver(ctx, d.cursor.Crawl, b); err != nil || b.Cursor == 0 {
			return err
		}
		return d.advance(b.Cursor)
	})
	if err != nil || d.spool.Latest <= d.cursor.Cursor {
		return err
	}
	return d.advance(d.spool.Latest) // what the filters left out last
}

func (d *delivery) advance(to uint64) error {
	if d.keep {
		return d.cursor.Advance(to)
	}
	d.cursor.Cursor = to
	return nil
}

func (d *delivery) read() error {
	return readCrawl(d.dir, d.of, func(jobs postings.Finder, crawl string) error {
		if err := d.cursor.Of(crawl); err != nil {
			return err
		}
		keep, err := d.search.Keep(jobs)
		if err != nil {
			return err
		}
		err = d.spool.Fill(jobs, d.cursor.Cursor, keep)
		if d.keep && (errors.Is(err, postings.ErrOldCursor) || errors.Is(err, postings.ErrNoCursor)) {
			return advise(err, "remove the file of --cursor to start over")
		}
		return err
	})
}
