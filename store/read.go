package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
)

// Has reports whether a page is kept for the URL: its own, or its canonical page.
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

// Get returns the page that is kept for the URL. It has another URL if it is the canonical page. The error is
// ErrNotFound if there is none.
func (d *DB) Get(url string) (p *Page, err error) {
	err = d.view(func(b *pageBuckets) error {
		seq, ok := b.resolve(url)
		if !ok {
			return nil
		}
		if p, err = d.load(b, seq, b.pages.Get(seq), true); err == nil {
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

// Lookup returns what is known of the page fetched from exactly this URL, without body and links. It has a number and a
// choice if it is kept. outcome is Aliased
// if the page itself is not kept because its canonical page is. The error is ErrNotFound if there is none.
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

// load reads one page. Without body Body is nil.
func (d *DB) load(b *pageBuckets, seq, value []byte, body bool) (*Page, error) {
	p, size, err := decodePage(value)
	if err != nil {
		return nil, err
	}
	p.Seq = entry.Number(seq)
	if p.Links, err = decodeLinks(b.links.Get(seq)); err != nil {
		return nil, fmt.Errorf("%s: %w", p.URL, err)
	}
	if !body {
		return p, nil
	}
	d.releaseMapping(b.tx, 1)
	if p.Body, err = entry.Decompress(make([]byte, 0, min(size, maxPrealloc)), b.bodies.Get(seq)); err != nil {
		return nil, fmt.Errorf("%s: body: %w (%w)", p.URL, ErrEntry, err)
	}
	return p, nil
}

// maxPrealloc is how many bytes a body gets at once, whatever its entry says of its length.
const maxPrealloc = 1 << 26

// Each calls use for all pages in the order of storing, until use fails. It sees the store as it was when Each began
// and must not write to it. use may keep the page.
func (d *DB) Each(use func(*Page) error) error { return d.each(true, use) }

// EachWithoutBody is Each without bodies, many times as fast.
func (d *DB) EachWithoutBody(use func(*Page) error) error { return d.each(false, use) }

func (d *DB) each(body bool, use func(*Page) error) error {
	return d.view(func(b *pageBuckets) error {
		return b.pages.ForEach(func(seq, value []byte) error {
			p, err := d.load(b, seq, value, body)
			if err != nil {
				return fmt.Errorf("read page %d: %w", entry.Number(seq), err)
			}
			return use(p)
		})
	})
}
