package store

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// PageChanges says which pages were stored, replaced, judged again or deleted after a cursor.
//
// The cursor counts all writes of pages. New pages are found by their numbers, which grow in the order of storing, so only other writes are
// recorded, each with its place in the common order.
type PageChanges struct {
	Cursor uint64 `json:"cursor"` // of the latest write
	After  uint64 `json:"after"`  // pages with a greater number, up to Last, are new
	Last   uint64 `json:"last"`
	// Rewritten are the numbers of the pages that were replaced, judged again or deleted, in ascending order. New pages may be among them. A page that is
	// no longer kept was deleted.
	Rewritten []uint64 `json:"rewritten"`
}

// rewritesKept is how many rewrites of pages are recorded. A reader whose cursor is older reads all pages again.
const rewritesKept = 1 << 18

// PageChanges returns which pages have changed since a cursor. For cursor 0 all pages are new. The error is postings.ErrOldCursor if the
// changes after the cursor are no longer recorded, and postings.ErrNoCursor if the cursor is later than the latest write. It reads in many
// short transactions.
func (d *DB) PageChanges(since uint64) (*PageChanges, error) { return d.pageChangesBy(atOnce, since) }

// pageChangesBy is PageChanges with do, which runs each transaction.
func (d *DB) pageChangesBy(do func(read func() error) error, since uint64) (*PageChanges, error) {
	w := &rewriteWalk{since: since, from: entry.Key(since + 1)}
	err := do(func() error { return d.view(w.begin) })
	for err == nil && w.next <= w.last {
		err = do(func() error { return d.view(w.some) })
	}
	if err != nil {
		return nil, fmt.Errorf("pages after cursor %d: %w", since, err)
	}
	slices.Sort(w.changes.Rewritten)
	w.changes.Rewritten = slices.Compact(w.changes.Rewritten)
	return &w.changes, nil
}

// rewriteWalk is a reading of the records of rewrites after a cursor.
type rewriteWalk struct {
	since      uint64
	changes    PageChanges
	from       []byte // key of the next record
	next, last uint64 // counts of the next record and of the latest one when the reading began
}

// begin finds out what there is to read.
func (w *rewriteWalk) begin(b *pageBuckets) error {
	c := &w.changes
	c.Last, c.Rewritten = b.pages.Sequence(), []uint64{}
	c.Cursor, w.next = c.Last, 1
	if b.rewrites.Bucket != nil {
		w.last = b.rewrites.Sequence()
		c.Cursor += w.last
	}
	switch {
	case w.since == 0:
		w.next = w.last + 1
		return nil
	case w.since > c.Cursor:
		return postings.ErrNoCursor
	case b.rewrites.Bucket == nil: // of an earlier version, which recorded no rewrites
		return postings.ErrOldCursor
	}
	w.next = w.last + 1
	k, sealed := b.rewrites.Cursor().First()
	switch {
	case k == nil && w.last > 0: // the records are lost
		return postings.ErrOldCursor
	case k == nil:
		c.After = w.since
		return nil
	}
	first, err := decodeRewrite(b.rewrites.Unseal(k, sealed))
	if err == nil && entry.Number(k) > w.since && (first.count > 1 || first.page == 0) {
		err = postings.ErrOldCursor
	}
	if err != nil {
		return err
	}
	if k, sealed := b.rewrites.Cursor().Seek(w.from); k != nil {
		r, err := decodeRewrite(b.rewrites.Unseal(k, sealed))
		if err != nil {
			return err
		}
		w.next = r.count
	}
	if c.After = w.since - (w.next - 1); w.since < w.next-1 || c.After > c.Last {
		return postings.ErrNoCursor
	}
	return nil
}

