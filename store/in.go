package store

import (
	"context"
	"time"

	"gannet/internal/share"
	"gannet/store/postings"
)

// transactionTime is how long a reader's transaction lasts at most; only a single entry may take longer. While a transaction reads, the file cannot
// grow and no space in it can be used again, so a long one would hold up a crawl that writes.
const transactionTime = 2 * time.Millisecond

// In returns a Reader with two restrictions: no transaction begins after ctx has ended, and each transaction waits until turns lets it begin.
// If turns is nil, no transaction has to wait.
func (d *DB) In(ctx context.Context, turns *share.Share) Reader { return &bounded{d, ctx, turns} }

// bounded is a DB that is read for a client who may go away.
type bounded struct {
	*DB
	ctx   context.Context
	turns *share.Share
}

func (b *bounded) do(read func() error) error { return b.turns.Do(b.ctx, read) }

// In implements Reader: it returns a Reader that stops when ctx ends.
func (b *bounded) In(ctx context.Context, turns *share.Share) Reader { return b.DB.In(ctx, turns) }

// Postings returns a Finder of the store's postings with the same restrictions as this Reader.
func (b *bounded) Postings() postings.Finder { return b.DB.Postings().In(b.ctx, b.turns) }

// Select implements Reader: it calls use for the pages of a selection.
func (b *bounded) Select(s Selection, use func(*Page) error) error {
	return b.DB.selectBy(b.do, s, use)
}

// PageChanges implements Reader: it returns which pages have changed since a cursor.
func (b *bounded) PageChanges(since uint64) (*PageChanges, error) {
	return b.DB.pageChangesBy(b.do, since)
}

// Stats implements Reader: it returns counts over all stored pages.
func (b *bounded) Stats() (Stats, error) { return b.DB.statsBy(b.do) }

// Meta implements Reader: it reads the fact that is stored under a key into v. ok is false if there is no such fact.
func (b *bounded) Meta(key string, v any) (ok bool, err error) {
	err = b.do(func() (err error) { ok, err = b.DB.Meta(key, v); return err })
	return ok, err
}

// Get implements Reader: it returns the page that is stored for a URL.
func (b *bounded) Get(url string) (p *Page, err error) {
	err = b.do(func() (err error) { p, err = b.DB.Get(url); return err })
	return p, err
}

// Lookup implements Reader: it returns the page that was fetched from exactly this URL.
func (b *bounded) Lookup(url string) (p *Page, outcome Outcome, err error) {
	err = b.do(func() (err error) { p, outcome, err = b.DB.Lookup(url); return err })
	return p, outcome, err
}

// Path implements Reader: it returns how a URL was discovered.
func (b *bounded) Path(url string) (path []string, err error) {
	err = b.do(func() (err error) { path, err = b.DB.Path(url); return err })
	return path, err
}

// Revisit implements Reader: it returns the state of a URL that the crawl revisits.
func (b *bounded) Revisit(url string) (r *Revisit, err error) {
	err = b.do(func() (err error) { r, err = b.DB.Revisit(url); return err })
	return r, err
}

// CheckEntriesIn checks the entries of the store as CheckEntries does. No transaction begins after ctx has ended, and each waits until turns
// lets it begin.
func (d *DB) CheckEntriesIn(ctx context.Context, turns *share.Share, report func(problem string) error) error {
	return d.checkEntriesBy((&bounded{d, ctx, turns}).do, report)
}

// atOnce runs a transaction.
func atOnce(read func() error) error { return read() }
