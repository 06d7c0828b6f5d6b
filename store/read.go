package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
)

// Has reports whether Get would find a page for a URL: either the page of this URL or its canonical page.
func (d *DB) Has(url string) (has bool) {
	k := entry.URLKey(url)
	err := d.read(func(tx *bolt.Tx) error { // every link is asked for before it is fetched, so only two buckets are opened
		for _, name := range [...]string{"index", "aliases"} {
			b := tx.Bucket([]byte(name))
			has = has || b != nil && b.Get(k) != nil
		}
		return nil
	})
	return has && err == nil
}

// LatestPage returns the number of the page that was stored last, or 0 if there is none. Numbers grow in the order of storing.
func (d *DB) LatestPage() (seq uint64, err error) {
	err = d.view(func(b *pageBuckets) error {
		seq = b.pages.Sequence()
		return nil
	})
	return seq, err
}

// Get returns the page that is stored for a URL. If only the page's canonical page is stored, Get returns that; it has another URL. The error
// is ErrNotFound if neither is stored.
func (d *DB) Get(url string) (p *Page, err error) {
	err = d.view(func(b *pageBuckets) error {
		seq, ok := b.resolve(url)
		if !ok {
			return nil
		}
		p, err = d.selected(b, &Selection{Body: true, Links: true}, seq, b.pages.Get(seq))
		if err == nil {
			p.Choice = b.choice(seq)
		}
		return err
	})
	if err == nil && p == nil {
		err = d.errNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", url, err)
	}
	return p, nil
}

// GetNumber returns the page with this number. The error is ErrNotFound if there is none.
func (d *DB) GetNumber(seq uint64) (p *Page, err error) {
	err = d.view(func(b *pageBuckets) error {
		k := entry.Key(seq)
		value := b.pages.Get(k)
		if value == nil {
			return nil
		}
		p, err = d.selected(b, &Selection{Body: true}, k, value)
		return err
	})
	if err == nil && p == nil {
		err = d.errNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("get page %d: %w", seq, err)
	}
	return p, nil
}

// Lookup returns the page that was fetched from exactly this URL, without body and links. If the page is stored, it has a number and the
// reasons why its link was taken. If only the page's canonical page is stored, outcome is Aliased. The error is ErrNotFound if neither page is
// stored.
func (d *DB) Lookup(url string) (p *Page, outcome Outcome, err error) {
	err = d.view(func(b *pageBuckets) error {
		value := b.valueAt(url)
		if value == nil {
			return nil
		}
		p, _, err = decodePage(value)
		seq := b.index.Get(entry.URLKey(url))
		if outcome = Aliased; seq == nil || err != nil {
			return err
		}
		outcome, p.Seq, p.Choice = Stored, entry.Number(seq), b.choice(seq)
		return nil
	})
	if err == nil && p == nil {
		err = d.errNotFound()
	}
	if err != nil {
		return nil, 0, fmt.Errorf("page %s: %w", url, err)
	}
	return p, outcome, nil
}

// maxPrealloc is how many bytes are allocated at once for a body, even if its entry gives a greater length.
const maxPrealloc = 1 << 26

// Each calls use for all pages with body and links, in the order in which they were stored, until use returns an error; see Select.
func (d *DB) Each(use func(*Page) error) error {
	return d.Select(Selection{Body: true, Links: true}, use)
}

// EachWithoutBody calls use for all pages as Each does, but without their bodies, and is therefore much faster.
func (d *DB) EachWithoutBody(use func(*Page) error) error {
	return d.Select(Selection{Links: true}, use)
}
