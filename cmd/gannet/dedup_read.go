package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/internal/bom"
	"gannet/job"
)

// adFlags are the flags of all commands that read ads.
type adFlags struct {
	workers int
	skipBad bool
	skipped atomic.Int64
}

func (f *adFlags) register(c *cobra.Command) {
	s := c.Flags()
	s.IntVar(&f.workers, "workers", 0, "goroutines that prepare ads; default: one a core")
	s.BoolVar(&f.skipBad, "skip-bad", false, "skip and count lines that are no ads")
}

func (f *adFlags) reportSkipped(w io.Writer) {
	if n := f.skipped.Load(); n > 0 {
		fmt.Fprintf(w, "gannet: %d lines that are no ads were skipped\n", n)
	}
}

// documents are the ads read, in the order of the lines.
type documents struct {
	ids      []string
	records  []*dedup.Profile
	byNumber []int // index of the ad that a Deduper knows by a number
}

// id returns the id of the ad with a number, "" for 0.
func (d *documents) id(number uint64) string {
	if number == 0 {
		return ""
	}
	return d.ids[d.byNumber[number]]
}

// longestLine is the longest line that is read, in bytes. An ad with the HTML of its page takes less than a hundredth of it.
const longestLine = 64 << 20

// batchLines is how many lines a worker gets at a time.
const batchLines = 64

// chunk is some lines of a file.
type chunk struct {
	file    string
	first   int // number of the first line
	lines   [][]byte
	ids     []string
	records []*dedup.Profile
}

// read reads the ads of files and prepares them in parallel. An ad without an id has its URL as its id, or file and
// line. An ad that cannot be read is counted with --skip-bad, and otherwise an error that names file and line.
func (f *adFlags) read(ctx context.Context, stdin io.Reader, files []string, prepare func(*job.Posting) *dedup.Profile, report *reporter) (*documents, error) {
	if f.workers < 0 {
		return nil, usagef("--workers is at least 1")
	}
	g, ctx := errgroup.WithContext(ctx)
	work := make(chan *chunk)
	var chunks []*chunk
	now := time.Now()
	g.Go(func() error {
		defer close(work)
		n, last := 0, now
		for _, file := range files {
			err := eachChunk(file, stdin, func(c *chunk) error {
				chunks = append(chunks, c)
				if n += len(c.lines); time.Since(last) > lineEvery {
					last = time.Now()
					report.step("%d ads read", n)
				}
				select {
				case work <- c:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	for range workersOr(f.workers) {
		g.Go(func() error {
			for c := range work {
				if err := f.prepare(c, now, prepare); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	docs := &documents{}
	for _, c := range chunks {
		docs.ids, docs.records = append(docs.ids, c.ids...), append(docs.records, c.records...)
	}
	return docs, nil
}

// prepare parses the lines of a chunk.
func (f *adFlags) prepare(c *chunk, now time.Time, prepare func(*job.Posting) *dedup.Profile) error {
	for i, line := range c.lines {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		ad, err := ads.Parse(line, now)
		if err != nil {
			if f.skipBad {
				f.skipped.Add(1)
				continue
			}
			return fmt.Errorf("%s:%d: %w (--skip-bad goes on)", c.file, c.first+i, err)
		}
		ad.ID = cmp.Or(ad.ID, ad.Posting.URL, c.file+":"+strconv.Itoa(c.first+i))
		c.ids, c.records = append(c.ids, ad.ID), append(c.records, prepare(ad.Posting))
	}
	c.lines = nil
	return nil
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
	scanner := bufio.NewScanner(bom.NewReader(in))
	scanner.Buffer(make([]byte, 0, 1<<20), longestLine)
	c := &chunk{file: path, first: 1}
	n := 0
	for scanner.Scan() {
		n++
		if c.lines = append(c.lines, slices.Clone(scanner.Bytes())); len(c.lines) == batchLines {
			if err := use(c); err != nil {
				return err
			}
			c = &chunk{file: path, first: n + 1}
		}
	}
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: the line is longer than %d MiB: is it JSON Lines?", path, n+1, longestLine>>20)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", path, n+1, err)
	}
	return use(c)
}
