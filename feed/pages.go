package feed

import (
	"context"
	"errors"

	"gannet/store"
	"gannet/store/postings"
)

// Pages says how pages become rows.
type Pages struct {
	Row func(*store.Page) Row // gets the page with its body
}

// Read returns what changed in the pages after the cursor of a sink, or nil if nothing did. The error is ErrAhead if the crawl has no such cursor. The
// update reads the pages from from, which must stay open for that.
func (p *Pages) Read(from store.Reader, crawl string, since uint64) (*Update, error) {
	u := &Update{Crawl: crawl, Since: since, Whole: since == 0}
	c, err := from.PageChanges(since)
	if errors.Is(err, postings.ErrOldCursor) {
		u.Whole = true
		c, err = from.PageChanges(0)
	}
	if errors.Is(err, postings.ErrNoCursor) {
		err = ErrAhead
	}
	if err != nil || c.Cursor == since && !u.Whole || c.Cursor == 0 && since == 0 {
		return nil, err
	}
	u.Cursor = c.Cursor
	for _, number := range c.Rewritten {
		u.Changed = append(u.Changed, Changed{Number: number, Cursor: c.Cursor})
	}
	u.each = func(ctx context.Context, use func(Row) error) error {
		if err := p.rewritten(ctx, from, c.Rewritten, use); err != nil {
			return err
		}
		return from.Select(store.Selection{After: c.After, Before: c.Last + 1, Body: true}, func(page *store.Page) error {
			return errors.Join(ctx.Err(), use(p.Row(page)))
		})
	}
	return u, nil
}

// rewritten calls use for the pages with some numbers, which ascend. It reads pages whose numbers follow each other at once.
func (p *Pages) rewritten(ctx context.Context, from store.Reader, numbers []uint64, use func(Row) error) error {
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+uint64(n) {
			n++
		}
		kept := make([]bool, n)
		err := from.Select(store.Selection{After: numbers[0] - 1, Before: numbers[n-1] + 1, Body: true}, func(page *store.Page) error {
			kept[page.Seq-numbers[0]] = true
			return errors.Join(ctx.Err(), use(p.Row(page)))
		})
		if err != nil {
			return err
		}
		for i, number := range numbers[:n] {
			if kept[i] {
				continue
			}
			if err := use(Row{Number: number}); err != nil {
				return err
			}
		}
		numbers = numbers[n:]
	}
	return nil
}
