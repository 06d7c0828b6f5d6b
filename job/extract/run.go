package extract

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/job"
)

// Input is a page to extract from.
type Input struct {
	URL  string
	Body func() ([]byte, error) // UTF-8; called once, by any goroutine
	Time time.Time              // of the page; zero: now
}

// Result is what was extracted from a page.
type Result struct {
	URL     string
	Kind    job.Kind
	Posting *job.Posting // nil unless Kind is Detail
	Err     error        // the page could not be read
}

// task is a page under way.
type task struct {
	source Input
	done   chan Result // of one
}

// ahead is how many pages a worker may be ahead of the results, so that a slow page does not stop the others.
const ahead = 16

// Run extracts from all pages that pages hands to emit, on workers goroutines (0: one a core), and hands the results to
// use in the order of the pages, one at a time. It ends at the first error of pages or use, or with ctx.
func (e *Extractor) Run(ctx context.Context, workers int, pages func(emit func(Input) error) error, use func(Result) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	work, inOrder := make(chan *task), make(chan *task, workers*ahead)
	group.Go(func() error {
		defer close(work)
		defer close(inOrder)
		return pages(func(s Input) error { return hand(ctx, &task{s, make(chan Result, 1)}, inOrder, work) })
	})
	for range workers {
		group.Go(func() error {
			reader := features.NewReader()
			for t := range work {
				t.done <- e.one(reader, t.source)
			}
			return nil
		})
	}
	group.Go(func() error { return collect(ctx, inOrder, use) })
	return group.Wait()
}

// hand gives a task to each of the channels.
func hand(ctx context.Context, t *task, to ...chan *task) error {
	for _, c := range to {
		select {
		case c <- t:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// collect waits for the results of tasks in their order.
func collect(ctx context.Context, inOrder <-chan *task, use func(Result) error) error {
	for t := range inOrder {
		select {
		case r := <-t.done:
			if err := use(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// one extracts from one page.
func (e *Extractor) one(reader *features.Reader, s Input) Result {
	r := Result{URL: s.URL}
	body, err := s.Body()
	if err != nil {
		r.Err = err
		return r
	}
	p, err := reader.Read(s.URL, body)
	if err != nil {
		r.Err = err
		return r
	}
	now := s.Time
	if now.IsZero() {
		now = time.Now()
	}
	r.Kind, r.Posting = e.Page(p, now)
	return r
}
