package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/dedup/corpus"
	"gannet/internal/bom"
	"gannet/internal/cli"
	"gannet/job"
)

// adFlags are the flags of all commands that read ads.
type adFlags struct {
	workers int
	skipBad bool
	bad     badLines
	unknown unknownKeys
}

func (f *adFlags) register(c *cobra.Command) {
	s := c.Flags()
	s.IntVar(&f.workers, "workers", 0, "number of goroutines that prepare ads; default: one for each core")
	s.BoolVar(&f.skipBad, "skip-bad", false, "exit with status 0 even if lines were skipped because they are not ads")
}

// maxNamed is how many bad lines are named.
const maxNamed = 3

// badLines are the lines that are no ads.
type badLines struct {
	mu    sync.Mutex // guards the fields below
	count int
	first []badLine // at most maxNamed, in the order of files and lines
}

type badLine struct {
	file   int // its number on the command line
	number int
	err    error // names file and line
}

// add records a bad line. Workers report lines in any order.
func (b *badLines) add(line badLine) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count++
	at, _ := slices.BinarySearchFunc(b.first, line, func(x, y badLine) int {
		return cmp.Or(x.file-y.file, x.number-y.number)
	})
	b.first = slices.Insert(b.first, at, line)
	b.first = b.first[:min(len(b.first), maxNamed)]
}

// unknownKeys are keys of lines that are not read.
type unknownKeys struct {
	mu   sync.Mutex // guards keys
	keys map[string]bool
}

func (u *unknownKeys) add(keys []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.keys == nil {
		u.keys = map[string]bool{}
	}
	for _, key := range keys {
		u.keys[key] = true
	}
}

// report names the keys in one line, if there are any. Of many it names the first.
func (u *unknownKeys) report(w io.Writer) error {
	const most = 12
	keys := slices.Sorted(maps.Keys(u.keys))
	if len(keys) == 0 {
		return nil
	}
	if len(keys) > most {
		keys = append(keys[:most], "…")
	}
	_, err := fmt.Fprintf(w, "gannet: keys that are not read: %s (gannet dedup --help names those that are)\n", oneLine(errors.New(strings.Join(keys, ", "))))
	return err
}

// reportBad returns an error that names the first bad lines, if there are any. With --skip-bad it prints them on w instead. Before that it
// names the keys that were not read.
func (f *adFlags) reportBad(w io.Writer) error {
	if err := f.unknown.report(w); err != nil {
		return err
	}
	b := &f.bad
	switch {
	case b.count == 0:
		return nil
	case f.skipBad:
		_, err := fmt.Fprintf(w, "gannet: %s\n", oneLine(b.err()))
		return err
	}
	return fmt.Errorf("%w; the rest is done: mend them, or allow them with --skip-bad", b.err())
}

// err says how many bad lines were skipped, and names the first.
func (b *badLines) err() error {
	counted := "1 line that is no ad was skipped"
	if b.count > 1 {
		counted = fmt.Sprintf("%d lines that are no ads were skipped", b.count)
	}
	var first []string
	for _, line := range b.first {
		first = append(first, line.err.Error())
	}
	if b.count > len(first) {
		first = append(first, "…")
	}
	return fmt.Errorf("%s: %s", counted, strings.Join(first, "; "))
}

// documents are the ads read, in the order of the lines.
type documents struct {
	*dedup.Batch // the order in which they were decided; nil before
	ids          []string
	records      *dedup.ProfileStore
	decisions    decisions
}

// add adds an ad.
func (d *documents) add(id string, p *dedup.Profile) error {
	d.ids = append(d.ids, id)
	return d.records.Append(p)
}

// id returns the id of the ad with a number, "" for 0.
func (d *documents) id(number uint64) string {
	if number == 0 {
		return ""
	}
	return d.ids[d.Order[number-1]]
}

// longestLine is the longest line that is read, in bytes. An ad with the HTML of its page takes less than a hundredth of it.
const longestLine = 64 << 20

// batchLines is how many lines a worker gets at a time.
const batchLines = 64

// chunk is some lines of a file.
type chunk struct {
	file    string
	order   int // number of the file
	first   int // number of the first line
	lines   [][]byte
	tooLong map[int]bool // indexes of lines that are too long, and nil in lines
	ids     []string
	records []*dedup.Profile
	done    chan struct{} // closed when ids and records are there
}

// waitingChunks is how many chunks may be prepared before an earlier one is.
const waitingChunks = 256

