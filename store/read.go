package store

import (
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// view reads in one transaction. A file that was made but never written to has no buckets and nothing to read.
func (d *DB) view(read func(*tables) error) error {
	return d.read(func(tx *bolt.Tx) error {
		t := open(tx)
		if t.system == nil {
			return nil
		}
		return read(&t)
	})
}

// Has says whether a page is kept for the URL: under it, or its canonical page.
func (d *DB) Has(url string) (has bool) {
	k := key(Fingerprint(url))
	err := d.read(func(tx *bolt.Tx) error { // every link is asked for before it is fetched: only what it takes is opened
		for _, name := range [...]string{"index", "aliases"} {
			b := tx.Bucket([]byte(name))
			has = has || b != nil && b.Get(k) != nil
		}
		return nil
	})
	return has && err == nil
}

// Get gives the page that is kept for the URL, which has another URL if it is an alias. The error is ErrNotFound if
// there is none.
func (d *DB) Get(url string) (p *Page, err error) {
	err = d.view(func(t *tables) error {
		seq, ok := t.resolve(url)
		if !ok {
			return nil
		}
		p, err = d.load(t, seq, t.pages.Get(seq), true)
		return err
	})
	if err == nil && p == nil {
		err = d.absent()
	}
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", url, err)
	}
	return p, nil
}

// load reads one page; without body Body is nil.
func (d *DB) load(t *tables, seq, meta []byte, body bool) (*Page, error) {
	p, size, err := decodeMeta(meta)
	if err != nil {
		return nil, err
	}
	p.Seq, p.Outcome = binary.BigEndian.Uint64(seq), Stored
	if p.Links, err = decodeLinks(t.links.Get(seq)); err != nil {
		return nil, fmt.Errorf("%s: %w", p.URL, err)
	}
	if !body {
		return p, nil
	}
	z, err := d.decoder()
	if err != nil {
		return nil, err
	}
	defer d.unzs.Put(z)
	d.rest(t.system.Tx(), 1)
	frame := t.bodies.Get(seq)
	if p.Body, err = z.DecodeAll(frame, make([]byte, 0, min(size, 1<<26))); err != nil {
		return nil, fmt.Errorf("%s: body: %w (%w)", p.URL, ErrEntry, err)
	}
	return p, nil
}

// Each gives all pages in the order of storing, until the function fails. It sees the store as it was when Each
// began and must not write to it. The page is the function's to keep.
func (d *DB) Each(use func(*Page) error) error { return d.each(true, use) }

// EachHead is Each without bodies, many times as fast.
func (d *DB) EachHead(use func(*Page) error) error { return d.each(false, use) }

func (d *DB) each(body bool, use func(*Page) error) error {
	return d.view(func(t *tables) error {
		return t.pages.ForEach(func(seq, meta []byte) error {
			p, err := d.load(t, seq, meta, body)
			if err != nil {
				return fmt.Errorf("read page %d: %w", binary.BigEndian.Uint64(seq), err)
			}
			return use(p)
		})
	})
}

// Path gives the discovery path of a URL, seed first and the URL last. It ends where a page is not known or came up
// before; pages left out for their canonical are on it.
func (d *DB) Path(url string) (path []string, err error) {
	err = d.view(func(t *tables) error {
		path, err = t.path(url)
		return err
	})
	if err == nil && path == nil {
		err = d.absent()
	}
	if err != nil {
		return nil, fmt.Errorf("discovery path of %s: %w", url, err)
	}
	return path, nil
}

func (t *tables) path(url string) ([]string, error) {
	var path []string
	seen := make(map[string]bool)
	for url != "" && !seen[url] {
		seen[url] = true
		k := key(Fingerprint(url))
		meta := t.aliases.Get(k)
		if seq := t.index.Get(k); seq != nil {
			meta = t.pages.Get(seq)
		}
		if meta == nil {
			break
		}
		_, via, err := decodeVia(meta)
		if err != nil {
			break // damaged: as if it were not known
		}
		path = append(path, url)
		url = via
	}
	slices.Reverse(path)
	return path, nil
}

// Graph gives every link between two pages that are kept, by sequence number, until the function fails: pages in the
// order of storing, a link to an alias as one to the page that stands for it. It holds 16 bytes a page in memory.
func (d *DB) Graph(use func(from, to uint64) error) error {
	return d.view(func(t *tables) error {
		seqs, err := t.known()
		if err != nil {
			return err
		}
		return t.links.ForEach(func(k, value []byte) error {
			from := binary.BigEndian.Uint64(k)
			links, err := decodeLinks(value)
			if err != nil {
				return fmt.Errorf("links of page %d: %w", from, err)
			}
			for _, link := range links {
				if to, ok := seqs[link]; ok {
					if err := use(from, to); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

// known maps the fingerprints of pages and aliases to the pages' sequence numbers.
func (t *tables) known() (map[uint64]uint64, error) {
	seqs := make(map[uint64]uint64)
	err := t.index.ForEach(func(k, seq []byte) error {
		seqs[binary.BigEndian.Uint64(k)] = binary.BigEndian.Uint64(seq)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = t.aliases.ForEach(func(k, meta []byte) error {
		p, _, err := decodeMeta(meta)
		if err != nil {
			return err
		}
		if seq, ok := t.resolve(p.Canonical); ok {
			seqs[binary.BigEndian.Uint64(k)] = binary.BigEndian.Uint64(seq)
		}
		return nil
	})
	return seqs, err
}