// some reads the next records in one transaction.
func (w *rewriteWalk) some(b *pageBuckets) (err error) {
	until := time.Now().Add(transactionTime)
	w.from, err = b.rewrites.Ascend(w.from, func(k, sealed []byte) (bool, error) {
		r, err := decodeRewrite(b.rewrites.Unseal(k, sealed))
		if err == nil && r.count != w.next {
			err = postings.ErrOldCursor // removed meanwhile
		}
		w.changes.Rewritten = append(w.changes.Rewritten, r.page)
		w.next++
		return w.next <= w.last && time.Now().Before(until), err
	})
	if err == nil && w.from == nil && w.next <= w.last {
		return postings.ErrOldCursor
	}
	w.from = slices.Clone(w.from)
	return err
}

// rewrite is a record that a page was replaced, judged again or deleted. Its key is the number of rewrites and of new pages up to then.
type rewrite struct {
	page  uint64 // 0: earlier records were removed
	count uint64 // of rewrites up to this one
}

func decodeRewrite(value []byte) (r rewrite, err error) {
	f := entry.NewFields(value)
	if r = (rewrite{f.Uvarint(), f.Uvarint()}); f.Bad() || f.More() || r.count == 0 {
		return rewrite{count: 1}, entry.Damaged("a rewrite", value)
	}
	return r, nil
}

// rewritesRemovedAtOnce is how many old records are removed when one is added, so that no transaction is long.
const rewritesRemovedAtOnce = 4

// noteRewrite records that a page was replaced, judged again or deleted, and removes the oldest records beyond the bound.
func (b *pageBuckets) noteRewrite(page uint64) error {
	count, err := b.rewrites.NextSequence()
	if err != nil {
		return err
	}
	b.rewrites.FillPercent = appendFill
	value := binary.AppendUvarint(binary.AppendUvarint(nil, page), count)
	if err := b.rewrites.Put(entry.Key(count+b.pages.Sequence()), value); err != nil {
		return err
	}
	for range rewritesRemovedAtOnce {
		k, sealed := b.rewrites.Cursor().First()
		first, err := decodeRewrite(b.rewrites.Unseal(k, sealed))
		if err == nil && count-first.count < rewritesKept {
			return nil
		}
		if err := b.rewrites.Delete(slices.Clone(k)); err != nil {
			return err
		}
	}
	return nil
}

// foldRewrites removes all records, so that readers read all pages again. skip is added to the next cursor.
func (b *pageBuckets) foldRewrites(skip uint64) error {
	latest, name := b.rewrites.Sequence(), []byte(entry.Rewrites.Bucket())
	if k, sealed := b.rewrites.Cursor().Last(); k != nil {
		if r, err := decodeRewrite(b.rewrites.Unseal(k, sealed)); err == nil {
			latest = max(latest, r.count)
		}
	}
	if err := b.tx.DeleteBucket(name); err != nil {
		return err
	}
	again, err := b.tx.CreateBucket(name)
	if err != nil {
		return err
	}
	b.rewrites.Bucket = again
	if err := again.SetSequence(latest + skip); err != nil {
		return err
	}
	return b.noteRewrite(0)
}

// checkRewrites reads all records. Readers must not miss a rewrite, so any fault removes all of them.
func (c *checker) checkRewrites() error {
	if c.rewrites.Bucket == nil {
		return nil
	}
	fold := func() error { return c.foldRewrites(0) }
	next := uint64(0)
	err := c.rewrites.ForEach(func(k, value []byte) error {
		r, err := decodeRewrite(value)
		switch {
		case len(k) != 8 || err != nil:
			return c.Problem(fold, "rewrites: %x: %v", k, err)
		case next != 0 && r.count != next, entry.Number(k) < r.count, entry.Number(k)-r.count > c.pages.Sequence(), r.page > c.pages.Sequence():
			return c.Problem(fold, "rewrites: %d does not follow the one before", r.count)
		}
		next = r.count + 1
		return nil
	})
	latest := c.rewrites.Sequence()
	if err != nil || next == 0 && latest == 0 || next == latest+1 {
		return err
	}
	return c.Problem(fold, "rewrites: the latest is %d, and not %d", max(next, 1)-1, latest)
}
