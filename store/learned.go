package store

import (
	"encoding/binary"
	"fmt"

	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// A strategy may have learned from an earlier state of a page. When a page is first replaced, its earlier state is therefore kept beside the new one.

// GetLearned returns the page with this number as it was when a strategy learned from it. replaced says that the page has been replaced by a
// later version since. The error is ErrNotFound if the page is not stored.
func (d *DB) GetLearned(seq uint64) (p *Page, replaced bool, err error) {
	err = d.view(func(b *pageBuckets) error {
		p, err = b.learnedPage(entry.Key(seq), true)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("page %d as it was learned from: %w", seq, err)
	}
	if p != nil {
		return p, true, nil
	}
	p, err = d.GetNumber(seq)
	return p, false, err
}

// LookupNumber returns the page with this number as GetLearned does, but without the page's body and without the reasons why its link was
// taken.
func (d *DB) LookupNumber(seq uint64) (p *Page, replaced bool, err error) {
	err = d.view(func(b *pageBuckets) error {
		k := entry.Key(seq)
		if p, err = b.learnedPage(k, false); p != nil || err != nil {
			replaced = true
			return err
		}
		value := b.pages.Get(k)
		if value == nil {
			return nil
		}
		p, err = d.selected(b, &Selection{}, k, value)
		return err
	})
	if err == nil && p == nil {
		err = d.errNotFound()
	}
	if err != nil {
		return nil, false, fmt.Errorf("page %d as it was learned from: %w", seq, err)
	}
	return p, replaced, nil
}

// LookupLearned returns a page as it was when a strategy learned from it, without its body. It returns nil if the page has never been
// replaced, because then the stored page is still the same.
func (d *DB) LookupLearned(seq uint64) (p *Page, err error) {
	err = d.view(func(b *pageBuckets) error {
		p, err = b.learnedPage(entry.Key(seq), false)
		return err
	})
	return p, err
}

// learnedPage returns a page as it was before it was first replaced, nil if it was never replaced.
func (b *pageBuckets) learnedPage(seq []byte, body bool) (*Page, error) {
	if b.learned.Bucket == nil || !b.learned.Has(seq) {
		return nil, nil
	}
	page, compressed, err := splitLearned(b.learned.Get(seq))
	if err != nil {
		return nil, err
	}
	p, size, err := decodePage(page)
	if err != nil {
		return nil, err
	}
	p.Seq = entry.Number(seq)
	if body {
		p.Body, err = entry.Body(make([]byte, 0, min(size, maxPrealloc)), compressed)
	}
	return p, err
}

// appendLearned writes a page's entry with its length before it, and then the page's compressed body.
func appendLearned(b, page, body []byte) []byte {
	return append(append(binary.AppendUvarint(b, uint64(len(page))), page...), body...)
}

func splitLearned(value []byte) (page, body []byte, err error) {
	f := entry.NewFields(value)
	if page = f.Bytes(f.Uvarint()); f.Bad() {
		return nil, nil, entry.Damaged("a page as it was learned from", value)
	}
	return page, f.Rest(), nil
}

// keepLearned keeps a page's present state before it is first replaced, if a strategy may have learned from it.
func (b *batch) keepLearned(seq []byte) error {
	if first, _ := b.lessons.Cursor().First(); first == nil || b.learned.Has(seq) {
		return nil
	}
	return b.learned.Put(seq, appendLearned(nil, b.pages.Get(seq), b.bodies.Get(seq)))
}

// rejudgeLearned changes the verdict in the earlier state of a page that was replaced, too.
func (b *batch) rejudgeLearned(v Verdict) error {
	seq := entry.Key(v.Page)
	if !b.learned.Has(seq) {
		return nil
	}
	page, body, err := splitLearned(b.learned.Get(seq))
	if err != nil {
		return err
	}
	p, size, err := decodePage(page)
	if err != nil {
		return err
	}
	p.Score, p.Relevant = v.Score, v.Relevant
	return b.learned.Put(seq, appendLearned(nil, appendPageOf(nil, p, size), body))
}

// checkLearned reads the earlier states of all pages that were replaced. If one is missing, a replay uses the page as it is now.
func (c *checker) checkLearned() error {
	if c.learned.Bucket == nil {
		return nil
	}
	return c.learned.ForEach(func(k, _ []byte) error {
		if len(k) != 8 {
			return c.Problem(check.Delete(k, &c.learned), "learned: a key of %d bytes", len(k))
		}
		if _, err := c.learnedPage(k, true); err != nil {
			return c.Problem(check.Delete(k, &c.learned), "page %d as it was learned from: %v", entry.Number(k), err)
		}
		return nil
	})
}
