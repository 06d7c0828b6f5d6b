package feed

import (
	"context"
	"errors"
	"slices"

	"gannet/store"
	"gannet/store/postings"
)

// Pages exports pages as rows of a table: it reads their changes, and Row makes the row of a page.
type Pages struct {
	Row func(*store.Page) Row // gets the page with its body
}

// Read returns the changes of pages since the cursor of a sink, or nil if there are none. The error is ErrAhead if the crawl has no such
// cursor. The pages themselves are read later, so from must stay open while the update is used.
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
		at, _ := slices.BinarySearch(c.Rewritten, c.After+1)
		before, later := c.Rewritten[:at], c.Rewritten[at:]
		for len(before) > 0 {
			n := 1 // pages whose numbers follow each other are read at once
			for n < len(before) && before[n] == before[0]+uint64(n) {
				n++
			}
			if err := p.rows(ctx, from, before[0]-1, before[n-1], before[:n], use); err != nil {
				return err
			}
			before = before[n:]
		}
		return p.rows(ctx, from, c.After, c.Last, later, use)
	}
	return u, nil
}

// rows calls use for the pages that are kept with numbers above after and up to last, and for those of the rewritten ones among them that are no longer
// kept: an update that was cut off may have brought these to a sink without transactions.
func (p *Pages) rows(ctx context.Context, from store.Reader, after, last uint64, rewritten []uint64, use func(Row) error) error {
	goneUntil := func(number uint64) error {
		for ; len(rewritten) > 0 && rewritten[0] < number; rewritten = rewritten[1:] {
			if err := use(Row{Number: rewritten[0]}); err != nil {
				return err
			}
		}
		return nil
	}
	err := from.Select(store.Selection{After: after, Before: last + 1, Body: true}, func(page *store.Page) error {
		if err := errors.Join(ctx.Err(), goneUntil(page.Seq)); err != nil {
			return err
		}
		if len(rewritten) > 0 && rewritten[0] == page.Seq {
			rewritten = rewritten[1:]
		}
		return use(p.Row(page))
	})
	if err != nil {
		return err
	}
	return goneUntil(last + 1)
}
