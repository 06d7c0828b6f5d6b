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
	"github.com/spf13/pflag"

	"gannet/crawldir/api"
	"gannet/feed"
	"gannet/feed/atom"
	"gannet/internal/cli"
	"gannet/internal/wholefile"
	"gannet/store"
	"gannet/store/postings"
)

// deliveryFlags say from where on events are written, and to whom.
type deliveryFlags struct {
	since      uint64
	follow     bool
	cursorFile string
	hookFlags
	command, atom string
}

func (f *deliveryFlags) add(fs *pflag.FlagSet) {
	fs.Uint64Var(&f.since, "since", 0, "print the events after this cursor; 0: all events")
	fs.BoolVar(&f.follow, "follow", false, "do not end: write changes as they happen, until a signal arrives")
	fs.StringVar(&f.cursorFile, "cursor", "", "file with the cursor after which to continue; the file is updated when the changes have been delivered")
	f.hookFlags.add(fs)
	fs.StringVar(&f.command, "run", "", "shell command to run for each batch of changes, with the changes as its standard input; a batch counts as delivered if the command ends with status 0")
	fs.StringVar(&f.atom, "atom", "", "file for an Atom feed of the latest changes, 100 at most; the file is replaced")
}

// sink returns where changes go, after it has checked the flags.
func (f *deliveryFlags) sink(c *cobra.Command) (changeSink, error) {
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

// checkAtom returns an error if flags exclude --atom, whose file always has the latest changes.
func (f *deliveryFlags) checkAtom(c *cobra.Command) error {
	for _, other := range []string{"since", "cursor", "webhook", "secret-file", "plain-http", "run"} {
		if c.Flags().Changed(other) {
			return cli.Usagef("--atom writes the latest changes each time: leave --%s out", other)
		}
	}
	return checkOutput("--atom", f.atom)
}

// replaceFeed replaces a file by a feed. A file that would stay the same is left as it is.
func replaceFeed(path string, f *atom.Feed) error {
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		return err
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text.Bytes()) {
		return nil
	}
	return wholefile.Write(path, text.Bytes())
}

// cursor returns where to go on.
func (f *deliveryFlags) cursor() (place, error) {
	if f.cursorFile == "" {
		return place{at: &feed.Cursor{Cursor: f.since}}, nil
	}
	at, err := feed.ReadCursor(f.cursorFile)
	return place{at, true}, err
}

// place is where a delivery goes on.
type place struct {
	at   *feed.Cursor
	keep bool // it is in a file
}

// advance goes on to a cursor.
func (p *place) advance(to uint64) error {
	if p.keep {
		return p.at.Advance(to)
	}
	p.at.Cursor = to
	return nil
}

// advised adds the remedy to an error of a cursor that is in a file.
func (p *place) advised(err error) error {
	if p.keep && (errors.Is(err, postings.ErrOldCursor) || errors.Is(err, postings.ErrNoCursor)) {
		return advise(err, "remove the file of --cursor to start over")
	}
	return err
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

// longestPause bounds the pause before a failed delivery is tried again. The pause is doubled with each failure.
const longestPause = time.Minute

// repeated calls once, and with follow again and again until a signal, which is the regular end then. A delivery that may succeed later is tried again, and the
// failure is printed.
func repeated(ctx context.Context, stderr io.Writer, follow bool, once func() error) error {
	pause := followEvery
	for {
		err := once()
		switch {
		case follow && ctx.Err() != nil:
			return nil
		case !follow:
			return err
		case errors.Is(err, errCommand) || errors.Is(err, feed.ErrUnavailable):
			cli.PrintError(stderr, "gannet: "+oneLine(fmt.Errorf("%w: it is tried again in %s", err, pause)))
			wait(ctx, pause)
			pause = min(2*pause, longestPause)
		case err != nil && !passes(err):
			return err
		default:
			wait(ctx, followEvery)
			pause = followEvery
		}
		if ctx.Err() != nil {
			return nil
		}
	}
}

// passes reports whether a crawl can be read later: it begins, or has just ended.
func passes(err error) bool { return errors.Is(err, store.ErrInUse) || errors.Is(err, api.ErrEnded) }
