package extract

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/internal/pageguard"
	"gannet/job"
)

// Input is a page whose postings are to be extracted.
type Input struct {
	URL  string
	Body func() ([]byte, error) // UTF-8; called once, by any goroutine
	Time time.Time              // of the page; zero: now
	PDF  bool                   // the page was made of a PDF
	Part int                    // its number among the pages of one large response, from 0

	Header  http.Header // of the response, if it is known
	Charset string      // of the source, if it is known; Body is UTF-8 in any case
}

// Result has the postings that were extracted from one page.
type Result struct {
	URL      string
	Kind     job.Kind
	Postings []*job.Posting // as Extractor.Page returns them
	Time     time.Time      // of the page, as Input has it
	Part     int            // likewise
	Err      error          // the page could not be read; a *pageguard.Panic if the reader failed
}

// task is a page that is being extracted.
type task struct {
	source Input
	done   chan Result // of capacity one
}

// ahead is the number of pages per worker that may wait for their results to be used. Without it one slow page would stop
// all workers.
const ahead = 16

// Run extracts the postings of all pages that the function pages passes to emit, with this number of workers, or one for each core if it is
// 0. It calls use with one result at a time, in the order of the pages. It stops at the first error of pages or use, or when ctx is done.
func (e *Extractor) Run(ctx context.Context, workers int, pages func(emit func(Input) error) error, use func(Result) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	work, inOrder := make(chan *task), make(chan *task, workers*ahead)
	group.Go(func() error {
		defer close(work)
		defer close(inOrder)
		return pages(func(s Input) error { return send(ctx, &task{s, make(chan Result, 1)}, inOrder, work) })
	})
	for range workers {
		group.Go(func() error {
			reader := features.NewReader()
			for t := range work {
				r, err := pageguard.Get(func() (Result, error) { return e.extractOne(reader, t.source), nil })
				if err != nil {
					r, reader = Result{URL: t.source.URL, Time: t.source.Time, Err: err}, features.NewReader()
				}
				t.done <- r
			}
			return nil
		})
	}
	group.Go(func() error { return collect(ctx, inOrder, use) })
	return group.Wait()
}

// send sends a task to each of the channels.
func send(ctx context.Context, t *task, to ...chan *task) error {
	for _, c := range to {
		select {
		case c <- t:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// collect calls use with the results of tasks in their order.
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

// extractOne extracts from one page.
func (e *Extractor) extractOne(reader *features.Reader, s Input) Result {
	r := Result{URL: s.URL, Time: s.Time, Part: s.Part}
	body, err := s.Body()
	if err != nil {
		r.Err = err
		return r
	}
	p, err := reader.ReadSource(features.Source{URL: s.URL, Header: s.Header, Body: body, Charset: s.Charset})
	if err != nil {
		r.Err = err
		return r
	}
	now := s.Time
	if now.IsZero() {
		now = time.Now()
	}
	if s.PDF {
		r.Kind, r.Postings = e.PDF(p, now)
	} else {
		r.Kind, r.Postings = e.Page(p, now)
	}
	return r
}
