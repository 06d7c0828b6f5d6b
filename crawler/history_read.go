package crawler

import (
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"gannet/internal/pageguard"
)

// eachRead calls use for what is read of items, in their order, until use fails. What is read as nil is passed over. Pages are read
// on all processors while those before them are used.
func eachRead[T any](h *History, items []T, readItem func(T) (*ReplayedPage, error), use func(*ReplayedPage) error) error {
	chunks := slices.Collect(slices.Chunk(items, 32))
	var next *replayedPages
	defer func() { next.wait() }()
	for i := range chunks {
		pages := next
		if i == 0 {
			pages = readTogether(chunks[0], readItem)
		}
		next = nil
		if err := pages.wait(); err != nil {
			return err
		}
		if i+1 < len(chunks) {
			next = readTogether(chunks[i+1], readItem)
		}
		for _, t := range pages.list {
			if t == nil {
				continue
			}
			if err := h.complete(t); err != nil {
				return err
			}
			if err := use(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// replayedPages are pages that are being read.
type replayedPages struct {
	list []*ReplayedPage
	done chan error
}

// readTogether begins to read items on all processors.
func readTogether[T any](items []T, readItem func(T) (*ReplayedPage, error)) *replayedPages {
	r := &replayedPages{make([]*ReplayedPage, len(items)), make(chan error, 1)}
	go func() {
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, item := range items {
			group.Go(func() (err error) {
				if r.list[i], err = readItem(item); pageguard.Of(err) != nil {
					return nil // an earlier version could read the page
				}
				return err
			})
		}
		r.done <- group.Wait()
	}()
	return r
}

// wait returns when all are read. Of nil nothing is.
func (r *replayedPages) wait() error {
	if r == nil {
		return nil
	}
	return <-r.done
}
