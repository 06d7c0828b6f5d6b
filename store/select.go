package store

import (
	"fmt"
	"time"

	"gannet/store/internal/entry"
)

// Selection says which pages Select returns, and which parts of each. The zero value means all pages, without body, links and discovery
// path.
type Selection struct {
	After    uint64 // only pages with a greater number
	Before   uint64 // only pages with a smaller number; 0: all
	Newest   bool   // the page that was stored last comes first
	Limit    int    // at most so many pages; 0: all
	Relevant bool   // only pages on topic
	Body     bool   // with Page.Body
	Links    bool   // with Page.Links
	Path     bool   // with Page.Path
}

// The bounds of one transaction of Select: numbers of entries and bytes. It also ends after transactionTime.
const (
	selectEntries = 1024
	selectBytes   = 4 << 20
)

// Select calls use for the selected pages in the order in which they were stored, until use returns an error. It reads in many short
// transactions, and calls use between them. Pages stored after its beginning are not returned, and a page that is deleted meanwhile may be
// missing. use may keep the page.
func (d *DB) Select(s Selection, use func(*Page) error) error { return d.selectBy(atOnce, s, use) }

// selectBy is Select with do, which runs each transaction.
func (d *DB) selectBy(do func(read func() error) error, s Selection, use func(*Page) error) error {
	last := uint64(0)
	err := do(func() (err error) { last, err = d.lastPage(); return err })
	if err != nil {
		return err
	}
	if s.Before > 0 {
		last = min(last, s.Before-1)
	}
	for given := 0; s.After < last; {
		var pages []*Page
		err := do(func() (err error) { pages, err = d.selectSome(&s, &last); return err })
		for _, p := range pages {
			if err := use(p); err != nil {
				return err
			}
			if given++; given == s.Limit {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lastPage returns the number of the page that was stored last, 0 if there is none.
func (d *DB) lastPage() (last uint64, err error) {
	err = d.view(func(b *pageBuckets) error {
		if k, _ := b.pages.Cursor().Last(); k != nil {
			last = entry.Number(k)
		}
		return nil
	})
	return last, err
}

// selectSome reads pages up to last in one transaction. It moves s.After past these pages or, if the newest come first, last before them. If it
// fails, it also returns the pages before the error.
func (d *DB) selectSome(s *Selection, last *uint64) (pages []*Page, err error) {
	err = d.view(func(b *pageBuckets) error {
		n, size, until := 0, 0, time.Now().Add(transactionTime)
		return b.pages.Numbers(&s.After, last, s.Newest, func(k, value []byte) (more bool, err error) {
			p, err := d.selected(b, s, k, value)
			if err != nil {
				return false, fmt.Errorf("read page %d: %w", entry.Number(k), err)
			}
			if p != nil {
				pages, size = append(pages, p), size+len(p.Body)+8*len(p.Links)
			}
			n++
			return n < s.batch() && size < selectBytes && time.Now().Before(until), nil
		})
	})
	return pages, err
}

// batch is how many pages one transaction reads.
func (s *Selection) batch() int {
	if s.Limit > 0 && !s.Relevant {
		return min(s.Limit, selectEntries)
	}
	return selectEntries
}

// selected returns the parts of a page that a selection wants, nil if it does not want the page.
func (d *DB) selected(b *pageBuckets, s *Selection, seq, value []byte) (*Page, error) {
	p, size, err := decodePage(value)
	if err != nil || s.Relevant && !p.Relevant {
		return nil, err
	}
	d.releaseMapping(b.tx, 1)
	p.Seq = entry.Number(seq)
	if s.Path {
		p.Path = b.path(p.URL)
	}
	if s.Links {
		if p.Links, err = decodeLinks(b.links.Get(seq)); err != nil {
			return nil, fmt.Errorf("%s: %w", p.URL, err)
		}
	}
	if !s.Body {
		return p, nil
	}
	if p.Body, err = entry.Body(make([]byte, 0, min(size, maxPrealloc)), b.bodies.Get(seq)); err != nil {
		return nil, fmt.Errorf("%s: body: %w (%w)", p.URL, ErrEntry, err)
	}
	return p, nil
}