// read reads the ads of files, prepares them in parallel, and calls add with each in the order of the lines. An ad without an id has
// its URL as its id, or file and line. A line that is no ad is recorded in f.bad, and the others go on. It is an error if no line is
// an ad.
func (f *adFlags) read(ctx context.Context, stdin io.Reader, files []string, prepare func(p *job.Posting, list string) *dedup.Profile, add func(id string, p *dedup.Profile) error, report *reporter) error {
	if f.workers < 0 {
		return cli.Usagef("--workers is at least 1")
	}
	g, ctx := errgroup.WithContext(ctx)
	work, inOrder := make(chan *chunk), make(chan *chunk, waitingChunks)
	now := time.Now()
	g.Go(func() error {
		defer close(work)
		defer close(inOrder)
		return readChunks(ctx, stdin, files, report, work, inOrder)
	})
	for range workersOr(f.workers) {
		g.Go(func() error {
			for c := range work {
				f.prepare(c, now, prepare)
				close(c.done)
			}
			return nil
		})
	}
	good := 0
	g.Go(func() error {
		return eachPrepared(ctx, inOrder, func(id string, p *dedup.Profile) error {
			good++
			return add(id, p)
		})
	})
	if err := g.Wait(); err != nil {
		return err
	}
	if good == 0 && f.bad.count > 0 {
		return fmt.Errorf("no line is an ad: %w", f.bad.first[0].err)
	}
	return nil
}

// eachPrepared calls add with the ads of chunks, in their order.
func eachPrepared(ctx context.Context, chunks <-chan *chunk, add func(id string, p *dedup.Profile) error) error {
	for c := range chunks {
		select {
		case <-c.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		for i, p := range c.records {
			if err := add(c.ids[i], p); err != nil {
				return err
			}
		}
	}
	return nil
}

// readChunks sends the chunks of files to each of the channels.
func readChunks(ctx context.Context, stdin io.Reader, files []string, report *reporter, to ...chan<- *chunk) error {
	n, last := 0, time.Now()
	for order, file := range files {
		err := eachChunk(file, stdin, func(c *chunk) error {
			c.order, c.done = order, make(chan struct{})
			if n += len(c.lines); time.Since(last) > lineEvery {
				last = time.Now()
				report.step("%d ads read", n)
			}
			for _, channel := range to {
				select {
				case channel <- c:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// prepare parses the lines of a chunk.
func (f *adFlags) prepare(c *chunk, now time.Time, prepare func(p *job.Posting, list string) *dedup.Profile) {
	for i, line := range c.lines {
		if len(bytes.TrimSpace(line)) == 0 && !c.tooLong[i] {
			continue
		}
		ad, record, err := corpus.Read(line, now, prepare)
		if c.tooLong[i] {
			err = errTooLong
		}
		if err != nil {
			f.bad.add(badLine{c.order, c.first + i, fmt.Errorf("%s:%d: %w", c.file, c.first+i, err)})
			continue
		}
		if len(c.ids) == 0 { // lines of a file nearly always have the same keys
			f.unknown.add(ads.UnknownKeys(line))
		}
		ad.ID = cmp.Or(ad.ID, ad.Posting.URL, c.file+":"+strconv.Itoa(c.first+i))
		c.ids, c.records = append(c.ids, ad.ID), append(c.records, record)
	}
	c.lines = nil
}

// eachChunk cuts a file into chunks of lines. The path - is standard input.
func eachChunk(path string, stdin io.Reader, use func(*chunk) error) error {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	lines := bufio.NewReaderSize(bom.NewReader(in), 1<<20)
	if begin, _ := lines.Peek(4); bytes.HasPrefix(begin, []byte("\x1f\x8b")) || string(begin) == "\x28\xb5\x2f\xfd" {
		return fmt.Errorf("%s is compressed: unpack it first", path)
	}
	c := &chunk{file: path, first: 1}
	for n := 1; ; n++ {
		line, err := readLine(lines)
		switch {
		case err == io.EOF:
			return use(c)
		case errors.Is(err, errTooLong):
			if c.tooLong == nil {
				c.tooLong = make(map[int]bool)
			}
			c.tooLong[len(c.lines)] = true
		case err != nil:
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if c.lines = append(c.lines, line); len(c.lines) == batchLines {
			if err := use(c); err != nil {
				return err
			}
			c = &chunk{file: path, first: n + 1}
		}
	}
}

// errTooLong says that a line is longer than longestLine.
var errTooLong = fmt.Errorf("the line is longer than %d MiB: is it JSON Lines?", longestLine>>20)

// readLine reads a line. It returns errTooLong after it has read past a line that is too long, and io.EOF at the end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > longestLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && (long || len(line) > 0):
		case err != nil:
			return nil, err
		}
		if long {
			return nil, errTooLong
		}
		return line, nil
	}
}
